"""Faults at the very bounds of what is allowed, made from hide and seek: each game is one step beyond one of them.

Those of which it is said only that no module has them are at a bound and keep it.
"""

import numpy as np

from sandtable.authoring import CHANCE, OVER, SPECTATOR
from sandtable.engine.game import Game
from sandtable.testing import sentences as say
from tests.conformance.change import after, other, with_rules
from tests.fixtures.hide_and_seek import SPEC
from tests.fixtures.hide_and_seek import rules as seek

REASONS, PHASES = len(SPEC.rules.reasons), len(SPEC.rules.phases)
ELSEWHERE = 7


def changed(name, change):
    """The game whose function `name` is followed by a change on its arguments."""
    return lambda: Game(with_rules(SPEC, **{name: after(getattr(seek, name), change)}))


def instead(**functions):
    """The game with other functions; each gets the old one's answer and then its arguments."""
    made = {
        name: lambda *given, name=name, made=made: made(getattr(seek, name)(*given), *given)
        for name, made in functions.items()
    }
    return lambda: Game(with_rules(SPEC, **made))


def set_to(**fields):
    """Sets fields of the state that an action has led to."""

    def change(setup, s, a):
        for name, value in fields.items():
            setattr(s, name, value)

    return change


def scored(first, second):
    def change(setup, s, a):
        s.score[0], s.score[1] = first, second

    return change


def listing(*actions):
    """Lists these where a seat hides, and says how many they are."""

    def told(n, setup, s, out):
        if s.phase == seek.HIDE:
            out[: len(actions)] = actions
            return len(actions)
        return n

    return told


def weighing(*weights, count=2):
    def told(n, setup, s, out):
        if n:
            out[: len(weights)] = weights
            return count
        return n

    return told


def view_with(seat, **fields):
    """Shows a seat these fields otherwise, while the match runs."""

    def change(setup, s, viewer, out):
        if viewer == seat and s.to_move != OVER:
            for name, value in fields.items():
                setattr(out, name, value)

    return change


def view_scored(place):
    def change(setup, s, viewer, out):
        out.score[place] = 0.5

    return change


def writes(name):
    """Writes to the first record that a query is given."""

    def change(setup, s, *given):
        s.looked[0] |= 64

    return changed(name, change)


def only_for(seat, value):
    return lambda found, setup, s, viewer, *given: value if viewer == seat else found


def shows_next(setup, s, viewer, out):
    if viewer == s.to_move:
        out.looked[viewer] = (s.looked[viewer] << 1) & 7


def past_the_last(n, setup, s, seat, out):
    out[seek.FEATURES] = 0.0
    return n


def leaves_out(setup, s, seat, out):
    """Does not write a number that it has of the whole state only."""
    before = out[seek.FEATURES - 1]
    n = seek.features(setup, s, seat, out)
    if s.phase == seek.SEEK and s.place[1 - seat] == seek.NOWHERE:
        out[seek.FEATURES - 1] = before
    return n


def more_from_a_view(n, setup, s, seat, out):
    return n + (s.place[1 - seat] == seek.NOWHERE and s.phase == seek.SEEK)


def endless(n, setup, s, seat, out):
    out[seek.FEATURES - 1] = np.inf
    return n


def ends_badly(setup, view, seat, stream, out):
    """Draws a match that goes on for ever: both have looked everywhere."""
    if view.phase == seek.SEEK:
        out.looked[0] = out.looked[1] = 7


def hides_elsewhere(setup, view, seat, stream, out):
    """Draws a place that is none, which no view shows."""
    if view.to_move != OVER and out.place[1 - seat] != seek.NOWHERE:
        out.place[1 - seat] = ELSEWHERE


def astray(setup, s, stream):
    """Draws what nobody may do where somebody hides in a place that is none."""
    return seek.END if ELSEWHERE in s.place else seek.sample(setup, s, stream)


def stays(setup, s, a):
    s.ply -= 1


def looks_first(_setup, s, _a):
    """Seat 1 that hides in the first place looks before a coin is tossed."""
    if s.ply == 2 and s.place[1] == 0:
        s.to_move, s.phase = 1, seek.SEEK


