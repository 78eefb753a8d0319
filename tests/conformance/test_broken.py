"""The conformance suite finds every fault that it looks for, and says which."""

import json
import os
import re
import subprocess
import sys

import pytest

import sandtable as st
from sandtable._compiler.kernels import COMPILED
from sandtable.authoring import OVER, SPECTATOR
from sandtable.testing import faces, kernels
from sandtable.testing import sentences as say
from sandtable.testing.faults import Spot, position_at, snippet
from sandtable.testing.modes import check_modes, trace
from tests.conformance import fingerprints, two_faced
from tests.conformance.broken import FAULTS, SPOTS, said_of, seek_with, sentence, spot
from tests.fixtures import connect_four, hide_and_seek
from tests.house.tree import ROOT

# faults of the declaration or of many matches together, which no single position shows
WHOLE = {say.REASONS_SAY, say.FINDABLE, say.SAMPLE_FAIR}

# fault -> where it is seen
KNOWN = json.loads(SPOTS.read_text(encoding="utf-8"))


class Here(dict):
    """What is said of a game, found out when it is asked for."""

    def __missing__(self, name):
        return said_of(*FAULTS[name])


@pytest.fixture(scope="module")
def said():
    """What the suite said of each broken game, in plain Python: here, or in a process of its own if kernels are compiled."""
    if not COMPILED:
        return Here()
    return printed("tests.conformance.broken")


def printed(module):
    """What a module prints in plain Python."""
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    command = [sys.executable, "-m", module]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_with_the_place_where_it_is_seen(said, name):
    assert sentence(FAULTS[name][0]) in said[name]
    assert spot(said[name]) == KNOWN[name]
    if KNOWN[name]:
        ply = re.search(r"ply (\d+)", KNOWN[name])
        assert f"led to ply {ply[1]}, seen " in said[name]


def test_faults_of_the_declaration_and_of_many_matches_have_no_place():
    assert {sentence(FAULTS[name][0]) for name, place in KNOWN.items() if not place} == WHOLE
    assert set(KNOWN) == set(FAULTS)


def test_as_much_is_looked_at_as_before():
    # whatever is left out draws less
    told = (
        printed("tests.conformance.fingerprints")
        if COMPILED
        else {name: fingerprints.told(name) for name in fingerprints.GAMES}
    )
    assert told == fingerprints.KEPT


def test_the_other_mode_is_asked_for_every_answer():
    lines = [line.split() for line in trace(st.Game(hide_and_seek.SPEC), seed=1, matches=2)]
    answers = [dict(word.split("=") for word in words[3:]) for words in lines]
    seats = [f"{name}{seat}" for seat in (0, 1) for name in ("view", "determinize", "features", "evaluate")]
    assert {tuple(found) for found in answers} == {
        ("state", "legal", *seats),
        ("state", "legal", "chance", *seats),
    }
    for name in ("state", "legal", *seats):
        if not name.startswith("evaluate"):
            assert len({found[name] for found in answers}) > 2, name
    assert [words[:2] for words in lines if words[1] == "0"] == [["0", "0"], ["1", "0"]]
    # outcomes are weighed where one is to come
    assert [words[1] for words, found in zip(lines, answers, strict=True) if "chance" in found][:1] == ["2"]
    # the last of a match has no action to come
    assert [words[2] for words in lines].count(str(OVER)) == 2


def sees_by_ply(setup, s, seat, a):
    return -1 if seat < SPECTATOR and seat != s.to_move and s.ply % 2 == 1 else a


def test_what_a_seat_sees_of_an_action_is_looked_at_from_its_own_view():
    game = seek_with(observed_action=sees_by_ply)
    room, limits = kernels.room(game), kernels.limits(game)
    seen = getattr(kernels.observed_actions, "py_func", kernels.observed_actions)
    position, moves, found = game.start(), st.stream(2), set()
    while not position.over:
        # what another sentence left there: by this view an action would be seen that is hidden
        room.states[kernels.VIEW] = game.start().state
        found |= {seen(game.setup, position.state, room, limits, st.stream(n)) for n in range(60)}
        position.play(position.sample(moves))
    assert say.OBSERVED_ACTION_VIEW not in found


