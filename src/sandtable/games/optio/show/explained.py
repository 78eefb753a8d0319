"""The short explanations of Optio under given settings, and what its rules say about the armies."""

from collections.abc import Mapping
from pathlib import Path

from sandtable.authoring import Explanations, Value, explanations
from sandtable.games.optio.data.ground import GROUNDS
from sandtable.games.optio.data.profiles import Profile, army, profiles
from sandtable.games.optio.show.battlefield import SEATS

FILE = Path(__file__).parents[1] / "words.toml"
# maximum number of kinds of ground mentioned for an army, best or worst
FEW = 4


def words(settings: Mapping[str, Value]) -> Explanations:
    """The explanations by `group.name`; `army` holds each seat's army by the seat's name in lower case."""
    armies = {
        f"army.{side.lower()}": _army(army(name, str(settings[name])))
        for side in SEATS
        for name in (f"{side.lower()}_profile",)
    }
    return {**explanations(FILE, settings), **armies}


def _army(profile: Profile) -> dict[str, str]:
    """An army's name, and which ground is best and worst for it over both halves of a field (O4.5)."""
    worth = {ground.name: one.own + one.enemy for ground, one in zip(GROUNDS, profile.worth, strict=False)}
    ranked = sorted(worth, key=lambda name: -worth[name])
    return {
        "clause": "O4.5",
        "name": profile.name,
        "text": profile.text,
        "good": ", ".join([name for name in ranked if worth[name] > 0][:FEW]),
        "bad": ", ".join([name for name in reversed(ranked) if worth[name] < 0][:FEW]),
    }


def terms(settings: Mapping[str, Value]) -> dict[str, object]:
    """A sentence that says which `armies` there are (O4.5)."""
    chosen = [str(settings[f"{side}_profile"]) for side in ("navy", "oxblood")]
    named = [profiles()[one].name if one in profiles() else "one of the player's own" for one in chosen]
    return {"armies": " ".join(f"{side}'s army is {name}." for side, name in zip(SEATS, named, strict=True))}
