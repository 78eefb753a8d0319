"""The matches behind a report: those of its trial, and those in which a side has to do without something or picks
something else.

Each experiment is a trial of its own, which any backend can run. All have the report's seed and so share their dice,
except the meetings of options: an option's score against all others combines many of these, and their errors must be
independent.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import polars as pl

from sandtable.authoring.choices import ActionGroup, BoardEvent, Grouping, Option, Pick
from sandtable.authoring.settings import Value
from sandtable.authoring.spec import Pace, Wasted
from sandtable.lab.run.backends import Backend
from sandtable.lab.run.replays import Use
from sandtable.lab.run.rows import mirrored, run_batch
from sandtable.lab.run.simulate import Progress, batch_of, joined, missing
from sandtable.lab.run.trails import STOOD, run_stood, run_trails, run_uses, used
from sandtable.lab.run.trial import Trial, thinks
from sandtable.lab.statistics import chances, metrics
from sandtable.lab.statistics.chances import Chances
from sandtable.lab.statistics.metagame import Metagame, solve
from sandtable.lab.statistics.stats import Figure


@dataclass(frozen=True)
class ExperimentJob:
    """The first pairs of a trial, to be played; `play` produces the rows for some of them, one per match.

    `beside` is the job whose matches this one revisits, or a key shared by jobs that begin alike: a worker plays the same
    pairs of all of them together, so that nothing is computed twice.
    """

    name: str
    trial: Trial
    pairs: int
    play: Callable[[Trial, int, int], pl.DataFrame] = run_batch
    beside: str = ""


class PairRange(NamedTuple):
    """The pairs `start` to `stop - 1` of a job."""

    job: ExperimentJob
    start: int
    stop: int


# default number of pairs of a report
LEAST_PAIRS = 10
# pairs to fit the chance to win on, if there are that many
TRAIL = 100
# maximum number of pairs in which piece positions are recorded: each position has to be drawn for that
MOST_STOOD = 20
# added to the seed for draws that change while the rest is fixed, and for each meeting of two options
OTHER, MEETING = 1_000_003, 3_000_017

# jobs that forbid a group: a worker that has the same matches without the ban continues from the first use of the group
WITHOUT = "without"
# the jobs that revisit the trial's matches
LOOKED_AT = ("trails", "stood", "uses")

# plays jobs and returns their rows by name
Run = Callable[[Sequence[ExperimentJob]], Mapping[str, pl.DataFrame]]


@dataclass(frozen=True)
class Sizes:
    """The number of pairs for each section: the trial, a group, a cell of a matrix, a step of the ladder, the counts of
    groups. All except the trial are shares of `parts`. `trail` is the number for the chance to win, `cross` for matches
    with other dice or other choices, `stood` for piece positions, `fresh` for everything confirmed on fresh dice, taken
    together.
    """

    pairs: int
    parts: int
    group: int
    cell: int
    step: int
    count: int
    trail: int
    cross: int
    stood: int
    fresh: int


def sizes(pairs: int, parts: int | None = None) -> Sizes:
    """The sizes of a report on `pairs` pairs, whose other sections are shares of `parts`, by default of all pairs.

    Raises `ValueError` for fewer than ten of either, or for `parts` above `pairs`.
    """
    parts = pairs if parts is None else parts
    if min(pairs, parts) < LEAST_PAIRS:
        raise ValueError(f"a report needs at least {LEAST_PAIRS} pairs of matches, not {min(pairs, parts)}")
    if parts > pairs:
        raise ValueError(
            f"the other sections of a report on {pairs:,} pairs can use at most {pairs:,} pairs, not {parts:,}"
        )
    group, step = max(10, parts // 5), max(10, parts // 4)
    trail = min(pairs, max(TRAIL, parts // 4))
    count, stood = max(10, parts // 10), min(MOST_STOOD, max(5, parts // 20))
    cell, half = max(10, parts // 8), max(10, parts // 2)
    return Sizes(pairs, parts, group, cell, step, count, trail, half, stood, half)


def first_sizes(pairs: int) -> Sizes:
    """The sizes for the first findings of a report, which come from the trial's matches alone; all other sections are off."""
    whole = sizes(pairs)
    return replace(whole, group=0, cell=0, step=0, count=0, cross=0, stood=0, fresh=0)


@dataclass(frozen=True)
class Forgone:
    """A group, how often a side uses it in a match, and the score of a side that is barred from using it; None if that was not
    tried.
    """

    group: ActionGroup
    a_side: float
    free: bool  # whether there was usually an alternative
    score: Figure | None
    offered: bool = True  # whether any side could ever have used it


@dataclass(frozen=True)
class LevelStep:
    """A level of the computer against the one below: both names, and the score of the upper one.

    Without control variates it would take `worth` times as many pairs for the same precision.
    """

    name: str
    lower: str
    score: Figure
    worth: float = 1.0


