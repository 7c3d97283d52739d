"""All hands of an event as one file in Portable Bridge Notation."""

from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models import User
from games.pbn import games_read
from scoring.services.hands import hand_record
from tests.rules.dummy_spades.dealing import HEAD, full_hand
from tests.tournaments.conftest import EveningMaker, begin_next, match_of
from tests.tournaments.pages import Pages, messages_of, words
from tournaments.models import Event, EventState
from tournaments.services.rounds import rounds_plan

pytestmark = pytest.mark.usefixtures("held")


def test_an_event_sends_its_hands_table_by_table(
    make_evening: EveningMaker, owner: User, client: Client
) -> None:
    event = make_evening(9, "dummy_spades", place="Legion Hall")
    rounds_plan(event=event)
    begin_next(event)
    rng = Random(3)
    for table in (2, 1):
        match = match_of(event, 1, table)
        hand = full_hand(rng, dealer=match.next_dealer)
        record = {key: hand[key] for key in hand if key not in HEAD}
        hand_record(match_id=match.pk, record=record, author=owner)
    client.force_login(owner)
    pages = Pages(client, event)
    assert "PBN, for bridge programs" in words(pages.get("event"))
    games = list(games_read(pages.get("event-hands-pbn").content.decode()))
    places = [(game.tags["Round"].value, game.tags["Table"].value) for game in games]
    assert places == [("1", "1"), ("1", "2")]
    assert {game.tags["Site"].value for game in games} == {"Legion Hall"}
    assert {game.tags["Date"].value for game in games} == {f"{event.date:%Y.%m.%d}"}
    names = {game.tags[side].value for game in games for side in ("West", "East", "South")}
    assert len(names) == 6


def test_an_event_of_dominoes_has_no_such_file(pages: Pages) -> None:
    assert pages.get("event-hands-pbn").status_code == 404
    assert "PBN" not in words(pages.get("event"))


def test_a_match_of_a_finished_event_takes_no_file(
    make_evening: EveningMaker, owner: User, client: Client
) -> None:
    event = make_evening(6, "dummy_spades")
    rounds_plan(event=event)
    begin_next(event)
    match, other = match_of(event, 1, 1), match_of(event, 1, 2)
    hand = full_hand(Random(3), dealer=match.next_dealer)
    record = {key: hand[key] for key in hand if key not in HEAD}
    hand_record(match_id=match.pk, record=record, author=owner)
    client.force_login(owner)
    content = client.get(reverse("match-hands-pbn", args=[event.club.slug, match.pk])).content
    Event.objects.filter(pk=event.pk).update(state=EventState.FINISHED)
    address = reverse("match-hands-read", args=[event.club.slug, other.pk])
    for answer in (
        client.get(address, follow=True),
        client.post(address, {"file": SimpleUploadedFile("h.pbn", content)}, follow=True),
    ):
        assert any("finished" in message for message in messages_of(answer))
    assert not other.hands.exists()
    Event.objects.filter(pk=event.pk).update(state=EventState.RUNNING)
    client.post(address, {"file": SimpleUploadedFile("h.pbn", content)})
    assert other.hands.count() == 1
