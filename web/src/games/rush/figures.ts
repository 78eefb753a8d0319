import Figure from "./Figures.svelte";

export default {
  Figure,
  captions: {
    "R1.5":
      "A player who faces right. Blue: the three hexes that he threatens. All that is shaded: his front arc, what lies exactly beside him too.",
    "R6.3":
      "A slam that the left player wins: the other goes to one of the three hexes straight away from the winner, and on a double he lies there.",
    "R8.1": "A scatter of four hexes toward the wall: it throws the ball back, and the ball goes on for what is left.",
  },
};
