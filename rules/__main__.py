"""The command line: JSON Lines of records in, JSON Lines of verdicts out.

    python -m rules check [--summary] [FILE ...]
    python -m rules match [--summary] [FILE ...]

This is the only module of the rule book that reads, writes or looks at a clock. Exit status: 0 if
all records are legal, 1 if any is illegal, 2 if the arguments are unusable, a file is unreadable or
the output cannot be written.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO, Final, NoReturn, TextIO

from rules import match_verdict, verdict

JUDGES: Final[dict[str, Callable[[object], dict[str, Any]]]] = {
    "check": verdict,
    "match": match_verdict,
}
STANDARD_INPUT: Final = "-"
LONGEST_INTEGER: Final = 4000
"""Digits of the longest integer that Python reads without a special setting, rounded down."""


class UsageError(Exception):
    """The arguments or a file cannot be used; the message is one line for a person."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


class CheckSummary:
    """Counts of one run."""

    def __init__(self) -> None:
        self.legal = 0
        self.illegal = 0
        self.codes: Counter[str] = Counter()
        self.began = time.perf_counter()

    def count(self, verdict: dict[str, Any]) -> None:
        """Add one verdict to the counts."""
        if verdict["ok"]:
            self.legal += 1
        else:
            self.illegal += 1
            self.codes.update(problem["code"] for problem in verdict["problems"])

    def write(self, out: TextIO) -> None:
        """Write the counts as a table: a name and a number on each line."""
        records = self.legal + self.illegal
        seconds = time.perf_counter() - self.began
        rows: list[tuple[str, int]] = [
            ("records", records),
            ("legal", self.legal),
            ("illegal", self.illegal),
            *sorted(self.codes.items()),
            ("records per second", round(records / seconds) if seconds else 0),
        ]
        width = max(len(name) for name, _ in rows)
        for name, number in rows:
            out.write(f"{name:<{width}}  {number:>12,}\n")


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit status."""
    return exit_status("rules", lambda: command(arguments))


def command(arguments: list[str] | None) -> int:
    """Run one command; errors are raised to the caller."""
    options = parse_arguments(arguments)
    return run(JUDGES[options.command], options.files, with_summary=options.summary)


def exit_status(program: str, run: Callable[[], int]) -> int:
    """Return the status of a run; report an error that ended it in one line."""
    try:
        return run()
    except UsageError as error:
        sys.stderr.write(f"{program}: {one_line(str(error))}\n")
        return 2
    except BrokenPipeError:
        # The reader has gone; say nothing, and give the interpreter no output left to flush.
        sys.stdout = None
        return 1
    except OSError as error:
        # A full disk, say; what could not be written is not to be flushed again.
        sys.stdout = None
        sys.stderr.write(f"{program}: {error.strerror or error}\n")
        return 2
    except KeyboardInterrupt:
        return 130


def one_line(message: str) -> str:
    """Return the message with control characters escaped, on one line."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in message)


def parse_arguments(arguments: list[str] | None) -> argparse.Namespace:
    """Return `command`, `files` and `summary`. Raise UsageError."""
    parser = Parser(
        prog="python -m rules",
        description="Judge records, one JSON object a line, and write one verdict a line.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "command", choices=sorted(JUDGES), help="check hand records, or match records"
    )
    parser.add_argument(
        "files", nargs="*", default=[], metavar="FILE", help="standard input if none, or -"
    )
    parser.add_argument("--summary", action="store_true", help="counts on standard error")
    return parser.parse_intermixed_args(arguments)


def run(judge: Callable[[object], dict[str, Any]], files: list[str], *, with_summary: bool) -> int:
    """Judge every line of every file and return the exit status."""
    if sys.stdout is None:
        raise UsageError("standard output is closed")
    summary = CheckSummary()
    write = sys.stdout.write
    encode = json.JSONEncoder(check_circular=False).encode
    interactive = sys.stdout.isatty()
    for line in lines(files):
        verdict = judge(parse(line))
        summary.count(verdict)
        write(encode(verdict) + "\n")
        if interactive:
            sys.stdout.flush()
    sys.stdout.flush()
    if with_summary:
        summary.write(sys.stderr)
    return 1 if summary.illegal else 0


def lines(files: list[str]) -> Iterator[bytes]:
    """Yield the lines that are not blank from the files in order; `-`, or no file, is standard
    input."""
    for name in files or [STANDARD_INPUT]:
        if name == STANDARD_INPUT:
            if sys.stdin is None:
                raise UsageError("standard input is closed")
            yield from not_blank(sys.stdin.buffer)
            continue
        try:
            with open_file(name) as file:
                yield from not_blank(file)
        except OSError as error:
            raise UsageError(f"{name}: {error.strerror or error}") from None


def open_file(name: str) -> BinaryIO:
    """Open the file for reading. Report a name that no file can have like a missing file."""
    try:
        return open(name, "rb")
    except ValueError as error:
        raise UsageError(f"{name!r}: {error}") from None


BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def not_blank(file: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines that are not blank, without a leading byte order mark."""
    for number, line in enumerate(file):
        if number == 0:
            line = line.removeprefix(BYTE_ORDER_MARK)  # noqa: PLW2901 - the same line, cleaned
        if not line.isspace() and line:
            yield line


def parse(line: bytes) -> object:
    """Return the JSON value of the line, or None (which is no record) if it is not JSON."""
    try:
        text = line.decode()
        try:
            return DECODER.decode(text)
        except json.JSONDecodeError:
            return None
        except ValueError:
            return PATIENT_DECODER.decode(text)
    except (ValueError, RecursionError):
        return None


def refuse_constant(name: str) -> NoReturn:
    """Reject NaN and the infinities, which are not JSON."""
    raise json.JSONDecodeError(f"{name} is no JSON", name, 0)


def clamp_integer(digits: str) -> int:
    """Return an integer too long for Python to parse as one that is still far out of any range."""
    return int(digits[:LONGEST_INTEGER])


DECODER: Final = json.JSONDecoder(parse_constant=refuse_constant)
PATIENT_DECODER: Final = json.JSONDecoder(parse_constant=refuse_constant, parse_int=clamp_integer)


if __name__ == "__main__":
    sys.exit(main())
