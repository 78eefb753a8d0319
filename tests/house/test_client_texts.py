"""The client holds no rule text: what explains a game comes from its server, with the clause that it rests on."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.tree import ROOT

GAMES = ROOT / "web" / "src" / "games"
CLAUSE = re.compile(r"\b[A-Z]\d+\.\d+[a-z]?\b")
REMARK = re.compile(r"/\*.*?\*/|<!--.*?-->|(?m:^\s*//[^\n]*$)", re.DOTALL)
# numbers of a drawing
PATH = re.compile(r"\bd=\"[^\"]*\"|\"[MmLlHhVvAaCcQqZz\d\s.,-]*\"")


def cited(source: str) -> list[str]:
    """The clauses that a file of the client names, but for remarks to its readers."""
    return CLAUSE.findall(PATH.sub("", REMARK.sub("", source)))


def client() -> Iterator[Path]:
    """The files of the games' clients, tests left out."""
    for path in sorted(GAMES.rglob("*")):
        if path.suffix in (".ts", ".svelte") and ".test." not in path.name:
            yield path


def test_no_file_of_the_client_cites_a_clause() -> None:
    found = {str(path.relative_to(ROOT)): cited(path.read_text(encoding="utf-8")) for path in client()}
    assert len(found) > 100
    assert {name: clauses for name, clauses in found.items() if clauses} == {}


def test_a_clause_in_a_text_is_found_and_one_in_a_remark_is_not() -> None:
    assert cited('  // R4.1\n/** (T3.0) */ tell("No.", "T3.1");\n<!-- O2.6 --><path d="M3.5 4.2" />') == [
        "T3.1"
    ]
