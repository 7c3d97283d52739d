"""Processes are killed at random while hands come in: what was acknowledged is there, once."""

import os
import random
import signal
import sqlite3
import threading
import time
import urllib.error
from contextlib import closing, suppress
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.system.night import set_up, tally_hand
from tests.system.site import Answer, Site, eventually, running
from tests.system.test_killed import VICTIMS, killed_hard
from tests.system.visitor import Visitor

HANDS_A_MATCH = 12
PAIRS = 8
PATIENCE = 240
KILLS = 5
THINKING = 0.2  # seconds between two hands of a table
DIES_EVERY = 5  # hands until a phone dies, once it has sent one
DIES_AFTER = 0.03  # seconds

WRITTEN = """
    SELECT (SELECT count(*) FROM scoring_hand), count(*), count(device)
    FROM scoring_handrevision
"""


class Table(threading.Thread):
    """A table that records its hands one after the other, each again until it is acknowledged."""

    def __init__(
        self, site: Site, night: dict[str, Any], match: dict[str, Any], killer: threading.Thread
    ) -> None:
        super().__init__(daemon=True)
        self.site, self.night, self.match, self.killer = site, night, match, killer
        self.path = f"/api/v1/clubs/{night['slug']}/matches/{match['id']}/hands/"
        self.acknowledged: list[int] = []
        self.marks = [0, 0]
        self.refused: list[Any] = []

    def run(self) -> None:
        dice = random.Random(self.match["id"])
        for number in range(1, HANDS_A_MATCH + 1):
            if number == HANDS_A_MATCH:
                self.killer.join(PATIENCE)  # the last hand comes after the last kill
            bidder, made = dice.randrange(4), dice.random() < 0.6
            dealer = (self.match["dealer"] + number - 1) % 4
            if not self._record(number, dealer, bidder=bidder, made=made):
                return
            time.sleep(THINKING)
            self.marks[bidder % 2 if made else 1 - bidder % 2] += 1

    def _record(self, number: int, dealer: int, **hand: Any) -> bool:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                answer = self.send(number, dealer, **hand)
            except OSError:
                time.sleep(0.1)
                continue
            if answer.status in {200, 201}:
                self.acknowledged.append(number)
                return True
            if answer.status < 500:
                self.refused.append(answer)
                return False
            time.sleep(0.1)
        return False

    def send(self, number: int, dealer: int, *, bidder: int, made: bool) -> Answer:
        """Send a hand under its key, as a program does."""
        answer = self.site.request(
            self.path,
            token=self.night["token"],
            body=tally_hand(dealer, bidder=bidder, made=made),
            Idempotency_Key=f"{self.match['id']}-{number}",
        )
        assert answer.status >= 400 or answer.body["number"] == number
        return answer


class Phone(Table):
    """A table whose player writes on his phone, which dies now and then before the answer."""

    def run(self) -> None:
        self.visitor = Visitor(self.site)
        self.visitor.opener.addheaders = [("HX-Request", "true")]
        eventually(self._let_in)
        super().run()

    def _let_in(self) -> bool:
        self.visitor.page(self.match["path"])
        return self.visitor.send(self.match["path"], player=self.match["players"][0]) == "/t/table/"

    def send(self, number: int, dealer: int, *, bidder: int, made: bool) -> Answer:
        """Send a hand under its key, as the page on a phone does."""
        hand = {"bidder": bidder, "bid": "1m", "contract": 5, "result": "made" if made else "set"}
        fields_of_match = {
            "match": self.match["id"],
            "number": number,
            "dealer": dealer,
            "mode": "quick",
        }
        fields = {**fields_of_match, **hand, "key": f"{self.match['id']}-{number}"}
        if number % DIES_EVERY == 0:
            with suppress(OSError):
                self._send(fields, timeout=DIES_AFTER)
        return self._send(fields)

    def _send(self, fields: dict[str, Any], timeout: float = 30) -> Answer:
        try:
            self.visitor.send("/t/table/hand/", timeout=timeout, **fields)
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, dict(error.headers), error.read())
        return Answer(200, {}, b"")


