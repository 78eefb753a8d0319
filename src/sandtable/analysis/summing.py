"""Computes the findings of an analysis from its ledger."""

from collections.abc import Callable, Sequence
from functools import cached_property
from math import erfc, fsum, hypot, sqrt

import msgspec

from sandtable.analysis import turning
from sandtable.analysis.course import Course, Deed
from sandtable.analysis.findings import (
    FORMAT,
    SURE,
    DecisionFinding,
    Findings,
    Mark,
    Point,
    Side,
    Throw,
    TurningPoint,
)
from sandtable.analysis.judgement import Judge
from sandtable.analysis.ledger import ChoiceTally, Ledger
from sandtable.analysis.verdict import verdict
from sandtable.authoring.records import SPECTATOR
from sandtable.engine.match import Match
from sandtable.lab.statistics import stats

# losses from which a decision that certainly cost something is an inaccuracy, a mistake or a blunder; one whose loss is
# below the least by SURE standard errors is good
THRESHOLDS: tuple[tuple[float, Mark], ...] = ((0.10, "blunder"), (0.05, "mistake"), (0.02, "inaccuracy"))
# the chance that any decision of a match is called certain to have cost something though it did not
LEVEL = 0.05
COSTLIEST = 5
DIGITS = 6
RESIGNS, PLAYS_ON = "Resign", "Play on"
# in place of an action
RESIGNATION = -1
# a ply, what was done there, and what would have been better -> why
Why = Callable[[int, tuple[int, ...], tuple[int, ...]], str]


def mark_of(loss: float, error: float, certain: bool) -> Mark:
    """The mark of a decision, which is blamed only if it is `certain` that it cost something."""
    for least, mark in THRESHOLDS:
        if loss >= least:
            return mark if certain else ""
    return "good" if loss + SURE * error < THRESHOLDS[-1][0] else ""


def certain(losses: Sequence[tuple[float, float]]) -> list[bool]:
    """Which of these losses, each with its error, are certainly above 0, however many there are (Holm's correction)."""
    return [chance <= LEVEL for chance in stats.holm([_chance_of(*one) for one in losses])]


def _chance_of(loss: float, error: float) -> float:
    """The p-value of a loss."""
    if loss <= 0.0:
        return 1.0
    return erfc(loss / error / sqrt(2.0)) if error > 0.0 else 0.0


def named(match: Match) -> tuple[str, str]:
    """The names of the players, with their sides if both are the same."""
    (first, second), sides = match.seats, match.game.spec.presentation.sides
    return (first, second) if first != second else (f"{first} ({sides[0]})", f"{second} ({sides[1]})")


