"""A wheel carries the built client: it installs and serves on a machine without node."""

import os
import re
import socket
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import sandtable as st
from sandtable import games
from sandtable.cli.new import FILES
from tests.house.tree import ROOT

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

PROGRAM = """
import sandtable as st

game = st.load("assault")
position, rng = game.start(), st.stream(7)
while position.to_move != st.OVER:
    position.play(position.sample(rng))
"""
# each of these is an error where a checker knows less than the type
TYPES = """
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

assert_type(game, st.Game)
assert_type(position, st.Position)
assert_type(position.score, tuple[float, float])
assert_type(position.actions(), list[int])
assert_type(position.copy().play(0), st.Position)
assert_type(st.BatchEnv(game, 4, seed=1, opponent="random").n, int)
assert_type(st.BatchEnv(game, 4).step([0, 0, 0, 0]), None)
assert_type(st.BatchEnv(game, 4).features, NDArray[np.float32])
assert_type(st.BatchEnv(game, 4).masks, NDArray[np.bool_] | None)
assert_type(st.BatchEnv(game, 4).sample(), NDArray[np.int64])
assert_type([st.CHANCE, st.OVER, st.SPECTATOR], list[int])
assert_type(st.IllegalAction, type[st.IllegalAction])
assert_type(st.Match(game, bytes(32)).position, st.Position)
assert_type(st.load_variant("long.toml"), st.Game)
assert_type(st.SettingError("no"), st.SettingError)
assert_type(st.agents.make(game, level=2).act(position.view(0), 0, rng), int)
assert_type(st.simulate(game, games=2, agents=("random", 1), seed=1)["wins"], int)
assert_type(st.testing.perft(position, 1), int)
assert_type(st.verify(""), st.Match)
"""


def run(*command: str | Path) -> None:
    """Runs a command in the source tree; its output is shown where it fails."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def install(python: Path, *what: str | Path) -> None:
    """Installs into the environment of that `python`."""
    pip = ["-m", "pip", "--python", python, "install", "-qq", "--no-compile"]
    run(sys.executable, *pip, "-c", ROOT / "constraints.txt", *what)


# prints what both seats have won together, under PettingZoo and under OpenSpiel
LEARNERS = """
import random

import pyspiel

from sandtable.adapters import openspiel, pettingzoo

env, won = pettingzoo.env("orders"), 0.0
env.reset(seed=1)
for agent in env.agent_iter():
    _, reward, over, cut, told = env.last()
    won += reward
    env.step(None if over or cut else env.action_space(agent).sample(told["action_mask"]))
print(float(won))
state = pyspiel.load_game("sandtable_orders").new_initial_state()
while not state.is_terminal():
    state.apply_action(random.choice(state.legal_actions()))
