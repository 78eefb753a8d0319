"""The sections of a report, each with its figures, charts and findings, from what was measured.

A section says what is measured and how; a finding is one sentence with its interval. `act` marks what a designer could
act on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor, sqrt
from typing import Literal

import numpy as np
import polars as pl

from sandtable.authoring.spec import Pace
from sandtable.lab.report.document import Bar, Chart, Finding, Heat, ReportTable, Row, Section, Stood
from sandtable.lab.report.experiments import LevelStep, Measured
from sandtable.lab.statistics import chances, groupings, metrics, wording
from sandtable.lab.statistics.chances import Chances
from sandtable.lab.statistics.stats import Figure, elo
from sandtable.lab.statistics.wording import PERCENT, capital, listed, number, said, size

# a seat's advantage, in score, that is worth a sentence; one that is certainly smaller counts as none
MATTERS = 0.02
EVEN = 0.5
# full width of the interval that a headline should have
WIDTH = 0.02
# a worrying share of draws, and the part of a match that should be over before it is decided
MANY_DRAWS, SETTLED_EARLY = 0.1, 0.4
# a worrying share of matches decided by a limit, a clock or a cap
MANY_LIMITED = 0.2
# how much a chance to win may move, relative to how much results vary, and how far off it may be, before its figures
# are left out
RESTLESS, ASTRAY = 1.25, 0.05
# the claim if nothing is known yet; the separator between several claims
OPEN, APART = "open", "\n"
# the start of a finding that not every level of the computer shows
SHOWN = "Shown "
# topic of the finding that lead changes cannot be measured
LEADS = "who leads"
# how a sentence on whose board, map or teams were measured marks what Sandtable supplied, and what a report says of it
FILLED_IN = "filled in"
DATA = "Not everything they play with is the designer's."
# a long match is this many times the median
LONG = 2.5
# if a level scores less than this against the one below, there is hardly anything to learn
SHALLOW = 0.55


BALANCE = "Who wins"
# what is said of seats between which the rules make no distinction
IDENTICAL = "are identical under the rules"
ABOUT_BALANCE = (
    "The score is the share of matches won, with a draw counting half. Both matches of a pair use the same dice and the "
    "players swap seats, so an advantage shown here belongs to the seat, not to a player or to luck. Going first and playing "
    "a side are tested against chance together (Holm); where the rules treat both sides alike, only going first is tested."
)
ABOUT_LENGTH = (
    "A decision is a moment at which a side had more than one possible action. Quantiles are over single matches, with "
    "intervals from ranks. Choices are counted where all actions can be listed."
)
ABOUT_MINUTES = (
    " Minutes at the table are estimated, not measured: {layout}\u00a0s to set up and put away, {outcome}\u00a0s for each "
    "outcome of chance and {decision}\u00a0s for each step that a side takes{phases}. These are the game's own guesses. "
    "The interval covers how matches vary, not how wrong the guesses are."
)
# the id of the section on weak players, and the highest level that counts as weak
BEGINNERS, WEAK = "beginners", 1
ABOUT_BEGINNERS = (
    "The computer's weakest levels play against themselves, with pairs and intervals as above. Level 0 hardly knows what it "
    "does; level 1 plays as people who have just learned the rules might."
)
TITLE_SORTS = "What the sides did"
# the beginning of a finding that is about what players happened to do
OBSERVED = "A hint, not a finding, since it was observed and not tested: "
ABOUT_SORTS = (
    "What sides score, grouped by what they did or were dealt. This was observed, not tested: a side may have done something "
    "because it was already ahead, or it may be ahead because it did so. Groups seen in fewer than {least} pairs are left out. "
    "The intervals hold for all {kinds} groups in this section together (Bonferroni)."
)
TITLE_WHERE = "Where pieces stand"
ABOUT_WHERE = (
    "The board, once for each side. The area of a mark shows the share of the time that the side's pieces were at that place, "
    "sampled before every decision. On a board without fixed places, positions close together count as one place."
)
ABOUT_HAPPENING = (
    "The board, once for each side. The area of a mark shows that place's share of all the times that this happened to the "
    "side. Places without a name that are close together count as one."
)
TITLE_DRAMA = "Whether it stays open"
ABOUT_DRAMA = (
    "The lead is judged by a chance to win, which is fitted to the results of other matches in this report, from the "
    "computer's quick evaluation of the match so far; that evaluation sees all cards. A side leads at 55\u00a0% or more and"
    " is behind at 25\u00a0% or less. The chance is tested against what must be true of any correct one: results occur "
    "as often as it says, and it moves no more than results vary. Whatever fails a test is left out. The figures come from "
    "a chance fitted to this number of matches, which separates positions less well than one fitted to more; their "
    "intervals allow for the different fit that other matches would have given. The curve follows the side that won in the "
    "end, which nobody knew at the time. A move of the chance runs from one decision to the next. It includes the decision "
    "and any luck in between, and the chance reflects some things late, so a move may belong to an earlier decision."
)
TOO_FEW = " At least {pairs} pairs are needed to estimate the chance to win."
TITLE_LUCK = "What luck does"
ABOUT_LUCK = (
    "The same pairs are played three times: as they are, with the same chance (dice, cards, the error of a hand) but "
    "different random choices, and with the same choices but different chance. What two matches have in common when they "
    "share only one of these is the effect of that one by itself. The rest comes from both: once something else is chosen, "
    "the same dice mean something different. Between equal players, a good deal of luck is not a flaw. For what better play "
    "can do against it, see “How much there is to learn”."
)
TOO_ALIKE = " Fewer than {least} of these matches ended differently from most, which is too few to say why."
ABOUT_DEPTH = (
    "Each level of the computer plays the one below with the same dice but the seats swapped. What a better player scores "
    "against a weaker one shows how much there is to learn. Elo points add these scores up, as in chess: 200 "
    "points mean a score of 76\u00a0%. Where a level wins all its matches, the lower ends of the intervals are added up."
)


@dataclass(frozen=True)
class Verdict:
    """The verdict on one topic, and the number of pairs: `claim` is the kind of answer, OPEN if it is not known, and "" for
    a figure alone.
    """

    claim: str
    said: str
    pairs: int


@dataclass(frozen=True)
class JudgedSection:
    """A section with its findings, and a verdict on each question, by the findings' `about`."""

    section: Section
    findings: Sequence[Finding]
    verdicts: Mapping[str, Verdict] = field(default_factory=dict[str, Verdict])


