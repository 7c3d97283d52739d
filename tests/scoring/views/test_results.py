"""The result of a match alone, entered on its page."""

import pytest
from django.test import Client

from clubs.models import Club, Player, User
from paper.documents.matches import matches_for_print
from paper.documents.scorecard import scorecard_build
from scoring.models import Match
from tests.conftest import ClientFor
from tests.scoring.conftest import Recorded, match_in
from tests.scoring.views.conftest import address

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    return match_in(club, players, rules={"preset": "marks"})


@pytest.fixture
def client(organiser: User, client_for: ClientFor) -> Client:
    return client_for(organiser)


def test_it_is_offered_until_the_first_hand(
    match: Match, client: Client, recorded: Recorded
) -> None:
    assert "Enter only the result" in client.get(address(match)).content.decode()
    assert "Enter only the result" in client.get(address(match, "entry/")).content.decode()
    recorded()
    assert "Enter only the result" not in client.get(address(match)).content.decode()


def test_once_entered_the_page_says_who_did_it_and_leads_back(match: Match, client: Client) -> None:
    sent = {"result-side0": "7", "result-side1": "4"}
    page = client.post(address(match, "result/"), sent, follow=True).content.decode()
    assert "entered the result from the slip" in page
    assert "Take the result back" in page
    assert "No hands were recorded" in page
    page = client.post(address(match, "result/withdraw/"), follow=True).content.decode()
    assert "The result was taken back." in page
    assert Match.objects.get(pk=match.pk).entered_totals is None


@pytest.mark.parametrize(
    ("home", "away", "sentence"),
    [
        ("7", "", "This total is missing."),
        ("7", "seven", "Enter a whole number."),
        ("7", "7", "Only one side reaches 7."),
    ],
)
def test_what_is_wrong_is_said_beside_what_was_typed(
    match: Match, client: Client, home: str, away: str, sentence: str
) -> None:
    sent = {"result-side0": home, "result-side1": away}
    answer = client.post(address(match, "result/"), sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert f'value="{home}"' in page
    assert Match.objects.get(pk=match.pk).version == 0


def test_totals_over_recorded_hands_ask_why_and_say_what_the_numbers_count(
    match: Match, client: Client, recorded: Recorded
) -> None:
    recorded()
    assert "Enter totals instead" in client.get(address(match)).content.decode()
    sent = {"result-side0": "7", "result-side1": "4"}
    answer = client.post(address(match, "result/"), sent)
    assert answer.status_code == 422
    assert "Say why these totals count instead of the hands." in answer.content.decode()
    assert 'value="7"' in answer.content.decode()
    assert Match.objects.get(pk=match.pk).totals == [1, 0]
    page = client.post(address(match, "result/"), sent | {"reason": "The phone died"}, follow=True)
    assert Match.objects.get(pk=match.pk).totals == [7, 4]
    words = " ".join(page.content.decode().split())
    assert "1 hand is recorded: it counts in statistics; results and standings" in words
    assert "The phone died" in words
    card = scorecard_build(matches_for_print(Match.objects.all()).get(pk=match.pk))
    assert [side.figure for side in card.sides] == ["7", "4"]
    assert len(card.hands) == 1
    assert "The result is that of the slip: 7 – 4" in card.slip


def test_a_result_that_somebody_else_entered_stays(match: Match, client: Client) -> None:
    for home, away in (("7", "4"), ("4", "7")):
        sent = {"result-side0": home, "result-side1": away}
        page = client.post(address(match, "result/"), sent, follow=True).content.decode()
    assert "Someone else entered another result in the meantime." in page
    assert Match.objects.get(pk=match.pk).entered_totals == [7, 4]


def test_no_result_can_be_taken_back_where_there_is_none(match: Match, client: Client) -> None:
    page = client.post(address(match, "result/withdraw/"), follow=True).content.decode()
    assert "No result was entered here." in page


@pytest.mark.parametrize("role", ["viewer", "treasurer"])
def test_who_only_looks_enters_nothing(
    request: pytest.FixtureRequest, match: Match, client_for: ClientFor, role: str
) -> None:
    client = client_for(request.getfixturevalue(role))
    assert "Enter only the result" not in client.get(address(match)).content.decode()
    sent = {"result-side0": "7", "result-side1": "4"}
    assert client.post(address(match, "result/"), sent).status_code == 403


def test_the_neighbour_finds_no_match(match: Match, stranger: User, client_for: ClientFor) -> None:
    sent = {"result-side0": "7", "result-side1": "4"}
    assert client_for(stranger).post(address(match, "result/"), sent).status_code == 404
    assert Match.objects.get(pk=match.pk).entered_totals is None
