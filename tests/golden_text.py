"""Golden texts: what is printed, said or drawn as a whole, kept in a file next to the tests."""

import os
from difflib import unified_diff
from pathlib import Path


def hold(path: Path, text: str) -> None:
    """Fails with the difference where a file keeps another text; with ANEW=1 in the environment it is written there first."""
    if os.environ.get("ANEW"):
        path.write_text(text, encoding="utf-8", newline="\n")
    kept = path.read_text(encoding="utf-8")
    difference = unified_diff(kept.splitlines(), text.splitlines(), "kept", "now", lineterm="", n=2)
    assert text == kept, "\n".join([path.name, *difference])
