"""The report on a tuning: what was found on fresh dice, what it costs, what was missed, and what was tried."""

import json
import shlex
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Literal

import msgspec

from sandtable import __version__
from sandtable.authoring.provenance import head
from sandtable.authoring.settings import Value, resolve
from sandtable.games import place_of
from sandtable.lab.report import document
from sandtable.lab.report.document import Bar, Chart, ReportTable, Row
from sandtable.lab.run import tune
from sandtable.lab.run.aims import Aim
from sandtable.lab.run.tune import Confirmed, Effort, Tried, Tuned
from sandtable.lab.statistics import stats
from sandtable.lab.statistics.named import PairValues
from sandtable.lab.statistics.stats import Figure
from sandtable.lab.statistics.wording import capital, counted, difference, listed, said, signed, value

LEVEL = 0.05
# rows in the table of candidates tried
MOST_TRIED = 20
Verdict = Literal["reached", "missed", "open"]
SAID = {"reached": "reached", "missed": "not reached", "open": "not known yet"}


class Reached(msgspec.Struct, frozen=True):
    """A figure of a candidate on fresh dice, and a target for it.

    The target is reached if the figure is inside it by more than noise (Holm), both ends of its interval included.
    `beside` has the figure at other levels of the computer, and `missed_at` the levels at which it certainly misses the
    target.
    """

    aim: str
    figure: Figure
    verdict: Verdict
    beside: dict[str, Figure]
    missed_at: list[str]

    def at(self, level: str) -> str:
        """The figure at another level, and whether it misses the target there."""
        missed = f" ({self.aim}: {SAID['missed']})" if level in self.missed_at else ""
        return f"{capital(level)}: {self.figure.name} {said(self.beside[level])}{missed}"


class Found(msgspec.Struct, frozen=True):
    """A candidate that was played again: its tuned settings, its results, and its effects on all figures."""

    name: str
    labels: dict[str, str]
    settings: dict[str, Value]
    reached: list[Reached]
    costs: list[Figure]
    figures: list[Figure]

    @property
    def whole(self) -> bool:
        """Whether all targets are reached."""
        return all(one.verdict == "reached" for one in self.reached)

    @property
    def sentence(self) -> str:
        """The results, target by target."""
        parts = [
            f"{one.figure.name} {said(one.figure)} ({one.aim}: {SAID[one.verdict]})" for one in self.reached
        ]
        return f"{self.name}: {'; '.join(parts)}."

    @property
    def why(self) -> str:
        """The `why` sentence of a variant with these settings."""
        has = ", ".join(
            f"{one.figure.name} {said(one.figure)}"
            + ("" if one.verdict == "reached" else f" ({SAID[one.verdict]})")
            for one in self.reached
        )
        aims = ", ".join(one.aim for one in self.reached)
        return f"{'Tuned' if self.whole else 'Nearest found'} to {aims}, with {has}.".replace("\u00a0", " ")

    def title(self, game: str) -> str:
        """The name of a variant of `game` with these settings: "tuned" only if all targets are reached."""
        return f"Tuned {game}" if self.whole else f"{game}, targets missed"


class Tuning(msgspec.Struct, frozen=True):
    """A tuning: `before` is the game as it was, `found` the best candidates, best first; all on the same fresh dice."""

    sandtable_tuning: int
    game: str
    title: str
    about: str
    whose: str
    variant: str
    aims: list[str]
    over: list[str]
    agents: list[str]
    seed: int
    pairs: int
    combinations: int
    tried: int
    stopped: int
    matches: int
    rules: str
    before: Found
    found: list[Found]
    charts: list[Chart]
    front: ReportTable
    command: str

    @property
    def summary(self) -> str:
        """The request and its result, in a sentence."""
        whole = [one.name for one in self.found if one.whole]
        if self.before.whole:
            whole.insert(0, "the game as it was")
        if whole:
            return f"All targets are reached by {listed(whole)}."
        return "None of the settings tried are known to reach all targets."

    @property
    def missed(self) -> list[str]:
        """A sentence for each target that nothing is known to reach."""
        made: list[str] = []
        for index, aim in enumerate(self.aims):
            here = [one.reached[index] for one in (self.before, *self.found)]
            if any(one.verdict == "reached" for one in here):
                continue
            if all(one.verdict == "missed" for one in here):
                made.append(f"{aim} was not reached by any candidate that was played again.")
            else:
                made.append(
                    f"{aim} is not known to be reached: play the best again on more pairs (--confirm)."
                )
        return made


