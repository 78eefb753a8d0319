import type { GameLink } from "../types";

const links: readonly GameLink[] = [{ label: "Practice", href: "/rout/practice" }];

export default links;
