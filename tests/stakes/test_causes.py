"""The journal names what made an entry, or says that it does not know; never something else."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import translation

from clubs.models import Player, User
from ledger.accounts import ExpectedEntry, of_player
from ledger.messages import formatters_register, message_text
from ledger.models import EntryKind, Transaction
from ledger.services.books import entries_reconcile
from scoring.models import Match
from scoring.services.hands import hand_correct
from scoring.services.results import result_state, result_withdraw
from tests.refused import refused
from tests.stakes.conftest import STAKES, KeepMoney
from tests.tournaments.conftest import EventMaker, drawn_and_begun, entry, match_of
from tournaments.events.models import Event
from tournaments.events.services.clocks import time_call, time_uncall
from tournaments.events.services.decisions import adjustment_make
from tournaments.events.services.events import event_finish, event_reopen
from tournaments.money.services.money import money_set_up, prizes_take_back
from tournaments.money.services.settling import evening_settle

Win = Callable[..., Match]


def last_reversal(event: Event, source: str) -> Transaction:
    """The newest reversal under a source, once all is entered."""
    evening_settle(event_id=event.pk)
    reversals = Transaction.objects.filter(source=source, reverses__isnull=False)
    return reversals.order_by("-number")[0]


def newest(event: Event, source: str) -> Transaction:
    """What stands under a source."""
    return Transaction.objects.get(source=source, reverses=None, reversed_by=None)


def correct(match: Match, by: User) -> None:
    first = match.hands.get(number=1)
    assert first.record is not None
    hand_correct(
        match_id=match.pk,
        number=1,
        record=first.record | {"tally": {"made": False}},
        author=by,
        reason="misread",
        revision=first.revision,
    )


@pytest.fixture
def ended_by_time(
    make_event: EventMaker, keep: KeepMoney, bid: Win, treasurer: User, owner: User
) -> Event:
    """A table stands 2 to 0 when time is called, one more hand ends it; its stakes are entered."""
    event = make_event(stakes=STAKES)
    round_ = drawn_and_begun(event)
    keep(event)
    bid(match_of(event, 1, 1), 0, marks=2)
    time_call(round=round_, by=owner)
    bid(match_of(event, 1, 1), 0)
    evening_settle(event_id=event.pk)
    return event


def test_time_taken_back_is_not_blamed_on_a_corrected_hand(
    ended_by_time: Event, owner: User
) -> None:
    match = match_of(ended_by_time, 1, 1)
    correct(match, owner)
    corrected = last_reversal(ended_by_time, f"stakes:{match.pk}")
    assert corrected.cause_description == "hand 1 corrected by owner: misread"
    assert corrected.cause["code"] == "hand_corrected"
    time_uncall(round=ended_by_time.rounds.get(number=1))
    undone = last_reversal(ended_by_time, f"stakes:{match.pk}")
    assert undone.cause_description == "time taken back"


def test_where_two_things_happened_neither_is_blamed(ended_by_time: Event, owner: User) -> None:
    match = match_of(ended_by_time, 1, 1)
    correct(match, owner)
    time_uncall(round=ended_by_time.rounds.get(number=1))
    reversal = last_reversal(ended_by_time, f"stakes:{match.pk}")
    assert reversal.cause == {"code": "changed"}
    assert reversal.description.endswith("(results changed)")


def test_results_name_who_entered_changed_and_took_them_back(
    make_event: EventMaker, keep: KeepMoney, owner: User
) -> None:
    event = make_event(stakes=STAKES)
    drawn_and_begun(event)
    keep(event)
    match = match_of(event, 1, 1)
    source = f"stakes:{match.pk}"
    result_state(match_id=match.pk, totals=[7, 4], sets=[0, 1], author=owner)
    evening_settle(event_id=event.pk)
    assert Transaction.objects.get(source=source).cause_description == "result entered by owner"
    result_state(match_id=match.pk, totals=[7, 2], sets=[0, 1], author=owner)
    assert last_reversal(event, source).cause_description == "result changed by owner"
    result_withdraw(match_id=match.pk, author=owner)
    assert last_reversal(event, source).cause_description == "result taken back by owner"


def test_prizes_name_their_award_and_an_event_opened_again(
    make_event: EventMaker, keep: KeepMoney, win: Win, treasurer: User
) -> None:
    event = make_event(format_options={"rounds": 1}, tie_breaks=["games_won", "difference"])
    drawn_and_begun(event)
    for table in (1, 2):
        win(match_of(event, 1, table), 0, loser_marks=4 - table)
    keep(event, prize_kind="fixed", prize_table=[[1, [6000, 3000]]])
    event_finish(event=event)
    first = Transaction.objects.get(source="prizes")
    assert first.cause_description == "event finished"
    with refused("closed"):
        money_set_up(event=event, made_by=treasurer, prize_table=[[1, [5000, 3000]]])
    event_reopen(event=event, by=treasurer, reason="Late")
    assert last_reversal(event, "prizes").cause_description == "event opened again"
    event_finish(event=event)
    evening_settle(event_id=event.pk)
    assert newest(event, "prizes").cause_description == "event finished"
    event_reopen(event=event, by=treasurer, reason="Late")
    first_pair = entry(event, event.standings.get(rank=1).entry.number)
    adjustment_make(entry=first_pair, by=treasurer, reason="Late", games=-5)
    event_finish(event=event)
    evening_settle(event_id=event.pk)
    assert newest(event, "prizes").cause_description == "results changed"
    prizes_take_back(event=event, made_by=treasurer)
    assert last_reversal(event, "prizes").cause_description == "prizes taken back"


def test_another_score_for_the_same_money_is_entered_anew(
    event: Event, keep: KeepMoney, players: list[Player]
) -> None:
    book = keep(event).book
    amounts = {of_player(players[0].pk): 75, of_player(players[1].pk): -75}
    about = {"code": "stakes", "facts": {"totals": [7, 4]}}
    entry_of = ExpectedEntry("stakes:1", EntryKind.STAKES, "", amounts, about)
    assert entries_reconcile(book=book, wanted=[entry_of]).changed
    assert not entries_reconcile(book=book, wanted=[replace(entry_of)]).changed
    other = replace(entry_of, about={"code": "stakes", "facts": {"totals": [6, 3]}})
    brought = entries_reconcile(book=book, wanted=[other])
    assert len(brought.reversed) == len(brought.entered) == 1


def test_words_are_made_when_read_in_the_readers_language(ended_by_time: Event) -> None:
    transaction = Transaction.objects.filter(kind="stakes")[0]
    assert transaction.text == ""
    assert transaction.about["round"] == 1
    message = {"code": "test_said", "number": 3}
    formatters_register({"test_said": lambda said, _reader: f"{translation.get_language()} {said}"})
    with translation.override("de"):
        assert message_text(message).startswith("de ")


def test_a_code_of_a_later_version_is_shown_as_it_is() -> None:
    assert message_text({"code": "of_tomorrow"}) == "of_tomorrow"