def report(found: Tuned, over: Sequence[str], effort: Effort) -> Tuning:
    """The report on the results of a tuning."""
    before, *best = found.confirmed
    own, *verdicts = _verdicts(found.aims, found.confirmed)
    home = found.game.settings
    spec = found.game.spec
    # candidates in the order of the search, unless fresh dice say otherwise
    ranked = sorted(zip(best, verdicts, strict=True), key=lambda one: _wanting(one[1]))
    named = [(_name(one, home), one, there) for one, there in ranked]
    return Tuning(
        sandtable_tuning=1,
        game=spec.id,
        title=spec.name,
        about=spec.about,
        whose=spec.presentation.provenance(home),
        variant=found.game.variant,
        aims=[aim.text for aim in found.aims],
        over=list(over),
        agents=[f"level {name}" if name.isdigit() else name for name in found.agents],
        seed=found.seed,
        pairs=effort.confirm,
        combinations=found.combinations,
        tried=len(found.tried),
        stopped=sum(one.stopped for one in found.tried),
        matches=found.matches,
        rules=found.rules,
        before=_found("as it was", before, found.aims, own, []),
        found=[_found(name, one, found.aims, there, _costs(one, before)) for name, one, there in named],
        charts=[
            _chart(aim, [("as it was", before), *((name, one) for name, one, _ in named)])
            for aim in found.aims
        ],
        front=_front(found, home),
        command=_command(found, over, effort),
    )


def _name(one: Confirmed, home: Mapping[str, Value]) -> str:
    """The settings that differ from those of the game as it was."""
    return ", ".join(
        f"{name} = {label}" for name, label in one.labels.items() if one.settings[name] != home[name]
    )


def _command(found: Tuned, over: Sequence[str], effort: Effort) -> str:
    """The command that reproduces the report; custom texts appear as @FILE."""
    words = ["sandtable", "tune", place_of(found.game.spec)]
    printed = resolve(found.game.spec.rules.settings, {})
    for name, given in document.changed(found.game.settings, printed).items():
        text = {True: "yes", False: "no"}[given] if isinstance(given, bool) else str(given)
        words += ["--set", f"{name}=@FILE" if "\n" in text else f"{name}={text}"]
    words += [word for aim in found.aims for word in ("--aim", aim.text)]
    words += [word for text in over for word in ("--over", text)]
    numbers = {
        "--candidates": effort.candidates,
        "--pairs": effort.pairs,
        "--best": effort.best,
        "--confirm": effort.confirm,
        "--at": ",".join(map(str, effort.at)),
        "--seed": found.seed,
    }
    words += ["--agents", ",".join(found.agents)]
    return shlex.join([*words, *(str(word) for pair in numbers.items() for word in pair)])


def _verdicts(aims: Sequence[Aim], best: Sequence[Confirmed]) -> list[list[Verdict]]:
    """How each candidate does on each target; all claims that a target is reached are judged together."""
    figures = [[one.seen[aim.name].figure() for aim in aims] for one in best]
    chances = stats.holm(
        [aim.p_outside(figure) for row in figures for aim, figure in zip(aims, row, strict=True)]
    )
    made: list[list[Verdict]] = []
    for index, row in enumerate(figures):
        own = chances[index * len(aims) : (index + 1) * len(aims)]
        made.append(
            [
                "reached"
                if p <= LEVEL and _inside(aim, figure)
                else "missed"
                if aim.missed(figure)
                else "open"
                for aim, figure, p in zip(aims, row, own, strict=True)
            ]
        )
    return made


def _inside(aim: Aim, figure: Figure) -> bool:
    """Whether both ends of the interval lie inside the target."""
    return aim.greatest(figure) == 0.0


def _wanting(verdicts: Sequence[Verdict]) -> tuple[int, int]:
    """How many targets were missed, and how many are undecided."""
    return verdicts.count("missed"), verdicts.count("open")


def _found(
    name: str, one: Confirmed, aims: Sequence[Aim], verdicts: Sequence[Verdict], costs: list[Figure]
) -> Found:
    reached = [_reached(one, aim, verdict) for aim, verdict in zip(aims, verdicts, strict=True)]
    figures = [seen.figure() for seen in one.seen.values()]
    return Found(name, dict(one.labels), dict(one.settings), reached, costs, figures)


