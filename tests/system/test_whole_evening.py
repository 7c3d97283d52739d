"""A tournament from its template to the last coin and the printed sheet, on the running site.

Everything goes over HTTP, as pages and programs send it. After every third acknowledged write the
next process of the site is killed: what was acknowledged holds, once, and what the workers compute
comes right in the end.
"""

import os
import signal
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from tests.prints.matches.reading import texts
from tests.system.night import PASSWORD, tally_hand
from tests.system.site import Answer, Site, eventually, running
from tests.system.visitor import Visitor

PAIRS = [("Ada", "Ben"), ("Cleo", "Dan"), ("Eva", "Fay"), ("Gus", "Hal")]
STAKE = 25  # cents that a mark costs each of a pair
WRITES_A_KILL = 3
# The processes of the site in the order in which they are killed, and what tells their commands.
PROCESSES = {"live": "live@", "web": "config.asgi", "documents": "documents@"}
ALWAYS = ("live", "web")  # the worker of long work runs only while it has some

CLUB = f"""
import json
from clubs.models import PersonalToken, User
from clubs.services.clubs import club_create

user = User.objects.get(username="organiser")
user.set_password({PASSWORD!r})
user.save()
club = club_create(name="Kill Club", owner=user, currency="USD")
_, token = PersonalToken.objects.create(user=user, label="test")
print(json.dumps({{"slug": club.slug, "token": token}}))
"""


@dataclass
class Desk:
    """The organiser's program: asks, sends, is acknowledged, and counts."""

    site: Site
    slug: str
    token: str
    acknowledged: int = 0
    killed: list[str] = field(default_factory=list)
    _pids: set[int] = field(default_factory=set)
    _next: "cycle[str]" = field(default_factory=lambda: cycle(ALWAYS))

    def ask(self, path: str) -> Any:
        """What is at a path below the club; nothing where it is not there yet."""
        answer = self._reached(lambda: self._request(path))
        return answer.body if answer.status == 200 else None

    def send(self, path: str, body: Any = None, method: str = "POST") -> Any:
        """What a write was acknowledged with."""
        key = f"step-{self.acknowledged}"
        sent = {} if body is None else body
        answer = self._reached(
            lambda: self._request(path, body=sent, method=method, Idempotency_Key=key)
        )
        assert answer.status in {200, 201, 202}, answer
        self.was_acknowledged()
        return answer.body

    def was_acknowledged(self) -> None:
        """Count a write; after every so many the next process is killed."""
        self.acknowledged += 1
        if self.acknowledged % WRITES_A_KILL == 0:
            self.kill(next(self._next))

    def kill(self, name: str) -> None:
        """Kill a process and all that it has started, once it runs (again)."""
        pid = eventually(lambda: self._running(name))
        os.killpg(pid, signal.SIGKILL)
        self._pids.add(pid)
        self.killed.append(name)

    def wait(self) -> None:
        """Wait until the web server answers."""
        self._reached(lambda: self.site.request("/healthz"))

    def _running(self, name: str) -> int | None:
        pids = [pid for command, pid in self.site.processes().items() if PROCESSES[name] in command]
        return next((pid for pid in pids if pid not in self._pids), None)

    def _request(self, path: str, **more: Any) -> Answer:
        address = urljoin(f"/api/v1/clubs/{self.slug}/", path)
        return self.site.request(address, token=self.token, **more)

    @staticmethod
    def _reached(request: Callable[[], Answer]) -> Answer:
        """The answer, once the web server is there: nobody is killed while it is under way."""
        answer: Answer = eventually(request)
        return answer


def play_round(desk: Desk, event: str, number: int, marks: Counter[tuple[str, ...]]) -> None:
    """Plan and begin a round; every table's game is won with its first hand, by the home pair."""
    desk.send(f"{event}rounds/plan/", {"shuffle": number == 1})
    begun = desk.send(f"{event}rounds/{number}/begin/")
    assert begun["state"] == "begun"
    for table in begun["tables"]:
        (game,) = table["games"]
        match = desk.ask(f"matches/{game['match']}/")
        hand = tally_hand(match["next_dealer"], bidder=0, made=True)
        desk.send(f"matches/{game['match']}/hands/", hand)
        home = table["entries"][0]
        marks[tuple(player["name"] for player in home["players"])] += 1


def fresh(desk: Desk, path: str) -> Any:
    """What the worker computed, once it is of the newest."""
    return eventually(
        lambda: (standings := desk.ask(path)) and not standings["is_stale"] and standings
    )


