"""What the event's page says of the next round where it follows from results."""

from collections.abc import Callable

import pytest

from clubs.models import Club, Player, User
from tests.tournaments.changing import night
from tests.tournaments.conftest import EventMaker, begin_next, entry, match_of
from tests.tournaments.naive import result
from tests.tournaments.pages import Pages, words
from tournaments.models import Event
from tournaments.selectors.situations import stored_rounds
from tournaments.services.entries import entry_withdraw
from tournaments.services.plan_changes import seats_swap
from tournaments.services.rounds import rounds_plan

CHANGED = "A result has changed since this round was drawn."
PagesOf = Callable[[Event], Pages]


def play_round(event: Event) -> None:
    """Plan and begin the next round; whoever sits first wins everywhere."""
    rounds_plan(event=event)
    for table in begin_next(event).tables.filter(is_bye=False):
        result(table.games.get().match, 7, 3)


@pytest.fixture
def drawn(make_event: EventMaker) -> Event:
    """Four pairs in a Swiss event, one round played, the second drawn."""
    event = make_event(format="swiss")
    play_round(event)
    rounds_plan(event=event)
    return event


def test_where_all_who_are_left_have_met_the_page_says_so(
    make_event: EventMaker, pages_of: PagesOf
) -> None:
    event = make_event(format="swiss", format_options={"rounds": 5})
    play_round(event)
    for number in (2, 4):
        entry_withdraw(entry=entry(event, number))
    assert "No legal round is left" in words(pages_of(event).get("event"))


@pytest.mark.parametrize("format_", ["progressive", "by_standing", "ladder"])
def test_where_too_few_are_left_for_a_table_the_page_says_so(
    format_: str, club: Club, owner: User, players: list[Player], pages_of: PagesOf
) -> None:
    event = night(club, owner, players[:5], format_)
    play_round(event)
    for number in (1, 2):
        entry_withdraw(entry=entry(event, number))
    page = words(pages_of(event).get("event"))
    assert "At least 4" in page
    assert "All rounds are complete." not in page


def test_after_the_last_round_all_are_complete(make_event: EventMaker, pages_of: PagesOf) -> None:
    event = make_event(format="swiss", format_options={"rounds": 1})
    play_round(event)
    assert "All rounds are complete." in words(pages_of(event).get("event"))


def test_a_round_drawn_before_a_correction_is_begun_or_drawn_again(
    drawn: Event, pages_of: PagesOf
) -> None:
    pages = pages_of(drawn)
    assert CHANGED not in words(pages.get("event"))
    before = stored_rounds(drawn.rounds.filter(number=2))
    result(match_of(drawn, 1, 1), 3, 7)
    page = words(pages.get("event"))
    assert CHANGED in page
    assert "Draw again" in page
    assert "Begin round 2" in page
    pages.post("event-plan")
    assert stored_rounds(drawn.rounds.filter(number=2)) != before
    assert CHANGED not in words(pages.get("event"))


def test_a_round_changed_by_hand_is_the_directors_own(
    drawn: Event, owner: User, pages_of: PagesOf
) -> None:
    (planned,) = stored_rounds(drawn.rounds.filter(number=2))
    one, other = planned.tables[0][0], planned.tables[1][0]
    seats_swap(round=drawn.rounds.get(number=2), one=one, other=other, by=owner)
    assert CHANGED not in words(pages_of(drawn).get("event"))
