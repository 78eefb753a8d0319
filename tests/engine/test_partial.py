"""Where actions and outcomes cannot be listed: what a position says of it, and dice that can be checked all the same."""

import json

import pytest

import sandtable as st
from sandtable.authoring import rng
from sandtable.engine.match import Match, MatchError
from sandtable.engine.matchfile import read
from tests.fixtures import bowls, connect_four
from tests.fixtures.bowls.rules import DRIFTS, LENGTH, MARGIN, REACH

SECRET = bytes(range(32))
DRIFT = "drift by"


def load(game, **settings):
    return st.Game({"bowls": bowls.SPEC}[game], **settings)


def played():
    """A finished match of bowls."""
    match, stream = Match(load("bowls"), SECRET, "green"), st.stream(3)
    while not match.over:
        match.play(match.position.sample(stream))
    return match


def test_a_position_says_whether_more_may_be_done_than_is_listed():
    position = load("bowls").start()
    assert position.partial
    position.play(MARGIN + 1).play(LENGTH // 2)
    assert (position.phase, len(position.actions()), position.partial) == ("roll", 1, True)
    position.play(position.game.parse("roll toward 17"))
    assert (position.to_move, position.actions(), position.chances()) == (st.CHANCE, [], [])
    assert not position.partial
    assert not st.Game(connect_four.SPEC).start().partial


def test_one_example_is_no_forced_action():
    position = load("bowls").start().play(MARGIN).play(MARGIN)
    assert len(position.actions()) == 1
    assert position.forced() is None
    # neither is an outcome, nor anything after the end
    assert position.play(position.actions()[0]).forced() is None
    assert played().position.forced() is None


def test_the_only_action_of_a_position_is_forced():
    game, found = st.Game(connect_four.SPEC, columns=4), 0
    for seed in range(20):
        position, stream = game.start(), st.stream(seed)
        while not position.over:
            actions = position.actions()
            assert position.forced() == (actions[0] if len(actions) == 1 else None)
            found += len(actions) == 1
            position.play(position.sample(stream))
    assert found


def test_an_outcome_that_cannot_be_listed_is_drawn_from_the_secret():
    match = played()
    chain, drifts, position = rng.chained("", match.bound), 0, load("bowls").start()
    for entry in match.entries:
        if entry.kind == "outcome":
            number = rng.outcome(SECRET, "green", match.basis(chain))
            assert entry.action == DRIFTS + rng.below(rng.stream(int(number * 2**53)), 2 * REACH + 1)
            drifts += 1
        chain = rng.chained(chain, f"{entry.seat} {position.observed_action(st.SPECTATOR, entry.action)}")
        position.play(entry.action)
    assert drifts == 4


def test_such_outcomes_are_checked_when_a_file_is_read():
    text = played().file()
    assert read(text, load).file() == text
    lines = text.splitlines()
    index = next(n for n, line in enumerate(lines) if DRIFT in line)
    entry = json.loads(lines[index])
    entry["action"] += 1 if entry["action"] < DRIFTS + REACH else -1
    lines[index] = json.dumps(entry)
    with pytest.raises(
        MatchError, match=rf"Line {index + 1}: the secret gives the outcome '{DRIFT} \d+' here"
    ):
        read("\n".join(lines), load)
