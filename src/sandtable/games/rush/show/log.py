"""The log of Rush: one line for each action and outcome, with the dice of a test and its further effects."""

from sandtable.authoring import LogLine, Setup, Unpacked, View, digest
from sandtable.authoring.dice import faces
from sandtable.games.rush.data.teams import MOST_PLAYERS, NAMES
from sandtable.games.rush.rules.acts import loser_of
from sandtable.games.rush.rules.ball import is_drop, player_at
from sandtable.games.rush.rules.tests import needed_of, seat_of
from sandtable.games.rush.schema import ACTIONS, BENCH, DOING, NOBODY, OUT, PHASE, PLAYERS, REPLY, ROLE, TEST
from sandtable.games.rush.show.beats import beats
from sandtable.games.rush.show.text import result
from sandtable.games.rush.show.words import (
    SEATS,
    asked,
    called,
    counted,
    dice_of,
    doing,
    entry_of,
    goal,
    named,
    number_of,
    rolled,
    standing,
    try_of,
    way_of,
)

ROLLING = (PHASE.LAUNCH, PHASE.BOUNCE, PHASE.SCATTER)


def is_due(s: View, *tests: int) -> bool:
    """Whether one of these tests is due."""
    return bool(s.phase == PHASE.TEST and s.test in tests)


def follows(setup: Setup, before: View, after: View) -> list[str]:
    """The sentences of an action's further effects."""
    said = [*_knocked_down(before, after), *_loose(before, after), *_next_step(before, after)]
    if after.rush > before.rush:
        said += [*_cause(setup, before, after), *_passed(setup, before, after)]
    elif before.phase == PHASE.LINE_UP and after.phase == PHASE.LAUNCH:
        said.append(_rush(after))
    elif after.ends and not before.ends and after.phase != PHASE.OVER:
        said.append(f"That ends {SEATS[int(before.side)]}'s rush.")  # R3.2
    if after.phase == PHASE.OVER:
        said.append(result(setup, after))
    return said


def _knocked_down(before: View, after: View) -> list[str]:
    # R6.3; R5.6: a fall is mentioned with the test
    if is_due(before, TEST.DASH, TEST.EVADE):
        return []
    down = [p for p in range(PLAYERS) if after.player[p].prone and not before.player[p].prone]
    return [f"{called(p)} is knocked down." for p in down]


def _loose(before: View, after: View) -> list[str]:
    # R8.1
    if after.phase != PHASE.SCATTER or before.phase in ROLLING:
        return []
    held = before.carrier != NOBODY and not is_due(before, TEST.AIM)
    leaves = f"leaves {called(int(before.carrier))}'s hands and " if held else ""
    return [f"The ball {leaves}scatters."]


def _next_step(before: View, after: View) -> list[str]:
    if is_due(after, TEST.EVADE):
        return ["He must evade."]
    if is_due(after, TEST.PICK_UP):
        return [f"{called(int(after.tester))} reaches the ball."]
    if after.phase == PHASE.FREE:
        # R5.5, R7.4, R9.1
        free = "action" if after.now.doing == DOING.STAND else "Run or Throw"
        return [f"{called(int(after.now.actor))} has a free {free}."]
    if before.held.actor != NOBODY and after.held.actor == NOBODY and after.phase == PHASE.MOVE:
        return [f"{called(int(after.now.actor))} goes on with his {doing(after.now)}."]  # R5.5
    return []


def _cause(setup: Setup, before: View, after: View) -> list[str]:
    """Why the rush is over, if the line has not said so (R3.2)."""
    if before.phase == PHASE.RUSH:
        return []
    side = SEATS[int(before.side)]
    own = before.phase == PHASE.TEST and seat_of(before.tester) == before.side
    thrown = own and before.test == TEST.AIM and not setup.throw_incomplete
    dropped = own and before.test == TEST.CATCH and after.carrier == NOBODY and is_drop(setup, before)
    if before.ends or thrown or dropped:
        return [f"{side}'s rush is over."]
    if before.tokens == 0:
        return [f"{side}'s tokens are spent."]
    return [f"No {side} player can act any more."]


