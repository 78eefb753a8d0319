"""Type names for the arguments of operations and kernels.

All four are `Any` to a type checker: a kernel gets records when it is compiled and NumPy's scalars in plain Python, and the
fields of both come from the game's own record type.
"""

from typing import Any

Setup = Any  # the record that `Rules.build` makes from the settings: board, limits, tables of odds
State = Any  # a full record of the type `Rules.state`
View = Any  # a state as left by `observe`: what one seat, or a spectator, knows
Rng = Any  # a random stream, see `rng.stream`
