"""Klaverjassen on the match page: recorded as the table notes it, and refused."""

import re

import pytest

from clubs.models import Club, Player, User
from scoring.models import Hand, HandRevision, Match
from tests.conftest import ClientFor
from tests.scoring.matches import match_create
from tests.scoring.views.conftest import Typed, address, beside

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    return match_create(
        club=club,
        game="klaverjassen",
        rules={"preset": "rotterdam"},
        stakes=None,
        players=players,
        label="Table 1",
    )


def test_a_line_is_recorded_as_the_table_notes_it(match: Match, typed: Typed) -> None:
    assert typed("b h 92 r40").status_code == 302
    hand = Hand.objects.get()
    assert hand.record is not None
    assert hand.record["contract"] == {"trump": "H"}
    assert Match.objects.get(pk=match.pk).totals == [70, 132]


def test_the_row_of_a_hand_has_the_name_of_who_plays_alone(
    match: Match, typed: Typed, viewer: User, client_for: ClientFor
) -> None:
    typed("b h 92 r40")
    html = client_for(viewer).get(address(match)).content.decode()
    (cell,) = re.findall(r'<td class="match__bid"[^>]*>(.*?)</td>', html, re.DOTALL)
    assert re.sub(r"<[^>]+>", "", cell).split() == ["Bea"]


def test_what_is_refused_is_said_beside_its_control_and_the_line_stays(typed: Typed) -> None:
    line = "b h 163 r40"
    answer = typed(line, htmx=True)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "162" in beside(html, "points")
    assert f'value="{line}"' in html
    assert not HandRevision.objects.exists()
