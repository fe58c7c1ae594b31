"""Why a sentence has its rank: `explainer.py` gathers what is known about it, `reasons.py` says it in plain words."""
