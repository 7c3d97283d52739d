"""The same code on PostgreSQL and Redis, by setting two environment variables."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.system import servers
from tests.system.bound import end_with
from tests.system.night import PASSWORD, set_up, tally_hand
from tests.system.phones import phones_join
from tests.system.site import ROOT, Site, eventually, running
from tests.system.test_nothing_lost import fresh_standings, marks_for
from tests.system.visitor import Visitor


@pytest.mark.postgres
@pytest.mark.redis
def test_a_night_runs_on_postgresql_and_redis_and_through_the_loss_of_either(
    tmp_path: Path, prepared: Path
) -> None:
    no_database = shutil.ignore_patterns("*.sqlite3*")
    shutil.copytree(prepared, tmp_path / "data", ignore=no_database)
    with (
        servers.postgres_server() as database,
        servers.redis_server(tmp_path / "redis") as queue,
        running(tmp_path / "data", DATABASE_URL=database.url, BROKER_URL=queue.url) as site,
    ):
        hall = Hall(site)
        assert hall.record() == [201, 200]
        assert hall.visited() == {200}
        assert hall.marks() == [0, 2]
        assert not (tmp_path / "data" / "allmark.sqlite3").exists()
        assert list((tmp_path / "data").glob("queue/*")) == []

        queue.kill()
        assert hall.visited() == {200}
        assert hall.record() == [201, 200]
        assert not_ready(site) == {"queue"}
        queue.start()
        assert hall.marks() == [0, 4]

        database.kill()
        assert hall.visited() == {503}
        assert hall.record() == [503, 503]
        assert "database" in not_ready(site)
        database.start()
        eventually(lambda: hall.visited() == {200})
        assert hall.record() == [201, 200]
        assert hall.marks() == [0, 6]
        eventually(lambda: not not_ready(site))


class Hall:
    """Everybody at an evening of one table: organiser, public, a phone, and another program."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.night = set_up(site, pairs=2)
        (self.match,) = self.night["matches"]
        (self.phone,) = phones_join(site, [self.match], each=1)
        self.organiser = Visitor(site)
        self.organiser.sign_in("secretary", PASSWORD)
        self.recorded = 0
        of_club, event = f"clubs/{self.night['slug']}", self.night["event"]
        inside, self.api = f"/c/{self.night['slug']}/events/{event}/", f"/api/v1/{of_club}/"
        page = f"{self.api}events/{event}/public/"
        made = site.request(page, method="PATCH", token=self.night["token"], body={"is_on": True})
        public = urlsplit(made.body["address"]).path
        session = f"sessionid={self.organiser.cookie('sessionid')}"
        program = {"Authorization": f"Token {self.night['token']}"}
        self.addresses: list[tuple[str, dict[str, Any]]] = [
            *((path, {"Cookie": session}) for path in (inside, f"{inside}desk/")),
            *((path, {"Cookie": session}) for path in (f"{inside}numbers/", "/")),
            *((path, {"Cookie": self.phone.header}) for path in ("/t/table/", "/t/table/live/")),
            *((f"{self.api}{path}", program) for path in ("players/", f"events/{event}/")),
            (public, {}),
        ]

    def visited(self) -> set[int]:
        """The statuses of all that is opened."""
        return {self.site.request(path, **headers).status for path, headers in self.addresses}

    def record(self) -> list[int]:
        """The statuses of a hand that the program sends, and of one that the phone sends next.

        Both are made by the pair of seat 1.
        """
        first, second = self.recorded + 1, self.recorded + 2
        dealers = [(self.match["dealer"] + number - 1) % 4 for number in (first, second)]
        sent = self.site.request(
            f"{self.api}matches/{self.match['id']}/hands/",
            token=self.night["token"],
            body=tally_hand(dealers[0], bidder=1, made=True),
            Idempotency_Key=f"hand {first}",
        ).status
        hand = {"bidder": 1, "bid": "1m", "contract": 5, "result": "made", "mode": "quick"}
        fields_of_match = {"match": self.match["id"], "number": second, "dealer": dealers[1]}
        phoned = self.phone.send("/t/table/hand/", **hand, **fields_of_match, key=f"hand {second}")
        if sent == 201:
            self.recorded = second
        return [sent, phoned]

    def marks(self) -> list[int]:
        """Everybody's marks, once the standings are fresh."""
        return marks_for(eventually(lambda: fresh_standings(self.site, self.night)))


def not_ready(site: Site) -> set[str]:
    """The health checks that fail."""
    checks = site.request("/readyz?format=json").body["parts"]
    return {name for name, check in checks.items() if not check["ok"]}


