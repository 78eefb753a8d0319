"""A report on a game: what many matches, and matches under house rules, say about it; findings first, for its designer.

`report_on` measures and puts the parts together; `document` is what comes out, `page` shows it.
"""

import shlex
from collections.abc import Mapping, Sequence

from sandtable import __version__, agents, rng
from sandtable.lab.report import ablations, sections
from sandtable.lab.report.document import FORMAT, Finding, Provenance, Report, changed
from sandtable.lab.report.examples import examples
from sandtable.lab.report.experiments import Measured, Run, measure, sizes
from sandtable.lab.report.sections import Part
from sandtable.lab.run.trial import Trial
from sandtable.provenance import versions
from sandtable.settings import Value, resolve

# up to this level the ladder is climbed unless more is asked for: higher ones think too long
TOP_LEVEL = 2


def report_on(trial: Trial, pairs: int, run: Run, top: int = TOP_LEVEL) -> Report:
    """The report on a trial, the ladder climbed to level `top`; `ValueError` for too few pairs or a level that there is not."""
    game = trial.load()
    levels = level_names(trial, top)
    measured = measure(trial, sizes(pairs), levels, run)
    sides = game.spec.sides
    parts = parts_of(measured, sides)
    found = [finding for part in parts for finding in part.findings]
    return Report(
        sandtable_report=FORMAT,
        game=game.id,
        title=game.spec.name,
        sides=list(sides),
        provenance=_provenance(measured, resolve(game.spec.settings, {}), top),
        findings=_ordered(found),
        sections=[part.section for part in parts],
        examples=examples(trial, measured.rows, sides),
        about=game.spec.about,
        whose=game.spec.whose(game.settings),
    )


def level_names(trial: Trial, top: int) -> list[str]:
    """The names of the computer's levels from 0 to `top`."""
    return [level.name for level in agents.up_to(trial.load(), top)]


def parts_of(measured: Measured, sides: Sequence[str]) -> list[Part]:
    """The parts of a report in their order: first what can be changed, then what is."""
    made = [
        sections.balance(measured, sides),
        *(ablations.metagame(pick, found) for pick, found in measured.metagames),
        ablations.deeds(measured),
        sections.depth(measured),
        sections.luck(measured),
        sections.drama(measured),
        sections.length(measured),
        sections.counted(measured),
    ]
    return [part for part in made if part is not None]


def _ordered(findings: Sequence[Finding]) -> list[Finding]:
    """What can be acted upon first, the largest effect before; then the rest part by part, the most important of each first."""
    places = {section: place for place, section in enumerate(dict.fromkeys(f.section for f in findings))}
    acts = sorted((f for f in findings if f.act), key=lambda f: -f.weight)
    return acts + sorted((f for f in findings if not f.act), key=lambda f: (places[f.section], -f.weight))


def _provenance(measured: Measured, defaults: Mapping[str, Value], top: int) -> Provenance:
    trial = measured.trial
    settings = dict(trial.settings)
    return Provenance(
        version=__version__,
        rules=trial.rules(),
        settings=settings,
        changed=changed(settings, defaults),
        agents=list(trial.agents),
        seed=trial.seed,
        pairs=measured.sizes.pairs,
        matches=measured.matches,
        command=command(trial, measured.sizes.pairs, changed(settings, defaults), top),
        versions=versions(),
        rules_version=trial.load().spec.version,
        draws=rng.VERSION,
    )


def command(trial: Trial, pairs: int, given: Mapping[str, Value], top: int) -> str:
    """The command that makes the report again; a text of one's own stands as @FILE."""
    words = ["sandtable", "report", trial.game]
    for name, value in given.items():
        text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        words += ["--set", f"{name}=@FILE" if "\n" in text else f"{name}={text}"]
    words += ["--pairs", str(pairs), "--seed", str(trial.seed), "--agents", ",".join(trial.agents)]
    words += ["--levels", str(top)] if top != TOP_LEVEL else []
    return shlex.join(words)
