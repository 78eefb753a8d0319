"""Every figure of the quick sheet is what the rules make of the situation that it is of, played out with all its dice."""

from collections import Counter
from collections.abc import Mapping
from itertools import permutations, product

import pytest

from sandtable.authoring import Fact, Value
from tests.rules.assault.table import STATS, Table, table
from tests.rules.scenario import clause, quick_sheet

DIE = range(1, 7)


def told(name: str, settings: Mapping[str, Value] = {}, **said: int) -> dict[str, float]:
    """The figures of an answer by their lines."""
    sheet = quick_sheet("assault", **settings)
    question = next(one for one in sheet.questions if one.id == name)
    return {fact.text: fact.figure for fact in question.answer(said) if fact.kind}


def facing(mine: int, theirs: int, **options: object) -> Table:
    """Navy 1 beside Rust 1, about to attack, with these numbers in Strength."""

    def numbers(strength: int) -> str:
        return "".join(map(str, [strength, *(n for n in DIE if n != strength)]))

    t = table(
        places={"Navy 1": "C3", "Rust 1": "C4"},
        stats={"Navy 1": numbers(mine), "Rust 1": numbers(theirs)},
        **options,
    )
    return t.begin("Navy 1").roll(1).stay()


def asked(t: Table) -> str:
    """What comes of the comparison under way."""
    if t.phase == "tiebreak":
        return "tied"
    after = t.position.copy().play(t.position.chances()[0][0])
    return "higher" if after.state.pawn[2].health < t.position.state.pawn[2].health else "lower"


@clause("A4.2", "A4.4", "A4.5")
def test_an_attack_is_as_likely_to_be_higher_as_among_all_allocations_that_fit() -> None:
    outcomes = {
        (mine, theirs): asked(facing(mine, theirs).attack("Rust 1", "Strength"))
        for mine, theirs in product(DIE, DIE)
    }
    allocations = list(permutations(DIE))
    for mine, possible in product(DIE, ((1, 2, 3, 4, 5, 6), (1,), (2, 5), (3, 4, 6))):
        strengths = Counter(one[0] for one in allocations if one[0] in possible)
        found = Counter[str]()
        for theirs, count in strengths.items():
            found[outcomes[mine, theirs]] += count
        figures = told("attack", mine=mine, theirs=sum(1 << number for number in possible))
        all_of_them = sum(strengths.values())
        for begins, what in (("You are higher", "higher"), ("Tied", "tied"), ("You are lower", "lower")):
            line = next(value for text, value in figures.items() if text.startswith(begins))
            assert line == pytest.approx(found[what] / all_of_them)
        hit, hurt = 3.5 * found["higher"] / all_of_them, 5.5 * found["lower"] / all_of_them
        assert figures["Average health the enemy loses in this comparison."] == pytest.approx(hit)
        assert figures["Average health you lose in this comparison."] == pytest.approx(hurt)


@clause("A1.4")
def test_where_no_number_is_possible_that_is_said() -> None:
    sheet = quick_sheet("assault")
    question = next(one for one in sheet.questions if one.id == "attack")
    assert question.answer({"mine": 3, "theirs": 0}) == (
        Fact("Choose at least one possible number.", "A1.4"),
    )


@clause("A4.4", "A4.7")
@pytest.mark.parametrize(("who", "pawn", "numbers"), [(0, "Rust 1", (6, 1)), (1, "Navy 1", (1, 6))])
def test_a_blow_leaves_what_its_dice_leave(who: int, pawn: str, numbers: tuple[int, int]) -> None:
    for health in range(1, 10):
        t = facing(*numbers, health={pawn: health}).attack("Rust 1", "Strength")
        left = Counter[int]()
        for action, weight in t.position.chances():
            after = t.position.copy().play(action)
            assert weight == pytest.approx(1 / 6)
            left[int(after.state.pawn[0 if who else 2].health)] += 1
        figures = told("blow", who=who, health=health - 1)
        assert figures["Knocked out."] == pytest.approx(left[0] / 6)
        mean = sum((health - rest) * count for rest, count in left.items()) / 6
        assert figures["Average health lost."] == pytest.approx(mean)
        lines = {
            f"{health - rest} lost." if health == 9 else f"{rest} health left.": n
            for rest, n in left.items()
            if rest
        }
        assert {text: figures[text] for text in lines} == pytest.approx(
            {text: n / 6 for text, n in lines.items()}
        )
        assert len(figures) == len(lines) + 2


def on_tile(kind: str, **options: object) -> Table:
    """Navy 1 after a step onto a tile of that kind."""
    t = table(places={"Navy 1": "C3", "Rust 1": "E5"}, **options)
    setup = t.position.game.setup
    tile = t.pawn("Navy 1").tile
    setup.kind[tile - setup.width] = {"red": 2, "blue": 3, "injury": 4, "training": 5, "meditation": 6}[kind]
    return t.begin("Navy 1").roll(1).move("C4")


PLAIN = "S...S\n.....\n.....\n.....\nS...S"


@clause("A3.2", "A3.3")
@pytest.mark.parametrize("kind", ["red", "blue"])
def test_a_swap_is_as_likely_to_raise_a_number_as_its_die(kind: str) -> None:
    for now in range(1, 7):
        t = on_tile(kind, board=PLAIN).use()
        made = Counter[str]()
        for die in DIE:
            copy = Table(t.position.copy()).tile_roll(die)
            stat = STATS[now - 1]
            _ = copy.red(stat) if kind == "red" else copy.blue("Rust 1", stat)
            number = copy.stat("Navy 1" if kind == "red" else "Rust 1", stat)
            made["up" if number > now else "same" if number == now else "down"] += 1
        figures = told(kind, now=now)
        assert figures == pytest.approx(
            {
                "A stat with this number goes up.": made["up"] / 6,
                "A stat with this number stays as it is.": made["same"] / 6,
                "A stat with this number goes down.": made["down"] / 6,
            }
        )


@clause("A3.6")
@pytest.mark.parametrize("rounding", ["down", "nearest", "up"])
def test_meditation_gives_what_all_rolls_give(rounding: str) -> None:
    t = on_tile("meditation", board=PLAIN, meditation_rounding=rounding).use()
    gains = Counter[int]()
    for action, _ in t.position.chances():
        gains[int(t.position.copy().play(action).state.pawn[0].health) - 12] += 1
    figures = told("meditation", {"meditation_rounding": rounding})
    assert figures.pop("Average health gained.") == pytest.approx(sum(g * n for g, n in gains.items()) / 36)
    assert figures == pytest.approx({f"{gain} health.": count / 36 for gain, count in gains.items()})


@clause("A3.4", "A3.5")
def test_conditions_hold_for_as_many_allocations_as_it_says() -> None:
    rows = list(permutations(DIE))
    # Agility, Honor, Stealth; Strength, Bloodlust, Discipline
    injured = sum(min(row[3], row[2], row[1]) <= 2 for row in rows) / len(rows)
    trained = sum(max(row[0], row[4], row[5]) >= 5 for row in rows) / len(rows)
    assert list(told("injury").values()) == pytest.approx([injured])
    assert list(told("training").values()) == pytest.approx([trained])
