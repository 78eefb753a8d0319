import Figure from "./Figures.svelte";

export default {
  Figure,
  captions: {
    "O4.2": "Navy came in from the south: the template lies across his way, 16 cells wide and 8 deep, over half of the squares beside.",
    "O4.3": "The nine places: the amber one, and one cell forward, back or sideways from it. Oxblood was there first, so he shifts.",
  },
};
