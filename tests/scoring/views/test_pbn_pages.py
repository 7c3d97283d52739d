"""Hands of a match and of an event as files in Portable Bridge Notation, and read from one."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubs.models import Club, User
from clubs.services.clubs import club_create
from core.cells import LARGEST
from scoring.models import Hand, Match
from scoring.services.hands import hand_record
from tests.rules.dummy_spades.dealing import HEAD, full_hand
from tests.scoring.views.conftest import address
from tests.scoring.views.test_dummy_spades import spades_match
from tests.tournaments.pages import at_field, messages_of, words

pytestmark = pytest.mark.django_db

ClientFor = Callable[[User], Client]


@pytest.fixture
def match(club: Club) -> Match:
    return spades_match(club, target=1000)


@pytest.fixture
def browser(organiser: User, client_for: ClientFor) -> Client:
    return client_for(organiser)


@pytest.fixture
def hands() -> list[dict[str, Any]]:
    """Three whole hands, dealt in turn."""
    rng = Random(3)
    whole = [full_hand(rng, dealer=dealer) for dealer in range(3)]
    return [{key: hand[key] for key in hand if key not in HEAD} for hand in whole]


def record(match: Match, hands: list[dict[str, Any]], by: User) -> None:
    for hand in hands:
        hand_record(match_id=match.pk, record=hand, author=by)


def send(browser: Client, match: Match, content: bytes) -> Any:
    sent = {"file": SimpleUploadedFile("hands.pbn", content)}
    return browser.post(address(match, "hands/read/"), sent, follow=True)


def test_hands_downloaded_from_one_match_are_read_into_another(
    browser: Client, club: Club, match: Match, hands: list[dict[str, Any]], organiser: User
) -> None:
    record(match, hands, organiser)
    page = browser.get(address(match))
    assert "PBN, for bridge programs" in words(page)
    file = browser.get(address(match, "hands.pbn"))
    assert file["Content-Type"].startswith("text/x-pbn")
    assert '.pbn"' in file["Content-Disposition"]
    other = match_of_the_same(club, match)
    answer = send(browser, other, file.content)
    assert messages_of(answer) == ["3 hands recorded."]
    assert totals(other) == totals(match)
    plays = [hand.record["plays"][0] for hand in other.hands.order_by("number")]
    assert [[card.replace("10", "T") for card in hand["plays"][0]] for hand in hands] == plays


def match_of_the_same(club: Club, match: Match) -> Match:
    other = Match.objects.get(pk=match.pk)
    seats = list(match.seats.all())
    other.pk = None
    other.hand_count = other.numbers_used = other.version = other.next_dealer = 0
    other.standing, other.totals, other.is_over, other.winner = {}, [0, 0, 0], False, None
    other.save()
    for seat in seats:
        seat.pk, seat.match = None, other
        seat.save()
    return other


def totals(match: Match) -> list[int]:
    return list(Match.objects.get(pk=match.pk).totals)


def test_of_a_file_with_a_faulty_hand_nothing_is_recorded(
    browser: Client, match: Match, hands: list[dict[str, Any]], organiser: User
) -> None:
    record(match, hands[:1], organiser)
    text = browser.get(address(match, "hands.pbn")).content.decode()
    answer = send(browser, match, text.encode())
    assert answer.status_code == 422
    (wrong,) = at_field(answer, "file")
    assert wrong.startswith("Line 3: ")
    assert wrong.endswith("has the deal.")
    assert Hand.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "The submitted file is empty."),
        (b"no pbn at all", "This is not a PBN file."),
        (b"\xff\xfe", "This is not a PBN file."),
        (b"% PBN 2.1\n", "The file has no hands."),
        (b'% PBN 2.1\n[Event "x"]\n', "Line 2: This game has no tag \u201cSeats\u201d."),
        (b'[Event "x"]\n' + b" " * LARGEST, "The file is larger than 2 MB."),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(
    content: bytes, said: str, browser: Client, match: Match
) -> None:
    answer = send(browser, match, content)
    assert answer.status_code == 422
    assert at_field(answer, "file") == [said]
    assert not Hand.objects.exists()


def test_games_without_cards_have_no_such_files(
    browser: Client, seated: Callable[[str], Match]
) -> None:
    match = seated("texas42")
    for below in ("hands.pbn", "hands/read/"):
        assert browser.get(address(match, below)).status_code == 404
    assert "PBN" not in words(browser.get(address(match)))


def test_another_clubs_hands_are_not_found(match: Match, client_for: ClientFor) -> None:
    stranger = User.objects.create_user("stranger", password="x")
    neighbours = club_create(name="Neighbours", owner=stranger)
    browser = client_for(stranger)
    for below in ("hands.pbn", "hands/read/"):
        assert browser.get(address(match, below)).status_code == 404
        here = f"/c/{neighbours.slug}/matches/{match.pk}/{below}"
        assert browser.get(here).status_code == 404
