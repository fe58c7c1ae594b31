"""The dump of a wiki as a corpus: `pages-articles.xml`, plain or compressed, read as a stream."""
