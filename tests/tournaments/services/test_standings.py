"""Standings from recorded hands: right, fresh, cheap, and never lost."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from clubs.models import User
from engine.standings.ranking import ranked
from scoring.models import HandRevision, Match, Side
from scoring.services.hands import hand_correct, hand_undo
from scoring.signals import match_changed
from tests.scoring.matches import match_create
from tests.tournaments.conftest import EventMaker, begin_next, match_of, record
from tests.tournaments.lots import lot_is_genuine
from tournaments.events.models import Event, Lot
from tournaments.events.selectors.events import stale_event_ids
from tournaments.events.selectors.standings import standings_for
from tournaments.events.services import locking as staleness
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.events import event_finish, event_reopen, event_update
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")

Bid = Callable[..., Match]


@contextmanager
def queries() -> Iterator[CaptureQueriesContext]:
    with CaptureQueriesContext(connection) as captured:
        yield captured


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The events for which a message was sent, instead of the queue."""
    events: list[int] = []
    monkeypatch.setattr(staleness, "refresh_enqueue_on_commit", events.append)
    return events


def table_of(event: Event) -> list[tuple[int, int, bool]]:
    standings_refresh(event_id=event.pk)
    event.refresh_from_db()
    return [(row.entrant.number, row.rank, row.tied) for row in standings_for(event).rows]


def values_of(event: Event, number: int) -> dict[str, int | str | None]:
    standings = standings_for(event)
    row = next(row for row in standings.rows if row.entrant.number == number)
    keys = [column.metric.key for column in standings.columns]
    return dict(zip(keys, row.cells, strict=True))


def test_before_the_first_hand_everybody_is_first(running: Event) -> None:
    assert table_of(running) == [(number, 1, True) for number in (1, 2, 3, 4)]


def test_standings_follow_the_hands(running: Event, win: Bid, bid: Bid) -> None:
    win(match_of(running, 1, 1), 0, loser_marks=4)  # 1 beats 4, 7-4
    bid(match_of(running, 1, 2), 1, marks=2, made=False)  # 3 is set: 2 leads 2-0
    assert table_of(running) == [(1, 1, False), (4, 2, False), (2, 3, False), (3, 4, False)]
    assert values_of(running, 1) == {
        "games_played": 1,
        "games_won": 1,
        "games_lost": 0,
        "points": 7,
        "points_against": 4,
        "difference": 3,
        "head_to_head": None,
        "times_set": 0,
    }
    three = values_of(running, 3)
    assert (three["times_set"], three["points_against"], three["games_played"]) == (1, 2, 0)


def test_marks_belong_to_the_pair_whichever_side_it_plays(make_event: EventMaker, bid: Bid) -> None:
    event = make_event(pairs=2, format_options={"cycles": 2}, games_per_meeting=2)
    rounds_plan(event=event)
    for number in (1, 2):
        begin_next(event)
        for game in (1, 2):
            bid(match_of(event, number, 1, game), 0)  # the home side: 1, then 2
    table_of(event)
    assert values_of(event, 1)["points"] == values_of(event, 2)["points"] == 2


def test_a_correction_and_an_undo_are_followed(running: Event, bid: Bid, owner: User) -> None:
    match = bid(match_of(running, 1, 1), 0, marks=2)
    hand = match.hands.get()
    assert table_of(running)[0] == (1, 1, False)
    hand_correct(
        match_id=match.pk,
        number=1,
        record=record(hand.record["dealer"], 0, marks=2, made=False),
        author=owner,
        reason="wrong column",
        revision=1,
    )
    assert table_of(running)[0] == (4, 1, False)
    hand_undo(match_id=match.pk, author=owner, number=1, revision=2)
    assert table_of(running) == [(number, 1, True) for number in (1, 2, 3, 4)]


def test_a_pair_that_dropped_out_keeps_its_place(running: Event, win: Bid) -> None:
    win(match_of(running, 1, 1), 1)
    entry_withdraw(entry=running.entries.get(number=4))
    assert table_of(running)[0] == (4, 1, False)
    assert not standings_for(running).rows[0].entrant.is_active


def test_another_order_of_tie_breaks_ranks_anew(running: Event, win: Bid) -> None:
    win(match_of(running, 1, 1), 0, loser_marks=6)
    win(match_of(running, 1, 2), 1, loser_marks=0)
    assert [number for number, *_ in table_of(running)] == [3, 1, 4, 2]
    event_update(event=running, tie_breaks=["points"])
    assert table_of(running) == [(1, 1, True), (3, 1, True), (4, 3, False), (2, 4, False)]


