"""A part of the site: ``python -m config.part PARENT MODULE words…`` runs a module as a part.

A part ends with the process that started it, however that went, and so does every process that
the part forks in its turn. Linux is asked to see to it; the parent is watched besides, for other
systems and for a parent that was gone before Linux could be asked.
"""

import ctypes
import os
import runpy
import signal
import sys
import threading
import time

PR_SET_PDEATHSIG = 1
LOOK_EVERY = 0.5  # seconds


def end_with(parent: int, name: signal.Signals = signal.SIGKILL) -> None:
    """Have this process ended by a signal as soon as its parent is gone.

    Linux sends it when the thread ends that started this process: start parts from the main thread.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, name)
    if os.getppid() != parent:
        os.kill(os.getpid(), name)


def keep_with(parent: int) -> None:
    """End with the parent, and let every forked child end with this process."""
    end_with(parent)
    threading.Thread(target=_watch, args=[parent], name="parent", daemon=True).start()
    own = os.getpid()
    os.register_at_fork(after_in_child=lambda: _forked(own))


def _forked(parent: int) -> None:
    """In a child that was forked; a grandchild's hooks run too, and only the last one is right."""
    if os.getppid() == parent:
        keep_with(parent)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_EVERY)
    os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    """Run the module under its own name, as ``python -m MODULE words…`` would."""
    parent, module, *words = sys.argv[1:]
    keep_with(int(parent))
    sys.argv = [module, *words]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
