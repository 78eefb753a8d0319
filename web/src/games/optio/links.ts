import type { GameLink } from "../types";

const links: readonly GameLink[] = [{ label: "Maps", href: "/optio/maps", header: true }];

export default links;
