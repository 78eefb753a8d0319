"""The commands of the lab: many matches, the ladder, the speed of a game. They are commands of `sandtable` itself.

Commands import what they need when they run, so that `sandtable --help` is quick.
"""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.cli.console import (
    STOPPED,
    WRONG_USAGE,
    AsJson,
    GameName,
    Progress,
    Seed,
    Sets,
    VariantFile,
    draw,
    fail,
    figure,
    load_game,
    named,
    progress,
    refuse_other_than_pictures,
    say,
    show,
    usage,
)

if TYPE_CHECKING:
    from sandtable.authoring.spec import Spec
    from sandtable.lab.run.backends import Backend

app = typer.Typer(rich_markup_mode=None)

# more would take years, and memory to lay out
MOST_PAIRS = 10_000_000
# pairs on which the best of a tuning are confirmed, for each pair that a candidate has
CONFIRMED = 5

Agents = Annotated[
    str,
    typer.Option(
        help="The two agents, with a comma between: random, a policy of the game, a level by number, search:N, mcts:N; "
        "level 2 against itself by default.",
        show_default=False,
    ),
]
Games = Annotated[
    int | None,
    typer.Option(
        "--games",
        min=1,
        max=2 * MOST_PAIRS,
        help="Number of matches (rounded up to an even number); by default as many as the game declares for its speed.",
        show_default=False,
    ),
]
BackendName = Annotated[str, typer.Option("--backend", help="Where to work: serial or processes.")]
RayAddress = Annotated[
    str,
    typer.Option(
        "--ray",
        metavar="auto|HOST:PORT",
        help="Work on a Ray cluster: the one at this address; auto: the one running here, or one started here.",
    ),
]
Judge = Annotated[
    bool,
    typer.Option(
        help="Ask for the quick judgement of each position and of what could have come: rows tell of leads and luck."
    ),
]
Workers = Annotated[int, typer.Option(min=0, help="Processes at work; 0 means one a core.")]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Keep the rows in this folder; the same command goes on with it."),
]


