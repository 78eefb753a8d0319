"""The command line. Commands import what they need when they run, so that `sandtable --help` is quick.

Exit status: 0, 1 for a failed check, 2 for wrong usage. Errors are one sentence on standard error.
"""

import json
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from sandtable.game import Game

FAILED, WRONG_USAGE = 1, 2

app = typer.Typer(
    help="Plays, teaches, simulates and measures tabletop wargames.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="Short name of a game; `sandtable games` lists them.")
]
Sets = Annotated[
    list[str],
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="A setting of the game, @FILE for the text of a file; may be repeated.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")]
Seed = Annotated[
    int, typer.Option(min=0, help="Key of the random streams; the same seed gives the same figures.")
]
Workers = Annotated[int, typer.Option(min=0, help="Processes at work; 0 means one a core.")]
MatchFile = Annotated[Path, typer.Argument(metavar="FILE", help="A match file, as a table exports it.")]

# what each command's progress callback takes: done, of how many
Progress = Callable[[int, int], None]


def _add_commands_of_games() -> None:
    # a game's `commands.py` holds an `app` and its NAME; it is read without its package, whose rules take long to import
    for file in sorted(Path(__file__).parent.glob("games/*/commands.py")):
        found = spec_from_file_location(f"sandtable.games.{file.parent.name}.commands", file)
        if found and found.loader:
            commands = module_from_spec(found)
            found.loader.exec_module(commands)
            app.add_typer(commands.app, name=commands.NAME)


def main() -> None:
    """Runs the command line and ends the process."""
    usage: Any = typer.BadParameter.__base__
    try:
        sys.exit(app(args=sys.argv[1:] or ["--help"], prog_name="sandtable", standalone_mode=False) or 0)
    except usage as error:
        _fail(error.format_message(), WRONG_USAGE)
    except (typer.Abort, KeyboardInterrupt):
        _fail("stopped", 130)
    except BrokenPipeError:
        # the reader of our output has gone, for instance `head`
        sys.stderr.close()
        sys.exit(0)


@app.command()
def play(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to serve on; 0 takes any that is free.")
    ] = 8000,
    host: Annotated[str, typer.Option(help="Address to serve on.")] = "127.0.0.1",
    db: Annotated[
        str, typer.Option(help="Database file or URL; by default a file in your data folder.")
    ] = "",
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
) -> None:
    """Serve the games and open the browser."""
    from sandtable.server.app import serve

    try:
        serve(host=host, port=port, db=db or None, open_browser=not no_open)
    except (OSError, ValueError) as error:
        _fail(_of(error), WRONG_USAGE)


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games."""
    from sandtable.games import GAMES, spec

    found = [
        {"id": s.id, "name": s.name, "summary": s.summary, "settings": len(s.settings)}
        for s in map(spec, GAMES)
    ]
    _show(found, as_json, [f"{g['id']:<10}{g['name']}: {g['summary']}" for g in found])


@app.command()
def rules(game: GameName) -> None:
    """Print the rules of a game."""
    with _usage():
        from sandtable.games import spec

        text = spec(game).rules.read_text(encoding="utf-8")
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        print(text, end="")


@app.command()
def check(
    game: GameName,
    settings: Sets = [],  # noqa: B006 - the command line reads the default, nobody changes it
    matches: Annotated[int, typer.Option(min=1, help="How many random matches to play.")] = 2000,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Check that a game keeps every sentence of the interface."""
    loaded = _load(game, settings)
    from sandtable.testing import check_game

    try:
        with _progress(f"checking {game}") as progress:
            report = check_game(loaded, matches=matches, seed=seed, progress=progress)
    except AssertionError as error:
        _fail(str(error), FAILED)
    _show(report, as_json, [f"{game} keeps the interface: {_figures(report)}"])


@app.command()
def simulate(
    game: GameName,
    settings: Sets = [],  # noqa: B006
    count: Annotated[int, typer.Option("--games", min=1, help="How many matches to play.")] = 1000,
    agents: Annotated[
        str, typer.Option(help="The two agents, with a comma between, for instance random,script.")
    ] = "random,random",
    seed: Seed = 0,
    workers: Workers = 0,
    as_json: AsJson = False,
) -> None:
    """Play many matches between two agents and count the results."""
    loaded = _load(game, settings)
    pair = [name.strip() for name in agents.split(",")]
    if len(pair) != 2:
        _fail(f"--agents takes two names with a comma between, not {agents!r}", WRONG_USAGE)
    from sandtable.lab.simulate import simulate as run

    with _usage(), _progress(f"simulating {game}") as progress:
        report = run(
            loaded, games=count, agents=(pair[0], pair[1]), seed=seed, workers=workers, progress=progress
        )
    _show(report, as_json, [f"{name:<18}{_figure(value)}" for name, value in report.items()])


