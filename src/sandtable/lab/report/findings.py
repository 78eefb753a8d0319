"""A report on a game for its designer, from many matches with and without restrictions; findings come first.

`report_on` measures and assembles the sections; `document` is the result, `page` displays it.
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace

import polars as pl
from msgspec import structs

from sandtable import __version__, agents
from sandtable.authoring import rng
from sandtable.authoring.choices import Pick, Space
from sandtable.authoring.provenance import versions
from sandtable.authoring.settings import Value, resolve
from sandtable.lab.report import ablations, players, sections
from sandtable.lab.report.confirming import confirm
from sandtable.lab.report.document import (
    FORMAT,
    Finding,
    LevelVersion,
    Pairs,
    Provenance,
    Report,
    Section,
    changed,
    pack,
)
from sandtable.lab.report.examples import examples
from sandtable.lab.report.experiments import (
    ExperimentJob,
    Fresh,
    Measured,
    Run,
    Sizes,
    measure,
    meeting,
    met,
    sizes,
)
from sandtable.lab.report.search import search
from sandtable.lab.report.sections import APART, OPEN, JudgedSection, Verdict
from sandtable.lab.run.trial import Trial
from sandtable.lab.statistics import chances, metrics
from sandtable.lab.statistics.wording import capital, counted, listed

# the highest level on the ladder by default: higher ones take too long to think
TOP_LEVEL = 2
# the levels at which each finding is checked
AT = (1, 2)
# the value of `searched` where there was no search
NOT_SEARCHED: Mapping[str, bool] = {}
# the levels that get fewer pairs than the trial, with the number of pairs
NONE: Mapping[int, int] = {}


def report_on(
    trial: Trial,
    pairs: int | Sizes,
    run: Run,
    top: int = TOP_LEVEL,
    at: Sequence[int] = AT,
    variant: str = "",
    searching: Run | None = None,
    fewer: Mapping[int, int] = NONE,
) -> Report:
    """The report on a trial, with the ladder up to level `top`; `ValueError` for too few pairs or an unknown level.

    `variant` is the name of its settings. With `searching`, which plays the search's matches, the trial's first player
    searches for better picks than those listed (`report.search`).

    A report on a level of the computer against itself is also measured `at` these levels, and its findings say what
    holds there. `fewer` gives a smaller number of pairs for some of these levels.
    """
    game = trial.load()
    levels = level_names(trial, top)
    picks = searchable(trial) if searching is not None else []
    wanted = pairs if isinstance(pairs, Sizes) else sizes(pairs)
    wanted_at = {level: _sizes_at(level, wanted, fewer) for level in _beside(trial, at)}
    measured = measure(trial, wanted, levels, run)
    sides = game.spec.presentation.sides
    elsewhere, played = _elsewhere(measured, wanted_at, run)
    fresh, again = confirm(measured, run)
    mirror = replace(trial, agents=(trial.agents[0], trial.agents[0]))
    found_picks = [search(mirror, pick, space, wanted.cell, searching or run) for pick, space in picks]
    parts = parts_of(measured, sides, {one.pick.name: len(one.found) > 0 for one in found_picks}, fresh)
    parts += [ablations.searched(one) for one in found_picks]
    weak, learned = _weak(measured, elsewhere, run)
    parts += [part for part in [sections.beginners(measured, weak, sides)] if part is not None]
    own = _verdicts(parts)
    found = [_at_levels(finding, own, elsewhere, trial) for part in parts for finding in part.findings]
    played += again + learned + sum(one.matches for one in (measured, *found_picks))
    return Report(
        sandtable_report=FORMAT,
        game=game.id,
        title=game.spec.name,
        sides=list(sides),
        provenance=_provenance(
            measured, resolve(game.spec.rules.settings, {}), top, at, played, len(picks) > 0, fewer
        ),
        findings=_ordered(found),
        sections=[part.section for part in parts],
        examples=examples(trial, measured.rows, sections.trusted(measured), sides),
        about=game.spec.about,
        whose=game.spec.presentation.provenance(game.settings),
        paired=_paired(measured, [part.section for part in parts], sides),
        variant=variant,
    )


def searchable(trial: Trial) -> list[tuple[Pick, Space]]:
    """The picks of the game with the spaces that they declare; `ValueError` if there are none."""
    picks = [
        (pick, pick.space)
        for pick in trial.load().spec.lab.picks
        if pick.space is not None and pick.searchable
    ]
    if not picks:
        raise ValueError(
            f"{trial.game} has no picks to search for: it already lists all or nearly all of them"
        )
    return picks


def level_names(trial: Trial, top: int) -> list[str]:
    """The names of the computer's levels from 0 to `top`."""
    return [level.name for level in agents.up_to(trial.load(), top)]


