"""Serial work and work in processes: the same results, also where a worker is killed; nothing is left running."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sandtable.lab.run import backends
from sandtable.lab.run.backends import BackendError, Processes, Serial, named
from tests.lab.batches import Deadly, die, double, fail, whose

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at processes in /proc")


@pytest.mark.parametrize("backend", [Serial(), Processes(2, 0.0), Processes(3), Processes(1, 0.0)])
def test_every_item_is_worked_on_once(backend):
    found = dict(backend.map(double, range(20)))
    assert found == {n: 2 * n for n in range(20)}
    assert dict(backend.map(double, [])) == {}


def test_the_work_of_a_worker_that_was_killed_is_done_again(tmp_path):
    backend = Deadly(Processes(2, 0.0), tmp_path / "died")
    assert dict(backend.map(double, range(12))) == {n: 2 * n for n in range(12)}
    assert (tmp_path / "died").exists()


def test_workers_that_all_die_are_not_started_for_ever():
    with pytest.raises(BackendError, match="5 worker processes in a row died"):
        dict(Processes(2, 0.0).map(die, range(4)))


@pytest.mark.parametrize("backend", [Serial(), Processes(2, 0.0)])
def test_what_the_function_raises_is_raised_here(backend):
    with pytest.raises(ValueError, match="cannot do 0"):
        dict(backend.map(fail, [0]))


def test_short_work_needs_no_processes(monkeypatch):
    monkeypatch.setattr("sandtable.lab.run.backends._Pool", None)
    assert dict(Processes(2, 60.0).map(double, range(9))) == {n: 2 * n for n in range(9)}


@linux
def test_workers_stay_for_the_next_work_and_go_with_who_holds_them():
    backend = Processes(2, 0.0)
    backend.begin()
    workers = backend._pool
    backend.begin()
    assert backend._pool is workers
    first = {worker for _, worker in backend.map(whose, range(8))}
    # once they are at work nobody is patient any more
    backend.patience = 60.0
    second = {worker for _, worker in backend.map(whose, range(8))}
    assert len(first | second) <= 2
    assert os.getpid() not in first | second
    del backend, workers
    wait_until_gone(first | second)


@linux
def test_workers_are_ended_at_once_too():
    backend = Processes(2, 0.0)
    backend.end()
    first = {worker for _, worker in backend.map(whose, range(2))}
    backend.end()
    assert backend._pool is None
    wait_until_gone(first)


def test_one_worker_needs_no_process_of_its_own():
    backend = Processes(1, 0.0)
    backend.begin()
    assert backend._pool is None
    assert dict(backend.map(whose, range(2))) == dict.fromkeys(range(2), os.getpid())


def test_a_machine_that_does_not_tell_its_cores_works_in_one_process(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert (Processes().workers, Processes(3).workers) == (1, 3)


def test_backends_by_name():
    assert isinstance(named("serial"), Serial)
    assert named("processes", 3).workers == 3
    assert Processes().workers == os.cpu_count()
    with pytest.raises(ValueError, match="the backends are serial and processes"):
        named("threads")


CLOSED = """
import sys
import time
from functools import partial
from tests.lab.test_backends import note
from sandtable.lab.run.backends import Processes
if __name__ == "__main__":
    results = Processes(2, 0.0).map(partial(note, sys.argv[1]), range(8))
    next(results)
    if sys.argv[2] == "close":
        results.close()
        print("closed", flush=True)
    else:
        print("waiting", flush=True)
        time.sleep(60)
"""


def note(folder, item):
    """Leaves the worker's number in a folder, and takes long for all items but the first."""
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(0.01 if item == 0 else 60)


def workers_of(tmp_path, how):
    """The process that works as `CLOSED` says, once its workers are at work."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    script = tmp_path / "script.py"
    script.write_text(CLOSED)
    folder = tmp_path / "workers"
    folder.mkdir()
    process = subprocess.Popen(
        [sys.executable, str(script), str(folder), how], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline().strip() == ("closed" if how == "close" else "waiting")
    return process, [int(file.name) for file in folder.iterdir()]


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until_gone(workers):
    deadline = time.monotonic() + 10
    while any(map(alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(alive, workers))


@linux
def test_closing_stops_the_workers_in_the_middle(tmp_path):
    process, workers = workers_of(tmp_path, "close")
    assert workers
    assert process.wait(10) == 0
    wait_until_gone(workers)
    process.stdout.close()


@linux
def test_workers_do_not_outlive_a_parent_that_was_killed(tmp_path):
    process, workers = workers_of(tmp_path, "wait")
    assert workers
    process.kill()
    process.wait(10)
    wait_until_gone(workers)
    process.stdout.close()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="there are no masks of signals")
def test_who_begins_a_worker_is_interrupted_again_once_it_has_begun(monkeypatch):
    masked = []

    def mask():
        return signal.pthread_sigmask(signal.SIG_BLOCK, ())

    monkeypatch.setattr(backends.SpawnProcess, "start", lambda _process: masked.append(mask()))
    backends._Process().start()
    assert signal.SIGINT in masked[0]
    assert signal.SIGINT not in mask()
