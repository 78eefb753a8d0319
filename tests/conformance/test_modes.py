"""What is said where the other mode of the compiler, played here by a stand-in for its process, answers otherwise."""

import json
import re
import sys
from dataclasses import replace
from itertools import islice
from types import SimpleNamespace

import pytest

import sandtable as st
from sandtable._compiler.kernels import COMPILED
from sandtable.games import place_of
from sandtable.testing import FaultError, modes
from sandtable.testing import sentences as say
from tests.fixtures import connect_four

GAME = st.Game(connect_four.SPEC, columns=4)
SEED, MATCHES, MOST = 5, 2, 20


def asked_for():
    """What is asked of the other mode; where a game is found depends on who has looked for it before."""
    return [place_of(GAME.spec), json.dumps({"columns": 4}), str(SEED), str(MATCHES), str(MOST)]


@pytest.fixture(scope="module")
def lines():
    """What this mode answers at the first positions."""
    return list(islice(modes.trace(GAME, SEED, MATCHES), MOST))


@pytest.fixture
def answered(monkeypatch, lines):
    """Checks the game against a process that ends like this; returns what it was asked."""

    def checked(said=lines, status=0, complaint=""):
        asked = []

        def run(command, env, **_):
            asked.append((command[-5:], env["NUMBA_DISABLE_JIT"]))
            told = [f"position {line}" for line in said]
            return SimpleNamespace(
                returncode=status, stdout="\n".join(["a warning", *told]), stderr=complaint
            )

        monkeypatch.setattr(modes.subprocess, "run", run)
        modes.check_modes(GAME, MATCHES, SEED, MOST)
        return asked

    return checked


def test_who_answers_alike_is_asked_once_in_the_other_mode(answered):
    assert answered() == [(asked_for(), str(int(COMPILED)))]


def otherwise(lines, number, name):
    """The lines, of which one gives another answer."""
    return [
        re.sub(rf"{name}=\S+", f"{name}=other", line) if n == number else line for n, line in enumerate(lines)
    ]


@pytest.mark.parametrize(
    ("name", "seat"), [("state", ""), ("legal", ""), ("features0", ", seat 0"), ("evaluate1", ", seat 1")]
)
def test_the_answer_that_differs_is_named_with_its_place(answered, lines, name, seat):
    with pytest.raises(FaultError) as raised:
        answered(otherwise(lines, 7, name))
    action = int(lines[7].split()[2])
    assert raised.value.sentence == (
        f"connect_four: this does not hold: {say.MODES_AGREE} ({name} differs) "
        f"[seed 5, match 0, ply 7{seat}, action {action} ({GAME.describe(action)})]"
    )


def test_another_action_is_a_sample_that_differs(answered, lines):
    match, ply, action, *rest = lines[3].split(" ")
    with pytest.raises(FaultError, match=rf"\(sample differs\) \[seed 5, match 0, ply 3, action {action} "):
        answered([*lines[:3], " ".join([match, ply, str(3 - int(action)), *rest]), *lines[4:]])


def test_of_two_answers_that_differ_the_first_is_named(answered, lines):
    with pytest.raises(FaultError, match=r"\(view0 differs\) \[seed 5, match 0, ply 2, seat 0, "):
        answered(otherwise(otherwise(lines, 2, "features1"), 2, "view0"))


@pytest.mark.parametrize("count", [0, MOST - 1, MOST + 1])
def test_too_few_and_too_many_positions_differ(answered, lines, count):
    more = list(modes.trace(GAME, SEED, MATCHES))[:count]
    match, ply, _ = (more if count > MOST else lines)[min(count, MOST)].split(" ")[:3]
    with pytest.raises(FaultError, match=rf"\(state differs\) \[seed 5, match {match}, ply {ply}, "):
        answered(more)


def test_a_mode_that_stops_is_told_with_its_last_word(answered):
    for complaint, last in (("one\ntwo\n\n", "two"), ("", "no message")):
        with pytest.raises(FaultError, match=rf"\(the other mode stopped: {last}, seed 5\)$"):
            answered(status=1, complaint=complaint)


def test_a_game_that_no_module_holds_cannot_be_asked_for():
    with pytest.raises(FaultError, match=re.escape(say.FINDABLE)):
        modes.check_modes(st.Game(replace(connect_four.SPEC)), 1, 0, 1)


def test_the_process_prints_a_line_a_position(monkeypatch, capsys, lines):
    monkeypatch.setattr(sys, "argv", ["modes", *asked_for()])
    modes.main()
    assert capsys.readouterr().out == "".join(f"position {line}\n" for line in lines)