def parts_of(
    measured: Measured,
    sides: Sequence[str],
    searched: Mapping[str, bool] = NOT_SEARCHED,
    fresh: Mapping[str, Fresh] = ablations.NOTHING_FRESH,
) -> list[JudgedSection]:
    """The sections of a report in order: first what can be changed, then the rest.

    `searched` says for which picks better ones were searched for, and whether any were found. `fresh` holds the results on
    fresh dice for everything singled out.
    """
    made = [
        players.checked(measured, fresh),
        sections.balance(measured, sides),
        *(
            ablations.metagame(
                pick, found, pick.name in searched, fresh, surpassed=searched.get(pick.name, False)
            )
            for pick, found in measured.metagames
        ),
        sections.told_apart(measured),
        ablations.action_groups(measured, fresh),
        sections.depth(measured),
        sections.luck(measured),
        sections.drama(measured),
        sections.length(measured),
        sections.counted(measured),
        *sections.where(measured),
    ]
    return [part for part in made if part is not None]


def _ordered(findings: Sequence[Finding]) -> list[Finding]:
    """The findings to act on come first, the largest effect first; then the rest by section, the most important in each
    first.
    """
    places = {section: place for place, section in enumerate(dict.fromkeys(f.section for f in findings))}
    acts = sorted((f for f in findings if f.act), key=lambda f: -f.weight)
    return acts + sorted((f for f in findings if not f.act), key=lambda f: (places[f.section], -f.weight))


def _paired(measured: Measured, made: Sequence[Section], sides: Sequence[str]) -> list[Pairs]:
    """The value of each pair for those figures of the report that are means over pairs."""
    names = {
        "side": f"{sections.playing(measured.rows, sides[0])} scores",
        "first": "Going first scores",
        "decisions": "decisions a match",
        "plies": "plies a match",
    }
    values = {names.get(name, name): found for name, found in metrics.paired(measured.rows).items()}
    return [
        Pairs(f"{section.title}: {figure.name}", pack(values[figure.name].tolist()))
        for section in made
        if section.id in ("balance", "length", "counted")
        for figure in section.figures
        if figure.name in values
    ]


def _beside(trial: Trial, at: Sequence[int]) -> list[int]:
    """The other levels at which the trial's findings are checked; none unless a level plays itself."""
    first, second = trial.agents
    if first != second or not first.isdigit():
        return []
    there = len(agents.levels(trial.load()))
    if at != AT and any(level >= there for level in at):
        level_names(trial, max(at))
    return sorted({level for level in at if level < there} - {int(first)})


@dataclass(frozen=True)
class There:
    """The findings at another level; `few` is its number of pairs if the trial has more, otherwise 0."""

    level: int
    name: str
    few: int
    verdicts: Mapping[str, Verdict]
    rows: pl.DataFrame | None = None

    def words(self, pairs: int) -> str:
        """The level by number and name, with the number of pairs if they are few."""
        told = f", {counted(pairs, 'pair')}" if self.few else ""
        return f"level {self.level} ({self.name}{told})"


def _elsewhere(measured: Measured, wanted: Mapping[int, Sizes], run: Run) -> tuple[list[There], int]:
    """What holds at other levels, and how many matches that took."""
    trial, told, played = measured.trial, list[There](), 0
    for level, parts in wanted.items():
        there = measure(replace(trial, agents=(str(level), str(level))), parts, (), run)
        rivals, matches = _rivals(measured, there, run)
        verdicts = {**_verdicts(parts_of(there, trial.load().spec.presentation.sides)), **rivals}
        few = parts.pairs if parts.pairs < measured.sizes.pairs else 0
        told.append(There(level, level_names(trial, level)[level], few, verdicts, there.rows))
        played += there.matches + matches
    return told, played


