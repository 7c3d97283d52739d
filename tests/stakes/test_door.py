"""The door: who runs the evening takes fees, and decides about none."""

from collections.abc import Callable

import pytest
from django.urls import reverse

from clubs.models import User
from tests.conftest import ClientFor
from tests.stakes.conftest import KeepMoney
from tournaments.events.models import Event
from tournaments.money.models import EventMoney, Fee
from tournaments.money.selectors.fees import FeeStatus, fee_lines
from tournaments.money.services.money import fee_set

pytestmark = pytest.mark.usefixtures("held")

DoorList = Callable[[str], int]


@pytest.fixture
def money(event: Event, keep: KeepMoney) -> EventMoney:
    return keep(event, fee=500)


@pytest.fixture
def at_door(organiser: User, money: EventMoney, client_for: ClientFor) -> DoorList:
    """``at_door("paid")``: the organiser says how the fee of number 1 stands; the answer."""
    address = reverse("event-money-fee", args=[money.event.club.slug, money.event_id, 1, 0])

    def say(status: str) -> int:
        return client_for(organiser).post(address, {"status": status}).status_code

    return say


def first(money: EventMoney) -> FeeStatus:
    return fee_lines(money)[0].status


def test_an_organiser_takes_a_fee_and_takes_that_back(money: EventMoney, at_door: DoorList) -> None:
    assert (at_door("paid"), first(money)) == (302, FeeStatus.PAID)
    assert (at_door("owing"), first(money)) == (302, FeeStatus.OWING)


@pytest.mark.parametrize("status", [FeeStatus.WAIVED, FeeStatus.REFUNDED])
def test_who_takes_fees_neither_forgives_one_nor_gives_it_back(
    status: FeeStatus, money: EventMoney, at_door: DoorList
) -> None:
    assert at_door("paid") == 302
    assert at_door(status.value) == 403
    assert first(money) is FeeStatus.PAID


@pytest.mark.parametrize("decided", [FeeStatus.WAIVED, FeeStatus.REFUNDED])
@pytest.mark.parametrize("said", ["paid", "owing"])
def test_what_the_treasurer_decided_stands(
    decided: FeeStatus, said: str, money: EventMoney, treasurer: User, at_door: DoorList
) -> None:
    fee_set(event=money.event, number=1, place=0, status=decided, made_by=treasurer)
    assert at_door(said) == 403
    assert first(money) is decided


def test_a_typed_number_pays_for_an_organiser_too(
    money: EventMoney, organiser: User, client_for: ClientFor
) -> None:
    address = reverse("event-money-door", args=[money.event.club.slug, money.event_id])
    assert client_for(organiser).post(address, {"number": 2}).status_code == 302
    assert Fee.objects.filter(paid=500).count() == 2


def test_the_door_is_offered_with_nothing_of_the_money_behind_it(
    money: EventMoney, organiser: User, client_for: ClientFor
) -> None:
    key = [money.event.club.slug, money.event_id]
    door, money_page = reverse("event-money-door", args=key), reverse("event-money", args=key)
    assert (
        f'href="{door}"' in client_for(organiser).get(reverse("event", args=key)).content.decode()
    )
    page = client_for(organiser).get(door).content.decode()
    others = ("transfers/", "prizes/", "book/", "set-up/", "door.csv")
    assert [part for part in others if f"{money_page}{part}" in page] == []
    assert f'href="{money_page}"' not in page
    assert 'value="waived"' not in page


def test_without_money_the_door_leads_back_to_the_event(
    event: Event, organiser: User, client_for: ClientFor
) -> None:
    key = [event.club.slug, event.pk]
    answer = client_for(organiser).get(reverse("event-money-door", args=key))
    assert answer["Location"] == reverse("event", args=key)
    page = client_for(organiser).get(reverse("event", args=key)).content.decode()
    assert reverse("event-money-door", args=key) not in page


# How the fees of the pair's two players stand, and what the list of entries says of the pair.
PAIRS = [
    (("owing", "owing"), "owing", "10.00"),
    (("paid", "owing"), "paid in part", "5.00"),
    (("paid", "paid"), "paid", ""),
    (("waived", "waived"), "waived", ""),
    (("waived", "paid"), "paid", ""),
    (("waived", "owing"), "owing", "5.00"),
]


@pytest.mark.parametrize(("states", "word", "still_open"), PAIRS)
def test_the_list_of_entries_says_how_each_stands(
    states: tuple[str, str],
    word: str,
    still_open: str,
    money: EventMoney,
    organiser: User,
    treasurer: User,
    client_for: ClientFor,
) -> None:
    event = money.event
    for place, state in enumerate(states):
        fee_set(event=event, number=1, place=place, status=FeeStatus(state), made_by=treasurer)
    address = reverse("event-entries", args=[event.club.slug, event.pk])
    row = client_for(organiser).get(address).content.decode().split("<tbody>")[1].split("</tr>")[0]
    assert f"{word}<" in row or f"{word} <" in row
    assert still_open in row
    assert ('class="coins"' in row) is bool(still_open)


def test_who_does_not_take_fees_is_not_told_who_owes_one(
    money: EventMoney, scorer: User, client_for: ClientFor
) -> None:
    address = reverse("event-entries", args=[money.event.club.slug, money.event_id])
    assert "owing" not in client_for(scorer).get(address).content.decode()
