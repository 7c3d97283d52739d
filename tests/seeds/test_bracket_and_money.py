"""The demo club's bracket is under way, and its money in every state a treasurer meets."""

import pytest

from clubs.models import Club
from ledger.models import EntryKind, Transaction
from tournaments.events.models import Adjustment, Clock, Event, EventState, RoundState
from tournaments.events.selectors.pairing_state import table_results
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.selectors.standings import standings_for
from tournaments.money.models import EventMoney
from tournaments.money.selectors.fees import FeeStatus, fee_lines

pytestmark = [pytest.mark.django_db]


@pytest.fixture(scope="module")
def doubles(demo: Club) -> Event:
    return demo.events.get(name="Autumn Doubles")


@pytest.fixture(scope="module")
def partners(demo: Club) -> Event:
    return demo.events.get(name="Changing partners")


# --- the bracket


def test_two_rounds_of_the_bracket_are_over_and_the_third_is_playing(doubles: Event) -> None:
    assert doubles.state == EventState.RUNNING
    assert doubles.entries.count() == 12
    rounds = list(doubles.rounds.filter(state=RoundState.BEGUN))
    results = table_results(doubles, rounds)
    over = [[result.is_over for result in round_] for round_ in results]
    assert over[:2] == [[True] * 4, [True] * 4]
    assert set(over[2]) == {True, False}
    assert len(over) == 3


def test_series_are_won_by_two_games(doubles: Event) -> None:
    rounds = list(doubles.rounds.filter(state=RoundState.BEGUN))
    won = [
        max(result.won.values())
        for round_ in table_results(doubles, rounds)
        for result in round_
        if result.is_over
    ]
    assert set(won) == {2}
    lengths = {
        sum(result.won.values()) for round_ in table_results(doubles, rounds) for result in round_
    }
    assert {2, 3} <= lengths


def test_the_four_seeds_have_the_byes_and_one_pair_has_a_substitute(doubles: Event) -> None:
    first = event_overview(doubles).rounds[0]
    byes = {
        seat.entry.number
        for table in first.round.tables.filter(is_bye=True)
        for seat in table.seats.all()
    }
    assert byes == set(doubles.entries.exclude(seed=None).values_list("number", flat=True))
    assert len(byes) == 4
    assert "Zeke Holloway" in str([row.entrant.name for row in standings_for(doubles).rows])


# --- decisions beside the hands


def test_a_penalty_a_bonus_and_one_taken_back_have_their_reasons(partners: Event) -> None:
    rows = Adjustment.objects.filter(event=partners)
    assert [adjustment.marks for adjustment in rows.filter(revoked_at=None)] == [-1, 1]
    assert rows.exclude(revoked_at=None).count() == 1
    assert all(adjustment.reason for adjustment in rows)


def test_nine_change_partners_and_nobody_has_the_same_twice(partners: Event) -> None:
    pairs = [
        tuple(sorted(seat.entry.number for seat in table.seats.all() if seat.side == side))
        for round_ in partners.rounds.all()
        for table in round_.tables.filter(is_bye=False)
        for side in (0, 1)
    ]
    assert len(pairs) == len(set(pairs)) == 20
    assert all(len(pair) == 2 for pair in pairs)


def test_the_clock_of_tonights_round_is_running(tonight: Event) -> None:
    clock = Clock.objects.get(round__event=tonight)
    assert clock.round.number == 3
    assert clock.running_since is not None


# --- money


def test_fees_at_the_door_stand_in_every_state(tonight: Event) -> None:
    statuses = {line.status for line in fee_lines(tonight.money)}
    assert statuses == {FeeStatus.PAID, FeeStatus.OWING, FeeStatus.WAIVED, FeeStatus.REFUNDED}


def test_every_evening_sums_to_zero_and_its_accounts_too(demo: Club) -> None:
    for money in EventMoney.objects.filter(event__club=demo):
        for entry in money.book.transactions.all():
            assert sum(entry.postings.values_list("amount", flat=True)) == 0


def test_friday_is_settled_with_prizes_and_some_have_paid(friday: Event) -> None:
    kinds = set(friday.money.book.transactions.values_list("kind", flat=True))
    assert {
        *(EntryKind.FEE, EntryKind.PAYMENT, EntryKind.STAKES, EntryKind.POT, EntryKind.PRIZE),
        *(EntryKind.HOUSE, EntryKind.EXPENSE, EntryKind.TRANSFER),
    } <= kinds
    paid = [transfer.is_paid for transfer in friday.money.book.transfers.all()]
    assert set(paid) == {True, False}


def test_a_hand_corrected_after_settling_reverses_its_stakes(friday: Event) -> None:
    book = friday.money.book
    last_paid = book.transactions.filter(kind=EntryKind.TRANSFER).latest("number")
    since = book.transactions.filter(number__gt=last_paid.number)
    later: list[Transaction] = list(since.filter(kind=EntryKind.STAKES))
    assert len(later) == 2
    assert later[0].reverses is not None
    assert "A set was ticked as made" in later[0].description
