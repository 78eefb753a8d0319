import type { GameClient } from "../types";
import Actions from "./Actions.svelte";
import FilmBar from "./FilmBar.svelte";
import { lasting } from "./filmplay.svelte";
import Panel from "./Panel.svelte";
import { Play } from "./play.svelte";
import { likePractice } from "./practice/error";
import { kept } from "./practice/kept";
import { sceneOf, type Seat } from "./scene";
import sides from "./sides";
import Stage from "./Stage.svelte";
import { countedTogether, HAND, scoreOf, withoutCourse } from "./wording";

const client: GameClient<Play> = {
  sides,
  secret: true,
  luckUnit: "How far off the aim each flick went. Flicks by finger are not counted, since no error is added to them.",
  chance: HAND,
  keys: [
    ["← → ↑ ↓", "with a block chosen: turn the aim by half a degree, with Shift by five; harder, softer"],
    [", .  - +", "the same, anywhere"],
    ["F, Enter", "flick"],
    ["Q E", "turn the block you are placing"],
  ],
  sounds: { break: "hit", rout: "hit" },
  lasts: (snapshot, fresh) => {
    const film = sceneOf(snapshot).film;
    return film && fresh.some((event) => event.ply === film.ply) ? lasting(film) : 0;
  },
  ready: {
    says: "Your blocks are in the first formation.",
    instead: "Place my blocks myself",
    take: (play) => {
      // it lies there already
      if (!play.mine || play.phase !== "place" || !play.placing.complete) return false;
      play.confirm();
      return true;
    },
  },
  usual: () => likePractice(kept()),
  counts: countedTogether,
  brief: withoutCourse,
  score: (snapshot, seat) => scoreOf(sceneOf(snapshot), seat as Seat),
  short: "Four blocks a side",
  play: (table) => new Play(table),
  flip: (play) => (play.flipped = !play.flipped),
  Stage,
  Caption: FilmBar,
  Actions,
  Panel,
};

export default client;
