"""The pitch and the formations are what the rules say, and a fault in their files is said in a sentence."""

from pathlib import Path

import numpy as np
import pytest

from sandtable.authoring.hexgrid import WALL
from sandtable.games.rush.data import pitch as ground
from sandtable.games.rush.data import teams as lines
from sandtable.games.rush.data.pitch import hex_name, hex_of, mirrored, pitch
from tests.rules.scenario import clause

FIELD = pitch().grid
PITCH_TEXT = Path(ground.__file__).with_suffix(".toml").read_text(encoding="utf-8")
FORMATIONS_TEXT = Path(lines.__file__).with_name("formations.toml").read_text(encoding="utf-8")


def place(h: int) -> tuple[float, int]:
    """The column in hex widths and the row, as the rules count them."""
    return int(FIELD.x[h]) / 2, int(FIELD.row[h])


def places(hexes: np.ndarray) -> list[tuple[float, int]]:
    return [place(int(h)) for h in hexes]


# the pitch


@clause("R1.1")
def test_the_pitch_has_these_201_hexes() -> None:
    due = [
        (x / 2, r) for r in range(-5, 6) for x in range(-20, 21) if abs(x) <= 20 - abs(r) and (x + r) % 2 == 0
    ]
    assert [place(h) for h in range(ground.HEXES)] == due
    assert len(due) == 201
    assert [due.count((x, r)) for x, r in ((10, 0), (-10, 0), (7.5, 5), (-7.5, -5))] == [1] * 4


@clause("R1.1")
def test_exactly_six_hexes_have_three_walls() -> None:
    walls = (FIELD.across == WALL).sum(axis=1)
    corners = {place(int(h)) for h in np.flatnonzero(walls == 3)}
    assert corners == {(10, 0), (-10, 0), (7.5, 5), (7.5, -5), (-7.5, 5), (-7.5, -5)}
    # 14 more hexes of the first and the last row, 16 of the slanting edges
    assert np.bincount(walls).tolist() == [201 - 6 - 44, 0, 44, 6]


@clause("R8.1")
def test_the_ball_never_leaves_through_a_wall() -> None:
    for h in range(ground.HEXES):
        for side in range(6):
            assert FIELD.across[h, FIELD.bounced[h, side]] != WALL


@clause("R1.2")
def test_the_halves_mirror_each_other_and_launch_hexes_lie_between() -> None:
    for h in range(ground.HEXES):
        x = place(h)[0]
        assert pitch().half[h] == (0 if x < 0 else 1 if x > 0 else 2)
    assert places(pitch().launch[0]) == [(0, -4), (0, -2), (0, 0), (0, 2), (0, 4)]
    assert places(pitch().launch[1]) == [(0, 4), (0, 2), (0, 0), (0, -2), (0, -4)]


@clause("R1.3")
def test_the_zones_are_these() -> None:
    assert places(pitch().strike) == [(-9, 0), (-7.5, -3), (-7.5, 3), (9, 0), (7.5, -3), (7.5, 3)]
    assert places(pitch().bonus) == [(-5, 0), (-3.5, -3), (-3.5, 3), (5, 0), (3.5, -3), (3.5, 3)]
    assert pitch().points.tolist() == [[3, 4], [1, 2], [1, 2]] * 2
    assert pitch().scorer.tolist() == [1, 1, 1, 0, 0, 0]
    assert pitch().zone_names[0] == "Home's end zone"
    assert pitch().zone_names[4] == "Visitor's north zone"


@clause("R1.3")
def test_a_zone_is_a_flower_with_its_two_ends() -> None:
    centres = [hex_of(name) for name in ("F4", "C4", "I4", "F18", "C15", "I15")]
    assert places(np.array(centres)) == [(-7, 0), (-5.5, -3), (-5.5, 3), (7, 0), (5.5, -3), (5.5, 3)]
    assert np.bincount(pitch().zone).tolist() == [9] * 6 + [201 - 54]
    for zone, centre in enumerate(centres):
        hexes = set(np.flatnonzero(pitch().zone == zone).tolist())
        flower = set(np.flatnonzero(FIELD.distance[centre] <= 1).tolist())
        strike, bonus = int(pitch().strike[zone]), int(pitch().bonus[zone])
        assert hexes == flower | {strike, bonus}
        assert FIELD.distance[strike, bonus] == 4
        assert len({int(pitch().half[h]) for h in hexes}) == 1


