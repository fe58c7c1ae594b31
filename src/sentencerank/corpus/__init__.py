"""Many documents: ranked shard by shard, on one machine or on a cluster, and told as one overview.

Nothing is imported here, so that the command line starts quickly; the doors are `corpus.run.rank_corpus` and
`corpus.overview.make.overview`.
"""
