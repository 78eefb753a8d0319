"""At each step only its own actions and outcomes are due (R3.1)."""

import pytest

from tests.rules.rush.arena import Arena, arena, fresh, lined_up
from tests.rules.scenario import clause


def moments() -> dict[str, Arena]:
    """A table at each step of a rush."""
    met = arena(home={1: "F11", 4: "F8 prone"}, visitor={1: "F12"}).slam(1)
    reply = met.copy().tackle(1)
    push = reply.copy().slamback().roll(3, 2)
    dodged = reply.copy().dodge().roll(0, 1)
    stood = arena(home={3: "F8 prone"}).stand(3).roll(2)
    thrown = arena(home={4: "F5", 5: "F8"}, ball="Home 4").throw(4).aim("F8")
    return {
        "first": fresh(first="random"),
        "line-up": fresh(),
        "launch": lined_up(),
        "bounce": lined_up().launch(6),
        "rush": arena(home={1: "F5"}, visitor={1: "F6"}),
        "move": met,
        "reply": reply,
        "test": thrown,
        "push": push,
        "follow": push.copy().push("east"),
        "sidestep": dodged,
        "face": stood,
        "free": stood.copy().face("east"),
        "scatter": thrown.copy().roll(1, 0),
    }


# one action of each kind, the first and the last of its numbers
EVERY = [
    *("line up as balanced", "place player 1 at A1", "place player 8 at K16", "launch the ball with 1"),
    *(
        "launch the ball with 6",
        "bounce off the wall with 1 and roll 1",
        "bounce off the wall with 6 and roll 6",
    ),
    *("roll no success", "roll 12 or more successes", "scatter east by 1", "scatter south-east by 6"),
    *("run with player 1", "stand up with player 1", "stand up with player 8", "end the rush"),
    *("bring on player 1 at the north entry", "bring on player 8 at the south entry", "step east"),
    *("turn left", "dash and turn right", "face east", "face south-east", "go for player 1", "throw at A1"),
    *("throw at K16", "slamback", "dodge", "push east", "push south-east", "follow up", "sidestep east"),
    *("sidestep south-east", "leave it at that", "Home rushes first", "Visitor rushes first"),
]
OWN = {
    "first": ("Home", "Visitor"),
    "line-up": ("line up", "place"),
    "launch": ("launch",),
    "bounce": ("bounce",),
    "rush": ("run", "stand", "bring", "end"),
    "move": ("step", "dash", "turn", "face", "go for", "throw"),
    "reply": ("slamback", "dodge"),
    "test": ("roll",),
    "push": ("push",),
    "follow": ("follow", "leave"),
    "sidestep": ("sidestep", "leave"),
    "face": ("face",),
    "free": ("run", "leave"),
    "scatter": ("scatter",),
}


@clause("R3.1")
@pytest.mark.parametrize("phase", OWN)
def test_at_each_step_only_its_own_actions_are_due(phase: str) -> None:
    t = moments()[phase]
    assert t.phase == phase
    for sentence in EVERY:
        if not sentence.startswith(OWN[phase]):
            with t.refused("R3.1", "due"):
                t.play(sentence)


@clause("R3.1", "R4.6")
def test_no_more_successes_than_dice_and_no_fewer_than_none() -> None:
    t = arena(home={3: "F8 prone"}).stand(3)
    for n in range(4, 13):
        with t.refused("R3.1", "due"):
            t.roll(n)
    assert t.roll(3).phase == "face"


@clause("R3.1")
def test_the_plies_are_counted() -> None:
    t = arena(home={3: "F8 prone"})
    start = t.position.ply
    assert t.stand(3).roll(1).face("east").position.ply == start + 3
