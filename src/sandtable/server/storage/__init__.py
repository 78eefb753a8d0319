"""The database: tables, events, migrations, and deletion of old data."""
