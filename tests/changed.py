"""Declarations with a few fields changed, wherever in their parts these are."""

from dataclasses import fields, replace

from sandtable.authoring.spec import PARTS


def changed(spec, **values):
    """`spec` with these fields of it and of its parts; `TypeError` for a field that there is not."""
    parts = {}
    for part in fields(spec):
        known = {each.name for each in fields(getattr(spec, part.name))} if part.name in PARTS else ()
        own = {name: values.pop(name) for name in [*values] if name in known}
        if own:
            parts[part.name] = replace(getattr(spec, part.name), **own)
    return replace(spec, **parts, **values)
