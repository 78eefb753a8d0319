import { read, write, type Plan } from "./plan";

const KEY = "sandtable.maps.optio";

/** The map that is being drawn, kept in this browser. */
export const kept = {
  read(): Plan | null {
    try {
      return read(localStorage.getItem(KEY) ?? "");
    } catch {
      return null;
    }
  },
  keep(plan: Plan): void {
    try {
      localStorage.setItem(KEY, write(plan));
    } catch {
      // it lives as long as the page
    }
  },
};
