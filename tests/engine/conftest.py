"""What tests of the command line share."""

import re
import sys

import pytest

import sandtable as st
from sandtable.cli import main
from sandtable.games import installed
from sandtable.match import Match


@pytest.fixture
def said(monkeypatch, capsys):
    """Runs `sandtable ARGUMENTS` in this process; returns its status and what it printed and complained.

    That something is compiled is no complaint: it depends on the tests before.
    """

    def run_here(*arguments):
        monkeypatch.setattr(sys, "argv", ["sandtable", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        printed, error = capsys.readouterr()
        return ended.value.code, printed, re.sub("^sandtable: compiling .*\n", "", error, flags=re.MULTILINE)

    return run_here


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
