"""A stranger at the table: reads what the page shows and presses what it offers."""

import random
import time
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as NoChange

TRIES = 6
# for what has to come into sight by itself, in milliseconds
PATIENCE = 10_000
# the first page offers every game; this is the one that this stranger plays
PLAY_NOW = "All Out Assault against the computer"


def sit_down(page: Page) -> None:
    """From the first page to a table against the computer, the numbers still to be given."""
    page.get_by_role("link", name=PLAY_NOW).click()
    page.get_by_role("button", name="Assign the numbers myself").click()


DECISION = "section[aria-label='Your decision']"
# what waits for the person at the page; null while the other side or the dice are busy
LOOK = """
() => {
  const button = (name) => [...document.querySelectorAll("button:not(:disabled)")].some((b) => b.textContent.trim() === name);
  if (document.querySelector("[data-testid=result]")) return "end";
  if (document.querySelector(".curtain")) return "curtain";
  if (button("Pass the device")) return "hand over";
  if (button("Confirm")) return "set up";
  if (document.querySelector("[data-tile] .reach")) return "tile";
  const decide = document.querySelector("section[aria-label='Your decision']");
  return decide?.querySelector(":is(.stats, .grid, .row) button:not(:disabled)") ? "buttons" : null;
}
"""
MOVED_ON = """
before => {
  const scrubber = document.querySelector(".scrubber input");
  return document.querySelector("[data-testid=result]") || (scrubber && scrubber.max !== before);
}
"""


# whether everything that the decision is about is in the window, not under the panel and not outside the board's pane
IN_SIGHT = """
() => {
  const decision = document.querySelector("[data-decision]");
  const below = getComputedStyle(decision).position === "sticky";
  const floor = below ? decision.getBoundingClientRect().top : innerHeight;
  const pane = document.querySelector(".upright [data-pane]")?.getBoundingClientRect() ?? { top: 0, bottom: floor };
  const boxes = [...document.querySelectorAll("[data-board] [data-look]")].map((e) => e.getBoundingClientRect());
  return boxes.every((box) => box.top > pane.top - 1 && box.bottom < pane.bottom + 1);
}
"""
# on a phone held upright: where the board is, and which of the parts that must always be visible are not; otherwise null
PLACES = """
() => {
  if (!document.querySelector(".upright")) return null;
  const board = document.querySelector("[data-pane]") ?? document.querySelector("[data-picture], [data-testid=bench]");
  const always = ["[aria-label=Players]", ".scoreboard", "[data-decision]:not(:has([data-testid=result]))"].filter((name) => {
    const { top, bottom } = document.querySelector(name)?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    return top < -1 || bottom > innerHeight + 1;
  });
  // of the numbers to choose from, too, none is below the panel's edge or under its buttons
  const covered = [...document.querySelectorAll("[data-decision] :is(.stats, .grid)[data-full] > *")].filter((choice) => {
    const { x, width, bottom } = choice.getBoundingClientRect();
    return !choice.contains(document.elementFromPoint(x + width / 2, bottom - 3));
  });
  const { x, y, width, height } = board.getBoundingClientRect();
  return [[x, y, width, height].map(Math.round), [...always, ...covered.map((choice) => choice.textContent)]];
}
"""
# the keyboard is at a control of the decision, or at a cell or a piece where something can be done
AT_WHAT_COMES_NEXT = """
() => document.activeElement.matches(
  "[data-decision] :is(button:enabled, input, select), [data-result] *, [data-way=yes], [data-off], [data-template]")
  && !document.activeElement.closest("[data-aside]")
"""
# the next key on the way from where the keyboard is to `wanted`
NEXT_KEY = """
(wanted) => {
  const at = document.activeElement;
  if (at === wanted) return "Enter";
  const cell = "[data-tile]";
  if (wanted.matches(cell) && at.matches(cell)) {
    const [from, to] = [at, wanted].map((one) => one.getBoundingClientRect());
    const [x, y] = [to.x - from.x, to.y - from.y];
    return Math.abs(x) > Math.abs(y) ? (x > 0 ? "ArrowRight" : "ArrowLeft") : y > 0 ? "ArrowDown" : "ArrowUp";
  }
  const stop = wanted.matches(cell) ? document.querySelector(`${cell}[tabindex='0']`) : wanted;
  return stop.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING ? "Shift+Tab" : "Tab";
}
"""
MOST_KEYS = 200


def choose_from_menu(page: Page, *entries: str) -> None:
    """Opens the menu of the header and presses these entries, one after the other."""
    for name in ("Menu", *entries):
        page.get_by_role("button", name=name, exact=True).click()


def tap_in_sight(page: Page, what: Locator) -> None:
    """Taps what a lesson asks for, which is to be in sight with all that the step is about."""
    page.wait_for_function(IN_SIGHT, timeout=PATIENCE)
    expect(what).to_be_in_viewport(ratio=0.9)
    what.tap()


