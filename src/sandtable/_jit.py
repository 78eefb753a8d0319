"""The compiler's decorators, and the folder of its cache.

Numba's cache notices an edit in a function's own file only. The folder is therefore named by a digest of all compiled sources
of the package, and folders of other digests are removed. A game from outside the package carries the digest of its own
sources in its record type (`records.tagged`), which is part of every cached signature.
"""

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs
from numba import config as numba_config
from numba import njit

KEPT_CACHES = 3
# numba sets its options by name at run time, so that no checker knows them
_config: Any = numba_config
# its declared options lack some that it takes
_njit: Any = njit
COMPILED = not bool(_config.DISABLE_JIT)


def sources_digest(folder: Path, marker: str = "jit") -> str:
    """The first 16 hex digits of the SHA-256 over the names and texts of the Python files below `folder` that name `marker`."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        text = path.read_bytes()
        if marker.encode() in text:
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(text)
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The folder above all compile caches: `$SANDTABLE_CACHE`, or the user's cache folder."""
    return (
        Path(os.environ.get("SANDTABLE_CACHE") or platformdirs.user_cache_dir("sandtable", appauthor=False))
        / "compiled"
    )


def _open_cache() -> Path:
    folder = cache_root() / sources_digest(Path(__file__).parent)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _remove_old(folder)
    except OSError:
        return folder
    _config.CACHE_DIR = str(folder)
    return folder


def _remove_old(current: Path) -> None:
    others = sorted(
        (p for p in current.parent.iterdir() if p != current), key=lambda p: p.stat().st_mtime, reverse=True
    )
    for stale in others[KEPT_CACHES - 1 :]:
        shutil.rmtree(stale, ignore_errors=True)


CACHE = _open_cache() if COMPILED else cache_root()
if not COMPILED:
    # the same unsigned arithmetic wraps silently in compiled code
    np.seterr(over="ignore")


_OPTIONS = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "fastmath": False,
    # nothing is called from C
    "no_cfunc_wrapper": True,
}


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` compiled at its first call: cached, without the GIL, no reordered arithmetic, NumPy's division."""
    return _njit(**_OPTIONS)(function)


def inline(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` compiled into its callers by the optimiser; for small pieces of kernels."""
    return _njit(**_OPTIONS, forceinline=True)(function)
