"""Tables for people: sockets, messages, snapshots, computer players, archives."""
