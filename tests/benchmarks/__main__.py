"""``make bench``: every benchmark, one after the other, each in a process of its own.

``start`` waits for minutes: it is named, to be run alone.
"""

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

from tests.system.bound import end_with

HERE = Path(__file__).resolve().parent
LONG = {"start"}


def main() -> int:
    """Run them all; the first failure's exit status, or 0."""
    status = 0
    for path in sorted(HERE.glob("*.py")):
        if path.stem.startswith("_"):
            continue
        if path.stem in LONG:
            print(f"\n== {path.stem} == takes minutes: python -m tests.benchmarks.{path.stem}")
            continue
        print(f"\n== {path.stem} ==", flush=True)
        run = subprocess.run(
            [sys.executable, "-m", f"tests.benchmarks.{path.stem}"],
            check=False,
            preexec_fn=partial(end_with, os.getpid(), signal.SIGTERM),
        )
        status = status or run.returncode
    return status


if __name__ == "__main__":
    sys.exit(main())
