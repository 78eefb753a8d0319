"""Generated maps: 1,000 of them, each sound, their mean shares at the aims (O1.2)."""

import os
import subprocess
import sys
from zlib import crc32

import numpy as np
import pytest

from sandtable import SettingError
from sandtable.games.optio.data.generator import MOST_SEED, faults, generate
from sandtable.games.optio.data.ground import CELLS, SIDE
from sandtable.games.optio.data.mapfile import CLASSES, Map
from sandtable.games.optio.data.maps import AIMS, densities, terrain
from tests.markers import quick
from tests.rules.optio.walk import beside, components, edge, kinds, least_open, passable

COUNT = 143  # a class: 1,001 in all
# how far the mean share of a ground may lie from its aim
NEAR = 0.006


@pytest.fixture(scope="module", params=quick("average", "mountainous", of=CLASSES))
def made(request: pytest.FixtureRequest) -> list[Map]:
    return [generate(request.param, seed) for seed in range(COUNT)]


def test_every_large_square_keeps_two_fifths_open(made: list[Map]) -> None:
    assert min(least_open(shown) for shown in made) >= 26


def test_the_mean_shares_are_at_the_aims(made: list[Map]) -> None:
    aims = AIMS[made[0].kind]
    shares = [densities(shown) for shown in made]
    means = {group: float(np.mean([share[group] for share in shares])) for group in aims}
    assert means == pytest.approx(aims, abs=NEAR)


def test_all_ways_lead_somewhere(made: list[Map]) -> None:
    for shown in made:
        cells = shown.cells
        assert len(components(passable(cells))) == 1, shown.name
        roads, rivers = kinds(cells, "road"), kinds(cells, "river")
        for part in components(kinds(cells, "road", "bridge", "ford")):
            assert (part & edge()).sum() >= 2 or not (part & roads).any(), shown.name
        for part in components(kinds(cells, "river", "bridge", "ford")):
            # from edge to edge, with a passage
            if (part & rivers).any():
                assert (part & edge()).sum() >= 2, shown.name
                assert (part & kinds(cells, "bridge", "ford")).any(), shown.name


def test_all_streams_end_at_the_edge_or_in_water(made: list[Map]) -> None:
    for shown in made:
        cells = shown.cells
        goal = edge() | beside(kinds(cells, "lake", "river", "ford"))
        for part in components(kinds(cells, "stream", "bridge")):
            if (part & kinds(cells, "stream")).any():
                assert (part & goal).any(), shown.name


def test_blobs_cross_the_borders_of_large_squares(made: list[Map]) -> None:
    # as often as they cross the lines between other rows of cells, give or take a fifth
    at_border, elsewhere = [], []
    for shown in made:
        blob = kinds(shown.cells, "gentle hill", "steep hill", "wood", "rough", "cultivated")
        for way in (blob, blob.T):
            crossing = (way[1:] & way[:-1]).sum(axis=1)
            border = np.arange(1, SIDE) % CELLS == 0
            at_border.append(crossing[border].mean())
            elsewhere.append(crossing[~border].mean())
    assert 0.8 < np.mean(at_border) / np.mean(elsewhere) < 1.2


def test_maps_of_a_class_differ_and_have_names() -> None:
    maps = [generate("wooded", seed) for seed in range(20)]
    assert len({shown.rows for shown in maps}) == 20
    assert maps[17].name == "Wooded 17"
    assert maps[17].kind == "wooded"


ELSEWHERE = """
from sandtable.games.optio.data.generator import generate
from sandtable.games.optio.data.mapfile import CLASSES
print("\\n".join(row for kind in CLASSES for row in generate(kind, 999_999_999).rows))
"""


def test_a_seed_gives_the_same_map_in_every_process() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONHASHSEED": "7"}
    printed = subprocess.check_output([sys.executable, "-c", ELSEWHERE], env=environment, text=True)
    here = [row for kind in CLASSES for row in generate(kind, MOST_SEED).rows]
    assert printed.splitlines() == here


def test_a_seed_gives_the_map_that_it_always_gave() -> None:
    # tables, variants and addresses name maps by their seeds
    rows = [row for kind in CLASSES for seed in range(4) for row in generate(kind, seed).rows]
    assert crc32("\n".join(rows).encode()) == 0x33B55B57


def test_a_generated_map_is_named_by_class_and_seed() -> None:
    assert terrain("very-open:3") == generate("very open", 3)
    assert terrain("wooded:17") == generate("wooded", 17)


@pytest.mark.parametrize(
    "value", ["swamp:3", "wooded", "wooded:", "wooded:-1", "wooded:1234567890", "Wooded:1", "", "x" * 500]
)
def test_what_names_no_map_is_refused_in_one_sentence(value: str) -> None:
    with pytest.raises(SettingError, match=r"^map must be one of crossways, .*\(O1.2\)$") as refused:
        terrain(value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(("kind", "seed"), [("swamp", 1), ("open", -1), ("open", MOST_SEED + 1)])
def test_another_class_and_another_seed_are_refused(kind: str, seed: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        generate(kind, seed)


def changed(*rows: tuple[int, str]) -> Map:
    plain = ["." * SIDE] * SIDE
    for number, row in rows:
        plain[number] = row.ljust(SIDE, ".")
    return Map("Own", "open", tuple(plain))


FAULTS = {
    "crowded": (
        changed(*[(y, "w" * 8) for y in range(4)], (4, "w" * 7)),
        "A5 has 25 open cells of 64; every large square must have at least 26, which is 40 % (O1.2).",
    ),
    "road": (
        changed((9, "." * 10 + "====")),
        "The road at row 10, column 11 in B4 does not lead to the edge of the map (O1.2).",
    ),
    "stream": (
        changed((9, "." * 10 + "ssss")),
        "The stream at row 10, column 11 in B4 does not lead to the edge of the map, a lake or a river (O1.2).",
    ),
    "river": (
        changed((9, "." * 10 + "RRfR")),
        "The river at row 10, column 11 in B4 does not lead to the edge of the map or a lake (O1.2).",
    ),
    "no passage": (
        changed((30, "R" * SIDE)),
        "The ground at row 32, column 1 in A2 cannot be reached (O1.2).",
    ),
    "no passage north": (
        changed((2, "R" * SIDE)),
        "The ground at row 1, column 1 in A5 cannot be reached (O1.2).",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_breaks_the_rule_is_named(fault: str) -> None:
    shown, sentence = FAULTS[fault]
    assert faults(shown.cells) == [sentence]


@pytest.mark.parametrize(
    "row", ["=" * SIDE, "s" * SIDE, "R" * 20 + "f" + "R" * 19, "." * 10 + "ssLL", "." * 10 + "LL", "w" * 38]
)
def test_what_keeps_the_rule_is_not_named(row: str) -> None:
    assert faults(changed((9, row)).cells) == []
