"""The command line. Commands import what they need when they run, to keep `sandtable --help` quick.

Exit status: 0, 1 for a failed check, 2 for wrong usage, 3 for a check that could only be done in part, 130 for an
interruption (see `console`). An error is one sentence on standard error.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from sandtable import __version__
from sandtable.cli import lab as lab
from sandtable.cli import new as new
from sandtable.cli.console import (
    FAILED,
    HELP,
    PARTLY,
    STOPPED,
    WRONG_USAGE,
    AsJson,
    Commands,
    GameName,
    Seed,
    Sets,
    VariantFile,
    announce_compiling,
    complete_game,
    draw,
    fail,
    figures,
    load_game,
    named,
    one_line,
    progress,
    reason,
    refuse_other_than_pictures,
    run,
    say,
    show,
    text_of,
    usage,
    write,
)

app = typer.Typer(
    help="Play, learn, simulate and measure tabletop wargames.",
    cls=Commands,
    context_settings=HELP,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

OutsideGame = Annotated[
    str,
    typer.Option("--game", metavar="PLACE", help="Where to find the game if it is not installed."),
]
ServerConfig = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        envvar="SANDTABLE_CONFIG",
        help="TOML file with the settings and limits of the server.",
    ),
]
ServerDatabase = Annotated[
    str | None, typer.Option(help="Database file or URL; defaults to a file in your data folder.")
]
MatchFile = Annotated[Path, typer.Argument(metavar="FILE", help="Match file, as exported from a table.")]


def _add_commands_of_games() -> None:
    # a Typer app in a module that imports the rules of its game only when a command runs
    for entry in sorted(entry_points(group="sandtable.commands"), key=lambda entry: entry.name):
        app.add_typer(entry.load(), name=entry.name, cls=Commands)


def _say_version(wanted: bool) -> None:
    if wanted:
        say(f"sandtable {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_say_version),
    ] = False,
) -> None:
    """Global options."""


def main() -> None:
    """Runs the command line and ends the process."""
    run(app, sys.argv[1:] or ["--help"])


@app.command()
def play(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 picks a free one.")
    ] = 8000,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    db: Annotated[
        str, typer.Option(help="Database file or URL; defaults to a file in your data folder.")
    ] = "",
    reports: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Also show the reports in this folder at /lab.")
    ] = None,
    game: Annotated[
        list[str],
        typer.Option(
            "--game", metavar="PLACE", help="Also offer this game (module:SPEC or path); repeatable."
        ),
    ] = [],  # noqa: B006 - the command line only reads the default
    variant: Annotated[Path | None, typer.Option(metavar="FILE", help="Open this variant's page.")] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
) -> None:
    """Serve the games and open the browser."""
    given = {
        "host": host,
        "port": port,
        "database": db,
        "workers": 1,
        "reports": str(reports or ""),
        "games": game,
        # for yourself and friends: no limits on measurements
        "lab": "shared",
        "lab_pairs": 100_000,
        "lab_minutes": 24 * 60,
    }
    _serve(None, given, open_browser=not no_open, page=_page_of(variant, game))


def _page_of(variant: Path | None, places: list[str]) -> str:
    """The page that the browser opens; ends the process if the variant is invalid."""
    if variant is None:
        return ""
    with usage():
        from sandtable.engine import variants
        from sandtable.games import find, spec

        outside = {one.id: one for one in map(find, places)}
        found = variants.at(variant, known=lambda game: outside[game] if game in outside else spec(game))
        return variants.address(found)[1:]


@app.command()
def serve(
    config: ServerConfig = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 picks a free one.")] = None,
    database: ServerDatabase = None,
    workers: Annotated[
        int | None, typer.Option(help="Number of server processes; more than one needs PostgreSQL.")
    ] = None,
    hosts: Annotated[
        list[str] | None, typer.Option("--name", help="Also answer to this host name; repeatable.")
    ] = None,
    proxies: Annotated[
        list[str] | None,
        typer.Option("--proxy", help="Trust headers from this proxy address or network; repeatable."),
    ] = None,
    metrics: Annotated[
        str | None, typer.Option(metavar="PLACE", help="Serve Prometheus metrics at this address and port.")
    ] = None,
    logs: Annotated[str | None, typer.Option(help="Log format: lines or json.")] = None,
    reports: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Also show the reports in this folder at /lab.")
    ] = None,
    games: Annotated[
        list[str] | None,
        typer.Option("--game", metavar="PLACE", help="Also offer this game, by module or path; repeatable."),
    ] = None,
    docs: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Link to the documentation at this address from every page."),
    ] = None,
    lab: Annotated[
        str | None,
        typer.Option(help="Who may run measurements at /lab: off, own (private to each visitor) or shared."),
    ] = None,
) -> None:
    """Serve the games to others, without opening a browser.

    You can also set each option in an environment variable (SANDTABLE_NAME) or in a TOML file.
    """
    told = {
        "host": host,
        "port": port,
        "database": database,
        "workers": workers,
        "hosts": hosts,
        "proxies": proxies,
        "metrics": metrics,
        "logs": logs,
        "reports": reports,
        "games": games,
        "docs": docs,
        "lab": lab,
    }
    _serve(config, {name: value for name, value in told.items() if value is not None}, log=True)


def _serve(
    config: Path | None,
    given: dict[str, Any],
    open_browser: bool = False,
    log: bool = False,
    page: str = "",
) -> None:
    from sandtable.server import app
    from sandtable.server.run import hosting

    try:
        settings = hosting.read(config, os.environ, given)
        if settings.reports and not Path(settings.reports).is_dir():
            fail(f"there is no folder {settings.reports}", WRONG_USAGE)
        app.serve(settings, _catalog(settings.games), open_browser, log, page)
    except (OSError, ValueError) as error:
        fail(reason(error), WRONG_USAGE)


@app.command()
def archive(
    config: ServerConfig = None,
    database: ServerDatabase = None,
    games: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            metavar="PLACE",
            help="Another game for the server to offer (module:SPEC or path); repeatable.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Archive all matches on a server before an upgrade.

    Archived matches stay viewable even if their game's rules change.
    """
    from sandtable.authoring.provenance import head
    from sandtable.server import app
    from sandtable.server.run import hosting

    told = {"database": database, "games": games}
    announce_compiling()
    try:
        settings = hosting.read(
            config, os.environ, {name: one for name, one in told.items() if one is not None}
        )
        done = app.archive(settings, _catalog(settings.games))
    except (OSError, ValueError) as error:
        fail(reason(error), WRONG_USAGE)
    lines = [f"Archived matches: {done.finished} finished, {done.running} running."]
    show({**head(), **done._asdict()}, as_json, lines)
    if done.failed:
        fail(f"matches not archived because their logs cannot be replayed: {done.failed}", FAILED)


