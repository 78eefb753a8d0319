"""What levels choose in positions of the golden matches, and how the judge sees them. As a script, this writes the files anew.

Positions of random play are of every kind, also such that no good player would come to. A file has a line each: a ply, the seat
that decides, what the judge says for it, a digest of what it knows as numbers, and the action of each level, searches with a
small `BUDGET`.
"""

import json
from hashlib import sha256
from typing import Any

from sandtable import agents, stream, verify
from sandtable.match import Match
from tests.golden.make import FOLDER, MATCHES, path_of

LEVELS = (1, 2, 3)
POSITIONS = 10
BUDGET = 6
DIGITS = 9
DIGEST = 16


def positions(match: Match) -> list[int]:
    """The plies of up to `POSITIONS` real decisions, spread over the match."""
    found = [ply for ply in range(match.ply) if _is_choice(match, ply)]
    return sorted({found[i * len(found) // POSITIONS] for i in range(POSITIONS)})


def judged(match: Match, ply: int) -> float:
    """What the judge says for the seat that decides there."""
    position = match.at(ply)
    return round(position.evaluate(position.to_move), DIGITS)


def known(match: Match, ply: int) -> str:
    """A digest of what the seat that decides there knows as numbers."""
    position = match.at(ply)
    return sha256(position.features(position.to_move).tobytes()).hexdigest()[:DIGEST]


def choice(match: Match, ply: int, level: int) -> str:
    """What a level does there, in words."""
    position = match.at(ply)
    seat = position.to_move
    agent = agents.make(match.game, level)
    return match.game.describe(agent.act(position.view(seat), seat, stream(ply), budget=BUDGET))


def saved(name: str) -> list[dict[str, Any]]:
    """The lines of a golden match's file."""
    return [json.loads(line) for line in choices_of(name).read_text(encoding="utf-8").splitlines()]


def choices_of(name: str) -> Any:
    """The file of a golden match."""
    return FOLDER / "levels" / f"{name}.jsonl"


def _is_choice(match: Match, ply: int) -> bool:
    position = match.at(ply)
    seat = position.to_move
    return seat >= 0 and position.view(seat).forced() is None


def _lines(name: str) -> str:
    match = verify(path_of(name).read_text(encoding="utf-8"))
    rows = [
        {
            "ply": ply,
            "seat": match.at(ply).to_move,
            "judge": judged(match, ply),
            "knows": known(match, ply),
            **{str(level): choice(match, ply, level) for level in LEVELS},
        }
        for ply in positions(match)
    ]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


if __name__ == "__main__":
    for golden in MATCHES:
        choices_of(golden).write_text(_lines(golden), encoding="utf-8")
