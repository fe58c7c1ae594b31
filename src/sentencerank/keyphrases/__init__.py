"""From the words of a document to its keyphrases and the names of its topics: what may be one, and where it stands.

`method/keyphrases.py` and `method/topics.py` score them, on numbers alone.
"""

DIVERSITY = 0.7  # of keyphrases, if nobody says another
