"""Which matches of a report are worth a look: the longest, the shortest, the biggest comeback and the most typical."""

from collections.abc import Sequence

import polars as pl

from sandtable import agents
from sandtable.engine.match import Match
from sandtable.lab.report.document import Example
from sandtable.lab.run.replays import match_of
from sandtable.lab.run.trial import Trial
from sandtable.lab.statistics import wording
from sandtable.lab.statistics.chances import Chances

# what the chance to win says about a match (see `Chances.matches`)
TOLD = ("changes", "settled", "lowest")
# the measures that decide which match is the most typical
TYPICAL = ("plies", *TOLD)


def with_chances(rows: pl.DataFrame, found: Chances | None) -> pl.DataFrame:
    """The rows with the columns TOLD, null for matches whose chance to win is not known throughout."""
    if found is None:
        return rows.with_columns(pl.lit(None, pl.Float64).alias(name) for name in TOLD)
    told = found.matches.select("pair", "swapped", *TOLD)
    return rows.join(told, on=["pair", "swapped"], how="left", maintain_order="left")


def chosen(rows: pl.DataFrame) -> list[tuple[str, str, int, bool]]:
    """Each example's name, title and pair, and whether seats are swapped; ties go to the first, and no match appears
    twice.

    `rows` are those of `with_chances`. If the chance to win is known for some decided matches, the typical one is
    chosen from these.
    """
    decided = rows.filter(pl.col("score_0") != 0.0)
    told, told_decided = (part.filter(pl.col("changes").is_not_null()) for part in (rows, decided))
    wanted = [
        ("typical", "The most typical match", _typical(decided if told_decided.is_empty() else told_decided)),
        ("comeback", "The biggest comeback", told_decided.sort("lowest", maintain_order=True)),
        ("turns", "The most lead changes", told.sort("changes", descending=True, maintain_order=True)),
        ("longest", "The longest match", rows.sort("plies", descending=True, maintain_order=True)),
        ("shortest", "The shortest match", decided.sort("plies", maintain_order=True)),
    ]
    found: list[tuple[str, str, int, bool]] = []
    for name, title, ordered in wanted:
        taken = {(pair, swapped) for _, _, pair, swapped in found}
        left = (row for row in ordered.select("pair", "swapped").iter_rows() if row not in taken)
        found += [(name, title, *row) for row in [next(left, None)] if row is not None]
    return found


def _typical(rows: pl.DataFrame) -> pl.DataFrame:
    """The matches ordered by their distance from the median of all, each measure scaled by its spread."""
    distances = [
        (pl.col(name) - pl.col(name).median()).abs() / (pl.col(name).std().fill_null(0.0) + 1e-9)
        for name in TYPICAL
    ]
    return rows.with_columns(pl.sum_horizontal(distances).alias("distance")).sort(
        "distance", maintain_order=True
    )


def examples(
    trial: Trial, played: pl.DataFrame, found: Chances | None, sides: Sequence[str]
) -> list[Example]:
    """The example matches, replayed; `ValueError` if one does not end as its row says."""
    rows = with_chances(played, found)
    made: list[Example] = []
    for name, title, pair, swapped in chosen(rows):
        match = match_of(trial, pair, swapped)
        row = rows.row(by_predicate=(pl.col("pair") == pair) & (pl.col("swapped") == swapped), named=True)
        if (match.ply, *match.score) != (row["plies"], row["score_0"], row["score_1"]):
            raise ValueError(
                f"pair {pair} ended differently when it was replayed: a player depends on more than its seed"
            )
        seats = [seated(trial, agent) for agent in match.seats]
        text = _text(match, row, sides)
        made.append(Example(name, title, text, seats, list(match.dice), match.moves))
    return made


def seated(trial: Trial, agent: str) -> str:
    """The name of an agent at a table: the name of its level, or else its own."""
    known = agents.levels(trial.game) if agent.isdigit() and "." not in trial.game else ()
    return next(
        (f"Computer, {level.name}" for level in known if str(level.level) == agent), f"Computer, {agent}"
    )


def _text(match: Match, row: dict[str, float | None], sides: Sequence[str]) -> str:
    said = f"{(row['decisions_0'] or 0) + (row['decisions_1'] or 0):,.0f} decisions"
    winner = next((side for side, score in zip(sides, match.score, strict=True) if score > 0), None)
    if row["changes"] is None:
        return f"{said}. The match is drawn." if winner is None else f"{said}. {winner} wins."
    said += f"; judging by the chance to win, {_lead(int(row['changes']))}"
    lowest = row["lowest"]
    if winner is None or lowest is None:
        return f"{said}. The match is drawn."
    if lowest < 0.5:
        return (
            f"{said}, and {winner} wins after its chance had dropped to {100 * lowest:.0f}{wording.PERCENT}."
        )
    return f"{said}, and {winner} wins without its chance ever dropping below one half."


def _lead(changes: int) -> str:
    seldom = ("the lead never changes", "the lead changes once")
    return seldom[changes] if changes < len(seldom) else f"the lead changes {changes} times"
