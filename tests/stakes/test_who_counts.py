"""Who stands in the balances, and how many there are: the same on every page and sheet."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import User
from ledger.selectors import balances_of
from paper.documents.registry import print_named
from paper.documents.rows import PrintOptions
from paper.documents.subjects import EVENT
from press.base import Paper
from scoring.models import Match
from tests.prints.matches.reading import texts
from tests.prints.printing import print_now
from tests.stakes.conftest import KeepMoney, owed
from tests.tournaments.conftest import EventMaker, drawn_and_begun, entry, match_of
from tests.tournaments.pages import words
from tournaments.events.models import Event
from tournaments.events.selectors.events import entry_list, events_of
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.services.entries import entry_remove, entry_withdraw
from tournaments.events.services.events import event_finish
from tournaments.events.services.standings import standings_refresh
from tournaments.money.selectors.fees import FeeStatus, fee_lines
from tournaments.money.selectors.money import players_balances
from tournaments.money.selectors.prizes import taking_part
from tournaments.money.services.money import fee_set
from tournaments.money.services.settling import evening_settle

PAID = FeeStatus.PAID


@pytest.fixture
def five(make_event: EventMaker) -> Event:
    return make_event(pairs=5, format_options={"rounds": 1})


def count_listed(event: Event) -> int:
    """How many the list of a club's events says."""
    listed: Any = events_of(event.club).get(pk=event.pk)
    return listed.entry_count


def test_who_was_taken_out_without_money_is_not_in_the_balances(
    five: Event, keep: KeepMoney, client_for: Callable[[User], Client], treasurer: User
) -> None:
    money = keep(five, fee=500)
    entry_remove(entry=entry(five, 1))
    evening_settle(event_id=five.pk)
    names = [row.player.name for row in players_balances(money, balances_of(money.book))]
    assert len(names) == 8
    assert "Ada" not in names
    client = client_for(treasurer)
    page = client.get(reverse("event-money", args=[five.club.slug, five.pk]))
    assert page.status_code == 200
    assert ">Ada<" not in page.content.decode()
    table = client.get(
        reverse("event-money-file", args=[five.club.slug, five.pk, "balances", "csv"])
    )
    assert "Ada" not in table.content.decode()


def test_who_was_taken_out_with_money_stands_there_as_removed(
    five: Event, keep: KeepMoney, treasurer: User
) -> None:
    money = keep(five, fee=500)
    fee_set(event=five, number=1, place=0, status=PAID, made_by=treasurer)
    entry_remove(entry=entry(five, 1))
    evening_settle(event_id=five.pk)
    rows = {row.player.name: row for row in players_balances(money, balances_of(money.book))}
    assert (rows["Ada"].amount, rows["Ada"].note) == (500, "removed")
    assert "Ben" not in rows
    assert not any(row.note for name, row in rows.items() if name != "Ada")


def test_who_leaves_before_the_first_round_owes_nothing_and_is_owed_what_it_paid(
    five: Event, keep: KeepMoney, treasurer: User, client_for: Callable[[User], Client]
) -> None:
    money = keep(five, fee=500)
    fee_set(event=five, number=1, place=0, status=PAID, made_by=treasurer)
    entry_withdraw(entry=entry(five, 1))
    entry_withdraw(entry=entry(five, 2))
    evening_settle(event_id=five.pk)
    lines = [line for line in fee_lines(money) if line.entrant.number < 3]
    assert [(line.entrant.number, line.due, line.back) for line in lines] == [(1, 0, 500)]
    assert (owed(money.book)["pot"], owed(money.book)["Ada"]) == (6 * 500, 500)
    client = client_for(treasurer)
    address = [five.club.slug, five.pk]
    door = words(client.get(reverse("event-money-door", args=address)))
    assert "owed back 5.00" in door
    (fee, *_others) = client.get(reverse("api-fees-list", args=address)).json()["results"]
    assert (fee["status"], fee["paid"], fee["due"], fee["back"]) == ("owed_back", 500, 0, 500)
    client.post(reverse("event-money-fee", args=[*address, 1, 0]), {"status": "refunded"})
    assert owed(money.book)["pot"] == 6 * 500
    assert "Ada" not in owed(money.book)
    assert 1 not in {line.entrant.number for line in fee_lines(money)}


def test_an_entry_that_left_before_its_first_round_is_counted_nowhere(
    five: Event, keep: KeepMoney, win: Callable[..., Match]
) -> None:
    money = keep(five, fee=500)
    entry_withdraw(entry=entry(five, 5))
    drawn_and_begun(five)
    for table in (1, 2):
        win(match_of(five, 1, table), 0)
    event_finish(event=five)
    standings_refresh(event_id=five.pk)
    five.refresh_from_db()
    row = print_named(EVENT, "certificates")
    assert row is not None
    _title, content = print_now(of=five, row=row, options=PrintOptions(Paper.A4))
    assert "of 4" in " ".join(texts(content))
    counts = (
        entry_list(five).count,
        event_overview(five).field_size,
        count_listed(five),
        taking_part(fee_lines(money)),
    )
    assert counts == (4, 4, 4, 4)


def test_an_entry_that_dropped_out_after_a_round_is_counted_everywhere(
    five: Event, keep: KeepMoney, win: Callable[..., Match]
) -> None:
    money = keep(five, fee=500)
    drawn_and_begun(five)
    entry_withdraw(entry=entry(five, 1))
    counts = (
        entry_list(five).count,
        event_overview(five).field_size,
        count_listed(five),
        taking_part(fee_lines(money)),
    )
    assert counts == (5, 5, 5, 5)
