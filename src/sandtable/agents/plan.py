"""The player that looks two whole actions ahead, which the game defines (see `search.policy`)."""

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.agents.script import number_of
from sandtable.authoring import Rng
from sandtable.authoring.records import CHANCE
from sandtable.authoring.rng import stream
from sandtable.authoring.spec import Spec
from sandtable.engine.game import Position
from sandtable.search import policy

# limits on the look-ahead: steps per action, and consecutive outcomes of chance
FORESEEN = 40
# cached steps per random stream; the oldest are dropped
REMEMBERED = 4096


class PlanAgent:
    """Plays the whole action that is best together with the one after it, among the `simulations` that are best by
    themselves.

    The option `policy` names the policy that decides when no whole action is due. Raises `ValueError` for a game that does
    not plan in whole actions. If a whole action takes several steps, the remaining ones are cached, by random stream and by
    the view in which they are due. Any other view is planned again.
    """

    def __init__(self, rules: Spec, simulations: int, options: Mapping[str, Any]) -> None:
        self.simulations = simulations
        self._number = number_of(rules, str(options.get("policy", "random")))
        game = policy.plans(rules.players.policies)
        if game is None:
            raise ValueError(
                f"{rules.id} has no policy for whole actions, so it cannot be played by planning"
            )
        self._game: Any = game
        self._due: dict[tuple[int, bytes], int] = {}

    def act(
        self,
        view: Position,
        seat: int,
        rng: Rng,
        budget: int | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> int:
        """The next action of the best whole action."""
        only = view.forced()
        if only is not None:
            return only
        due = self._due.get((int(rng.key), bytes(view.state)))
        if due is not None:
            return due
        setup, best, most = view.game.setup, None, float("-inf")
        for intent in self.hopeful(view, self.simulations if budget is None else budget):
            if best is not None and cancelled is not None and cancelled():
                break
            value = self._game.expect(setup, view.state, intent)
            if value > most:
                best, most = intent, value
        if best is None:
            return int(policy.choose(setup, view.state, seat, self._number, rng))
        steps = self._foresee(view, seat, best)
        self._remember(int(rng.key), steps[1:])
        return steps[0][1]

    def hopeful(self, view: Position, count: int) -> list[int]:
        """Up to `count` whole actions that are best by themselves in a position, best first; none if no such choice is due."""
        intents, values = self._game.intents(view.game.setup, view.state)
        ranked = sorted(range(len(intents)), key=lambda i: -values[i])
        return [intents[i] for i in ranked[: max(1, count)]]

    def _foresee(self, view: Position, seat: int, intent: int) -> list[tuple[bytes, int]]:
        """The steps of a whole action, each with its view, if chance always takes its last outcome."""
        setup, position = view.game.setup, view.copy()
        steps: list[tuple[bytes, int]] = []
        action = self._game.begin(setup, position.state, intent)
        while action != policy.NO_ACTION and len(steps) < FORESEEN:
            steps.append((bytes(position.state), action))
            position.play(action)
            for _ in range(FORESEEN):
                if position.to_move != CHANCE:
                    break
                position.play(_last_outcome(position))
            if position.to_move != seat:
                break
            action = self._game.go_on(setup, position.state, intent)
        return steps

    def _remember(self, key: int, steps: list[tuple[bytes, int]]) -> None:
        for state, action in steps:
            self._due[key, state] = action
        while len(self._due) > REMEMBERED:
            self._due.pop(next(iter(self._due)), None)


def _last_outcome(position: Position) -> int:
    """The last of the listed outcomes; if none can be listed, a drawn one, the same for the same ply."""
    listed = position.actions()
    return listed[-1] if listed else position.sample(stream(position.ply))
