"""The short explanations of All Out Assault under some settings, and lines for paper that quote them."""

from collections.abc import Mapping
from pathlib import Path

from sandtable.settings import Value
from sandtable.sheet import Fact
from sandtable.wording import Explanations, explanations

FILE = Path(__file__).parents[1] / "words.toml"


def words(settings: Mapping[str, Value]) -> Explanations:
    """The explanations by `group.name`."""
    return explanations(FILE, settings)


def facts(said: Explanations, *names: str) -> tuple[Fact, ...]:
    """The texts of these explanations as lines of a sheet, without those that say nothing under these settings."""
    return tuple(Fact(said[name]["text"], said[name]["clause"]) for name in names if said[name].get("text"))
