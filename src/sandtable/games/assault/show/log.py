"""The log of All Out Assault: one line for each action and outcome, from what the viewer may know before and after it; and
what a choice is called, in the same names.
"""

from functools import cache, lru_cache

from sandtable.authoring import Beat, LogLine, Setup, View, values
from sandtable.games.assault.schema import ACTIONS, NOBODY, PHASES, STATS, TILE, enemies
from sandtable.games.assault.show.text import PAWNS, SIDES, TILES, coordinate, labels, result

# size of the cache
WAYS = 256

CLAUSES = {
    "allocate": "A1.4",
    "opening": "A1.6",
    "choose": "A2.1",
    "roll": "A2.1",
    "move": "A2.1",
    "use": "A3.7",
    "decline": "A3.7",
    "red_roll": "A3.2",
    "blue_roll": "A3.3",
    "rest_roll": "A3.6",
    "red": "A3.2",
    "blue": "A3.3",
    "injure": "A3.4",
    "train": "A3.5",
    "attack": "A4.2",
    "hold": "A4.1",
    "tiebreak": "A4.5",
    "damage": "A4.4",
}
OUTCOMES = {1: "higher", 0: "tied", -1: "lower"}


def tell(setup: Setup, before: View, action: int, after: View) -> LogLine:
    """The line for `action` (-1: secret to this viewer) between two views."""
    before, after = values(before), values(after)
    if action < 0:
        text = f"{SIDES[before.to_move]} gives a pawn its numbers.{_named_first(after)}"
        return LogLine("allocate", text, (), "A1.4")
    chosen = ACTIONS.unpack(action)
    kind = PHASES[before.phase] if chosen.kind == "tile_roll" else chosen.kind
    text, dice = _line(setup, before, kind, chosen.fields, after)
    if PHASES[after.phase] == "over":
        text += f" {result(setup, after)}"
    return LogLine(kind, text, dice, CLAUSES[kind], _beats(setup, before, kind, chosen.fields, after))


def says(setup: Setup, _view: View, viewer: int, action: int) -> str:
    """What the page calls a choice: it names every pawn, while an action numbers the two of a side."""
    chosen, seat = ACTIONS.unpack(action), max(viewer, 0)
    if "pawn" not in chosen.fields:
        return ""
    first = enemies(2 * seat) if chosen.kind in ("attack", "blue") else 2 * seat
    named = ACTIONS.text(action, {**labels(setup), "pawn": PAWNS[first : first + 2]})
    return named.replace("enemy ", "").replace("pawn ", "")


def _line(
    setup: Setup, before: View, kind: str, fields: dict[str, int], after: View
) -> tuple[str, tuple[int, ...]]:
    name = "" if before.acting == NOBODY else PAWNS[before.acting]
    dice = tuple(fields[die] + 1 for die in ("die", "first", "second") if die in fields)
    if kind in ("allocate", "choose"):
        pawn = PAWNS[2 * before.to_move + fields["pawn"]]
        if kind == "choose":
            return f"{pawn} goes first.", dice
        return f"{pawn} gets its numbers.{_named_first(after)}", dice
    if kind == "move":
        return _moved(setup, before, fields["tile"], name, after), dice
    if kind in ("attack", "tiebreak"):
        return _compared(setup, before, kind, fields, name, after), dice
    if kind == "damage":
        return _damaged(before, fields["die"] + 1, name, after), dice
    return _simple(setup, before, kind, fields, name, dice, after), dice


def _named_first(after: View) -> str:
    # A1.6: after the last numbers, if the setting `first` names a seat
    return f" {SIDES[after.first]} goes first." if PHASES[after.phase] == "choose" else ""


