"""Standings of a season against the bare sum of the same rows, from 1,000 to 1,000,000 hands.

    python -m benchmarks.seasons [--most 1000000]

An evening is 64 players at sixteen tables for four rounds of 16 hands: 1,024 hands, 64 matches,
256 score rows; a season has as many evenings as make the hands. It is built by the services and
multiplied in SQL, on SQLite and on a PostgreSQL cluster of its own.

(a) ``job`` is everything stale: all evenings summed, filled in, the best counted, ranked, written.
    ``first`` is the same with no row written before. ``bare`` is one grouped sum of the same score
    rows by player, nothing written: the least that any standings must cost.
    ``commit`` is one row changed and committed. No job that keeps anything can take less than that
    and one sum: ``least`` is the ratio it would have. At 1,000 hands SQLite sums in a fifth of a
    millisecond, and a dozen statements with the interpreter between them are all there is to see.
(b) ``a hand`` is the job's time by hand: it must not grow.
(c) ``one more`` is the job after one more hand in one match of the season.
"""

import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from config.part import end_with
from tests.system import servers
from tests.system.site import leave_politely

SIZES = (1_000, 10_000, 100_000, 1_000_000)
HANDS_AN_EVENING = 1_024
TIMES, MOST_TIMES = 5, 60  # but for the first, which warms up
ENOUGH = 1.0  # seconds, after which five times will do

# Through the rounds of the season's events to who sits at each table, and his side's points.
BARE = """
    SELECT COUNT(*), SUM(points) FROM (
    SELECT evening.id, line.player_id, SUM(side.total) AS points
    FROM leagues_evening evening
    JOIN tournaments_round round ON round.event_id = evening.event_id
    JOIN tournaments_table place ON place.round_id = round.id
    JOIN tournaments_game game ON game.table_id = place.id
    JOIN scoring_side side ON side.match_id = game.match_id
    JOIN tournaments_tableseat seat ON seat.table_id = place.id AND seat.side = side.number
    JOIN tournaments_entryplayer line ON line.entry_id = seat.entry_id
    WHERE evening.season_id = %s
    GROUP BY evening.id, line.player_id
    ) summed
"""


def main() -> None:
    """Measure on both databases, each in a process of its own."""
    leave_politely()
    parser = argparse.ArgumentParser(description="Standings of seasons.")
    parser.add_argument("--most", type=int, default=SIZES[-1], help="hands of the largest season")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        measure([size for size in SIZES if size <= options.most])
        return
    with tempfile.TemporaryDirectory(prefix="allmark-bench-") as folder:
        run("SQLite", Path(folder), options.most, {})
    if not Path("/usr/lib/postgresql").exists():
        print("PostgreSQL is not here: apt install postgresql")
        return
    with (
        tempfile.TemporaryDirectory(prefix="allmark-bench-") as folder,
        servers.postgres() as url,
    ):
        run("PostgreSQL", Path(folder), options.most, {"DATABASE_URL": url})


def run(database: str, folder: Path, most: int, environment: dict[str, str]) -> None:
    """Measure on one database in a fresh process, whose settings are its own."""
    print(f"\n{database}", flush=True)
    words = [sys.executable, "-m", "benchmarks.seasons", "--here", "--most", str(most)]
    own = {"ALLMARK_DATA": str(folder / "data"), "DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run(
        words,
        check=True,
        env=os.environ | own | environment,
        preexec_fn=partial(end_with, os.getpid(), signal.SIGTERM),
    )


def measure(sizes: list[int]) -> None:
    """One line for each size; every season is a part of the largest one's evenings."""
    import django  # noqa: PLC0415 the settings are the process's own

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 needs the settings

    call_command("migrate", verbosity=0)
    from benchmarks._seasons import Built, analyse, build  # noqa: PLC0415 needs the settings

    built: Built = build(-(-max(sizes) // HANDS_AN_EVENING))
    head = ("hands", "evenings", "commit ms", "bare ms", "least", "job ms", "ratio", "first ms")
    print(("{:>10}" * 8 + "{:>12}{:>12}{:>10}").format(*head, "us a hand", "one more ms", "share"))
    for size in sizes:
        season = built.season(-(-size // HANDS_AN_EVENING))
        first = timed(season.refresh_first, most=1)
        analyse()
        commit = timed(season.touch)
        bare = timed(partial(season.query, BARE))
        job = timed(season.refresh, before=season.mark_whole)
        one = timed(season.refresh, before=season.one_more_hand)
        print(
            f"{season.hands:>10,}{season.evenings:>10}{commit * 1e3:>10.1f}{bare * 1e3:>10.1f}"
            f"{1 + commit / bare:>10.2f}{job * 1e3:>10.1f}{job / bare:>10.2f}{first * 1e3:>10.1f}"
            f"{job / season.hands * 1e6:>12.2f}{one * 1e3:>12.1f}{one / job:>9.1%}",
            flush=True,
        )


def timed(
    work: Callable[[], object],
    *,
    before: Callable[[], object] = lambda: None,
    most: int = MOST_TIMES,
) -> float:
    """The median of some runs, in seconds; ``before`` each of them is not counted.

    Short ones are run more often: what else the machine does would be the most of them.
    """
    spent: list[float] = []
    while len(spent) < most and (len(spent) <= TIMES or sum(spent) < ENOUGH):
        before()
        began = time.perf_counter()
        work()
        spent.append(time.perf_counter() - began)
    return statistics.median(spent[1:] or spent)


if __name__ == "__main__":
    main()
