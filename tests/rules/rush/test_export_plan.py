"""Offers and plans: what they promise is what the rules give, all outcomes counted."""

import json
import os
import subprocess
import sys
from math import prod
from pathlib import Path

import pytest

from sandtable.authoring.encoding import plain
from sandtable.games.rush.rules.turns import ROLL
from sandtable.games.rush.schema import ACTIONS, DOINGS, TEST
from sandtable.games.rush.show import offers, plan
from tests.rules.rush.arena import NAMES, PLAYERS, arena

SURE = 1e-5


def offered(t, *players):
    """All offers by text, those of spans written out."""
    setup, s = t.position.game.setup, t.position.state
    acts, spans = offers.found(setup, s)
    made = {(PLAYERS[offer.player], offer.text): offer for offer in acts}
    for span in spans:
        for h in span.hexes.tolist():
            offer = span.offer(setup, h)
            made[PLAYERS[offer.player], offer.text] = offer
    return {text: offer for (name, text), offer in made.items() if not players or name in players}


def chip(kind, player, name, target=""):
    """A chip in names."""
    aimed = PLAYERS.index(target) if target in PLAYERS else target
    return f"{kind}.{PLAYERS.index(player)}.{NAMES.index(name)}.{aimed}"


def asked(t, *chips):
    """What the page gets of a plan."""
    make = t.position.game.spec.table.exports["plan.json"]
    made = make(t.position.game.setup, t.position.state, {"chips": ",".join(chips), "match": "m"})
    return json.loads(made.data)


def mass(position, chips, chip=0, moves=None, rolled=(), begun=False):
    """The chance that the chips succeed one after the other, by all outcomes of all tests; replies are the worst for them."""
    s, wanted = position.state, chips[chip]
    seat = wanted["id"] // 8
    moves = list(wanted["moves"]) if moves is None else moves
    if position.phase == "test":
        contest = s.test in (TEST.ATTACK, TEST.REPLY)
        ways = (
            (position.copy().play(a), w, (*rolled, *ROLL.unpack(a)) if contest else rolled)
            for a, w in position.chances()
        )
        return sum(w * mass(then, chips, chip, list(moves), rolls, begun) for then, w, rolls in ways)
    if position.phase == "reply":
        replies = (position.copy().play(ACTIONS.base(name)) for name in ("slamback", "dodge"))
        return min(mass(then, chips, chip, list(moves), rolled, begun) for then in replies)
    while moves and position.to_move == seat and position.refusal(moves[0]) is not None:
        moves.pop(0)
    between = begun and position.phase in ("rush", "free")
    if moves and position.to_move == seat and not between:
        return mass(position.copy().play(moves[0]), chips, chip, moves[1:], rolled, True)
    if not succeeded(position, wanted, rolled):
        return 0.0
    if chip + 1 == len(chips):
        return 1.0
    following = chips[chip + 1]
    if position.phase == "free" and following["id"] != s.now.actor:
        position = position.copy().play(ACTIONS.base("decline"))
    return mass(position, chips, chip + 1) if position.refusal(following["moves"][0]) is None else 0.0


def succeeded(position, wanted, rolled):
    """Whether a chip has come to what it was for."""
    s, actor = position.state, position.state.player[wanted["id"]]
    match wanted["kind"]:
        case "strike":
            return bool(s.lead != 0)
        case "pass":
            return bool(s.carrier == wanted["target"])
        case "steal":
            return bool(s.carrier == wanted["id"])
        case "slam":
            return len(rolled) > 1 and rolled[0] > rolled[1]
        case "stand":
            return bool(actor.prone == 0)
    there = actor.place == wanted["hex"] and actor.prone == 0
    return bool(there and (not wanted["picks"] or s.carrier == wanted["id"]))


def enumerated(t, told, chips):
    """`mass` of the chips that the page got."""
    players = [int(code.split(".")[1]) for code in chips]
    return mass(t.position, [{**told, "id": p} for told, p in zip(told["chips"], players, strict=True)])


def crowded(**changes):
    """Home 4, a Striker, beside the ball, with enemies about."""
    placed = {
        "home": {4: "F9 east", 5: "E13 west", 1: "G8 east", 2: "C10 east prone", 6: "I12 east"},
        "visitor": {1: "F11 west", 3: "E10 west", 2: "G13 west", 4: "H14 north-west"},
        "ball": "G11",
    }
    return arena(**{**placed, **changes})


def carrying(**changes):
    return crowded(**{"ball": "Home 4", **changes})


