"""The computer players of All Out Assault: how they judge a position and what they play."""
