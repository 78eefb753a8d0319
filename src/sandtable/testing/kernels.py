"""The compiled part of `check_game`: random matches, with every position checked against the sentences of the
interface. Every function returns HOLDS or the number of the violated sentence (see `sentences`).
"""

from typing import Any, NamedTuple

import numpy as np

from sandtable.authoring import Rng, Setup, State, View, inline, jit, ops, records, rng
from sandtable.authoring.records import CHANCE, OVER, SPECTATOR, copy
from sandtable.engine.game import Game
from sandtable.testing import sentences as say

# indices into Room.states
NOW, KEPT, VIEW, AGAIN, DRAWN, SEEN, FIRST, SECOND, PUT_BY, TRUTH, BLANK = range(11)
PAD = 256
UNWRITTEN = -(2**62)
BINS = 16
# in one position out of this many, `check` is tried on all numbers; if there are more than MOST_SWEPT, on that many at
# random
SWEEP = 32
MOST_SWEPT, SWEPT = 1_000_000, 1000
# sentence -> the pairs of indices into Room.states that are equal if it holds
EQUAL = {
    say.DEAL: ((NOW, FIRST),),
    say.QUERY_WRITES: ((NOW, KEPT), (VIEW, AGAIN)),
    say.APPLY_TWICE: ((NOW, FIRST), (SECOND, FIRST)),
    say.OBSERVE_HEADER: ((NOW, VIEW),),
    say.OBSERVE_TWICE: ((VIEW, AGAIN),),
    say.DETERMINIZE_VIEW: ((VIEW, SEEN),),
    say.OBSERVED_ACTION_HIDES: ((VIEW, AGAIN),),
}
SAMPLES = 6


class Room(NamedTuple):
    """The buffers of one walk.

    states   state[11]; raw: the same memory as uint8[11, bytes]; BLANK stays all zeros
    actions, others  int64[max_actions + PAD];  weights float64[the same]
    numbers, twins   float32[features + PAD]
    draws    int64[phases, BINS]  where samples fell in the cumulative distribution of what could be drawn
    found    int64[3]  ply, action and seat of a failure (-1: none)
    put_by   int64[2]  ply of the state PUT_BY, drawn from a seat's view of TRUTH, and that seat
    stuck    uint8[bytes]  1 where all draws from one view agree with each other, but not with the true state
    """

    states: Any
    raw: Any
    actions: Any
    others: Any
    weights: Any
    numbers: Any
    twins: Any
    draws: Any
    found: Any
    put_by: Any
    stuck: Any


class Declared(NamedTuple):
    """The limits that the game declares."""

    actions: int
    max_actions: int
    features: int
    phases: int
    reasons: int
    bound: int
    zero_sum: int
    partial: int  # one bit per phase number


def room(game: Game) -> Room:
    """Fresh buffers for `game`."""
    spec = game.spec
    states = records.new(spec.rules.state, BLANK + 1)
    return Room(
        states,
        states.view(np.uint8).reshape(BLANK + 1, spec.rules.state.itemsize),
        np.zeros(spec.rules.max_actions + PAD, np.int64),
        np.zeros(spec.rules.max_actions + PAD, np.int64),
        np.zeros(spec.rules.max_actions + PAD, np.float64),
        np.zeros(spec.rules.features + PAD, np.float32),
        np.zeros(spec.rules.features + PAD, np.float32),
        np.zeros((len(spec.rules.phases), BINS), np.int64),
        np.zeros(3, np.int64),
        np.zeros(2, np.int64),
        np.zeros(spec.rules.state.itemsize, np.uint8),
    )


def limits(game: Game) -> Declared:
    """The declared limits of `game`."""
    spec = game.spec
    counts = (
        spec.rules.actions.count,
        spec.rules.max_actions,
        spec.rules.features,
        len(spec.rules.phases),
        len(spec.rules.reasons),
    )
    partial = sum(
        1 << number for number, phase in enumerate(spec.rules.phases) if phase in spec.rules.partial
    )
    return Declared(*counts, game.bound(), int(spec.rules.zero_sum), partial)


def differing(room: Room, fault: int) -> str:
    """The name of the first field that differs where sentence `fault` requires equality; "" if it requires none."""
    if fault == say.FEATURES_VIEW:
        return f"feature {int(np.flatnonzero(room.numbers != room.twins)[0])}"
    names: tuple[str, ...] = room.states.dtype.names
    pairs = EQUAL.get(fault, ())
    return next(
        (name for a, b in pairs for name in names if not _alike(room.states[name][a], room.states[name][b])),
        "",
    )


