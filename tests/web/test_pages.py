"""Every page, seen by axe and by measure, and the parts of a table that a match alone does not show."""

import base64
import json
import re
import struct

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from sandtable.games import spec
from tests.markers import quick
from tests.web.accessibility import AT_REST, cut_off, sideways, violations
from tests.web.conftest import EVERY, HELD, LOOKS, SIZES, Opener
from tests.web.page_player import DECISION, IN_SIGHT, LOOK, Stranger, choose_from_menu, sit_down
from tests.web.test_whole_matches import HEALTH, open_table

ROUTES = (
    "/play/rout",
    "/",
    *(
        f"/{page}/{game}"
        for game in ("assault", "optio", "rout", "rush")
        for page in ("new", "rules", "learn")
    ),
    "/settings",
    "/j/nosuchinvitation",
    "/g/nosuchtable00",
    "/nowhere",
)


def test_contrast_is_measured_where_axe_cannot_tell_the_ground(open_page: Opener):
    page = open_page("/settings", "phone", bypass_csp=True)
    page.set_content(
        "<!doctype html><html lang=en><title>x</title><main><h1 style='background: linear-gradient(#fff, #ddd)'>x</h1>"
        + "".join(
            f"<p style='background: linear-gradient({ground}, {ground}); color: {ink}'>{ink} on {ground}</p>"
            for ink, ground in (("#777", "#fff"), ("#757575", "#fff"), ("#444", "#555"), ("#fff8", "#000"))
        )
        + "<svg width=200 height=60 aria-hidden=true><image width=200 height=60 /><rect width=200 height=60 fill='#336'/>"
        "<text y=20 fill='#447'>dark</text><text y=50 fill='#fff'>light</text></svg></main>"
    )
    found = [line.split(" on pixels: ") for line in violations(page)]
    assert [(text[:11], words[words.index(">") + 1 :].split("<")[0]) for text, words in found] == [
        ("contrast 4.", "#777 on #fff"),
        ("contrast 1.", "#444 on #555"),
        ("contrast 1.", "dark"),
    ]


@pytest.mark.parametrize(("size", "scheme"), quick(of=LOOKS, study=LOOKS[1:]))
def test_axe_finds_nothing_on_any_page(open_page: Opener, size: str, scheme: str):
    page = open_page("/", size, color_scheme=scheme, bypass_csp=True)
    for route in ROUTES:
        page.goto(route)
        page.get_by_role("heading").first.wait_for()
        page.wait_for_load_state("networkidle")
        assert violations(page) == [], route
        assert sideways(page) <= 0, route


GAMES = ("assault", "optio", "rout", "rush")


WHOLE = """
() => {
  const picture = document.querySelector("[data-board] [data-picture]")?.getBoundingClientRect();
  const { top } = document.querySelector("[data-decision]").getBoundingClientRect();
  return picture && picture.top > -1 && picture.bottom < top + 1 && picture.height > innerHeight / 2;
}
"""


@pytest.mark.parametrize(
    ("size", "game"),
    quick(
        ("sideways phone", "rush"),
        ("upright small tablet", "rush"),
        of=[(size, game) for size in HELD for game in GAMES],
    ),
)
def test_what_is_decided_is_in_sight_however_a_phone_or_a_tablet_is_held(
    open_page: Opener, size: str, game: str
):
    page = open_page(f"/new/{game}", size)
    open_table(page, "Computer")
    if game == "assault":
        Stranger(page).set_up()
    decision, board = page.locator(DECISION), page.locator("[data-picture]").first
    expect(decision.get_by_role("button").first).to_be_enabled()
    page.wait_for_function(IN_SIGHT)
    expect(decision.get_by_role("button").first).to_be_in_viewport()
    assert sideways(page) <= 0
    if size.startswith("upright"):
        # the board as a whole, above the decision
        page.wait_for_function(WHOLE)
    else:
        # or next to it
        asked, shown = decision.bounding_box(), board.bounding_box()
        assert asked
        assert shown
        assert shown["x"] + shown["width"] - 1 <= asked["x"]
        assert shown["height"] <= EVERY[size][1]


