"""The animation of an action or outcome of Rush on the pitch, in order. Everything is public, so all viewers see the same."""

from collections.abc import Sequence
from typing import Any

from sandtable.authoring import Beat, Setup, Unpacked, View, values
from sandtable.games.rush.data.pitch import HEXES, LAUNCHES
from sandtable.games.rush.rules.ball import BOUNCES, own_strike_hex
from sandtable.games.rush.schema import CARRIED, DOING, NOBODY, OUT, PLAYERS, REPLY, TEST
from sandtable.games.rush.show.words import number_of


def beats(setup: Setup, before: View, chosen: Unpacked, after: View) -> tuple[Beat, ...]:
    """The animation of `chosen` between two records: the action, its result, who is moved by it, and who goes down."""
    kind, fields, actor = chosen.kind, chosen.fields, int(before.now.actor)
    done = list[Beat]()
    if kind in ("launch", "bounce", "scatter"):
        done.append(Beat("flight", _track(setup, before, kind, fields)))
    elif kind == "tackle":
        done.append(Beat("aim", (_hex(before, actor), _hex(before, int(after.target)))))
    elif kind == "aim":
        done.append(Beat("aim", (_hex(before, actor), fields["hex"])))
    elif kind == "roll" and before.test == TEST.AIM:
        done += _thrown(setup, before, fields["successes"], after)
    elif kind == "roll" and before.test == TEST.REPLY:
        done += _fought(before, fields["successes"], after)
    elif kind == "roll" and before.test in (TEST.PICK_UP, TEST.CATCH):
        done.append(_grasped(before, after))
    was, now = values(before).player, values(after).player
    return (*done, *_moved(was, now), *_down(was, now))


def _hex(s: View, p: int) -> int:
    return int(s.player[p].place)


def _track(setup: Setup, before: View, kind: str, fields: dict[str, int]) -> tuple[int, ...]:
    """The hexes that the ball passes over, up to the player who stands in its way (R3.3, R8.1)."""
    standing = {_hex(before, p) for p in range(PLAYERS) if not before.player[p].prone}
    if kind == "launch":
        return _until(setup.launch[int(before.side)][: min(fields["die"] + 1, LAUNCHES)].tolist(), standing)
    here = int(before.ball)
    side = fields["side"] if kind == "scatter" else int(BOUNCES[int(before.side), fields["die"] // 3])
    over = list[int]()
    for _ in range(fields["distance"] + 1):
        side = int(setup.bounced[here, side])
        here = int(setup.across[here, side])
        over.append(here)
    return (int(before.ball), *_until(over, standing))


def _until(hexes: Sequence[int], standing: set[int]) -> tuple[int, ...]:
    stops = [n for n, h in enumerate(hexes) if h in standing]
    return tuple(hexes[: stops[0] + 1] if stops else hexes)


def _thrown(setup: Setup, before: View, k: int, after: View) -> list[Beat]:
    # R7.2, R7.3
    thrower, target = int(before.tester), int(before.target)
    if target != NOBODY:
        return [Beat("flight", (_hex(before, thrower), _hex(before, target)))]
    goal = int(own_strike_hex(setup, before, thrower))
    flight = Beat("flight", (_hex(before, thrower), goal))
    if not k:
        return [flight, Beat("blow", (goal,), "Missed")]
    return [flight, Beat("call", (goal,), f"Strike! +{abs(int(after.lead) - int(before.lead))}")]


def _fought(before: View, k: int, after: View) -> list[Beat]:
    # R4.2, R6
    attacker, target, first = int(before.now.actor), int(before.target), int(before.first)
    if first == k:
        return [Beat("call", (_hex(before, target),), "Draw")]
    if first < k and before.reply == REPLY.DODGE:
        return [Beat("call", (_hex(before, target),), "Dodged")]
    loser = target if first > k else attacker
    blow = Beat("blow", (_hex(before, loser),), f"{number_of(max(first, k))} : {number_of(min(first, k))}")
    if before.now.doing != DOING.SLAM and after.carrier == attacker:
        return [blow, Beat("flight", (_hex(before, target), _hex(before, attacker)))]
    return [blow]


def _grasped(before: View, after: View) -> Beat:
    # R5.5, R7.4
    p = int(before.tester)
    if after.carrier == p and after.ball == CARRIED:
        return Beat("call", (_hex(before, p),), "Has it!")
    return Beat("blow", (_hex(before, p),), "Missed")


def _moved(before: Sequence[Any], after: Sequence[Any]) -> list[Beat]:
    return [
        Beat("way", (was.place, now.place))
        for was, now in zip(before, after, strict=True)
        if was.place != now.place and max(was.place, now.place) < HEXES
    ]


def _down(before: Sequence[Any], after: Sequence[Any]) -> list[Beat]:
    # R5.6, R6.3, R6.7
    seen = list[Beat]()
    for was, now in zip(before, after, strict=True):
        if was.place < HEXES and now.place == OUT:
            seen.append(Beat("fall", (was.place,), "Out"))
        elif now.prone and not was.prone and now.place < HEXES:
            seen.append(Beat("fall", (now.place,)))
    return seen
