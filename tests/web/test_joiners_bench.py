"""ROUT! in a real browser: placing, aiming by finger, buttons and keys, odds, rallies, films, secrets, renderers."""

import base64
import json
import re
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.markers import quick
from tests.web.accessibility import AT_REST, sideways, violations
from tests.web.conftest import SIZES, Opener
from tests.web.page_player import DECISION, MOVED_ON
from tests.web.rout_player import Flicker
from tests.web.test_staff_map import SMALL
from tests.web.test_whole_matches import open_table

IVORY, INK = "Unit cards dealt to Ivory", "Unit cards dealt to Ink"
RALLY = "Rally cards for each"
FLAT, SOLID = "/new/rout?renderer=canvas", "/new/rout?renderer=three"
EXACT = re.compile(r"(\d+\.\d)°, (\d\.\d\d) m/s")


def at_the_bench(open_page: Opener, size: str = "phone", path: str = FLAT, **numbers: int) -> Flicker:
    """A match against the computer in which this person is asked to place."""
    page = open_page(path, size, bypass_csp=True)
    open_table(page, "Computer", **{IVORY: 2, INK: 2, **numbers})
    person = Flicker(page)
    assert person.wait() == "place"
    return person


def aiming(person: Flicker) -> Page:
    """Plays on until a block is chosen and aimed."""
    for _ in range(60):
        asked = person.wait()
        if asked == "flick":
            person.take_aim()
            return person.page
        assert asked != "end"
        person.act()
    raise AssertionError("no flick was due")


def direction(page: Page) -> float:
    """The direction of the aim in degrees, as the details say it."""
    return exact(page)[0]


def speed(page: Page) -> float:
    """The speed of the aim in metres a second, as the details say it."""
    return exact(page)[1]


def exact(page: Page) -> tuple[float, float]:
    """Direction and speed of the aim."""
    found = EXACT.search(page.get_by_test_id("exact").text_content() or "")
    assert found
    return float(found[1]), float(found[2])


@pytest.mark.parametrize("size", quick(of=SIZES, study=("phone", "desk")))
def test_axe_finds_nothing_from_placing_to_the_aim(open_page: Opener, size: str):
    person = at_the_bench(open_page, size)
    page = person.page
    assert violations(page) == []
    page.get_by_test_id("formation").first.click()
    page.get_by_test_id("draft").first.click()
    assert violations(page) == []
    assert page.evaluate(SMALL) == []
    assert sideways(page) <= 0
    before = person.ply()
    page.get_by_role("button", name="Confirm", exact=True).click()
    page.wait_for_function(MOVED_ON, arg=before)
    aiming(person)
    person.aim_by_buttons()
    expect(page.get_by_test_id("odds-box")).to_have_attribute("aria-busy", "false")
    assert violations(page) == []
    assert page.evaluate(SMALL) == []
    assert sideways(page) <= 0


# of each picture that is drawn by WebGL: how many calls it took, and how many triangles
COUNTED = """
window.pictures = [];
let onScreen = true;
const drawn = WebGL2RenderingContext.prototype;
const { clear, drawArrays, drawElements } = drawn;
// shadows are drawn first, into a buffer of their own: what is wiped after the screen was drawn on begins a picture
drawn.clear = function (mask) {
  if (onScreen) window.pictures.push({ calls: 0, triangles: 0 });
  onScreen = false;
  return clear.call(this, mask);
};
const count = (gl, vertices) => {
  const picture = window.pictures.at(-1);
  picture.calls += 1;
  picture.triangles += vertices / 3;
  onScreen = gl.getParameter(gl.FRAMEBUFFER_BINDING) === null;
};
drawn.drawArrays = function (mode, first, n) { count(this, n); return drawArrays.call(this, mode, first, n); };
drawn.drawElements = function (mode, n, type, from) { count(this, n); return drawElements.call(this, mode, n, type, from); };
"""
# a bench of twelve cards takes 93 calls and 894 triangles, its shadows counted
CALLS, TRIANGLES = 120, 1200


