"""Explains in one sentence, with file, line and function, why rules do not compile.

The compiler's own message runs to hundreds of lines and often points to a place inside the compiler. So a match is
played in plain Python instead, which stops at the faulty line. If the match runs to its end, only the compiler objects:
then the innermost place that its message names in the game's own files is reported.
"""

import re
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

# tag of the state record -> plays one match of that game in plain Python
matches: dict[str, Callable[[], object]] = {}

_PACKAGE = Path(__file__).parents[1]
_PLACE = re.compile(
    r'^ *File "(?P<file>[^"]+)", line (?P<line>\d+):\n(?: *def (?P<function>\w+))?', re.MULTILINE
)
_UNTYPED = re.compile(r"Untyped global name '(\w+)': Cannot determine Numba type of <class 'function'>")


class CompileError(Exception):
    """Raised for rules that do not compile; the message is one sentence, and `details` is the compiler's full output."""

    def __init__(self, sentence: str, details: str = "") -> None:
        super().__init__(sentence)
        self.details = details


def explained(function: Callable[..., Any], arguments: tuple[Any, ...], error: Exception) -> CompileError:
    """The error to raise when compiling `function`, called with `arguments`, has failed with `error`."""
    where = _in_plain_python(arguments) or _as_compiled(error)
    place = where or f"{function.__module__}.{function.__qualname__}: {_first_line(str(error))}"
    return CompileError(f"these rules do not compile: {place}", str(error))


def _in_plain_python(arguments: Iterable[Any]) -> str:
    """Where a match of the game whose state is among `arguments` fails in plain Python; "" if it does not."""
    play = next((matches[tag] for tag in _tags(arguments) if tag in matches), None)
    if play is None:
        return ""
    try:
        play()
    except Exception as slip:  # noqa: BLE001 - any error that the rules raise is what we are looking for
        frame = next(
            (f for f in reversed(traceback.extract_tb(slip.__traceback__)) if _own(f.filename)), None
        )
        return f"{frame.filename}, line {frame.lineno}, in {frame.name}: {_named(slip)}" if frame else ""
    return ""


def _tags(values: Iterable[Any]) -> Iterator[str]:
    """The name of the last field of each record among `values`; for a state, this is the tag of its game."""
    for value in values:
        names = getattr(getattr(value, "dtype", None), "names", None)
        if names:
            yield names[-1]
        elif isinstance(value, tuple):
            yield from _tags(value)  # pyright: ignore[reportUnknownArgumentType]


def _as_compiled(error: Exception) -> str:
    """The innermost place in the game's own files that the compiler's error names, and the message there."""
    text = str(error)
    for found in _PLACE.finditer(text):
        if _own(found["file"]):
            said = [line.strip() for line in text[: found.start()].splitlines()]
            cause = next((line for line in reversed(said) if line and not line.startswith("During: ")), "")
            function = f", in {found['function']}" if found["function"] else ""
            return f"{found['file']}, line {found['line']}{function}: {_cause(cause)}"
    places = [place for place in _locations(error.__traceback__) if _own(place[0])]
    # the compiler looks up record fields in a dictionary
    cause = f"the record has no field {error}" if isinstance(error, KeyError) else _named(error)
    return f"{places[-1][0]}, line {places[-1][1]}: {cause}" if places else ""


def _locations(frames: TracebackType | None) -> Iterator[tuple[str, int]]:
    """File and line of the source that the compiler was processing, from its frames, outermost first."""
    while frames is not None:
        at: Any = getattr(frames.tb_frame.f_locals.get("self"), "loc", None)
        if isinstance(getattr(at, "filename", None), str):
            yield at.filename, at.line
        frames = frames.tb_next


def _own(file: str) -> bool:
    """Whether a file holds a game's rules, rather than code of the package, the compiler or Python."""
    path = Path(file).absolute()
    if path.is_relative_to(_PACKAGE):
        return path.is_relative_to(_PACKAGE / "games")
    return not {"site-packages", "dist-packages"} & set(path.parts) and not file.startswith("<")


def _cause(line: str) -> str:
    plain = _UNTYPED.search(line)
    return f"the function {plain[1]} is not compiled: decorate it with @jit" if plain else line


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {_first_line(str(error))}"


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")
