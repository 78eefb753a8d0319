"""The games on offer, and how far their rules and computer players are compiled. Nothing is imported before `start`. A thread
imports the engine; from then on tables can be opened. Whatever is in the compile cache is loaded by playing each game once
without people (see `warmup`); the rest is compiled by separate processes, requested games first, and loaded part by part. Until
a part is ready, tables run on plain Python: the same rules, slower, in a separate thread.
"""

import asyncio
import gc
import logging
import sys
import threading
from collections import deque
from collections.abc import Callable, Collection, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import chain, repeat
from time import monotonic
from typing import TYPE_CHECKING, ParamSpec, TypeVar
from weakref import WeakValueDictionary

import msgspec

from sandtable.authoring.settings import Setting, resolve, tell
from sandtable.graphics.drawing import tint_of
from sandtable.lab.statistics import known
from sandtable.server.loading.catalog import HINTS, RULES, Catalog, shipped
from sandtable.server.loading.compilers import Compilers
from sandtable.server.loading.worker import Worker
from sandtable.server.problems import ApiError
from sandtable.server.protocol import FigureInfo, GameInfo, LevelInfo, PresetInfo, SettingInfo, Status
from sandtable.server.run.descriptors import FewDescriptorsError, check_free

if TYPE_CHECKING:
    from sandtable.authoring.spec import Spec
    from sandtable.engine.game import Game

logger = logging.getLogger(__name__)

PLAIN_THREADS = 4
# seconds after which a thread that imports, or runs plain Python, yields: a page takes about twenty such switches, each
# of which waits five milliseconds by default
TURN = 0.0005
# thresholds of the garbage collector; full collections are rare, because they stop everything, and long-lived objects
# here (tables, sockets) are freed without them
COLLECTING = (700, 10, 100)
# seconds between attempts to prepare the games after a failure; the last value repeats
PAUSES = (5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 300.0)
# parts that may fail even before any game is prepared
ENGINE, COMPILER = "the game engine", "the compiler"
NO_ENGINE = "The game engine could not be started. The server tries again; its log says why."
NO_GAME = "{} could not be prepared. The server tries again; its log says why."
# recently requested games that are cached although nobody is playing them
RECENT = 16

P = ParamSpec("P")
T = TypeVar("T")

# how many threads prepare games in this process, and the normal switch interval
_turns, _hurried, _usual = threading.Lock(), 0, 0.0


