"""Ask a document: its sentences by how close they are to one query or several, and why (docs/decisions/0025)."""