@pytest.mark.long
def test_a_picture_of_the_solid_bench_keeps_its_budget(open_page: Opener):
    page = open_page(SOLID, shared=False, bypass_csp=True)
    page.evaluate("localStorage.setItem('sandtable.rout.renderer', 'three')")
    page.add_init_script(COUNTED)
    open_table(page, "Hot seat", **{IVORY: 6, INK: 6})
    page.reload()
    page.locator(".curtain button").click()
    Flicker(page).reach("flick")
    pictures = page.evaluate("window.pictures")
    assert pictures
    assert max(picture["calls"] for picture in pictures) <= CALLS
    assert max(picture["triangles"] for picture in pictures) <= TRIANGLES


@pytest.mark.parametrize("path", [FLAT, SOLID])
def test_the_bench_is_drawn_by_the_renderer_that_is_wanted(open_page: Opener, path: str):
    person = at_the_bench(open_page, path=path)
    wanted = path.partition("=")[2]
    expect(person.page.get_by_test_id("bench")).to_have_attribute("data-renderer", wanted)
    person.line_up()
    other = "three" if wanted == "canvas" else "canvas"
    person.page.get_by_label("Bench graphics").select_option(other)
    expect(person.page.get_by_test_id("bench")).to_have_attribute("data-renderer", other)


def test_blocks_are_dragged_into_the_half_and_a_wrong_place_says_why(open_page: Opener):
    person = at_the_bench(open_page)
    page = person.page
    confirm = page.get_by_role("button", name="Confirm", exact=True)
    # the first formation lies there
    expect(page.get_by_test_id("formation").first).to_have_attribute("aria-pressed", "true")
    expect(confirm).to_be_enabled()
    for n in range(2):
        page.get_by_test_id("draft").nth(n).tap()
        page.get_by_role("button", name="Remove it from the table").tap()
    expect(confirm).to_be_disabled()
    for n in range(2):
        page.get_by_test_id("draft").nth(n).tap()
    expect(confirm).to_be_enabled()
    first = page.locator("[data-place]:not([data-place^=block])").first
    box, room = first.bounding_box(), page.get_by_test_id("bench").bounding_box()
    assert box
    assert room
    start = box["x"] + 12, box["y"] + 12
    person.draw(start, (start[0], room["y"] + 90))
    expect(page.get_by_text("A block must lie wholly inside your half. (T1.5)").first).to_be_visible()
    expect(confirm).to_be_disabled()
    box = first.bounding_box()
    assert box
    person.draw((box["x"] + 12, box["y"] + 12), (start[0] - 40, start[1] + 30))
    expect(confirm).to_be_enabled()
    placed = first.get_attribute("aria-label")
    page.get_by_role("button", name="Turn it left by 15 degrees").tap()
    page.get_by_role("button", name="Move it right by 5 mm").tap()
    assert first.get_attribute("aria-label") != placed
    before = person.ply()
    confirm.tap()
    page.wait_for_function(MOVED_ON, arg=before)
    assert person.wait() != "place"
    expect(person.block("Ivory's")).to_have_count(2)


def test_what_moves_a_block_stands_above_confirm_on_a_low_phone(open_page: Opener):
    person = at_the_bench(open_page, "low phone", **{IVORY: 4, INK: 4})
    page = person.page
    confirm = page.get_by_role("button", name="Confirm", exact=True)

    def above_confirm(name: str) -> None:
        parts = page.get_by_role("group", name=re.compile(name)).get_by_role("button").all()
        boxes = [part.bounding_box() for part in parts]
        floor, panel = confirm.bounding_box(), page.locator(DECISION).bounding_box()
        assert floor
        assert panel
        assert boxes
        assert all(box and panel["y"] <= box["y"] <= floor["y"] - box["height"] for box in boxes)

    above_confirm("^Your blocks")
    page.get_by_test_id("draft").first.tap()
    above_confirm("^Move and turn ")
    page.get_by_test_id("draft").first.tap()
    above_confirm("^Formations")


