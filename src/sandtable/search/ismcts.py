"""Information-set search: Monte-Carlo tree search for games with secrets.

A node is an information set: its key is made only from what the seat to move there may know (`ops.observe`). So one
node covers all hidden worlds that look the same to its mover, and a mover can never act on what it does not know.

Every simulation draws a full state that fits the view of the searching seat ("own" simulations). That alone has two faults:

- The other seat would plan against a searcher whose secrets never change, as if it saw them, and bluffing would look useless.
  So some simulations (`doubt` of them) go one step further: the searcher's own secrets are drawn again, from what the other
  seat might believe in the world just drawn. Only these simulations teach what the other seat does, and what the searcher would
  do with different secrets. What it should do with its true secrets is learned from the simulations in which it holds them.
- Against a fixed opponent the best answer is a pure strategy, which can be predicted. So with `smooth`, at some nodes a
simulation follows the average of what was tried there before, not the best action (smooth UCT), and
  `choose_by_visits` draws the final action.

In a simulation that must not teach it, a seat follows the average of its node, or the game's quick policy if there is no
such node. With few secrets, the nodes of both seats fill up and the search is self-play. With many, the other seat follows
the quick policy, with secrets drawn for it and without knowing the searcher's: only a model, but never a clairvoyant one.

No hypothesis is ever ruled out by a guess about the other seat's habits: `ops.determinize` draws from all that fit.

If the other seat is known to follow a policy of the game, `rival` is that policy's number. Within the tree that seat then plays
by its policy, its secrets are drawn as the game thinks likely (`policy.guess`), and the search looks for a best response
(ISMCTS-BR). Set `doubt` and `smooth` to 0, since the answer to a known policy need not be mixed.

A simulation adds one node. From there both seats follow the quick policy to the end, or for `limit` plies, and then
`ops.evaluate` judges. The root's edges start with priors from the game's own values (`set_priors`), and those of other nodes
with a preference for the quick policy's action. Where there are more than `wide` actions, the candidates are `wide` draws of
the quick policy. Outcomes of chance are drawn by weight and have no nodes.
Sources: Cowling, Powley, Whitehouse, "Information set Monte Carlo tree search", 2012; Heinrich, Silver, "Smooth UCT search in
computer poker", IJCAI 2015; Goodman, "Re-determinizing MCTS in Hanabi", 2019; Timbers et al., "Approximate exploitability:
learning a best response", IJCAI 2022.
"""

from math import exp, sqrt
from typing import Any

import numpy as np

from sandtable.authoring import Rng, Setup, State, View, inline, jit, ops, rng
from sandtable.authoring.records import CHANCE, OVER, new, record
from sandtable.search import policy
from sandtable.search import tree as trees
from sandtable.search.keys import fingerprint
from sandtable.search.tree import NONE

# exploration: weight of the bonus; doubt: share of simulations that redraw the searcher's own secrets; smooth: 1
# follows averages; warmth: the difference in value that multiplies a root prior by e; wide: the maximum number of
# actions considered without sampling; limit: plies of a playout, 0 for no limit; wins: 1 counts who wins, not by how
# much; rival: number of the policy that the other seat is known to follow, or UNKNOWN
OPTIONS = record(
    (
        ("exploration", np.float64),
        ("doubt", np.float64),
        ("smooth", np.int64),
        ("warmth", np.float64),
        ("wide", np.int64),
        ("limit", np.int64),
        ("wins", np.int64),
        ("rival", np.int64),
    )
)
UNKNOWN = -1
DEFAULTS = {
    "exploration": 1.0,
    "doubt": 0.5,
    "smooth": 1,
    "warmth": 0.1,
    "wide": 64,
    "limit": 0,
    "wins": 0,
    "rival": UNKNOWN,
}
# smooth UCT: how often to follow a node's best action rather than its average, from the first visit to the limit
_FIRST, _DECAY, _LEAST = 0.9, 0.02, 0.2
# share of a node's priors for its quick policy's action; share of the root's priors spread over all actions
_QUICK, _EVEN = 0.5, 0.05
_PASS, _LEARN, _LEAVE = 0, 1, 2


