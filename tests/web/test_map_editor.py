"""The map page of Optio: drawing by touch, mouse and keyboard, files in and out, a battlefield to print, a match on the map."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from sandtable.games.optio.data.mapfile import parse
from sandtable.games.optio.data.maps import shipped, terrain
from tests.markers import quick
from tests.web.accessibility import sideways, violations
from tests.web.conftest import LOOKS, Opener

CELLS = 40
KEPT = "localStorage.getItem('sandtable.maps.optio')"


class Editor:
    """The map page, in the words of somebody who draws."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sheet: Locator = page.get_by_role("application", name="Map, 40 by 40 cells")
        self.sheet.wait_for()
        expect(page.get_by_label("Shipped map")).to_have_value(shipped()[0])

    def rows(self) -> tuple[str, ...]:
        """The rows of the map that the page keeps."""
        return parse(self.page.evaluate(KEPT)).rows

    def hold(self, name: str) -> None:
        """Takes a tool or a ground in hand."""
        self.page.get_by_role("button", name=re.compile(f"^{name}")).click()

    def unfold(self, heading: str) -> None:
        """Opens a part of the page."""
        self.page.locator("summary", has_text=heading).click()

    def point(self, column: int, row: int) -> tuple[float, float]:
        """The middle of a cell in pixels of the window, while the whole map is shown."""
        box = self.sheet.bounding_box()
        assert box
        side = box["width"] / CELLS
        return box["x"] + (column + 0.5) * side, box["y"] + (row + 0.5) * side

    def press(self, column: int, row: int) -> None:
        """Presses the mouse on a cell."""
        self.page.mouse.click(*self.point(column, row))

    def draw(self, *cells: tuple[int, int]) -> None:
        """Draws with the mouse from cell to cell, in few large steps as a quick hand does."""
        self.page.mouse.move(*self.point(*cells[0]))
        self.page.mouse.down()
        for cell in cells[1:]:
            self.page.mouse.move(*self.point(*cell))
        self.page.mouse.up()

    def clear(self) -> None:
        """Leaves open ground everywhere."""
        self.unfold("Generate or clear")
        self.page.get_by_role("button", name="Clear map").click()
        self.unfold("Generate or clear")
        self.page.evaluate("scrollTo(0, 0)")
        assert set("".join(self.rows())) == {"."}

    def said(self) -> Locator:
        """What is spoken."""
        return self.page.get_by_role("status").first


Edit = Callable[..., Editor]


@pytest.fixture
def editor(open_page: Opener) -> Edit:
    """`editor(size)`: the map page, open and idle."""

    def opened(size: str = "desk", **options: object) -> Editor:
        return Editor(open_page("/optio/maps", size, **options))

    return opened


def cells(rows: tuple[str, ...], sign: str) -> set[tuple[int, int]]:
    """Column and row of every cell with this sign."""
    return {(x, y) for y, row in enumerate(rows) for x, found in enumerate(row) if found == sign}


def test_a_quick_stroke_paints_without_gaps_and_is_one_step(editor: Edit):
    page = editor()
    page.clear()
    page.hold("marsh")
    page.draw((2, 5), (20, 5), (20, 30))
    assert cells(page.rows(), "m") == {(x, 5) for x in range(2, 21)} | {(20, y) for y in range(5, 31)}
    expect(page.said()).to_have_text("44 cells: marsh.")
    page.page.get_by_role("button", name="Undo").click()
    assert cells(page.rows(), "m") == set()
    page.page.keyboard.press("Control+y")
    assert len(cells(page.rows(), "m")) == 44


def test_a_wide_brush_a_box_and_a_filled_area(editor: Edit):
    page = editor()
    page.clear()
    page.hold("cliff")
    page.hold("Box")
    page.draw((4, 4), (9, 7))
    assert cells(page.rows(), "X") == {(x, y) for x in range(4, 10) for y in range(4, 8)}
    page.hold("wood")
    page.hold("3 cells")
    page.press(0, 39)
    assert cells(page.rows(), "w") == {(0, 38), (1, 38), (0, 39), (1, 39)}
    page.hold("lake")
    page.hold("Fill")
    page.press(6, 6)
    assert (len(cells(page.rows(), "L")), len(cells(page.rows(), "X"))) == (24, 0)
    page.hold("Pick")
    page.press(0, 39)
    page.press(30, 30)
    assert (30, 30) in cells(page.rows(), "w"), "the ground that was picked is in hand, and a brush"


def test_turning_and_mirroring(editor: Edit):
    page = editor()
    page.clear()
    page.hold("steep hill")
    page.draw((0, 3), (2, 3))
    page.hold("Rotate by a quarter turn")
    assert cells(page.rows(), "H") == {(36, 0), (36, 1), (36, 2)}
    page.hold("Mirror")
    assert cells(page.rows(), "H") == {(3, 0), (3, 1), (3, 2)}


