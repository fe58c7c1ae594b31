"""Collections of documents: ranked shard by shard, on one machine or on a Spark cluster, or told as one overview.

Nothing is imported here, so that the command line starts quickly. `sentencerank.rank_corpus`, `sentencerank.CorpusJob`,
`sentencerank.corpus_overview` and `sentencerank.rank_column` are the public names.
"""
