"""How a game is made that has one fault: a part of a declaration replaced."""

from dataclasses import replace

from sandtable.engine.game import Game
from tests.changed import changed


def with_rules(spec, **functions):
    """`spec` with some of its rules replaced."""
    return replace(
        spec,
        rules=replace(spec.rules, functions={**spec.rules.functions, **functions}),
    )


def after(function, change):
    """`function`, then `change` on its arguments."""

    def both(*arguments):
        result = function(*arguments)
        change(*arguments)
        return result

    return both


class Counter:
    """A number outside the records."""

    value = 0


def remembers(setup, s, a):
    Counter.value += 1
    s.score[0] = (Counter.value % 64) / 64
    s.score[1] = -s.score[0]


def other(spec, **parts):
    return Game(changed(spec, **parts))