def options(**given: float) -> Any:
    """The options of a search, with defaults for those not `given`; `KeyError` for an unknown one."""
    made = new(OPTIONS)[0]
    for name, value in {**DEFAULTS, **given}.items():
        made[name] = value
    return made


@jit
def begin(view: View, seat: Any, tree: Any):
    """Empties `tree` and adds the node of `view`, in which `seat` is to move."""
    trees.clear(tree)
    _touch(tree, fingerprint(view), seat)


@jit
def search(
    setup: Setup,
    view: View,
    seat: Any,
    states: Any,
    tree: Any,
    stream: Rng,
    chosen: Any,
    simulations: Any,
    cancelled: Any,
):
    """Adds at most `simulations` simulations for `seat`, to move in `view`, to a started `tree`; returns how many.

    `states` is an array of two state records to work in, `chosen` a record of OPTIONS, and `cancelled` uint8[1]: no
    simulation starts once it is not 0. The root is the node with the key of `view` (see `root`).
    """
    state, spare = states[0], states[1]
    for done in range(simulations):
        if cancelled[0] != 0:
            return done
        if chosen.rival > policy.UNIFORM:
            policy.guess(setup, view, seat, stream, state)
        else:
            ops.determinize(setup, view, seat, stream, state)
        own = rng.uniform(stream) >= chosen.doubt
        if not own:
            ops.observe(setup, state, 1 - seat, spare)
            ops.determinize(setup, spare, 1 - seat, stream, state)
        depth = simulate(setup, seat, own, state, spare, tree, stream, chosen)
        if state.to_move == OVER:
            first, second = float(state.score[0]), float(state.score[1])
            if chosen.wins != 0:
                first, second = float(np.sign(first)), float(np.sign(second))
            trees.back_up(tree, depth, first, second)
        else:
            trees.back_up(tree, depth, ops.evaluate(setup, state, 0), ops.evaluate(setup, state, 1))
    return simulations


@jit
def root(tree: Any, view: View):
    """The node of `view` in a filled tree, or NONE."""
    return _find(tree, fingerprint(view))


@jit
def simulate(
    setup: Setup, seat: Any, own: Any, state: State, spare: State, tree: Any, stream: Rng, chosen: Any
):
    """Plays `state` through the tree to a new node, then by the quick policy to the end; returns the length of the path to be
    updated.
    """
    depth, plies, inside = np.int64(0), np.int64(0), True
    while state.to_move != OVER:
        mover = np.int64(state.to_move)
        if mover == CHANCE:
            action = ops.sample(setup, state, stream)
        elif inside and mover != seat and chosen.rival != UNKNOWN:
            action = np.int64(policy.choose(setup, state, mover, chosen.rival, stream))
        else:
            action = np.int64(NONE)
            if inside:
                ops.observe(setup, state, mover, spare)
                action, step = _step(setup, spare, mover, own and mover != seat, tree, depth, stream, chosen)
                inside = step != _LEAVE and depth < tree.path.shape[0] - 1
                depth += step == _LEARN
            elif 0 < chosen.limit <= plies:
                break
            if action == NONE:
                action = np.int64(policy.quick(setup, state, mover, stream))
        plies += not inside
        ops.apply(setup, state, action)
    return depth


@inline
def _step(setup: Setup, view: View, mover: Any, guest: Any, tree: Any, depth: Any, stream: Rng, chosen: Any):
    """The action at the node of `view`, or NONE for the quick policy's, and the mode: learn, leave, or pass through as
    a `guest`.
    """
    key = fingerprint(view)
    number = _find(tree, key)
    if guest:
        known = number != NONE and tree.nodes[number].visits > 0
        return (tree.edges[_average(tree, number, stream)].action if known else np.int64(NONE)), _PASS
    if number == NONE:
        _touch(tree, key, mover)
        return np.int64(NONE), _LEAVE
    if tree.nodes[number].first == NONE and not _expand(setup, view, mover, tree, number, stream, chosen):
        return np.int64(NONE), _LEAVE
    edge = _select(tree, number, stream, chosen)
    tree.path[depth, 0] = number
    tree.path[depth, 1] = edge
    return tree.edges[edge].action, _LEARN


