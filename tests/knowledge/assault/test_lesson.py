"""The figures of the lesson's attack are the engine's, for the position that the lesson shows."""

import json

import sandtable as st
from sandtable.games.assault.schema import PERMUTATION
from sandtable.games.assault.show.text import odds
from tests.house.tree import ROOT

LESSON = ROOT / "web" / "src" / "games" / "assault" / "lesson-odds.json"
NAVY = ((6, 3, 1, 4, 2, 5), (2, 5, 6, 3, 4, 1))


def figures() -> list[dict[str, float]]:
    """Navy 1 attacks Rust 1, of which nothing is known, with each of its stats."""
    position = st.load("assault").start()
    rows = [tuple(int(n) for n in row) for row in PERMUTATION[:720]]
    for pawn in (*NAVY, *NAVY):
        position.play(position.actions()[rows.index(pawn)])
    state = position.view(0).state
    return [odds(state, 0, 2, True, stat) for stat in range(6)]


def test_the_lesson_shows_what_the_table_would() -> None:
    assert json.loads(LESSON.read_text(encoding="utf-8")) == figures()