@pytest.mark.nightly
def test_a_tournament_survives_from_its_template_to_the_last_coin(
    tmp_path: Path, prepared: Path
) -> None:
    with running(tmp_path, prepared=prepared) as site:
        desk = Desk(site, **site.script(CLUB))
        names = [name for pair in PAIRS for name in pair]
        keys = {name: desk.send("players/", {"name": name})["id"] for name in names}
        event = event_with_pairs(desk, keys)
        marks: Counter[tuple[str, ...]] = Counter()
        for number in (1, 2):
            play_round(desk, event["path"], number, marks)
        desk.send(f"{event['path']}finish/")

        standings = fresh(desk, f"{event['path']}standings/")
        place = [column["key"] for column in standings["columns"]].index("points")
        made = {players_of(row["entry"]): row["values"][place] for row in standings["rows"]}
        assert made == {pair: marks[pair] for pair in PAIRS}

        season = season_of(site, desk, event["id"])
        table = fresh(desk, f"{season}standings/")
        assert won_in(table) == {pair: marks[pair] for pair in PAIRS}

        assert_settles(desk, event["path"], marks)
        assert_prints(desk, event["path"], names)
        roster = [player["name"] for player in desk.ask("players/")["results"]]
        assert sorted(roster) == sorted(names)
        assert len(desk.killed) >= 10
        assert set(desk.killed) == set(PROCESSES)


def event_with_pairs(desk: Desk, keys: dict[str, int]) -> Any:
    """A Swiss tournament of two rounds, a mark a game and half a dollar a mark; with its path."""
    event = desk.send(
        "events/",
        {
            "template": "swiss",
            "date": "2026-11-20",
            "rules": {"preset": "marks", "target": 1},
            "stakes": {"currency": "USD", "per_mark": "0.50"},
            "format_options": {"rounds": 2},
        },
    )
    path = f"events/{event['id']}/"
    for pair in PAIRS:
        desk.send(f"{path}entries/", {"players": [keys[name] for name in pair]})
    return event | {"path": path}


def players_of(entry: Any) -> tuple[str, ...]:
    return tuple(player["name"] for player in entry["players"])


def season_of(site: Site, desk: Desk, event: int) -> str:
    """A season in which the event counts, made at the pages; where programs find it."""
    desk.wait()
    visitor = Visitor(site)
    visitor.sign_in("organiser", PASSWORD)
    house = f"/c/{desk.slug}/seasons/"
    pasting = visitor.send(
        f"{house}new/?game=texas42",
        name="Autumn",
        template="swiss",
        first="2026-11-20",
        count=1,
        weeks=1,
        scoring="sum",
        divisions="",
    )
    desk.was_acknowledged()
    (season,) = desk.ask("seasons/")["results"]
    text = "\n".join(" & ".join(pair) for pair in PAIRS)
    visitor.send(pasting, text=text, joined=1)
    desk.was_acknowledged()
    desk.wait()
    visitor.send(f"{house}{season['id']}/evenings/1/attach/", event=event)
    desk.was_acknowledged()
    return f"seasons/{season['id']}/"


def won_in(table: Any) -> dict[tuple[str, ...], Decimal]:
    """The totals of a season's table: games won, where nothing else was chosen."""
    return {
        tuple(player["name"] for player in line["players"]): (
            Decimal(line["total"]).scaleb(-table["decimals"])
        )
        for division in table["divisions"]
        for line in division["lines"]
    }


def assert_settles(desk: Desk, event: str, marks: Counter[tuple[str, ...]]) -> None:
    """Everybody pays and is paid to the cent, and then all are even."""
    desk.send(f"{event}money/", {"fee": 0}, method="PATCH")
    desk.send(f"{event}money/settle/")
    planned = desk.send(f"{event}money/transfers/", {})
    moved: Counter[str] = Counter()
    for transfer in planned["transfers"]:
        moved[transfer["payee"]["name"]] += transfer["amount"]
        moved[transfer["payer"]["name"]] -= transfer["amount"]
        desk.send(f"{event}money/transfers/{transfer['id']}/", {"paid": True}, method="PUT")
    # Two games each: what is won less what is lost is twice what is won beyond one.
    expected = {name: 2 * STAKE * (marks[pair] - 1) for pair in PAIRS for name in pair}
    assert dict(moved) == {name: cents for name, cents in expected.items() if cents}
    balances = desk.ask(f"{event}money/balances/")["balances"]
    assert all(row["amount"] == 0 for row in balances)


def assert_prints(desk: Desk, event: str, names: list[str]) -> None:
    """The worker makes a sheet that it was killed over, and it names everybody."""
    key = int(event.rstrip("/").rpartition("/")[2])
    body = {"about": "event", "of": key, "print": "standings", "paper": "a4"}
    order = desk.send("documents/", body)
    desk.kill("documents")
    eventually(lambda: (job := desk.ask(order["url"])) and job["state"] == "done")
    text = " ".join(texts(desk.ask(f"{order['url']}file/")))
    assert all(name in text for name in names)
