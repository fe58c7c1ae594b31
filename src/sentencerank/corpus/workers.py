"""What a worker process does first: it ends when its parent does, however that ended."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import parent_process


def end_with_parent() -> None:
    """A killed job cannot end its workers: each of them watches for its end. Ctrl-C is for the parent to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
