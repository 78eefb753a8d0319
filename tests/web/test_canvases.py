"""Every canvas on a page fills its frame at any number of device pixels, and no more."""

import io

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.markers import quick
from tests.web.conftest import Opener

# each canvas with its frame: where both are in the window, and how many device pixels of it one pixel of the page has
CANVASES = """
() => [...document.querySelectorAll("canvas")].map((canvas) => {
  const [own, frame] = [canvas, canvas.parentElement].map((one) => one.getBoundingClientRect());
  return {
    box: [own.x, own.y, own.width, own.height].map(Math.round),
    frame: [frame.x, frame.y, frame.width, frame.height].map(Math.round),
    ratio: canvas.width / own.width,
  };
})
"""
# ROUT!'s bench is drawn with two device pixels a pixel at most
SHARPEST = 2


def fills_its_frame(page: Page, scale: int, sharpest: int) -> None:
    page.locator("canvas").first.wait_for()
    # the canvas is resized once its frame has a size
    page.wait_for_function(
        f"() => ({CANVASES})().every(({{ ratio }}) => Math.abs(ratio - {min(scale, sharpest)}) < 0.02)"
    )
    for canvas in page.evaluate(CANVASES):
        assert canvas["box"] == canvas["frame"]


@pytest.mark.parametrize("renderer", ["canvas", "three"])
@pytest.mark.parametrize("scale", [1, 2, 3])
def test_the_block_to_practise_with_is_where_a_finger_is_asked_to_begin(
    open_page: Opener, scale: int, renderer: str
):
    page = open_page(f"/rout/practice?renderer={renderer}", "low phone", device_scale_factor=scale)
    fills_its_frame(page, scale, SHARPEST)
    block = page.get_by_test_id("block").bounding_box()
    assert block
    page.evaluate("document.querySelector('[data-testid=pad] svg').style.visibility = 'hidden'")
    middle = [block["x"] + block["width"] / 2, block["y"] + block["height"] / 2]
    shot = page.screenshot(clip={"x": middle[0] - 8, "y": middle[1] - 4, "width": 16, "height": 8})
    seen = np.asarray(Image.open(io.BytesIO(shot)).convert("RGB")).reshape(-1, 3)
    # ivory with a burnt sign on it, and around it oak
    assert np.percentile(seen.mean(1), 90) > 200


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_the_sheet_of_a_map_fills_its_frame(open_page: Opener, scale: int):
    fills_its_frame(open_page("/optio/maps", "low phone", device_scale_factor=scale), scale, scale)


@pytest.mark.parametrize("scale", quick(3, of=[1, 2, 3]))
def test_the_bench_of_a_match_fills_its_frame(open_page: Opener, scale: int):
    page = open_page("/play/rout", "low phone", device_scale_factor=scale)
    page.get_by_role("button", name="Start").click()
    fills_its_frame(page, scale, SHARPEST)
