"""Every row of the "Print" page: names in three scripts, both papers, all three games."""

import datetime
from itertools import cycle
from typing import Any

import pytest

from clubs.models import Club, User
from clubs.services.players import players_add_many
from paper.documents.registry import prints_for
from paper.documents.rows import AnyPrint, PrintOptions
from paper.documents.subjects import EVENT, event_summary
from press.base import Paper
from scoring.models import Match
from scoring.services.hands import hand_record
from tests.prints.matches.reading import bookmarks, fonts, missing_glyphs, reader
from tests.prints.printing import print_now
from tests.tournaments.conftest import begin_next, record
from tournaments.events.models import Event
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create
from tournaments.events.services.rounds import rounds_plan

NAMES = (
    *("بهرام کیانی", "山本 花子", "Łukasz Ågren", "Zoë Đặng"),
    *("پریسا", "佐藤", "Ann", "Bob", "کاوه رستمی", "鈴木 一郎", "Cleo", "Dan"),
)
HANDS: dict[str, dict[str, Any]] = {
    "texas42": record(0, 1),
    "pandoeren": {
        "auction": [(1, "misere"), (2, "pass"), (3, "pass"), (0, "pass")],
        "contract": {"trump": "D"},
        "tally": {"tricks": 0},
    },
    "dummy_spades": {
        "auction": [(1, "5"), (2, "4"), (0, "3")],
        "tally": {"tricks": [2, 4, 0, 7]},
    },
}
GAMES = list(HANDS)
PAPERS = ("draw-by-name", "sheets")
"""What is ticked among the papers of the evening."""
BLANK = "blank-marking-sheet"
"""Each blank sheet has a number of its own."""


@pytest.fixture
def evening_of(club: Club, owner: User) -> Any:
    """``evening_of(game)``: twelve players, the first round begun, a hand at the first table."""

    def make(game: str) -> Event:
        players = players_add_many(club=club, names=list(NAMES))
        event = event_create(
            club=club,
            name="شب جمعه 金曜日の夜",
            date=datetime.date(2026, 11, 20),
            created_by=owner,
            game=game,
            rules={},
        )
        each = 2 if game == "texas42" else 1
        lineups = [players[n : n + each] for n in range(0, len(players), each)]
        entries_add(event=event, lineups=lineups)
        rounds_plan(event=event)
        begin_next(event)
        match = Match.objects.filter(game_of__table__number=1).earliest("pk")
        hand_record(match_id=match.pk, record=hand_of(game, match.next_dealer), author=owner)
        event.refresh_from_db()
        return event

    return make


def hand_of(game: str, dealer: int) -> dict[str, Any]:
    """The game's hand, turned so that this seat deals."""
    hand, seats = HANDS[game], 3 if game == "dummy_spades" else 4
    if game == "texas42":
        return record(dealer, 1)
    calls = [{"seat": (seat + dealer) % seats, "bid": bid} for seat, bid in hand["auction"]]
    return hand | {"dealer": dealer, "auction": calls}


def rows_of(event: Event, owner: User) -> list[AnyPrint]:
    membership = event.club.memberships.get(user=owner)
    summary = event_summary(event)
    return [row for row in prints_for(EVENT, event, membership) if not row.missing(summary)]


@pytest.mark.parametrize(("game", "paper"), list(zip(GAMES, cycle(Paper), strict=False)))
def test_everything_is_printed_with_every_name_in_its_script(
    game: str, paper: Paper, evening_of: Any, owner: User
) -> None:
    event = evening_of(game)
    rows = rows_of(event, owner)
    assert {"rules", "sheets", "blank-sheet", "scorecards", "hand-records"} <= {
        row.key for row in rows
    }
    for row in rows:
        title, data = print_now(
            of=event, row=row, options=PrintOptions(paper, round=1, large=True, papers=PAPERS)
        )
        assert missing_glyphs(data) == 0, row.key
        assert all(embedded for _, embedded in fonts(data)), row.key
        assert bookmarks(data), row.key
        metadata = reader(data).metadata
        assert metadata is not None
        assert metadata.title == title, row.key
        assert metadata.author == event.club.name, row.key
        for page in reader(data).pages:
            size = {round(page.mediabox.width), round(page.mediabox.height)}
            assert size == set(map(round, paper.value)), row.key


@pytest.mark.parametrize("game", GAMES)
def test_what_has_not_changed_prints_the_same_bytes(
    game: str, evening_of: Any, owner: User
) -> None:
    event = evening_of(game)
    for row in rows_of(event, owner):
        if row.key == BLANK:
            continue
        first, second = (
            print_now(of=event, row=row, options=PrintOptions(Paper.A4, round=1, papers=PAPERS))[1]
            for _ in range(2)
        )
        assert first == second, row.key
