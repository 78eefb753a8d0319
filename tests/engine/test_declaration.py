"""A declaration says what does not fit, fills in what is left out, and is found by id, by module and by file."""

import json
import pickle
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace

import pytest

import sandtable as st
from sandtable import games
from sandtable.authoring import (
    CHANCE,
    OVER,
    SPECTATOR,
    Actions,
    Beat,
    Choice,
    Counters,
    Data,
    Flag,
    Integer,
    Kind,
    KitMaker,
    Level,
    Preset,
    Reason,
    Rules,
    SettingError,
    Spec,
    Wasted,
    attribution,
    by_code,
    names_of,
)
from sandtable.authoring.choices import action_group, pick
from sandtable.authoring.spec import INDEPENDENT, DeclarationError
from sandtable.engine.game import installed
from tests.changed import changed
from tests.fixtures import connect_four, hide_and_seek

ORDERS = Path(__file__).parents[2] / "examples" / "orders" / "orders.py"
SPEC = hide_and_seek.SPEC


@pytest.fixture
def apart(monkeypatch):
    """Lets a test import modules from its own folders, which no other test finds."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    yield
    for name in {"orders", "faulty"} - before:
        sys.modules.pop(name, None)


def refuse_all(board):
    """No text is a board."""
    raise SettingError(f"there is no board {board}")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"colours": ("#1f3a80", "Gold")}, "a colour is #rrggbb in small letters, not 'Gold'"),
        (
            {"colours": ("#1f3a80", "#7a7a7a")},
            "letters on #7a7a7a have a contrast of 4.0 at best, and need 4.5: make it darker or lighter",
        ),
        (
            {"colours": ("#1f3a80", "#28407a")},
            "#1f3a80 and #28407a are too much alike to tell the sides apart",
        ),
        ({"grids": {"hiding": 3}}, "grids names an unknown kind, 'hiding'"),
        ({"titles": {"hiding": "Hide"}}, "titles names an unknown kind, 'hiding'"),
        ({"grids": {"toss": 0}}, "the grid of 'toss' must have 1 to 8 columns, not 0"),
        ({"interface": 0}, "written for interface 0, but this version of sandtable has interface 3"),
        (
            {"id": "Hide"},
            "an id consists of lower-case letters, digits and underscores and starts with a letter",
        ),
        ({"id": "hide"}, "state is tagged 'hide_and_seek': pass the game's id"),
        ({"functions": {**SPEC.rules.functions, "aply": len}}, "no operation 'aply'; did you mean apply?"),
        ({"functions": {"deal": len}}, "functions is missing legal, apply"),
        ({"state": SPEC.rules.state["place"].base}, "state is not a game's record"),
        (
            {"actions": Actions(Kind("count", "{n}", n=2**17)), "max_actions": 0},
            "131,072 actions are too many to list",
        ),
        ({"settings": (Flag("own", True, "", ""),) * 2}, "there are two settings 'own'"),
        (
            {"settings": (Integer("rows", 4, 9, 3, "C1", ""),)},
            "a setting does not accept its own default: rows must be a whole number from 4 to 9, not 3 (C1)",
        ),
        (
            {"settings": (Choice("first", ("white", "black"), "red", "C1", ""),)},
            "a setting does not accept its own default: first must be one of white, black, not 'red' (C1)",
        ),
        (
            {"settings": (Data("board", ("small",), "large", "C1", "", refuse_all),)},
            "a setting does not accept its own default: there is no board large",
        ),
        ({"partial": ("seeks",)}, "partial names an unknown phase, 'seeks'; did you mean seek?"),
        ({"presets": (Preset("odd", "", {"own": 7}),)}, "the preset 'odd' does not fit: "),
        ({"rules": "rules.md"}, "rules must be made by Rules(...)"),
        ({"version": 0}, "version must be 1 or more"),
        ({"older": {1: None}}, "older names version 1, but must name versions below 1"),
        (
            {"settings": (Flag("own", True, "", ""),), "kit": KitMaker(len, (Flag("own", True, "", ""),))},
            "'own' is both a setting and an option of the kit",
        ),
        ({"levels": (Level(1, "A", "", "random"),)}, "levels must be numbered 0, 1, 2 and so on"),
        (
            {"levels": (Level(0, "A", "", "serch"),)},
            "level 0 has an unknown kind, 'serch'; did you mean search?",
        ),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(wrong, sentence):
    with pytest.raises(DeclarationError, match=r"the declaration of '.+' is wrong: ") as refused:
        changed(SPEC, **wrong)
    assert sentence in str(refused.value)


def test_phases_are_named_by_an_enumeration():
    class Phase(IntEnum):
        FIRST_HALF, OVER = range(2)

    class Gap(IntEnum):
        A, B = 0, 2

    assert names_of(Phase) == ("first_half", "over")
    with pytest.raises(DeclarationError, match="numbered 0, 1, 2"):
        names_of(Gap)


def test_reasons_are_given_for_every_code_but_none():
    class Code(IntEnum):
        ALLOWED, TOO_FAR, NOT_NOW = range(3)

    class Gap(IntEnum):
        ALLOWED, NOT_NOW = 0, 2

    far, now = Reason("It is too far.", "A1"), Reason("Not now.", "A2")
    assert by_code({Code.NOT_NOW: now, Code.TOO_FAR: far}) == (Reason("", ""), far, now)
    with pytest.raises(DeclarationError, match=r"and each except 0 must have a reason; wrong: \['TOO_FAR'\]"):
        by_code({Code.NOT_NOW: now})
    with pytest.raises(DeclarationError, match="; wrong: "):
        by_code({Gap.NOT_NOW: now})


def test_a_beat_is_somewhere_unless_it_is_called_out():
    assert Beat("call", text="Hurrah!").cells == ()
    with pytest.raises(ValueError, match=r"^a 'way' beat needs a cell$"):
        Beat("way")


def test_it_is_said_whose_a_game_is_where_it_says_so():
    assert attribution("By Ann.", "From a book.") == f"By Ann. From a book. {INDEPENDENT}"
    assert attribution("By Ann.") == f"By Ann. {INDEPENDENT}"
    assert attribution("", "From a book.") == ""


def needs_only():
    """Connect four by what a declaration needs."""
    full = connect_four.SPEC
    return Spec(
        interface=3,
        id=full.id,
        name=full.name,
        summary=full.summary,
        rules=Rules(
            functions={name: full.rules.functions[name] for name in ("deal", "legal", "apply")},
            state=full.rules.state,
            settings=full.rules.settings,
            actions=full.rules.actions,
            bound=full.rules.bound,
        ),
    )


def test_a_declaration_with_its_needs_only_is_a_whole_game():
    full, bare = connect_four.SPEC, needs_only()
    assert (bare.rules.version, bare.rules.zero_sum, bare.rules.partial, bare.table.presets) == (
        1,
        True,
        (),
        (),
    )
    position, rng = st.Game(bare, columns=5).start(), st.stream(3)
    assert (position.game.setup.columns, bare.rules.max_actions) == (5, full.rules.actions.count)
    assert position.refusal(6).sentence == "That is not possible now."
    assert (position.chances(), position.observed_action(1, 2), position.evaluate(0)) == ([], 2, 0.0)
    assert (
        position.game.spec.presentation.prompt(position.game.setup, position.state, 0) == "It is your turn."
    )
    told = bare.presentation.tell(position.game.setup, position.state, 2, position.state)
    assert (told.kind, told.text) == ("drop", "Seat 0: drop in column 2.")
    seen = [position.play(position.sample(rng)).view(1) == position for _ in range(4)]
    assert all(seen)
    numbers = position.features(0)
    assert (bare.rules.features, numbers[:5].tolist()) == (8 - 1, [0.0, 0.0, 4.0, 0.0, 0.0])
    assert numbers[5:].tolist() == pytest.approx(
        [float(position.state.stones[0]), float(position.state.stones[1])]
    )
    while not position.over:
        position.play(position.sample(rng))
    assert bare.presentation.result(position.game.setup, position.state) in (
        "Seat 0 wins.",
        "Seat 1 wins.",
        "The match is drawn.",
    )
    assert [action_group.name for action_group in bare.lab.action_groups] == ["drop"]
    assert bare.lab.symmetric({}) == ""


def test_what_is_compared_is_found_by_its_name():
    spec = st.load("optio").spec
    for find, known in ((pick, spec.lab.picks), (action_group, spec.lab.action_groups)):
        assert [find(spec, one.name) for one in known] == list(known) != []
        with pytest.raises(ValueError, match=r"optio has no (pick|action group) 'nothing'"):
            find(spec, "nothing")


@pytest.mark.parametrize(
    ("to_move", "score", "prompts", "result"),
    [
        (0, (0.0, 0.0), ["It is your turn.", "Seat 0 is to move.", "Seat 0 is to move."], ""),
        (1, (0.5, -0.5), ["Seat 1 is to move.", "It is your turn.", "Seat 1 is to move."], ""),
        (CHANCE, (0.0, 0.0), ["Chance decides."] * 3, ""),
        (OVER, (1.0, -1.0), ["Seat 0 wins."] * 3, "Seat 0 wins."),
        (OVER, (-0.5, 0.5), ["Seat 1 wins."] * 3, "Seat 1 wins."),
        (OVER, (0.0, 0.0), ["The match is drawn."] * 3, "The match is drawn."),
    ],
)
def test_a_game_without_texts_says_whose_turn_it_is_and_who_wins(to_move, score, prompts, result):
    bare = needs_only()
    setup = st.Game(bare).setup
    view = SimpleNamespace(to_move=to_move, score=score)
    assert [bare.presentation.prompt(setup, view, viewer) for viewer in (0, 1, SPECTATOR)] == prompts
    assert bare.presentation.result(setup, view) == result


def test_a_game_without_texts_tells_who_did_what():
    bare = needs_only()
    setup = st.Game(bare).setup
    told = [
        bare.presentation.tell(setup, SimpleNamespace(to_move=to_move), action, None)
        for to_move in (1, CHANCE)
        for action in (3, -1)
    ]
    assert [(line.kind, line.text) for line in told] == [
        ("drop", "Seat 1: drop in column 3."),
        ("hidden", "Seat 1 does something that you do not see."),
        ("drop", "Chance: drop in column 3."),
        ("hidden", "Chance does something that you do not see."),
    ]


def test_levels_of_a_game_that_declares_none_try_as_many_continuations_as_they_say():
    levels = needs_only().players.levels
    assert [level.level for level in levels] == [0, 1, 2, 3]
    assert (levels[0].kind, [level.plain for level in levels]) == ("random", [True, False, False, False])
    for level in levels[1:]:
        assert level.text == f"Tries {level.simulations:,} continuations for every choice."
        assert level.kind == "search"


def test_the_package_has_no_other_names():
    with pytest.raises(AttributeError, match="module 'sandtable' has no attribute 'sandcastle'"):
        _ = st.sandcastle


def test_of_modules_that_hold_a_declaration_the_nearest_to_its_rules_is_named(monkeypatch):
    held = replace(SPEC)
    home = SPEC.rules.functions["deal"].__module__.rpartition(".")[0]
    for name in ("an_importer", f"{home}.declared_here", "another_importer"):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(SPEC=held))
    assert games.place_of(held) == f"{home}.declared_here:SPEC"


def test_a_game_is_found_by_module_and_by_file(apart, tmp_path):
    shutil.copy(ORDERS, tmp_path / "orders.py")
    found = games.find(str(tmp_path / "orders.py"))
    assert (found.id, games.place_of(found)) == ("orders", str(tmp_path / "orders.py"))
    game = st.Game(found, goal=3)
    again = pickle.loads(pickle.dumps(game))
    assert (again.id, again.settings) == ("orders", {"goal": 3})
    assert games.find("tests.fixtures.tug.declaration:SPEC").id == "tug"
    assert games.find("rush").id == "rush"
    # a module lies where the command is run, too
    here = str(Path.cwd())
    sys.path[:] = [folder for folder in sys.path if folder not in ("", here)]
    assert games.find("tests.fixtures.tug.declaration:SPEC").id == "tug"
    assert sys.path[0] == here
    # what a file or a request names is an id, whatever is on the path
    for place in (str(tmp_path / "orders.py"), "tests.fixtures.tug.declaration:SPEC", "orders"):
        with pytest.raises(ValueError, match="there is no game"):
            installed(place)


def test_another_process_gets_a_game_in_a_file_as_its_source(apart, tmp_path):
    there = tmp_path / "there"
    there.mkdir()
    shutil.copy(ORDERS, there / "orders.py")
    packed = tmp_path / "game.pickle"
    packed.write_bytes(pickle.dumps(st.Game(games.find(str(there / "orders.py")), goal=2)))
    shutil.rmtree(there)
    code = (
        "import pickle, sys; game = pickle.load(open(sys.argv[1], 'rb')); "
        "print(game.id, game.settings['goal'], sys.modules['orders'].__file__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(packed)], capture_output=True, text=True, check=True
    )
    name, goal, file = done.stdout.split(maxsplit=2)
    assert (name, goal, Path(file.strip()).name) == ("orders", "2", "orders.py")
    assert "sources" in Path(file.strip()).parts


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import nowhere_to_be_found", "it needs the module 'nowhere_to_be_found', which is not installed"),
        ("X = 1", "SPEC of faulty is not a declaration; it declares no game"),
        (
            "from sandtable.authoring.spec import Spec\nSPEC = Spec(drew=1)",
            "Spec has no field 'drew'; docs/interface.md lists them",
        ),
        (
            "from sandtable.authoring import Presentation\nP = Presentation(drew=1)",
            "Presentation has no field 'drew'; did you mean draw?",
        ),
        (
            "from sandtable.authoring import Spec\nSPEC = Spec(interface=3, functions={})",
            "'functions' belongs to Rules, not to Spec; docs/interface.md shows the parts of a declaration",
        ),
        (
            "from sandtable.declaration import Spec",
            "sandtable.declaration is not there: games import from sandtable.authoring",
        ),
        ("from sandtable import rng", "sandtable.rng is not there: games import from sandtable.authoring"),
        ("from sandtable.authoring.spec import Spec\nSPEC = Spec(interface=3)", "Spec lacks 'id'"),
        ("SPEC = 1 / 0", "ZeroDivisionError: division by zero"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_a_sentence(apart, tmp_path, text, sentence):
    (tmp_path / "faulty.py").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(sentence)) as refused:
        games.find(str(tmp_path / "faulty.py"))
    assert "\n" not in str(refused.value)


def test_files_of_a_game_have_a_size_at_most(apart, tmp_path, monkeypatch):
    file = tmp_path / "sized.py"
    file.write_text(ORDERS.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr("sandtable._compiler.sources.MOST_BYTES", file.stat().st_size - 1)
    with pytest.raises(ValueError, match=r"must be at most 0 MiB in total, but those in .* are larger"):
        games.find(str(file))
    monkeypatch.setattr("sandtable._compiler.sources.MOST_BYTES", file.stat().st_size)
    assert games.find(str(file)).id == "orders"


def test_places_that_hold_no_game_are_refused(tmp_path):
    for place, sentence in (
        (f"{tmp_path}/none.py", "neither a Python file nor the folder of a package"),
        (str(tmp_path) + "/", "neither a Python file nor the folder of a package"),
        ("no_such_module:SPEC", "there is no module 'no_such_module'"),
        ("tests.fixtures.tug.rules:SPEC", "is not a declaration"),
    ):
        with pytest.raises(ValueError, match=sentence):
            games.find(place)


def test_two_games_with_one_id_are_refused():
    st.Game(SPEC)
    other = connect_four.SPEC
    names = [
        *other.rules.state.names[:-1],
        SPEC.rules.state.names[-1].rpartition("_")[0] + "_0123456789abcdef",
    ]
    state = other.rules.state.newbyteorder("=")
    state.names = tuple(names)
    with pytest.raises(DeclarationError, match="two games have the id 'hide_and_seek'"):
        st.Game(replace(other, id=SPEC.id, rules=replace(other.rules, state=state)))


def test_the_command_line_takes_a_game_by_its_file(apart, said):
    status, printed, _ = said("games", str(ORDERS), "--json")
    told = json.loads(printed)
    assert status == 0
    assert (told["game"], told["settings"]) == ("orders", {"goal": 5})


def test_what_is_wasted_gained_or_lost_is_counted():
    for wasted in ({"left": Wasted("of all", ())}, {"stones": Wasted("of all", ("left",))}):
        with pytest.raises(DeclarationError, match="there is no counter 'left' for what is wasted"):
            Counters(("stones",), None, wasted=wasted)
    for what, field in (("gain", "gains"), ("loss", "losses")):
        with pytest.raises(DeclarationError, match=f"there is no counter 'left' for what is a {what}"):
            Counters(("stones",), None, **{field: {"left": "leaves a stone"}})
