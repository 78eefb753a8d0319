"""Everything a game is written with: `from sandtable.authoring import jit, Spec, ...`.

| for | names |
|---|---|
| kernels | `jit` `inline` compile; `below` `uniform` draw from a random stream; `copy` copies a record |
| records | `record` `tagged` `new` `values`; the seats `CHANCE` `OVER` `SPECTATOR` |
| actions | `Actions` `Kind` `Codec`: how decisions are packed into numbers and read as sentences |
| settings | `Integer` `Choice` `Flag` `Data` |
| the game | `Spec` puts it all together; `Reason` refuses, `LogLine` and `Beat` tell what happened |
| the lab | `Pick` `Deed` `Happening` `Counters` `Pace`: what designers count and compare |
| paper | `Kit` and its parts, `Sheet` for a quick sheet |

Tools that not every game needs are modules of this package: `bits`, `dice`, `hexgrid`, `rng`. Pictures are drawn with
`sandtable.graphics`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable._compiler.kernels import inline, jit
    from sandtable.authoring.actions import Actions, Kind, Labels, Unpacked
    from sandtable.authoring.choices import NOTHING_TO_TAKE, Deed, Happening, Option, Pick, Sort, Space
    from sandtable.authoring.codec import Codec
    from sandtable.authoring.enums import numbers
    from sandtable.authoring.kits import (
        Block,
        Board,
        Heading,
        Kit,
        KitMaker,
        Leaflet,
        Paragraph,
        Piece,
        Pieces,
        Table,
    )
    from sandtable.authoring.records import CHANCE, OVER, SPECTATOR, copy, digest, new, record, tagged, values
    from sandtable.authoring.rng import Stream, below, stream, uniform
    from sandtable.authoring.settings import (
        Choice,
        Data,
        Flag,
        Integer,
        Setting,
        SettingError,
        Value,
        resolve,
    )
    from sandtable.authoring.setups import of_setup, of_state
    from sandtable.authoring.sheet import Ask, Fact, Question, Sheet
    from sandtable.authoring.spec import (
        Beat,
        Counters,
        Export,
        Fortune,
        Grid,
        Level,
        LogLine,
        Made,
        Mind,
        Pace,
        Plans,
        Policies,
        Preset,
        Reason,
        Service,
        Spec,
        Vectors,
        attribution,
        by_code,
        names_of,
        owned,
    )
    from sandtable.authoring.wording import Explanations, explanations

_PLACES = {
    "Actions": "sandtable.authoring.actions",
    "Ask": "sandtable.authoring.sheet",
    "Beat": "sandtable.authoring.spec",
    "Block": "sandtable.authoring.kits",
    "Board": "sandtable.authoring.kits",
    "CHANCE": "sandtable.authoring.records",
    "Choice": "sandtable.authoring.settings",
    "Codec": "sandtable.authoring.codec",
    "Counters": "sandtable.authoring.spec",
    "Data": "sandtable.authoring.settings",
    "Deed": "sandtable.authoring.choices",
    "Explanations": "sandtable.authoring.wording",
    "Export": "sandtable.authoring.spec",
    "Fact": "sandtable.authoring.sheet",
    "Flag": "sandtable.authoring.settings",
    "Fortune": "sandtable.authoring.spec",
    "Grid": "sandtable.authoring.spec",
    "Happening": "sandtable.authoring.choices",
    "Heading": "sandtable.authoring.kits",
    "Integer": "sandtable.authoring.settings",
    "Kind": "sandtable.authoring.actions",
    "Kit": "sandtable.authoring.kits",
    "KitMaker": "sandtable.authoring.kits",
    "Labels": "sandtable.authoring.actions",
    "Leaflet": "sandtable.authoring.kits",
    "Level": "sandtable.authoring.spec",
    "LogLine": "sandtable.authoring.spec",
    "Made": "sandtable.authoring.spec",
    "Mind": "sandtable.authoring.spec",
    "NOTHING_TO_TAKE": "sandtable.authoring.choices",
    "OVER": "sandtable.authoring.records",
    "Option": "sandtable.authoring.choices",
    "Pace": "sandtable.authoring.spec",
    "Paragraph": "sandtable.authoring.kits",
    "Pick": "sandtable.authoring.choices",
    "Piece": "sandtable.authoring.kits",
    "Pieces": "sandtable.authoring.kits",
    "Plans": "sandtable.authoring.spec",
    "Policies": "sandtable.authoring.spec",
    "Preset": "sandtable.authoring.spec",
    "Question": "sandtable.authoring.sheet",
    "Reason": "sandtable.authoring.spec",
    "SPECTATOR": "sandtable.authoring.records",
    "Service": "sandtable.authoring.spec",
    "Setting": "sandtable.authoring.settings",
    "SettingError": "sandtable.authoring.settings",
    "Sheet": "sandtable.authoring.sheet",
    "Sort": "sandtable.authoring.choices",
    "Space": "sandtable.authoring.choices",
    "Spec": "sandtable.authoring.spec",
    "Stream": "sandtable.authoring.rng",
    "Table": "sandtable.authoring.kits",
    "Unpacked": "sandtable.authoring.actions",
    "Value": "sandtable.authoring.settings",
    "Vectors": "sandtable.authoring.spec",
    "attribution": "sandtable.authoring.spec",
    "below": "sandtable.authoring.rng",
    "by_code": "sandtable.authoring.spec",
    "copy": "sandtable.authoring.records",
    "digest": "sandtable.authoring.records",
    "explanations": "sandtable.authoring.wording",
    "inline": "sandtable._compiler.kernels",
    "jit": "sandtable._compiler.kernels",
    "names_of": "sandtable.authoring.spec",
    "new": "sandtable.authoring.records",
    "numbers": "sandtable.authoring.enums",
    "of_setup": "sandtable.authoring.setups",
    "of_state": "sandtable.authoring.setups",
    "owned": "sandtable.authoring.spec",
    "record": "sandtable.authoring.records",
    "resolve": "sandtable.authoring.settings",
    "stream": "sandtable.authoring.rng",
    "tagged": "sandtable.authoring.records",
    "uniform": "sandtable.authoring.rng",
    "values": "sandtable.authoring.records",
}

__all__ = [
    "CHANCE",
    "NOTHING_TO_TAKE",
    "OVER",
    "SPECTATOR",
    "Actions",
    "Ask",
    "Beat",
    "Block",
    "Board",
    "Choice",
    "Codec",
    "Counters",
    "Data",
    "Deed",
    "Explanations",
    "Export",
    "Fact",
    "Flag",
    "Fortune",
    "Grid",
    "Happening",
    "Heading",
    "Integer",
    "Kind",
    "Kit",
    "KitMaker",
    "Labels",
    "Leaflet",
    "Level",
    "LogLine",
    "Made",
    "Mind",
    "Option",
    "Pace",
    "Paragraph",
    "Pick",
    "Piece",
    "Pieces",
    "Plans",
    "Policies",
    "Preset",
    "Question",
    "Reason",
    "Service",
    "Setting",
    "SettingError",
    "Sheet",
    "Sort",
    "Space",
    "Spec",
    "Stream",
    "Table",
    "Unpacked",
    "Value",
    "Vectors",
    "attribution",
    "below",
    "by_code",
    "copy",
    "digest",
    "explanations",
    "inline",
    "jit",
    "names_of",
    "new",
    "numbers",
    "of_setup",
    "of_state",
    "owned",
    "record",
    "resolve",
    "stream",
    "tagged",
    "uniform",
    "values",
]


def __getattr__(name: str) -> Any:
    # so that who needs only a setting or a name does not load the compiler
    if name not in _PLACES:
        raise AttributeError(f"module 'sandtable.authoring' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_PLACES[name]), name)
    return found
