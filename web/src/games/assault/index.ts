import type { GameClient } from "../types";
import Actions from "./Actions.svelte";
import Caption from "./Caption.svelte";
import Panel from "./Panel.svelte";
import { Play } from "./play.svelte";
import sides from "./sides";
import Stage from "./Stage.svelte";
import Strip from "./Strip.svelte";

const client: GameClient<Play> = {
  sides,
  secret: true,
  luckUnit: "Total rolled for steps, Meditation and damage.",
  editors: { board: () => import("./editor/BoardEditor.svelte") },
  keys: [["1 – 6", "assign or choose a number or stat"]],
  sounds: { damage: "hit" },
  ready: {
    says: "Your secret numbers are dealt.",
    instead: "Assign the numbers myself",
    take: (play) => {
      play.prepared?.deal();
      return play.prepared !== null;
    },
  },
  play: (table) => new Play(table),
  flip: (play) => (play.flipped = !play.flipped),
  Stage,
  Strip,
  Caption,
  Actions,
  Panel,
};

export default client;
