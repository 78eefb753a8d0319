"""A stranger at the table: reads what the page shows and presses what it offers."""

import random
import time
from collections.abc import Sequence

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as NoChange

TRIES = 6
# the first page offers every game; this is the one that this stranger plays
PLAY_NOW = "All Out Assault against the computer"


def sit_down(page: Page) -> None:
    """From the first page to a table against the computer, the numbers still to be given."""
    page.get_by_role("link", name=PLAY_NOW).click()
    page.get_by_role("button", name="Give the numbers myself").click()


DECISION = "section[aria-label='Your decision']"
# what waits for the person at the page; null while the other side or the dice are busy
LOOK = """
() => {
  const button = (name) => [...document.querySelectorAll("button:not(:disabled)")].some((b) => b.textContent.trim() === name);
  if (document.querySelector("[data-testid=result]")) return "end";
  if (document.querySelector(".curtain")) return "curtain";
  if (button("Hand over the device")) return "hand over";
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


class Stranger:
    """Somebody who plays at random, but attacks whenever the page offers it."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.random = random.Random(seed)

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
            asked = str(self.page.wait_for_function(LOOK, timeout=60_000).json_value())
            if asked not in ("tile", "buttons"):
                return asked
            before = self.ply()
            if not (self._go_to_a_tile() if asked == "tile" else self._answer()):
                continue
            try:
                self.page.wait_for_function(MOVED_ON, arg=before, timeout=12_000)
            except NoChange:
                continue
            return asked
        raise AssertionError(f"{TRIES} presses changed nothing")

    def asked(self) -> str | None:
        """What is asked of this person at the moment, or None."""
        return self.page.evaluate(LOOK)

    def ply(self) -> str:
        """The last move of the match as the scrubber shows it."""
        return str(self.page.locator(".scrubber input").get_attribute("max"))

    def _go_to_a_tile(self) -> bool:
        return self._press_one_of(self.page.locator("[data-tile]:has(.reach)"))

    def _answer(self) -> bool:
        decide = self.page.locator(DECISION)
        if self._press_one_of(decide.locator(".stats button:enabled, .grid button:enabled")):
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

    def _press(self, what: Locator) -> None:
        what.tap() if self._touch() else what.click()


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