def balance(measured: Measured, sides: Sequence[str]) -> JudgedSection:
    """Who wins: the seat that begins, and each side, whoever plays it."""
    first = metrics.first_advantage(measured.rows)
    side = metrics.seat_advantage(measured.rows)
    drawn = metrics.draws(measured.rows)
    seats = _seats(measured, first, side, sides)
    asked = [seat for seat in seats if not seat.even]
    uneven = metrics.holm([metrics.p_value(seat.figure, EVEN) for seat in asked])
    findings = [
        _seat_finding(seat, drawn, sure, measured.whose) for seat, sure in zip(asked, uneven, strict=True)
    ]
    findings += [_even_finding(seat) for seat in seats if seat.even]
    figures = [replace(seat.figure, name=f"{seat.subject} scores") for seat in seats]
    bars = [_bar(seat.figure, seat.subject.rstrip(",")) for seat in seats]
    chart = Chart("intervals", "Who scores", "score", bars, EVEN, True)
    limits = _limits(measured)
    worth = [metrics.steadiness(measured.rows, name) for name in ("first", "seat_0")[first is None :]]
    about = " ".join([ABOUT_BALANCE, *wording.worth(worth), *_wide([seat.figure for seat in seats])])
    section = Section("balance", BALANCE, about, [*figures, drawn, *(share for share, _ in limits)], [chart])
    ended = [_limit_finding(share, words) for share, words in limits]
    verdicts = {
        "draws": Verdict(_share_claim(drawn, MANY_DRAWS), said(drawn), drawn.n),
        **{
            words: Verdict(_share_claim(share, MANY_LIMITED), said(share), share.n) for share, words in limits
        },
    }
    for seat, sure in zip(asked, uneven, strict=True):
        verdicts[seat.subject] = Verdict(
            _seat_claim(seat.figure, sure),
            f"{small(seat.subject)} scores {said(seat.figure)}",
            seat.figure.n,
        )
    return JudgedSection(section, [*findings, _draws(drawn), *ended], verdicts)


def _wide(scores: Sequence[Figure]) -> list[str]:
    """A sentence saying that a score is less precise than a headline should be, and how many pairs would make it precise
    enough; none if it already is.
    """
    widest = max(scores, key=metrics.half)
    told = too_wide(widest)
    width = f"{number(200 * metrics.half(widest), 1)}{wording.POINTS}"
    return [f"The widest interval of these scores is {width} wide; {told} pairs."] if told else []


