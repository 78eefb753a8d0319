"""What is said of a position of All Out Assault, and what a roll is held against."""

from sandtable.authoring import RollLuck
from sandtable.games.assault.show import text
from tests.rules.assault.table import table


def test_a_pawn_stands_on_the_board_in_text_until_its_health_is_gone():
    t = table(places={"Navy 1": "B2"}, health={"Navy 1": 1})
    rows = t.position.text().split("\n")
    assert rows[5].split()[1:3] == [".", "a"]
    t.pawn("Navy 1").health = 0
    assert " a " not in t.position.text().split("\n")[5]


def test_each_side_is_told_who_is_asked():
    t = table(first="Rust")
    asked = [text.prompt(t.position.game.setup, t.position.view(viewer).state, viewer) for viewer in (0, 1)]
    assert asked[0] == "Rust is to move."
    assert asked[1] == "Which of your pawns goes first?"


def test_a_roll_is_held_against_the_mean_of_its_dice():
    t = table(places={"Navy 1": "C4", "Rust 1": "G7"}).begin("Navy 1").roll(1).move("D4").use()
    chosen = next(
        action
        for action in t.position.actions()
        if t.position.game.describe(action) == "roll 2 and 5 to meditate"
    )
    found = text.luck(t.position.game.setup, t.position.state, chosen)
    assert found == RollLuck(0, 7.0, 7)


def test_to_stay_is_to_go_to_the_own_tile():
    t = table(places={"Navy 1": "B4"}).begin("Navy 1").roll(1)
    deed = next(deed for deed in t.position.game.spec.lab.action_groups if deed.name == "stay")
    game, view = t.position.game, t.position.view(0)
    done = {
        game.describe(action): deed.does(game.setup, view.state, game.unpack(action))
        for action in t.position.actions()
    }
    assert {sentence for sentence, does in done.items() if does} == {"go to B4"}
    assert len(done) > 2
