"""Where a player can go, and with what chance: the best path to every hex, exactly; and whether he can reach an enemy
at all.

A kernel considers the moves of one player in one action, with everyone else standing still. It goes through the moves
one by one: a label is (node, evades so far) after some moves, and holds the best chance of getting there without falling. A
node is a hex for a Run, a hex and a facing (6 hex + facing) for a Sprint. What follows depends on nothing else, so the
chances are exact; a label is dropped if another for the same node has at least as good a chance with no more moves and no
more evades.

    reach = records.new(REACH)[0]                       # once; every call fills it again
    reach_now(setup, s, reach)                          # of the player in action: what he can still do
    copy(move, s); begin(setup, move, p, RUN, 0)        # `acts.begin`: or what another player could do, in any action
    reach_now(setup, move, reach)
    reach_run(setup, s, p, start, points, dashes, evades, dashing, reach)    # the same, with everything given
    reach_sprint(setup, s, p, points, dashes, evades, reach)
    reach.chance[h]                                     # best chance of reaching hex h without falling; 0: he cannot
    n = route(setup, reach, reach.node[h], actions, hexes)   # the actions of that path, and the hex after each
    can_reach_enemy(setup, s, p, SLAM)                  # without `reach`, for `moves.check`

- `points` are the hexes (Sprint: or turns) left, `dashes` and `evades` those made in this action: 0, 0 before it begins.
- The start has a chance of 1 and no moves. A path that needs no test has a chance of exactly 1.
- Nobody passes a player or the ball. The ball's hex can be reached, but ends the move. A Jack or Striker picks it up there;
  that test is not in the chance (`chances.pick_up`). A Guard kicks it away.
- The state is not changed and need not be one in which player `p` may act: `start` is any hex, his own or an entry hex.
- `route` ends before the action that ends the move (`face`), and begins after the one that begins it (`run`, `sprint` ...).

Sizes: MOST_TESTS successes are the most that are counted, so nobody makes more dashes or evades than that.
"""

import numpy as np

from sandtable.authoring import Setup, State, inline, jit, record
from sandtable.authoring.dice import MOST_SUCCESSES, at_least
from sandtable.authoring.hexgrid import SIDES, WALL
from sandtable.games.rush.data.pitch import HEXES
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.rules.acts import may_dash, runs
from sandtable.games.rush.rules.tests import (
    MOST_THREATS,
    POOL,
    actor,
    bonus,
    fronts,
    place_of,
    seat_of,
    stands,
    threats,
)
from sandtable.games.rush.rules.turns import FACE, PIVOT, WALK
from sandtable.games.rush.schema import ACTIONS, DOING, PLAYERS

# the moves of a path, and the facing at its end
WAY = ACTIONS.span("step", "face")
MOST_TESTS = MOST_SUCCESSES
MOST_MOVES = 2 * 9 + MOST_TESTS
NODES = HEXES * SIDES
_LEVELS = MOST_TESTS + 1

# moves of a Sprint; those of a Run are sides
_AHEAD, _LEFT = 0, 1

# arrays are indexed by hex or by node; the last fields are scratch space
REACH = record(
    (
        ("chance", np.float64, (HEXES,)),  # of the best path to a hex
        ("node", np.uint16, (HEXES,)),  # its last node
        ("best", np.float64, (NODES,)),  # of the best path to a node
        ("moves", np.uint8, (NODES,)),  # of that path
        ("evaded", np.uint8, (NODES,)),  # tests of that path, beyond those made before
        ("start", np.uint16),
        ("points", np.uint8),
        ("dashes", np.uint8),
        ("evades", np.uint8),
        ("turning", np.uint8),  # a Sprint
        ("threat", np.uint8, (HEXES,)),  # enemies that threaten a hex, up to MOST_THREATS
        ("blocked", np.uint8, (HEXES,)),
        ("ball", np.uint8),
        ("levels", np.uint8),  # number of evades that can succeed, plus one
        ("odds", np.float64, (MOST_THREATS + 1, _LEVELS)),  # of n successes in Speed, by number of threats
        ("bound", np.float64, (_LEVELS, NODES)),  # best chance with no more evades
        ("value", np.float64, (2, _LEVELS, NODES)),  # of the labels of this move and of the next
        ("queued", np.uint8, (_LEVELS, NODES)),  # the move after which a label was last added
        ("queue", np.uint16, (2, _LEVELS * NODES)),
        ("came_by", np.uint8, (MOST_MOVES + 1, _LEVELS, NODES)),  # the move that led to a label
    )
)

