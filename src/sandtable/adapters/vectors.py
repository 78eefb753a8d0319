"""Actions as vectors, which a game may offer to learners if it has too many actions for a mask.

A declaration may have `Vectors`:

    width                                       how many numbers a vector has
    decode(setup, view, vector) -> action       the legal action that `vector` (float32[width] in [-1, 1]) encodes for
                                                the seat to move in `view`; every vector encodes one
    encode(setup, view, action, out)            writes into `out` a vector that `decode` reads as the legal `action`

Both are compiled with `jit`, for every phase in which a seat is to move. They accept a full state or the view of the
seat to move and read only what it may know.
"""

from typing import Any

from sandtable.authoring import Setup, View, ops
from sandtable.authoring.records import bind, tag_of
from sandtable.authoring.spec import Spec, Vectors


def width(spec: Spec) -> int:
    """The number of components in each of the game's vectors; 0 for a game without vectors."""
    return spec.learning.vectors.width if spec.learning.vectors else 0


def decode(setup: Setup, view: View, vector: Any) -> int:
    """The legal action that `vector` encodes for the seat to move in `view`."""
    return _of(view.dtype.names).decode(setup, view, vector)


def encode(setup: Setup, view: View, action: Any, out: Any) -> None:
    """Writes into `out` a vector that encodes the legal `action` in `view`."""
    _of(view.dtype.names).encode(setup, view, action, out)


def _of(fields: Any) -> Vectors:
    game = tag_of(fields)
    vectors = ops.offered(game, "vectors")
    if vectors is None:
        raise ValueError(f"{game} declares no action vectors")
    return vectors


bind(decode, lambda fields: _of(fields).decode)
bind(encode, lambda fields: _of(fields).encode)