def test_no_table_is_cut_off_or_scrolls_sideways_on_an_enlarged_page(open_page: Opener):
    page = open_page("/print", "enlarged phone")
    page.get_by_role("link", name="Print : Rush").wait_for()
    assert (sideways(page), cut_off(page)) == (0, [])
    for game in GAMES:
        page.goto(f"/play/{game}")
        page.get_by_role("button", name="Start").wait_for()
        assert (sideways(page), cut_off(page)) == (0, []), game
        page.get_by_role("button", name="Start").tap()
        page.wait_for_url(re.compile("/g/[^?]+$"))
        page.locator(DECISION).get_by_role("button").first.wait_for()
        assert (sideways(page), cut_off(page)) == (0, []), game
    page.goto("/")
    page.get_by_role("heading", name="My tables").wait_for()
    assert (sideways(page), cut_off(page)) == (0, [])


def test_numbers_are_assigned_on_an_enlarged_page_without_a_word_cut_off(open_page: Opener):
    page = open_page("/new/assault", "enlarged phone")
    open_table(page, "Computer")
    page.get_by_role("group", name="Navy 2").get_by_role("slider").last.wait_for()
    assert (sideways(page), cut_off(page)) == (0, [])


KEPT = {
    "table": "nosuchtable00",
    "game": "optio",
    "why": "It was played by others.",
    "names": ["Ann", "Bob"],
    "seat": None,
    "created": 1,
    "rules": 9,
    "draws": 2,
    "settings": {},
    "take_back": "free",
    "events": [
        {"seq": 1, "seat": 0, "kind": "action", "text": "Ann decides.", "time": 0, "action": 7},
        {"seq": 2, "seat": 1, "kind": "action", "text": "Bob decides.", "time": 5, "action": None},
    ],
}


def test_what_is_kept_of_a_match_that_is_not_played_on_is_listed_and_saved(open_page: Opener):
    page = open_page("/", "small phone", shared=False, bypass_csp=True)
    page.route("**/api/v1/tables/*/kept", lambda route: route.fulfill(json=KEPT))
    page.goto("/g/nosuchtable00")
    lines = page.get_by_test_id("kept").get_by_role("listitem")
    expect(lines).to_contain_text(["Ann decides. Action 7.", "Bob decides."])
    expect(lines.last).to_contain_text("1970")
    expect(lines.last).not_to_contain_text("Action")
    assert (violations(page), sideways(page)) == ([], 0)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save list").click()
    assert saved.value.suggested_filename == "optio-nosuchtable00.json"
    assert json.loads(saved.value.path().read_text(encoding="utf-8")) == KEPT


@pytest.mark.parametrize("size", quick(of=SIZES, study=("phone", "desk")))
def test_axe_finds_nothing_at_the_table(open_page: Opener, size: str):
    page = open_page("/", size, bypass_csp=True)
    sit_down(page)
    page.wait_for_url("**/g/*")
    page.get_by_role("button", name="Confirm", exact=True).wait_for()
    assert violations(page) == []
    stranger = Stranger(page, 4)
    stranger.set_up()
    for _ in range(6):
        stranger.act()
    assert violations(page) == []
    assert sideways(page) <= 0
    page.goto(page.url.split("?")[0] + "?ply=3")
    page.get_by_role("group", name="Replay").wait_for()
    assert violations(page) == []


def test_targets_of_the_table_are_large_enough_for_thumbs(open_page: Opener):
    page = open_page("/", "small phone")
    sit_down(page)
    Stranger(page).set_up()
    small = page.evaluate(
        "() => [...document.querySelectorAll('button, a.button, [role=button]')].map(e => [e, e.getBoundingClientRect()])"
        ".filter(([e, r]) => r.width && (r.width < 24 || r.height < 24)).map(([e]) => e.outerHTML.slice(0, 100))"
    )
    assert small == []


