"""A stranger at Rush's table: takes a formation, plans acts by tapping what the page offers, and answers what comes up."""

import re

from playwright.sync_api import Locator, Page

from tests.web.page_player import DECISION, MOVED_ON, Stranger

# what waits for the person at the page; null while the other side, the dice or a plan are busy
LOOK = """
() => {
  const decide = document.querySelector("section[aria-label='Your decision']");
  const all = (what) => [...(decide?.querySelectorAll(what) ?? [])];
  const button = (start) => all("button:not(:disabled)").some((b) => b.textContent.trim().startsWith(start));
  if (document.querySelector("[data-testid=result]")) return "end";
  if (button("Pass the device")) return "hand over";
  if (all("[data-testid=formation]").length) return "line up";
  if (all("[data-testid=duel]").length) return "reply";
  const choices = all(".row button:not(:disabled)").filter((b) => !b.closest("[data-testid=plan]"));
  if (button("Stop plan")) return choices.length ? "choice" : null;
  if (all("[data-testid=plan]").length) return button("Roll") || button("Do it") ? "plan" : null;
  if (button("End the rush") || button("Leave it at that") || all("[data-testid=offer]").length) return "act";
  return choices.length ? "choice" : null;
}
"""
# the table has worked the plan out
WORKED_OUT = """
() => [...document.querySelectorAll("[data-testid=plan] .primary")].some((b) => !b.disabled)
"""
# plays the plan: there may be nothing to roll
GO = re.compile("^(Roll|Do it)")
FEW_CHIPS = 2


class Coach(Stranger):
    """Plays at random, but strikes where it can and goes for the ball."""

    def __init__(self, page: Page, seed: int = 1, *, keys: bool = False, careful: bool = False) -> None:
        super().__init__(page, seed, keys=keys, careful=careful)
        self.decide = page.locator(DECISION)
        self.presses = 0
        # of each token that was used: what was done with it, and how often something was pressed for that
        self.tokens: list[tuple[int, int]] = []

    def wait(self) -> str:
        """Waits until something is asked; returns what (see `LOOK`)."""
        return str(self.page.wait_for_function(LOOK, timeout=60_000).json_value())

    def asked(self) -> str | None:
        """What is asked of this person at the moment, or None."""
        return self.page.evaluate(LOOK)

    def reach_a_token(self) -> None:
        """Answers whatever comes up until a token can be used: a launch may be caught, and a rush end before it begins."""
        end = self.decide.get_by_role("button", name="End the rush")
        while not (self.wait() == "act" and end.count()):
            assert self.act() != "end"

    def act(self) -> str:
        """Waits until something is asked and answers it; returns what was asked."""
        asked = self.wait()
        if asked in ("end", "hand over"):
            return asked
        self.take_care()
        before = self.ply()
        answer = {"line up": self.line_up, "reply": self._reply, "act": self._plan, "plan": self.roll}
        answer.get(asked, self._choose)()
        self.page.wait_for_function(MOVED_ON, arg=before, timeout=20_000)
        return asked

    def line_up(self, formation: int = 0) -> None:
        """Takes a formation and confirms it."""
        before = self.ply()
        self._press(self.decide.get_by_test_id("formation").nth(formation))
        self._press(self.decide.get_by_role("button", name="Confirm", exact=True))
        self.page.wait_for_function(MOVED_ON, arg=before)

    def place(self, number: int, hex_name: str) -> None:
        """Places one's own player of that number by his button and a tap on the pitch."""
        self._press(self.decide.get_by_text("Place them one by one"))
        self.choose(number)
        before = self.ply()
        self._press(self.hex(hex_name))
        self.page.wait_for_function(MOVED_ON, arg=before)

    def hex(self, name: str) -> Locator:
        """A hex of the pitch."""
        return self.page.get_by_role("button", name=re.compile(rf"^{name}[;,]"))

    def choose(self, number: int) -> None:
        """Chooses one's own player of that number by his button."""
        self._press(
            self.decide.get_by_role("button", name=re.compile(rf"^Choose .*, (Home|Visitor) {number}$"))
        )

    def roll(self) -> None:
        """Plays the plan."""
        self._press(self.decide.get_by_role("button", name=GO))

    def add(self, offer: Locator) -> None:
        """Adds a chip by pressing what is offered, and waits until the table has worked the plan out."""
        self._press(offer)
        self.page.wait_for_function(WORKED_OUT)

    def _plan(self) -> None:
        before, chips = self.presses, 0
        if not self._select():
            self._end()
            return
        for _ in range(self.random.randint(1, FEW_CHIPS)):
            wanted = self._wanted()
            if wanted is None:
                break
            self.add(wanted)
            chips += 1
        if self.decide.get_by_test_id("plan").count():
            self.roll()
            self.tokens.append((chips, self.presses - before))
        else:
            self._end()

    def _press(self, what: Locator) -> None:
        self.presses += 1
        super()._press(what)

    def _select(self) -> bool:
        # one player is chosen already where nobody else may act
        choices = self.decide.get_by_role("button", name=re.compile("^Choose .*, (Home|Visitor) "))
        if choices.count() == 0:
            return self.decide.get_by_test_id("offer").count() > 0
        self._press(choices.nth(self.random.randrange(choices.count())))
        return True

    def _wanted(self) -> Locator | None:
        """What to do next: a strike, the ball, an act against somebody, or a hex that is tapped on the pitch."""
        for kind in ("strike", "steal", "slam", "pass", "stand"):
            offers = self.decide.locator(f"[data-testid=offer][data-kind={kind}]")
            if offers.count() and (kind == "strike" or self.random.random() < 0.6):
                return offers.first
        ball = self.page.locator("[data-reach][aria-label*='pick up']")
        if ball.count():
            return ball.first
        reach = self.page.locator("[data-reach]")
        return reach.nth(self.random.randrange(reach.count())) if reach.count() else None

    def _end(self) -> None:
        before = self.ply()
        for name in ("Leave it at that", "End the rush", "End the rush with"):
            button = self.decide.get_by_role("button", name=re.compile(f"^{name}"))
            if button.count() and self.ply() == before:
                self._press(button.first)

    def _reply(self) -> None:
        self._press_one_of(self.decide.get_by_test_id("duel").get_by_role("button"))

    def _choose(self) -> None:
        # what is in the plan's own row stops it
        self._press_one_of(self.decide.locator(".row:not([data-testid=plan] *) button:enabled"))
