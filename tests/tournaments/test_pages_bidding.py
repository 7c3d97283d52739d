"""“What would you bid?” from the club's own deals."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from analysis.answers import makeable
from clubs.models import Club, User
from scoring.models import BestPlay, Hand, Match
from scoring.services.best_play import best_play_compute
from scoring.services.hands import hand_record
from tests.scoring.best_play_hands import whole_hand
from tournaments.models import Event, EventState

pytestmark = pytest.mark.usefixtures("held")


def text_of(client: Client, club: Club, **query: str | int) -> str:
    answer = client.get(reverse("bidding", args=[club.slug]), query, follow=True)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def recorded(running: Event, organiser: User, *, finished: bool) -> Hand:
    match = Match.objects.filter(game_of__table__round__event=running).earliest("pk")
    record = whole_hand(dealer=match.next_dealer)
    if match.next_dealer:
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
    assert "being worked out" in text_of(client, club)
    for row in BestPlay.objects.all():
        best_play_compute(digest=row.digest)
    assert hand.record
    points = makeable(hand.record)["table"]["points"]["5"]
    for seat in range(4):
        for bid, needed in (("30", 30), ("2m", 42)):
            shown = text_of(client, club, hand=hand.pk, seat=seat, bid=bid, declaration=5)
            said = "It could be made." if points[seat] >= needed else "It could not be made."
            assert said in shown
            assert "B, 30, fives" in shown
            for name in hand.match.seats.values_list("name", flat=True):
                assert name not in shown


def test_a_contract_without_points_takes_a_bid_of_a_mark(
    running: Event, club: Club, organiser: User, client_for: Callable[[User], Client]
) -> None:
    hand, client = recorded(running, organiser, finished=True), client_for(organiser)
    text_of(client, club, hand=hand.pk, seat=0)
    for row in BestPlay.objects.all():
        best_play_compute(digest=row.digest)
    assert hand.record
    nello = makeable(hand.record)["table"]["nello"]["own"]
    place = len(makeable(hand.record)["table"]["points"])
    for bid, words in (
        ("41", "it takes a mark"),
        ("1m", "could be made" if nello[0] else "not be"),
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
