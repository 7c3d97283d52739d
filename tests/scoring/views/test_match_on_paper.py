"""What of a match may be had on paper is offered beside its table."""

import pytest

from clubs.models import User
from scoring.models import Match
from tests.conftest import ClientFor
from tests.scoring.conftest import Recorded
from tests.scoring.views.conftest import address

pytestmark = pytest.mark.django_db

FILES = ("print/scorecard.pdf", "print/sheet.pdf")


def test_everybody_who_sees_a_match_is_offered_its_papers(
    match: Match, viewer: User, client_for: ClientFor
) -> None:
    html = client_for(viewer).get(address(match)).content.decode()
    aside = html[html.index('id="match-aside"') :]
    for file in FILES:
        assert f'href="{address(match, file)}"' in aside
    assert address(match, "print/hand-records.pdf") not in html


def test_the_records_are_offered_as_soon_as_the_first_hand_is_there(
    match: Match, organiser: User, client_for: ClientFor
) -> None:
    line = {"number": 1, "dealer": 0, "key": "k", "mode": "quick", "command": "b305m"}
    client = client_for(organiser)
    answer = client.post(address(match, "hands/"), line, headers={"HX-Request": "true"})
    assert address(match, "print/hand-records.pdf") in answer.content.decode()


def test_the_records_of_a_match_with_hands_are_offered_on_its_page(
    match: Match, recorded: Recorded, viewer: User, client_for: ClientFor
) -> None:
    recorded()
    assert (
        address(match, "print/hand-records.pdf")
        in client_for(viewer).get(address(match)).content.decode()
    )
