"""What the lab weighs at Optio: the army's profile, and what a side may do. Clauses: `rules.md`."""

from sandtable.choices import Option, Pick, kind
from sandtable.games.optio.profiles import profiles

# O4.5; none stands for a match without wishes
_ARMIES = tuple(name for name in profiles() if name != "none")


def _army(name: str) -> Option:
    # the words of a report name it as the page does
    return Option(
        name.replace("_", " "),
        f"{name.replace('_', ' ')}",
        ({"navy_profile": name}, {"oxblood_profile": name}),
    )


PICKS = (Pick("army", "the profile of the army (O4.5)", tuple(map(_army, _ARMIES)), natural="heavy foot"),)

DEEDS = (
    kind("scout", "scout with a block"),
    kind("pass", "pass up a scouting"),
    kind("challenge", "show its army to the enemy army"),
    kind("end", "end its turn before all blocks have moved"),
    kind("retreat", "hand in a kudo to march away"),
    kind("stand", "hand in a kudo to stay"),
)

SIDES = ("Navy", "Oxblood")
