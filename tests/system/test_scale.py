"""The same code on PostgreSQL and Redis, by setting two environment variables."""

from pathlib import Path

import pytest

from tests.system import servers
from tests.system.night import set_up, tally_hand
from tests.system.site import running
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
