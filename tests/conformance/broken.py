"""Games with one fault each, made from the two fixture games by replacing one part.

Run as a script in plain Python, this puts each to `check_game` and prints what it said, as JSON; with the argument "spots" it
writes `spots.json`, by which the tests know where each fault is seen. It is read before it is committed.
"""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np

from sandtable.authoring import CHANCE, OVER, SPECTATOR, LogLine, Reason, rng
from sandtable.engine.game import Game
from sandtable.graphics.drawing import Circle, Drawing
from sandtable.testing import check_game
from sandtable.testing import sentences as say
from tests.conformance import broken_bounds, broken_counters, broken_partial
from tests.conformance.change import Counter, after, other, remembers, with_rules
from tests.fixtures import connect_four, hide_and_seek
from tests.fixtures.connect_four import rules as four
from tests.fixtures.hide_and_seek import rules as seek

FOUR, SEEK = connect_four.SPEC, hide_and_seek.SPEC


def deal_forgets(setup, s):
    kept = int(s.stones[1])
    four.deal(setup, s)
    s.stones[1] = kept


def wrong_phase(setup, s, a):
    s.phase = 7


def big_score(setup, s, a):
    s.score[0] *= 2


def both_win(setup, s, a):
    s.score[1] = abs(s.score[0])


def never_full(setup, s, out):
    n = four.legal(setup, s, out)
    return 0 if s.ply == 5 else n


def writes_on(setup, s, out):
    out[four.MOST_COLUMNS] = 1
    return four.legal(setup, s, out)


def descending(setup, s, out):
    n = four.legal(setup, s, out)
    out[:n] = out[:n][::-1].copy()
    return n


def goes_on(setup, s, out):
    out[0] = 0
    return 1 if s.to_move == OVER else four.legal(setup, s, out)


def refuses_two(setup, s, a):
    return 3 if a == 2 else four.check(setup, s, a)


def accepts_all(setup, s, a):
    return four.check(setup, s, a) if s.to_move == OVER or 0 <= a < 9 else 0


def unknown_reason(setup, s, a):
    return 9 if four.check(setup, s, a) else 0


def always_chance(setup, s, weights):
    seek_weights = seek.chance(setup, s, weights)
    return seek_weights or 1


def one_weight(setup, s, weights):
    return min(1, seek.chance(setup, s, weights))


def heavy(setup, s, weights):
    n = seek.chance(setup, s, weights)
    weights[:n] *= 1.5
    return n


def sample_any(setup, s, stream):
    return rng.below(stream, four.MOST_COLUMNS)


def sample_low(setup, s, stream):
    return min(four.sample(setup, s, stream), four.sample(setup, s, stream))


def sample_fair_coin(setup, s, stream):
    return seek.TOSSES + rng.below(stream, 2) if s.to_move == CHANCE else seek.sample(setup, s, stream)


def evaluate_writes(setup, s, seat):
    s.stones[0] |= np.uint64(1)
    return 0.0


def two_plies(setup, s, a):
    s.ply += 1


def hides_mover(setup, s, seat, out):
    seek.observe(setup, s, seat, out)
    out.to_move = 0


def observe_adds(setup, s, seat, out):
    seek.observe(setup, s, seat, out)
    out.looked[0] += 8


def hides_looked(setup, s, seat, out):
    seek.observe(setup, s, seat, out)
    if seat == 1 and s.to_move == 1:
        out.looked[1] = 0


def few_features(setup, s, seat, out):
    return seek.features(setup, s, seat, out) - 1


def no_number(setup, s, seat, out):
    out[0] = np.nan
    return seek.features(setup, s, seat, out) if s.ply < 2 else seek.FEATURES


def tells_features(setup, s, seat, out):
    n = seek.features(setup, s, seat, out)
    out[0] = s.place[1 - seat]
    return n


def observe_leaks(setup, s, seat, out):
    """Shows seat 0 in which half the other hides."""
    seek.observe(setup, s, seat, out)
    if seat == 0 and s.phase == seek.SEEK:
        out.place[1] = min(s.place[1], 1)


def determinize_any(setup, view, seat, stream, out):
    seek.determinize(setup, view, seat, stream, out)
    out.place[seat] = rng.below(stream, 3)


def determinize_none(setup, view, seat, stream, out):
    """Leaves the other nowhere, so that it is never found."""
    seek.copy(out, view)


def determinize_first(setup, view, seat, stream, out):
    """Always hides the other in the first place that is open."""
    seek.determinize(setup, view, seat, stream, out)
    if view.to_move != OVER and out.place[1 - seat] != seek.NOWHERE:
        out.place[1 - seat] = 0 if seek.is_open(view, seat, 0) else 1 if seek.is_open(view, seat, 1) else 2


