import type { GameClient } from "../types";
import Actions from "./Actions.svelte";
import Lesson from "./Lesson.svelte";
import Panel from "./Panel.svelte";
import { Play } from "./play.svelte";
import { COLOURS } from "./sides";
import Stage from "./Stage.svelte";

const client: GameClient<Play> = {
  sides: [
    { name: "Navy", shape: "disc", fill: COLOURS[0], ink: "#c9d8ff" },
    { name: "Oxblood", shape: "diamond", fill: COLOURS[1], ink: "#ffd9cf" },
  ],
  secret: true,
  luckUnit: "",
  play: (table) => new Play(table),
  Stage,
  Actions,
  Panel,
  Lesson,
};

export default client;
