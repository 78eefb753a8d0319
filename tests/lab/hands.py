"""Rock, paper, scissors: one secret hand from each seat, and players whose best responses everybody knows."""

from pathlib import Path

import numpy as np

from sandtable.authoring import (
    OVER,
    Actions,
    Kind,
    Lab,
    Level,
    Option,
    Pick,
    Players,
    Policies,
    Reason,
    Rules,
    Spec,
    copy,
    jit,
    rng,
    tagged,
)

HANDS = ("rock", "paper", "scissors")
NONE, ROCK, PAPER, SCISSORS = -1, 0, 1, 2
ALWAYS_ROCK = 1

ACTIONS = Actions(Kind("show", "show {hand}", hand=3))
STATE = tagged("hands", (("hand", np.int8, (2,)),), Path(__file__))


@jit
def deal(setup, s):
    """Seat 0 chooses first, in secret."""
    s.to_move, s.phase, s.ply = 0, 0, 0
    s.hand[0] = s.hand[1] = NONE
    s.score[0] = s.score[1] = 0.0


@jit
def legal(setup, s, out):
    """All hands."""
    if s.to_move == OVER:
        return 0
    out[0], out[1], out[2] = ROCK, PAPER, SCISSORS
    return 3


@jit
def apply(setup, s, action):
    """Chooses a hand; after both, the later one in the circle wins."""
    s.ply += 1
    s.hand[s.to_move] = action
    if s.to_move == 0:
        s.to_move = 1
        return
    s.to_move, s.phase = OVER, 1
    ahead = (s.hand[0] - s.hand[1]) % 3
    s.score[0] = 0.0 if ahead == 0 else 1.0 if ahead == 1 else -1.0
    s.score[1] = 0.0 - s.score[0]


@jit
def observe(setup, s, seat, out):
    """Hides the other seat's hand until both are shown."""
    copy(out, s)
    if s.to_move != OVER and seat != 0:
        out.hand[0] = NONE


@jit
def determinize(setup, view, seat, stream, out):
    """Any hand, each as likely."""
    copy(out, view)
    if view.to_move == 1:
        out.hand[0] = rng.below(stream, 3)


@jit
def observed_action(setup, s, seat, action):
    """Seat 0 chooses in secret."""
    return action if s.to_move == seat or s.to_move == 1 else -1


@jit
def choose(setup, view, seat, number, stream):
    """Rock, always or half of the time; else paper and scissors a quarter each."""
    drawn = rng.below(stream, 4)
    return ROCK if number == ALWAYS_ROCK or drawn < 2 else PAPER if drawn == 2 else SCISSORS


@jit
def guess(setup, view, seat, stream, out):
    """Rock is what players of this game choose."""
    copy(out, view)
    if view.to_move == 1:
        out.hand[0] = choose(setup, view, 0, ALWAYS_ROCK + 1, stream)


def _show(hand):
    return Option(HANDS[hand], f"shows {HANDS[hand]}", take=lambda _setup, _view, _seat: hand)


SPEC = Spec(
    interface=3,
    id="hands",
    name="Hands",
    summary="Rock, paper, scissors.",
    rules=Rules(
        functions={
            "deal": deal,
            "legal": legal,
            "apply": apply,
            "observe": observe,
            "determinize": determinize,
            "observed_action": observed_action,
        },
        state=STATE,
        actions=ACTIONS,
        settings=(),
        bound=lambda _setup: 2,
        phases=("show", "over"),
        reasons=(Reason("", ""), Reason("The match is over.", "H1")),
    ),
    players=Players(
        levels=(
            Level(0, "Rocky", "Always shows rock.", "rock"),
            Level(1, "Leaning", "Shows rock half of the time.", "leaning"),
            Level(2, "Even", "Shows any hand.", "random"),
        ),
        policies=Policies(names=("rock", "leaning"), choose=choose, guess=guess),
    ),
    lab=Lab(picks=(Pick("hand", "the hand", tuple(map(_show, range(3))), natural=HANDS[ROCK]),)),
)
