"""Compress texts to a budget: the sentences that matter, verbatim, in their order."""
