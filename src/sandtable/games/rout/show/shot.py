"""The possible results of a flick with the hand's error (`shot.json`), and a practice flick (`practice.json`). T3.1,
T3.2.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from sandtable.authoring import Export, Made, Service, Setup, View, new, resolve
from sandtable.authoring.decoding import convert
from sandtable.authoring.encoding import encode
from sandtable.games.rout.rules.moves import REASONS, REFUSAL, check
from sandtable.games.rout.rules.push import goes_in, slipped
from sandtable.games.rout.rules.turns import FASTEST
from sandtable.games.rout.schema import (
    ACTIONS,
    BY,
    CONTACTS,
    DEED,
    DEEDS,
    DIRECTIONS,
    GRAIN,
    LEAST_PACE,
    NONE,
    PACE,
    PHASE,
    SETTINGS,
    SLOWEST,
    SPEEDS,
    STATE,
    STILL,
    TURN,
    UNIT,
    build,
)
from sandtable.games.rout.show.film import Replay, film, pictures, replay, trial

HANDS = 64
# the golden section spreads the errors of speed evenly over those of direction
GOLDEN = 0.6180339887498949
OPTIONS = ("action", "match")
# maximum number of digits in an action
LONGEST = len(str(ACTIONS.count))


def shot(setup: Setup, s: View, action: int) -> dict[str, Any]:
    """The possible results of the flick `action`, over 64 representative errors of the hand; `ValueError` if it is not
    legal.

    The values are chances. `touch`: that a block is touched first; None means no block. `hit`: that an unbroken
    enemy unit is hit; `perhaps`: the same, provided that no unknown broken block touched earlier is an enemy's (T3.4).
    `breaks`: that a block is the one hit. `off` and `self_off`: that another block, or the flicked one, leaves the
    field. `rout`: that a block is routed. `comes`: that this is the best result of an attack, each run counted once.
    Chances of 0 are left out of the lists.
    """
    code = int(check(setup, s, action))
    if code:
        raise ValueError(f"{REASONS[code].sentence} ({REASONS[code].clause})")
    meant = _flick(action)
    runs = [trial(setup, s, erring) for erring in _hands(setup, s, meant)]
    attack, unit = meant.deed != DEED.MOVE, int(meant.unit)
    hits = [_hit(s, run) if attack else None for run in runs]
    verdicts = Counter(hit[0] for hit in hits if hit is not None)
    routs = [_routed(setup, s, run, hit) if attack else [] for run, hit in zip(runs, hits, strict=True)]
    return {
        "deed": DEEDS[int(meant.deed)],
        "unit": unit,
        "hands": len(runs),
        "touch": _shares([run.touched[:1] or [None] for run in runs]),
        "hit": verdicts["hit"] / len(runs),
        "perhaps": verdicts["perhaps"] / len(runs),
        "breaks": _shares([[hit[1]] if hit is not None and hit[0] == "hit" else [] for hit in hits]),
        "off": _shares([[n for n in run.left if n != unit] for run in runs]),
        "self_off": sum(unit in run.left for run in runs) / len(runs),
        "rout": _shares(routs),
        "comes": _best(s, hits, routs),
        "path": pictures(replay(setup, s.block, int(s.count), meant)),
    }


def _flick(action: int) -> Any:
    """The flick of an action as stored in the state."""
    chosen, flick = ACTIONS.unpack(action), new(STATE)[0].flick
    flick.deed, flick.by = DEEDS.index(chosen.kind), chosen.fields["by"]
    flick.unit, flick.contact = chosen.fields["unit"], chosen.fields["contact"]
    flick.direction, flick.speed = chosen.fields["direction"], 20 + 2 * chosen.fields["speed"]
    return flick


def _hands(setup: Setup, s: View, meant: Any) -> Iterable[Any]:
    """The flick with 64 equally likely errors; a single one if the hand does not err (T3.0, T3.2)."""
    side = int(s.side)
    if not setup.noisy[side] or meant.by == BY.FINGER:
        return [meant]
    shares = (np.arange(HANDS) + 0.5) / HANDS
    turns = np.searchsorted(setup.turns[side], shares, side="right") - STILL
    paces = np.searchsorted(setup.paces[side], np.arange(HANDS) * GOLDEN % 1, side="right") + LEAST_PACE
    return [_erring(setup, s, meant, int(turn), int(pace)) for turn, pace in zip(turns, paces, strict=True)]


def _erring(setup: Setup, s: View, meant: Any, turn: int, pace: int) -> Any:
    flick, block = meant.copy(), s.block[int(meant.unit)]
    flick.direction = slipped(setup, block, int(meant.contact), int(meant.direction), turn)
    flick.speed = min(FASTEST, max(1, (int(meant.speed) * pace + 50) // 100))
    return flick


def _shares(runs: Sequence[Iterable[int | None]]) -> list[dict[str, Any]]:
    """For each block, the share of the runs that contain it, largest first."""
    counted = Counter(n for blocks in runs for n in blocks)
    return [{"block": n, "chance": count / len(runs)} for n, count in counted.most_common()]


def _hit(s: View, run: Replay) -> tuple[str, int] | None:
    """The enemy unit that an attack breaks: "hit", or "perhaps" after a broken block of unknown side; None if there is
    none.
    """
    found = "hit"
    for n in run.touched:
        side = int(s.block[n].side)
        if side == NONE:
            found = "perhaps"
        elif side != int(s.side):
            return None if s.block[n].broken else (found, n)
    return None


def _routed(setup: Setup, s: View, run: Replay, hit: tuple[str, int] | None) -> list[int]:
    # T4.2
    own = () if setup.own_rout else (int(s.side),)
    at_once = hit[1] if setup.rout_in_one and hit is not None and hit[0] == "hit" else NONE
    return [
        n
        for n in run.left
        if run.body[n].touched and (n == at_once or (s.block[n].broken and int(s.block[n].side) not in own))
    ]


def _best(
    s: View, hits: Sequence[tuple[str, int] | None], routs: Sequence[Sequence[int]]
) -> dict[str, float]:
    """Shares of the runs by their best result: an attack routs what might be an enemy's block, breaks one, or may break one."""
    best = Counter(
        "rout"
        if any(int(s.block[n].side) != int(s.side) for n in routed)
        else hit[0]
        if hit is not None
        else ""
        for hit, routed in zip(hits, routs, strict=True)
    )
    return {name: best[name] / len(hits) for name in ("rout", "hit", "perhaps")}