def test_computing_again_without_news_writes_nothing(running: Event, bid: Bid) -> None:
    bid(match_of(running, 1, 1), 0)
    assert standings_refresh(event_id=running.pk)
    with queries() as captured:
        assert not standings_refresh(event_id=running.pk)
    assert len(captured) == 1


def test_only_rows_that_differ_are_written(running: Event) -> None:
    before = dict(running.standings.values_list("entry", "pk"))
    staleness.standings_mark_stale(event_id=running.pk)
    with queries() as captured:
        assert standings_refresh(event_id=running.pk)
    written = [query for query in captured if "tournaments_standing" in query["sql"]]
    assert all(query["sql"].startswith("SELECT") for query in written)
    assert dict(running.standings.values_list("entry", "pk")) == before


def test_the_number_of_queries_does_not_grow_with_the_hands(
    running: Event, bid: Bid, win: Bid
) -> None:
    def cost() -> int:
        with queries() as captured:
            standings_refresh(event_id=running.pk)
        return len(captured)

    bid(match_of(running, 1, 1), 0)
    first = cost()
    win(match_of(running, 1, 1), 1, loser_marks=5)
    win(match_of(running, 1, 2), 1, loser_marks=6)
    assert cost() == first


def test_a_hand_marks_its_event_with_one_query(running: Event, bid: Bid) -> None:
    match = bid(match_of(running, 1, 1), 0)
    revision = HandRevision.objects.get(hand__match=match)
    standings_refresh(event_id=running.pk)
    with queries() as captured:
        match_changed.send(sender=Match, match=match, revision=revision)
    reading = [query for query in captured if "SAVEPOINT" not in query["sql"]]
    assert len(reading) == 1


def test_a_match_of_no_event_marks_nothing(running: Event, owner: User, bid: Bid) -> None:
    other = match_create(
        club=running.club,
        game="texas42",
        rules={},
        stakes=None,
        players=list(running.club.players.all()[:4]),
    )
    version = running.version
    bid(other, 0)
    running.refresh_from_db()
    assert running.version == version


def test_one_message_is_sent_however_many_hands_come_before_it_is_read(
    running: Event, bid: Bid, sent: list[int]
) -> None:
    for table in (1, 2, 1):
        bid(match_of(running, 1, table), 0)
    assert sent == [running.pk]
    standings_refresh(event_id=running.pk)
    bid(match_of(running, 1, 1), 0)
    assert sent == [running.pk] * 2


def test_a_new_event_is_fresh_and_its_first_entry_sends_a_message(
    make_event: EventMaker, sent: list[int]
) -> None:
    assert not make_event(pairs=0).is_stale
    assert sent == []
    event = make_event(pairs=2)
    assert sent == [event.pk]


