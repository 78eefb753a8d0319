"""Files and texts that explain a game: rules, quick sheets, kits and exports."""
