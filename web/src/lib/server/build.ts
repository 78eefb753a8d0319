import { session } from "../browser/store";

const RELOADED = "sandtable.reloaded";

/** The build of the client that this page was loaded with; "" in development. */
export function ownBuild(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]');
  return /\/assets\/([\w-]+)\.js$/.exec(script?.src ?? "")?.[1] ?? "";
}

/** Notes that the page reloads itself for `build`; false where this window did so before, or cannot remember it. */
export function mayReloadFor(build: string): boolean {
  const known = session.json(RELOADED);
  const builds: unknown[] = Array.isArray(known) ? known : [];
  return !builds.includes(build) && session.write(RELOADED, JSON.stringify([...builds, build]));
}
