"""What is shown of games and of golden matches is what it was. Where it is meant to change, look at the difference:

python -m tests.golden.make
"""

from difflib import unified_diff

import pytest

from tests.golden.make import FOLDER, SHOWN, shown_at

MOST_BYTES = 100_000
# the most lines of a difference that are shown
TOLD = 40


def difference(old: list[str], new: list[str]) -> str:
    """What is otherwise, "" where nothing is."""
    lines = list(unified_diff(old, new, "as it was", "as it is", lineterm="", n=0))
    more = [f"and {len(lines) - TOLD} lines more"] if len(lines) > TOLD else []
    return "\n".join([*lines[:TOLD], *more])


@pytest.mark.parametrize("name", SHOWN)
def test_what_is_shown_is_what_was_shown(name: str) -> None:
    found = difference(shown_at(name).read_text(encoding="utf-8").split("\n"), [*SHOWN[name](), ""])
    assert not found, f"{shown_at(name).name} would be another one:\n{found}"


def test_the_files_are_those_of_the_list_and_small() -> None:
    files = list((FOLDER / "shown").iterdir())
    assert {path.name for path in files} == {shown_at(name).name for name in SHOWN}
    assert max(path.stat().st_size for path in files) < MOST_BYTES


def test_a_difference_is_told_by_its_lines() -> None:
    lines = [f"{n} all prompt = {n}" for n in range(100)]
    assert difference(lines, lines) == ""
    other = [*lines[:7], "7 all prompt = 8", *lines[8:]]
    assert difference(lines, other).split("\n")[3:] == ["-7 all prompt = 7", "+7 all prompt = 8"]
    assert difference(lines, [*lines, *lines]).endswith("and 63 lines more")
