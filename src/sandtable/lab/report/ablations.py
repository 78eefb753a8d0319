"""The report sections on what could be left out and what to pick: what a side can do without, and the metagame of its
picks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from msgspec import structs

from sandtable.authoring.choices import Option, Pick
from sandtable.lab.report.document import Bar, Chart, Finding, ReportTable, Row, Section
from sandtable.lab.report.experiments import Forgone, Fresh, Measured, less_half, tried
from sandtable.lab.report.search import FoundOption, Searched
from sandtable.lab.report.sections import APART, OPEN, JudgedSection, Verdict, too_wide
from sandtable.lab.statistics import metrics, stats
from sandtable.lab.statistics.metagame import Metagame
from sandtable.lab.statistics.stats import Figure
from sandtable.lab.statistics.wording import (
    POINTS,
    bounds,
    capital,
    counted,
    listed,
    number,
    said,
    size,
    times,
    value,
)

# a group is a dead option if losing it certainly changes the score by less than this either way; for one that is
# used less than once per side per match, the limit shrinks in proportion
CHEAP = 0.03
# more pairs than anyone would play
ENDLESS = 1_000_000
# chance that the pairs still needed would show that an action matters, or that it does not
POWER = 0.8
# share of a mixture at which an option is practically the only one
ALONE = 0.9
HALF = 0.5
# the beginning of a finding that fresh dice do not confirm
HINT = "A hint, not a finding: "
# the phrase for options that are made of data that are not the designer's
OURS = "Sandtable filled in"
# the results on fresh dice where nothing was played again
NOTHING_FRESH: Mapping[str, Fresh] = {}
# topic of the finding that names action groups which no side ever used
NEVER = "never done"

AGAIN = (
    " Anything singled out is played again on fresh dice, since the largest of several effects is likely to be lucky too; "
    "everything that the report singles out is tested together on those dice (Holm). Anything that fresh dice do not confirm "
    "is a hint."
)
ABOUT_DEEDS = (
    "One side is barred from one action and takes the next best one it knows instead; the other plays as usual, in pairs "
    "with seats swapped. A side that loses 8 points scores 42\u00a0% where it would have scored 50\u00a0%. An action is "
    "called dead if doing without it changes the score by less than 3 points either way, both ends of the interval "
    "included; for an action taken less than once per side per match, that margin shrinks in proportion. Whether an action "
    "makes a difference, and whether it is dead, are each tested for all actions together (Holm). Where neither is known, "
    "the number of pairs needed to find out is the smaller of the number that would show an effect of the measured size and"
    " the number that would show that it is too small to matter, each with a chance of 80\u00a0%."
) + AGAIN
ABOUT_SEARCH = (
    "Of the {total} ways to pick, {tried} were tried: some from all over the space, some similar to the options in the best "
    "mixture. They raced against that mixture, and the winner of a race met it again on fresh dice. A winner that was "
    "certain to beat it, with all races judged together, joined the options, and a new mixture was found. The interval "
    "covers the fresh matches."
)
ABOUT_PICKS = (
    "Every option meets every other in {pairs} pairs of matches, seats swapped, so each score in the first chart is accurate "
    "to about ±{error} points. The best mixture says how often to pick each so that none of them beats it; its weights come "
    "from a linear program, and their intervals from scores redrawn within their errors. An option that never pays is one that "
    "certainly loses to that mixture. The intervals of the options' scores against all others hold for all options together "
    "(Bonferroni)."
) + AGAIN
# the beginning of the finding on actions for which it is not known whether they matter
UNDECIDED = "It is not yet known whether it matters"
# prefix of the ids of sections on better picks
SEARCHED = "search-"
UNTRIED = " Options not compared here may beat it: a report that searches for better picks can show whether they do."


def action_groups(measured: Measured, fresh: Mapping[str, Fresh] = NOTHING_FRESH) -> JudgedSection | None:
    """What it costs a side to be barred from doing something; `fresh` holds the results on fresh dice for everything singled
    out.
    """
    weighed = list(tried(measured.forgone))
    if not any(one.offered for one in measured.forgone):
        return None
    groups = judged(weighed)
    findings = [found for group in groups if (found := _weighed(group, fresh.get(group.group))) is not None]
    ordered = sorted(weighed, key=lambda item: item[1].value)
    bars = [
        Bar(capital(_short(one.group.text)), *(100 * end for end in (f.value, f.low, f.high)))
        for one, f in ordered
    ]
    charts = [Chart("intervals", "The cost of doing without", "change in score, points", bars, 0.0)]
    known = [one for one in measured.forgone if one.offered]
    rows = [Row([capital(one.group.text), _often(one.a_side), _outcome(one)]) for one in known]
    table = ReportTable(["Action", "Times per side per match", "Change in score without it"], rows)
    figures = [figure for _, figure in ordered]
    figures += [
        replace(played.figure, name=f"may not {one.group}, on fresh dice")
        for one in groups
        if (played := fresh.get(one.group)) and played.figure
    ]
    section = Section(
        "deeds", "What could be left out", ABOUT_DEEDS, figures, charts if bars else [], [table]
    )
    verdicts = {one.group: Verdict(_confirmed(one, fresh), said(one.change), one.change.n) for one in groups}
    count = measured.sizes.count
    untried = {
        one.group.text: Verdict(OPEN, _outcome(one), count) for one in measured.forgone if one.score is None
    }
    verdicts |= {**untried, NEVER: _done(measured)}
    return JudgedSection(section, [*findings, *_never_done(measured), *_untold(groups)], verdicts)


def _often(a_side: float) -> str:
    return "under 0.1" if 0.0 < a_side < 0.05 else number(a_side, 0.5)


def _outcome(one: Forgone) -> str:
    if one.score is not None:
        return said(less_half("", one.score))
    if not one.offered:
        return "never possible"
    return "never done" if not one.a_side else "nothing else to do"


def _short(text: str) -> str:
    return text if len(text) <= 28 else f"{text[:27].rstrip()}…"


@dataclass(frozen=True)
class JudgedGroup:
    """An action group, the effect of losing it, the margin of a dead option, and which of two claims hold for all groups."""

    group: str
    change: Figure
    margin: float
    sure: bool  # that losing it makes a difference
    dead: bool  # that the difference is smaller than the margin


def judged(weighed: Sequence[tuple[Forgone, Figure]]) -> list[JudgedGroup]:
    margins = [CHEAP * min(1.0, one.a_side) for one, _ in weighed]
    sure = metrics.holm([metrics.p_value(change) for _, change in weighed])
    inside = metrics.holm(
        [metrics.p_outside(change, margin) for (_, change), margin in zip(weighed, margins, strict=True)]
    )
    return [
        JudgedGroup(
            one.group.text, change, margin, differs, small and -margin < change.low and change.high < margin
        )
        for (one, change), margin, differs, small in zip(weighed, margins, sure, inside, strict=True)
    ]


def _claim(judged: JudgedGroup) -> str:
    if judged.dead:
        return "dead"
    return OPEN if not judged.sure else "trap" if judged.change.value > 0.0 else "loses"


def _confirmed(one: JudgedGroup, fresh: Mapping[str, Fresh]) -> str:
    """The claim, if nothing played again on fresh dice contradicts it."""
    played = fresh.get(one.group)
    return OPEN if played is not None and not played.confirmed else _claim(one)


def singled_out(one: JudgedGroup) -> bool:
    """Whether a report would single out an action group as one that could be left out."""
    return _claim(one) in ("dead", "trap")


def overrated(one: JudgedGroup) -> bool:
    """Whether a side does better without an action group."""
    return _claim(one) == "trap"


def _weighed(one: JudgedGroup, played: Fresh | None) -> Finding | None:
    """The finding on the score of a side that may not use an action group; None if nothing can be said."""
    group, claim = one.group, _claim(one)
    if claim == "loses":
        text = f"A side not allowed to {group} loses {size(one.change)}."
        return Finding(
            text, "deeds", False, -one.change.value, one.change.n, group, wide=too_wide(one.change)
        )
    if claim == OPEN:
        return None
    change = played.figure if played and played.figure else one.change
    wide = too_wide(change)
    if played is None or not played.confirmed:
        may = "be dead" if claim == "dead" else "be overrated by the players"
        text = f"{HINT}the option to {group} may {may}: without it the score changes by {said(one.change)}{_but(played)}."
        return Finding(text, "deeds", False, 0.1, change.n, group, wide=wide)
    if claim == "dead":
        text = f"The option to {group} is all but dead: without it the score changes by {said(change)} on fresh dice."
        return Finding(text, "deeds", True, 6.0, change.n, group, wide=wide)
    text = (
        f"A side not allowed to {group} does better, by {size(change)} on fresh dice: players overrate that option, or it "
        "is a trap."
    )
    return Finding(text, "deeds", True, 100 * change.value, change.n, group, wide=wide)


def _but(played: Fresh | None) -> str:
    """What fresh dice say of something that they do not confirm."""
    if played is None or played.figure is None:
        return ", which was not confirmed on fresh dice"
    return f", but by {said(played.figure)} on fresh dice"


def _untold(groups: Sequence[JudgedGroup]) -> list[Finding]:
    untold = [one for one in groups if _claim(one) == OPEN]
    if not untold:
        return []
    unsure, alive = sum(not one.sure for one in groups), sum(not one.dead for one in groups)
    words = listed(
        [f"to {one.group} ({said(one.change)}; {_missing(one, unsure, alive)})" for one in untold], "or"
    )
    text = f"{UNDECIDED} {words}."
    about = APART.join(one.group for one in untold)
    return [Finding(text, "deeds", False, 0.0, untold[0].change.n, about)]


def _missing(one: JudgedGroup, unsure: int, alive: int) -> str:
    """How many times as many pairs would tell whether an action group matters, if it is one of `unsure` groups not known to
    matter and one of `alive` groups not known to be dead.
    """
    differ = metrics.to_differ(one.change, unsure, POWER)
    factor = min(differ, metrics.to_be_inside(one.change, one.margin, alive, POWER))
    if one.change.n * factor > ENDLESS:
        return f"finding out takes more than {ENDLESS:,} pairs"
    return f"finding out takes {times(factor)} pairs"


def _undone(measured: Measured) -> list[str]:
    return [one.group.text for one in measured.forgone if one.offered and not one.a_side]


def _done(measured: Measured) -> Verdict:
    """The verdict on what was never done, for comparison with other levels."""
    never, pairs = _undone(measured), measured.sizes.count
    if not never:
        return Verdict("done", "every possible action is used", pairs)
    return Verdict(APART.join(never), f"no side ever chose to {listed(never, 'or to')}", pairs)


def _never_done(measured: Measured) -> list[Finding]:
    never = _undone(measured)
    if not never:
        return []
    matches = 2 * measured.sizes.count
    text = (
        f"In {matches} matches between these players no side ever chose to {listed(never, 'or to')}: that is their habit, and "
        "others may choose to."
    )
    return [Finding(text, "deeds", False, 0.3, measured.sizes.count, NEVER)]


def beaten(pick: Pick) -> str:
    """The topic of whether the natural option of a pick is beaten."""
    return f"pick-{pick.name} natural"


def loses(pick: Pick, option: str) -> str:
    """The topic of whether an option loses to the best mixture."""
    return f"pick-{pick.name} {option} loses"


def metagame(
    pick: Pick,
    found: Metagame,
    searched: bool = False,
    fresh: Mapping[str, Fresh] = NOTHING_FRESH,
    surpassed: bool = False,
) -> JudgedSection:
    """What to pick, what never pays, and how far the natural pick can be exploited.

    Unless better picks were `searched` for, it says that unlisted ones, if there are any, may beat the best mixture of the
    listed ones. `fresh` holds the results on fresh dice for everything singled out. If the search `surpassed` the best mixture
    of those listed, nothing is said of how they do against it.
    """
    untried = UNTRIED if pick.space and not searched else ""
    name = f"pick-{pick.name}"
    never = [
        Figure(f"{f.name} against the best mixture", f.value, f.low, f.high, f.n, "points")
        for f in found.against
    ]
    exploited = Figure(
        f"{found.best_answer} against {found.natural}",
        found.exploited.value,
        found.exploited.low,
        found.exploited.high,
        found.exploited.n,
        "points",
    )
    mixture = [Figure(f"{f.name}, weight", f.value, f.low, f.high, f.n, "share") for f in found.mixture]
    marks = [
        Bar(own, payoff.value + HALF, payoff.low + HALF, payoff.high + HALF)
        for own, row in zip(found.options, found.payoff, strict=True)
        for payoff in row
    ]
    charts = [
        Chart("matrix", "Score of the row against the column, %", "", marks, HALF, True, len(found.options)),
        Chart(
            "intervals",
            "How often to pick each",
            "weight in the best mixture",
            [Bar(f.name, f.value, f.low, f.high) for f in found.mixture],
            None,
            True,
        ),
    ]
    others = _against_others(found)
    bars = [Bar(name, f.value, f.low, f.high) for name, f in zip(found.options, others, strict=False)]
    if others:
        charts.append(Chart("intervals", "What each scores against all others", "score", bars, HALF, True))
    tables = [_weights(pick, mixture)]
    figures = [exploited, *mixture, *never, *others, *_played_again(pick, found, fresh)]
    about = _about(found) + untried
    section = Section(name, f"What to pick: {pick.name}", about, figures, charts, tables)
    # if one option is practically all of the mixture, it goes without saying that the others never pay
    alone = [] if surpassed else _alone(pick, found, name, untried, fresh)
    findings = [_exploit(pick, found, name, fresh), *alone]
    if not alone and not surpassed:
        findings += _never(pick, found, name, fresh)
    findings = [_whose(pick, finding) for finding in findings]
    return JudgedSection(section, findings, _verdicts(pick, found, name, len(alone) > 0, fresh))


def _whose(pick: Pick, finding: Finding) -> Finding:
    """The finding, which is about Sandtable's data and nothing to act on if the options are made of those."""
    if not pick.filled_in:
        return finding
    text = f"{finding.text} {OURS} {pick.filled_in}, so this is about them and not about the game."
    return structs.replace(finding, text=text, act=False, weight=min(finding.weight, 0.9))


