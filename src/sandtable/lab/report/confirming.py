"""Plays again, on fresh dice, whatever a report would single out among several things, before the report says to act on it.

The largest of several effects is likely to be lucky too, so what is said of it comes from new matches alone. All that is
singled out is tested together (Holm). Each gets as many pairs as would show it if it were as large as it looked, as far
as they last: the largest effects come first, since they need the fewest.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

import polars as pl

from sandtable.authoring.choices import ActionGroup, Option, Pick
from sandtable.lab.report.ablations import JudgedGroup, beaten, judged, loses, singled_out
from sandtable.lab.report.experiments import (
    LEAST_PAIRS,
    ExperimentJob,
    Fresh,
    Measured,
    Run,
    less_half,
    meeting,
    met,
    tried,
    without,
)
from sandtable.lab.report.search import matches_against, mixed, scores_against
from sandtable.lab.run.trial import Trial
from sandtable.lab.statistics import metrics, stats
from sandtable.lab.statistics.metagame import Metagame
from sandtable.lab.statistics.stats import Figure

# chance with which something is confirmed if it is as large as it looked; it is seldom that large
POWER = 0.9
# added to the seed for fresh dice, and for each further thing that is confirmed
FRESH, NEXT = 11_000_027, 13_000_027

Rows = Mapping[str, pl.DataFrame]


@dataclass(frozen=True)
class Chosen:
    """Something singled out: its topic, its effect at that time, the pairs behind that, the matches to play again, and the
    effect in them. With a `margin`, the effect should prove too small to matter; without one, different from 0.
    """

    about: str
    seen: Figure
    pairs: int
    jobs: Callable[[Trial, int], list[ExperimentJob]]
    read: Callable[[Rows, int], Figure]
    margin: float = 0.0

    def needed(self, family: int) -> int:
        """How many pairs would confirm it, tested with all others of its `family`."""
        if self.margin:
            factor = metrics.to_be_inside(self.seen, self.margin, family, POWER)
        else:
            factor = metrics.to_differ(self.seen, family, POWER)
        return max(LEAST_PAIRS, ceil(self.pairs * factor))

    def p_value(self, found: Figure) -> float:
        """The p-value of the figure on fresh dice; 1 if it points the other way."""
        if self.margin:
            inside = -self.margin < found.low and found.high < self.margin
            return metrics.p_outside(found, self.margin) if inside else 1.0
        return metrics.p_value(found) if found.value * self.seen.value > 0.0 else 1.0


def confirm(measured: Measured, run: Run) -> tuple[dict[str, Fresh], int]:
    """What became of all that was singled out, by topic, and how many matches that took."""
    trial = measured.trial
    mirror = replace(trial, agents=(trial.agents[0], trial.agents[0]))
    found = list(chosen(measured))
    taken = _affordable(found, measured.sizes.fresh)
    jobs = [
        job
        for number, (one, pairs) in enumerate(taken)
        for job in one.jobs(replace(mirror, seed=(mirror.seed + FRESH + number * NEXT) % 2**63), pairs)
    ]
    rows = run(jobs)
    figures = [one.read(rows, pairs) for one, pairs in taken]
    sure = metrics.holm([one.p_value(figure) for (one, _), figure in zip(taken, figures, strict=True)])
    made = {one.about: Fresh(None, False) for one in found}
    made |= {
        one.about: Fresh(figure, confirmed)
        for (one, _), figure, confirmed in zip(taken, figures, sure, strict=True)
    }
    return made, sum(frame.height for frame in rows.values())


def _affordable(found: Sequence[Chosen], budget: int) -> list[tuple[Chosen, int]]:
    """The items for which `budget` pairs last, and the pairs of each: items that need the fewest come first."""
    wanted = sorted(((one, one.needed(len(found))) for one in found), key=lambda item: item[1])
    taken: list[tuple[Chosen, int]] = []
    for one, pairs in wanted:
        if budget < LEAST_PAIRS:
            break
        taken.append((one, min(pairs, budget)))
        budget -= pairs
    return taken


def chosen(measured: Measured) -> Iterator[Chosen]:
    """All that the report would single out."""
    for pick, found in measured.metagames:
        yield from _picks(pick, found)
    groups = {one.group.text: one.group for one, _ in tried(measured.forgone)}
    for one in judged(list(tried(measured.forgone))):
        if singled_out(one):
            yield _group(one, groups[one.group])


def _picks(pick: Pick, found: Metagame) -> Iterator[Chosen]:
    """The best answer to the natural option, if it beats that option, and the options that never pay."""
    cell = found.exploited.n
    natural, answer = pick.option(found.natural), pick.option(found.best_answer)
    if found.exploited.low > 0.0:
        # the interval of `exploited` allows for the choice already
        seen = found.payoff[found.options.index(answer.name)][found.options.index(natural.name)]
        yield Chosen(beaten(pick), seen, cell, *_meets(pick, answer, natural))
    mixture = mixed(pick.options, found)
    # a mixture of several is met in fewer pairs each
    pairs = ceil(cell / sum(weight**2 for _, weight in mixture))
    for figure in found.never:
        option = pick.option(figure.name)
        yield Chosen(loses(pick, option.name), figure, pairs, *_against(pick, option, mixture))


def _meets(
    pick: Pick, answer: Option, natural: Option
) -> tuple[Callable[[Trial, int], list[ExperimentJob]], Callable[[Rows, int], Figure]]:
    name = f"fresh {pick.name} {answer.name}"
    return (
        lambda mirror, pairs: list(meeting(name, mirror, pick, answer, natural, pairs)),
        lambda rows, _: less_half(name, metrics.score_of_first(met(name, rows), name)),
    )


def _against(
    pick: Pick, option: Option, mixture: Sequence[tuple[Option, float]]
) -> tuple[Callable[[Trial, int], list[ExperimentJob]], Callable[[Rows, int], Figure]]:
    name = f"fresh {pick.name} against {option.name}"
    return (
        lambda mirror, pairs: matches_against(name, mirror, pick, option, mixture, pairs),
        lambda rows, pairs: less_half(name, stats.share(scores_against(name, mixture, pairs, rows))),
    )


def _group(one: JudgedGroup, group: ActionGroup) -> Chosen:
    name = f"fresh without {group.name}"
    return Chosen(
        one.group,
        one.change,
        one.change.n,
        lambda mirror, pairs: [replace(without(mirror, group, pairs), name=name, beside="")],
        lambda rows, _: less_half(name, metrics.score_of_first(rows[name], name)),
        one.margin if one.dead else 0.0,
    )
