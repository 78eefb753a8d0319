"""A server that starts with few file descriptors says so, is not ready, and prepares its games once there are enough."""

import json
import logging
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import replace
from pathlib import Path

import pytest

from sandtable.server.loading import compilers, library
from sandtable.server.run import descriptors
from sandtable.server.run.descriptors import FewDescriptorsError
from tests.server.guess import catalog
from tests.server.test_serve import start
from tests.server.ws_client import play, running, until

resource = pytest.importorskip("resource")

RAISED = """
import json, logging, resource, sys
from sandtable.server.run import descriptors
logging.basicConfig(stream=sys.stderr, format="%(message)s")
soft, hard = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
descriptors.raise_limit(100)
print(json.dumps(resource.getrlimit(resource.RLIMIT_NOFILE)))
"""


@pytest.mark.parametrize(("soft", "hard", "warned"), [(32, 128, False), (64, 64, True), (40, 80, True)])
def test_the_soft_limit_is_raised_to_the_hard_one(soft, hard, warned):
    command = [sys.executable, "-c", RAISED, str(soft), str(hard)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [hard, hard]
    assert done.stderr == (descriptors.FEW % (hard, 100) + "\n" if warned else "")


def test_what_is_free_is_counted_and_given_back():
    before = len(list(Path("/dev/fd").iterdir()))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    descriptors.check_free()
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before + descriptors.NEEDED // 2, hard))
        with pytest.raises(FewDescriptorsError, match="ulimit -n"):
            descriptors.check_free()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert len(list(Path("/dev/fd").iterdir())) == before


@pytest.mark.parametrize(("where", "opens"), [(library, False), (compilers, True)])
def test_games_are_prepared_as_soon_as_there_are_descriptors(tmp_path, monkeypatch, caplog, where, opens):
    few = True

    def check():
        if few:
            raise FewDescriptorsError

    def offered():
        # no process of its own is needed for what the tests of this process have warmed up, but it is asked for
        return replace(catalog(), command=lambda _: (sys.executable, "-c", ""))

    monkeypatch.setattr(where, "check_free", check)
    monkeypatch.setattr("sandtable.server.warmup.is_compiled", lambda _: False)
    monkeypatch.setattr(library, "PAUSES", (0.01,))

    async def scene():
        nonlocal few
        async with running(tmp_path / "a.db", open_catalog=offered, ready=None) as stage:
            await until(lambda: "tries again" in stage.context.library.status().message)
            status = (await stage.get("/status")).json()
            assert (status["open"], status["ready"]) == (opens, False)
            for path in ("/readyz", *([] if opens else ["/api/v1/games"])):
                refused = await stage.http.get(path)
                assert (refused.status_code, refused.json()["error"]) == (503, status["message"])
            few = False
            await until(lambda: stage.context.library.status().ready)
            assert (await stage.http.get("/readyz")).text == "ok"

    with caplog.at_level(logging.ERROR, "sandtable.server"):
        play(scene)
    # once, however often it was tried
    part = "the compiler of guess" if opens else "the game engine"
    assert [record.getMessage() for record in caplog.records] == [
        f"{part} could not be prepared: {FewDescriptorsError()}"
    ]


@pytest.mark.skipif(
    not hasattr(resource, "prlimit"), reason="another process's limits can be changed on Linux only"
)
@pytest.mark.study
def test_a_server_that_was_started_with_few_descriptors_recovers(tmp_path):
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with start(0, tmp_path / "a.db", "shipped", "optio") as process:
        address = process.stdout.readline().split()[3]
        # it has raised its own limit by now, and its game is not prepared yet
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (24, before[1]))
        assert asked(f"{address}readyz", 503)
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, before)
        assert asked(f"{address}readyz", 200)


def asked(address, wanted):
    """Whether `address` is answered with this status within a minute."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            status = urllib.request.urlopen(address).status
        except urllib.error.HTTPError as error:
            status = error.code
        if status == wanted:
            return True
        time.sleep(0.1)
    return False
