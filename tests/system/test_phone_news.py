"""News for phones, as the web server sends it."""

import http.client
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.system.night import set_up, tally_hand
from tests.system.phones import COOKIE, Phone, phones_join
from tests.system.site import Site, serving


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Site]:
    """The web server alone; a worker has nothing to do with news."""
    data = tmp_path_factory.mktemp("news") / "data"
    shutil.copytree(prepared, data)
    with serving(data) as site:
        yield site


class Listening:
    """A connection that waits for news."""

    def __init__(self, site: Site, cookie: str, match: int) -> None:
        host = urlsplit(site.url).netloc
        self.connection = http.client.HTTPConnection(host, timeout=20)
        headers = {"Cookie": cookie}
        self.connection.request("GET", f"/t/table/news/?match={match}", headers=headers)
        self.answer = self.connection.getresponse()

    def close(self) -> None:
        """Hang up."""
        self.answer.close()
        self.connection.close()

    def next(self) -> str:
        """The next message; empty where the server has closed the connection."""
        for line in self.answer:
            if line.startswith(b"data:"):
                return line.decode().removeprefix("data:").strip()
        return ""


@pytest.mark.browser
def test_a_phone_is_sent_news_of_its_own_table_until_it_is_sent_away_or_the_server_ends(
    site: Site, browser: Browser, request: pytest.FixtureRequest
) -> None:
    night = set_up(site, pairs=4)
    phones = phones_join(site, night["matches"])
    phone, other = phones[0], phones[-1]
    match, key = phone.match, phone.header
    assert match != other.match
    listening = Listening(site, key, match)
    elsewhere = Listening(site, other.header, other.match)
    for connection in (listening, elsewhere):
        request.addfinalizer(connection.close)  # after a failure, too
    assert listening.answer.status == elsewhere.answer.status == 200
    assert listening.next() == elsewhere.next() == "table"  # what the page may have missed

    dealer = next(row["dealer"] for row in night["matches"] if row["id"] == match)
    path = f"/api/v1/clubs/{night['slug']}/matches/{match}/hands/"
    hand = tally_hand(dealer, bidder=1, made=True)
    assert site.request(path, token=night["token"], body=hand).status == 201
    assert listening.next() == "table"

    change(site, "UPDATE tournaments_event SET confirms = 'match'")
    assert listening.next() == elsewhere.next() == "event"  # and none of the other table's hand

    sent_away = "UPDATE phones_guestdevice SET sent_away_at = ? WHERE number = 1"
    change(site, sent_away, datetime.now(UTC).isoformat(" "))
    assert listening.next() == "table"
    listening.close()
    for cookie in (key, f"{key}x", "", f"{COOKIE}={'x' * 3000}"):
        with closing(Listening(site, cookie, match)) as stranger:
            assert stranger.answer.status == 404

    open_page(browser, site, other, night)

    ended = threading.Event()

    def until_the_end() -> None:
        elsewhere.next()
        elsewhere.next()
        ended.set()

    threading.Thread(target=until_the_end).start()
    site.process.terminate()
    assert ended.wait(20)
    assert site.process.wait(180) == 0


def change(site: Site, statement: str, *values: object) -> None:
    """Change the site's database; a management command would start a process for it."""
    file = Path(site.environment["ALLMARK_DATA"]) / "allmark.sqlite3"
    with closing(sqlite3.connect(file, timeout=20)) as database, database:
        database.execute(statement, values)


def open_page(browser: Browser, site: Site, phone: Phone, night: dict[str, Any]) -> None:
    """A hand of another is on a phone's page, which asks by itself only each half minute."""
    with closing(browser.new_context()) as context:
        context.add_cookies([phone.cookie_at(site)])
        page = context.new_page()
        with page.expect_response(lambda answer: "/t/table/live/" in answer.url):
            page.goto(f"{site.url}t/table/")
        expect(page.locator("[data-entry] [name=number]")).to_have_value("1")
        page.wait_for_function("document.querySelector('[data-phone-tag]')")
        dealer = next(row["dealer"] for row in night["matches"] if row["id"] == phone.match)
        path = f"/api/v1/clubs/{night['slug']}/matches/{phone.match}/hands/"
        hand = tally_hand(dealer, bidder=1, made=True)
        assert site.request(path, token=night["token"], body=hand).status == 201
        expect(page.locator("[data-entry] [name=number]")).to_have_value("2", timeout=10_000)
