"""The record by which a page checks dice, kept as the client's tests read it: both sides mean the same by it."""

import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from sandtable import verify
from sandtable.authoring import rng
from sandtable.server.tables.snapshot import dice_record
from tests.golden.make import SEEDED, path_of

KEPT = Path(__file__).parents[2] / "web/src/lib/table/fairness.test.json"


def record_of(name: str) -> dict[str, Any]:
    match = verify(path_of(name).read_text(encoding="utf-8"))
    found = dice_record(cast("Any", SimpleNamespace(match=match)))
    return json.loads(msgspec.json.encode(found))


def test_the_record_is_the_one_that_pages_are_tested_with() -> None:
    made = record_of("seeded-skirmish")
    if os.environ.get("ANEW"):
        KEPT.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
    assert json.loads(KEPT.read_text(encoding="utf-8")) == made


@pytest.mark.parametrize("name", SEEDED)
def test_a_record_alone_shows_that_all_dice_follow(name: str) -> None:
    record = record_of(name)
    assert rng.commitment(bytes.fromhex(record["secret"])) == record["commitment"]
    sat, chain, listed = (
        rng.chained(" ".join(record["names"]), " ".join(record["seeds"])),
        rng.chained("", record["bound"]),
        0,
    )
    for step in record["steps"]:
        if step["high"] >= 0:
            number = rng.outcome(bytes.fromhex(record["secret"]), record["table"], rng.chained(sat, chain))
            assert step["low"] <= number < step["high"]
            listed += 1
        chain = rng.chained(chain, f"{step['seat']} {step['action']}")
    assert rng.chained(sat, chain) == record["chain"]
    assert listed
