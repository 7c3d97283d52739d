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

import psycopg
import pytest

from config.part import end_with
from tests.system import servers
from tests.system.night import set_up, tally_hand
from tests.system.site import ROOT, Site, running
from tests.system.test_nothing_lost import eventually, fresh_standings, marks_for


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.slow
def test_a_night_runs_on_postgresql_and_redis(tmp_path: Path, prepared: Path) -> None:
    no_database = shutil.ignore_patterns("*.sqlite3*")
    shutil.copytree(prepared, tmp_path / "data", ignore=no_database)
    with (
        servers.postgres() as database,
        servers.redis(tmp_path / "redis") as broker,
        running(tmp_path / "data", DATABASE_URL=database, BROKER_URL=broker) as site,
    ):
        night = set_up(site, pairs=2)
        match = night["matches"][0]
        answer = site.request(
            f"/api/v1/clubs/{night['slug']}/matches/{match['id']}/hands/",
            token=night["token"],
            body=tally_hand(match["dealer"], bidder=1, made=False),
            Idempotency_Key="one",
        )
        assert answer.status == 201
        fresh = eventually(lambda: fresh_standings(site, night))
        assert marks_for(fresh) == [0, 1]
        assert not (tmp_path / "data" / "allmark.sqlite3").exists()
        assert list((tmp_path / "data").glob("queue/*")) == []


DOCUMENTS = 12
OF = "prints_document WHERE"
LOST = """
    UPDATE prints_document SET heartbeat = heartbeat - interval '1 minute'
    WHERE state = 'running' RETURNING id
"""


WAITS = "pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'three'"
STALE = "leagues_season WHERE version <> standings_version"


def counted(rows: psycopg.Connection[Any], which: str) -> int:
    """Count rows of a table and a condition."""
    found = rows.execute(f"SELECT count(*) FROM {which}").fetchone()
    assert found
    return int(found[0])


@contextmanager
def part(environment: dict[str, str], *words: str, status: int = 0) -> Iterator[Site]:
    """A part of the site as a service manager starts it: ended by SIGTERM, with status 0."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment,
        text=True,
        preexec_fn=partial(end_with, os.getpid(), signal.SIGTERM),
    )
    port = words[-1] if words[0] == "web" else ""
    try:
        yield Site(process, environment, url=f"http://127.0.0.1:{port}")
    finally:
        process.terminate()
        ended = process.wait(30)
    assert ended == status


def answers(site: Site) -> bool:
    """Whether a web server answers."""
    return site.request("/healthz?format=json").status == 200


ORDERS = """
import json
from clubs.models import User
from press.base import Paper
from prints.event_prints import PrintOptions, event_print_order
from prints.registry import print_named
from prints.tasks import document_make
from tests.seeds.seasons import season_kept
from tournaments.models import Event

event, user = Event.objects.get(), User.objects.get()
season_kept(event, user)
for _order in range({count}):
    made = event_print_order(
        event=event, row=print_named("slips"), options=PrintOptions(Paper.A4), by=user
    )
    document_make.delay(str(made.pk))
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
@pytest.mark.slow
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
        with part(environment, "migrate", "-v", "0") as done:
            assert done.process.wait(180) == 0
        set_up(done, pairs=24)
        done.script(ORDERS.format(count=DOCUMENTS))
        worker, killed = ("worker", "--name"), -signal.SIGKILL
        named = environment | {"PGAPPNAME": "three"}
        with (
            psycopg.connect(database, autocommit=True) as rows,
            psycopg.connect(database) as lock,
            part(environment, *worker, "one", "--queue", "documents", status=killed) as one,
            part(environment, *worker, "two"),
            part(named, *worker, "three", "--queue", "live", status=killed) as three,
            part(environment, "clock"),
        ):
            eventually(lambda: counted(rows, f"{OF} state = 'running'") == 2, every=0.01)
            ranked = counted(rows, "leagues_contender")
            one.process.kill()
            one.process.wait(10)
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
            again = rows.execute("SELECT attempts FROM prints_document ORDER BY attempts DESC")
            attempts = [attempt for (attempt,) in again]
            assert attempts[0] == 2
            assert sum(attempts) <= DOCUMENTS + 2
            made = sorted((tmp_path / "data").glob("**/*.pdf"))
            assert len(made) == DOCUMENTS
            assert not list((tmp_path / "data").glob("**/*.part"))


def match_path(night: dict[str, Any], match: dict[str, int]) -> str:
    """Return the address of a match in the API."""
    return f"/api/v1/clubs/{night['slug']}/matches/{match['id']}/"
