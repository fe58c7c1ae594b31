"""Languages that documents can be ranked in; `from sentencerank import Pack, register_language` adds one."""