# more evades than possible
_NEVER = 255
# for the search for paths to enemies, by hex unless noted; the first three are the same for all players of a seat (see `mark`)
SEARCH = record(
    (
        ("taken", np.uint8, (HEXES,)),  # whether a player is there
        ("enemies", np.uint8, (MOST_PLAYERS,)),  # the hexes of those standing
        ("count", np.uint8),  # of them
        ("threat", np.uint8, (HEXES,)),  # enemies that threaten it, as far as that matters (see `_threaten`)
        ("beside", np.uint8, (HEXES,)),  # whether a target is next to it
        ("fewest", np.uint8, (HEXES,)),  # evades on a path there, or _NEVER
        ("evades", np.uint8, (2, HEXES)),  # for paths of this many moves and of one more, or _NEVER
        ("queue", np.uint8, (2, HEXES)),  # their last hexes
    )
)
_BYTES = SEARCH.itemsize


@jit
def can_reach_enemy(setup: Setup, s: State, p, doing):
    """Whether standing player `p` could reach an enemy if he began a Slam or Steal now (R5.7, R6.1). Nobody else moves,
    and a test counts as passed if its dice can show the successes needed.
    """
    here, far, most = place_of(s, p), np.int64(WALL), _farthest(setup, p, doing)
    first = MOST_PLAYERS * (1 - seat_of(p))
    for enemy in range(first, first + MOST_PLAYERS):
        if _is_goal(s, enemy, doing):
            far = min(far, np.int64(setup.distance[here, s.player[enemy].place]))
    if far > most:
        return False
    if far <= 1 and runs(setup.unit[p].role, doing):
        return True
    search = np.empty(1, SEARCH)[0]
    mark(s, seat_of(p), search)
    return reaches_enemy(setup, s, p, doing, search)


@inline
def _farthest(setup: Setup, p, doing):
    # how far away an enemy can be
    role = setup.unit[p].role
    if not runs(role, doing):
        return np.int64(2)
    return np.int64(setup.unit[p].move) + _most(setup, POOL + bonus(role, False)) + 1


@inline
def search_in(room):
    """A record of `SEARCH` in existing memory: int64, with at least an eighth as many elements as the record has bytes."""
    return room.view(np.uint8)[:_BYTES].view(SEARCH)[0]


@jit
def mark(s: State, seat, search):
    """Fills the part of a record of `SEARCH` that is the same for all players of a seat."""
    count = np.int64(0)
    for h in range(HEXES):
        search.taken[h] = 0
    for other in range(PLAYERS):
        player = s.player[other]
        if player.place < HEXES:
            search.taken[player.place] = 1
            if player.prone == 0 and seat_of(other) != seat:
                search.enemies[count] = player.place
                count += 1
    search.count = count


@jit
def reaches_enemy(setup: Setup, s: State, p, doing, search):
    """Like `can_reach_enemy`, but using what `mark` has filled in for his seat; for a Steal an enemy carries the ball."""
    here, goal, far = place_of(s, p), np.int64(WALL), np.int64(WALL)
    if doing == DOING.STEAL and _is_goal(s, s.carrier, doing):
        goal = place_of(s, s.carrier)
        far = np.int64(setup.distance[here, goal])
    if doing == DOING.SLAM:
        for n in range(search.count):
            enemy = np.int64(search.enemies[n])
            if setup.distance[here, enemy] < far:
                goal, far = enemy, np.int64(setup.distance[here, enemy])
    if far > _farthest(setup, p, doing):
        return False
    if not runs(setup.unit[p].role, doing):
        return _steps_beside(setup, s, p, doing, search)
    if far <= 1:
        return True
    _threaten(setup, s, seat_of(p), doing, search)
    return _runs_up(setup, s, p, goal, search) or _runs_beside(setup, s, p, doing, search)


