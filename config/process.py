"""``python -m config.process MODULE …`` runs a module as a process of the site.

The supervisor holds the other end of this process's standard input. A byte asks the process to end
politely; the end of the pipe, which comes however the supervisor ends, ends it at once.
"""

import os
import runpy
import sys
import threading

from core import system


def keep_with_supervisor() -> None:
    """Watch the pipe of the supervisor from a thread.

    No other code may touch it: on Windows, even looking at it would block until the thread ends.
    """
    pipe = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    threading.Thread(target=_watch, args=[pipe], name="supervisor", daemon=True).start()


def _watch(pipe: int) -> None:
    while os.read(pipe, 1):
        system.end_politely()
    system.end_at_once()


def main() -> None:
    """Run the module under its own name, as ``python -m MODULE words…`` would."""
    module, *arguments = sys.argv[1:]
    keep_with_supervisor()
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
