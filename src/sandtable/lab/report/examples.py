"""Which matches of a report are worth a look: the longest, the shortest, the biggest comeback, the most typical."""

from collections.abc import Sequence

import polars as pl

from sandtable import agents
from sandtable.lab.report.document import Example
from sandtable.lab.run.replays import match_of
from sandtable.lab.run.trial import Trial
from sandtable.match import Match

# what a match is measured by when it is to be like most
TYPICAL = ("plies", "leads", "settled", "comeback")


def chosen(rows: pl.DataFrame) -> list[tuple[str, str, int, bool]]:
    """The name, the title, the pair and whether swapped of each example; of equal ones the first, none twice."""
    decided = rows.filter(pl.col("score_0") != 0.0)
    wanted = [
        ("typical", "The most typical match", _typical(decided)),
        ("comeback", "The biggest comeback", decided.sort("comeback", maintain_order=True)),
        ("turns", "The most changes of the lead", rows.sort("leads", descending=True, maintain_order=True)),
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
    """The matches in the order of how near they are to the median of all, each measure by its own spread."""
    distances = [
        (pl.col(name) - pl.col(name).median()).abs() / (pl.col(name).std().fill_null(0.0) + 1e-9)
        for name in TYPICAL
    ]
    return rows.with_columns(pl.sum_horizontal(distances).alias("distance")).sort(
        "distance", maintain_order=True
    )


def examples(trial: Trial, rows: pl.DataFrame, sides: Sequence[str]) -> list[Example]:
    """The example matches, each played again; `ValueError` where one does not come out as its row says."""
    made: list[Example] = []
    for name, title, pair, swapped in chosen(rows):
        match = match_of(trial, pair, swapped)
        row = rows.row(by_predicate=(pl.col("pair") == pair) & (pl.col("swapped") == swapped), named=True)
        if (match.ply, *match.score) != (row["plies"], row["score_0"], row["score_1"]):
            raise ValueError(
                f"pair {pair} came out otherwise when it was played again: a player is not a function of its seed"
            )
        seats = [seated(trial, agent) for agent in match.seats]
        text = _text(match, row, sides)
        made.append(Example(name, title, text, seats, list(match.dice), match.moves))
    return made


def seated(trial: Trial, agent: str) -> str:
    """What an agent is called at a table: the name of its level, else its own."""
    known = agents.levels(trial.game) if agent.isdigit() and "." not in trial.game else ()
    return next(
        (f"Computer, {level.name}" for level in known if str(level.level) == agent), f"Computer, {agent}"
    )


def _text(match: Match, row: dict[str, float], sides: Sequence[str]) -> str:
    lead = _lead(int(row["leads"]))
    said = (
        f"{row['decisions_0'] + row['decisions_1']:,.0f} decisions; by the computer's quick judgement {lead}"
    )
    winner = next((side for side, score in zip(sides, match.score, strict=True) if score > 0), None)
    if winner is None:
        return f"{said}. The match is drawn."
    if row["comeback"] < -0.005:
        return f"{said}, and {winner} wins after standing at {row['comeback']:.2f}.".replace("-", "−")
    return f"{said}, and {winner} wins and was never behind."


def _lead(changes: int) -> str:
    seldom = ("the lead never changes", "the lead changes once")
    return seldom[changes] if changes < len(seldom) else f"the lead changes {changes} times"
