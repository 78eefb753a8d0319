"""The turning point of a match: a person's decision, or a throw that it led to, with the alternatives."""

from types import SimpleNamespace

import pytest

from sandtable.authoring.records import CHANCE
from sandtable.server.protocol import Turning
from sandtable.server.tables.turningpoint import analysed, turning_point


class Place:
    """A position: what it is worth to seat 0, who is to move in which phase, and where each action leads."""

    def __init__(self, worth, to_move=0, phase="turn", partial=False, **moves):
        self.worth, self.to_move, self.phase, self.partial, self.moves = worth, to_move, phase, partial, moves

    def copy(self):
        return self

    def view(self, seat):
        return self

    def says(self, seat, action):
        return action

    def play(self, action):
        return self.moves[action]

    def actions(self):
        return list(self.moves)

    def forced(self):
        return next(iter(self.moves)) if len(self.moves) == 1 else None

    def evaluate(self, seat):
        return self.worth if seat == 0 else -self.worth

    def chances(self):
        fair = 1 / len(self.moves)
        return [] if self.partial else [(action, fair) for action in self.moves]


def told(
    start, *actions, score=1.0, seats=("person", "person"), entered=(), shown=True, curve=(), error=0.01
):
    """The turning point of a match with these actions, by default won by seat 0, by an analysis with this `curve` if there is
    one; throws have dice, other actions a beat.
    """
    positions, played, log = [start], [], []
    for number, action in enumerate(actions, 1):
        here = positions[-1]
        outcome = here.to_move == CHANCE
        dice = (1,) if outcome and here.phase == "throw" else ()
        beats = ("way",) if shown and not outcome and action != "end" else ()
        played.append(
            SimpleNamespace(
                kind="outcome" if outcome else "action",
                seat=here.to_move,
                action=action,
                seq=number,
                entered=number in entered,
            )
        )
        log.append(SimpleNamespace(told=SimpleNamespace(text=f"{action}.", dice=dice, beats=beats)))
        positions.append(here.play(action))
    match = SimpleNamespace(
        game=SimpleNamespace(spec=SimpleNamespace(presentation=SimpleNamespace(sides=("Left", "Right")))),
        over=True,
        score=(score, -score),
        resigned=None,
        ply=len(actions),
        at=positions.__getitem__,
        number_of=lambda ply: ply,
        lines=lambda _viewer: log,
        played_from=lambda ply: played[ply:],
        moves_from=lambda ply: list(actions[ply:]),
    )
    kinds = [SimpleNamespace(kind=kind) for kind in seats]
    table = SimpleNamespace(match=match, seats=kinds, names=("Ada", "Ben"))
    return analysed(table, [(chance, error) for chance in curve]) if curve else turning_point(table)


END = Place(1.0, -2)
LAST = Place(0.5, finish=END, wait=END)


def throws(worth, **results):
    """A throw is due."""
    return Place(worth, CHANCE, "throw", **results)


def test_it_is_the_decision_that_did_most_for_the_winner_with_the_best_of_the_others():
    small = Place(0.5, 1, run=LAST, hide=Place(0.2, 0))
    start = Place(-0.2, march=small, rest=Place(-0.3, 1), dig=Place(0.0, 1))
    assert told(start, "march", "run", "finish") == Turning(
        1, "march.", 0, 0, False, "The best of the 2 other choices, in its view: dig."
    )


def test_it_may_be_what_the_loser_did():
    blunder = Place(0.0, 1, drop=Place(0.5, 0, finish=END, wait=END), hold=Place(0.0, 0))
    assert told(blunder, "drop", "finish") == Turning(1, "drop.", 0, 1, False, "The only other choice: hold.")
    assert told(blunder, "drop", "finish", score=-1.0) == Turning()


def test_a_throw_that_was_chosen_belongs_to_it():
    risk = throws(0.0, low=Place(-0.4, 1), mid=Place(0.2, 1), high=LAST, best=Place(0.6, 1))
    start = Place(0.0, attack=risk, hold=Place(0.0, 1))
    assert told(start, "attack", "high", "finish") == Turning(
        2,
        "attack. high.",
        0,
        0,
        True,
        "The only other choice: hold. 50 % of throws would have been at least as good for Ada.",
    )


@pytest.mark.parametrize("phase", ["throw", "draw"])
def test_what_comes_after_every_choice_is_nobodys(phase):
    def then(worth, result):
        return Place(worth, CHANCE, phase, good=result, bad=Place(-0.5, 1))

    start = Place(0.0, left=then(0.0, LAST), right=then(0.0, LAST))
    assert told(start, "left", "good", "finish") == Turning()


def test_a_card_is_none_even_if_another_choice_draws_none():
    start = Place(0.0, end=Place(0.0, CHANCE, "draw", ace=LAST, two=Place(-0.5, 1)), flick=Place(0.0, 1))
    assert told(start, "end", "ace", "finish", shown=False) == Turning()


def test_a_hand_is_no_card():
    slip = Place(0.0, CHANCE, "hand", partial=True, slip=LAST)
    start = Place(0.0, partial=True, flick=slip, end=Place(0.0, CHANCE, "draw", two=Place(0.0, 1)))
    assert told(start, "flick", "slip", "finish", shown=False) == Turning(
        2, "flick. slip.", 0, 0, True, "There were countless other choices."
    )


@pytest.mark.parametrize(
    ("actions", "how"),
    [
        # a computer's decision, one without an alternative, and the end of a turn where games show what was done
        (("march", "wait"), {"seats": ("computer", "person")}),
        (("only", "wait"), {}),
        (("end", "wait"), {}),
        # the last one ends the match; nobody has won a draw; and every other choice was as good
        (("slip", "finish"), {}),
        (("march", "wait"), {"score": 0.0}),
        (("each", "wait"), {}),
    ],
)
def test_what_is_none(actions, how):
    rest = Place(0.0, 1)
    start = {
        "march": Place(0.0, march=LAST, rest=rest),
        "only": Place(0.0, only=LAST),
        "end": Place(0.0, end=LAST, rest=rest),
        "slip": Place(0.0, slip=Place(0.0, finish=END, wait=END), rest=rest),
        "each": Place(0.0, each=LAST, other=LAST),
    }[actions[0]]
    assert told(start, *actions, **how) == Turning()


def test_a_throw_that_is_entered_is_none():
    start = Place(0.0, attack=throws(0.0, low=Place(-0.4, 1), high=LAST), hold=Place(0.0, 1))
    assert told(start, "attack", "high", "finish", entered=(2,)) == Turning()


def test_an_analysis_knows_better():
    blunder = Place(0.5, 1, drop=LAST, hold=Place(0.0, 0))
    start = Place(-0.5, march=blunder, rest=Place(-0.6, 1))
    ways = start, "march", "drop", "finish"
    assert told(*ways).before == 0
    assert told(*ways, curve=(0.5, 0.52, 0.9, 1.0)) == Turning(
        2, "drop.", 1, 1, False, "There was 1 other choice.", True
    )
    # a small gain, one within its error, and a draw
    assert told(*ways, curve=(0.9, 0.92, 0.95, 1.0)) == Turning()
    assert told(*ways, curve=(0.5, 0.52, 0.9, 1.0), error=0.2) == Turning()
    assert told(*ways, score=0.0, curve=(0.1, 0.5, 0.9, 0.5)) == Turning()
    assert told(*ways, score=-1.0, curve=(0.9, 0.5, 0.4, 0.0)).before == 0
