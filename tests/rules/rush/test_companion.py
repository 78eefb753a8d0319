"""The companion of Rush: what the players say of their own pitch, and what the game's rules make of it."""

import pytest

import sandtable as st
from sandtable.authoring import dice
from sandtable.games import companion
from tests.rules.scenario import Tabletop, clause

NOBODY_NEAR, ONE_NEAR, TWO_NEAR = (
    "no enemy threatens him",
    "one enemy threatens him",
    "two or more threaten him",
)
STANDING, MOVED = "1 to 3 hexes, from where he stood", "1 to 3 hexes, having moved"


class Ledger(Tabletop):
    """A short match in which Home rushes first and the ball has come to rest.

    Of the Humans 1 is a Guard, 2 and 3 are Jacks, 4 and 5 Strikers; of the Greenskins 1 and 2 are Guards, 3 to 5 Jacks.
    """

    SIDES = ("Home", "Visitor")

    def __init__(self, **settings):
        super().__init__(st.Game(companion("rush"), **{"preset": "demo", **settings}).start())
        if self.phase == "launch":
            self.play("launch the ball with 3").play("it comes to rest")

    def begins(self, player, doing):
        return self.play(f"player {player} acts").play(doing)

    def tests(self, successes, threats=NOBODY_NEAR):
        """The test that is due: that many enemies threaten, and it has that many successes."""
        self.play(threats)
        return self.roll(successes)

    def roll(self, successes):
        said = {0: "no success", 1: "1 success"}.get(successes, f"{successes} successes")
        return self.play(f"roll {said}")

    def holds(self, player):
        """A player of the side in turn picks up the ball with one success."""
        return self.begins(player, "run").play("he comes to the ball").tests(1)

    def says(self):
        return self.told[0][-1].text

    def asks(self):
        game, viewer = self.position.game, max(0, self.position.to_move)
        return game.spec.presentation.prompt(game.setup, self.position.state, viewer)

    def dice(self):
        """What is to be rolled, by the question."""
        return self.asks().partition(" with ")[2]


@clause("R2.4")
def test_who_is_on_the_pitch_is_asked_where_there_is_a_choice():
    table = Ledger(preset="standard")
    assert table.asks() == "Home: which 6 of the team are on the pitch?"
    assert "Rush 1 of 14, Home's, the teams line up\n" in table.position.text()
    table.play("the first of the roster are on the pitch")
    for player in (3, 4, 5, 6, 7):
        table.play(f"player {player} is on the pitch")
    with table.refused("R2.4", "is already on the pitch"):
        table.play("player 7 is on the pitch")
    with table.refused("R2.4", "before you place any player"):
        table.play("the first of the roster are on the pitch")
    table.play("player 8 is on the pitch")
    assert table.phase == "launch"
    assert "1 Guard             1 Guard    bench" in table.position.text()


@clause("R3.3", "R8.1", "R8.2")
def test_a_launched_ball_is_followed_by_what_the_players_see():
    table = Ledger(first="1")
    assert "Rush 1 of 6, Visitor's, 3 tokens left" in table.position.text()
    table = st.Game(companion("rush"), preset="demo").start()
    table = Tabletop(table).play("launch the ball with 6")
    table.play("nobody is hit: it comes off the wall").play("off the wall with 2, 4 far")
    with table.refused("R8.2", "Only a standing Jack or Striker"):
        table.play("it hits Home 1 from the front")
    table.play("it scatters again").play("scatter with 3, 5 far").play("it hits Home 4 from the front")
    table.play(NOBODY_NEAR).play("roll 1 success")
    assert "The ball: Home 4 has it" in table.position.text()


@clause("R3.3", "R8.2")
def test_a_launch_of_6_that_hits_a_player_asks_for_no_bounce():
    def launched():
        return Tabletop(st.Game(companion("rush"), preset="demo", first="0").start()).play(
            "launch the ball with 6"
        )

    assert (launched().phase, launched().position.to_move) == ("across", 0)
    hit = launched().play("it hits Home 4 from the front").play(NOBODY_NEAR).play("roll 1 success")
    assert hit.phase == "rush"
    assert "The ball: Home 4 has it" in hit.position.text()
    with launched().refused("R8.2", "Only a standing Jack or Striker"):
        launched().play("it hits Visitor 1 from the front")
    assert launched().play("it scatters again").phase == "scatter"
    assert launched().play("nobody is hit: it comes off the wall").phase == "bounce"


@clause("R8.2")
def test_a_ball_does_not_scatter_for_ever():
    table = Ledger().begins(1, "run").play("he comes to the ball")
    for _ in range(8):
        table.play("scatter with 1, 6 far").play("it scatters again")
    table.play("scatter with 1, 6 far")
    with table.refused("R8.2", "comes to rest"):
        table.play("it scatters again")


