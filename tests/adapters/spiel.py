"""Games under OpenSpiel for the tests, on settings that make short matches, and what a player sees of a state."""

import numpy as np
import pyspiel

import sandtable as st
from sandtable.adapters import openspiel
from tests.adapters import kuhn
from tests.fixtures import bowls, connect_four, hide_and_seek

SHORT = {
    "assault": {"health": 1},
    "optio": {"kudos": 1, "reveal_after": 2},
    "rush": {"preset": "demo", "rushes": 1, "tokens": 1, "team": 2, "tie": "draw"},
    "rout": {"width": 600, "height": 600, "ivory_units": 2, "ink_units": 2, "rally": 1, "turn_cap": 10},
}
OUTSIDE = {"kuhn": kuhn, "hide_and_seek": hide_and_seek, "bowls": bowls, "connect_four": connect_four}
# facts that the fixture games may state
FACTS = {"connect_four": {"chance": False, "secrets": False}}
ALL = (*SHORT, *OUTSIDE)


def load(name, **settings):
    """The game of OpenSpiel, on short settings unless others are given."""
    if name in SHORT:
        return openspiel.make(st.load(name, **(settings or SHORT[name])))
    openspiel.register(OUTSIDE[name].SPEC, **FACTS.get(name, {}))
    return openspiel.make(st.Game(OUTSIDE[name].SPEC, **settings))


def draw(state, random):
    """A legal number, or an outcome by its weight."""
    if state.is_chance_node():
        numbers, weights = zip(*state.chance_outcomes(), strict=True)
        return int(random.choice(numbers, p=weights))
    return int(random.choice(state.legal_actions()))


def states(game, seed, most=60):
    """The states of a random match, up to `most` of them."""
    random, state = np.random.default_rng(seed), game.new_initial_state()
    for _ in range(most):
        yield state.clone()
        if state.is_terminal():
            return
        state.apply_action(draw(state, random))


def looks(state, seat):
    """All that OpenSpiel tells `seat` about `state`."""
    tells = state.get_game().get_type().provides_observation_tensor
    return (
        state.information_state_string(seat),
        state.observation_string(seat),
        tuple(state.observation_tensor(seat)) if tells else (),
    )


def seed_of(number):
    """A sampler that gives `number` of 1000 parts."""
    return lambda: number / 1000


__all__ = ["ALL", "OUTSIDE", "SHORT", "draw", "load", "looks", "pyspiel", "seed_of", "states"]
