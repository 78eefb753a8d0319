"""The compiler's decorators, its cache folder, and plain Python for whatever is not compiled yet.

Numba's cache notices only edits to a function's own file. The folder is therefore named after a digest of all
compiled sources in the package, and after the software versions and the processor that its code was built for. Of the folders
that differ only in the digest, the most recent ones are kept. A game from outside the package carries the digest of its
own sources in its record type (`records.tagged`), which is part of every cached signature.
"""

import hashlib
import logging
import os
import shutil
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
import numpy as np
import platformdirs
from filelock import FileLock
from numba import config as numba_config
from numba import types as numba_types
from numba.core import event as numba_event
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.registry import CPUDispatcher

from sandtable._compiler import linking, slips

logger = logging.getLogger(__name__)

KEPT_CACHES = 3
# a file that contains one of these is compiled, or affects how others are
MARKERS = ("@jit", "jit(", "@inline", "numba")
# seconds to wait while another process writes to the cache; a timeout raises an OSError
LOCKED = 60.0
_PACKAGE = Path(__file__).parents[1]
# numba sets its options by name at run time, so type checkers don't know them
_config: Any = numba_config
_Dispatcher: Any = CPUDispatcher
_FunctionCache: Any = FunctionCache
_Implementation: Any = CompileResultCacheImpl
_Locator: Any = UserProvidedCacheLocator
_events: Any = numba_event
_types: Any = numba_types
_Listener: Any = _events.Listener
COMPILED = not bool(_config.DISABLE_JIT)


def sources_digest(folder: Path, markers: Iterable[str] = MARKERS) -> str:
    """The first 16 hex digits of the SHA-256 hash of the names and texts of the Python files below `folder` that contain a
    marker.
    """
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        text = path.read_bytes()
        if any(marker.encode() in text for marker in markers):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(text)
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The folder that holds all compile caches: `$SANDTABLE_CACHE`, or the user's cache folder."""
    return (
        Path(os.environ.get("SANDTABLE_CACHE") or platformdirs.user_cache_dir("sandtable", appauthor=False))
        / "compiled"
    )


def _made_for() -> str:
    """Everything that compiled code depends on besides its sources: Python, Numba, the optimisation level and the
    processor.
    """
    binding: Any = llvmlite.binding
    processor = f"{binding.get_process_triple()} {binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    short = hashlib.sha256(processor.encode()).hexdigest()[:8]
    return f"py{sys.version_info.major}{sys.version_info.minor}-numba{numba.__version__}-O{int(_config.OPT)}-{short}"


def _open_cache() -> Path | None:
    folder = cache_root() / f"{sources_digest(_PACKAGE)}-{_made_for()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        with tempfile.TemporaryFile(dir=folder):
            _remove_old(folder)
    except OSError as error:
        _leave_cache(error)
        return None
    _config.CACHE_DIR = str(folder)
    return folder


def _remove_old(current: Path) -> None:
    kind = current.name.partition("-")[2]
    others = sorted(
        (p for p in current.parent.iterdir() if p != current and p.name.partition("-")[2] in (kind, "")),
        key=lambda p: p.stat().st_mtime,
        reverse=True,
    )
    for stale in others[KEPT_CACHES - 1 :]:
        shutil.rmtree(stale, ignore_errors=True)


def _leave_cache(error: OSError) -> None:
    logger.warning(
        "Cannot cache compiled rules in %s (%s), so every start compiles them again. Set $SANDTABLE_CACHE to another folder.",
        cache_root(),
        error.strerror or error,
    )


# None if nothing is compiled or the cache folder cannot be written to
CACHE = _open_cache() if COMPILED else None


def wrap_silently() -> None:
    """Suppresses overflow warnings for unsigned arithmetic in this thread: in plain Python it then wraps silently, as
    in compiled code.
    """
    if not COMPILED:
        np.seterr(over="ignore")


wrap_silently()


# files of games outside the package: path -> digest of the whole game
_digests: dict[Path, str] = {}


def keep_by_digest(root: Path, digest: str, files: Iterable[str] | None = None) -> None:
    """Keys the compile cache of `files` below `root`, or of all Python files there, by their game's digest instead of
    by path.
    """
    for path in (root / name for name in files) if files is not None else root.rglob("*.py"):
        _digests[path] = digest


def _is_ours(file: Path) -> bool:
    return file.is_relative_to(_PACKAGE) or file in _digests


