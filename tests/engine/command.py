"""The commands of `sandtable`, as tests call them."""


def commands(command, path=()):
    """Every command by the words that call it, groups included."""
    yield path, command
    for name, below in getattr(command, "commands", {}).items():
        yield from commands(below, (*path, name))
