"""Time is called: the hand under way is finished, then the higher total wins."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from clubs.models import Club, Player, User
from rules.problems import Code
from scoring.errors import HandRejected
from scoring.models import Match
from scoring.services.hands import hand_correct, hand_undo
from scoring.services.matches import match_time_call, matches_time_uncall
from tests.conftest import ClientFor
from tests.scoring.conftest import Recorded, match_in, quick

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    return match_in(
        club, players, rules={"preset": "marks"}, stakes={"currency": "USD", "per_mark": "0.25"}
    )


def ended(match: Match) -> tuple[bool, int | None]:
    match.refresh_from_db()
    return match.is_over, match.winner


def test_the_hand_under_way_still_counts(match: Match, recorded: Recorded, organiser: User) -> None:
    recorded(bidder=1)
    match_time_call(match_id=match.pk, called_by=organiser)
    assert ended(match) == (False, None)
    recorded(bidder=1)
    assert ended(match) == (True, 1)


def test_between_two_hands_the_match_ends_at_once(
    match: Match, recorded: Recorded, organiser: User
) -> None:
    recorded(bidder=1)
    match_time_call(match_id=match.pk, called_by=organiser, after=1)
    assert ended(match) == (True, 1)
    assert [(side.won, side.lost) for side in match.sides.order_by("number")] == [
        (False, True),
        (True, False),
    ]


def test_the_button_ends_only_a_match_on_which_time_was_called(
    match: Match, recorded: Recorded, organiser: User, client_for: ClientFor
) -> None:
    recorded(bidder=1)
    client, path = (
        client_for(organiser),
        reverse("match-time-end", args=[match.club.slug, match.pk]),
    )
    assert "Time has not been called" in client.post(path, follow=True).text
    assert ended(match) == (False, None)
    match_time_call(match_id=match.pk, called_by=organiser)
    assert "The match ends as it stands." in client.post(path, follow=True).text
    assert ended(match) == (True, 1)


def test_a_level_score_is_a_draw(match: Match, organiser: User) -> None:
    match_time_call(match_id=match.pk, called_by=organiser, after=0)
    assert ended(match) == (True, None)


def test_a_level_score_is_played_off_hand_by_hand(
    match: Match, recorded: Recorded, organiser: User
) -> None:
    recorded(bidder=1)
    match_time_call(match_id=match.pk, called_by=organiser, plays_off=True)
    recorded(bidder=2)
    assert ended(match) == (False, None), "one mark each"
    recorded(bidder=3)
    assert ended(match) == (True, 1)


def test_no_hand_is_taken_after_the_last(match: Match, recorded: Recorded, organiser: User) -> None:
    recorded(bidder=1)
    match_time_call(match_id=match.pk, called_by=organiser, after=1)
    with pytest.raises(HandRejected) as refused:
        recorded(bidder=2)
    assert [problem.code for problem in refused.value.problems] == [Code.MATCH_AFTER_END]


def test_a_correction_turns_the_winner(match: Match, recorded: Recorded, organiser: User) -> None:
    recorded(bidder=1)
    match_time_call(match_id=match.pk, called_by=organiser, after=1)
    hand_correct(
        match_id=match.pk,
        number=1,
        record=quick(dealer=0, bidder=1, made=False),
        author=organiser,
        reason="misread",
        revision=1,
    )
    assert ended(match) == (True, 0)


def test_taking_the_last_hand_back_plays_it_again(
    match: Match, recorded: Recorded, organiser: User
) -> None:
    recorded(bidder=1)
    match_time_call(match_id=match.pk, called_by=organiser, after=1)
    hand_undo(match_id=match.pk, author=organiser, number=1, revision=1)
    assert ended(match) == (False, None)


def test_the_call_can_be_taken_back(match: Match, recorded: Recorded, organiser: User) -> None:
    recorded(bidder=1)
    match_time_call(match_id=match.pk, called_by=organiser, after=1)
    matches_time_uncall(match_ids=[match.pk])
    assert (ended(match), match.plays_off) == ((False, None), False)
    recorded(bidder=2)
    with pytest.raises(ValidationError):
        matches_time_uncall(match_ids=[match.pk])


def test_time_is_not_called_twice_nor_before_what_was_played(
    match: Match, recorded: Recorded, organiser: User
) -> None:
    recorded(bidder=1)
    with pytest.raises(ValidationError):
        match_time_call(match_id=match.pk, called_by=organiser, after=0)
    match_time_call(match_id=match.pk, called_by=organiser, after=1)
    with pytest.raises(ValidationError):
        match_time_call(match_id=match.pk, called_by=organiser)
