"""Standings of a season: how evenings are added up, and what is told apart."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Player, User
from clubs.services.players import players_add_many
from leagues.models import Absence, Evening, EveningResult, Season, SeasonStanding
from leagues.selectors.sums import stale_season
from leagues.selectors.table import season_table
from leagues.services.adjustments import season_adjustment_make, season_adjustment_revoke
from leagues.services.evenings import (
    absence_clear,
    absence_note,
    away_clear,
    away_note,
    evening_event_attach,
    evening_update,
    evenings_add,
)
from leagues.services.seasons import (
    contender_move,
    contender_remove,
    contenders_add,
    division_add,
    season_update,
)
from leagues.services.standings import season_refresh
from scoring.models import Match
from tests.leagues.conftest import (
    EveningHolder,
    SeasonMaker,
    contender,
    declare,
    division_of,
    evening_of,
    fridays,
)
from tests.refused import refused
from tests.tournaments.conftest import begin_next
from tournaments.events.models import Adjustment, Event
from tournaments.events.services.entries import entry_substitute
from tournaments.events.services.events import event_finish
from tournaments.events.services.rounds import round_undo_begin
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.django_db

Table = Callable[[Season], list[tuple[int, str, int]]]


def test_the_sum_of_all_evenings_is_what_counts(
    season: Season, hold: EveningHolder, table: Table
) -> None:
    hold(season, 1, won=["Ada", "Ada", "Ben"])
    hold(season, 2, won=["Ben", "Ben"], lost=["Cleo"])
    assert table(season) == [(1, "Ben", 9), (2, "Ada", 6), (3, "Dan", 0), (4, "Cleo", -3)]


def test_places_are_worth_points_and_those_who_share_them_share_the_points(
    make_season: SeasonMaker, hold: EveningHolder, table: Table
) -> None:
    season = make_season(measure="places", place_points="10, 8, 6, 5")
    hold(season, 1, won=["Ada", "Ada", "Ben"])
    expected = [(1, "Ada", 100), (2, "Ben", 80), (3, "Cleo", 55), (3, "Dan", 55)]
    assert table(season) == expected
    season_update(season=season, place_points="12 2")
    assert table(season) == [(1, "Ada", 120), (2, "Ben", 20), (3, "Cleo", 0), (3, "Dan", 0)]
    season_update(season=season, measure="tables")
    assert {total for _rank, _name, total in table(season)} == {0}, "no table is over"
    event = evening_of(season, 1).event
    assert event is not None
    for name in ["Cleo"] * 13:
        declare(event, name, season.created_by)
    assert table(season) == [(1, "Cleo", 120), (2, "Ada", 20), (3, "Ben", 0), (4, "Dan", 0)]


@pytest.mark.parametrize(
    ("scoring", "expected"), [("sum", (9, 6, -15)), ("average", (300, 200, -500))]
)
def test_a_double_evening_counts_twice_also_for_those_who_were_not_there(
    scoring: str,
    expected: tuple[int, ...],
    make_season: SeasonMaker,
    hold: EveningHolder,
    table: Table,
    people: list[Player],
) -> None:
    season = make_season(scoring=scoring, unnoticed="fixed", unnoticed_score=-5)
    hold(season, 1, won=["Ada"])
    hold(season, 2, won=["Ada", "Ben"])
    double = evening_of(season, 2)
    season_refresh(season_id=season.pk)
    contenders_add(division=division_of(season), lineups=[[people[5]]])
    evening_update(evening=double, date=double.date, division=None, times=2)
    totals = {name: total for _rank, name, total in table(season)}
    assert (totals["Ada"], totals["Ben"], totals["Fay"]) == expected
    with refused("max_value"):
        evening_update(evening=double, date=double.date, division=None, times=10)


def test_bonus_and_penalty_points_count_until_they_are_taken_back_and_stay_on_record(
    season: Season, hold: EveningHolder, table: Table, owner: User
) -> None:
    hold(season, 1, won=["Ada"])
    ben = contender(season, "Ben")
    bonus = season_adjustment_make(contender=ben, points=5, reason="Brought the cards", by=owner)
    season_adjustment_make(
        contender=contender(season, "Ada"), points=-1, reason="Came late", by=owner
    )
    assert table(season)[:2] == [(1, "Ben", 5), (2, "Ada", 2)]
    with refused("no_points"):
        season_adjustment_make(contender=ben, points=0, reason="Nothing", by=owner)
    with refused("required"):
        season_adjustment_revoke(adjustment=bonus, reason=" ", by=owner)
    season_adjustment_revoke(adjustment=bonus, reason="Wrong person", by=owner)
    assert table(season)[0] == (1, "Ada", 2)
    with refused("revoked_already"):
        season_adjustment_revoke(adjustment=bonus, reason="Again", by=owner)
    with refused("has_adjustments"):
        contender_remove(contender=ben)
    kept = season_table(season).adjustments[0]
    assert (kept.points, kept.revoked_reason, kept.made_by) == (5, "Wrong person", owner)


def test_days_away_cover_every_evening_then_whenever_it_is_added_or_moved(
    season: Season, people: list[Player]
) -> None:
    def absent() -> dict[int, bool]:
        return dict(ada.absences.values_list("evening__number", "noticed"))

    ada, days = contender(season, "Ada"), fridays(6)
    absence_note(evening=evening_of(season, 2), contender=ada, noticed=False)
    away = away_note(contender=ada, since=days[1], until=days[4])
    assert absent() == {2: False, 3: True}
    evenings_add(season=season, dates=[days[3], days[5]])
    assert absent() == {2: False, 3: True, 4: True}
    evening_update(evening=evening_of(season, 5), date=days[4], division=None)
    evening_update(evening=evening_of(season, 3), date=days[5], division=None)
    assert absent() == {2: False, 4: True, 5: True}
    absence_clear(evening=evening_of(season, 5), contender=ada)
    away_clear(away=away)
    assert absent() == {2: False}
    with refused("before_first"):
        away_note(contender=ada, since=days[1], until=days[0])


RULES: list[tuple[dict[str, Any], list[tuple[int, str, int]]]] = [
    # Ada made 6, -3, 6; Ben 3, 3, 0; Cleo 0, 6, 0; Dan 0 on all: three evenings at one table.
    ({"scoring": "sum"}, [(1, "Ada", 9), (2, "Cleo", 6), (3, "Ben", 6), (4, "Dan", 0)]),
    (
        {"scoring": "best", "best": 2},
        [(1, "Ada", 12), (2, "Cleo", 6), (3, "Ben", 6), (4, "Dan", 0)],
    ),
    ({"scoring": "best", "best": 1}, [(1, "Ada", 6), (2, "Cleo", 6), (3, "Ben", 3), (4, "Dan", 0)]),
    ({"scoring": "average"}, [(1, "Ada", 300), (2, "Cleo", 200), (3, "Ben", 200), (4, "Dan", 0)]),
    # Three, four and two hands: Ada's evenings are 6/3, -3/4 and 6/2 points a hand, in hundredths.
    (
        {"measure": "average"},
        [(1, "Ada", 425), (2, "Ben", 175), (3, "Cleo", 150), (4, "Dan", 0)],
    ),
]


@pytest.mark.parametrize(("rules", "expected"), RULES)
def test_rules_make_the_table(
    rules: dict[str, Any],
    expected: list[tuple[int, str, int]],
    season: Season,
    hold: EveningHolder,
    table: Table,
) -> None:
    hold(season, 1, won=["Ada", "Ada", "Ben"])
    hold(season, 2, won=["Ben", "Cleo", "Cleo"], lost=["Ada"])
    hold(season, 3, won=["Ada", "Ada"])
    season_update(season=season, **rules)
    assert table(season) == expected


def test_who_came_too_seldom_stands_below(
    make_season: SeasonMaker, hold: EveningHolder, table: Table
) -> None:
    season = make_season(count=5, minimum=2)
    for number, name in ((1, "Dan"), (2, "Eva"), (3, "Eva")):
        evening = evening_of(season, number)
        absence_note(evening=evening, contender=contender(season, name), noticed=True)
    hold(season, 1, won=["Eva", "Eva"], lost=["Ada"])
    hold(season, 2, won=["Ben"])
    hold(season, 3, won=["Dan"])
    rows = table(season)
    assert rows[-1] == (5, "Eva", 6)
    assert not SeasonStanding.objects.get(contender=contender(season, "Eva")).qualified


ABSENT: list[tuple[bool | None, dict[str, Any], int]] = [
    (True, {"noticed": "lowest"}, -3),
    (True, {"noticed": "nothing"}, 0),
    (True, {"noticed": "fixed", "noticed_score": -7}, -7),
    (False, {"noticed": "lowest", "unnoticed": "fixed", "unnoticed_score": -9}, -9),
    (None, {"noticed": "lowest", "unnoticed": "lowest"}, -3),
]


@pytest.mark.parametrize(("noticed", "rules", "expected"), ABSENT)
def test_an_evening_missed_counts_by_rule(
    noticed: bool | None,
    rules: dict[str, Any],
    expected: int,
    make_season: SeasonMaker,
    hold: EveningHolder,
) -> None:
    season = make_season(count=5, **rules)
    eva = contender(season, "Eva")
    evening = evening_of(season, 1)
    # Without a word she is entered, and then found missing at the door.
    if noticed is not None:
        absence_note(evening=evening, contender=eva, noticed=noticed)
        hold(season, 1, won=["Ada"], lost=["Ben"])
    else:
        absence_note(evening=evening, contender=eva, noticed=True)
        hold(season, 1, won=["Ada"], lost=["Ben"])
        absence_clear(evening=evening, contender=eva)
    season_refresh(season_id=season.pk)
    standing = SeasonStanding.objects.get(contender=eva)
    assert (standing.total, standing.attended) == (expected, 0)


def test_an_absence_follows_when_the_lowest_score_of_the_evening_moves(
    make_season: SeasonMaker, hold: EveningHolder
) -> None:
    season = make_season(count=5, noticed="lowest")
    eva = contender(season, "Eva")
    absence_note(evening=evening_of(season, 1), contender=eva, noticed=True)
    for lost, expected in ((1, -3), (2, -6)):
        hold(season, 1, lost=["Ben"])
        season_refresh(season_id=season.pk)
        assert SeasonStanding.objects.get(contender=eva).total == expected, lost


def test_an_evening_that_nobody_has_played_counts_for_nobody(
    make_season: SeasonMaker, table: Table
) -> None:
    season = make_season(unnoticed="fixed", unnoticed_score=-5)
    assert {total for _rank, _name, total in table(season)} == {0}


def test_who_joins_later_misses_nothing_before(
    make_season: SeasonMaker, hold: EveningHolder, table: Table, people: list[Player]
) -> None:
    season = make_season(unnoticed="fixed", unnoticed_score=-5)
    hold(season, 1, won=["Ada"])
    contenders_add(division=division_of(season), lineups=[[people[4]]], joined=2)
    assert (0, "Eva") in {(total, name) for _rank, name, total in table(season)}


def test_a_substitute_s_results_stand_apart(
    season: Season, hold: EveningHolder, table: Table, people: list[Player], owner: User
) -> None:
    event = hold(season, 1, won=["Ada"])
    entry = event.entries.get(lineup__player__name="Ada")
    begin_next(event)
    declare(event, "Ben", owner)
    entry_substitute(entry=entry, place=0, player=people[6], from_round=3)
    begin_next(event)
    declare(event, "Gus", owner)
    assert {name: total for _rank, name, total in table(season)}["Ada"] == 3
    apart = EveningResult.objects.get(as_substitute=True)
    assert (apart.player.name, apart.score) == ("Gus", 3)
    assert [row.players[0].name for row in season_table(season).substitutes] == ["Gus"]


def test_a_substitute_s_results_count_for_whose_place_it_is_where_the_season_says_so(
    make_season: SeasonMaker,
    hold: EveningHolder,
    table: Table,
    people: list[Player],
    owner: User,
) -> None:
    season = make_season(substitutes="count")
    event = hold(season, 1, won=["Ada"])
    entry = event.entries.get(lineup__player__name="Ada")
    entry_substitute(entry=entry, place=0, player=people[6], from_round=2)
    begin_next(event)
    declare(event, "Gus", owner)
    assert table(season)[0] == (1, "Ada", 6)
    assert not EveningResult.objects.filter(player__name="Gus").exists()


def test_penalties_and_bonuses_count_until_they_are_revoked(
    season: Season, hold: EveningHolder, table: Table, owner: User
) -> None:
    event = hold(season, 1, won=["Ada"])
    entry = event.entries.get(lineup__player__name="Ada")
    given = Adjustment.objects.create(
        event=event, entry=entry, marks=-10, games=1, reason="late", made_by=owner
    )
    Event.objects.filter(pk=event.pk).update(version=event.version + 50)
    assert table(season)[-1] == (4, "Ada", -7)
    given.revoked_at = event.created_at
    given.save()
    Event.objects.filter(pk=event.pk).update(version=event.version + 51)
    assert table(season)[0] == (1, "Ada", 3)


def test_a_hand_makes_one_evening_stale_and_only_its_rows_are_written(
    season: Season, hold: EveningHolder, table: Table
) -> None:
    hold(season, 1, won=["Ada"])
    hold(season, 2, won=["Ben"])
    table(season)
    assert stale_season(season.pk) is None
    hold(season, 2, won=["Cleo"])
    stale = stale_season(season.pk)
    assert stale is not None
    assert set(stale.evenings) == {evening_of(season, 2).pk}
    assert not stale.affects_all
    first = {row.pk for row in evening_of(season, 1).results.all()}
    assert table(season)[:3] == [(1, "Ada", 3), (1, "Ben", 3), (1, "Cleo", 3)]
    assert {row.pk for row in evening_of(season, 1).results.all()} == first
    assert not season_refresh(season_id=season.pk)


def test_the_statements_of_a_refresh_do_not_grow_with_the_season(
    make_season: SeasonMaker, hold: EveningHolder
) -> None:
    def statements(evenings: int) -> int:
        season = make_season(evenings=evenings, name=f"{evenings}")
        for number in range(1, evenings + 1):
            hold(season, number, won=["Ada"])
        with CaptureQueriesContext(connection) as taken:
            season_refresh(season_id=season.pk)
        return len(taken)

    assert statements(1) == statements(4) <= 25


def test_evenings_of_a_division_are_its_own(
    make_season: SeasonMaker, hold: EveningHolder, table: Table, people: list[Player]
) -> None:
    season = make_season(unnoticed="fixed", unnoticed_score=-5)
    lower = division_add(season=season, name="B")
    contenders_add(division=lower, lineups=[[player] for player in people[4:8]])
    evening_update(
        evening=evening_of(season, 1), date=season.starts_on, division=division_of(season)
    )
    hold(season, 1, won=["Ada"])
    totals = {name: total for _rank, name, total in table(season)}
    assert totals["Ada"] == 3
    assert totals["Eva"] == 0
    assert next(name for rank, name, _total in table(season) if rank == 1) == "Ada"


def test_moving_between_divisions_and_going_out_change_the_tables(
    season: Season, hold: EveningHolder, table: Table
) -> None:
    hold(season, 1, won=["Ada", "Ada", "Ben"])
    lower = division_add(season=season, name="B")
    contender_move(contender=contender(season, "Ada"), division=lower)
    assert table(season)[0] == (1, "Ben", 3)
    assert table(season)[-1] == (1, "Ada", 6)
    contender_remove(contender=contender(season, "Ben"))
    assert table(season)[0] == (1, "Cleo", 0)


def test_a_round_taken_back_takes_its_rows_along(
    season: Season, hold: EveningHolder, table: Table
) -> None:
    event = hold(season, 1)
    table(season)
    assert EveningResult.objects.count() == 4
    round_undo_begin(round=event.rounds.get(number=1))
    table(season)
    assert not EveningResult.objects.exists()
    assert evening_of(season, 1).lowest == ""


def test_a_table_at_which_nothing_was_played_is_neither_nought_nor_an_evening(
    make_season: SeasonMaker, hold: EveningHolder, table: Table
) -> None:
    season = make_season(count=8, scoring="average", noticed="lowest", minimum=1)
    contenders_add(
        division=division_of(season),
        lineups=[[player] for player in players_add_many(club=season.club, names=["Ida"])],
    )
    absence_note(evening=evening_of(season, 1), contender=contender(season, "Ida"), noticed=True)
    event = hold(season, 1, lost=["Ada"])
    match = Match.objects.filter(game_of__table__round__event=event, hand_count=1).get()
    lost = set(match.seats.exclude(player__name="Ada").values_list("player__name", flat=True))
    table(season)
    lines = {str(line.contender): line for line in season_table(season).divisions[0].lines}
    shown = {
        name: (line.standing.known_total, line.standing.attended, line.is_placed)
        for name, line in lines.items()
    }
    assert shown == {
        name: (0, 1, True)
        if name in lost
        else (-300, 1 - (name == "Ida"), name == "Ada")
        if name in {"Ada", "Ida"}
        else (None, 0, False)
        for name in lines
    }
    came = [cell for line in lines.values() for cell in line.played if cell.was_there]
    assert [len(came), sum(cell.attended for cell in came)] == [8, 4]
    assert evening_of(season, 1).lowest == "-3"


def test_an_event_that_was_there_may_count_and_be_taken_out_again(
    season: Season, hold: EveningHolder, table: Table
) -> None:
    event = hold(season, 1, won=["Ada"])
    evening_event_attach(evening=evening_of(season, 1), event=None)
    assert {total for _rank, _name, total in table(season)} == {0}
    evening_event_attach(evening=evening_of(season, 2), event=event)
    assert table(season)[0] == (1, "Ada", 3)


def test_the_table_of_one_evening_is_the_event_s_own(
    season: Season, hold: EveningHolder, table: Table
) -> None:
    """A naive second opinion: what the event's standings say, however they were come by."""
    event = hold(season, 1, won=["Ada", "Cleo", "Ada"], lost=["Ben"])
    begin_next(event)
    event_finish(event=event, unfinished=True)
    standings_refresh(event_id=event.pk)
    points = {
        str(row.entry.lineup.get().player): row.values["points"] for row in event.standings.all()
    }
    assert {name: total for _rank, name, total in table(season)} == points


def test_two_seasons_may_count_the_same_event(
    make_season: SeasonMaker, hold: EveningHolder, table: Table, club: Club
) -> None:
    whole, other = make_season(name="All"), make_season(name="Best", scoring="best", best=1)
    event = hold(whole, 1, won=["Ada", "Ada"])
    evening_event_attach(evening=evening_of(other, 3), event=event)
    assert table(whole) == table(other)
    assert Evening.objects.filter(event=event).count() == 2
    assert not Absence.objects.exists()
