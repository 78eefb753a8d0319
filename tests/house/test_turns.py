"""Turns of phrase that are foreign to English, however right the grammar, are in no text that a person reads."""

import re
from collections.abc import Iterator

import pytest

from tests.house.tree import ROOT
from tools.strings import Text, files, texts

TURNS = {
    # a sentence about whoever does something; a question and a label may begin so
    "headless Who": r"(?:^\W*|[.:;!?|>] )Who\b[^.?!:;]*[.;](?= |$)",
    "stands in": r"\b(?:stands?|stood) (?:in|below|above|under|there|here|at|first|last|beside|among)\b",
    "anew": r"\banew\b",
    "is told": r"\b(?:is|are|was|were|be|been|being) (?:not |also |never |only )?told\b(?! apart)",
    "beside": r"\bbeside\b",
    # with something to compare it is right: "so many that"
    "so many": r"(?<!not )\bso (?:many|much)\b(?![^.;:]* (?:that|as)\b)",
    "of one's own": r"\bof one's own\b",
    "is had": r"\b(?:is|are|be) had\b",
}
# what players call "undo"
UNDO = r"\b(?:takes?|taken|taking|took) back\b|\btake-back"
PLAYERS = re.compile(r"web/src/.*|src/sandtable/games/.*\.(?:md|toml)|src/sandtable/server/.*\.py")
# on a board a piece stands somewhere, beside another
BOARDS = re.compile(r"(?:src/sandtable|web/src)/games/.*|tests/(?:rules|perft|physics|referees)/.*")
PIECE = re.compile(
    r"\b(?:army|block|enemy|figure|pawn|piece|player|scout|side|somebody|team|unit|who|you)(?:s|'s)?\b"
)
# a file without any of these has no turn; between two words there may be the end of a line, or of a string
HINTS = re.compile(
    r"\bWho\b|\bst(?:ands?|ood)\b|\banew\b|\btold\b|\bbeside\b|\bso\W+f?\W*(?:many|much)\b|\bone's\W+own\b"
    r"|\b(?:is|are|be)\W+f?\W*had\b|\bt(?:ak|ook)\w*\W+f?\W*back\b|\btake-back"
)
READ = ("*.md", "*.py", "*.svelte", "*.ts", "src/*/templates/*.html", "src/*words.toml")
# the turns themselves, and what programs have written
KEPT = ("tests/house/test_turns.py", "docs/studies/", "web/src/lib/server/protocol.ts")
# a side that stands on a board
EXCEPTIONS = {"Left stood at 2 places": "tests/lab/test_heat.py"}


def findings(text: Text) -> Iterator[str]:
    """The turns in a text, each with its line."""
    # one space between two words, and no code
    words = list(re.finditer(r"\S+", re.sub(r"`[^`]*`", lambda code: re.sub(r"\S", "`", code[0]), text.text)))
    flat = " ".join(word[0] for word in words)
    played = PLAYERS.fullmatch(text.path) and text.source != "comment"
    for turn, pattern in (TURNS | ({"take back": UNDO} if played else {})).items():
        for found in re.finditer(pattern, flat):
            if turn in ("stands in", "beside") and BOARDS.fullmatch(text.path):
                continue
            if turn == "stands in" and PIECE.search(flat, max(0, found.start() - 80), found.start()):
                continue
            last = words[flat.count(" ", 0, found.end() - 1)]
            line = text.line + text.text.count("\n", 0, last.start())
            around = flat[max(0, found.start() - 40) : found.end() + 40]
            if not any(text.path == path and part in around for part, path in EXCEPTIONS.items()):
                yield f"{text.path}:{line}: {turn}: {around}"


def test_no_text_has_a_foreign_turn() -> None:
    read = [path for path in files(*READ) if not path.startswith(KEPT)]
    assert len(read) > 1000
    hinted = (path for path in read if HINTS.search((ROOT / path).read_text(encoding="utf-8")))
    found = [finding for path in hinted for text in texts(path) for finding in findings(text)]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        ("headless Who", "Once more. Who leaves the name empty is not asked again."),
        ("stands in", "How to take part stands in the guide."),
        ("anew", "It is made\n    anew."),
        ("is told", "A wrong one is told with its place."),
        ("beside", "Show both beside each other."),
        ("so many", "The position after so many actions."),
        ("of one's own", "A map of one's own."),
        ("is had", "It is had of a board."),
        ("take back", "Nothing is taken back here."),
    ],
)
def test_a_turn_is_found(turn: str, sentence: str) -> None:
    found = list(findings(Text("src/sandtable/server/a.py", 3, "string", sentence)))
    assert [finding.split(": ")[:2] for finding in found] == [
        [f"src/sandtable/server/a.py:{3 + sentence.count(chr(10))}", turn]
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Who goes first?",
        "Who may measure: off, own or shared.",
        "The player stands in the hex.",
        "Blocks cannot be told apart.",
        "There are so many tables that the oldest are closed.",
        "Not so much a rule as a habit.",
        "`anew` is a name.",
    ],
)
def test_english_is_not(sentence: str) -> None:
    assert list(findings(Text("docs/a.md", 1, "words", sentence))) == []
