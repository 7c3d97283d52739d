"""All hands of an event as one file in Portable Bridge Notation."""

from random import Random

import pytest
from django.test import Client

from clubs.models import User
from games.pbn import games_read
from scoring.services.hands import hand_record
from tests.rules.dummy_spades.dealing import HEAD, full_hand
from tests.tournaments.conftest import EveningMaker, begin_next, match_of
from tests.tournaments.pages import Pages, words
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
