import type { GameLink } from "../types";

const links: readonly GameLink[] = [{ label: "Maps", href: "/optio/maps", draws: true }];

export default links;
