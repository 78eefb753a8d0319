"""One kit of each game, made once a session, and its pages as pictures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pypdfium2
import pytest

from sandtable import load
from sandtable.games import spec
from sandtable.press import Printed, print_kit
from sandtable.settings import resolve

PT = 25.4 / 72
GAMES = ("assault", "optio", "rout", "rush")


@dataclass
class Made:
    """A kit, its PDF, and what is asked of it."""

    game: str
    kit: Printed
    data: bytes

    @cached_property
    def document(self) -> Any:
        return pypdfium2.PdfDocument(self.data)

    def grey(self, page: int, dots: float) -> np.ndarray:
        """The grey levels (0 black to 255) of a page, `dots` a mm."""
        return np.asarray(self.document[page].render(scale=dots * PT, grayscale=True).to_pil())

    def words(self, page: int) -> str:
        """All words of a page."""
        return " ".join(self.document[page].get_textpage().get_text_range().split())


def made(
    game: str, settings: Mapping[str, object] = {}, paper: str = "A4", ink: str = "colour", **options: object
) -> Made:
    """The kit of a game."""
    loaded, declared = load(game, **settings), spec(game).kit
    assert declared is not None
    kit = print_kit(
        loaded.spec, loaded.setup, loaded.settings, resolve(declared.options, options), paper, ink
    )
    return Made(game, kit, kit.file(game).data)


_kept: dict[str, Made] = {}


@pytest.fixture(params=GAMES)
def usual(request: pytest.FixtureRequest) -> Made:
    """The kit of each game as it is by default."""
    game = str(request.param)
    if game not in _kept:
        _kept[game] = made(game)
    return _kept[game]


@pytest.fixture(scope="session", autouse=True)
def closed() -> Iterator[None]:
    yield
    while _kept:
        _kept.popitem()[1].document.close()