def too_wide(figure: Figure) -> str:
    """How many times as many pairs would make a headline's interval as narrow as it should be; "" if it is."""
    width = 2.0 * metrics.half(figure)
    if width <= WIDTH:
        return ""
    more = wording.times((width / WIDTH) ** 2)
    return f"an interval {100 * WIDTH:g}{wording.POINTS} wide takes {more}"


def _share_claim(share: Figure, many: float) -> str:
    return "many" if share.low > many else "few" if share.high < many else OPEN


def _seat_claim(figure: Figure, sure: bool) -> str:
    if sure and (figure.low > EVEN or figure.high < EVEN):
        return "better" if figure.value > EVEN else "worse"
    return "none" if max(figure.high - EVEN, EVEN - figure.low) <= MATTERS else OPEN


@dataclass(frozen=True)
class _Seat:
    """A seating, the opposite one, its score, and why the rules treat both alike, "" if that is not certain; whether it is
    a side, which plays with data of its own.
    """

    figure: Figure
    subject: str
    other: str
    even: str = ""
    side: bool = True


def _limits(measured: Measured) -> list[tuple[Figure, str]]:
    """The share of matches that each limit, clock or cap of the game has decided, and the words for it."""
    found: list[tuple[Figure, str]] = []
    for name, words in measured.limits.items():
        ended = pl.col(f"{name}_0") + pl.col(f"{name}_1") > 0.0
        found.append((metrics.share(f"decided by {words}", metrics.by_pair(measured.rows, ended)), words))
    return found


def _limit_finding(share: Figure, words: str) -> Finding:
    text = f"{capital(words)} decides {said(share)} of all matches."
    act = share.low > MANY_LIMITED
    weight = 50 * share.value if act else 0.45
    return Finding(text, "balance", act, weight, share.n, words, wide=too_wide(share))


def _even_finding(seat: _Seat) -> Finding:
    figure, alike = (
        seat.figure,
        f"{seat.subject} and {small(seat.other)} are identical under the rules: {seat.even}",
    )
    ahead = seat.subject if figure.value >= EVEN else seat.other
    if figure.low <= EVEN <= figure.high:
        text = f"{alike}. The figures agree: {small(seat.subject)} scores {said(figure)}."
    else:
        score = figure if figure.value >= EVEN else _turned(figure)
        text = (
            f"{alike}. {ahead} scores {said(score)} all the same: that is a habit of these players, or chance, since one "
            "such interval in twenty misses the true value, and not a fault of the rules."
        )
    return Finding(text, "balance", False, 0.9, figure.n)


def _draws(drawn: Figure) -> Finding:
    text = f"{said(drawn)} of all matches are drawn."
    if drawn.low > MANY_DRAWS:
        return Finding(text, "balance", True, 50 * drawn.value, drawn.n, "draws", wide=too_wide(drawn))
    if drawn.value == 0.0:
        text = f"None of the {2 * drawn.n:,} matches was drawn: at most {_most(drawn.high)}{PERCENT} of matches end in a draw."
    return Finding(text, "balance", False, 0.5, drawn.n, "draws", wide=too_wide(drawn))


def _most(share: float) -> str:
    """A share as a percentage, rounded up to the digits that `number` gives it with the share itself as the error."""
    steps = 10.0 ** wording.decimals(100 * share)
    return number(ceil(100 * share * steps) / steps, 100 * share)


def _seats(measured: Measured, first: Figure | None, side: Figure, sides: Sequence[str]) -> list[_Seat]:
    own, other = playing(measured.rows, sides[0]), f"Playing {sides[1]}"
    if first is None:
        return [_Seat(side, own, other, measured.even)]
    if metrics.always_first(measured.rows):
        return [_Seat(side, own, other)]
    went = _Seat(first, "Going first", "Going second", side=False)
    return [went, _Seat(side, own, other, measured.even)]


def playing(rows: pl.DataFrame, side: str) -> str:
    """How to describe playing the first side, which may be the one that always goes first."""
    return f"Playing {side}, which goes first," if metrics.always_first(rows) else f"Playing {side}"


