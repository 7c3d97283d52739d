"""Standings of a season against the bare sum of the same rows, from 1,000 to 1,000,000 hands.

    python -m benchmarks.seasons [--most 1000000]

An evening is 64 players at sixteen tables for four rounds of 16 hands: 1,024 hands, 64 matches,
256 score rows; a season has as many evenings as make the hands. The last line is a club with 20
seasons of 40 evenings, 100 players each, of which one season is computed. All is built by the
services and multiplied in SQL, on SQLite and on a PostgreSQL cluster of its own.

``bare`` is one grouped sum of the season's score rows by evening and player, nothing written: the
least that any standings cost. ``query`` is the sums as the job reads them, and ``ratio`` what they
cost beside it. ``job`` is everything stale: all evenings summed, filled in, the best counted,
ranked, written; ``first`` is the same with no row written before. ``one more`` is the job after
one more hand in one match. ``commit`` is one row changed and committed. Times are those of the
processor on SQLite, and of the clock on PostgreSQL.
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
PLAYERS = 64
CLUB_PLAYERS, CLUB_SEASONS, CLUB_EVENINGS = 100, 20, 40
TIMES, MOST_TIMES = 5, 60  # but for the first, which warms up
# SQLite works in this process, so that what else the machine does need not count.
CLOCK = time.perf_counter if os.environ.get("DATABASE_URL") else time.process_time
ENOUGH = 1.0  # seconds, after which five times will do

# Through the rounds of the season's events to who sits at each table, and their side's points.
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
    parser.add_argument("--here", choices=("seasons", "club"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here == "club":
        measure(CLUB_PLAYERS, CLUB_SEASONS * CLUB_EVENINGS, [CLUB_EVENINGS])
    elif options.here:
        evenings = [-(-size // HANDS_AN_EVENING) for size in SIZES if size <= options.most]
        measure(PLAYERS, max(evenings), evenings)
    else:
        for part in ("seasons", "club"):
            run(part, options.most, {})
        if not Path("/usr/lib/postgresql").exists():
            print("PostgreSQL is not here: apt install postgresql")
            return
        for part in ("seasons", "club"):
            with servers.postgres() as url:
                run(part, options.most, {"DATABASE_URL": url})


def run(part: str, most: int, environment: dict[str, str]) -> None:
    """Measure on an empty database in a fresh process, whose settings are its own."""
    print("\nPostgreSQL" if environment else "\nSQLite", flush=True)
    words = [sys.executable, "-m", "benchmarks.seasons", "--here", part, "--most", str(most)]
    with tempfile.TemporaryDirectory(prefix="allmark-bench-") as data:
        settings = {"ALLMARK_DATA": data, "DJANGO_SETTINGS_MODULE": "config.settings"}
        subprocess.run(
            words,
            check=True,
            env=os.environ | settings | environment,
            preexec_fn=partial(end_with, os.getpid(), signal.SIGTERM),
        )


def measure(players: int, evenings: int, sizes: list[int]) -> None:
    """Print a line for each season of so many of the evenings that are built."""
    import django  # noqa: PLC0415 the settings are the process's own

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 needs the settings

    call_command("migrate", verbosity=0)
    from benchmarks._seasons import Built, analyse, build  # noqa: PLC0415 needs the settings

    built: Built = build(evenings, players)
    head = ("hands", "evenings", "commit ms", "bare ms", "query ms", "ratio", "job ms", "first ms")
    print(("{:>10}" * 8 + "{:>13}").format(*head, "one more ms"))
    for size in sizes:
        season = built.season(size)
        first = timed(season.refresh_first, most=1)
        analyse()
        commit = timed(season.touch)
        bare, query = timed(partial(season.query, BARE)), timed(season.sums)
        job = timed(season.refresh, before=season.mark_whole)
        hand_time = timed(season.refresh, before=season.one_more_hand)
        print(
            f"{season.hands:>10,}{size:>10}{commit * 1e3:>10.1f}{bare * 1e3:>10.1f}"
            f"{query * 1e3:>10.1f}{query / bare:>10.2f}{job * 1e3:>10.1f}{first * 1e3:>10.1f}"
            f"{hand_time * 1e3:>13.1f}",
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
        began = CLOCK()
        work()
        spent.append(CLOCK() - began)
    return statistics.median(spent[1:] or spent)


if __name__ == "__main__":
    main()