@dataclass(frozen=True)
class Fresh:
    """The result on fresh dice for something that was singled out among several: its figure, and whether that confirms it when
    all of them are tested together; None if there were too few pairs to play it.
    """

    figure: Figure | None
    confirmed: bool


@dataclass(frozen=True)
class Measured:
    """Everything that a report is made from; `rows` are those of the trial."""

    trial: Trial
    sizes: Sizes
    matches: int  # of all experiments
    rows: pl.DataFrame
    forgone: Sequence[Forgone]
    metagames: Sequence[tuple[Pick, Metagame]]
    steps: Sequence[LevelStep]
    chances: Chances | None
    trails: pl.DataFrame
    stood: pl.DataFrame
    groupings: Sequence[Grouping]  # by the game's groupings of sides
    events: Sequence[BoardEvent]  # for matches in which the places of events are recorded
    pace: Pace | None
    even: str  # why the rules treat both seats alike; "" if that is not certain
    whose: str  # whose board, map or teams were measured
    limits: Mapping[str, str]  # the counters for matches decided by a limit, with words for it
    wasted: Mapping[str, Wasted]  # the counters of what good players seldom do
    # the shares of chance alone, of the players' random choices alone, and of both; empty if results do not vary
    crossed: Sequence[Figure]


def measure(trial: Trial, wanted: Sizes, levels: Sequence[str], run: Run) -> Measured:
    """Plays everything; `levels` are the names of the computer's levels to climb, weakest first."""
    # in a mirror match one side is restricted, so that nothing else distinguishes the sides
    mirror = replace(trial, agents=(trial.agents[0], trial.agents[0]))
    spec = trial.load().spec
    picks = spec.lab.picks if wanted.cell else ()
    levels = levels if wanted.step else ()
    other = (trial.seed + OTHER) % 2**63
    jobs = [
        ExperimentJob("trial", replace(trial, judged=True), wanted.pairs),
        ExperimentJob("trails", trial, wanted.trail, run_trails, "trial"),
        *([ExperimentJob("stood", trial, wanted.stood, run_stood, "trial")] if wanted.stood else []),
        *([ExperimentJob("uses", mirror, wanted.count, run_uses, "trial")] if wanted.count else []),
    ]
    if wanted.cross:
        jobs += [
            ExperimentJob("same dice", replace(trial, choices=other), wanted.cross),
            ExperimentJob("same choices", replace(trial, seed=other, choices=trial.seed), wanted.cross),
        ]
    jobs += [job for pick in picks for job in _duels(mirror, pick, wanted.cell)]
    jobs += [ExperimentJob(f"level {n}", _step(trial, n), wanted.step) for n in range(1, len(levels))]
    rows = run(jobs)
    counted = used(spec.lab.action_groups, rows["uses"]) if wanted.count else []
    # only now is it known what a side can do without
    rows = {
        **rows,
        **run([without(mirror, use.group, wanted.group) for use in counted if _can_do_without(use)]),
    }
    steps = [_climbed(levels, n, rows[f"level {n}"]) for n in range(1, len(levels))]
    forgone = [_forgone(use, 2 * wanted.count, rows.get(f"without {use.group.name}")) for use in counted]
    metagames = [(pick, _metagame(pick, rows)) for pick in picks]
    played = sum(frame.height for name, frame in rows.items() if name not in LOOKED_AT)
    own = rows["trial"].head(2 * wanted.cross)
    crossed = chances.crossed(own, rows["same dice"], rows["same choices"]) if wanted.cross else None
    return Measured(
        trial,
        wanted,
        played,
        rows["trial"],
        forgone,
        metagames,
        steps,
        chances.chances(rows["trails"]),
        rows["trails"],
        rows.get("stood", pl.DataFrame(schema=STOOD)),
        spec.lab.groupings,
        spec.lab.events,
        spec.lab.pace,
        spec.lab.symmetric(trial.settings),
        spec.presentation.provenance(trial.settings),
        spec.lab.counters.limits if spec.lab.counters else {},
        spec.lab.counters.wasted if spec.lab.counters else {},
        crossed or (),
    )


def _step(trial: Trial, level: int) -> Trial:
    agents = (str(level), str(level - 1))
    return replace(trial, agents=agents, judged=thinks(trial.load(), agents))


def _climbed(levels: Sequence[str], level: int, rows: pl.DataFrame) -> LevelStep:
    score = metrics.score_of_first(rows, levels[level])
    return LevelStep(levels[level], levels[level - 1], score, metrics.steadiness(rows, "score"))


def _can_do_without(use: Use) -> bool:
    return use.done > 0 and 2 * use.free > use.done


def without(mirror: Trial, group: ActionGroup, pairs: int) -> ExperimentJob:
    """The job in which the first player may not use a group."""
    agent = mirror.agents[0]
    agents = (f"without:{group.name}:{agent}", agent)
    return ExperimentJob(f"without {group.name}", replace(mirror, agents=agents), pairs, beside=WITHOUT)


