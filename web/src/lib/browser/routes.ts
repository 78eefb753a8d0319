/** The pages of the client and the addresses that lead to them. */
export const PAGES = {
  home: "/",
  play: "/play/:game",
  new: "/new/:game",
  join: "/j/:code",
  table: "/g/:id",
  // the token is the fragment, which no request carries; older links have it in their path
  return: "/r",
  returnOld: "/r/:token",
  companion: "/companion/:game",
  rules: "/rules/:game",
  sheet: "/sheet/:game",
  learn: "/learn/:game",
  prints: "/print",
  print: "/print/:game",
  boards: "/boards",
  settings: "/settings",
  lab: "/lab",
  // the variant is the fragment, which no request carries
  variant: "/lab/variant",
  variantEdit: "/lab/variant/edit",
  measure: "/measure",
  measurement: "/measurements/:measurement",
  beside: "/lab/:one/beside/:other",
  report: "/lab/:report",
  // a page of a game's own; it comes last, since its address is any two words
  game: "/:game/:page",
} as const;

export type Page = keyof typeof PAGES;

export interface Route {
  page: Page | "missing";
  params: Record<string, string>;
}

/** The page at `path`, with the named parts of the address; `missing` where there is none. */
export function matchRoute(path: string): Route {
  const parts = split(path);
  for (const [page, pattern] of Object.entries(PAGES) as [Page, string][]) {
    const params = matchParts(split(pattern), parts);
    if (params) return { page, params };
  }
  return { page: "missing", params: {} };
}

function split(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

function matchParts(pattern: string[], parts: string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, want] of pattern.entries()) {
    const have = parts[index] ?? "";
    if (want.startsWith(":")) params[want.slice(1)] = decode(have);
    else if (want !== have) return null;
  }
  return params;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
