"""Where compiled code is kept, and what is said of it; none of this compiles anything."""

import importlib.util
import os
import re
import sys
import warnings
from types import SimpleNamespace

import numba
import numpy as np
import pytest

from sandtable._compiler import kernels
from sandtable.authoring import rng


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A folder for caches that this test has for itself."""
    monkeypatch.setenv("SANDTABLE_CACHE", str(tmp_path / "own"))
    monkeypatch.setattr(kernels._config, "CACHE_DIR", "")
    return tmp_path / "own" / "compiled"


def test_a_cache_is_opened_where_it_was_and_old_ones_go(root):
    folder = kernels._open_cache()
    assert folder.parent == root
    assert folder.is_dir()
    assert str(folder) == kernels._config.CACHE_DIR
    kind = folder.name.partition("-")[2]
    for age in range(4):
        (root / f"{age}-{kind}").mkdir()
        os.utime(root / f"{age}-{kind}", (900 - age, 900 - age))
    os.utime(folder, (1, 1))
    assert kernels._open_cache() == folder
    assert {path.name for path in root.iterdir()} == {folder.name, f"0-{kind}", f"1-{kind}"}
    # as the newest, so that the next version of the package leaves it
    assert folder.stat().st_mtime > 900


def test_a_folder_is_named_by_what_its_code_is_made_for(root, monkeypatch):
    first = kernels._open_cache().name
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    assert re.fullmatch(
        rf"[0-9a-f]{{16}}-{python}-numba{re.escape(numba.__version__)}-O\d-[0-9a-f]{{8}}", first
    )
    monkeypatch.setattr(kernels.llvmlite.binding, "get_host_cpu_name", lambda: "another")
    other = kernels._open_cache().name
    assert (other[:-8], other == first) == (first[:-8], False)


def test_without_a_place_for_it_there_is_no_cache_and_one_sentence_says_so(root, caplog):
    root.parent.write_text("no folder")
    assert kernels._open_cache() is None
    assert [str(root) in record.getMessage() for record in caplog.records] == [True]
    assert "(Not a directory)" in caplog.text
    assert kernels._config.CACHE_DIR == ""


def test_the_latest_caches_of_a_kind_are_kept_and_those_of_other_kinds(tmp_path):
    # a cache of the first version has no kind
    for age, name in enumerate(("now-here", "a-here", "b-here", "c-here", "d-there", "e-here", "old")):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    # what cannot be removed as a folder stays and harms nobody
    (tmp_path / "file-here").write_text("")
    os.utime(tmp_path / "file-here", (1, 1))
    kernels._remove_old(tmp_path / "now-here")
    assert {path.name for path in tmp_path.iterdir()} == {
        "now-here",
        "a-here",
        "b-here",
        "d-there",
        "file-here",
    }


def test_a_digest_tells_names_and_texts_of_what_names_the_marker(tmp_path):
    def digest(**texts):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        for name, text in texts.items():
            (folder / f"{name}.py").write_text(text)
        return kernels.sources_digest(folder)

    first = digest(a="@jit 1", b="other")
    assert len(first) == 16
    assert first == digest(a="@jit 1", b="_jit changed") == digest(a="@jit 1")
    changed = [
        digest(a="@jit 2"),
        digest(c="@jit 1"),
        digest(a="@jit 1", b="@jit"),
        digest(a="@jit 1", b="numba"),
    ]
    assert len({first, *changed}) == 5


@pytest.fixture
def outside(tmp_path):
    """Makes functions in files of a game outside the package."""

    def made(name):
        path = tmp_path / "own" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text("def doubled(number):\n    return 2 * number\n")
        module_spec = importlib.util.spec_from_file_location(f"own.{name}", path)
        module = importlib.util.module_from_spec(module_spec)
        module_spec.loader.exec_module(module)
        return module.doubled

    return made


def place(function):
    return kernels._Place.from_function(function, function.__code__.co_filename)


def test_what_is_compiled_of_a_game_from_outside_is_kept_by_its_digest(tmp_path, root, outside, monkeypatch):
    monkeypatch.setattr(kernels, "_digests", {})
    monkeypatch.setattr(kernels._config, "CACHE_DIR", str(root))
    rules, players, others = outside("rules"), outside("players"), outside("others")
    assert place(rules) is None
    kernels.keep_by_digest(tmp_path, "abc", ["own/rules.py"])
    assert (place(players), place(others)) == (None, None)
    found = place(rules)
    assert found.get_cache_path() == str(root / "outside" / "abc" / "own" / "rules")
    assert found.get_source_stamp() == "abc"
    kernels.keep_by_digest(tmp_path, "def")
    assert [place(function).get_source_stamp() for function in (rules, players, others)] == ["def"] * 3


def test_what_is_compiled_of_the_package_is_kept_by_its_module(root, monkeypatch):
    monkeypatch.setattr(kernels._config, "CACHE_DIR", str(root))
    found = place(getattr(rng.stream, "py_func", rng.stream))
    assert found.get_cache_path() == str(root / "authoring")
    assert found.get_source_stamp() != ""


def test_a_game_is_announced_once_and_whether_it_is_kept(monkeypatch):
    said = []
    announcer = kernels._Announcer(said.append)

    def compiled(module):
        function = SimpleNamespace(__module__=module)
        announcer.on_start(SimpleNamespace(data={"dispatcher": SimpleNamespace(py_func=function)}))

    monkeypatch.setattr(kernels, "CACHE", None)
    for module in (
        "sandtable.games.rush.rules.moves",
        "sandtable.games.rush.spec",
        "sandtable.authoring.ops",
        "own.games.rush",
    ):
        compiled(module)
    assert said == ["compiling rush; this can take a minute, and the result cannot be cached"]
    monkeypatch.setattr(kernels, "CACHE", "here")
    compiled("sandtable.games.optio.spec")
    assert said[1:] == ["compiling optio; this can take a minute, and the result is cached"]


def test_kernels_are_compiled_unless_numba_is_told_otherwise():
    assert (os.environ.get("NUMBA_DISABLE_JIT", "0") == "0") == kernels.COMPILED


def test_in_plain_python_numbers_wrap_without_a_warning(monkeypatch):
    monkeypatch.setattr(kernels, "COMPILED", False)
    with np.errstate(over="warn"):
        kernels.wrap_silently()
        assert np.geterr()["over"] == "ignore"


def test_a_patient_function_gives_what_it_gives_and_is_patient_no_longer_than_it_runs():
    seen = []

    def next_of(number):
        seen.append(kernels._thread.patient)
        return number + np.uint64(1)

    with np.errstate(over="raise"):
        assert kernels.patient(next_of)(np.uint64(2**64 - 1)) == 0
    assert (seen, kernels._thread.patient) == ([True], False)


def test_who_is_patient_is_not_warned_of_numbers_that_wrap():
    most = np.uint64(2**64 - 1)
    with warnings.catch_warnings(), np.errstate(over="warn"):
        warnings.simplefilter("error")
        kernels.be_patient(False)
        with pytest.raises(RuntimeWarning, match="overflow"):
            _ = most + np.uint64(1)
        kernels.be_patient(True)
        try:
            assert most + np.uint64(1) == 0
        finally:
            kernels.be_patient(False)
