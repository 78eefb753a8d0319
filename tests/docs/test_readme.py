"""The README's Python runs as written, and every command that it names exists."""

import re
from pathlib import Path

from typer.main import get_command

from sandtable.cli import app

README = (Path(__file__).parents[2] / "README.md").read_text()


def test_the_python_of_the_readme_runs(capsys):
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)
    assert "This is not the step that is due now. (A2.1)" in capsys.readouterr().out


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
