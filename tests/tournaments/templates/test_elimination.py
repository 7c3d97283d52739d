"""Every tournament of 42, made from its template and played to the end."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Club, User
from engine.pairings.state import PlannedRound
from games.texas42.presets import ELIMINATION
from rules import GAMES, verdict
from tests.tournaments.conftest import match_of
from tests.tournaments.templates.director import Director, stronger
from tournaments.events.models import DecisionKind, Round, Table
from tournaments.events.presets import TEMPLATES
from tournaments.events.selectors.clocks import usual_minutes
from tournaments.events.selectors.pairing_state import stored_rounds
from tournaments.events.selectors.standings import standings_for
from tournaments.events.services.clocks import clock_start, time_call
from tournaments.events.services.decisions import play_off_record, table_forfeit
from tournaments.events.services.entries import entry_add, entry_substitute
from tournaments.events.services.events import event_update
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.django_db


def met(rounds: Sequence[PlannedRound]) -> Counter[frozenset[int]]:
    return Counter(frozenset(table) for round_ in rounds for table in round_.tables)


def defeats(director: Director) -> Counter[int]:
    """Meetings lost by entry."""
    lost = Counter[int]()
    for round_, results in zip(director.rounds, director.results, strict=True):
        for table, result in zip(round_.tables, results, strict=True):
            lost.update(set(table) - result.winners)
    return lost


def sections(rounds: Sequence[PlannedRound]) -> Counter[str]:
    return Counter(slot.section for round_ in rounds for slot in round_.slots)


SPECIAL = {"nello": "never", "plunge": False, "splash": False, "sevens": False}
PLAYED: dict[str, dict[str, object]] = {
    "state_championship": {"all_pass": "redeal"},
    "morning_round_robin": {"all_pass": "dealer_must_bid"},
    "groups_of_four": {"all_pass": "redeal"},
    "two_boxes": {"all_pass": "redeal"},
    "town_festival": {"all_pass": "dealer_must_bid", "nello": "any", "nello_doubles": ("own",)},
    "long_first_round": {"all_pass": "dealer_must_bid", "plunge": True, "plunge_marks": 4},
    "company_games": {"all_pass": "dealer_must_bid"},
    "weekly_league": {"all_pass": "dealer_must_bid"},
    "swiss": {"all_pass": "dealer_must_bid"},
    "rotating_partners": {"all_pass": "dealer_must_bid"},
    "progressive_party": {"all_pass": "dealer_must_bid"},
}
"""What each is announced with, beside seven suits, doubles and follow me with any bid."""


@pytest.mark.parametrize("key", [template.key for template in ELIMINATION])
def test_every_tournament_plays_the_nine_declarations_and_only_the_specials_it_announces(
    key: str,
) -> None:
    values = GAMES["texas42"].options.values(TEMPLATES[key].rules)
    nine = {"no_trump": "any", "no_trump_doubles": ("high",), "doubles_trump": "any"}
    wanted = {"target": 7, "max_opening_marks": 2} | nine | SPECIAL | PLAYED[key]
    assert {name: values[name] for name in wanted} == wanted


def test_each_of_the_nine_declarations_is_a_hand_at_every_tournament() -> None:
    declarations: list[dict[str, object]] = [
        *({"kind": "trump", "trump": suit} for suit in range(7)),
        {"kind": "doubles"},
        {"kind": "no_trump", "doubles": "high"},
    ]
    for template in ELIMINATION:
        for contract in declarations:
            hand = {
                "format": "hand-record/1",
                "game": "texas42",
                "rules": dict(template.rules),
                "dealer": 3,
                "auction": [
                    {"seat": seat, "bid": "30" if seat == 0 else "pass"} for seat in range(4)
                ],
                "contract": contract,
                "tally": {"made": True},
            }
            assert verdict(hand)["score"] == [1, 0], (template.key, contract)


def test_state_championship_style(club: Club, owner: User) -> None:
    director = Director.of("state_championship", club=club, by=owner, entries=40)
    event = director.event
    for _round in range(7):
        director.play(director.begin())
    groups = director.rounds
    assert {len(round_.tables) for round_ in groups} == {20}
    assert set(met(groups).values()) == {1}, "seven games of eight: everybody once"
    first = director.begin()
    assert usual_minutes(event, event.rounds.get(number=1)) == 25
    assert usual_minutes(event, first) == 75
    assert sections(director.rounds)["winners"] == 16
    director.play(first)
    director.play_out()
    assert {slot.best_of for round_ in director.rounds[7:] for slot in round_.slots} <= {0, 3}
    champions = director.finish()
    assert champions[0] == 1
    assert director.value(1, "bracket_place") == 1


def test_pairs_of_groups_of_five_and_of_four_are_compared_by_the_game(
    club: Club, owner: User
) -> None:
    director = Director.of("state_championship", club=club, by=owner, entries=9)
    event_update(
        event=director.event,
        format_options=director.event.format_options | {"advance_total": 4},
    )
    for _round in range(5):
        director.play(director.begin())
    won = {number: director.value(number, "games_won") for number in range(1, 10)}
    standings = [row.entrant.number for row in standings_for(director.event).rows]
    games = {
        entry: sum(entry in table for round_ in director.rounds for table in round_.tables)
        for entry in won
    }
    assert sorted(games.values()) == [3] * 4 + [4] * 5
    shares = [Fraction(won[entry] or 0, games[entry]) for entry in standings]
    assert shares == sorted(shares, reverse=True)
    bracket = director.begin()
    field = {entry for _table, sat in director.tables(bracket) for entry in sat}
    field |= set(director.rounds[-1].byes)
    consolation = {
        entry
        for table, slot in zip(director.rounds[-1].tables, director.rounds[-1].slots, strict=False)
        for entry in table
        if slot.section.startswith("consolation")
    }
    assert set(standings[:4]) <= field - consolation


def test_state_style_takes_160_pairs_and_no_more(club: Club, owner: User) -> None:
    director = Director.of("state_championship", club=club, by=owner, entries=160)
    rounds_plan(event=director.event)
    assert [round_.tables.count() for round_ in director.event.rounds.all()] == [80] * 7
    players = [club.players.create(name=name) for name in ("One", "More")]
    with pytest.raises(ValidationError, match="160"):
        entry_add(event=director.event, players=players)


def test_in_the_double_final_a_finalist_must_lose_twice(club: Club, owner: User) -> None:
    def upset_once(table: Sequence[int], number: int) -> int:
        """Pair 2 beats pair 1 the first time they meet in the bracket's final."""
        if set(table) == {1, 2} and not upsets and number > 7:
            return table.index(2)
        return stronger(table, number)

    upsets: list[int] = []
    director = Director.of("state_championship", club=club, by=owner, entries=8)
    for _round in range(7):
        director.play(director.begin())
    while set(director.rounds[-1].tables[0]) != {1, 2} or len(director.rounds) < 8:
        round_ = director.begin()
        director.play(round_, upset_once)
    upsets.append(len(director.rounds))
    assert director.play_out(upset_once) == 2, "one defeat each, then the last meeting"
    assert director.finish()[:2] == [1, 2]


