"""Coming, going and sitting in for somebody."""

from collections import Counter
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Player
from clubs.services.players import player_add
from scoring.models import Match
from tests.refused import refused
from tests.tournaments.conftest import EventMaker, begin_next, entry, match_of
from tests.tournaments.lots import lot_is_genuine
from tournaments.events.models import Event, Lot, RoundState, Table
from tournaments.events.selectors.events import lineups_at
from tournaments.events.services.entries import (
    entries_draw_pairs,
    entry_add,
    entry_remove,
    entry_restore,
    entry_substitute,
    entry_withdraw,
)
from tournaments.events.services.events import event_finish, event_update
from tournaments.events.services.rounds import rounds_plan

pytestmark = pytest.mark.usefixtures("held")

Tables = list[tuple[int, int, int | None]]


def tables(event: Event, state: str) -> Tables:
    """Round, home and away number of every table in rounds of a state."""
    tables = Table.objects.filter(round__event=event, round__state=state)
    rows = []
    for table in tables.order_by("round__number", "number"):
        numbers = [seat.entry.number for seat in table.seats.all()]
        rows.append((table.round.number, numbers[0], None if table.is_bye else numbers[1]))
    return rows


def names(match: Match) -> list[str]:
    return list(match.seats.values_list("name", flat=True))


def test_pairs_are_numbered_as_they_come(event: Event, players: list[Player]) -> None:
    assert list(event.entries.values_list("number", flat=True)) == [1, 2, 3, 4]
    assert lineups_at(event, 1)[entry(event, 2).pk] == (players[2], players[3])


def test_a_latecomer_plays_from_the_next_round_and_meets_everybody(
    running: Event, players: list[Player]
) -> None:
    begun = tables(running, RoundState.BEGUN)
    late = entry_add(event=running, players=players[8:10])
    assert late.joined_round == 2
    assert tables(running, RoundState.BEGUN) == begun
    planned = tables(running, RoundState.PLANNED)
    assert {number for number, *_ in planned} == {2, 3, 4, 5}  # the newcomer needs four
    met = Counter(frozenset(pair) for _, *pair in begun + planned if None not in pair)
    assert len(met) == 10
    assert set(met.values()) == {1}


def test_whoever_drops_out_is_planned_for_no_more_and_keeps_what_was_played(
    running: Event,
) -> None:
    begun = tables(running, RoundState.BEGUN)
    gone = entry_withdraw(entry=entry(running, 4))
    assert gone.left_after_round == 1
    assert tables(running, RoundState.BEGUN) == begun
    planned = tables(running, RoundState.PLANNED)
    assert planned == [(2, 1, 2), (2, 3, None), (3, 3, 1), (3, 2, None)]


def test_whoever_comes_back_is_planned_for_again(running: Event) -> None:
    before = tables(running, RoundState.PLANNED)
    entry_withdraw(entry=entry(running, 4))
    entry_restore(entry=entry(running, 4))
    assert tables(running, RoundState.PLANNED) == before
    with refused("not_dropped"):
        entry_restore(entry=entry(running, 4))


def test_dropping_out_twice_is_refused(running: Event) -> None:
    entry_withdraw(entry=entry(running, 4))
    with refused("dropped_already"):
        entry_withdraw(entry=entry(running, 4))


def test_a_pair_that_has_not_played_can_be_taken_out(event: Event) -> None:
    rounds_plan(event=event)
    entry_remove(entry=entry(event, 2))
    assert list(event.entries.values_list("number", flat=True)) == [1, 3, 4]
    assert {number for number, *_ in tables(event, RoundState.PLANNED)} == {1, 2, 3}


def test_a_pair_that_has_played_stays_on_record(running: Event) -> None:
    with refused("has_played"):
        entry_remove(entry=entry(running, 1))


def test_nobody_is_in_two_pairs_at_once(event: Event, players: list[Player]) -> None:
    with pytest.raises(ValidationError, match="Ada"):
        entry_add(event=event, players=[players[0], players[9]])
    assert event.entries.count() == 4


def test_whoever_dropped_out_may_come_back_in_another_pair_but_then_not_in_the_first(
    running: Event, players: list[Player]
) -> None:
    entry_withdraw(entry=entry(running, 1))
    entry_add(event=running, players=[players[0], players[9]])
    with pytest.raises(ValidationError, match="Ada"):
        entry_restore(entry=entry(running, 1))


@pytest.mark.parametrize("places", [(8,), (8, 8), (8, 9, 10), ()])
def test_a_pair_is_two_different_players(
    places: tuple[int, ...], event: Event, players: list[Player]
) -> None:
    with refused("wrong_lineup"):
        entry_add(event=event, players=[players[place] for place in places])


def test_players_of_another_club_are_refused(
    event: Event, players: list[Player], stranger: object
) -> None:
    neighbours = type(event.club).objects.get(name="The neighbours")
    foreign = player_add(club=neighbours, name="Zoe")
    with refused("other_club"):
        entry_add(event=event, players=[players[9], foreign])
    with refused("other_club"):
        entry_substitute(entry=entry(event, 1), place=0, player=foreign)


def test_an_event_takes_64_pairs_and_no_more(make_event: EventMaker) -> None:
    event = make_event(pairs=0)
    names_of_all = [f"Player {number}" for number in range(130)]
    everybody = [player_add(club=event.club, name=name) for name in names_of_all]
    for place in range(0, 128, 2):
        entry_add(event=event, players=everybody[place : place + 2])
    with pytest.raises(ValidationError, match="64"):
        entry_add(event=event, players=everybody[128:])