def _passed(setup: Setup, before: View, after: View) -> list[str]:
    """Who is back, which rushes were skipped, and whose rush is next (R2.5, R3.1)."""
    back = [p for p in range(PLAYERS) if before.player[p].place == OUT and after.player[p].place == BENCH]
    said = [f"{called(p)} is back on the bench." for p in back]
    # the sides take turns
    said += [
        f"No {SEATS[(int(before.side) + rush) % 2]} player can act: rush {int(before.rush) + rush + 1} is skipped."
        for rush in range(1, int(after.rush) - int(before.rush))
    ]
    if after.phase == PHASE.OVER:
        return said
    if before.rush < setup.rushes <= after.rush:
        said.append("Nobody leads: sudden death begins.")
    return [*said, _rush(after)]


def _rush(s: View) -> str:
    return f"Rush {int(s.rush) + 1} is {SEATS[int(s.side)]}'s."


def lands(setup: Setup, after: View) -> str:
    """What becomes of a rolling ball: "hits Home 3 (Jack) from the front" (R8.2)."""
    if is_due(after, TEST.CATCH):
        return f"hits {named(setup, int(after.tester))} from the front"
    if after.phase != PHASE.SCATTER:
        return "comes to rest"
    p = int(player_at(after, after.ball))
    if after.player[p].prone:
        return f"reaches {named(setup, p)}, who is down, and scatters again"
    behind = "" if setup.unit[p].role == ROLE.GUARD else " from behind"
    return f"hits {named(setup, p)}{behind} and scatters again"


CLAUSES = {
    "formation": "R2.4",
    "place": "R2.4",
    "launch": "R3.3",
    "bounce": "R3.3",
    "scatter": "R8.1",
    "run": "R5.1",
    "sprint": "R5.1",
    "slam": "R6.1",
    "steal": "R6.1",
    "throw": "R7.1",
    "stand": "R9.1",
    "enter": "R3.4",
    "end": "R3.2",
    "step": "R5.1",
    "dash": "R5.2",
    "turn": "R5.1",
    "wheel": "R5.2",
    "face": "R5.1",
    "tackle": "R6.1",
    "aim": "R7.1",
    "slamback": "R6.2",
    "dodge": "R6.2",
    "push": "R6.6",
    "follow": "R6.3",
    "sidestep": "R6.5",
    "first": "R2.4",
}
DECLINED = {PHASE.FREE: "R5.5", PHASE.FOLLOW: "R6.3", PHASE.SIDESTEP: "R6.5"}
OF_TEST = {
    TEST.DASH: "R5.2",
    TEST.EVADE: "R5.3",
    TEST.PICK_UP: "R5.5",
    TEST.ATTACK: "R4.2",
    TEST.ARMOUR: "R6.7",
    TEST.CATCH: "R7.4",
    TEST.RISE: "R9.1",
}
# the result of a test that needs successes, with enough of them and without
COMES_TO = {
    TEST.DASH: ("makes it", "falls"),
    TEST.EVADE: ("makes it", "falls"),
    TEST.PICK_UP: ("has the ball", "does not get the ball"),
    TEST.CATCH: ("has the ball", "misses the ball"),
    TEST.RISE: ("stands", "stays down"),
}
BEGINS = {
    "run": "runs",
    "sprint": "sprints",
    "slam": "sets out to slam",
    "steal": "sets out to steal",
    "throw": "gets ready to throw",
    "stand": "tries to stand up",
}


def tell(setup: Setup, before: View, action: int, after: View) -> LogLine:
    """The line for `action` between two records."""
    chosen = ACTIONS.unpack(action)
    if chosen.kind == "roll":
        return _test(setup, before, chosen, after)
    said = _line(setup, before, chosen.kind, chosen.fields, after)
    dice = _dice(chosen.kind, chosen.fields)
    clause = _clause(chosen.kind, before, after)
    text = " ".join([said, *follows(setup, before, after)])
    return LogLine(chosen.kind, text, dice, clause, beats(setup, before, chosen, after))


def _clause(kind: str, before: View, after: View) -> str:
    rolled = kind in ("launch", "bounce", "scatter")
    if rolled and (after.phase == PHASE.SCATTER or is_due(after, TEST.CATCH)):
        return "R8.2"
    if kind == "face" and before.phase == PHASE.FACE:
        return "R6.5" if before.winner != NOBODY else "R9.1" if before.now.doing == DOING.STAND else "R5.5"
    return DECLINED[int(before.phase)] if kind == "decline" else CLAUSES[kind]


def _dice(kind: str, fields: dict[str, int]) -> tuple[int, ...]:
    shown = {"launch": ("die",), "bounce": ("die", "distance"), "scatter": ("side", "distance")}.get(kind, ())
    return tuple(fields[name] + 1 for name in shown)


# tests


