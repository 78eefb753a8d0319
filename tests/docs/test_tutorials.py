"""The Python of the tutorials runs as written, prints what the pages show, and makes their pictures."""

import re

import pytest

from tests.house.tree import ROOT
from tests.markers import quick

FOLDER = ROOT / "docs" / "tutorials"
PAGES = sorted(path.name for path in FOLDER.glob("*.md"))
# a block of Python, and what it prints where the page shows that
BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
PICTURE = re.compile(r"\"([\w-]+\.svg)\"")
# by how much a number may differ from that on the page: another processor's last digit leads a learner other ways
ROOM = {"train.md": 0.2}


def alike(shown: str, printed: str, room: float) -> bool:
    """Whether the words are the same, and each number is as near as `room`, or as that share of it."""
    pairs = zip(*(map(float, NUMBER.findall(text)) for text in (shown, printed)), strict=False)
    near = (abs(one - other) <= room * max(1.0, abs(one)) for one, other in pairs)
    return NUMBER.sub("#", shown) == NUMBER.sub("#", printed) and all(near)


def run(page: str, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    """The names that the blocks of a page leave, each having printed what the page shows."""
    names: dict[str, object] = {"__name__": "tutorial"}
    blocks = BLOCK.findall((FOLDER / page).read_text(encoding="utf-8"))
    assert blocks
    for code, shown in blocks:
        exec(code, names)
        printed = capsys.readouterr().out
        assert alike(shown, printed, ROOM.get(page, 0.0)), (
            f"the page shows\n{shown}and the code prints\n{printed}"
        )
    return names


@pytest.mark.parametrize("page", quick("play.md", of=PAGES))
def test_a_tutorial_does_what_it_shows(page, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    names = run(page, capsys)
    text = (FOLDER / page).read_text(encoding="utf-8")
    for picture in PICTURE.findall(text):
        assert (tmp_path / picture).read_bytes() == (ROOT / "docs" / "pictures" / picture).read_bytes()
        assert f"](../pictures/{picture})" in text
    if page == "train.md":
        play, weights = names["play"], names["weights"]
        assert play(weights, seed=6, steps=300)[1] > play(0 * weights, seed=6, steps=300)[1] + 0.1


def test_another_output_is_found():
    assert alike("a 0.30\n", "a 0.25\n", 0.2)
    assert not alike("a 0.30\n", "a 0.05\n", 0.2)
    assert not alike("a 0.30\n", "b 0.30\n", 0.2)
    assert not alike("a 1\n", "a 2\n", 0.0)
    assert not alike("a 1\n", "a 1 1\n", 0.2)