class MatchSummary:
    """What a ledger says about a match."""

    def __init__(self, match: Match, course: Course, ledger: Ledger, judge: Judge) -> None:
        self.match, self.course, self.ledger = match, course, ledger
        self.bias = judge.calibration.bias if judge.calibration is not None else 0.0
        self._secret = match.game.spec.secret
        self.names = named(match)
        first, second = match.score
        self.result = 1.0 if first > second else 0.0 if first < second else 0.5

    def findings(self, why: Why | None = None) -> Findings:
        """All the findings; `why` explains the costliest decisions (see `reasons.Reasons.why`)."""
        costliest = {one.ply for one in self._costliest()}
        decisions = [
            msgspec.structs.replace(one, why=why(one.ply, *self._leads(one.ply)))
            if why is not None and one.ply in costliest and one.action != RESIGNATION
            else one
            for one in self.decisions
        ]
        return Findings(
            format=FORMAT,
            game=self.match.game.id,
            level=self.ledger.level,
            seed=self.ledger.seed,
            rounds=self.ledger.rounds,
            playouts=self.ledger.playouts,
            names=self.names,
            score=self.match.score,
            points=self.points(),
            decisions=decisions,
            throws=self.throws,
            sides=(self.side(0), self.side(1)),
            costliest=[one.ply for one in self._costliest()],
            turning=self.turning(),
        )

    @cached_property
    def chances(self) -> list[tuple[float, float]]:
        """The chance of seat 0 at each position, with its error, and at the end its result.

        Where chance is to move it is the chance after the outcome minus its luck, so that luck adds up exactly.
        """
        ledger, found = self.ledger, [(self.result, 0.0)]
        if self.match.resigned is not None:
            found.append(self._sampled(self.course.ply))
        for ply in range(self.course.ply - 1, -1, -1):
            after, error = found[-1]
            throw = ledger.throws.get(ply)
            if throw is not None:
                found.append((after - throw.luck, hypot(error, throw.error)))
            else:
                found.append(self._sampled(ply) if ply in ledger.truth else (after, error))
        return found[::-1]

    def _sampled(self, ply: int) -> tuple[float, float]:
        known = self.ledger.truth[ply]
        return known.mean, known.error

    def points(self) -> list[Point]:
        """The curve."""
        return [
            Point(
                ply,
                self.course.positions[ply].to_move if ply < len(self.course.positions) else -2,
                _rounded(min(1.0, max(0.0, chance))),
                _rounded(error),
                _rounded(self.ledger.known[ply].mean) if ply in self.ledger.known else None,
            )
            for ply, (chance, error) in enumerate(self.chances)
        ]

    @cached_property
    def throws(self) -> list[Throw]:
        """The throws, in order."""
        return [
            Throw(deed.ply, self._said(deed.ply), _rounded(one.luck), _rounded(one.error), one.exact)
            for deed in self.course.throws
            for one in [self.ledger.throws[deed.ply]]
        ]

    @cached_property
    def decisions(self) -> list[DecisionFinding]:
        """The decisions, in order, and a resignation as the last."""
        made = [self._decision(deed, self.ledger.choices[deed.ply]) for deed in self.course.decisions]
        if self.match.resigned is not None:
            made.append(self._resignation(self.match.resigned))
        return made

    @cached_property
    def _losses(self) -> dict[int, tuple[float, float]]:
        """What each decision cost according to fresh samples, with its error; chance may make it negative."""
        found = {deed.ply: self.ledger.choices[deed.ply] for deed in self.course.decisions}
        losses = {
            ply: (one.fresh.mean, one.fresh.error) if one.best else (0.0, 0.0) for ply, one in found.items()
        }
        if self.match.resigned is not None:
            chance, error = self._known(self.course.ply)
            losses[self.course.ply] = (chance if self.match.resigned == 0 else 1.0 - chance, error)
        return losses

    @cached_property
    def _certain(self) -> dict[int, bool]:
        """Whether each decision certainly cost something."""
        return dict(zip(self._losses, certain(list(self._losses.values())), strict=True))

    def _decision(self, deed: Deed, choice: ChoiceTally) -> DecisionFinding:
        position = self.course.positions[deed.ply]
        seen = position.view(deed.seat)
        measured, error = self._losses[deed.ply] if choice.best else choice.gap()
        loss = max(0.0, measured) if choice.best else 0.0
        best = choice.options[choice.best].lead[0] if loss > 0.0 else deed.action
        in_truth = _rounded(choice.truth.mean) if self._secret and loss > 0.0 else None
        return DecisionFinding(
            ply=deed.ply,
            seat=deed.seat,
            phase=position.phase,
            text=seen.says(deed.seat, deed.action),
            action=deed.action,
            best=best,
            best_text=seen.says(deed.seat, best),
            loss=_rounded(loss),
            error=_rounded(error),
            mark=mark_of(measured, error, self._certain[deed.ply]),
            loss_in_truth=in_truth,
            candidates=len({option.lead[0] for option in choice.options}),
        )

    def _leads(self, ply: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What the seat did at a decision, and the best that was found."""
        choice = self.ledger.choices[ply]
        return choice.options[choice.own].lead, choice.options[choice.best].lead

    def _resignation(self, seat: int) -> DecisionFinding:
        ply = self.course.ply
        loss, error = self._losses[ply]
        truth = self.chances[ply][0]
        in_truth = (truth if seat == 0 else 1.0 - truth) if self._secret else None
        return DecisionFinding(
            ply=ply,
            seat=seat,
            phase=self.course.positions[ply].phase,
            text=RESIGNS,
            action=RESIGNATION,
            best=RESIGNATION,
            best_text=PLAYS_ON,
            loss=_rounded(loss),
            error=_rounded(error),
            mark=mark_of(loss, error, self._certain[ply]),
            loss_in_truth=None if in_truth is None else _rounded(in_truth),
            candidates=2,
        )

    def _known(self, ply: int) -> tuple[float, float]:
        """The chance of seat 0 as the seat that decided could know it, with its error."""
        known = self.ledger.known.get(ply)
        return self.chances[ply] if known is None else (known.mean, known.error)

    def side(self, seat: int) -> Side:
        """How a seat did."""
        (start, doubt), throws = (
            self.chances[0],
            [self.ledger.throws[deed.ply] for deed in self.course.throws],
        )
        sign, result = 1.0, self.result
        if seat == 1:
            sign, result, start = -1.0, 1.0 - result, 1.0 - start
        luck, luck_error = (
            sign * fsum(throw.luck for throw in throws),
            hypot(*(throw.error for throw in throws)),
        )
        own = [one for one in self.decisions if one.seat == seat]
        losses = [self._losses[one.ply] for one in own]
        side = Side(
            name=self.names[seat],
            start=start,
            luck=luck,
            luck_error=_rounded(luck_error),
            skill=result - start - luck,
            skill_error=_rounded(hypot(doubt, luck_error)),
            result=result,
            average_luck=result - luck,
            loss=_rounded(max(0.0, fsum(loss for loss, _ in losses))),
            decisions=len(own),
            marks={mark: sum(one.mark == mark for one in own) for _, mark in THRESHOLDS},
            verdict="",
            loss_error=_rounded(hypot(*(error for _, error in losses))),
        )
        return verdict(side, self.names[1 - seat], self.bias)

    def _costliest(self) -> list[DecisionFinding]:
        """The decisions that certainly cost most; of several that a side made in a row, only the costliest."""
        sure = [one for one in self.decisions if self._certain[one.ply]]
        found: dict[int, DecisionFinding] = {}
        for one in sorted(sure, key=lambda one: (-one.loss, one.ply)):
            found.setdefault(self.course.began(one.ply), one)
        return list(found.values())[:COSTLIEST]

    def turning(self) -> TurningPoint | None:
        """The decision that seems to have helped the winner most; None if nobody won, or if none clearly helped."""
        if self.result == 0.5:
            return None
        found = turning.of_curve(self.match, (True, True), int(self.result == 0.0), self.chances)
        if found is None:
            return None
        (before, after), gain = found
        text = " ".join(self._said(ply) for ply in range(before, min(after, before + turning.LINES)))
        return TurningPoint(before, self.course.positions[before].to_move, _rounded(gain), text)

    def _said(self, ply: int) -> str:
        """What the log says about what was done at a position."""
        match = self.match
        return match.lines(SPECTATOR)[match.number_of(ply + 1) - 1].told.text


def _rounded(value: float) -> float:
    return round(value, DIGITS)