def _played_again(pick: Pick, found: Metagame, fresh: Mapping[str, Fresh]) -> list[Figure]:
    """The figures, on fresh dice, of everything singled out."""
    named = {beaten(pick): f"{found.best_answer} against {found.natural}"}
    named |= {loses(pick, figure.name): f"{figure.name} against the best mixture" for figure in found.never}
    return [
        replace(figure, name=f"{words}, on fresh dice")
        for about, words in named.items()
        if about in fresh and (figure := fresh[about].figure)
    ]


def _against_others(found: Metagame) -> list[Figure]:
    """The score of each option against all others, equally weighted; the intervals hold for all options together
    (Bonferroni).
    """
    count = len(found.options)
    if count < 2:
        return []
    made: list[Figure] = []
    for own, name in enumerate(found.options):
        cells = [cell for other, cell in enumerate(found.payoff[own]) if other != own]
        value = HALF + sum(cell.value for cell in cells) / len(cells)
        error = sqrt(sum((metrics.half(cell) / stats.QUANTILE) ** 2 for cell in cells)) / len(cells)
        reach = stats.student(max(1, cells[0].n - 1), count) * error
        low, high = max(0.0, value - reach), min(1.0, value + reach)
        made.append(
            Figure(f"{name} against all others", value, low, high, sum(cell.n for cell in cells), "share")
        )
    return made


