"""A finished event stays as it is until somebody opens it again on purpose."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction

from clubs.models import User
from core.transactions import Closed
from ledger.models import Transaction
from scoring.models import EnteredResult, Match
from scoring.services.hands import hand_correct, hand_undo
from scoring.services.matches import matches_time_uncall
from scoring.services.results import result_restore, result_state, result_withdraw
from tests.meanwhile import just_before
from tests.refused import refused
from tests.tournaments.conftest import begin_next, entry, match_of, record
from tournaments.events.models import DecisionKind, Event, EventState, EventTransition, Table
from tournaments.events.services.clocks import clock_start, time_call
from tournaments.events.services.consequences import event_weigh
from tournaments.events.services.decisions import (
    adjustment_make,
    decision_revoke,
    play_off_record,
    table_forfeit,
)
from tournaments.events.services.entries import (
    entry_add,
    entry_remove,
    entry_restore,
    entry_substitute,
    entry_withdraw,
)
from tournaments.events.services.events import event_finish, event_reopen, event_update
from tournaments.events.services.plan_changes import entries_seed
from tournaments.events.services.rounds import round_begin, rounds_plan
from tournaments.events.services.tables import entries_reseat
from tournaments.money.services.money import money_set_up, prizes_award

pytestmark = pytest.mark.usefixtures("held")

Win = Callable[..., Match]
WHY = "the slip of table 2 was misread"


@pytest.fixture
def played(running: Event, win: Win, owner: User) -> Event:
    """Four pairs after a round: table 1 hand by hand, table 2 by its slip; finished."""
    win(match_of(running, 1, 1), 0, 3)
    result_state(match_id=match_of(running, 1, 2).pk, totals=[7, 4], author=owner)
    adjustment_make(entry=entry(running, 4), by=owner, reason="late", marks=-1)
    play_off_record(event=running, order=[1, 2], kind=DecisionKind.HAND, by=owner)
    return event_finish(event=running, by=owner)


def changes(event: Event, by: User) -> dict[str, Callable[[], object]]:
    """Everything that changes what an event comes to."""
    first, two = match_of(event, 1, 1), match_of(event, 1, 2)
    table = Table.objects.select_related("round").get(game_of_table(event))
    sitting = [seat.entry for seat in table.seats.order_by("place")]
    begun = event.rounds.get(number=1)
    roster = list(event.club.players.order_by("pk"))
    hand = first.hands.get(number=1)
    return {
        "a hand corrected": lambda: hand_correct(
            match_id=first.pk,
            number=1,
            record=record(first.first_dealer, 0, marks=1),
            author=by,
            reason="x",
            revision=hand.revision,
        ),
        "a hand taken back": lambda: hand_undo(
            match_id=first.pk, author=by, number=first.hand_count, revision=1, reason="x"
        ),
        "a total": lambda: result_state(match_id=two.pk, totals=[4, 7], author=by, reason="x"),
        "a total taken back": lambda: result_withdraw(match_id=two.pk, author=by, reason="x"),
        "a total put back": lambda: result_restore(
            match_id=two.pk, author=by, revision=_newest(two), reason="x"
        ),
        "a penalty": lambda: adjustment_make(entry=entry(event, 1), by=by, reason="late", marks=-1),
        "a penalty taken back": lambda: decision_revoke(decision=event.adjustments.get(), by=by),
        "a tie": lambda: play_off_record(event=event, order=[2, 3], kind=DecisionKind.HAND, by=by),
        "a tie taken back": lambda: decision_revoke(decision=event.play_offs.get(), by=by),
        "a forfeit": lambda: table_forfeit(table=table, entry=sitting[0]),
        "a latecomer": lambda: entry_add(event=event, players=roster[8:10]),
        "somebody gone": lambda: entry_withdraw(entry=entry(event, 1)),
        "somebody back": lambda: entry_restore(entry=entry(event, 1)),
        "somebody out": lambda: entry_remove(entry=entry(event, 1)),
        "a substitute": lambda: entry_substitute(entry=entry(event, 1), place=0, player=roster[10]),
        "seats": lambda: entries_reseat(round=begun, entry=1, other=2),
        "seeds": lambda: entries_seed(event=event, seeds={1: 1}),
        "the draw": lambda: rounds_plan(event=event),
        "a beginning": lambda: round_begin(round=event.rounds.get(number=2)),
        "the clock": lambda: clock_start(round=begun),
        "time called": lambda: time_call(round=begun, by=by),
        "tie-breaks": lambda: event_update(event=event, tie_breaks=["games_won", "lot"]),
        "what a bye scores": lambda: event_update(event=event, bye_rule="win"),
    }


def game_of_table(event: Event) -> object:
    from django.db.models import Q

    return Q(round__event=event, round__number=1, number=1)


def _newest(match: Match) -> int:
    return match.entered_results.latest("pk").pk


def picture(event: Event) -> object:
    """All that a change would leave a trace in."""
    event.refresh_from_db()
    matches = Match.objects.filter(game_of__table__round__event=event).order_by("pk")
    return (
        event.version,
        event.tie_breaks,
        list(matches.values_list("pk", "version", "totals", "called_after")),
        list(event.entries.values_list("number", "left_after_round", "seed")),
        list(event.rounds.values_list("pk", "state")),
        EnteredResult.objects.count(),
        event.adjustments.filter(revoked_at=None).count(),
        event.play_offs.filter(revoked_at=None).count(),
    )


def test_nothing_changes_a_finished_event(played: Event, owner: User) -> None:
    before = picture(played)
    ways = changes(played, owner)
    assert len(ways) > 20
    for what, change in ways.items():
        with pytest.raises(Closed, match="This event is finished") as refused:
            change()
        assert refused.value.href.endswith("/reopen/"), what
        assert picture(played) == before, what


def test_its_name_and_its_date_may_still_be_mended(played: Event) -> None:
    assert event_update(event=played, name="Friday").name == "Friday"


def test_a_hand_that_waits_for_the_end_is_judged_by_it(
    running: Event, win: Win, owner: User
) -> None:
    """Finishing comes in between: what a page looked up before the lock does not count."""
    match = win(match_of(running, 1, 1), 0)
    with (
        just_before(
            "UPDATE tournaments_event",
            lambda: event_finish(event=running, by=owner, unfinished=True),
        ),
        pytest.raises(Closed),
    ):
        hand_undo(match_id=match.pk, author=owner, number=4, revision=1)
    match.refresh_from_db()
    assert match.is_over


def test_it_is_opened_again_with_a_reason_and_finished_once_more(
    played: Event, owner: User
) -> None:
    with refused("reason_length"):
        event_reopen(event=played, by=owner, reason="  ")
    opened = event_reopen(event=played, by=owner, reason=WHY)
    assert opened.state == EventState.RUNNING
    result_state(match_id=match_of(played, 1, 2).pk, totals=[4, 7], author=owner, reason=WHY)
    assert event_finish(event=played, by=owner).state == EventState.FINISHED
    transitions = list(
        EventTransition.objects.filter(event=played).values_list("state", "reason", "made_by")
    )
    assert transitions == [
        (EventState.FINISHED, "", owner.pk),
        (EventState.RUNNING, WHY, owner.pk),
        (EventState.FINISHED, "", owner.pk),
    ]


def test_two_who_open_it_at_once_open_it_once(played: Event, owner: User) -> None:
    event_reopen(event=played, by=owner, reason=WHY)
    with refused("not_finished"):
        event_reopen(event=played, by=owner, reason="and so did I")


def test_opening_it_again_says_and_does_what_money_is_taken_back(
    played: Event, owner: User
) -> None:
    money_set_up(
        event=played, made_by=owner, fee=1000, prize_kind="share", prize_table=[[2, [100]]]
    )
    prizes_award(event=played, made_by=owner)
    reopen = partial(event_reopen, event=played, by=owner, reason="")
    weighed = event_weigh(event_id=played.pk, act=reopen, trial=True)
    money = [row.private for row in weighed.consequences if row.kind == "money"]
    assert sum("prizes" in text for text in money) == 1
    assert played.transitions.count() == 1, "looking changes nothing"
    event_reopen(event=played, by=owner, reason=WHY)
    undone = Transaction.objects.filter(book__event_money__event=played, reverses__isnull=False)
    assert undone.count() == len(money)
    assert set(undone.values_list("made_by", flat=True)) == {owner.pk}
    event_finish(event=played, by=owner)
    prizes_award(event=played, made_by=owner)
    standing = Transaction.objects.filter(book__event_money__event=played, source="prizes")
    assert standing.latest("revision").reverses_id is None


def test_a_total_is_mended_without_a_word_while_its_round_is_on(
    running: Event, owner: User
) -> None:
    match = match_of(running, 1, 1)
    result_state(match_id=match.pk, totals=[7, 4], author=owner)
    result_state(match_id=match.pk, totals=[7, 5], author=owner)
    assert list(match.entered_results.values_list("totals", "reason")) == [
        ([7, 4], ""),
        ([7, 5], ""),
    ]


@pytest.mark.parametrize("statement", ["UPDATE {} SET reason = 'x'", "DELETE FROM {}"])
def test_the_database_refuses_to_change_an_entered_result(
    statement: str, running: Event, owner: User
) -> None:
    result_state(match_id=match_of(running, 1, 1).pk, totals=[7, 4], author=owner)
    with (
        pytest.raises(IntegrityError, match="only ever added"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement.format(EnteredResult._meta.db_table))


def test_time_is_not_uncalled_behind_the_end(running: Event, owner: User) -> None:
    time_call(round=running.rounds.get(number=1), by=owner)
    event_finish(event=running, by=owner, unfinished=True)
    with pytest.raises(Closed):
        matches_time_uncall(match_ids=[match_of(running, 1, 1).pk])


def test_the_next_round_cannot_begin_after_the_end(played: Event) -> None:
    with pytest.raises(Closed):
        begin_next(played)
