"""What axe finds wrong with a page; where it cannot tell the ground of a text, the contrast is measured on pixels."""

import io
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Page

AXE = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text()
# of all pixels of a text the ground of this share may be worse, since letters cover lines of the board here and there
UNLUCKY = 0.1
# a text of fewer pixels is not seen: another part of the page covers it
SEEN = 12
# of 255: by how much a pixel differs with and without the text
CHANGED = 4

# the texts that axe leaves open, with their place in the window, their colour and whether they are large
OPEN_TEXTS = """
(selectors) => [...new Set(selectors.map((selector) => {
  const found = document.querySelector(selector);
  // a word of a line has the colour of the line, and more pixels tell more
  return found?.closest("text") ?? found;
}))].flatMap((element) => {
  if (!element || element.closest("[aria-disabled=true], :disabled")) return [];
  const style = getComputedStyle(element), size = parseFloat(style.fontSize);
  const scale = element instanceof SVGElement ? (element.getScreenCTM()?.a ?? 1) : 1;
  const { x, y, width, height } = element.getBoundingClientRect();
  if (width < 1 || height < 1 || y < 0 || y + height > innerHeight) return [];
  // a bar that stays, or another part of a board, may lie over it
  const spots = [0.1, 0.5, 0.9].flatMap((u) => [0.2, 0.8].map((v) => [x + u * width, y + v * height]));
  const tops = spots.map(([u, v]) => document.elementFromPoint(u, v));
  const svg = element.closest("svg");
  const own = (top) => element.contains(top) || top.contains(element) || (svg && svg === top.closest("svg"));
  if (!tops.every((top) => top && own(top))) return [];
  element.dataset.open = "";
  let opacity = 1;
  for (let at = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
  return [{
    html: element.outerHTML.slice(0, 160),
    box: [x, y, x + width, y + height],
    ink: element instanceof SVGElement ? style.fill : style.color,
    opacity,
    large: size * scale >= 24 || (size * scale >= 18.66 && Number(style.fontWeight) >= 700),
  }];
})
"""
UNINKED = (
    "[data-open], [data-open] tspan { color: transparent !important; fill: transparent !important; "
    "-webkit-text-fill-color: transparent !important; text-shadow: none !important; transition: none !important }"
)
# what moves has come to its end, and has been drawn
AT_REST = """
async () => {
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(ending.map((one) => one.finished));
  for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
}
"""
RGB = """
(colours) => colours.map((colour) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
})
"""


# words on something to press that stand on two lines, as they do where it is narrower than they are
CUT = """
() => [...document.querySelectorAll("button, a.button, summary")].filter((one) => one.checkVisibility()).flatMap((one) => {
  const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const word of node.data.matchAll(/[^\\s\\-–·/]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = [...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top));
      if (new Set(tops).size > 1) found.push(word[0]);
    }
  return found;
})
"""


# words that are cut off by what holds them, or stand on two lines, and cells and entries of lists with more in them than
# they are wide; without what scrolls, and the last lines of the log, which has them whole
CUT_OFF = """
() => {
  const left = "svg, select, .hidden-text, [aria-label='Just now'], [aria-labelledby=log-heading], pre, textarea";
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const own = node.parentElement;
    if (!own.checkVisibility() || own.closest(left) || getComputedStyle(own).clipPath !== "none") continue;
    const holders = [];
    for (let at = own; at !== document.body; at = at.parentElement)
      if (/hidden|clip/.test(getComputedStyle(at).overflow)) holders.push(at.getBoundingClientRect());
    for (const word of node.data.matchAll(/[^\\s\\-–·/]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
      const level = getComputedStyle(own).writingMode.startsWith("h");
      const broken = level && new Set(boxes.map((box) => Math.round(box.top))).size > 1;
      const out = (box) => box.right > innerWidth + 1
        || holders.some((one) => box.right > one.right + 1 || box.bottom > one.bottom + 3);
      if (broken || boxes.some(out)) found.push(word[0]);
    }
  }
  const spilt = [...document.querySelectorAll("td, li")].filter((one) => one.checkVisibility() && !one.closest(left));
  return [...found, ...spilt.filter((one) => one.scrollWidth > one.clientWidth + 2).map((one) => one.innerText)];
}
"""


def violations(page: Page) -> list[str]:
    """What is wrong, one line a finding."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations', 'incomplete']})")
    left = [rule for rule in found["incomplete"] if rule["id"] == "color-contrast"]
    targets = [node["target"][0] for rule in left for node in rule["nodes"]]
    wrong = [f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in found["violations"]]
    cut = [f"cut in two: {word}" for word in page.evaluate(CUT)]
    return [*wrong, *cut, *(faint(page, targets) if targets else ())]


def sideways(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def cut_off(page: Page) -> list[str]:
    """The words of the page that are not seen whole, or run into others."""
    return page.evaluate(CUT_OFF)


def faint(page: Page, selectors: list[str]) -> list[str]:
    """The texts among these elements whose contrast on the screen is less than 4.5, or 3 where they are large."""
    page.evaluate(AT_REST)
    at, high, most = page.evaluate("[scrollY, innerHeight, document.documentElement.scrollHeight]")
    found: dict[str, None] = {}
    for top in range(0, most, high):
        page.evaluate("top => scrollTo({ top, behavior: 'instant' })", top)
        texts = page.evaluate(OPEN_TEXTS, selectors)
        if not texts:
            continue
        inked = _screen(page)
        bare = page.add_style_tag(content=UNINKED)
        empty = _screen(page)
        bare.evaluate("style => style.remove()")
        inks = page.evaluate(RGB, [text["ink"] for text in texts])
        for text, ink in zip(texts, inks, strict=True):
            contrast = _contrast(text, ink, inked, empty)
            if contrast is not None and contrast < (3.0 if text["large"] else 4.5):
                found[f"contrast {contrast:.2f} on pixels: {text['html']}"] = None
    page.evaluate("top => scrollTo({ top, behavior: 'instant' })", at)
    page.evaluate("() => document.querySelectorAll('[data-open]').forEach((one) => delete one.dataset.open)")
    return list(found)


def _screen(page: Page) -> Any:
    return np.asarray(Image.open(io.BytesIO(page.screenshot(scale="css"))).convert("RGB"), np.float64)


def _contrast(text: Any, ink: list[int], inked: Any, empty: Any) -> float | None:
    left, top, right, bottom = (round(edge) for edge in text["box"])
    part = (slice(max(top, 0), bottom), slice(max(left, 0), right))
    seen, ground = inked[part], empty[part]
    share = text["opacity"] * ink[3] / 255
    mixed = share * np.array(ink[:3]) + (1 - share) * ground
    # the inside of letters: nearer to the ink than to the ground, or something lies over them
    letters = (np.abs(seen - ground).max(axis=2) > CHANGED) & (
        np.abs(seen - mixed).sum(axis=2) < np.abs(seen - ground).sum(axis=2)
    )
    if letters.sum() < SEEN:
        return None
    over, under = _luminance(mixed[letters]), _luminance(ground[letters])
    ratio = np.quantile(_ratio(over, under), UNLUCKY)
    if text["opacity"] < 1:
        # a group that is faded as a whole lets through what lies below it, not its own ground
        ratio = max(ratio, np.quantile(_ratio(_luminance(seen[letters]), under), 1 - UNLUCKY))
    return float(ratio)


def _ratio(over: Any, under: Any) -> Any:
    return (np.maximum(over, under) + 0.05) / (np.minimum(over, under) + 0.05)


def _luminance(colours: Any) -> Any:
    share = colours / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])
