"""The analysis of matches of tug of war, where everything that it estimates can be worked out exactly."""

import re
from functools import cache, lru_cache
from itertools import pairwise
from math import hypot

import msgspec
import pytest

from sandtable.analysis import turning
from sandtable.analysis.analysis import MOST, Analysis, work
from sandtable.analysis.judgement import AnalysisError, Judge, judge_of
from sandtable.analysis.ledger import ChoiceTally, Ledger, OptionTally, Tally, kept
from sandtable.analysis.reasons import Reasons
from sandtable.analysis.summing import MatchSummary, certain, mark_of
from sandtable.analysis.telling import lines
from sandtable.analysis.verdict import verdict
from sandtable.analysis.work import sampler_of
from sandtable.engine.game import Game
from sandtable.engine.match import Entry, Match
from sandtable.lab.run import replays
from sandtable.lab.run import trial as trials
from sandtable.lab.run.backends import Serial
from sandtable.search import policy
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


@pytest.mark.parametrize("seed", range(3, 6))
def test_reasons_are_the_chances_and_what_happens_more_often(seed):
    analysis = Analysis(replays.match_of(trials.make(GAME, ("random", "random"), seed, False), 0, False))
    reasons = Reasons(analysis.course, sampler_of(analysis.job), ("Ada", "Bo"))
    rules = "As played: pulls 1 in 75 % of cases. Better: pulls 2 in 75 % of cases."
    # a hard pull from here wins at once if it holds; after a gentle one, the other side always pulls
    deed = next(
        deed
        for deed in analysis.course.decisions
        if analysis.course.positions[deed.ply].state.rope == (END - 2) * (1 - 2 * deed.seat)
    )
    found = re.fullmatch(
        rf"Within the next 30 moves, {('Ada', 'Bo')[1 - deed.seat]} pulls at least once in 100 % of playouts as played, "
        r"and in (\d+) % after the better choice\.",
        reasons.why(deed.ply, (GENTLE,), (HARD,)),
    )
    assert found is not None
    assert abs(int(found[1]) - 25) < 16
    # the same again needs no reason, and a difference that speaks for the choice made is none
    assert reasons.why(deed.ply, (GENTLE,), (GENTLE,)) == ""
    assert " pulls in " not in reasons.why(deed.ply, (HARD,), (GENTLE,))
    # at the start it makes little difference how one pulls: all that can be said is what the rules say
    assert reasons.why(0, (GENTLE,), (HARD,)) == rules


def test_only_the_costliest_decisions_are_explained():
    analysis = analysed()
    found, bare = analysis.findings(), analysis.findings(explained=False)
    assert found.costliest
    assert {one.ply for one in found.decisions if one.why} == set(found.costliest)
    assert not any(one.why for one in bare.decisions)
    said = "\n".join(lines(found))
    assert all(one.why in said for one in found.decisions)


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


def test_a_round_does_about_twice_the_work_of_the_one_before():
    analysis = Analysis(analysed().match)
    work, before = [], 0
    for done, total in analysis.rounds(Serial()):
        if done == total:
            work.append(analysis.ledger.playouts - before)
            before = analysis.ledger.playouts
            # so the progress that was shown was about right
            assert 0.5 < total / work[-1] < 2.0
            if len(work) == 4:
                break
    assert all(1.2 < after / before < 2.2 for before, after in pairwise(work))


class Watching(Serial):
    """Keeps the parts of the work."""

    def __init__(self):
        self.parts = []

    def map(self, function, items):
        """See `Serial`."""
        self.parts += items
        return super().map(function, items)


def test_workers_share_large_tasks():
    watching = Watching()
    work(Analysis(analysed().match), watching, 0.0, 4)
    samples = Judge().samples
    assert max(task.samples for part in watching.parts for task in part) == MOST * samples
    large = [part for part in watching.parts for task in part if task.samples == MOST * samples]
    assert len(large) > 10
    assert all(sum(task.samples == MOST * samples for task in part) == 1 for part in large)


def test_a_ledger_of_another_version_is_not_continued():
    made = msgspec.json.encode(analysed().ledger)
    assert kept(made) == analysed().ledger
    assert kept(made.replace(b'"beyond"', b'"other"')) is None


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


@pytest.mark.parametrize("seed", range(1, 7))
def test_the_turning_point_is_the_decision_that_helped_the_winner_most(seed):
    # a roll follows every pull, so it belongs to none
    analysis = analysed(seed)
    found = analysis.findings()
    if found.score[0] == 0.0:
        assert found.turning is None
        return
    sign = 1 if found.score[0] > 0 else -1
    curve = [sign * point.chance for point in found.points]
    gains = {one.ply: curve[one.ply + 1] - curve[one.ply] for one in found.decisions}
    # by no more than its error, a gain is none
    errors = {ply: 2.0 * hypot(found.points[ply].error, found.points[ply + 1].error) for ply in gains}
    clear = {ply: gain for ply, gain in gains.items() if gain > max(0.05, errors[ply])}
    if found.turning is None:
        assert not clear
        return
    best = max(clear, key=clear.__getitem__)
    assert (found.turning.ply, found.turning.seat) == (best, analysis.course.positions[best].to_move)
    assert found.turning.gain == pytest.approx(gains[best], abs=1e-5)
    truth = [exact(analysis.course.positions[ply].state) for ply in (best, best + 1)]
    assert abs(found.turning.gain - sign * (truth[1] - truth[0])) < 2.25 * errors[best]


