"""Text, JSON, TOML and typed values from strangers: what fits is read, and what does not is one plain sentence."""

import gzip
import json
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from sandtable.authoring import decoding
from sandtable.authoring.decoding import DecodingError, convert, json_of, text_in, text_of, toml_of
from sandtable.engine.match import Entry
from sandtable.lab.report.document import Report
from sandtable.server import protocol
from sandtable.server.run.hosting import Hosting
from tests.damaged_files import VALUES, is_plain


class Part(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=3)]
    share: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.5


class One(msgspec.Struct, tag="one"):
    a: int


class Two(msgspec.Struct, tag="two"):
    b: bool


class Whole(msgspec.Struct):
    count: Annotated[int, msgspec.Meta(ge=1)]
    kind: Literal["a", "b", 3] = "a"
    parts: list[Part] = []
    pair: tuple[int, str] = (0, "")
    some: dict[str, int | bool] = {}
    maybe: list[int] | None = None
    most: Annotated[int, msgspec.Meta(le=9)] = 0
    hex: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]*$", description="hex digits")] = ""
    three: Annotated[list[int], msgspec.Meta(max_length=3)] = []
    either: One | Two | None = None
    text: Annotated[str, msgspec.Meta(min_length=2)] = "ab"
    wide: Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)] = 0
    low: Annotated[float, msgspec.Meta(ge=-0.5)] = 0


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([], "it must be a table, not a list"),
        ({}, "count is missing"),
        ({"count": 0}, "count must be a whole number from 1, not 0"),
        ({"count": True}, "count must be a whole number from 1, not true"),
        ({"count": 1.5}, "count must be a whole number from 1, not 1.5"),
        ({"count": 1, "most": 10}, "most must be a whole number up to 9, not 10"),
        ({"count": 1, "kind": "c"}, "kind must be 3, a or b, not 'c'"),
        ({"count": 1, "parts": [{"name": "x"}, {}]}, "parts, item 2, name is missing"),
        ({"count": 1, "parts": [{"name": "long"}]}, "parts, item 1, name must be text of 1 to 3 characters, not of 4"),
        ({"count": 1, "parts": [{"name": "x", "share": 2}]}, "parts, item 1, share must be a number from 0 to 1, not 2"),
        ({"count": 1, "parts": [{"z": 1}]}, "parts, item 1: there is no field 'z'; the fields are name, share"),
        ({"count": 1, "pair": [1]}, "pair must be a list of 2 items, not of 1"),
        ({"count": 1, "pair": [1, 2]}, "pair, item 2 must be text, not 2"),
        ({"count": 1, "some": {"x": None}}, "some, x must be a whole number or true or false, not null"),
        ({"count": 1, "maybe": 3}, "maybe must be a list or null, not 3"),
        ({"count": 1, "maybe": [1, "x"]}, "maybe, item 2 must be a whole number, not 'x'"),
        ({"count": 1, "hex": "xyz"}, "hex must be hex digits, not 'xyz'"),
        ({"count": 1, "three": [1, 2, 3, 4]}, "three must be a list of at most 3 items, not of 4"),
        ({"count": 1, "either": {"type": "six"}}, "either, type must be one or two, not 'six'"),
        ({"count": 1, "either": {"type": "two", "b": 1}}, "either, b must be true or false, not 1"),
        ({"count": 1, "either": 7}, "either must be a table or null, not 7"),
        ({"count": 1, "wide": "x"}, "wide must be a number from -1,000,000,000 to 1,000,000,000, not 'x'"),
        ({"count": 1, "low": -1}, "low must be a number from -0.5, not -1"),
        ({"count": 1, "text": "a"}, "text must be text of 2 characters or more, not of 1"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named_with_what_is_allowed(given, sentence):
    with pytest.raises(DecodingError) as refused:
        convert(given, Whole)
    assert str(refused.value) == sentence
    assert is_plain(sentence)


PLAIN = some.recursive(
    some.one_of(some.sampled_from(VALUES), some.integers(-3, 12), some.sampled_from(("a", "one", "two", "idle"))),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.sampled_from(("name", "type", "a", "b")), inner),
    max_leaves=6,
)  # fmt: skip
KINDS: tuple[Any, ...] = (
    Whole,
    Entry,
    Hosting,
    Report,
    protocol.NewTable,
    protocol.Join,
    protocol.NewMeasurement,
    protocol.KitOrder,
    protocol.VariantAsked,
    protocol.ClientMessage,
)