def kill_at_random(site: Site, dice: random.Random) -> list[int]:
    """Kill a process every now and then, each of them before any comes again."""
    killed: list[int] = []
    victims: list[str] = []
    while len(killed) < KILLS:
        time.sleep(dice.uniform(0.4, 1.4))
        processes = site.processes()
        victims = victims or dice.sample(sorted(processes), len(processes))
        if victims and (pid := processes.get(victims.pop())):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
    return killed


def test_every_acknowledged_hand_survives_kills_and_a_queue_that_is_away(
    tmp_path: Path, prepared: Path
) -> None:
    with running(tmp_path, prepared=prepared, ALLMARK_WORKERS_STAY="1") as site:
        night = set_up(site, pairs=PAIRS)
        killed: list[int] = []
        killer = threading.Thread(
            target=lambda: killed.extend(kill_at_random(site, random.Random(42))), daemon=True
        )
        kinds = cycle((Table, Phone))
        tables = [next(kinds)(site, night, match, killer) for match in night["matches"]]
        killer.start()
        for table in tables:
            table.start()
        for table in tables:
            table.join(PATIENCE)
        assert len(killed) == KILLS >= 4  # web server and workers
        assert [table.refused for table in tables] == [[]] * len(tables)
        for table in tables:
            assert table.acknowledged == list(range(1, HANDS_A_MATCH + 1))
            assert _recorded(site, night, table) == (table.marks, HANDS_A_MATCH)
        hands = HANDS_A_MATCH * len(tables)
        with closing(sqlite3.connect(tmp_path / "allmark.sqlite3")) as database:
            written = database.execute(WRITTEN).fetchone()
        assert written == (hands, hands, hands // 2)
        assert_standings(site, night, tables)
        assert_goes_on_without_queue(site, tables[0], tmp_path)
        assert_standings(site, night, tables)  # the sweep makes it good
        killed_hard(site, random.choice(list(VICTIMS)))  # test_killed tries all ways


def assert_goes_on_without_queue(site: Site, table: Table, folder: Path) -> None:
    """A hand is recorded while the queue is away, which the site says of itself."""
    queue, hidden = folder / "queue", folder / "queue-away"
    queue.rename(hidden)
    queue.write_text("not a folder")
    dealer = (table.match["dealer"] + HANDS_A_MATCH) % 4
    assert table.send(HANDS_A_MATCH + 1, dealer, bidder=0, made=True).status in {200, 201}
    ready = site.request("/readyz?format=json")
    assert ready.status == 503
    assert ready.body["parts"]["queue"]["ok"] is False
    queue.unlink()
    hidden.rename(queue)
    table.marks[0] += 1


def assert_standings(site: Site, night: dict[str, Any], tables: list[Table]) -> None:
    """The standings come to what the tables counted."""
    fresh = eventually(lambda: fresh_standings(site, night))
    assert marks_for(fresh) == sorted(mark for table in tables for mark in table.marks)


def marks_for(standings: Any) -> list[int]:
    """Everybody's marks as the standings have them, from few to many."""
    place = [column["key"] for column in standings["columns"]].index("points")
    return sorted(row["values"][place] for row in standings["rows"])


def fresh_standings(site: Site, night: dict[str, Any]) -> Any:
    """The standings once they are computed from the newest hand."""
    path = f"/api/v1/clubs/{night['slug']}/events/{night['event']}/standings/"
    answer = site.request(path, token=night["token"])
    return answer.body if answer.status == 200 and not answer.body["is_stale"] else None


def _recorded(site: Site, night: dict[str, Any], table: Table) -> tuple[list[int], int]:
    path = f"/api/v1/clubs/{night['slug']}/matches/{table.match['id']}/"
    match = eventually(lambda: _body(site, path, night["token"]))
    return match["totals"], match["hand_count"]


def _body(site: Site, path: str, token: str) -> Any:
    answer = site.request(path, token=token)
    return answer.body if answer.status == 200 else None