def test_the_aim_stays_when_the_finger_lifts_and_is_nudged(open_page: Opener):
    person = at_the_bench(open_page)
    person.line_up()
    page = aiming(person)
    own = page.locator("[data-place][aria-pressed=true]").bounding_box()
    assert own
    start = own["x"] + 12, own["y"] + 12
    ply = person.ply()
    # a block that was only chosen goes nowhere
    expect(person.flicks).to_be_disabled()
    expect(page.get_by_test_id("direction")).to_have_text("not aimed yet")
    person.draw(start, (start[0] + 60, start[1] - 60))
    drawn = direction(page)
    assert 30 < drawn < 60
    assert speed(page) > 0.3
    person.draw(start, (start[0] + 90, start[1] - 90))
    assert abs(direction(page) - drawn) < 3
    aimed, power = direction(page), speed(page)
    page.get_by_role("button", name="Aim half a degree further left").tap()
    assert direction(page) == pytest.approx(aimed + 0.5)
    page.get_by_role("button", name="Aim 5 degrees further right").tap()
    assert direction(page) == pytest.approx(aimed - 4.5)
    page.get_by_role("button", name="Harder").tap()
    assert speed(page) == pytest.approx(power + 0.1)
    # nothing was done yet
    assert person.ply() == ply
    person.flick()
    # the next flick is aimed again
    while person.wait() != "flick":
        person.act()
    expect(page.get_by_test_id("direction")).to_have_text("not aimed yet")


# where the bench is on the screen
PLACE = """() => {
  const box = document.querySelector("[data-testid=bench]").getBoundingClientRect();
  const decide = document.querySelector("section[aria-label='Your decision']").getBoundingClientRect();
  return [box.x, box.y, box.width, box.height, decide.top].map(Math.round);
}"""
# what aims is on the screen and nothing covers it, neither at its upper edge nor at its lower one
COVERED = """() => [...document.querySelectorAll("[data-steady] .line > *, [data-steady] .flick")].filter((one) => {
  const { x, width, top, bottom } = one.getBoundingClientRect();
  return [top + 2, bottom - 2].some((y) => !one.contains(document.elementFromPoint(x + width / 2, y)));
}).map((one) => one.ariaLabel ?? one.textContent)"""


@pytest.mark.parametrize("high", quick(640, of=(640, 844)))
def test_a_swipe_is_the_players_own_flick_and_the_bench_stands_still(open_page: Opener, high: int):
    person = at_the_bench(open_page, **{IVORY: 4, INK: 4})
    page = person.page
    page.set_viewport_size({"width": 360 if high == 640 else 390, "height": high})
    person.line_up()
    while person.wait() != "flick":
        person.act()
    expect(page.locator("header").get_by_test_id("score")).to_have_text([re.compile(r"^\d+ left$")] * 2)
    person.take_aim()
    expect(person.flicks).to_be_visible()
    assert page.evaluate(COVERED) == []
    page.get_by_test_id("way").dispatch_event("click")
    page.keyboard.press("Escape")
    page.evaluate(AT_REST)
    place = page.evaluate(PLACE)
    # all of it is above the decision
    assert place[1] >= 0
    assert place[1] + place[3] <= place[4]
    own = page.locator("[data-place][tabindex='0']").bounding_box()
    assert own
    start, ply = (own["x"] + 12, own["y"] + 12), person.ply()
    for gesture, words in (
        ({"rest": 0.3}, "Your finger had stopped"),
        ({"step": 0.2}, "That was too slow"),
    ):
        person.swipe(start, (8, -20 if "step" in gesture else -90), **gesture)
        expect(page.get_by_test_id("notice")).to_contain_text(words)
        assert page.evaluate(PLACE) == place
    # away from all blocks that may be flicked
    person.swipe((start[0], place[1] + 40), (30, 0))
    expect(page.get_by_test_id("notice")).to_contain_text("That swipe missed")
    assert person.ply() == ply
    # from behind the block, 90 pixels in a tenth of a second, a little to the right: the page does not go with the finger
    scrolled = page.evaluate("scrollY")
    person.swipe((start[0] - 3, start[1] + 34), (8, -90))
    page.wait_for_function(MOVED_ON, arg=ply)
    assert page.evaluate("scrollY") == scrolled
    line = page.get_by_role("region", name="Log").get_by_text(" by finger: ")
    expect(line).to_be_attached()
    told = re.search(r"(\d+\.\d)°, (\d\.\d\d) m/s", line.inner_text())
    assert told
    assert float(told[1]) == pytest.approx(84.9, abs=1)
    # 14 cm a second over the glass
    assert float(told[2]) == pytest.approx(1.29, abs=0.06)
    # nothing is added to it
    assert "hand" not in line.inner_text()
    assert page.evaluate(PLACE) == place


