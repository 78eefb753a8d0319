import type { GameLink } from "../types";

const links: readonly GameLink[] = [{ label: "Draw a board", href: "/new/assault?own=board#setting-board", draws: true }];

export default links;
