"""What the page draws for the companion of Rush, and what it calls the choices there."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sandtable.authoring import OVER, Setup, View
from sandtable.games.rush.companion.ledger import ACTIONS
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.schema import BENCH, CARRIED, NOBODY, NOWHERE, OUT, PHASE
from sandtable.games.rush.show import parts
from sandtable.games.rush.show.words import SEATS, called, role_of, rush_of

HAPPENS = "What happens?"
TITLES = {
    "first": "Draw lots",
    "line_up": "",
    "place": "Who is on the pitch?",
    "launch": "Roll the die",
    "bounce": "Roll both dice",
    "scatter": "Roll both dice",
    "roll": "Roll the dice",
    "act": "Who acts?",
    "enter": "Who comes on from the bench?",
    "end": "",
    "begin": "What does he do?",
    "decline": "",
    "slam": "Whom does he slam?",
    "steal": HAPPENS,
    "pass": "Whom does he throw to?",
    "strike": "Or does he strike?",
    "ball": HAPPENS,
    "dash": HAPPENS,
    "evade": HAPPENS,
    "done": "",
    "way": "",
    "slamback": "",
    "dodge": "",
    "threats": "",
    "wall": "",
    "hits": "Whom does the ball hit?",
    "anew": "",
    "rests": "",
    "onto": "",
    "clear": "",
}
# the choices whose log text does not answer their title
SAID = {
    "line_up": "The first players on the roster",
    "end": "End the rush",
    "decline": "No free action",
    "steal": "Steal the ball",
    "ball": "Reach the ball",
    "dash": "Dash",
    "evade": "Evade",
    "done": "End the action",
    "slamback": "Slam back",
    "wall": "Nobody: off the wall",
}


class Player(Struct, frozen=True):
    """A player of the roster."""

    number: int
    role: str
    where: Literal["pitch", "bench", "out"]
    out: Annotated[int, Meta(description="Rushes until a player who is out may come back (R6.7).")]
    prone: bool
    ball: bool
    acted: Annotated[int, Meta(description="Actions taken in this rush.")]
    acts: Annotated[bool, Meta(description="Is in action, or being tested.")]


class Scene(Struct, frozen=True):
    """The ledger."""

    limit: int
    lead: Annotated[int, Meta(description="How far Home leads.")]
    rush: parts.Rush
    ball: Annotated[str, Meta(description="Where the ball is, in words.")]
    next: Annotated[str, Meta(description="What comes next, in words; empty after the end.")]
    teams: Annotated[tuple[list[Player], list[Player]], Meta(description="The players of each seat.")]


def scene(setup: Setup, s: View, _viewer: int) -> Scene:
    """Score track, rush marker, tokens, ball and both teams; nothing is hidden."""
    return Scene(
        limit=int(setup.limit),
        lead=int(s.lead),
        rush=parts.rush(setup, s),
        ball=ball_of(s),
        next=_next(setup, s),
        teams=(_team(setup, s, 0), _team(setup, s, 1)),
    )


def ball_of(s: View) -> str:
    """Where the ball is, as far as the ledger knows."""
    if s.carrier != NOBODY:
        return f"{called(int(s.carrier))} has it"
    return "on the pitch" if s.ball < CARRIED else "not in play"


def _next(setup: Setup, s: View) -> str:
    if s.to_move == OVER:
        return ""
    if s.phase == PHASE.FIRST:
        return "both teams line up"
    if s.phase == PHASE.LINE_UP:
        return "the ball is launched"
    if s.phase in (PHASE.LAUNCH, PHASE.BOUNCE):
        return f"{SEATS[int(s.side)]} rushes"
    last = rush_of(setup, s) + 1 == int(setup.rushes)
    return "the match ends, or sudden death" if last else f"{SEATS[1 - int(s.side)]} rushes"


def _team(setup: Setup, s: View, seat: int) -> list[Player]:
    everybody = range(MOST_PLAYERS * seat, MOST_PLAYERS * (seat + 1))
    return [_player(setup, s, p) for p in everybody if s.player[p].place != NOWHERE]


def _player(setup: Setup, s: View, p: int) -> Player:
    player = s.player[p]
    acting = (int(s.now.actor), int(s.tester)) if s.to_move != OVER else ()
    return Player(
        number=p % MOST_PLAYERS + 1,
        role=role_of(setup, p),
        where="bench" if player.place == BENCH else "out" if player.place == OUT else "pitch",
        out=int(player.out) if player.place == OUT else 0,
        prone=bool(player.prone),
        ball=bool(s.carrier == p),
        acted=int(player.acted),
        acts=p in acting,
    )


def says(setup: Setup, view: View, _viewer: int, action: int) -> str:
    """What the page calls a choice: players by number and role."""
    taken = ACTIONS.unpack(action)
    kind, seat = taken.kind, int(view.to_move)
    if kind in SAID:
        return SAID[kind]
    if "player" not in taken.fields:
        return ""
    n = taken.fields["player"]
    if kind == "hits":
        return f"{SEATS[taken.fields['seat']]} {_called(setup, taken.fields['seat'], n)}"
    if kind == "slam":
        came = "having come up to him" if taken.fields["came"] else "without coming up to him"
        return f"{_called(setup, 1 - seat, n)}, {came}"
    return _called(setup, seat, n)


def _called(setup: Setup, seat: int, n: int) -> str:
    return f"{n + 1} {role_of(setup, MOST_PLAYERS * seat + n)}"
