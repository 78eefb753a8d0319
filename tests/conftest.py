"""The order of the tests: first those in a browser and of the wheel, so that one process has all of each, then the longest."""

import pytest

ORDER = ("web", "house", "lab", "server", "agents", "adapters", "docs")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Folder by folder, as `ORDER` says; the tests of a file stay together and in their order."""
    places = {folder: place for place, folder in enumerate(ORDER)}
    items.sort(key=lambda item: places.get(item.path.parent.name, len(places)))
