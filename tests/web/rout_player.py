"""A stranger at ROUT!'s table: places by formation, aims by drawing or by buttons, and flicks."""

import re
import time
from collections.abc import Callable
from math import dist
from typing import Any, Literal

from playwright.sync_api import Locator, Page

from tests.web.page_player import DECISION, MOVED_ON, Stranger

Way = Literal["drag", "buttons", "swipe"]

# what waits for the person at the page; null while the other side, chance or a film are busy
LOOK = """
() => {
  const decide = document.querySelector("section[aria-label='Your decision']");
  const any = (what) => [...(decide?.querySelectorAll(what) ?? [])].some((b) => !b.disabled);
  const button = (name) => [...document.querySelectorAll("button:not(:disabled)")].some((b) => b.textContent.trim() === name);
  if (document.querySelector("[data-testid=result]")) return "end";
  if (document.querySelector(".curtain")) return "curtain";
  if (button("Pass the device")) return "hand over";
  if (any("[data-testid=draft]")) return "place";
  if (any("[data-testid=broken]")) return "rally";
  if (decide?.querySelector("button.flick, [data-testid=swipe]")) return "flick";
  if (any("[data-testid=unit]")) return "choose";
  return any(".row button") ? "choice" : null;
}
"""
# shares of the way from a block to where the finger lets go, beyond the middle of the target
BEYOND = 1.15
# pixels that a finger goes in a tenth of a second
SWIPED = 140
# pixels between two fingers
BESIDE = 24
# where the bench is in the page, to the pixel
LIES = """
bench => {
  const { x, y, width, height } = bench.getBoundingClientRect();
  return Object.fromEntries(Object.entries({ x, y: y + scrollY, width, height }).map(([name, at]) => [name, Math.round(at)]));
}
"""


