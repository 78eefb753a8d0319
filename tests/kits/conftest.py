"""Kits of each game, and their pages as pictures."""

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from filelock import FileLock

from sandtable import load
from sandtable.authoring import resolve
from sandtable.games import spec
from sandtable.printing.press import Printed, PrintJob, print_kit
from tests.markers import quick

PT = 25.4 / 72
GAMES = ("assault", "optio", "rout", "rush")


@dataclass
class Made:
    """A kit, its PDF, and what is asked of it."""

    game: str
    kit: Printed
    data: bytes
    options: Mapping[str, object]

    @cached_property
    def document(self) -> Any:
        return pypdfium2.PdfDocument(self.data)

    def grey(self, page: int, dots: float) -> np.ndarray:
        """The grey levels (0 black to 255) of a page, `dots` a mm."""
        return np.asarray(self.document[page].render(scale=dots * PT, grayscale=True).to_pil())

    def words(self, page: int) -> str:
        """All words of a page."""
        return " ".join(self.document[page].get_textpage().get_text_range().split())


PLAIN = PrintJob()


def made(game: str, settings: Mapping[str, object] = {}, job: PrintJob = PLAIN, **options: object) -> Made:
    """The kit of a game."""
    loaded, declared = load(game, **settings), spec(game).print.kit
    assert declared is not None
    chosen = resolve(declared.options, options)
    kit = print_kit(loaded.spec, loaded.setup, loaded.settings, chosen, job)
    return Made(game, kit, kit.file(game).data, chosen)


@dataclass(frozen=True)
class Order:
    """What kit is asked for."""

    game: str
    paper: str = "A4"
    ink: str = "colour"
    options: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return "-".join(
            (self.game, self.paper, self.ink, *(f"{name}_{value}" for name, value in self.options))
        )


_kept: dict[Order, Made] = {}
USUAL = tuple(Order(game) for game in GAMES)
ORDERS = (
    *USUAL,
    *(Order(game, paper, ink) for game in GAMES for paper, ink in (("A3", "colour"), ("Letter", "black"))),
    Order("assault", "A4", "black", (("tile_mm", 40),)),
    Order("optio", "A4", "colour", (("map_cm", 16), ("maps", "all"))),
    Order("rout", "A4", "black", (("card", "mini"),)),
    Order("rout", "Letter", "colour", (("card", "tarot"),)),
    Order("rush", "A4", "black", (("hex_mm", 30),)),
    Order("optio", "A3", "black", (("map_cm", 60), ("block_mm", 16))),
)


# of the session, so that all tests of one kit come one after the other
@pytest.fixture(scope="session", params=quick(*USUAL, of=ORDERS, study=ORDERS[len(USUAL) : -1]), ids=str)
def usual(request: pytest.FixtureRequest, shared: Path) -> Iterator[Made]:
    """The kit of each game as it is by default; in the long tests one in other sizes, in `make study` all the others."""
    order: Order = request.param
    yield kept(order, shared)
    if order not in USUAL:
        _close(order)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder of all processes of this run."""
    own = tmp_path_factory.getbasetemp()
    return own if worker_id == "master" else own.parent


def kept(order: Order, shared: Path) -> Made:
    """The kit of an order, laid out by one process for all: the largest takes half a minute."""
    if order not in _kept:
        file = shared / f"{order}.kit"
        with FileLock(f"{file}.lock"):
            if not file.exists():
                laid_out = made(order.game, {}, PrintJob(order.paper, order.ink), **dict(order.options))
                file.write_bytes(pickle.dumps(laid_out))
        _kept[order] = pickle.loads(file.read_bytes())
    return _kept[order]


def _close(*orders: Order) -> None:
    for order in orders:
        _kept.pop(order).document.close()


@pytest.fixture(scope="session", autouse=True)
def closed() -> Iterator[None]:
    yield
    _close(*_kept)
