import type { GameClient } from "../types";
import Actions from "./Actions.svelte";
import { CELLS, GROUNDS, SQUARES } from "./ground";
import Lesson from "./Lesson.svelte";
import Panel from "./Panel.svelte";
import { Play } from "./play.svelte";
import { COLOURS } from "./sides";
import Stage from "./Stage.svelte";

// an open plain, to begin a map of one's own with
const MAP = [
  "name: My map",
  "class: open",
  "legend:",
  ...GROUNDS.map((ground) => `  ${ground.sign} ${ground.name}`),
  "map:",
  ...Array.from({ length: SQUARES * CELLS }, () => ".".repeat(SQUARES * CELLS)),
].join("\n");

// likes the open everywhere, to begin a profile of one's own with; a ground that is not named weighs nothing
const PROFILE = [
  "name: my army",
  "text: They like open ground.",
  "own:",
  "  open: 1, room to draw up",
  "enemy:",
  "  open: 1, room to attack",
].join("\n");

const client: GameClient<Play> = {
  sides: [
    { name: "Navy", shape: "disc", fill: COLOURS[0], ink: "#c9d8ff" },
    { name: "Oxblood", shape: "hexagon", fill: COLOURS[1], ink: "#ffd9cf" },
  ],
  secret: true,
  examples: { map: MAP, navy_profile: PROFILE, oxblood_profile: PROFILE },
  hints: {
    move: "A block that is off the map comes in on your own edge.",
    scout: "Who scouts turns face up himself.",
    approach: "Closer is free; to stay or go away costs a kudo.",
    template: "Tap how the frame is to lie.",
  },
  play: (table) => new Play(table),
  flip: (play) => (play.flipped = !play.flipped),
  Stage,
  Actions,
  Panel,
  Lesson,
};

export default client;
