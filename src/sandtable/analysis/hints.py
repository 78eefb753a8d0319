"""Hints for a player: what to play in a position, or how good a move is, judged from what that player knows.

A hint sees nothing but the player's view, and its random numbers are keyed by that view. So it reveals no secret and no
dice to come, and the same question always gets the same answer, unless the time runs out.
"""

from collections.abc import Callable
from functools import lru_cache
from math import ceil, floor, inf
from time import monotonic

import msgspec
import numpy as np

from sandtable.analysis.course import MOST_OPTIONS, worth_comparing
from sandtable.analysis.findings import SURE, Mark
from sandtable.analysis.judgement import AnalysisError, Judge, Sampler, Values, judge_of
from sandtable.analysis.ledger import Tally, tally
from sandtable.analysis.summing import certain, mark_of
from sandtable.authoring.spec import Plans
from sandtable.engine.game import Game, Position
from sandtable.search import policy

# seconds after which a hint makes do with what it has
SECONDS = 3.0
# the places of its random numbers (see `Sampler.chances`): for finding the best move, and for judging it afterwards
FINDING, JUDGING = 0, 1
# how many moves go on to each stage, and how many times the judge's samples each of them then gets; in the last stage, fresh
# samples compare the best move with the one in question
STAGES = ((10**6, 1), (6, 6), (2, 24))
LAST = 32
# maximum number of actions in a row
LONGEST = 64

Line = tuple[int, ...]


class HintFinding(msgspec.Struct, frozen=True):
    """What a hint has found: the best move, as actions to play in a row, and the chance to win after it, with its standard
    error. For a move in question, also what that costs in chance to win, with the standard error and the mark.
    """

    line: tuple[int, ...]
    chance: float
    chance_error: float
    loss: float = 0.0
    error: float = 0.0
    mark: Mark = ""


def why_not(game: Game) -> str:
    """A sentence on why there are no hints in a game; "" if there are."""
    spec = game.spec
    if game.agent_setup is not None or not spec.rules.zero_sum:
        return "There are no hints with these settings: nobody wins or loses."
    try:
        judge_of(game)
    except AnalysisError:
        return f"There are no hints in {spec.name}: the game declares neither an evaluation nor players that could play on."
    return ""


def hint(
    view: Position, asked: Line = (), seconds: float = SECONDS, cancelled: Callable[[], bool] = bool
) -> HintFinding:
    """What to play in the `view` of the seat to move, or how good it is to play the actions `asked`, of which the first is
    legal; found within about `seconds`, not counting what is worked out only once for a game with these settings.
    """
    return _Search(view, asked, seconds, cancelled).found()


class _Search:
    """Compares moves with the same worlds and the same luck, in stages with fewer moves and more samples."""

    def __init__(self, view: Position, asked: Line, seconds: float, cancelled: Callable[[], bool]) -> None:
        self._view, self._asked, self._cancelled = view, asked, cancelled
        self._seat = view.to_move
        self._judge, lean = _judged(view.game)
        self._end = monotonic() + seconds
        self._sampler = Sampler(view.game, self._judge, int(view.digest(), 16), lean)
        lines = _whole_actions(view) or [
            (action,) for action in worth_comparing(view, view, FINDING, self._sampler) or view.actions()
        ]
        self._tallies = {line: Tally() for line in ([asked] if asked else []) + lines}

    def found(self) -> HintFinding:
        """The finding, after all stages or as far as the time allows."""
        kept = list(self._tallies)
        for keep, times in STAGES:
            # a move dropped in an earlier stage may owe its mean to luck
            kept = sorted(kept, key=self._mean, reverse=True)[:keep]
            if self._asked and self._asked not in kept:
                kept.append(self._asked)
            self._compare(kept, times)
        return self._measured(max(kept, key=self._mean))

    def _compare(self, lines: list[Line], times: int) -> None:
        first = max(self._tallies[line].count for line in lines)
        for begun in range(first, first + times * self._judge.samples, self._judge.samples):
            if begun > 0 and self._late:
                return
            for line in lines:
                self._tallies[line].add(tally(self._chances(line, FINDING, begun)))

    def _measured(self, best: Line) -> HintFinding:
        chance, loss = Tally(), Tally()
        for begun in range(0, LAST * self._judge.samples, self._judge.samples):
            if begun > 0 and self._late:
                break
            values = self._chances(best, JUDGING, begun)
            chance.add(tally(values))
            if self._asked and self._asked != best:
                loss.add(tally(values - self._chances(self._asked, JUDGING, begun)))
        if not self._asked or self._asked == best:
            return HintFinding(best, chance.mean, chance.error, mark="good" if self._asked else "")
        measured = loss.mean, loss.error
        return HintFinding(
            best, chance.mean, chance.error, *measured, mark_of(*measured, certain([measured])[0])
        )

    def _chances(self, line: Line, place: int, first: int) -> Values:
        # what is suggested still has to be carried out by hand; what is asked about is done already
        performs = line != self._asked
        found = self._sampler.chances(
            self._view, place, first, self._judge.samples, line, self._seat, performs
        )
        return found if self._seat == 0 else 1.0 - found

    def _mean(self, line: Line) -> float:
        return self._tallies[line].mean if self._tallies[line].count else -inf

    @property
    def _late(self) -> bool:
        return self._cancelled() or monotonic() >= self._end