def test_pairs_can_be_drawn_and_the_draw_drawn_again(
    make_event: EventMaker, players: list[Player]
) -> None:
    event = make_event(pairs=0)
    entries = entries_draw_pairs(event=event, players=players[:8], seed="door")
    lot = Lot.objects.get(event=event, purpose="pairs")
    assert lot_is_genuine(lot)
    lineups = lineups_at(event, 1)
    drawn = [player.pk for entry in entries for player in lineups[entry.pk]]
    assert drawn == lot.outcome["order"]
    assert sorted(drawn) == sorted(player.pk for player in players[:8])
    entries_draw_pairs(event=event, players=players[8:10])
    assert Lot.objects.filter(event=event, purpose="pairs.2").exists()


def test_an_odd_number_cannot_be_drawn_into_pairs(
    make_event: EventMaker, players: list[Player]
) -> None:
    event = make_event(pairs=0)
    with refused("odd_number"):
        entries_draw_pairs(event=event, players=players[:3])


def test_a_substitute_sits_down_in_the_next_round(running: Event, players: list[Player]) -> None:
    first = entry(running, 1)
    entry_substitute(entry=first, place=1, player=players[10])
    assert lineups_at(running, 1)[first.pk] == (players[0], players[1])
    assert lineups_at(running, 2)[first.pk] == (players[0], players[10])
    assert "Ben" in names(match_of(running, 1, 1))
    begin_next(running)
    seated = [name for table in (1, 2) for name in names(match_of(running, 2, table))]
    assert "Kay" in seated
    assert "Ben" not in seated


def test_a_substitute_takes_the_seat_at_once_where_no_hand_was_played(
    running: Event, players: list[Player]
) -> None:
    entry_substitute(entry=entry(running, 1), place=1, player=players[10], from_round=1)
    assert names(match_of(running, 1, 1)) == ["Ada", "Gus", "Kay", "Hal"]


def test_a_substitute_cannot_take_over_hands_already_played(
    running: Event, players: list[Player], bid: Callable[..., Match]
) -> None:
    bid(match_of(running, 1, 1), 0)
    with refused("round_recorded"):
        entry_substitute(entry=entry(running, 1), place=1, player=players[10], from_round=1)
    assert names(match_of(running, 1, 1)) == ["Ada", "Gus", "Ben", "Hal"]


def test_a_substitute_for_one_round_hands_the_place_back(
    running: Event, players: list[Player]
) -> None:
    first = entry(running, 1)
    entry_substitute(entry=first, place=0, player=players[10], from_round=2)
    entry_substitute(entry=first, place=0, player=players[0], from_round=3)
    at = [lineups_at(running, number)[first.pk][0].name for number in (1, 2, 3)]
    assert at == ["Ada", "Kay", "Ada"]


@pytest.mark.parametrize(("place", "who"), [(0, 2), (0, 1)])
def test_a_substitute_must_be_free(
    place: int, who: int, running: Event, players: list[Player]
) -> None:
    with refused("entered_already"):
        entry_substitute(entry=entry(running, 1), place=place, player=players[who])


def test_a_substitute_must_be_free_in_every_later_round_too(
    running: Event, players: list[Player]
) -> None:
    entry_substitute(entry=entry(running, 2), place=0, player=players[10], from_round=3)
    with pytest.raises(ValidationError, match="Kay"):
        entry_substitute(entry=entry(running, 1), place=0, player=players[10], from_round=2)


def test_a_pair_has_two_places(running: Event, players: list[Player]) -> None:
    with refused("no_such_place"):
        entry_substitute(entry=entry(running, 1), place=2, player=players[10])


def test_a_finished_event_takes_no_changes(running: Event, players: list[Player]) -> None:
    event_finish(event=running, unfinished=True)
    for change in (
        lambda: entry_add(event=running, players=players[8:10]),
        lambda: entry_withdraw(entry=entry(running, 1)),
        lambda: entry_substitute(entry=entry(running, 1), place=0, player=players[9]),
        lambda: rounds_plan(event=running),
    ):
        with refused("closed"):
            change()


def test_an_entry_has_as_many_substitutes_as_the_event_allows(
    running: Event, players: list[Player]
) -> None:
    event_update(event=running, substitutes=1)
    ours = entry(running, 1)
    first, second = players[10], players[11]
    entered = ours.lineup.get(place=1).player
    entry_substitute(entry=ours, place=1, player=first, from_round=2)
    entry_substitute(entry=ours, place=1, player=entered, from_round=3)
    entry_substitute(entry=ours, place=0, player=first, from_round=3)
    with pytest.raises(ValidationError, match="allows one entry 1 substitute") as refused:
        entry_substitute(entry=ours, place=1, player=second, from_round=3)
    assert refused.value.error_dict["player"][0].code == "too_many"
    assert not ours.lineup.filter(player=second).exists(), "nothing has changed"
    entry_substitute(entry=entry(running, 2), place=1, player=second, from_round=2)


def test_the_director_may_let_in_one_more(running: Event, players: list[Player]) -> None:
    event_update(event=running, substitutes=0)
    with refused("too_many"):
        entry_substitute(entry=entry(running, 1), place=1, player=players[10])
    entry_substitute(entry=entry(running, 1), place=1, player=players[10], beyond=True)
    assert entry(running, 1).lineup.filter(player=players[10]).exists()
