"""Fixed pairs over a season: substitutes, byes, forfeits; against the event's own account."""

from typing import Any

import pytest

from clubs.models import Club, Player, User
from leagues.models import EveningResult, Season, SeasonStanding
from leagues.services.evenings import evening_event_create
from leagues.services.seasons import contenders_add, season_create
from leagues.services.standings import season_refresh
from scoring.models import Match
from scoring.services.hands import hand_record
from tests.leagues.conftest import division_of, evening_of, fridays
from tests.tournaments.conftest import begin_next, drawn_and_begun, match_of, record
from tournaments.deals.models import DealSet
from tournaments.events.models import Event
from tournaments.events.services.decisions import adjustment_make
from tournaments.events.services.entries import entry_substitute
from tournaments.events.services.events import event_update
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.django_db


def league(club: Club, owner: User, people: list[Player], pairs: int, **rules: Any) -> Season:
    """So many fixed pairs at 42."""
    season = season_create(
        club=club,
        name="League",
        game="texas42",
        created_by=owner,
        dates=fridays(3),
        **({"measure": "points", "template": "round_robin"} | rules),
    )
    lineups = [people[place : place + 2] for place in range(0, 2 * pairs, 2)]
    # The key of the second player of a pair may be the lower one.
    contenders_add(division=division_of(season), lineups=[pair[::-1] for pair in lineups])
    return season


def win(match: Match, side: int, owner: User) -> None:
    """Seven marks for a side, one for the other."""
    for who, marks in ((1 - side, 1), (side, 2), (side, 2), (side, 2), (side, 1)):
        match.refresh_from_db()
        hand = record(match.next_dealer, who, marks=marks)
        hand_record(match_id=match.pk, record=hand, author=owner)


def totals(season: Season) -> dict[str, int]:
    """Each pair's total, computed."""
    season_refresh(season_id=season.pk)
    rows = SeasonStanding.objects.filter(contender__season=season)
    return {str(row.contender): row.total for row in rows}


def test_a_pair_s_marks_are_its_own_whoever_was_named_first(
    club: Club, owner: User, people: list[Player]
) -> None:
    season = league(club, owner, people, 2)
    event = evening_event_create(evening=evening_of(season, 1), created_by=owner)
    drawn_and_begun(event)
    win(match_of(event, 1, 1), 0, owner)
    home = event.rounds.get(number=1).tables.get(number=1).seats.get(side=0).entry
    names = " & ".join(home.lineup.order_by("player").values_list("player__name", flat=True))
    assert totals(season)[names] == 7
    assert sorted(totals(season).values()) == [1, 7]


def test_every_evening_of_the_same_deals_has_a_set_of_its_own(
    club: Club, owner: User, people: list[Player]
) -> None:
    season = league(club, owner, people, 4, template="same_twelve_deals")
    made = [
        evening_event_create(evening=evening_of(season, number), created_by=owner)
        for number in (1, 2)
    ]
    sets = [DealSet.objects.get(event=event) for event in made]
    assert [
        (event.deals_per_round, deal_set.count) for event, deal_set in zip(made, sets, strict=True)
    ] == [
        (3, 12),
        (3, 12),
    ]
    assert sets[0].seed != sets[1].seed
    assert made[1].tie_breaks[0] == "cross_score"


@pytest.mark.parametrize(("rule", "total", "apart"), [("apart", 1, [7]), ("count", 8, [])])
def test_a_substitute_in_a_pair_counts_as_the_season_says(
    rule: str, total: int, apart: list[int], club: Club, owner: User, people: list[Player]
) -> None:
    season = league(club, owner, people, 2, substitutes=rule)
    event = evening_event_create(evening=evening_of(season, 1), created_by=owner)
    event_update(event=event, format_options={"cycles": 2, "rounds": 2})
    drawn_and_begun(event)
    first = match_of(event, 1, 1)
    loser = event.rounds.get(number=1).tables.get(number=1).seats.get(side=1).entry
    win(first, 0, owner)
    entry_substitute(entry=loser, place=1, player=people[7], from_round=2)
    begin_next(event)
    side = event.rounds.get(number=2).tables.get(number=1).seats.get(entry=loser).side
    win(match_of(event, 2, 1), side, owner)
    names = " & ".join(
        loser.lineup.filter(from_round=1).order_by("player").values_list("player__name", flat=True)
    )
    assert totals(season)[names] == total
    rows = EveningResult.objects.filter(as_substitute=True)
    assert [row.points for row in rows] == apart


def test_byes_forfeits_and_penalties_count_as_the_event_counts_them(
    club: Club, owner: User, people: list[Player]
) -> None:
    season = league(club, owner, people, 3)
    event = evening_event_create(evening=evening_of(season, 1), created_by=owner)
    event_update(event=event, bye_rule="fixed", bye_for=7, bye_against=4)
    drawn_and_begun(event)
    win(match_of(event, 1, 1), 1, owner)
    begin_next(event)
    forfeited = event.rounds.get(number=2).tables.get(is_bye=False)
    forfeited.seats.filter(side=0).update(forfeited=True)
    adjustment_make(entry=event.entries.get(number=2), by=owner, reason="late", marks=-2)
    Event.objects.filter(pk=event.pk).update(version=event.version + 100)
    standings_refresh(event_id=event.pk)
    totals_alone = {
        " & ".join(
            row.entry.lineup.order_by("player").values_list("player__name", flat=True)
        ): row.values["points"]
        for row in event.standings.all()
    }
    assert totals(season) == totals_alone
    assert sum(totals_alone.values()) == 1 + 7 + 7 - 2 + 7 + 7


def test_games_that_a_series_did_not_need_count_for_nothing(
    club: Club, owner: User, people: list[Player]
) -> None:
    season = league(club, owner, people, 2, measure="games_won")
    event = evening_event_create(evening=evening_of(season, 1), created_by=owner)
    event_update(event=event, best_of=[3])
    drawn_and_begun(event)
    games = event.rounds.get(number=1).tables.get(number=1).games.order_by("number")
    for game in games:
        win(game.match, 0, owner)
    standings_refresh(event_id=event.pk)
    games_won = sorted(row.values["games_won"] for row in event.standings.all())
    assert games_won == [0, 2]
    assert sorted(totals(season).values()) == [0, 20], "games won count in tenths"
