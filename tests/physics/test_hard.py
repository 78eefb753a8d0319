"""Hard cases found by search end as they did when they were kept: see `hard.py`."""

import json
from pathlib import Path

import pytest

from sandtable.games.rout.data.shape import apart
from tests.physics.hard import FAMILIES, FOLDER, told
from tests.physics.scenes import Flick, floats, rest, setup_of

CASES = sorted(FOLDER.glob("*.json"))


def test_there_is_a_case_of_each_family() -> None:
    assert [path.stem for path in CASES] == sorted(FAMILIES)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_hard_case_ends_as_it_did(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    flick = Flick(**case["flick"] | {"way": tuple(case["flick"]["way"])})
    world = rest(setup_of(), [tuple(spot) for spot in case["blocks"]], flick)
    assert told(world) == case["result"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_blocks_of_a_hard_case_lie_beside_each_other(path: Path) -> None:
    # a twentieth of a millimetre is what the solver leaves
    result, setup = json.loads(path.read_text(encoding="utf-8"))["result"], setup_of()
    half = float(setup.long[0]), float(setup.wide[0])
    lying = [tuple(spot) for i, spot in enumerate(result["rest"]) if i not in result["left"]]
    for i, one in enumerate(lying):
        for other in lying[:i]:
            assert apart(*floats(one), *half, *floats(other), *half, -5e-5)
