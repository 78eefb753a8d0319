import type { GameLink } from "../types";

const links: readonly GameLink[] = [{ label: "Make a team", href: "/new/rush?own=home#setting-home", draws: true }];

export default links;
