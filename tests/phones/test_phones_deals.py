"""A player's own hand on his phone: his alone, and only once the table has begun the deal."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import User
from tests.phones.test_phones import Join, join, write
from tests.tournaments.conftest import EventMaker, drawn_and_begun, match_of
from tests.tournaments.pages import messages_of, text
from tournaments.deals.selectors.deals import secret_deals
from tournaments.deals.services.deals import deal_set_draw
from tournaments.events.models import Event, WhoWrites
from tournaments.events.services.events import event_update
from tournaments.phones.models import DealStart

__all__ = ["join"]

pytestmark = pytest.mark.usefixtures("held")
PHONE = reverse("phone")


@pytest.fixture
def night(make_event: EventMaker, owner: User) -> Event:
    """Four pairs, two deals a round, the first round begun, and players write."""
    event = make_event(name="Same deals")
    deal_set_draw(event=event, by=owner, count=6, per_round=2)
    event.refresh_from_db()
    drawn_and_begun(event)
    return event_update(event=event, who_writes=WhoWrites.PLAYERS)


def begin(phone: Client, event: Event, deal: int = 1, table: int = 1) -> Any:
    sent = {"match": match_of(event, 1, table).pk, "deal": deal}
    return phone.post(reverse("phone-deal"), sent, follow=True)


def drawn(answer: Any) -> set[str]:
    """The pieces that stand in the part of a page about the deal, as they are drawn."""
    page = answer.content.decode()
    _before, _, panel = page.partition("phone__own-hand")
    panel = panel.partition("</details>")[0]
    return {piece for piece, label in PIECES.items() if f'aria-label="{label}"' in panel}


PIECES = {
    f"{high}-{low}": f"{high}-{low}" if high > low else f"double {high}"
    for high in range(7)
    for low in range(high + 1)
}


def hands_of(event: Event, number: int = 1) -> list[list[str]]:
    return next(deal.hands for deal in secret_deals(event) if deal.number == number)


def test_a_phone_shows_its_own_seat_alone_once_the_deal_is_begun(night: Event, join: Join) -> None:
    phones = [join(night, 1, place) for place in range(4)]
    before = phones[0].get(PHONE)
    assert "We have begun deal 1" in text(before.content.decode())
    first = match_of(night, 1, 1).seats.get(number=0)
    assert f"{first.name} shakes" in text(before.content.decode())
    assert not drawn(before)
    assert messages_of(begin(phones[0], night)) == [
        "Deal 1 has begun: each phone shows its own hand."
    ]
    seats = {seat.player.name: seat.number for seat in match_of(night, 1, 1).seats.all()}
    hands = hands_of(night)
    for phone in phones:
        answer = phone.get(PHONE)
        name = answer.context["device"].player.name
        assert drawn(answer) == set(hands[seats[name]])
        assert answer["Cache-Control"] == "no-store"


def test_another_table_that_has_not_begun_sees_nothing(night: Event, join: Join) -> None:
    here, there = join(night, 1), join(night, 2)
    begin(here, night)
    assert not drawn(there.get(PHONE))
    assert begin(there, night, table=1).status_code == 404
    assert begin(there, night, table=2).status_code == 200
    assert drawn(there.get(PHONE))


def test_only_the_deal_that_is_played_next_is_begun(night: Event, join: Join) -> None:
    phone = join(night)
    for deal in (0, 2, 7):
        assert messages_of(begin(phone, night, deal)) == ["Your table is already at another deal."]
    assert not DealStart.objects.exists()
    begin(phone, night)
    assert write(phone, match_of(night, 1, 1)).status_code == 200
    answer = phone.get(PHONE)
    assert "We have begun deal 2" in text(answer.content.decode())
    assert not drawn(answer)


def test_a_phone_that_came_in_after_the_beginning_sees_no_hand(night: Event, join: Join) -> None:
    first = join(night, 1, 0)
    begin(first, night)
    late = join(night, 1, 1)
    assert "joined after deal 1 had begun" in text(late.get(PHONE).content.decode())
    assert not drawn(late.get(PHONE))


def test_whoever_takes_another_name_sees_no_second_hand(night: Event, join: Join) -> None:
    phone = join(night, 1, 0)
    begin(phone, night)
    assert drawn(phone.get(PHONE))
    phone.post(reverse("phone-leave"))
    again = join(night, 1, 1)
    assert not drawn(again.get(PHONE))


def test_two_phones_of_one_player_show_nothing(night: Event, join: Join) -> None:
    first, two = join(night, 1, 0), join(night, 1, 0)
    begin(first, night)
    for phone in (first, two):
        assert "Two phones have chosen your name" in text(phone.get(PHONE).content.decode())
        assert not drawn(phone.get(PHONE))


def test_the_names_of_those_who_see_a_hand_stand_on_every_phone(night: Event, join: Join) -> None:
    first, two = join(night, 1, 0), join(night, 1, 1)
    begin(first, night)
    names = [phone.get(PHONE).context["device"].player.name for phone in (first, two)]
    for phone in (first, two):
        assert set(phone.get(PHONE).context["own_hand"].readers) == set(names)
