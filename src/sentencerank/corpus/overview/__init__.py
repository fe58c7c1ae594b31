"""A collection told as one page: topics, their sub-topics, and the sentences that carry each, with their documents."""
