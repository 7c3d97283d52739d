"""The pages of numbers beside the bare query, in a club with 1,000,000 hands.

    python -m benchmarks.numbers [--hands 1000000] [--postgres]

Twenty seasons of forty evenings, each of six rounds at twenty tables; see ``_numbers``. ``bare``
is the count of the rows that are read: the player's, the club's, the event's. A selector is what a
page computes, and ``page`` the whole answer to a request, templates included; ``first`` is the page
with an empty cache. Times are the least of a few runs: of the processor on SQLite, of the clock on
PostgreSQL, which computes in processes of its own.
"""

# ruff: noqa: PLC0415 the settings are the process's own

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

import django

from config.frames import with_room
from tests.system import servers

TIMES = 3
MOST_MS = 200


@contextmanager
def own_site(*, postgres: bool) -> Iterator[None]:
    """Let this process be a site on an empty folder, and on an empty PostgreSQL if asked for."""
    with ExitStack() as stack:
        os.environ["ALLMARK_DATA"] = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="allmark-bench-")
        )
        os.environ.pop("DATABASE_URL", None)
        if postgres:
            os.environ["DATABASE_URL"] = stack.enter_context(servers.postgres())
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        django.setup()
        yield


def main() -> None:
    """Build the club, then measure."""
    parser = argparse.ArgumentParser(description="The pages of numbers.")
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--postgres", action="store_true", help="on a server of its own")
    options = parser.parse_args()
    with own_site(postgres=options.postgres):
        measured = Measured(time.perf_counter if options.postgres else time.process_time)
        with_room(measured.all, options.hands)  # as the web server's pages have it


class Measured:
    """Times by one clock, printed as they are found."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.bare = 0.0

    def all(self, hands: int) -> None:
        """Build a club and print each part with its ratio to the bare query."""
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        from django.test import Client

        from benchmarks._numbers import build
        from scoring.models import Hand
        from tournaments.models import Event

        started = time.perf_counter()
        club, owner, regulars, guests = build(hands)
        took = time.perf_counter() - started
        print(
            f"{Hand.objects.count():,} hands at {Event.objects.count()} events,"
            f" {len(regulars) + len(guests)} players, built in {took:.0f} s",
            flush=True,
        )
        self.client = Client(HTTP_HOST="localhost")
        self.client.force_login(owner)
        self._club(club)
        for kind, player in (("regular", regulars[6]), ("guest", guests[6])):
            self._player(kind, player)
        self._event(Event.objects.order_by("pk")[Event.objects.count() // 2])

    def _player(self, kind: str, player: Any) -> None:
        from django.urls import reverse

        from scoring.models import HandSeat
        from stats.selectors.player_numbers import Chosen, hands_chosen, player_numbers

        rows = HandSeat.objects.filter(player=player, game="texas42")
        self._bare(f"{kind}: bare, {rows.count():,} hands", rows.count)
        self._show("  player_numbers", lambda: player_numbers(player, "texas42", names_hidden=True))
        page = reverse("player-numbers", args=[player.club.slug, player.pk])
        self._page(page)
        self._page(f"{page}hands/?role=declarer&bid=30&outcome=made", "hands behind a bid")
        other = rows.exclude(partner=None).order_by("-pk")[0].partner_id
        self._page(f"{page}hands/?role=team&partner={other}", "hands with a partner")
        self._page(f"{page}hands/?measure=nello", "hands of a measure")
        chosen = hands_chosen(player, Chosen("texas42", role="declarer", defender=other))
        self._show("  hands against a defender", lambda: (len(chosen), chosen[:25]))

    def _club(self, club: Any) -> None:
        from django.urls import reverse

        from scoring.models import HandSeat
        from scoring.selectors.numbers import bids_of_club_count, hand_seats
        from stats.selectors import club_numbers
        from stats.selectors.records import ALL, matches_of, records

        game = "texas42"
        self._bare("club: bare", HandSeat.objects.filter(club=club, game=game).count)
        matches = matches_of(club, game)
        rows = hand_seats(club, game)
        parts: dict[str, Callable[[], object]] = {
            "bids_of_club_count": lambda: bids_of_club_count(club, game),
            **{
                f"record {kind}": partial(records, club, game, matches, kinds=[kind], rows=rows)
                for kind in ALL
            },
            "ranked_declarers": lambda: club_numbers.ranked_declarers(rows),
            "declarations": lambda: club_numbers.declarations(rows, matches),
            "attendance": lambda: club_numbers.attendance(club, game),
            "meetings of one": lambda: club_numbers.meetings(club, game, club.players.first()),
            "meetings of all (file)": lambda: club_numbers.meetings(club, game),
        }
        for name, work in parts.items():
            self._show(f"  {name}", work, clear=True)
        self._show("  club_numbers_sweep", club_numbers.club_numbers_sweep, times=1)
        self._page(reverse("club-numbers-of", args=[club.slug, game]))

    def _event(self, event: Any) -> None:
        from django.urls import reverse

        from scoring.models import HandSeat
        from stats.selectors.event_numbers import event_numbers

        rows = HandSeat.objects.filter(match__game_of__table__round__event=event)
        self._bare(f"event: bare, {rows.count() // 4:,} hands", rows.count)
        self._show("  event_numbers", lambda: event_numbers(event))
        self._page(reverse("event-numbers", args=[event.club.slug, event.pk]))

    def _page(self, address: str, what: str = "page") -> None:
        def answer() -> None:
            response = self.client.get(address)
            assert response.status_code == 200, (address, response.status_code)

        answer()
        self._show(f"  {what}", answer)
        self._show(f"  {what}, first", answer, clear=True, times=1)

    def _bare(self, what: str, work: Callable[[], object]) -> None:
        self.bare = self._least(work, clear=False, times=TIMES)
        print(f"{what:34} {1000 * self.bare:8.1f} ms", flush=True)

    def _show(
        self, what: str, work: Callable[[], object], *, clear: bool = False, times: int = TIMES
    ) -> None:
        seconds = self._least(work, clear=clear, times=times)
        missed = "" if 1000 * seconds < MOST_MS else "  over"
        print(
            f"{what:34} {1000 * seconds:8.1f} ms {seconds / self.bare:8.1f} × bare{missed}",
            flush=True,
        )

    def _least(self, work: Callable[[], object], *, clear: bool, times: int) -> float:
        from django.core.cache import caches

        runs = []
        for _ in range(times):
            if clear:
                caches["numbers"].clear()
            started = self.clock()
            work()
            runs.append(self.clock() - started)
        return min(runs)


if __name__ == "__main__":
    main()