@clause("R3.1", "R3.2", "R2.3")
def test_tokens_and_the_rush_marker():
    table = Ledger().begins(2, "run").play("that was all").begins(2, "sprint").play("that was all")
    with table.refused("R2.3", "as many actions"):
        table.play("player 2 acts")
    table.begins(3, "run").play("that was all")
    assert table.says().endswith("Home's tokens are spent. Rush 2 is Visitor's.")
    assert table.play("end the rush").asked == "Home"


@clause("R4.3", "R5.2", "R5.6")
def test_dashes_get_harder_and_who_falls_is_down():
    table = Ledger().begins(4, "run").play("a Dash").play(NOBODY_NEAR)
    assert table.dice() == "4 dice at 4+, needs 1 success."
    table.roll(1).play("a Dash").play(ONE_NEAR)
    assert table.dice() == "3 dice at 4+, needs 2 successes."
    table.roll(1)
    assert table.says().startswith("Home 4 (Striker) falls.")
    assert table.asks() == "Home 4 (Striker): has he come onto the ball?"
    table.play("not onto the ball").play("player 4 acts").tests(2)
    assert (table.phase, table.says()[:25]) == ("free", "Home 4 (Striker) stands. ")
    with table.refused("R9.1", "cannot be a Sprint"):
        table.play("sprint")


@clause("R5.3", "R4.4")
def test_an_evade_has_fewer_dice_by_threats_but_two_at_most():
    table = Ledger().begins(2, "run").play("an Evade")
    assert table.asks().endswith("how many standing enemies threaten the hex he leaves?")
    table.play(TWO_NEAR)
    assert table.dice() == "1 die at 4+, needs 1 success."
    with table.refused("R4.1", "that many successes"):
        table.roll(2)


@clause("R5.5", "R3.2")
def test_a_pick_up_that_fails_ends_the_rush():
    table = Ledger().begins(2, "sprint").play("he comes to the ball").play(NOBODY_NEAR)
    assert table.dice() == "2 dice at 4+, needs 1 success."
    table.roll(0)
    assert table.says().endswith("The ball scatters. That ends Home's rush.")
    assert table.play("scatter with 2, 1 far").play("it comes to rest").asked == "Visitor"


@clause("R5.5")
def test_a_guard_kicks_the_ball_and_goes_on():
    table = Ledger().begins(1, "run").play("he comes to the ball").play("scatter with 2, 1 far")
    assert table.play("it comes to rest").asks().startswith("Home 1 (Guard), Run: ")


@clause("R5.5")
def test_a_guard_kicks_the_ball_as_often_as_he_may_step():
    table = Ledger().begins(1, "run")
    for _ in range(int(table.position.game.setup.unit[0].move)):
        table.play("he comes to the ball").play("scatter with 2, 1 far").play("it comes to rest")
    with table.refused("R5.2", "No movement is left"):
        table.play("he comes to the ball")


@clause("R5.5", "R7.1")
def test_two_successes_earn_a_free_run_or_throw():
    table = Ledger().begins(4, "run").play("he comes to the ball").tests(2)
    with table.refused("R5.5", "free action is a Run"):
        table.play("sprint")
    table.play("throw")
    with table.refused("R7.1", "Throw at"):
        table.play("throw at player 1")


@clause("R6.1", "R6.2", "R6.3", "R6.7")
def test_a_slam_by_a_double_knocks_down_and_armour_is_tested():
    table = Ledger().begins(1, "slam").play("slam player 3, having come up to him")
    assert (table.asked, table.asks()) == ("Visitor", "Visitor 3 (Jack): how does he respond?")
    table.play("dodge")
    assert table.asks().endswith("The opponent counts too.")
    table.play(ONE_NEAR)
    assert table.dice() == "4 dice at 4+."
    table.roll(4).play(ONE_NEAR)
    assert table.dice() == "2 dice at 3+."
    table.roll(1)
    assert table.says().startswith("Home 1 wins by a double. Push Visitor 3 back; Home 1 may follow up;")
    table.play("not onto the ball")
    assert table.dice() == "3 dice at 4+ against 3 hits."
    table.roll(1)
    assert table.says().startswith("Visitor 3 (Jack) is out of play for 2 turns.")
    assert "3 Jack     out 2" in table.position.text()


@clause("R6.2", "R6.3")
def test_a_slamback_turns_the_blow_round():
    table = Ledger().begins(2, "slam").play("slam player 1, without coming up to him")
    table.play("slamback, he has him in front").tests(1, ONE_NEAR).tests(2, ONE_NEAR)
    assert table.says().startswith("Visitor 1 wins by a double. Push Home 2 back;")
    table.play("onto the ball").play("scatter with 1, 1 far").play("it comes to rest")
    assert table.dice() == "3 dice at 4+ against 1 hit."


