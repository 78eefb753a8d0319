"""Finished matches as everyone may see them, and the event at which a match ended."""

import sqlalchemy as sql
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Creates the table of archives; whether older tables have ended is not known yet."""
    op.add_column("tables", sql.Column("ended", sql.Integer))
    op.create_table(
        "archives",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seq", sql.Integer, nullable=False),
        sql.Column("data", sql.LargeBinary, nullable=False),
    )
