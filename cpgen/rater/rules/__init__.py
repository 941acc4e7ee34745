"""The rules, a file a family: each sweeps once over all its places, in order, every effect taking place at once."""