@jit
def _threaten(setup: Setup, s: State, seat, doing, search):
    # the path of a Slam ends once it is next to a target, so no hex on the way is threatened (R1.5)
    for h in range(HEXES):
        search.threat[h] = 0
    if doing == DOING.SLAM:
        return
    first = MOST_PLAYERS * (1 - seat)
    for enemy in range(first, first + MOST_PLAYERS):
        player = s.player[enemy]
        if stands(player):
            for side in range(SIDES):
                h = np.int64(setup.across[player.place, side])
                if h != WALL and fronts(setup, player, h):
                    search.threat[h] = min(MOST_THREATS, search.threat[h] + 1)


@inline
def _is_goal(s: State, enemy, doing):
    return stands(s.player[enemy]) and (doing == DOING.SLAM or s.carrier == enemy)


@inline
def _most(setup: Setup, pool):
    # the maximum number of successes that `pool` dice, at least one, can show (R4.1)
    return np.int64(MOST_SUCCESSES) if setup.exploding != 0 else pool


@jit
def _steps_beside(setup: Setup, s: State, p, doing, search):
    # a Jack: where he stands he keeps his facing; after one hex, unless the Evade is too hard, he may turn
    player = s.player[p]
    for n in range(search.count):
        enemy = np.int64(search.enemies[n])
        if doing == DOING.STEAL and enemy != s.player[s.carrier].place:
            continue
        if fronts(setup, player, enemy):
            return True
        if setup.distance[player.place, enemy] > 2:
            continue
        for side in range(SIDES):
            h = np.int64(setup.across[player.place, side])
            # R5.5: at the ball his action is over
            if h != WALL and setup.distance[h, enemy] == 1 and search.taken[h] == 0 and h != s.ball:
                return True
    return False


@jit
def _runs_up(setup: Setup, s: State, p, goal, search):
    # the usual path: always to the free hex nearest to hex `goal`, or the least threatened of several; never back
    unit, here, evades, move = setup.unit[p], place_of(s, p), np.int64(0), np.int64(0)
    last = here
    while setup.distance[here, goal] > 1:
        threat = np.int64(search.threat[here])
        evades += threat > 0
        move += 1
        if not _can_pass(setup, unit, move, evades, threat):
            return False
        ahead, least = np.int64(WALL), np.int64(WALL) * (MOST_THREATS + 1)
        for side in range(SIDES):
            h = np.int64(setup.across[here, side])
            if h == WALL or h == last or search.taken[h] != 0:
                continue
            worth = (MOST_THREATS + 1) * np.int64(setup.distance[h, goal]) + np.int64(search.threat[h])
            if worth < least:
                ahead, least = h, worth
        if ahead == WALL:
            return False
        last, here = here, ahead
    return True


@inline
def _can_pass(setup: Setup, unit, move, evades, threat):
    # whether the `move`-th hex can be left under these threats; R5.2, R5.3, R4.3: the n-th test needs n successes
    needed = max(move - np.int64(unit.move), evades if threat > 0 else 0)
    return needed <= _most(setup, POOL + bonus(unit.role, False) - threat)


@jit
def _runs_beside(setup: Setup, s: State, p, doing, search):
    """Whether any path of player `p` leads to a hex next to an enemy. A Guard kicks the ball and runs on (R5.5)."""
    for h in range(HEXES):
        search.fewest[h] = search.evades[0, h] = search.evades[1, h] = _NEVER
    _mark_goals(setup, s, seat_of(p), doing, search)
    unit, start = setup.unit[p], place_of(s, p)
    search.queue[0, 0], search.evades[0, start], search.fewest[start] = start, 0, 0
    count, move = np.int64(1), np.int64(0)
    while count > 0:
        now, added = move & 1, np.int64(0)
        for i in range(count):
            here = np.int64(search.queue[now, i])
            evades, threat = np.int64(search.evades[now, here]), np.int64(search.threat[here])
            search.evades[now, here] = _NEVER
            # R5.2, R5.3, R4.3: the n-th test needs n successes
            evades += threat > 0
            if not _can_pass(setup, unit, move + 1, evades, threat):
                continue
            for side in range(SIDES):
                h = np.int64(setup.across[here, side])
                if h == WALL or search.taken[h] != 0 or evades >= search.fewest[h]:
                    continue
                if search.beside[h] != 0:
                    return True
                if search.evades[1 - now, h] == _NEVER:
                    search.queue[1 - now, added] = h
                    added += 1
                search.evades[1 - now, h] = search.fewest[h] = evades
        count, move = added, move + 1
    return False


