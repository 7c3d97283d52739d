"""Processes of tests and benchmarks that end with the one that started them; Linux alone."""

import ctypes
import os
import signal

PR_SET_PDEATHSIG = 1


def end_with(parent: int, name: signal.Signals = signal.SIGKILL) -> None:
    """Have Linux send this process a signal when its parent ends.

    Linux sends it when the thread that started this process ends.
    """
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, name)
    if os.getppid() != parent:
        os.kill(os.getpid(), name)
