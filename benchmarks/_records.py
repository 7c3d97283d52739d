"""What the benchmarks of the games share: rates, and the command line over many records.

Both rates of a ratio come from the same lines in the same run, in turns, and the middle of the
rounds counts. Every round judges freshly parsed records, as a program that reads them does.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from rules import verdict

ROOT = Path(__file__).resolve().parent.parent
ENOUGH = 2000
"""Full hands a second and core that are asked for (decision 1)."""


def arguments(description: str | None) -> argparse.Namespace:
    """How many hands, records and rounds were asked for."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--hands", type=int, default=4000, help="different hands")
    parser.add_argument("--records", type=int, default=1_000_000, help="records of the long run")
    parser.add_argument("--rounds", type=int, default=5)
    return parser.parse_args()


def rate(work: Callable[[str | dict], object], inputs: Sequence[str | dict]) -> float:
    """Inputs a second of processor time."""
    began = time.process_time()
    for each in inputs:
        work(each)
    return len(inputs) / (time.process_time() - began)


def in_process(lines: list[str], rounds: int) -> None:
    """`json.loads` of each line against `verdict` of each parsed record."""
    reading, judging = [], []
    for _ in range(rounds):
        reading.append(rate(json.loads, lines))
        records = [json.loads(line) for line in lines]
        judging.append(rate(verdict, records))
    bare, judged = median(reading), median(judging)
    print(f"json.loads                 {bare:>10,.0f} lines/s")
    print(
        f"verdict on parsed records  {judged:>10,.0f} records/s  ratio {judged / bare:.3f}"
        f"  {judged / ENOUGH:.1f} times what is asked for"
    )


def check(block: bytes, times: int) -> tuple[float, int]:
    """Processor seconds and peak memory (KiB) of `check` over a block, so many times."""
    with subprocess.Popen(
        [sys.executable, "-m", "rules", "check"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    ) as process:
        for _ in range(times):
            process.stdin.write(block)
        memory = peak_memory(process.pid)
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"check ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, memory


def peak_memory(pid: int) -> int:
    """The most that a running process has held, in KiB.

    Not from wait4, which counts what the parent held when it forked.
    """
    status = Path(f"/proc/{pid}/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1])


def end_to_end(lines: list[str], records: int) -> None:
    """The command line: read, parse, check, write; and its memory at a tenth and at the whole."""
    block = "".join(line + "\n" for line in lines).encode()
    for share in (max(records // 10, len(lines)), records):
        times = max(1, share // len(lines))
        bare = rate(json.loads, lines)
        seconds, memory = check(block, times)
        judged = times * len(lines) / seconds
        print(
            f"check, {times * len(lines):>9,} records   {judged:>10,.0f} records/s"
            f"  ratio {judged / bare:.3f}  peak {memory / 2**10:.1f} MiB"
        )
