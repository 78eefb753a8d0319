"""The short explanations of Optio under some settings, and what its rules say of the armies."""

from collections.abc import Mapping
from pathlib import Path

from sandtable.authoring import Explanations, Value, explanations
from sandtable.games.optio.data.profiles import profiles
from sandtable.games.optio.show.battlefield import SEATS

FILE = Path(__file__).parents[1] / "words.toml"


def words(settings: Mapping[str, Value]) -> Explanations:
    """The explanations by `group.name`."""
    return explanations(FILE, settings)


def terms(settings: Mapping[str, Value]) -> dict[str, object]:
    """Which `armies` there are, in a sentence (O4.5)."""
    chosen = [str(settings[f"{side}_profile"]) for side in ("navy", "oxblood")]
    named = [profiles()[one].name if one in profiles() else "one of the player's own" for one in chosen]
    return {"armies": " ".join(f"{side}'s army is {name}." for side, name in zip(SEATS, named, strict=True))}