def _reached(one: Confirmed, aim: Aim, verdict: Verdict) -> Reached:
    beside = {f"level {n}": seen[aim.name].figure() for n, seen in one.beside.items() if aim.name in seen}
    missed = [level for level, figure in beside.items() if aim.missed(figure)]
    return Reached(aim.text, one.seen[aim.name].figure(), verdict, beside, missed)


def _costs(one: Confirmed, before: Confirmed) -> list[Figure]:
    """The differences from the game as it was that are more than noise, with all figures judged together; they are taken pair
    by pair, with the same dice.
    """
    beside = [(seen, before.seen[name]) for name, seen in one.seen.items() if name in before.seen]
    made = [_compared(seen, other) for seen, other in beside if (seen.told() & other.told()).sum() > 1]
    stands = stats.holm([found.p for found in made])
    return [found.figure for found, p in zip(made, stands, strict=True) if p <= LEVEL]


def _compared(after: PairValues, before: PairValues) -> stats.Difference:
    both = after.told() & before.told()
    new, old = after.values[both].tolist(), before.values[both].tolist()
    return stats.difference(new, old, after.name, after.unit, after.unit == "share")


def _chart(aim: Aim, shown: Sequence[tuple[str, Confirmed]]) -> Chart:
    figures = [(name, one.seen[aim.name].figure()) for name, one in shown]
    ends = [end for end in (aim.low, aim.high) if isfinite(end)]
    share = figures[0][1].unit == "share"
    return Chart(
        "intervals",
        f"{capital(aim.name)}, target {aim.text.partition(' ')[2] or aim.text}",
        aim.name,
        [Bar(name, figure.value, figure.low, figure.high) for name, figure in figures],
        sum(ends) / len(ends),
        share,
    )


def _front(found: Tuned, home: Mapping[str, Value]) -> ReportTable:
    """The candidates that no other beats, on the search's dice."""
    front = tune.pareto(found.tried, found.aims, home)

    def row(one: Tried) -> Row:
        figures = [value(one.figures[aim.name]) for aim in found.aims]
        return Row([*one.labels.values(), *figures, str(tune.changed(one, home)), f"{one.pairs:,}"])

    heads = [*(axis.name for axis in found.axes), *(aim.name for aim in found.aims), "changed", "pairs"]
    ordered = sorted(front, key=lambda one: (sum(one.shortfalls(found.aims)), tune.changed(one, home)))
    return ReportTable(heads, [row(one) for one in ordered[:MOST_TRIED]])


def lines(made: Tuning) -> list[str]:
    """The report as lines of text."""
    found = [line for one in made.found for line in _lines(one)]
    front = [made.front.heads, *(row.cells for row in made.front.rows)]
    widths = [max(len(row[n]) for row in front) for n in range(len(made.front.heads))]
    table = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in front
    ]
    name = [f"The variant {made.variant!r}.", ""] if made.variant else []
    owners = [*filter(None, (made.whose, made.about))]
    return [
        *name,
        made.summary,
        *made.missed,
        "",
        f"On {counted(made.pairs, 'pair')} with fresh dice:",
        made.before.sentence,
        *found,
        "",
        "Not beaten by anything else that was tried:",
        *table,
        *([""] if owners else []),
        *owners,
    ]


def _lines(one: Found) -> list[str]:
    beside = [f"  {reached.at(level)}" for reached in one.reached for level in reached.beside]
    costs = [f"{figure.name.replace('_', ' ')} {more(figure)}" for figure in one.costs]
    return [one.sentence, *beside, f"  costs: {'; '.join(costs) or 'nothing else measurable'}."]


def more(figure: Figure) -> str:
    """A difference: in points for shares, otherwise with as many digits as its error supports."""
    if figure.unit == "share":
        return difference(figure)
    return signed(figure).replace("-", "−")


def write(made: Tuning) -> str:
    """The report as JSON; the same report gives the same text."""
    settings: Mapping[str, Any] = made.before.settings
    told = {**head(made.game, settings, made.agents, made.seed, made.variant), **msgspec.to_builtins(made)}
    told |= {"version": __version__, "summary": made.summary, "missed": made.missed}
    told["found"] = [
        {**msgspec.to_builtins(one), "why": one.why, "title": one.title(made.title)} for one in made.found
    ]
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"
