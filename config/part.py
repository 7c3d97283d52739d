"""``python -m config.part PARENT MODULE …`` runs a module as a process of the site.

The process ends when the one that started it ends, for whatever reason, and so does every process
that it forks. Linux sends the signal. A thread watches the parent as well, for other systems and
for a parent that ended before Linux could be asked.
"""

import ctypes
import os
import runpy
import signal
import sys
import threading
import time

from config.frames import with_room

PR_SET_PDEATHSIG = 1
LOOK_EVERY = 0.5  # seconds


def end_with(parent: int, name: signal.Signals = signal.SIGKILL) -> None:
    """Have Linux send this process a signal when its parent ends.

    Linux sends it when the thread that started this process ends, so start parts from the main
    thread.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, name)
    if os.getppid() != parent:
        os.kill(os.getpid(), name)


def keep_with(parent: int) -> None:
    """End with the parent, and have every forked child end with this process."""
    end_with(parent)
    threading.Thread(target=_watch, args=[parent], name="parent", daemon=True).start()
    pid = os.getpid()
    os.register_at_fork(after_in_child=lambda: _forked(pid))


def _forked(parent: int) -> None:
    """Run in a forked child. A grandchild runs several such hooks; only its own parent's counts."""
    if os.getppid() == parent:
        keep_with(parent)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_EVERY)
    os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    """Run the module under its own name, as ``python -m MODULE words…`` would."""
    parent, module, *arguments = sys.argv[1:]
    keep_with(int(parent))
    sys.argv = [module, *arguments]
    with_room(runpy.run_module, module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
