"""The order of the tests: first those of the wheel, the longest of all, and in a browser, then the longer folders."""

import gc
import importlib
from collections.abc import Generator
from contextlib import suppress
from typing import Any

import pytest

ORDER = ("house", "web", "lab", "server", "agents", "adapters", "docs")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, Any, Any]:
    """Looks for no garbage while the files of the tests are read, nor later among what is left of that."""
    gc.disable()
    _read_in_turn(session.config)
    collected = yield
    gc.freeze()
    gc.enable()
    return collected


def _read_in_turn(config: pytest.Config) -> None:
    """Imports all files of the tests, another part of them first in each process.

    What pytest makes of a file is kept next to it: so each process does it for a part, and finds the others' work.
    """
    worker: dict[str, Any] = getattr(config, "workerinput", {})
    if not worker or config.args != config.getini("testpaths"):
        return
    paths = sorted(path for folder in config.args for path in (config.rootpath / folder).rglob("test_*.py"))
    first = len(paths) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for path in paths[first:] + paths[:first]:
        # a broken file is reported when it is collected
        with suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(path.relative_to(config.rootpath).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Folder by folder, as `ORDER` says; the tests of a file stay together and in their order.

    What is left to `make study` is no quick test either.
    """
    for item in items:
        if item.get_closest_marker("study"):
            item.add_marker(pytest.mark.long)
    places = {folder: place for place, folder in enumerate(ORDER)}
    items.sort(key=lambda item: places.get(item.path.parent.name, len(places)))