@inline
def _mark_goals(setup: Setup, s: State, seat, doing, search):
    for h in range(HEXES):
        search.beside[h] = 0
    first = MOST_PLAYERS * (1 - seat)
    for enemy in range(first, first + MOST_PLAYERS):
        if _is_goal(s, enemy, doing):
            for side in range(SIDES):
                h = np.int64(setup.across[s.player[enemy].place, side])
                if h != WALL:
                    search.beside[h] = 1


@jit
def reach_run(setup: Setup, s: State, p, start, points, dashes, evades, dashing, reach):
    """Fills `reach` for a Run by player `p` from hex `start`, or for the move in a Slam, Steal or Throw (R5.1, R5.7)."""
    reach.turning = 0
    _begin(setup, s, p, start, points, dashes, evades, reach)
    _spread(setup, reach, points + (max(0, MOST_TESTS - dashes) if dashing else 0))
    for h in range(HEXES):
        reach.chance[h], reach.node[h] = reach.best[h], h


@jit
def reach_sprint(setup: Setup, s: State, p, points, dashes, evades, reach):
    """Fills `reach` for a Sprint by player `p` from his current hex and facing (R5.1)."""
    reach.turning = 1
    player = s.player[p]
    start = np.int64(player.place) * SIDES + np.int64(player.facing)
    _begin(setup, s, p, start, points, dashes, evades, reach)
    _spread(setup, reach, points + max(0, MOST_TESTS - dashes))
    for h in range(HEXES):
        best = SIDES * h
        for node in range(SIDES * h + 1, SIDES * h + SIDES):
            best = node if reach.best[node] > reach.best[best] else best
        reach.chance[h], reach.node[h] = reach.best[best], best


@jit
def reach_now(setup: Setup, s: State, reach):
    """Fills `reach` for the rest of the move of the player in action."""
    p, points = actor(s), np.int64(s.now.points)
    dashes, evades = np.int64(s.now.dashes), np.int64(s.now.evades)
    if s.now.doing == DOING.SPRINT:
        reach_sprint(setup, s, p, points, dashes, evades, reach)
    else:
        start, dashing = place_of(s, p), may_dash(setup, s)
        reach_run(setup, s, p, start, points, dashes, evades, dashing, reach)


@jit
def _begin(setup: Setup, s: State, p, start, points, dashes, evades, reach):
    reach.start, reach.points, reach.dashes, reach.evades = start, points, dashes, evades
    reach.ball = s.ball
    unit, seat = setup.unit[p], seat_of(p)
    for threat in range(MOST_THREATS + 1):
        pool = POOL + bonus(unit.role, False) - threat
        for n in range(_LEVELS):
            reach.odds[threat, n] = at_least(setup.odds, unit.speed, pool, n)
    reach.levels = 1
    while evades + reach.levels <= MOST_TESTS and reach.odds[1, evades + reach.levels] > 0.0:
        reach.levels += 1
    for h in range(HEXES):
        reach.blocked[h] = 0
        reach.threat[h] = min(MOST_THREATS, threats(setup, s, h, seat, p))
    for other in range(PLAYERS):
        if other != p and s.player[other].place < HEXES:
            reach.blocked[s.player[other].place] = 1
    _empty(reach, NODES if reach.turning else HEXES)
    _put(reach, 0, 0, start, 1.0, 0, 0)


@jit
def _empty(reach, nodes):
    for node in range(nodes):
        reach.best[node] = 0.0
    for level in range(reach.levels):
        for node in range(nodes):
            reach.bound[level, node] = 0.0
            reach.queued[level, node] = MOST_MOVES + 1


@jit
def _spread(setup: Setup, reach, most):
    """Runs through all moves from the start."""
    count, move = np.int64(1), np.int64(0)
    while count > 0 and move < most:
        dash, added = np.int64(0), np.int64(0)
        if move >= reach.points:
            dash = np.int64(reach.dashes) + move + 1 - np.int64(reach.points)
        for i in range(count):
            added = _expand(setup, reach, np.int64(reach.queue[move & 1, i]), move, dash, added)
        count, move = added, move + 1


