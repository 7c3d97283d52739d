"""Setting a match up, and its rules until the first hand."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Club, Player
from scoring.models import Match
from scoring.services.matches import match_rules_set
from tests.scoring.conftest import NAMES, MatchFor, Recorded
from tests.scoring.matches import match_create

pytestmark = pytest.mark.django_db


def test_a_match_starts_at_nothing_with_its_players_seated(match_for: MatchFor) -> None:
    match = match_for(first_dealer=3)
    assert (match.totals, match.next_dealer, match.is_over) == ([0, 0], 3, False)
    assert tuple(seat.name for seat in match.seats.all()) == NAMES
    assert [(side.number, side.total) for side in match.sides.all()] == [(0, 0), (1, 0)]


REFUSED: list[dict[str, Any]] = [
    {"rules": {"preset": "unheard of"}},
    {"rules": {"target": "seven"}},
    {"stakes": {"currency": "USD", "per_mark": "0.005"}},
    {"stakes": {"currency": "dollars"}},
    {"stakes": {"currency": "USD", "per_point": "1"}},
    {"stakes": {"per_mark": "1"}},
]


@pytest.mark.parametrize("agreed", REFUSED)
def test_rules_and_stakes_are_the_rule_book_s(match_for: MatchFor, agreed: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        match_for(**agreed)
    assert not Match.objects.exists()


@pytest.mark.parametrize("change", [{"players": 3}, {"first_dealer": 4}])
def test_a_table_has_four_seats(club: Club, players: list[Player], change: dict[str, int]) -> None:
    seated = players[: change.get("players", 4)]
    dealer = change.get("first_dealer", 0)
    with pytest.raises(ValueError, match="played by 4"):
        match_create(
            club=club, game="texas42", rules={}, stakes=None, players=seated, first_dealer=dealer
        )


def test_rules_may_change_until_the_first_hand(match: Match, recorded: Recorded) -> None:
    match_rules_set(match=match, rules={"preset": "straight"}, stakes=None)
    assert Match.objects.get(pk=match.pk).rules == {"preset": "straight"}
    recorded()
    with pytest.raises(ValueError, match="keeps the rules"):
        match_rules_set(match=match, rules={}, stakes=None)
