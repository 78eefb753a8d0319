import type { GameClient, TextEditor } from "../types";
import Actions from "./Actions.svelte";
import Caption from "./Caption.svelte";
import Opening from "./Opening.svelte";
import Panel from "./Panel.svelte";
import { Play } from "./play.svelte";
import Result from "./Result.svelte";
import sides from "./sides";
import Stage from "./Stage.svelte";
import Strip from "./Strip.svelte";

const profile = (): Promise<{ default: TextEditor }> => import("./editor/ProfileEditor.svelte");

const client: GameClient<Play> = {
  sides,
  secret: true,
  editors: { map: () => import("./editor/MapEditor.svelte"), navy_profile: profile, oxblood_profile: profile },
  play: (table) => new Play(table),
  flip: (play) => (play.flipped = !play.flipped),
  Opening,
  Stage,
  Strip,
  Caption,
  Legacy: Result,
  Actions,
  Panel,
};

export default client;
