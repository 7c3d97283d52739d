"""Tables with one player more than the game has seats: whoever deals sits the hand out."""

import pytest

from clubs.models import User
from scoring.errors import HandRejected
from scoring.models import Match, Side
from scoring.services.matches import match_time_call
from tests.tournaments.conftest import EveningMaker, drawn_and_begun, match_of
from tests.tournaments.single import misere, thrown_in
from tests.tournaments.taking_turns import LARGER, PANDOEREN, names_at, playing, record
from tournaments.events.models import RoundState
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.events import event_update
from tournaments.events.services.rounds import rounds_plan


@pytest.fixture
def five(make_evening: EveningMaker) -> Match:
    """Ada, Ben, Cleo, Dan and Eva in some order, of four hands become five."""
    event = make_evening(5, **PANDOEREN)
    drawn_and_begun(event)
    return match_of(event, 1, 1)


def test_the_deal_passes_with_hands_that_are_thrown_in(five: Match, owner: User) -> None:
    names = names_at(five)
    record(five, owner, thrown_in(3))
    record(five, owner, misere(3, 0))
    assert Match.objects.get(pk=five.pk).totals == [0, 0, 3, 0, 0]
    assert playing(five, 2)[0] == names[2]
    assert [side.hands for side in Side.objects.filter(match=five)] == [1, 1, 2, 2, 2]


def test_five_play_the_hands_of_their_own_rules(five: Match, owner: User) -> None:
    for number in range(1, 6):
        match = record(five, owner, misere(3, 1))
        assert match.is_over == (number == 5)
    assert match.totals == [3, 3, 3, 3, 3]
    assert match.winner is None
    assert [side.hands for side in Side.objects.filter(match=five)] == [4] * 5


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_deal_is_written_at_the_last_seat_from_the_first_hand_on(
    dealer: int, five: Match, owner: User
) -> None:
    with pytest.raises(HandRejected, match="the last seat, 3"):
        record(five, owner, misere(dealer, 0))
    assert five.next_dealer == 3


def test_other_rules_before_the_first_hand_are_made_for_five_again(five: Match) -> None:
    event = five.game_of.table.round.event
    event_update(event=event, rules={"hands": 16})
    five.refresh_from_db()
    assert five.rules == {"hands": 20}
    assert five.totals == [0] * 5


def test_time_called_ends_a_table_of_five(five: Match, owner: User) -> None:
    match = record(five, owner, misere(3, 3))
    match = match_time_call(match_id=five.pk, called_by=owner, after=1)
    assert (match.is_over, match.winner, match.totals) == (True, 4, [0, 0, 0, 0, 3])


def test_who_left_makes_the_later_tables_smaller(make_evening: EveningMaker) -> None:
    event = make_evening(17, **PANDOEREN)
    drawn_and_begun(event)
    entry_withdraw(entry=event.entries.get(number=3))
    sizes = [
        [table.seats.count() for table in round_.tables.all()]
        for round_ in event.rounds.filter(state=RoundState.PLANNED)
    ]
    assert sizes == [[4, 4, 4, 4]] * 3


@pytest.mark.parametrize(
    ("game", "count", "sizes"),
    [
        ("pandoeren", 18, [4, 4, 5, 5]),
        ("pandoeren", 19, [4, 5, 5, 5]),
        ("pandoeren", 11, [1, 5, 5]),
        ("pandoeren", 7, [1, 1, 5]),
        ("dummy_spades", 11, [3, 4, 4]),
        ("dummy_spades", 5, [1, 4]),
    ],
)
def test_as_many_tables_are_larger_as_are_needed_and_as_few_sit_out_as_can_be(
    game: str, count: int, sizes: list[int], make_evening: EveningMaker
) -> None:
    event = make_evening(count, game, format_options=LARGER)
    rounds_plan(event=event)
    for round_ in event.rounds.all():
        assert sorted(table.seats.count() for table in round_.tables.all()) == sizes
