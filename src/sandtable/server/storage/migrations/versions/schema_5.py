"""A summary of each match, for lists of tables; the summaries of older tables are added on request."""

import sqlalchemy as sql
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Adds the table of summaries."""
    op.create_table(
        "summaries",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("to_move", sql.Integer, nullable=False),
        sql.Column("text", sql.Text, nullable=False),
        sql.Column("changed", sql.BigInteger, nullable=False),
        sql.Column("rematch", sql.String(32)),
        sql.Column("swapped", sql.Boolean, nullable=False),
    )
