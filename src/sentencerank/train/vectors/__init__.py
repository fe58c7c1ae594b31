"""Vectors of words and phrases, trained on a corpus that is segmented by a phrase model."""
