"""Rush: a sport on a walled pitch of hexes, with dice pools."""

from sandtable.games.rush.declaration import SPEC

__all__ = ["SPEC"]
