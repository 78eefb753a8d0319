"""Rush has no secrets: everybody sees all of it, reads the same lines, and nothing is left to be guessed."""

import pytest

from sandtable import SPECTATOR, stream
from tests.knowledge.rush.play import VARIANTS, match
from tests.knowledge.views import VIEWERS, told


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_every_view_is_the_position(variant: int) -> None:
    rng = stream(variant)
    for position, action in match(81, 0, variant):
        assert all(position.view(viewer) == position for viewer in VIEWERS)
        assert all(position.determinize(seat, rng) == position for seat in (0, 1))
        if action >= 0:
            assert {position.observed_action(viewer, action) for viewer in VIEWERS} == {action}


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_all_read_the_same_lines(variant: int) -> None:
    kinds = set[str]()
    for position, action in match(82, 0, variant):
        if action >= 0:
            after = position.copy().play(action)
            assert len({told(position, action, after, viewer) for viewer in VIEWERS}) == 1
            kinds.add(position.game.unpack(action).kind)
    assert {"run", "step", "roll", "launch"} <= kinds


def test_only_what_the_mover_is_offered_differs_between_the_scenes() -> None:
    offered = 0
    for position, _ in match(83, 0, 0):
        if position.ply % 7:
            continue
        scenes = [position.scene(viewer) for viewer in VIEWERS]
        shown = [
            {key: scene[key] for key in scene if key not in ("offers", "formations")} for scene in scenes
        ]
        assert shown[0] == shown[1] == shown[2]
        assert scenes[SPECTATOR]["offers"] is None
        offered += sum(scene["offers"] is not None for scene in scenes)
    assert offered > 5
