"""Writes as JSON what rules return; NumPy's numbers, which rules return in plain Python, become plain ones."""

from typing import Any

import msgspec


def _bare(value: Any) -> Any:
    # NumPy's number types, named so that NumPy need not be imported
    if callable(getattr(value, "item", None)):
        return value.item()
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


_encoder = msgspec.json.Encoder(enc_hook=_bare)


def encode(value: object) -> bytes:
    """`value` as JSON; `TypeError` if it contains anything that JSON does not support."""
    return _encoder.encode(value)


def plain(value: object) -> Any:
    """`value` as a reader of its JSON sees it: dicts, lists, strings, numbers, booleans and None."""
    return msgspec.json.decode(encode(value))
