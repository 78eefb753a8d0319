"""Kernels: plain Python until they are compiled, and a cache that processes share, or do without."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from filelock import FileLock, Timeout
from numba import types
from numba.core import event as numba_event
from numba.core.caching import FunctionCache

from sandtable._compiler import kernels
from sandtable.authoring import ops
from sandtable.engine.game import Game
from tests.fixtures import connect_four

pytestmark = pytest.mark.skipif(not kernels.COMPILED, reason="there are no kernels without the compiler")

ROOT = Path(__file__).parents[2]
PACKAGE = Path(kernels.__file__).parents[1]


def doubled(number):
    return 2 * number


def twice_and_one(number):
    return doubled(number) + 1


@pytest.fixture
def patient():
    kernels.be_patient(True)
    yield
    kernels.be_patient(False)


def kernel():
    made = kernels.jit(twice_and_one)
    assert isinstance(made, kernels.Kernel)
    return made


def test_a_patient_call_runs_plain_python_and_compiles_nothing(patient):
    made = kernels.jit(doubled)
    assert made(20) == 40
    assert made.signatures == []


def test_within_compiling_a_call_compiles_and_others_use_it_from_then_on(patient, monkeypatch):
    monkeypatch.setitem(globals(), "doubled", kernels.jit(doubled))
    made, heard = kernel(), list[int]()
    with kernels.compiling():
        assert made(20) == 41
    assert len(made.signatures) == 1
    # plain Python would look up the name that is gone
    monkeypatch.delitem(globals(), "doubled")
    caller = threading.Thread(target=lambda: heard.append(made(30)))
    caller.start()
    caller.join()
    assert heard == [61]


def test_patience_of_others_is_not_ended_by_a_compiling_thread(patient):
    made, other = kernels.jit(doubled), kernels.jit(doubled)
    with kernels.compiling():
        caller = threading.Thread(target=made, args=(3,))
        caller.start()
        caller.join()
        other(3)
    assert (made.signatures, len(other.signatures)) == ([], 1)
    late = kernels.jit(doubled)
    assert late(30) == 60
    assert late.signatures == []


def test_without_patience_a_call_compiles():
    made = kernels.jit(doubled)
    assert made(4) == 8
    assert len(made.signatures) == 1


def sums_of_doubled(number):
    return doubled(3) + doubled(number) + doubled(4)


@pytest.fixture
def uncached(monkeypatch):
    """Kernels are compiled, whatever was compiled before."""
    monkeypatch.setattr(kernels, "CACHE", None)


def test_a_kernel_serves_all_constants(monkeypatch, uncached):
    called = kernels.jit(doubled)
    monkeypatch.setitem(globals(), "doubled", called)
    assert kernels.jit(sums_of_doubled)(5) == 24
    assert called.signatures == [(types.int64,)]


def dropped(setup, state, column):
    ops.apply(setup, state, column)
    return ops.legal(setup, state, np.zeros(9, np.int64))


def test_compiled_code_calls_the_kernel_of_the_game(monkeypatch, uncached):
    game = Game(connect_four.SPEC)
    kernel = kernels.jit(connect_four.SPEC.rules.functions["apply"].py_func)
    monkeypatch.setitem(ops._rules["connect_four"], "apply", kernel)
    start = game.start()
    with numba_event.install_listener("numba:compile", numba_event.RecordingListener()) as listener:
        assert kernels.jit(dropped)(game.setup, start.state, np.int64(3)) == 7
    heard = [event.data["dispatcher"] for _, event in listener.buffer if event.is_start]
    assert len(kernel.signatures) == 1
    assert heard.count(kernel) == 1
    assert [one for one in heard if one is not kernel and one.py_func is kernel.py_func] == []
    assert start.ply == 1


def test_the_index_of_the_cache_is_changed_under_a_lock(monkeypatch):
    held = []

    def save(self, sig, data):
        lock = FileLock(f"{kernels.CACHE}/.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            held.append(True)
        else:
            lock.release()
            held.append(False)

    monkeypatch.setattr(FunctionCache, "_save_overload", save)
    kernels.jit(doubled)(1.5)
    assert held == [True]


def test_a_full_disk_is_told_once_and_stops_nobody(monkeypatch, caplog):
    def fail(self, sig, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(FunctionCache, "_save_overload", fail)
    # no warning has been given yet, and that is so again afterwards
    monkeypatch.setattr(kernels._Cache, "told", kernels._Cache.told)
    # types that no other test leaves in the cache
    assert (kernels.jit(doubled)(2.5), kernels.jit(doubled)(np.float32(2))) == (5.0, 4.0)
    assert [
        record.name for record in caplog.records if "(No space left on device)" in record.getMessage()
    ] == ["sandtable._compiler.kernels"]


def added_and_taken(number, other):
    return (number + other) - number


def shared(number, among):
    return number / among


def test_compiled_arithmetic_is_not_reordered_and_divides_as_numpy_does(uncached):
    assert kernels.jit(added_and_taken)(1e16, 1.0) == added_and_taken(1e16, 1.0) == 0.0
    assert kernels.jit(shared)(1.0, 0.0) == np.inf


def test_beside_the_compiler_numpy_warns_as_before():
    with np.errstate(over="warn"):
        kernels.wrap_silently()
        assert np.geterr()["over"] == "warn"


def run(script, cache, plain="0"):
    environment = {**os.environ, "SANDTABLE_CACHE": str(cache), "NUMBA_DISABLE_JIT": plain}
    return subprocess.run(
        [sys.executable, "-c", script], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )


SCRIPT = "from sandtable.authoring.rng import below, stream; print(int(below(stream(5), 1000)))"


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """The cache that a run has filled."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def compiled(cache):
    """What a process says whose kernels are compiled."""
    return run(SCRIPT, cache)


