"""The HTTP API: rank texts, keep documents, answer queries about them. Needs the extra [serve].

Import from the modules themselves: `sentencerank.serve.app` makes the application, `sentencerank.cli.serve` the
command. This file imports nothing, so that the command line stays quick.
"""