def _simple(
    setup: Setup,
    before: View,
    kind: str,
    fields: dict[str, int],
    name: str,
    dice: tuple[int, ...],
    after: View,
) -> str:
    stat = STATS[fields["stat"]] if "stat" in fields else ""
    if kind == "opening":
        if dice[0] == dice[1]:
            return f"Both players roll {dice[0]} for the first turn, so they roll again."
        first, other = (0, 1) if dice[0] > dice[1] else (1, 0)
        return f"{SIDES[first]} goes first: {dice[first]} against {dice[other]}."
    if kind == "rest_roll":
        gained = after.pawn[before.acting].health - before.pawn[before.acting].health
        return f"{name} rolls {dice[0]} and {dice[1]} and gains {gained} health."
    if kind == "blue":
        enemy = PAWNS[enemies(before.acting) + fields["pawn"]]
        return f"{name} changes {enemy}'s {stat} to {before.die - 1}."
    tile = TILES.get(int(setup.kind[before.pawn[before.acting].tile]), "tile")
    # A3.6b: stat and die are public; the old number is not
    lines = {
        "roll": f"{name} rolls {dice[0] if dice else 0} to move.",
        "use": f"{name} uses the {tile} tile.",
        "decline": f"{name} leaves the {tile} tile alone{_held_in_vain(setup, tile)}.",
        "red_roll": f"{name} rolls {dice[0] if dice else 0} for one of its own stats.",
        "blue_roll": f"{name} rolls {dice[0] if dice else 0}: an enemy stat will become {dice[0] - 1 if dice else 0}.",
        "red": f"{name}'s {stat} becomes {before.die}.",
        "injure": f"{name} is injured: its {stat} loses 1, and the pawn is held.",
        "train": f"{name} trains: its {stat} gains 1, and the pawn is held.",
        "hold": f"{name} does not attack.",
    }
    return lines[kind]


def _held_in_vain(setup: Setup, tile: str) -> str:
    # A3.4, A3.5: a tile that changed no stat
    holding = tile in (TILES[TILE.INJURY], TILES[TILE.TRAINING])
    return ", but the pawn is held" if setup.held_if and holding else ""


def _moved(setup: Setup, before: View, tile: int, name: str, after: View) -> str:
    stays = tile == before.pawn[before.acting].tile
    kind = int(setup.kind[tile])
    line = f"{name} {'stays on' if stays else 'moves to'} {coordinate(setup, tile)}"
    # A3.1
    if kind not in TILES or (stays and not setup.stay_triggers):
        return f"{line}."
    unhurt = kind == TILE.INJURY and PHASES[after.phase] != "injure"
    blocked = kind == before.pawn[before.acting].last_modifier
    if kind == TILE.INJURY and unhurt and not blocked:
        return f"{line}, Injury: nothing happens{_held_in_vain(setup, TILES[kind])}."
    if blocked:
        return f"{line}, {TILES[kind]}, which cannot be used twice in a row."
    return f"{line}, {TILES[kind]}."


def _compared(setup: Setup, before: View, kind: str, fields: dict[str, int], name: str, after: View) -> str:
    stat, outcome = STATS[fields["stat"]], OUTCOMES[after.outcome]
    target = enemies(before.acting) + fields["pawn"] if kind == "attack" else before.target
    numbers = _numbers(setup, before.acting, target, fields["stat"], after)
    if kind == "attack":
        line = f"{name} is {outcome} in {stat}{numbers}, attacking {PAWNS[target]}."
    else:
        line = f"{name} is {outcome} in {stat}{numbers}, which {PAWNS[target]} names."
    return (
        f"{line} All six are tied: nobody is hurt." if after.compared == 63 and after.outcome == 0 else line
    )


def _numbers(setup: Setup, attacker: int, target: int, stat: int, after: View) -> str:
    # A4.6: with `reveal=numbers`, all pairs of originals that are still possible give the same two numbers
    if not setup.reveal:
        return ""
    zero, one = min(attacker, target), max(attacker, target)
    pairs = int(after.pair[zero, one - 2, stat])
    first, second = divmod((pairs & -pairs).bit_length() - 1, 6)
    shown = {zero: int(after.pawn[zero].now[stat][first]), one: int(after.pawn[one].now[stat][second])}
    return f" ({shown[attacker]} against {shown[target]})"


def _loss(before: View, die: int) -> tuple[int, int]:
    """Who is hurt, and by how many points (A4.4)."""
    return (before.target, die) if before.outcome > 0 else (before.acting, die + 2)


