"""Whole matches in a real browser: against the computer on a phone, between two browsers, and on one device."""

import json
import re
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.markers import quick
from tests.web.conftest import Opener
from tests.web.optio_player import Officer
from tests.web.page_player import LOOK, Stranger, choose_from_menu, play_together, sit_down
from tests.web.rout_player import Flicker, Way
from tests.web.rush_player import Coach

# a line of the log, as the page is sent it
Event = dict[str, Any]


HEALTH = "Starting health"


def result(page: Page) -> str:
    """The text of the end card."""
    return page.get_by_test_id("result").inner_text()


def open_table(page: Page, opponent: str, **numbers: int) -> None:
    """Fills in the form for a new table, settings by their names, and opens it; the computer plays level 2."""
    page.get_by_text(opponent, exact=True).click()
    if opponent == "Computer":
        page.get_by_role("radio", name=re.compile("^Normal")).check()
    if numbers:
        page.locator("summary", has_text="settings").click()
        for name, value in numbers.items():
            number = page.get_by_role("spinbutton", name=re.compile(rf"^{name}\b", re.IGNORECASE))
            # where the usual value is a word, a number is asked for first
            if not number.count():
                page.get_by_role("combobox", name=re.compile(rf"^{name}\b", re.IGNORECASE)).select_option(
                    "number"
                )
            number.fill(str(value))
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/g/*")


STANDING = "standing => localStorage.setItem('sandtable.difficulty', JSON.stringify(standing))"
SEEK = "(input, ply) => { input.value = ply; input.dispatchEvent(new Event('input', { bubbles: true })); }"
BOARD_IN_SIGHT = """
() => [...document.querySelectorAll("[data-picture]")].every((one) => {
  const { top } = one.getBoundingClientRect();
  return top > -1 && top < innerHeight / 2;
})
"""


def replay_the_end(page: Page) -> None:
    """Begins the replay, which brings the board into sight, and lets it run from shortly before the end until it stops."""
    replay = page.get_by_role("group", name="Replay")
    at = replay.get_by_role("slider", name="Move")
    first, last = (int(at.get_attribute(end) or 0) for end in ("min", "max"))
    at.evaluate(SEEK, first)
    replay.get_by_role("button", name="Play replay").click()
    page.wait_for_function(BOARD_IN_SIGHT)
    replay.get_by_role("button", name="Stop replay").click()
    at.evaluate(SEEK, last - 3)
    expect(page).to_have_url(re.compile(rf"ply={last - 3}\b"))
    replay.get_by_role("button", name="Play replay").click()
    expect(page).not_to_have_url(re.compile("ply="))
    expect(at).to_have_value(str(last))
    expect(replay.get_by_role("button", name="Play replay")).to_be_visible()


def set_speed(page: Page, speed: str) -> None:
    """Sets the speed at which the match is shown from here on."""
    page.evaluate(
        "speed => localStorage.setItem('sandtable.prefs', JSON.stringify({speed, sound: false}))", speed
    )
    page.reload()


# what one has just done oneself needs no showing
OWN = ("way", "aim")
# what is seen before a position is shown, noted as it comes into the page
NOTE_CUES = """
() => {
  const found = new Set();
  window.cues = [];
  new MutationObserver((changes) => {
    for (const at of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      for (const cue of at.querySelectorAll ? [at, ...at.querySelectorAll("*")] : []) {
        if (!cue.matches("[data-beat], p.dice") || found.has(cue)) continue;
        found.add(cue);
        cues.push(cue.dataset.beat ?? "dice");
      }
    }
  }).observe(document, { childList: true, subtree: true });
}
"""


def merged(kinds: list[str]) -> list[str]:
    """What is seen with ways in a row as one: those of one piece are shown as one way if they wait together."""
    return [kind for kind, last in zip(kinds, [None, *kinds], strict=False) if not kind == last == "way"]


class Watcher:
    """Knows what is to be seen of the lines that the page is sent, and what was seen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seat: int | None = None
        self.seq = 0
        # those that were there when the page came to the table, and those that came then
        self.old: list[Event] | None = None
        self.lines: list[Event] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def begin(self) -> None:
        """Notes what is seen from here on, at a page that isn't loaded again."""
        self.page.evaluate(NOTE_CUES)

    def seen(self) -> list[str]:
        """The kinds of what was seen, in order."""
        return self.page.evaluate("cues")

    def due(self, lines: Iterable[Event]) -> list[str]:
        """The kinds of what is to be seen of `lines`."""
        kinds: list[str] = []
        for line in lines:
            kinds += ["dice"] * bool(line["dice"])
            own = line["seat"] == self.seat
            kinds += [beat["kind"] for beat in line["beats"] if not (own and beat["kind"] in OWN)]
        return kinds

    def _hear(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] != "snapshot":
            return
        self.seat = message["seat"]
        if self.old is None:
            self.old = message["events"]
        else:
            # some games tell all of them each time
            self.lines += [line for line in message["events"] if line["seq"] > self.seq]
        self.seq = message["seq"]


def replay_all(page: Page, speed: str = "instant") -> None:
    """Lets the replay run by itself from the first move to the last, and asks that each is shown, one after the other.

    What is to be seen of each move is asked for as well, where the speed leaves time for it.
    """
    watcher = Watcher(page)
    set_speed(page, speed)
    replay = page.get_by_role("group", name="Replay")
    at = replay.get_by_role("slider", name="Move")
    first, last = (int(at.get_attribute(end) or 0) for end in ("min", "max"))
    seen: list[int] = []
    page.on("framenavigated", lambda frame: seen.extend(map(int, re.findall(r"ply=(\d+)", frame.url))))
    watcher.begin()
    replay.get_by_role("button", name="Play replay").click()
    expect(page).to_have_url(re.compile("ply="))
    expect(page).not_to_have_url(re.compile("ply="), timeout=2000 * (last - first))
    expect(at).to_have_value(str(last))
    expect(replay.get_by_role("button", name="Play replay")).to_be_visible()
    assert seen == list(range(first, last))
    if speed == "instant":
        assert watcher.seen() == []
        return
    due = watcher.due(line for line in watcher.old or () if line["ply"] > first)
    assert due
    assert watcher.seen() == due


def test_a_stranger_plays_a_whole_first_match_against_the_computer_on_a_phone(open_page: Opener):
    page = open_page("/", "phone")
    sit_down(page)
    page.wait_for_url("**/g/*")
    # the first match is against the easiest computer that plays to win
    expect(page.get_by_text("Computer, Soldier").first).to_be_visible()
    stranger = Stranger(page, seed=3)
    stranger.set_up()
    stranger.play_to_the_end()
    assert re.search(r"You (win|lose)|A draw", result(page))
    # A1.4: after the end both hands are open
    expect(page.get_by_text("Rust 1").first).to_be_visible()
    expect(page.get_by_text("Everything is revealed.")).to_be_visible()
    # nobody opens anything any more
    expect(page.locator("aside .notes", has_text="may not open with")).to_have_count(0)
    replay_the_end(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export match").click()
    text = download.value.path().read_text()
    from sandtable import verify

    assert verify(text).over


@pytest.mark.study
def test_two_friends_play_a_match_by_invitation_in_two_browsers(open_page: Opener):
    host = open_page("/new/assault", "phone")
    open_table(host, "A friend", **{HEALTH: 1})
    link = host.get_by_label("Invitation").first.input_value()
    guest = open_page(link, "desk")
    guest.get_by_role("button", name="Play", exact=True).click()
    guest.wait_for_url("**/g/*")
    people = [Stranger(host, 1), Stranger(guest, 2)]
    for person, plan in zip(people, ("Sneaky", "Brutal"), strict=True):
        person.set_up(plan)
    play_together(people)
    words = [result(host).splitlines()[0], result(guest).splitlines()[0]]
    assert sorted(words) in (["You lose", "You win"], ["A draw", "A draw"])


@pytest.mark.long
def test_the_other_sides_turn_is_seen_again_and_the_board_is_turned_round(open_page: Opener):
    page = open_page("/new/assault", "phone")
    open_table(page, "Computer")
    stranger = Stranger(page, 5)
    stranger.set_up()
    again = page.get_by_role("button", name=re.compile("^Replay"))
    page.wait_for_function(LOOK)
    for _ in range(20):
        if again.count():
            break
        stranger.act()
        page.wait_for_function(LOOK)
    at = page.get_by_role("slider", name="Move")
    last = at.get_attribute("max")
    again.tap()
    # from before that turn to now, by itself
    expect(page).to_have_url(re.compile("ply="))
    page.wait_for_function(BOARD_IN_SIGHT)
    expect(page).not_to_have_url(re.compile("ply="))
    expect(at).to_have_value(str(last))
    corner = page.locator("[data-tile]").first
    far = corner.bounding_box()
    choose_from_menu(page, "Rotate the board")
    page.wait_for_function(
        "([tile, y]) => Math.abs(tile.getBoundingClientRect().y - y) > 100",
        arg=[corner.element_handle(), far["y"]],
    )


@pytest.mark.long
def test_another_level_is_one_tap_away_and_a_rematch_swaps_the_sides(open_page: Opener):
    page = open_page("/new/assault", "phone")
    # one win at this level already
    page.evaluate(STANDING, {"assault": {"level": 2, "wins": 1, "tables": []}})
    open_table(page, "Computer", **{HEALTH: 1})
    first = page.url
    stranger = Stranger(page, 5)
    stranger.set_up()
    stranger.play_to_the_end()
    name, due = ("General", "Harder: Hard") if "You win" in result(page) else ("Soldier", "Easier: Easy")
    page.get_by_role("button", name=f"{due} ({name})").click()
    page.wait_for_function("first => location.href !== first", arg=first)
    expect(page.get_by_label("Players").get_by_text(f"Computer, {name}")).to_be_visible()
    page.goto(first)
    page.get_by_role("button", name="Rematch, sides swapped").click()
    page.wait_for_function("first => location.href !== first", arg=first)
    expect(page.get_by_label("Players").get_by_text("Rust · you")).to_be_visible()


@pytest.mark.study
def test_the_result_waits_until_the_last_move_is_shown(open_page: Opener):
    page = open_page("/new/assault", "phone")
    set_speed(page, "fast")
    open_table(page, "Computer", **{HEALTH: 1})
    stranger = Stranger(page, 5)
    stranger.set_up()
    stranger.play_to_the_end()
    assert page.locator(".scrubber input").input_value() == stranger.ply()


@pytest.mark.parametrize(
    ("game", "player", "speed", "least"),
    quick(
        of=(
            ("assault", Stranger, "fast", 12),
            ("optio", Officer, "fast", 25),
            # slower than the computer answers, so that ever more of its long turns waits
            ("rush", Coach, "normal", 12),
        ),
        study=[("assault", Stranger, "fast", 12), ("optio", Officer, "fast", 25)],
    ),
)
def test_all_that_is_to_be_seen_of_a_match_is_seen_in_its_order(
    open_page: Opener, game: str, player: type[Stranger], speed: str, least: int
):
    page = open_page(f"/new/{game}", "phone", shared=False)
    set_speed(page, speed)
    watcher = Watcher(page)
    watcher.begin()
    open_table(page, "Computer")
    person = player(page, seed=3)
    if game == "assault":
        person.set_up()
    while sum(line["seat"] not in (-1, watcher.seat) for line in watcher.lines) < least:
        assert person.act() != "end"
    # who is asked has seen it all
    person.wait()
    due = watcher.due(watcher.lines)
    assert len(set(due)) > 1
    assert merged(watcher.seen()) == merged(due)


@pytest.mark.long
def test_two_people_share_a_device_behind_the_curtain(open_page: Opener):
    page = open_page("/new/assault", "phone")
    open_table(page, "Hot seat", **{HEALTH: 1, "Rounds after which": 4})
    people = Stranger(page, seed=9)
    curtains = 0
    for _ in range(600):
        asked = people.act()
        if asked == "end":
            break
        if asked == "curtain":
            # nothing of the table is in the page while the device changes hands
            assert page.locator("[data-tile]").count() == 0
            page.locator(".curtain button").tap()
            curtains += 1
        elif asked == "hand over":
            page.get_by_role("button", name="Pass the device").tap()
        elif asked == "set up":
            people.set_up()
    assert page.get_by_test_id("result").count()
    assert curtains >= 3


BY_TOUCH_AND_BY_KEYS = pytest.mark.parametrize(
    ("size", "keys"),
    quick(
        of=(("low phone", False), ("phone", False), ("wide desk", True)),
        study=[("phone", False), ("wide desk", True)],
    ),
)


@BY_TOUCH_AND_BY_KEYS
def test_what_is_decided_is_in_sight_through_a_whole_match_of_all_out_assault(
    open_page: Opener, size: str, keys: bool
):
    page = open_page("/new/assault", size)
    open_table(page, "Computer", **{HEALTH: 2})
    stranger = Stranger(page, seed=4, keys=keys, careful=True)
    stranger.set_up()
    stranger.play_to_the_end()
    assert re.search(r"You (win|lose)|A draw", result(page))
    stranger.assert_hints("Both your pawns act each turn, one after the other.")
    if size == "low phone":
        replay_all(page, "fast")


@BY_TOUCH_AND_BY_KEYS
def test_what_is_decided_is_in_sight_through_a_whole_match_of_optio(open_page: Opener, size: str, keys: bool):
    page = open_page("/new/optio", size)
    open_table(page, "Computer", **{"Turns of each side": 3, "Kudos of each": 2})
    officer = Officer(page, seed=2, keys=keys, careful=True)
    officer.play_to_the_end()
    assert re.search(r"You (win|lose)|A draw", result(page))
    officer.assert_hints("A block that is off the map enters at your own edge.")
    if size == "low phone":
        replay_all(page)


@pytest.mark.parametrize(
    ("preset", "size"),
    quick(("demo", "phone"), of=(("demo", "phone"), ("standard", "desk")), study=[("standard", "desk")]),
)
def test_a_coach_plays_a_whole_match_of_rush_against_level_2(open_page: Opener, preset: str, size: str):
    page = open_page("/new/rush", size)
    page.locator("summary", has_text="settings").click()
    page.get_by_role("combobox", name=re.compile("^The size of the match")).select_option(preset)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/g/*")
    Coach(page, seed=3).play_to_the_end()
    assert re.search(r"You (win|lose)|A draw", result(page))
    replay_the_end(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export match").click()
    from sandtable import verify

    assert verify(download.value.path().read_text()).over


@BY_TOUCH_AND_BY_KEYS
def test_what_is_decided_is_in_sight_through_a_whole_match_of_rush(open_page: Opener, size: str, keys: bool):
    page = open_page("/new/rush", size)
    page.locator("summary", has_text="settings").click()
    page.get_by_role("combobox", name=re.compile("^The size of the match")).select_option("demo")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/g/*")
    coach = Coach(page, seed=3, keys=keys, careful=True)
    coach.play_to_the_end()
    assert re.search(r"You (win|lose)|A draw", result(page))
    coach.assert_hints(
        "Choose a player, then where he should go; press Roll or Do it when the plan is right."
    )
    # three presses a token, the player, what he does and the dice, and one more for each further act of a plan
    assert all(presses <= 2 + acts for acts, presses in coach.tokens)
    assert any(acts == 1 for acts, _ in coach.tokens)
    if size == "low phone":
        replay_all(page)


FEW_UNITS = {"Unit cards dealt to Ivory": 2, "Unit cards dealt to Ink": 2}


def draw_with(page: Page, renderer: str) -> None:
    """Lets the bench of ROUT! be drawn by that renderer."""
    page.evaluate("name => localStorage.setItem('sandtable.rout.renderer', name)", renderer)
    page.reload()


@pytest.mark.parametrize(
    ("way", "renderer"), quick(of=(("drag", "three"), ("buttons", "canvas")), study=[("drag", "three")])
)
def test_a_stranger_flicks_through_a_whole_match_of_rout_against_level_2(
    open_page: Opener, way: Way, renderer: str
):
    page = open_page("/new/rout", "phone")
    draw_with(page, renderer)
    open_table(page, "Computer", **FEW_UNITS)
    stranger = Flicker(page, seed=3, way=way)
    assert stranger.wait() == "place"
    expect(page.get_by_test_id("bench")).to_have_attribute("data-renderer", renderer)
    stranger.play_to_the_end()
    assert re.search(r"You (win|lose)|A draw", result(page))
    replay_the_end(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export match").click()
    from sandtable import verify

    assert verify(download.value.path().read_text()).over


@pytest.mark.parametrize(
    ("size", "way", "keys"),
    quick(
        of=(("low phone", "swipe", False), ("phone", "swipe", False), ("wide desk", "buttons", True)),
        study=[("phone", "swipe", False)],
    ),
)
def test_what_is_decided_is_in_sight_through_a_whole_match_of_rout(
    open_page: Opener, size: str, way: Way, keys: bool
):
    page = open_page("/new/rout", size)
    draw_with(page, "canvas")
    open_table(page, "Computer", **FEW_UNITS)
    flicker = Flicker(page, seed=3, way=way, keys=keys, careful=True)
    flicker.play_to_the_end()
    assert re.search(r"You (win|lose)|A draw", result(page))
    flicker.assert_hints(
        "An attack breaks the first enemy it touches; a broken one is routed if you push it off the field."
    )
    if size == "low phone":
        replay_all(page)


@pytest.mark.long
def test_two_friends_flick_through_a_match_of_rout_in_two_browsers(open_page: Opener):
    host = open_page("/new/rout", "phone")
    draw_with(host, "canvas")
    open_table(host, "A friend", **FEW_UNITS)
    guest = open_page(host.get_by_label("Invitation").first.input_value(), "desk")
    draw_with(guest, "canvas")
    guest.get_by_role("button", name="Play", exact=True).click()
    guest.wait_for_url("**/g/*")
    people = [Flicker(host, 1, "drag"), Flicker(guest, 2, "buttons")]
    play_together(people)
    words = [result(host).splitlines()[0], result(guest).splitlines()[0]]
    assert sorted(words) in (["You lose", "You win"], ["A draw", "A draw"])
    # who has left the name empty is not asked for it again
    guest.goto("/new/rout")
    expect(guest.get_by_text("You play as Guest.")).to_be_visible()
