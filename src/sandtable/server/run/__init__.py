"""How the server runs: settings, workers, metrics, logs, file descriptors."""
