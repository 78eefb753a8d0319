"""What an action of Rush brings about beside itself, in sentences for the log: drops, free actions, the end of a rush."""

from typing import Any

from sandtable.games.rush.ball import is_drop, player_at
from sandtable.games.rush.pitch import hex_name
from sandtable.games.rush.setup import BENCH, DOING, NOBODY, OUT, PHASE, PLAYERS, ROLE, TEST
from sandtable.games.rush.tests import seat_of
from sandtable.games.rush.text import result
from sandtable.games.rush.words import SEATS, called, doing, named

ROLLING = (PHASE.LAUNCH, PHASE.BOUNCE, PHASE.SCATTER)


def is_due(s: Any, *tests: int) -> bool:
    """Whether one of these tests is due."""
    return bool(s.phase == PHASE.TEST and s.test in tests)


def follows(setup: Any, before: Any, after: Any) -> list[str]:
    """The sentences of what an action brought about beside itself."""
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


def _knocked_down(before: Any, after: Any) -> list[str]:
    # R6.3; R5.6, who falls, is said with his test
    if is_due(before, TEST.DASH, TEST.EVADE):
        return []
    down = [p for p in range(PLAYERS) if after.player[p].prone and not before.player[p].prone]
    return [f"{called(p)} is knocked down." for p in down]


def _loose(before: Any, after: Any) -> list[str]:
    # R8.1
    if after.phase != PHASE.SCATTER or before.phase in ROLLING:
        return []
    held = before.carrier != NOBODY and not is_due(before, TEST.AIM)
    leaves = f"leaves {called(int(before.carrier))}'s hands and " if held else ""
    return [f"The ball {leaves}scatters."]


def _next_step(before: Any, after: Any) -> list[str]:
    if is_due(after, TEST.EVADE):
        return ["He must evade."]
    if is_due(after, TEST.PICK_UP):
        return [f"{called(int(after.tester))} comes to the ball."]
    if after.phase == PHASE.FREE:
        # R5.5, R7.4, R9.1
        free = "action" if after.now.doing == DOING.STAND else "Run or Throw"
        return [f"{called(int(after.now.actor))} has a free {free}."]
    if before.held.actor != NOBODY and after.held.actor == NOBODY and after.phase == PHASE.MOVE:
        return [f"{called(int(after.now.actor))} goes on with his {doing(after.now)}."]  # R5.5
    return []


def _cause(setup: Any, before: Any, after: Any) -> list[str]:
    """Why the rush is over, where the line has not said it (R3.2)."""
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
    return [f"Nobody of {side} can act any more."]


def _passed(setup: Any, before: Any, after: Any) -> list[str]:
    """Who is back, which rushes passed at once, and whose rush is next (R2.5, R3.1)."""
    back = [p for p in range(PLAYERS) if before.player[p].place == OUT and after.player[p].place == BENCH]
    said = [f"{called(p)} is back on the bench." for p in back]
    # the sides take turns
    said += [
        f"Nobody of {SEATS[(int(before.side) + rush) % 2]} can act: rush {int(before.rush) + rush + 1} passes."
        for rush in range(1, int(after.rush) - int(before.rush))
    ]
    if after.phase == PHASE.OVER:
        return said
    if before.rush < setup.rushes <= after.rush:
        said.append("Nobody leads: sudden death begins.")
    return [*said, _rush(after)]


def _rush(s: Any) -> str:
    return f"Rush {int(s.rush) + 1} is {SEATS[int(s.side)]}'s."


def lands(setup: Any, after: Any) -> str:
    """What became of a ball that rolled: "comes to rest on F8" (R8.2)."""
    if is_due(after, TEST.CATCH):
        return f"hits {named(setup, int(after.tester))} from the front"
    if after.phase != PHASE.SCATTER:
        return f"comes to rest on {hex_name(int(after.ball))}"
    p = int(player_at(after, after.ball))
    if after.player[p].prone:
        return f"comes to {named(setup, p)}, who lies there, and scatters anew"
    behind = "" if setup.unit[p].role == ROLE.GUARD else " from behind"
    return f"hits {named(setup, p)}{behind} and scatters anew"
