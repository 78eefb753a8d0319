"""File descriptors: each connection, file and pipe uses one, and the system limits the number per process."""

import logging
import os
import sys
from contextlib import suppress

logger = logging.getLogger(__name__)

# needed at a time to import the engine, load a game or start a process, with room to spare
NEEDED = 16
# the maximum that macOS grants when it reports no limit
GRANTED = 10_240
FEW = (
    "this process may open %d files, fewer than the %d connections that its settings allow: "
    "raise the hard limit (ulimit -Hn, LimitNOFILE= of systemd) or lower `connections` and `sockets` in [limits]"
)


class FewDescriptorsError(OSError):
    """Raised if too few file descriptors are free."""

    def __init__(self) -> None:
        super().__init__(
            f"fewer than {NEEDED} file descriptors are free: raise the limit before the start (ulimit -n 4096)"
        )


def raise_limit(wanted: int) -> None:
    """Raises the soft limit of this process to the hard one; warns if that is less than `wanted`."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for most in (hard, GRANTED):
        with suppress(ValueError, OSError):
            if soft != hard:
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            break
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft != resource.RLIM_INFINITY and soft < wanted:
        logger.warning(FEW, soft, wanted)


def check_free() -> None:
    """Raises `FewDescriptorsError` unless NEEDED descriptors are free."""
    taken: list[int] = []
    try:
        while len(taken) < NEEDED:
            taken.append(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        raise FewDescriptorsError from None
    finally:
        for descriptor in taken:
            os.close(descriptor)
