"""Rows: each holds the results of one match, in the same form for every game, and the game's own counters. See
docs/measuring.md.

A pair is two matches with the same dice and the seats swapped; together they are one observation, because luck favours a seat
and not a player. Pair `n` of a seed is the same in every process, whatever else is played.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import starmap
from typing import Any, NamedTuple

import numpy as np

from sandtable import __version__, agents
from sandtable.agents.bound import TakingAgent, WithoutAgent
from sandtable.agents.halving import HalvingAgent
from sandtable.agents.random import RandomAgent
from sandtable.agents.script import PolicyAgent
from sandtable.authoring import Rng
from sandtable.authoring.records import CHANCE, new
from sandtable.authoring.rng import STREAM
from sandtable.engine.game import Game, IllegalAction, Position
from sandtable.lab.run import watch
from sandtable.lab.run.extras import extra
from sandtable.lab.run.trial import DICE, FIRST, SECOND, WATCHED, WATCHED_SWAPPED, Trial, thinks
from sandtable.lab.statistics.known import WENT_FIRST

with extra("lab"):
    import polars as pl

SCHEMA: dict[str, Any] = {
    "game": pl.String,
    "version": pl.String,
    "rules": pl.String,
    "settings": pl.String,
    "seed": pl.Int64,
    "pair": pl.Int64,
    "swapped": pl.Boolean,
    "agent_0": pl.String,
    "agent_1": pl.String,
    "score_0": pl.Float64,
    "score_1": pl.Float64,
    "plies": pl.Int64,
    "decisions_0": pl.Int64,
    "decisions_1": pl.Int64,
    "branching": pl.Float64,
    "leads": pl.Int64,
    "comeback": pl.Float64,
    "settled": pl.Float64,
    "luck": pl.Float64,
    "opening": pl.Float64,
    "choice": pl.Float64,
    "luck_square": pl.Float64,
    "skill_square": pl.Float64,
}

# from the quick evaluation, null if that was not requested (`Trial.judged`)
JUDGED = ("leads", "comeback", "settled", "luck", "opening", "choice", "luck_square", "skill_square")


def schema(game: Game) -> dict[str, Any]:
    """The columns in the rows of `game`, by name: SCHEMA, then two for each of its counters."""
    names = watch.names(game.spec)
    return SCHEMA | {f"{name}_{seat}": pl.Float64 for name in names for seat in range(2)}


# limits for a process: matches whose moves it caches, matches per batch of players that think, and moves in a match between
# policies
LATELY, MOST_MOVES = 8, 4096
# if nobody thinks and nothing is judged, all actions are counted at each decision of the first COUNTED pairs, and of
# one pair in every THEN after those: counting takes up a good part of the time for such a match
COUNTED, THEN = 32, 8


class PlayedEntry(NamedTuple):
    """An action or outcome, and the number of random draws its player had made by then."""

    action: int
    drawn: int


_lately: dict[tuple[Trial, int, int], Sequence[PlayedEntry]] = {}
# players that depend only on what they see, so they can take over in the middle of a match
FORGETFUL = (RandomAgent, PolicyAgent, HalvingAgent)


def compiled(trial: Trial) -> bool:
    """Whether both agents are policies of the game and use its own setup, so that a match is one compiled call."""
    game, seated = _ready(trial)
    return seated.compiled and game.agent_setup is None


def thoughtless(trial: Trial) -> bool:
    """Whether a match is one compiled call and neither agent looks ahead, so that it takes well under a millisecond."""
    return compiled(trial) and not thinks(_ready(trial)[0], trial.agents)


def run_batch(trial: Trial, start: int, stop: int, players: Sequence[Any] | None = None) -> pl.DataFrame:
    """The rows of the pairs `start` to `stop - 1`: two per pair, the first with the first agent in seat 0.

    Two `players` that cannot be made from a name may replace the trial's agents; the rows still name the agents.
    """
    game, seated = _ready(trial)
    if players is not None:
        seated = _Seated(players)
    quick = thoughtless(trial)
    memory = MatchMemory(game, 2 * (stop - start), 0 if quick else MOST_MOVES)
    fresh, streams = new(STREAM, 3), new(STREAM, 3)
    for pair in range(start, stop):
        for part in (DICE, FIRST, SECOND):
            fresh[part] = trial.stream(pair, part)
        for swapped in (0, 1):
            streams[:] = fresh
            match = 2 * (pair - start) + swapped
            if trial.judged or not quick or counted(pair):
                memory.count(match)
            if trial.judged:
                memory.judge(match, trial.stream(pair, WATCHED_SWAPPED if swapped else WATCHED))
            lead = _lead(trial, seated, pair, swapped) if players is None else None
            moves = _play(game, seated, swapped, streams, memory, match, lead)
            if players is None and not seated.bound:
                _keep(replace(trial, judged=False), pair, swapped, moves)
    return _frame(trial, game, memory, start)


def counted(pair: int) -> bool:
    """Whether all actions are counted at each decision of a pair in which nobody thinks and nothing is judged."""
    return pair < COUNTED or pair % THEN == 0


def lately(trial: Trial, pair: int, swapped: bool) -> Sequence[PlayedEntry] | None:
    """The moves of a match in the trial, including chance, if it is among the latest played in this process."""
    return _lately.get((replace(trial, judged=False), pair, int(swapped)))


def mirrored(trial: Trial) -> Trial | None:
    """The same trial without the restriction on the first player, if that is the only difference between the players.

    Until the player would first use the forbidden group, both trials have the same matches. None if its
    players cannot take over, or do not look ahead, since then playing a match is as quick as following it.
    """
    first, second = trial.agents
    bound, free = _ready(trial)[1].agents
    if not (isinstance(bound, WithoutAgent) and isinstance(free, FORGETFUL)):
        return None
    same = first.startswith("without:") and first.split(":", 2)[2] == second
    mirror = replace(trial, agents=(second, second), judged=False)
    return mirror if same and not thoughtless(mirror) else None


class _Lead:
    """The start of a match, following a known one until its restricted player, in `seat`, would use the action group."""

    def __init__(self, known: Sequence[PlayedEntry], seat: int, bound: WithoutAgent) -> None:
        self._known, self._seat, self._bound = known, seat, bound

    def at(self, ply: int, view: Position, seat: int) -> PlayedEntry | None:
        """The choice at a ply, or None once the players must think for themselves."""
        if ply >= len(self._known) or (
            seat == self._seat and self._bound.does(view, self._known[ply].action)
        ):
            self._known = ()
            return None
        return self._known[ply]


def _lead(trial: Trial, seated: "_Seated", pair: int, swapped: int) -> _Lead | None:
    mirror = mirrored(trial) if seated.bound else None
    known = None if mirror is None else lately(mirror, pair, bool(swapped))
    return None if known is None else _Lead(known, swapped, seated.agents[0])


def _keep(trial: Trial, pair: int, swapped: int, moves: Sequence[PlayedEntry]) -> None:
    # replaying a match between policies that do not look ahead is as quick as storing it
    if moves:
        _lately[trial, pair, swapped] = moves
    if len(_lately) > LATELY:
        del _lately[next(iter(_lately))]


class MatchMemory:
    """Buffers in which observed matches are played; see `watch`."""

    def __init__(self, game: Game, matches: int, moves: int = 0) -> None:
        spec = game.spec
        self.watches = new(watch.WATCH, matches)
        self.watches["player"] = watch.NOBODY
        names = watch.names(spec)
        self.watches["first"] = names.index(WENT_FIRST) if WENT_FIRST in names else watch.NOBODY
        self.counts = np.zeros((matches, 2, len(names)))
        self.spare = new(spec.rules.state, 2)
        self.actions = np.zeros(spec.rules.max_actions, np.int64)
        self.weights = np.zeros(spec.rules.max_actions)
        self.partial = np.array([name in spec.rules.partial for name in spec.rules.phases], np.uint8)
        # of the compiled part of the current match
        self.moves = np.zeros((moves, 2), np.int64)

    def count(self, match: int) -> None:
        """Requests that all actions be counted at each decision of this match."""
        self.watches[match].counted = 1

    def judge(self, match: int, stream: Rng) -> None:
        """Requests the quick evaluation in this match; its draws come from `stream`."""
        self.watches[match].judged = 1
        self.watches[match].stream = stream

    def seat(self, match: int, seat: int, agent: Any) -> None:
        """Records which policy a seat plays by, if its agent is one: its choices have that policy's probabilities."""
        self.watches[match].player[seat] = getattr(agent, "number", watch.NOBODY)

    def of(self, match: int) -> tuple[Any, ...]:
        """The arguments to the kernels of `watch` for this match."""
        return self.watches[match], self.counts[match], self.spare, self.actions, self.weights, self.partial


