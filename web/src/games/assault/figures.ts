import Figure from "./Figures.svelte";

export default {
  Figure,
  captions: {
    "A1.2": "Five by five tiles, to show it: the pawns of either side on their own side's corners, and on opposite corners.",
    "A4.5": "A tied attack. The numbers are shown here only; at the table both players hear who was higher.",
  },
};