def _damaged(before: View, die: int, name: str, after: View) -> str:
    hurt, points = _loss(before, die)
    why = "" if points == die else f" ({die} + {points - die})"
    lost = f"loses {points} health{why}."
    return f"{PAWNS[hurt]} is out: it {lost}" if after.pawn[hurt].health == 0 else f"{PAWNS[hurt]} {lost}"


# the animation


def _beats(setup: Setup, before: View, kind: str, fields: dict[str, int], after: View) -> tuple[Beat, ...]:
    acting = before.acting
    if acting == NOBODY:
        return ()
    here = before.pawn[acting].tile
    if kind == "move":
        return _trod(setup, before, here, fields["tile"], after)
    if kind in ("attack", "tiebreak"):
        return _fought(before, kind, fields, after)
    if kind == "damage":
        return _hurt(before, fields["die"] + 1, after)
    if kind == "blue":
        enemy = before.pawn[enemies(acting) + fields["pawn"]].tile
        return (Beat("aim", (here, enemy), f"{STATS[fields['stat']]} {before.die - 1}"),)
    said = {
        "rest_roll": f"+{after.pawn[acting].health - before.pawn[acting].health}",
        "red": f"{STATS[fields['stat']]} {before.die}" if kind == "red" else "",
        "injure": f"{STATS[fields['stat']]} −1" if kind == "injure" else "",
        "train": f"{STATS[fields['stat']]} +1" if kind == "train" else "",
    }.get(kind)
    return () if said is None else (Beat("blow" if kind == "injure" else "turn", (here,), said),)


def _trod(setup: Setup, before: View, here: int, goal: int, after: View) -> tuple[Beat, ...]:
    trod = (Beat("way", _way(setup, before, here, goal)),) if goal != here else ()
    # the line describes the tile's effect; the tile's name floats over it if a choice or a roll follows
    follows = PHASES[after.phase] in ("tile", "red_roll", "blue_roll", "rest_roll", "injure", "train")
    return (*trod, Beat("turn", (goal,), TILES[int(setup.kind[goal])])) if follows else trod


def _way(setup: Setup, before: View, here: int, goal: int) -> tuple[int, ...]:
    """A shortest path over tiles without a pawn (A2.2)."""
    taken = frozenset(pawn.tile for pawn in before.pawn if pawn.health > 0) - {here}
    return _shortest(int(setup.width), int(setup.height), taken, here, goal)


# each viewer's line needs it
@lru_cache(WAYS)
def _shortest(width: int, height: int, taken: frozenset[int], here: int, goal: int) -> tuple[int, ...]:
    ways: dict[int, tuple[int, ...]] = {here: (here,)}
    edge = [here]
    while goal not in ways:
        steps = [(tile, one) for tile in edge for one in _beside(width, height, tile) if one not in ways]
        found = {one: (*ways[tile], one) for tile, one in steps if one not in taken}
        ways.update(found)
        edge = list(found)
    return ways[goal]


@cache
def _beside(width: int, height: int, tile: int) -> list[int]:
    y, x = divmod(tile, width)
    around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return [width * v + u for u, v in around if 0 <= u < width and 0 <= v < height]


def _fought(before: View, kind: str, fields: dict[str, int], after: View) -> tuple[Beat, ...]:
    acting = before.acting
    target = enemies(acting) + fields["pawn"] if kind == "attack" else before.target
    first, second = (acting, target) if kind == "attack" else (target, acting)
    cells = (before.pawn[first].tile, before.pawn[second].tile)
    # the line says how the attacker is doing
    return (
        Beat("aim", cells, STATS[fields["stat"]]),
        Beat("turn", (before.pawn[acting].tile,), OUTCOMES[after.outcome]),
    )


def _hurt(before: View, die: int, after: View) -> tuple[Beat, ...]:
    hurt, points = _loss(before, die)
    tile = before.pawn[hurt].tile
    blow = Beat("blow", (tile,), f"−{points}")
    return (blow, Beat("fall", (tile,))) if after.pawn[hurt].health == 0 else (blow,)