# delays messages to the server by 300 ms; while `spoilt` is set, it replaces every action by 0
LATE = """
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (text) {
  const message = JSON.parse(text);
  if (window.spoilt && message.type === "act") message.action = 0;
  setTimeout(() => this.readyState === 1 && send.call(this, JSON.stringify(message)), 300);
};
"""
# counts the bench's pixels that have changed since the finger came down: right after it is lifted (and after how many ms), and
# now; also says whether none have changed for a while
WATCHED = """
() => {
  const canvas = document.querySelector("[data-testid=bench] canvas");
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  const read = () => {
    copy.drawImage(canvas, 0, 0);
    return copy.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  let [before, moved, lifted] = [read(), performance.now(), 0];
  const differing = (one, other) => {
    let found = 0;
    // not the dust in the lamp's light
    for (let n = 0; n < one.length; n += 4) if (Math.abs(one[n] - other[n]) > 60) found += 1;
    return found;
  };
  window.changed = () => differing(before, read());
  window.still = () => {
    const last = before;
    before = read();
    if (differing(last, before) > 0) moved = performance.now();
    return performance.now() - moved > 400;
  };
  addEventListener("pointerdown", () => (before = read()), true);
  addEventListener("pointerup", () => (lifted = performance.now()), true);
  // after what the page does, and before the next frame
  addEventListener("pointerup", () => {
    const ms = performance.now() - lifted;
    window.answer = { pixels: window.changed(), ms };
  });
}
"""
MOVED_AT_ONCE, SAME = 60, 20


@pytest.mark.parametrize("path", quick(FLAT, of=(FLAT, SOLID), study=[SOLID]))
def test_a_flick_is_seen_before_the_server_has_heard_of_it(open_page: Opener, path: str):
    page = open_page(path, "low phone", shared=False, reduced_motion="no-preference")
    page.add_init_script(LATE)
    page.reload()
    open_table(page, "Computer", **{IVORY: 2, INK: 2})
    person = Flicker(page)
    person.reach("flick")
    page.evaluate(AT_REST)
    page.evaluate(WATCHED)
    # the bench has come as near as it comes by itself
    page.wait_for_function("() => window.still()")
    notice = page.get_by_test_id("notice")

    def flick(fingers: int = 1) -> None:
        own = page.locator("[data-place][tabindex='0']").bounding_box()
        assert own
        person.swipe((own["x"] + 12, own["y"] + 40), (0, -90), fingers=fingers)
        answer = page.evaluate("window.answer")
        assert answer["pixels"] > MOVED_AT_ONCE
        # a solid bench without a graphics card takes longer for any picture
        assert answer["ms"] < 50 or path == SOLID

    def is_back() -> None:
        page.wait_for_function(f"() => window.changed() < {SAME}")

    before = person.ply()
    if path == FLAT:
        page.evaluate("window.spoilt = true")
        flick()
        expect(notice).to_be_visible()
        is_back()
        page.evaluate("window.spoilt = false")
        page.context.set_offline(True)
        flick(fingers=2)
        expect(notice).to_contain_text("The connection is lost. Your flick is sent as soon as it is back.")
        is_back()
        assert person.ply() == before
        page.context.set_offline(False)
    else:
        flick()
    page.wait_for_function(MOVED_ON, arg=before)
    by_finger = "Move by finger: " if path == FLAT else " by finger: "
    expect(page.get_by_role("region", name="Log").get_by_text(by_finger)).to_be_attached()


def test_a_mouse_drags_across_a_block_and_zooms_the_bench_on_a_desk(open_page: Opener):
    person = at_the_bench(open_page, "wide desk")
    person.reach("flick")
    page = person.page
    expect(page.get_by_test_id("swipe")).to_contain_text("Drag across")
    room = page.get_by_test_id("bench").bounding_box()
    assert room
    # it ends where its picture does: the table, and a tray at both ends
    assert 0.8 < room["width"] / room["height"] < 0.9
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Whole bench").click()
    expect(page.get_by_role("button", name="Whole bench")).to_have_count(0)
    own = page.locator("[data-place][tabindex='0']").bounding_box()
    assert own
    x, y = own["x"] + 12, own["y"] + 12
    page.mouse.move(x, y + 50)
    page.mouse.down()
    page.mouse.move(x, y - 60, steps=6)
    stroke = page.get_by_test_id("stroke")
    expect(stroke).to_have_text(re.compile(r"^\d+ %$"))
    # until the mouse has rested
    page.wait_for_function("begun => performance.now() > begun + 60", arg=page.evaluate("performance.now()"))
    page.mouse.up()
    expect(page.get_by_test_id("notice")).to_contain_text("The mouse had stopped.")
    expect(stroke).to_have_count(0)


