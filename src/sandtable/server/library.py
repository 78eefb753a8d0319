"""The games on offer, and whether their rules and computers are compiled. Nothing is imported before `start`.

A thread imports the engine, then plays each game once against itself, so that every function a table needs is compiled
or loaded from the cache. Meanwhile pages are served; `status` says how far it is.
"""

import asyncio
import logging
import sys
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from sandtable.server.protocol import GameInfo, LevelInfo, SettingInfo, Status

if TYPE_CHECKING:
    from sandtable.game import Game, Spec

logger = logging.getLogger(__name__)

# seconds after which the terminal is told what takes so long
SLOW = 1.5


class Level(Protocol):
    """One strength of the computer."""

    level: int
    name: str
    text: str


@dataclass(frozen=True)
class Shelf:
    """What is offered: games by id, the computer's levels at a game, and how to make an agent."""

    games: "Mapping[str, Spec]"
    levels: Callable[[str], Sequence[Level]]
    make: Callable[[str, int], Any]


def shipped() -> Shelf:
    """The games and agents of the package; imports the engine."""
    games, agents = import_module("sandtable.games"), import_module("sandtable.agents")
    return Shelf({game: games.spec(game) for game in games.GAMES}, agents.levels, agents.make)


class Library:
    """The games of a server; `open_shelf` is called in the thread, since it imports the compiler."""

    def __init__(self, open_shelf: Callable[[], Shelf] = shipped) -> None:
        self._open_shelf = open_shelf
        self._shelf: Shelf | None = None
        self._ready: set[str] = set()
        self._failed = ""
        self._preparing = ""
        self._opened = asyncio.Event()
        self._prepared: dict[str, asyncio.Event] = {}
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Starts the thread that imports and compiles."""
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(
            target=self._prepare, args=(loop,), name="sandtable-library", daemon=True
        )
        self._thread.start()

    @property
    def compiling(self) -> bool:
        """Whether the thread is still at work."""
        return self._thread is not None and self._thread.is_alive()

    async def shelf(self) -> Shelf:
        """The shelf, as soon as the engine is imported; `RuntimeError` if that failed."""
        await self._opened.wait()
        if self._shelf is None:
            raise RuntimeError(self._failed)
        return self._shelf

    def status(self) -> Status:
        """How far the preparation is, in a sentence."""
        if self._failed:
            return Status(False, self._failed)
        if self._shelf is None:
            return Status(False, "The game engine is starting.")
        if self._preparing:
            name = self._shelf.games[self._preparing].name
            return Status(
                False,
                f"The rules of {name} are being prepared; the first time this can take a minute or two.",
            )
        return Status(True, "Ready.")

    def ready(self, game: str) -> bool:
        """Whether `game` can be played without waiting for the compiler."""
        return game in self._ready

    async def prepared(self, game: str) -> None:
        """Returns once `game` needs no compiler any more, or could not be prepared."""
        shelf = await self.shelf()
        if game in shelf.games:
            await self._prepared.setdefault(game, asyncio.Event()).wait()

    async def load(self, game: str, settings: Mapping[str, object]) -> "Game":
        """A game with settings; `KeyError` for an unknown game, `SettingError` for a setting that does not fit."""
        spec = (await self.shelf()).games[game]
        return import_module("sandtable.game").Game(spec, **settings)

    async def games(self) -> list[GameInfo]:
        """All games with their settings and levels."""
        shelf = await self.shelf()
        return [self._info(shelf, spec) for spec in shelf.games.values()]

    def _info(self, shelf: Shelf, spec: "Spec") -> GameInfo:
        levels = [LevelInfo(level.level, level.name, level.text) for level in shelf.levels(spec.id)]
        settings = [setting_info(setting) for setting in spec.settings]
        ready, exports, services = self.ready(spec.id), list(spec.exports), list(spec.services)
        return GameInfo(spec.id, spec.name, spec.summary, settings, levels, ready, exports, services)

    def _prepare(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            shelf = self._open_shelf()
            self._preparing = next(iter(shelf.games), "")
            self._shelf = shelf
        except Exception:
            logger.exception("the game engine could not be started")
            self._failed = "The game engine could not be started; the server's log says why."
        _tell(loop, self._opened.set)
        for game in self._shelf.games if self._shelf else ():
            self._preparing = game
            with _patience(self.status().message):
                self._rehearse(self._shelf, game)
            _tell(loop, self._settle, game)
        self._preparing = ""

    def _settle(self, game: str) -> None:
        self._prepared.setdefault(game, asyncio.Event()).set()

    def _rehearse(self, shelf: Shelf | None, game: str) -> None:
        began = monotonic()
        try:
            import_module("sandtable.server.rehearsal").rehearse(shelf, game)
            self._ready.add(game)
        except Exception:
            logger.exception("%s could not be prepared", game)
            self._failed = "A game could not be prepared; the server's log says why."
        logger.info("%s is ready after %.1f s", game, monotonic() - began)


@contextmanager
def _patience(text: str) -> Generator[None]:
    """Prints `text` on standard error if what is done meanwhile takes long, and then that it is over."""
    said = threading.Event()

    def say() -> None:
        said.set()
        sys.stderr.write(text + "\n")

    waiting = threading.Timer(SLOW, say)
    waiting.daemon = True
    waiting.start()
    yield
    waiting.cancel()
    if said.is_set():
        sys.stderr.write("Ready.\n")


def _tell(loop: asyncio.AbstractEventLoop, news: Callable[..., object], *arguments: object) -> None:
    try:
        loop.call_soon_threadsafe(news, *arguments)
    except RuntimeError:
        logger.debug("the server has stopped before the engine was there")


def setting_info(setting: Any) -> SettingInfo:
    """A setting as the page shows it."""
    kinds = {"Integer": "integer", "Choice": "choice", "Data": "choice", "Flag": "flag"}
    return SettingInfo(
        name=setting.name,
        kind=kinds[type(setting).__name__],  # type: ignore[arg-type]
        default=setting.default,
        text=setting.text,
        clause=setting.clause,
        low=getattr(setting, "low", None),
        high=getattr(setting, "high", None),
        choices=list(getattr(setting, "options", ())),
        own=hasattr(setting, "check"),
    )
