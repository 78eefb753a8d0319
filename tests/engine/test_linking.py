"""How compiled kernels call each other: what is short is taken in, what is long is linked, in the cache too."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable._compiler import kernels

pytestmark = pytest.mark.skipif(not kernels.COMPILED, reason="there are no kernels without the compiler")

ROOT = Path(__file__).parents[2]
SHORT = 20
LONG = "\n".join(f"    n = n * {2 * i + 3} ^ {i}" for i in range(SHORT))
RULES = f"""
from sandtable._compiler.kernels import inline, jit

@jit
def long(n):
{LONG}
    return n

@jit
def short(n):
    return n + 1

@inline
def inlined(n):
{LONG}
    return n + 3

@jit
def between(n):
    return long(short(n))

@jit
def caller(n):
    return between(n) ^ short(n) ^ inlined(n)
"""
# prints what it found, the names of what was compiled for it, and what the machine code of the caller is linked to
SCRIPT = f"""
import json, sys
from pathlib import Path
import numba
from numba.core import event
from sandtable._compiler import kernels, linking
linking.SHORT = {SHORT}
root, digest, *first = sys.argv[1:]
kernels.keep_by_digest(Path(root), digest)
sys.path.insert(0, root)
import rules
heard = event.RecordingListener()
event.register("numba:compile", heard)
for name in first:
    getattr(rules, name)(5)
caller = rules.caller
found = int(caller(7))
compiled = sorted(said.data["dispatcher"].py_func.__name__ for _, said in heard.buffer if said.is_start)
(made,) = caller.overloads.values()
print(json.dumps([found, compiled, [need.place[1] for need in made.library.needs]]))
"""


def told(rules, *first, digest="one", script=SCRIPT):
    """What another process says of the caller in the folder `rules`, once it has called what comes `first`."""
    done = subprocess.run(
        [sys.executable, "-c", script, str(rules), digest, *first],
        env={**os.environ, "SANDTABLE_CACHE": str(rules.parent / "cache"), "NUMBA_DISABLE_JIT": "0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def written(folder):
    (folder / "rules").mkdir()
    (folder / "rules" / "rules.py").write_text(RULES)
    return folder / "rules"


@pytest.fixture
def rules(tmp_path):
    return written(tmp_path)


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """A folder with rules and what is kept of them, and what the process said that compiled them."""
    folder = tmp_path_factory.mktemp("first")
    return folder, told(written(folder))


@pytest.fixture
def kept(first, tmp_path):
    """Rules that another process has compiled."""
    return Path(shutil.copytree(first[0], tmp_path, dirs_exist_ok=True)) / "rules"


def expected(rules=RULES):
    """What plain Python finds, in 64 bits."""
    known = {}
    exec(
        rules.replace("@jit", "")
        .replace("@inline", "")
        .replace("from sandtable._compiler.kernels import inline, jit", ""),
        known,
    )
    return (known["caller"](7) + 2**63) % 2**64 - 2**63


def test_a_long_kernel_is_linked_a_short_one_taken_in_and_what_is_kept_brings_both(first, kept):
    # `between` is taken in: what it is linked to, its caller is linked to
    assert first[1] == [expected(), ["between", "caller", "inlined", "long", "short"], ["long"]]
    assert told(kept) == [expected(), [], ["long"]]
    for file in (kept.parent / "cache").rglob("rules.long-*"):
        file.unlink()
    # compiled by another process, after other functions, it is found under its name all the same
    assert told(kept, "short") == [expected(), ["long"], ["long"]]


@pytest.mark.long
def test_a_numba_that_is_not_known_takes_everything_in(rules):
    other = SCRIPT.replace(
        "import numba\n", "import numba\nnumba.version_info = numba.version_info._replace(short=(0, 1))\n"
    )
    other = other.replace("[need.place[1] for need in made.library.needs]", "hasattr(made.library, 'needs')")
    compiled = ["between", "caller", "inlined", "long", "short"]
    assert told(rules, script=other) == [expected(), compiled, False]
    assert told(rules, script=other) == [expected(), [], False]


@pytest.mark.long
def test_a_caller_of_what_is_gone_is_compiled_anew(kept):
    changed = RULES.replace("def long(", "def far(").replace("return long(", "return far(")
    (kept / "rules.py").write_text(changed)
    assert told(kept) == [expected(), ["between", "caller", "far"], ["far"]]


@pytest.mark.long
def test_a_caller_is_not_linked_to_what_has_another_name(kept):
    for file in (kept.parent / "cache").rglob("rules.long-*"):
        file.unlink()
    # the second kernel of a function has its name from Numba, and the cache keeps what it has compiled
    second = SCRIPT.replace("for name in first:", "kernels.jit(rules.long.py_func)(5)\nfor name in first:")
    # `between` has taken it in, and is long now
    assert told(kept, script=second) == [expected(), ["between", "caller", "long"], ["between"]]
    assert told(kept) == [expected(), [], ["between"]]


def test_each_version_of_a_game_is_linked_to_its_own(kept):
    changed = RULES.replace("n * 3 ^ 0", "n * 5 ^ 0")
    assert expected(changed) != expected()
    (kept / "rules.py").write_text(changed)
    assert told(kept, digest="two")[0] == expected(changed)


def test_functions_of_others_take_in_all_that_kernels_are_linked_to(rules):
    # Numba has been at work before the package came
    outer = "import numba; numba.njit(lambda n: n + 1)(1)\n" + SCRIPT
    outer = outer.replace("caller = rules.caller", "caller = numba.njit(lambda n: rules.caller(n))")
    assert told(rules, script=outer)[::2] == [expected(), []]


def doubled(number):
    return 2 * number


def test_of_two_kernels_of_one_function_callers_are_linked_to_the_first(monkeypatch):
    monkeypatch.setitem(kernels._digests, Path(__file__), "of this test")
    first, second = kernels.jit(doubled), kernels.jit(doubled)
    assert (first(4), second(4)) == (8, 8)
    symbols = [made.library.symbol for kernel in (first, second) for made in kernel.overloads.values()]
    assert "doubled" in symbols[0]
    assert symbols[1] == ""
