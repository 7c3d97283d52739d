"""Same seeds, same draw: in every format the recorded lots give the same plan once more."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import pytest

from clubs.models import Club, Player, User
from engine.pairings.formats import FORMATS
from engine.pairings.state import PlannedRound
from scoring.services.results import result_state
from tests.tournaments.lots import lot_is_genuine
from tests.tournaments.single import misere, play, win_spades
from tests.tournaments.templates.director import Director
from tournaments.events.models import Event, Lot, Round, RoundState
from tournaments.events.selectors.pairing_state import stored_rounds
from tournaments.events.services.entries import entries_add, entries_draw_pairs
from tournaments.events.services.events import event_create, event_finish
from tournaments.events.services.plan_changes import round_redraw
from tournaments.events.services.rounds import round_begin, rounds_plan
from tournaments.events.services.standings import standings_refresh

CASES = [(key, game) for key, format_ in FORMATS.items() for game in sorted(format_.games)]
RULES = {
    "texas42": {"preset": "marks"},
    "pandoeren": {"hands": 2},
    "dummy_spades": {"preset": "short"},
    "klaverjassen": {"hands": 4},
}
ROUNDS = 3


class Drawn(NamedTuple):
    """An event's rounds, and how its lots came out."""

    rounds: tuple[PlannedRound, ...]
    lots: dict[str, list[int]]


def evening(club: Club, owner: User, players: list[Player], format_: str, game: str) -> Event:
    event = event_create(
        club=club,
        name="Night",
        date=owner.date_joined.date(),
        created_by=owner,
        game=game,
        rules=RULES[game],
        format=format_,
    )
    lineup = FORMATS[format_].lineup
    ends = range(0, 10 * lineup, lineup)
    entries_add(event=event, lineups=[players[at : at + lineup] for at in ends])
    return event


def play_round(director: Director, round_: Round) -> None:
    """Play the first table by hand, the lowest number winning, and give the others such totals.

    In 42 the first seats win or lose as the director has it.
    """
    if director.event.game == "texas42":
        director.play(round_)
        return
    totals: list[int] = []
    for table, sitting in director.tables(round_):
        match = table.games.get().match
        best = sitting.index(min(sitting))
        if director.event.game == "klaverjassen" and not totals:
            totals = [4 * 62, 4 * 100]
        if totals:
            others = min(totals)
            shown = [max(totals) if seat == best else others for seat in range(len(totals))]
            result_state(match_id=match.pk, totals=shown, author=director.by)
        elif director.event.game == "dummy_spades":
            totals = win_spades(match, director.by, best).totals
        else:
            while not match.is_over:
                match = play(match, director.by, partial(misere, declarer=best))
            totals = match.totals


def drawn(event: Event, owner: User, seeds: Mapping[str, str] | None) -> Drawn:
    """Three rounds of an event, the lots from chance or from recorded seeds."""
    director = Director(event, owner)
    rounds_plan(event=event, shuffle=True, seed=seeds)
    rounds_plan(event=event, shuffle=True, seed=seeds)
    if FORMATS[event.format].draws_rounds:
        round_redraw(event=event, seed=seeds["round.1.2"] if seeds else None)
    for number in range(1, ROUNDS + 1):
        if not event.rounds.filter(state=RoundState.PLANNED).exists():
            rounds_plan(event=event, seed=seeds)
        round_ = round_begin(round=event.rounds.get(number=number), seed=seeds)
        play_round(director, round_)
    lots = {lot.purpose: lot.outcome["order"] for lot in Lot.objects.filter(event=event)}
    return Drawn(stored_rounds(event.rounds.order_by("number")), lots)


@pytest.mark.parametrize(("format_", "game"), CASES[::2])
def test_the_recorded_seeds_give_the_same_plan_in_a_fresh_event(
    format_: str, game: str, club: Club, owner: User, players: list[Player]
) -> None:
    event = evening(club, owner, players, format_, game)
    before = drawn(event, owner, None)
    lots = list(Lot.objects.filter(event=event))
    assert all(lot_is_genuine(lot) for lot in lots)
    assert len({lot.seed for lot in lots}) == len(lots)
    fresh = evening(club, owner, players, format_, game)
    assert drawn(fresh, owner, {lot.purpose: lot.seed for lot in lots}) == before


@pytest.mark.parametrize(
    "format_", [key for key, format_ in FORMATS.items() if format_.draws_rounds]
)
def test_one_seed_is_enough_for_all_lots_of_a_round(
    format_: str, club: Club, owner: User, players: list[Player]
) -> None:
    def plan(seed: str) -> tuple[PlannedRound, ...]:
        event = evening(club, owner, players, format_, "texas42")
        rounds_plan(event=event, shuffle=True, seed=seed)
        return stored_rounds(event.rounds.all())

    assert plan("one") == plan("one") != plan("two")


def test_pairs_and_the_last_lots_are_drawn_again_from_their_seeds(
    club: Club, owner: User, players: list[Player]
) -> None:
    event = event_create(
        club=club,
        name="Night",
        date=owner.date_joined.date(),
        created_by=owner,
        rules=RULES["texas42"],
        tie_breaks=["times_set", "lot"],
    )
    entries_draw_pairs(event=event, players=players[:8])
    rounds_plan(event=event, shuffle=True)
    director = Director(event, owner)
    while event.rounds.filter(state=RoundState.PLANNED).exists():
        play_round(director, director.begin())
    event_finish(event=event)
    standings_refresh(event_id=event.pk)
    lots = {lot.purpose: lot for lot in Lot.objects.filter(event=event)}
    assert {"pairs", "order", "standings"} <= lots.keys()
    assert all(lot_is_genuine(lot) for lot in lots.values())
