import type { GameClient, TextEditor } from "../types";
import Actions from "./Actions.svelte";
import Caption from "./Caption.svelte";
import Panel from "./Panel.svelte";
import { Play } from "./play.svelte";
import sides from "./sides";
import Stage from "./Stage.svelte";
import { said } from "./wording";

const roster = (): Promise<{ default: TextEditor }> => import("./editor/RosterEditor.svelte");

const client: GameClient<Play> = {
  sides,
  secret: false,
  luckUnit: "Successes in tests.",
  editors: { home: roster, visitor: roster },
  keys: [
    ["1 – 8", "choose one of your players"],
    ["Backspace", "undo the last chip of the plan"],
  ],
  sounds: { won: "hit", lost: "hit", strike: "turn" },
  ready: {
    says: "Your team is in the balanced formation.",
    instead: "Line up my team myself",
    take: (play) => {
      const [formation] = play.all("formation");
      if (formation) play.act(formation);
      return formation !== undefined;
    },
  },
  play: (table) => new Play(table),
  says: said,
  counts: (line, times) => line.replace(" moves ", ` moves ${times} hexes `),
  flip: (play) => (play.flipped = !play.flipped),
  Stage,
  Caption,
  short: "A short match",
  wide: true,
  Actions,
  Panel,
};

export default client;
