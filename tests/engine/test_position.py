"""The Python face of a position: what it says of itself, its bytes, and the defaults for all that a game leaves out."""

import json

import numpy as np
import pytest

import sandtable as st
from sandtable.authoring import CHANCE, SPECTATOR
from sandtable.engine.game import IllegalAction, Position
from tests.engine.test_declaration import needs_only
from tests.fixtures import connect_four, hide_and_seek
from tests.fixtures.hide_and_seek import rules as seek
from tests.fixtures.tug.declaration import SPEC as TUG


def test_a_position_says_where_it_is():
    game = st.Game(TUG)
    position = game.start().play(game.parse("pull with force 1"))
    assert (position.to_move, position.phase, position.ply, position.score) == (CHANCE, "roll", 1, (0.0, 0.0))
    assert position.actions() == [2, 3, 4, 5]
    assert position.chances() == [(action, 0.25) for action in position.actions()]
    assert repr(position) == f"<tug ply 1, roll, to move -1, {position.digest()}>"
    assert json.loads(position.to_json(0)) == {
        "game": "tug",
        "to_move": CHANCE,
        "phase": "roll",
        "ply": 1,
        "score": [0.0, 0.0],
        "scene": {"rope": 0},
    }
    # seat 0 has pulled hard, and half of that counts
    assert [position.evaluate(seat) for seat in (0, 1)] == [0.125, -0.125]
    assert position.play(5).features(0).tolist() == [2.0]
    assert (game.id, game.bound(), game.describe(3), game.unpack(3).fields) == (
        "tug",
        32,
        "roll 1",
        {"face": 1},
    )


def test_a_position_is_its_bytes():
    game, other = st.Game(connect_four.SPEC), st.Game(connect_four.SPEC, columns=5)
    position = game.replay([3, 3, 4])
    again = game.from_bytes(bytes(position))
    assert again == position
    assert hash(again) == hash(position)
    assert again.play(2) != position
    assert other.from_bytes(bytes(position)) != position
    assert position != bytes(position)
    for data in (b"", bytes(position)[:-1], bytes(position) + b"\0"):
        with pytest.raises(
            ValueError, match=rf"connect_four has {len(bytes(position))} bytes, not {len(data)}"
        ):
            game.from_bytes(data)


def test_a_position_of_a_record_is_a_copy_of_it():
    made = st.Game(connect_four.SPEC).start()
    other = Position(made.game, made._array)
    made.play(3)
    assert (other.ply, made.ply) == (0, 1)


def test_what_cannot_be_played_is_refused_and_changes_nothing():
    game = st.Game(connect_four.SPEC)
    position = game.replay([3] * 6)
    before = bytes(position)
    with pytest.raises(IllegalAction) as refused:
        position.play(3)
    assert str(refused.value) == f"{refused.value.reason.sentence} ({refused.value.reason.clause})"
    assert bytes(position) == before
    with pytest.raises(IllegalAction, match=r"^There is no action 9\.$"):
        position.play(9)
    with pytest.raises(IllegalAction, match=r"^There is no action -1\.$"):
        position.play(-1)
    with pytest.raises(IllegalAction) as again:
        game.replay([3] * 6 + [2, 3, 3])
    assert again.value.reason == refused.value.reason
    over = game.replay([0, 1, 0, 1, 0, 1, 0])
    assert over.over
    with pytest.raises(ValueError, match="the match is over: there is nothing to play"):
        over.sample(st.stream(1))


def test_a_view_and_a_mind_are_those_of_a_seat():
    game = st.Game(hide_and_seek.SPEC)
    position = game.replay([1, 2])
    assert [position.view(seat).state.place.tolist() for seat in (0, 1, SPECTATOR)] == [
        [1, 3],
        [3, 2],
        [3, 3],
    ]
    assert position.view(0).agent_setup(0) is game.setup
    drawn = {tuple(position.view(0).determinize(0, st.stream(n)).state.place.tolist()) for n in range(40)}
    assert drawn == {(1, place) for place in range(3)}


def test_a_game_without_faces_shows_what_it_has():
    bare = needs_only()
    game = st.Game(bare, columns=5)
    position = game.start().play(1).play(1)
    assert position.text() == "stones: [128, 256]"
    assert position.drawing().words == ("stones: [128, 256]",)
    assert position.svg() == position._repr_svg_()
    assert "stones: [128, 256]" in position.svg()
    setup, state = game.setup, position.state
    before = bytes(position)
    assert bare.table.mask_history(setup, state, 1) is None
    assert bytes(position) == before
    shown = (
        bare.presentation.length({}),
        bare.presentation.labels(setup),
        bare.presentation.scene(setup, state, 0),
        bare.presentation.odds(setup, state, 0, 1),
    )
    assert shown == ("", {}, {}, None)
    assert (bare.presentation.luck(setup, state, 1), bare.table.irreversible(setup, state, 1)) == (
        None,
        False,
    )
    assert (
        bare.presentation.advice(setup, state, 0),
        bare.players.agent_setup(setup),
        bare.table.history_start(setup, state, 0),
    ) == ("", None, 0)
    assert (list(bare.table.exported(setup, state)), bare.secret, bare.policy_names, bare.about) == (
        [],
        False,
        (),
        "",
    )
    assert bare.rules_text() == f"# {bare.name}\n\n{bare.summary}\n"
    assert hide_and_seek.SPEC.secret


def test_moves_fix_a_view_where_all_that_may_be_lead_to_it():
    game = st.Game(hide_and_seek.SPEC)
    drawn = np.concatenate([st.stream(number).reshape(1) for number in range(20)])
    hide, toss, look = 0, seek.TOSSES, seek.SEEKS
    start = game.start()
    hidden = start.copy().play(hide)
    # whoever hides knows what comes of it
    assert start.view(0).fixes(0, [hide], hidden.view(0), drawn)
    hidden.play(hide + 2).play(toss)
    empty = hidden.copy().play(look)
    # somebody might have been there
    assert not hidden.view(0).fixes(0, [look], empty.view(0), drawn)
    # nobody is found by looking twice into the same place
    assert not empty.play(toss).view(0).fixes(0, [look], empty.view(0), drawn)
