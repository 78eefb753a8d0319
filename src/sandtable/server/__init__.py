"""The server: tables in a browser, to play a friend by link or the computer."""
