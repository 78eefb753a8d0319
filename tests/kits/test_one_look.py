"""Page, paper and pictures of a game take their colours from the same file."""

import json
import re
from pathlib import Path

import pytest

from sandtable.games import companion, spec
from tests.house.tree import ROOT
from tests.kits.conftest import GAMES

COLOUR = re.compile(r"#[0-9a-f]{3,8}\b", re.I)
# what draws boards and pieces on the page; each has its colours from `art.ts`
ON_PAGE = {
    "assault": ("PawnPiece.svelte", "Sign.svelte"),
    "optio": ("BlockPiece.svelte", "Ground.svelte", "Picture.svelte", "Swatch.svelte", "ground.ts"),
    "rout": ("BlockPicture.svelte",),
    "rush": ("Ball.svelte", "Ground.svelte", "Markings.svelte", "Piece.svelte"),
}


def own_colours(files: list[Path]) -> set[str]:
    """The colours that are written in these files."""
    return {
        f"{path.name}: {one}" for path in files for one in COLOUR.findall(path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("game", GAMES)
def test_colours_are_written_in_one_file(game: str) -> None:
    shown = ROOT / "src" / "sandtable" / "games" / game / "show"
    page = ROOT / "web" / "src" / "games" / game
    assert own_colours(sorted(shown.rglob("*.py"))) == set()
    assert own_colours([*(page / name for name in ON_PAGE[game]), page / "art.ts"]) == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_and_its_companion_have_the_colours_of_its_art(game: str) -> None:
    art = ROOT / "src" / "sandtable" / "games" / game / "show" / "art.json"
    sides = tuple(json.loads(art.read_text(encoding="utf-8"))["sides"])
    told = companion(game)
    assert told is not None
    assert spec(game).presentation.colours == told.presentation.colours == sides