def _test(setup: Setup, before: View, chosen: Unpacked, after: View) -> LogLine:
    k = chosen.fields["successes"]
    # R4.6: dice that show the drawn result
    key = int(digest(before), 16)
    shown = faces(k, dice_of(setup, before), int(needed_of(setup, before)), bool(setup.exploding), key)
    outcome = comes_to(setup, before, k, after)
    # the result comes first, and already names the player except in these tests
    who = "He" if outcome and before.test not in (TEST.REPLY, TEST.AIM) else named(setup, int(before.tester))
    line = f"{who} {try_of(setup, before)}: {_score(before, k)}."
    said = [*outcome, line, *follows(setup, before, after)]
    told = beats(setup, before, chosen, after)
    return LogLine(verdict(before, k), " ".join(said), shown, clause_of_test(before, k), told)


def _score(s: View, k: int) -> str:
    if s.test == TEST.REPLY:
        return f"{rolled(k)} against {number_of(int(s.first))}"
    return rolled(k) if s.test == TEST.ATTACK else number_of(k)


def verdict(s: View, k: int) -> str:
    """The result of a test with `k` successes, as the kind of its line."""
    if s.test == TEST.ATTACK:
        return "roll"
    if s.test == TEST.REPLY:
        return "won" if s.first > k else "draw" if s.first == k else "lost"
    if k < asked(s):
        return "failure"
    return "strike" if s.test == TEST.AIM and s.target == NOBODY else "success"


def clause_of_test(s: View, k: int) -> str:
    """The clause by which a test with `k` successes is judged."""
    if s.test == TEST.AIM:
        return "R7.2" if s.target == NOBODY else "R7.3"
    if s.test != TEST.REPLY:
        return OF_TEST[int(s.test)]
    if s.first < k:
        return "R6.5" if s.reply == REPLY.DODGE else "R6.3"
    return "R6.3" if s.now.doing == DOING.SLAM else "R6.4"


def comes_to(setup: Setup, before: View, k: int, after: View) -> list[str]:
    """The result of a test with `k` successes, in sentences."""
    test = int(before.test)
    if test == TEST.ATTACK:
        return []
    if test == TEST.REPLY:
        return _contest(setup, before, k, after)
    name = named(setup, int(before.tester))
    if test == TEST.ARMOUR:
        left = int(before.hits) - k
        stays = f"is out of play for {counted(left, 'turn', 'turns')}" if left > 0 else "stays on the pitch"
        return [f"{name} {stays}."]
    if test == TEST.AIM:
        return [_thrown(before, k, after)]
    return [f"{name} {COMES_TO[test][0 if k >= asked(before) else 1]}."]


def _thrown(before: View, k: int, after: View) -> str:
    # R7.2, R7.3
    if before.target != NOBODY:
        return "The throw is good." if k else "The throw goes astray."
    if not k:
        return "It misses."
    points = counted(abs(int(after.lead) - int(before.lead)), "point", "points")
    return f"Strike! {points}: {standing(after)}."


def _contest(setup: Setup, before: View, k: int, after: View) -> list[str]:
    attacker, target, first = int(before.now.actor), int(before.target), int(before.first)
    if first == k:
        return ["A draw: they turn to face each other."]
    double = " by a double" if max(first, k) >= 2 * min(first, k) else ""
    if first > k and before.now.doing != DOING.SLAM:
        # R6.4
        return [f"{called(attacker)} takes the ball."] if double else [f"{called(attacker)} wins."]
    if first > k or before.reply == REPLY.SLAMBACK:
        winner, loser = (attacker, target) if first > k else (target, attacker)
        return [f"{called(winner)} wins{double}.", *_push(setup, before, loser, after)]
    return [f"{called(target)} dodges{double}.", *_dodged(attacker, double, after)]


def _push(setup: Setup, before: View, loser: int, after: View) -> list[str]:
    # R6.6: if a choice of hex is left, its own line describes the push
    if after.phase == PHASE.PUSH:
        return []
    was, now = int(before.player[loser].place), int(after.player[loser].place)
    if now == was:
        return [f"{called(loser)} cannot be pushed."]
    return [f"{called(loser)} is pushed {way_of(int(setup.toward[was, now]), seat_of(loser))}."]


def _dodged(attacker: int, double: str, after: View) -> list[str]:
    # R6.5
    barred = double and after.phase != PHASE.SIDESTEP
    return [f"No hex next to him is free; {called(attacker)} faces him."] if barred else []


# decisions, and the dice of the ball