def _whole_actions(view: Position) -> list[Line]:
    """The most promising whole actions, if the game plans in these (see `search.policy`), each as far as no dice are
    rolled, and the actions that begin none; otherwise nothing.
    """
    plans = policy.plans(view.game.spec.players.policies)
    if plans is None:
        return []
    intents, values = plans.intents(view.game.setup, view.state)
    ranked = sorted(range(len(intents)), key=lambda i: -values[i])[:MOST_OPTIONS]
    lines = [_line_of(view, plans, intents[i]) for i in ranked]
    begun = {int(plans.begin(view.game.setup, view.state, intent)) for intent in intents}
    others = [(action,) for action in view.actions() if action not in begun]
    return list(dict.fromkeys([*lines, *others[:MOST_OPTIONS]])) if lines else []


def _line_of(view: Position, plans: Plans, intent: int) -> Line:
    setup, position, line = view.game.setup, view.copy(), list[int]()
    action = int(plans.begin(setup, position.state, intent))
    while action != policy.NO_ACTION and len(line) < LONGEST:
        line.append(action)
        if position.play(action).to_move != view.to_move:
            break
        action = int(plans.go_on(setup, position.state, intent))
    return tuple(line)


@lru_cache(maxsize=16)
def _judged(game: Game) -> tuple[Judge, float]:
    """A game's judge, and its lean with these settings (see `Judge`)."""
    judge = judge_of(game)
    return judge, Sampler(game, judge, 0).lean


def told(found: HintFinding, asked: bool) -> str:
    """A finding in words, with margins of two standard errors: without `asked`, the chance that the best move leaves."""
    if not asked:
        return chances_in_words(found.chance, found.chance_error)
    if found.mark == "good":
        return "Good: no clearly better move was found."
    loss, margin = round(100 * found.loss), _points(_margin(found.error))
    if found.mark:
        return (
            f"{found.mark.capitalize()}: it costs about {_points(loss)} of your chance to win (± {margin})."
        )
    if loss < 1:
        return "Not clearly different from the best move found."
    return f"Not clearly different: the best move found is about {_points(loss)} better (± {margin})."


def _points(count: int) -> str:
    return f"{count} point{'s' * (count != 1)}"


def _margin(error: float) -> int:
    """Two standard errors in points, rounded up."""
    return max(1, ceil(100 * SURE * error))


def chances_in_words(chance: float, error: float) -> str:
    """A chance to win as a number of matches in 100, with a margin of two standard errors."""
    count, margin = int(np.rint(100 * chance)), _margin(error)
    if count < 1:
        return f"Less than {ceil(100 * (chance + SURE * error)) or 1} in 100"
    if count > 99:
        return f"More than {min(99, floor(100 * (chance - SURE * error)))} in 100"
    return f"About {count} in 100 (± {margin})"
