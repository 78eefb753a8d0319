"""Takes the pictures of matches and of a report: `python docs/pictures.py`. CHROMIUM names the browser, else PATH is asked.

The dice are the same every time, and so are the choices of both sides, so the pictures change only with the page or
the rules.
"""

import io
import itertools
import multiprocessing
import os
import re
import shutil
import socket
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright

FOLDER = Path(__file__).parent / "pictures"
FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
PREFS = '{"theme": "dark", "speed": "instant", "motion": "reduced", "sound": false, "name": "Robin"}'
# device, width and height in the page's pixels, the picture's pixels for one of them
SHOTS = (("desk", 1280, 800, 1), ("phone", 390, 844, 2))
DICE = 5  # names the dice of the matches
ATTACKS = 3  # own attacks before the one in the picture
PAWNS = 4
TURNS = 3  # own turns of hidden blocks before the one in the picture
MARCHING = 4  # blocks that move in each of them
RUSHES = 2  # own rushes that are ended before the one in the picture
FLICKS = 5  # own flicks before the one in the picture
PATIENCE = 120_000  # ms for what has to come on a page, which three dimensions in software make slow
STARTUP = 600  # seconds, compiling included
MOVING = 10  # moves in the moving picture
COLOURS = 64  # of printed pages
SHADES = 256  # of the moving picture
KITS = {
    "assault": "The board",
    "optio": "Map",
    "rout": "The deck",
    "rush": "The quick sheet",
}  # the page that is shown
# what a picture of a report begins with
REPORT = {"desk": re.compile("^What to act"), "pick": re.compile("^What to pick")}
PRINTED = 620  # pixels across a printed page
FRAME = 120  # ms between the frames of the moving picture, and for which each stands
BEFORE = 8  # frames that it has at least

# what is asked of the person now; null while the other side or the dice are busy
ASKED = """
() => {
  const decide = document.querySelector("section[aria-label='Your decision']");
  if (document.querySelector("[data-testid=result]")) return "end";
  if (document.querySelector("[data-tile] .reach")) return "move";
  if (decide?.querySelector(".stats button:enabled")) return "duel";
  if (decide?.querySelector(".grid button:enabled")) return "stat";
  return decide?.querySelector(".row button.primary:enabled") ? "button" : null;
}
"""
WORKED_OUT = "() => [...document.querySelectorAll('[data-testid=plan] .primary')].some((b) => !b.disabled)"
# advances the animations of the page by a number of milliseconds
GO_ON = """
ms => {
  const seen = (window.seen ??= new WeakMap());
  for (const one of document.getAnimations()) {
    const now = seen.has(one) ? seen.get(one) + ms : 0;
    seen.set(one, now);
    one.pause();
    if (now >= one.effect.getComputedTiming().endTime) one.finish();
    else one.currentTime = now;
  }
}
"""
MOVED_ON = "before => document.querySelector('.scrubber input').max !== before"


def main() -> None:
    path = shutil.which(os.environ.get("CHROMIUM") or "chromium")
    if not path:
        sys.exit("The pictures need Chromium: put it on PATH, or name it in CHROMIUM.")
    FOLDER.mkdir(exist_ok=True)
    take_kits()
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        port = free_port()
        server = multiprocessing.get_context("spawn").Process(
            target=serve, args=(port, f"{scratch}/tables.db"), daemon=True
        )
        server.start()
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            address = f"http://127.0.0.1:{port}"
            wait_until_ready(address)
            table = take(browser, address, "assault", play_to_an_attack, lambda page: best(page)[0].click())
            take_moving(browser, table)
            take(browser, address, "optio", play_to_a_hunt, lambda page: block(page).click())
            take(browser, address, "rush", play_to_a_rush, plan)
            take(browser, address, "rout", play_to_a_flick, aim)
            take_report(browser, address, "assault")
        finally:
            browser.close()
            server.terminate()
            server.join()


