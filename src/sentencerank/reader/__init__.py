"""The layered reader: a ranked document as a page, on disk or from a server on this computer."""