def _forgone(use: Use, matches: int, rows: pl.DataFrame | None) -> Forgone:
    score = None if rows is None else metrics.score_of_first(rows, use.group.name)
    return Forgone(use.group, use.done / (2 * matches), 2 * use.free > use.done, score, use.offered)


def _duels(mirror: Trial, pick: Pick, pairs: int) -> Iterator[ExperimentJob]:
    """The jobs in which the options of a pick meet two at a time, chosen by settings for either seat."""
    for i, own in enumerate(pick.options):
        for j in range(i + 1, len(pick.options)):
            name = f"{pick.name} {i} {j}"
            yield from meeting(name, apart(mirror, i, j), pick, own, pick.options[j], pairs)


def apart(mirror: Trial, i: int, j: int) -> Trial:
    """The trial in which options `i` < `j` meet, with dice that no other two options get."""
    return replace(mirror, seed=(mirror.seed + (1 + j * (j - 1) // 2 + i) * MEETING) % 2**63)


def meeting(
    name: str, mirror: Trial, pick: Pick, own: Option, other: Option, pairs: int
) -> Iterator[ExperimentJob]:
    """The jobs in which two options of a pick meet; `met` reads their rows."""
    if own.settings is None or other.settings is None:
        first, second = (f"taking:{pick.name}={option.name}:{mirror.agents[0]}" for option in (own, other))
        yield ExperimentJob(name, replace(mirror, agents=(first, second)), pairs)
        return
    for way, (home, away) in enumerate(((own, other), (other, own))):
        changed = {**mirror.settings, **_settings(home, 0), **_settings(away, 1)}
        yield ExperimentJob(f"{name} {way}", replace(mirror, settings=changed), pairs)


def _settings(option: Option, seat: int) -> Mapping[str, Value]:
    return option.settings[seat] if option.settings else {}


def _metagame(pick: Pick, rows: Mapping[str, pl.DataFrame]) -> Metagame:
    names = [option.name for option in pick.options]
    scores = {
        (i, j): metrics.score_of_first(met(f"{pick.name} {i} {j}", rows), names[i])
        for i in range(len(names))
        for j in range(i + 1, len(names))
    }
    return solve(names, pick.natural, scores)


def met(name: str, rows: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """The rows of a `meeting`, with the first option as the trial's first player."""
    if name in rows:
        return rows[name]
    # a pair's four matches, two for each assignment of options, are one observation; to the metric each assignment
    # looks like a seat
    ways = [rows[f"{name} {way}"].with_columns(swapped=pl.lit(way == 1)) for way in range(2)]
    return pl.concat(ways)


def run_jobs(
    jobs: Sequence[ExperimentJob],
    backend: Backend,
    progress: Progress | None = None,
    known: dict[str, pl.DataFrame] | None = None,
) -> dict[str, pl.DataFrame]:
    """The rows of all jobs by name, run together; `progress` gets `(done, total)` in matches.

    What is `known` from the same jobs on fewer pairs is not played again; the rows are added to it.
    """
    known = {} if known is None else known
    keys = {job.name: f"{job.name} {job.trial.key()}" for job in jobs}
    found: dict[str, dict[int, pl.DataFrame]] = {
        job.name: {0: known[keys[job.name]].head(2 * job.pairs)} if keys[job.name] in known else {}
        for job in jobs
    }
    parts = [
        PairRange(job, *batch)
        for job in jobs
        for batch in missing(found[job.name], job.pairs, batch_of(job.trial))
    ]
    items: dict[tuple[str, int, int], list[PairRange]] = {}
    for part in parts:
        items.setdefault((part.job.beside or part.job.name, part.start, part.stop), []).append(part)
    handed = list(items.values())
    total = 2 * sum(job.pairs for job in jobs)
    done = total - 2 * sum(part.stop - part.start for part in parts)
    for index, made in backend.map(work, handed):
        for part, rows in zip(handed[index], made, strict=True):
            found[part.job.name][part.start] = rows
            done += rows.height
        if progress is not None:
            progress(done, total)
    rows = {job.name: joined(found[job.name], job.pairs) for job in jobs}
    known |= {keys[name]: frame for name, frame in rows.items()}
    return rows


def work(parts: Sequence[PairRange]) -> list[pl.DataFrame]:
    """The rows of parts of jobs, in sequence; matches that several of them share are played first."""
    begun = Counter((mirrored(job.trial), start, stop) for job, start, stop in parts)
    for (mirror, start, stop), times in begun.items():
        if mirror is not None and times > 1:
            run_batch(mirror, start, stop)
    return [job.play(job.trial, start, stop) for job, start, stop in parts]


def less_half(name: str, score: Figure) -> Figure:
    """A score as its difference from one half, in points."""
    return Figure(name, score.value - 0.5, score.low - 0.5, score.high - 0.5, score.n, "points")


def tried(forgone: Sequence[Forgone]) -> Iterator[tuple[Forgone, Figure]]:
    """The action groups that a side had to do without, each with its score minus one half."""
    for one in forgone:
        if one.score is not None:
            yield one, less_half(f"may not {one.group.text}", one.score)