def _weak(
    measured: Measured, elsewhere: Sequence[There], run: Run
) -> tuple[dict[int, tuple[str, pl.DataFrame]], int]:
    """The rows of the weakest levels against themselves, with their names, and how many matches that took: a level that was
    not measured plays as many pairs as a step of the ladder.
    """
    trial, rows = measured.trial, dict[int, pl.DataFrame]()
    first, second = trial.agents
    pairs = measured.sizes.step
    if first != second or not first.isdigit() or not pairs:
        return {}, 0
    rows |= {there.level: there.rows for there in elsewhere if there.rows is not None}
    rows[int(first)] = measured.rows
    weak = [level for level in agents.levels(trial.load()) if level.level <= sections.WEAK]
    missing = [level.level for level in weak if level.level not in rows]
    jobs = [
        ExperimentJob(f"weak {level}", replace(trial, agents=(str(level), str(level))), pairs)
        for level in missing
    ]
    played = run(jobs)
    rows |= {level: played[f"weak {level}"] for level in missing}
    made = {level.level: (level.name, rows[level.level]) for level in weak}
    return made, sum(frame.height for frame in played.values())


def _sizes_at(level: int, wanted: Sizes, fewer: Mapping[int, int]) -> Sizes:
    """The sizes of the sections at another level, without piece positions.

    With few pairs a matrix of all picks would reveal nothing: one meeting is played instead (`_rivals`).
    """
    there = replace(wanted, stood=0, fresh=0)
    if level not in fewer:
        return there
    most = replace(sizes(fewer[level]), cell=0, fresh=0)
    return Sizes(*(min(own, other) for own, other in zip(astuple(there), astuple(most), strict=True)))


def _rivals(measured: Measured, there: Measured, run: Run) -> tuple[dict[str, Verdict], int]:
    """For a level without a full matrix: how the best answers to the natural picks, found at the trial's level, score
    there. Also how many matches that took.
    """
    if there.sizes.cell:
        return {}, 0
    jobs: list[ExperimentJob] = []
    for pick, found in measured.metagames:
        own, other = pick.option(found.best_answer), pick.option(found.natural)
        jobs += meeting(pick.name, there.trial, pick, own, other, there.sizes.cross)
    rows = run(jobs)
    told = dict(
        ablations.rival(pick, found, metrics.score_of_first(met(pick.name, rows), found.best_answer))
        for pick, found in measured.metagames
    )
    return told, sum(frame.height for frame in rows.values())


def _verdicts(parts: Sequence[JudgedSection]) -> dict[str, Verdict]:
    return {about: verdict for part in parts for about, verdict in part.verdicts.items()}


def _at_levels(
    finding: Finding, own: Mapping[str, Verdict], elsewhere: Sequence[There], trial: Trial
) -> Finding:
    """The finding with what holds at the other levels. A finding to act on that no other level shows, or that another level
    contradicts, says so and is not to be acted on: it may be about the players.
    """
    if finding.about:
        finding = structs.replace(finding, levels=[_held(finding, own, there) for there in elsewhere])
    elif elsewhere and finding.section.startswith(ablations.SEARCHED):
        finding = structs.replace(finding, levels=_alone_at(trial))
    if not finding.act or not elsewhere or finding.section == players.PLAYERS:
        return finding
    level = int(trial.agents[0])
    here = There(level, level_names(trial, level)[level], 0, {}).words(0)
    same = [there for there in elsewhere if _agrees(finding, own, there)]
    against = [there.words(there.few) for there in elsewhere if _contradicts(finding, own, there)]
    if same and not against:
        return finding
    shown = f"at {here} but not at {listed(against, 'or')}" if same else f"only at {here}"
    return structs.replace(
        finding, text=f"{sections.SHOWN}{shown}: {sections.small(finding.text)}", act=False
    )


