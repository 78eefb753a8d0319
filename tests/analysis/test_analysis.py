"""The analysis of matches of tug of war, where everything that it estimates can be worked out exactly."""

from functools import cache, lru_cache
from itertools import pairwise
from math import hypot

import msgspec
import pytest

from sandtable.analysis.analysis import Analysis, work
from sandtable.analysis.judgement import AnalysisError, Judge, judge_of
from sandtable.analysis.ledger import Ledger
from sandtable.analysis.summing import mark_of
from sandtable.engine.game import Game
from sandtable.engine.match import Entry, Match
from sandtable.lab.run import replays
from sandtable.lab.run import trial as trials
from sandtable.lab.run.backends import Serial
from tests.fixtures.tug.declaration import SPEC as TUG
from tests.fixtures.tug.rules import END, GENTLE, HARD, PULLS, ROLL

GAME = Game(TUG)
HOLDS = 0.75


class Backwards(Serial):
    """Carries out the work in another order, as several processes may."""

    def map(self, function, items):
        """See `Serial`."""
        yield from reversed(list(super().map(function, items)))


@cache
def chance(rope, pulls, mover):
    """The exact chance of seat 0 before a pull if both sides pull at random, as the judge does."""
    if abs(rope) >= END or pulls == PULLS:
        return 0.5 if abs(rope) < END else float(rope > 0)
    ways = (GENTLE,) if (rope if mover == 0 else -rope) == END - 1 else (GENTLE, HARD)
    return sum(pulled(rope, pulls, mover, force) for force in ways) / len(ways)


def pulled(rope, pulls, mover, force):
    """The exact chance of seat 0 once `mover` pulls and is about to roll."""
    way = 1 if mover == 0 else -1
    held, slipped = rope + way * (force + 1), rope - way
    return HOLDS * chance(held, pulls + 1, 1 - mover) + (1 - HOLDS) * chance(slipped, pulls + 1, 1 - mover)


def exact(state):
    """The exact chance of seat 0 in a state."""
    rope, pulls = int(state.rope), int(state.pulls)
    if state.to_move == -1:
        return pulled(rope, pulls, int(state.side), int(state.force))
    return chance(rope, pulls, int(state.to_move))


@lru_cache
def analysed(seed=1, rounds=3, luck=0):
    """The analysis of a random match after some rounds."""
    match = replays.match_of(trials.make(GAME, ("random", "random"), seed, False), 0, False)
    analysis = Analysis(match, seed=luck)
    work(analysis, Serial(), 0.0, rounds)
    return analysis


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_start_luck_and_skill_add_up_to_the_result(seed):
    found = analysed(seed, 1).findings()
    for side, other in (found.sides, found.sides[::-1]):
        assert side.start + side.luck + side.skill == pytest.approx(side.result, abs=1e-12)
        assert side.average_luck == pytest.approx(side.start + side.skill, abs=1e-12)
        assert (side.luck, side.skill, side.start) == pytest.approx(
            (-other.luck, -other.skill, 1 - other.start)
        )
    assert found.sides[0].luck == pytest.approx(sum(throw.luck for throw in found.throws), abs=1e-5)


def test_the_curve_and_the_luck_are_the_exact_ones_within_their_errors():
    analysis = analysed()
    found, positions = analysis.findings(), analysis.course.positions
    truth = [exact(position.state) for position in positions]
    assert len(found.points) == len(positions) == analysis.match.ply + 1
    for point, there in zip(found.points, truth, strict=True):
        assert abs(point.chance - there) < 4.5 * point.error + 1e-3
        # nothing is hidden, though the rules say how to hide it
        assert point.known is None or abs(point.known - there) < 6.0 * point.error
    for throw in found.throws:
        assert throw.exact
        assert abs(throw.luck - (truth[throw.ply + 1] - truth[throw.ply])) < 4.5 * throw.error + 1e-3
    luck = sum(truth[throw.ply + 1] - truth[throw.ply] for throw in found.throws)
    assert abs(found.sides[0].luck - luck) < 4.5 * found.sides[0].luck_error


def test_what_a_decision_cost_is_found():
    analysis = analysed()
    gentle = 0
    for one in analysis.findings().decisions:
        state = analysis.course.positions[one.ply].state
        rope, pulls = int(state.rope), int(state.pulls)
        worths = [pulled(rope, pulls, one.seat, force) for force in (GENTLE, HARD)]
        cost = (worths[HARD] - worths[one.action]) * (1 if one.seat == 0 else -1)
        assert abs(one.loss - cost) < 4.5 * one.error + 0.01
        assert one.candidates == 2
        assert (one.loss_in_truth is None) == (one.loss == 0.0)
        assert abs((one.loss_in_truth or 0.0) - cost) < 6.0 * one.error + 0.01
        if one.action == GENTLE and cost > 0.05:
            gentle += 1
            assert (one.best, one.best_text) == (HARD, "pull with force 1")
            assert one.mark in ("mistake", "blunder")
        if one.action == HARD:
            assert (one.best, one.loss, one.mark) == (HARD, 0.0, "good")
    assert gentle > 0


