"""docs/adding-a-game.md is followed from `sandtable new` on: what its steps make of the new game keeps the interface."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.docs.test_site import text
from tests.engine.command import run

PAGE = text("adding-a-game.md")
STEPS = re.split(r"^## ", PAGE, flags=re.MULTILINE)
# checks games by their files, but not in the compiler's other mode, which takes long; then the kit and the lab of the last
PROGRAM = """
import sys
from pathlib import Path

import sandtable as st
from sandtable.printing import press
from sandtable.testing import check_game, modes

modes.check_modes = lambda *_: None
for place in sys.argv[1:]:
    game = st.load(place)
    check_game(game, matches=5, plain=200)
made = press.print_kit(game.spec, game.setup, game.settings, {}, press.PrintJob("A4", "colour", "long", (0.0, 0.0)))
print(made.titles, made.needed)
print(game.spec.lab.counters.names)
print(st.simulate(game, games=2, agents=("random", "random"), seed=1)["games"])
"""


def names(node: ast.stmt) -> str:
    """What a statement defines, as one text; imports are known by what they import."""
    if isinstance(node, ast.Assign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        last = targets[0].elts[-1] if isinstance(targets[0], ast.Tuple) else targets[0]
        return ast.unparse(last) + ("|" if isinstance(node, ast.AugAssign) else "")
    return getattr(node, "name", "") or ast.unparse(node)


def pieces(source: str) -> dict[str, str]:
    """The statements of a module in their order, decorators included, by what they define."""
    lines = source.splitlines()
    found: dict[str, str] = {}
    for node in ast.parse(source).body:
        first = min([node.lineno, *(mark.lineno for mark in getattr(node, "decorator_list", []))])
        found[names(node)] = "\n".join(lines[first - 1 : node.end_lineno])
    return found


def changed(source: str, step: str) -> str:
    """The module as a step of the page leaves it: definitions take the places of those with their names."""
    module = pieces(source)
    for block in re.findall(r"```python\n(.*?)```", step, re.DOTALL):
        spec = module.pop("SPEC")
        module |= pieces(block)
        module["SPEC"] = spec
    for field in re.findall(r"```python spec\nSPEC = Spec\(\.\.\., (.*?)\)\n```", step, re.DOTALL):
        module["SPEC"] = f"{module['SPEC'].removesuffix(')')}{field},\n)"
    return "\n\n".join(module.values()) + "\n"


def test_following_the_page_makes_games_that_keep_the_interface(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("new", "dice_duel").returncode == 0
    source, places = Path("dice_duel/dice_duel.py").read_text(encoding="utf-8"), list[str]()
    for step in STEPS:
        if "```python" not in step:
            continue
        source = changed(source, step)
        # of another name, since a process takes two games of one id for a mistake
        name = f"duel_{step.partition('.')[0]}"
        places.append(f"dice_duel/{name}.py")
        Path(places[-1]).write_text(source.replace('"dice_duel"', f'"{name}"'), encoding="utf-8")
    assert places == [f"dice_duel/duel_{step}.py" for step in (3, 4, 5, 7, 8)]
    # what step 3 says of equal bids, as its test has it
    (test,) = re.findall(r"```python test\n(.*?)```", PAGE, re.DOTALL)
    given = Path("dice_duel/test_dice_duel.py").read_text(encoding="utf-8")
    Path("dice_duel/given.py").write_text(given.replace("dice_duel.py", "duel_3.py") + test, encoding="utf-8")
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join(filter(None, ["dice_duel", *sys.path])),
    }
    steps = f"{PROGRAM}import given\ngiven.test_g3_equal_bids_cost_a_point()\n"
    done = subprocess.run(
        [sys.executable, "-c", steps, places[1], places[-1]],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "2"
    assert "two dice" in done.stdout
    assert "highest_bids" in done.stdout


def test_the_page_is_short():
    assert len(PAGE.split()) < 2000
