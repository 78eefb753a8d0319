"""Shared by all commands: options, progress, figures, and one-sentence errors.

Exit status: 0; FAILED for a failed check, or if nothing reads the output any more; WRONG_USAGE for wrong usage, or if a
file or the output cannot be written; PARTLY for a match file that could be checked only in part; STOPPED for an
interruption.
"""

import codecs
import errno
import io
import json
import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from sandtable._compiler.slips import CompileError
from sandtable.authoring.naming import listed
from sandtable.graphics.substitutes import ALIKE, printable

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    from sandtable.engine.game import Game
    from sandtable.graphics.drawing import Drawing

FAILED, WRONG_USAGE, PARTLY, STOPPED = 1, 2, 3, 130
PICTURES = (".svg", ".png", ".pdf")
# ASCII under another name: Typer assumes that a terminal that reports plain ASCII means UTF-8
ASCII = "sandtable_ascii"

# on every command, because subcommands inherit the settings of their parent
HELP = {"help_option_names": ["-h", "--help"]}


class Commands(TyperGroup):
    """A group of commands that answers an unknown one with a list or a suggestion."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Like the base class, but ends the process with a suggestion for an unknown command."""
        name, known = args[0], tuple(self.commands)
        if name not in known and not name.startswith("-") and not ctx.resilient_parsing:
            there = listed(name, known, f"the commands are {', '.join(known)}")
            fail(f"there is no command {name!r}{there}", WRONG_USAGE)
        return super().resolve_command(ctx, args)


def complete_game(incomplete: str) -> list[str]:
    """The games whose names start with the text, for shell completion."""
    from sandtable.games import installed

    return [game for game in installed() if game.startswith(incomplete)]


def complete_setting(ctx: typer.Context, incomplete: str) -> list[str]:
    """The settings of the game named earlier on the line, or the values of one, that start with the text, for shell
    completion.
    """
    from sandtable.authoring.settings import tell
    from sandtable.games import installed, spec

    # an option without a value ends parsing, and the game is still among the words
    game = ctx.params.get("game") or next(iter(ctx.args), "")
    name, sign, _ = incomplete.partition("=")
    told = [tell(setting) for setting in spec(game).rules.settings] if game in installed() else []
    if sign:
        offered = [f"{name}={value}" for one in told if one.name == name for value in one.values()]
    else:
        offered = [f"{one.name}=" for one in told]
    return [text for text in offered if text.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="Short name of a game (see `sandtable games`), module:SPEC, or the path of its file or folder.",
        autocompletion=complete_game,
    ),
]
Sets = Annotated[
    list[str],
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Change a setting of the game; @FILE reads the value from a file; repeatable.",
        autocompletion=complete_setting,
    ),
]
VariantFile = Annotated[
    Path | None,
    typer.Option(
        "--variant",
        metavar="FILE",
        help="Start from the variant in this file (see docs/variants.md); --set changes individual settings in it.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Seed = Annotated[
    int,
    typer.Option(min=0, max=2**63 - 1, help="Random seed; the same seed gives the same results."),
]

# the type of progress callbacks: done, total
Progress = Callable[[int, int], None]


def load_game(game: str, settings: list[str], variant: Path | None = None) -> "Game":
    """The game, or a variant of it, with the `NAME=VALUE` or `NAME=@FILE` settings; ends the process if they are invalid."""
    given: dict[str, str] = {}
    for setting in settings:
        name, sign, value = setting.partition("=")
        if not sign:
            fail(f"--set must be NAME=VALUE, not {setting!r}", WRONG_USAGE)
        given[name] = _text_of_setting(Path(value[1:])) if value.startswith("@") else value
    announce_compiling()
    with usage():
        from sandtable.engine import variants
        from sandtable.games import find

        spec = find(game)
        if variant is None:
            from sandtable.engine.game import Game

            return Game(spec, **given)
        return variants.playable(variants.at(variant, variants.only(spec)), spec, given)


def _text_of_setting(file: Path) -> str:
    text = text_of(file, WRONG_USAGE)
    if not text.strip():
        fail(f"{file}: it is empty", WRONG_USAGE)
    return text


def named(game: "Game") -> list[str]:
    """The line that says which variant of a game was measured; none for settings without a name."""
    return [f"The variant {game.variant!r}.", ""] if game.variant else []


def text_of(file: Path, unreadable: int) -> str:
    """The text of `file`, gzipped or not; ends the process with status `unreadable` if it contains no text."""
    from sandtable.authoring.decoding import DecodingError, text_in

    try:
        return text_in(file)
    except DecodingError as error:
        fail(f"{file}: {error}", unreadable)
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}", WRONG_USAGE)


def announce_compiling() -> None:
    """Prints a line on standard error whenever a game starts to compile."""
    from sandtable._compiler import kernels

    kernels.announce(lambda sentence: say(f"sandtable: {sentence}.", err=True))


@contextmanager
def usage() -> Generator[None]:
    """Turns an invalid game, setting or agent, or a missing package, into one sentence and exit status 2."""
    try:
        yield
    except (ValueError, ImportError) as error:
        fail(reason(error), WRONG_USAGE)


