"""The servers that share a database."""

import sqlalchemy as sql
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Creates their table."""
    op.create_table(
        "servers",
        sql.Column("name", sql.String(32), primary_key=True),
        sql.Column("seen", sql.BigInteger, nullable=False),
    )