def test_a_refused_tile_says_why_and_links_the_clause(open_page: Opener):
    page = open_page("/new/assault", "phone")
    open_table(page, "Computer")
    stranger = Stranger(page, 2)
    stranger.set_up()
    while stranger.act() != "tile":
        pass
    while stranger.asked() != "tile":
        stranger.act()
    # which tiles are out of reach is read once: while an answer is on its way, the page frames none
    far = page.eval_on_selector_all(
        "[data-tile]:not(:has(.reach))", "tiles => tiles.map((tile) => tile.dataset.tile)"
    )
    for tile in far:
        page.locator(f"[data-tile='{tile}']").tap()
        if page.get_by_test_id("notice").count():
            break
    notice = page.get_by_test_id("notice")
    expect(notice).to_contain_text(
        re.compile(r"further than this roll reaches|A pawn is there|not a legal destination")
    )
    expect(
        notice.get_by_role("button", name=re.compile("A2|rule", re.IGNORECASE))
        .or_(notice.get_by_role("link"))
        .first
    ).to_be_visible()
    expect(page.locator("[data-tile] .reach").first).to_be_visible()


# the board at the upper edge, and from then on where the page stands, frame by frame
WATCH_FROM_THE_BOARD = """
() => {
  scrollBy(0, document.querySelector("[data-picture]").getBoundingClientRect().top + 60);
  window.stood = [scrollY];
  const look = () => { window.stood.push(scrollY); requestAnimationFrame(look); };
  requestAnimationFrame(look);
}
"""
HAS_GONE_UP = "() => window.stood.at(-1) < window.stood[0] && window.stood.at(-1) === window.stood.at(-9)"


def test_a_spectator_sees_neither_hand_and_a_return_link_the_own_one(open_page: Opener):
    page = open_page("/new/assault", "desk")
    open_table(page, "Computer")
    Stranger(page).set_up("Sneaky")
    page.get_by_text("goes first").first.wait_for()
    back = page.get_by_role("textbox", name=re.compile("Your seat link")).input_value()
    spectator = open_page(page.url, "low phone", shared=False, reduced_motion="no-preference")
    expect(spectator.get_by_text("You are watching.").first).to_be_visible()
    spoken = spectator.locator("body").inner_text()
    assert "Confirm" not in spoken
    returned = open_page(back, "phone")
    returned.wait_for_url("**/g/*")
    expect(returned.get_by_label("Players").get_by_text("Navy · you")).to_be_visible()
    # a truncated one is explained to people, not to programmers
    cut = open_page(back[: back.index("#") + 5], "phone")
    expect(cut.get_by_text("This isn't a valid seat link.")).to_be_visible()
    # the page goes straight to the result: it does not follow the board, which the result pushes down, first
    spectator.evaluate(WATCH_FROM_THE_BOARD)
    choose_from_menu(page, "Resign", "Yes, resign")
    spectator.get_by_test_id("result").wait_for()
    spectator.wait_for_function(HAS_GONE_UP)
    stood = spectator.evaluate("() => window.stood")
    assert max(stood) == stood[0]


def test_a_lost_connection_is_loud_and_comes_back_by_itself(open_page: Opener):
    page = open_page("/", "phone")
    sit_down(page)
    stranger = Stranger(page, 6)
    stranger.set_up()
    stranger.act()
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    banner = page.get_by_text(re.compile("offline|connection|not responding", re.IGNORECASE)).first
    expect(banner).to_be_visible()
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(banner).to_be_hidden(timeout=30_000)
    for _ in range(4):
        stranger.act()


def test_any_position_has_an_address(open_page: Opener):
    page = open_page("/", "desk", shared=False)
    sit_down(page)
    stranger = Stranger(page, 8)
    stranger.set_up()
    for _ in range(4):
        stranger.act()
    page.locator(".scrubber").wait_for()
    page.keyboard.press("[")
    expect(page).to_have_url(re.compile(r"\?ply=\d+"))
    # whoever opens it sees nothing that was later, however long the position takes
    asked: list[Route] = []
    page.route("**/at/5", lambda route: asked.append(route))
    page.goto(page.url.split("?")[0] + "?ply=5")
    expect(page.get_by_role("heading", name="Loading move 5…")).to_be_visible()
    expect(page.locator(".scrubber")).to_have_count(0)
    asked[0].continue_()
    expect(page.locator(".scrubber input")).to_have_value("5")


