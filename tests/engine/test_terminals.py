"""Commands on any terminal: one that lacks characters, one that is closed, one that is full, one that obeys what it reads."""

import os
import re
import subprocess
import sys
import threading

import pytest
from typer.main import get_command

import sandtable as st
from sandtable.cli import app
from sandtable.cli.console import WRONG_USAGE
from sandtable.graphics.substitutes import printable
from tests.engine.command import commands, run
from tests.fixtures import hide_and_seek
from tests.markers import quick

ENCODINGS = ("ascii", "cp437", "latin-1")
FIXTURE = "tests/fixtures/hide_and_seek"
NAMES = ("Жан – 👩\u200d👧 × ≥", "\x1b[31mBob\x07\u202e")
# between them they print rules, tables, JSON, maps in colours and errors
PRINTING = [
    *(("rules", game) for game in ("assault", "optio", "rout", "rush")),
    ("games",),
    ("games", "optio"),
    ("games", "rush", "--json"),
    ("games", "łudo–"),
    ("print", "rush", "--options"),
    ("map", "list"),
    ("map", "show", "crossways"),
    ("map", "generate", "×"),
    ("check", "assault", "--set", "health=…"),
    ("nothing–such",),
]


@pytest.mark.parametrize("encoding", quick("ascii", of=ENCODINGS))
def test_every_command_prints_on_a_terminal_that_lacks_characters(encoding):
    helps = [(*path, "--help") for path, _ in commands(get_command(app))]
    for words in (*PRINTING, *helps):
        done, there = run(*words, encoding=encoding), run(*words)
        assert (done.returncode, bool(done.stdout), bool(done.stderr)) == (
            there.returncode,
            bool(there.stdout),
            bool(there.stderr),
        )
        assert done.stdout == there.stdout.encode(encoding, "sandtable.alike").decode(encoding), words


@pytest.fixture(scope="module")
def odd_match(tmp_path_factory):
    """The file of a match between people with odd names, one of which commands the terminal."""
    return filed(NAMES, tmp_path_factory.mktemp("odd") / "mätch.jsonl")


def filed(names, file):
    """The file of a match between two of these names, the first of whom resigns."""
    match = st.Match(st.Game(hide_and_seek.SPEC), bytes(32), seats=names)
    match.play(match.position.sample(st.stream(1)))
    match.play(match.position.sample(st.stream(1)))
    match.extend([match.resign_entry(0)])
    file.write_text(match.file(), encoding="utf-8")
    return file


def test_a_name_from_a_file_is_shown_and_not_obeyed(odd_match):
    told = run("replay", str(odd_match), "--game", FIXTURE).stdout
    assert "Жан – 👩\u200d👧 × ≥ resigned." in told
    assert printable("\x1b[31mBob\x07\u202e\n") == "\ufffd[31mBob\ufffd\ufffd\n"


def test_a_name_from_a_file_is_no_line_of_its_own(tmp_path):
    file = filed(("Ann\n- nobody cheated", "Bob"), tmp_path / "match.jsonl")
    for command in ("verify", "replay"):
        told = run(command, str(file), "--game", FIXTURE)
        assert (told.returncode, told.stderr) == (0, "")
        assert "Ann - nobody cheated" in told.stdout
        assert "\n- nobody cheated" not in told.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes")
def test_a_match_is_read_from_a_pipe_which_can_be_read_once(odd_match, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(odd_match.read_bytes()), daemon=True)
    writer.start()
    done = run("verify", str(pipe), "--game", FIXTURE)
    writer.join(10)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("ascii", "??? - ? x >="), ("cp437", "??? - ? x ≥"), ("latin-1", "??? - ? × >=")],
)
def test_what_is_lacking_in_a_name_is_replaced(odd_match, encoding, name):
    done = run("replay", str(odd_match), "--game", FIXTURE, encoding=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{name} resigned." in done.stdout


COMMAND = [sys.executable, "-m", "sandtable", "rules", "rush"]
# as a machine without a locale has it
BARE = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "LC_ALL": "C",
}


def shell(redirected, command=COMMAND):
    """The status and what is complained of by a command whose streams are redirected in a shell."""
    words = " ".join(f"'{word}'" for word in command)
    done = subprocess.run(
        ["sh", "-c", f"{words} {redirected}"], env=BARE, capture_output=True, timeout=60, check=False
    )
    return done.returncode, done.stderr.decode("ascii")


@pytest.mark.skipif(sys.platform == "win32", reason="redirects by a POSIX shell")
def test_a_command_whose_output_is_closed_does_its_work():
    assert shell("<&- >&-") == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full disk")  # noqa: PTH110
def test_a_full_disk_is_one_sentence(monkeypatch):
    full = "sandtable: the output cannot be written: No space left on device.\n"
    assert shell(">/dev/full", [*COMMAND[:-2], "--version"]) == (WRONG_USAGE, full)
    # whether Python writes at once or as it ends
    for buffered in ("", "1"):
        monkeypatch.setitem(BARE, "PYTHONUNBUFFERED", buffered)
        assert shell("2>/dev/full", [*COMMAND[:-2], "nothing"]) == (WRONG_USAGE, "")


def test_a_place_that_is_no_file_is_one_sentence(tmp_path):
    for place in (tmp_path, tmp_path / "none", tmp_path / "a\x1b[31m"):
        done = run("verify", str(place))
        assert (done.returncode, done.stdout) == (WRONG_USAGE, "")
        assert re.fullmatch(r"sandtable: .* cannot be read: [A-Z][a-z ]+\.\n", done.stderr)
        assert "\x1b" not in done.stderr
