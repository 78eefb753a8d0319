"""Records: the header, the tag, copies and digests."""

import hashlib
import pickle
import struct
import subprocess
import sys
from copy import copy, deepcopy
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import sandtable as st
from sandtable.authoring import jit, records
from tests.fixtures import connect_four, hide_and_seek

INNER = records.record((("stat", np.uint8, (6,)), ("health", np.int16)))
OUTER = records.tagged("trial", (("pawn", INNER, (2,)), ("turn", np.uint32)), Path(__file__))


@jit
def copy_compiled(out, source):
    """Copies in compiled code."""
    records.copy(out, source)


@jit
def wound(state, pawn, amount):
    """Writes into a nested record."""
    state.pawn[pawn].health -= amount
    state.pawn[pawn].stat[2] = 6


ORDERS = Path(__file__).parents[2] / "examples/orders/orders.py"


def filled():
    """A record with something in every field."""
    made = records.new(OUTER)[0]
    made.to_move, made.phase, made.ply, made.turn = -1, 3, 70_000, 9
    made.score[:] = (0.5, -0.5)
    for pawn in range(2):
        made.pawn[pawn].health = 20 + pawn
        made.pawn[pawn].stat[:] = range(6)
    return made


@pytest.mark.parametrize("name", ["base", "flags", "item"])
def test_a_field_that_plain_python_cannot_read_is_refused(name):
    with pytest.raises(ValueError, match=f"a field cannot be named '{name}'"):
        records.record((("health", np.int16), (name, np.int16)))


def test_a_state_begins_with_the_header_and_ends_with_its_tag():
    assert OUTER.names[:4] == ("to_move", "phase", "ply", "score")
    assert records.tag_of(OUTER.names) == "trial"


def test_a_record_without_a_tag_is_refused():
    with pytest.raises(TypeError, match=r"records\.tagged"):
        records.tag_of(INNER.names)


def test_tags_tell_games_apart():
    assert records.tag_of(connect_four.SPEC.rules.state.names) == "connect_four"
    assert records.tag_of(hide_and_seek.SPEC.rules.state.names) == "hide_and_seek"


@pytest.mark.parametrize("copy", [records.copy, copy_compiled], ids=["plain", "compiled"])
def test_a_copy_is_equal_and_independent(copy):
    source, out = filled(), records.new(OUTER)[0]
    copy(out, source)
    assert out.tobytes() == source.tobytes()
    wound(out, 1, 5)
    assert (source.pawn[1].health, out.pawn[1].health) == (21, 16)
    assert (source.pawn[1].stat[2], out.pawn[1].stat[2]) == (2, 6)


def test_nested_fields_are_written_in_place_by_plain_python_too():
    state = filled()
    state.pawn[0].stat[5] = 1
    assert list(state.pawn[0].stat) == [0, 1, 2, 3, 4, 1]


def test_values_are_plain_and_stay_as_they_are():
    state = filled()
    read = records.values(state)
    assert (read.to_move, read.phase, read.ply, read.turn) == (-1, 3, 70_000, 9)
    assert [pawn.health for pawn in read.pawn] == [20, 21]
    assert {type(number) for number in (read.ply, read.pawn[0].health)} == {int}
    assert read.pawn[1].stat.tolist() == list(range(6))
    assert read.score.tolist() == [0.5, -0.5]
    wound(state, 1, 5)
    state.score[0] = 1.0
    assert (read.pawn[1].health, read.pawn[1].stat[2], read.score[0]) == (21, 2, 0.5)
    assert (records.values(state).pawn[1].health, records.values(state).score[0]) == (16, 1.0)


def test_values_of_records_in_records_are_read_too_and_cannot_be_written():
    last = records.record((("by", np.int64),))
    kind = records.record((("grid", INNER, (2, 2)), ("one", INNER), ("count", np.uint8), ("last", last)))
    made = records.new(kind)[0]
    made.grid[1, 0].health, made.one.health, made.count = 7, 8, 255
    made.one.stat[5], made.last.by = 3, -9
    read = records.values(made)
    assert [[each.health for each in row] for row in read.grid] == [[0, 0], [7, 0]]
    assert read.last.by == -9
    assert (read.one.health, read.one.stat[5], read.count + 1) == (8, 3, 256)
    for array in (read.one.stat, read.grid[1][0].stat):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    with pytest.raises(AttributeError):
        read.count = 1


def test_a_digest_is_of_all_values():
    assert records.digest(filled()) == records.digest(filled())
    digests = {records.digest(filled())}
    for change in (
        lambda made: made.pawn[1].stat.__setitem__(5, 9),
        lambda made: setattr(made.pawn[0], "health", 21),
        lambda made: setattr(made, "turn", 10),
        lambda made: made.score.__setitem__(1, -0.25),
    ):
        other = filled()
        change(other)
        digests.add(records.digest(other))
    assert len(digests) == 5
    assert {len(digest) for digest in digests} == {16}


