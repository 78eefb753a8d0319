"""A stranger at Optio's table: moves blocks by touch, scouts and marches, and goes where the enemy is."""

import re

from playwright.sync_api import Page, expect

from tests.web.page_player import DECISION, MOVED_ON, Stranger

# what waits for the person at the page; null while the other side or the lots are busy
LOOK = """
() => {
  const button = (name) => [...document.querySelectorAll("button:not(:disabled)")].some((b) => b.textContent.trim() === name);
  if (document.querySelector("[data-testid=result]")) return "end";
  if (document.querySelector(".curtain")) return "curtain";
  if (button("Pass the device")) return "hand over";
  if (document.querySelector("[data-template]")) return "template";
  const decide = document.querySelector("section[aria-label='Your decision']");
  if (!decide?.querySelector(".row button:not(:disabled), button.primary:not(:disabled)")) return null;
  if (button("Don't scout")) return "scout";
  if (decide.textContent.includes("will you turn face up?")) return "show";
  if (document.querySelector("[data-tile] .reach")) return "march";
  return "move";
}
"""
QUESTION = re.compile(r"^(Navy|Oxblood) \d has met enemy blocks in [A-E][1-5]\. Will it scout\?$")
REACH = "[data-tile]:has(.reach)"


class Officer(Stranger):
    """Plays at random, rather forward than back."""

    def wait(self) -> str:
        """Waits until something is asked; returns what (see `LOOK`)."""
        return str(self.page.wait_for_function(LOOK, timeout=60_000).json_value())

    def act(self) -> str:
        """Waits until something is asked and answers it; returns what was asked."""
        asked = self.wait()
        if asked == "end":
            self._stay_put()
        if asked in ("end", "curtain", "hand over"):
            return asked
        self.take_care()
        before = self.ply()
        answer = {"move": self._move, "march": self._march, "scout": self._scout, "template": self._place}
        answer[asked]()
        self.page.wait_for_function(MOVED_ON, arg=before, timeout=20_000)
        return asked

    def asked(self) -> str | None:
        """What is asked of this person at the moment, or None."""
        return self.page.evaluate(LOOK)

    def enter_army(self, column: str) -> None:
        """Brings the army in on the own edge, by its buttons, and ends the turn."""
        decide = self.page.locator(DECISION)
        self._press(decide.get_by_role("button", name=re.compile("^Choose .*army")))
        before = self.ply()
        self._press(decide.get_by_role("button", name=re.compile(f"^Enter at {column}")))
        self.page.wait_for_function(MOVED_ON, arg=before)
        self._press(decide.get_by_role("button", name="End turn"))

    def march_closer(self) -> None:
        """Takes the first way that costs nothing."""
        before = self.ply()
        self._press(self.page.locator(DECISION).get_by_role("button", name="March closer").first)
        self.page.wait_for_function(MOVED_ON, arg=before)

    def _move(self) -> None:
        decide = self.page.locator(DECISION)
        end = decide.get_by_role("button", name="End turn")
        blocks = decide.locator(".blocks button")
        if blocks.count() == 0 or (end.count() and self.random.random() < 0.6):
            self._press(end)
            return
        # the army comes first, so that there is a battle
        army = decide.get_by_role("button", name=re.compile("^Choose .*army"))
        first = army.count() and not end.count()
        self._press(army if first else blocks.nth(self.random.randrange(blocks.count())))
        self.take_care()
        if self.page.locator(REACH).count() > 0:
            self._forward()
        else:
            self._press(decide.get_by_role("button", name="Choose another block"))
            self._move()

    def _forward(self) -> None:
        reach = self.page.locator(REACH)
        at = [int(reach.nth(i).get_attribute("data-tile") or 0) for i in range(reach.count())]
        wanted = min(at) if self.random.random() < 0.7 else self.random.choice(at)
        self._press(reach.nth(at.index(wanted)))

    def _march(self) -> None:
        # the way that costs nothing may be the worst one
        expect(self.page.locator(f"{DECISION} .primary")).to_have_count(0)
        self._press_one_of(self.page.locator(REACH))

    def _scout(self) -> None:
        decide = self.page.locator(DECISION)
        # O2.6: the same words whatever the block is
        expect(decide.get_by_text(QUESTION)).to_be_visible()
        scout = decide.get_by_role("button", name="Scout ")
        self._press(scout.first if scout.count() else decide.get_by_role("button", name="Don't scout"))

    def _place(self) -> None:
        self._press(self.page.get_by_role("button", name="Place template", exact=True))


# of one turn: which block, to which column, how many squares from its own edge
Orders = list[tuple[str, str, int]]


class Script:
    """Two people on one device who follow the script, whoever of them is first."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.officer = Officer(page)
        self.decide = page.locator(DECISION)

    def play(self, first: list[Orders], second: list[Orders]) -> None:
        """Plays the turns of both; nobody scouts in them. Then it is the first player's turn."""
        for both in zip(first, second, strict=True):
            for orders in both:
                self.reach("move")
                for name, column, ahead in orders:
                    self.move(name, column, ahead)
                self.press("End turn")
        self.reach("move")

    def reach(self, wanted: str) -> None:
        """Hands the device over until `wanted` is asked."""
        while (asked := self.officer.wait()) != wanted:
            assert asked in ("curtain", "hand over"), asked
            self.page.locator({"curtain": ".curtain button", "hand over": ".pass button"}[asked]).tap()

    def choose(self, name: str) -> str:
        """Chooses a block of that kind; returns its side."""
        button = self.decide.get_by_role("button", name=re.compile(f"^Choose .*{name}")).first
        side = (button.get_attribute("aria-label") or "").split()[1]
        button.tap()
        return side

    def move(self, name: str, column: str, ahead: int) -> None:
        """Moves a block of that kind; asked to scout, it does not."""
        row = 1 + ahead if self.choose(name) == "Navy" else 5 - ahead
        self.press(re.compile(f"(Enter at|to) {column}{row}$"))
        if self.officer.wait() == "scout":
            self.press("Don't scout")

    def press(self, name: str | re.Pattern[str]) -> None:
        """Presses the first button of that name, and waits until the match has moved on."""
        before = self.officer.ply()
        self.decide.get_by_role("button", name=name).first.tap()
        self.page.wait_for_function(MOVED_ON, arg=before)
