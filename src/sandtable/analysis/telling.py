"""Puts findings into lines of plain text."""

from sandtable.analysis.findings import DecisionFinding, Findings, Side

# how many decisions and points of the curve are listed
DECISIONS, POINTS = 5, 10
PLURALS = {"blunder": "blunders", "mistake": "mistakes", "inaccuracy": "inaccuracies"}


def lines(found: Findings) -> list[str]:
    """What an analysis has found, in words."""
    return [
        *(side.verdict for side in found.sides),
        "",
        *(_totals(side) for side in found.sides),
        "",
        *_turning(found),
        *_costliest(found),
        "",
        _curve(found),
        "",
        f"Based on {found.playouts:,} playouts in {_counted(found.rounds, 'round', 'rounds')}.",
        "Points are percentage points of the chance to win, ± one standard error.",
    ]


def _totals(side: Side) -> str:
    marks = ", ".join(_counted(count, mark, PLURALS[mark]) for mark, count in side.marks.items())
    cost = ""
    if side.costs and side.loss_error is not None:
        loss, error = (100 * total / side.decisions for total in (side.loss, side.loss_error))
        each = " each on average" * (side.decisions > 1)
        cost = f", which cost {loss:.2f} ± {error:.2f} points{each}"
    return (
        f"{side.name}: {marks} in {_counted(side.decisions, 'decision', 'decisions')}{cost}; "
        f"luck {100 * side.luck:+.0f} ± {100 * side.luck_error:.0f} points, "
        f"so with average luck {100 * side.average_luck:.0f} % instead of {100 * side.result:.0f} %."
    )


def _turning(found: Findings) -> list[str]:
    turning = found.turning
    if turning is None:
        return []
    winner = found.names[0 if found.score[0] > found.score[1] else 1]
    return [
        f"What seems to have helped {winner} most, at position {turning.ply}: {turning.text}",
        "",
    ]


def _costliest(found: Findings) -> list[str]:
    by_ply = {one.ply: one for one in found.decisions}
    told = [line for ply in found.costliest[:DECISIONS] for line in _decision(found, by_ply[ply])]
    return ["Costliest decisions:", *told] if told else ["No decision certainly cost anything."]


def _decision(found: Findings, one: DecisionFinding) -> list[str]:
    mark = f"{one.mark.capitalize()}, " if one.mark else "Cost "
    cost = f"{mark}{100 * one.loss:.1f} ± {100 * one.error:.1f} points"
    truth = "" if one.loss_in_truth is None else f" ({100 * one.loss_in_truth:.0f} as everything really lay)"
    line = f"  {one.ply}  {found.names[one.seat]}: {one.text}. {cost}{truth}; better: {one.best_text}"
    return [line, *([f"      {one.why}"] if one.why else [])]


def _curve(found: Findings) -> str:
    last = len(found.points) - 1
    shown = sorted({last * n // POINTS for n in range(POINTS + 1)})
    points = ", ".join(f"{ply}: {100 * found.points[ply].chance:.0f} %" for ply in shown)
    return f"Chance of {found.names[0]} to win, by position: {points}."


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
