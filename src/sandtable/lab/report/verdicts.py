"""A report's answers to the questions that designers bring, one sentence each, from its figures and findings.

They are worked out from the report itself, so older reports have them too, as far as they have the figures.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from sandtable.lab.report.ablations import HINT, OURS, SEARCHED, UNDECIDED
from sandtable.lab.report.document import Finding, Report, Section
from sandtable.lab.report.players import PLAYERS
from sandtable.lab.report.sections import BEGINNERS, EVEN, FILLED_IN, IDENTICAL, MATTERS, SHOWN, small
from sandtable.lab.statistics import chances, metrics
from sandtable.lab.statistics.stats import Figure
from sandtable.lab.statistics.wording import PERCENT, POINTS, counted, listed, number


class Surety(StrEnum):
    """How sure a report is of an answer, in words."""

    SURE = "sure"
    FAIRLY = "fairly sure"
    OPEN = "not known yet"
    NONE = "not measured"


# shapes that tell degrees of certainty apart without colours: full, half full, empty, a dash
SHAPES = {Surety.SURE: "●", Surety.FAIRLY: "◐", Surety.OPEN: "○", Surety.NONE: "–"}
# an advantage, in scores, up to which a game is almost fair
SLIGHT = 0.05
# share of a mixture at which an option is practically the only one
ALONE = 0.9
# half-widths of intervals, in shares, up to which a share is sure or fairly sure
NARROW, ROUGH = 0.05, 0.15
# shares of matches won from behind: less than the first is seldom, more than the second is often
SELDOM, OFTEN = 0.1, 0.2
# what a rounding error may add to a number of tenths of a point
SLIP = 1e-6
# score against the level below at which better play certainly counts
COUNTS = 0.6
# width of the interval of the median length, in lengths, up to which it is sure or fairly sure
CLOSE, FAR = 0.2, 0.5
# beginners should know of a limit that decides more than this share of matches
LIMITED = 0.1
# the names of the quantiles of a length
QUANTILES = ("short (5 %)", "median", "long (95 %)")
# maximum number of things to list in an answer
MOST_LISTED = 3


@dataclass(frozen=True)
class ShortAnswer:
    """A question, the answer, how sure it is, the figures behind it, and the id of the section with the method and the chart,
    "" if there is none.
    """

    question: str
    text: str
    sure: Surety
    figures: Sequence[Figure] = ()
    section: str = ""

    @property
    def shape(self) -> str:
        """The sign for how sure the answer is."""
        return SHAPES[self.sure]


def answers(report: Report) -> list[ShortAnswer]:
    """The answers, the most important questions first."""
    sections = {section.id: section for section in report.sections}
    fair = _fair(report, sections.get("balance"))
    return [
        fair,
        _look(report, fair.sure),
        _best(report, sections),
        _useless(report, sections.get("deeds")),
        _luck(sections.get("luck"), sections.get("depth")),
        _leader(sections.get("drama")),
        _length(sections.get("length")),
        _beginners(sections.get(BEGINNERS)),
    ]


def _fair(report: Report, section: Section | None) -> ShortAnswer:
    question = "Is it fair?"
    found = [figure for figure in section.figures if figure.name.endswith(" scores")] if section else []
    alike = [
        finding.text
        for finding in report.findings
        if finding.section == "balance" and IDENTICAL in finding.text
    ]
    asked = [figure for figure in found if not any(text.startswith(_subject(figure)) for text in alike)]
    if not asked:
        if not alike:
            return ShortAnswer(question, "The win rate was not measured.", Surety.NONE)
        text = f"Yes: the rules treat {listed(list(report.sides))} alike."
        return ShortAnswer(question, text, Surety.SURE, found, "balance")
    uneven = metrics.holm([metrics.p_value(figure, EVEN) for figure in asked])
    sure = [
        figure for figure, is_sure in zip(asked, uneven, strict=True) if is_sure and _off(figure) >= MATTERS
    ]
    even = f" The rules treat {listed(list(report.sides))} alike." if alike else ""
    if sure:
        worst = max(sure, key=_off)
        data = ", with data some of which are Sandtable's" * (
            worst.name.startswith("Playing") and FILLED_IN in report.whose
        )
        slight = "Almost" if _off(worst) < SLIGHT else "No"
        text = f"{slight}: {_favoured(worst, report.sides)}{data}.{even}"
        found = _said(report, _subject(worst))
        if found is not None and found.text.startswith(SHOWN):
            return ShortAnswer(
                question, f"{text} Not every level shows this.", Surety.FAIRLY, asked, "balance"
            )
        # the answer is less sure where the interval leaves open whether the advantage is slight
        ends = {abs(end - EVEN) < SLIGHT for end in (worst.low, worst.high)}
        return ShortAnswer(question, text, Surety.SURE if len(ends) == 1 else Surety.FAIRLY, asked, "balance")
    reach = max(max(figure.high - EVEN, EVEN - figure.low) for figure in asked)
    scored = listed([f"{small(_subject(figure))} scores {_percent(figure)}" for figure in asked])
    if reach <= SLIGHT:
        # an upper limit is not rounded down
        within = f"within {number(ceil(1000 * max(reach, MATTERS) - SLIP) / 10, 1)}{POINTS} of even"
        surety = Surety.SURE if reach <= MATTERS else Surety.FAIRLY
        return ShortAnswer(question, f"Yes: {scored}, {within}.{even}", surety, asked, "balance")
    return ShortAnswer(question, f"Not known yet: {scored}.{even}", Surety.OPEN, asked, "balance")


def _subject(figure: Figure) -> str:
    return figure.name.removesuffix(" scores").rstrip(",")


def _off(figure: Figure) -> float:
    return abs(figure.value - EVEN)


def _favoured(figure: Figure, sides: Sequence[str]) -> str:
    """What is favoured, and its score."""
    if figure.value >= EVEN:
        return f"{small(figure.name.removesuffix(' scores'))} scores {_percent(figure)}"
    other = "going second" if figure.name.startswith("Going") else f"playing {sides[1]}"
    return f"{other} scores {number(100 * (1 - figure.value), _error(figure))}{PERCENT}"


def _error(figure: Figure) -> float:
    return 100 * metrics.half(figure)


def _percent(figure: Figure) -> str:
    return f"{number(100 * figure.value, _error(figure))}{PERCENT}"


def _look(report: Report, fair: Surety) -> ShortAnswer:
    """What to look at first: the first finding to act on."""
    question = "What should I look at first?"
    acts = [finding for finding in report.findings if finding.act]
    if not acts:
        surety = max(fair, Surety.FAIRLY, key=[*Surety].index)
        return ShortAnswer(question, "Nothing that was measured calls for a change.", surety)
    first = acts[0]
    more = (
        f" There {'are' if len(acts) > 2 else 'is'} {len(acts) - 1} more to act on." if len(acts) > 1 else ""
    )
    sure = Surety.FAIRLY if first.section == PLAYERS else Surety.SURE
    return ShortAnswer(question, f"{first.text}{more}", sure, (), first.section)


def _best(report: Report, sections: dict[str, Section]) -> ShortAnswer:
    """Whether some pick is best against everything."""
    question = "Is there a best strategy?"
    picks = [section for section in sections.values() if section.id.startswith("pick-")]
    if not picks:
        return ShortAnswer(question, "The game names no picks to compare.", Surety.NONE)
    alone, mixed, unknown, figures = list[str](), list[str](), list[str](), list[Figure]()
    certain = True
    for section in picks:
        name = section.id.removeprefix("pick-")
        found = sections.get(f"{SEARCHED}{name}")
        ending = ", weight of all" if found else ", weight"
        weights = [figure for figure in (found or section).figures if figure.name.endswith(ending)]
        figures += [figure for figure in weights if figure.value > 0.0]
        best = max(weights, key=lambda figure: figure.value)
        only = None if found else _said(report, f"{section.id} alone")
        if only is not None:
            ours = ", all of them Sandtable's" if OURS in only.text else ""
            certain &= only.act
            alone.append(
                f"“{best.name.removesuffix(ending)}” beats every other {name} that was compared{ours}"
            )
        elif all(figure.high < ALONE for figure in weights):
            several = sum(figure.value > 0.0 for figure in weights)
            mixed.append(f"the best {name} depends on the other side's, and {several} share the best mixture")
        else:
            unknown.append(f"no {name} is known to be best")
    text = "; ".join([*alone, *mixed, *unknown])
    if unknown:
        start = "Yes" if alone else "Not known yet"
        surety = Surety.FAIRLY if alone else Surety.OPEN
    else:
        # anything not to be acted on is shown by this level alone, or concerns some of many options
        start, surety = "Yes" if alone else "No", Surety.SURE if certain else Surety.FAIRLY
    return ShortAnswer(question, f"{start}: {text}.", surety, figures, picks[0].id)


def _said(report: Report, about: str) -> Finding | None:
    """The finding on a topic, if it is more than a hint and does not leave the question open."""
    found = (finding for finding in report.findings if finding.about == about)
    return next((one for one in found if HINT not in one.text and UNDECIDED not in one.text), None)


def _useless(report: Report, section: Section | None) -> ShortAnswer:
    """Whether an action is dead or an option never pays."""
    question = "Does anything never matter?"
    dead = [finding for finding in report.findings if HINT not in finding.text and _dead(finding.text)]
    tested = (
        [figure for figure in section.figures if not figure.name.endswith(" on fresh dice")]
        if section
        else []
    )
    place = section.id if section else ""
    if dead:
        # anything that only this level shows, or that holds only among the options compared, is less sure
        surety = Surety.SURE if any(finding.act for finding in dead) else Surety.FAIRLY
        text = f"Yes: {'; '.join(_dead(finding.text) for finding in dead)}."
        return ShortAnswer(question, text, surety, tested, place or dead[0].section)
    if not tested:
        return ShortAnswer(question, "No action could be left out to test this.", Surety.NONE)
    names = [figure.name.removeprefix("may not ") for figure in tested]
    unknown = [name for name in names if _said(report, name) is None]
    matter = len(tested) - len(unknown)
    if not unknown:
        text = f"No: each of the {counted(matter, 'action')} that {'was' if matter == 1 else 'were'} tested matters."
        return ShortAnswer(question, text, Surety.SURE, tested, place)
    left = len(unknown) - MOST_LISTED + 1
    named = unknown if left <= 1 else [*unknown[: MOST_LISTED - 1], f"do {left} other things"]
    text = (
        f"Nothing is known to be useless: {matter} of {counted(len(tested), 'action')} certainly matter, and it is not known "
        f"whether it matters to {listed(named, 'or')}."
    )
    return ShortAnswer(question, text, Surety.OPEN, tested, place)


def _dead(text: str) -> str:
    """What never matters according to a finding, in a clause; "" for another finding."""
    if found := re.search("[Tt]he option to .+ is all but dead", text):
        return small(found[0])
    found = re.search("“[^:]+” never pays?(?=:)", text)
    return f"{found[0]} among those compared" if found else ""


def _luck(section: Section | None, ladder: Section | None) -> ShortAnswer:
    question = "How much is luck?"
    figures = {figure.name: figure for figure in section.figures} if section else {}
    if "chance alone" not in figures:
        return ShortAnswer(
            question, "It was not measured, or too few matches ended differently.", Surety.NONE
        )
    alone, both = figures["chance alone"], figures["both together"]
    if chances.is_whole(alone):
        text = "Between these equal players chance decides everything, since they make no other random choice"
    else:
        text = (
            f"Between equal players chance by itself accounts for {_percent(alone)} of the results, and chance and choices "
            f"together for {_percent(both)}"
        )
    steps = ladder.figures if ladder else []
    if steps:
        counts = "better play counts: " * (steps[-1].low > COUNTS)
        text += f"; {counts}{steps[-1].name.replace(' against ', f' scores {_percent(steps[-1])} against ')}"
    return ShortAnswer(question, f"{text}.", _precise(alone), [alone, both, *steps], "luck")


def _precise(share: Figure) -> Surety:
    """How surely a share is known, by the width of its interval."""
    half = metrics.half(share)
    return Surety.SURE if half <= NARROW else Surety.FAIRLY if half <= ROUGH else Surety.OPEN


def _leader(section: Section | None) -> ShortAnswer:
    question = "Does the leader always win?"
    figures = {figure.name: figure for figure in section.figures} if section else {}
    behind, settled = figures.get(chances.WON_BEHIND), figures.get(chances.SETTLED)
    if behind is None:
        text = "It is impossible to say: the computer's estimate of the chance to win does not show well enough who leads."
        return ShortAnswer(question, text, Surety.NONE, (), "drama" if section else "")
    kinds = [(figure >= SELDOM) + (figure >= OFTEN) for figure in (behind.low, behind.value, behind.high)]
    start = ("Nearly always", "Mostly", "No")[kinds[1]]
    text = f"{start}: {_percent(behind)} of decided matches are won by a side that once had a chance of one in four or less"
    if settled is not None:
        text += f", and the winner is ahead for good after {_percent(settled)} of a match"
    rough = Surety.FAIRLY if metrics.half(behind) <= ROUGH else Surety.OPEN
    surety = Surety.SURE if len({*kinds}) == 1 else rough
    return ShortAnswer(question, f"{text}.", surety, [behind, *([settled] if settled else [])], "drama")


def _length(section: Section | None) -> ShortAnswer:
    question = "How long is it?"
    figures = {figure.name: figure for figure in section.figures} if section else {}
    decisions = [figures.get(f"decisions a match, {name}") for name in QUANTILES]
    short, middle, long = decisions
    if short is None or middle is None or long is None:
        return ShortAnswer(question, "It was not measured.", Surety.NONE)
    minutes = [figures.get(f"minutes at the table, reckoned, {name}") for name in QUANTILES]
    text = f"{_whole(middle)} decisions by both sides together (nine in ten matches {_whole(short)} to {_whole(long)})"
    if all(minutes):
        few, usual, many = (_whole(figure) for figure in minutes if figure)
        text = f"About {usual} minutes, by the game's own guesses (nine in ten matches {few} to {many}), and {text}"
    spread = (middle.high - middle.low) / max(middle.value, 1.0)
    surety = Surety.SURE if spread <= CLOSE else Surety.FAIRLY if spread <= FAR else Surety.OPEN
    return ShortAnswer(
        question, f"{text}.", surety, [figure for figure in (*minutes, *decisions) if figure], "length"
    )


def _whole(figure: Figure) -> str:
    return number(figure.value, 99)


def _beginners(section: Section | None) -> ShortAnswer:
    question = "What is it like for beginners?"
    if section is None:
        return ShortAnswer(question, "No weak computer level played against itself.", Surety.NONE)
    told: list[str] = []
    for name in dict.fromkeys(figure.name.partition(": ")[0] for figure in section.figures):
        own = {f.name.partition(": ")[2]: f for f in section.figures if f.name.startswith(f"{name}: ")}
        scores = next(figure for words, figure in own.items() if words.endswith(" scores"))
        words = small(scores.name.partition(": ")[2])
        limits = [
            f"{_percent(figure)} of matches are {part}"
            for part, figure in own.items()
            if part.startswith("decided by") and figure.low > LIMITED
        ]
        facts = [
            f"{words} {_percent(scores)}",
            f"a match takes {_whole(own['decisions a match'])} decisions",
            *limits,
        ]
        told.append(f"between two of {name}, {listed(facts)}")
    text = "; ".join(told)
    figures = [figure for figure in section.figures if figure.unit == "share"]
    surety = max((_precise(figure) for figure in figures), key=[*Surety].index)
    return ShortAnswer(question, f"{text[:1].upper()}{text[1:]}.", surety, section.figures, section.id)
