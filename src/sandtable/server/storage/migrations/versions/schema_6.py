"""What a match's dice depend on besides its log: salted digests of the players' names, and whether their pages give
seeds.
"""

import sqlalchemy as sql
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Adds the columns to seats."""
    op.add_column("seats", sql.Column("salt", sql.String(32)))
    op.add_column("seats", sql.Column("digest", sql.String(64)))
    op.add_column("seats", sql.Column("gives", sql.Boolean, nullable=False, server_default=sql.false()))
