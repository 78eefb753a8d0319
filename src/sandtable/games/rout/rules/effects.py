"""The effects of a flick: blocks come to rest, and are hit, routed and put back. Clauses: T3.3 to T4.4."""

import numpy as np

from sandtable.authoring import Setup, State, inline, jit
from sandtable.games.rout.rules import physics
from sandtable.games.rout.rules.table import put_back
from sandtable.games.rout.schema import (
    BLOCKS,
    DEED,
    NONE,
    arrange,
    blocks_on,
    clear_block,
    copy_block,
    drop,
    settle,
)


@jit
def strike(setup: Setup, s: State):
    """Carries out the flick `s.last` on the table and sorts the blocks again; afterwards `unit` is the flicked block."""
    _remember(s)
    # a record alone would not keep its array in memory
    _resolve(setup, s, np.empty(1, physics.WORLD))


@jit
def _resolve(setup: Setup, s: State, room):
    world = room[0]
    # nothing is recorded
    throw(setup, s, s.last, world, np.zeros((0, 0, 5)))
    hit, gone = NONE, 0
    if s.last.deed != DEED.MOVE:
        hit = first_enemy(s, world)
        gone = routed(setup, s, world, hit)
    s.hit, s.gone = NONE, gone
    for i in range(blocks_on(s)):
        if i == hit and s.block[i].broken == 0:
            s.hit = i
        _break_or_rout(s, i, i == hit, gone >> i & 1 == 1)
    _lay_down(setup, s, world, gone)
    drop(s, gone)
    arrange(s)


@jit
def throw(setup: Setup, s: State, flick, world, film):
    """Runs the physics of a flick on the blocks in `s` until they rest; see `physics.run`."""
    physics.lay(setup, s, world)
    n = np.int64(flick.unit)
    # T3.5
    if flick.deed == DEED.RANGE:
        physics.mount(setup, world, n)
        n = BLOCKS
    dx, dy = setup.toward[flick.direction, 0], setup.toward[flick.direction, 1]
    physics.push(setup, world, n, np.int64(flick.contact), dx, dy, np.int64(flick.speed) / 100.0)
    return physics.run(setup, world, film)


@jit
def _remember(s: State):
    for i in range(BLOCKS):
        if i < s.count:
            copy_block(s.was[i], s.block[i])
        else:
            clear_block(s.was[i])
    s.was_count = s.count


@jit
def first_enemy(s: State, world):
    """T3.4: the first enemy unit that the attacker touched; of two at the same instant, the one with the larger impulse; or
    NONE.
    """
    found = NONE
    for i in range(blocks_on(s)):
        body = world.body[i]
        if body.touched == 0 or s.block[i].side == s.side:
            continue
        if (
            found == NONE
            or body.touched < world.body[found].touched
            or (body.touched == world.body[found].touched and body.blow > world.body[found].blow)
        ):
            found = i
    return found


@jit
def routed(setup: Setup, s: State, world, hit):
    """T4.2: the blocks that this attack routs, as bits."""
    gone = 0
    for i in range(blocks_on(s)):
        body, block = world.body[i], s.block[i]
        if body.left == 0 or body.touched == 0:
            continue
        broken = block.broken != 0 or (setup.rout_in_one != 0 and i == hit)
        if broken and (block.side != s.side or setup.own_rout != 0):
            gone |= 1 << i
    return gone


@inline
def _break_or_rout(s: State, i, is_hit, is_routed):
    # T4.1, T4.2
    block = s.block[i]
    side, kind = np.int64(block.side), np.int64(block.kind)
    if is_routed:
        s.routed[side, kind] += 1
        if block.broken != 0:
            s.broken[side, kind] -= 1
    elif is_hit and block.broken == 0:
        s.broken[side, kind] += 1
        block.broken = 1


@jit
def _lay_down(setup: Setup, s: State, world, gone):
    """Records where the blocks rest, and puts back those that left and are not routed (T4.3), in the order of leaving."""
    there = 0
    for i in range(blocks_on(s)):
        body = world.body[i]
        if body.left == 0:
            there |= 1 << i
            if body.moved != 0:
                settle(s.block[i], body)
    for order in range(1, blocks_on(s) + 2):
        for i in range(blocks_on(s)):
            body = world.body[i]
            if body.left == order and not gone >> i & 1:
                put_back(setup, s, i, there, np.int64(body.edge), body.ex, body.ey)
                there |= 1 << i