FAULTS = {
    "a third seat is to move": (say.HEADER, changed("apply", set_to(to_move=2))),
    "nobody known is to move": (say.HEADER, changed("apply", set_to(to_move=OVER - 1))),
    "the phase after the last": (say.HEADER, changed("apply", set_to(phase=PHASES))),
    "seat 1 scores too much": (say.SCORE_RANGE, changed("apply", scored(0.0, 1.01))),
    "seat 1 scores too little": (say.SCORE_RANGE, changed("apply", scored(0.0, -1.01))),
    "a score is no number": (say.SCORE_RANGE, changed("apply", scored(np.nan, 0.0))),
    "scores that all but cancel": (say.ZERO_SUM, changed("apply", scored(0.5, -0.4375))),
    "deal begins later": (say.DEAL, changed("deal", lambda _setup, s: setattr(s, "ply", 1))),
    "fewer than none are legal": (say.LEGAL_COUNT, instead(legal=lambda n, *_: -1)),
    "a negative action": (say.LEGAL_ORDER, instead(legal=listing(-1, 0, 1))),
    "the action after the last": (say.LEGAL_ORDER, instead(legal=listing(0, 1, seek.END))),
    "an action twice": (say.LEGAL_ORDER, instead(legal=listing(0, 1, 1))),
    "check accepts what comes before the first": (
        say.CHECK_ACCEPTS,
        instead(check=lambda code, _setup, s, a: 0 if a == -1 and s.to_move != OVER else code),
    ),
    "check accepts what comes after the last": (
        say.CHECK_ACCEPTS,
        instead(check=lambda code, _setup, s, a: 0 if a == seek.END and s.to_move != OVER else code),
    ),
    "check accepts after the end": (
        say.CHECK_ACCEPTS,
        instead(check=lambda code, _setup, s, a: 0 if s.to_move == OVER and a == 0 else code),
    ),
    "the reason after the last": (say.CHECK_REASON, instead(check=lambda code, *_: REASONS if code else 0)),
    "a negative reason": (say.CHECK_REASON, instead(check=lambda code, *_: -1 if code else 0)),
    "the last reason, which is there": (
        say.FINDABLE,
        instead(check=lambda code, *_: REASONS - 1 if code else 0),
    ),
    "weights at the end": (
        say.CHANCE_IDLE,
        instead(chance=lambda n, _setup, s, _weights: 1 if s.to_move == OVER else n),
    ),
    "a weight too many": (say.CHANCE_COUNT, instead(chance=weighing(0.25, 0.5, 0.25, count=3))),
    "a weight outside the list": (say.CHANCE_COUNT, instead(chance=weighing(0.25, 0.75, 0.0))),
    "a negative weight": (say.CHANCE_SUM, instead(chance=weighing(-0.25, 1.25))),
    "a weight is no number": (say.CHANCE_SUM, instead(chance=weighing(np.nan, 1.0))),
    "weights sum to a little less": (say.CHANCE_SUM, instead(chance=weighing(0.25, 0.75 - 1e-8))),
    "weights sum to a little more": (say.CHANCE_SUM, instead(chance=weighing(0.25, 0.75 + 1e-8))),
    "an outcome without weight is drawn": (say.SAMPLE_LEGAL, instead(chance=weighing(0.0, 1.0))),
    "sample draws what comes before the first": (say.SAMPLE_LEGAL, instead(sample=lambda *_: -1)),
    "sample draws what comes after the last": (say.SAMPLE_LEGAL, instead(sample=lambda *_: seek.END)),
    "legal writes to the state": (say.QUERY_WRITES, writes("legal")),
    "determinize writes to the view": (
        say.QUERY_WRITES,
        changed("determinize", lambda _setup, view, *_: setattr(view, "ply", view.ply + 1)),
    ),
    "an action takes no ply": (say.APPLY_PLY, changed("apply", stays)),
    "a view of another phase": (say.OBSERVE_HEADER, changed("observe", view_with(1, phase=seek.ENDED))),
    "a view of another ply": (say.OBSERVE_HEADER, changed("observe", view_with(0, ply=99))),
    "a spectator's view of another mover": (
        say.OBSERVE_HEADER,
        changed("observe", view_with(SPECTATOR, to_move=CHANCE)),
    ),
    "a view of another score of seat 0": (say.OBSERVE_HEADER, changed("observe", view_scored(0))),
    "a view of another score of seat 1": (say.OBSERVE_HEADER, changed("observe", view_scored(1))),
    "a view in which as much else is legal": (say.LEGAL_VIEW, changed("observe", shows_next)),
    "a feature too many": (say.FEATURES_COUNT, instead(features=lambda n, *_: n + 1)),
    "a number after the features": (say.FEATURES_COUNT, instead(features=past_the_last)),
    "an endless feature": (say.FEATURES_COUNT, instead(features=endless)),
    "of a view a feature is not written": (
        say.FEATURES_VIEW,
        lambda: Game(with_rules(SPEC, features=leaves_out)),
    ),
    "a view has a feature more": (say.FEATURES_COUNT, instead(features=more_from_a_view)),
    "seat 1 is worth too little": (say.EVALUATE_RANGE, instead(evaluate=only_for(1, -1.01))),
    "seat 0 is worth too much": (say.EVALUATE_RANGE, instead(evaluate=only_for(0, 1.01))),
    "all is won, which may be": (say.FINDABLE, instead(evaluate=only_for(0, 1.0))),
    "a spectator sees another action": (
        say.OBSERVED_ACTION_VALUE,
        instead(observed_action=only_for(SPECTATOR, 99)),
    ),
    "a spectator is not shown what is open": (
        say.OBSERVED_ACTION_HIDES,
        instead(observed_action=only_for(SPECTATOR, -1)),
    ),
    "what is determinized has nothing legal": (
        say.DETERMINIZE_VIEW,
        changed("determinize", ends_badly),
    ),
    "what is determinized is played on by what is refused": (
        say.DETERMINIZE_PLAYS,
        lambda: Game(
            with_rules(SPEC, determinize=after(seek.determinize, hides_elsewhere), sample=astray),
        ),
    ),
    "one ply too few": (say.BOUND, lambda: other(SPEC, bound=lambda _setup: 2)),
    "not of zero sum, and it says so": (
        say.FINDABLE,
        lambda: Game(
            with_rules(other(SPEC, zero_sum=False).spec, apply=after(seek.apply, scored(0.25, 0.25)))
        ),
    ),
    "who is to move tells of what was hidden, which may be": (
        say.FINDABLE,
        lambda: Game(with_rules(SPEC, apply=after(seek.apply, looks_first))),
    ),
}
