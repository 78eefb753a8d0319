"""What tests of the command line share."""

import pytest

import sandtable as st
from sandtable.engine.match import Match
from sandtable.games import installed
from tests.engine.command import run


@pytest.fixture
def said():
    """Runs `sandtable ARGUMENTS`; returns its status and what it printed and complained."""

    def told(*arguments):
        done = run(*arguments)
        return done.returncode, done.stdout, done.stderr

    return told


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A file with a random match of a shipped game."""
    match, rng = Match(st.load(installed()[0]), bytes(32)), st.stream(5)
    match.begin()
    while not match.over:
        match.play(match.position.sample(rng))
    file = tmp_path_factory.mktemp("matches") / "match.jsonl"
    file.write_text(match.file(), encoding="utf-8")
    return file
