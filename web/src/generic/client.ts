import type { Component } from "svelte";
import type { GameClient, Sides } from "../games/types";
import type { GameInfo } from "../lib/server/protocol";
import Actions from "./Actions.svelte";
import Panel from "./Panel.svelte";
import { Play } from "./play.svelte";
import Board from "./Stage.svelte";

/** The client of a game that has none of its own: the server draws the board, and a list holds what may be done. */
export function clientOf(
  game: GameInfo,
  sides = drawnSides(game),
  Beside: Component<{ play: Play }> = Panel,
  Stage: Component<{ play: Play }> = Board,
): GameClient {
  const client: GameClient<Play> = {
    sides,
    secret: game.secret,
    lists: true,
    ledger: game.companion_of !== "",
    titles: game.titles,
    keys: [
      ["/", "search the actions"],
      ["↑ ↓", "go from action to action"],
    ],
    play: (table) => new Play(table, game.grids, game.titles),
    Stage,
    Actions,
    Panel: Beside,
  };
  return client as unknown as GameClient;
}

/** The sides as the server draws their pieces. */
function drawnSides({ sides: [first = "Seat 1", second = "Seat 2"], colours, tints }: GameInfo): Sides {
  return [
    { name: first, shape: "disc", fill: colours[0] ?? "", ink: tints[0] ?? "" },
    { name: second, shape: "diamond", fill: colours[1] ?? "", ink: tints[1] ?? "" },
  ];
}
