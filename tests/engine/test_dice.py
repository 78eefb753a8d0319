"""Pools of dice: every chance against all throws counted one by one."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

import numpy as np
import pytest

from sandtable.authoring import dice
from tests.chi_square import chi_square_limit

NEEDED = range(2, 7)
POOLS = range(9)
LAST = dice.MOST_SUCCESSES


@cache
def counted(needed: int, pool: int) -> list[int]:
    """How many of the 6 ** pool throws show 0, 1, 2... successes: every set of faces, as often as it can be ordered."""
    counts = [0] * (LAST + 1)
    for throw in combinations_with_replacement(range(1, 7), pool):
        orders = factorial(pool) // prod(factorial(n) for n in Counter(throw).values())
        counts[sum(face >= needed for face in throw)] += orders
    return counts


@cache
def exploded(needed: int, pool: int) -> list[Fraction]:
    """The exact chances when sixes are rolled again, by what the next die shows; LAST stands for that and more."""
    fails, plain, six = Fraction(needed - 1, 6), Fraction(6 - needed, 6), Fraction(1, 6)

    @cache
    def reach(open_dice: int, short: int) -> Fraction:
        # at least `short` successes from that many dice
        if short <= 0:
            return Fraction(1)
        if open_dice == 0:
            return Fraction(0)
        fail = fails * reach(open_dice - 1, short)
        return fail + plain * reach(open_dice - 1, short - 1) + six * reach(open_dice, short - 1)

    least = [reach(pool, n) for n in range(LAST + 1)]
    return [low - high for low, high in zip(least, [*least[1:], Fraction(0)], strict=True)]


def outcome(a: int, b: int) -> int:
    """What a contest of `a` successes against `b` comes to, as the rule says it."""
    if a == b:
        return dice.DRAW
    more, fewer = max(a, b), min(a, b)
    double = more >= 2 * fewer
    if a > b:
        return dice.DOUBLE_A if double else dice.WIN_A
    return dice.DOUBLE_B if double else dice.WIN_B


def contested(needed_a: int, pool_a: int, needed_b: int, pool_b: int) -> list[float]:
    out = np.full(5, 9.0)
    dice.contest(dice.table(False), needed_a, pool_a, needed_b, pool_b, out)
    return out.tolist()


@pytest.mark.parametrize("needed", NEEDED)
@pytest.mark.parametrize("pool", range(7))
def test_sets_of_faces_count_as_all_throws_do(needed: int, pool: int) -> None:
    counts = [0] * (LAST + 1)
    for throw in product(range(1, 7), repeat=pool):
        counts[sum(face >= needed for face in throw)] += 1
    assert counts == counted(needed, pool)


@pytest.mark.parametrize("needed", NEEDED)
@pytest.mark.parametrize("pool", POOLS)
def test_a_distribution_is_that_of_all_throws(needed: int, pool: int) -> None:
    exact = [count / 6**pool for count in counted(needed, pool)]
    assert dice.distribution(needed, pool).tolist() == exact
    assert dice.table(False)[needed, pool].tolist() == exact


@pytest.mark.parametrize("exploding", [False, True])
def test_a_pool_of_nothing_or_less_has_no_success(exploding: bool) -> None:
    for pool in (0, -1, -5):
        assert dice.distribution(3, pool, exploding).tolist() == [1.0] + [0.0] * LAST


@pytest.mark.parametrize("needed", NEEDED)
@pytest.mark.parametrize("pool", [*POOLS, dice.MOST_DICE])
def test_sixes_that_are_rolled_again_have_their_exact_chances(needed: int, pool: int) -> None:
    exact = [float(chance) for chance in exploded(needed, pool)]
    assert dice.distribution(needed, pool, True).tolist() == pytest.approx(exact, rel=1e-14, abs=0)
    assert dice.table(True)[needed, pool].tolist() == pytest.approx(exact, rel=1e-14, abs=0)


def test_one_die_that_is_rolled_again_by_hand() -> None:
    # 4 or more: fails 1/2; 4 or 5 and done 1/3; a 6 and then a failure 1/12
    found = dice.distribution(4, 1, True)
    assert found[:2].tolist() == pytest.approx([1 / 2, 1 / 3 + 1 / 12])


def test_more_than_the_most_successes_count_as_the_most() -> None:
    # 13 dice, 12 or more of them a 2 or better
    assert dice.distribution(2, 13)[LAST] == pytest.approx((5**13 + 13 * 5**12) / 6**13)


@pytest.mark.parametrize("exploding", [False, True])
def test_the_table_holds_every_pool_and_cannot_be_changed(exploding: bool) -> None:
    table = dice.table(exploding)
    assert table.shape == (7, dice.MOST_DICE + 1, LAST + 1)
    assert table[2:].sum(axis=2) == pytest.approx(np.ones((5, dice.MOST_DICE + 1)), abs=1e-14)
    assert not table[:2].any()
    with pytest.raises(ValueError, match="read-only"):
        table[3, 3, 0] = 1.0


@pytest.mark.parametrize("needed", NEEDED)
@pytest.mark.parametrize("pool", POOLS)
def test_at_least_adds_up_what_is_enough(needed: int, pool: int) -> None:
    for enough in range(-1, LAST + 3):
        exact = sum(counted(needed, pool)[max(enough, 0) :]) / 6**pool
        assert dice.at_least(dice.table(False), needed, pool, enough) == pytest.approx(exact, abs=1e-15)


def test_at_least_takes_pools_beyond_the_table() -> None:
    table = dice.table(False)
    assert dice.at_least(table, 4, -2, 1) == 0
    assert dice.at_least(table, 4, -2, 0) == 1
    assert dice.at_least(table, 4, 20, 5) == dice.at_least(table, 4, dice.MOST_DICE, 5)


@pytest.mark.parametrize(("needed_a", "needed_b"), [(2, 6), (3, 5), (4, 4), (5, 3), (6, 2)])
def test_a_contest_of_small_pools_is_that_of_all_throws(needed_a: int, needed_b: int) -> None:
    throws = {pool: list(product(range(1, 7), repeat=pool)) for pool in range(5)}
    shown = {
        (needed, pool): [sum(face >= needed for face in throw) for throw in throws[pool]]
        for needed in {needed_a, needed_b}
        for pool in throws
    }
    for pool_a, pool_b in product(range(5), repeat=2):
        many_a, many_b = (np.array(shown[key]) for key in ((needed_a, pool_a), (needed_b, pool_b)))
        # every throw of one pool with every throw of the other
        pairs = Counter((100 * many_a[:, None] + many_b).ravel().tolist())
        counts = [0] * 5
        for pair, times in pairs.items():
            counts[outcome(*divmod(pair, 100))] += times
        exact = [count / 6 ** (pool_a + pool_b) for count in counts]
        assert contested(needed_a, pool_a, needed_b, pool_b) == pytest.approx(exact, abs=1e-14)


@pytest.mark.parametrize("needed_a", NEEDED)
@pytest.mark.parametrize("needed_b", NEEDED)
def test_a_contest_is_that_of_the_counted_throws(needed_a: int, needed_b: int) -> None:
    for pool_a, pool_b in product(POOLS, repeat=2):
        counts = [0] * 5
        for (a, ways_a), (b, ways_b) in product(
            enumerate(counted(needed_a, pool_a)), enumerate(counted(needed_b, pool_b))
        ):
            counts[outcome(a, b)] += ways_a * ways_b
        exact = [count / 6 ** (pool_a + pool_b) for count in counts]
        assert contested(needed_a, pool_a, needed_b, pool_b) == pytest.approx(exact, abs=1e-14)


def test_known_contests() -> None:
    assert contested(4, 0, 4, 0) == contested(4, -1, 4, -3) == [0, 0, 1, 0, 0]
    # no dice against one
    assert contested(4, 0, 4, 1) == [0, 0, 0.5, 0, 0.5]
    # one success against none is a double
    assert contested(4, 1, 4, 1) == [0.25, 0, 0.5, 0, 0.25]
    # 3 to 2 is a win and no double: both throws must show all they can
    assert contested(4, 3, 2, 2)[dice.WIN_A] == pytest.approx(1 / 8 * 25 / 36)


def pools_shown(throw: tuple[int, ...], pool: int, needed: int, exploding: bool) -> bool:
    """Whether a throw of that many dice, with one more for each six before, can look like this."""
    open_dice = pool
    for face in throw:
        if open_dice == 0 or not 1 <= face <= 6:
            return False
        open_dice -= not (exploding and face == 6)
    return open_dice == 0


@pytest.mark.parametrize("exploding", [False, True])
@pytest.mark.parametrize("needed", NEEDED)
def test_faces_show_the_successes_of_a_pool(needed: int, exploding: bool) -> None:
    for pool in range(1, dice.MOST_DICE + 1):
        for successes in range((LAST if exploding else min(pool, LAST)) + 1):
            for key in range(3):
                throw = dice.faces(successes, pool, needed, exploding, key)
                assert sum(face >= needed for face in throw) == successes
                assert pools_shown(throw, pool, needed, exploding), throw


def test_faces_follow_from_their_key() -> None:
    throws = [dice.faces(3, 6, 4, True, key) for key in range(50)]
    assert throws == [dice.faces(3, 6, 4, True, key) for key in range(50)]
    assert len(set(throws)) > 40


def test_faces_of_no_dice_are_none() -> None:
    assert dice.faces(0, 0, 4, False, 1) == dice.faces(0, -2, 4, True, 1) == ()


@pytest.mark.parametrize(
    ("successes", "pool", "exploding"), [(4, 3, False), (-1, 3, False), (13, 13, False), (13, 3, True)]
)
def test_faces_that_a_pool_cannot_show_are_refused(successes: int, pool: int, exploding: bool) -> None:
    with pytest.raises(ValueError, match=f"{pool} dice cannot show {successes} successes"):
        dice.faces(successes, pool, 4, exploding, 1)


def chances_of_throws(successes: int, pool: int, needed: int) -> dict[tuple[int, ...], float]:
    """The chance of every throw among those with the same successes."""
    fitting = [
        throw
        for throw in product(range(1, 7), repeat=pool)
        if sum(face >= needed for face in throw) == successes
    ]
    return dict.fromkeys(fitting, 1 / len(fitting))


def exploding_throws(successes: int, pool: int, needed: int) -> dict[tuple[int, ...], float]:
    """The same with sixes rolled again, each throw as likely as its number of dice makes it."""
    longest = pool + successes
    weight = {
        throw: 6.0 ** -len(throw)
        for length in range(pool, longest + 1)
        for throw in product(range(1, 7), repeat=length)
        if sum(face >= needed for face in throw) == successes and pools_shown(throw, pool, needed, True)
    }
    return {throw: part / sum(weight.values()) for throw, part in weight.items()}


def as_likely(found: Counter[tuple[int, ...]], chances: dict[tuple[int, ...], float], times: int) -> bool:
    """Whether a chi-square test of what was found against the chances finds nothing at one in a million."""
    assert found.keys() <= chances.keys()
    square = sum((found[throw] - times * chance) ** 2 / (times * chance) for throw, chance in chances.items())
    return square < chi_square_limit(len(chances) - 1)


@pytest.mark.parametrize(
    ("successes", "pool", "needed"), [(0, 2, 4), (1, 2, 3), (2, 3, 5), (2, 2, 2), (1, 3, 6)]
)
def test_faces_are_as_likely_as_real_throws_with_these_successes(
    successes: int, pool: int, needed: int
) -> None:
    times = 4000
    found = Counter(dice.faces(successes, pool, needed, False, key) for key in range(times))
    assert as_likely(found, chances_of_throws(successes, pool, needed), times)


@pytest.mark.parametrize(("successes", "pool", "needed"), [(1, 2, 4), (2, 1, 4), (2, 2, 5), (3, 1, 6)])
def test_exploding_faces_are_as_likely_as_real_throws_with_these_successes(
    successes: int, pool: int, needed: int
) -> None:
    times = 4000
    found = Counter(dice.faces(successes, pool, needed, True, key) for key in range(times))
    assert as_likely(found, exploding_throws(successes, pool, needed), times)


def test_a_throw_that_is_too_likely_is_noticed() -> None:
    chances = chances_of_throws(1, 2, 3)
    found = Counter(dict.fromkeys(chances, 250)) + Counter({next(iter(chances)): 200})
    assert not as_likely(found, chances, found.total())