class _Seated:
    """The two agents of a trial, in order."""

    def __init__(self, players: Sequence[Any]) -> None:
        self.agents = players
        self.compiled = all(isinstance(agent, RandomAgent | PolicyAgent) for agent in self.agents)
        # whether either agent is wrapped (forbidden or forced actions)
        self.bound = any(isinstance(agent, WithoutAgent | TakingAgent) for agent in self.agents)


# usually enough for the trials of a report, each of which forbids a different action group
@lru_cache(maxsize=16)
def _ready(trial: Trial) -> tuple[Game, _Seated]:
    game = trial.load()
    return game, _Seated([agents.make(game, name) for name in trial.agents])


def _play(
    game: Game,
    seated: _Seated,
    swapped: int,
    streams: Any,
    memory: MatchMemory,
    match: int,
    lead: _Lead | None = None,
) -> Sequence[PlayedEntry]:
    """Plays a match; returns its moves, or nothing if `memory` has no room for them."""
    # both seats' agents and streams, in seat order
    order = (FIRST, SECOND) if not swapped else (SECOND, FIRST)
    players = [seated.agents[part - FIRST] for part in order]
    own = [streams[part] for part in order]
    for seat, player in enumerate(players):
        if game.agent_setup is None:
            memory.seat(match, seat, player)
    position = game.start()
    if seated.compiled and game.agent_setup is None:
        numbers = (players[0].number, players[1].number)
        watch.play_policies(
            game.setup,
            position.state,
            *numbers,
            streams[DICE],
            own[0],
            own[1],
            *memory.of(match),
            memory.moves,
        )
        plies = int(memory.watches[match].plies)
        return list(starmap(PlayedEntry, memory.moves[:plies].tolist())) if plies <= len(memory.moves) else ()
    return play(position, players, streams[DICE], own, memory.of(match), lead)