def _alike(one: Any, other: Any) -> bool:
    return one.tobytes() == other.tobytes()


@jit
def walk(setup: Setup, room: Any, limits: Any, moves: Any, stream: Rng):
    """Plays one random match from the start and checks every position on the way.

    `moves` alone determines the match, so that it can be replayed; the checks draw from `stream`.
    """
    state = room.states[NOW]
    copy(room.states[FIRST], room.states[BLANK])
    ops.deal(setup, room.states[FIRST])
    ops.deal(setup, state)
    room.found[:] = -1
    room.found[0] = 0
    if state.ply != 0 or not same(room, NOW, FIRST):
        return say.DEAL
    for ply in range(limits.bound + 1):
        room.found[:] = -1
        room.found[0] = ply
        fault = look(setup, room, limits, stream)
        if fault == say.HOLDS and state.to_move == OVER:
            return say.HOLDS if plays_on(setup, room, limits, stream) else say.DETERMINIZE_PLAYS
        if fault != say.HOLDS:
            return fault
        fault = step(setup, room, limits, moves)
        if fault != say.HOLDS:
            return fault
    return say.BOUND


@jit
def same(room: Any, a: Any, b: Any):
    """Whether two states are identical byte for byte."""
    return np.array_equal(room.raw[a], room.raw[b])


@jit
def look(setup: Setup, room: Any, limits: Any, stream: Rng):
    """Calls all queries on the state, which they must not change."""
    state = room.states[NOW]
    copy(room.states[KEPT], state)
    fault = header(state, limits)
    if fault == say.HOLDS:
        fault = listed(setup, state, room, limits)
    if fault == say.HOLDS:
        fault = checked(setup, state, room, limits, stream)
    if fault == say.HOLDS:
        fault = weighed(setup, state, room)
    if fault == say.HOLDS and state.to_move != OVER:
        fault = sampled(setup, state, room, limits, stream)
    if fault == say.HOLDS:
        fault = viewed(setup, state, room, limits, stream)
    if fault == say.HOLDS:
        fault = drawn(setup, state, room, stream)
    if fault == say.HOLDS:
        fault = observed_actions(setup, state, room, limits, stream)
    if fault == say.HOLDS:
        fault = judged(setup, state, room)
    if fault == say.HOLDS and not same(room, NOW, KEPT):
        return say.QUERY_WRITES
    return fault


@jit
def header(state: State, limits: Any):
    """Checks the sentences about the header."""
    if state.to_move < OVER or state.to_move > 1 or state.phase >= limits.phases:
        return say.HEADER
    for seat in range(2):
        if not -1.0 <= state.score[seat] <= 1.0:
            return say.SCORE_RANGE
    if limits.zero_sum != 0 and state.score[0] + state.score[1] != 0.0:
        return say.ZERO_SUM
    return say.HOLDS


@jit
def listed(setup: Setup, state: State, room: Any, limits: Any):
    """Checks the sentences about the list of legal actions."""
    out = room.actions
    out[:] = UNWRITTEN
    n = ops.legal(setup, state, out)
    if state.to_move == OVER:
        return say.HOLDS if n == 0 else say.LEGAL_AFTER_END
    if n == 0 and not (state.to_move == CHANCE and ops.chance(setup, state, room.weights) == 0):
        return say.LEGAL_EMPTY
    if n < 0 or n > limits.max_actions or np.any(out[limits.max_actions :] != UNWRITTEN):
        return say.LEGAL_COUNT
    for i in range(n):
        room.found[1] = out[i]
        if out[i] < 0 or out[i] >= limits.actions or (i > 0 and out[i] <= out[i - 1]):
            return say.LEGAL_ORDER
    room.found[1] = -1
    return say.HOLDS


@inline
def is_open(state: State, limits: Any):
    """Whether a seat is to move and may do more than `legal` lists."""
    return state.to_move >= 0 and (limits.partial >> np.int64(state.phase)) & 1 != 0


@jit
def checked(setup: Setup, state: State, room: Any, limits: Any, stream: Rng):
    """Checks the sentences about `check`: for all listed actions and for some other numbers."""
    n = ops.legal(setup, state, room.actions)
    for i in range(n):
        room.found[1] = room.actions[i]
        if ops.check(setup, state, room.actions[i]) != 0:
            return say.CHECK_REFUSES
    swept = 0
    if rng.below(stream, SWEEP) == 0:
        swept = limits.actions if limits.actions <= MOST_SWEPT else SWEPT
    for i in range(swept):
        action = np.int64(i) if limits.actions <= MOST_SWEPT else any_number(limits, stream)
        fault = unlisted(setup, state, room, limits, n, action)
        if fault != say.HOLDS:
            return fault
    for i in range(SAMPLES):
        fault = unlisted(setup, state, room, limits, n, stray(i, limits, stream))
        if fault != say.HOLDS:
            return fault
    room.found[1] = -1
    return say.HOLDS


