"""How often pages ask the database: the same for a short evening and a long one."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Match
from tests.tournaments.conftest import EventMaker, begin_next, match_of
from tests.tournaments.pages import Pages
from tournaments.events.models import Event
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh

PAGES = [
    "event",
    "event-live",
    "event-draw",
    "event-entries",
    "event-settings",
    "event-rules",
    "event-standings",
    "event-standings-live",
    "event-projector",
    "event-projector-live",
    "event-prints",
    "event-print",
    "entry-substitute",
]


@pytest.fixture
def evening(
    make_event: EventMaker, bid: Callable[..., Match], win: Callable[..., Match]
) -> Callable[..., Event]:
    """``evening(pairs=4, rounds=1, full=False)``: so many rounds begun, one hand or all played."""

    def make(*, pairs: int, rounds: int, full: bool) -> Event:
        event = make_event(pairs=pairs)
        rounds_plan(event=event, shuffle=True)
        for number in range(1, rounds + 1):
            begin_next(event)
            match = match_of(event, number, 1)
            if full:
                win(match, 0, loser_marks=5)
            else:
                bid(match, 0)
        standings_refresh(event_id=event.pk)
        return event

    return make


def queries(pages: Pages, name: str) -> int:
    keys_of: dict[str, tuple[int | str, ...]] = {
        "entry-substitute": (1,),
        "event-print": ("scorecards",),
    }
    with CaptureQueriesContext(connection) as captured:
        assert pages.get(name, *keys_of.get(name, ())).status_code == 200
    return len(captured)


def test_no_page_asks_more_often_for_more_pairs_rounds_and_hands(
    evening: Callable[..., Event], pages_of: Callable[[Event], Pages]
) -> None:
    short = pages_of(evening(pairs=4, rounds=1, full=False))
    long = pages_of(evening(pairs=10, rounds=4, full=True))
    counts = {name: (queries(short, name), queries(long, name)) for name in PAGES}
    assert {name: few for name, (few, _many) in counts.items()} == {
        name: many for name, (_few, many) in counts.items()
    }
    few_of_prints, _many = counts.pop("event-prints")  # their pages are counted
    assert few_of_prints <= 26
    assert max(few for few, _many in counts.values()) <= 18


def test_a_refresh_without_news_asks_seven_times_at_most(
    evening: Callable[..., Event], pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(evening(pairs=6, rounds=2, full=False))
    for name in ("event-live", "event-standings-live"):
        tag = pages.get(name)["ETag"]
        with CaptureQueriesContext(connection) as captured:
            answer = pages.client.get(pages.url(name), headers={"If-None-Match": tag})
        assert answer.status_code == 304
        # session, user, membership, event, clock, what tables wait for, calls for the director
        assert len(captured) <= 7
