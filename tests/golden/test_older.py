"""Golden matches as they were written before the rules, or their settings, were changed: files that people may still have.

What was played by the rules of today, or by older ones that a game still has, verifies; of others every line can be read.
"""

import json
import pickle
from pathlib import Path

import pytest

from sandtable import verify
from sandtable.engine.match import OtherRulesError
from sandtable.engine.matchfile import words
from sandtable.games import spec

FILES = sorted((Path(__file__).parent / "older").glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_older_file_verifies_or_can_be_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    head, *entries, _ = map(json.loads, text.splitlines())
    game = spec(head["game"])
    if head["rules"] in game.versions:
        match = verify(text)
        assert match.over
        assert json.loads(match.file().partition("\n")[0])["rules"] == head["rules"]
    else:
        with pytest.raises(OtherRulesError, match=f"version {head['rules']} of the rules of {game.name}"):
            verify(text)
    assert words(text) == [f"{entry['seq']:>4}  {entry['text']}" for entry in entries]


def test_an_older_match_is_played_by_the_rules_that_it_names() -> None:
    # the hand slipped so far that the rules of today would cut its error (T3.2)
    match = verify((Path(__file__).parent / "older" / "rout-2-slipped.jsonl").read_text(encoding="utf-8"))
    assert match.game.by_rules(3).replay(match.moves).digest() != match.position.digest()
    assert match.game.by_rules(3).by_rules(2).replay(match.moves) == match.position
    assert pickle.loads(pickle.dumps(match.game)).rules == match.game.rules == 2
