import { matchRoute, type Route } from "./routes";

/** Where the browser stands; changes through `go`, a followed link, or back and forward. */
class Router {
  path = $state(location.pathname);
  search = $state(location.search);
  hash = $state(location.hash);
  route: Route = $derived(matchRoute(this.path));
  query = $derived(new URLSearchParams(this.search));

  /** How far down the reader was when a link led away from here, for a page that fetches what it shows; 0 on a new visit. */
  get left(): number {
    return (history.state as { scrolled?: number } | null)?.scrolled ?? 0;
  }

  /** Moves to `address` of this site. */
  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    this.read();
  }

  /** Sets or removes one part of the query without a new entry in the history. */
  setQuery(name: string, value: string | null): void {
    const query = new URLSearchParams(location.search);
    if (value === null) query.delete(name);
    else query.set(name, value);
    const text = query.toString();
    this.go(location.pathname + (text ? `?${text}` : "") + location.hash, true);
  }

  read = (): void => {
    this.path = location.pathname;
    this.search = location.search;
    this.hash = location.hash;
  };

  /** Follows links of this site without loading the page again. */
  follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
    if (url.pathname === location.pathname && url.search === location.search && url.hash) return;
    event.preventDefault();
    history.replaceState({ scrolled: scrollY }, "");
    this.go(url.pathname + url.search + url.hash);
  };
}

export const router = new Router();