@contextmanager
def progress(title: str) -> Generator[Progress]:
    """Shows a progress bar with rate and remaining time on standard error; the block gets the callback `(done, total)`."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Bars(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        yield _Meter(bars, bars.add_task(title, total=None, rate=""))


class _Meter:
    """Shows the progress. Work done before the first call does not count towards the rate."""

    def __init__(self, bars: "Bars", task: "TaskID") -> None:
        self._bars, self._task = bars, task
        self._first, self._began = -1, 0.0

    def __call__(self, done: int, total: int) -> None:
        if self._first < 0:
            self._first, self._began = done, perf_counter()
            self._bars.reset(self._task, total=total, completed=done)
        seconds, worked = perf_counter() - self._began, done - self._first
        rate = f"{figure(worked / seconds)}/s" if worked and seconds else ""
        self._bars.update(self._task, completed=done, total=total, rate=rate)


def run(app: typer.Typer, words: list[str]) -> NoReturn:
    """Runs the command for `words` and ends the process; never with a traceback, whatever its streams are like."""
    _open_streams()
    try:
        sys.exit(_run_through(app, words))
    finally:
        _let_go_of_errors()


def _run_through(app: typer.Typer, words: list[str]) -> int:
    """Runs a command and writes its output, or reports that it cannot be written."""
    try:
        try:
            return _run(app, words)
        finally:
            sys.stdout.flush()
    except OSError as error:
        return _unwritten(error)


def _let_go_of_errors() -> None:
    """Flushes the error stream; if that fails, the exit status still says what went wrong."""
    try:
        sys.stderr.flush()
    except OSError:
        # otherwise Python tries again at exit, and ends with its own status
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def _run(app: typer.Typer, words: list[str]) -> int:
    wrong: Any = typer.BadParameter.__base__
    try:
        return app(args=words, prog_name="sandtable", standalone_mode=False) or 0
    except wrong as error:
        fail(error.format_message(), WRONG_USAGE)
    except CompileError as error:
        fail(str(error), FAILED)
    except (typer.Abort, KeyboardInterrupt):
        fail("stopped", STOPPED)


def _open_streams() -> None:
    """Opens the null device in place of a closed stream, and replaces characters that the terminal lacks with similar ones
    (`ALIKE`).
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # takes the descriptor of the closed stream, which the next file would otherwise get
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - stays open until the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=ASCII if is_ascii else None, errors=ALIKE)


def _ascii(name: str) -> codecs.CodecInfo | None:
    if name != ASCII:
        return None
    known = codecs.lookup("ascii")
    return codecs.CodecInfo(
        known.encode,
        known.decode,
        incrementalencoder=known.incrementalencoder,
        incrementaldecoder=known.incrementaldecoder,
        name=ASCII,
    )


codecs.register(_ascii)


def _unwritten(error: OSError) -> int:
    """Reports that the output cannot be written, if it is still being read; returns the status. The rest of the output
    is dropped.
    """
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if error.errno == errno.EPIPE:
        return FAILED
    what = "the output cannot be written" if error.filename is None else error.filename
    with suppress(SystemExit):
        fail(f"{what}: {reason(error)}", WRONG_USAGE)
    return WRONG_USAGE


def say(text: str, err: bool = False) -> None:
    """Prints text and a newline. Terminal control codes in untrusted files are made visible rather than obeyed."""
    print(printable(text), file=sys.stderr if err else sys.stdout)


def show(report: Any, as_json: bool, lines: list[str]) -> None:
    """Prints the report as JSON, or else the lines."""
    say(json.dumps(report, indent=2) if as_json else "\n".join(map(one_line, lines)))


def one_line(text: str) -> str:
    """The text on one line, so that an untrusted name cannot pass for a line of its own."""
    return text.replace("\n", " ")


def figures(report: dict[str, Any]) -> str:
    """The figures of a report on one line."""
    return ", ".join(f"{figure(value)} {name.replace('_', ' ')}" for name, value in report.items())


def figure(value: Any) -> str:
    """A figure as displayed."""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def reason(error: Exception) -> str:
    """The message of an error."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def refuse_other_than_pictures(out: Path) -> None:
    """Ends the process if a picture cannot have this file extension."""
    if out.suffix.lower() not in PICTURES:
        fail(
            f"{out}: the name of a picture must end in {', '.join(PICTURES[:-1])} or {PICTURES[-1]}",
            WRONG_USAGE,
        )


def draw(drawing: "Drawing", heading: str, lines: list[str], out: Path) -> None:
    """Writes a drawing to `out` in the format of its extension: SVG or PNG, or PDF with a heading and lines of text
    below the picture.
    """
    if out.suffix.lower() == ".svg":
        from sandtable.graphics.svg import to_svg

        data = to_svg(drawing).encode()
    else:
        # the PDF libraries take a third of a second to load
        from sandtable.graphics import pdf

        png = out.suffix.lower() == ".png"
        data = pdf.to_png(drawing) if png else pdf.to_pdf(drawing, heading, lines)
    write(out, data)


def write(out: Path, data: bytes) -> None:
    """Writes a file; ends the process if that fails."""
    try:
        out.write_bytes(data)
    except OSError as error:
        fail(f"{out} cannot be written: {error.strerror}", WRONG_USAGE)


def fail(sentence: str, status: int) -> NoReturn:
    """Prints the sentence on standard error and ends the process."""
    # even if that cannot be written, the exit status says what went wrong
    with suppress(OSError):
        say(f"sandtable: {sentence.rstrip('.')}.", err=True)
    sys.exit(status)