PLANS = {
    "picks up and goes on": (crowded, [("run", "Home 4", "G11"), ("run", "Home 4", "F15")]),
    "picks up and passes": (
        crowded,
        [("run", "Home 4", "G11"), ("pass", "Home 4", "E13", "Home 5"), ("run", "Home 5", "D14")],
    ),
    "runs": (crowded, [("run", "Home 1", "G12"), ("run", "Home 4", "F12")]),
    "sprints": (crowded, [("sprint", "Home 6", "I18"), ("run", "Home 4", "G11")]),
    "stands up and slams": (crowded, [("stand", "Home 2", "C10"), ("slam", "Home 1", "F10", "Visitor 1")]),
    "passes": (carrying, [("pass", "Home 4", "E13", "Home 5")]),
    "passes and strikes": (
        lambda: carrying(home={4: "F9 east", 5: "E15 east"}),
        [("pass", "Home 4", "E15", "Home 5"), ("strike", "Home 5", "F20")],
    ),
    "steals": (lambda: crowded(ball="Visitor 3"), [("steal", "Home 4", "E9", "Visitor 3")]),
    "enters": (crowded, [("enter", "Home 7", "A4", "0"), ("run", "Home 7", "B8")]),
}


@pytest.mark.parametrize("name", PLANS)
def test_the_running_product_is_the_chance_of_all_outcomes(name):
    make, parts = PLANS[name]
    t, chips = make(), []
    for part in parts:
        chips.append(matching(t, chips, part))
    told = asked(t, *chips)
    assert told["chips"][-1]["running"] == pytest.approx(enumerated(t, told, chips), abs=SURE)
    running = 1.0
    for each in told["chips"]:
        running *= each["odds"]
        # a chip is its tests, one after the other
        assert prod(test["odds"] for test in each["tests"]) == pytest.approx(each["odds"], abs=SURE)
        assert each["running"] == pytest.approx(running, abs=SURE)
    assert 0 < running <= 1


@pytest.mark.parametrize(
    ("name", "earns"),
    [
        ("picks up and goes on", [False, False]),
        ("passes and strikes", [True, False]),
        ("runs", [False, False]),
    ],
)
def test_a_chip_that_must_earn_the_free_action_of_the_next_says_so(name, earns):
    make, parts = PLANS[name]
    t, chips = make(), []
    for part in parts:
        chips.append(matching(t, chips, part))
    assert [each["earns"] for each in asked(t, *chips)["chips"]] == earns


@pytest.mark.parametrize("enemy", ["F14 west", "F11 west"])
def test_who_alone_is_on_the_pitch_is_offered_to_stand_up_with_his_chance(enemy):
    t = arena(home={5: "F10 prone"}, visitor={3: enemy})
    (offer,) = (each for each in offered(t, "Home 5").values() if each.kind == "stand")
    assert offer.odds == pytest.approx(mass(t.position, [{**plain(offer.told()), "id": offer.player}]))


def matching(t, chips, part):
    """The chip of `part`; a Slam or Steal is struck from where it is best."""
    if part[0] not in ("slam", "steal"):
        return chip(*part)
    told = (
        asked(t, *chips)["offers"] if chips else plain(offers.offers(t.position.game.setup, t.position.state))
    )
    player, target = PLAYERS.index(part[1]), PLAYERS.index(part[3])
    acts = next(p["acts"] for p in told["players"] if p["id"] == player)
    best = next(act for act in acts if (act["kind"], act["target"]) == (part[0], target))
    return f"{part[0]}.{player}.{best['hex']}.{target}"


@pytest.mark.parametrize("make", [crowded, carrying, lambda: crowded(ball="Visitor 3")])
def test_every_offer_has_the_chance_of_all_outcomes(make):
    t, kinds = make(), set()
    setup = t.position.game.setup
    for offer in offered(t).values():
        # far away it is the same again
        if offer.kind in ("run", "sprint", "enter") and (offer.odds in (1.0,) or offer.hex % 7):
            continue
        told = {**plain(offer.told()), "id": offer.player}
        exact = mass(t.position, [told])
        assert told["odds"] == pytest.approx(exact, abs=1e-4), offer
        assert plan.play(setup, t.position.state, offer, 1).odds == pytest.approx(exact)
        kinds.add(offer.kind)
    assert {"run", "sprint", "stand"} <= kinds


