"""The command line: statuses, one-sentence errors, figures as JSON."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import sandtable as st
from sandtable.authoring import Data
from sandtable.authoring.spec import INDEPENDENT
from sandtable.cli import app, main
from sandtable.games import bulk, installed, spec
from sandtable.server.run.hosting import Hosting
from sandtable.testing import FaultError
from tests.engine.command import commands, run
from tests.house.tree import ROOT

GAME = installed()[0]
# another test compiles the check of this one
HELP = """
import sys
from pathlib import Path
from sandtable.cli import main
sys.argv[1:] = ["--help"]
try:
    main()
except SystemExit:
    print(sorted(sys.modules))
"""


def test_help_imports_nothing_heavy():
    printed = subprocess.check_output(
        [sys.executable, "-c", HELP],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        text=True,
    )
    assert "Commands" in printed
    assert not re.findall(
        r"'(numpy|numba|llvmlite|rich|starlette|uvicorn|sqlalchemy|polars|scipy|ray)'", printed
    )


def test_games_are_listed():
    assert [game["id"] for game in json.loads(run("games", "--json").stdout)["games"]] == list(installed())


@pytest.mark.parametrize("path", [path for path, _ in commands(get_command(app))], ids=" ".join)
def test_every_command_helps_by_its_short_option_too(path, said):
    status, printed, error = said(*path, "-h")
    assert (status, error) == (0, "")
    assert "-h, --help" in printed
    assert said(*path, "--help") == (status, printed, error)


@pytest.mark.parametrize(
    ("command", "defaults"), [("play", {"port": 8000, "host": "127.0.0.1"}), ("check", {"matches": 2000})]
)
def test_without_options_a_command_takes_these(command, defaults):
    options = {option.name: option.default for option in get_command(app).commands[command].params}
    assert {name: options[name] for name in defaults} == defaults


def test_the_version_is_printed(said):
    assert said("--version") == (0, f"sandtable {st.__version__}\n", "")


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("sandtable sim", ["simulate"]),
        ("sandtable rules r", ["rout", "rush"]),
        ("sandtable games as", ["assault"]),
        ("sandtable check assault --set he", ["health=", "held_may_attack=", "held_if="]),
        ("sandtable check assault --set corners=", ["corners=side", "corners=diagonal"]),
        ("sandtable check ludo --set he", []),
        ("sandtable chek assault --set xy", []),
        ("sandtable check assault --seed 3 --js", ["--json"]),
    ],
)
def test_a_shell_completes_commands_games_and_settings(words, wanted, monkeypatch, said):
    count = len(words.split()) - 1
    shell = {"_SANDTABLE_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(count)}
    for name, value in shell.items():
        monkeypatch.setenv(name, value)
    status, printed, error = said()
    assert (status, sorted(printed.split()), error) == (0, sorted(wanted), "")


def test_a_game_tells_its_settings_and_levels(said):
    _, told, _ = said("games", GAME)
    assert told.startswith("All Out Assault: ")
    assert "\n  health=12\n" in told
    assert "(A1.5)\n      1 to 40\n" in told
    assert "(A1.2)\n      side (on their own side), diagonal (on opposite corners)\n" in told
    assert ", or @FILE for your own text\n" in told
    assert "\n  3  General: " in told
    assert "\nOther players: random, script, lookahead, search:N" in told


@pytest.mark.parametrize("game", installed())
def test_a_game_tells_them_as_json(game, said):
    told = json.loads(said("games", game, "--json")[1])
    for setting, one in zip(spec(game).rules.settings, told["declared"], strict=True):
        assert (one["name"], one["default"]) == (setting.name, setting.default)
        assert (one["clause"], one["text"]) == (setting.clause, setting.text)
        low, high, options = (getattr(setting, name, None) for name in ("low", "high", "options"))
        assert (one["low"], one["high"], one["choices"]) == (low, high, list(options or ()))
        assert one["own"] == isinstance(setting, Data)
    assert [one["name"] for one in told["levels"]] == [level.name for level in st.agents.levels(game)]


@pytest.mark.parametrize("game", installed())
def test_rules_are_printed(game):
    told = run("rules", game).stdout
    assert told.startswith("# ")
    assert told.endswith(f"\n\n{spec(game).about}\n")
    assert "Marks: [original] is what the designer's document says" in told
    assert not re.search(r"\*(original|ruling|filled in)\*", told)


def test_rules_follow_settings():
    usual, here = (run("rules", "rush", *more).stdout for more in ((), ("--set", "throw_ends=incomplete")))
    assert "drops the ball, throws it or fails to pick it up" in usual
    assert "A throw ends it only if it misses or is not caught" in here
    assert "throws it or fails" not in here


def test_at_a_terminal_rules_are_set_as_a_page(monkeypatch):
    class Screen(io.StringIO):
        def isatty(self):
            return True

    screen = Screen()
    monkeypatch.setenv("COLUMNS", "70")
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "argv", ["sandtable", "rules", "assault"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    lines = [line.strip() for line in re.sub(r"\x1b\[[0-9;]*m", "", screen.getvalue()).splitlines()]
    assert max(map(len, lines)) <= 70
    assert not [line for line in lines if line.startswith("#")]
    assert " ".join(lines).endswith(spec("assault").about)


@pytest.mark.parametrize("game", installed())
def test_it_is_said_whose_game_it_is(game, said):
    credit, source = spec(game).presentation.credit, spec(game).presentation.source
    assert source
    assert said("games", game)[1].splitlines()[1] == f"{credit} {source} {INDEPENDENT}"
    told = json.loads(said("games", game, "--json")[1])
    assert (told["credit"], told["source"], told["about"]) == (credit, source, spec(game).about)
    (listed,) = (one for one in json.loads(said("games", "--json")[1])["games"] if one["id"] == game)
    assert (listed["credit"], listed["about"]) == (credit, spec(game).about)
    for file in ("README.md", "NOTICE"):
        assert credit in " ".join((ROOT / file).read_text(encoding="utf-8").split()), file


def test_a_setting_is_read_from_a_file(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("S...S\n.....\n..X..\n.....\nS...S\n")
    done = run("check", GAME, "--set", f"board=@{board}")
    assert done.returncode == 2
    assert done.stderr.startswith("sandtable: board, line 3, column 3: 'X' is not a tile")
    board.write_text(board.read_text().replace("X", "M"))
    assert run("simulate", GAME, "--games", "2", "--set", f"board=@{board}").returncode == 0


@pytest.mark.parametrize("snippet", ["", "play(1)"])
def test_a_game_that_keeps_not_the_interface_is_a_failed_check(monkeypatch, said, snippet):
    def check_game(*_, **__):
        raise FaultError("observe leaks", snippet)

    monkeypatch.setattr("sandtable.testing.check_game", check_game)
    led = f"To reproduce:\n\n{snippet}\n\n" if snippet else ""
    assert said("check", GAME) == (1, "", f"{led}sandtable: observe leaks.\n")


def test_a_game_that_keeps_the_interface_is_told_with_what_was_checked(monkeypatch, said, tmp_path):
    file, asked = tmp_path / "long.toml", []
    file.write_text(VARIANT, encoding="utf-8")

    def check_game(game, **given):
        asked.append((game.settings["health"], given.pop("progress") is not None, given))
        return {"matches": 2000, "plies": 71234, "texts": 5}

    monkeypatch.setattr("sandtable.testing.check_game", check_game)
    told = "assault conforms to the interface: 2,000 matches, 71,234 plies, 5 texts\n"
    assert said("check", "assault") == (0, told, "")
    wanted = ("check", "assault", "--variant", str(file), "--matches", "7", "--seed", "3")
    assert said(*wanted) == (0, f"The variant 'Long lives'.\n\n{told}", "")
    found = json.loads(said(*wanted, "--json")[1])
    assert [found[name] for name in ("game", "variant", "seed", "matches", "plies", "texts")] == [
        "assault",
        "Long lives",
        3,
        2000,
        71234,
        5,
    ]
    more = {"matches": 7, "seed": 3}
    assert asked == [(12, True, {"matches": 2000, "seed": 0}), (14, True, more), (14, True, more)]


def test_simulate_prints_results():
    report = json.loads(run("simulate", GAME, "--games", "10", "--json").stdout)
    assert report["wins"] + report["draws"] + report["losses"] == report["games"] == 10


@pytest.fixture
def served(monkeypatch):
    """What the server was started with, which does not start."""
    asked = []
    monkeypatch.setattr("sandtable.server.app.serve", lambda *given: asked.append(given))
    return asked


def test_a_server_is_started_as_it_is_asked_for(served, said, tmp_path):
    place = "tests.fixtures.tug.declaration:SPEC"
    options = ("--port", "0", "--host", "0.0.0.0", "--reports", str(tmp_path), "--game", place)
    file = tmp_path / "sandtable.toml"
    file.write_text('workers = 3\nlogs = "json"\n', encoding="utf-8")
    assert said("play") == (0, "", "")
    assert said("play", *options, "--db", "here.db", "--no-open") == (0, "", "")
    assert said("serve", *options, "--config", str(file), "--database", "here.db") == (0, "", "")
    asked = {"host": "0.0.0.0", "port": 0, "database": "here.db", "reports": str(tmp_path), "games": [place]}
    # who serves for himself may measure as much as he likes
    own = {"lab": "shared", "lab_pairs": 100_000, "lab_minutes": 24 * 60}
    assert [(settings, opened, log) for settings, _, opened, log, *_ in served] == [
        (Hosting(**own), True, False),
        (Hosting(**asked, **own), False, False),
        (Hosting(**asked, workers=3, logs="json"), False, True),
    ]
    assert [catalog.args for _, catalog, *_ in served] == [([],), ([place],), ([place],)]


def test_a_server_is_opened_at_the_page_of_a_variant(served, said, tmp_path):
    place = "tests.fixtures.tug.declaration:SPEC"
    shipped, outside = tmp_path / "long.toml", tmp_path / "tug.toml"
    shipped.write_text(VARIANT, encoding="utf-8")
    outside.write_text(
        VARIANT.replace("assault", "tug").replace("health = 14", "faces = 6"), encoding="utf-8"
    )
    for file in (shipped, outside):
        assert said("play", "--variant", str(file), "--game", place) == (0, "", "")
    assert said("play", "--variant", str(shipped)) == (0, "", "")
    pages = [given[-1] for given in served]
    assert [page.startswith("lab/variant#") for page in pages] == [True] * 3
    assert pages[0] == pages[2] != pages[1]
    assert said("play", "--variant", str(outside))[0] == 2


def test_a_server_that_cannot_start_says_why(served, said, monkeypatch, tmp_path):
    folder = tmp_path / "none"
    assert said("play", "--reports", str(folder)) == (2, "", f"sandtable: there is no folder {folder}.\n")
    status, _, error = said("play", "--game", "no_such_module:SPEC")
    assert (status, "there is no module 'no_such_module'" in error) == (2, True)
    assert served == []

    def taken(*_):
        raise OSError("Port 1 is in use by another program.")

    monkeypatch.setattr("sandtable.server.app.serve", taken)
    assert said("play", "--port", "1") == (2, "", "sandtable: Port 1 is in use by another program.\n")


@pytest.mark.parametrize(
    ("failed", "status", "complaint"),
    [([], 0, ""), (["rush"], 1, "sandtable: Rush could not be compiled.\n")],
)
def test_games_are_compiled_one_by_one_and_what_fails_is_named(monkeypatch, said, failed, status, complaint):
    made = []

    class Compilers:
        def __init__(self, say, aside):
            self.failed, self.closed, self.aside = failed, False, aside
            self.unstarted = {}
            made.append(self)

        def compile(self, names, command):
            self.names, self.command = names, command("rush")
            yield "rush", "rules"

        def close(self):
            self.closed = True

    monkeypatch.setattr("sandtable.server.loading.compilers.Compilers", Compilers)
    monkeypatch.setattr("sandtable._compiler.kernels.CACHE", "here")
    assert said("warm", "rush") == (status, "", complaint)
    (found,) = made
    assert (found.names, found.aside, found.closed) == ({"rush": spec("rush").name}, False, True)
    assert found.command[1:3] == ("-m", "sandtable.server.warmup")


def test_of_all_games_the_longest_are_compiled_first(monkeypatch, said):
    order = []

    class Compilers:
        failed, unstarted = (), {}

        def __init__(self, say, aside):
            pass

        def compile(self, names, command):
            order.extend(names)
            return iter(())

        def close(self):
            pass

    monkeypatch.setattr("sandtable.server.loading.compilers.Compilers", Compilers)
    monkeypatch.setattr("sandtable._compiler.kernels.CACHE", "here")
    assert said("warm") == (0, "", "")
    assert sorted(order) == list(installed())
    # All Out Assault has by far the least code
    assert order[-1] == "assault"
    sizes = [bulk(spec(game)) for game in order]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] > 10_000


def test_nothing_is_compiled_where_it_cannot_be_kept(monkeypatch, said):
    monkeypatch.setattr("sandtable._compiler.kernels.CACHE", None)
    assert said("warm", "rush") == (1, "", "")


def test_where_nobody_reads_on_the_command_ends_without_a_word():
    command = [sys.executable, "-m", "sandtable", "rules", "rush"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 1


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_what_is_compiled_for_a_saved_match_is_told(saved, said, monkeypatch, command):
    told = []
    monkeypatch.setattr("sandtable.cli.announce_compiling", lambda: told.append(command))
    assert said(command, str(saved))[0] == 0
    assert told == [command]


def test_an_error_of_ours_is_told_without_what_a_variable_holds():
    # a trace of typer's own shows them, secrets of a match among them
    assert app.pretty_exceptions_enable is False


def test_a_saved_match_is_verified_and_replayed(saved):
    report = json.loads(run("verify", str(saved), "--json").stdout)
    assert report["game"] == GAME
    printed = run("replay", str(saved)).stdout
    assert printed.startswith("   1  ")


def test_a_position_of_a_saved_match_is_drawn(saved, tmp_path):
    # the other endings are those of `test_printing`
    out = tmp_path / "position.png"
    done = run("replay", str(saved), "--picture", str(out), "--ply", "1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert out.read_bytes().startswith(b"\x89PNG\r\n")
    refused = run("replay", str(saved), "--picture", str(tmp_path / "a.svg"), "--ply", "999")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert re.fullmatch(
        rf"sandtable: {re.escape(str(saved))}: This match has positions 0 to .*\.\n", refused.stderr
    )
    nowhere = run("replay", str(saved), "--picture", str(tmp_path / "none" / "a.svg"))
    assert "cannot be written: No such file or directory." in nowhere.stderr


def test_a_damaged_match_is_a_failed_check(saved, tmp_path):
    lines = saved.read_text(encoding="utf-8").splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text("".join(lines[:4] + lines[5:]), encoding="utf-8")
    for command in ("verify", "replay"):
        done = run(command, str(damaged))
        assert done.returncode == 1
        assert re.fullmatch(rf"sandtable: {re.escape(str(damaged))}: Line 5: .*\.\n", done.stderr)


def test_a_match_by_other_rules_can_still_be_read(saved, tmp_path):
    text = saved.read_text(encoding="utf-8")
    older = tmp_path / "older.jsonl"
    older.write_text(re.sub('"rules":[0-9]+', '"rules":99', text, count=1), encoding="utf-8")
    refused, read = run("verify", str(older)), run("replay", str(older))
    sentence = rf"sandtable: {re.escape(str(older))}: Line 1: This match was played with version 99 of the rules of .*\."
    # the version of the rules is in the chain that the dice follow from
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "the secret gives a different outcome here" in refused.stderr
    assert read.returncode == 0
    assert re.fullmatch(rf"{sentence} The log below is what the file says, unchecked\.\n", read.stderr)
    assert len(read.stdout.splitlines()) == len(text.splitlines()) - 2
    assert read.stdout.startswith("   1  ")


def test_a_picture_is_no_match(tmp_path):
    picture = tmp_path / "picture.png"
    picture.write_bytes(bytes(range(256)))
    done = run("verify", str(picture))
    assert (done.returncode, done.stderr) == (1, f"sandtable: {picture}: it is not a UTF-8 text file.\n")


@pytest.mark.long
def test_bench_prints_figures():
    report = json.loads(run("bench", GAME, "--seconds", "0.1", "--no-cold", "--json").stdout)
    assert report["random_actions_per_s_one_core"] > 0
    assert report["tree_simulations_per_s_middle"] > 0


@pytest.mark.long
def test_warm_says_what_it_compiled():
    said = run("warm", GAME).stdout
    name = st.load(GAME).spec.name
    assert re.fullmatch(rf"Compiling {name}; .*\.\n{name} is compiled \(.* s\)\.\n", said)


@pytest.mark.long
def test_the_ladder_has_a_row_a_level():
    report = json.loads(run("ladder", GAME, "--pairs", "1", "--json").stdout)
    levels = [standing["player"] for standing in report["standings"]]
    assert [row["upper"] for row in report["rows"]] == levels[1:]
    assert [row["lower"] for row in report["rows"]] == levels[:-1]


# variants


VARIANT = 'sandtable_variant = 1\ngame = "assault"\nname = "Long lives"\nwhy = "To look."\n[settings]\nhealth = 14\n'


def test_a_variant_is_written_shown_and_refused(tmp_path):
    file = str(tmp_path / "long.toml")
    words = ["--name", "Long lives", "--why", "To look.", "--set", "health=14"]
    runner = CliRunner()
    assert runner.invoke(app, ["variant", "write", "assault", file, *words]).exit_code == 0
    assert Path(file).read_text(encoding="utf-8").endswith("[settings]\nhealth = 14\n")
    shown = runner.invoke(app, ["variant", "show", file])
    assert shown.stdout.splitlines()[:2] == ["Long lives, a variant of All Out Assault.", "To look."]
    assert ": 14 instead of 12." in shown.stdout
    address = json.loads(runner.invoke(app, ["variant", "show", file, "--json"]).stdout)["address"]
    assert runner.invoke(app, ["variant", "show", f"http://here{address}"]).stdout == shown.stdout
    for arguments, said in (
        (["variant", "show", address[:-5]], "invalid variant link"),
        (["check", "optio", "--variant", file], "it is a variant of assault, not of optio"),
        (["play", "--variant", str(tmp_path / "none.toml")], "cannot be read: No such file"),
    ):
        refused = runner.invoke(app, arguments)
        assert (refused.exit_code, said in refused.stderr, refused.stderr.count("\n")) == (2, True, 1)


def test_a_variant_is_checked_by_its_name(tmp_path, monkeypatch):
    checked = []

    def check_game(game, matches, **_):
        checked.append((game.variant, game.settings["health"], matches))
        return {"matches": matches}

    monkeypatch.setattr("sandtable.testing.check_game", check_game)
    file = tmp_path / "long.toml"
    file.write_text(VARIANT, encoding="utf-8")
    asked = ["check", "assault", "--variant", str(file), "--matches", "1", "--json"]
    done = json.loads(CliRunner().invoke(app, asked).stdout)
    assert (done["variant"], done["settings"]["health"], done["matches"]) == ("Long lives", 14, 1)
    assert checked == [("Long lives", 14, 1)]
