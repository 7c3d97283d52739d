"""How much of our own code everyday actions pass through: functions and files.

    python -m benchmarks.path_of_a_hand [--names]

One hand recorded (by its service alone, and over its page, which answers with the new score
sheet), one standings page, one printed standings, one Swiss round drawn. Each has been done
before it is counted, so that what is cached stays cached. A function counts once however often it
is called; code of libraries, tests and benchmarks does not count.
"""

# ruff: noqa: E402 Django is set up before models are imported

import argparse
import datetime
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import django

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = tuple(str(ROOT / name) for name in (".venv", "tests", "benchmarks"))
PAIRS = 8
ROUNDS = 4

sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings_test"
django.setup()

from django.test import Client
from django.test.utils import setup_databases, setup_test_environment, teardown_databases

from clubs.models import User
from clubs.services.clubs import club_create
from clubs.services.players import players_add_many
from config.celery import app
from scoring.models import Match
from scoring.services.hands import hand_record
from scoring.services.results import result_state
from tests.collected import collect_once
from tournaments.services.entries import entry_add
from tournaments.services.events import event_create
from tournaments.services.rounds import round_begin, rounds_plan
from tournaments.services.standings import standings_refresh


class Night:
    """A Swiss evening of pairs in a club of its own, and what is done in it."""

    def __init__(self) -> None:
        self.owner = User.objects.create_user("owner", password="a long enough word")
        club = club_create(name="Harper 42 Club", owner=self.owner)
        players = players_add_many(club=club, names=[f"Player {n}" for n in range(2 * PAIRS)])
        self.event = event_create(
            club=club,
            name="Night",
            date=datetime.date(2026, 11, 20),
            created_by=self.owner,
            format="swiss",
            format_options={"rounds": ROUNDS},
            rules={"preset": "marks"},
        )
        for number in range(PAIRS):
            entry_add(event=self.event, players=players[2 * number : 2 * number + 2])
        self.place = f"/c/{club.slug}"
        self.client = Client(headers={"host": "127.0.0.1", "HX-Request": "true"})
        backend = "django.contrib.auth.backends.ModelBackend"
        self.client.force_login(self.owner, backend=backend)

    def actions(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """Each action by its name, when everything is ready for it."""
        for _number in range(ROUNDS - 2):
            self.draw()
            self.begin()
            self.finish()
        self.draw()
        self.begin()
        self.record()
        yield "hand recorded, service", self.record
        self.send()
        yield "hand recorded, page", self.send
        standings_refresh(event_id=self.event.pk)
        shown, printed = "standings/", "print/standings.pdf"
        self.show(shown)
        yield "standings page", lambda: self.show(shown)
        self.show(printed)
        yield "standings printed", lambda: self.show(printed)
        while not self.match().is_over:
            self.record()
        self.finish()
        yield "Swiss round drawn", self.draw

    def match(self) -> Match:
        """The match in which hands are recorded."""
        return Match.objects.filter(game_of__table__round__event=self.event).order_by("-pk")[0]

    def draw(self) -> None:
        """Plan the next round."""
        rounds_plan(event=self.event)

    def begin(self) -> None:
        round_begin(round=self.event.rounds.order_by("-number")[0], seed="round")

    def finish(self) -> None:
        """Enter the results of its matches."""
        for match in Match.objects.filter(game_of__table__round__event=self.event, is_over=False):
            if not match.hand_count:
                totals = [7, match.pk % 7]
                result_state(match_id=match.pk, totals=totals, author=self.owner)
        standings_refresh(event_id=self.event.pk)

    def record(self) -> None:
        """Record the next hand."""
        match = self.match()
        seats = [(match.next_dealer + step) % 4 for step in range(1, 5)]
        record = {
            "dealer": match.next_dealer,
            "auction": [{"seat": seat, "bid": "30" if seat == 1 else "pass"} for seat in seats],
            "contract": {"kind": "trump", "trump": 5},
            "tally": {"made": True},
        }
        hand_record(match_id=match.pk, record=record, author=self.owner)

    def send(self) -> None:
        """Type the next hand into the entry form and send it."""
        match = self.match()
        form = {
            "number": match.hand_count + 1,
            "dealer": match.next_dealer,
            "key": f"key-{match.version}",
            "mode": "quick",
            "command": "b305m",
        }
        answer = self.client.post(f"{self.place}/matches/{match.pk}/hands/", form)
        assert answer.status_code == 200, answer

    def show(self, path: str) -> None:
        """Ask for a page of the event."""
        answer = self.client.get(f"{self.place}/events/{self.event.pk}/{path}")
        assert answer.status_code == 200, answer
        assert answer.streaming or answer.content


def main() -> int:
    """Print what each action passes through."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--names", action="store_true", help="print every function as well")
    options = parser.parse_args()
    app.conf.update(task_always_eager=False, broker_url="memory://")
    collect_once()
    setup_test_environment(debug=False)
    old = setup_databases(verbosity=0, interactive=False)
    try:
        for what, act in Night().actions():
            functions = traced(act)
            files = {code.co_filename for code in functions}
            print(f"{what:24} {len(functions):4} functions {len(files):4} files")
            if options.names:
                print(
                    *sorted(f"    {place(code)} {code.co_qualname}" for code in functions), sep="\n"
                )
    finally:
        teardown_databases(old, verbosity=0)
    return 0


def place(code: CodeType) -> str:
    """Where a function stands."""
    return f"{Path(code.co_filename).relative_to(ROOT)}:{code.co_firstlineno:03}"


def traced(act: Callable[[], object]) -> set[CodeType]:
    """Our own functions that ``act`` calls."""
    called: set[CodeType] = set()

    def watch(frame: FrameType, event: str, _value: Any) -> None:
        if event == "call":
            called.add(frame.f_code)

    sys.setprofile(watch)
    try:
        act()
    finally:
        sys.setprofile(None)
    return {code for code in called if is_own(code)}


def is_own(code: CodeType) -> bool:
    """Whether this is a function of the project; no lambda, comprehension or class body."""
    name = code.co_filename
    is_ours = name.startswith(str(ROOT)) and not name.startswith(LEFT_OUT)
    return is_ours and "<" not in code.co_name


if __name__ == "__main__":
    sys.exit(main())
