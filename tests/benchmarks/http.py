"""Recording hands over HTTP, on the server and database that a club runs.

    python -m tests.benchmarks.http [--hands 600] [--tables 50]

1. The rate at which full hands (four hands, auction, 28 plays) are recorded against the rate at
   which DRF writes one row on the same server and database, with the same authentication.
   The two take turns, so that noise meets both. On Linux with the processor's time that the web
   server takes for each, which other work on the machine changes little.
2. Fifty tables that post at once: p50, p95 and errors, on SQLite and on PostgreSQL.
3. How many queries each main page takes, in an evening with few hands and in one with many.
"""

import argparse
import http.client
import json
import os
import random
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.rules.texas42.dealing import played_hand
from tests.system import servers
from tests.system.night import set_up
from tests.system.site import Site, leave_politely, running

TABLES_AN_EVENT = 32
RULES = {"preset": "marks", "target": 1000}
FLOOR = {"table": 1, "bidder": 2, "bid": "2m", "made": True}
QUERIES = """
import json
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from clubs.models import User
from scoring.models import Match
from tournaments.events.models import Event

client = Client(headers={"host": "127.0.0.1"})
client.force_login(User.objects.get(username="secretary"),
                   backend="django.contrib.auth.backends.ModelBackend")
event = Event.objects.get()
few, many = Match.objects.order_by("hand_count")[0], Match.objects.order_by("-hand_count")[0]
start = f"/c/{event.club.slug}"
counts = {}
for name, path in {
    f"match, {few.hand_count} hands": f"{start}/matches/{few.pk}/",
    f"match, {many.hand_count} hands": f"{start}/matches/{many.pk}/",
    "event": f"{start}/events/{event.pk}/",
    "standings": f"{start}/events/{event.pk}/standings/",
    "projector": f"{start}/events/{event.pk}/projector/",
    "pairs": f"{start}/events/{event.pk}/entries/",
}.items():
    with CaptureQueriesContext(connection, ) as taken:
        status = client.get(path).status_code
    assert status == 200, (path, status)
    counts[name] = len(taken)
print(json.dumps(counts))
"""


class Client:
    """One table's connection, kept open."""

    def __init__(self, site: Site, token: str) -> None:
        self.address = urlsplit(site.url).netloc
        self.connection = http.client.HTTPConnection(self.address, timeout=30)
        self.headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}

    def post(self, path: str, body: bytes, **headers: str) -> tuple[int, bytes]:
        """Status and body of one POST."""
        sent = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request("POST", path, body, sent)
        answer = self.connection.getresponse()
        return answer.status, answer.read()


class Table:
    """A table that has its hands ready, one after the other."""

    def __init__(self, night: dict[str, Any], match: dict[str, Any], count: int) -> None:
        self.path = f"/api/v1/clubs/{night['slug']}/matches/{match['id']}/hands/"
        dice = random.Random(match["id"])
        self.bodies = [
            json.dumps(played_hand(dice, RULES, (match["dealer"] + i) % 4)).encode()
            for i in range(count)
        ]
        self.number = 0

    def record(self, client: Client) -> float:
        """Post the next hand; the seconds it took. Raises where it was not recorded."""
        body = self.bodies[self.number]
        self.number += 1
        began = time.perf_counter()
        status, answer = client.post(self.path, body, Idempotency_Key=f"{self.path}{self.number}")
        if status != 201:
            raise RuntimeError(f"{status}: {answer[:300]!r}")
        return time.perf_counter() - began