def test_a_position_is_shared_by_its_address_and_a_stranger_sees_it(open_page: Opener):
    page = open_page("/", "small phone", shared=False, permissions=["clipboard-read", "clipboard-write"])
    sit_down(page)
    page.wait_for_url("**/g/*")
    own = Stranger(page, 4)
    own.set_up()
    for _ in range(3):
        own.act()
    page.get_by_role("button", name="Previous move").click()
    place = page.get_by_role("slider", name="Move")
    page.wait_for_url(re.compile("ply="))
    ply = page.url.partition("ply=")[2]
    # the address says first what is fetched then
    expect(place).to_have_value(ply)
    assert sideways(page) <= 0
    # long enough for a thumb to seek with
    assert place.bounding_box()["width"] > 120
    choose_from_menu(page, "Share this position")
    dialog = page.get_by_role("dialog", name="Share")
    dialog.get_by_role("button", name="Copy").click()
    expect(dialog.get_by_text("Copied.")).to_be_visible()
    address = page.evaluate("navigator.clipboard.readText()")
    assert address == f"{page.url.split('?')[0]}?ply={ply}"
    # what a player reads is not for a stranger, so the clip is left to those who watch
    dialog.get_by_label("Several moves").check()
    expect(dialog.get_by_role("button", name="Make clip")).to_have_count(0)
    # a device with a way of its own to send addresses is asked to
    page.add_init_script("navigator.share = ({url}) => Promise.resolve(window.shared = url)")
    page.reload()
    choose_from_menu(page, "Share this position")
    dialog.get_by_role("button", name="Share").click()
    assert page.evaluate("window.shared") == address

    fresh = open_page(address, "desk")
    expect(fresh.get_by_role("slider", name="Move")).to_have_value(ply)
    expect(fresh.get_by_role("button", name="Back to current move")).to_be_visible()
    expect(fresh.get_by_text("Your seat link")).to_have_count(0)
    # who watches does not count himself
    expect(page.get_by_text("1 watching")).to_be_visible()
    expect(fresh.get_by_text("You are watching")).to_be_visible()
    expect(fresh.get_by_text(re.compile(r"\d (more )?watching"))).to_have_count(0)
    expect(fresh.locator('meta[property="og:image"]')).to_have_attribute(
        "content", re.compile(rf"card\?ply={ply}$")
    )


def test_a_line_of_the_log_brings_its_moment_into_sight(open_page: Opener):
    page = open_page("/", "low phone")
    sit_down(page)
    own = Stranger(page, 4)
    own.set_up()
    for _ in range(4):
        own.act()
    board = page.locator("[data-picture]")
    line = page.get_by_title("Jump to this moment").first
    line.scroll_into_view_if_needed()
    expect(board).not_to_be_in_viewport()
    line.tap()
    page.wait_for_url(re.compile("ply="))
    expect(board).to_be_in_viewport(ratio=0.6)


@pytest.mark.long
def test_a_stretch_is_played_by_its_address_and_saved_as_a_clip(open_page: Opener):
    page = open_page("/", "small phone")
    sit_down(page)
    page.wait_for_url("**/g/*")
    own = Stranger(page, 4)
    own.set_up()
    for _ in range(2):
        own.act()
    table = page.url.split("?")[0]

    watcher = open_page(f"{table}?ply=2&to=5", "small phone", shared=False)
    place = watcher.get_by_role("slider", name="Move")
    expect(place).to_have_value("5", timeout=20_000)
    expect(watcher.get_by_role("button", name="Play replay")).to_be_visible()
    assert watcher.url == f"{table}?ply=5"

    dialog = _stretch(watcher)
    dialog.get_by_label("From move").fill("9999")
    expect(dialog.get_by_role("status")).to_contain_text("Choose moves from 0 to")
    dialog.get_by_label("From move").fill("4")
    expect(dialog.get_by_label("Spectator link")).to_have_value(f"{table}?ply=4&to=5")
    assert sideways(watcher) <= 0
    assert _clip(watcher, dialog, "mp4")[4:8] == b"ftyp"
    # a browser that cannot encode films makes an animated picture
    watcher.add_init_script("delete window.VideoEncoder")
    watcher.reload()
    animated = _clip(watcher, _stretch(watcher), "gif")
    assert animated.startswith(b"GIF89a")
    # upright, as on a phone
    assert struct.unpack("<HH", animated[6:10]) == (720, 1280)


def _stretch(page: Page) -> Locator:
    choose_from_menu(page, "Share this position")
    dialog = page.get_by_role("dialog", name="Share")
    dialog.get_by_label("Several moves").check()
    return dialog


