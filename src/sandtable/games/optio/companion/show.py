"""What people read in the companion: the ledger as text, the battlefield, the prompts, and the log.

Everything here reads views.
"""

from sandtable.authoring import CHANCE, OVER, Labels, LogLine, Setup, View
from sandtable.games.optio.companion.ledger import ACTIONS, ARMIES, LAST, MEET
from sandtable.games.optio.data.approach import DISTANCE
from sandtable.games.optio.data.battle import UNSHIFTED
from sandtable.games.optio.data.ground import SIDES, square_name
from sandtable.games.optio.schema import BLOCKS, KINDS, NO_SHIFT, OFF, PHASE
from sandtable.games.optio.show import log, text
from sandtable.games.optio.show.battlefield import SEATS, ground_under, map_name
from sandtable.games.optio.show.drawing import field
from sandtable.games.optio.show.text import army_square, hidden
from sandtable.graphics.drawing import Drawing

SQUARE_NAMES = (*(square_name(square) for square in range(OFF)), "off the map")
ROWS = BLOCKS // 2
CLAUSES = {"meet": "O2.7", "army": "O3.1", "last": "O3.3"}


def labels(setup: Setup) -> Labels:
    """Names of field values."""
    return {**text.labels(setup), "square": SQUARE_NAMES}


def draw(setup: Setup, view: View) -> str:
    """The ledger: map and turn, and for each side its kudos, and its blocks or where its army stands."""
    heads = [map_name(setup), _turn(setup, view)]
    if view.phase == PHASE.APPROACH:
        distance = int(DISTANCE[army_square(view, 0), army_square(view, 1)])
        heads.append(f"The armies are {distance} {'square' if distance == 1 else 'squares'} apart")
    return "\n\n".join(
        ["\n".join(filter(None, heads)), *("\n".join(_side(setup, view, seat)) for seat in (0, 1))]
    )


def _turn(setup: Setup, view: View) -> str:
    if view.phase in (PHASE.LOTS, PHASE.OPENING) or not hidden(view):
        return ""
    of = f" of {int(setup.reveal_after)}" if setup.reveal_after else ""
    return f"Turn {int(view.turn) // 2 + 1}{of}, {SEATS[(int(view.first) + int(view.turn)) % 2]}'s"


def _side(setup: Setup, view: View, seat: int) -> list[str]:
    kudos = int(view.kudos[seat])
    head = f"{SEATS[seat]}  {kudos} {'kudo' if kudos == 1 else 'kudos'}"
    if not hidden(view):
        square = army_square(view, seat)
        return [head] if square < 0 else [head, f"  army in {SQUARE_NAMES[square]}"]
    if setup.printed:
        return [head]
    # two per line, so that both sides' blocks are visible on a small screen
    told = [_block(view, BLOCKS * seat + n) for n in range(BLOCKS)]
    return [head, *(f"  {told[n]:<18}{told[n + ROWS]}" for n in range(ROWS))]


def _block(view: View, b: int) -> str:
    block = view.block[b]
    kind = KINDS[int(block.kind)]
    if block.revealed:
        return f"{b % BLOCKS + 1} {kind}, face up"
    return f"{b % BLOCKS + 1} {kind or 'face down'}"


def drawing(setup: Setup, view: View) -> Drawing | None:
    """The battlefield as Navy sees it, with the template in its original position until it is placed. None if there is no
    battlefield.
    """
    made = ground_under(setup, view, UNSHIFTED if view.shift == NO_SHIFT else int(view.shift))
    return None if made is None else field(made)


def prompt(setup: Setup, view: View, viewer: int) -> str:
    """The current prompt, and for whom."""
    if view.to_move in (CHANCE, OVER) or int(view.to_move) != viewer:
        return text.prompt(setup, view, viewer)
    seat = SEATS[int(view.asked)]
    if view.phase == ARMIES:
        off = " If it is off the map, its owner has lost the manoeuvre." if view.late else ""
        return f"Where is {seat}'s army?{off}"
    if view.phase == LAST:
        square = SQUARE_NAMES[army_square(view, 0)]
        return f"Both armies are in {square}. Which came in last, and from which side?"
    if view.phase == PHASE.LOTS:
        return "Which of your six numbers is the army, and which is the scout? Only you see this."
    if view.phase != PHASE.MOVE:
        return text.prompt(setup, view, viewer)
    if setup.printed:
        return "Move your blocks on the map. Then say whether both armies are face up, or end the turn."
    shows = " or shows itself" if setup.show_army else ""
    return f"Move your blocks on the map. If one that meets an enemy scouts{shows}, enter it here. Then end the turn."


def tell(setup: Setup, before: View, action: int, after: View) -> LogLine:
    """One line of the log; there is no board to show anything on."""
    taken = ACTIONS.unpack(action) if action >= 0 else None
    if taken is not None and (action >= MEET.first or taken.kind == "end"):
        said = _said(setup, before, taken.kind, taken.fields, after)
        return LogLine(taken.kind, said, clause=CLAUSES.get(taken.kind, log.CLAUSES["end"]))
    told = log.tell(setup, before, action, after)
    return LogLine(told.kind, told.text, told.dice, told.clause)


def _said(setup: Setup, before: View, kind: str, fields: dict[str, int], after: View) -> str:
    if kind == "meet":
        return "Both armies are face up: all other blocks are removed."
    if kind == "end":
        line = f"{SEATS[int(before.to_move)]} ends the turn."
        late = " The turns are over: both armies are turned face up." if after.phase == ARMIES else ""
        return f"{line}{late} {text.result(setup, after)}".strip()
    if kind == "last":
        seat, side = SEATS[fields["seat"]], SIDES[fields["side"]]
        return f"The armies meet in {SQUARE_NAMES[int(after.battle)]}: {seat} came last, from the {side}."
    seat, square = SEATS[fields["seat"]], fields["square"]
    line = (
        f"{seat}'s army is off the map." if square == OFF else f"{seat}'s army is in {SQUARE_NAMES[square]}."
    )
    return f"{line} {text.result(setup, after)}".strip()
