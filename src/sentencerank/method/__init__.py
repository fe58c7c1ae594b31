"""The paper in its order: from terms and vectors to an order of sentences. Sees numbers, no text and no files."""
