"""The players' rule texts say of every clause whether it is the designer's, and a match whose board, map or teams it has."""

import re
from dataclasses import replace

import pytest

from sandtable.authoring.marks import MARKS, labelled, plain
from sandtable.authoring.spec import _unsaid
from sandtable.games import installed, spec
from tests.rules.test_clauses import CLAUSES

EXPLAINED = (
    "Marks: *original* is what the designer's document says, *ruling* settles what it leaves open, "
    "and *filled in* is supplied here."
)
OWN = "two\nlines"


@pytest.mark.parametrize("game", installed())
def test_every_clause_begins_with_a_mark_and_the_marks_are_explained_before_the_first(game: str) -> None:
    text = spec(game).rules_text()
    marks = "|".join(MARKS)
    found = re.findall(rf"^\*\*([A-Z]\d[\w.]*?)\.?\*\* (?:\*({marks})\* )?", text, re.MULTILINE)
    assert [number for number, mark in found if not mark] == []
    assert [number for number, _ in found] == CLAUSES[game]
    assert EXPLAINED in text.split("**", maxsplit=1)[0]


def test_only_marks_become_labels() -> None:
    assert plain("*ruling* is *not* *filled in*") == "[ruling] is *not* [filled in]"
    html = labelled("<em>original</em> <em>originals</em>")
    assert html.startswith('<span class="mark original">original<')
    assert html.endswith("</span> <em>originals</em>")


@pytest.mark.parametrize(
    ("game", "given", "told"),
    [
        ("assault", {"board": "grand"}, "Board: grand, which Sandtable filled in (A1.1)."),
        ("assault", {"board": OWN}, "Board: custom (A1.1)."),
        (
            "optio",
            {"map": "wooded:17", "navy_profile": OWN},
            "Map: wooded:17, which Sandtable's generator made (O1.2). Navy's army: custom. Oxblood's army: ",
        ),
        ("optio", {"map": OWN + ": 3"}, "Map: custom (O1.2). "),
        (
            "rush",
            {"home": OWN},
            "Pitch: filled in by Sandtable (R1). Home: custom. Visitor: greenskins, ",
        ),
        (
            "rout",
            {},
            "Field: one square metre, the original's (T1.1). Blocks: filled in by Sandtable (T1.3).",
        ),
        ("rout", {"width": 600}, "Field: 600 by 1000 mm, custom (T1.1)."),
    ],
)
def test_a_game_says_whose_board_map_or_teams_a_match_has(
    game: str, given: dict[str, object], told: str
) -> None:
    declared = spec(game)
    settings = {setting.name: setting.default for setting in declared.rules.settings}
    assert declared.presentation.provenance({**settings, **given}).startswith(told)


def test_a_game_that_says_nothing_names_the_texts_among_its_settings() -> None:
    declared = replace(
        spec("assault"), presentation=replace(spec("assault").presentation, provenance=_unsaid)
    )
    assert declared.presentation.provenance({"board": "grand"}) == "Board: grand, which comes with the game."
