"""Battlefields as files: what each format holds, and what is refused (O5.1)."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import product
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

from sandtable.games import spec
from sandtable.games.optio.data.ground import EDGE, GROUNDS, SIGNS
from sandtable.games.optio.show.battlefield import Battlefield
from sandtable.games.optio.show.export import FORMATS, LEAST_MM, MOST_MM, SHEETS, export
from sandtable.games.optio.show.export.field import ground

ROWS = (
    "..hhhh..www..=..",
    "rrrHHHh.www..===",
    "rwrHHhh.mLm..=..",
    "rrr.hhh.mmm..=.X",
    "RRRRRRRRRbRRRRXX",
    "..=......=..c.RR",
    "sssfsssssbs.cccf",
    "..=..LLL.=scc.##",
)
CELLS = tuple(tuple((SIGNS + "#").index(sign) for sign in row) for row in ROWS)
FIELD = Battlefield("Three Fords, C3", "kv7-2mq", CELLS, 1, "Navy, heavy foot", "Oxblood, warband")
SVG = "{http://www.w3.org/2000/svg}"


def drawn(form: str, field: Battlefield = FIELD, cell_mm: float = 100.0) -> bytes:
    return export(field, form, cell_mm=cell_mm).data


def texts(field: Battlefield = FIELD) -> list[str]:
    """The texts of the SVG."""
    return [element.text or "" for element in ET.fromstring(drawn("svg", field)).iter(f"{SVG}text")]


def test_a_battlefield_says_whose_game_it_is() -> None:
    about = spec("optio").about
    assert about in " ".join(texts())
    assert json.loads(drawn("json"))["about"] == about


def test_names_keep_their_joiners_and_lose_what_no_file_can_hold() -> None:
    name = "👩\u200d👧 می\u200cخواهم"
    odd = replace(FIELD, match=f"{name}\x07\ufffe", near=f"{name}\u2028")
    assert name in " ".join(texts(odd))
    assert json.loads(drawn("json", odd))["match"] == odd.match
    assert drawn("pdf", odd).startswith(b"%PDF")


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_field_gives_the_same_bytes(form: str) -> None:
    first = drawn(form)
    ground.cache_clear()
    assert drawn(form) == first
    assert drawn(form, replace(FIELD, match="another")) != first


@pytest.mark.parametrize(
    ("form", "media", "start"),
    [
        ("json", "application/json", b"{"),
        ("svg", "image/svg+xml", b"<svg "),
        ("png", "image/png", b"\x89PNG"),
        ("pdf", "application/pdf", b"%PDF-1."),
    ],
)
def test_a_file_is_what_its_name_says(form: str, media: str, start: bytes) -> None:
    made = export(FIELD, form)
    assert (made.name, made.media) == (f"three-fords-c3-kv7-2mq.{form}", media)
    assert made.data.startswith(start)


@pytest.mark.parametrize("title", ["", "???", 'Żółć <&> "Ω"\x00\n', "W" * 300])
def test_a_name_may_hold_anything(title: str) -> None:
    made = export(replace(FIELD, title=title, match=""), "svg")
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]{0,59}\.svg", made.name)
    assert (ET.fromstring(made.data)[0].text or "") == "".join(c for c in title if c.isprintable())
    assert drawn("pdf", replace(FIELD, title=title), 10.0)


def test_a_refusal_names_what_is_allowed() -> None:
    with pytest.raises(ValueError, match=r"must be json, svg, plot.svg, png or pdf, not 'gif' \(O5.1\)"):
        export(FIELD, "gif")
    with pytest.raises(ValueError, match=r"the sheet must be A4, A3 or Letter, not 'a4' \(O5.1\)"):
        export(FIELD, "pdf", "a4")
    for wrong in (LEAST_MM - 0.01, MOST_MM + 0.01, 0.0, -100.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match=r"a cell must be from 5 to 200 mm, not .* \(O5.1\)"):
            export(FIELD, "svg", cell_mm=wrong)


@pytest.mark.parametrize("cell_mm", [LEAST_MM, MOST_MM])
@pytest.mark.parametrize("form", FORMATS)
def test_the_smallest_and_the_largest_cells_can_be_had(form: str, cell_mm: float) -> None:
    assert drawn(form, cell_mm=cell_mm)


class TestJson:
    told = json.loads(drawn("json"))

    def test_it_says_whose_field_it_is(self) -> None:
        assert {key: self.told[key] for key in ("title", "match", "near", "far", "up", "cell_cm")} == {
            "title": "Three Fords, C3",
            "match": "kv7-2mq",
            "near": "Navy, heavy foot",
            "far": "Oxblood, warband",
            "up": "east",
            "cell_cm": 10.0,
        }

    def test_rows_are_signs_far_row_first(self) -> None:
        assert tuple(self.told["rows"]) == ROWS

    def test_the_legend_explains_every_sign(self) -> None:
        legend = {entry["sign"]: (entry["name"], entry["passable"]) for entry in self.told["legend"]}
        assert legend["f"] == ("ford", True)
        assert legend["L"] == ("lake", False)
        assert legend["#"] == ("beyond the map", False)
        assert set(legend) == {ground.sign for ground in GROUNDS} | {"#"}

    def test_the_size_of_a_cell_follows_the_scale(self) -> None:
        assert json.loads(drawn("json", cell_mm=37.5))["cell_cm"] == 3.75


class TestSvg:
    root = ET.fromstring(drawn("svg"))

    def test_it_is_the_field_at_its_true_size(self) -> None:
        assert self.root.get("width") == "1600mm"
        height = str(self.root.get("height")).removesuffix("mm")
        # a unit is a millimetre
        assert self.root.get("viewBox") == f"0 0 1600 {height}"
        assert ET.fromstring(drawn("svg", cell_mm=25)).get("width") == "400mm"

    def test_it_holds_outlines_and_texts_only(self) -> None:
        # converters lose patterns, and many lose clipping
        assert {element.tag for element in self.root.iter()} == {
            SVG + tag for tag in ("svg", "title", "g", "path", "circle", "text")
        }
        assert b"url(" not in drawn("svg")

    def test_it_names_the_field_the_match_and_both_sides(self) -> None:
        words = texts()
        assert "Three Fords, C3" in words
        assert {"Navy, heavy foot", "Oxblood, warband"} <= set(words)
        assert [line for line in words if line.startswith("Match kv7-2mq. 16 x 8 cells of 100 mm")]
        assert [line for line in words if line.startswith("The top of the sheet points east.")]
        assert not [line for line in texts(replace(FIELD, match="")) if "Match" in line]

    def test_the_legend_counts_each_ground(self) -> None:
        words = texts()
        told = {
            name: words[words.index(name) + 1] for name in ("open", "steep hill", "cliff", "beyond the map")
        }
        signs = "".join(ROWS)
        assert told == {
            "open": f"{signs.count('.')} cells",
            "steep hill": f"{signs.count('H')} cells",
            "cliff": f"{signs.count('X')} cells, impassable",
            "beyond the map": f"{signs.count('#')} cells, impassable",
        }

    def test_the_legend_leaves_out_what_is_not_there(self) -> None:
        assert "open" not in texts(replace(FIELD, cells=((EDGE,) * 16,) * 8))

    def test_columns_and_rows_have_their_coordinates_at_both_ends(self) -> None:
        words = texts()
        for name in [*"abcdefgh", *(str(column) for column in range(1, 17))]:
            assert words.count(name) == 2

    def test_a_bar_measures_40_mm(self) -> None:
        paths = [str(element.get("d")) for element in self.root.iter(f"{SVG}path")]
        assert [path for path in paths if re.fullmatch(r"m[\d. ]+h40v[\d.]+h-40z", path)]


class TestPng:
    @pytest.mark.parametrize("cell_mm", [100.0, 25.0])
    def test_its_resolution_keeps_the_scale(self, cell_mm: float) -> None:
        image = Image.open(BytesIO(drawn("png", cell_mm=cell_mm)))
        assert image.width == 1600
        dots = image.info["dpi"][0]
        assert image.width / dots * 25.4 / 16 == pytest.approx(cell_mm, abs=0.2)

    def test_a_cell_is_a_hundred_pixels(self) -> None:
        empty = replace(FIELD, cells=((0,) * 16,) * 8)
        grey = np.array(Image.open(BytesIO(drawn("png", empty))).convert("L")).astype(int)
        # a row of pixels through the field meets the 15 grid lines and the rim
        row = grey[600]
        lines = np.flatnonzero((row[1:-1] < 225) & (row[1:-1] <= row[:-2]) & (row[1:-1] < row[2:])) + 1
        assert {round(line / 100) for line in lines.tolist()} >= set(range(1, 16))
        assert max(abs(line - 100 * round(line / 100)) for line in lines.tolist() if 50 < line < 1550) <= 1


def test_several_can_be_made_at_once() -> None:
    fields = [
        replace(FIELD, title=f"Field {number}", cells=CELLS[number:] + CELLS[:number]) for number in range(3)
    ]
    alone = [drawn(form, field) for field in fields for form in ("png", "svg")]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(lambda it: drawn(it[1], it[0]), product(fields, ("png", "svg")))) == alone


def test_every_sheet_of_the_module_is_offered() -> None:
    from sandtable.games.optio.show.export import sheets

    assert tuple(sheets.SHEETS) == SHEETS


def test_o5_1_a_plotter_gets_the_ground_alone_at_its_true_size():
    root = ET.fromstring(drawn("plot.svg", cell_mm=25))
    assert (root.get("width"), root.get("height")) == ("400mm", "200mm")
    assert {element.tag for element in root.iter()} <= {
        SVG + tag for tag in ("svg", "title", "g", "path", "circle")
    }
    assert export(FIELD, "plot.svg").name.endswith(".plot.svg")
