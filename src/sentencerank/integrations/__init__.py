"""Other libraries: each module needs its own, and is imported on demand."""
