"""Compiled and in plain Python the same matches pass through the same positions, beliefs and draws."""

import os
import subprocess
import sys
from pathlib import Path

from sandtable import SPECTATOR, stream
from sandtable._compiler.kernels import COMPILED
from tests.knowledge.assault.play import VARIANTS, kernel_belief, positions

ROOT = Path(__file__).parents[3]
CAPS = {"round_cap": 8}


def trace() -> list[str]:
    """A line for each position of short random matches: digest, beliefs, a drawn state, the line told."""
    lines: list[str] = []
    for variant, settings in enumerate(VARIANTS):
        rng = stream(variant, 55)
        for position, _, said in positions(51, variant, **{**settings, **CAPS}):
            words = [
                position.digest(),
                *(position.view(viewer).digest() for viewer in (0, 1, SPECTATOR)),
                *said,
            ]
            if not position.over and position.ply % 6 == 0:
                for seat in (0, 1):
                    view = position.view(seat)
                    words.append(view.determinize(seat, rng).digest())
                    words += [str(hash(tuple(kernel_belief(view, p)))) for p in (2 - 2 * seat, 3 - 2 * seat)]
            lines.append(" ".join(words))
    return lines


def test_both_modes_give_the_same_positions() -> None:
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": str(int(COMPILED)),
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)]),
    }
    source = "import sys; from tests.knowledge.assault.test_modes import trace; sys.stdout.write('\\n'.join(trace()))"
    done = subprocess.run(
        [sys.executable, "-c", source], env=environment, capture_output=True, text=True, check=True
    )
    theirs, ours = done.stdout.splitlines(), trace()
    assert len(ours) > 300
    assert theirs == ours