DOCUMENTS = 12
OF = "jobs_job WHERE"
LOST = """
    UPDATE jobs_job SET sent_at = sent_at - interval '1 minute'
    WHERE state = 'running' RETURNING id
"""


WAITS = "pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'three'"
STALE = "leagues_season WHERE version <> standings_version"


def counted(rows: psycopg.Connection[Any], which: str) -> int:
    """Count rows of a table and a condition."""
    row = rows.execute(f"SELECT count(*) FROM {which}").fetchone()
    assert row
    return int(row[0])


@contextmanager
def process(environment: dict[str, str], *words: str, status: int = 0) -> Iterator[Site]:
    """A process of the site as a service manager starts it: ended by SIGTERM, with status 0."""
    started = subprocess.Popen(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment,
        text=True,
        preexec_fn=partial(end_with, os.getpid(), signal.SIGTERM),
    )
    port = words[-1] if words[0] == "web" else ""
    try:
        yield Site(started, environment, url=f"http://127.0.0.1:{port}")
    finally:
        started.terminate()
        ended = started.wait(30)
    assert ended == status


def answers(site: Site) -> bool:
    """Whether a web server answers."""
    return site.request("/healthz?format=json").status == 200


ORDERS = """
import json
from clubs.models import User
from press.base import Paper
from paper.documents.rows import PrintOptions, print_order
from paper.documents.subjects import EVENT
from paper.documents.registry import print_named
from tests.seeds.seasons import sample_season
from tournaments.events.models import Event

event, user = Event.objects.get(), User.objects.get()
sample_season(event, user)
row, options = print_named(EVENT, "slips"), PrintOptions(Paper.A4)
for _order in range({count}):
    made = print_order(of=event, club=event.club, row=row, options=options, by=user)
print(json.dumps(None))
"""
AVERAGE = """
from leagues.models import Season
from leagues.services.seasons import season_update

season_update(season=Season.objects.get(), scoring="average")
print("null")
"""


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.nightly
def test_of_workers_on_one_redis_two_are_killed_and_nothing_is_lost_or_made_twice(
    tmp_path: Path,
) -> None:
    with servers.postgres() as database, servers.redis(tmp_path / "redis") as broker:
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "ALLMARK_DATA": str(tmp_path / "data"),
            "DATABASE_URL": database,
            "BROKER_URL": broker,
        }
        with process(environment, "migrate", "-v", "0") as done:
            assert done.process.wait(180) == 0
        set_up(done, pairs=24)
        done.script(ORDERS.format(count=DOCUMENTS))
        worker, killed = ("worker", "--name"), -signal.SIGKILL
        named = environment | {"PGAPPNAME": "three"}
        with (
            psycopg.connect(database, autocommit=True) as rows,
            psycopg.connect(database) as lock,
            process(
                environment, *worker, "one", "--queue", "documents", status=killed
            ) as killed_worker,
            process(environment, *worker, "two"),
            process(named, *worker, "three", "--queue", "live", status=killed) as three,
            process(environment, "clock"),
        ):
            eventually(lambda: counted(rows, f"{OF} state = 'running'") == 2, every=0.01)
            ranked = counted(rows, "leagues_contender")
            killed_worker.process.kill()
            killed_worker.process.wait(10)
            # As if the half minute were over after which a worker counts as lost.
            lost = rows.execute(LOST).fetchall()
            assert len(lost) == 2, "each worker was making one"
            lock.execute("LOCK TABLE leagues_seasonstanding IN ACCESS EXCLUSIVE MODE")
            done.script(AVERAGE)
            eventually(lambda: counted(rows, WAITS) == 1, every=0.05)
            three.process.kill()
            three.process.wait(10)
            lock.rollback()
            eventually(lambda: counted(rows, STALE) == 0)
            assert counted(rows, "leagues_seasonstanding") == ranked
            eventually(lambda: counted(rows, f"{OF} state = 'done'") == DOCUMENTS)
            again = rows.execute("SELECT attempts FROM jobs_job ORDER BY attempts DESC")
            attempts = [attempt for (attempt,) in again]
            assert attempts[0] == 2
            assert sum(attempts) <= DOCUMENTS + 2
            made = sorted((tmp_path / "data").glob("**/*.pdf"))
            assert len(made) == DOCUMENTS
            assert not list(made[0].parent.glob("*.part"))


def match_path(night: dict[str, Any], match: dict[str, int]) -> str:
    """Return the address of a match in the API."""
    return f"/api/v1/clubs/{night['slug']}/matches/{match['id']}/"
