"""The commands of the lab: many matches, the ladder and the speed of a game. They are commands of `sandtable` itself.

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

# more would take years, and too much memory even to plan
MOST_PAIRS = 10_000_000
# the best candidates of a tuning are confirmed on this many times as many pairs as each candidate plays
CONFIRMED = 5

Agents = Annotated[
    str,
    typer.Option(
        help="The two agents, separated by a comma: random, one of the game's policies, a level number, search:N or mcts:N; "
        "defaults to level 2 against itself.",
        show_default=False,
    ),
]
Games = Annotated[
    int | None,
    typer.Option(
        "--games",
        min=1,
        max=2 * MOST_PAIRS,
        help="Number of matches (rounded up to an even number); defaults to the game's own sample size.",
        show_default=False,
    ),
]
BackendName = Annotated[str, typer.Option("--backend", help="How to run: serial or processes.")]
RayAddress = Annotated[
    str,
    typer.Option(
        "--ray",
        metavar="auto|HOST:PORT",
        help="Run on the Ray cluster at HOST:PORT; auto uses the local one, and starts it if necessary.",
    ),
]
Judge = Annotated[
    bool,
    typer.Option(
        help="Evaluate every position and every outcome that chance could have produced; rows then include leads and luck."
    ),
]
Workers = Annotated[int, typer.Option(min=0, help="Number of worker processes; 0 means one per core.")]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER", help="Keep the rows in this folder; run the same command again to resume."
    ),
]


@app.command()
def simulate(
    game: GameName,
    settings: Sets = [],  # noqa: B006 - the command line only reads the default
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
    """Play many matches between two agents and sum up the results.

    --out keeps one row for each match.
    """
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
    lines = [f"{_heading(name):<20}{_said(value)}" for name, value in report.items()]
    show(made, as_json, [played_by(loaded.spec, pair, pairs), *named(loaded), *lines])


def _heading(name: str) -> str:
    """The name of a figure in the summary, as displayed."""
    return name.replace("_a_", " per ").replace("_", " ")


def _said(value: Any) -> str:
    """A figure in the summary; a score with its interval."""
    if isinstance(value, int | float):
        return figure(value)
    score, low, high = (100.0 * end for end in value.values())
    return f"{score:.1f}% ({low:.1f} - {high:.1f}, 95% interval)"


def pair_of(agents: str, spec: "Spec") -> tuple[str, str]:
    """The two names in the option `--agents`, by default level 2 twice; ends the process if there are not two. If a
    game's levels end below 2, the default is its highest.
    """
    if not agents:
        level = str(min(2, spec.players.levels[-1].level))
        return level, level
    names = [name.strip() for name in agents.split(",")]
    if len(names) != 2:
        fail(f"--agents must be two names separated by a comma, not {agents!r}", WRONG_USAGE)
    return names[0], names[1]


def played_by(spec: "Spec", agents: tuple[str, str], pairs: int, each: str = "") -> str:
    """A command's first line of output: the players, and the number of matches for `each`, if that is given."""
    names = {str(level.level): f"level {level.level} ({level.name})" for level in spec.players.levels}
    first, second = (names.get(name, name) for name in agents)
    text = f"{first} against {second}, {pairs:,} {'pair' if pairs == 1 else 'pairs'} of matches{each}."
    return text[0].upper() + text[1:]


