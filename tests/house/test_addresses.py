"""No address of a registry and no path of one machine is in a tracked file."""

import re

from tests.house.tree import ROOT, name, tracked

# what installs, and what it installs from
INSTALLERS = [
    "constraints.txt",
    "web/package-lock.json",
    "web/package.json",
    "web/.npmrc",
    "pyproject.toml",
    "hatch_build.py",
    "Makefile",
    "tools/chromium",
    "tools/nginx",
    "tools/program",
    "tools/lock",
    "tools/python",
    ".ci/run",
]
ADDRESS = re.compile(r"\w+://|index[-_]url|find[-_]links|registry\s*=|trusted[-_]host| @ ", re.IGNORECASE)
HOMES = ("work", "root", "home", "Users", "opt", "tmp", "mnt")
MACHINE_PATH = re.compile(rf"(?<![\w./}}>-])/(?:{'|'.join(HOMES)})/[\w.-]+|\b[A-Z]:\\\\?Users")


def test_no_address_where_packages_come_from() -> None:
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in INSTALLERS}
    assert {file: found[0] for file, text in texts.items() if (found := ADDRESS.search(text))} == {}


def test_every_constraint_is_an_exact_version() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert len(pins) > 20
    assert [line for line in pins if not re.fullmatch(r"[\w.-]+==[\w.!+]+", line)] == []


def machine_paths(text: str) -> list[str]:
    return [found[0] for found in MACHINE_PATH.finditer(text)]


def test_no_path_of_one_machine() -> None:
    texts = ((path, path.read_bytes()) for path in tracked())
    assert {
        name(path): found
        for path, data in texts
        if b"\0" not in data and (found := machine_paths(data.decode("utf-8")))
    } == {}


def test_a_path_of_one_machine_is_found() -> None:
    for home in HOMES:
        assert machine_paths(f'open("/{home}/somebody/file")') == [f"/{home}/somebody"]
        assert machine_paths(f"web/{home}/page and ./{home}/page and https://x.org/{home}/page") == []


def test_an_address_is_found() -> None:
    for line in ("a @ file:{}a.whl", "--{}-url x", '"resolved": "https:{}a/b"'):
        # put together here, so that no address is in this file
        assert ADDRESS.search(line.format("index" if "-url" in line else "//")), line