class _Place(_Locator):
    """Cache locator for functions whose sources are covered by a digest: keyed by module, so the files may be anywhere."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        _Locator.__init__(self, function, file)
        self._digest = _digests.get(Path(file), "")
        package, *below = function.__module__.split(".")
        place = ("outside", self._digest, package, *below) if self._digest else below[:-1]
        self._cache_path = str(Path(_config.CACHE_DIR, *place))

    def get_source_stamp(self) -> Any:
        """Identifies the source that cached code must have been compiled from."""
        return self._digest or _Locator.get_source_stamp(self)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> Any:
        """The locator, or None for functions from elsewhere, whose modules may share a name."""
        if not _is_ours(Path(file)):
            return None
        above: Any = super()
        return above.from_function(function, file)


class _Kept(_Implementation):
    _locator_classes = (_Place, *_Implementation._locator_classes)


class _Cache(_FunctionCache):
    """Numba's cache for one function. Processes take turns updating its index; if the disk is full, results are simply
    not cached.
    """

    _impl_class = _Kept
    told = False

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return _FunctionCache._load_overload(self, sig, target_context)
        except linking.GoneError:
            # compiled again
            return None

    def _save_overload(self, sig: Any, data: Any) -> None:
        try:
            with FileLock(f"{_config.CACHE_DIR}/.lock", timeout=LOCKED):
                _FunctionCache._save_overload(self, sig, data)
        except OSError as error:
            if not _Cache.told:
                _Cache.told = True
                _leave_cache(error)


class _Thread(threading.local):
    compiles = False
    patient = False


_thread = _Thread()
_patient = False


class Kernel(_Dispatcher):
    """A function to compile. While `be_patient` is on, it runs as plain Python until it is compiled.

    Only the outermost call from Python gets here: compiled code calls compiled code directly, and plain Python checks on each
    call whether the callee is compiled.
    """

    # where a cached caller finds it; None if callers inline it
    place: linking.Place | None = None

    def enable_caching(self) -> None:
        """Stores compiled code in the cache folder."""
        self._cache = _Cache(self.py_func)

    def _compile_for_args(self, *args: Any, **named: Any) -> Any:
        # Numba calls this if no compiled version fits the argument types, and then calls the result with the arguments
        if (_patient or _thread.patient) and not _thread.compiles:
            return self.py_func
        try:
            return _Dispatcher._compile_for_args(self, *args, **named)
        except Exception as error:  # noqa: BLE001 - a misspelt field raises a KeyError
            raise slips.explained(self.py_func, args, error) from None

    def add_overload(self, cres: Any) -> None:
        """Adds code that was compiled or loaded."""
        linking.settle(self, cres)
        _Dispatcher.add_overload(self, cres)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How compiled code calls this function. Integer constants count as ordinary integers, so one version serves
        them all.

        If knowing a constant makes the function much faster, `inline` gives each caller its own version.
        """
        plain = {name: _types.unliteral(kind) for name, kind in kws.items()}
        return _Dispatcher.get_call_template(self, tuple(_types.unliteral(kind) for kind in args), plain)


def be_patient(on: bool) -> None:
    """While `on`, nobody waits for the compiler: whatever is not compiled yet runs in plain Python, with identical
    results.

    Only a thread within `compiling` compiles, or loads what another process has compiled.
    """
    global _patient
    _patient = on
    if on:
        # plain Python would warn about unsigned arithmetic that wraps; compiled code wraps silently
        warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)


@contextmanager
def compiling() -> Generator[None]:
    """Within this context, the thread compiles what it calls, even while `be_patient` is on."""
    before, _thread.compiles = _thread.compiles, True
    try:
        yield
    finally:
        _thread.compiles = before


def patient(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, wrapped so that calling it compiles nothing: whatever is not compiled yet runs in plain Python."""

    @wraps(function)
    def call(*args: Any) -> Any:
        before, _thread.patient = _thread.patient, True
        try:
            # unsigned arithmetic wraps silently in compiled code
            with np.errstate(over="ignore"):
                return function(*args)
        finally:
            _thread.patient = before

    return call


class _Announcer(_Listener):
    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._told: set[str] = set()

    def on_start(self, event: Any) -> None:
        """Reports which game is being compiled, once per game."""
        parts = str(event.data["dispatcher"].py_func.__module__).split(".")
        if parts[:2] == ["sandtable", "games"] and parts[2] not in self._told:
            self._told.add(parts[2])
            kept = "the result is cached" if CACHE is not None else "the result cannot be cached"
            self._say(f"compiling {parts[2]}; this can take a minute, and {kept}")

    def on_end(self, event: Any) -> None:
        """Does nothing."""


_announcer: _Announcer | None = None


def announce(say: Callable[[str], object]) -> None:
    """Calls `say` with a sentence when a game starts to compile, but not when it is loaded from the cache. Replaces any
    earlier callback.
    """
    global _announcer
    if _announcer is not None:
        _events.unregister("numba:compile", _announcer)
    _announcer = _Announcer(say)
    _events.register("numba:compile", _announcer)


_OPTIONS = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "fastmath": False,
    "boundscheck": None,
    # nothing is called from C
    "no_cfunc_wrapper": True,
}


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compiles `function` on its first call: cached, without the GIL, without reordering arithmetic, and with NumPy's
    division.
    """
    return _kernel(function)


def inline(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compiles `function` into its callers, inlined by the optimiser; for small pieces of kernels."""
    return _kernel(function, forceinline=True)


def _kernel(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    if not COMPILED:
        return function
    made = Kernel(function, targetoptions={**_OPTIONS, **options})
    file = Path(function.__code__.co_filename)
    if _is_ours(file):
        linking.register(made, _digests.get(file, ""))
    if CACHE is not None:
        made.enable_caching()
    return made
