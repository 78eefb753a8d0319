"""Work on a Ray cluster: the same bytes as here, also where a worker is killed; addresses that are none."""

import re
from importlib.util import find_spec

import pytest

import sandtable as st
from sandtable.engine.game import Game
from sandtable.lab.run import simulate as simulation
from sandtable.lab.run import trial
from sandtable.lab.run.backends import BackendError, Ray
from sandtable.lab.run.simulate import simulate
from sandtable.lab.work.kinds import measure
from sandtable.lab.work.measurement import Folder, Order
from tests.fixtures.tug.declaration import SPEC as TUG
from tests.lab.batches import Deadly, die, double, fail
from tests.lab.test_simulate import GAME, finished

pytestmark = [pytest.mark.long, pytest.mark.skipif(find_spec("ray") is None, reason="it needs ray")]
PAIRS = 45
TUG_PLACE = "tests.fixtures.tug.declaration:SPEC"


@pytest.fixture(scope="module")
def address():
    """The address of a cluster of two workers on this machine, which this process is connected to."""
    import ray

    # whatever other cluster runs on this machine
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield ray.get_runtime_context().gcs_address
    ray.shutdown()


def tug():
    return trial.make(Game(TUG), ("random", "random"), 3)


@pytest.mark.usefixtures("address")
def test_the_bytes_are_those_of_a_run_here(tmp_path, monkeypatch):
    monkeypatch.setattr(simulation, "BATCH", 10)
    for name, backend in {
        "here": None,
        "ray": Ray(),
        "killed": Deadly(Ray(), tmp_path / "died"),
    }.items():
        simulate(tug(), PAIRS, backend, tmp_path / name)
    wanted, *others = ((tmp_path / name / "rows.parquet").read_bytes() for name in ("here", "ray", "killed"))
    assert others == [wanted, wanted]
    assert (tmp_path / "died").exists()


@pytest.mark.usefixtures("address")
def test_what_goes_wrong_is_raised_here():
    assert dict(Ray().map(double, range(30))) == {n: 2 * n for n in range(30)}
    with pytest.raises(ValueError, match="cannot do 0"):
        dict(Ray().map(fail, [0]))
    with pytest.raises(BackendError, match="kept dying"):
        dict(Ray().map(die, [0]))
    assert dict(Ray().map(double, [])) == {}


@pytest.mark.study
def test_the_command_works_on_a_cluster_by_its_address(tmp_path, address):
    arguments = ("--agents", "script,random", "--games", 300, "--out")
    status, out, error = finished(*arguments, tmp_path / "ray", "--ray", address)
    assert (status, error) == (0, "")
    assert "games" in out
    simulate(trial.make(st.load(GAME), ("script", "random")), 150, out=tmp_path / "here")
    files = [tmp_path / name / "rows.parquet" for name in ("ray", "here")]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_an_address_without_a_cluster_is_one_sentence():
    status, out, error = finished("--games", 4, "--ray", "127.0.0.1:1")
    assert (status, out) == (2, "")
    assert re.fullmatch(r"sandtable: there is no Ray cluster at 127\.0\.0\.1:1: [^\n]*\.\n", error)


@pytest.mark.parametrize("given", ["nowhere", ":1", "host:port", "127.0.0.1:99999"])
def test_an_address_that_is_none_is_refused(given):
    with pytest.raises(BackendError, match=re.escape(f"must be auto or HOST:PORT, not {given!r}")):
        Ray(given)


@pytest.mark.study
def test_a_measurement_is_worked_at_on_the_cluster_that_its_host_names(tmp_path, address):
    asked = Order("simulation", TUG.id, TUG_PLACE, ("random", "random"), PAIRS, 3, {}, ray=address)
    folder = Folder(tmp_path / "one")
    folder.make(asked)
    measure(asked, folder)
    simulate(tug(), PAIRS, None, tmp_path / "here")
    files = [place / "rows.parquet" for place in (folder.rows, tmp_path / "here")]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert folder.progress().pairs == PAIRS
