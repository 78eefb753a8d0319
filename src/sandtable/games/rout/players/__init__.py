"""The computer players of ROUT!: how they judge a position and what they play."""
