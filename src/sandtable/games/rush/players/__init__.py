"""The computer players of Rush: how they judge a position and what they play."""
