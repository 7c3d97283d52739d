"""What the one command costs a laptop: seconds until it is ready, processes, memory, idle CPU.

    python -m tests.benchmarks.start [--after 420] [--for 60] [--no-demo]

A site is started in a folder of its own and left alone. ``MB`` is the proportional share of each
process (``Pss`` of ``/proc/PID/smaps_rollup``: a page that several share counts once in all), the
sum of what each alone holds (``Rss``) beside it. CPU seconds are those of all processes of the
site, of user and system, in the last ``--for`` seconds. Linux alone.

Before, measured in the same way on the demo site nine minutes after the start: 8 processes, 910 MB
(PSS; RSS 1103 MB), 6.5 CPU seconds a minute, 158 of them spent on best play until then. Now, when
the worker that loads the demo club's history has ended: 3 processes, 260 MB (RSS 330 MB), 0.5 CPU
seconds a minute.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.system.site import free_port

MOST_SECONDS, MOST_MEGABYTES = 1.0, 400
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Print the figures; return 1 where an idle site takes more than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--after", type=float, default=420, help="seconds between ready and idle")
    parser.add_argument("--for", type=float, default=60, dest="span", help="seconds of measuring")
    parser.add_argument("--no-demo", action="store_true", help="an empty site")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="allmark-start-") as folder:
        began = time.perf_counter()
        site = started(Path(folder), ["--no-demo"] if options.no_demo else [])
        try:
            ready = time.perf_counter() - began
            time.sleep(options.after)
            before, at = seconds_by_process(site.pid), time.perf_counter()
            time.sleep(options.span)
            after, span = seconds_by_process(site.pid), time.perf_counter() - at
            rates = {pid: 60 * (after[pid] - before.get(pid, 0)) / span for pid in after}
            print("   PSS     RSS   CPU s a minute  all CPU s  process")
            sums = [0.0, 0.0]
            for pid, rate in rates.items():
                sizes = memory(pid)
                sums = [total + size for total, size in zip(sums, sizes, strict=True)]
                numbers = f"{sizes[0]:6.0f} {sizes[1]:7.0f} {rate:12.2f} {after[pid]:12.1f}"
                print(f"{numbers}     {command(pid)}")
        finally:
            site.send_signal(signal.SIGINT)
            site.wait(30)
    spent = sum(rates.values())
    print(f"\nready after {ready:.1f} s; {len(rates)} processes")
    print(f"memory: {sums[0]:.0f} MB (PSS; RSS {sums[1]:.0f} MB), at most {MOST_MEGABYTES}")
    print(f"idle: {spent:.2f} CPU s a minute, at most {MOST_SECONDS}")
    is_met = sums[0] <= MOST_MEGABYTES and spent <= MOST_SECONDS
    print("met" if is_met else "MISSED")
    return int(not is_met)


def started(folder: Path, words: list[str]) -> "subprocess.Popen[bytes]":
    """Start the site, and wait until it says that it is ready."""
    environment = os.environ | {"ALLMARK_DATA": str(folder), "PORT": str(free_port())}
    for name in ("DATABASE_URL", "BROKER_URL"):
        environment.pop(name, None)
    with (folder / "said").open("wb") as said:
        site = subprocess.Popen(
            [sys.executable, "manage.py", "up", *words],
            env=environment,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
    while not re.search(r"^Ready: ", (folder / "said").read_text(), re.MULTILINE):
        if site.poll() is not None:
            raise SystemExit((folder / "said").read_text())
        time.sleep(0.05)
    return site


def tree(root: int) -> list[int]:
    """Return a process and all below it."""
    below = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(root)], capture_output=True, text=True, check=False
    )
    return [root, *(pid for child in below.stdout.split() for pid in tree(int(child)))]


def seconds_by_process(root: int) -> dict[int, float]:
    """Return the CPU seconds of each process of a site since it began."""
    fields = {
        pid: Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in tree(root)
    }
    return {pid: (int(each[11]) + int(each[12])) / TICKS for pid, each in fields.items()}


def memory(pid: int) -> tuple[float, float]:
    """Return the proportional and the whole resident size of a process, in MB."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    pss, rss = (re.search(rf"^{name}:\s+(\d+)", rollup, re.MULTILINE) for name in ("Pss", "Rss"))
    assert pss
    assert rss
    return int(pss[1]) / 1000, int(rss[1]) / 1000


def command(pid: int) -> str:
    """Return the end of a process's command."""
    words = Path(f"/proc/{pid}/cmdline").read_text().rstrip("\0").split("\0")
    return " ".join(words[1:])[:90]


if __name__ == "__main__":
    sys.exit(main())