def test_as_many_positions_are_looked_at_as_were_asked_for(monkeypatch):
    asked = []

    def check_match(at, most):
        asked.append(most)
        for _ in range(4):
            at.position.play(at.position.actions()[0])
        return 1

    monkeypatch.setattr(faces, "check_match", check_match)
    assert faces.check_matches(st.Game(connect_four.SPEC), 5, 1, 12) == 3
    assert asked == [12, 7, 2]


def test_draws_fall_evenly_where_each_action_is_as_likely():
    game = st.Game(connect_four.SPEC)
    room, state, rng = kernels.room(game), game.start().state, st.stream(4)
    tally = getattr(kernels.tally, "py_func", kernels.tally)
    assert all(tally(game.setup, state, room, rng, action) for action in range(7) for _ in range(96))
    (counts,) = room.draws[[number for number, drawn in enumerate(room.draws) if drawn.any()]]
    assert counts.sum() == 7 * 96
    assert 20 < counts.min() <= counts.max() < 70
    assert not tally(game.setup, state, room, rng, 7)


def test_outcomes_fall_by_their_weights():
    game = st.Game(hide_and_seek.SPEC)
    position = game.start()
    position.play(0)
    position.play(1)
    room, rng = kernels.room(game), st.stream(4)
    tally = getattr(kernels.tally, "py_func", kernels.tally)
    first, second = position.actions()
    room.weights[:2] = 0.25, 0.75
    assert all(tally(game.setup, position.state, room, rng, first) for _ in range(40))
    counts = room.draws[position.state.phase]
    assert (counts[:4].sum(), counts[4:].sum()) == (40, 0)
    assert all(tally(game.setup, position.state, room, rng, second) for _ in range(40))
    assert (counts[:4].sum(), counts[4:].sum()) == (40, 40)
    room.weights[:2] = 1.0, 0.0
    assert not tally(game.setup, position.state, room, rng, second)


def test_the_snippet_of_a_fault_leads_to_its_spot():
    game = st.Game(two_faced.SPEC)
    with pytest.raises(AssertionError) as raised:
        check_modes(game, matches=2, seed=0, most=1000)
    told = raised.value
    assert "[seed 0, match 0, ply 0, seat 0, " in told.sentence
    assert "st.load('tests.conformance.two_faced:SPEC')" in told.snippet
    command = [sys.executable, "-c", told.snippet]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{game.start().state}\n"


def test_a_position_is_found_again_under_other_settings():
    game = st.Game(connect_four.SPEC, columns=5)
    told = snippet(game, Spot(seed=3, match=2, ply=6, action=4, seat=1))
    assert "columns=5)" in told
    known = {"print": lambda _state: None}
    exec(told, known)
    assert (known["position"].ply, known["action"]) == (6, 4)
    assert known["position"] == position_at(game, 3, 2, 6)
    assert known["view"] == known["position"].view(1)
    with pytest.raises(ValueError, match="the match is over"):
        position_at(game, 3, 2, 31)
    bare = snippet(game, Spot(seed=3, match=2, ply=6))
    assert bare == told.replace("view = position.view(1)\naction = 4\n", "")


def test_compiled_and_plain_python_that_differ_are_found():
    with pytest.raises(AssertionError, match=say.MODES_AGREE) as raised:
        check_modes(st.Game(two_faced.SPEC), matches=2, seed=0, most=1000)
    assert "evaluate0 differs" in str(raised.value)


def test_no_sentence_is_left_without_a_broken_game():
    plain = {text for name, text in vars(say).items() if name.isupper() and isinstance(text, str)}
    tested = {sentence(fault) for fault, _ in FAULTS.values()} | {say.MODES_AGREE}
    assert (set(say.SENTENCES[1:]) | plain) - tested == set()