def _clip(page: Page, dialog: Locator, ending: str) -> bytes:
    dialog.get_by_role("button", name="Make clip").click()
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save clip").click()
    assert download.value.suggested_filename.endswith(f".{ending}")
    return download.value.path().read_bytes()


SEEN = "() => document.querySelector('[data-layer]').getAttribute('transform') ?? ''"
VIEW = re.compile(r"translate\((\S+) (\S+)\) scale\((\S+)\)")


def test_a_board_is_enlarged_moved_and_seen_whole_again(open_page: Opener):
    page = open_page("/", "wide desk")
    sit_down(page)
    page.get_by_role("button", name="Confirm").click()

    def view() -> list[float]:
        found = VIEW.fullmatch(page.evaluate(SEEN))
        assert found
        return [float(number) for number in found.groups()]

    box = page.locator("[data-layer]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    for _ in range(5):
        page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_function(
        "() => /scale\\(1\\.[67]/.test(document.querySelector('[data-layer]').getAttribute('transform'))"
    )
    before = view()
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    page.mouse.up()
    after = view()
    assert after[2] == before[2]
    assert (after[0] > before[0], after[1] > before[1]) == (True, True)
    page.mouse.dblclick(x, y)
    assert view() == [0, 0, 1]


def test_the_replay_is_dragged_on_a_phone(open_page: Opener):
    page = open_page("/", "phone")
    sit_down(page)
    Stranger(page).set_up()
    page.wait_for_function(LOOK)
    at = page.get_by_role("slider", name="Move")
    at.scroll_into_view_if_needed()
    box = at.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] - 9, middle)
    page.mouse.down()
    for part in (0.8, 0.5, 0.2, 0.0):
        page.mouse.move(box["x"] + part * box["width"], middle)
    page.mouse.up()
    expect(at).to_have_value(at.get_attribute("min") or "")


def test_the_own_tables_show_board_opponent_and_whose_turn_it_is(open_page: Opener):
    page = open_page("/", "small phone")
    sit_down(page)
    page.wait_for_url("**/g/*")
    page.get_by_role("button", name="Confirm").wait_for()
    page.goto("/")
    row = page.get_by_role("region", name="My tables").get_by_role("link")
    expect(row).to_contain_text("All Out Assault against Computer, ")
    expect(row).to_contain_text(re.compile("Your turn|Waiting"))
    expect(row).to_contain_text("just now")
    page.wait_for_function("document.querySelector('#mine ~ ul img').naturalWidth > 0")
    assert sideways(page) <= 0


def test_rules_open_at_the_clause_of_the_address(open_page: Opener):
    page = open_page("/rules/assault#A4.5", "phone")
    clause = page.locator("[id='A4.5']")
    expect(clause).to_be_in_viewport()
    expect(clause).to_contain_text("the defender names a stat")
    # where a desk has room, what the rules are about is next to lines that can be read
    contents = page.get_by_role("navigation", name="Contents")
    expect(contents).to_be_hidden()
    page.set_viewport_size({"width": 1440, "height": 900})
    contents.get_by_role("link", name="The table").click()
    expect(page.locator("[id='A1.1']")).to_be_in_viewport()
    beside, text = contents.bounding_box(), page.locator(".rules").bounding_box()
    assert beside
    assert text
    assert beside["x"] + beside["width"] < text["x"]
    assert text["width"] < 720


# the letters of the longest line of a paragraph
LONGEST_LINE = """
() => Math.max(...[...document.querySelectorAll("main p")].map((p) => {
  const lines = new Map();
  const texts = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const word of text.data.matchAll(/\\S+\\s*/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const box = range.getBoundingClientRect();
      const line = Math.round(box.bottom / 6);
      if (box.width > 1) lines.set(line, (lines.get(line) ?? 0) + word[0].length);
    }
  return Math.max(0, ...lines.values());
}))
"""


