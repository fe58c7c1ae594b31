"""One file per language; `codes.language("en")` finds the right one."""
