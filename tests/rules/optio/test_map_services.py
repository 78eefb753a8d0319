"""What Optio makes without a match: maps, a look over one, any battlefield (O1.2, O5)."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.games.optio.data.generator import generate
from sandtable.games.optio.data.ground import SIGNS
from sandtable.games.optio.data.mapfile import write
from sandtable.games.optio.data.maps import shipped, terrain
from sandtable.games.optio.spec import SPEC

TEXT = write(terrain("three-fords"))


def told(service: str, **given: object) -> Any:
    made = SPEC.table.services[service](given)
    assert made.media == "application/json"
    return json.loads(made.data)


def test_the_maps_are_told() -> None:
    found = told("maps")
    assert [each["id"] for each in found] == list(shipped())
    assert {"id": "three-fords", "name": "Three Fords", "class": "average", "text": TEXT} in found


def test_a_map_is_generated() -> None:
    made = told("generate", **{"class": "desert", "seed": 5})
    assert made == {"class": "desert", "seed": 5, "text": write(generate("desert", 5))}


def test_a_seed_is_drawn_where_none_is_given() -> None:
    made = [told("generate", **{"class": "open"}) for _ in range(2)]
    assert made[0]["seed"] != made[1]["seed"]
    assert made[0]["text"] == write(generate("open", made[0]["seed"]))


def test_a_map_is_looked_over() -> None:
    found = told("check", text=TEXT)
    assert (found["name"], found["class"]) == ("Three Fords", "average")
    assert found["rows"] == list(terrain("three-fords").rows)
    assert found["densities"]["hill"] == {"share": pytest.approx(0.14), "aim": 0.15}
    assert found["densities"]["open"]["aim"] is None
    assert found["least_open"] == 0.4
    assert min(found["squares"]) >= found["least_open"]
    assert found["notes"] == []


def test_what_breaks_the_rule_is_noted() -> None:
    rows = terrain("three-fords").rows
    crowded = TEXT.replace("\n".join(rows[:8]), "\n".join("w" * 8 + row[8:] for row in rows[:8]))
    found = told("check", text=crowded)
    assert found["squares"][0] == 0
    assert "A5 has 0 open cells of 64" in found["notes"][0]


@pytest.mark.parametrize("given", [{"square": "C3", "side": "south"}, {"square": 12, "side": 2}])
def test_a_battlefield_of_any_square_is_made(given: Mapping[str, object]) -> None:
    field = told("export", map=TEXT, format="json", **given)
    # C3 and half of B3 and of D3, as Navy sees it from the south
    assert field["rows"] == [row[12:28] for row in terrain("three-fords").rows[16:24]]
    assert set("".join(field["rows"])) <= set(SIGNS)
    shifted = told("export", map="three-fords", format="json", shift=2, **given)
    assert shifted["rows"] == [row[13:29] for row in terrain("three-fords").rows[15:23]]


def test_every_place_of_a_template_comes_with_what_it_holds_and_why_it_may_not_lie_there() -> None:
    rows = ["." * 40] * 40
    rows[15] = "." * 20 + "X" + "." * 19
    drawn = TEXT.replace("\n".join(terrain("three-fords").rows), "\n".join(rows))
    places = told("templates", map=drawn, square="C3", side="north")
    assert [(place["x"], place["y"], place["width"], place["height"]) for place in places[3:6]] == [
        (x, 16, 16, 8) for x in (11, 12, 13)
    ]
    assert [place["impassable"] for place in places] == [1, 1, 1, 0, 0, 0, 0, 0, 0]
    refused = "Impassable cells would rise from 0 to 1 (O4.4)."
    assert [place["why"] for place in places] == [refused] * 3 + [""] * 6
    corner = told("templates", map=drawn, square="A1", side=2)
    assert corner[3]["why"] == "Cells beyond the map would rise from 32 to 40 (O4.4)."
    assert (corner[5]["why"], corner[4]["edge"]) == ("", 32)


EXPORT = {"map": "three-fords", "square": "C3", "side": "north", "format": "svg"}
WRONG = [
    ("maps", {"a": 1}, "there is no field 'a'; there are no fields"),
    ("generate", {}, "class is missing"),
    ("generate", {"class": "swamp"}, "class must be one of very open, open, average"),
    ("generate", {"class": "open", "seed": -1}, "seed must be a whole number from 0 to 999999999, not -1"),
    ("generate", {"class": "open", "seed": "x"}, "seed must be a whole number or null, not 'x'"),
    ("check", {"text": TEXT.replace("average", "swampy")}, "map, line 2, column 7: the class must be one of"),
    (
        "templates",
        {"map": "three-fords", "square": "F1", "side": 0},
        "square must be from A1 to E5, not 'F1'",
    ),
    ("export", {**EXPORT, "map": "nowhere"}, "map must be one of crossways"),
    ("export", {**EXPORT, "square": "F1"}, "square must be from A1 to E5, not 'F1'"),
    ("export", {**EXPORT, "square": 25}, "square must be from A1 to E5, not '25'"),
    ("export", {**EXPORT, "side": "up"}, "side must be one of north, east, south, west, not 'up'"),
    ("export", {**EXPORT, "shift": 9}, "shift must be a whole number from 0 to 8, not 9"),
    (
        "export",
        {**EXPORT, "square": "A5", "shift": 0},
        "shift 0 would take in more impassable ground, or more of the area beyond the map, than no shift (O4.4)",
    ),
    (
        "export",
        {**EXPORT, "format": "gif"},
        "the format of a battlefield must be json, svg, plot.svg, png or pdf",
    ),
]


@pytest.mark.parametrize(("service", "given", "sentence"), WRONG)
def test_a_wrong_order_is_refused_in_one_sentence(
    service: str, given: Mapping[str, object], sentence: str
) -> None:
    with pytest.raises(ValueError, match=r"^.+$") as refused:
        SPEC.table.services[service](given)
    assert str(refused.value).startswith(sentence)
