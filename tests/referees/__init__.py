"""Independent referees: each knows a game from its rule book alone and follows real matches ply by ply."""