@app.command()
def ladder(
    game: GameName,
    pairs: Annotated[int, typer.Option(min=1, help="How many pairs of matches, seats swapped.")] = 1000,
    seed: Seed = 1,
    workers: Workers = 0,
    as_json: AsJson = False,
) -> None:
    """Play each level of the computer against the one below."""
    with _usage():
        from sandtable.lab.ladder import run

        with _progress(f"climbing the ladder of {game}") as progress:
            report = run(game, pairs, seed, workers or None, progress)
    print(report.to_json() if as_json else "\n".join(report.table()))


@app.command()
def replay(file: MatchFile) -> None:
    """Print a saved match in words."""
    match = _match(file)
    from sandtable.match import transcript

    print("\n".join(transcript(match)))
    print(match.position.text())


@app.command()
def verify(file: MatchFile, as_json: AsJson = False) -> None:
    """Play a saved match again and check every die and every digest."""
    match = _match(file)
    report = {
        "game": match.game.id,
        "entries": len(match.entries),
        "score": list(match.score),
        "digest": match.position.digest(),
    }
    score = " : ".join(f"{points:g}" for points in match.score)
    _show(report, as_json, [f"{file} holds: {len(match.entries)} entries of {match.game.id}, score {score}."])


@app.command()
def bench(
    game: GameName,
    settings: Sets = [],  # noqa: B006
    seconds: Annotated[float, typer.Option(min=0.05, help="How long to measure each figure.")] = 2.0,
    cold: Annotated[bool, typer.Option(help="Measure the start with an empty cache too.")] = True,
    as_json: AsJson = False,
) -> None:
    """Measure the speed of a game: random play, search, start, memory."""
    loaded = _load(game, settings)
    from sandtable.lab.bench import measure

    with _progress(f"measuring {game}") as progress:
        report = measure(loaded, seconds=seconds, cold=cold, progress=progress)
    _show(report, as_json, [f"{name:<34}{_figure(value)}" for name, value in report.items()])


@app.command()
def warm(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="One game; all of them without it.")] = "",
) -> None:
    """Compile the games now, so that the first match starts at once."""
    with _usage():
        from sandtable.games import GAMES, spec
        from sandtable.server.library import shipped
        from sandtable.server.rehearsal import rehearse
        from sandtable.warm import warm as compile_game

        names = [spec(game).id] if game else list(GAMES)
    for number, name in enumerate(names):
        with _progress("compiling") as progress:
            progress(number, len(names))
            began = perf_counter()
            compile_game(name)
            rehearse(shipped(), name)
        print(f"{name} is compiled ({perf_counter() - began:.1f} s).")


_add_commands_of_games()


def _load(game: str, settings: list[str]) -> "Game":
    """The game with the `NAME=VALUE` or `NAME=@FILE` settings; ends the process where they do not fit."""
    given: dict[str, str] = {}
    for setting in settings:
        name, sign, value = setting.partition("=")
        if not sign:
            _fail(f"--set takes NAME=VALUE, not {setting!r}", WRONG_USAGE)
        given[name] = _text(Path(value[1:]), WRONG_USAGE) if value.startswith("@") else value
    with _usage():
        from sandtable.games import load

        return load(game, **given)


def _text(file: Path, unreadable: int) -> str:
    """The text of `file`; ends the process, with status `unreadable` where it holds no text."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        _fail(f"{file} is not a text file", unreadable)
    except OSError as error:
        _fail(f"{file} cannot be read: {error.strerror}", WRONG_USAGE)


def _match(file: Path) -> Any:
    """The checked match in `file`; ends the process where it is damaged."""
    text = _text(file, FAILED)
    from sandtable.match import MatchError
    from sandtable.match import verify as read

    try:
        return read(text)
    except MatchError as error:
        _fail(f"{file}: {error}", FAILED)


@contextmanager
def _usage() -> Generator[None]:
    """Turns a wrong game, setting or agent into one sentence and exit status 2."""
    try:
        yield
    except ValueError as error:
        _fail(_of(error), WRONG_USAGE)


@contextmanager
def _progress(title: str) -> Generator[Progress]:
    """A progress bar on standard error, of which the block gets the callback `(done, total)`."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Bars(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        task = bars.add_task(title, total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)


def _show(report: Any, as_json: bool, lines: list[str]) -> None:
    print(json.dumps(report, indent=2) if as_json else "\n".join(lines))


def _figures(report: dict[str, Any]) -> str:
    return ", ".join(f"{_figure(value)} {name.replace('_', ' ')}" for name, value in report.items())


def _figure(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _of(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def _fail(sentence: str, status: int) -> NoReturn:
    print(f"sandtable: {sentence.rstrip('.')}.", file=sys.stderr)
    sys.exit(status)
