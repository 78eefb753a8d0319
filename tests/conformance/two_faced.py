"""Hide and seek whose evaluation depends on whether it is compiled. `SPEC` declares it."""

from dataclasses import replace
from pathlib import Path

from sandtable._compiler.kernels import COMPILED
from sandtable.authoring import jit, tagged
from tests.fixtures import hide_and_seek

LIKING = 0.5 if COMPILED else 0.25
_FIELDS = [(name, hide_and_seek.SPEC.rules.state.fields[name][0]) for name in ("place", "looked")]


@jit
def evaluate(setup, s, seat):
    """The same number whatever happens, but not the same in both modes."""
    return LIKING


SPEC = replace(
    hide_and_seek.SPEC,
    id="two_faced",
    rules=replace(
        hide_and_seek.SPEC.rules,
        state=tagged("two_faced", _FIELDS, Path(__file__)),
        functions={**hide_and_seek.SPEC.rules.functions, "evaluate": evaluate},
    ),
)
