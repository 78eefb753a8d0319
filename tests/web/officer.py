"""A stranger at Optio's table: moves blocks by touch towards the enemy, scouts whenever asked, and marches."""

from playwright.sync_api import Locator

from tests.web.stranger import DECISION, MOVED_ON, Stranger

# what waits for the person at the page; null while the other side or the lots are busy
LOOK = """
() => {
  const button = (name) => [...document.querySelectorAll("button:not(:disabled)")].some((b) => b.textContent.trim() === name);
  if (document.querySelector("[data-testid=result]")) return "end";
  if (document.querySelector(".curtain")) return "curtain";
  if (button("Hand over the device")) return "hand over";
  if (document.querySelector("[data-template]")) return "template";
  const decide = document.querySelector("section[aria-label='Your decision']");
  if (decide?.querySelector(".blocks button")) return "blocks";
  if (decide?.querySelector(".row button") && document.querySelector("[data-tile] .reach")) return "squares";
  return [...(decide?.querySelectorAll("button:not(:disabled)") ?? [])].length ? "buttons" : null;
}
"""


class Officer(Stranger):
    """Plays at random, north first."""

    look = LOOK

    def move(self, block: str, square: str) -> None:
        """Taps a block, by its button, and then a square on the map."""
        self._press(self.page.locator(DECISION).get_by_role("button", name=f"Choose {block}"))
        self._press(self.page.get_by_role("button", name=square).first)

    def act(self) -> str:
        """Waits until something is asked and answers it; returns what was asked (see `LOOK`)."""
        asked = str(self.page.wait_for_function(LOOK, timeout=60_000).json_value())
        if asked in ("end", "curtain", "hand over"):
            return asked
        before = self.ply()
        if asked == "blocks":
            self._move_or_end()
        elif asked == "squares":
            self._press_one_of(self.page.locator("[data-tile]:has(.reach)"))
        elif asked == "template":
            self._press(self.page.get_by_role("button", name="Place the template", exact=True))
        else:
            self._press_one_of(self.page.locator(f"{DECISION} :is(.row button, button.primary):enabled"))
        self.page.wait_for_function(MOVED_ON, arg=before, timeout=12_000)
        return asked

    def asked(self) -> str | None:
        """What is asked of this person at the moment, or None."""
        return self.page.evaluate(LOOK)

    def _move_or_end(self) -> None:
        decide = self.page.locator(DECISION)
        end = decide.get_by_role("button", name="End turn")
        if end.count() and self.random.random() < 0.5:
            self._press(end)
            return
        self._press_one_of(decide.locator(".blocks button"))
        reach = self.page.locator("[data-tile]:has(.reach)")
        if reach.count() == 0:
            # hemmed in: another block, or the end of the turn
            self._press(decide.get_by_role("button", name="Choose another block"))
            return self._move_or_end()
        self._press(self._northmost(reach))

    def _northmost(self, squares: Locator) -> Locator:
        at = [int(squares.nth(i).get_attribute("data-tile") or 0) for i in range(squares.count())]
        wanted = min(at) if self.random.random() < 0.7 else self.random.choice(at)
        return squares.nth(at.index(wanted))
