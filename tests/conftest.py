"""The order of the tests: first those in a browser, so that one process has them all, then the folders that take longest."""

import pytest

ORDER = ("web", "lab", "server", "agents", "adapters", "docs")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Folder by folder, as `ORDER` says; the tests of a file stay together and in their order."""
    places = {folder: place for place, folder in enumerate(ORDER)}
    items.sort(key=lambda item: places.get(item.path.parent.name, len(places)))