def searched(found: Searched) -> JudgedSection:
    """What a search found that beats the listed options, the mixture of all of them, and what might still beat it."""
    pick, name = found.pick, f"{SEARCHED}{found.pick.name}"
    about = ABOUT_SEARCH.format(
        tried=f"{found.tried:,}",
        total=f"{pick.space.total:,}" if pick.space else "",
    )
    answers = [*found.found, *([found.last] if found.last else [])]
    figures = [
        replace(less_half("", answer.score), name=f"{answer.option.name} against the mixture before it")
        for answer in answers
    ]
    weights = [figure for figure in found.metagame.mixture if figure.value > 0.0]
    figures += [replace(figure, name=f"{figure.name}, weight of all") for figure in weights]
    bars = [Bar(figure.name, figure.value, figure.low, figure.high) for figure in weights]
    chart = Chart(
        "intervals",
        "How often to pick each, including those found",
        "weight in the best mixture",
        bars,
        None,
        True,
    )
    section = Section(name, f"What was found: {pick.name}", about, figures, [chart])
    return JudgedSection(
        section, [*(_found(found, answer, name) for answer in found.found), _unbeaten(found, name)]
    )


def _found(found: Searched, answer: FoundOption, name: str) -> Finding:
    place = found.found.index(answer)
    before = (
        "the best mixture of those listed"
        if place == 0
        else "the best mixture of those listed and those found before it"
    )
    text = f"{_described(answer.option)}, found by search, scores {said(answer.score)} against {before}, on fresh dice."
    weight = 100 * (answer.score.value - HALF)
    return Finding(text, name, True, weight, answer.score.n, wide=too_wide(answer.score))


