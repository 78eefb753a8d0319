"""A server of its own for the browser tests, and a Chromium that opens windows of several sizes."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from sandtable.games import installed

# WebGL in software, but not for whole pages: that takes ten times as long; none of the browser's own calls to the network
FLAGS = [
    "--no-sandbox",
    "--disable-gpu-compositing",
    "--disable-gpu-rasterization",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # no process is begun for a page that may come
    "--disable-features=SpareRendererForSitePerProcess,Translate,MediaRouter,OptimizationHints,PaintHolding",
]
# width and height in pixels
SIZES = {"phone": (390, 844), "small phone": (320, 640), "desk": (1280, 800)}
# those at which whole matches are looked at; every page is looked at in those above
PLAYED = {"low phone": (360, 640), "wide desk": (1440, 900)}
SCHEMES = ("light", "dark")

# for what a page is to show, in milliseconds: much on a machine that does other things too
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)

PREFS = '{"speed": "instant", "sound": false}'

Opener = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tries a browser test that failed once more: on two busy cores a page can be late. A second failure is one."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1))


@contextmanager
def serving(folder: Path, games: Sequence[str], **environment: str) -> Iterator[str]:
    """The address of a running server with these games, all of them ready."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with (folder / "log.txt").open("w") as log:
        command = [
            sys.executable,
            "-m",
            "tests.server.process",
            str(port),
            str(folder / "tables.db"),
            "shipped",
            *games,
        ]
        process = subprocess.Popen(
            command, stdout=log, stderr=log, cwd=Path(__file__).parents[2], env={**os.environ, **environment}
        )
    found = f"http://127.0.0.1:{port}"
    try:
        _wait_until_ready(found, process)
        yield found
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server with every shipped game."""
    with serving(tmp_path_factory.mktemp("server"), installed()) as found:
        yield found


def _wait_until_ready(address: str, process: subprocess.Popen[bytes]) -> None:
    # without a compile cache every game is compiled first, and other tests may do the same beside it
    deadline = time.monotonic() + 600
    while time.monotonic() < deadline:
        assert process.poll() is None, "the server ended by itself"
        try:
            with urllib.request.urlopen(f"{address}/api/v1/status") as answer:
                if b'"ready":true' in answer.read():
                    return
        except (urllib.error.URLError, ConnectionError):
            pass
        time.sleep(0.05)
    raise AssertionError("the server was not ready within ten minutes")


# not for the session: while Playwright is open, its event loop runs in this thread, and tests elsewhere start their own
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    assert path, "the browser tests need Chromium: name it in CHROMIUM"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Opener]:
    """`open_page(path, size="phone", **context)`: a page of a fresh person; the test fails if a page logs an error."""
    contexts = []
    errors: list[str] = []

    def opener(path: str, size: str = "phone", **options: object) -> Page:
        width, height = {**SIZES, **PLAYED}[size]
        options.setdefault("reduced_motion", "reduce")
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            has_touch="phone" in size,
            **options,
        )
        contexts.append(context)
        # the match is not told at a leisurely pace unless a test asks for it
        context.add_init_script(
            f"localStorage.getItem('sandtable.prefs') ?? localStorage.setItem('sandtable.prefs', '{PREFS}')"
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        page.goto(path)
        return page

    yield opener
    for context in contexts:
        context.close()
    # the browser itself reports what a test asks for: answers that refuse, and a cut connection
    assert [e for e in errors if "responded with a status of 4" not in e and "net::ERR" not in e] == []
