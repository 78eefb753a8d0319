"""The server's log, for people or for programs. Nothing logged contains a token, a message or a client's address."""

import logging
import sys
from datetime import UTC, datetime
from typing import Literal

from sandtable.authoring.encoding import encode

LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class _Json(logging.Formatter):
    """One JSON object per line: time, level, name, message, and the error if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "name": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return encode(told).decode()


def start(kind: Literal["lines", "json"]) -> None:
    """Logs to standard error from now on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if kind == "json" else logging.Formatter(LINE))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