def levels_of(text: str) -> tuple[int, ...]:
    """The numbers in the option `--at`; ends the process if there is anything else."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if any(not name.isdecimal() for name in names):
        fail(f"--at must be level numbers separated by commas, not {text!r}", WRONG_USAGE)
    return tuple(sorted({int(name) for name in names}))


def pairs_at(text: str) -> tuple[tuple[int, ...], dict[int, int]]:
    """The levels in the option `--at` of a report, and the pairs for those with a number after a colon."""
    from sandtable.lab.report.experiments import LEAST_PAIRS

    parts = [part.partition(":") for part in text.split(",")]
    levels = levels_of(",".join(level for level, _, _ in parts))
    few = {level.strip(): pairs.strip() for level, colon, pairs in parts if colon}
    for pairs in few.values():
        if not pairs.isdecimal():
            fail(f"--at must have a number of pairs after a colon, not {pairs!r}", WRONG_USAGE)
        if int(pairs) < LEAST_PAIRS:
            fail(f"--at must have at least {LEAST_PAIRS} pairs after a colon, not {int(pairs)}", WRONG_USAGE)
    return levels, {int(level): int(pairs) for level, pairs in few.items()}


def backend_of(name: str, workers: int, ray: str) -> "Backend":
    """The backend for the options `--backend`, `--workers` and `--ray`; `ValueError` for an unknown one."""
    from sandtable.lab.run import backends

    return backends.Ray(ray) if ray else backends.named(name, workers or None)


def stopped(done: int, total: int, out: Path | None) -> str:
    """The message for an interrupted simulation."""
    played = f"stopped after {done:,} of {total:,} matches"
    if out is not None:
        return f"{played}, which are kept in {out}; run the same command again to resume"
    return f"{played}, which are lost: use --out FOLDER to keep them" if done else played


@contextmanager
def counted(advance: Progress, out: Path | None) -> Generator[Progress]:
    """Turns progress in pairs into progress in matches for the block; if it is interrupted, reports what was played and ends
    the process.
    """
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
        str, typer.Option(help="Rate these agents instead of the levels; weakest first, separated by commas.")
    ] = "",
    every: Annotated[
        bool, typer.Option("--all", help="Play every pairing, not only neighbours on the ladder.")
    ] = False,
    pairs: Annotated[
        int,
        typer.Option(
            min=1,
            max=MOST_PAIRS,
            help="Pairs of matches (seats swapped) per pairing; with --sprt, the maximum.",
        ),
    ] = 1000,
    test: Annotated[
        str,
        typer.Option(
            "--sprt",
            metavar="LOW,HIGH",
            help="End a pairing once a sequential test decides between LOW and HIGH: Elo differences or scores (50%,55%).",
        ),
    ] = "",
    seed: Seed = 1,
    backend: BackendName = "processes",
    ray: RayAddress = "",
    workers: Workers = 0,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Play the computer's levels against each other and rate them."""
    loaded = load_game(game, settings, variant)
    with usage():
        from sandtable.lab.run.ladder import run
        from sandtable.lab.statistics import sprt

        players = [name.strip() for name in agents.split(",")] if agents else None
        asked = sprt.read(test) if test else None
        chosen = backend_of(backend, workers, ray)
        with progress(f"rating the players of {game}") as advance, counted(advance, out) as tell:
            report = run(loaded, pairs, seed, players, every, asked, chosen, out, tell)
    say(report.to_json() if as_json else "\n".join([*named(loaded), *report.table()]))


