"""The marks of the players' rule text: what the designer says, what was settled here, what was filled in (A1 to A5)."""

import re

import pytest

from sandtable.games import spec
from tests.rules.scenario import clause

ORIGINAL, RULING, FILLED_IN = "original", "ruling", "filled in"
# clauses by their marks, in the order in which these stand
MARKS = {
    FILLED_IN: "A1.1",
    RULING: "A1.2 A2.3 A2.4 A2.5 A3.6b A3.7 A4.6 A4.7 A5.2",
    ORIGINAL: "A1.3 A1.4 A3.3 A3.8 A4.2 A4.4 A5.1",
    f"{ORIGINAL}, {RULING}": "A1.5 A1.6 A2.1 A2.2 A3.2 A3.4 A3.5 A3.6 A4.1 A4.3 A4.5",
    f"{RULING}, {ORIGINAL}": "A3.1",
}
CLAUSES = {number: marks for marks, numbers in MARKS.items() for number in numbers.split()}
TEXT = spec("assault").rules_text()
EXPLAINED = (
    "Marks: *original* is what the designer's document says, *ruling* settles what it leaves open, "
    "and *filled in* is supplied here."
)


@clause("A1.1", "A1.2", "A1.3")
@pytest.mark.parametrize("number", CLAUSES)
def test_a_clause_shows_its_mark_right_after_its_number(number: str) -> None:
    # to the next clause or heading, with the details that are quoted below it
    clause_ = rf"^\*\*{re.escape(number)}\*\* (.*?)(?=^\*\*A|^#|\Z)"
    (text,) = re.findall(clause_, TEXT, re.MULTILINE | re.DOTALL)
    found = re.findall(rf"\*({ORIGINAL}|{RULING}|{FILLED_IN})\*", text)
    assert ", ".join(found) == CLAUSES[number]
    assert text.startswith(f"*{found[0]}* ")


@clause("A1.1", "A1.2", "A1.3")
def test_every_clause_is_marked_and_the_marks_are_explained_before_the_first() -> None:
    assert set(re.findall(r"^\*\*(A[\d.]+b?)\*\*", TEXT, re.MULTILINE)) == set(CLAUSES)
    assert EXPLAINED in TEXT.split("**A1.1**", maxsplit=1)[0]
