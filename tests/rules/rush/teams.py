"""Texts of rosters for scenarios: a good one, and the same with a change."""

from collections.abc import Sequence

RUNNER = {"role": '"striker"', "move": 6, "strength": 5, "speed": 2, "skill": 3, "armour": 6}
WALL = {"role": '"guard"', "move": 1, "strength": 2, "speed": 6, "skill": 6, "armour": 2}


def text_of(
    name: str = '"Mixed"', team: Sequence[str] = ("Runner", "Wall", "Runner"), **changed: object
) -> str:
    """A roster of two kinds, Runner and Wall, the `changed` figures being Runner's; a figure None is left out."""
    lines = [f"name = {name}", f"team = [{', '.join(repr(player) for player in team)}]"]
    for kind, figures in (("Runner", {**RUNNER, **changed}), ("Wall", WALL)):
        lines.append(f"[player.{kind}]")
        lines += [f"{key} = {figure}" for key, figure in figures.items() if figure is not None]
    return "\n".join(lines)