def take_kits() -> None:
    """Takes a page of the kit of each game."""
    from sandtable import load
    from sandtable.authoring.settings import resolve
    from sandtable.graphics.pdf import pictured
    from sandtable.printing.press import print_kit

    for game, title in KITS.items():
        loaded = load(game)
        kit = loaded.spec.print.kit
        assert kit is not None
        made = print_kit(loaded.spec, loaded.setup, loaded.settings, resolve(kit.options, {}))
        number = next(n for n, page in enumerate(made.titles) if page.startswith(title))
        page = Image.open(io.BytesIO(pictured(made.file(game).data, PRINTED, number)))
        page.convert("RGB").quantize(COLOURS).save(FOLDER / f"{game}-print.png", optimize=True)


def serve(port: int, database: str) -> None:
    """Serves, with dice and a computer that do the same every time."""
    from sandtable.authoring.rng import stream
    from sandtable.server import app
    from sandtable.server.run.hosting import Hosting
    from sandtable.server.storage import credentials
    from sandtable.server.tables import bots

    bots.stream = lambda _key: stream(DICE)
    credentials.new_secret = lambda: bytes([DICE]) * 32
    numbers = itertools.count(2)
    credentials.new_table_id = lambda: f"picture{next(numbers)}".ljust(12, "2")
    app.serve(Hosting(port=port, database=database))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def take(
    browser: Browser, address: str, game: str, play: Callable[[Page], None], choose: Callable[[Page], None]
) -> str:
    """Plays a match to the moment that is to be shown, and takes the pictures of it; `choose` begins the decision.

    Returns the address of the table.
    """
    context = new_context(browser, address, *SHOTS[0][1:])
    page = context.new_page()
    page.goto(f"/new/{game}")
    page.get_by_role("button", name="Open the table").click()
    play(page)
    table, seats = page.url, context.storage_state()
    context.close()
    for device, width, height, scale in SHOTS:
        context = new_context(browser, address, width, height, scale, seats)
        page = context.new_page()
        page.goto(table)
        choose(page)
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur()")
        page.get_by_label("Your decision").evaluate("(it) => it.scrollTo(0, 0)")
        page.wait_for_timeout(500)
        page.screenshot(path=FOLDER / f"{game}-{device}.png")
        context.close()
    return table


