"""Golden matches as they were written before the rules, or their settings, were changed: files that people may still have.

What was played by rules of the version of today verifies; of older ones every line can still be read.
"""

import json
from pathlib import Path

import pytest

from sandtable import verify
from sandtable.games import spec
from sandtable.match import OtherRulesError, words

FILES = sorted((Path(__file__).parent / "older").glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_older_file_verifies_or_can_be_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    head, *entries, _ = map(json.loads, text.splitlines())
    game = spec(head["game"])
    if head["rules"] == game.version:
        assert verify(text).over
    else:
        with pytest.raises(OtherRulesError, match=f"version {head['rules']} of the rules of {game.name}"):
            verify(text)
    assert words(text) == [f"{entry['seq']:>4}  {entry['text']}" for entry in entries]
