"""The conformance suite finds every fault that it looks for, and says which."""

import json
import os
import subprocess
import sys

import pytest

import sandtable as st
from sandtable._jit import COMPILED
from sandtable.testing import sentences as say
from sandtable.testing.modes import check_modes
from tests.conformance import two_faced
from tests.conformance.broken import FAULTS, said_of, sentence
from tests.house.tree import ROOT


class Here(dict):
    """What is said of a game, found out when it is asked for."""

    def __missing__(self, name):
        return said_of(*FAULTS[name])


@pytest.fixture(scope="module")
def said():
    """What the suite said of each broken game, in plain Python: here, or in a process of its own if kernels are compiled."""
    if not COMPILED:
        return Here()
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    command = [sys.executable, "-m", "tests.conformance.broken"]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named(said, name):
    assert sentence(FAULTS[name][0]) in said[name]
    assert "[seed " in said[name]


def test_compiled_and_plain_python_that_differ_are_found():
    with pytest.raises(AssertionError, match=say.MODES_AGREE) as raised:
        check_modes(st.Game(two_faced.SPEC), matches=2, seed=0, most=1000)
    assert "estimate0 differs" in str(raised.value)


def test_no_sentence_is_left_without_a_broken_game():
    plain = {text for name, text in vars(say).items() if name.isupper() and isinstance(text, str)}
    tested = {sentence(fault) for fault, _ in FAULTS.values()} | {say.MODES_AGREE}
    assert (set(say.SENTENCES[1:]) | plain) - tested == set()
