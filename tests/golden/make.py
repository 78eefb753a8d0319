"""The golden matches: random play from fixed seeds through `Match`. Run as a script, this writes their files anew."""

from pathlib import Path
from typing import Any

from sandtable import load, stream
from sandtable.match import Match

FOLDER = Path(__file__).parent
OWN = "S....S\n..TI..\n.RIBT.\n.TBIR.\n..IT..\nS....S"
# name -> seed and settings; low health and few rounds keep the files small
MATCHES: dict[str, tuple[int, dict[str, Any]]] = {
    "skirmish": (41, {"health": 4, "round_cap": 12}),
    "skirmish-numbers": (10, {"health": 3, "round_cap": 10, "reveal": "numbers", "corners": "diagonal"}),
    "grand": (3, {"board": "grand", "health": 3, "round_cap": 9, "meditation_rounding": "up"}),
    "grand-stay": (
        4,
        {"board": "grand", "round_cap": 8, "stay_triggers": True, "meditation_rounding": "nearest"},
    ),
    "own": (5, {"board": OWN, "health": 6, "round_cap": 12, "stat_cap": "6"}),
    "own-held": (6, {"board": OWN, "health": 12, "round_cap": 10, "held_may_attack": False}),
    "taken-back": (7, {"health": 1, "round_cap": 5}),
    "resigned": (8, {"round_cap": 3}),
}

BACK = range(40, 44)


def play(name: str) -> Match:
    """The golden match of this name; `taken-back` goes back once, `resigned` ends by a resignation."""
    seed, settings = MATCHES[name]
    match = Match(load("assault", **settings), seed.to_bytes(16, "big"), f"golden-{name}", ("Navy", "Rust"))
    rng = stream(seed)
    while not match.over:
        match.play(match.position.sample(rng))
        if name == "taken-back" and len(match.entries) in BACK:
            target = match.undo_target(0)
            assert target is not None
            match.extend([match.undo_entry(0, target[0])])
        if name == "resigned" and match.ply > 20:
            match.extend([match.resign_entry(1)])
    return match


def path_of(name: str) -> Path:
    """The file of a golden match."""
    return FOLDER / f"{name}.jsonl"


if __name__ == "__main__":
    for golden in MATCHES:
        path_of(golden).write_text(play(golden).file(), encoding="utf-8")