class Stranger:
    """Somebody who plays at random, but attacks whenever the page offers it.

    With `keys` nothing but the keyboard is used. A `careful` player asks before every decision that what it is about is in
    sight, on a phone that the board is where it was and the players and the score are on the screen, and, with the keys, that
    the keyboard is at what comes next.
    """

    def __init__(self, page: Page, seed: int = 1, *, keys: bool = False, careful: bool = False) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.keys = keys
        self.careful = careful
        self.began = False
        # where the board was on a phone at the first decision
        self.board: list[int] | None = None
        # the hints about how to decide that a careful person read, each with the moves at which it was there
        self.hints: dict[str, set[str]] = {}

    def set_up(self, plan: str = "Brutal") -> None:
        """Takes a ready-made plan for both pawns and confirms it."""
        self._press(self.page.get_by_role("button", name=plan))
        self._press(self.page.get_by_role("button", name="Confirm", exact=True))
        self.page.wait_for_function(f"() => ({LOOK})() !== 'set up'")

    def play_to_the_end(self, most: int = 600) -> None:
        """Plays whenever it is this person's turn until the page shows the result."""
        for _ in range(most):
            if self.act() == "end":
                return
        raise AssertionError(f"no result after {most} decisions")

    def act(self) -> str:
        """Waits until something is asked and answers it; returns what was asked (see `LOOK`).

        A press can come to nothing where the page changes under the finger; a person presses again then, and so does this one.
        """
        for _ in range(TRIES):
            asked = self.wait()
            if asked == "end":
                self._stay_put()
            if asked not in ("tile", "buttons"):
                return asked
            self.take_care()
            before = self.ply()
            if not (self._go_to_a_tile() if asked == "tile" else self._answer()):
                continue
            try:
                self.page.wait_for_function(MOVED_ON, arg=before, timeout=12_000)
            except NoChange:
                continue
            return asked
        raise AssertionError(f"{TRIES} presses changed nothing")

    def wait(self) -> str:
        """Waits until something is asked; returns what (see `LOOK`)."""
        return str(self.page.wait_for_function(LOOK, timeout=60_000).json_value())

    def asked(self) -> str | None:
        """What is asked of this person at the moment, or None."""
        return self.page.evaluate(LOOK)

    def assert_hints(self, *first: str) -> None:
        """Asks that these hints were read, and that each one was shown at one decision alone: it vanishes by being used."""
        assert set(first) <= self.hints.keys()
        assert all(len(moves) == 1 for moves in self.hints.values()), self.hints

    def take_care(self) -> None:
        """Asks that what the decision is about is in sight, and with the keys that they are at what comes next."""
        self._see()
        if self.careful and (told := self.page.locator("[data-decision] .hint").all_inner_texts()):
            self.hints.setdefault(told[0], set()).add(self.ply())
        # who has just come to the table has not pressed a key at it yet
        if self.careful and self.keys and self.began:
            self.page.wait_for_function(AT_WHAT_COMES_NEXT, timeout=PATIENCE)

    def ply(self) -> str:
        """The last move of the match as the scrubber shows it."""
        return str(self.page.locator(".scrubber input").get_attribute("max"))

    def _go_to_a_tile(self) -> bool:
        return self._press_one_of(self.page.locator("[data-tile]:has(.reach)"))

    def _answer(self) -> bool:
        decide = self.page.locator(DECISION)
        if self._press_one_of(decide.locator(".stats button:enabled, .grid button:enabled")):
            self._see()
            return self._press_one_of(decide.locator(".row button.primary:enabled"))
        return self._press_one_of(decide.locator(".row button:enabled"))

    def _press_one_of(self, offered: Locator) -> bool:
        # the page may have moved on since it was looked at
        count = offered.count()
        if count == 0:
            return False
        self._press(offered.nth(self.random.randrange(count)))
        return True

    def _touch(self) -> bool:
        return bool(self.page.evaluate("navigator.maxTouchPoints > 0"))

    def _see(self) -> None:
        if not self.careful:
            return
        self.page.wait_for_function(IN_SIGHT, timeout=PATIENCE)
        self._stay_put()

    def _stay_put(self) -> None:
        if self.careful and (places := self.page.evaluate(PLACES)):
            board, missing = places
            self.board = self.board or board
            assert (board, missing) == (self.board, []), (
                f"the board has moved, or something has left the screen: {missing}, {board} and not {self.board}"
            )

    def _press(self, what: Locator) -> None:
        if self.keys:
            self._press_by_keys(what)
        else:
            what.tap() if self._touch() else what.click()

    def _press_by_keys(self, what: Locator) -> None:
        for _ in range(MOST_KEYS):
            key = str(what.evaluate(NEXT_KEY))
            self.page.keyboard.press(key)
            if key == "Enter":
                self.began = True
                return
        raise AssertionError(f"{MOST_KEYS} keys did not lead to {what}")


def play_together(strangers: Sequence[Stranger], seconds: float = 150) -> None:
    """Lets several people act, whoever is asked, until all of them see the result."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        asked = [stranger.asked() for stranger in strangers]
        if all(one == "end" for one in asked):
            return
        for stranger, one in zip(strangers, asked, strict=True):
            if one not in (None, "end"):
                stranger.act()
        strangers[0].page.evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError(f"no result after {seconds} seconds")