@jit
def stray(i: Any, limits: Any, stream: Rng):
    """A number to try `check` on: the first two lie outside the declared range, the rest are random numbers within it."""
    if i == 0:
        return np.int64(-1)
    return np.int64(limits.actions) if i == 1 else any_number(limits, stream)


@inline
def any_number(limits: Any, stream: Rng):
    """Any declared number; there may be more of them than `rng.below` can draw."""
    return np.int64(rng.uniform(stream) * limits.actions)


@inline
def placed(room: Any, n: Any, action: Any) -> Any:
    """The index of `action` among the `n` listed ones, or where it would be."""
    listed: Any = room.actions[:n]
    return np.searchsorted(listed, action)  # pyright: ignore[reportUnknownVariableType]


@jit
def unlisted(setup: Setup, state: State, room: Any, limits: Any, n: Any, action: Any):
    """Checks the sentences about `check` for `action` if it is not among the `n` listed ones."""
    place = placed(room, n, action)
    if place < n and room.actions[place] == action:
        return say.HOLDS
    room.found[1] = action
    code = ops.check(setup, state, action)
    if code != 0:
        return say.HOLDS if 0 < code < limits.reasons else say.CHECK_REASON
    # only `check` knows the outcomes that cannot be listed
    known = n > 0 and not is_open(state, limits)
    if known or state.to_move == OVER or action < 0 or action >= limits.actions:
        return say.CHECK_ACCEPTS
    copy(room.states[SECOND], state)
    return played(setup, room, SECOND, action)


@jit
def weighed(setup: Setup, state: State, room: Any):
    """Checks the sentences about weights of outcomes."""
    room.weights[:] = np.nan
    n = ops.chance(setup, state, room.weights)
    if state.to_move != CHANCE:
        return say.HOLDS if n == 0 else say.CHANCE_IDLE
    if n == 0:
        return say.HOLDS
    if n != ops.legal(setup, state, room.actions) or not np.all(np.isnan(room.weights[n:])):
        return say.CHANCE_COUNT
    total = 0.0
    for i in range(n):
        if not room.weights[i] >= 0.0:
            return say.CHANCE_SUM
        total += room.weights[i]
    return say.HOLDS if abs(total - 1.0) < 1e-9 else say.CHANCE_SUM


@jit
def viewed(setup: Setup, state: State, room: Any, limits: Any, stream: Rng):
    """Checks the sentences about views: of both seats and of a spectator."""
    view = room.states[VIEW]
    for seat in range(SPECTATOR + 1):
        room.found[2] = seat
        ops.observe(setup, state, seat, view)
        if view.to_move != state.to_move or view.phase != state.phase or view.ply != state.ply:
            return say.OBSERVE_HEADER
        if view.score[0] != state.score[0] or view.score[1] != state.score[1]:
            return say.OBSERVE_HEADER
        ops.observe(setup, view, seat, room.states[AGAIN])
        if not same(room, VIEW, AGAIN):
            return say.OBSERVE_TWICE
        if seat == state.to_move:
            n = ops.legal(setup, state, room.actions)
            if ops.legal(setup, view, room.others) != n or not np.array_equal(
                room.actions[:n], room.others[:n]
            ):
                return say.LEGAL_VIEW
            if not accepts_alike(setup, state, view, room, limits, stream):
                return say.CHECK_VIEW
        if seat < SPECTATOR:
            fault = measured(setup, state, view, seat, room, limits)
            if fault != say.HOLDS:
                return fault
    room.found[2] = -1
    return say.HOLDS


@jit
def accepts_alike(setup: Setup, state: State, view: View, room: Any, limits: Any, stream: Rng):
    """Whether `check` gives the same answers for the mover's `view` as for the state: tried on a drawn action and on
    some random numbers.
    """
    for i in range(SAMPLES):
        action = ops.sample(setup, state, stream) if i == 0 else any_number(limits, stream)
        room.found[1] = action
        if (ops.check(setup, state, action) == 0) != (ops.check(setup, view, action) == 0):
            return False
    room.found[1] = -1
    return True