def observe_as_first(setup, s, seat, out):
    """Shows a hidden place as the first one, which could be true."""
    seek.observe(setup, s, seat, out)
    if seat < SPECTATOR and s.to_move != OVER and s.place[1 - seat] != seek.NOWHERE:
        out.place[1 - seat] = 0


def seek_without_determinize():
    functions = {**SEEK.rules.functions, "observe": observe_as_first, "observed_action": seek.observed_action}
    del functions["determinize"]
    return other(SEEK, functions=functions)


def check_own(setup, s, a):
    """A seat that hides in the first place may not look into the last one first."""
    own = s.phase == seek.SEEK and s.place[s.to_move] == 0 and s.looked[s.to_move] == 0
    return seek.LOOKED if own and a == seek.END - 1 else seek.check(setup, s, a)


def legal_own(setup, s, out):
    found = [a for a in range(seek.END) if check_own(setup, s, a) == 0]
    out[: len(found)] = found
    return len(found)


def sample_own(setup, s, stream):
    action = seek.sample(setup, s, stream)
    while check_own(setup, s, action) != 0:
        action = seek.sample(setup, s, stream)
    return action


def choice_called_open():
    own = with_rules(SEEK, check=check_own, legal=legal_own, sample=sample_own)
    return other(own, open_choice=lambda _setup, _view: True)


def sure(setup, s, seat):
    return 1.5


def sees_other(setup, s, seat, a):
    return a + 1


def hides_own(setup, s, seat, a):
    return -1 if a < seek.TOSSES else a


def sees_secret(setup, s, seat, a):
    watching = seat < SPECTATOR and seat != s.to_move
    hidden = a == seek.SEEKS and watching and s.place[1 - seat] == 0
    return -1 if hidden else seek.observed_action(setup, s, seat, a)


def hides_late(setup, s, seat, a):
    return a if s.to_move == seat else -1


def touches_setup(setup, s, a):
    if s.to_move == OVER:
        setup.columns = 7 if setup.columns != 7 else 8


def same_labels(_setup):
    return {"column": ["1"] * four.MOST_COLUMNS}


def unreadable(_setup):
    return {"column": [f"no  {c + 1}" for c in range(four.MOST_COLUMNS)]}


def broken_scene(setup, view, viewer):
    return {"rows": view.stones}


class Turned(msgspec.Struct):
    rows: list[str]


def scene_of_other_types(setup, view, viewer):
    return Turned(view.stones.tolist())


def fails(*_):
    raise KeyError("nothing of the kind")


def fails_waiting(setup, view, viewer):
    """Has nothing to say to seat 0 while the other is to move."""
    if viewer == 0 and view.to_move == 1:
        raise KeyError("nothing of the kind")
    return FOUR.presentation.prompt(setup, view, viewer)


def draws_by_time(setup, view):
    Counter.value += 1
    return Drawing(1, 1, str(Counter.value), ())


def draws_in_plaid(setup, view):
    return Drawing(1, 1, "A board", (Circle(0, 0, 1, "plaid"),))


def tells_by_time(setup, before, action, after):
    Counter.value += 1
    return replace(SEEK.presentation.tell(setup, before, action, after), text=str(Counter.value))


def tells_a_seat_more(setup, before, action, after):
    hidden = sum(int(place) == seek.NOWHERE for place in after.place)
    return replace(
        SEEK.presentation.tell(setup, before, action, after), text=f"{hidden} are hidden from you."
    )


def always_result(setup, view):
    return "It is over."


class Forgetful(Game):
    """A game whose positions are saved wrongly, copied wrongly, or played when refused."""

    def __init__(self, fault):
        super().__init__(FOUR)
        self.fault = fault

    def from_bytes(self, data):
        made = super().from_bytes(data)
        if self.fault == "bytes":
            made.state.ply += 1
        return made

    def replay(self, actions):
        return super().replay(actions[:-1] if self.fault == "replay" else actions)

    def start(self):
        made = super().start()
        made.fault = self.fault
        made.__class__ = ForgetfulPosition
        return made


class ForgetfulPosition(type(Game(FOUR).start())):
    """A position with the fault of its game."""

    def copy(self):
        if self.fault != "copy":
            return super().copy()
        made = super().copy()
        made._array, made.state = self._array, self.state
        made.fault = "own memory when played"
        made.__class__ = ForgetfulPosition
        return made

    def play(self, action):
        if self.fault == "own memory when played":
            self._array = self._array.copy()
            self.state = self._array[0]
        if self.fault == "refused" and self.refusal(action) is not None:
            self.state.stones[0] |= np.uint64(1 << 60)
        return super().play(action)