def test_a_desk_has_its_width_used_and_no_line_too_long_to_read(open_page: Opener):
    page = open_page("/settings", "wide desk")
    for address, columns in (("/settings", ".groups > *"), ("/measure?game=assault", "form > *")):
        page.goto(address)
        page.locator(columns).nth(1).wait_for()
        first, second = (page.locator(columns).nth(n).bounding_box() for n in (0, 1))
        assert first["x"] + first["width"] < second["x"]
        assert first["y"] == second["y"]
        assert page.evaluate(LONGEST_LINE) <= 80
    page.goto("/rules/optio")
    page.locator(".clause").first.wait_for()
    assert 60 < page.evaluate(LONGEST_LINE) <= 80


# words of the page that are seen, without numbers and marks of clauses, pictures, and what is pressed
SEEN_WORDS = """
() => {
  const texts = document.createTreeWalker(document.querySelector(".rules"), NodeFilter.SHOW_TEXT);
  const label = "svg, .mark, .id, summary, .time, details:not([open])";
  let count = 0;
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (!text.parentElement.closest(label)) count += text.data.match(/\\S+/g)?.length ?? 0;
  return count;
}
"""


@pytest.mark.parametrize("game", quick("rush", of=GAMES))
def test_rules_say_how_long_they_are_read_and_fold_the_rest(open_page: Opener, game: str):
    page = open_page(f"/rules/{game}", "small phone", bypass_csp=True)
    time, folds = page.locator(".rules .time"), page.locator(".rules details")
    open_folds = page.locator(".rules details[open]")
    said = [int(number) for number in re.findall(r"\d+", time.inner_text())]
    words = page.evaluate(SEEN_WORDS)
    assert words <= 1150
    assert said[0] == -(-words // 230)
    fold = folds.first
    fold.locator("summary").tap()
    expect(open_folds).to_have_count(1)
    assert page.evaluate(SEEN_WORDS) > words
    # on paper all is open, and afterwards as it was
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(open_folds).to_have_count(folds.count())
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(open_folds).to_have_count(1)
    page.get_by_role("button", name="Show all details").tap()
    expect(open_folds).to_have_count(folds.count())
    assert said[1] == -(-page.evaluate(SEEN_WORDS) // 230)
    assert (violations(page), sideways(page)) == ([], 0)
    page.get_by_role("button", name="Hide all details").tap()
    expect(open_folds).to_have_count(0)
    # an address that names a clause opens what belongs to it
    clause = page.locator(".clause:has(details)").last
    page.evaluate("id => (location.hash = id)", clause.get_attribute("id"))
    expect(clause.locator("details")).to_have_attribute("open", "")
    expect(open_folds).to_have_count(1)
    expect(clause).to_be_in_viewport()


@pytest.mark.parametrize("size", quick("small phone", of=SIZES))
def test_it_is_shown_whose_game_it_is_and_where_each_clause_comes_from(open_page: Opener, size: str):
    page = open_page("/", size)
    for game in map(spec, ("assault", "optio", "rush", "rout")):
        card = page.get_by_role("article", name=game.name, exact=True)
        expect(card).to_contain_text(game.summary)
        card.get_by_role("button", name="More").click()
        expect(card).to_contain_text(game.about)
    page.goto("/rules/optio")
    legend = "Marks: original: is what the designer's document says, ruling: settles what it leaves open, and filled in:"
    expect(page.locator(".intro")).to_contain_text(legend)
    expect(page.locator("main")).to_contain_text(spec("optio").about)
    marks = page.locator("[id='O1.1'] .mark")
    expect(marks).to_have_text(["original: ", "filled in: "])
    frames = marks.evaluate_all("all => all.map((one) => getComputedStyle(one).borderTopStyle)")
    assert frames == ["solid", "dashed"]
    for box in (marks.nth(0).bounding_box(), marks.nth(1).bounding_box()):
        assert 0 < box["x"] < box["x"] + box["width"] <= page.viewport_size["width"]
        assert box["height"] < 30


def test_pieces_stand_out_from_the_board_on_rendered_pixels(open_page: Opener):
    page = open_page("/", "desk", bypass_csp=True)
    sit_down(page)
    Stranger(page).set_up()
    page.get_by_role("group", name=re.compile("^Board, ")).wait_for()
    page.evaluate(AT_REST)
    picture = page.screenshot(clip=page.get_by_role("group", name=re.compile("^Board, ")).bounding_box())
    shades = _luminances(page, picture)
    # the cream of a tile, the navy of a disc and the rust of a diamond, by their share of the picture
    cream, navy, rust = shades["e9e0c7"], shades["navy"], shades["rust"]
    assert (cream + 0.05) / (navy + 0.05) >= 3
    assert (cream + 0.05) / (rust + 0.05) >= 3


def _luminances(page: Page, picture: bytes) -> dict[str, float]:
    script = """
    async (data) => {
      const image = await createImageBitmap(await (await fetch(data)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const pixels = context.getImageData(0, 0, image.width, image.height).data;
      const linear = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
      const sums = { e9e0c7: [0, 0], navy: [0, 0], rust: [0, 0] };
      for (let i = 0; i < pixels.length; i += 4) {
        const [r, g, b] = [pixels[i], pixels[i + 1], pixels[i + 2]];
        const name = r > 215 && g > 205 && b > 170 && r - b > 15 ? "e9e0c7"
          : b > r + 40 && b > g + 30 ? "navy" : r > g + 70 && r > b + 70 && r > 120 ? "rust" : null;
        if (!name) continue;
        sums[name][0] += 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
        sums[name][1] += 1;
      }
      return Object.fromEntries(Object.entries(sums).map(([k, [s, n]]) => [k, n > 50 ? s / n : NaN]));
    }
    """
    return page.evaluate(script, "data:image/png;base64," + base64.b64encode(picture).decode())


def test_a_board_of_ones_own_is_checked_with_line_and_column_and_played_on(open_page: Opener):
    page = open_page("/new/assault", "phone")
    page.locator("summary", has_text="settings").click()
    page.get_by_role("combobox", name=re.compile("^The board")).select_option(label="Custom…")
    page.get_by_role("button", name="As text The board").click()
    text = page.get_by_role("textbox", name=re.compile("custom"))
    text.fill("S...S\n.....\n..X..\n.....\nS...S")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("board, line 3, column 3: 'X' is not a tile")).to_be_visible()
    assert "..X.." in text.input_value()
    text.fill("S...S\n.....\n..M..\n.....\nS...S")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/g/*")
    Stranger(page).set_up()
    expect(page.get_by_role("group", name="Board, 5 by 5 tiles")).to_be_visible()


# buttons with more in them than they are wide
SPILT = """
() => [...document.querySelectorAll("button")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.innerText)
"""


@pytest.mark.study
def test_what_a_stat_may_be_is_whole_on_its_button(open_page: Opener):
    page = open_page("/new/assault", "low phone")
    # who plays at random steps on any tile
    page.get_by_text("Random · Recruit").tap()
    open_table(page, "Computer", **{HEALTH: 40})
    stranger = Stranger(page, 3)
    stranger.set_up()
    between = page.locator(".grid b", has_text="\u2013")
    while not between.count():
        assert stranger.act() != "end"
        page.wait_for_function(LOOK)
    expect(page.get_by_text("Which stat of ")).to_be_visible()
    assert page.evaluate(SPILT) == []


@pytest.mark.long
def test_the_defender_breaks_a_tie_with_odds_from_his_own_side(open_page: Opener):
    host = open_page("/new/assault", "phone")
    open_table(host, "A friend", **{HEALTH: 40})
    guest = open_page(host.get_by_label("Invitation").first.input_value(), "phone")
    guest.get_by_role("button", name="Play", exact=True).tap()
    guest.wait_for_url("**/g/*")
    people = [Stranger(host, 1), Stranger(guest, 2)]
    for person in people:
        person.set_up("Balanced")
    defender = _until_tied(people)
    decide = defender.page.locator("section[aria-label='Your decision']")
    bars = decide.locator(".stats button:enabled")
    assert 1 <= bars.count() <= 5
    bars.first.tap()
    expect(defender.page.get_by_test_id("odds")).to_contain_text("Higher")
    decide.get_by_role("button", name=re.compile("^Name ")).tap()
    expect(defender.page.get_by_text(re.compile("Rust|Navy")).first).to_be_visible()


def _until_tied(people: list[Stranger]) -> Stranger:
    for _ in range(3000):
        for person in people:
            if person.asked() not in ("tile", "buttons"):
                continue
            if person.page.get_by_text("Tied.", exact=True).count():
                return person
            person.act()
    raise AssertionError("no tie in the whole match")