@app.command()
def simulate(
    game: GameName,
    settings: Sets = [],  # noqa: B006 - the command line reads the default, nobody changes it
    variant: VariantFile = None,
    agents: Agents = "",
    games: Games = None,
    seed: Seed = 0,
    judge: Judge = False,
    backend: BackendName = "processes",
    ray: RayAddress = "",
    workers: Workers = 0,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Play many matches between two agents, count the results and keep a row for each."""
    loaded = load_game(game, settings, variant)
    pair = pair_of(agents, loaded.spec)
    with usage():
        from sandtable.authoring.provenance import head
        from sandtable.lab.run import simulate as simulation
        from sandtable.lab.run import trial as trials
        from sandtable.lab.run.summary import pairs_of, summary
        from sandtable.lab.statistics.named import figures

        pairs = pairs_of(games) if games else loaded.spec.lab.pairs
        trial, chosen = trials.make(loaded, pair, seed, judge), backend_of(backend, workers, ray)
        began, told = perf_counter(), list[int]()
        try:
            with progress(f"simulating {game}") as advance:

                def tell(done: int, total: int) -> None:
                    told.append(done)
                    advance(done, total)

                rows = simulation.simulate(trial, pairs, chosen, out, tell)
        except KeyboardInterrupt:
            fail(stopped(told[-1] if told else 0, 2 * pairs, out), STOPPED)
        report = summary(rows, perf_counter() - began, played=told[-1] - told[0])
        found = figures(rows, loaded.spec)
    made = {**head(game, trial.settings, trial.agents, seed, loaded.variant), **report}
    made["figures"] = {name: one.told() for name, one in found.items()}
    lines = [f"{name.replace('_', ' '):<18}{_said(value)}" for name, value in report.items()]
    show(made, as_json, [played_by(loaded.spec, pair, pairs), *named(loaded), *lines])


def _said(value: Any) -> str:
    """A figure of the summary; a score with its interval."""
    if isinstance(value, int | float):
        return figure(value)
    score, low, high = (100.0 * end for end in value.values())
    return f"{score:.1f}% ({low:.1f} - {high:.1f}, 95 % interval)"


def pair_of(agents: str, spec: "Spec") -> tuple[str, str]:
    """The two names in the option `--agents`, level 2 twice without any; ends the process if there are not two.

    A game whose levels end below 2 has its highest.
    """
    if not agents:
        level = str(min(2, spec.players.levels[-1].level))
        return level, level
    names = [name.strip() for name in agents.split(",")]
    if len(names) != 2:
        fail(f"--agents takes two names with a comma between, not {agents!r}", WRONG_USAGE)
    return names[0], names[1]


def played_by(spec: "Spec", agents: tuple[str, str], pairs: int, each: str = "") -> str:
    """Who plays whom how often, in a sentence: the first line of what a command prints. `each` says what has so many pairs."""
    names = {str(level.level): f"level {level.level} ({level.name})" for level in spec.players.levels}
    first, second = (names.get(name, name) for name in agents)
    text = f"{first} against {second}, {pairs:,} pairs of matches{each}."
    return text[0].upper() + text[1:]


def levels_of(text: str) -> tuple[int, ...]:
    """The numbers in the option `--at`; ends the process where there is something else."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if any(not name.isdecimal() for name in names):
        fail(f"--at takes numbers of levels with commas between, not {text!r}", WRONG_USAGE)
    return tuple(sorted({int(name) for name in names}))


def pairs_at(text: str) -> tuple[tuple[int, ...], dict[int, int]]:
    """The levels in the option `--at` of a report, and the pairs of those that have a number after a colon."""
    from sandtable.lab.report.experiments import LEAST_PAIRS

    parts = [part.partition(":") for part in text.split(",")]
    levels = levels_of(",".join(level for level, _, _ in parts))
    few = {level.strip(): pairs.strip() for level, colon, pairs in parts if colon}
    for pairs in few.values():
        if not pairs.isdecimal():
            fail(f"after a colon --at takes a number of pairs, not {pairs!r}", WRONG_USAGE)
        if int(pairs) < LEAST_PAIRS:
            fail(f"after a colon --at takes at least {LEAST_PAIRS} pairs, not {int(pairs)}", WRONG_USAGE)
    return levels, {int(level): int(pairs) for level, pairs in few.items()}


def backend_of(name: str, workers: int, ray: str) -> "Backend":
    """The backend that the options `--backend`, `--workers` and `--ray` name; `ValueError` for one that there is not."""
    from sandtable.lab.run import backends

    return backends.Ray(ray) if ray else backends.named(name, workers or None)


def stopped(done: int, total: int, out: Path | None) -> str:
    """What an interrupted simulation says."""
    if out is None:
        return f"stopped after {done:,} of {total:,} matches; with --out FOLDER they would have been kept"
    return f"stopped after {done:,} of {total:,} matches, which are kept in {out}; the same command goes on from there"


@contextmanager
def counted(advance: Progress, out: Path | None) -> Generator[Progress]:
    """`advance` for progress in pairs; an interruption in the block says what was played and ends the process."""
    told = (0, 0)

    def tell(done: int, total: int) -> None:
        nonlocal told
        told = (2 * done, 2 * total)
        advance(done, total)

    try:
        yield tell
    except KeyboardInterrupt:
        fail(stopped(*told, out), STOPPED)


@app.command()
def ladder(
    game: GameName,
    settings: Sets = [],  # noqa: B006
    variant: VariantFile = None,
    agents: Annotated[
        str, typer.Option(help="Other players than the levels, weakest first, with commas between.")
    ] = "",
    every: Annotated[
        bool, typer.Option("--all", help="Let all meet, not only each and the one below.")
    ] = False,
    pairs: Annotated[
        int,
        typer.Option(
            min=1, max=MOST_PAIRS, help="How many pairs of matches, seats swapped; at most, with --sprt."
        ),
    ] = 1000,
    test: Annotated[
        str,
        typer.Option(
            "--sprt",
            metavar="LOW,HIGH",
            help="End each pairing when it is known whether the stronger is LOW or HIGH better: in Elo, or as in 50%,55%.",
        ),
    ] = "",
    seed: Seed = 1,
    backend: BackendName = "processes",
    ray: RayAddress = "",
    workers: Workers = 0,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Play each level of the computer against the one below and rate them."""
    loaded = load_game(game, settings, variant)
    with usage():
        from sandtable.lab.run.ladder import run
        from sandtable.lab.statistics import sprt

        players = [name.strip() for name in agents.split(",")] if agents else None
        asked = sprt.read(test) if test else None
        chosen = backend_of(backend, workers, ray)
        with progress(f"climbing the ladder of {game}") as advance, counted(advance, out) as tell:
            report = run(loaded, pairs, seed, players, every, asked, chosen, out, tell)
    say(report.to_json() if as_json else "\n".join([*named(loaded), *report.table()]))


@app.command()
def heatmap(
    game: GameName,
    out: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="The picture: .svg, .png, or .pdf for paper.", show_default=False),
    ],
    settings: Sets = [],  # noqa: B006
    variant: VariantFile = None,
    agents: Agents = "",
    happens: Annotated[
        str,
        typer.Option(
            "--of",
            metavar="NAME",
            help="Where this happens, instead of where pieces stand; a name that is none lists them.",
            show_default=False,
        ),
    ] = "",
    games: Games = None,
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Draw where the pieces of either side stand in many matches, or where something happens."""
    refuse_other_than_pictures(out)
    loaded = load_game(game, settings, variant)
    with usage():
        from sandtable.authoring.choices import event
        from sandtable.authoring.provenance import head
        from sandtable.lab.report import heat as maps
        from sandtable.lab.run import trial as trials
        from sandtable.lab.run.summary import pairs_of

        looked_for = event(loaded.spec, happens) if happens else None
        pair, pairs = pair_of(agents, loaded.spec), pairs_of(games) if games else loaded.spec.lab.pairs
        trial = trials.make(loaded, pair, seed)
        with progress(f"watching {game}") as advance:
            heat = maps.watch(trial, pairs, advance, looked_for)
    sides = loaded.spec.presentation.sides
    drawn = loaded.spec.painted(maps.picture(heat, sides))
    draw(drawn, f"{loaded.spec.name}: {drawn.title}", [*named(loaded), *drawn.told()], out)
    shares = [
        {"side": side, "places": [{**place._asdict(), "share": share} for place, share in heat.shares(seat)]}
        for seat, side in enumerate(sides)
    ]
    made = {
        **head(game, trial.settings, trial.agents, seed, loaded.variant),
        "matches": heat.matches,
        happens or "stood": shares,
    }
    show(made, as_json, [played_by(loaded.spec, pair, pairs), *named(loaded), *drawn.told()])


@app.command()
def bench(
    game: GameName,
    settings: Sets = [],  # noqa: B006
    variant: VariantFile = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="How long to measure each figure.")] = 2.0,
    cold: Annotated[bool, typer.Option(help="Measure the start with an empty cache too.")] = True,
    as_json: AsJson = False,
) -> None:
    """Measure the speed of a game: random play, search, start, memory."""
    loaded = load_game(game, settings, variant)
    from sandtable.authoring.provenance import head
    from sandtable.lab.run.bench import measure

    with progress(f"measuring {game}") as advance:
        report = measure(loaded, seconds=seconds, cold=cold, progress=advance)
    made = {**head(game, loaded.settings, variant=loaded.variant), **report}
    lines = [f"{name:<34}{figure(value)}" for name, value in report.items()]
    show(made, as_json, [*named(loaded), *lines])


