"""Puts what a side did into a sentence, in percentage points of the chance to win."""

import msgspec

from sandtable.analysis.findings import SURE, Side

# a difference smaller than this, in points, counts as none
LEAST = 1


def verdict(side: Side, other: str, bias: float) -> Side:
    """The side with its verdict; nothing is claimed that does not exceed SURE standard errors and the judge's `bias`."""
    skill = _points(side.skill, SURE * side.skill_error + abs(bias))
    luck = _points(side.luck, SURE * side.luck_error + abs(bias))
    if skill > 0:
        played = f"outplayed {other} by {_in_points(skill)}"
    elif skill < 0:
        played = f"was outplayed by {other} by {_in_points(skill)}"
    else:
        played = f"played about as well as {other}"
    if luck == 0:
        lucky = "had about average luck"
    else:
        by = f"{abs(luck)}" if skill else _in_points(luck)
        lucky = f"was {'lucky' if luck > 0 else 'unlucky'} by {by}"
    return msgspec.structs.replace(side, verdict=f"{side.name} {played} and {lucky}.")


def _points(share: float, doubt: float) -> int:
    return round(100 * share) if abs(share) > doubt and abs(100 * share) >= LEAST else 0


def _in_points(points: int) -> str:
    return f"{abs(points)} {'point' if abs(points) == 1 else 'points'}"
