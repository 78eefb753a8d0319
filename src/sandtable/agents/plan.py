"""The player that evolves plans of whole actions (see `search.plan`), which the game defines (see `search.policy`)."""

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.agents.script import number_of
from sandtable.authoring import Rng
from sandtable.authoring.records import CHANCE
from sandtable.authoring.rng import stream
from sandtable.authoring.spec import Spec
from sandtable.engine.game import Position
from sandtable.search import policy
from sandtable.search.plan import Plan, evolve

# limits on the look-ahead: steps per action, and consecutive outcomes of chance
FORESEEN = 40
# cached steps per random stream; the oldest are dropped
REMEMBERED = 4096


class PlanAgent:
    """Plays the first action of the best plan found; each decision evaluates `simulations` plans.

    Options: `policy` chooses if no whole action is due, `longest` is the maximum number of actions in a plan, `wide`
    the number of actions per position from which plans are made, and `deep` how far ahead the first plans look for such
    actions. Raises `ValueError` for a game that does not plan in whole actions. If a whole action takes several steps,
    the remaining ones are cached, by random stream and by the view in which they are due. Any other view gets a new plan.
    """

    def __init__(self, rules: Spec, simulations: int, options: Mapping[str, Any]) -> None:
        self.simulations = simulations
        self._number = number_of(rules, str(options.get("policy", "random")))
        self._longest, self._wide = int(options.get("longest", 5)), int(options.get("wide", 12))
        self._deep = int(options.get("deep", 3))
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
        """The next action of the best plan."""
        only = view.forced()
        if only is not None:
            return only
        due = self._due.get((int(rng.key), bytes(view.state)))
        if due is not None:
            return due
        setup = view.game.setup
        pool = self.hopeful(view)
        if not pool:
            return int(policy.choose(setup, view.state, seat, self._number, rng))
        seeds = self.seeds(view, seat, pool)
        best, _ = evolve(
            lambda plan: self._game.expect(setup, view.state, plan),
            seeds,
            pool,
            self._longest,
            self.simulations if budget is None else budget,
            rng,
            cancelled,
        )
        steps, _ = self._foresee(view, seat, best[0])
        self._remember(int(rng.key), steps[1:])
        return steps[0][1]

    def hopeful(self, view: Position) -> list[int]:
        """The best whole actions in a position, best first; none if no such choice is due."""
        intents, values = self._game.intents(view.game.setup, view.state)
        ranked = sorted(range(len(intents)), key=lambda i: -values[i])
        return [intents[i] for i in ranked[: self._wide]]

    def seeds(self, view: Position, seat: int, pool: list[int]) -> list[Plan]:
        """Every whole action as a plan; in the first few, the best next action follows. Adds those actions to `pool`."""
        seeds: list[Plan] = [(intent,) for intent in pool]
        longer: list[Plan] = []
        for intent in pool[: self._deep]:
            plan, position = (intent,), view
            for _ in range(self._deep - 1):
                position = self._foresee(position, seat, plan[-1])[1]
                more = self.hopeful(position) if position.to_move == seat else []
                if not more:
                    break
                plan = (*plan, more[0])
                longer.append(plan)
                pool += [other for other in more if other not in pool]
        return longer + seeds

    def _foresee(self, view: Position, seat: int, intent: int) -> tuple[list[tuple[bytes, int]], Position]:
        """The steps of a whole action, each with its view, and the resulting position, if chance always takes its last
        outcome.
        """
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
        return steps, position

    def _remember(self, key: int, steps: list[tuple[bytes, int]]) -> None:
        for state, action in steps:
            self._due[key, state] = action
        while len(self._due) > REMEMBERED:
            self._due.pop(next(iter(self._due)), None)


def _last_outcome(position: Position) -> int:
    """The last of the listed outcomes; if none can be listed, a drawn one, the same for the same ply."""
    listed = position.actions()
    return listed[-1] if listed else position.sample(stream(position.ply))
