"""Faults injected into real work: I/O errors, full disks, short writes, kills and power cuts at every call.

`injector.py` runs a function and makes its k-th file call fail; `tracer.py` is the mechanism; `damage.py` spoils files
that lie on the disk; `places.py` lists what the faults are injected into, with what must hold afterwards.
"""