# sweeps


@app.command()
def sweep(
    game: GameName,
    ranges: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME=VALUES...", help="One or two settings with their values: 6..14, 6..14:2 or a,b,c."
        ),
    ],
    settings: Sets = [],  # noqa: B006
    variant: VariantFile = None,
    agents: Agents = "",
    pairs: Annotated[
        int | None,
        typer.Option(
            min=2,
            max=MOST_PAIRS,
            help="The most pairs of matches per cell, on average; by default as many as the game declares for its speed.",
            show_default=False,
        ),
    ] = None,
    precision: Annotated[
        float,
        typer.Option(
            min=0.0, max=0.49, help="A cell is done when its scores are known this well; 0 plays all pairs."
        ),
    ] = 0.025,
    seed: Seed = 1,
    backend: BackendName = "processes",
    ray: RayAddress = "",
    workers: Workers = 0,
    out: Out = None,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write what was found as a page of HTML, with charts.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play over a range of settings and show what they change."""
    loaded = load_game(game, settings, variant)
    pair, most = pair_of(agents, loaded.spec), pairs or loaded.spec.lab.pairs
    with usage():
        from sandtable.cli import reports
        from sandtable.lab.report import sweeping
        from sandtable.lab.run.sweep import sweep as run

        reports.refuse_files([page])
        chosen = backend_of(backend, workers, ray)
        with progress(f"sweeping {game}") as advance, counted(advance, out) as tell:
            report = run(loaded, ranges, pair, most, precision, seed, chosen, out, tell)
        reports.write(page, lambda: sweeping.html(report, loaded))
    head = played_by(loaded.spec, pair, most, " per cell at most")
    say(report.to_json() if as_json else "\n".join([head, *named(loaded), *report.table()]))


# reports

Pairs = Annotated[
    int | None,
    typer.Option(
        min=10,
        max=MOST_PAIRS,
        help="How many pairs of matches, seats swapped; the other parts get less. By default what the game declares: "
        "some three minutes of two cores.",
        show_default=False,
    ),
]
Levels = Annotated[int, typer.Option(min=0, help="The highest level of the computer on the ladder.")]
At = Annotated[
    str,
    typer.Option(
        metavar="LEVELS",
        help="Levels of the computer at which each finding is asked about too, with commas between.",
    ),
]
AtPairs = Annotated[
    str,
    typer.Option(
        "--at",
        metavar="LEVELS",
        help="Levels of the computer at which each finding is asked about too, with commas between; 3:40 asks level 3 by 40 "
        "pairs, where the trial has more.",
    ),
]
Parts = Annotated[
    int | None,
    typer.Option(
        min=10,
        max=MOST_PAIRS,
        help="How many pairs the other parts are shares of, where who wins shall be known better than the rest; by default "
        "all of them.",
        show_default=False,
    ),
]
SearchPicks = Annotated[
    bool,
    typer.Option(
        "--search-picks",
        help="Look for better picks than those listed, where the game says what can be picked.",
    ),
]
Page = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the report as a page of HTML.")]
Data = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the report as JSON.")]
Two = Annotated[
    tuple[Path, Path] | None,
    typer.Option(
        metavar="A B",
        help="What a change does: two reports in JSON, two variants or files of settings in TOML; printed: the game as it is.",
    ),
]


@app.command()
def report(
    game: GameName,
    settings: Sets = [],  # noqa: B006
    variant: VariantFile = None,
    pairs: Pairs = None,
    seed: Seed = 1,
    agents: Agents = "",
    levels: Levels = 2,
    at: AtPairs = "1,2",
    parts: Parts = None,
    search_picks: SearchPicks = False,
    backend: BackendName = "processes",
    ray: RayAddress = "",
    workers: Workers = 0,
    out: Page = None,
    data: Data = None,
    compare: Two = None,
) -> None:
    """Say what many matches tell about a game: balance, luck, length, what to pick, what could be left out."""
    with usage():
        from sandtable.cli.reports import ReportOrder, compared, reported

        asked, few = pairs_at(at)
        spec = load_game(game, settings, variant).spec
        pair, many = pair_of(agents, spec), pairs or spec.lab.pairs
        order = ReportOrder(
            game,
            settings,
            many,
            seed,
            pair,
            levels,
            out,
            data,
            asked,
            variant,
            search_picks,
            few,
            parts,
        )
        chosen = backend_of(backend, workers, ray)
        lines = reported(order, chosen) if compare is None else compared(order, chosen, compare)
    say("\n".join([played_by(spec, pair, many), *lines]))


# tuning

CandidatePairs = Annotated[
    int | None,
    typer.Option(
        min=2,
        max=MOST_PAIRS,
        help="The most pairs per candidate; by default as many as the game declares for its speed.",
        show_default=False,
    ),
]
Confirm = Annotated[
    int | None,
    typer.Option(
        min=2,
        max=MOST_PAIRS,
        help="On how many pairs, with fresh dice; by default on five times as many as a candidate has.",
        show_default=False,
    ),
]


@app.command()
def tune(
    game: GameName,
    aims: Annotated[
        list[str],
        typer.Option(
            "--aim",
            metavar="AIM",
            help="As in 'first 50±1', 'decisions 60..80', 'draws <5%'; may be repeated.",
        ),
    ],
    over: Annotated[
        list[str],
        typer.Option("--over", metavar="NAME=VALUES", help="A setting with its values, as for a sweep."),
    ],
    settings: Sets = [],  # noqa: B006
    variant: VariantFile = None,
    agents: Agents = "",
    candidates: Annotated[int, typer.Option(min=1, max=10_000, help="How many are tried at most.")] = 64,
    pairs: CandidatePairs = None,
    best: Annotated[int, typer.Option(min=1, max=20, help="How many are played anew.")] = 4,
    confirm: Confirm = None,
    at: At = "1,2",
    seed: Seed = 1,
    backend: BackendName = "processes",
    ray: RayAddress = "",
    workers: Workers = 0,
    keep: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Keep the rows in this folder; the same command goes on with it."
        ),
    ] = None,
    out: Page = None,
    data: Data = None,
    out_variant: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the best that was found as a variant.")
    ] = None,
) -> None:
    """Search settings under which figures are where they shall be, and say what that costs."""
    with usage():
        from sandtable.cli import reports
        from sandtable.lab.run.tune import Effort

        loaded = load_game(game, settings, variant)
        chosen = backend_of(backend, workers, ray)
        pair, most = pair_of(agents, loaded.spec), pairs or loaded.spec.lab.pairs
        effort = Effort(candidates, most, best, confirm or CONFIRMED * most, levels_of(at))
        files = reports.Files(out, data, out_variant)
        lines = reports.tuned(loaded, aims, over, pair, effort, seed, chosen, keep, files)
    say("\n".join([played_by(loaded.spec, pair, most, " per candidate at most"), *lines]))