@given(some.data())
def test_every_value_that_does_not_fit_gets_a_sentence_of_its_own(data):
    kind = data.draw(some.sampled_from(KINDS))
    structs = [kind] if isinstance(kind, type) else list(kind.__args__)
    names = [name for struct in structs for name in struct.__struct_encode_fields__]
    value = data.draw(
        some.one_of(PLAIN, some.dictionaries(some.sampled_from([*names, "type"]), PLAIN, max_size=6))
    )
    strict = data.draw(some.booleans())
    try:
        wanted = msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError:
        with pytest.raises(DecodingError) as refused:
            convert(value, kind, strict=strict)
        assert is_plain(str(refused.value))
        assert "does not have the right form" not in str(refused.value), (value, kind)
    else:
        assert convert(value, kind, strict=strict) == wanted


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "it is empty"),
        ("\ufeff\n", "it is empty"),
        ("{", "not valid JSON at column 2"),
        ('{\n "a": ]', "not valid JSON at line 2, column 7"),
        ("[" * 65 + "]" * 65, "lists and tables are nested too deeply"),
        ("[" * 99_999, "lists and tables are nested too deeply"),
        ("NaN", "NaN is not a number in JSON"),
        ("1e999", "it contains a number that is too large"),
        ("1" * 9999, "it contains a number that is too long"),
        ('["\\udfff"]', "it contains a lone surrogate, which is not valid Unicode"),
        ('{"a":1,"b":2,"a":1}', "'a' is given twice"),
        ('"a\x01"', "not valid JSON at column 3"),
    ],
)
def test_what_is_no_json_says_why(text, sentence):
    with pytest.raises(DecodingError) as refused:
        json_of(text)
    assert str(refused.value) == sentence


@given(PLAIN)
def test_json_is_read_as_it_was_written(value):
    if json.dumps(value).count("[") < 30:
        assert json_of("\ufeff" + json.dumps(value)) == value


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a = ?", "line 1, column 5: Invalid value"),
        ("a = [", "the end: "),
        ("a = " + "[" * 9999, "lists and tables are nested too deeply"),
        ("a = " + "1" * 9999, "it contains a number that is too long"),
        ("a = 1\na = 2\n", "line 2, column 6: Cannot overwrite a value"),
    ],
)
def test_what_is_no_toml_says_why(text, sentence):
    with pytest.raises(DecodingError) as refused:
        toml_of(text)
    assert str(refused.value).startswith(sentence)
    assert is_plain(str(refused.value))


def test_toml_is_read_with_a_byte_order_mark():
    assert toml_of("\ufeffa = 1") == {"a": 1}


def test_a_file_is_unpacked_and_never_longer_than_allowed(tmp_path, monkeypatch):
    file = tmp_path / "f"
    file.write_bytes(gzip.compress(b"\xef\xbb\xbfabc"))
    assert text_in(file) == "abc"
    monkeypatch.setattr(decoding, "LARGEST", 10)
    # a thousand times as long once it is unpacked
    file.write_bytes(gzip.compress(b"x" * 100_000))
    with pytest.raises(DecodingError, match="the file is too long: at most 1,000 bytes are allowed"):
        text_in(file, 1000)
    for data, sentence in ((b"\xff\xfea\0", "UTF-16"), (b"\xff", "not a UTF-8 text file"), (b"a\0b", "NUL")):
        with pytest.raises(DecodingError, match=sentence):
            text_of(data)
