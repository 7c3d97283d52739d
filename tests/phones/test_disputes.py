"""Nothing disputed enters as final: what follows from results waits until it is settled."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError

from clubs.models import User
from scoring.models import HandSeat, Match
from stats.selectors.club_numbers import club_numbers
from stats.selectors.records import matches_of
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, match_of
from tests.tournaments.pages import Pages, words
from tournaments.events.models import Event, Game, RoundState, WhoWrites
from tournaments.events.selectors.next_step import draw_outdated
from tournaments.events.selectors.pairing_state import pairing_state_of
from tournaments.events.selectors.rounds import event_overview, my_tables
from tournaments.events.selectors.standings import cross_table
from tournaments.events.services.events import event_update
from tournaments.events.services.locking import standings_mark_stale
from tournaments.events.services.rounds import round_begin, rounds_plan
from tournaments.phones.services.table_hands import dispute_settle

pytestmark = pytest.mark.usefixtures("held")

Win = Callable[..., Match]
BY_RESULTS = {
    "swiss": {"pairs": 4},
    "single_elimination": {"pairs": 4},
    "double_elimination": {"pairs": 4},
    "two_boxes": {"pairs": 4},
    "qualifying": {"pairs": 6},
}


def dispute(event: Event, number: int, table: int) -> Match:
    """The state into which "Not right" on a phone puts a game."""
    match = match_of(event, number, table)
    Game.objects.filter(match=match).update(is_disputed=True)
    standings_mark_stale(event_id=event.pk)
    return match


@pytest.fixture(params=BY_RESULTS)
def played(request: pytest.FixtureRequest, make_event: EventMaker, win: Win) -> Event:
    """An event in which what comes next follows from results; its begun rounds are played out."""
    event = make_event(format=request.param, **BY_RESULTS[request.param])
    event_update(event=event, who_writes=WhoWrites.CONFIRMED)
    event.refresh_from_db()
    rounds_plan(event=event)
    while event.rounds.filter(state=RoundState.PLANNED).exists():
        begin_next(event)
        for game in Game.objects.filter(table__round__event=event, match__is_over=False):
            win(game.match, 0)
    return event


def test_no_round_is_drawn_from_a_disputed_result(played: Event, owner: User) -> None:
    last = played.rounds.count()
    match = dispute(played, last, 1)
    seated = {seat.entry.number for seat in match.game_of.table.seats.all()}
    assert seated <= pairing_state_of(played).playing
    begun = played.rounds.count()
    if "elimination" in played.format:
        rounds = _planned(played)
        drawn = {entry for table in rounds for entry in table}
        assert not drawn & seated
    else:
        with pytest.raises(ValidationError, match="one is disputed: settle it at the desk"):
            rounds_plan(event=played)
        assert played.rounds.count() == begun
    dispute_settle(match_id=match.pk, by=owner)
    assert rounds_plan(event=played)


def _planned(event: Event) -> list[list[int]]:
    """The tables that can be drawn now; none where that is refused."""
    try:
        rounds = rounds_plan(event=event)
    except ValidationError:
        return []
    return [
        [seat.entry.number for seat in table.seats.all()]
        for round_ in rounds
        for table in round_.tables.filter(is_bye=False)
    ]


def test_a_round_drawn_before_the_dispute_is_not_begun(make_event: EventMaker, win: Win) -> None:
    event = make_event(pairs=4, format="single_elimination")
    event_update(event=event, who_writes=WhoWrites.PLAYERS)
    event.refresh_from_db()
    drawn_and_begun(event)
    for table in (1, 2):
        win(match_of(event, 1, table), 0)
    (final,) = rounds_plan(event=event)
    assert draw_outdated(event) is None
    dispute(event, 1, 1)
    with pytest.raises(ValidationError, match="draw it again"):
        round_begin(round=final)


def test_a_disputed_table_is_open_and_won_by_nobody(
    running: Event, win: Win, pages_of: Callable[[Event], Pages]
) -> None:
    event_update(event=running, who_writes=WhoWrites.PLAYERS)
    for table in (1, 2):
        win(match_of(running, 1, table), 0)
    match = dispute(running, 1, 1)
    running.refresh_from_db()
    overview = event_overview(running)
    (open_table,) = overview.open_tables
    assert (open_table.number, open_table.winners, open_table.open_game) == (1, (), None)
    assert not open_table.games[0].winners
    crossed = [game for row in cross_table(running) for cell in row.cells for game in cell]
    games = [game for game in crossed if game.match_id == match.pk]
    assert games
    assert not [game for game in games if game.is_over or game.won or game.lost]
    shown = words(pages_of(running).get("event"))
    assert "disputed" in shown
    assert "1 table is still playing" in shown


def test_a_disputed_match_is_in_no_number_of_the_club(
    running: Event, win: Win, owner: User
) -> None:
    matches = [win(match_of(running, 1, table), 0) for table in (1, 2)]
    match = dispute(running, 1, 1)
    assert match in matches
    assert match not in matches_of(running.club, running.game)
    left_out = club_numbers(running.club, running.game)
    dispute_settle(match_id=match.pk, by=owner)
    assert match in matches_of(running.club, running.game)
    counted = club_numbers(running.club, running.game)
    assert counted.matches == left_out.matches + 1
    hands = HandSeat.objects.filter(match=match, role="declarer", outcome__in=("made", "set"))
    declared = [
        sum(declared_row.total.hands for declared_row in numbers.declared)
        for numbers in (left_out, counted)
    ]
    assert declared[1] - declared[0] == hands.count() > 0


def test_who_sat_at_a_disputed_table_goes_on_to_the_next_round(running: Event, win: Win) -> None:
    event_update(event=running, who_writes=WhoWrites.PLAYERS)
    for table in (1, 2):
        win(match_of(running, 1, table), 0)
    match = dispute(running, 1, 1)
    begin_next(running)
    player = match.seats.earliest("number").player_id
    tables = my_tables(event_overview(running), player)
    assert tables is not None
    assert tables.now is not None
    assert tables.now.round.number == 2
