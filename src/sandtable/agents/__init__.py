"""Computer players. An agent gets the view of its seat and nothing else:

    agent = make(game, level=2)
    action = agent.act(position.view(seat), seat, rng, budget=None, cancelled=None)

`budget` is a number of simulations, used only by searches. A search calls `cancelled` from time to time and, once it
returns True, answers with the best action so far. Levels are declared by the game.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from sandtable.agents.bound import TakingAgent, WithoutAgent
from sandtable.agents.halving import HalvingAgent
from sandtable.agents.plan import PlanAgent
from sandtable.agents.random import RandomAgent
from sandtable.agents.script import PolicyAgent, names
from sandtable.agents.search import RESPONSE, InformationSearchAgent, TreeSearchAgent
from sandtable.authoring import choices
from sandtable.authoring.naming import nearest
from sandtable.authoring.rng import Stream
from sandtable.authoring.spec import Level, Spec
from sandtable.engine.game import Game, Position
from sandtable.games import find

__all__ = ["Agent", "Level", "levels", "make", "names", "up_to"]

DEFAULT_LEVEL = 2
# limit for a search given by name: its tree takes a few kilobytes per simulation
MOST_SIMULATIONS = 1_000_000


class Agent(Protocol):
    """A player of one game."""

    def act(
        self,
        view: Position,
        seat: int,
        rng: Stream,
        budget: int | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> int:
        """A legal action for `seat`, which is to move in its `view`; `rng` is a stream made by `rng.stream`."""
        ...


def levels(game: str | Game | Spec) -> Sequence[Level]:
    """The levels of a game, weakest first; `ValueError` for an unknown game."""
    return _spec(game).players.levels


def up_to(game: str | Game | Spec, level: int) -> Sequence[Level]:
    """The levels from 0 to `level`; `ValueError` lists the valid ones."""
    rules = _spec(game)
    known = rules.players.levels
    if not known:
        raise ValueError(f"{rules.id} has no levels; its players are called {', '.join(names(rules))}")
    if not 0 <= level < len(known):
        raise ValueError(f"{rules.id} has levels 0 to {len(known) - 1}, not {level}")
    return known[: level + 1]


def _spec(game: str | Game | Spec) -> Spec:
    if isinstance(game, str):
        return find(game)
    return game.spec if isinstance(game, Game) else game


def make(game: str | Game | Spec, level: int | str = DEFAULT_LEVEL) -> Agent:
    """An agent for `game`: a level by number, or by name: `random`, a policy of the game, or `search:N` or `mcts:N`
    with N simulations.

    `response:N:PLAYER` is a search that knows that the other seat plays like PLAYER, which must be a policy or a level
    that plays by one (see `stand_in`). `without:GROUP:AGENT` avoids a group of actions while it can, and
    `taking:PICK=OPTION:AGENT` takes an option (see `sandtable.authoring.choices`). `ValueError` lists the valid names, and
    suggests one for a name that is nearly right.
    """
    rules = _spec(game)
    text = str(level)
    if text.startswith(("without:", "taking:")):
        return _bound(rules, *text.split(":", 2))
    if text.isdecimal():
        (chosen,) = up_to(rules, int(text))[-1:]
        return _of_kind(rules, chosen.kind, chosen.simulations, chosen.options)
    kind, _, count = text.partition(":")
    if kind in ("search", "mcts"):
        simulations = _simulations(kind, count, f"{kind}:200", text)
        return _of_kind(rules, kind, simulations, _search_options(rules) if kind == "search" else {})
    if kind == "response":
        return _response(rules, text, *count.split(":", 1))
    return _of_kind(rules, _known(rules, text), 0, {})


def stand_in(game: str | Game | Spec, player: int | str) -> str:
    """The player whose choices a `response` to `player` foresees: `player` itself if it is random, a policy or a level
    that plays by one; otherwise the strongest level that does. `ValueError` for an unknown player.
    """
    rules = _spec(game)
    if _number(rules, str(player)) is not None:
        return str(player)
    quick = [level.level for level in rules.players.levels if _number(rules, str(level.level)) is not None]
    return str(quick[-1]) if quick else "random"


def _number(rules: Spec, player: str) -> int | None:
    """The number of the policy that a player follows, or None."""
    return getattr(make(rules, player), "number", None)


def _response(rules: Spec, text: str, count: str, player: str = "") -> Agent:
    simulations = _simulations("response", count, "response:200:1", text)
    rival = _number(rules, player) if player else None
    if rival is None:
        raise ValueError(
            f"response must name random, a policy or a level that plays by one, such as response:200:1, not {text!r}"
        )
    options = {"limit": 30, **_search_options(rules), **RESPONSE, "rival": rival}
    return _of_kind(rules, "search", simulations, options)


def _simulations(kind: str, count: str, example: str, text: str) -> int:
    if count.isdecimal() and 0 < int(count) <= MOST_SIMULATIONS:
        return int(count)
    raise ValueError(
        f"{kind} must have a number of simulations up to {MOST_SIMULATIONS:,}, such as {example}, not {text!r}"
    )


def _known(rules: Spec, name: str) -> str:
    """`name`, unless it is the name of a level or close to one; `ValueError` gives the level's number."""
    if name not in names(rules):
        found = {level.name: level.level for level in rules.players.levels}
        near = nearest(name, (*names(rules), *found))
        if near in found:
            raise ValueError(
                f"{rules.id} has no player {name!r}; did you mean {found[near]}? Give levels such as {near} by number"
            )
    return name


def _bound(rules: Spec, rule: str, said: str, agent: str = "") -> Agent:
    if not agent:
        raise ValueError(
            f"{rule} must name what it applies to, and a player, as in {rule}:{said or 'THIS'}:2"
        )
    if rule == "without":
        return WithoutAgent(make(rules, agent), choices.action_group(rules, said))
    pick, _, option = said.partition("=")
    return TakingAgent(make(rules, agent), choices.pick(rules, pick).option(option))


def _of_kind(rules: Any, kind: str, simulations: int, options: Mapping[str, Any]) -> Agent:
    if kind == "random":
        return RandomAgent()
    if kind == "search":
        return InformationSearchAgent(rules, simulations, options)
    if kind == "mcts":
        return TreeSearchAgent(rules, simulations)
    if kind == "plan":
        return PlanAgent(rules, simulations, options)
    if kind == "halving":
        return HalvingAgent(rules, simulations, options)
    return PolicyAgent(rules, kind)


def _search_options(rules: Spec) -> Mapping[str, Any]:
    searching = [level.options for level in rules.players.levels if level.kind == "search"]
    return searching[-1] if searching else {}