def test_a_hand_that_comes_while_standings_are_computed_is_not_forgotten(
    running: Event, bid: Bid, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hand lands between reading the sums and writing them: the refresh looks again."""
    from tournaments.events.services import standings

    bid(match_of(running, 1, 1), 0)
    late = iter([lambda: bid(match_of(running, 1, 2), 1, marks=2)])

    def ranked_slowly(*arguments: Any, **more: Any) -> object:
        rows = ranked(*arguments, **more)
        next(late, lambda: None)()
        return rows

    monkeypatch.setattr(standings, "ranked", ranked_slowly)
    standings_refresh(event_id=running.pk)
    running.refresh_from_db()
    assert not running.is_stale
    assert values_of(running, 3)["points"] == 2


def test_an_older_result_never_overwrites_a_newer_one(
    running: Event, bid: Bid, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow worker computes from fewer hands than a quick one that has written meanwhile."""
    from tournaments.events.services import standings

    bid(match_of(running, 1, 1), 0)
    quick = iter([True])

    def overtaken(*arguments: Any, **more: Any) -> object:
        rows = ranked(*arguments, **more)
        if next(quick, False):
            bid(match_of(running, 1, 1), 0)
            standings_refresh(event_id=running.pk)
        return rows

    monkeypatch.setattr(standings, "ranked", overtaken)
    standings_refresh(event_id=running.pk)
    running.refresh_from_db()
    assert values_of(running, 1)["points"] == 2


def test_a_hand_taken_back_by_its_transaction_leaves_no_mark(running: Event, bid: Bid) -> None:
    version = running.version
    with transaction.atomic():
        bid(match_of(running, 1, 1), 0)
        transaction.set_rollback(True)
    running.refresh_from_db()
    assert (running.version, running.rules_frozen) == (version, False)


def test_stale_events_are_found(running: Event, bid: Bid) -> None:
    assert stale_event_ids(9) == []
    bid(match_of(running, 1, 1), 0)
    assert stale_event_ids(9) == [running.pk]


def test_standings_that_went_wrong_come_right_with_the_next_hand(running: Event, bid: Bid) -> None:
    bid(match_of(running, 1, 1), 0)
    table_of(running)
    running.standings.filter(rank=1).delete()
    running.standings.update(rank=9)
    bid(match_of(running, 1, 1), 0)
    assert [rank for _, rank, _ in table_of(running)] == [1, 2, 3, 3]


class TestLots:
    """Lots among those still tied at the end."""

    @pytest.fixture
    def tied(self, running: Event, win: Bid) -> Event:
        """1 and 2 won their games 7-0 and never met; 3 and 4 lost theirs."""
        event_update(event=running, tie_breaks=["games_won", "points", "lot"])
        win(match_of(running, 1, 1), 0)
        win(match_of(running, 1, 2), 0)
        return running

    def test_no_lot_is_drawn_while_the_event_is_running(self, tied: Event) -> None:
        assert [rank for _, rank, _ in table_of(tied)] == [1, 1, 3, 3]
        assert not Lot.objects.filter(purpose="standings").exists()

    def test_at_the_end_those_still_tied_draw_and_nobody_shares_a_place(self, tied: Event) -> None:
        event_finish(event=tied)
        table = table_of(tied)
        assert [(rank, shared) for _, rank, shared in table] == [
            (rank, False) for rank in (1, 2, 3, 4)
        ]
        lot = Lot.objects.get(purpose="standings")
        assert lot_is_genuine(lot)
        drawn = lot.outcome["order"]
        assert [number for number, *_ in table] == [
            *sorted([1, 2], key=drawn.index),
            *sorted([3, 4], key=drawn.index),
        ]
        assert standings_for(tied).is_final

    def test_a_drawn_lot_is_kept_whatever_is_computed_later(self, tied: Event, owner: User) -> None:
        event_finish(event=tied)
        first = table_of(tied)
        seed = Lot.objects.get(purpose="standings").seed
        event_reopen(event=tied, by=tied.created_by, reason="a slip was misread")
        event_finish(event=tied)
        assert table_of(tied) == first
        assert Lot.objects.get(purpose="standings").seed == seed

    def test_without_a_tie_no_lot_is_drawn(self, running: Event, win: Bid) -> None:
        event_update(event=running, tie_breaks=["games_won", "points", "lot"])
        win(match_of(running, 1, 1), 0, loser_marks=1)
        win(match_of(running, 1, 2), 0, loser_marks=2)
        Side.objects.filter(match=match_of(running, 1, 1), number=0).update(total=8)
        event_finish(event=running)
        table_of(running)
        assert not Lot.objects.filter(purpose="standings").exists()

    def test_only_the_tied_draw_and_a_later_tie_adds_to_the_lot(
        self, running: Event, win: Bid, owner: User
    ) -> None:
        event_update(event=running, tie_breaks=["points", "lot"])
        win(match_of(running, 1, 1), 0, loser_marks=1)
        match = win(match_of(running, 1, 2), 0, loser_marks=2)
        event_finish(event=running)
        table_of(running)
        lot = Lot.objects.get(purpose="standings")
        assert set(lot.outcome["options"]) == {1, 2}
        event_reopen(event=running, by=running.created_by, reason="a slip was misread")
        hand = match.hands.get(number=1)
        hand_correct(
            match_id=match.pk,
            number=1,
            record={"dealer": hand.record["dealer"], "auction": passes(hand.record["dealer"])},
            author=owner,
            reason="was passed out",
            revision=1,
        )
        event_finish(event=running)
        table_of(running)
        later = Lot.objects.get(purpose="standings")
        assert set(later.outcome["options"]) == {1, 2, 3, 4}
        assert [number for number in later.outcome["order"] if number < 3] == lot.outcome["order"]
        assert lot_is_genuine(later)


def passes(dealer: int) -> list[dict[str, object]]:
    return [{"seat": (dealer + step) % 4, "bid": "pass"} for step in range(1, 5)]