@clause("R1.3")
def test_the_halves_are_mirror_images() -> None:
    for h in range(ground.HEXES):
        other = mirrored(h)
        assert place(other) == (-place(h)[0], place(h)[1])
        zone = int(pitch().zone[h])
        assert pitch().zone[other] == (zone if zone == ground.ZONES else (zone + 3) % 6)


@clause("R1.4")
def test_the_entries_are_the_corners_of_each_half() -> None:
    assert places(pitch().gate[0]) == [(-7.5, -5), (-7.5, 5)]
    assert places(pitch().gate[1]) == [(7.5, -5), (7.5, 5)]


def test_a_hex_is_named_by_its_row_and_its_number() -> None:
    names = [hex_name(h) for h in range(ground.HEXES)]
    assert [hex_of(name) for name in names] == [*range(ground.HEXES)]
    assert (names[0], names[15], names[16], names[100], names[-1]) == ("A1", "A16", "B1", "F11", "K16")


@pytest.mark.parametrize("name", ["", "A", "A0", "A17", "F22", "L1", "a1", "A01", "A-1", "11", "A1 ", "A²"])
def test_another_name_is_no_hex(name: str) -> None:
    with pytest.raises(
        ValueError, match="is not a hex: give a row from A to K and a number counted from the west"
    ):
        hex_of(name)


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("launch =", "start =", "pitch: the keys must be launch, entries and zone, and nothing else (R1)"),
        ('"B9", ', "", "pitch, launch: there must be a list of 5 hexes (R1.2)"),
        ('"B9"', "3", "pitch, launch: '3' is not a hex: "),
        (
            '"B9"',
            '"B8"',
            "pitch, launch: the launch hexes must lie on the centre line, listed from north to south (R1.2)",
        ),
        (
            '"B9"',
            '"J9"',
            "pitch, launch: the launch hexes must lie on the centre line, listed from north to south (R1.2)",
        ),
        (
            '["A16"',
            '["A1"',
            "pitch, entries: one must lie in the northernmost row and one in the southernmost, both in the east",
        ),
        (
            '["A16"',
            '["B16"',
            "pitch, entries: one must lie in the northernmost row and one in the southernmost, both in the east",
        ),
        ('["A16", ', "[", "pitch, entries: there must be a list of 2 hexes (R1.4)"),
        (
            '"F18"',
            '"F17"',
            "pitch, zone 1: the strike hex and the bonus hex must lie 4 apart, with the centre ",
        ),
        ('"F20"', '"F30"', "pitch, zone 1: 'F30' is not a hex: "),
        (
            'bonus = "C13"',
            'end = "C13"',
            "pitch, zone 2: the keys must be name, centre, strike, bonus and points (R1.3)",
        ),
        (
            "[3, 4]",
            "[4, 3]",
            "pitch, zone 1: points must be two whole numbers from 1 to 7, the second at least as large as the first (R1.3)",
        ),
        (
            "[3, 4]",
            "[3.0, 4]",
            "pitch, zone 1: points must be two whole numbers from 1 to 7, the second at least as large as the first (R1.3)",
        ),
        (
            "[3, 4]",
            "[0, 4]",
            "pitch, zone 1: points must be two whole numbers from 1 to 7, the second at least as large as the first (R1.3)",
        ),
        (
            "[3, 4]",
            "[3, 8]",
            "pitch, zone 1: points must be two whole numbers from 1 to 7, the second at least as large as the first (R1.3)",
        ),
    ],
)
def test_a_fault_in_the_pitch_is_said_in_a_sentence(old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match="pitch") as caught:
        ground.read(changed(PITCH_TEXT, old, new))
    assert str(caught.value).startswith(message)


def zone(centre: str, strike: str, bonus: str) -> str:
    return f'[[zone]]\nname = "z"\ncentre = "{centre}"\nstrike = "{strike}"\nbonus = "{bonus}"\npoints = [1, 2]\n'