def test_other_luck_finds_the_same_costly_decisions():
    first, second = (
        {one.ply: one.loss for one in analysed(luck=luck).findings().decisions} for luck in (0, 5)
    )
    costly = {ply for ply, loss in first.items() if loss >= 0.08}
    assert costly
    assert costly <= {ply for ply, loss in second.items() if loss >= 0.05}


def test_the_order_of_the_work_changes_nothing():
    analysis = Analysis(analysed().match)
    work(analysis, Backwards(), 0.0, 3)
    assert analysis.findings() == analysed().findings()


def test_a_stopped_analysis_resumes_where_the_last_round_ended():
    analysis = Analysis(analysed().match)
    work(analysis, Serial(), 0.0, 2)
    kept = msgspec.json.encode(analysis.ledger)
    going = analysis.rounds(Serial())
    for _ in range(3):
        done, total = next(going)
        assert done < total
    going.close()
    # what the third round had done is dropped
    assert msgspec.json.encode(analysis.ledger) == kept
    resumed = Analysis(analysis.match, ledger=msgspec.json.decode(kept, type=Ledger))
    work(resumed, Serial(), 0.0, 3)
    assert resumed.findings() == analysed().findings()


def test_the_findings_can_be_read_back():
    found = analysed().findings()
    assert msgspec.json.decode(msgspec.json.encode(found), type=type(found)) == found


def test_time_that_is_too_short_is_enough_for_one_round():
    analysis = Analysis(analysed().match)
    told = []
    work(analysis, Serial(), 0.0, progress=lambda done, total: told.append((done, total)))
    assert analysis.ledger.rounds == 1
    assert all(done < total for done, total in told[:-1])
    assert told[-1][0] == told[-1][1]


def ended(*moves, resigned=None):
    """A match in which the rope is pulled like this and every roll holds, and which `resigned` may give up."""
    made = Match(GAME, b"", dice=(1, 2))
    for move in moves:
        for action in (move, ROLL + 3):
            made.extend(
                [made.next_entries(made.to_move, action)[0]] if action < ROLL else [_rolled(made, action)]
            )
    if resigned is not None:
        made.extend([made.resign_entry(resigned)])
    return made


def _rolled(match, action):
    return Entry(len(match.entries) + 1, "outcome", -1, action)


def test_a_resignation_is_a_decision():
    match = ended(HARD, GENTLE, resigned=0)
    analysis = Analysis(match)
    work(analysis, Serial(), 0.0, 3)
    found = analysis.findings()
    last, there = found.decisions[-1], exact(match.position.state)
    assert (last.seat, last.text, last.best_text, last.mark) == (0, "Resign", "Play on", "blunder")
    assert abs(last.loss - there) < 4.5 * last.error
    assert found.costliest[0] == match.ply
    assert found.points[-1].chance == 0.0
    assert sum((found.sides[0].start, found.sides[0].luck, found.sides[0].skill)) == pytest.approx(
        0.0, abs=1e-12
    )


def test_the_turning_point_helped_the_winner():
    analysis = analysed()
    found = analysis.findings()
    truth = [exact(position.state) for position in analysis.course.positions]
    sign = 1 if found.score[0] > 0 else -1
    steps = [sign * (after - before) for before, after in pairwise(truth)]
    assert found.turning is not None
    assert steps[found.turning.ply] > max(steps) - 0.03
    assert found.turning.gain == pytest.approx(steps[found.turning.ply], abs=0.03)


@pytest.mark.parametrize(
    ("loss", "error", "mark"),
    [
        (0.0, 0.0, "good"),
        (0.01, 0.004, "good"),
        (0.01, 0.006, ""),
        (0.03, 0.01, "inaccuracy"),
        (0.03, 0.02, ""),
        (0.06, 0.01, "mistake"),
        (0.3, 0.14, "blunder"),
        (0.3, 0.16, ""),
    ],
)
def test_a_mark_must_exceed_its_error(loss, error, mark):
    assert mark_of(loss, error) == mark


def test_what_cannot_be_analysed_is_said():
    running = Match(GAME, b"", dice=(1, 2))
    with pytest.raises(AnalysisError, match="still going on"):
        Analysis(running)
    with pytest.raises(AnalysisError, match="Nobody made a decision"):
        Analysis(ended(resigned=0))
    with pytest.raises(ValueError, match="cannot judge positions quickly enough"):
        judge_of(GAME, 0)


def test_errors_of_independent_sums_add_in_squares():
    found = analysed().findings()
    assert found.sides[0].luck_error == pytest.approx(
        hypot(*(throw.error for throw in found.throws)), rel=1e-3
    )
    assert judge_of(GAME) == Judge()
