import Figure from "./Figures.svelte";

export default {
  Figure,
  captions: {
    "T4.1": "A hit: the enemy block that your own block touches first breaks. What that one is pushed into is not hit.",
    "T4.2": "A rout: a block that was broken before, that your own block touches, and that leaves the table.",
  },
};