@pytest.mark.parametrize(
    ("zones", "message"),
    [
        (zone("F18", "F20", "F16") * 2, "pitch: there must be 3 [[zone]] tables (R1.3)"),
        (
            zone("F18", "F20", "F16") * 3,
            "pitch: the zones must lie in the east, apart from each other (R1.3)",
        ),
        (
            zone("F4", "F2", "F6") + zone("C15", "C17", "C13") + zone("I15", "I17", "I13"),
            "pitch: the zones must lie in the east, apart from each other (R1.3)",
        ),
        # the flower of its centre would need a row beyond the wall
        (
            zone("A10", "A12", "A8") * 3,
            "pitch, zone 1: the strike hex and the bonus hex must lie 4 apart, with the centre ",
        ),
        ("zone = [1, 2, 3]", "pitch, zone 1: the keys must be name, centre, strike, bonus and points (R1.3)"),
    ],
)
def test_zones_that_do_not_fit_are_said_in_a_sentence(zones: str, message: str) -> None:
    with pytest.raises(ValueError, match="pitch") as caught:
        ground.read(PITCH_TEXT[: PITCH_TEXT.index("[[zone]]")] + zones)
    assert str(caught.value).startswith(message)


# the formations


@clause("R2.4")
def test_a_formation_stands_in_the_own_half_and_mirrors_in_the_other() -> None:
    made = lines.formations()
    assert made.shape == (2, 6, 8)
    for home, visitor in zip(made[0], made[1], strict=True):
        assert len(set(home.tolist())) == 8
        assert (pitch().half[home] == 0).all()
        assert places(visitor) == [(-x, r) for x, r in places(home)]


@clause("R2.4")
def test_formations_have_different_names_and_places() -> None:
    assert len(set(lines.NAMES)) == lines.FORMATIONS
    assert lines.NAMES[0] == "balanced"
    assert len({tuple(sorted(home)) for home in lines.formations()[0].tolist()}) == lines.FORMATIONS


@clause("R2.4")
def test_the_wall_leaves_no_way_through_without_a_threat() -> None:
    wall = lines.formations()[0, lines.NAMES.index("wall"), :5]
    threatened = {int(FIELD.across[h, side]) for h in wall for side in (5, 0, 1)}
    closed = {int(h) for h in [*wall, *threatened]}
    # from the middle nobody reaches Home's zones over hexes that are neither held nor threatened
    reached = line = {h for h in range(ground.HEXES) if FIELD.x[h] >= 0} - closed
    while line:
        line = {int(over) for h in line for over in FIELD.across[h] if over != WALL} - closed - reached
        reached = reached | line
    assert {int(pitch().zone[h]) for h in reached}.isdisjoint({0, 1, 2})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[[formation]]", "[[line]]", "formations: there must be 6 [[formation]] tables (R2.4)"),
        (
            '"wall"',
            '"balanced"',
            "formations, number 2: it must have a unique name and a home, and nothing else (R2.4)",
        ),
        (
            '"wall"',
            '""',
            "formations, number 2: it must have a unique name and a home, and nothing else (R2.4)",
        ),
        (
            '"wall"',
            "3",
            "formations, number 2: it must have a unique name and a home, and nothing else (R2.4)",
        ),
        (
            "home",
            "away",
            "formations, number 1: it must have a unique name and a home, and nothing else (R2.4)",
        ),
        ('"E9", ', "", "formations, 'balanced': home must be a list of 8 hexes (R2.4)"),
        ('"E9"', '"E99"', "formations, 'balanced': 'E99' is not a hex: "),
        ('"E9"', '"F11"', "formations, 'balanced': every hex must lie in Home's half, not F11 (R2.4)"),
        ('"E9"', '"G12"', "formations, 'balanced': every hex must lie in Home's half, not G12 (R2.4)"),
        (
            '"E9"',
            '"G9"',
            "formations, 'balanced': every player needs a hex of his own, but G9 is listed twice (R2.4)",
        ),
    ],
)
def test_a_fault_in_a_formation_is_said_in_a_sentence(old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match="formations") as caught:
        lines.read_formations(changed(FORMATIONS_TEXT, old, new))
    assert str(caught.value).startswith(message)


def test_formations_are_tables() -> None:
    with pytest.raises(ValueError, match="formations, number 1: it must have a unique name"):
        lines.read_formations("formation = [1, 2, 3, 4, 5, 6]")