def _seat_finding(seat: _Seat, drawn: Figure, sure: bool, whose: str) -> Finding:
    figure = seat.figure
    ahead, better = (figure, seat.subject) if figure.value >= EVEN else (_turned(figure), seat.other)
    verb, rest = ("scores", ", a draw counting half") if drawn.value else ("wins", " of all matches")
    if sure and ahead.low > EVEN:
        weight, act = 100 * (ahead.value - EVEN), ahead.value - EVEN >= MATTERS
        text = f"{better} {verb} {said(ahead)}{rest}."
        if seat.side and FILLED_IN in whose:
            text += f" {DATA} {whose}"
            act = False
        return Finding(text, "balance", act, weight, figure.n, seat.subject, wide=too_wide(figure))
    subject = seat.subject
    text = f"More pairs are needed to tell whether {small(subject)} is an advantage: it {verb} {said(figure)}{rest}."
    if ahead.high <= EVEN + MATTERS:
        text = f"{subject} gives no measurable advantage: it {verb} {said(figure)}{rest}."
    return Finding(text, "balance", False, 1.0, figure.n, subject, wide=too_wide(figure))


def small(text: str) -> str:
    """The text with its first letter small."""
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


def length(measured: Measured) -> JudgedSection:
    """How long a match is, and how many choices there are."""
    rows = measured.rows
    figures = [*metrics.length(rows), *metrics.known(metrics.branching(rows)), metrics.plies(rows)]
    short, middle, long = figures[1:4]
    text = (
        f"A match takes {number(middle.value, 99)} decisions, counting both sides (median, "
        f"{number(middle.low, 99)} to {number(middle.high, 99)}); nine in ten take {number(short.value, 99)} to "
        f"{number(long.value, 99)}."
    )
    findings = [Finding(text, "length", False, 0.8, middle.n, "length")]
    if long.low > LONG * middle.high > 0.0:
        text = (
            f"One match in twenty takes {number(long.value, 99)} decisions or more, "
            f"{long.value / middle.value:.1f} times as many as the median."
        )
        findings.append(Finding(text, "length", True, 5.0, long.n, "long"))
    decisions = _numbers(rows, pl.col("decisions_0") + pl.col("decisions_1"))
    chart = _histogram("Decisions in a match", "decisions a match", decisions, middle.value)
    about = ABOUT_LENGTH
    told = f"{number(middle.value, 99)} decisions ({number(short.value, 99)} to {number(long.value, 99)})"
    claim = "long" if len(findings) > 1 else OPEN if long.high > LONG * middle.low else "not long"
    verdicts = {"length": Verdict("", told, middle.n), "long": Verdict(claim, told, long.n)}
    if measured.pace is not None:
        minutes = _minutes(measured.trails, measured.pace)
        about += _guesses(measured.pace)
        figures += minutes
        text = (
            f"A match takes about {number(minutes[1].value, 99)} minutes at the table (median; nine in ten "
            f"{number(minutes[0].value, 99)} to {number(minutes[2].value, 99)}): estimated from guesses at how long a step "
            "takes, not measured."
        )
        findings.append(Finding(text, "length", False, 0.7, minutes[1].n, "minutes"))
    section = Section("length", "How long it takes", about, figures, [chart])
    if measured.pace is not None:
        minute = figures[-2]
        verdicts["minutes"] = Verdict("", f"about {number(minute.value, 99)} minutes", minute.n)
    return JudgedSection(section, findings, verdicts)


def _minutes(trails: pl.DataFrame, pace: Pace) -> list[Figure]:
    """The time that matches take at a table by these estimates: the 5, 50 and 95 % quantiles."""
    spent = [
        pace.layout
        + pace.outcome * row["outcomes"]
        + sum(pace.phases.get(phase, pace.decision) for phase in row["phases"])
        for row in trails.select("outcomes", "phases").iter_rows(named=True)
    ]
    values, pairs = np.array(spent) / 60.0, trails["pair"].n_unique()
    return [
        metrics.quantile(f"minutes at the table, reckoned, {name}", values, at, "minutes", pairs)
        for name, at in (("short (5 %)", 0.05), ("median", 0.5), ("long (95 %)", 0.95))
    ]


def _guesses(pace: Pace) -> str:
    phases = [f"{seconds:g}\u00a0s in “{phase}”" for phase, seconds in pace.phases.items()]
    said = f" ({wording.listed(phases)})" if phases else ""
    return ABOUT_MINUTES.format(
        layout=f"{pace.layout:g}", outcome=f"{pace.outcome:g}", decision=f"{pace.decision:g}", phases=said
    )