def four_with(**functions):
    return Game(with_rules(FOUR, **functions))


def seek_with(**functions):
    return Game(with_rules(SEEK, **functions))


# name -> (the sentence that must be named, how to make the game)
FAULTS = {
    **broken_partial.FAULTS,
    **broken_bounds.FAULTS,
    **broken_counters.FAULTS,
    "deal keeps old stones": (say.DEAL, lambda: four_with(deal=deal_forgets)),
    "phase out of range": (say.HEADER, lambda: four_with(apply=after(four.apply, wrong_phase))),
    "score of 2": (say.SCORE_RANGE, lambda: four_with(apply=after(four.apply, big_score))),
    "both win": (say.ZERO_SUM, lambda: four_with(apply=after(four.apply, both_win))),
    "no legal action": (say.LEGAL_EMPTY, lambda: four_with(legal=never_full)),
    "more than max_actions": (say.LEGAL_COUNT, lambda: other(FOUR, max_actions=6)),
    "legal writes past its list": (say.LEGAL_COUNT, lambda: four_with(legal=writes_on)),
    "legal unsorted": (say.LEGAL_ORDER, lambda: four_with(legal=descending)),
    "legal after the end": (say.LEGAL_AFTER_END, lambda: four_with(legal=goes_on)),
    "check refuses a legal action": (say.CHECK_REFUSES, lambda: four_with(check=refuses_two)),
    "check accepts anything": (say.CHECK_ACCEPTS, lambda: four_with(check=accepts_all)),
    "reason without a sentence": (say.CHECK_REASON, lambda: four_with(check=unknown_reason)),
    "chance for a seat": (say.CHANCE_IDLE, lambda: seek_with(chance=always_chance)),
    "a weight is missing": (say.CHANCE_COUNT, lambda: seek_with(chance=one_weight)),
    "weights sum to 1.5": (say.CHANCE_SUM, lambda: seek_with(chance=heavy)),
    "sample is illegal": (say.SAMPLE_LEGAL, lambda: four_with(sample=sample_any)),
    "sample prefers the left": (say.SAMPLE_FAIR, lambda: four_with(sample=sample_low)),
    "sample ignores weights": (say.SAMPLE_FAIR, lambda: seek_with(sample=sample_fair_coin)),
    "evaluate changes the state": (say.QUERY_WRITES, lambda: four_with(evaluate=evaluate_writes)),
    "apply remembers": (say.APPLY_TWICE, lambda: four_with(apply=after(four.apply, remembers))),
    "apply counts twice": (say.APPLY_PLY, lambda: four_with(apply=after(four.apply, two_plies))),
    "observe loses the mover": (say.OBSERVE_HEADER, lambda: seek_with(observe=hides_mover)),
    "observe counts up": (say.OBSERVE_TWICE, lambda: seek_with(observe=observe_adds)),
    "observe hides what the mover needs": (say.LEGAL_VIEW, lambda: seek_with(observe=hides_looked)),
    "too few features": (say.FEATURES_COUNT, lambda: seek_with(features=few_features)),
    "a feature is no number": (say.FEATURES_COUNT, lambda: seek_with(features=no_number)),
    "features know the secret": (say.FEATURES_VIEW, lambda: seek_with(features=tells_features)),
    "observe leaks": (say.DETERMINIZE_VIEW, lambda: seek_with(observe=observe_leaks)),
    "determinize moves the seat itself": (
        say.DETERMINIZE_VIEW,
        lambda: seek_with(determinize=determinize_any),
    ),
    "determinize leaves a hole": (say.DETERMINIZE_PLAYS, lambda: seek_with(determinize=determinize_none)),
    "determinize always draws the same": (
        say.DETERMINIZE_COVERS,
        lambda: seek_with(determinize=determinize_first),
    ),
    "observe without determinize": (say.DETERMINIZE_COVERS, seek_without_determinize),
    "evaluate gives 1.5": (say.EVALUATE_RANGE, lambda: four_with(evaluate=sure)),
    "observed_action sees another action": (
        say.OBSERVED_ACTION_VALUE,
        lambda: four_with(observed_action=sees_other),
    ),
    "observed_action hides from the mover": (
        say.OBSERVED_ACTION_VALUE,
        lambda: seek_with(observed_action=hides_own),
    ),
    "observed_action knows the secret": (
        say.OBSERVED_ACTION_VIEW,
        lambda: seek_with(observed_action=sees_secret),
    ),
    "observed_action hides what the view shows": (
        say.OBSERVED_ACTION_HIDES,
        lambda: seek_with(observed_action=hides_late),
    ),
    "bound too low": (say.BOUND, lambda: other(FOUR, bound=lambda _setup: 6)),
    "setup changes": (say.SETUP_KEPT, lambda: four_with(apply=after(four.apply, touches_setup))),
    "reason left empty": (
        say.REASONS_SAY,
        lambda: other(FOUR, reasons=(*FOUR.rules.reasons[:3], Reason("", "C2"))),
    ),
    "one text for all": (say.TEXT_UNIQUE, lambda: other(FOUR, labels=same_labels)),
    "text that cannot be read": (say.TEXT_ROUND, lambda: other(FOUR, labels=unreadable)),
    "bytes lose the ply": (say.BYTES_ROUND, lambda: Forgetful("bytes")),
    "copies share memory": (say.COPY_STAYS, lambda: Forgetful("copy")),
    "a refused action is half played": (say.REFUSED_STAYS, lambda: Forgetful("refused")),
    "replay forgets": (say.REPLAY_SAME, lambda: Forgetful("replay")),
    "text raises": (say.FACES_WORK, lambda: other(FOUR, draw=fails)),
    "drawing raises": (say.FACES_WORK, lambda: other(FOUR, drawing=fails)),
    "drawing has a colour that is none": (say.FACES_WORK, lambda: other(FOUR, drawing=draws_in_plaid)),
    "drawing changes its mind": (say.DRAWN_SAME, lambda: other(FOUR, drawing=draws_by_time)),
    "scene is no JSON": (say.SCENE_JSON, lambda: other(FOUR, scene=broken_scene)),
    "scene has other types than it declares": (
        say.SCENE_JSON,
        lambda: other(FOUR, scene=scene_of_other_types),
    ),
    "odds raise": (say.FACES_WORK, lambda: other(SEEK, odds=fails)),
    "fortune raises": (say.FACES_WORK, lambda: other(SEEK, luck=fails)),
    "scene raises": (say.FACES_WORK, lambda: other(FOUR, scene=fails)),
    "prompt raises": (say.FACES_WORK, lambda: other(FOUR, prompt=fails)),
    "prompt raises for who waits": (say.FACES_WORK, lambda: other(FOUR, prompt=fails_waiting)),
    "tell says nothing": (say.TELL_WORKS, lambda: other(FOUR, tell=lambda *_: LogLine("drop", ""))),
    "tell raises": (say.TELL_WORKS, lambda: other(FOUR, tell=fails)),
    "tell changes its mind": (say.TELL_VIEW, lambda: other(SEEK, tell=tells_by_time)),
    "tell tells a seat more": (
        say.TELL_ALIKE,
        lambda: other(SEEK, tell=tells_a_seat_more, shared_log=True),
    ),
    "a choice is called open": (say.OPEN_CHOICE, choice_called_open),
    "result before the end": (say.RESULT_SAYS, lambda: other(FOUR, result=always_result)),
    "no module has it": (say.FINDABLE, lambda: other(FOUR, name="Four")),
}


