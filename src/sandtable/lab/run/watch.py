"""The observer of a match: one compiled function that records every action and outcome, then plays it.

Matches between the games' own policies are played and observed in one call of `play_policies`; a match between agents in Python
calls `begin`, `step` for every ply, and `finish`. All memory belongs to the caller: `watch` is a record of `WATCH`, `counts` is
float64[2, counters], initially zeros, and the others are scratch:

    spare     two records of the state's type
    actions   int64[max_actions]
    weights   float64[max_actions]
    partial   uint8[phases], 1 for a phase in which `ops.legal` lists only examples

The game must be zero-sum: seat 1's evaluation is taken to be the negative of seat 0's.

Positions are evaluated if `watch.judged` is set before `begin`. The evaluations show who led, and how much chance and
the players' own random choices gave seat 0 beyond the expectation. Both amounts have mean 0 however good the evaluation is,
because the expectation is known exactly or estimated from independent draws. So they can be subtracted from a score without
changing its mean (control variates). Source: Burch and others, "AIVAT" (2018); White and Bowling, "Learning a value analysis
tool" (2009).

A game's own counters are what its designers count in a match, in addition to what every game counts.

A declaration may have `Counters`:

    names = ("strikes", ...)                       what is counted, for each seat
    tally(setup, before, action, after, out)       adds to `out` (float64[2, len(names)], one row per seat) the effects of
                                                   `action`, or of an outcome of chance, which led from state
                                                   `before` to state `after`

with `tally` compiled by `jit`. A counter `went_first` is 1 for the seat that moved first; where dice decide that, comparisons
of first movers need it. Both states are full ones, and `tally` writes to neither. If a game can count actions faster than it
can list them, it also declares:

    options(setup, state, room, enough) -> count   how many actions `legal` would list for the seat to move in a phase that is
                                                   not `partial`; it may stop counting at `enough`, which is at least 2,
                                                   and write into `room`, as `legal` does

The calls are bound by the record type of the state, so that kernels are found in the compile cache.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sandtable.authoring import Rng, Setup, State, inline, jit, ops
from sandtable.authoring.records import CHANCE, OVER, bind, copy, record, tag_of
from sandtable.authoring.rng import STREAM, uniform
from sandtable.authoring.spec import Spec
from sandtable.search import policy


def names(spec: Spec) -> tuple[str, ...]:
    """The names of the counters of a game; empty for a game without counters."""
    return spec.lab.counters.names if spec.lab.counters else ()


def tally(setup: Setup, before: State, action: Any, after: State, out: Any) -> None:
    """Adds the effects of `action`, which led from `before` to `after`, to `out` (float64[2, counters])."""
    _counting(before.dtype.names)(setup, before, action, after, out)


def _counting(fields: Sequence[str]) -> Any:
    counters = ops.offered(tag_of(fields), "counters")
    return counters.tally if counters else _nothing


@jit
def _nothing(setup: Setup, before: State, action: Any, after: State, out: Any) -> None:
    pass


bind(tally, _counting)


def options(setup: Setup, state: State, room: Any, enough: Any) -> int:
    """How many actions the seat to move in `state` has, in a phase that is not partial; `room` is int64[max_actions].

    If there are more than `enough`, which is at least 2, any number from `enough` up may be returned.
    """
    return _choosing(state.dtype.names)(setup, state, room, enough)


def _choosing(fields: Sequence[str]) -> Any:
    counters = ops.offered(tag_of(fields), "counters")
    return (counters and counters.options) or _listed


@jit
def _listed(setup: Setup, state: State, room: Any, enough: Any) -> int:
    return ops.legal(setup, state, room)


bind(options, _choosing)


NOBODY = -1
# an evaluation this close to 0 leaves nobody ahead: it is rounding error
EVEN = 1e-9
# maximum number of outcomes or actions in an expectation
MOST_OUTCOMES = 64
# reported as the number of actions if they cannot all be listed
UNLISTED = -1
# the number of actions from which a position counts as a decision, and a number larger than any position has
SEVERAL, ALL = 2, 2**62
# outcomes drawn in addition to the one that occurred, if they cannot be listed
DRAWN = 4

WATCH = record(
    (
        ("judged", np.uint8),
        ("counted", np.uint8),  # whether to count all actions at each decision
        (
            "player",
            np.int64,
            (2,),
        ),  # the policy whose probabilities the seat chooses by (see `policy`), or NOBODY
        ("first", np.int64),  # the counter for moving first, or NOBODY
        ("stream", STREAM),  # the stream for the draws that estimate expectations
        ("score", np.float64, (2,)),
        ("plies", np.int64),
        ("decisions", np.int64, (2,)),  # how often the seat had more than one action
        ("listed", np.int64),  # on how many of those occasions all actions were counted
        ("actions", np.int64),  # the number of legal actions on those occasions
        ("leads", np.int64),  # lead changes
        ("lowest", np.float64, (2,)),  # evaluation for the seat
        ("behind", np.int64, (2,)),  # the last ply at which the seat was not ahead, or NOBODY
        ("luck", np.float64),
        ("opening", np.float64),  # the part of the luck from before it was known who moves first
        ("choice", np.float64),  # what the players' own random choices gave seat 0
        ("luck_square", np.float64),
        ("skill_square", np.float64),
        ("evaluation", np.float64),  # evaluation of the current position for seat 0
        ("ahead", np.int64),  # who was last in the lead, or NOBODY
    )
)


@jit
def judge(setup: Setup, state: State) -> float:
    """The score of a finished match, otherwise the evaluation, for seat 0."""
    return np.float64(state.score[0]) if state.to_move == OVER else ops.evaluate(setup, state, 0)


@jit
def begin(setup: Setup, state: State, watch: Any) -> None:
    """Initializes `watch` for a match that begins in `state`."""
    watch.plies = watch.listed = watch.actions = watch.leads = 0
    watch.luck = watch.opening = watch.choice = watch.luck_square = watch.skill_square = 0.0
    watch.ahead = NOBODY
    for seat in range(2):
        watch.score[seat] = 0.0
        watch.decisions[seat] = 0
        watch.behind[seat] = NOBODY
        watch.lowest[seat] = 1.0
    if watch.judged:
        watch.evaluation = judge(setup, state)
        see(watch)


@jit
def see(watch: Any) -> None:
    """Records who is ahead in the current position."""
    value = watch.evaluation
    leader = 0 if value > EVEN else 1 if value < -EVEN else NOBODY
    if leader != NOBODY and leader != watch.ahead:
        watch.leads += 1 if watch.ahead != NOBODY else 0
        watch.ahead = leader
    for seat in range(2):
        own = value if seat == 0 else 0.0 - value
        watch.lowest[seat] = min(watch.lowest[seat], own)
        if leader != seat:
            watch.behind[seat] = watch.plies


@inline
def step(
    setup: Setup,
    state: State,
    action: Any,
    watch: Any,
    counts: Any,
    spare: State,
    actions: Any,
    weights: Any,
    partial: Any,
) -> None:
    """Plays `action` in `state` and records it in `watch` and `counts`."""
    seat = np.int64(state.to_move)
    count = 0 if seat == CHANCE else decide(setup, state, watch, actions, partial)
    if not watch.judged:
        copy(spare[0], state)
        ops.apply(setup, state, action)
        tally(setup, spare[0], action, state, counts)
        watch.plies += 1
        return
    before = watch.evaluation
    expected = before
    mixed = False
    if seat == CHANCE:
        mixed = True
        expected = by_chance(setup, state, watch, spare[1], actions, weights)
    elif count > 1 and watch.player[seat] != NOBODY:
        count = ops.legal(setup, state, actions)
        mixed = policy.mix(setup, state, seat, watch.player[seat], actions, count, weights)
        if mixed:
            expected = expectation(setup, state, watch.stream, spare[1], actions, weights, count)
    opens = (
        seat == CHANCE and watch.first != NOBODY and counts[0, watch.first] + counts[1, watch.first] == 0.0
    )
    copy(spare[0], state)
    ops.apply(setup, state, action)
    tally(setup, spare[0], action, state, counts)
    watch.plies += 1
    watch.evaluation = judge(setup, state)
    if mixed:
        surprise(watch, seat, opens, watch.evaluation - expected)
    if seat != CHANCE and count != 1:
        change = watch.evaluation - before
        watch.skill_square += change * change
    see(watch)


@jit
def surprise(watch: Any, seat: Any, opens: Any, gain: Any) -> None:
    """Records what an outcome of chance, or a random choice of `seat`, gave seat 0 beyond its expectation."""
    if seat != CHANCE:
        watch.choice += gain
        return
    watch.luck += gain
    watch.opening += gain if opens else 0.0
    watch.luck_square += gain * gain


@inline
def decide(setup: Setup, state: State, watch: Any, actions: Any, partial: Any) -> int:
    """Records and returns the number of actions open to the seat to move in `state` (see `choices`), or at least SEVERAL if
    not `counted`.
    """
    count = choices(setup, state, actions, partial, ALL if watch.counted else SEVERAL)
    if count != 1:
        watch.decisions[state.to_move] += 1
    if count > 1 and watch.counted:
        watch.listed += 1
        watch.actions += count
    return count


@inline
def choices(setup: Setup, state: State, actions: Any, partial: Any, enough: Any) -> int:
    """The number of actions open to the seat to move in `state` (see `options`), UNLISTED if they cannot all be listed."""
    return UNLISTED if partial[state.phase] != 0 else options(setup, state, actions, enough)


@jit
def by_chance(setup: Setup, state: State, watch: Any, scratch: Any, actions: Any, weights: Any) -> float:
    """The mean evaluation after the outcome that is due; over DRAWN further independent draws if outcomes cannot be
    listed.
    """
    outcomes = ops.chance(setup, state, weights)
    if outcomes > 0:
        ops.legal(setup, state, actions)
        return expectation(setup, state, watch.stream, scratch, actions, weights, outcomes)
    total = 0.0
    for _ in range(DRAWN):
        total += after(setup, state, scratch, ops.sample(setup, state, watch.stream))
    return total / DRAWN


@jit
def expectation(
    setup: Setup, state: State, stream: Rng, scratch: Any, actions: Any, weights: Any, count: Any
) -> float:
    """The mean evaluation after one of `actions[:count]`, by their weights.

    If there are more than MOST_OUTCOMES, that many are sampled at even steps of the cumulative weight from a random start
    (systematic sampling), so each is taken in proportion to its weight on average.
    """
    total = 0.0
    if count <= MOST_OUTCOMES:
        for i in range(count):
            total += weights[i] * after(setup, state, scratch, actions[i])
        return total
    start = uniform(stream)
    i, reached = 0, weights[0]
    for n in range(MOST_OUTCOMES):
        while reached < (n + start) / MOST_OUTCOMES and i < count - 1:
            i += 1
            reached += weights[i]
        total += after(setup, state, scratch, actions[i])
    return total / MOST_OUTCOMES


@jit
def after(setup: Setup, state: State, scratch: Any, action: Any) -> float:
    """The evaluation after `action`, played in `scratch`."""
    copy(scratch, state)
    ops.apply(setup, scratch, action)
    return judge(setup, scratch)


@jit
def finish(state: State, watch: Any) -> None:
    """Records the score of a finished match in `watch`."""
    for seat in range(2):
        watch.score[seat] = state.score[seat]


@jit
def play_policies(
    setup: Setup,
    state: State,
    first: Any,
    second: Any,
    dice: Any,
    rng_first: Any,
    rng_second: Any,
    watch: Any,
    counts: Any,
    spare: State,
    actions: Any,
    weights: Any,
    partial: Any,
    moves: Any,
) -> None:
    """Plays `state` to the end in place, seat 0 by policy `first` and seat 1 by `second` (see `policy`), and observes it.

    What is played is written into `moves` (int64[any, 2]) while there is room, with the number of draws that its player
    has made by then.
    """
    begin(setup, state, watch)
    if watch.judged:
        while state.to_move != OVER:
            action = chosen(setup, state, first, second, dice, rng_first, rng_second)
            note(state, action, rng_first, rng_second, moves, watch.plies)
            step(setup, state, action, watch, counts, spare, actions, weights, partial)
        finish(state, watch)
        return
    # the same as `step`, with sums in local variables: in the record each costs a load and a store every ply
    plies, decisions, decisions_1 = np.int64(0), np.int64(0), np.int64(0)
    listed, total = np.int64(0), np.int64(0)
    enough = ALL if watch.counted else SEVERAL
    while state.to_move != OVER:
        action = chosen(setup, state, first, second, dice, rng_first, rng_second)
        note(state, action, rng_first, rng_second, moves, plies)
        if state.to_move != CHANCE:
            count = choices(setup, state, actions, partial, enough)
            if count != 1:
                decisions += 1
                decisions_1 += state.to_move
            if count > 1:
                listed += 1
                total += count
        copy(spare[0], state)
        ops.apply(setup, state, action)
        tally(setup, spare[0], action, state, counts)
        plies += 1
    watch.plies = plies
    if watch.counted:
        watch.listed, watch.actions = listed, total
    watch.decisions[0], watch.decisions[1] = decisions - decisions_1, decisions_1
    finish(state, watch)


@inline
def note(state: State, action: Any, rng_first: Any, rng_second: Any, moves: Any, ply: Any) -> None:
    """Writes what is played in `state` into `moves`; chance uses no player's stream."""
    if ply >= moves.shape[0]:
        return
    moves[ply, 0], moves[ply, 1] = action, 0
    if state.to_move == 0:
        moves[ply, 1] = np.int64(rng_first.count)
    elif state.to_move != CHANCE:
        moves[ply, 1] = np.int64(rng_second.count)


@inline
def chosen(
    setup: Setup, state: State, first: Any, second: Any, dice: Any, rng_first: Any, rng_second: Any
) -> int:
    """What is played next: an outcome drawn if chance is to move, otherwise the choice of the seat's policy."""
    if state.to_move == CHANCE:
        return ops.sample(setup, state, dice)
    if state.to_move == 0:
        return policy.choose(setup, state, 0, first, rng_first)
    return policy.choose(setup, state, 1, second, rng_second)