def drama(measured: Measured) -> JudgedSection:
    """Whether a match stays open, by the fitted chance to win: lead changes, comebacks, and when the match is settled."""
    found = measured.chances
    if found is None:
        about = ABOUT_DRAMA + TOO_FEW.format(pairs=chances.LEAST)
        return JudgedSection(Section("drama", TITLE_DRAMA, about, []), [])
    checks = [chances.gap(found), chances.movement(found)]
    # wins from behind can be counted only if it is known who leads
    told = [_restless(found, checks[1])] if _is_restless(checks[1]) else [_steady(found), _behind(found)]
    figures = [*(figure for _, shown, _ in told for figure in shown), *metrics.known(*checks)]
    charts = [_reliability(found), *(chart for _, _, drawn in told for chart in drawn)]
    tables = [_phases(found)] if told[0][2] else []
    section = Section("drama", TITLE_DRAMA, ABOUT_DRAMA + _off(*checks), figures, charts, tables)
    verdicts = {
        figure.name: Verdict(_drama_claim(figure), _named(figure), figure.n)
        for _, shown, _ in told
        for figure in shown
    }
    verdicts[LEADS] = _leads(found, checks[1])
    return JudgedSection(section, [finding for findings, _, _ in told for finding in findings], verdicts)


def _drama_claim(figure: Figure) -> str:
    """Whether the lead is settled early; other figures claim nothing."""
    if figure.name != chances.SETTLED:
        return ""
    return "early" if figure.high < SETTLED_EARLY else "late" if figure.low > SETTLED_EARLY else OPEN


def _off(gap: Figure | None, moved: Figure | None) -> str:
    """A sentence on errors in the chance to win that are certain but too small to leave anything out; "" if there are
    none.
    """
    wrong: list[str] = []
    if gap is not None and not _is_astray(gap) and not gap.low <= 0.0 <= gap.high:
        more = "more" if gap.value > 0.0 else "less"
        wrong.append(f"sides that had just fallen behind scored {size(gap)} {more} than it said")
    if moved is not None and not _is_restless(moved) and not moved.low <= 1.0 <= moved.high:
        wrong.append(f"it moves {said(moved)} times as much as the results vary")
    return (
        f" The fitted chance is off, but by too little to leave anything out: {listed(wrong)}."
        if wrong
        else ""
    )


def trusted(measured: Measured) -> Chances | None:
    """The fitted chance to win, if it passes all its tests."""
    found = measured.chances
    if found is None or _is_restless(chances.movement(found)) or _is_astray(chances.gap(found)):
        return None
    comebacks = chances.comebacks(found)
    return None if comebacks is not None and comebacks.low > chances.bound(found) else found


def _is_restless(moved: Figure | None) -> bool:
    return moved is None or moved.low > RESTLESS


def _is_astray(gap: Figure | None) -> bool:
    return gap is not None and (gap.low > ASTRAY or gap.high < -ASTRAY)


def _named(figure: Figure) -> str:
    return f"{figure.name} {said(figure)}"


# the contents of part of a section: findings, figures, charts
_Told = tuple[list[Finding], list[Figure], list[Chart]]


def _restless(found: Chances, moved: Figure | None) -> _Told:
    """What to report if the chance to win moves more than results vary."""
    text = (
        "How often the lead changes, and how often a match is won from behind, are left out: the fitted chance "
        "to win cannot tell who leads."
    )
    if moved is not None:
        text += f" It moves {said(moved)} times as much as the results vary, but a correct one moves as much as they do."
    return [Finding(text, "drama", False, 0.6, found.matches["pair"].n_unique(), LEADS)], [], []


def _leads(found: Chances, moved: Figure | None) -> Verdict:
    """The verdict on whether the chance to win shows who leads, for comparison with other levels."""
    pairs = found.matches["pair"].n_unique()
    if moved is None:
        return Verdict(OPEN, "the chance does not move", pairs)
    told = f"the chance to win moves {said(moved)} times as much as the results vary"
    if _is_restless(moved):
        return Verdict("restless", told, pairs)
    return Verdict("steady", f"{told}, and tells who leads", pairs)


