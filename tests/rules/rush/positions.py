"""Positions that several topics share, and where a ball rolls on an empty pitch."""

from tests.rules.rush.arena import COMPASS, Arena, arena, back, beside

# three enemies around F11 that all threaten it
THREE = {1: "F12 west", 2: "E11 south-west", 6: "G11 north-west"}


def expected(at: str, side: str, distance: int) -> str:
    """Where a ball comes to rest on an empty pitch: mirrored by a wall, in a corner of three walls straight back."""
    for _ in range(distance):
        side = bounced(at, side)
        at = beside(at, side)
    return at


def bounced(at: str, side: str) -> str:
    """The side that a ball takes which goes over `side`."""
    if beside(at, side):
        return side
    closed = [n for n, way in enumerate(COMPASS) if not beside(at, way)]
    if len(closed) == 3:
        return back(side)
    # the wall runs across the corner between its two sides: 60 degrees a side, the mirror line at right angles to it
    low, high = closed if closed != [0, 5] else [5, 6]
    return COMPASS[(low + high + 3 - COMPASS.index(side)) % 6]


def met(reply: str = "slamback", **places: object) -> Arena:
    """A Guard at F11 slams the Orc at F12; attacker 3 dice, target 3 for a Slamback and 2 for a Dodge."""
    given: dict[str, object] = {"home": {1: "F11"}, "visitor": {1: "F12"}, **places}
    return arena(**given).slam(1).tackle(1).play(reply)


def state(t: Arena, name: str) -> tuple[str, str, bool]:
    return t.where(name), t.facing(name), t.prone(name)


def threats(n: int) -> dict[int, str]:
    return dict(list(THREE.items())[:n])
