"""The same code on PostgreSQL and Redis, by setting two environment variables."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.system import servers
from tests.system.night import set_up, tally_hand
from tests.system.site import ROOT, running
from tests.system.test_nothing_lost import eventually, fresh_standings, marks_for

SERVICES = [
    "tests/scoring/services",
    "tests/tournaments/services",
    "tests/leagues/services",
    "tests/leagues/test_agreement.py",
    "tests/ledger",
    "tests/clubs/test_members.py",
    "tests/api/test_hands.py",
    "tests/api/test_documents.py",
    "tests/config/test_on_postgresql.py",
]


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


@pytest.mark.postgres
@pytest.mark.slow
def test_services_and_endpoints_hold_on_postgresql() -> None:
    with servers.postgres() as database:
        outer = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
        environment = outer | {"DATABASE_URL": database}
        chosen = ["-q", "-m", "not slow and not browser", *SERVICES]
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *chosen],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stdout[-4000:]
