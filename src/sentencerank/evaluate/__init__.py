"""Score rankings against people: ROUGE, measures of rankings, significance, and the datasets (§8).

Start with `sentencerank.run_evaluation`.
"""
