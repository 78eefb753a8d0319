"""The database: tables, events, migrations, and what is deleted in time."""
