"""Companions keep the interface too, and are found with their games, not among them."""

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

import sandtable as st
from sandtable import games
from sandtable.games import companion, installed

KEPT = [game for game in installed() if games.spec(game).table.companion]
# of a game whose usual match is long
SHORT = {"rush": {"preset": "demo", "tie": "draw"}}
CHECK = """
import json, sys, sandtable as st
found = {}
for game, settings in json.loads(sys.argv[1]).items():
    try:
        made = st.load(f"{game}_companion", **settings)
        found[game] = st.testing.check_game(made, matches=2, plain=40)["matches"]
    except AssertionError as error:
        found[game] = str(error)
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def checked():
    """What a process in plain Python says of all companions."""
    games = {game: SHORT.get(game, {}) for game in KEPT}
    done = subprocess.run(
        [sys.executable, "-c", CHECK, json.dumps(games)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.long
@pytest.mark.parametrize("game", KEPT)
def test_a_companion_keeps_the_interface_in_plain_python(checked, game):
    assert checked[game] == 2


@pytest.mark.parametrize("game", KEPT)
def test_a_companion_is_found_by_its_id_and_is_none_of_the_games(game):
    found = games.spec(f"{game}_companion")
    assert found is companion(game)
    assert found.table.companion_of == game
    assert found.id not in installed()


def test_a_game_without_a_companion_has_none(monkeypatch):
    game = installed()[0]
    bare = replace(games.spec(game), table=replace(games.spec(game).table, companion=""))
    monkeypatch.setattr(games, "spec", lambda _: bare)
    assert companion(game) is None
    with pytest.raises(ValueError, match=f"the game {game!r} has no companion"):
        games._companion(game)


def test_what_names_another_game_is_refused(monkeypatch):
    game = installed()[0]
    stray = replace(
        games.spec(game), table=replace(games.spec(game).table, companion="tests.fixtures.hide_and_seek:SPEC")
    )
    monkeypatch.setattr(games, "spec", lambda _: stray)
    with pytest.raises(ValueError, match="which is not a companion of"):
        companion(game)


@pytest.mark.parametrize("game", KEPT)
def test_choices_of_one_list_have_names_of_their_own(game):
    said = companion(game).presentation
    match, rng = st.Match(st.Game(companion(game)), bytes(32)), st.stream(2)
    match.begin()
    for _ in range(60):
        if match.over:
            break
        at = match.position
        if len(at.actions()) < 100:
            words = [_worded(said, at, action) for action in at.actions()]
            assert len(set(words)) == len(words)
        match.play(at.sample(rng))


def _worded(said, at, action):
    """The title of the list in which an action is offered, and its words there."""
    kind = at.game.unpack(action).kind
    seat = max(0, at.to_move)
    return said.titles.get(kind, kind), said.says(at.game.setup, at.state, seat, action) or at.game.describe(
        action
    )


@pytest.mark.parametrize("game", KEPT)
def test_nothing_is_compiled_for_a_companion_at_a_table(game):
    match, rng = st.Match(st.Game(companion(game)), bytes(32)), st.stream(1)
    before = _compiled(match.game.spec.rules.functions)
    match.begin()
    for _ in range(12):
        if not match.over:
            match.play(match.position.sample(rng))
            match.position.view(0).actions()
    assert _compiled(match.game.spec.rules.functions) == before


def _compiled(functions):
    # another test of this process may have compiled some
    return {name: tuple(getattr(functions[name], "signatures", ())) for name in ("apply", "legal", "check")}