print(float(sum(state.returns())))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    return next(folder.glob("sandtable-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The programs of a fresh environment that holds the wheel and what it asks for."""
    venv = wheel.parent / "venv"
    # with the pip of this environment, and byte code of what is imported alone: that saves most of the set-up
    run(sys.executable, "-m", "venv", "--without-pip", venv)
    install(venv / "bin" / "python", wheel)
    return venv / "bin"


def checked(installed: Path, folder: Path, program: str) -> str:
    """What mypy and pyright, both strict, say of a program of somebody who has installed the wheel; nothing if all is well."""
    python, file = installed / "python", folder / "program.py"
    file.write_text(program, encoding="utf-8")
    (folder / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}', encoding="utf-8")
    # the sources of this checkout are not what is asked about
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    said = ""
    for command in (
        ["mypy", "--strict", "--python-executable", python, "--cache-dir", installed / "types", file],
        ["pyright", "--pythonpath", python, "--project", folder],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        said += (done.stdout + done.stderr) * (done.returncode != 0)
    return said


@pytest.fixture
def served(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a server from the wheel, with no other program on its PATH."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    names = {"LANG", "LC_ALL", "TMPDIR", "SANDTABLE_CACHE"}
    env = {key: value for key, value in os.environ.items() if key in names}
    env |= {"PATH": str(installed), "HOME": str(tmp_path)}
    command = [installed / "sandtable", "play", "--no-open", "--port", port, "--db", tmp_path / "tables.db"]
    with subprocess.Popen(command, cwd=tmp_path, env=env, stderr=subprocess.STDOUT) as server:
        try:
            yield wait_for(f"http://127.0.0.1:{port}", server)
        finally:
            server.kill()


def wait_for(address: str, server: subprocess.Popen[bytes]) -> str:
    """The address, once it answers."""
    end = time.monotonic() + 60
    while server.poll() is None and time.monotonic() < end:
        try:
            httpx.get(f"{address}/healthz").raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return address
    pytest.fail(f"the server from the wheel did not answer; its status is {server.returncode}")


def test_a_wheel_holds_the_client_and_not_its_sources(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {"sandtable/server/static/index.html", "sandtable/py.typed"} <= set(names)
    for game in games.installed():
        assert {
            f"sandtable/lab/report/shipped/{game}.html",
            f"sandtable/lab/report/shipped/{game}.json",
        } <= set(names)
    assert any(name.startswith("sandtable/lab/report/templates/") for name in names)
    assert {f"sandtable/cli/template/{template}" for _, template, _ in FILES} <= set(names)
    assert [name for name in names if name.endswith(".js") and "/static/assets/" in name]
    for file in ("LICENSE", "NOTICE"):
        assert [name for name in names if name.endswith(f"/licenses/{file}")], file
    assert [name for name in names if name.startswith(("web/", "tests/")) or "node_modules" in name] == []
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.startswith("sandtable-")} == {"sandtable"}


def test_an_sdist_holds_the_client_too(tmp_path: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames()}
    assert {"src/sandtable/server/static/index.html", "src/sandtable/server/static/.sources"} <= names
    assert {"hatch_build.py", "web/package-lock.json", "LICENSE", "NOTICE"} <= names
    assert [name for name in names if "node_modules" in name] == []


def test_type_checkers_know_the_public_face(installed: Path, tmp_path: Path) -> None:
    assert {f"st.{name}" for name in st.__all__} <= set(re.findall(r"st\.\w+", PROGRAM + TYPES))
    assert checked(installed, tmp_path, PROGRAM + TYPES) == ""


def test_a_wrong_type_is_told_by_both_checkers(installed: Path, tmp_path: Path) -> None:
    said = checked(installed, tmp_path, PROGRAM.replace("(7)", '("seven")'))
    assert ("[arg-type]" in said, "reportArgumentType" in said) == (True, True), said


def test_a_wheel_serves_without_node(served: str) -> None:
    page = httpx.get(served)
    assert page.status_code == 200
    assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)
    assert assets
    for asset in assets:
        httpx.get(served + asset).raise_for_status()


@pytest.fixture(scope="module")
def at_work(installed: Path, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment in which a game of its own project is measured and given to learners.

    It is that of the tests above, which need no more than the wheel asks for, with more installed: so this test is the last.
    """
    folder = tmp_path_factory.mktemp("orders")
    build = ["-m", "pip", "wheel", "-qq", "--no-deps", "--no-build-isolation", "-w", folder]
    run(sys.executable, *build, ROOT / "examples" / "orders")
    install(installed / "python", f"{wheel}[lab,pettingzoo,openspiel]")
    install(installed / "python", "--no-deps", next(folder.glob("sandtable_orders-*.whl")))
    return installed


@pytest.mark.timeout(1800)
def test_a_game_of_its_own_project_is_found_checked_and_measured(at_work: Path, tmp_path: Path) -> None:
    # the compile cache is that of the other tests: the sources are the same
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}

    def said(program: str, *arguments: str) -> str:
        done = subprocess.run(
            [at_work / program, *arguments],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert "orders" in said("sandtable", "games")
    assert "orders conforms to the interface" in said("sandtable", "check", "orders", "--matches", "10")
    said("sandtable", "report", "orders", "--pairs", "20", "--levels", "0", "--out", "orders.html")
    page = (tmp_path / "orders.html").read_text(encoding="utf-8")
    assert "sandtable report orders" in page
    assert said("python", "-c", LEARNERS).split() == ["0.0", "0.0"]
