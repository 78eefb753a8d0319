"""How quickly a machine without a GPU draws the bench of ROUT!: `python -m benchmarks.frames`; CHROMIUM names the browser.

A flick's film is shown at a phone's size and at a desk's by both renderers, with WebGL worked out by the processor
(SwiftShader). Of each a line tells the pictures in a second while the film plays, the milliseconds that one takes, the CPU
milliseconds of all processes of the browser for it, and the pictures drawn in some seconds at rest.
"""

import os
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.conftest import FLAGS, serving
from tests.web.rout_player import Flicker

# device, width and height in the page's pixels, and whether it is touched
SIZES = (("phone", 390, 844, True), ("desk", 1440, 900, False))
RENDERERS = ("three", "canvas")
CARDS = 6
MOMENTS = 40
REST = 3  # seconds
PATIENCE = 90_000  # ms
PREFS = '{"speed": "instant", "motion": "full", "sound": false}'

# frames of the page in which the bench was drawn
COUNTED = """
window.pictures = 0;
let drawn = false;
for (const [context, name] of [[WebGL2RenderingContext, "drawElements"], [CanvasRenderingContext2D, "drawImage"]]) {
  const draw = context.prototype[name];
  context.prototype[name] = function (...how) {
    drawn ||= this.canvas instanceof HTMLCanvasElement && this.canvas.matches("[data-picture]");
    return draw.apply(this, how);
  };
}
const count = () => {
  window.pictures += drawn;
  drawn = false;
  requestAnimationFrame(count);
};
count();
"""
AT_REST = """
async (seconds) => {
  const before = window.pictures;
  await new Promise((done) => setTimeout(done, 1000 * seconds));
  return window.pictures - before;
}
"""
# pictures in a second of the film, from its first frame to its last
PLAYED = """
async () => {
  const film = document.querySelector("[data-testid=film]");
  const frame = () => new Promise(requestAnimationFrame);
  const before = window.pictures, start = performance.now();
  film.querySelector("button").click();
  do await frame();
  while (film.querySelector("button").textContent.includes("Pause"));
  await frame();
  return (1000 * (window.pictures - before)) / (performance.now() - start);
}
"""
# milliseconds until a moment of the film is drawn, for each of `moments` moments
TAKEN = """
async (moments) => {
  const at = document.querySelector("[data-testid=film] input");
  const canvas = document.querySelector("[data-testid=bench] canvas");
  const gl = canvas.getContext("webgl2"), pen = gl ? null : canvas.getContext("2d");
  const times = [];
  for (let n = 0; n < moments; n++) {
    const start = performance.now();
    at.value = Math.round((at.max * (n + 1)) / (moments + 1));
    at.dispatchEvent(new Event("input", { bubbles: true }));
    await Promise.resolve();
    // a pixel that is read waits for its picture
    if (gl) gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    else pen.getImageData(0, 0, 1, 1);
    times.push(performance.now() - start);
    await new Promise(requestAnimationFrame);
  }
  return times.sort((a, b) => a - b);
}
"""


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), ["rout"]) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"), args=FLAGS)
        for device, width, height, touched in SIZES:
            page = _flicked(browser, address, width, height, touched)
            for renderer in RENDERERS:
                print(f"{device}, {renderer}: {_measured(page, renderer)}", flush=True)
            page.context.close()
        browser.close()


def _flicked(browser: Browser, address: str, width: int, height: int, touched: bool) -> Page:
    """A full bench after its first flick."""
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, has_touch=touched
    )
    context.add_init_script(f"localStorage.setItem('sandtable.prefs', '{PREFS}')")
    context.add_init_script(COUNTED)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto("/new/rout")
    page.get_by_text("Hot seat", exact=True).click()
    page.locator("summary", has_text="settings").click()
    for side in ("Ivory", "Ink"):
        page.get_by_role("spinbutton", name=f"Unit cards dealt to {side}").fill(str(CARDS))
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/g/*")
    person = Flicker(page, seed=3)
    person.reach("flick")
    person.aim_by_buttons()
    person.flick()
    page.get_by_test_id("film").wait_for()
    return page


def _measured(page: Page, renderer: str) -> str:
    page.evaluate("name => localStorage.setItem('sandtable.rout.renderer', name)", renderer)
    page.reload()
    curtain = page.locator(".curtain button")
    bench = page.locator(f"[data-testid=bench][data-renderer={renderer}]")
    curtain.or_(bench).first.wait_for()
    if curtain.count():
        curtain.click()
    bench.wait_for()
    page.get_by_test_id("film").wait_for()
    # materials are compiled with the first pictures
    page.evaluate(TAKEN, MOMENTS // 4)
    before = _cpu()
    times: list[Any] = page.evaluate(TAKEN, MOMENTS)
    used = (_cpu() - before) / MOMENTS
    size = page.evaluate(
        "(({ width, height }) => `${width} x ${height}`)(document.querySelector('[data-picture]'))"
    )
    page.evaluate("() => document.querySelector('[data-testid=film] button').click()")
    page.wait_for_function(
        "() => !document.querySelector('[data-testid=film] button').textContent.includes('Pause')"
    )
    return (
        f"{page.evaluate(PLAYED):.0f} pictures a second in the film, "
        f"{times[MOMENTS // 2]:.0f} ms a picture ({times[0]:.0f} at best), {1000 * used:.0f} ms CPU, "
        f"{page.evaluate(AT_REST, REST)} in {REST} s at rest; {size} pixels"
    )


def _cpu() -> float:
    """CPU seconds of all processes below this one, the server's among them, which does nothing meanwhile."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            told = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(entry.parent.name)
        parents[pid], ticks[pid] = int(told[1]), int(told[11]) + int(told[12])
    own = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in own} - own:
        own |= more
    return sum(ticks.get(pid, 0) for pid in own - {os.getpid()}) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    start = time.perf_counter()
    main()
    print(f"{time.perf_counter() - start:.0f} s; load of the machine {os.getloadavg()[0]:.1f}")