def play(
    position: Position,
    players: Sequence[Any],
    dice: Any,
    own: Sequence[Any],
    memory: tuple[Any, ...],
    lead: _Lead | None = None,
) -> list[PlayedEntry]:
    """Plays `position` to the end in place, each seat played by its agent with its own stream, and observes it; see
    `MatchMemory.of`.

    Nobody thinks while `lead` lasts. Returns what was played. Raises `IllegalAction` if an agent plays an illegal
    action.
    """
    setup, state = position.game.setup, position.state
    moves: list[PlayedEntry] = []
    watch.begin(setup, state, memory[0])
    while not position.over:
        seat = position.to_move
        if seat == CHANCE:
            action, drawn = position.sample(dice), 0
        else:
            view = position.view(seat)
            known = None if lead is None else lead.at(len(moves), view, seat)
            if known is None:
                action = int(players[seat].act(view, seat, own[seat]))
            else:
                action, own[seat]["count"] = known
            drawn = int(own[seat]["count"])
            reason = position.refusal(action)
            if reason is not None:
                raise IllegalAction(reason)
        moves.append(PlayedEntry(action, drawn))
        watch.step(setup, state, action, *memory)
    watch.finish(state, memory[0])
    return moves


def belong(rows: pl.DataFrame, trial: Trial, start: int) -> bool:
    """Whether `rows` belong to the trial, and to its pairs from `start` on."""
    if rows.height < 2 or rows.height % 2 or dict(rows.schema) != schema(_ready(trial)[0]):
        return False
    told = _told(trial, start, rows.height)
    return rows.select(list(told)).equals(pl.DataFrame(told, schema={name: SCHEMA[name] for name in told}))


def _told(trial: Trial, start: int, matches: int) -> dict[str, Any]:
    """The columns that are known before a match is played."""
    first, second = trial.agents
    return {
        "game": [trial.game] * matches,
        "version": [__version__] * matches,
        "rules": [trial.rules()] * matches,
        "settings": [trial.settings_json()] * matches,
        "seed": [trial.seed] * matches,
        "pair": start + np.arange(matches) // 2,
        "swapped": [False, True] * (matches // 2),
        "agent_0": [first, second] * (matches // 2),
        "agent_1": [second, first] * (matches // 2),
    }


def _frame(trial: Trial, game: Game, memory: MatchMemory, start: int) -> pl.DataFrame:
    found = memory.watches
    columns: dict[str, Any] = _told(trial, start, found.shape[0]) | {
        "score_0": found["score"][:, 0],
        "score_1": found["score"][:, 1],
        "plies": found["plies"],
        "decisions_0": found["decisions"][:, 0],
        "decisions_1": found["decisions"][:, 1],
        "branching": _ratio(found["actions"], found["listed"]),
    }
    # polars sets up a query for each column given as a single value
    columns |= _judged(found) if trial.judged else dict.fromkeys(JUDGED, [None] * found.shape[0])
    for n, name in enumerate(watch.names(game.spec)):
        for seat in range(2):
            columns[f"{name}_{seat}"] = memory.counts[:, seat, n]
    return pl.DataFrame(columns, schema=schema(game), nan_to_null=True)


def _judged(found: Any) -> dict[str, Any]:
    """The JUDGED columns."""
    winner = np.sign(found["score"][:, 0] - found["score"][:, 1])
    return {
        "leads": found["leads"],
        "comeback": _of_winner(found["lowest"], winner),
        "settled": _of_winner((found["behind"] + 1) / found["plies"][:, None], winner),
        **{name: found[name] for name in JUDGED[3:]},
    }


def _ratio(total: Any, count: Any) -> Any:
    # NaN stands for null until the frame is built
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def _of_winner(values: Any, winner: Any) -> Any:
    return np.where(winner > 0, values[:, 0], np.where(winner < 0, values[:, 1], np.nan))
