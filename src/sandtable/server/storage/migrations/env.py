"""Run by Alembic: applies the steps in the transaction that is already open."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
