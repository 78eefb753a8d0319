"""The servers that share a database."""

import sqlalchemy as sql
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Creates their table, replacing one that was left over when a backup of an older schema was restored over a newer one."""
    if sql.inspect(op.get_bind()).has_table("servers"):
        op.drop_table("servers")
    op.create_table(
        "servers",
        sql.Column("name", sql.String(32), primary_key=True),
        sql.Column("seen", sql.BigInteger, nullable=False),
    )
