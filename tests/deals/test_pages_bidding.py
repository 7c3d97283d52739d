"""“What would you bid?” from the club's own deals."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from engine.analysis.answers import makeable
from engine.analysis.deals import make_deal
from scoring.models import BestPlay, Hand, Match
from scoring.services.best_play import best_play_compute
from scoring.services.hands import hand_record
from tests.scoring.best_play_hands import whole_hand
from tests.tournaments.pages import text
from tournaments.events.models import Event, EventState

pytestmark = pytest.mark.usefixtures("held")


def text_of(client: Client, club: Club, **query: str | int) -> str:
    answer = client.get(reverse("bidding", args=[club.slug]), query, follow=True)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def recorded(
    running: Event, organiser: User, *, finished: bool, deal: list[list[str]] | None = None
) -> Hand:
    match = Match.objects.filter(game_of__table__round__event=running).earliest("pk")
    record = whole_hand(dealer=match.next_dealer)
    if deal:
        record |= {"deal": deal, "plays": []}
    if match.next_dealer or deal:
        del record["plays"]
        order = [(match.next_dealer + step) % 4 for step in (1, 2, 3, 4)]
        record["auction"] = [{"seat": s, "bid": "30" if s == 1 else "pass"} for s in order]
        record["tally"] = {"made": True}
    hand = hand_record(match_id=match.pk, record=record, author=organiser).hand
    if finished:
        Event.objects.filter(pk=running.pk).update(state=EventState.FINISHED)
    return hand


def test_a_hand_of_a_finished_event_is_asked_about_and_judged(
    running: Event, club: Club, organiser: User, client_for: Callable[[User], Client]
) -> None:
    hand, client = recorded(running, organiser, finished=True), client_for(organiser)
    assert "being worked out" in text_of(client, club, hand=hand.pk, seat=0, bid="30")
    for row in BestPlay.objects.all():
        best_play_compute(digest=row.digest)
    assert hand.record
    points = makeable(hand.record)["table"]["points"]["5"]
    for seat in range(4):
        for bid, needed in (("30", 30), ("2m", 42)):
            shown = text_of(client, club, hand=hand.pk, seat=seat, bid=bid, declaration=5)
            said = (
                "The bid could have been made."
                if points[seat] >= needed
                else "The bid could not have been made."
            )
            assert said in shown
            assert "B, 30, fives" in shown
            for name in hand.match.seats.values_list("name", flat=True):
                assert name not in text(shown)


def computed(client: Client, club: Club, hand: Hand) -> dict[str, Any]:
    """The table of a hand's deal, once the worker has answered."""
    text_of(client, club, hand=hand.pk, seat=0)
    for row in BestPlay.objects.all():
        best_play_compute(digest=row.digest)
    assert hand.record
    table: dict[str, Any] = makeable(hand.record)["table"]
    return table


def test_everything_is_asked_before_best_play_is_known(
    running: Event, club: Club, organiser: User, client_for: Callable[[User], Client]
) -> None:
    hand, client = recorded(running, organiser, finished=True), client_for(organiser)
    before = text_of(client, club, hand=hand.pk, seat=0)
    assert "Show the answer" in before
    assert "hx-get" not in before
    pending = text_of(client, club, hand=hand.pk, seat=0, bid="31", declaration=5)
    computed(client, club, hand)
    after = text_of(client, club, hand=hand.pk, seat=0, bid="31", declaration=5)
    form = re.compile('<form class="form" id="bidding".*?</form>')
    assert [*form.findall(pending), *form.findall(after)] == 2 * form.findall(after)
    assert "being worked out" in pending
    assert "hx-get" not in form.findall(pending)[0]


def test_passing_is_judged_as_every_bid(
    running: Event, club: Club, organiser: User, client_for: Callable[[User], Client]
) -> None:
    deal = make_deal("texas42", "walk", 7)["deal"]
    hand = recorded(running, organiser, finished=True, deal=deal)
    client = client_for(organiser)
    table = computed(client, club, hand)
    made = {
        seat: max(points[seat] for points in table["points"].values()) >= 30
        or any(nello[seat] for nello in table["nello"].values())
        for seat in range(4)
    }
    assert {*made.values()} == {True, False}
    for seat, could_bid in made.items():
        said = "A bid could have been made" if could_bid else "Passing was right"
        assert said in text_of(client, club, hand=hand.pk, seat=seat, bid="pass")


def test_the_readers_place_and_contract_are_marked(
    running: Event, club: Club, organiser: User, client_for: Callable[[User], Client]
) -> None:
    hand, client = recorded(running, organiser, finished=True), client_for(organiser)
    computed(client, club, hand)
    shown = text_of(client, club, hand=hand.pk, seat=2, bid="30", declaration=5)
    (row,) = re.findall('<tr class="row--me" aria-current="true">.*?</tr>', shown)
    assert "fives" in row
    assert [place for place, cell in enumerate(row.split("<td")[1:]) if "__own" in cell] == [2]


def test_a_contract_without_points_takes_a_bid_of_a_mark(
    running: Event, club: Club, organiser: User, client_for: Callable[[User], Client]
) -> None:
    hand, client = recorded(running, organiser, finished=True), client_for(organiser)
    table = computed(client, club, hand)
    nello, place = table["nello"]["own"], len(table["points"])
    for bid, words in (
        ("41", "it needs a mark"),
        ("1m", "could have been made" if nello[0] else "could not have been made"),
    ):
        assert words in text_of(client, club, hand=hand.pk, seat=0, bid=bid, declaration=place)


def test_a_hand_of_an_event_that_is_not_finished_is_no_question(
    running: Event, club: Club, organiser: User, client_for: Callable[[User], Client]
) -> None:
    hand, client = recorded(running, organiser, finished=False), client_for(organiser)
    assert "No deal to ask about yet" in text_of(client, club)
    address = reverse("bidding", args=[club.slug])
    assert client.get(address, {"hand": hand.pk, "seat": 0}).status_code == 404


def test_a_stranger_finds_nothing(
    club: Club, stranger: User, client_for: Callable[[User], Client]
) -> None:
    assert client_for(stranger).get(reverse("bidding", args=[club.slug])).status_code == 404
