import { local } from "../../../lib/browser/store";
import { read, write, type Plan } from "./plan";

const KEY = "sandtable.maps.optio";

/** The map that is being drawn, kept in this browser. */
export const kept = {
  read(): Plan | null {
    try {
      return read(local.read(KEY) ?? "");
    } catch {
      return null;
    }
  },
  keep(plan: Plan): void {
    local.write(KEY, write(plan));
  },
};