def test_morning_round_robin_with_two_double_brackets(club: Club, owner: User) -> None:
    director = Director.of("morning_round_robin", club=club, by=owner, entries=11)
    rounds_plan(event=director.event)
    byes = Counter(entry for round_ in director.event.rounds.all() for entry in _byes(round_))
    assert set(byes.values()) == {1}
    opening = director.begin()
    table, sitting = director.tables(opening)[0]
    table_forfeit(table=table, entry=director.event.entries.get(number=sitting[0]))
    for _table, others in director.tables(opening)[1:]:
        director.game(_table.games.get().match, stronger(others, 1))
    assert director.value(sitting[1], "points") == 7
    (bye,) = director.rounds[0].byes
    assert (director.value(bye, "points"), director.value(bye, "points_against")) == (7, 4)
    for _round in range(4):
        director.play(director.begin())
    director.play_out()
    counts = sections(director.rounds)
    assert counts["winners"] > 0
    assert counts["losers"] > 0
    assert {name.partition(".")[0] for name in counts} > {"consolation"}
    order = director.finish()
    field = set(director.rounds[5].tables[0])
    assert field <= set(order)
    lost = Counter[int]()
    for round_, results in zip(director.rounds[5:], director.results[5:], strict=True):
        for sat, result in zip(round_.tables, results, strict=True):
            lost.update(set(sat) - result.winners)
    champions = [entry for entry in order if lost[entry] < 2]
    assert len(champions) == 2, "everybody else is out after two defeats"


def test_sixteen_pairs_in_groups_of_four(club: Club, owner: User) -> None:
    director = Director.of("groups_of_four", club=club, by=owner, entries=16)
    for _round in range(3):
        director.play(director.begin())
    groups = [
        frozenset(director.rounds[0].tables[at] + director.rounds[0].tables[at + 1])
        for at in range(0, 8, 2)
    ]
    assert all(
        frozenset(pair) in met(director.rounds) for g in groups for pair in combinations(g, 2)
    )
    quarter_finals = director.begin()
    field = {entry for _table, sat in director.tables(quarter_finals) for entry in sat}
    assert len(field) == 8
    assert all(len(field & group) == 2 for group in groups)
    director.play(quarter_finals)
    assert director.play_out() == 2
    assert director.finish()[0] == 1


def test_level_for_a_place_in_a_group_a_play_off_decides(club: Club, owner: User) -> None:
    director = Director.of("groups_of_four", club=club, by=owner, entries=4)
    cycle = {frozenset({1, 2}): 1, frozenset({2, 3}): 2, frozenset({1, 3}): 3}
    for _round in range(3):
        round_ = director.begin()
        for table, sat in director.tables(round_):
            winner = cycle.get(frozenset(sat), min(sat))
            director.game(table.games.get().match, sat.index(winner), loser_marks=2)
    standings_refresh(event_id=director.event.pk)
    play_off_record(event=director.event, kind=DecisionKind.DOMINO, order=[3, 1, 2], by=owner)
    final = director.begin()
    assert [set(sat) for _table, sat in director.tables(final)] == [{3, 1}]