@app.command()
def exploit(
    game: GameName,
    settings: Sets = [],  # noqa: B006
    variant: VariantFile = None,
    against: Annotated[
        str,
        typer.Option(
            metavar="LEVEL",
            help="The player to beat: a level number, random, one of the game's policies or search:N; defaults to level 2.",
            show_default=False,
        ),
    ] = "",
    pairs: Annotated[
        int,
        typer.Option(
            min=2,
            max=MOST_PAIRS,
            help="Pairs of matches (seats swapped) for the best opponent, with fresh dice.",
        ),
    ] = 200,
    tries: Annotated[
        int,
        typer.Option(min=2, max=MOST_PAIRS, help="Pairs of matches for each opponent, to find the best one."),
    ] = 20,
    simulations: Annotated[
        int,
        typer.Option(
            min=1, max=1_000_000, help="Simulations per decision in the search for the best response."
        ),
    ] = 200,
    seed: Seed = 1,
    backend: BackendName = "processes",
    ray: RayAddress = "",
    workers: Workers = 0,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Find a lower bound on how far a level can be beaten.

    The command tries the stronger levels, a search that knows how the level plays, and fixed plans such as secret numbers or
    formations. The best of these then plays with fresh dice.
    """
    loaded = load_game(game, settings, variant)
    with usage():
        from sandtable.lab.run.exploit import run

        rival = against.strip() or str(min(2, loaded.spec.players.levels[-1].level))
        chosen = backend_of(backend, workers, ray)
        with progress(f"exploiting {game}") as advance, counted(advance, out) as tell:
            report = run(loaded, rival, pairs, tries, simulations, seed, chosen, out, tell)
    say(report.to_json() if as_json else "\n".join([*named(loaded), *report.table()]))


@app.command()
def heatmap(
    game: GameName,
    out: Annotated[
        Path,
        typer.Argument(
            metavar="OUT", help="Picture to write: .svg, .png, or .pdf for paper.", show_default=False
        ),
    ],
    settings: Sets = [],  # noqa: B006
    variant: VariantFile = None,
    agents: Agents = "",
    happens: Annotated[
        str,
        typer.Option(
            "--of",
            metavar="NAME",
            help="Map an event instead of piece positions; pass an unknown name to list the events.",
            show_default=False,
        ),
    ] = "",
    games: Games = None,
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Draw where pieces stand, or where events happen, as a map."""
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
    seconds: Annotated[float, typer.Option(min=0.05, help="Seconds to spend on each measurement.")] = 2.0,
    cold: Annotated[bool, typer.Option(help="Also measure a start with an empty compile cache.")] = True,
    as_json: AsJson = False,
) -> None:
    """Measure a game's speed, start-up time and memory."""
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
            help="Maximum number of pairs of matches per cell, on average; defaults to the game's own sample size.",
            show_default=False,
        ),
    ] = None,
    precision: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=0.49,
            help="Stop a cell once its scores are known to within this margin; 0 plays all pairs.",
        ),
    ] = 0.025,
    seed: Seed = 1,
    backend: BackendName = "processes",
    ray: RayAddress = "",
    workers: Workers = 0,
    out: Out = None,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the results as an HTML page with charts.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play matches over a range of settings and show what changes."""
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
        help="Sample size in pairs of matches, seats swapped; most sections use a share of it. "
        "Defaults to the game's own sample size, which takes about three minutes on two cores.",
        show_default=False,
    ),
]
Levels = Annotated[int, typer.Option(min=0, help="Highest computer level on the ladder.")]
At = Annotated[
    str,
    typer.Option(
        metavar="LEVELS",
        help="Computer levels at which to confirm each finding, separated by commas.",
    ),
]
AtPairs = Annotated[
    str,
    typer.Option(
        "--at",
        metavar="LEVELS",
        help="Computer levels at which to check each finding, separated by commas; 3:40 plays at most 40 pairs at "
        "level 3.",
    ),
]
Parts = Annotated[
    int | None,
    typer.Option(
        min=10,
        max=MOST_PAIRS,
        help="Base sample size for the other sections, if you want the win rate measured more precisely than the rest; "
        "defaults to --pairs.",
        show_default=False,
    ),
]
SearchPicks = Annotated[
    bool,
    typer.Option(
        "--search-picks",
        help="Search for better picks than those listed, if the game declares what can be picked.",
    ),
]
Page = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the report as an HTML page.")]
Data = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the report as JSON.")]
Csv = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help="Write all figures as a table for spreadsheets.")
]
Two = Annotated[
    tuple[Path, Path] | None,
    typer.Option(
        metavar="A B",
        help="Compare two JSON reports, variants or TOML files of settings; `printed` means the game as published.",
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
    table: Csv = None,
    compare: Two = None,
) -> None:
    """Play many matches and report on balance, luck and more.

    The report also says how long matches take, what to pick, and what could be left out of the rules.
    """
    with usage():
        from sandtable.cli.reports import ReportOrder, compared, reported

        if table is not None and compare is not None:
            raise ValueError("--csv writes the figures of one report: leave out --compare")
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
            table,
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
        help="Maximum number of pairs per candidate; defaults to the game's own sample size.",
        show_default=False,
    ),
]
Confirm = Annotated[
    int | None,
    typer.Option(
        min=2,
        max=MOST_PAIRS,
        help="Pairs of matches for each confirmation, with fresh dice; defaults to five times --pairs.",
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
            help="Target for a figure, such as 'first 50±1', 'decisions 60..80' or 'draws <5%'; repeatable.",
        ),
    ],
    over: Annotated[
        list[str],
        typer.Option(
            "--over",
            metavar="NAME=VALUES",
            help="Setting to vary, with its values as in a sweep; repeatable.",
        ),
    ],
    settings: Sets = [],  # noqa: B006
    variant: VariantFile = None,
    agents: Agents = "",
    candidates: Annotated[
        int, typer.Option(min=1, max=10_000, help="Maximum number of candidates to try.")
    ] = 64,
    pairs: CandidatePairs = None,
    best: Annotated[
        int, typer.Option(min=1, max=20, help="Number of top candidates to confirm with fresh dice.")
    ] = 4,
    confirm: Confirm = None,
    at: At = "1,2",
    seed: Seed = 1,
    backend: BackendName = "processes",
    ray: RayAddress = "",
    workers: Workers = 0,
    keep: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Keep the rows in this folder; run the same command again to resume."
        ),
    ] = None,
    out: Page = None,
    data: Data = None,
    out_variant: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the best candidate as a variant.")
    ] = None,
) -> None:
    """Find settings that reach your targets, and what they cost."""
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