def test_in_the_middle_of_an_action_its_rest_is_offered():
    t = crowded().run(4).step("east")
    assert {offer.player for offer in offered(t).values()} == {PLAYERS.index("Home 4")}
    told = asked(t, chip("run", "Home 4", "G11"))
    chips = [{**told["chips"][0], "id": PLAYERS.index("Home 4")}]
    assert told["chips"][0]["running"] == pytest.approx(mass(t.position, chips), abs=SURE)


def test_a_strike_is_offered_from_the_surest_place_and_from_the_bonus_hex():
    t = arena(home={4: "F17 east"}, visitor={1: "G13 east"}, ball="Home 4")
    strikes = [
        offer for offer in offered(t).values() if offer.kind == "strike" and offer.hex == NAMES.index("F20")
    ]
    assert [(NAMES[offer.via], offer.points) for offer in strikes] == [("F17", 3), ("F16", 4)]
    for offer in strikes:
        told = asked(t, chip("strike", "Home 4", "F20", offer.points))
        assert told["chips"][0]["via"] == offer.via
        assert told["chips"][0]["running"] == pytest.approx(offer.odds, abs=SURE)
    assert asked(t, chip("strike", "Home 4", "F20"))["chips"][0]["via"] == NAMES.index("F17")


def test_a_free_action_is_offered_to_who_earned_it():
    t = arena(home={4: "F9 east", 5: "E13 west"}, ball="F10").run(4).step("east").roll(2)
    assert t.phase == "free"
    assert {offer.kind for offer in offered(t).values()} == {"run", "pass", "strike"}


def test_a_plan_takes_the_better_success_only_where_it_must():
    first, second = chip("run", "Home 4", "G11"), chip("pass", "Home 4", "E13", "Home 5")
    plenty, last = crowded(), crowded(tokens=1)
    assert asked(plenty, first, second)["chips"][0] == asked(plenty, first)["chips"][0]
    worse = asked(last, first, second)["chips"][0]["odds"]
    assert worse < asked(last, first)["chips"][0]["odds"]
    chips = [first, second]
    told = asked(last, *chips)
    assert told["chips"][-1]["running"] == pytest.approx(enumerated(last, told, chips), abs=SURE)


def test_a_pass_ends_the_rush_and_the_catcher_may_go_on():
    t = carrying()
    told = asked(t, chip("pass", "Home 4", "E13", "Home 5"))
    assert told["rush_ends"]
    assert told["tokens"] == 0
    assert [p["id"] for p in told["offers"]["players"]] == [PLAYERS.index("Home 5")]
    assert told["ball"] == {"hex": None, "carrier": PLAYERS.index("Home 5")}


def test_a_plan_tells_the_position_that_it_leads_to():
    t = crowded()
    told = asked(t, chip("run", "Home 4", "G11"), chip("run", "Home 5", "D14"))
    where = {p["id"]: p["hex"] for p in told["players"]}
    assert NAMES[where[PLAYERS.index("Home 4")]] == "G11"
    assert NAMES[where[PLAYERS.index("Home 5")]] == "D14"
    assert told["ball"]["carrier"] == PLAYERS.index("Home 4")
    assert (told["tokens"], told["rush_ends"]) == (3, False)
    assert t.where("Home 4") == "F9"
    assert asked(t)["tokens"] == 5


def test_a_plan_goes_on_after_an_enemy_who_was_pushed_onto_the_ball():
    # a wall behind him, and the only free hex has the ball; he picks it up and turns as he likes
    t = arena(home={1: "B9 north-west", 2: "F9"}, visitor={3: "A8 south-east"}, ball="A7")
    told = asked(t, chip("slam", "Home 1", "B9", "Visitor 3"), chip("run", "Home 2", "F10"))
    assert [made["kind"] for made in told["chips"]] == ["slam", "run"]
    assert (told["ball"]["carrier"], told["players"][10]["hex"]) == (10, NAMES.index("A7"))


def test_a_slam_pushes_straight_and_does_not_follow():
    t = arena(home={1: "F10 east"}, visitor={1: "F11 west"})
    slam = matching(t, [], ("slam", "Home 1", "", "Visitor 1"))
    told, setup = asked(t, slam), t.position.game.setup
    where = {p["id"]: p["hex"] for p in told["players"]}
    struck, stood = told["chips"][0]["hex"], NAMES.index("F11")
    assert where[PLAYERS.index("Visitor 1")] == setup.across[stood, setup.toward[struck, stood]]
    assert where[PLAYERS.index("Home 1")] == struck
    assert not told["players"][8]["prone"]