def _line(setup: Setup, before: View, kind: str, fields: dict[str, int], after: View) -> str:
    if kind in ("launch", "bounce", "scatter"):
        return _rolled(setup, before, kind, fields, after)
    if kind == "first":
        return f"{SEATS[fields['seat']]} rushes first."
    if kind == "end":
        return f"{SEATS[int(before.to_move)]} ends its rush."
    if kind == "formation":
        return f"{SEATS[int(before.to_move)]} lines up in the {NAMES[fields['formation']]} formation."
    if "player" in fields:
        return _began(setup, before, kind, fields, after)
    if before.phase == PHASE.MOVE:
        return _moved(setup, before, kind, fields, after)
    return _settled(setup, before, kind, fields, after)


def _rolled(setup: Setup, before: View, kind: str, fields: dict[str, int], after: View) -> str:
    if kind == "launch":
        # R3.3
        over = "rolls across all five launch hexes to the far wall"
        came = over if after.phase == PHASE.BOUNCE else lands(setup, after)
        return f"The ball is launched with a roll of {fields['die'] + 1}: it {came}."
    hexes = counted(fields["distance"] + 1, "hex", "hexes")
    if kind == "scatter":
        # the ball belongs to nobody: directions are as the rushing team sees them
        side = int(before.side)
        way = f"scatters {hexes} {way_of(fields['side'], side)} as {SEATS[side]} sees it"
    else:
        way = f"comes back {hexes} {'towards' if fields['die'] < 3 else 'away from'} {SEATS[int(before.side)]}'s half"
    return f"The ball {way}: it {lands(setup, after)}."


def _began(setup: Setup, before: View, kind: str, fields: dict[str, int], after: View) -> str:
    p = MOST_PLAYERS * int(before.to_move) + fields["player"]
    name = named(setup, p)
    if kind == "place":
        return f"{name} lines up."
    if before.phase == PHASE.FREE:
        return f"{name} uses his free action: he {BEGINS[kind]}."
    act = f"comes on at the {entry_of(fields['gate'], seat_of(p))} entry" if kind == "enter" else BEGINS[kind]
    return f"{name} {act}, {counted(int(after.tokens), 'token', 'tokens')} left."


def _moved(setup: Setup, before: View, kind: str, fields: dict[str, int], after: View) -> str:
    p = int(before.now.actor)
    name, deed = called(p), doing(before.now)
    if kind == "tackle":
        target = int(after.target)
        dodges = "" if after.phase == PHASE.REPLY else " He can only dodge."
        return f"{name} goes for {named(setup, target)}.{dodges}"
    if kind == "aim":
        return f"{name} aims at {goal(setup, after)}."
    if kind in ("turn", "wheel"):
        dash = "goes for a Dash and turns" if kind == "wheel" else "turns"
        return f"{name} {dash} to face {way_of(int(after.player[p].facing), seat_of(p))}."
    side = way_of(fields["side"], int(seat_of(p)))
    if kind == "face":
        ends = "ends his" if before.now.doing in (DOING.RUN, DOING.SPRINT) else "breaks off the"
        return f"{name} {ends} {deed}, facing {side}."
    way = "goes for a Dash" if kind == "dash" else "moves"
    return f"{name} {way} {side}."


def _settled(setup: Setup, before: View, kind: str, fields: dict[str, int], after: View) -> str:
    """A choice in or after a contest, a choice of facing, or the choice not to use a free action."""
    if kind in ("slamback", "dodge"):
        return f"{named(setup, int(before.target))} will {'slam back' if kind == 'slamback' else 'dodge'}."
    if kind == "face":
        p = int(before.now.actor if before.winner == NOBODY else before.winner)
        return f"{called(p)} faces {way_of(int(after.player[p].facing), seat_of(p))}."
    if before.phase == PHASE.FREE:
        return f"{called(int(before.now.actor))} declines his free action."
    if before.phase == PHASE.SIDESTEP:
        # R6.5
        p = int(before.target)
        moves = f"steps aside, {way_of(fields['side'], seat_of(p))}" if kind == "sidestep" else "stays"
        return f"{called(p)} {moves}; {called(int(before.now.actor))} faces him."
    winner = int(before.winner)
    if kind == "push":
        way = way_of(fields["side"], seat_of(winner))
        return f"{called(winner)} pushes {called(int(loser_of(before)))} {way}."
    follow = "follows up" if kind == "follow" else "does not follow up"
    return f"{called(winner)} {follow}."
