"""Slam and Steal in the plain twin of Rush: the contest, pushes, follow-ups, dodges and armour (R6)."""

from tests.perft.naive_rush_ball import BallPlay
from tests.perft.naive_rush_pitch import SIDES, around, heading, over, toward
from tests.perft.naive_rush_table import Deed, Man, Test, hits_of

NOT_SO = "leave it at that"


class Fight(BallPlay):
    """What two players do to each other."""

    def targets(self, deed: Deed) -> list[Man]:
        """The enemies that a player may go for (R6.1)."""
        man = deed.man
        found = [enemy for enemy in self.team(1 - man.seat) if enemy.stands and enemy.at in around(man.place)]
        if deed.doing == "steal":
            found = [enemy for enemy in found if enemy is self.carrier]
        return [enemy for enemy in found if deed.may_turn or enemy.at in man.threatened]

    def tackle(self, deed: Deed, target: Man) -> None:
        man = deed.man
        if deed.may_turn:
            man.facing = toward(man.place, target.place)
        # R6.2
        if target.role != "guard" and target.role != "jack":
            self._replied(deed, target, "dodge")
        elif man.at in target.threatened:
            self.ask("reply", target.seat, (deed, target))
        else:
            self._replied(deed, target, "dodge")

    def _may_reply(self) -> list[str]:
        return ["slamback", "dodge"]

    def _reply(self, sentence: str) -> None:
        self._replied(*self.asked, sentence)

    def _replied(self, deed: Deed, target: Man, reply: str) -> None:
        but = None if self.settings["opponent_threatens"] else target
        self.begin_test(deed.doing, deed.man, 3, (deed, target, reply), but=but)

    def _attacked(self, test: Test, hits: int) -> None:
        deed, target, reply = test.more
        but = None if self.settings["opponent_threatens"] else deed.man
        self.begin_test(reply, target, 3, (deed, hits), but=but)

    _after_slam = _after_steal = _attacked

    def _after_slamback(self, test: Test, hits: int) -> None:
        deed, against = test.more
        if hits > against:
            self.stop(deed)
            self._blow(test.man, deed.man, hits, against)
        else:
            self._settle(deed, test.man, against, hits)

    def _after_dodge(self, test: Test, hits: int) -> None:
        (deed, against), man = test.more, test.man
        if hits <= against:
            self._settle(deed, man, against, hits)
            return
        # R6.5
        self.stop(deed)
        ahead = toward(man.place, deed.man.place)
        if hits >= 2 * against:
            self.later("turns_to", deed.man, man)
            if self._free_sides(man):
                self.ask("sidestep", man.seat, (man,))
        elif man.facing != ahead:
            self.ask("face", man.seat, (man, (man.facing, ahead)))

    def _settle(self, deed: Deed, target: Man, hits: int, against: int) -> None:
        """The attacker did not lose."""
        man = deed.man
        self.stop(deed)
        if hits == against:
            _face_each_other(man, target)
        elif deed.doing == "slam":
            self._blow(man, target, hits, against)
        elif hits >= 2 * against:
            self.holds(man)
        else:
            # R6.4
            self.lies(target.place)
            self.scatter()

    # after a blow (R6.3, R6.6)

    def _blow(self, winner: Man, loser: Man, hits: int, against: int) -> None:
        _face_each_other(winner, loser)
        away = winner.facing
        sides = [side % 6 for side in (away - 1, away, away + 1) if self.open(over(loser.place, side))]
        double = hits >= 2 * against
        if double:
            self.later("armour", loser, hits - against)
        self.later("suffers", loser, double, bool(sides))
        if len(sides) == 1:
            self._pushed(winner, loser, sides[0], double)
        elif sides:
            self.ask("push", winner.seat, (winner, loser, sides, double))

    def _may_push(self) -> list[str]:
        return [f"push {SIDES[side]}" for side in self.asked[2]]

    def _push(self, sentence: str) -> None:
        winner, loser, _, double = self.asked
        self._pushed(winner, loser, SIDES.index(sentence.split()[1]), double)

    def _pushed(self, winner: Man, loser: Man, side: int, falls: bool) -> None:
        left = loser.at
        loser.at, loser.prone = over(loser.place, side) or loser.at, falls
        self.ask("follow", winner.seat, (winner, loser, left))

    def _may_follow(self) -> list[str]:
        return ["follow up", NOT_SO]

    def _follow(self, sentence: str) -> None:
        winner, loser, left = self.asked
        if sentence != NOT_SO:
            winner.at = left
            _face_each_other(winner, loser)

    def suffers(self, loser: Man, double: bool, pushed: bool) -> None:
        if double:
            self.falls(loser)
        elif pushed:
            self.meets_ball(loser)

    # armour (R6.7)

    def armour(self, loser: Man, hits: int) -> None:
        self.begin_test("armour", loser, 3, hits)

    def _after_armour(self, test: Test, hits: int) -> None:
        man, left = test.man, test.more - hits
        if left > 0:
            man.at, man.out, man.prone = "out", left, False
            man.fresh = man.seat == self.side
            self.last_team()

    def last_team(self) -> None:
        """R2.5: in sudden death the last team on the pitch wins."""
        home, visitor = bool(self.on(0)), bool(self.on(1))
        if self.sudden and not (home and visitor):
            self.ends_match(home - visitor)

    # after a dodge (R6.5)

    def _free_sides(self, man: Man) -> list[int]:
        return [side for side in range(6) if self.open(over(man.place, side))]

    def _may_sidestep(self) -> list[str]:
        return [f"sidestep {SIDES[side]}" for side in self._free_sides(self.asked[0])] + [NOT_SO]

    def _sidestep(self, sentence: str) -> None:
        if sentence != NOT_SO:
            man = self.asked[0]
            man.at = over(man.place, SIDES.index(sentence.split()[1])) or man.at

    def turns_to(self, attacker: Man, man: Man) -> None:
        attacker.facing = heading(attacker.place, man.place, attacker.facing)
        self.meets_ball(man)

    # facing at the end of an action

    def _may_face(self) -> list[str]:
        return [f"face {SIDES[side]}" for side in sorted(self.asked[1])]

    def _face(self, sentence: str) -> None:
        self.asked[0].facing = SIDES.index(sentence.split()[1])

    # tests

    def _may_test(self) -> dict[str, float]:
        return self.outcomes()

    def _test(self, sentence: str) -> None:
        test = self.test
        assert test is not None
        self.test = None
        getattr(self, f"_after_{test.kind.replace(' ', '_')}")(test, hits_of(sentence))


def _face_each_other(a: Man, b: Man) -> None:
    a.facing, b.facing = toward(a.place, b.place), toward(b.place, a.place)
