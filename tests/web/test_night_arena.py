"""Rush in a real browser: reach and odds, plans that run and stop, the reply question, keys, the lesson, spectators."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.markers import quick
from tests.web.accessibility import sideways, violations
from tests.web.conftest import SIZES, Opener
from tests.web.page_player import MOVED_ON, tap_in_sight
from tests.web.rush_player import GO, Coach
from tests.web.test_staff_map import SMALL
from tests.web.test_whole_matches import open_table

ON_PITCH = "Most players of a team"
PLAYER_CAP = "Most token actions for one player"
REACH = "[data-reach]"
# where no ball lies: to fail to pick it up ends the rush
GROUND = f"{REACH}:not([aria-label*='pick up'])"
GUARD, JACK, GOBLIN, STRIKER = 1, 2, 3, 4


def duel_of_two(
    open_page: Opener, home: tuple[int, str], visitor: tuple[int, str], size: str = "phone"
) -> Coach:
    """Two people on one device, one player on each side, placed where the test wants them; Home rushes."""
    page = open_page("/new/rush", size, bypass_csp=True)
    open_table(page, "Hot seat", **{ON_PITCH: 1, PLAYER_CAP: 5})
    people = Coach(page)
    for player in (home, visitor):
        assert people.wait() == "line up"
        people.place(*player)
    assert people.wait() == "act"
    return people


def chances(page: Page, reach: str = REACH) -> list[int]:
    """The chance in percent of each hex in reach, as the page says it."""
    labels = page.locator(reach).evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    return [int(str(label).rsplit(",", 1)[1].rstrip(" %")) for label in labels]


# whether each formation's name is whole on its card, and the card in its row
UNCUT = """
(cards) => cards.every((card) => {
  const [name, own, row] = [card.lastElementChild, card, card.parentElement].map((one) => one.getBoundingClientRect());
  return name.bottom <= own.bottom && own.bottom <= row.bottom;
})
"""


@pytest.mark.parametrize("size", quick(of=SIZES, study=("phone", "desk")))
def test_axe_finds_nothing_from_the_line_up_to_a_plan(open_page: Opener, size: str):
    page = open_page("/new/rush", size, bypass_csp=True)
    open_table(page, "Computer")
    coach = Coach(page)
    formations = page.get_by_test_id("formation")
    formations.first.wait_for()
    assert formations.evaluate_all(UNCUT)
    assert coach.wait() == "line up"
    page.get_by_test_id("formation").nth(1).click()
    assert violations(page) == []
    before = coach.ply()
    page.get_by_role("button", name="Confirm", exact=True).click()
    page.wait_for_function(MOVED_ON, arg=before)
    coach.reach_a_token()
    coach.choose(STRIKER)
    expect(page.locator(REACH).first).to_be_attached()
    assert violations(page) == []
    # hexes have names on the pitch while a list names them
    listed, named = page.locator(".way[data-testid=offer]"), page.locator("[data-band] text")
    expect(named).to_have_count(0)
    page.locator("summary", has_text="hexes in reach").click()
    assert {name.split()[0] for name in listed.all_inner_texts()} == set(named.all_text_contents())
    assert violations(page) == []
    page.locator("summary", has_text="hexes in reach").click()
    coach.add(page.locator(REACH).first)
    # a plan outlives a reload
    page.reload()
    expect(page.get_by_test_id("chip")).to_have_count(1)
    assert coach.wait() == "plan"
    page.get_by_role("button", name=re.compile("^Facing after chip 1")).or_(
        page.get_by_test_id("chip")
    ).first.click()
    assert violations(page) == []
    assert page.evaluate(SMALL) == []
    assert sideways(page) <= 0


def test_a_plan_is_made_chip_by_chip_and_played_with_one_tap(open_page: Opener):
    people = duel_of_two(open_page, (STRIKER, "F4"), (GUARD, "A16"))
    page = people.page
    # one player alone may act: he is chosen, and his reach is shown
    assert max(chances(page)) == 100
    assert min(chances(page)) < 50
    people.add(people.hex("F7"))
    people.add(people.hex("F9"))
    chips = page.get_by_test_id("chip")
    expect(chips).to_have_count(2)
    # the pitch shows where, and no names of hexes
    expect(chips.first.locator("span[aria-hidden]")).to_have_text("4 Run")
    expect(chips.first).to_contain_text("100 %")
    expect(page.get_by_test_id("plan")).to_contain_text("3 tokens left after the plan.")
    # the plan is shown on the pitch before anything is done
    expect(people.hex("F9")).to_have_accessible_name(re.compile("Home 4, Human Striker"))
    page.get_by_role("button", name="Undo last chip").tap()
    expect(people.hex("F9")).not_to_have_accessible_name(re.compile("Home 4, Human Striker"))
    # nor is there a way to the hex that was tapped before
    expect(page.locator("[data-screen-only] > circle[r='6']")).to_have_count(1)
    people.add(people.hex("F8"))
    page.get_by_role("button", name=re.compile("^Facing after chip 2")).tap()
    page.get_by_role("button", name="Face back left").tap()
    # nothing is rolled for a run
    expect(page.get_by_role("button", name="Do it", exact=True)).to_be_visible()
    before = people.ply()
    assert people.decide.evaluate("(it) => (it.scrollTo(0, 30), it.scrollTop)") > 0
    people.roll()
    page.wait_for_function(MOVED_ON, arg=before)
    people.wait()
    # what comes next is read from its beginning
    assert people.decide.evaluate("(it) => it.scrollTop") == 0
    expect(chips).to_have_count(0)
    expect(page.get_by_test_id("stopped")).to_have_count(0)
    expect(people.hex("F8")).to_have_accessible_name(re.compile("Home 4, Human Striker, faces back left"))


@pytest.mark.long
def test_a_plan_stops_where_a_test_fails_and_says_why(open_page: Opener):
    page = open_page("/new/rush", "phone")
    open_table(page, "Hot seat")
    people = Coach(page)
    for _ in range(2):
        assert people.wait() == "line up"
        people.line_up()
    # next to impossible: a Dash after a Dash
    for risky, other in ((2, 3), (3, 2)):
        people.reach_a_token()
        people.choose(risky)
        found = chances(page, GROUND)
        people.add(page.locator(GROUND).nth(found.index(min(found))))
        page.get_by_role("button", name="Choose another player").tap()
        people.choose(other)
        people.add(page.locator(REACH).first)
        people.roll()
        expect(page.get_by_test_id("plan")).to_have_count(0)
        if page.get_by_test_id("stopped").count():
            break
    expect(page.get_by_test_id("stopped")).to_contain_text("Plan stopped")
    # the news say what failed, or else the notice
    expect(people.decide).to_contain_text(re.compile(r" falls\. He "))
    assert people.decide.inner_text().count(" falls. ") == 1


@pytest.mark.long
def test_who_is_slammed_reads_the_odds_of_both_replies_and_the_plan_goes_on(open_page: Opener):
    people = duel_of_two(open_page, (JACK, "E10"), (GOBLIN, "E11"))
    page = people.page
    slam = page.locator("[data-testid=offer][data-kind=slam]")
    expect(slam).to_contain_text("Slam Visitor 3")
    people.add(slam)
    # five outcomes, together certain
    expect(page.get_by_test_id("odds").locator("li")).to_have_count(5)
    people.roll()
    assert (asked := people.wait()) == "reply", asked
    duel = page.get_by_test_id("duel")
    expect(duel.get_by_role("button")).to_have_text(["Slamback", "Dodge"])
    for bar in duel.get_by_test_id("odds").all():
        numbers = [int(text.split("%")[0]) for text in bar.locator("li").all_inner_texts()]
        assert len(numbers) == 5
        assert 98 <= sum(numbers) <= 102
    assert violations(page) == []
    assert sideways(page) <= 0
    before = people.ply()
    duel.get_by_role("button", name="Dodge").tap()
    page.wait_for_function(MOVED_ON, arg=before)
    # whoever is asked next, what he is asked for stands on the page
    while (asked := people.wait()) == "choice":
        assert violations(page) == []
        people.act()
    assert asked in ("act", "line up", "end")


@pytest.mark.long
@pytest.mark.parametrize(("size", "words"), [("phone", ["S4"]), ("desk", ["4", "Striker"])])
def test_what_a_player_plays_stands_beside_him_where_there_is_room(
    open_page: Opener, size: str, words: list[str]
):
    page = duel_of_two(open_page, (STRIKER, "F8"), (GUARD, "A16"), size).page
    standing = page.locator(f"[data-player='{STRIKER - 1}'] text")
    expect(standing).to_have_text(words)


# the middle of what marks the last event lies in none of the pieces
COVERED = """
() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const apart = ([x, y], [u, v]) => Math.hypot(x - u, y - v);
  return boxes("[data-mark] .head").filter((head) =>
    boxes("[data-player]").some((piece) => apart(middle(head), middle(piece)) < piece.width / 4)).length;
}
"""


@pytest.mark.long
def test_what_marks_the_last_way_leaves_who_went_it_legible(open_page: Opener):
    people = duel_of_two(open_page, (STRIKER, "F4"), (GUARD, "A16"))
    page = people.page
    before = people.ply()
    people.add(people.hex("F7"))
    people.roll()
    page.wait_for_function(MOVED_ON, arg=before)
    assert people.wait() == "act"
    # after he said that he runs, and went a hex
    page.goto(f"{page.url}?ply={int(before) + 2}")
    expect(page.locator("[data-mark=way] .head")).to_have_count(1)
    assert page.evaluate(COVERED) == 0


@pytest.mark.long
def test_a_tap_that_does_nothing_says_why(open_page: Opener):
    people = duel_of_two(open_page, (STRIKER, "F2"), (GUARD, "A16"))
    people.hex("F20").tap()
    told = people.page.get_by_test_id("notice")
    expect(told).to_contain_text("Home 4 can't reach that hex.")
    people.hex("A16").tap()
    expect(told).to_contain_text("Home 4 can't target Visitor 1 now.")
    assert "R" in told.inner_text()


@pytest.mark.long
def test_ending_a_rush_with_tokens_left_is_asked_once_more(open_page: Opener):
    people = duel_of_two(open_page, (STRIKER, "F2"), (GUARD, "A16"))
    page = people.page
    people.decide.get_by_role("button", name="End the rush").tap()
    page.get_by_role("button", name="Keep going").tap()
    people.decide.get_by_role("button", name="End the rush").tap()
    before = people.ply()
    people.decide.get_by_role("button", name="End the rush with 5 tokens left").tap()
    page.wait_for_function(MOVED_ON, arg=before)
    people.wait()
    expect(page.get_by_text("Rush 2 of 14")).to_be_visible()


# on the bench the frame around a piece ends where the word below it begins, whose box has room above its letters
ROLES_BELOW_FRAMES = """
() => [...document.querySelectorAll("[data-off]")].every((one) => {
  const frame = one.querySelector(".ring").getBoundingClientRect();
  const role = [...document.querySelectorAll(`[data-player="${one.dataset.off}"] text`)].at(-1).getBoundingClientRect();
  return frame.bottom < role.top + 0.25 * role.height;
})
"""


def test_a_rush_is_played_with_the_keyboard_alone(open_page: Opener):
    page = open_page("/new/rush", "desk")
    open_table(page, "Hot seat")
    people = Coach(page)
    for _ in range(2):
        assert people.wait() == "line up"
        before = people.ply()
        expect(page.get_by_test_id("formation").first).to_have_attribute("aria-pressed", "true")
        expect(page.locator("[data-off]")).to_have_count(8)
        assert page.evaluate(ROLES_BELOW_FRAMES)
        page.get_by_test_id("formation").first.focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Confirm", exact=True).focus()
        page.keyboard.press("Enter")
        page.wait_for_function(MOVED_ON, arg=before)
    people.reach_a_token()
    page.keyboard.press(str(STRIKER))
    chosen = page.get_by_role("heading", name=re.compile(f"^(Home|Visitor) {STRIKER}, "))
    expect(chosen).to_be_visible()
    # away from the middle, where nobody stands: the own end is at the left, whoever rushes
    back = "ArrowLeft"
    page.locator("[data-tile][tabindex='0']").focus()
    for key in (back, back, "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_test_id("chip")).to_have_count(1)
    page.keyboard.press("Backspace")
    expect(page.get_by_test_id("chip")).to_have_count(0)
    page.keyboard.press("Enter")
    roll = page.get_by_role("button", name=GO)
    expect(roll).to_be_enabled()
    roll.focus()
    before = people.ply()
    page.keyboard.press("Enter")
    page.wait_for_function(MOVED_ON, arg=before)
    assert people.wait() == "act"
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Players", exact=True)).to_be_visible()


@pytest.mark.long
def test_a_spectator_sees_the_match_and_decides_nothing(open_page: Opener):
    people = duel_of_two(open_page, (STRIKER, "F8"), (GUARD, "A16"))
    watching = open_page(people.page.url, "desk", bypass_csp=True)
    expect(watching.get_by_text("You are watching").first).to_be_visible()
    expect(watching.locator(REACH)).to_have_count(0)
    expect(watching.get_by_role("button", name=re.compile(r"^F8; Home 4, Human Striker"))).to_be_attached()
    assert violations(watching) == []
    people.add(people.hex("F10"))
    people.roll()
    expect(watching.get_by_role("button", name=re.compile(r"^F10; Home 4, Human Striker"))).to_be_attached()


@pytest.mark.long
def test_the_lesson_leads_to_its_end(open_page: Opener):
    page = open_page("/learn/rush", "phone", bypass_csp=True)
    page.get_by_role("button", name="Start the lesson").tap()
    coach = Coach(page)
    roll = page.get_by_role("button", name=GO)
    # the first thing to do is a slam
    expect(page.get_by_role("heading", name="Slam")).to_be_visible()
    tap_in_sight(page, coach.hex("F13"))
    assert violations(page) == []
    tap_in_sight(page, roll)
    tap_in_sight(page, coach.hex("G13"))
    tap_in_sight(page, coach.hex("F16"))
    tap_in_sight(page, coach.hex("F20"))
    expect(page.get_by_test_id("chip")).to_have_count(2)
    expect(roll).to_contain_text("75 %")
    tap_in_sight(page, roll)
    tap_in_sight(page, page.get_by_role("button", name="Slamback"))
    assert sideways(page) <= 0
    tap_in_sight(page, page.get_by_test_id("formation").first)
    tap_in_sight(page, page.get_by_role("button", name="Confirm", exact=True))
    tap_in_sight(page, coach.hex("F8"))
    # not what the lesson wants: it says so, and nothing is planned
    coach.hex("F9").tap()
    expect(page.locator("strong", has_text="not part of this lesson")).to_be_visible()
    tap_in_sight(page, coach.hex("F11"))
    tap_in_sight(page, roll)
    tap_in_sight(page, page.get_by_role("button", name="Finish"))
    expect(page.get_by_role("heading", name="That's the game!")).to_be_visible()