def test_plain_python_gives_the_same_without_a_warning(tmp_path, compiled):
    plain = run(SCRIPT, tmp_path / "none", "1")
    assert (plain.stdout, plain.stderr) == (compiled.stdout, "")
    assert not (tmp_path / "none").exists()


def test_in_plain_python_a_kernel_is_the_function_itself(monkeypatch):
    monkeypatch.setattr(kernels, "COMPILED", False)
    assert kernels.jit(doubled) is kernels.inline(doubled) is doubled


def test_a_cache_that_cannot_be_written_costs_one_sentence(tmp_path, compiled):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    without = run(SCRIPT, blocked)
    assert without.stdout == compiled.stdout
    assert compiled.stderr == ""
    told = without.stderr.splitlines()
    assert len(told) == 1
    assert str(blocked) in told[0]
    assert "SANDTABLE_CACHE" in told[0]


def test_the_same_package_elsewhere_finds_what_is_compiled(tmp_path, cache, compiled):
    shutil.copytree(PACKAGE, tmp_path / "sandtable", ignore=shutil.ignore_patterns("static", "__pycache__"))
    elsewhere = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {SCRIPT}"
    kept = sorted(cache.rglob("*.nbc"))
    assert run(f"{elsewhere}; import sandtable; print(sandtable.__file__)", cache).stdout == (
        f"{compiled.stdout}{tmp_path / 'sandtable' / '__init__.py'}\n"
    )
    assert kept
    assert sorted(cache.rglob("*.nbc")) == kept


def test_the_folder_says_what_its_code_was_made_for(tmp_path):
    show = "from sandtable._compiler import kernels; print(kernels.CACHE.name)"
    names = {
        subprocess.run(
            [sys.executable, "-c", show],
            env={
                **os.environ,
                "SANDTABLE_CACHE": str(tmp_path),
                "NUMBA_DISABLE_JIT": "0",
                "NUMBA_OPT": level,
            },
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for level in ("1", "3")
    }
    assert len(names) == 2
    assert all(f"py3{sys.version_info.minor}-numba" in name for name in names)


def test_only_what_is_compiled_is_announced(tmp_path):
    # to the last who asks, once
    asked = "said = []; kernels.announce(said.append); kernels.announce(said.append)"
    load = "from sandtable import load; from sandtable._compiler import kernels"
    script = f"{load}; {asked}; load('assault').start(); print(said)"
    first, second = run(script, tmp_path), run(script, tmp_path)
    assert first.stdout.startswith("['compiling assault;")
    assert first.stdout.count("compiling") == 1
    assert second.stdout == "[]\n"
