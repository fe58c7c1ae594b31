"""The command line: every command, its shared options and what it prints. Nothing else knows click."""