class Flicker(Stranger):
    """Flicks at the nearest enemy: aims by drawing on the bench or by the buttons next to it, or swipes.

    A careful player also asks that the bench stays where it is from one decision to the next.
    """

    def __init__(
        self, page: Page, seed: int = 1, way: Way = "buttons", *, keys: bool = False, careful: bool = False
    ) -> None:
        super().__init__(page, seed, keys=keys, careful=careful)
        self.way: Way = way
        self.lies: dict[str, float] | None = None
        self.decide = page.locator(DECISION)

    def wait(self) -> str:
        """Waits until something is asked; returns what (see `LOOK`)."""
        return str(self.page.wait_for_function(LOOK, timeout=60_000).json_value())

    def asked(self) -> str | None:
        """What is asked of this person at the moment, or None."""
        return self.page.evaluate(LOOK)

    def act(self) -> str:
        """Waits until something is asked and answers it; returns what was asked."""
        asked = self.wait()
        if asked in ("end", "curtain", "hand over"):
            return asked
        self.take_care()
        before = self.ply()
        answers: dict[str, Callable[[], None]] = {
            "place": self.line_up,
            "rally": self.rally,
            "choose": self._choose,
            "flick": self._aim_and_flick,
        }
        answers.get(asked, self._choice)()
        if asked not in ("place", "choose"):
            self.page.wait_for_function(MOVED_ON, arg=before, timeout=20_000)
        return asked

    def take_care(self) -> None:
        """As every careful person does, and asks that the bench has not moved in the page since the match began."""
        super().take_care()
        if self.careful:
            lies = self.page.get_by_test_id("bench").evaluate(LIES)
            self.lies = self.lies or lies
            assert lies == self.lies, "the bench has jumped"

    def reach(self, wanted: str, most: int = 200) -> None:
        """Answers whatever comes up until `wanted` is asked, handing the device over where there are two."""
        for _ in range(most):
            asked = self.wait()
            if asked == wanted:
                return
            assert asked != "end", f"the match ended before {wanted} was asked"
            if asked in ("curtain", "hand over"):
                self.hand_over()
            else:
                self.act()
        raise AssertionError(f"{wanted} was not asked in {most} decisions")

    def hand_over(self) -> None:
        """Gives the device to the other person, who lifts the curtain."""
        if self.wait() == "hand over":
            self._press(self.page.get_by_role("button", name="Pass the device"))
        self._press(self.page.locator(".curtain button"))

    def line_up(self, formation: int = 0) -> None:
        """Takes a formation and confirms it."""
        before = self.ply()
        self._press(self.decide.get_by_test_id("formation").nth(formation))
        self._press(self.decide.get_by_role("button", name="Confirm", exact=True))
        self.page.wait_for_function(MOVED_ON, arg=before)

    def rally(self) -> None:
        """Turns the first broken block face up."""
        self._press(self.decide.get_by_test_id("broken").first)
        self._press(self.decide.get_by_role("button", name="Turn it face up"))

    def flick(self) -> None:
        """Flicks as it is aimed, and waits until the match has moved on."""
        before = self.ply()
        self._press(self.flicks)
        self.page.wait_for_function(MOVED_ON, arg=before)

    @property
    def flicks(self) -> Locator:
        """The Flick button."""
        return self.decide.get_by_role("button", name=re.compile("^Flick "))

    def take_aim(self) -> None:
        """Aims from now on where a finger was asked for, with the first of the units of the card."""
        way = self.decide.get_by_test_id("way")
        if way.is_visible() and way.inner_text() == "Aim instead":
            self._press(way)
        if self.decide.get_by_test_id("unit").first.is_visible():
            self._press(self.decide.get_by_test_id("unit").first)

    def aim_by_buttons(self) -> None:
        """Aims at the first of the list, which is the nearest enemy, somewhat harder than the page proposes."""
        self.take_aim()
        targets = self.decide.get_by_test_id("target")
        if not targets.first.is_visible():
            self._press(self.decide.get_by_text("Details"))
        self._press(targets.first)
        self._press(self.decide.get_by_role("button", name="Harder"))

    def aim_by_drawing(self, target: Locator | None = None) -> None:
        """Draws from the chosen block past the middle of the target, by default the nearest enemy."""
        self.take_aim()
        # what is held under the decision is brought above it
        chosen = self.page.locator("[data-place][aria-pressed=true]")
        start, end = self._middle(chosen), self._middle(target or self._nearest_enemy(chosen))
        room = self.page.get_by_test_id("bench").bounding_box()
        assert room
        over = tuple(a + BEYOND * (b - a) for a, b in zip(start, end, strict=True))
        inside = (min(max(over[0], room["x"] + 4), room["x"] + room["width"] - 4), over[1])
        self.draw(start, inside)

    def draw(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A finger, or the mouse, from one pixel of the page to another."""
        steps = [tuple(a + (b - a) * n / 5 for a, b in zip(start, end, strict=True)) for n in range(1, 6)]
        if not self._touch():
            self.page.mouse.move(*start)
            self.page.mouse.down()
            for x, y in steps:
                self.page.mouse.move(x, y)
            self.page.mouse.up()
            return
        finger: Any = self.page.context.new_cdp_session(self.page)
        for kind, points in [
            ("touchStart", [start]),
            *(("touchMove", [step]) for step in steps),
            ("touchEnd", []),
        ]:
            finger.send(
                "Input.dispatchTouchEvent",
                {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
            )
        finger.detach()

    def swipe(
        self,
        start: tuple[float, float],
        way: tuple[float, float],
        step: float = 0.01,
        rest: float = 0.01,
        fingers: int = 1,
    ) -> None:
        """Moves a finger, or several side by side, from one pixel of the page on by `way` in ten moves, and lifts it.

        There is a move every `step` seconds, then a `rest`. The touches carry their times, so a slow machine does not make the
        finger slow.
        """
        finger: Any = self.page.context.new_cdp_session(self.page)
        begun = time.time() - 10 * step - rest
        moves = [tuple(a + b * n / 10 for a, b in zip(start, way, strict=True)) for n in range(1, 11)]
        told = [("touchStart", [start], begun)]
        told += [("touchMove", [place], begun + n * step) for n, place in enumerate(moves, 1)]
        told += [("touchEnd", [], begun + 10 * step + rest)]
        for kind, places, when in told:
            points = [
                {"x": x + BESIDE * (n - (fingers - 1) / 2), "y": y, "id": n}
                for x, y in places
                for n in range(fingers)
            ]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": when})
        finger.detach()

    def block(self, name: str) -> Locator:
        """The blocks of the bench whose names begin so."""
        return self.page.locator(f"[data-place^='block'][aria-label^=\"{name}\"]")

    def _choose(self) -> None:
        self._press_one_of(self.decide.get_by_test_id("unit"))

    def _choice(self) -> None:
        self._press_one_of(self.decide.locator(".row button:enabled"))

    def _aim_and_flick(self) -> None:
        if self.way == "swipe":
            self._swipe_at_the_nearest()
            return
        if self.way == "drag":
            self.aim_by_drawing()
        else:
            self.aim_by_buttons()
        self._press(self.flicks)

    def _swipe_at_the_nearest(self) -> None:
        if not self.decide.get_by_test_id("swipe").is_visible():
            self._press(self.decide.get_by_test_id("way"))
        chosen = self.page.locator("[data-place][aria-pressed=true]")
        start, end = self._middle(chosen), self._middle(self._nearest_enemy(chosen))
        far = max(1.0, dist(start, end))
        self.swipe(start, ((end[0] - start[0]) / far * SWIPED, (end[1] - start[1]) / far * SWIPED))

    def _middle(self, block: Locator) -> tuple[float, float]:
        box = block.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _nearest_enemy(self, chosen: Locator) -> Locator:
        own = (chosen.get_attribute("aria-label") or "").split("'")[0]
        enemies = self.block("Ink's" if own == "Ivory" else "Ivory's").all()
        x, y = self._middle(chosen)
        apart = [(u - x) ** 2 + (v - y) ** 2 for u, v in map(self._middle, enemies)]
        return enemies[apart.index(min(apart))]
