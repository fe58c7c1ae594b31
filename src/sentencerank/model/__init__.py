"""Models: words, phrases and vectors of a language on disk; opened, chosen, calibrated, written and imported."""
