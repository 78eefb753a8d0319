"""Running matches: trials, their rows, backends, ladders and sweeps."""
