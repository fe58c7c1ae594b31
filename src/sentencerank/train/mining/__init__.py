"""The stages of phrase mining, from frequent word sequences to a phrase model."""
