"""The table of `tools/mutants` and its list of equivalent mutants name what there is."""

import shlex
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

import pytest

from tests.house.tree import ROOT, name, sources


@pytest.fixture
def tool(monkeypatch):
    """`tools/mutants` as a module."""
    monkeypatch.syspath_prepend(ROOT / "tools")
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    loader = SourceFileLoader("mutants", str(ROOT / "tools" / "mutants"))
    spec = spec_from_loader("mutants", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_every_source_stands_in_a_room_and_every_pattern_finds_some(tool):
    for globs, _ in tool.ROOMS.values():
        for glob in globs.split():
            assert list((ROOT / tool.SOURCES).glob(glob.removeprefix("!"))), glob
    found = {path for room in tool.ROOMS for path in tool.sources(room)}
    package = f"{tool.SOURCES}/"
    assert [
        name(path) for path in sources(".py") if name(path).startswith(package) and path not in found
    ] == []


def test_every_room_names_tests_that_there_are(tool):
    for _, groups in tool.ROOMS.values():
        for group in groups:
            named = [word for word in shlex.split(group) if word.startswith("tests/")]
            assert named, group
            assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_equivalent_mutant_is_of_a_line_that_there_is(tool):
    for path, old, new in tool.equivalent():
        assert old in map(str.strip, (ROOT / path).read_text(encoding="utf-8").splitlines()), (path, old)
        assert old != new
