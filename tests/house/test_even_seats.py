"""What games say of their seats being alike: true of what they ship, and never said where a setting tells them apart."""

import pytest

import sandtable as st
from sandtable.games import installed
from sandtable.games.assault.data.board import board


def said(game, **settings):
    loaded = st.load(game, **settings)
    return loaded.spec.lab.symmetric(loaded.settings)


def test_the_games_say_which_of_their_settings_make_seats_alike():
    assert {game for game in installed() if said(game)} == {"assault", "rout"}


@pytest.mark.parametrize("name", ["skirmish", "grand"])
def test_boards_are_the_same_from_either_side(name):
    assert said("assault", board=name)
    rows = board(name).rows
    width, height = len(rows[0]), len(rows)
    for y, row in enumerate(rows):
        assert all(row[x] == rows[height - 1 - y][width - 1 - x] for x in range(width))


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("assault", {"corners": "diagonal"}),
        ("assault", {"first": "0"}),
        ("rout", {"first": "1"}),
        ("rout", {"north_edge": "tape"}),
        ("rout", {"ink_units": 6}),
        ("rout", {"ivory_turn": 3}),
    ],
)
def test_a_setting_that_tells_them_apart_is_seen(game, settings):
    assert said(game, **settings) == ""
