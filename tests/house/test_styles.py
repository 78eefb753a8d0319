"""Colours and measures of the client's theme have one meaning each."""

import re

from tests.house.tree import ROOT

WEB = ROOT / "web" / "src"


def taken(source, names):
    """The names of the theme that `source` gives another value."""
    return [name for name in names if re.search(rf"(?<![\w-]){name}(?:=\{{|\s*:)", source)]


def test_no_component_gives_a_name_of_the_theme_another_meaning():
    names = sorted(set(re.findall(r"^\s*(--[a-z-]+):", (WEB / "styles.css").read_text(), re.MULTILINE)))
    assert "--panel" in names
    assert taken("a { --panel: 3rem }", names) == taken("<p style:--panel={x}>", names) == ["--panel"]
    assert taken("a { color: var(--panel); --panel-height: 3rem }", names) == []
    found = {path.name: taken(path.read_text(), names) for path in WEB.rglob("*.svelte")}
    assert {name: again for name, again in found.items() if again} == {}
