"""Upgrades a database of an earlier version: each step is a file in `versions`, which Alembic runs once."""

from pathlib import Path

import sqlalchemy as sql
from alembic import command
from alembic.config import Config


def upgrade(connection: sql.Connection, to: str = "head") -> None:
    """Upgrades the database from an older schema to the newest, or to another one, within the transaction of `connection`."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