def test_odds_stand_beside_the_aim_and_stay_while_it_changes(open_page: Opener):
    person = at_the_bench(open_page)
    person.line_up()
    page = aiming(person)
    person.aim_by_buttons()
    box = page.get_by_test_id("odds-box")
    expect(box).to_have_attribute("aria-busy", "false")
    parts = [int(text.split("%")[0]) for text in box.get_by_test_id("odds").locator("li").all_inner_texts()]
    assert 98 <= sum(parts) <= 102
    expect(box).to_contain_text("Touches first:")
    height = box.bounding_box()
    page.get_by_role("button", name="Aim half a degree further left").tap()
    # the numbers of before stay in sight until the new ones are there
    expect(box.get_by_test_id("odds")).to_be_visible()
    after = box.bounding_box()
    assert height
    assert after
    assert abs(height["height"] - after["height"]) < 30
    # away from everybody
    page.get_by_role("button", name="Softer").tap()
    expect(box).to_have_attribute("aria-busy", "false")


def test_a_turn_is_played_with_the_keyboard_alone(open_page: Opener):
    person = at_the_bench(open_page, "desk")
    page = person.page
    before = person.ply()
    page.get_by_test_id("formation").first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Confirm", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_function(MOVED_ON, arg=before)
    for _ in range(60):
        asked = person.wait()
        if asked in ("flick", "choose"):
            break
        person.act()
    if page.get_by_test_id("way").inner_text() == "Aim instead":
        page.get_by_test_id("way").focus()
        page.keyboard.press("Enter")
    page.locator("[data-place][tabindex='0']").focus()
    if not page.locator("[data-place][aria-pressed=true]").count():
        page.keyboard.press("Enter")
    chosen = page.locator("[data-place][aria-pressed=true]")
    expect(chosen).to_have_count(1)
    chosen.focus()
    page.keyboard.press("ArrowLeft")
    aimed, power = exact(page)
    page.keyboard.press("ArrowUp")
    assert speed(page) > power
    page.keyboard.press(",")
    assert direction(page) == pytest.approx((aimed + 0.5) % 360)
    page.keyboard.press("[")
    expect(page.get_by_role("button", name="Back to current move")).to_be_visible()
    page.keyboard.press("]")
    expect(page.get_by_test_id("direction")).to_be_visible()
    before = person.ply()
    page.keyboard.press("f")
    page.wait_for_function(MOVED_ON, arg=before)


@pytest.mark.long
def test_a_broken_block_is_told_by_nothing_and_can_be_rallied(open_page: Opener):
    page = open_page(FLAT, "phone")
    told: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: told.append(str(data))))
    open_table(page, "Hot seat", **{IVORY: 4, INK: 4, RALLY: 6})
    page.locator(".curtain button").tap()
    people = Flicker(page)
    people.reach("rally")
    scenes = [message["scene"] for message in map(json.loads, told) if message.get("type") == "snapshot"]
    broken = [block for scene in scenes for block in scene["blocks"] if block["broken"]]
    # T2.5: neither side nor kind, for nobody
    assert broken
    assert all(block["side"] is None and block["kind"] is None for block in broken)
    # T1.5: who places sees nothing of what the other placed
    placing = [message for message in map(json.loads, told) if message.get("phase") == "place"]
    assert placing
    assert all(
        block["side"] == message["seat"] for message in placing for block in message["scene"]["blocks"]
    )
    expect(people.block("broken block").first).to_be_attached()
    expect(people.block("broken block").first).not_to_have_accessible_name(
        # its place is measured from the edges of one side, whosever it is
        re.compile(r"\b(Ivory|Ink)\b(?!'s (left|own edge))|archer|cavalry|pike")
    )
    page.get_by_test_id("broken").first.tap()
    expect(page.get_by_test_id("rally-odds")).to_contain_text(
        re.compile(r"the chance that the block is yours is \d+\s%")
    )
    before = people.ply()
    page.get_by_role("button", name="Turn it face up").tap()
    page.wait_for_function(MOVED_ON, arg=before)
    expect(page.get_by_role("list", name="Just now")).to_contain_text("turns a broken block face up")
    # what it was cannot be looked up, and that is said
    page.goto(f"{page.url}?ply=0")
    page.locator(".curtain button").tap()
    expect(page.get_by_test_id("notice")).to_contain_text("you can look back to position")
    expect(page).not_to_have_url(re.compile("ply="))


