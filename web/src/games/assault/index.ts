import type { GameClient } from "../types";
import Actions from "./Actions.svelte";
import Lesson from "./Lesson.svelte";
import Panel from "./Panel.svelte";
import { Play } from "./play.svelte";
import Stage from "./Stage.svelte";

const client: GameClient<Play> = {
  sides: [
    { name: "Navy", shape: "disc", fill: "#1f3a80", ink: "#c9d8ff" },
    { name: "Rust", shape: "diamond", fill: "#b5482a", ink: "#ffd9bf" },
  ],
  secret: true,
  luckUnit: "Points on the dice for steps, Meditation and damage.",
  editors: { board: () => import("./editor/BoardEditor.svelte") },
  keys: [["1 – 6", "give or choose a number or a stat"]],
  sounds: { damage: "hit" },
  ready: {
    says: "Your secret numbers are dealt.",
    instead: "Give the numbers myself",
    take: (play) => {
      play.prepared?.seal(true);
      return play.prepared !== null;
    },
  },
  hints: {
    choose: "Both of your pawns act in a turn, one after the other.",
    move: "Beside an enemy your pawn may attack.",
    attack: "Name the stat in which you think that you are higher.",
  },
  play: (table) => new Play(table),
  flip: (play) => (play.flipped = !play.flipped),
  Stage,
  Actions,
  Panel,
  Lesson,
};

export default client;