def _steady(found: Chances) -> _Told:
    """Lead changes, and when the match is settled."""
    leads, settled = chances.changes(found), chances.settled(found)
    text = f"The lead changes hands {said(leads)} times in a match."
    findings = [Finding(text, "drama", False, 0.6, leads.n, leads.name)]
    values = _numbers(found.matches, pl.col("changes"))
    charts = [_histogram("Lead changes in a match", "lead changes", values)]
    if settled is not None:
        early = settled.high < SETTLED_EARLY
        text = f"The winner is ahead for good after {said(settled)} of a match" + (
            "; the rest is a formality." if early else "."
        )
        weight = 100 * (SETTLED_EARLY - settled.value) if early else 0.7
        findings.append(
            Finding(text, "drama", early, weight, settled.n, settled.name, wide=too_wide(settled))
        )
        values = _numbers(found.matches, pl.col("settled"))
        title = "When the winner is ahead for good"
        charts.append(_histogram(title, "share of the match played", values, None, True))
    course, half = _course(found)
    moves, sizes = _moves(found)
    return (
        [*findings, *course, *moves],
        metrics.known(leads, settled, half, *sizes),
        [*_curve(found), *charts],
    )


def _course(found: Chances) -> tuple[list[Finding], Figure | None]:
    """The winner's chance halfway through the match."""
    half = chances.halfway(found)
    if half is None:
        return [], None
    text = f"Halfway through the decisions, the eventual winner has a chance of {said(half)} on average."
    return [Finding(text, "drama", False, 0.62, half.n, half.name, wide=too_wide(half))], half


def _curve(found: Chances) -> list[Chart]:
    """How the winner's chance develops over a match."""
    marks = [Bar(f"{at:.4g}", middle, low, high) for at, middle, low, high in chances.course(found)]
    if not marks:
        return []
    title, up = "The winner's chance during a match", "chance to win"
    band = "Line: the median; band: the middle half of all decided matches"
    return [Chart("curve", title, "share of the match played", marks, EVEN, True, up=up, band=band)]


def _moves(found: Chances) -> tuple[list[Finding], list[Figure]]:
    """The weight of individual decisions."""
    usual, largest, gathered = chances.usual(found), chances.largest(found), chances.gathered(found)
    if gathered is None:
        return [], []
    sizes = [usual, largest, gathered]
    wide = too_wide(max(sizes, key=metrics.half))
    text = (
        f"From one decision to the next, the chance to win moves by {size(usual)} on average, and by {size(largest)} in "
        f"the biggest move of a match; the largest tenth of all moves accounts for {said(gathered)} of the sum of squares."
    )
    return [Finding(text, "drama", False, 0.61, gathered.n, gathered.name, wide=wide)], sizes


def _phases(found: Chances) -> ReportTable:
    """The weight of decisions by phase."""
    rows = [
        Row([wording.capital(phase), number(often, 0.5), number(100 * move, 0.5), said(share)])
        for phase, often, move, share in chances.by_phase(found)
    ]
    heads = [
        "Decisions in the phase",
        "Per match",
        "Mean move of the chance, points",
        "Share of all movement",
    ]
    return ReportTable(heads, rows)


def _behind(found: Chances) -> _Told:
    """How often a match is won from behind; or, if the fitted chance to win is certainly wrong, why that is left out."""
    comebacks, gap, most = chances.comebacks(found), chances.gap(found), chances.bound(found)
    if comebacks is None:
        return [], [], []
    if gap is not None and _is_astray(gap):
        text = (
            "The figure for matches won from behind is left out: sides that had just fallen behind, by the fitted "
            f"chance to win, scored {size(gap)} {'more' if gap.value > 0.0 else 'less'} than it said."
        )
        return [Finding(text, "drama", False, 0.65, gap.n)], [], []
    if comebacks.low > most:
        text = (
            f"The figure for matches won from behind is left out: with the fitted chance to win, it would be "
            f"{said(comebacks)}, but no correct chance can give more than {number(100 * most, 1)}{PERCENT}."
        )
        return [Finding(text, "drama", False, 0.65, comebacks.n)], [], []
    most_said = f"{number(100 * most, 1)}{PERCENT}"
    held = (
        f"no correct chance shows more than {most_said}."
        if comebacks.value <= most
        else f"that is as much as a correct chance can show, {most_said}, give or take its error."
    )
    text = (
        f"{said(comebacks)} of all decided matches are won by a side whose chance was at some point at most one in "
        f"four; {held}"
    )
    finding = Finding(text, "drama", False, 0.65, comebacks.n, comebacks.name, wide=too_wide(comebacks))
    return [finding], [comebacks], []


def _reliability(found: Chances) -> Chart:
    marks = [Bar(f"{at:.4g}", came.value, came.low, came.high) for at, came in chances.reliability(found)]
    return Chart(
        "curve", "How often a chance to win came true", "chance to win", marks, None, True, diagonal=True
    )