def _make(setup: Setup, view: View, options: Mapping[str, str]) -> Made:
    unknown = sorted(set(options) - set(OPTIONS))
    if unknown:
        raise ValueError(f"There is no option {unknown[0]!r}; the options are {', '.join(OPTIONS)}.")
    number = options.get("action", "")
    if (
        not (number.isdecimal() and number.isascii() and len(number) <= LONGEST)
        or int(number) >= ACTIONS.count
    ):
        raise ValueError(f"action must be the number of a flick, not {number[:20]!r} (T3.1).")
    if ACTIONS.unpack(int(number)).kind not in DEEDS:
        raise ValueError(f"Action {number} is not a flick (T3.1).")
    return _json("shot", shot(setup, view, int(number)))


def _json(name: str, content: object) -> Made:
    return Made(f"{name}.json", "application/json", encode(content))


EXPORTS: dict[str, Export] = {"shot.json": _make}


def exported(setup: Setup, view: View) -> Sequence[str]:
    """The names of the files that are available now."""
    return tuple(EXPORTS) if view.phase == PHASE.TURN else ()


class _Push(msgspec.Struct, forbid_unknown_fields=True):
    direction: float
    speed: float
    contact: int


def _practice(given: Mapping[str, Any]) -> Made:
    """The film of a single block flicked from the middle of an empty table; its long side points east."""
    push = convert(dict(given), _Push)
    setup, s = build(resolve(SETTINGS, {"hand": "none"})), new(STATE)[0]
    _place_alone(setup, s)
    s.last.deed, s.last.unit, s.last.contact = DEED.MOVE, 0, _contact(push)
    s.last.direction = round(10 * push.direction) % DIRECTIONS
    s.last.speed = round(100 * push.speed)
    s.meant, s.hit = s.last, NONE
    if not goes_in(setup, s.was[0], push.contact, int(s.last.direction)):
        raise ValueError(f"{REASONS[REFUSAL.TOO_FLAT].sentence} ({REASONS[REFUSAL.TOO_FLAT].clause})")
    return _json("practice", film(setup, s))


def _place_alone(setup: Setup, s: View) -> None:
    block = s.was[0]
    block.x, block.y = (round(GRAIN * float(size) / 2) for size in (setup.width, setup.height))
    block.c, block.s, block.side, block.kind = TURN, 0, 0, UNIT.PIKE
    s.was_count = 1


def _contact(push: _Push) -> int:
    """The contact point of a push, checked; `ValueError` says what is out of range (T3.1)."""
    if not 0 <= push.contact < CONTACTS:
        raise ValueError(f"contact must be a whole number from 0 to {CONTACTS - 1}, not {push.contact}.")
    fastest = SLOWEST + PACE * (SPEEDS - 1)
    if not SLOWEST <= push.speed <= fastest:
        raise ValueError(f"speed must be from {SLOWEST} to {fastest:g} m/s, not {push.speed}.")
    if not 0 <= push.direction < 360:
        raise ValueError(f"direction must be at least 0 and below 360 degrees, not {push.direction}.")
    return push.contact


SERVICES: dict[str, Service] = {"practice.json": _practice}
