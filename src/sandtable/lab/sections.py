"""The parts of a report, each with its figures, its charts and what was found, from what was measured.

A part says what is measured and how; a finding is one sentence with its interval. `act` marks what a designer could act upon.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from sandtable.lab import metrics
from sandtable.lab.document import Bar, Chart, Finding, Section
from sandtable.lab.experiments import Measured, Step
from sandtable.lab.stats import Figure, elo
from sandtable.lab.wording import capital, number, said

# an advantage of a seat that is worth a sentence, in scores
MATTERS = 0.02
EVEN = 0.5
# draws, and the part of a match after which it is decided, that one would not want
MANY_DRAWS, SETTLED_EARLY = 0.1, 0.4
# a long match is this many times the median
LONG = 2.5
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
    "Who is ahead is the quick judgement of the game's own computer players, from −1 to 1, after every action and every die. "
    f"Clearly behind is −{abs(metrics.BEHIND):.1f} or worse."
)
ABOUT_LUCK = (
    "Luck is the sum, over all outcomes of chance that can be listed, of how much better than expected they were, by the same "
    "quick judgement. Between equal players a good deal of luck is no fault: what better play can do against it stands under "
    "“How much there is to learn”."
)
UNMOVED = " Decisions by themselves do not move this judgement here, so the share of luck in its swings would say nothing."
ABOUT_DEPTH = (
    "Each level of the computer plays the one below with equal dice and seats swapped. What a better player scores against a "
    "weaker one is how much there is to learn. Elo is capped where a level wins all its matches, so the span is at least this."
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
    side = Figure(f"{sides[0]} scores", side.value, side.low, side.high, side.n, side.unit)
    drawn = metrics.draws(measured.rows)
    found = metrics.known(first, side)
    findings = [
        _seat_finding(figure, subject, other) for figure, subject, other in _seats(first, side, sides)
    ]
    if drawn.low > MANY_DRAWS:
        findings.append(
            Finding(f"{said(drawn)} of all matches are drawn.", "balance", True, 50 * drawn.value)
        )
    else:
        findings.append(Finding(f"{said(drawn)} of all matches are drawn.", "balance", False, 0.5))
    chart = Chart("intervals", "Who scores", "score", [_bar(f) for f in found], 0.5, True)
    return Part(Section("balance", "Who wins", ABOUT_BALANCE, [*found, drawn], [chart]), findings)


def _seats(first: Figure | None, side: Figure, sides: Sequence[str]) -> list[tuple[Figure, str, str]]:
    seats = [] if first is None else [(first, "Going first", "Going second")]
    return [*seats, (side, f"Playing {sides[0]}", f"Playing {sides[1]}")]


def _seat_finding(figure: Figure, subject: str, other: str) -> Finding:
    ahead, better = (figure, subject) if figure.value >= 0.5 else (_turned(figure), other)
    weight = 100 * abs(figure.value - 0.5)
    if ahead.low > 0.5:
        act = ahead.value - 0.5 >= MATTERS
        return Finding(f"{better} wins {said(ahead)} of the points.", "balance", act, weight)
    return Finding(
        f"{subject} shows no advantage: it wins {said(figure)} of the points.", "balance", False, 1.0
    )


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
        f"A match takes {number(middle.value, 99)} decisions of both sides (median); nine of ten take "
        f"{number(short.value, 99)} to {number(long.value, 99)}."
    )
    findings = [Finding(text, "length", False, 0.8)]
    if long.value > LONG * middle.value:
        text = (
            f"One match in twenty takes {number(long.value, 99)} decisions or more, "
            f"{long.value / middle.value:.1f} times as many as the median."
        )
        findings.append(Finding(text, "length", True, 5.0))
    decisions = _numbers(rows, pl.col("decisions_0") + pl.col("decisions_1"))
    chart = _histogram("Decisions in a match", "decisions a match", decisions, middle.value)
    return Part(Section("length", "How long it takes", ABOUT_LENGTH, figures, [chart]), findings)


def drama(measured: Measured) -> Part:
    """Whether a match stays open: changes of the lead, comebacks, when it is settled."""
    rows = measured.rows
    settled, comebacks, leads = metrics.settled(rows), metrics.comebacks(rows), metrics.lead_changes(rows)
    findings = [Finding(f"The lead changes sides {said(leads)} times in a match.", "drama", False, 0.6)]
    charts = [
        _histogram("Changes of the lead in a match", "changes of the lead", _numbers(rows, pl.col("leads")))
    ]
    if settled is not None:
        early = settled.high < SETTLED_EARLY
        text = f"The winner is ahead for good after {said(settled)} of a match" + (
            "; the rest is played out." if early else "."
        )
        findings.append(
            Finding(text, "drama", early, 100 * (SETTLED_EARLY - settled.value) if early else 0.7)
        )
        title = "When the winner is ahead for good"
        charts.append(
            _histogram(title, "share of the match played", _numbers(rows, pl.col("settled")), None, True)
        )
    if comebacks is not None:
        text = f"{said(comebacks)} of all decided matches are won from clearly behind."
        findings.append(Finding(text, "drama", False, 0.65))
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
            f"The side that the quick judgement calls luckier wins only {said(luckier)} of all decided matches: it misjudges "
            "what chance brings here, so it cannot tell luck."
        )
        return [Finding(text, "luck", False, 0.9)]
    findings: list[Finding] = []
    if luckier is not None:
        text = f"The luckier side wins {said(luckier)} of all decided matches."
        findings.append(Finding(text, "luck", False, 0.9))
    if explains is not None:
        text = f"Luck with what can be listed explains {said(explains)} of the variation of results; play and secrets the rest."
        findings.append(Finding(text, "luck", False, 0.75))
    return findings


def depth(measured: Measured) -> Part | None:
    """How much there is to learn: each level of the computer against the one below."""
    steps = measured.steps
    if not steps:
        return None
    spread = sum(_elo(step) for step in steps)
    figures = [
        Figure(_pairing(step), step.score.value, step.score.low, step.score.high, step.score.n, "share")
        for step in steps
    ]
    text = (
        f"From {steps[0].lower} to {steps[-1].name} the computer's levels span about {spread:.0f} Elo points."
    )
    findings = [Finding(text, "depth", False, 0.95)]
    findings += [
        Finding(
            f"{capital(step.name)} scores only {said(step.score)} against the level below: the better play hardly pays.",
            "depth",
            True,
            8.0,
        )
        for step in steps
        if step.score.high < SHALLOW
    ]
    chart = Chart(
        "intervals", "Each level against the one below", "score", [_bar(f) for f in figures], 0.5, True
    )
    return Part(Section("depth", "How much there is to learn", ABOUT_DEPTH, figures, [chart]), findings)


def _pairing(step: Step) -> str:
    return f"{step.name} : {step.lower}"


def _elo(step: Step) -> float:
    # a level that wins all its matches is not endlessly stronger: half a match is given to the other
    edge = 0.25 / step.score.n
    return elo(min(1.0 - edge, max(edge, step.score.value)))


def counted(measured: Measured) -> Part | None:
    """What the game itself counts."""
    figures = metrics.counters(measured.rows)
    if not figures:
        return None
    about = "Means of one side and one match."
    return Part(Section("counted", "What happens in a match", about, figures), [])