def test_the_map_can_be_drawn_with_the_keyboard_alone(editor: Edit):
    page = editor()
    page.clear()
    keyboard = page.page.keyboard
    page.sheet.focus()
    for key in ("c", "ArrowLeft", "Shift+ArrowUp", "ArrowUp", "Enter"):
        keyboard.press(key)
    # the first arrow brings the cell to the middle of the map
    assert cells(page.rows(), "c") == {(19, 10)}
    expect(page.said()).to_have_text("1 cell: cultivated.")
    for key in ("ArrowDown", "8", "Enter"):
        keyboard.press(key)
    assert cells(page.rows(), "s") == {(19, 11)}
    page.hold("Box")
    page.sheet.focus()
    for key in ("L", "ArrowRight", " ", "ArrowRight", "ArrowDown", " "):
        keyboard.press(key)
    assert cells(page.rows(), "L") == {(20, 11), (21, 11), (20, 12), (21, 12)}
    keyboard.press("Control+z")
    assert cells(page.rows(), "L") == set()
    keyboard.press("ArrowUp")
    expect(page.said()).to_contain_text("row 12, column 22 in C4")


def test_one_finger_paints_and_two_look_closer(editor: Edit):
    page = editor("phone")
    expect(page.page.get_by_role("button", name="Move: Move the map")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.clear()
    page.hold("road")
    screen: Any = page.page.context.new_cdp_session(page.page)

    def fingers(kind: str, *places: tuple[int, int]) -> None:
        points = [
            dict(zip(("x", "y"), page.point(*place), strict=True), id=n) for n, place in enumerate(places)
        ]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", (10, 20))
    for x in range(11, 16):
        fingers("touchMove", (x, 20))
    fingers("touchEnd")
    assert cells(page.rows(), "=") == {(x, 20) for x in range(10, 16)}
    fingers("touchStart", (15, 10))
    fingers("touchStart", (15, 10), (25, 10))
    for spread in range(1, 11):
        fingers("touchMove", (15 - spread, 10), (25 + spread, 10))
    fingers("touchEnd")
    assert len(cells(page.rows(), "=")) == 6, "the finger that came first drew nothing"
    # three times as large: nine cells from what lay between the fingers are three now
    page.page.touchscreen.tap(*page.point(29, 10))
    assert cells(page.rows(), "=") - {(x, 20) for x in range(10, 16)} == {(23, 10)}
    page.hold("Whole map")
    page.page.touchscreen.tap(*page.point(35, 35))
    assert (35, 35) in cells(page.rows(), "=")


def test_a_downloaded_map_comes_back_and_a_faulty_one_changes_nothing(editor: Edit, tmp_path: Path):
    page = editor("phone")
    page.page.get_by_label("Name", exact=True).fill("Élan's Ford")
    page.hold("river")
    page.page.touchscreen.tap(*page.point(1, 1))
    drawn = page.rows()
    page.unfold("Download, copy or import")
    with page.page.expect_download() as download:
        page.page.get_by_role("button", name="Download map").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "elan-s-ford.txt"
    text = file.read_text()
    assert (parse(text).name, parse(text).rows) == ("Élan's Ford", drawn)

    page.page.get_by_label("Shipped map").select_option(shipped()[3])
    other = page.rows()
    assert other == terrain(shipped()[3]).rows
    faulty = tmp_path / "faulty.txt"
    faulty.write_text(text.replace(drawn[7], f"{drawn[7][:12]}?{drawn[7][13:]}"))
    chooser = page.page.locator("input[type=file]")
    use = page.page.get_by_role("button", name="Load this text")
    chooser.set_input_files(faulty)
    use.click()
    line = text.split("\n").index(drawn[7]) + 1
    expect(page.page.get_by_text(f"map, line {line}, column 13: the character '?'")).to_be_visible()
    assert page.rows() == other
    chooser.set_input_files(file)
    use.click()
    expect(page.page.get_by_label("Name", exact=True)).to_have_value("Élan's Ford")
    assert page.rows() == drawn
    expect(page.sheet).to_be_in_viewport(ratio=0.9)


def test_a_generated_map_is_the_one_of_its_class_and_seed(editor: Edit):
    page = editor()
    page.unfold("Generate or clear")
    page.page.locator("form").get_by_label("Class").select_option("wooded")
    page.page.get_by_label("Seed").fill("17")
    page.page.get_by_role("button", name="Generate", exact=True).click()
    expect(page.said()).to_have_text("Generated: wooded map, seed 17.")
    assert page.rows() == terrain("wooded:17").rows
    page.page.get_by_role("button", name="New seed").click()
    expect(page.said()).not_to_contain_text("seed 17.")
    seed = page.page.get_by_label("Seed").input_value()
    assert page.rows() == terrain(f"wooded:{seed}").rows
    page.hold("Undo")
    page.hold("Undo")
    assert page.rows() == terrain(shipped()[0]).rows


def test_squares_with_too_little_open_ground_are_pointed_out(editor: Edit):
    page = editor()
    expect(page.page.get_by_text("Every large square has at least 40 % open ground")).to_be_visible()
    page.clear()
    page.hold("rough")
    page.hold("Box")
    page.draw((8, 0), (15, 7))
    expect(page.page.get_by_test_id("notes")).to_contain_text("B5 has 0 open cells of 64")
    expect(page.page.locator("li", has_text=re.compile("^B5 0 %"))).to_contain_text("too little")
    expect(page.page.get_by_role("row", name=re.compile("^rough and marsh 4 %"))).to_be_visible()
    expect(page.sheet.get_by_text("0 % open")).to_be_attached()


def test_a_drawn_map_outlives_the_page(editor: Edit):
    page = editor()
    page.hold("lake")
    page.draw((3, 3), (9, 9))
    drawn = page.rows()
    assert drawn != terrain(shipped()[0]).rows
    page.page.reload()
    expect(page.page.get_by_label("Shipped map")).to_contain_text("custom")
    page.page.wait_for_load_state("networkidle")
    assert page.rows() == drawn


def test_a_match_is_played_on_the_drawn_map(editor: Edit):
    page = editor("phone")
    page.page.get_by_label("Name", exact=True).fill("Thumb Hill")
    page.hold("gentle hill")
    page.page.touchscreen.tap(*page.point(12, 25))
    drawn = page.rows()
    page.page.get_by_role("button", name="Play on this map").tap()
    page.page.wait_for_url("**/new/optio?own=map")
    page.page.get_by_role("button", name="Open the table").tap()
    page.page.wait_for_url("**/g/*")
    page.page.get_by_role("group", name=re.compile("^Map Thumb Hill")).wait_for()
    table = page.page.url.rsplit("/", 1)[1].split("?")[0]
    snapshot = page.page.request.get(f"/api/v1/tables/{table}/at/1").json()
    assert snapshot["scene"]["map"]["rows"] == list(drawn)


def test_a_battlefield_is_taken_from_a_square(editor: Edit):
    page = editor()
    page.clear()
    page.hold("wood")
    page.draw((8, 16), (15, 16))
    page.hold("cliff")
    page.press(24, 23)
    page.unfold("Battlefield from a square")
    # this part of the page brings the hand, whose taps choose the square
    expect(page.page.get_by_role("button", name="Move: ")).to_have_attribute("aria-pressed", "true")
    page.press(10, 10)
    expect(page.page.get_by_role("combobox", name="Square")).to_have_value("6")
    page.press(20, 18)
    expect(page.page.get_by_role("combobox", name="Square")).to_have_value("12")
    pad = page.page.get_by_role("group", name="Template position")
    expect(page.page.get_by_test_id("holds")).to_contain_text("1 impassable cell, 0 beyond the map")
    pad.get_by_role("button", name="1 north and 1 west").click()
    expect(page.page.get_by_test_id("holds")).to_contain_text("0 impassable cells, 0 beyond the map")
    with page.page.expect_download() as download:
        page.page.get_by_role("button", name="JSON").click()
    field = json.loads(download.value.path().read_text())
    assert (field["near"], field["rows"]) == ("Navy", ["." * 16, "wwwww" + "." * 11] + ["." * 16] * 6)
    assert download.value.suggested_filename.endswith(".json")
    # D2 has the cliff just beyond its northern side
    page.page.get_by_role("combobox", name="Square").select_option("18")
    expect(page.page.get_by_test_id("holds")).to_contain_text("0 impassable cells")
    pad.get_by_role("button", name="1 north, not allowed", exact=True).click()
    expect(page.page.get_by_text("Impassable cells would rise from 0 to 1 (O4.4).")).to_be_visible()
    for name in ("PDF", "SVG", "PNG"):
        with page.page.expect_download() as download:
            page.page.get_by_role("button", name=name).click()
        assert download.value.path().stat().st_size > 2000


@pytest.mark.parametrize(("size", "scheme"), quick(LOOKS[0], of=LOOKS, study=LOOKS[1:]))
def test_axe_finds_nothing_and_all_is_large_enough_for_thumbs(editor: Edit, size: str, scheme: str):
    page = editor(size, color_scheme=scheme, bypass_csp=True)
    for part in ("Generate or clear", "Download, copy or import", "Battlefield from a square"):
        page.unfold(part)
    expect(page.page.get_by_text("Open ground per large square")).to_be_visible()
    assert violations(page.page) == []
    assert sideways(page.page) <= 0
    small = page.page.evaluate(
        "() => [...document.querySelectorAll('main :is(button, select, input, textarea, summary)')]"
        ".map(e => [e, e.getBoundingClientRect()]).filter(([e, r]) => r.width && (r.width < 44 || r.height < 44))"
        ".map(([e]) => e.outerHTML.slice(0, 100))"
    )
    assert small == []
