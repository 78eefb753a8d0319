"""The order of the tests: files with slow ones begin first, so that no worker is left alone with them at the end."""

from collections import Counter

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The files with the most slow tests first; the tests of a file stay together and in their order."""
    slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
    items.sort(key=lambda item: -slow[item.path])