def _agrees(finding: Finding, own: Mapping[str, Verdict], there: There) -> bool:
    """Whether a level shows the same result with certainty."""
    here, other = own.get(finding.about), there.verdicts.get(finding.about)
    # several that never pay here may be among a larger number that never pay there
    return (
        here is not None
        and other is not None
        and other.claim != OPEN
        and set(here.claim.split(APART)) <= set(other.claim.split(APART))
    )


def _contradicts(finding: Finding, own: Mapping[str, Verdict], there: There) -> bool:
    """Whether a level shows something else with certainty."""
    other = there.verdicts.get(finding.about)
    return other is not None and other.claim != OPEN and not _agrees(finding, own, there)


def _held(finding: Finding, own: Mapping[str, Verdict], there: There) -> str:
    """Whether a finding holds at another level, with its figure there; for several things, what is known about them
    there.
    """
    if APART in finding.about:
        return _known(finding.about.split(APART), there)
    here, other = own.get(finding.about), there.verdicts.get(finding.about)
    if other is None or here is None:
        return f"Not measured at {there.words(there.few)}."
    level = there.words(other.pairs)
    if other.claim == OPEN:
        return f"Not known at {level}: {other.said}."
    if _agrees(finding, own, there):
        return f"{capital(level)}{' too' if here.claim else ''}: {other.said}."
    return f"{'Known' if here.claim == OPEN else 'Different'} at {level}: {other.said}."


def _known(action_groups: Sequence[str], there: There) -> str:
    """What is known at another level about several action groups that are undecided here."""
    found = [(group, there.verdicts[group]) for group in action_groups if group in there.verdicts]
    known = [f"to {group} ({verdict.said})" for group, verdict in found if verdict.claim != OPEN]
    level = there.words(min((verdict.pairs for _, verdict in found), default=there.few))
    return f"Known at {level}: {listed(known)}." if known else f"Not known at {level} for any of them either."


def _alone_at(trial: Trial) -> list[str]:
    """Says that better picks are searched for only at the level measured, since the other levels were not tried."""
    level = int(trial.agents[0])
    return [f"Searched for at {There(level, level_names(trial, level)[level], 0, {}).words(0)} only."]


def _provenance(
    measured: Measured,
    defaults: Mapping[str, Value],
    top: int,
    at: Sequence[int],
    played: int,
    searched: bool,
    fewer: Mapping[int, int],
) -> Provenance:
    trial = measured.trial
    known = {level.level: level.version for level in agents.levels(trial.load())}
    used = {*trial.agents, *map(str, _beside(trial, at)), *map(str, range(top + 1))}
    settings = dict(trial.settings)
    return Provenance(
        version=__version__,
        rules=trial.rules(),
        settings=settings,
        changed=changed(settings, defaults),
        agents=list(trial.agents),
        seed=trial.seed,
        pairs=measured.sizes.pairs,
        matches=played,
        command=command(
            trial,
            measured.sizes.pairs,
            changed(settings, defaults),
            top,
            at,
            searched,
            fewer,
            measured.sizes.parts,
        ),
        versions=versions(),
        rules_version=trial.load().spec.rules.version,
        draws=rng.VERSION,
        levels=[LevelVersion(level, version) for level, version in known.items() if str(level) in used],
        chances=chances.VERSION,
    )


def command(
    trial: Trial,
    pairs: int,
    given: Mapping[str, Value],
    top: int,
    at: Sequence[int] = AT,
    searched: bool = False,
    fewer: Mapping[int, int] = NONE,
    parts: int | None = None,
) -> str:
    """The command that reproduces the report; custom texts appear as @FILE."""
    words = ["sandtable", "report", trial.game]
    for name, value in given.items():
        text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        words += ["--set", f"{name}=@FILE" if "\n" in text else f"{name}={text}"]
    words += ["--pairs", str(pairs)]
    words += ["--parts", str(parts)] if parts not in (None, pairs) else []
    words += ["--seed", str(trial.seed), "--agents", ",".join(trial.agents)]
    words += ["--levels", str(top)] if top != TOP_LEVEL else []
    asked = [f"{level}:{fewer[level]}" if level in fewer else str(level) for level in at]
    words += ["--at", ",".join(asked)] if tuple(at) != AT or fewer else []
    words += ["--search-picks"] if searched else []
    return shlex.join(words)