@jit
def measured(setup: Setup, state: State, view: View, seat: Any, room: Any, limits: Any):
    """Checks the sentences about features."""
    n = limits.features
    room.numbers[:] = np.nan
    room.twins[:] = np.nan
    if (
        ops.features(setup, state, seat, room.numbers) != n
        or ops.features(setup, view, seat, room.twins) != n
    ):
        return say.FEATURES_COUNT
    if not np.all(np.isfinite(room.numbers[:n])) or not np.all(np.isnan(room.numbers[n:])):
        return say.FEATURES_COUNT
    return say.HOLDS if np.array_equal(room.numbers[:n], room.twins[:n]) else say.FEATURES_VIEW


@jit
def drawn(setup: Setup, state: State, room: Any, stream: Rng):
    """Checks the sentences about determinized states: the seat cannot distinguish them from the true one."""
    for seat in range(2):
        room.found[2] = seat
        ops.observe(setup, state, seat, room.states[VIEW])
        copy(room.states[AGAIN], room.states[VIEW])
        ops.determinize(setup, room.states[VIEW], seat, stream, room.states[DRAWN])
        if not same(room, VIEW, AGAIN):
            return say.QUERY_WRITES
        ops.observe(setup, room.states[DRAWN], seat, room.states[SEEN])
        if not same(room, SEEN, VIEW):
            return say.DETERMINIZE_VIEW
        # all drawn states of the match are equally likely to be the one played on
        if rng.below(stream, 2 * np.int64(state.ply) + seat + 1) == 0:
            copy(room.states[PUT_BY], room.states[DRAWN])
            copy(room.states[TRUTH], state)
            room.put_by[0] = state.ply
            room.put_by[1] = seat
    room.found[2] = -1
    return say.HOLDS


@jit
def draw_again(setup: Setup, room: Any, draws: Any, stream: Rng):
    """Marks in `room.stuck` the bytes that are the same in all `draws` from one view but differ from the true state.

    Leaves the last draw in DRAWN.
    """
    seat = room.put_by[1]
    ops.observe(setup, room.states[TRUTH], seat, room.states[VIEW])
    for i in range(draws):
        ops.determinize(setup, room.states[VIEW], seat, stream, room.states[DRAWN])
        if i == 0:
            room.stuck[:] = room.raw[DRAWN] != room.raw[TRUTH]
            copy(room.states[FIRST], room.states[DRAWN])
        room.stuck[:] &= room.raw[DRAWN] == room.raw[FIRST]
        if not np.any(room.stuck):
            return


@jit
def matters(setup: Setup, room: Any, begin: Any, end: Any, stream: Rng):
    """Whether the match continues differently from the true state if its stuck bytes from `begin` to `end` are as drawn."""
    true, other = room.states[NOW], room.states[KEPT]
    copy(true, room.states[TRUTH])
    copy(other, room.states[TRUTH])
    for byte in range(begin, end):
        if room.stuck[byte] != 0:
            room.raw[KEPT, byte] = room.raw[DRAWN, byte]
    while other.to_move == true.to_move and other.phase == true.phase:
        n = ops.legal(setup, true, room.actions)
        if ops.legal(setup, other, room.others) != n or not np.array_equal(room.actions[:n], room.others[:n]):
            return True
        if true.to_move == OVER:
            return other.score[0] != true.score[0] or other.score[1] != true.score[1]
        action = ops.sample(setup, true, stream)
        if ops.check(setup, other, action) != 0:
            return True
        ops.apply(setup, true, action)
        ops.apply(setup, other, action)
    return True


@jit
def plays_on(setup: Setup, room: Any, limits: Any, stream: Rng):
    """Whether the stored state can be played to the end by legal actions."""
    state = room.states[PUT_BY]
    begun = np.int64(state.ply)
    while state.to_move != OVER:
        if state.ply > limits.bound or (state.to_move >= 0 and ops.legal(setup, state, room.others) == 0):
            room.found[0] = begun
            return False
        action = ops.sample(setup, state, stream)
        if ops.check(setup, state, action) != 0:
            room.found[0] = begun
            return False
        ops.apply(setup, state, action)
    return True