def main() -> None:
    """Measure and print."""
    leave_politely()
    parser = argparse.ArgumentParser(description="Recording hands over HTTP.")
    parser.add_argument("--hands", type=int, default=600, help="hands for the ratio")
    parser.add_argument("--tables", type=int, default=50, help="tables that post at once")
    options = parser.parse_args()
    with site_on("SQLite") as site:
        night = set_up(site, pairs=10)
        show_ratio(site, night, options.hands // 2, connections=1)
        show_ratio(site, night, options.hands // 2, connections=4)
        print("Queries a page takes:")
        for page, count in site.script(QUERIES).items():
            print(f"  {page:<24}{count:>4}")
    for database in ("SQLite", "PostgreSQL"):
        if database == "PostgreSQL" and not Path("/usr/lib/postgresql").exists():
            print("PostgreSQL is not here: apt install postgresql")
            continue
        with site_on(database) as site:
            show_crowd(site, database, options.tables)


def show_ratio(site: Site, night: dict[str, Any], hands: int, *, connections: int) -> None:
    """Hands and single rows in turns of twenty-five a connection.

    Four tables at once wait for one another on SQLite, which has one lock for all writers; one
    connection shows what the work itself costs.
    """
    share = hands // connections
    matches = night["matches"][:connections]
    del night["matches"][:connections]
    tables = [Table(night, match, share) for match in matches]
    clients = [Client(site, night["token"]) for _ in tables]
    row = json.dumps(FLOOR | {"deal": json.loads(tables[0].bodies[0])["deal"]}).encode()
    recorded = written = 0.0
    began, for_rows, for_hands = processor_time(site), 0.0, 0.0
    turns = max(1, share // 25)
    for _ in range(turns):
        written += together([lambda c=c: floor(c, row) for c in clients], 25)
        between = processor_time(site)
        recorded += together(
            [lambda t=t, c=c: t.record(c) for t, c in zip(tables, clients, strict=True)], 25
        )
        for_rows += between - began
        began = processor_time(site)
        for_hands += began - between
    count = turns * 25 * len(tables)
    print(f"{connections} at once, {count} posts each")
    print(f"  one row by DRF:    {count / written:8.0f} /s")
    print(f"  a full hand:       {count / recorded:8.0f} /s")
    print(f"  ratio:             {written / recorded:8.2f}     (at least 0.5 wanted)")
    if for_rows:
        print(f"  web server, each:  {for_rows / count * 1000:8.2f} ms a row,", end="")
        print(f" {for_hands / count * 1000:.2f} ms a hand, ratio {for_rows / for_hands:.2f}")


def show_crowd(site: Site, database: str, count: int) -> None:
    """Every table posts a hand, thinks a little, and posts the next."""
    events = -(-count // TABLES_AN_EVENT)
    night = set_up(site, pairs=2 * -(-count // events), events=events)
    tables = [Table(night, match, 10) for match in night["matches"]]
    seconds: list[float] = []
    errors: list[str] = []

    def play(table: Table) -> None:
        client = Client(site, night["token"])
        for _ in table.bodies:
            try:
                seconds.append(table.record(client))
            except (RuntimeError, OSError) as error:
                errors.append(str(error))

    threads = [threading.Thread(target=play, args=[table]) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ordered = sorted(seconds)
    p95 = ordered[int(len(ordered) * 0.95)]
    print(
        f"{count} tables at once on {database}: {len(seconds)} hands, "
        f"p50 {statistics.median(ordered) * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms, "
        f"{len(errors)} errors {errors[:1] or ''}"
    )


def floor(client: Client, row: bytes) -> None:
    """One row."""
    status, answer = client.post("/onerow/", row)
    if status != 201:
        raise RuntimeError(f"{status}: {answer[:300]!r}")


def together(calls: list[Callable[[], Any]], times: int) -> float:
    """Seconds until each of the calls, side by side, has been made so many times."""

    def repeat(call: Callable[[], Any]) -> None:
        for _ in range(times):
            call()

    threads = [threading.Thread(target=repeat, args=[call]) for call in calls]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


def processor_time(site: Site) -> float:
    """Return the seconds of a processor that the web server has taken; 0 where nobody tells."""
    web = next(pid for command, pid in site.processes().items() if "config.asgi" in command)
    counters = Path("/proc", str(web), "stat")
    if not counters.exists():
        return 0.0
    of_process, of_system = counters.read_text().rpartition(")")[2].split()[11:13]
    return (int(of_process) + int(of_system)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def site_on(database: str) -> Iterator[Site]:
    """A site with the floor beside it, on a fresh database."""
    folder = Path(tempfile.mkdtemp(prefix="allmark-bench-"))
    environment = {"DJANGO_SETTINGS_MODULE": "tests.benchmarks.onerow.settings"}
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        if database == "PostgreSQL":
            environment["DATABASE_URL"] = stack.enter_context(servers.postgres())
        site = stack.enter_context(running(folder / "data", **environment))
        site.manage("migrate", "--run-syncdb", "-v", "0")
        yield site


if __name__ == "__main__":
    main()