def test_a_digest_is_of_names_and_values_in_eight_bytes_each():
    inner = records.record((("low", np.int16, (2,)), ("high", np.uint64)))
    made = records.new(
        records.record((("b", inner, (2,)), ("a", np.float32), ("c", np.int8), ("d", np.bool_)))
    )[0]
    made.a, made.c, made.d = -0.5, -3, True
    made.b[0].low[:], made.b[1].low[:] = (-1, 2), (-300, 400)
    made.b[0].high, made.b[1].high = 2**64 - 1, 7
    said = hashlib.sha256()
    for word, form, *numbers in (
        (b"a():", "<d", -0.5),
        (b"b.high(2,):", "<2Q", 2**64 - 1, 7),
        (b"b.low(2, 2):", "<4q", -1, 2, -300, 400),
        (b"c():", "<q", -3),
        (b"d():", "<q", 1),
    ):
        said.update(word + struct.pack(form, *numbers))
    assert records.digest(made) == said.hexdigest()[:16]


def test_a_digest_does_not_depend_on_how_a_record_is_laid_out():
    wide = records.record((("stat", np.int64, (6,)), ("health", np.int32)))
    fields = (
        ("turn", np.int16),
        ("pawn", wide, (2,)),
        *records.HEADER[::-1],
        (f"{records.TAG}trial_2", np.uint8),
    )
    moved, made = records.new(records.record(fields))[0], filled()
    for name in ("to_move", "phase", "ply", "turn"):
        setattr(moved, name, made[name])
    moved.score[:] = made.score
    for pawn in range(2):
        moved.pawn[pawn].health = made.pawn[pawn].health
        moved.pawn[pawn].stat[:] = made.pawn[pawn].stat
    assert bytes(moved) != bytes(made)
    assert records.digest(moved) == records.digest(made)


def test_a_digest_tells_names_and_lengths_apart():
    def digest(*fields):
        return records.digest(records.new(records.record(fields))[0])

    shapes = [
        (("a", np.int8), ("b", np.int8)),
        (("a", np.int8, (2,)),),
        (("a", np.int8), ("c", np.int8)),
        (("a", np.int8, (2, 1)),),
    ]
    assert len({digest(*fields) for fields in shapes}) == len(shapes)


def test_records_made_one_after_the_other_share_no_line_of_the_cache():
    made = [records.new(INNER) for _ in range(200)]
    starts = sorted(array.ctypes.data for array in made)
    assert all(after // 64 > (before + INNER.itemsize - 1) // 64 for before, after in pairwise(starts))


@pytest.mark.parametrize("duplicate", [copy, deepcopy])
def test_a_position_copied_by_python_is_equal_and_independent(duplicate):
    position = st.load("assault").start()
    for _ in range(20):
        made = duplicate(position)
        assert (made, hash(made), bytes(made)) == (position, hash(position), bytes(position))
        made.play(made.actions()[0])
        assert made != position
        assert position.ply + 1 == made.ply
        position = made


def test_positions_go_into_other_processes(tmp_path):
    position = st.Game(hide_and_seek.SPEC).start().play(1)
    saved = tmp_path / "position"
    saved.write_bytes(pickle.dumps([position, st.load("rush", rushes=4)]))
    code = f"""
import pickle
position, game = pickle.loads(open({str(saved)!r}, "rb").read())
print(position.actions(), position.digest(), game.settings["rushes"], game.start().phase)
"""
    told = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert told.stdout.strip() == f"[0, 1, 2] {position.digest()} 4 line-up"
    assert deepcopy(position.game) is position.game


def test_a_game_goes_by_its_place_and_a_game_of_a_file_with_its_source():
    for place, settings in (("rush", {"rushes": 4}), (str(ORDERS), {"goal": 3})):
        game = st.load(place, **settings)
        made, (found, source, given, rules) = game.__reduce__()
        assert (source is None, given, rules) == (place == "rush", game.settings, game.spec.rules.version)
        again = made(found, source, given, rules)
        assert (again.id, again.settings) == (game.id, game.settings)
    # a file that is gone meanwhile is not needed
    assert made("/nowhere/orders.py", source, given, rules).settings == game.settings


def test_a_game_that_no_module_declares_cannot_be_pickled():
    with pytest.raises(
        ValueError, match="hide_and_seek cannot be pickled: it must be the SPEC of an importable module"
    ):
        pickle.dumps(st.Game(replace(hide_and_seek.SPEC, name="Another")))


def test_what_is_nested_has_its_own_fields_however_it_is_asked_for():
    outer = records.record((("turn", np.int32), ("one", INNER), ("many", INNER, (2,))))
    made = records.new(outer)[0]
    made.one.health, made["one"].stat[3], made.many[1].health = 5, 4, 7
    assert (made["one"].health, made.one["stat"][3], made["many"][1].health) == (5, 4, 7)
    assert made.dtype == outer
    with pytest.raises(AttributeError):
        made.health = 1
    with pytest.raises(ValueError, match="no field of name health"):
        made["health"]


@pytest.mark.parametrize("pickler", ["pickle", "cloudpickle"])
def test_a_record_outlives_a_pickle(pickler):
    again = pickle.loads(pytest.importorskip(pickler).dumps(filled()))
    assert (again.dtype, again.tobytes(), again.pawn[1].health) == (OUTER, filled().tobytes(), 21)