def test_a_move_before_a_resignation_may_be_the_turning_point():
    # each pull is worth more than the one before it, and the last one made the other side give up
    analysis = Analysis(ended(GENTLE, GENTLE, HARD, GENTLE, HARD, resigned=1))
    last = analysis.course.decisions[-1].ply
    curve = [(0.5 + 0.01 * ply, 0.001) for ply in range(analysis.course.ply + 1)]
    curve[last + 1] = curve[last + 2] = (0.9, 0.001)
    found = turning.of_curve(analysis.match, (True, True), 0, [*curve, (1.0, 0.0)])
    assert found is not None
    assert found[0].before == last


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
    assert mark_of(loss, error, *certain([(loss, error)])) == mark


def test_only_a_decision_that_stands_out_among_many_is_blamed():
    rest = [(0.0, 0.0)] * 99
    assert certain([(0.06, 0.02), *rest[:9]])[0]
    assert not any(certain([(0.06, 0.02), *rest]))
    assert certain([(0.08, 0.02), *rest]) == [True, *[False] * 99]


def spread(mean, width=0.5, count=101):
    """Samples around a mean."""
    return Tally(count, count * mean, count * (mean**2 + width**2))


def altered(change):
    """The summary of the analysed match after `change(choice)` of all that is known about its decisions, in order."""
    analysis = analysed()
    ledger = msgspec.json.decode(msgspec.json.encode(analysis.ledger), type=Ledger)
    for number, ply in enumerate(sorted(ledger.choices)):
        change(number, ledger.choices[ply])
    return MatchSummary(analysis.match, analysis.course, ledger, Judge())


def test_a_decision_without_anything_better_is_never_blamed():
    # another option looks better over all stages, but it did not lead before the last one
    def change(_, choice):
        choice.best, choice.fresh, choice.options[1].better = 0, Tally(), spread(0.3)

    decisions = altered(change).findings().decisions
    assert {(one.loss, one.mark) for one in decisions} == {(0.0, "")}


def test_a_gap_has_the_error_of_the_difference_that_it_is():
    # going on as the seat really did is better than the choice alone, so others are compared with that
    options = [
        OptionTally((GENTLE,), Tally(101), spread(-0.3)),
        OptionTally((GENTLE, GENTLE), spread(0.3), Tally(101)),
        OptionTally((HARD,), spread(0.5, 2.0), spread(0.2, 0.1)),
    ]
    choice = ChoiceTally(options, whole=True)
    assert (choice.own, choice.leader()) == (1, 2)
    assert choice.gap() == pytest.approx((0.2, 0.01))


def test_what_decisions_cost_in_all_is_no_sum_of_clipped_noise():
    def change(number, choice):
        choice.best, choice.fresh = 1, spread(0.04 if number % 4 < 2 else -0.04)

    found = altered(change).findings()
    assert sum(one.loss for one in found.decisions) > 0.1
    for side in found.sides:
        assert side.loss <= 0.041
        assert side.loss_error == pytest.approx(0.05 * side.decisions**0.5, rel=1e-3)
        assert not side.costs
    assert "on average" not in "\n".join(lines(found)).replace("average luck", "")

    def costly(_, choice):
        choice.best, choice.fresh = 1, spread(0.04, 0.1)

    found = altered(costly).findings()
    for side, line in zip(found.sides, lines(found)[3:], strict=False):
        assert side.loss == pytest.approx(0.04 * side.decisions)
        error = 100 * side.loss_error / side.decisions
        assert f"which cost 4.00 ± {error:.2f} points each on average; luck" in line


def test_a_verdict_claims_nothing_within_the_bias_of_its_judge():
    side = msgspec.structs.replace(
        analysed().findings().sides[0],
        name="Ann",
        skill=0.02,
        skill_error=0.002,
        luck=-0.02,
        luck_error=0.002,
    )
    assert verdict(side, "Bob", 0.0).verdict == "Ann outplayed Bob by 2 points and was unlucky by 2."
    for bias in (0.025, -0.025):
        assert (
            verdict(side, "Bob", bias).verdict
            == "Ann played about as well as Bob and had about average luck."
        )


def test_an_option_that_is_proposed_twice_is_compared_once(monkeypatch):
    def propose(setup, view, seat, out):
        out[:3] = HARD, GENTLE, HARD
        return 3

    monkeypatch.setattr(policy, "proposes", lambda policies: True)
    monkeypatch.setattr(policy, "propose", propose)
    course = analysed().course
    ply = next(deed.ply for deed in course.decisions if deed.action == GENTLE)
    assert course.others(ply, sampler_of(analysed().job)) == [HARD]


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
