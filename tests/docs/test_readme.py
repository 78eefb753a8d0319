"""The Python of the README, the docs' landing page and the page about Python runs, and the README's commands exist."""

import re
from pathlib import Path

import pytest
from typer.main import get_command

from sandtable.cli import app

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
INDEX = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
FROM_PYTHON = (ROOT / "docs" / "from-python.md").read_text(encoding="utf-8")


def run(page: str) -> None:
    """Run the Python of a page, block after block."""
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)


@pytest.mark.parametrize("page", [README, INDEX], ids=["README.md", "index.md"])
def test_the_python_of_a_first_page_runs(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(page)
    assert capsys.readouterr().out


def test_the_python_of_the_page_about_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    run(FROM_PYTHON)
    assert "You cannot do that now: another step is due. (A2.1)" in capsys.readouterr().out


def test_every_command_of_the_readme_exists():
    commands = set(re.findall(r"^sandtable (\w+)", README, re.MULTILINE))
    assert commands
    assert commands <= set(get_command(app).commands)


def test_every_option_of_the_readme_exists():
    for line in re.findall(r"^sandtable ([^#\n]*)", README, re.MULTILINE):
        command = get_command(app)
        for word in line.split():
            command = getattr(command, "commands", {}).get(word, command)
        # a group of commands is no command
        assert not hasattr(command, "commands"), line
        options = {option for parameter in command.params for option in parameter.opts}
        assert set(re.findall(r"--[a-z-]+", line)) <= options, line