@app.command("clear-lab")
def clear_lab(
    config: ServerConfig = None,
    database: ServerDatabase = None,
    days: Annotated[
        float, typer.Option(min=0, help="Delete only measurements unchanged for this many days.")
    ] = 0.0,
    everything: Annotated[
        bool, typer.Option("--all", help="Include measurements that are waiting or running.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Delete the measurements that visitors made at /lab.

    The server can keep running.
    """
    from sandtable.authoring.provenance import head
    from sandtable.server import app
    from sandtable.server.run import hosting

    try:
        settings = hosting.read(config, os.environ, {} if database is None else {"database": database})
        done = app.clear_lab(settings, days, everything)
    except (OSError, ValueError) as error:
        fail(reason(error), WRONG_USAGE)
    show({**head(), **done._asdict()}, as_json, [f"Measurements: {done.deleted} deleted, {done.left} left."])


def _catalog(places: list[str]) -> Any:
    from sandtable.server.loading.catalog import shipped

    if places:
        with usage():
            # an invalid address is reported now rather than once the server is running
            shipped(places)
    return partial(shipped, places)


@app.command()
def games(
    game: Annotated[
        str,
        typer.Argument(
            metavar="[GAME]",
            help="List the settings and levels of this game.",
            autocompletion=complete_game,
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """List the games, or the settings and levels of one."""
    if game:
        _tell_game(game, as_json)
        return
    from sandtable.authoring.provenance import head
    from sandtable.games import installed, spec

    with usage():
        found = [
            {
                "id": s.id,
                "name": s.name,
                "summary": s.summary,
                "credit": s.presentation.credit,
                "about": s.about,
                "settings": len(s.rules.settings),
            }
            for s in map(spec, installed())
        ]
    show({**head(), "games": found}, as_json, [f"{g['id']:<10}{g['name']}: {g['summary']}" for g in found])


def _tell_game(game: str, as_json: bool) -> None:
    """Prints the settings or levels of a game."""
    with usage():
        from sandtable import agents
        from sandtable.authoring.provenance import head
        from sandtable.authoring.settings import tell
        from sandtable.games import find

        chosen = find(game)
    settings, levels = list(map(tell, chosen.rules.settings)), chosen.players.levels
    report = {
        **head(chosen.id, {one.name: one.default for one in settings}),
        "name": chosen.name,
        "summary": chosen.summary,
        "credit": chosen.presentation.credit,
        "source": chosen.presentation.source,
        "about": chosen.about,
        "declared": [{**asdict(one), "words": _named(one.words)} for one in settings],
        "levels": [{"level": one.level, "name": one.name, "text": one.text} for one in levels],
        "players": list(agents.names(chosen)),
    }
    lines = [f"{chosen.name}: {chosen.summary}", chosen.about, "", "Settings (--set NAME=VALUE):"]
    for one in settings:
        default = {True: "yes", False: "no"}[one.default] if isinstance(one.default, bool) else one.default
        lines += [f"  {one.name}={default}", f"      {one.text} ({one.clause})", f"      {one.allowed()}"]
    lines += ["", "Computer levels (choose one by number):"] if levels else []
    lines += [f"  {one.level}  {one.name}: {one.text}" for one in levels]
    lines += [
        "",
        f"Other players: {', '.join(agents.names(chosen))}, search:N, and mcts:N if the game hides nothing",
    ]
    show(report, as_json, lines)


def _named(words: Mapping[str, str]) -> list[dict[str, str]]:
    # values do not contain field names
    return [{"value": value, "words": said} for value, said in words.items()]


@app.command()
def rules(
    game: GameName,
    settings: Sets = [],  # noqa: B006 - the command line only reads the default
    variant: VariantFile = None,
) -> None:
    """Print the rules of a game for the given settings."""
    # a game's rules are imported only here, once its settings have been read
    given = load_game(game, settings, variant).settings if settings or variant else {}
    with usage():
        from sandtable.authoring.marks import plain
        from sandtable.games import find

        chosen = find(game)
        text = f"{plain(chosen.rules_text(given))}\n{chosen.about}\n"
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        say(text.removesuffix("\n"))


@app.command()
def check(
    game: GameName,
    settings: Sets = [],  # noqa: B006 - the command line only reads the default
    variant: VariantFile = None,
    matches: Annotated[int, typer.Option(min=1, help="Number of random matches to play.")] = 2000,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Check that a game conforms to the interface."""
    loaded = load_game(game, settings, variant)
    from sandtable.authoring.provenance import head
    from sandtable.testing import FaultError, check_game

    try:
        with progress(f"checking {loaded.id}") as advance:
            report = check_game(loaded, matches=matches, seed=seed, progress=advance)
    except FaultError as error:
        if error.snippet:
            say(f"To reproduce:\n\n{error.snippet}\n", err=True)
        fail(error.sentence, FAILED)
    made = {**head(loaded.id, loaded.settings, seed=seed, variant=loaded.variant), **report}
    show(made, as_json, [*named(loaded), f"{loaded.id} conforms to the interface: {figures(report)}"])


@app.command()
def replay(
    file: MatchFile,
    game: OutsideGame = "",
    picture: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT",
            help="Draw a position to this file instead: .svg, .png, or .pdf for paper.",
        ),
    ] = None,
    ply: Annotated[
        int | None,
        typer.Option(min=0, help="Position to draw, counted in actions and outcomes; defaults to the last."),
    ] = None,
) -> None:
    """Print a saved match as text, or draw one of its positions."""
    if picture is not None:
        _draw(file, game, picture, ply)
        return
    if ply is not None:
        fail("--ply chooses the position to draw: add --picture OUT", WRONG_USAGE)
    text = text_of(file, FAILED)
    announce_compiling()
    from sandtable.engine.match import MatchError, OtherRulesError
    from sandtable.engine.matchfile import read, transcript, words

    try:
        try:
            match = read(text, _loader(game))
        except OtherRulesError as error:
            lines, board = words(text), ""
            say(f"sandtable: {file}: {error} The log below is what the file says, unchecked.", err=True)
        else:
            lines, board = transcript(match), match.position.text()
    except MatchError as error:
        fail(f"{file}: {error}", FAILED)
    say("\n".join([*map(one_line, lines), *filter(None, (board,))]))


def _draw(file: Path, game: str, out: Path, ply: int | None) -> None:
    """Writes a position of the match in `file` to `out`, with nothing hidden, since a match file holds a finished match."""
    refuse_other_than_pictures(out)
    match = _match(text_of(file, FAILED), file, game)
    from sandtable.engine.match import MatchError

    at = match.ply if ply is None else ply
    try:
        position = match.at(at)
    except MatchError as error:
        fail(f"{file}: {error}", WRONG_USAGE)
    drawing = position.drawing()
    lines = [f"Position {at} of {match.ply}. {drawing.title}.", *drawing.told()]
    draw(drawing, f"{match.game.spec.name}: {' against '.join(match.seats)}", lines, out)


@app.command("print")
def print_game(
    game: GameName,
    out: Annotated[
        Path | None, typer.Option(help="File to write; defaults to GAME-kit-PAPER.pdf in the current folder.")
    ] = None,
    paper: Annotated[str, typer.Option(help="Paper size: A4, A3 or Letter.")] = "A4",
    ink: Annotated[str, typer.Option(help="colour, or black for a black-and-white printer.")] = "colour",
    flip: Annotated[
        str, typer.Option(help="Edge on which your printer flips the paper: long or short.")
    ] = "long",
    back_shift: Annotated[
        str,
        typer.Option(metavar="X,Y", help="Shift all backs right and down by this many mm; see --test-sheet."),
    ] = "0,0",
    test_sheet: Annotated[
        bool,
        typer.Option("--test-sheet", help="Instead, make a sheet to measure your printer's back shift."),
    ] = False,
    settings: Sets = [],  # noqa: B006 - the command line only reads the default
    variant: VariantFile = None,
    options: Annotated[
        bool, typer.Option("--options", help="List the options of the game's kit, which --set also takes.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make a print-and-play kit: one PDF at true scale.

    --set also takes the kit's options; --options lists them.
    """
    from sandtable.authoring.provenance import head
    from sandtable.authoring.settings import resolve
    from sandtable.games import find

    with usage():
        spec = find(game)
    offered = spec.print.kit.options if spec.print.kit else ()
    if options:
        _list_options(spec, offered, as_json)
        return
    names = {option.name for option in offered}
    own = [text for text in settings if text.partition("=")[0] in names]
    loaded = load_game(game, [text for text in settings if text not in own], variant)
    with usage():
        # the PDF libraries take a third of a second to load
        from sandtable.printing import duplex, press

        chosen = resolve(offered, dict(text.split("=", 1) for text in own))
        job = press.PrintJob(paper, ink, flip, duplex.shift_of(back_shift))
        made = press.print_kit(loaded.spec, loaded.setup, loaded.settings, chosen, job)
        file = out or Path(f"{press.slug(spec, paper, 'test sheet' if test_sheet else 'kit')}.pdf")
        data = (made.test_file(file.stem, job) if test_sheet else made.file(file.stem)).data
    write(file, data)
    report = {**head(spec.id, loaded.settings, variant=loaded.variant), "file": str(file)}
    if test_sheet:
        said = f"a test sheet on {paper}. Print it on both sides, flipped on the {flip} edge."
    else:
        said = f"{len(made.pages)} pages of {paper}. {press.MEASURE}"
        report |= {"pages": list(made.titles), "needed": list(made.needed)}
    show(report, as_json, [*named(loaded), f"{file}: {said}"])


def _list_options(spec: Any, offered: Sequence[Any], as_json: bool) -> None:
    from sandtable.authoring.provenance import head
    from sandtable.authoring.settings import tell

    told = [tell(option) for option in offered]
    lines = [f"{one.name}={one.default}: {one.text}; {one.allowed()} ({one.clause})" for one in told]
    if not lines:
        lines = [f"{spec.name} has no {'options for its kit' if spec.print.kit else 'kit to print'}."]
    show({**head(spec.id), "options": [asdict(one) for one in told]}, as_json, lines)


@app.command()
def verify(file: MatchFile, game: OutsideGame = "", as_json: AsJson = False) -> None:
    """Replay a saved match and list what that proves.

    A match played under older rules is checked as far as it can be without those rules.
    """
    text = text_of(file, FAILED)
    announce_compiling()
    from sandtable.authoring.provenance import head
    from sandtable.engine.match import MatchError, OtherRulesError
    from sandtable.engine.matchfile import coverage, read

    try:
        match = read(text, _loader(game))
    except OtherRulesError as error:
        _verify_record(file, text, as_json, error)
        return
    except MatchError as error:
        fail(f"{file}: {error}", FAILED)
    found = coverage(text, match)
    report = {
        **head(match.game.id, match.game.settings),
        "seats": list(match.seats),
        "entries": len(match.entries),
        "rolled": match.rolled,
        "entered": list(match.entered),
        "score": list(match.score),
        "digest": match.position.digest(),
        **found._asdict(),
    }
    score = " : ".join(f"{points:g}" for points in match.score)
    said = [f"{file} is valid: {len(match.entries)} entries of {match.game.id}, score {score}."]
    if match.waits:
        first, second = match.entered
        said.append(
            f"Dice and cards: {match.rolled} drawn here, {first + second} entered by the players, who vouch for them "
            f"({match.seats[0]} {first}, {match.seats[1]} {second})."
        )
    show(report, as_json, [*said, *_listed(found)])


@app.command()
def analyse(
    file: MatchFile,
    game: OutsideGame = "",
    level: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Let this level of the computer judge positions; defaults to whatever predicts winners best.",
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.0, help="Time to spend. The first, rough round always finishes.")
    ] = 150.0,
    rounds: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Number of rounds, however long they take; the same number and seed give the same results.",
            show_default=False,
        ),
    ] = None,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(min=0, help="Number of processes; 0 means one per core.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Find what decided a saved match: luck and skill, the turning point and the costliest decisions.

    Each round does at most about twice the work of the one before. Press Ctrl-C to stop early and see what
    has been found so far.
    """
    match = _match(text_of(file, FAILED), file, game)
    from sandtable.analysis.analysis import Analysis, work
    from sandtable.analysis.judgement import AnalysisError
    from sandtable.lab.run import backends

    with usage():
        try:
            analysis = Analysis(match, level, seed)
        except AnalysisError as error:
            fail(f"{file}: {error}", FAILED)
    status = 0
    backend = backends.Processes(workers or None)
    try:
        with usage(), progress(f"analysing {file.name}") as advance:
            work(analysis, backend, seconds, rounds, advance)
    except KeyboardInterrupt:
        if analysis.ledger.rounds == 0:
            fail("stopped before the first round was finished", STOPPED)
        status = STOPPED
    finally:
        backend.end()
    _show_findings(match, analysis.findings(explained=status == 0), as_json)
    sys.exit(status)


def _show_findings(match: Any, found: Any, as_json: bool) -> None:
    import msgspec

    from sandtable.analysis.telling import lines
    from sandtable.authoring.provenance import head

    report = {**head(match.game.id, match.game.settings, seed=found.seed), **msgspec.to_builtins(found)}
    title = f"{match.game.spec.name}: {' against '.join(found.names)}."
    show(report, as_json, [title, "", *lines(found)])


def _verify_record(file: Path, text: str, as_json: bool, why: Exception) -> NoReturn:
    """Checks a match file as far as possible without its rules, and ends the process."""
    from sandtable.authoring.provenance import head
    from sandtable.engine.match import MatchError
    from sandtable.engine.matchfile import check_record

    try:
        found = check_record(text)
    except MatchError as error:
        fail(f"{file}: {error}", FAILED)
    said = [f"{file} could only be checked in part. {why}", *_listed(found)]
    writer = json.loads(text.partition("\n")[0]).get("version")
    if writer:
        said.append(f"Sandtable {writer}, which wrote this file, can check the rest.")
    show({**head(), **found._asdict(), "partly": str(why)}, as_json, said)
    sys.exit(PARTLY)


def _listed(found: Any) -> list[str]:
    """What was checked in a match file, and what was not, as lines."""
    said = ["Checked:", *(f"- {what}" for what in found.covered)]
    return [*said, "Not checked:", *(f"- {what}" for what in found.uncovered)] if found.uncovered else said


@app.command()
def warm(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="Game to compile; defaults to all games.")
    ] = "",
) -> None:
    """Compile the games now, so that the first match starts at once."""
    with usage():
        from sandtable import games
        from sandtable._compiler import kernels
        from sandtable.server.loading.catalog import shipped
        from sandtable.server.loading.compilers import Compilers

        # with all games, the longest first, so that no processor idles at the end
        every = sorted(map(games.spec, games.installed()), key=games.bulk, reverse=True)
        wanted = [games.find(game)] if game else every
        names = {spec.id: spec.name for spec in wanted}
        command = shipped([game] if game else []).command
    if kernels.CACHE is None or command is None:
        # the reason has already been printed
        sys.exit(FAILED)
    compilers = Compilers(say, aside=False)
    try:
        for _ in compilers.compile(names, command):
            pass
    finally:
        compilers.close()
    if left := [*compilers.failed, *compilers.unstarted]:
        why = "".join(f": {error}" for error in list(compilers.unstarted.values())[:1])
        fail(f"{', '.join(names[name] for name in left)} could not be compiled{why}", FAILED)


variant_app = typer.Typer(help="Show and write variants of games.", rich_markup_mode=None)
app.add_typer(variant_app, name="variant", cls=Commands)

Place = Annotated[
    str, typer.Option("--game", metavar="PLACE", help="Where to find the game if it is not installed.")
]


@variant_app.command("show")
def show_variant(
    source: Annotated[
        str,
        typer.Argument(metavar="FILE|ADDRESS", help="Variant file, or the address of a variant on a server."),
    ],
    game: Place = "",
    as_json: AsJson = False,
) -> None:
    """Show what a variant changes, and its address."""
    with usage():
        from sandtable.engine import variants
        from sandtable.games import find, spec

        outside = find(game) if game else None
        known = None if outside is None else variants.only(outside)
        place, mark, code = source.partition(variants.ADDRESS)
        found = variants.decoded(code, known) if mark else variants.at(Path(place), known)
        played = outside or spec(found.game)
        variants.playable(found, played)
    _tell_variant(found, played, as_json)


def _tell_variant(found: Any, played: Any, as_json: bool) -> None:
    """Prints a variant."""
    from sandtable.authoring.provenance import head
    from sandtable.engine import variants

    told, changed = variants.address(found), variants.changes(found, played)
    report = {
        **head(found.game, found.settings),
        "name": found.name,
        "why": found.why,
        "changes": [asdict(change) for change in changed],
        "address": told,
    }
    lines = [f"{found.name}, a variant of {played.name}.", found.why, ""]
    lines += [change.sentence for change in changed] or ["Nothing differs from the published game."]
    show(report, as_json, [*lines, "", f"On any server: {told}"])


@variant_app.command("write")
def write_variant(
    game: GameName,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="File to write.", show_default=False)],
    name: Annotated[str, typer.Option(help="Name of the variant.")],
    why: Annotated[str, typer.Option(help="One sentence that says why you made the variant.")],
    settings: Sets = [],  # noqa: B006
) -> None:
    """Write the settings of a game as a variant."""
    loaded = load_game(game, settings)
    with usage():
        from sandtable.engine import variants

        text = variants.write(variants.make(loaded.spec, name, why, loaded.settings))
    try:
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        fail(f"{out} cannot be written: {error.strerror}", WRONG_USAGE)
    say(f"Written: {out}")


app.add_typer(lab.app)
app.add_typer(new.app)
_add_commands_of_games()


def _match(text: str, file: Path, game: str) -> Any:
    """The checked match in the text of `file`; ends the process if the file is damaged."""
    announce_compiling()
    from sandtable.engine.match import MatchError
    from sandtable.engine.matchfile import read

    try:
        return read(text, _loader(game))
    except MatchError as error:
        fail(f"{file}: {error}", FAILED)


def _loader(place: str) -> Any:
    """A loader for the game that a match file names: an installed game, or the one at `place` if it has that id."""
    from sandtable.engine.game import Game, installed
    from sandtable.games import find

    with usage():
        outside = find(place) if place else None

    def load(game: str, /, **settings: object) -> Game:
        if outside is not None and game == outside.id:
            return Game(outside, **settings)
        return installed(game, **settings)

    return load