@clause("R6.1", "R6.4")
def test_a_steal_is_from_the_one_with_the_ball():
    table = Ledger().play("player 2 acts")
    with table.refused("R6.1", "has the ball"):
        table.play("steal")
    table.play("run").play("he comes to the ball").tests(1).play("end the rush")
    table.begins(3, "steal").play("steal from the one with the ball").play("dodge")
    table.tests(2, ONE_NEAR).tests(1, ONE_NEAR)
    assert table.says().startswith("Visitor 3 takes the ball.")
    assert "The ball: Visitor 3 has it" in table.position.text()


@clause("R6.5")
@pytest.mark.parametrize(
    ("mine", "his", "said", "asked"),
    [
        (2, 3, "dodges: he may turn to face Home 2.", "rush"),
        (1, 2, "dodges by a double: he may move a hex", "onto"),
    ],
)
def test_a_dodge(mine, his, said, asked):
    table = Ledger().begins(2, "slam").play("slam player 3, without coming up to him").play("dodge")
    table.tests(mine).tests(his)
    assert said in table.says()
    assert table.phase == asked


@clause("R1.3", "R7.2", "R2.5")
def test_strikes_move_the_track_and_a_lead_of_seven_wins():
    table = Ledger().holds(4).begins(4, "throw").play("throw at a strike hex for 4 points").play(MOVED)
    table.play(NOBODY_NEAR)
    assert table.dice() == "2 dice at 4+, needs 1 success."
    table.roll(1)
    assert table.says().startswith("Strike! 4 points: Home leads by 4.")
    assert "Home ...O...|....... Visitor\nHome leads by 4. The ball: not in play" in table.position.text()
    assert table.phase == "launch"
    table.play("launch the ball with 1").play("it comes to rest").play("end the rush")
    table.holds(4).begins(4, "throw").play("throw at a strike hex for 3 points").play(STANDING).tests(1)
    assert table.says().endswith("Home leads by 7 and wins at once, in rush 3.")
    assert table.position.score == (1.0, -1.0)


@clause("R7.3", "R7.4")
def test_a_pass_is_caught_with_the_successes_of_the_throw():
    table = Ledger().holds(4).begins(4, "throw").play("throw at player 2").play("4 to 6 hexes, having moved")
    table.play(NOBODY_NEAR)
    assert table.dice() == "2 dice at 4+, needs 1 success."
    table.roll(2)
    assert table.says().startswith("The throw is good.")
    table.play(ONE_NEAR)
    assert table.dice() == "1 die at 4+, needs 1 success."
    table.roll(0)
    assert table.says().startswith("Home 2 (Jack) misses the ball.")


@clause("R2.5", "R3.4")
def test_sudden_death_lets_nobody_enter_and_the_first_strike_wins():
    table = Ledger(rushes=2, on_pitch=4)
    for _ in range(2):
        table.play("the first of the roster are on the pitch")
    table.play("launch the ball with 3").play("it comes to rest")
    with table.refused("R3.4", "as many players on the pitch"):
        table.play("bring on player 5")
    table.play("end the rush").play("end the rush")
    assert table.says().endswith("Nobody leads: sudden death begins. Rush 3 is Home's.")
    with table.refused("R2.5", "Nobody may enter"):
        table.play("bring on player 5")
    table.holds(4).begins(4, "throw").play("throw at a strike hex for 1 point").play(STANDING).tests(2)
    assert table.says().endswith("Home strikes in sudden death and wins by 1.")


@clause("R4.5", "R4.6")
def test_the_chances_are_those_of_the_dice():
    table = Ledger().begins(4, "run").play("a Dash").play(ONE_NEAR)
    odds = dice.distribution(4, 3)
    assert [weight for _, weight in table.position.chances()] == pytest.approx([p for p in odds if p > 0])
    told = Ledger().begins(4, "run").play("a Dash")
    spec, game = told.position.game.spec, told.position.game
    found = spec.presentation.odds(game.setup, told.position.state, 0, game.parse(ONE_NEAR))
    assert found == {"succeeds": pytest.approx(1 - odds[0])}


@clause("R2.3", "R2.5", "R3.2")
def test_the_ledger_is_drawn_with_tokens_ball_and_both_teams():
    table = Ledger().holds(4)
    shown = table.position.scene(0)
    assert (shown["ball"], shown["next"]) == ("Home 4 has it", "Visitor rushes")
    assert (shown["rush"]["tokens"], shown["rush"]["tokens_full"]) == (2, 3)
    home = shown["teams"][0]
    assert [player["number"] for player in home if player["ball"]] == [4]
    assert [player["number"] for player in home if player["acted"]] == [4]
    assert {player["where"] for player in home[:5]} == {"pitch"}
