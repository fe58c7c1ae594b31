"""Vectors of other programs, read into chunks of names and rows."""
