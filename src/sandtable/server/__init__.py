"""The server: tables in a browser, to play against a friend by link or against the computer."""