@inline
def _select(tree: Any, number: Any, stream: Rng, chosen: Any):
    visits = tree.nodes[number].visits
    if chosen.smooth != 0 and visits > 0:
        keen = max(_LEAST, _FIRST / (1.0 + _DECAY * sqrt(float(visits))))
        if rng.uniform(stream) >= keen:
            return _average(tree, number, stream)
    return trees.select_prior(tree, number, chosen.exploration)


@inline
def _average(tree: Any, number: Any, stream: Rng):
    """An edge drawn in proportion to its visits; the node has been visited."""
    node = tree.nodes[number]
    left = rng.below(stream, np.int64(node.visits))
    edge = np.int64(node.first)
    while left >= tree.edges[edge].visits:
        left -= tree.edges[edge].visits
        edge += 1
    return edge


@jit
def _expand(setup: Setup, view: View, mover: Any, tree: Any, number: Any, stream: Rng, chosen: Any):
    """Gives node `number` its edges, with a preference for the quick policy's action; False if there is no room."""
    count, liked = ops.legal(setup, view, tree.actions), np.int64(NONE)
    wide = count > chosen.wide
    draws = np.int64(chosen.wide) if wide else 1
    count = 0 if wide else count
    for _ in range(draws):
        liked = np.int64(policy.quick(setup, view, mover, stream))
        if wide:
            count = _insert(tree.actions, count, liked)
    if not trees.add_edges(tree, number, count):
        return False
    if not wide:
        first = np.int64(tree.nodes[number].first)
        for i in range(first, first + count):
            tree.edges[i].prior = (1.0 - _QUICK) / count + (_QUICK if tree.edges[i].action == liked else 0.0)
    return True


@inline
def _insert(actions: Any, count: Any, action: Any):
    """Inserts `action` into the ascending `actions[:count]` unless it is already there; returns the new count."""
    place = count
    while place > 0 and actions[place - 1] > action:
        place -= 1
    if place > 0 and actions[place - 1] == action:
        return count
    for i in range(count, place, -1):
        actions[i] = actions[i - 1]
    actions[place] = action
    return count + 1


@jit
def set_priors(tree: Any, actions: Any, values: Any, count: Any, warmth: Any):
    """Gives the root edges for `actions[:count]`, with priors proportional to exp(value / warmth) mixed with a small
    uniform share.
    """
    for i in range(count):
        tree.actions[i] = actions[i]
    if not trees.add_edges(tree, 0, count):
        return
    highest, total = values[:count].max(), 0.0
    first = np.int64(tree.nodes[0].first)
    for i in range(count):
        total += exp((values[i] - highest) / warmth)
    for i in range(count):
        share = exp((values[i] - highest) / warmth) / total
        tree.edges[first + i].prior = (1.0 - _EVEN) * share + _EVEN / count


@inline
def _find(tree: Any, key: Any):
    """The node with `key`, or NONE."""
    mask = np.int64(tree.slots.size - 1)
    slot = np.int64(key >> np.uint64(1)) & mask
    while tree.slots[slot] != NONE:
        if tree.nodes[tree.slots[slot]].key == key:
            return np.int64(tree.slots[slot])
        slot = (slot + 1) & mask
    return np.int64(NONE)


@inline
def _touch(tree: Any, key: Any, mover: Any):
    """Adds a node for `key`, which is not in the tree, if there is room."""
    number = trees.add_node(tree, key, mover)
    if number == NONE:
        return
    mask = np.int64(tree.slots.size - 1)
    slot = np.int64(key >> np.uint64(1)) & mask
    while tree.slots[slot] != NONE:
        slot = (slot + 1) & mask
    tree.slots[slot] = number


def choose_by_visits(visits: Any, stream: Rng, power: float) -> int:
    """An index drawn in proportion to `visits ** power`; indices with fewer than a tenth of the maximum visits are left
    out. Rarely visited actions were only explored; the others stay mixed, so that the choice cannot be predicted.
    """
    most = float(max(visits))
    weights = [(float(v) / most) ** power if v >= 0.1 * most else 0.0 for v in visits]
    left = rng.uniform(stream) * sum(weights)
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    return int(np.argmax(visits))
