"""Who has dropped out is not drawn again, in no format, and does not go on."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Club, Player, User
from scoring.models import Match
from tests.tournaments.conftest import EventMaker, begin_next, match_of
from tests.tournaments.services.test_drawn_again import CASES, evening, play_round
from tests.tournaments.templates.director import Director
from tournaments.events.models import Event, RoundState
from tournaments.events.selectors.pairing_state import stored_rounds
from tournaments.events.services.entries import entry_restore, entry_withdraw
from tournaments.events.services.rounds import round_begin, rounds_plan

GONE = {1, 6}


def drawn_after(event: Event, number: int) -> set[int]:
    """Who sits or sits out in the rounds after this one."""
    rounds = stored_rounds(event.rounds.filter(number__gt=number))
    return {
        entry for planned in rounds for table in (*planned.tables, planned.byes) for entry in table
    }


@pytest.mark.parametrize(("format_", "game"), CASES)
def test_who_left_is_not_drawn_again(
    format_: str, game: str, club: Club, owner: User, players: list[Player]
) -> None:
    event = evening(club, owner, players, format_, game)
    director = Director(event, owner)
    for number in (1, 2, 3):
        if not event.rounds.filter(state=RoundState.PLANNED).exists():
            try:
                rounds_plan(event=event, seed="x")
            except ValidationError:
                break
        play_round(director, round_begin(round=event.rounds.get(number=number), seed="x"))
        if number == 1:
            for gone in GONE:
                entry_withdraw(entry=event.entries.get(number=gone))
    assert event.rounds.filter(number__gt=1).exists()
    assert not drawn_after(event, 1) & GONE


def test_who_left_after_the_groups_does_not_go_on(
    make_event: EventMaker, win: Callable[..., Match]
) -> None:
    event = make_event(pairs=6, format="qualifying", format_options={"groups": 2})
    rounds_plan(event=event)
    for number in (1, 2, 3):
        begin_next(event)
        for table, sitting in enumerate(
            stored_rounds([event.rounds.get(number=number)])[0].tables, start=1
        ):
            win(match_of(event, number, table), sitting.index(min(sitting)))
    entry_withdraw(entry=event.entries.get(number=1))
    rounds_plan(event=event)
    assert drawn_after(event, 3) == {2, 3, 4, 5}, "the next of his group goes on instead"
    entry_restore(entry=event.entries.get(number=1))
    assert drawn_after(event, 3) == {1, 2, 3, 4}
