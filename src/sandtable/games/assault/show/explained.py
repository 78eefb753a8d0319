"""The short explanations of All Out Assault under given settings, and printable lines that quote them."""

from collections.abc import Mapping
from pathlib import Path

from sandtable.authoring import Explanations, Value, explanations

FILE = Path(__file__).parents[1] / "words.toml"


def words(settings: Mapping[str, Value]) -> Explanations:
    """The explanations by `group.name`."""
    return explanations(FILE, settings)
