"""One site for hundreds of clubs: an evening of each at the same time, on PostgreSQL and Redis.

    python -m benchmarks.clubs [--clubs 200] [--tables 10] [--phones 2000] [--seconds 60]

Web server, workers and clock run side by side on this machine, on servers of their own. Every table
records a hand each ``every`` seconds, 240 as at a real one; phones are told by server-sent events
and fetch their page again; an organiser opens event and desk of a club after the other.

Printed are errors, for which the exit status is 1, the time until a hand is acknowledged, until it
is on the phones of its table, and until a page is there, the CPU seconds of all processes and of
PostgreSQL for each club and minute, and how many events still wait for their standings. Clients
run on the same processors.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psycopg

from benchmarks.http import Table
from benchmarks.push import ASK_EVERY, Hall, Line, cpu, memory, ms, session_of
from tests.system import servers
from tests.system.night import set_up_clubs
from tests.system.phones import phones_join
from tests.system.site import Site, leave_politely, running

STALE = """
import json
from tournaments.models import Event
print(json.dumps(sum(event.is_stale for event in Event.objects.all())))
"""


async def evening(
    halls: list[Hall], options: argparse.Namespace, spent: Callable[[], dict[str, float]]
) -> tuple[list[str], dict[str, float]]:
    """Let everybody listen, then play; the errors, and the CPU seconds of the playing by part."""
    listening = [
        asyncio.ensure_future(hall.listen(phone)) for hall in halls for phone in hall.phones
    ]
    await asyncio.sleep(2 * ASK_EVERY + len(listening) / 100)
    tables = [(hall, match) for hall in halls for match in hall.tables]
    count = min(len(tables), round(len(tables) * options.seconds / options.every))
    playing = [
        asyncio.ensure_future(hall.play(match, options.seconds))
        for hall, match in random.sample(tables, count)
    ]
    organising = asyncio.ensure_future(organise(halls))
    before, tasks = spent(), [*listening, *playing, organising]
    await asyncio.sleep(options.seconds)
    used = {part: seconds - before[part] for part, seconds in spent().items()}
    errors = [repr(task.exception()) for task in tasks if task.done() and task.exception()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return errors, used


async def organise(halls: list[Hall]) -> None:
    """The organisers, one after the other."""
    line = Line(halls[0].address, halls[0].organiser)
    while True:
        hall = random.choice(halls)
        start = f"/c/{hall.night['slug']}/events/{hall.night['event']}/"
        for path in (start, f"{start}desk/"):
            await hall.opened(line, path)
            await asyncio.sleep(0.2)


def postmaster(database: str) -> int:
    """The process of PostgreSQL that all others of it are below."""
    with psycopg.connect(database) as connection:
        stat = Path(f"/proc/{connection.info.backend_pid}/stat").read_text()
    return int(stat.rpartition(")")[2].split()[1])


def parts_of(site: Site) -> dict[str, int]:
    """The processes of the site by what they do."""
    names = {"granian": "web", "live@": "standings", "documents@": "documents"}
    names |= {"best-play@": "best play", " beat ": "clock"}
    return {
        name: pid
        for command, pid in site.parts().items()
        for word, name in names.items()
        if word in command
    }


def shown(what: str, times: list[float]) -> None:
    """Print a line of times."""
    times.sort()
    p50, p95 = ms(times, 0.5), ms(times, 0.95)
    print(f"  {what}: p50 {p50}, p95 {p95}; {len(times)}")


def main() -> int:
    """Measure and print; 1 where anything went wrong."""
    leave_politely()
    parser = argparse.ArgumentParser(description="Many clubs on one site.")
    parser.add_argument("--clubs", type=int, default=200)
    parser.add_argument("--tables", type=int, default=10, help="tables of each club")
    parser.add_argument("--phones", type=int, default=2000, help="phones of all clubs together")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=240, help="seconds between a table's hands")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="allmark-bench-") as folder,
        servers.postgres() as database,
        servers.redis(Path(folder) / "redis") as broker,
        running(Path(folder) / "data", DATABASE_URL=database, BROKER_URL=broker) as site,
    ):
        began = time.perf_counter()
        nights = set_up_clubs(site, options.clubs, pairs=2 * options.tables)
        each = -(-options.phones // (options.clubs * options.tables))
        organiser, count = session_of(site, "secretary"), 0
        hands = 2 + int(options.seconds / options.every)
        halls = []
        for night in nights:
            tables = {match["id"]: Table(night, match, hands) for match in night["matches"]}
            hall_phones = phones_join(site, night["matches"], each=each)[: options.phones - count]
            count += len(hall_phones)
            halls.append(Hall(site, night, hall_phones, organiser, tables, options.every))
        print(
            f"{options.clubs} clubs of {options.tables} tables, {count} phones; made in "
            f"{time.perf_counter() - began:.0f} s; load {os.getloadavg()[0]:.1f}"
        )
        server = postmaster(database)
        processes = parts_of(site) | {"PostgreSQL": server}

        def spent() -> dict[str, float]:
            return {part: cpu(pid) for part, pid in processes.items()}

        errors, used = asyncio.run(evening(halls, options, spent))
        shown("a hand is acknowledged", [took for hall in halls for took in hall.answers])
        delays, missed = zip(*(hall.delays() for hall in halls), strict=True)
        shown("it is on the phones of its table", [took for club in delays for took in club])
        shown("an organiser's page", [took for hall in halls for took in hall.pages])
        print(f"  {sum(missed)} hands not shown by the end; {site.script(STALE)} events wait")
        a_minute = sum(used.values()) / options.clubs / options.seconds * 60
        costs = ", ".join(f"{part} {seconds:.1f} s" for part, seconds in used.items())
        print(f"  CPU: {a_minute:.3f} s a club and minute; in all {costs}")
        print(f"  memory: {memory(site.process.pid) / 1024:.0f} MiB without PostgreSQL")
        print(f"  errors: {len(errors)}", *errors[:3], sep="\n    ")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
