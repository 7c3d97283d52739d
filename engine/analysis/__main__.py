"""The command line: JSON Lines of deals or hand records in, JSON Lines of answers out.

    python -m engine.analysis table [FILE ...]
    python -m engine.analysis plays [FILE ...]
    python -m engine.analysis deal [--game GAME] SEED N

Files, standard input, bad lines and exit status are those of `python -m rules`; `deal` writes
deals, and the hash of the seed to standard error.
"""

import argparse
import json
import sys
from contextlib import suppress

import games  # noqa: F401 the games bring their solvers
from engine.analysis.answers import plays, table
from engine.analysis.deals import dealt_games, make_deals, seed_hash
from rules.__main__ import Parser, UsageError, exit_status, run

MOST_DEALS = 1000


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return the exit status."""
    return exit_status("analysis", lambda: command(arguments))


def command(arguments: list[str] | None) -> int:
    """The same, with the errors still to be reported."""
    options = parse_arguments(arguments)
    if options.command == "deal":
        return deal(options.game, options.seed, options.number)
    answer = table if options.command == "table" else plays
    return run(answer, options.files, with_summary=False)


def parse_arguments(arguments: list[str] | None) -> argparse.Namespace:
    """Return `command` and its arguments; raises UsageError."""
    parser = Parser(
        prog="python -m engine.analysis",
        description="Best play of the games that have a solver, all hands seen.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, words in (
        ("table", "what could be made of deals, one JSON object a line"),
        ("plays", "what the plays of hand records were worth, one a line"),
    ):
        reading = commands.add_parser(name, help=words)
        reading.add_argument("files", nargs="*", metavar="FILE", help="standard input if none")
    dealing = commands.add_parser("deal", help="make deals by lot from a seed")
    dealing.add_argument("--game", choices=dealt_games(), default=dealt_games()[0])
    dealing.add_argument("seed", metavar="SEED", help="any text")
    dealing.add_argument("number", metavar="N", type=number, help=f"1 to {MOST_DEALS}")
    return parser.parse_args(arguments)


def number(text: str) -> int:
    """Parse the number of deals."""
    with suppress(ValueError):
        if 1 <= (count := int(text)) <= MOST_DEALS:
            return count
    raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {MOST_DEALS}")


def deal(game: str, seed: str, number: int) -> int:
    """Write the deals of a seed, and its hash to compare with the published one."""
    if sys.stdout is None:
        raise UsageError("standard output is closed")
    sys.stderr.write(f"SHA-256 of the seed: {seed_hash(seed)}\n")
    for each in make_deals(game, seed, number):
        sys.stdout.write(json.dumps(each) + "\n")
    sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
