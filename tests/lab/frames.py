"""Rows made by hand, as `lab.run.rows` would make them."""

from collections.abc import Mapping, Sequence

import polars as pl

from sandtable.lab.run.rows import SCHEMA

BLANK = {
    "game": "toy",
    "version": "0",
    "rules": "0",
    "settings": "{}",
    "seed": 1,
    "agent_0": "a",
    "agent_1": "b",
    "plies": 10,
    "decisions_0": 3,
    "decisions_1": 4,
    "branching": 5.0,
    "leads": 1,
    "comeback": -0.1,
    "settled": 0.5,
    "luck": 0.0,
    "opening": 0.0,
    "choice": 0.0,
    "luck_square": 1.0,
    "skill_square": 3.0,
}


def frame(
    pairs: Sequence[tuple[float, float]],
    agents: tuple[str, str] = ("a", "b"),
    first: int = 0,
    plies: Sequence[int] = (),
    counts: Mapping[str, Sequence[float]] | None = None,
) -> pl.DataFrame:
    """The rows of pairs in which seat 0 made these scores, the first agent in seat 0 and then in seat 1.

    `first` is the number of the first pair; `plies` has one number a pair; `counts` has one number a match for each counter,
    which seat 0 gets, and seat 1 one more.
    """
    matches = 2 * len(pairs)
    values = {name: [None] * matches for name in SCHEMA} | {
        "game": ["made"] * matches,
        "pair": [first + number // 2 for number in range(matches)],
        "swapped": [bool(number % 2) for number in range(matches)],
        "agent_0": list(agents) * len(pairs),
        "agent_1": list(agents[::-1]) * len(pairs),
        "score_0": [score for pair in pairs for score in pair],
        "score_1": [-score for pair in pairs for score in pair],
        "plies": [length for length in (plies or [10] * len(pairs)) for _ in range(2)],
    }
    made = pl.DataFrame(values, schema=SCHEMA)
    for name, numbers in (counts or {}).items():
        made = made.with_columns(
            pl.Series(f"{name}_0", numbers, pl.Float64), pl.Series(f"{name}_1", numbers, pl.Float64) + 1.0
        )
    return made


def rows(*matches, **counters):
    """A frame of matches, two a pair: each a score of seat 0, or what is unlike the blank one; `counters` column by column."""
    made = []
    for number, match in enumerate(matches):
        given = match if isinstance(match, dict) else {"score_0": match}
        score = float(given.get("score_0", 1))
        own = {"score_0": score, "score_1": -score, "pair": number // 2, "swapped": number % 2 == 1}
        drawn = {"comeback": None, "settled": None} if score == 0 else {}
        made.append({**BLANK, **own, **drawn, **given, "score_0": score})
    frame = pl.DataFrame(made, schema=SCHEMA)
    return frame.with_columns(
        **{name: pl.Series(values, dtype=pl.Float64) for name, values in counters.items()}
    )
