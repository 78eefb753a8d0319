"""The ball in the plain twin of Rush: launch, scatter, pick up, catch, throw (R3.3, R5.5, R7, R8)."""

from typing import Any

from tests.perft.naive_rush_pitch import (
    HEXES,
    LAUNCH,
    OFFSETS,
    PLACES,
    SIDES,
    Hex,
    distance,
    heading,
    in_arc,
    over,
    rolls_on,
)
from tests.perft.naive_rush_table import DICE, MOST_FREE, Deed, Man, Table, Test

DIE = range(1, 7)
MOST_STEPS = 50
# where the ball goes that comes back from the far wall: toward the rusher's half, and away
BACK = ({True: "north-west", False: "north-east"}, {True: "south-east", False: "south-west"})


class BallPlay(Table):
    """What happens to the ball."""

    def holds(self, man: Man) -> None:
        self.ball, self.carrier, self.steps = None, man, 0

    def lies(self, place: Hex) -> None:
        self.ball, self.carrier = place, None

    def fails(self, man: Man) -> None:
        """R3.2: a drop, or a pick-up that failed."""
        self.ends = self.ends or man.seat == self.side

    # launch (R3.3)

    def _may_launch(self) -> dict[str, float]:
        return {f"launch the ball with {die}": 1 / 6 for die in DIE}

    def _launch(self, sentence: str) -> None:
        die = int(sentence.split()[-1])
        line = LAUNCH[self.side]
        # the place that it comes from, before the first hex
        back = (0, 2 * line[0][1] - line[1][1])
        for place in line[:die]:
            man = self.at(place)
            if man is not None and man.stands:
                self.lies(place)
                self._hit(man, in_arc(place, man.facing, back))
                return
            back = place
        if die == 6:
            self.lies(line[4])
            self.ask("bounce", DICE)
        else:
            self._rests(line[die - 1])

    def _may_bounce(self) -> dict[str, float]:
        return {f"bounce off the wall with {die} and roll {far}": 1 / 36 for die in DIE for far in DIE}

    def _bounce(self, sentence: str) -> None:
        words = sentence.split()
        side = BACK[self.side][int(words[5]) <= 3]
        self._rolls(LAUNCH[self.side][4], SIDES.index(side), int(words[-1]))

    # how it scatters (R8)

    def scatter(self) -> None:
        """The ball is to scatter, unless it has gone so far that it stays where nobody is (R8.2)."""
        here = self.ball
        assert here is not None
        if self.steps < MOST_STEPS:
            self.ask("scatter", DICE)
            return
        self.steps = 0
        self.lies(min((h for h in HEXES if self.at(h) is None), key=lambda h: distance(h, here)))

    def _may_scatter(self) -> dict[str, float]:
        return {f"scatter {side} by {far}": 1 / 36 for side in SIDES for far in DIE}

    def _scatter(self, sentence: str) -> None:
        words = sentence.split()
        assert self.ball is not None
        self._rolls(self.ball, SIDES.index(words[1]), int(words[-1]))

    def _rolls(self, place: Hex, side: int, far: int) -> None:
        for _ in range(far):
            side = rolls_on(place, side)
            goal = over(place, side)
            assert goal is not None
            place = goal
            self.steps += 1
            man = self.at(place)
            if man is not None and man.stands:
                self.lies(place)
                self._hit(man, turned_to(man, side))
                return
            if self.steps == MOST_STEPS:
                break
        self._rests(place)

    def _rests(self, place: Hex) -> None:
        self.lies(place)
        if self.at(place) is not None:
            self.scatter()
        else:
            self.steps = 0

    def _hit(self, man: Man, in_front: bool) -> None:
        # R8.2
        if in_front and man.role != "guard":
            self.begin_test("catch", man, 0)
        else:
            self.scatter()

    # on the ball's hex (R5.5)

    def meets_ball(self, man: Man, deed: Deed | None = None) -> None:
        """A standing player has come to a hex, in an action of his or without one."""
        if self.ball != man.at:
            return
        if man.role == "guard":
            self.scatter()
        else:
            self.begin_test("pick up", man, 3, deed)

    def _after_pick_up(self, test: Test, hits: int) -> None:
        man, deed = test.man, test.more
        self.stop(deed)
        if hits == 0:
            self.fails(man)
            self.scatter()
            return
        self.holds(man)
        if hits > 1:
            self.offer(man, ("run", "throw"))
        else:
            self.ask("face", man.seat, (man, range(6)))

    def stop(self, deed: Deed | None) -> None:
        """The action is over."""
        if deed is not None:
            self.deed = None
            self.todo = [entry for entry in self.todo if all(part is not deed for part in entry)]

    def falls(self, man: Man) -> None:
        """R5.6"""
        man.prone = True
        if self.carrier is man:
            self.fails(man)
            self.lies(man.place)
        if self.ball == man.at:
            self.scatter()

    # catch (R7.4)

    def _after_catch(self, test: Test, hits: int) -> None:
        if hits == 0:
            # R3.2: what only hit him he never held
            if test.more == "thrown" or self.settings["drop"] == "any":
                self.fails(test.man)
            self.scatter()
            return
        self.holds(test.man)
        if hits > 1:
            self.offer(test.man, ("run", "throw"))

    # how it is thrown (R7)

    def aims(self, deed: Deed) -> list[Hex]:
        """The hexes at which a player may throw."""
        man = deed.man
        mates = [m.place for m in self.team(man.seat) if m.stands and m is not man and m.role != "guard"]
        goals = {goal for goal in HEXES if goal in mates or self.struck_zone(man, goal)}
        return [
            goal
            for goal in goals
            if distance(man.place, goal) <= 9 and (deed.may_turn or in_arc(man.place, man.facing, goal))
        ]

    def throw_at(self, deed: Deed, goal: Hex) -> None:
        man = deed.man
        if not in_arc(man.place, man.facing, goal):
            man.facing = heading(man.place, goal, man.facing)
        base = 3 - (distance(man.place, goal) - 1) // 3
        self.begin_test("throw", man, base, (deed, goal))

    def _after_throw(self, test: Test, hits: int) -> None:
        (deed, goal), man = test.more, test.man
        zone = self.struck_zone(man, goal)
        self.stop(deed)
        if self.settings["throw_ends"] == "always" or (zone and hits == 0):
            self.fails(man)
        if zone is None:
            self.lies(goal)
            catcher = self.at(goal)
            assert catcher is not None
            self.begin_test("catch", catcher, hits, "thrown")
        elif hits == 0:
            self.lies(goal)
            self.scatter()
        else:
            self._strikes(man, zone.worth(man.place))

    def _strikes(self, man: Man, points: int) -> None:
        # R2.5
        self.ball = self.carrier = None
        self.lead += points if man.seat == 0 else -points
        if abs(self.lead) >= 7 or self.sudden:
            self.ends_match(1 if self.lead > 0 else -1)

    def offer(self, man: Man, kinds: tuple[str, ...]) -> None:
        """A free action, of which there are not more than that many in a row."""
        if self.chain < MOST_FREE:
            self.chain += 1
            self.ask("free", man.seat, (man, kinds))


def turned_to(man: Man, side: int) -> bool:
    """Whether what comes over a side strikes a player from his front."""
    across, down = OFFSETS[side]
    return in_arc(man.place, man.facing, (man.place[0] - across, man.place[1] - down))


def goal_of(sentence: str) -> Any:
    """The hex that a sentence ends with."""
    return PLACES[sentence.split()[-1]]
