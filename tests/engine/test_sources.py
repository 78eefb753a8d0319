"""The source of a game from a file: which files it is, and how another process gets them."""

import sys

import pytest

from sandtable._compiler import kernels, sources


@pytest.fixture
def packages(tmp_path):
    """A package within a package, with its compiled code next to it, and a module of its own."""
    inner = tmp_path / "outer" / "inner"
    (inner / "__pycache__").mkdir(parents=True)
    for name, text in {
        "outer/__init__.py": "",
        "outer/other.py": "OTHER = 1\n",
        "outer/inner/__init__.py": "SPEC = 1\n",
        "outer/inner/data/table.txt": "1 2\n",
        "outer/inner/__pycache__/a.pyc": "x",
        "alone.py": "SPEC = 2\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8", newline="\n")
    return tmp_path


@pytest.fixture
def unkept(monkeypatch, tmp_path_factory):
    """A fresh cache, in which nothing is noted."""
    noted = []
    monkeypatch.setattr(kernels, "keep_by_digest", lambda *told: noted.append(told))
    monkeypatch.setattr(kernels, "cache_root", lambda: tmp_path_factory.getbasetemp() / "cached" / "here")
    monkeypatch.setattr(sys, "path", list(sys.path))
    return noted


def test_a_package_is_read_with_those_that_it_lies_in(packages, unkept):
    source, root = sources.read(packages / "outer" / "inner")
    assert (source.module, root) == ("outer.inner", packages)
    assert dict(source.files) == {
        "outer/__init__.py": b"",
        "outer/inner/__init__.py": b"SPEC = 1\n",
        "outer/inner/data/table.txt": b"1 2\n",
    }
    assert unkept == [(packages, source.digest, source.files)]
    module, there = sources.read(packages / "outer" / "other.py")
    assert (module.module, there, set(module.files)) == (
        "outer.other",
        packages,
        {"outer/__init__.py", "outer/other.py"},
    )
    alone, here = sources.read(packages / "alone.py")
    assert (alone.module, here, dict(alone.files)) == ("alone", packages, {"alone.py": b"SPEC = 2\n"})


def test_a_digest_is_of_all_names_and_bytes(packages, unkept):
    first = sources.read(packages / "outer" / "inner")[0].digest
    assert first == sources.read(packages / "outer" / "inner")[0].digest
    assert len(first) == 16
    table = packages / "outer" / "inner" / "data" / "table.txt"
    table.write_text("1 3\n", encoding="utf-8", newline="\n")
    changed = sources.read(packages / "outer" / "inner")[0].digest
    table.rename(table.with_name("tables.txt"))
    named = sources.read(packages / "outer" / "inner")[0].digest
    assert len({first, changed, named}) == 3


def test_another_process_puts_the_files_into_its_cache_once(packages, unkept):
    source, _ = sources.read(packages / "outer" / "inner")
    unkept.clear()
    folder = kernels.cache_root().parent / "sources" / source.digest
    source.unpack()
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")} == set(source.files)
    assert all((folder / name).read_bytes() == data for name, data in source.files.items())
    assert (sys.path[0], sys.path.count(str(folder))) == (str(folder), 1)
    assert unkept == [(folder, source.digest)]
    (folder / "outer" / "__init__.py").write_bytes(b"# as it was found\n")
    source.unpack()
    # of two that write at once the second finds it done
    source._write(folder)
    assert (folder / "outer" / "__init__.py").read_bytes() == b"# as it was found\n"
    assert sys.path.count(str(folder)) == 1