# most faults are seen in the first matches; one of connect four is many times as long as one of hide and seek
FEW, MANY, MANY_OF_FOUR = 4, 200, 40


def sentence(fault):
    """The sentence that must be named."""
    return say.SENTENCES[fault] if isinstance(fault, int) else fault


def said(make, most):
    """What `check_game` says of a game after that many matches, or nothing; where it led to by its snippet comes last."""
    try:
        game = make()
        check_game(game, min(most, MANY_OF_FOUR) if game.id == FOUR.id else most, seed=1)
    except AssertionError as error:
        return f"{error}\n{reached(game, error.snippet)}" if error.snippet else str(error)
    return ""


def reached(game, snippet):
    """What stands after `snippet` was run: after how many plies, and whether somebody looks at it."""
    known = {"SPEC": game.spec, "print": lambda _state: None}
    exec(snippet, known)
    plies = known["position"].ply - game.start().ply
    return f"led to ply {plies}, seen {'view' in known}"


def said_of(fault, make):
    """What is said of a game with a fault after few matches or, where that is something else, after many."""
    few = said(make, FEW)
    return few if sentence(fault) in few else said(make, MANY)


SPOTS = Path(__file__).with_name("spots.json")


def spot(told):
    """The match, ply, seat, action and field that are in what is said, "" where it names no position."""
    found = re.search(r"\[seed 1, (match \d+.*)\]$", told, re.MULTILINE)
    return found[1] if found else ""


if __name__ == "__main__":
    said_of_all = {name: said_of(*fault) for name, fault in FAULTS.items()}
    if sys.argv[1:] == ["spots"]:
        spots = {name: spot(told) for name, told in said_of_all.items()}
        SPOTS.write_text(json.dumps(spots, indent=1) + "\n", encoding="utf-8")
    else:
        json.dump(said_of_all, sys.stdout)
