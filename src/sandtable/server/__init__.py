"""The server: tables in a browser, for a friend by link or against the computer."""