def test_a_film_that_is_skipped_shows_its_end_at_once(open_page: Opener):
    page = open_page(FLAT, "phone", reduced_motion="no-preference")
    page.evaluate("localStorage.setItem('sandtable.prefs', JSON.stringify({speed: 'slow', sound: false}))")
    page.reload()
    open_table(page, "Hot seat", **{IVORY: 2, INK: 2})
    page.locator(".curtain button").tap()
    people = Flicker(page)
    people.reach("flick")
    people.aim_by_buttons()
    people.flick()
    film = page.get_by_test_id("film")
    expect(film.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Escape")
    # long before it would have ended by itself
    expect(film.get_by_role("button", name="Replay")).to_be_visible(timeout=700)
    moment = film.get_by_role("slider", name="Position in the replay")
    assert moment.input_value() == moment.get_attribute("max")


def test_a_flick_is_shown_as_a_film_that_can_be_scrubbed(open_page: Opener):
    page = open_page(FLAT, "phone", reduced_motion="no-preference")
    page.evaluate("localStorage.setItem('sandtable.prefs', JSON.stringify({speed: 'fast', sound: false}))")
    page.reload()
    open_table(page, "Hot seat", **{IVORY: 2, INK: 2})
    page.locator(".curtain button").tap()
    people = Flicker(page)
    people.reach("flick")
    expect(page.get_by_test_id("film")).to_have_count(0)
    people.aim_by_buttons()
    people.flick()
    film = page.get_by_test_id("film")
    moment = film.get_by_role("slider", name="Position in the replay")
    # it plays by itself, and the blocks can be reached again when all is at rest
    expect(film.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("[data-place]")).to_have_count(0)
    expect(film.get_by_role("button", name="Replay")).to_be_visible()
    expect(page.locator("[data-place]").first).to_be_attached()
    assert moment.input_value() == moment.get_attribute("max")
    moment.fill("3")
    expect(moment).to_have_attribute("aria-valuetext", re.compile("^0.1 of "))
    expect(page.locator("[data-place]")).to_have_count(0)
    film.get_by_role("button", name="Slow").tap()
    expect(film.get_by_role("button", name="Slow")).to_have_attribute("aria-pressed", "true")
    film.get_by_role("button", name="Replay").tap()
    expect(film.get_by_role("button", name="Pause")).to_be_visible()


def test_the_cards_and_the_losses_are_counted(open_page: Opener):
    person = at_the_bench(open_page, "desk")
    person.line_up()
    aiming(person)
    page = person.page
    ivory = page.get_by_role("region", name="Ivory (you)")
    row = ivory.get_by_role("row", name=re.compile("^Standing"))
    assert sum(int(cell) for cell in row.get_by_role("cell").all_inner_texts() if cell.strip()) <= 2
    # a card is on the table: what is still to come, the discards and this one are all there are
    counts = [
        sum(
            int(cell)
            for cell in ivory.get_by_role("row", name=re.compile(f"^{name}"))
            .get_by_role("cell")
            .all_inner_texts()
            if cell.strip()
        )
        for name in ("Cards to come", "Discarded")
    ]
    assert 3 <= sum(counts) <= 4
    expect(page.get_by_test_id("card")).to_contain_text(re.compile("Ivory: (Archer|Cavalry|Pike|Rally)"))
    expect(ivory).to_contain_text("The hand is off by 3° in direction and 12 % in speed.")


PIXELS = """
async ([data, points]) => {
  // a block is as wide as the burnt sign on it is narrow: of the pixels around its middle some are body, some sign
  const image = await createImageBitmap(await (await fetch(data)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const linear = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  return points.map(([x, y, share]) => {
    const found = [];
    for (let dx = -14; dx <= 14; dx++) for (let dy = -5; dy <= 5; dy++) {
      const [r, g, b] = context.getImageData(x + dx, y + dy, 1, 1).data;
      found.push(0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b));
    }
    return found.sort((a, b) => a - b)[Math.floor(share * (found.length - 1))];
  });
}
"""


@pytest.mark.parametrize(
    ("path", "size"),
    quick(
        (FLAT, "desk"),
        of=product((FLAT, SOLID), ("phone", "desk")),
        study=product((SOLID,), ("phone", "desk")),
    ),
)
def test_blocks_stand_out_from_the_oak_on_rendered_pixels(open_page: Opener, path: str, size: str):
    page = open_page(path, size, bypass_csp=True)
    open_table(page, "Hot seat", **{IVORY: 4, INK: 4})
    page.locator(".curtain button").click()
    people = Flicker(page)
    people.reach("flick")
    page.keyboard.press("Escape")
    page.evaluate(AT_REST)
    # the aim and the marks of the interface lie over the picture that is measured
    page.add_style_tag(content="[data-screen-only], .decide, .top { visibility: hidden !important }")
    bench = page.get_by_test_id("bench")
    bench.scroll_into_view_if_needed()
    room = bench.bounding_box()
    assert room
    picture = "data:image/png;base64," + base64.b64encode(page.screenshot(clip=room, scale="css")).decode()
    shades: dict[str, list[float]] = {}
    oak: list[float] = []
    # the body of a block is what is not the sign on it: the brightest, the darkest of its pixels
    for side, share in (("Ivory's", 0.95), ("Ink's", 0.05)):
        boxes = [box for block in people.block(side).all() if (box := block.bounding_box())]
        middles = [(box["x"] + 12 - room["x"], box["y"] + 12 - room["y"]) for box in boxes]
        shades[side] = page.evaluate(PIXELS, [picture, [[x, y, share] for x, y in middles]])
        oak += page.evaluate(
            PIXELS, [picture, [[x, y + away, 0.5] for x, y in middles for away in (-26, 26)]]
        )
        assert shades[side]
    wood = sorted(oak)[len(oak) // 2]
    assert all((shade + 0.05) / (wood + 0.05) >= 3 for shade in shades["Ivory's"]), (shades, wood)
    assert all((wood + 0.05) / (shade + 0.05) >= 3 for shade in shades["Ink's"]), (shades, wood)


def test_a_tap_on_the_wrong_block_says_why(open_page: Opener):
    person = at_the_bench(open_page)
    person.line_up()
    page = aiming(person)
    page.keyboard.press("Escape")
    person.block("Ink's").first.dispatch_event("click")
    told = page.get_by_test_id("notice")
    expect(told).to_contain_text("to aim at it, draw a line from your own block")
    assert "T3.1" in told.inner_text()


def test_a_spectator_sees_the_bench_and_decides_nothing(open_page: Opener):
    person = at_the_bench(open_page)
    person.line_up()
    aiming(person)
    watching = open_page(person.page.url, "desk", bypass_csp=True)
    expect(watching.get_by_text("You are watching").first).to_be_visible()
    expect(watching.locator("[data-place^=block]")).to_have_count(
        person.page.locator("[data-place^=block]").count()
    )
    expect(watching.get_by_role("button", name=re.compile("^Flick "))).to_have_count(0)
    assert violations(watching) == []


@pytest.mark.parametrize("size", quick("low phone", of=("low phone", "phone")))
def test_odds_and_the_flick_are_in_sight_together(open_page: Opener, size: str):
    person = at_the_bench(open_page, size)
    page = aiming(person)
    person.aim_by_drawing()
    odds = page.get_by_test_id("odds-box")
    expect(odds).to_contain_text("Touches first")
    flick = person.flicks.bounding_box()
    box = odds.bounding_box()
    panel = page.locator(DECISION).bounding_box()
    assert flick
    assert box
    assert panel
    assert panel["y"] <= box["y"] < box["y"] + box["height"] <= flick["y"]
