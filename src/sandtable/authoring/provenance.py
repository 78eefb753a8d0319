"""Provenance: the header of every JSON output, which says what the figures come from."""

import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from sandtable import __version__


def versions() -> dict[str, str]:
    """The versions that produced the figures."""
    return {
        "sandtable": __version__,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
    }


def head(
    game: str = "",
    settings: Mapping[str, Any] | None = None,
    agents: Sequence[str] = (),
    seed: int | None = None,
    variant: str = "",
) -> dict[str, Any]:
    """The versions, preceded by game, variant, settings, agents and seed where these apply."""
    told = {
        "game": game or None,
        "variant": variant or None,
        "settings": None if settings is None else dict(settings),
        "agents": list(agents) or None,
        "seed": seed,
    }
    return {**{name: value for name, value in told.items() if value is not None}, "versions": versions()}