@jit
def _expand(setup: Setup, reach, label, move, dash, count):
    """Adds the labels that a label after `move` moves leads to; `dash` is the number of the dash, or 0 (R5.2)."""
    level, node = label // NODES, label % NODES
    value = reach.value[move & 1, level, node]
    here = node // SIDES if reach.turning else node
    if here == reach.ball:
        return count
    threat = np.int64(reach.threat[here])
    if dash > 0:
        value *= reach.odds[threat, dash]
    if reach.turning:
        for hand in range(2):
            aside = here * SIDES + (node + (1 if hand == 0 else SIDES - 1) - here * SIDES) % SIDES
            count = _put(reach, move + 1, level, aside, value, _LEFT + hand, count)
    if threat > 0:
        # R5.3
        level += 1
        if level >= reach.levels:
            return count
        value *= reach.odds[threat, np.int64(reach.evades) + level]
    if reach.turning:
        facing = node - here * SIDES
        to = np.int64(setup.across[here, facing])
        if to != WALL and reach.blocked[to] == 0:
            count = _put(reach, move + 1, level, to * SIDES + facing, value, _AHEAD, count)
        return count
    for side in range(SIDES):
        to = np.int64(setup.across[here, side])
        if to != WALL and reach.blocked[to] == 0:
            count = _put(reach, move + 1, level, to, value, side, count)
    return count


@inline
def _put(reach, move, level, node, value, how, count):
    """Adds a label unless another one is at least as good; returns how many there are after this move."""
    if value <= reach.bound[level, node]:
        return count
    for higher in range(level, reach.levels):
        reach.bound[higher, node] = max(value, reach.bound[higher, node])
    if value > reach.best[node]:
        reach.best[node], reach.moves[node], reach.evaded[node] = value, move, level
    reach.value[move & 1, level, node] = value
    reach.came_by[move, level, node] = how
    if reach.queued[level, node] != move:
        reach.queued[level, node] = move
        reach.queue[move & 1, count] = level * NODES + node
        count += 1
    return count


@jit
def route(setup: Setup, reach, node, actions, hexes):
    """Writes the actions of the best path to `node`, and the hex after each (both int64[MOST_MOVES]); returns the number
    of actions.
    """
    node = np.int64(node)
    count, level = np.int64(reach.moves[node]), np.int64(reach.evaded[node])
    for move in range(count, 0, -1):
        how = np.int64(reach.came_by[move, level, node])
        hexes[move - 1] = node // SIDES if reach.turning else node
        before = _before(setup, reach, node, how)
        actions[move - 1] = _action(reach, how, node, move > reach.points)
        here = before // SIDES if reach.turning else before
        if reach.threat[here] > 0 and here != hexes[move - 1]:
            level -= 1
        node = before
    return count


@inline
def _before(setup: Setup, reach, node, how):
    # the node from which a move started
    if reach.turning == 0:
        return np.int64(setup.across[node, (how + 3) % SIDES])
    here, facing = node // SIDES, node % SIDES
    if how == _AHEAD:
        return np.int64(setup.across[here, (facing + 3) % SIDES]) * SIDES + facing
    return here * SIDES + (facing + (SIDES - 1 if how == _LEFT else 1)) % SIDES


@inline
def _action(reach, how, node, dashes):
    bought = 1 if dashes else 0
    if reach.turning == 0:
        return WALK.pack(bought, how)
    if how == _AHEAD:
        return WALK.pack(bought, node % SIDES)
    return PIVOT.pack(bought, how - _LEFT)


@jit
def write_ways(setup: Setup, reach, hexes, facing, out):
    """Writes the actions of the best paths to `hexes` into `out` (uint8[n]) as base-36 digits, numbered as in WAY. A
    path is a word that ends with `face`: the facing on arrival, or `facing` if the player stays put; a space follows. Returns
    the number of characters, at most MOST_MOVES + 2 per hex.
    """
    actions, walked = np.empty(MOST_MOVES, np.int64), np.empty(MOST_MOVES, np.int64)
    size = 0
    for i in range(hexes.size):
        node = np.int64(reach.node[hexes[i]])
        count = route(setup, reach, node, actions, walked)
        last = np.int64(facing)
        if reach.turning:
            last = node % SIDES
        elif count > 0:
            _, last = WALK.unpack(actions[count - 1])
        for n in range(count + 1):
            (digit,) = WAY.unpack(actions[n] if n < count else FACE.pack(last))
            # 0 to 9, then a, b, c ...
            out[size] = digit + (48 if digit < 10 else 87)
            size += 1
        out[size] = 32
        size += 1
    return size