def _unbeaten(found: Searched, name: str) -> Finding:
    weights = listed([f"{value(one)} “{one.name}”" for one in found.metagame.mixture if one.value > 0.0])
    text = f"With the options found, the best mixture is {weights}"
    if found.last is None:
        better = counted(len(found.found), "better option")
        text += f"; the search ended after finding {better}, and others may beat this mixture."
        return Finding(text, name, False, 0.3, found.found[-1].score.n)
    text += (
        f": of {found.tried:,} options tried, the best against it, “{found.last.option.name}”, scores "
        f"{said(found.last.score)} on fresh dice, so it is not certain to beat the mixture; untried ones may."
    )
    return Finding(text, name, False, 0.3, found.last.score.n, wide=too_wide(found.last.score))


def _verdicts(
    pick: Pick, found: Metagame, name: str, alone: bool, fresh: Mapping[str, Fresh]
) -> dict[str, Verdict]:
    best, pairs = max(found.mixture, key=lambda figure: figure.value), found.exploited.n
    never = sorted(f"“{figure.name}”" for figure in found.never if _stands(fresh, loses(pick, figure.name)))
    natural = "beaten" if found.exploited.low > 0.0 and _stands(fresh, beaten(pick)) else OPEN
    # if no option's weight can be as large as `ALONE`, the equilibrium is certainly mixed
    single = OPEN if any(one.high >= ALONE for one in found.mixture) else "mixed"
    if alone and len(never) == len(found.options) - 1:
        single = best.name
    losing = (
        f"{listed(never)} never {'pays' if len(never) == 1 else 'pay'}"
        if never
        else "none is certain to lose"
    )
    return {
        f"{name} natural": Verdict(
            natural,
            f"the best answer, “{found.best_answer}”, scores {said(_score(found.exploited))} against it",
            pairs,
        ),
        f"{name} alone": Verdict(single, f"“{best.name}” is {said(best)} of the mixture", pairs),
        f"{name} never": Verdict(APART.join(never) or OPEN, losing, pairs),
    }


