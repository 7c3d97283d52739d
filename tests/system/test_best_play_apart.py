"""A search for best play may take a minute: neither a print nor a webhook waits for it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from engine.analysis.deals import make_deal
from tests.feeds.test_webhooks import Receiver
from tests.system.night import set_up
from tests.system.site import Site, eventually, running

# The table of this deal takes 37 seconds of processor time; most take less than five.
LONG = {"game": "pandoeren", "dealer": 0} | make_deal("pandoeren", "search", 3)
ASK = """
from clubs.models import Club
from scoring.selectors.best_play import Ask, question_of
from scoring.services.best_play import best_play_ask

best_play_ask([question_of(Ask.MAKEABLE, {record!r})], club=Club.objects.get())
print("null")
"""


def searching(data: Path) -> bool:
    """Whether a worker has begun the search, and not ended it."""
    with closing(sqlite3.connect(data / "allmark.sqlite3")) as rows:
        questions = rows.execute("SELECT attempts, answer IS NULL FROM scoring_bestplay").fetchall()
    return questions == [(1, 1)]


@pytest.mark.nightly
def test_a_print_and_a_webhook_are_done_while_a_search_goes_on(
    tmp_path: Path, prepared: Path
) -> None:
    receiver = Receiver()
    Thread(target=receiver.serve_forever, args=[0.01], daemon=True).start()
    with running(tmp_path, prepared=prepared, ALLMARK_WEBHOOKS_INSIDE="1") as site:
        night = set_up(site, pairs=2)
        hook = sent(site, night, "webhooks/", address=receiver.address, kinds=["result"])
        site.script(ASK.format(record=LONG))
        eventually(lambda: searching(tmp_path))
        order = {"about": "event", "of": night["event"], "print": "slips", "paper": "a4"}
        document = sent(site, night, "documents/", **order)
        sent(site, night, f"webhooks/{hook['id']}/test/")
        eventually(lambda: state_of(site, night, document) == "done")
        eventually(lambda: [message["kind"] for message in receiver.notices] == ["test"])
        assert searching(tmp_path)
    receiver.shutdown()
    receiver.server_close()


def sent(site: Site, night: dict[str, Any], path: str, **body: Any) -> Any:
    """Return the answer to a POST below the club."""
    at = f"/api/v1/clubs/{night['slug']}/{path}"
    answer = site.request(at, method="POST", token=night["token"], body=body)
    assert answer.status == 201, answer.body
    return answer.body


def state_of(site: Site, night: dict[str, Any], document: dict[str, Any]) -> Any:
    """Return how far a document is."""
    return site.request(document["url"], token=night["token"]).body["state"]
