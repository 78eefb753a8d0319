import type { Component } from "svelte";
import type { GameClient, Sides } from "../games/types";
import type { GameInfo } from "../lib/protocol";
import Actions from "./Actions.svelte";
import Panel from "./Panel.svelte";
import { Play } from "./play.svelte";
import Stage from "./Stage.svelte";

/** The client of a game that has none of its own: the server draws the board, and what may be done stands in a list. */
export function clientOf(game: GameInfo, sides = drawnSides(game), Beside: Component<{ play: Play }> = Panel): GameClient {
  const client: GameClient<Play> = {
    sides,
    secret: game.secret,
    lists: true,
    ledger: game.companion_of !== "",
    keys: [
      ["/", "search what you may do"],
      ["↑ ↓", "from one action to the next"],
    ],
    play: (table) => new Play(table),
    Stage,
    Actions,
    Panel: Beside,
  };
  return client as unknown as GameClient;
}

/** The sides as `src/sandtable/drawing.py` draws their pieces. */
function drawnSides({ sides: [first = "Seat 1", second = "Seat 2"] }: GameInfo): Sides {
  return [
    { name: first, shape: "disc", fill: "#1f3a80", ink: "#c9d8ff" },
    { name: second, shape: "diamond", fill: "#b5482a", ink: "#ffd9bf" },
  ];
}
