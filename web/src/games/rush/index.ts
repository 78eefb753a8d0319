import type { GameClient } from "../types";
import Actions from "./Actions.svelte";
import Lesson from "./Lesson.svelte";
import Panel from "./Panel.svelte";
import { Play } from "./play.svelte";
import { COLOURS, SEATS } from "./scene";
import Stage from "./Stage.svelte";
import { said } from "./wording";

// a small team, to begin one's own with
const ROSTER = `name = "My team"

# the first play where a match has fewer players
team = ["Wall", "Runner", "Runner", "Arrow", "Arrow", "Runner", "Wall", "Arrow"]

# hexes of a move; what a die must show for the others
[player.Wall]
role = "guard"
move = 4
strength = 3
speed = 5
skill = 5
armour = 3

[player.Runner]
role = "jack"
move = 5
strength = 4
speed = 4
skill = 4
armour = 4

[player.Arrow]
role = "striker"
move = 6
strength = 5
speed = 3
skill = 4
armour = 5
`;

const client: GameClient<Play> = {
  sides: [
    { name: SEATS[0], shape: "disc", fill: COLOURS[0], ink: "#dff3ff" },
    { name: SEATS[1], shape: "diamond", fill: COLOURS[1], ink: "#ffe4d6" },
  ],
  secret: false,
  luckUnit: "Successes in tests.",
  examples: { home: ROSTER, visitor: ROSTER },
  keys: [
    ["1 – 8", "choose one of your players"],
    ["Backspace", "take the last chip of the plan back"],
  ],
  sounds: { won: "hit", lost: "hit", strike: "turn" },
  ready: {
    says: "Your team takes the balanced formation.",
    instead: "Line up my team myself",
    take: (play) => {
      const [formation] = play.all("formation");
      if (formation) play.act(formation);
      return formation !== undefined;
    },
  },
  hints: {
    rush: "Tap a player, then where he is to go; press Roll when the plan is right.",
    reply: "Compare the two bars and take the better.",
  },
  play: (table) => new Play(table),
  says: said,
  flip: (play) => (play.flipped = !play.flipped),
  Stage,
  wide: true,
  Actions,
  Panel,
  Lesson,
};

export default client;
