"""The same code on PostgreSQL and Redis, by setting two environment variables."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from config.part import end_with
from tests.system import servers
from tests.system.night import set_up, tally_hand
from tests.system.site import ROOT, Site, free_port, running
from tests.system.test_nothing_lost import eventually, fresh_standings, marks_for


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.slow
def test_a_night_runs_on_postgresql_and_redis(tmp_path: Path) -> None:
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


@contextmanager
def part(environment: dict[str, str], *words: str) -> Iterator[Site]:
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
        status = process.wait(30)
    assert status == 0


def answers(site: Site) -> bool:
    """Whether a web server answers."""
    return site.request("/healthz?format=json").status == 200


@pytest.mark.postgres
@pytest.mark.slow
def test_web_servers_are_restarted_one_by_one_without_a_refused_hand(tmp_path: Path) -> None:
    ports = [str(free_port()), str(free_port())]
    with servers.postgres() as database:
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "ALLMARK_DATA": str(tmp_path / "data"),
            "DATABASE_URL": database,
        }
        (tmp_path / "data" / "static").mkdir(parents=True)
        with part(environment, "migrate", "-v", "0") as done:
            assert done.process.wait(60) == 0
        web = ("web", "--workers", "1", "--port")
        with part(environment, *web, ports[0]) as first, part(environment, *web, ports[1]) as other:
            night = set_up(first, pairs=2)
            match = night["matches"][0]
            eventually(lambda: answers(first) and answers(other))
            record(first, night, match, 0)
            first.process.terminate()
            record(other, night, match, 1)
            assert first.process.wait(30) == 0
            with part(environment, *web, ports[0]) as again:
                eventually(lambda: answers(again))
                other.process.terminate()
                record(again, night, match, 2)
                shown = again.request(match_path(night, match), token=night["token"]).body
                assert shown["totals"] == [3, 0]


def match_path(night: dict[str, Any], match: dict[str, int]) -> str:
    """Return the address of a match in the API."""
    return f"/api/v1/clubs/{night['slug']}/matches/{match['id']}/"


def record(site: Site, night: dict[str, Any], match: dict[str, int], number: int) -> None:
    """Record a hand, bid by seat 1 and set, over a web server."""
    answer = site.request(
        f"{match_path(night, match)}hands/",
        token=night["token"],
        body=tally_hand((match["dealer"] + number) % 4, bidder=1, made=False),
        Idempotency_Key=f"hand {number}",
    )
    assert answer.status == 201
