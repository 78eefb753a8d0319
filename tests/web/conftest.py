"""A server of its own for the browser tests, and a Chromium that opens windows of several sizes."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from sandtable.games import installed

PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")
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
HELD = {
    "sideways phone": (844, 390),
    "upright tablet": (820, 1180),
    "sideways tablet": (1180, 820),
    "upright small tablet": (768, 1024),
    "sideways small tablet": (1024, 768),
}
# a phone of 390 pixels at a zoom of 200 %
ENLARGED = {"enlarged phone": (195, 422)}
EVERY = SIZES | PLAYED | HELD | ENLARGED
# a scheme changes colours, a size what stands where: each of them is seen, not each pair
LOOKS = (("small phone", "dark"), ("phone", "light"), ("desk", "light"))

# for what a page is to show, in milliseconds: much on a machine that does other things too
PATIENCE = 90_000
expect.set_options(timeout=PATIENCE)

PREFS = '{"speed": "instant", "sound": false}'

Opener = Callable[..., Page]
# what a page was opened with -> pages that later tests may use, as if nobody had been there
Spare = dict[tuple[object, ...], list[Page]]
FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tries a browser test that failed once more: on two busy cores a page can be late. A second failure is one."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Notes that a test failed: its pages may hang, and nobody else gets them."""
    report = yield
    item.stash[FAILED] = report.failed or item.stash.get(FAILED, False)
    return report


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
    # without a compile cache every game is compiled first, and other tests may do the same at the same time
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
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    assert path, "the browser tests need Chromium: name it in CHROMIUM"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def spare(browser: Browser) -> Spare:
    """Pages that earlier tests have left: a window of its own for each test would take a third of a second more."""
    assert browser.is_connected()
    return {}


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest, browser: Browser, spare: Spare, address: str
) -> Iterator[Opener]:
    """`open_page(path, size="phone", **context)`: a page of a fresh person; the test fails if a page logs an error.

    A test that changes what outlives a visit (scripts, routes, permissions) says `shared=False`, and nobody else gets its page.
    """
    opened: list[tuple[tuple[object, ...], Page]] = []
    errors: list[str] = []

    def note_error(error: object) -> None:
        errors.append(str(error))

    def note_line(line: ConsoleMessage) -> None:
        if line.type == "error":
            errors.append(line.text)

    def opener(path: str, size: str = "phone", *, shared: bool = True, **options: object) -> Page:
        look = (address, size, *sorted(options.items())) if shared else ()
        left = spare.get(look)
        page = left.pop() if left else _window(browser, address, size, options)
        opened.append((look, page))
        page.on("pageerror", note_error)
        page.on("console", note_line)
        page.goto(path)
        return page

    yield opener
    for look, page in opened:
        if not look or request.node.stash.get(FAILED, False):
            page.context.close()
            continue
        page.remove_listener("pageerror", note_error)
        page.remove_listener("console", note_line)
        _forget(page, address, str(look[1]))
        spare.setdefault(look, []).append(page)
    # the browser itself reports what a test asks for: answers that refuse, and a cut connection
    assert [e for e in errors if "responded with a status of 4" not in e and "net::ERR" not in e] == []


def _sharp(size: str) -> dict[str, object]:
    # a phone has two device pixels per pixel, or three
    return {"device_scale_factor": 2} if "phone" in size else {}


def _window(browser: Browser, address: str, size: str, options: dict[str, object]) -> Page:
    width, height = EVERY[size]
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        has_touch="phone" in size,
        **{"reduced_motion": "reduce", **_sharp(size), **options},
    )
    # the match is not shown at a leisurely pace unless a test asks for it
    context.add_init_script(
        f"localStorage.getItem('sandtable.prefs') ?? localStorage.setItem('sandtable.prefs', '{PREFS}')"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def _forget(page: Page, address: str, size: str) -> None:
    """Leaves the page as in a fresh window: nothing kept of who was there, the size as it was, nothing of the client shown."""
    # of the same server, so that the process of the page stays, and the client that it has compiled
    page.goto("/favicon.svg")
    page.evaluate("() => sessionStorage.clear()")
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
    session.detach()
    width, height = EVERY[size]
    page.set_viewport_size({"width": width, "height": height})
