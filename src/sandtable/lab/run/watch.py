"""The observer of a match: one compiled function that sees every action and outcome before it is played, and plays it.

Matches of the games' own policies are played and observed in one call of `play_policies`; a match of agents in Python calls
`begin`, `step` for every ply, and `finish`. All memory is the caller's: `watch` is a record of `WATCH`, `counts` is
float64[2, counters], zeros at first, and the others are the room to work in:

    spare     two records of the state's type
    actions   int64[max_actions]
    weights   float64[max_actions]
    partial   uint8[phases], 1 for a phase in which `ops.legal` lists only examples

The game must be zero-sum: seat 1's evaluation is taken to be seat 0's, negated.

Evaluations are made where `watch.judged` is set before `begin`: they say who led, and what chance and the players' own random
choices gave seat 0, less its expectation. Both are 0 on the average whatever the evaluation is worth, for what is
expected is known exactly or drawn independently: so they can be taken from a score and leave it what it is on the average
(control variates). Source: Burch and others, "AIVAT" (2018); White and Bowling, "Learning a value analysis tool" (2009).

A game's own counters say what its designers count in a match, besides what every game has.

A declaration may hold `Counters`:

    names = ("strikes", ...)                       what is counted, each for either seat
    tally(setup, before, action, after, out)       adds to `out` (float64[2, len(names)], a row a seat) what `action`, which
                                                   led from state `before` to state `after`, did; an outcome of chance too

with `tally` compiled by `jit`. A counter `went_first` is 1 for the seat that moved first; where dice decide that, comparisons
of first movers need it. Both states are full ones, and `tally` writes to neither. A game without counters counts
nothing. Where a game counts actions sooner than it lists them, it says so as well:

    options(setup, state, room, enough) -> count   how many actions `legal` would list for the seat to move in a phase that is
                                                   not `partial`; it may stop once it has come to `enough`, at least 2, and
                                                   write into `room`, as `legal` does

The calls are bound by the record type of the state, so kernels are found in the compile cache again.
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
    """The names of the counters of a game; none for a game that counts nothing."""
    return spec.lab.counters.names if spec.lab.counters else ()


def tally(setup: Setup, before: State, action: Any, after: State, out: Any) -> None:
    """Adds what `action` did, which led from `before` to `after`, to `out` (float64[2, counters])."""
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

    It may say less where there are more than `enough`, at least 2, but then no less than that.
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
# an evaluation this near to 0 leaves nobody ahead: it is the rounding of an even one
EVEN = 1e-9
# outcomes or actions that an expectation looks at
MOST_OUTCOMES = 64
# stands for the number of actions where they cannot all be listed
UNLISTED = -1
# actions that make a decision, and more than there are anywhere
SEVERAL, ALL = 2, 2**62
# outcomes drawn besides the one that came, where they cannot be listed
DRAWN = 4

WATCH = record(
    (
        ("judged", np.uint8),
        ("counted", np.uint8),  # whether all actions of a decision are counted
        (
            "player",
            np.int64,
            (2,),
        ),  # the policy by whose probabilities the seat chooses (see `policy`), or NOBODY
        ("first", np.int64),  # the counter that says who moved first, or NOBODY
        ("stream", STREAM),  # of what is drawn to know what was to be expected
        ("score", np.float64, (2,)),
        ("plies", np.int64),
        ("decisions", np.int64, (2,)),  # times that the seat had more than one action
        ("listed", np.int64),  # of them, those in which all actions were counted
        ("actions", np.int64),  # legal actions at those
        ("leads", np.int64),  # times that the lead changed sides
        ("lowest", np.float64, (2,)),  # evaluation of the seat
        ("behind", np.int64, (2,)),  # plies when the seat was last not ahead, or NOBODY
        ("luck", np.float64),
        ("opening", np.float64),  # of luck, what came until it was known who moves first
        ("choice", np.float64),  # what the players' own random choices gave seat 0
        ("luck_square", np.float64),
        ("skill_square", np.float64),
        ("evaluation", np.float64),  # of the position now, for seat 0
        ("ahead", np.int64),  # who led last, or NOBODY
    )
)


@jit
def judge(setup: Setup, state: State) -> float:
    """The score of a finished match, else the evaluation, for seat 0."""
    return np.float64(state.score[0]) if state.to_move == OVER else ops.evaluate(setup, state, 0)


@jit
def begin(setup: Setup, state: State, watch: Any) -> None:
    """Writes into `watch` what is known of a match that begins in `state`."""
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
    """Takes note of who is ahead in the position now."""
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
    """Plays `action` in `state` and takes note of it in `watch` and `counts`."""
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
    """Takes note of what an outcome of chance, or a random choice of `seat`, gave seat 0, less its expectation."""
    if seat != CHANCE:
        watch.choice += gain
        return
    watch.luck += gain
    watch.opening += gain if opens else 0.0
    watch.luck_square += gain * gain


@inline
def decide(setup: Setup, state: State, watch: Any, actions: Any, partial: Any) -> int:
    """How many actions the seat to move in `state` has (see `choices`), SEVERAL or more if not `counted`. Takes note of it."""
    count = choices(setup, state, actions, partial, ALL if watch.counted else SEVERAL)
    if count != 1:
        watch.decisions[state.to_move] += 1
    if count > 1 and watch.counted:
        watch.listed += 1
        watch.actions += count
    return count


@inline
def choices(setup: Setup, state: State, actions: Any, partial: Any, enough: Any) -> int:
    """How many actions the seat to move in `state` has (see `options`), UNLISTED where they cannot all be listed."""
    return UNLISTED if partial[state.phase] != 0 else options(setup, state, actions, enough)


@jit
def by_chance(setup: Setup, state: State, watch: Any, scratch: Any, actions: Any, weights: Any) -> float:
    """The mean evaluation after the outcome that is due; of DRAWN others, drawn independently, where none can be listed."""
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

    Of more than MOST_OUTCOMES it takes that many, at even steps of the weight cumulated in the order listed, from a random
    start: each is taken as often as its weight says, on the average.
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
    """Writes the score of a finished match into `watch`."""
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
    """Plays `state` to the end in place, seat 0 by policy `first`, seat 1 by `second` (see `policy`), and observes it.

    What is played is written into `moves` (int64[any, 2]) as far as there is room, with how often its player has drawn by then.
    """
    begin(setup, state, watch)
    if watch.judged:
        while state.to_move != OVER:
            action = chosen(setup, state, first, second, dice, rng_first, rng_second)
            note(state, action, rng_first, rng_second, moves, watch.plies)
            step(setup, state, action, watch, counts, spare, actions, weights, partial)
        finish(state, watch)
        return
    # the same as `step`, with sums in variables: in the record each costs a store and a load every ply
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
    """Writes what is played in `state` into `moves`; chance has no stream of a player."""
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
    """What is played next: drawn where chance is to move, else chosen by the policy of the seat."""
    if state.to_move == CHANCE:
        return ops.sample(setup, state, dice)
    if state.to_move == 0:
        return policy.choose(setup, state, 0, first, rng_first)
    return policy.choose(setup, state, 1, second, rng_second)