def luck(measured: Measured) -> JudgedSection | None:
    """How much luck decides: what two matches have in common if they share their dice, or the players' choices."""
    if not measured.sizes.cross:
        return None
    if not measured.crossed:
        about = ABOUT_LUCK + TOO_ALIKE.format(least=chances.LEAST_RARE)
        return JudgedSection(Section("luck", TITLE_LUCK, about, []), [])
    by_chance, by_choices, both = measured.crossed
    text = (
        f"Chance by itself accounts for {said(by_chance)} of the variation in results, the players' random choices by "
        f"themselves for {said(by_choices)}, and both together for {said(both)}."
    )
    if chances.is_whole(by_chance):
        text = (
            f"With the same dice every match had the same result, so chance accounts for {said(by_chance)} of the variation in "
            "results: these players make no random choice that matters. This does not measure the effect of skill."
        )
    widest = max(measured.crossed, key=metrics.half)
    findings = [Finding(text, "luck", False, 0.9, by_chance.n, "luck", wide=too_wide(widest))]
    shares = f"chance {said(by_chance)}, choices {said(by_choices)}, both {said(both)}"
    bars = [_bar(figure, capital(figure.name)) for figure in measured.crossed]
    chart = Chart(
        "intervals", "What makes results vary", "share of the variation in results", bars, None, True
    )
    section = Section("luck", TITLE_LUCK, ABOUT_LUCK, list(measured.crossed), [chart])
    return JudgedSection(section, findings, {"luck": Verdict("", shares, both.n)})


def depth(measured: Measured) -> JudgedSection | None:
    """How much there is to learn: each level of the computer against the one below."""
    steps = measured.steps
    if not steps:
        return None
    figures = [replace(step.score, name=_pairing(step)) for step in steps]
    widest = max((step.score for step in steps), key=metrics.half)
    fewest = min(step.score.n for step in steps)
    findings = [Finding(_span(steps), "depth", False, 0.95, fewest, wide=too_wide(widest))]
    findings += [
        Finding(
            f"{capital(step.name)} scores only {said(step.score)} against the level below: better play hardly pays, or this "
            "level hardly plays better.",
            "depth",
            False,
            0.96,
            step.score.n,
            wide=too_wide(step.score),
        )
        for step in steps
        if step.score.high < SHALLOW
    ]
    bars = [_bar(step.score, step.name) for step in steps]
    chart = Chart("intervals", "Each level against the one below", "score", bars, EVEN, True)
    about = " ".join([ABOUT_DEPTH, *wording.worth([step.worth for step in steps])])
    return JudgedSection(Section("depth", "How much there is to learn", about, figures, [chart]), findings)


def _span(steps: Sequence[LevelStep]) -> str:
    """The score of each level, also in Elo points: a lower bound if it wins all its matches.

    Source: Zou and Donner, "Construction of confidence limits about effect measures" (2008), for a sum from its parts.
    """
    scored = listed([f"{step.name} scores {said(step.score)} against {step.lower}" for step in steps])
    middle, low, high = ([_elo(step, end) for step in steps] for end in ("value", "low", "high"))
    below, above = (
        sqrt(sum((a - b) ** 2 for a, b in zip(middle, ends, strict=True))) for ends in (low, high)
    )
    whole = " in all" if len(steps) > 1 else ""
    if any(step.score.value == 1.0 for step in steps):
        # a lower bound is not rounded up
        spread = f"at least {number(10 * floor(sum(low) / 10), 99)} Elo points{whole}"
    else:
        total = sum(middle)
        spread = f"about {_tens(total)} Elo points{whole} ({_tens(total - below)} to {_tens(total + above)})"
    return f"Among the computer's levels, {scored}: {spread}."


def _tens(points: float) -> str:
    # more digits would claim more than the scores show
    return number(round(points, -1), 99)


def _pairing(step: LevelStep) -> str:
    return f"{step.name} against {step.lower}"


def _elo(step: LevelStep, end: Literal["value", "low", "high"]) -> float:
    # a level that wins or loses all its matches is not infinitely stronger or weaker: the other gets half a match
    edge = 0.25 / step.score.n
    return elo(min(1.0 - edge, max(edge, getattr(step.score, end))))


def counted(measured: Measured) -> JudgedSection | None:
    """The game's own counters."""
    figures = metrics.counters(measured.rows)
    if not figures:
        return None
    about = "How often each thing happens to one side in one match, on average."
    return JudgedSection(Section("counted", "What happens in a match", about, figures), [])