def test_double_elimination_out_of_two_boxes(club: Club, owner: User) -> None:
    director = Director.of("two_boxes", club=club, by=owner, entries=13)
    director.play_out()
    assert {slot.best_of for round_ in director.rounds for slot in round_.slots} <= {0, 3}
    byes = Counter(entry for round_ in director.rounds for entry in round_.byes)
    assert max(byes.values()) == 1
    assert director.event.lots.filter(purpose__startswith="round.").count() == len(director.rounds)
    order = director.finish()
    lost = defeats(director)
    assert lost[order[0]] < 2
    assert {lost[entry] for entry in order[1:]} == {2}


def test_town_festival_style(club: Club, owner: User) -> None:
    director = Director.of("town_festival", club=club, by=owner, entries=32)
    director.play_out()
    assert sum(len(round_.tables) for round_ in director.rounds) in {62, 63}
    order = director.finish()
    assert order[0] == 1
    lost = defeats(director)
    assert {lost[entry] for entry in order[1:]} == {2}


def test_first_round_best_three_of_five(club: Club, owner: User) -> None:
    director = Director.of("long_first_round", club=club, by=owner, entries=8)

    def close(table: Sequence[int], number: int) -> int:
        """The weaker wins every other game."""
        games.update([number])
        side = stronger(table, number)
        return side if games[number] % 2 else 1 - side

    games = Counter[int]()
    first = director.begin()
    assert {table.games.count() for table in first.tables.all()} == {5}
    director.play(first, close)
    second = director.begin()
    assert {table.games.count() for table in second.tables.all()} == {3}
    director.play(second)
    director.play_out()
    assert len(director.rounds) == 3


def test_company_games_style(club: Club, owner: User) -> None:
    director = Director.of("company_games", club=club, by=owner, entries=6)
    first = director.begin()
    assert clock_start(round=first).seconds == 3000
    (level, pairs), *others = director.tables(first)
    match = level.games.get().match
    for side in (0, 1):
        match = director.hand(match, side)
    time_call(round=first, by=owner)
    match.refresh_from_db()
    match = director.hand(match, 0, marks=1)
    assert (match.is_over, match.winner) == (True, 0), "high marks win when the hand is finished"
    assert director.results[0][0].winners == {pairs[0]}
    for table, _sat in others:
        match = table.games.get().match
        match = director.hand(match, 1)
        assert match.is_over
    director.play_out()
    assert director.event.rounds.count() > 3, "the second evening goes on where the first ended"
    order, lost = director.finish(), defeats(director)
    assert {lost[entry] for entry in order[1:]} == {2}


def test_a_level_score_is_played_off_by_one_hand(club: Club, owner: User) -> None:
    director = Director.of("company_games", club=club, by=owner, entries=2)
    round_ = director.begin()
    match = director.hand(match_of(director.event, 1, 1), 0)
    time_call(round=round_, by=owner)
    match.refresh_from_db()
    match = director.hand(match, 1)
    assert not match.is_over
    assert director.hand(match, 1).winner == 1


def test_weekly_league_of_fixed_pairs(club: Club, owner: User) -> None:
    director = Director.of("weekly_league", club=club, by=owner, entries=11)
    first = director.begin()
    director.play(first)
    substitute = club.players.create(name="Sub")
    entry_substitute(entry=director.event.entries.get(number=3), place=1, player=substitute)
    third = director.event.entries.get(number=3)
    another = club.players.create(name="Another")
    with pytest.raises(ValidationError, match="allows one entry 1 substitute"):
        entry_substitute(entry=third, place=1, player=another, from_round=3)
    assert director.play_out() == 10
    assert [len(round_.tables) for round_ in director.rounds] == [5] * 11
    byes = Counter(entry for round_ in director.rounds for entry in round_.byes)
    assert byes == Counter(range(1, 12)), "a week off for everybody"
    assert set(met(director.rounds).values()) == {1}
    assert director.finish() == list(range(1, 12))
    assert director.value(1, "meetings_won") == 10
    assert director.value(1, "games_won") == 20, "a third game is not played where two decide"


@pytest.mark.parametrize(
    ("count", "weeks", "off", "most"), [(7, 12, 2, 2), (8, 10, 0, 2), (9, 12, 2, 2), (12, 10, 0, 1)]
)
def test_a_weekly_league_of_any_size_plays_ten(
    count: int, weeks: int, off: int, most: int, club: Club, owner: User
) -> None:
    director = Director.of("weekly_league", club=club, by=owner, entries=count)
    rounds_plan(event=director.event)
    rounds = stored_rounds(director.event.rounds.order_by("number"))
    assert len(rounds) == weeks
    played = Counter(entry for round_ in rounds for table in round_.tables for entry in table)
    assert played == dict.fromkeys(range(1, count + 1), 10)
    assert {sum(entry in round_.byes for round_ in rounds) for entry in played} == {off}
    assert max(met(rounds).values()) == most


def _byes(round_: Round) -> list[int]:
    tables = Table.objects.filter(round=round_, is_bye=True)
    return [table.seats.get().entry.number for table in tables]