def test_a_guard_can_be_sent_to_kick_the_ball_and_nothing_is_planned_after_it():
    t = arena(home={1: "F9 east", 2: "C8 east"}, ball="F11")
    kick = chip("run", "Home 1", "F11")
    assert offered(t, "Home 1")["Run to F11 and kick the ball"].odds == 1.0
    told = asked(t, kick)
    assert (told["chips"][0]["picks"], told["ball"]["hex"]) == (False, NAMES.index("F11"))
    assert told["offers"]["players"] == []
    with pytest.raises(ValueError, match="nothing to decide then"):
        asked(t, kick, chip("run", "Home 2", "C9"))


def test_a_chip_names_the_facing_that_it_ends_with():
    t = arena(home={1: "F9 east"}, visitor={1: "F18 west"})
    way = chip("run", "Home 1", "F11")
    facings = [asked(t, part)["players"][0]["facing"] for part in (way, f"{way}.3", f"{way}.5")]
    assert facings == [0, 3, 5]


BAD = [
    (
        "fly.3.95.",
        "The kind of a chip must be run, sprint, slam, steal, pass, strike, stand or enter, not 'fly'.",
    ),
    ("run.3.95..6", "The facing of a chip must be from 0 to 5, not 6."),
    ("run.3.95..x", "A chip is KIND.PLAYER.HEX.TARGET"),
    ("run.3", "A chip is KIND.PLAYER.HEX.TARGET"),
    ("run.x.95.", "A chip is KIND.PLAYER.HEX.TARGET"),
    ("run.3.²5.", "A chip is KIND.PLAYER.HEX.TARGET"),
    ("run.16.95.", "A chip must name players from 0 to 15 and hexes from 0 to 200"),
    ("run.3.201.", "A chip must name players from 0 to 15 and hexes from 0 to 200"),
    ("pass.3.95.x", "A chip must name players from 0 to 15 and hexes from 0 to 200"),
    ("run.3.200.", "Chip 1 does not fit: Home 4 cannot do that at K16 then."),
    ("run.8.95.", "Chip 1 does not fit: Visitor 1 has nothing to decide then"),
    ("slam.3.95.8", "Chip 1 does not fit: Only Jacks and Guards can slam. (R6.1)"),
    ("enter.3.3.", "Chip 1 does not fit: Only a player on the bench can come on. (R3.4)"),
    ("pass.4.95.3", "Chip 1 does not fit: Only a Jack or Striker who has the ball can throw it. (R7.1)"),
    (",".join(["run.3.95."] * 25), "A plan must have at most 24 chips, not 25."),
]


@pytest.mark.parametrize(("chips", "sentence"), BAD)
def test_a_chip_that_does_not_fit_is_refused_in_a_sentence(chips, sentence):
    with pytest.raises(ValueError, match=r"^[ACT]") as caught:
        asked(crowded(), chips)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


def test_nothing_follows_the_end_of_a_rush():
    t = carrying(tokens=1)
    with pytest.raises(ValueError, match=r"Chip 2 does not fit: Home 1 has nothing to decide then"):
        asked(t, chip("run", "Home 4", "F10"), chip("run", "Home 1", "G9"))


def test_plans_are_made_while_players_can_be_sent():
    t = crowded()
    exported = t.position.game.spec.table.exported
    assert list(exported(t.position.game.setup, t.position.state)) == ["plan.json"]
    t.run(5).step("east")
    assert list(exported(t.position.game.setup, t.position.state)) == ["plan.json"]
    t = arena(home={1: "F10 east"}, visitor={1: "F11 west"}).slam(1).tackle(1)
    assert t.phase == "reply"
    assert not exported(t.position.game.setup, t.position.state)
    assert offers.offers(t.position.game.setup, t.position.state).players == []
    assert DOINGS[int(t.position.state.now.doing)] == "slam"


def test_offers_are_written_in_plain_python_too():
    # kernels give NumPy's numbers there, which the encoder does not take
    code = "from tests.rules.rush.test_export_plan import crowded; print(crowded().position.to_json(0))"
    root = Path(__file__).parents[3]
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([str(root), str(root / "src")]),
    }
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    assert any(
        act["picks"]
        for player in json.loads(done.stdout)["scene"]["offers"]["players"]
        for act in player["acts"]
    )


def test_the_offers_of_a_whole_team_stay_small():
    t = crowded()
    assert len(t.position.to_json(0)) < 40_000