def beginners(
    measured: Measured, played: Mapping[int, tuple[str, pl.DataFrame]], sides: Sequence[str]
) -> JudgedSection | None:
    """What the game is like for weak players, from the rows of levels that played themselves, by level, with their names."""
    figures = [
        replace(figure, name=f"level {level} ({name}): {figure.name}")
        for level, (name, rows) in sorted(played.items())
        for figure in _among(replace(measured, rows=rows), sides)
    ]
    if not figures:
        return None
    return JudgedSection(Section(BEGINNERS, "What it is like for beginners", ABOUT_BEGINNERS, figures), [])


def _among(measured: Measured, sides: Sequence[str]) -> list[Figure]:
    first, side = metrics.first_advantage(measured.rows), metrics.seat_advantage(measured.rows)
    seats = _seats(measured, first, side, sides)
    scored = [replace(seat.figure, name=f"{seat.subject} scores") for seat in seats if not seat.even]
    drawn, (lasts, *_) = metrics.draws(measured.rows), metrics.length(measured.rows)
    return [
        *(scored or [replace(side, name=f"{seats[-1].subject} scores")]),
        drawn,
        *(s for s, _ in _limits(measured)),
        lasts,
    ]


def told_apart(measured: Measured) -> JudgedSection | None:
    """The scores of sides in the game's groupings."""
    texts = {sort.name: sort.text for sort in measured.groupings}
    found = groupings.kinds(measured.trails, list(texts))
    if not found:
        return None
    named = [replace(kind.score, name=f"{kind.told}, by {texts[kind.sort]}") for kind in found]
    findings = [
        Finding(
            f"{OBSERVED}by {texts[kind.sort]}, sides with “{kind.told}” ({_of_all(kind.share)} of all) score "
            f"{said(kind.score)}.",
            "sorts",
            False,
            abs(kind.score.value - EVEN),
            kind.score.n,
            f"{kind.sort} {kind.told}",
            wide=too_wide(kind.score),
        )
        for kind in found
        if kind.score.low > EVEN or kind.score.high < EVEN
    ]
    charts: list[Chart] = []
    tables: list[ReportTable] = []
    for sort, text in texts.items():
        own = [kind for kind in found if kind.sort == sort]
        if own:
            bars = [_bar(kind.score, kind.told) for kind in own]
            charts.append(Chart("intervals", f"Score by {text}", "score", bars, EVEN, True))
            rows = [Row([kind.told, _of_all(kind.share), said(kind.score)]) for kind in own]
            tables.append(ReportTable([wording.capital(text), "Of all sides", "Score"], rows))
    about = ABOUT_SORTS.format(least=groupings.LEAST, kinds=len(found))
    verdicts = {
        f"{kind.sort} {kind.told}": Verdict(
            "better" if kind.score.low > EVEN else "worse" if kind.score.high < EVEN else OPEN,
            said(kind.score),
            kind.score.n,
        )
        for kind in found
    }
    return JudgedSection(Section("sorts", TITLE_SORTS, about, named, charts, tables), findings, verdicts)


def _of_all(share: float) -> str:
    # something that was seen is never 0 %
    return f"{100 * share:.0f}{PERCENT}" if share >= 0.01 else f"under 1{PERCENT}"


def where(measured: Measured) -> list[JudgedSection]:
    """Where pieces are on the board, if the game's drawing shows it, and where events happen."""
    seen = measured.stood.select("stood").explode("stood").drop_nulls("stood").unnest("stood")
    made = [JudgedSection(Section("where", TITLE_WHERE, ABOUT_WHERE, [], heat=_heat(measured, seen)), [])]
    happened = measured.stood.select("happened").explode("happened").drop_nulls("happened").unnest("happened")
    for one in measured.events:
        heat = _heat(measured, happened.filter(pl.col("happening") == one.name), one.text)
        made.append(
            JudgedSection(
                Section(f"where-{one.name}", f"Where {one.text}", ABOUT_HAPPENING, [], heat=heat), []
            )
        )
    return [part for part in made if part.section.heat and part.section.heat.stood]


def _heat(measured: Measured, seen: pl.DataFrame, what: str = "") -> Heat:
    places = seen.group_by("seat", "x", "y", "name").agg(pl.col("times").sum()).sort("seat", "x", "y", "name")
    return Heat(measured.stood.height, [Stood(**row) for row in places.iter_rows(named=True)], what)
