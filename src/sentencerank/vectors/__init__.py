"""The embedding database: words, phrases and subwords with their vectors, in one folder that is mapped, not loaded."""