def take_moving(browser: Browser, table: str) -> None:
    """Takes a moving picture of the last moves of a match, as the replay shows them to a stranger on a phone.

    Time on the page goes on by a frame after each picture, however long that takes here.
    """
    width, height = SHOTS[1][1:3]
    context = browser.new_context(viewport={"width": width, "height": height}, device_scale_factor=1)
    page = context.new_page()
    page.goto(table)
    slider = page.get_by_role("slider", name="Move")
    last = int(slider.get_attribute("max") or 0)
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(f"{table}?ply={last - MOVING}&to={last - 1}")
    frames: list[Image.Image] = []
    while not slider.count() or int(slider.input_value()) < last - 1 or len(frames) < BEFORE:
        page.clock.run_for(FRAME)
        page.evaluate(GO_ON, FRAME)
        if slider.count() and int(slider.input_value()) < last:
            shot = Image.open(io.BytesIO(page.screenshot(animations="allow")))
            frames.append(
                shot.convert("RGB").resize((width * 3 // 4, height * 3 // 4), Image.Resampling.LANCZOS)
            )
    context.close()
    # one palette for all, of frames from the beginning to the end
    sample = Image.new("RGB", (frames[0].width * 4, frames[0].height))
    for n in range(4):
        sample.paste(frames[n * (len(frames) - 1) // 3], (n * frames[0].width, 0))
    palette = sample.quantize(SHADES, Image.Quantize.MAXCOVERAGE, kmeans=SHADES)
    shades = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    shades[0].save(
        FOLDER / "replay.gif", save_all=True, append_images=shades[1:], duration=FRAME, loop=0, optimize=True
    )


def take_report(browser: Browser, address: str, game: str) -> None:
    """Takes pictures of the shipped report on a game: what to act upon, and what to pick."""
    context = new_context(browser, address, *SHOTS[0][1:])
    page = context.new_page()
    page.goto(f"/lab/{game}")
    for name, title in REPORT.items():
        heading = page.get_by_role("heading", name=title)
        heading.wait_for()
        heading.evaluate("(it) => scrollTo(0, it.getBoundingClientRect().top + scrollY - 90)")
        page.screenshot(path=FOLDER / f"report-{name}.png")
    context.close()


def new_context(
    browser: Browser, address: str, width: int, height: int, scale: float, seats: object = None
) -> BrowserContext:
    """A window of that size; `seats` is what an earlier one kept."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        storage_state=seats,
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(f"localStorage.setItem('sandtable.prefs', '{PREFS}')")
    return context


def wait_until_ready(address: str) -> None:
    end = time.monotonic() + STARTUP
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}/api/v1/status") as answer:
                if b'"ready":true' in answer.read():
                    return
        except (urllib.error.URLError, ConnectionError):
            pass
        time.sleep(0.2)
    sys.exit(f"The server was not ready within {STARTUP} seconds.")


def play_to_a_hunt(page: Page) -> None:
    """Plays some turns of hidden blocks: those that came last go to the first square on offer, and none scouts."""
    decide = page.get_by_label("Your decision")
    end, silent = (decide.get_by_role("button", name=name) for name in ("End turn", "Don't scout"))
    for _ in range(TURNS):
        for _ in range(MARCHING):
            block(page).click()
            moved(page, page.locator("[data-tile]:has(.reach)").first)
            end.or_(silent).first.wait_for()
            if silent.count():
                moved(page, silent)
        moved(page, end)
    block(page).wait_for(timeout=60_000)


def block(page: Page) -> Locator:
    """The button of an own block that may move, the last one."""
    return page.get_by_label("Your decision").locator(".blocks button").last


def play_to_a_rush(page: Page) -> None:
    """Lines up, ends some own rushes at once, and waits for the next."""
    decide = page.get_by_label("Your decision")
    decide.get_by_test_id("formation").first.click()
    moved(page, decide.get_by_role("button", name="Confirm", exact=True))
    end = decide.get_by_role("button", name="End the rush")
    for _ in range(RUSHES):
        end.wait_for(timeout=60_000)
        end.click()
        moved(page, decide.get_by_role("button", name=re.compile("^End the rush with")))
        answer_until(page, end)
    end.wait_for(timeout=60_000)


def answer_until(page: Page, due: Locator) -> None:
    """Dodges whatever the computer does, until `due` is there."""
    dodge = page.get_by_test_id("duel").get_by_role("button", name=re.compile("^Dodge"))
    while True:
        due.or_(dodge).first.wait_for(timeout=60_000)
        if due.count():
            return
        moved(page, dodge.first)


def plan(page: Page) -> None:
    """Plans to fetch the ball with the first player who can, else to steal it or to slam somebody, and what is offered then."""
    decide = page.get_by_label("Your decision")
    players = decide.get_by_role("button", name=re.compile(r"^Choose .*, Home \d$"))
    players.first.wait_for(timeout=60_000)

    def offer(kind: str) -> Locator:
        return decide.locator(f"[data-testid=offer][data-kind={kind}]")

    ball = page.locator("[data-reach][aria-label*='pick up']")
    for wanted in (ball, offer("steal"), offer("slam")):
        for n in range(players.count()):
            players.nth(n).click()
            if wanted.count():
                add(page, wanted)
                for then in (offer("strike"), offer("pass")):
                    if then.count():
                        return add(page, then)
                return None
            decide.get_by_role("button", name="Choose another player").click()
    sys.exit("Nobody can do anything with the ball: choose other DICE.")


def add(page: Page, offered: Locator) -> None:
    """Adds the first of what is offered to the plan, and waits until it is worked out."""
    offered.first.click()
    page.wait_for_function(WORKED_OUT)


def play_to_a_flick(page: Page) -> None:
    """Lines up, flicks some blocks at the enemy nearest to them, and waits for the next turn."""
    decide = page.get_by_label("Your decision")
    decide.get_by_test_id("formation").nth(1).click()
    moved(page, decide.get_by_role("button", name="Confirm", exact=True))
    flick = decide.locator("button.flick")
    unit = decide.get_by_test_id("unit")
    other = decide.locator(".row button:enabled")
    flicks = 0
    while True:
        unit.or_(flick).or_(other).first.wait_for(timeout=60_000)
        take_aim(page)
        if (unit.count() or flick.count()) and flicks == FLICKS:
            return
        if unit.count() or flick.count():
            target(page)
            moved(page, flick)
            flicks += 1
        else:
            moved(page, other.last)


def target(page: Page) -> None:
    """Chooses a block where one is to be chosen, and aims at the enemy nearest to it."""
    decide = page.get_by_label("Your decision")
    unit, flick = decide.get_by_test_id("unit"), decide.locator("button.flick")
    take_aim(page)
    unit.or_(flick).first.wait_for(timeout=60_000)
    if unit.count():
        unit.first.click()
    targets = decide.get_by_test_id("target")
    if not targets.count():
        decide.locator("summary", has_text="Details").click()
    targets.first.click()


def take_aim(page: Page) -> None:
    """Aims from now on where a swipe is asked for: a picture needs an aim that stands still."""
    way = page.get_by_test_id("way")
    if way.count() and way.inner_text() == "Aim instead":
        way.click()


def aim(page: Page) -> None:
    """The bench in three dimensions, with an aim and its chances."""
    page.goto(f"{page.url}?renderer=three")
    target(page)
    page.locator("details[open] > summary").first.click()
    # pressing it may have scrolled the page
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(3000)


def moved(page: Page, button: Locator) -> None:
    """Presses a button, and waits until the match has moved on."""
    button.wait_for(timeout=60_000)
    before = page.locator(".scrubber input").get_attribute("max")
    button.click()
    page.wait_for_function(MOVED_ON, arg=before, timeout=60_000)


def play_to_an_attack(page: Page) -> None:
    """Plays until an attack is to be chosen after some others, with all pawns alive."""
    page.get_by_role("button", name="Confirm", exact=True).click()
    attacks = 0
    while True:
        asked = page.wait_for_function(ASKED, timeout=60_000).json_value()
        if asked == "end":
            sys.exit("The match ended before there was an attack to show: choose other DICE.")
        attack = page.get_by_text("Name the stat to compare.").count() == 1
        lead = best(page)[1] if asked == "duel" else 0
        alive = page.locator("[data-tile]:is([aria-label*=Navy], [aria-label*=Rust])").count()
        if attack and attacks >= ATTACKS and lead > 0 and alive == PAWNS:
            return
        attacks += attack
        before = page.locator(".scrubber input").get_attribute("max")
        answer(page, str(asked), attack and lead <= 0)
        page.wait_for_function(MOVED_ON, arg=before, timeout=60_000)


def answer(page: Page, asked: str, hold: bool) -> None:
    """Gives the fixed answer to what is asked."""
    decide = page.get_by_label("Your decision")
    if asked == "move":
        nearest(page).click()
    elif hold:
        decide.get_by_role("button", name="Do not attack").click()
    else:
        if asked == "duel":
            best(page)[0].click()
        elif asked == "stat":
            decide.locator(".grid button").first.click()
        decide.locator(".row button.primary:enabled").first.click()


def nearest(page: Page) -> Locator:
    """The tile in reach that is nearest to an enemy, special ones before plain ones."""
    width = int(
        re.findall(r"\d+", page.get_by_label(re.compile("^Board,")).get_attribute("aria-label") or "")[0]
    )
    tiles = page.locator("[data-tile]").all()
    labels = [tile.get_attribute("aria-label") or "" for tile in tiles]
    enemies = [n for n, label in enumerate(labels) if "Rust" in label]

    def worth(n: int) -> tuple[int, bool]:
        steps = min(abs(n % width - e % width) + abs(n // width - e // width) for e in enemies)
        return steps, ", plain" in labels[n]

    reach = [n for n, label in enumerate(labels) if "can move here" in label or "stay here" in label]
    return tiles[min(reach, key=worth)]


def best(page: Page) -> tuple[Locator, int]:
    """The stat with the best odds, and by how many per cent it is rather higher than lower."""
    page.locator(".stats button:enabled").first.wait_for()
    offered = page.locator(".stats button:enabled").all()
    leads = [odds[0] - odds[2] for odds in (per_cent(stat) for stat in offered)]
    lead = max(leads)
    return offered[leads.index(lead)], lead


def per_cent(stat: Locator) -> list[int]:
    """Higher, tied, lower."""
    said = stat.locator(".odds").text_content() or ""
    return [int(figure) for figure in re.findall(r"\d+", said)]


if __name__ == "__main__":
    main()