def _stands(fresh: Mapping[str, Fresh], about: str) -> bool:
    """Whether something that was singled out is confirmed; where nothing was played again, as at other levels, it is
    taken as it was found.
    """
    return about not in fresh or fresh[about].confirmed


def rival(pick: Pick, found: Metagame, score: Figure) -> tuple[str, Verdict]:
    """The topic and the verdict on the natural pick if only the best answer to it was measured."""
    claim = "beaten" if score.low > HALF else OPEN
    return f"pick-{pick.name} natural", Verdict(
        claim, f"“{found.best_answer}” scores {said(score)} against it", score.n
    )


def _score(payoff: Figure) -> Figure:
    """A payoff as a score."""
    low, high = max(0.0, payoff.low + HALF), min(1.0, payoff.high + HALF)
    return Figure("", payoff.value + HALF, low, high, payoff.n, "share")


def _about(found: Metagame) -> str:
    errors = [100 * metrics.half(score) for row in found.payoff for score in row if score.n]
    return ABOUT_PICKS.format(
        pairs=f"{found.exploited.n:,}", error=number(sum(errors) / max(1, len(errors)), 99)
    )


def _weights(pick: Pick, mixture: Sequence[Figure]) -> ReportTable:
    """For each option whose name does not describe it: a description, and its weight."""
    weights = [f"{value(figure)} ({bounds(figure)})" for figure in mixture]
    if all(option.name in option.text for option in pick.options):
        rows = [Row([option.name, weight]) for option, weight in zip(pick.options, weights, strict=True)]
        return ReportTable(["Option", "Weight"], rows)
    rows = [
        Row([option.name, option.text, weight]) for option, weight in zip(pick.options, weights, strict=True)
    ]
    return ReportTable(["Option", "", "Weight"], rows)


def _exploit(pick: Pick, found: Metagame, name: str, fresh: Mapping[str, Fresh]) -> Finding:
    best, about = found.exploited, beaten(pick)
    natural, answer = (pick.option(option) for option in (found.natural, found.best_answer))
    score, wide = _score(best), too_wide(best)
    if best.low <= 0.0:
        only = "only " if best.value < 0.0 else ""
        text = (
            f"{capital(_these(pick))}, no {pick.name} is certain to beat “{natural.name}”, the natural one: "
            f"the best answer, “{answer.name}”, scores {only}{said(score)} against it."
        )
        return Finding(text, name, False, 0.4, best.n, about, wide=wide)
    played = fresh.get(about)
    if played is None or played.figure is None or not played.confirmed:
        text = (
            f"{HINT}{_described(answer)} may beat {_described(natural)}, the natural {pick.name}: it scores {said(score)}"
            f"{_but_scores(played)}."
        )
        return Finding(text, name, False, 0.4, best.n, about, wide=wide)
    text = (
        f"{_described(natural)}, the natural {pick.name}, is beaten by {_described(answer)}, "
        f"which scores {said(_score(played.figure))} against it on fresh dice."
    )
    weight = 100 * played.figure.value
    return Finding(text, name, True, weight, played.figure.n, about, wide=too_wide(played.figure))


