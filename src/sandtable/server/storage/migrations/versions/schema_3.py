"""The settings that a guest would rather play with, in the log of the table to which the guest was invited."""

import sqlalchemy as sql
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Adds the column to events."""
    op.add_column("events", sql.Column("terms", sql.Text))
