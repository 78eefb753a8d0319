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


def test_a_fault_meets_who_calls_its_function_and_then_the_others_in_the_files_of_these(
    tool, tmp_path, monkeypatch
):
    monkeypatch.setattr("calls.ROOT", tmp_path)
    path = tool.SOURCES / "made.py"
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text("A = 1\n\n\ndef b(c):\n    return c\n", encoding="utf-8")
    calling, not_calling = frozenset({("/made.py", 4)}), frozenset()
    tests = slow, other, apart, quick = [
        tool.Timed("a.py::slow", 2.0, calling),
        tool.Timed("a.py::other", 0.1, not_calling),
        tool.Timed("b.py::apart", 0.1, not_calling),
        tool.Timed("c.py::quick", 1.0, calling),
    ]
    assert tool.callers(tests, path, 5) == [quick, slow]
    assert tool.beside(tests, [quick, slow]) == [other]
    # at the function's head, and outside of all, everything is met at once
    assert tool.callers(tests, path, 4) == [quick, slow, other, apart]
    assert tool.callers(tests, path, 1) == tests
    assert tool.beside(tests, tests) == []


def test_every_equivalent_mutant_is_of_a_line_that_there_is(tool):
    for path, old, new in tool.equivalent():
        assert old in map(str.strip, (ROOT / path).read_text(encoding="utf-8").splitlines()), (path, old)
        assert old != new
