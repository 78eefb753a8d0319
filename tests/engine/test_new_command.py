"""`sandtable new`: what it writes is a complete game; a name that cannot be one is refused and nothing is written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from sandtable.cli import app
from tests.markers import quick

# the game's own tests and its check in one process, so that what both need is imported once. That compiled rules do the same
# takes long to check
BOTH = """
import sys
import pytest
from sandtable.cli import main
from sandtable.testing import modes

if sys.argv[1] == "plain":
    modes.check_modes = lambda *_: None
failed = pytest.main(["-q", "-p", "no:cacheprovider", "dice_duel"])
sys.argv = ["sandtable", "check", "dice_duel/dice_duel.py", "--matches", "20"]
main() if not failed else sys.exit(failed)
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("mode", quick("plain", of=("plain", "both")))
def test_a_new_game_passes_its_tests_and_the_check(mode, said):
    status, printed, complained = said("new", "dice_duel")
    assert (status, complained) == (0, "")
    assert sorted(path.name for path in Path("dice_duel").iterdir()) == [
        "dice_duel.py",
        "rules.md",
        "test_dice_duel.py",
    ]
    assert Path("dice_duel/rules.md").read_text(encoding="utf-8").startswith("# Dice duel\n")
    assert "sandtable check dice_duel/dice_duel.py\n" in printed
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    done = subprocess.run(
        [sys.executable, "-c", BOTH, mode], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\ndice_duel conforms to the interface: 20 matches" in done.stdout


def test_the_commands_to_try_exist_and_name_the_file(said):
    printed = said("new", "dice_duel")[1]
    lines = [line.split() for line in printed.splitlines() if line.startswith("  sandtable ")]
    assert [words[1] for words in lines] == ["check", "play", "simulate"]
    for words in lines:
        options = {
            option for parameter in get_command(app).commands[words[1]].params for option in parameter.opts
        }
        assert {word for word in words if word.startswith("--")} <= options
        assert [word for word in words if word.endswith(".py") and Path(word).is_file()]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            "Dice Duel",
            "'Dice Duel' cannot be the name of a game: use lower-case letters, digits and underscores",
        ),
        ("../duel", "'../duel' cannot be the name of a game: "),
        ("2duel", "'2duel' cannot be the name of a game: "),
        ("lambda", "'lambda' cannot be the name of a game: "),
        ("", "'' cannot be the name of a game: "),
        ("rush", "a game called 'rush' is already installed: choose another name"),
        ("random", "Python already has a module 'random', which "),
        ("duels", "duels already exists here: choose another name, or "),
    ],
)
def test_a_wrong_name_is_one_sentence_and_writes_nothing(name, why, said):
    Path("duels").mkdir()
    status, printed, complained = said("new", name)
    assert (status, printed) == (2, "")
    assert complained.startswith(f"sandtable: {why}")
    assert complained.count("\n") == 1
    assert [str(path) for path in Path().rglob("*")] == ["duels"]


def test_what_cannot_be_written_leaves_nothing(said, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", full)
        told = said("new", "dice_duel")
    assert told == (2, "", "sandtable: the game cannot be written: No space left on device.\n")
    assert list(Path().iterdir()) == []
