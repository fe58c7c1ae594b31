"""Score rankings and summaries against people: ROUGE, ranking measures, significance, and the datasets (§8)."""