def _but_scores(played: Fresh | None) -> str:
    if played is None or played.figure is None:
        return _but(played)
    return f", but {said(_score(played.figure))} on fresh dice"


def _described(option: Option) -> str:
    return f"“{option.name}”" if option.name in option.text else f"“{option.name}” ({option.text})"


def _these(pick: Pick) -> str:
    """Which options were compared, and out of how many if they can be counted: others may be better."""
    there_are = f" (there are {pick.space.total:,})" if pick.space else ""
    return f"of the {len(pick.options)} compared{there_are}"


def _never(pick: Pick, found: Metagame, name: str, fresh: Mapping[str, Fresh]) -> list[Finding]:
    """The options that never pay on fresh dice; and, as a hint, those for which fresh dice do not confirm this."""
    about = f"{name} never"
    sure, unsure = (
        [figure for figure in found.never if bool(_confirmed_figure(fresh, pick, figure.name)) is wanted]
        for wanted in (True, False)
    )
    findings: list[Finding] = []
    if sure:
        played = [_confirmed_figure(fresh, pick, figure.name) or figure for figure in sure]
        pays, loses_ = ("pays", "it loses") if len(sure) == 1 else ("pay", "they lose")
        text = (
            f"{capital(_these(pick))}, {_quoted(sure)} never {pays}: on fresh dice {loses_} {_span(played)} to the best "
            "mixture of these."
        )
        widest = max(played, key=metrics.half)
        weight = -100 * sum(figure.value for figure in played) / len(played)
        # against the mixture of all options, some of these may pay
        act = pick.space is None
        findings.append(
            Finding(text, name, act, weight, min(f.n for f in played), about, wide=too_wide(widest))
        )
    if unsure:
        text = (
            f"{HINT}{_these(pick)}, {_quoted(unsure)} may never pay against the best mixture of these, but fresh dice "
            "did not confirm it."
        )
        findings.append(Finding(text, name, False, 0.2, found.exploited.n, "" if sure else about))
    return findings


def _confirmed_figure(fresh: Mapping[str, Fresh], pick: Pick, option: str) -> Figure | None:
    """The figure, on fresh dice, of an option that never pays; None unless they confirm it."""
    played = fresh.get(loses(pick, option))
    return played.figure if played is not None and played.confirmed else None


def _quoted(figures: Sequence[Figure]) -> str:
    return listed([f"“{figure.name}”" for figure in figures])


def _span(figures: Sequence[Figure]) -> str:
    """The size of one loss with its interval, or how the losses of several go from the least to the most."""
    if len(figures) == 1:
        return size(figures[0])
    losses = sorted(-100 * figure.value for figure in figures)
    return f"{number(losses[0], 1)} to {number(losses[-1], 1)}{POINTS}"


def _alone(pick: Pick, found: Metagame, name: str, untried: str, fresh: Mapping[str, Fresh]) -> list[Finding]:
    """That one option is the only right one: all others certainly lose to it, on fresh dice too."""
    best = max(found.mixture, key=lambda figure: figure.value)
    others = [figure for figure in found.never if figure.name != best.name]
    if best.low < ALONE or len(found.options) < 2 or len(others) < len(found.options) - 1:
        return []
    about = f"{name} alone"
    played = [one for figure in others if (one := _confirmed_figure(fresh, pick, figure.name))]
    if len(played) < len(others):
        text = (
            f"{HINT}{_these(pick)}, “{best.name}” may be the only right {pick.name}, but fresh dice did not confirm that all "
            "others lose to it."
        )
        return [Finding(text, name, False, 0.3, found.exploited.n, about)]
    text = (
        f"{capital(_these(pick))}, “{best.name}” is the only right {pick.name}: on fresh dice every other one loses to it, by "
        f"{_span(played)}, so there is no real choice among them.{untried}"
    )
    return [Finding(text, name, pick.space is None, 10.0, min(figure.n for figure in played), about)]
