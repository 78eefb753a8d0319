"""Map files: what is read, each fault with its line and column, and the maps in the package (O1.2)."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from sandtable import SettingError
from sandtable.games.optio.data.ground import GROUNDS, SIDE, SIGNS
from sandtable.games.optio.data.mapfile import CLASSES, LONGEST_NAME, MOST_TEXT, Map, parse, write
from sandtable.games.optio.data.maps import AIMS, densities, shipped, terrain
from tests.rules.optio.walk import components, edge, kinds, least_open, passable

HEAD = "name: Own\nclass: open\nlegend:\n  . open\n  w wood\nmap:\n"
ROW = "." * 39 + "w\n"
OWN = HEAD + ROW * 40


def test_an_own_map_is_read() -> None:
    read = parse(OWN)
    assert (read.name, read.kind) == ("Own", "open")
    assert read.rows == (ROW.strip(),) * SIDE
    assert read.cells.shape == (SIDE, SIDE)
    assert GROUNDS[read.cells[39, 39]].name == "wood"
    assert (read.cells[:, :39] == 0).all()


def test_a_text_may_have_remarks_empty_lines_other_line_ends_and_other_signs() -> None:
    text = "# mine\n\n" + OWN.replace("  w wood", "  # trees\n  T wood").replace("w\n", "T\n")
    assert parse("\ufeff" + text.replace("\n", " \r\n")) == parse(OWN)
    # rows may be indented, and the keys may stand in any order before the map
    other = "class: open\nlegend:\n  . open\n  w wood\nname: Own\nmap:\n" + ("   " + ROW) * 40
    assert parse(other) == parse(OWN)


FAULTS = {
    "no text": ("", 1, 1, "the line 'name:' is missing"),
    "no name": (OWN.replace("name: Own\n", ""), 45, 1, "the line 'name:' is missing"),
    "empty name": (
        OWN.replace("name: Own", "name:"),
        1,
        6,
        f"a name must have 1 to {LONGEST_NAME} characters, not 0",
    ),
    "long name": (
        OWN.replace("Own", "O" * 41),
        1,
        6,
        f"a name must have 1 to {LONGEST_NAME} characters, not 41",
    ),
    "no class": (OWN.replace("class: open\n", ""), 45, 1, "the line 'class:' is missing"),
    "wrong class": (
        OWN.replace("class: open", "class: wet"),
        2,
        7,
        f"the class must be one of {', '.join(CLASSES)}, not 'wet'",
    ),
    "no legend": ("name: A\nclass: open\nmap:\n" + ROW * 40, 43, 1, "the line 'legend:' is missing"),
    "empty legend": (
        OWN.replace("  . open\n  w wood\n", ""),
        5,
        1,
        "the character '.' is not in the legend, which is empty",
    ),
    "no map": (HEAD.replace("map:\n", ""), 5, 1, "the line 'map:' is missing"),
    "key twice": (OWN.replace("map:", "name: B\nmap:"), 6, 1, "'name:' is already in line 1"),
    "stray text": (
        "hello\n" + OWN,
        1,
        1,
        "expected one of 'name:', 'class:', 'legend:', 'map:', not 'hello'",
    ),
    "indented key": (
        " " + OWN,
        1,
        1,
        "expected one of 'name:', 'class:', 'legend:', 'map:', not ' name: Own'",
    ),
    "text after legend:": (
        OWN.replace("legend:", "legend: x"),
        3,
        8,
        "nothing may follow 'legend:' on its line, not 'x'",
    ),
    "long sign": (
        OWN.replace("  w wood", "  ww wood"),
        5,
        3,
        "a line of the legend must be a character, a space and a ground, not 'ww wood'",
    ),
    "no ground": (
        OWN.replace("  w wood", "  w"),
        5,
        3,
        "a line of the legend must be a character, a space and a ground, not 'w'",
    ),
    "unknown ground": (
        OWN.replace("w wood", "w swamp"),
        5,
        5,
        f"'swamp' is not a ground; the grounds are {', '.join(ground.name for ground in GROUNDS)}",
    ),
    "sign twice": (OWN.replace("w wood", ". wood"), 5, 3, "'.' is already in the legend"),
    "wrong sign": (
        OWN.replace(".w\n", ".x\n", 1),
        7,
        40,
        "the character 'x' is not in the legend, which is . w",
    ),
    "short row": (HEAD + ROW + ROW[1:] + ROW * 38, 8, 40, "a row must have 40 cells, not 39"),
    "long row": (HEAD + ROW + "." + ROW + ROW * 38, 8, 41, "a row must have 40 cells, not 41"),
    "indented wrong sign": (
        HEAD + "   x" + ROW[1:] + ROW * 39,
        7,
        4,
        "the character 'x' is not in the legend",
    ),
    "too few rows": (HEAD + ROW * 39, 45, 1, "a map must have 40 rows, not 39"),
    "too many rows": (OWN + "\n# more\n" + ROW, 49, 1, "a map must have 40 rows, and this is one more"),
    "tab": (OWN.replace("  w wood", "\tw wood"), 5, 1, "a map cannot contain tabs: use spaces"),
    "control sign": (
        OWN.replace("Own", "Ow\x00n"),
        1,
        9,
        "a map cannot contain '\\x00': use printable",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_its_line_and_column(fault: str) -> None:
    text, line, column, sentence = FAULTS[fault]
    with pytest.raises(SettingError) as refused:
        parse(text)
    assert str(refused.value).startswith(f"map, line {line}, column {column}: {sentence}")
    assert str(refused.value).endswith(" (O1.2)")


def test_a_long_text_is_refused_before_it_is_read() -> None:
    with pytest.raises(
        SettingError, match=f"the text must be at most {MOST_TEXT} characters long, not {MOST_TEXT + 1}"
    ):
        parse(OWN.ljust(MOST_TEXT + 1, "\n"))


def test_a_message_does_not_repeat_a_long_text() -> None:
    with pytest.raises(SettingError) as refused:
        parse("x" * 10_000)
    assert len(str(refused.value)) < 200


NAMES = some.text(some.characters(exclude_categories=("C", "Z")), min_size=1, max_size=LONGEST_NAME)
ROWS = some.lists(some.text(SIGNS, min_size=SIDE, max_size=SIDE), min_size=SIDE, max_size=SIDE)


@settings(max_examples=30, deadline=None)
@given(NAMES, some.sampled_from(CLASSES), ROWS)
def test_writing_and_reading_give_the_same_map(name: str, kind: str, rows: list[str]) -> None:
    made = Map(name, kind, tuple(rows))
    assert parse(write(made)) == made
    assert [[SIGNS[cell] for cell in row] for row in made.cells] == [list(row) for row in rows]


def reads_or_refuses(text: str) -> None:
    # any other exception fails the test
    try:
        read = parse(text)
    except SettingError:
        return
    assert parse(write(read)) == read


@settings(max_examples=150, deadline=None)
@given(some.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    reads_or_refuses(text)
    reads_or_refuses(HEAD + text)


@settings(max_examples=150, deadline=None)
@given(some.data())
def test_any_change_of_a_map_is_read_or_refused(data: some.DataObject) -> None:
    start = data.draw(some.integers(0, len(OWN)))
    end = data.draw(some.integers(start, min(start + 60, len(OWN))))
    reads_or_refuses(OWN[:start] + data.draw(some.text(max_size=20)) + OWN[end:])


# how far a shipped map may lie from the aims of its class, in shares of the map: it is one map, not a mean of many
FAR = 0.035


def test_there_are_two_maps_a_class_and_the_default_is_average() -> None:
    found = [terrain(name) for name in shipped()]
    assert sorted(m.kind for m in found) == sorted(2 * CLASSES)
    assert len({m.name for m in found}) == len(found)
    assert found[0].kind == "average"


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_map_keeps_the_rule(name: str) -> None:
    shown = terrain(name)
    assert least_open(shown) >= 26
    shares = densities(shown)
    for group, aim in AIMS[shown.kind].items():
        assert abs(shares[group] - aim) <= FAR, (group, shares[group])


@pytest.mark.parametrize("name", shipped())
def test_the_ways_of_a_shipped_map_lead_somewhere(name: str) -> None:
    cells = terrain(name).cells
    assert len(components(passable(cells))) == 1
    for road in components(kinds(cells, "road", "bridge", "ford")):
        # a ford that no road leads to is a passage of the river alone
        assert (road & edge()).sum() >= 2 or not (road & kinds(cells, "road")).any()
    for river in components(kinds(cells, "river", "bridge", "ford")):
        if (river & kinds(cells, "river")).any():
            assert (river & edge()).sum() >= 2
            assert (river & kinds(cells, "bridge", "ford")).any()


def test_the_map_of_a_name_is_the_one_in_its_file() -> None:
    folder = Path(__file__).parents[3] / "src/sandtable/games/optio/data/shipped"
    for name in shipped():
        text = (folder / f"{name}.txt").read_text(encoding="utf-8")
        assert terrain(name) == terrain(text)
        assert write(terrain(name)) == text


def test_shares_are_counted_by_ground() -> None:
    made = Map("Own", "open", ("hHwrmcLXR." * 4,) * SIDE)
    expected = {
        "hill": 0.2,
        "wood": 0.1,
        "rough": 0.2,
        "cultivated": 0.1,
        "impassable": 0.3,
        "open": 0.1,
    }
    assert densities(made) == pytest.approx(expected)
    assert np.isclose(sum(expected.values()), 1)


def test_the_page_on_maps_has_the_grounds_and_the_aims() -> None:
    page = (Path(__file__).parents[3] / "docs/maps.md").read_text(encoding="utf-8")
    flat = " ".join(page.split())
    assert all(f"{ground.name} `{ground.sign}`" in flat for ground in GROUNDS)
    for kind, aims in AIMS.items():
        cells = [f"{aim:.0%}".replace("%", " %") if aim else "0" for aim in aims.values()]
        if kind == "very open":
            cells[-1] = "under 1 %"
        assert f"| {kind} | {' | '.join(cells)} |" in page
