"""The computer players of Optio: how they judge a position and what they play."""
