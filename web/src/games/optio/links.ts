import type { GameLink } from "../types";

const links: readonly GameLink[] = [{ label: "Maps", href: "/optio/maps" }];

export default links;
