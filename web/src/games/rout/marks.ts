import type { Kind } from "./scene";

/** The signs that are burnt into blocks, in a box of 60 by 20 with its middle at 0: what is filled, and what is drawn 2.4 wide. */
export const MARKS: Readonly<Record<Kind, { fill: string; line: string }>> = {
  // a strung bow along the block, its arrow across it
  archer: {
    fill: "M0-9.6 4.2-3.4H-4.2Z",
    line: "M-28 5.5C-17 5-13-4.5 0-4.5S17 5 28 5.5M-28 5.5H28M0-4V9.5M-3 9.5H3",
  },
  // at a gallop
  cavalry: {
    fill: "M-27-5.2C-22-7.4-17-6-14.6-3.4-8-5 0-5 6.4-4 10.5-7.4 14-9.2 18.4-9.6L20.6-9.9 20.8-8 27.4-3.6C28.2-2.4 27.6-.9 26-.9L20.6-2.6C18.6-.4 17.6 1.4 15.4 2.8L25.4 6 22.2 9.6 20 9.4 21.2 7.2 10.6 4.6 3.6 4.4-6 4.4-10.6 5.6-20.8 9.4-24.6 8.2-23.4 6.4-21 6.6-15.4 1.8C-16.6.4-17-1.2-16.6-2.6-19-4.4-23-4.4-27-3.4Z",
    line: "M12 4.2 16 9.2H12.6M-8 4.6-13.4 9.2H-16.4",
  },
  // three, side by side
  pike: {
    fill: "M30 0 18.5 3.1V-3.1ZM24-6.6 12.5-3.5V-9.7ZM24 6.6 12.5 9.7V3.5Z",
    line: "M-28 0H19M-28-6.6H13M-28 6.6H13",
  },
};