@jit
def observed_actions(setup: Setup, state: State, room: Any, limits: Any, stream: Rng):
    """Checks the sentences about what a seat sees of an action, on two random legal actions, for both seats and a
    spectator.
    """
    if state.to_move == OVER:
        return say.HOLDS
    a, b = any_legal(setup, state, room, limits, stream), any_legal(setup, state, room, limits, stream)
    room.found[1] = a
    for seat in range(SPECTATOR + 1):
        room.found[2] = seat
        seen, other = ops.observed_action(setup, state, seat, a), ops.observed_action(setup, state, seat, b)
        if (seen != a and seen != -1) or (seen == -1 and seat == state.to_move):
            return say.OBSERVED_ACTION_VALUE
        if seat < SPECTATOR and seat != state.to_move:
            ops.observe(setup, state, seat, room.states[VIEW])
            ops.determinize(setup, room.states[VIEW], seat, stream, room.states[DRAWN])
            if (
                ops.check(setup, room.states[DRAWN], a) == 0
                and ops.observed_action(setup, room.states[DRAWN], seat, a) != seen
            ):
                return say.OBSERVED_ACTION_VIEW
        if seen == -1 and other == -1 and not blends(setup, state, room, seat, a, b):
            return say.OBSERVED_ACTION_HIDES
    room.found[1:] = -1
    return say.HOLDS


@jit
def any_legal(setup: Setup, state: State, room: Any, limits: Any, stream: Rng):
    """A legal action or outcome: a listed one, or a drawn one if not all are listed."""
    n = ops.legal(setup, state, room.actions)
    if n == 0 or is_open(state, limits):
        return np.int64(ops.sample(setup, state, stream))
    return room.actions[rng.below(stream, n)]


@jit
def blends(setup: Setup, state: State, room: Any, seat: Any, a: Any, b: Any):
    """Whether `seat` sees the same after `a` as after `b`, provided the same seat is to move after both."""
    copy(room.states[FIRST], state)
    copy(room.states[SECOND], state)
    ops.apply(setup, room.states[FIRST], a)
    ops.apply(setup, room.states[SECOND], b)
    if room.states[FIRST].to_move != room.states[SECOND].to_move:
        return True
    ops.observe(setup, room.states[FIRST], seat, room.states[VIEW])
    ops.observe(setup, room.states[SECOND], seat, room.states[AGAIN])
    return same(room, VIEW, AGAIN)


@jit
def judged(setup: Setup, state: State, room: Any):
    """Checks the sentence about the evaluation."""
    for seat in range(2):
        room.found[2] = seat
        if not -1.0 <= ops.evaluate(setup, state, seat) <= 1.0:
            return say.EVALUATE_RANGE
    room.found[2] = -1
    return say.HOLDS


@jit
def step(setup: Setup, room: Any, limits: Any, moves: Any):
    """Draws an action and plays it on the state and on a copy."""
    action = ops.sample(setup, room.states[NOW], moves)
    room.found[1] = action
    if action < 0 or action >= limits.actions or ops.check(setup, room.states[NOW], action) != 0:
        return say.SAMPLE_LEGAL
    return played(setup, room, NOW, room.found[1])


@jit
def played(setup: Setup, room: Any, here: Any, action: Any):
    """Plays `action` in the state at `here` and in a copy, and checks the sentences about `apply`."""
    state, twin = room.states[here], room.states[FIRST]
    ply = np.int64(state.ply)
    copy(twin, state)
    ops.apply(setup, state, action)
    ops.apply(setup, twin, action)
    if not same(room, here, FIRST):
        return say.APPLY_TWICE
    return say.HOLDS if state.ply == ply + 1 else say.APPLY_PLY


@jit
def sampled(setup: Setup, state: State, room: Any, limits: Any, stream: Rng):
    """Checks the sentences about samples."""
    action = ops.sample(setup, state, stream)
    room.found[1] = action
    if action < 0 or action >= limits.actions or ops.check(setup, state, action) != 0:
        return say.SAMPLE_LEGAL
    if not is_open(state, limits) and not tally(setup, state, room, stream, action):
        return say.SAMPLE_LEGAL
    room.found[1] = -1
    return say.HOLDS


@jit
def tally(setup: Setup, state: State, room: Any, stream: Rng, action: Any):
    """Counts where `action` falls in the cumulative distribution of possible draws; False if it could not be drawn.

    `room.weights` still has the weights of the outcomes from `weighed`.
    """
    n = ops.legal(setup, state, room.actions)
    if n == 0:
        return True
    place = placed(room, n, action)
    if place >= n or room.actions[place] != action:
        return False
    below, width = place / n, 1.0 / n
    if state.to_move == CHANCE:
        below, width = np.sum(room.weights[:place]), room.weights[place]
    where = int((below + width * rng.uniform(stream)) * BINS)
    room.draws[state.phase, min(where, BINS - 1)] += 1
    return width > 0.0
