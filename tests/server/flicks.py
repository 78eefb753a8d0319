"""Play of ROUT! by what a snapshot shows, as the page does it: most flicks are not listed."""

from math import atan2, degrees

from sandtable.games.rout.schema import ACTIONS, DIRECTIONS, By

# of the contact points of a block: the middle of the side by which a push along its long side goes in
FRONT, REAR = 102, 143


def toward(scene, unit, place):
    """A direction (degrees) along the long side of a block that leads nearer to `place`, and the contact point for it."""
    block = next(b for b in scene["blocks"] if b["id"] == unit)
    aim = degrees(atan2(place[1] - block["y"], place[0] - block["x"]))
    ahead = abs((aim - block["angle"] + 180) % 360 - 180) <= 90
    return (block["angle"], REAR) if ahead else ((block["angle"] + 180) % 360, FRONT)


def flick(scene, unit, deed, direction, contact, speed=3.0, by=By.AIMED):
    """The number of a flick."""
    speeds, way = scene["speeds"], round(10 * direction) % DIRECTIONS
    pace = round((speed - speeds["slowest"]) / speeds["pace"])
    return ACTIONS.pack(deed, by=by, unit=unit, contact=contact, direction=way, speed=pace)


def any_flick(scene, rng, by=By.AIMED):
    """A flick of a usable block toward the middle of the table or of another block."""
    unit, deed = rng.choice(scene["usable"]), rng.choice(scene["may"])
    target = rng.choice([b for b in scene["blocks"] if b["id"] != unit])
    return flick(
        scene, unit, deed, *toward(scene, unit, (target["x"], target["y"])), speed=rng.choice([1.5, 3]), by=by
    )


def action(client, rng):
    """What to do at a table, of any game."""
    flicks = client.seen["game"] == "rout" and client.seen["phase"] == "turn"
    return any_flick(client.seen["scene"], rng) if flicks else rng.choice(client.choices())
