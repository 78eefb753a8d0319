"""The first numbered schema: for an empty database, and for older ones that lack some of its columns."""

import sqlalchemy as sql
from alembic import op

revision = "1"
down_revision = None

# for each table its original columns, and those that older databases may lack
COLUMNS: dict[str, tuple[list[sql.Column[object]], list[sql.Column[object]]]] = {
    "tables": (
        [
            sql.Column("id", sql.String(32), primary_key=True),
            sql.Column("game", sql.String(32), nullable=False),
            sql.Column("settings", sql.Text, nullable=False),
            sql.Column("secret", sql.String(64), nullable=False),
            sql.Column("opponent", sql.String(16), nullable=False),
            sql.Column("invite", sql.String(32), unique=True),
            sql.Column("created", sql.BigInteger, nullable=False),
        ],
        [
            sql.Column("rules", sql.Integer, nullable=False, server_default="1"),
            sql.Column("draws", sql.Integer, nullable=False, server_default="1"),
            sql.Column("take_back", sql.String(8), nullable=False, server_default="any"),
        ],
    ),
    "seats": (
        [
            sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
            sql.Column("seat", sql.Integer, primary_key=True),
            sql.Column("kind", sql.String(16), nullable=False),
            sql.Column("name", sql.String(64), nullable=False),
            sql.Column("level", sql.Integer),
            sql.Column("token", sql.String(64), index=True),
        ],
        [],
    ),
    "events": (
        [
            sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
            sql.Column("seq", sql.Integer, primary_key=True),
            sql.Column("kind", sql.String(16), nullable=False),
            sql.Column("seat", sql.Integer, nullable=False),
            sql.Column("action", sql.BigInteger, nullable=False),
            sql.Column("keep", sql.Integer, nullable=False),
            sql.Column("note", sql.String(64), nullable=False),
            sql.Column("message", sql.String(64)),
        ],
        [
            sql.Column("time", sql.BigInteger, nullable=False, server_default="0"),
            sql.Column("digest", sql.String(16)),
        ],
    ),
    "checks": (
        [
            sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
            sql.Column("time", sql.BigInteger, nullable=False),
        ],
        [],
    ),
}


def upgrade() -> None:
    """Creates the missing tables, and adds the missing columns."""
    known = sql.inspect(op.get_bind())
    for table, (first, later) in COLUMNS.items():
        if not known.has_table(table):
            further = [sql.UniqueConstraint("table_id", "message")] if table == "events" else []
            op.create_table(table, *first, *later, *further)
            continue
        there = {column["name"] for column in known.get_columns(table)}
        for column in later:
            if column.name not in there:
                op.add_column(table, column)