class Library:
    """The games of a server; `open_catalog` is called in the thread, since it imports the compiler.

    `changed` is called in the event loop with the id of a game whenever more of it is compiled.
    """

    def __init__(self, open_catalog: Callable[[], Catalog] = shipped) -> None:
        self.changed: Callable[[str], object] = _ignore
        self._open_catalog = open_catalog
        self._catalog: Catalog | None = None
        # by game and part: why it could not be prepared; for the engine the game is ""
        self._troubles: dict[tuple[str, str], str] = {}
        # by game: the parts that are compiled and loaded (see `warmup.parts`)
        self._done: dict[str, set[str]] = {}
        self._settled: set[str] = set()
        self._opened = asyncio.Event()
        self._compilers = Compilers()
        self._plain = ThreadPoolExecutor(PLAIN_THREADS, "sandtable-plain")
        self._thread: threading.Thread | None = None
        # by settings: tables with the same settings share cached results
        self._games: WeakValueDictionary[object, Game] = WeakValueDictionary()
        self._recent: deque[Game] = deque(maxlen=RECENT)
        self._collecting = gc.get_threshold()
        self._closed, self._keeping = threading.Event(), threading.Lock()

    def start(self) -> None:
        """Starts the thread that imports and compiles."""
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(
            target=self._prepare, args=(loop,), name="sandtable-library", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Ends the compilers; nothing more is started."""
        self._compilers.close()
        self._plain.shutdown(wait=False, cancel_futures=True)
        with self._keeping:
            self._closed.set()
            gc.unfreeze()
            gc.set_threshold(*self._collecting)

    async def catalog(self) -> Catalog:
        """The catalog, once the engine is imported; `ApiError` while that fails."""
        await self._opened.wait()
        if self._catalog is None:
            raise ApiError(503, NO_ENGINE, Retry_After="5")
        return self._catalog

    @property
    def known(self) -> Catalog | None:
        """The catalog, if the engine is already imported."""
        return self._catalog

    def status(self) -> Status:
        """The progress of the preparation, in a sentence."""
        if self._catalog is None:
            return Status(False, False, NO_ENGINE if self._troubles else "The game engine is starting.")
        if troubled := self._troubled():
            return Status(True, False, NO_GAME.format(self._named(self._catalog, troubled)))
        left = self._catalog.games.keys() - self._settled
        if left:
            names = self._named(self._catalog, left)
            return Status(
                True, False, f"The rules of {names} are being compiled; they can be played meanwhile."
            )
        return Status(True, True, "Ready.")

    def unplayable(self) -> str:
        """Which games cannot be played properly, in a sentence; "" if all can."""
        if self._catalog is None:
            return self.status().message
        without = {game for game in self._troubled() if not self.ready(game)}
        return NO_GAME.format(self._named(self._catalog, without)) if without else ""

    def _troubled(self) -> set[str]:
        """The games whose preparation has failed so far; if the engine has failed, all that are not ready."""
        games = {game for game, _ in tuple(self._troubles)}
        if "" in games and self._catalog is not None:
            return set(self._catalog.games.keys() - self._settled)
        return games

    @staticmethod
    def _named(catalog: Catalog, some: Collection[str]) -> str:
        *names, last = [spec.name for game, spec in catalog.games.items() if game in some]
        return f"{', '.join(names)} and {last}" if names else last

    def ready(self, game: str) -> bool:
        """Whether the rules of `game` are compiled."""
        return self.has(game, RULES)

    def has(self, game: str, part: str) -> bool:
        """Whether a part of `game` is compiled and loaded (see `warmup.parts`)."""
        return part in self._done.get(game, ())

    def want(self, game: str) -> None:
        """Gets `game` compiled before the others."""
        self._compilers.want(game)

    async def work(self, game: str, job: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """The result of `job`; until the rules of `game` are compiled it runs in a thread, so that nobody else waits."""
        if self.ready(game):
            return job(*args, **named)
        made = asyncio.get_running_loop().run_in_executor(self._plain, partial(job, *args, **named))
        try:
            return await asyncio.shield(made)
        except asyncio.CancelledError:
            # the next job at this table must not start until this one is over
            await asyncio.wait((made,))
            raise

    def playing(self, game: str, level: int) -> int:
        """The level that plays in place of `level`: itself, or, until it is compiled, the best lower one that needs no
        compiler.
        """
        if self._catalog is None or game in self._settled or f"level {level}" in self._done.get(game, ()):
            return level
        quick = [each.level for each in self._catalog.levels(game) if each.level <= level and each.plain]
        return max(quick, default=level)

    def notice(self, game: str, level: int | None) -> str:
        """The notice at a table of `game` while something is not compiled; `level` is the level of the table's computer, if
        any.
        """
        if self._catalog is None:
            return ""
        instead = "" if level is None else self._instead(self._catalog, game, level)
        if self.ready(game):
            return f"{instead} until that level is ready." if instead else ""
        slower = f"{self._catalog.games[game].name} is still being compiled, so everything is slower for now"
        return f"{slower}, and {instead}." if instead else f"{slower}."

    def _instead(self, catalog: Catalog, game: str, level: int) -> str:
        names = {each.level: each.name for each in catalog.levels(game)}
        now = self.playing(game, level)
        return "" if now == level else f"{names[now]} plays for {names[level]}"

    async def load(self, game: str, settings: Mapping[str, object]) -> "Game":
        """A game with settings; `KeyError` for an unknown game, `SettingError` for an invalid setting."""
        spec = (await self.catalog()).games[game]
        key = game, *sorted(resolve(spec.rules.settings, settings).items())
        made = self._games.get(key)
        if made is None:
            made = self._games[key] = await self.work(
                game, import_module("sandtable.engine.game").Game, spec, **settings
            )
        self._recent.append(made)
        return made

    async def games(self) -> list[GameInfo]:
        """All games with their settings and levels."""
        catalog = await self.catalog()
        return [self._info(catalog, spec) for spec in catalog.games.values()]

    def _info(self, catalog: Catalog, spec: "Spec") -> GameInfo:
        levels = [LevelInfo(level.level, level.name, level.text) for level in catalog.levels(spec.id)]
        settings = [setting_info(setting) for setting in spec.rules.settings]
        return GameInfo(
            id=spec.id,
            name=spec.name,
            summary=spec.summary,
            settings=settings,
            levels=levels,
            ready=self.ready(spec.id),
            exports=list(spec.table.exports),
            services=list(spec.table.services),
            sides=list(spec.presentation.sides),
            colours=list(spec.presentation.colours),
            tints=[tint_of(one) for one in spec.presentation.colours],
            grids=dict(spec.presentation.grids),
            titles=dict(spec.presentation.titles),
            secret=spec.secret,
            about=spec.about,
            presets=[PresetInfo(one.name, one.text, dict(one.settings)) for one in spec.table.presets],
            length=spec.presentation.length(resolve(spec.rules.settings, {})),
            companion_of=spec.table.companion_of,
            sheet=spec.print.sheet is not None,
            kit=[setting_info(option) for option in spec.print.kit.options] if spec.print.kit else None,
            figures=[FigureInfo(name, name in known.SHARES) for name in known.names(spec)],
            searchable=any(pick.searchable for pick in spec.lab.picks),
        )

    def worker(self, game: str, level: int | None) -> "Worker":
        """The worker for a table of `game`; `level` is the level of the table's computer, if any."""
        return _Worker(self, game, level)

    def _prepare(self, loop: asyncio.AbstractEventLoop) -> None:
        """Prepares all games; failures are retried after increasing pauses."""
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            with _short_turns():
                self._attempt(loop)
            if not self._troubles or self._closed.wait(pause):
                return

    def _attempt(self, loop: asyncio.AbstractEventLoop) -> None:
        """Prepares what is not ready yet."""
        try:
            if self._catalog is None:
                check_free()
                self._catalog = self._import_engine()
            _tell(loop, self._opened.set)
            self._prepare_games(loop, self._catalog)
        except Exception as error:  # noqa: BLE001 - logged and retried
            self._note_trouble("", ENGINE, error)
            _tell(loop, self._opened.set)
            return
        self._troubles.pop(("", ENGINE), None)
        if not self._troubles:
            import_module("sandtable._compiler.kernels").be_patient(False)
            with self._keeping:
                if not self._closed.is_set():
                    gc.set_threshold(*COLLECTING)

    def _import_engine(self) -> Catalog:
        # part by part, so that each pause is short
        self._keep()
        import_module("sandtable._compiler.kernels").be_patient(True)
        self._keep()
        catalog = self._open_catalog()
        self._settle_companions(catalog)
        import_module("sandtable.server.warmup")
        self._keep()
        return catalog

    def _prepare_games(self, loop: asyncio.AbstractEventLoop, catalog: Catalog) -> None:
        warmup = import_module("sandtable.server.warmup")
        parts = {game: dict(warmup.parts(catalog, game)) for game in catalog.games.keys() - self._settled}
        if catalog.command is None:
            # several such servers may share a process, and hints take thousands of playouts: compiled when first needed
            for game, ways in parts.items():
                del ways[HINTS]
                self._done.setdefault(game, set()).add(HINTS)
        if catalog.command is None:
            elsewhere: dict[str, str] = {}
        else:
            elsewhere = {
                game: spec.name
                for game, spec in catalog.games.items()
                if game in parts and not warmup.is_compiled(spec)
            }
        for game in parts.keys() - elsewhere.keys():
            self._finish(loop, game, parts[game])
        if catalog.command is None:
            return
        for game, part in self._compilers.compile(elsewhere, catalog.command):
            self._troubles.pop((game, COMPILER), None)
            if part:
                self._warm_up(loop, game, part, parts[game][part])
            else:
                self._finish(loop, game, parts[game])
        for game, error in self._compilers.unstarted.items():
            self._note_trouble(game, COMPILER, error)

    def _note_trouble(self, game: str, part: str, error: Exception) -> None:
        """Logs a failure, but only once while it stays the same."""
        why, key = f"{type(error).__name__}: {error}", (game, part)
        if self._troubles.get(key) != why:
            told = None if isinstance(error, FewDescriptorsError) else error
            logger.error(
                "%s could not be prepared: %s", f"{part} of {game}" if game else part, error, exc_info=told
            )
        self._troubles[key] = why

    def _keep(self) -> None:
        """Freezes everything allocated so far (`gc.freeze`): most of it is permanent, and a full collection stops all
        threads.
        """
        with self._keeping:
            if not self._closed.is_set():
                gc.collect()
                gc.freeze()

    def _settle_companions(self, catalog: Catalog) -> None:
        """Marks companions as ready: their rules run in plain Python."""
        for game, spec in catalog.games.items():
            if spec.table.companion_of:
                self._done[game] = {RULES}
                self._settled.add(game)

    def _finish(
        self, loop: asyncio.AbstractEventLoop, game: str, parts: Mapping[str, Callable[[], None]]
    ) -> None:
        began = monotonic()
        for name, play in parts.items():
            if name not in self._done.get(game, ()):
                self._warm_up(loop, game, name, play)
        if parts.keys() <= self._done.get(game, set()):
            self._settled.add(game)
            logger.info("%s is ready after %.1f s", game, monotonic() - began)
        _tell(loop, self._changed, game)

    def _warm_up(
        self, loop: asyncio.AbstractEventLoop, game: str, part: str, play: Callable[[], None]
    ) -> None:
        """Compiles what a part of a game needs, or loads what another process has compiled."""
        try:
            check_free()
            with import_module("sandtable._compiler.kernels").compiling():
                play()
        except Exception as error:  # noqa: BLE001 - logged and retried
            self._note_trouble(game, part, error)
        else:
            self._troubles.pop((game, part), None)
            self._done.setdefault(game, set()).add(part)
        self._keep()
        _tell(loop, self._changed, game)

    def _changed(self, game: str) -> None:
        self.changed(game)


class _Worker(Worker):
    def __init__(self, library: Library, game: str, level: int | None) -> None:
        self._library, self._game, self._level = library, game, level

    @property
    def plain(self) -> bool:
        return not self._library.ready(self._game)

    @property
    def hints(self) -> bool:
        return self._library.has(self._game, HINTS)

    async def work(self, job: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        return await self._library.work(self._game, job, *args, **named)

    def notice(self) -> str:
        return self._library.notice(self._game, self._level)


@contextmanager
def _short_turns() -> Generator[None]:
    """Makes threads switch every TURN seconds, until the last one leaves this context."""
    global _hurried, _usual
    with _turns:
        if not _hurried:
            _usual = sys.getswitchinterval()
            sys.setswitchinterval(TURN)
        _hurried += 1
    try:
        yield
    finally:
        with _turns:
            _hurried -= 1
            if not _hurried:
                sys.setswitchinterval(_usual)


def _ignore(_game: str) -> None:
    pass


def _tell(loop: asyncio.AbstractEventLoop, news: Callable[..., object], *arguments: object) -> None:
    try:
        loop.call_soon_threadsafe(news, *arguments)
    except RuntimeError:
        logger.debug("the server has stopped before the engine was there")


def setting_info(setting: Setting) -> SettingInfo:
    """A setting as the page shows it."""
    return msgspec.convert(tell(setting), SettingInfo, from_attributes=True)
