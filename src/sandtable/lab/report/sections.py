"""The parts of a report, each with its figures, its charts and what was found, from what was measured.

A part says what is measured and how; a finding is one sentence with its interval. `act` marks what a designer could act upon.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import polars as pl

from sandtable.lab.report.document import Bar, Chart, Finding, Section
from sandtable.lab.report.experiments import Measured, Step
from sandtable.lab.statistics import metrics
from sandtable.lab.statistics.stats import Figure, elo
from sandtable.lab.statistics.wording import PERCENT, capital, listed, number, said

# an advantage of a seat that is worth a sentence, in scores
MATTERS = 0.02
EVEN = 0.5
# draws, and the part of a match after which it is decided, that one would not want
MANY_DRAWS, SETTLED_EARLY = 0.1, 0.4
# a long match is this many times the median
LONG = 2.5
# within this of one half, with certainty, a seat is no advantage
CLOSE = 0.05
# the score of a level against the one below under which there is hardly anything to learn
SHALLOW = 0.55


ABOUT_BALANCE = (
    "The score is the share of won matches, a draw counting half. The two matches of a pair have the same dice and the players "
    "change seats, so an advantage shown here is one of the seat and not of a player or of luck."
)
ABOUT_LENGTH = (
    "A decision is a moment at which a side had more than one action. Quantiles are of single matches, their intervals by "
    "ranks. Choices are counted where all actions can be listed."
)
ABOUT_DRAMA = (
    "Who is ahead is told by the same quick judgement, from −1 to 1, after every action and every die. "
    f"Clearly behind is −{abs(metrics.BEHIND):.1f} or worse."
)
ABOUT_LUCK = (
    "The computer players of the game judge quickly who stands better, from −1 (lost) to 1 (won). Luck is how much better than "
    "expected the outcomes of chance were by this judgement, added up over a match; those too many to list are left out. "
    "Between equal players a good deal of luck is no fault: what better play can do against it stands under “How much there "
    "is to learn”."
)
UNMOVED = " Decisions by themselves do not move this judgement here, so the share of luck in its swings would say nothing."
ABOUT_DEPTH = (
    "Each level of the computer plays the one below with equal dice and seats swapped. What a better player scores against a "
    "weaker one is how much there is to learn. Elo points add these scores up, as for players of chess: 200 of them are a "
    "score of 76\u00a0%."
)


@dataclass(frozen=True)
class Part:
    """A section with its findings."""

    section: Section
    findings: Sequence[Finding]


def balance(measured: Measured, sides: Sequence[str]) -> Part:
    """Who wins: the seat that begins, and either side whoever plays it."""
    first = metrics.first_advantage(measured.rows)
    side = metrics.seat_advantage(measured.rows)
    drawn = metrics.draws(measured.rows)
    seats = _seats(first, side, sides)
    findings = [_seat_finding(figure, subject, other, drawn) for figure, subject, other in seats]
    figures = [replace(figure, name=f"{subject} scores") for figure, subject, _ in seats]
    bars = [_bar(figure, subject) for figure, subject, _ in seats]
    chart = Chart("intervals", "Who scores", "score", bars, EVEN, True)
    return Part(
        Section("balance", "Who wins", ABOUT_BALANCE, [*figures, drawn], [chart]), [*findings, _draws(drawn)]
    )


def _draws(drawn: Figure) -> Finding:
    text = f"{said(drawn)} of all matches are drawn."
    if drawn.low > MANY_DRAWS:
        return Finding(text, "balance", True, 50 * drawn.value, drawn.n)
    if drawn.value == 0.0:
        most = number(100 * drawn.high, 100 * drawn.high)
        text = f"None of {2 * drawn.n:,} matches was drawn: draws are {most}{PERCENT} of all at most."
    return Finding(text, "balance", False, 0.5, drawn.n)


def _seats(first: Figure | None, side: Figure, sides: Sequence[str]) -> list[tuple[Figure, str, str]]:
    seats = [] if first is None else [(first, "Going first", "Going second")]
    return [*seats, (side, f"Playing {sides[0]}", f"Playing {sides[1]}")]


def _seat_finding(figure: Figure, subject: str, other: str, drawn: Figure) -> Finding:
    ahead, better = (figure, subject) if figure.value >= EVEN else (_turned(figure), other)
    verb, rest = ("scores", ", a draw counting half") if drawn.value else ("wins", " of all matches")
    if ahead.low > EVEN:
        weight = 100 * (ahead.value - EVEN)
        text = f"{better} {verb} {said(ahead)}{rest}."
        return Finding(text, "balance", ahead.value - EVEN >= MATTERS, weight, figure.n)
    text = f"More pairs are needed to tell whether {_small(subject)} is an advantage: it {verb} {said(figure)}{rest}."
    if ahead.high <= EVEN + CLOSE:
        text = f"{subject} is no advantage that shows: it {verb} {said(figure)}{rest}."
    return Finding(text, "balance", False, 1.0, figure.n)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _turned(figure: Figure) -> Figure:
    return Figure(figure.name, 1 - figure.value, 1 - figure.high, 1 - figure.low, figure.n, figure.unit)


def _bar(figure: Figure, label: str = "") -> Bar:
    return Bar(label or figure.name, figure.value, figure.low, figure.high)


def _histogram(
    title: str, axis: str, values: Sequence[float], line: float | None = None, percent: bool = False
) -> Chart:
    marks = [Bar("", float(count), low, high) for low, high, count in metrics.histogram(values)]
    return Chart("histogram", title, axis, marks, line, percent)


def _numbers(rows: pl.DataFrame, value: pl.Expr) -> list[float]:
    return rows.select(value.cast(pl.Float64).alias("v")).drop_nulls()["v"].to_list()


def length(measured: Measured) -> Part:
    """How long a match is, and how much there is to choose from."""
    rows = measured.rows
    figures = [*metrics.length(rows), *metrics.known(metrics.branching(rows)), metrics.plies(rows)]
    short, middle, long = figures[1:4]
    text = (
        f"A match takes {number(middle.value, 99)} decisions of both sides together (median, "
        f"{number(middle.low, 99)} to {number(middle.high, 99)}); nine of ten take {number(short.value, 99)} to "
        f"{number(long.value, 99)}."
    )
    findings = [Finding(text, "length", False, 0.8, middle.n)]
    if long.value > LONG * middle.value:
        text = (
            f"One match in twenty takes {number(long.value, 99)} decisions or more, "
            f"{long.value / middle.value:.1f} times as many as the median."
        )
        findings.append(Finding(text, "length", True, 5.0, long.n))
    decisions = _numbers(rows, pl.col("decisions_0") + pl.col("decisions_1"))
    chart = _histogram("Decisions in a match", "decisions a match", decisions, middle.value)
    return Part(Section("length", "How long it takes", ABOUT_LENGTH, figures, [chart]), findings)


def drama(measured: Measured) -> Part:
    """Whether a match stays open: changes of the lead, comebacks, when it is settled."""
    rows = measured.rows
    settled, comebacks, leads = metrics.settled(rows), metrics.comebacks(rows), metrics.lead_changes(rows)
    text = f"The lead changes sides {said(leads)} times in a match."
    findings = [Finding(text, "drama", False, 0.6, leads.n)]
    charts = [
        _histogram("Changes of the lead in a match", "changes of the lead", _numbers(rows, pl.col("leads")))
    ]
    if settled is not None:
        early = settled.high < SETTLED_EARLY
        text = f"The winner is ahead for good after {said(settled)} of a match" + (
            "; the rest is played out." if early else "."
        )
        weight = 100 * (SETTLED_EARLY - settled.value) if early else 0.7
        findings.append(Finding(text, "drama", early, weight, settled.n))
        title = "When the winner is ahead for good"
        charts.append(
            _histogram(title, "share of the match played", _numbers(rows, pl.col("settled")), None, True)
        )
    if comebacks is not None:
        text = f"{said(comebacks)} of all decided matches are won from clearly behind."
        findings.append(Finding(text, "drama", False, 0.65, comebacks.n))
    return Part(
        Section(
            "drama", "Whether it stays open", ABOUT_DRAMA, metrics.known(leads, settled, comebacks), charts
        ),
        findings,
    )


def luck(measured: Measured, sides: Sequence[str]) -> Part:
    """How much luck decides."""
    rows = measured.rows
    shared, luckier, explains = (
        metrics.luck_share(rows),
        metrics.luckier_wins(rows),
        metrics.luck_explains(rows),
    )
    findings = _luck_findings(luckier, explains)
    about = ABOUT_LUCK + (UNMOVED if shared is None else "")
    curve = metrics.luck_curve(rows) if explains is not None else []
    marks = [Bar(f"{at:.6g}", f.value, f.low, f.high) for at, f in curve]
    charts = (
        [Chart("curve", f"Score by how lucky {sides[0]} was", f"net luck of {sides[0]}", marks, 0.5, True)]
        if marks
        else []
    )
    return Part(
        Section("luck", "What luck does", about, metrics.known(luckier, explains, shared), charts), findings
    )


def _luck_findings(luckier: Figure | None, explains: Figure | None) -> list[Finding]:
    if luckier is not None and luckier.high < EVEN:
        text = (
            f"The side that the computer's quick judgement calls luckier wins only {said(luckier)} of all decided matches: "
            "it misjudges what chance brings here, so it cannot tell luck."
        )
        return [Finding(text, "luck", False, 0.9, luckier.n)]
    findings: list[Finding] = []
    if luckier is not None:
        text = f"The luckier side wins {said(luckier)} of all decided matches."
        findings.append(Finding(text, "luck", False, 0.9, luckier.n))
    if explains is not None:
        text = f"Luck explains {said(explains)} of how results vary; the rest is play, and what cannot be counted as luck."
        findings.append(Finding(text, "luck", False, 0.75, explains.n))
    return findings


def depth(measured: Measured) -> Part | None:
    """How much there is to learn: each level of the computer against the one below."""
    steps = measured.steps
    if not steps:
        return None
    figures = [replace(step.score, name=_pairing(step)) for step in steps]
    findings = [Finding(_span(steps), "depth", False, 0.95, min(step.score.n for step in steps))]
    findings += [
        Finding(
            f"{capital(step.name)} scores only {said(step.score)} against the level below: the better play hardly pays.",
            "depth",
            True,
            8.0,
            step.score.n,
        )
        for step in steps
        if step.score.high < SHALLOW
    ]
    bars = [_bar(step.score, step.name) for step in steps]
    chart = Chart("intervals", "Each level against the one below", "score", bars, EVEN, True)
    return Part(Section("depth", "How much there is to learn", ABOUT_DEPTH, figures, [chart]), findings)


def _span(steps: Sequence[Step]) -> str:
    """What each level scores, and what that is in Elo points: at least, where one wins all its matches."""
    scored = listed([f"{step.name} scores {said(step.score)} against {step.lower}" for step in steps])
    sure = "at least" if any(step.score.value == 1.0 for step in steps) else "about"
    # more digits would say more than the scores do
    spread = round(sum(_elo(step) for step in steps), -1)
    return f"Of the computer's levels {scored}: {sure} {number(spread, 99)} Elo points{' in all' if len(steps) > 1 else ''}."


def _pairing(step: Step) -> str:
    return f"{step.name} against {step.lower}"


def _elo(step: Step) -> float:
    # a level that wins all its matches is not endlessly stronger: half a match is given to the other
    edge = 0.25 / step.score.n
    return elo(min(1.0 - edge, max(edge, step.score.value)))


def counted(measured: Measured) -> Part | None:
    """What the game itself counts."""
    figures = metrics.counters(measured.rows)
    if not figures:
        return None
    about = "How often each thing happens to one side in one match, on the average."
    return Part(Section("counted", "What happens in a match", about, figures), [])
