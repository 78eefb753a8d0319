"""Games that keep the interface, and the counts of their lines of play."""

from itertools import groupby

import pytest

import sandtable as st
from sandtable.authoring import ops
from sandtable.games import installed
from sandtable.testing import check_game, perft
from tests.fixtures import bowls, connect_four, hide_and_seek
from tests.markers import quick
from tests.perft.rush import OWN


@pytest.mark.parametrize("columns", quick(4, of=(4, 7, 9), study=(7, 9)))
def test_connect_four_keeps_the_interface(columns):
    matches = 200 if columns == 4 else 700
    report = check_game(st.Game(connect_four.SPEC, columns=columns), matches=matches, seed=columns, plain=300)
    assert report["matches"] == matches
    assert report["plies"] > matches * 7


@pytest.mark.study
def test_hide_and_seek_keeps_the_interface():
    assert check_game(st.Game(hide_and_seek.SPEC), matches=2500)["plies"] > 2500 * 4


@pytest.mark.study
def test_bowls_whose_actions_cannot_be_listed_keep_the_interface():
    assert check_game(st.Game(bowls.SPEC), matches=500)["plies"] == 500 * 10


CROWDED = {"width": 600, "height": 600, "turn_cap": 20}
# positions that are gone through in plain Python, where a flick takes thousands of times as long
# (120 find what is wrong in one position of forty in 95 runs of 100, half of them in 78; `sandtable check` goes through 1000)
PLAIN = dict.fromkeys(installed(), 120) | {"rush": 80, "rout": 20}
# settings under which rules come to work that do not by default
OTHERWISE = [
    ("optio", {"kudos": 1, "reveal_after": 2, "target_by": "owner", "scout_later": True}),
    ("optio", {"kudos": 0, "reveal_after": 3}),
    ("optio", {"kudos": 12, "reveal_after": 0, "target_by": "owner", "scout_later": True}),
    ("optio", {"kudos": 2, "map": "mountainous:5", "scout_later": True, "reveal_after": 200}),
    ("optio", {"kudos": 1, "navy_profile": "none", "oxblood_profile": "none", "target_by": "owner"}),
    ("rout", {"split": "open", "placing": "in_turn", "hand": "none", "turn_cap": 20, "edge": "tape"}),
    ("rout", {"broken_shown": "owner", "hand": "novice", "rout_in_one": True, "ink_turn": 0, "turn_cap": 40}),
    ("rout", {**CROWDED, "broken_shown": "all", "ivory_units": 12, "ink_units": 12, "split": "diagonal"}),
    ("rout", {**CROWDED, "best_of": "3", "ivory_units": 1, "ink_units": 4, "rally": 0, "own_rout": False}),
    (
        "rout",
        {**CROWDED, "restitution": 90, "table_friction": 5, "block_friction": 0, "cavalry": 0, "rally": 6},
    ),
    ("rush", {"preset": "demo", "throw_ends": "incomplete", "tie": "draw", "first": "random", "drop": "any"}),
    ("rush", {"rushes": 3, "exploding_sixes": True, "home": "greenskins", "visitor": "humans"}),
    ("rush", {"home": OWN, "visitor": OWN, "opponent_threatens": False, "player_cap": 1, "rushes": 4}),
    ("rush", {"on_pitch": 8, "tokens": 9, "player_cap": 4, "rushes": 2, "throw_ends": "incomplete"}),
    ("rush", {"team": 2, "on_pitch": 1, "rushes": 1, "tokens": 2, "visitor": OWN, "exploding_sixes": True}),
]


@pytest.mark.study
@pytest.mark.parametrize(("game", "settings"), OTHERWISE)
def test_shipped_games_keep_the_interface_under_other_settings(game, settings):
    # the plain half, which takes nearly all of the time, in full with the settings that most play
    report = check_game(st.load(game, **settings), matches=30, plain=PLAIN[game] // 6)
    assert report["matches"] == 30


@pytest.mark.parametrize("game", installed())
def test_a_match_in_a_used_record_begins_as_in_a_fresh_one(game):
    made, moves = st.load(game), st.stream(3)
    position = made.start()
    while not position.over:
        position.play(position.sample(moves))
        used = position.copy()
        ops.deal(made.setup, used.state)
        assert used == made.start()


@pytest.mark.long
@pytest.mark.parametrize("parts", [2, pytest.param(1, marks=pytest.mark.study)])
@pytest.mark.parametrize("game", installed())
def test_shipped_games_keep_the_interface(game, parts):
    matches = (50 if game == "rout" else 200) // parts
    assert check_game(st.load(game), matches=matches, plain=PLAIN[game] // parts)["matches"] == matches


def test_progress_is_told():
    seen = []
    check_game(st.Game(connect_four.SPEC), matches=3, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def naive_lines(stones, depth):
    """Lines of connect four on lists of columns: the plain twin of the kernel."""
    if depth == 0:
        return 1
    total = 0
    for column in range(7):
        if len(stones[column]) == 6:
            continue
        stones[column].append(sum(map(len, stones)) % 2)
        if not naive_win(stones, column):
            total += naive_lines(stones, depth - 1)
        elif depth == 1:
            total += 1
        stones[column].pop()
    return total


def naive_win(stones, column):
    """Whether the stone on top of `column` completes four."""
    row = len(stones[column]) - 1
    mine = stones[column][row]
    cells = {(c, r) for c in range(7) for r, owner in enumerate(stones[c]) if owner == mine}
    for across, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
        line = [(column + i * across, row + i * up) in cells for i in range(-3, 4)]
        if any(full and len(list(run)) >= 4 for full, run in groupby(line)):
            return True
    return False


@pytest.mark.parametrize("depth", range(6))
def test_perft_of_connect_four_from_the_start_is_the_naive_one(depth):
    assert perft(st.Game(connect_four.SPEC).start(), depth) == naive_lines([[] for _ in range(7)], depth)


def test_perft_of_connect_four_from_the_middle_is_the_naive_one():
    moves = [3, 3, 3, 3, 2, 4, 2, 2, 4, 4, 3, 3, 0]
    stones = [[] for _ in range(7)]
    for ply, column in enumerate(moves):
        stones[column].append(ply % 2)
    position = st.Game(connect_four.SPEC).replay(moves)
    assert [perft(position, d) for d in range(6)] == [naive_lines(stones, d) for d in range(6)]


def test_perft_follows_examples_and_ends_before_outcomes_that_are_not_listed():
    start = st.Game(bowls.SPEC).start()
    assert [perft(start, depth) for depth in range(5)] == [1, 37, 1369, 1369, 0]


def test_perft_counts_outcomes():
    # 3 places, 3 places, 2 tosses, 3 places to look into, of which one wins; then 2 tosses and 2 places
    start = st.Game(hide_and_seek.SPEC).start()
    assert [perft(start, depth) for depth in range(6)] == [1, 3, 9, 18, 54, 72]
    assert perft(start, 13) == 0
