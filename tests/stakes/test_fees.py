"""Fees: owed by those who were entered, and what the door list says about them."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Player, User
from tests.refused import refused
from tests.stakes.conftest import KeepMoney, entered, in_the_box, owed
from tests.tournaments.conftest import entry
from tournaments.events.models import Event
from tournaments.events.services.entries import entry_remove, entry_substitute
from tournaments.events.services.events import event_delete, event_update
from tournaments.money.models import FeePer
from tournaments.money.selectors.fees import FeeStatus, fee_lines
from tournaments.money.selectors.money import door_of
from tournaments.money.services.money import fee_set, fees_paid, money_open, money_set_up
from tournaments.money.services.settling import evening_settle

pytestmark = pytest.mark.usefixtures("held")

OWING, PAID = FeeStatus.OWING, FeeStatus.PAID
WAIVED, REFUNDED = FeeStatus.WAIVED, FeeStatus.REFUNDED


def test_every_player_owes_the_fee_as_soon_as_it_is_set(event: Event, keep: KeepMoney) -> None:
    book = keep(event, fee=500).book
    assert owed(book) == {
        **dict.fromkeys(["Ada", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal"], -500),
        "pot": 4000,
    }


def test_a_pair_owes_one_fee_that_is_split_to_the_last_cent(event: Event, keep: KeepMoney) -> None:
    money = keep(event, fee=501, fee_per=FeePer.ENTRY)
    assert owed(money.book)["Ada"] == -251
    assert owed(money.book)["Ben"] == -250
    assert [line.place for line in fee_lines(money)] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("statuses", "ada", "box"),
    [
        ([PAID], 0, 500),
        ([PAID, PAID], 0, 500),
        ([PAID, OWING], -500, 0),
        ([WAIVED], 0, 0),
        ([WAIVED, OWING], -500, 0),
        ([PAID, REFUNDED], 0, 0),
        ([REFUNDED, PAID], 0, 500),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else None,
)
def test_a_fee_is_what_was_said_last(
    statuses: list[FeeStatus],
    ada: int,
    box: int,
    event: Event,
    keep: KeepMoney,
    treasurer: User,
) -> None:
    money = keep(event, fee=500)
    for status in statuses:
        line = fee_set(event=event, number=1, place=0, status=status, made_by=treasurer)
        assert line.status == status
    assert owed(money.book).get("Ada", 0) == ada
    assert in_the_box(money.book) == box
    assert not evening_settle(event_id=event.pk).changed


def test_the_door_list_adds_up(event: Event, keep: KeepMoney, treasurer: User) -> None:
    money = keep(event, fee=500, cash_float=2000)
    fees_paid(event=event, number=2, made_by=treasurer)
    fee_set(event=event, number=1, place=1, status=WAIVED, made_by=treasurer)
    door = door_of(money)
    assert (door.paid, door.taken, door.open, door.cash) == (3, 1000, 2500, 3000)


def test_a_number_that_nobody_has_is_told_so(
    event: Event, keep: KeepMoney, treasurer: User
) -> None:
    keep(event, fee=500)
    with pytest.raises(ValidationError, match="no number 99"):
        fees_paid(event=event, number=99, made_by=treasurer)


def test_another_fee_leaves_the_difference_open(
    event: Event, keep: KeepMoney, treasurer: User
) -> None:
    keep(event, fee=500)
    fee_set(event=event, number=1, place=0, status=PAID, made_by=treasurer)
    money = keep(event, fee=700)
    line = fee_lines(money)[0]
    assert (line.status, line.open) == (FeeStatus.PART, 200)
    assert owed(money.book)["Ada"] == -200
    undone = next(text for text in entered(money.book) if text.startswith("undo"))
    assert undone.endswith("(another fee)")


def test_who_was_taken_out_after_paying_is_owed_the_fee(
    event: Event, keep: KeepMoney, treasurer: User
) -> None:
    money = keep(event, fee=500)
    fee_set(event=event, number=1, place=0, status=PAID, made_by=treasurer)
    entry_remove(entry=entry(event, 1))
    evening_settle(event_id=event.pk)
    balances = owed(money.book)
    assert balances["Ada"] == 500
    assert "Ben" not in balances


def test_a_substitute_does_not_owe_the_fee_again(
    event: Event, keep: KeepMoney, players: list[Player]
) -> None:
    money = keep(event, fee=500)
    entry_substitute(entry=entry(event, 1), place=0, player=players[15], from_round=2)
    evening_settle(event_id=event.pk)
    assert owed(money.book)["Ada"] == -500
    assert players[15].name not in owed(money.book)


def test_who_takes_a_place_before_the_start_takes_its_fee_paid_or_not(
    event: Event, keep: KeepMoney, treasurer: User, players: list[Player]
) -> None:
    money = keep(event, fee=500)
    fee_set(event=event, number=1, place=0, status=PAID, made_by=treasurer)
    entry_substitute(entry=entry(event, 1), place=0, player=players[15])
    evening_settle(event_id=event.pk)
    assert fee_lines(money)[0].status == PAID
    assert {"Ada", players[15].name}.isdisjoint(owed(money.book))
    assert in_the_box(money.book) == 500


def test_who_owes_stays_once_somebody_has_paid(
    event: Event, keep: KeepMoney, treasurer: User
) -> None:
    keep(event, fee=500)
    keep(event, fee_per=FeePer.ENTRY)
    fee_set(event=event, number=1, place=0, status=PAID, made_by=treasurer)
    with refused("fees_paid"):
        keep(event, fee_per=FeePer.PLAYER)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"fee": -1}, "fee"),
        ({"fee": 10**13}, "fee"),
        ({"house_percent": 101}, "house_percent"),
        ({"point": 5}, "ante"),
        ({"prize_kind": "share"}, "prize_table"),
        ({"prize_kind": "share", "prize_table": [[1, [60, 41]]]}, "prize_table"),
        ({"prize_kind": "fixed", "prize_table": [[0, [60]]]}, "prize_table"),
        ({"prize_kind": "fixed", "prize_table": [[1, []]]}, "prize_table"),
        ({"prize_kind": "fixed", "prize_table": [[4, [9]], [4, [8]]]}, "prize_table"),
        ({"prize_kind": "fixed", "prize_table": [[4, [-9]]]}, "prize_table"),
    ],
)
def test_what_makes_no_sense_is_told_beside_its_field(
    changes: dict[str, Any], field: str, event: Event
) -> None:
    with pytest.raises(ValidationError) as refused:
        money_set_up(event=event, **changes)
    assert set(refused.value.error_dict) == {field}


def test_an_event_with_money_in_its_book_stays(
    event: Event, keep: KeepMoney, treasurer: User
) -> None:
    keep(event, fee=500)
    with refused("money_entered"):
        event_delete(event=event)
    assert Event.objects.filter(pk=event.pk).exists()


def test_a_book_goes_by_the_name_and_date_of_its_event(event: Event, keep: KeepMoney) -> None:
    book = keep(event).book
    later = event.date.replace(day=27)
    event_update(event=event, name="Cup", date=later)
    book.refresh_from_db()
    assert (book.name, book.date) == ("Cup", later)


def test_an_event_whose_book_is_empty_may_go(event: Event) -> None:
    money_open(event=event)
    event_delete(event=event)
    assert not Event.objects.filter(pk=event.pk).exists()
