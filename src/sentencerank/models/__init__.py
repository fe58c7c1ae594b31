"""Models made from other people's vectors: one file for each kind, and the commands."""
