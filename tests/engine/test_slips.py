"""A slip in rules that are compiled is reported in one sentence, with file, line and function."""

import subprocess
import sys
from pathlib import Path

import pytest

import sandtable as st
from sandtable._compiler.kernels import COMPILED
from sandtable._compiler.slips import CompileError

ORDERS = (Path(__file__).parents[2] / "examples" / "orders" / "orders.py").read_text(encoding="utf-8")
# name -> what is replaced by what, where that is, and what the sentence says of it
SLIPS = {
    "misspelt": (
        "    s.rounds += 1\n    forget(s)\n",
        "    s.roundz += 1\n    forget(s)\n",
        "next_round",
        "roundz",
    ),
    "rare": (
        "    if s.rounds == ROUNDS:\n",
        "    if s.rounds == ROUNDS:\n        s.endde = 1\n",
        "",
        "the record has no field 'endde'",
    ),
    "bare": (
        "@jit\ndef compare",
        "def compare",
        "apply",
        "the function compare is not compiled: decorate it with @jit",
    ),
    "words": ("return 0 if ROLL.holds(action)", "return 'no' if ROLL.holds(action)", "check", "Cannot unify"),
}

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


@pytest.fixture
def faulty(tmp_path):
    """Writes the game of the example with a slip; returns its file and the sentence's beginning."""

    def write(name):
        good, bad, function, _ = SLIPS[name]
        text = ORDERS.replace(good, bad, 1).replace('"orders"', f'"{name}"')
        file = tmp_path / f"{name}.py"
        file.write_text(text, encoding="utf-8")
        # a line of the slip itself, or of the call of what is not compiled
        at = "        compare(s)" if name == "bare" else bad.splitlines()[-1 if name == "rare" else 0]
        line = text.splitlines().index(next(row for row in text.splitlines() if at in row)) + 1
        return file, f"{file.name}, line {line}" + (f", in {function}: " if function else ": ")

    return write


def play(file):
    """Plays a match at random."""
    position, rng = st.load(str(file)).start(), st.stream(1)
    while not position.over:
        position.play(position.sample(rng))


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_named_with_its_line(faulty, name):
    file, place = faulty(name)
    with pytest.raises(CompileError) as refused:
        play(file)
    said = str(refused.value)
    assert said.startswith("these rules do not compile: ")
    assert place in said
    assert SLIPS[name][3] in said
    assert "\n" not in said
    assert refused.value.details


def test_commands_say_it_in_one_line(faulty):
    file, place = faulty("misspelt")
    command = [sys.executable, "-m", "sandtable", "check", str(file), "--matches", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    (line,) = [row for row in done.stderr.splitlines() if not row.startswith(("compiling", "checking"))]
    assert line.startswith("sandtable: these rules do not compile: ")
    assert place in line
