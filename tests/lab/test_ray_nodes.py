"""Work on a Ray cluster of several nodes, Ray's own on one machine: the same bytes as here where one is lost midway."""

import pytest

import sandtable as st
from sandtable.lab.run import trial
from sandtable.lab.run.simulate import BATCHES, simulate
from tests.lab.test_simulate import GAME, command, wait_for

pytest.importorskip("ray")
pytestmark = pytest.mark.study
PAIRS, LEVEL = 800, "2"


@pytest.fixture
def cluster(monkeypatch):
    """A head that works at nothing itself, and two nodes of one worker each."""
    from ray.cluster_utils import Cluster

    # Ray's workers let everybody go first, and other tests run at the same time
    monkeypatch.setenv("RAY_worker_niceness", "0")
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    yield made, [made.add_node(num_cpus=1) for _ in range(2)]
    made.shutdown()


def test_a_node_that_is_lost_in_the_middle_costs_nothing(tmp_path, cluster):
    made, (lost, _) = cluster
    process = command(
        *("--agents", f"{LEVEL},{LEVEL}", "--games", 2 * PAIRS),
        *("--out", tmp_path / "ray", "--ray", made.address),
    )
    wait_for(lambda: any((tmp_path / "ray" / BATCHES).glob("*.parquet")))
    made.remove_node(lost, allow_graceful=False)
    # it was not done by then
    assert (tmp_path / "ray" / BATCHES).exists()
    out, error = process.communicate(timeout=300)
    # Ray may report that it recreates what was on the node
    said = [line for line in error.splitlines() if ":info_message: Attempting to recover" not in line]
    assert (process.returncode, said) == (0, [])
    assert "games" in out
    simulate(trial.make(st.load(GAME), (LEVEL, LEVEL)), PAIRS, out=tmp_path / "here")
    files = [tmp_path / name / "rows.parquet" for name in ("ray", "here")]
    assert files[0].read_bytes() == files[1].read_bytes()
