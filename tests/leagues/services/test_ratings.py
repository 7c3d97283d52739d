"""Ratings over a season, against the library asked match by match; seeds drawn from them."""

import pytest
from django.core.exceptions import ValidationError
from openskill.models import PlackettLuce

from clubs.models import Club, Player, User
from leagues.models import Rating, Season
from leagues.selectors.ratings import ratings_for
from leagues.services.evenings import evening_event_create
from leagues.services.ratings import RATED_BY, entries_seed_by_rating, ratings_refresh
from leagues.services.seasons import contenders_add, season_create, season_update
from leagues.services.standings import season_refresh
from scoring.models import Match
from scoring.services.hands import hand_record
from tests.leagues.conftest import (
    EveningHolder,
    declare,
    division_of,
    evening_of,
    fridays,
)
from tests.tournaments.conftest import drawn_and_begun, match_of, record
from tournaments.events.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairs(club: Club, owner: User, people: list[Player]) -> Season:
    """Four fixed pairs at 42, two evenings."""
    season = season_create(
        club=club,
        name="League",
        game="texas42",
        created_by=owner,
        dates=fridays(2),
        template="round_robin",
    )
    lineups = [people[place : place + 2] for place in range(0, 8, 2)]
    contenders_add(division=division_of(season), lineups=lineups)
    return season


def finish(event: Event, winner: int, owner: User) -> None:
    """Play out the first table of the first round: seven marks for a side."""

    match = match_of(event, 1, 1)
    for marks in (2, 2, 2, 1):
        match.refresh_from_db()
        hand = record(match.next_dealer, winner, marks=marks)
        hand_record(match_id=match.pk, record=hand, author=owner)


def test_players_and_pairs_are_rated_as_the_library_has_it(pairs: Season, owner: User) -> None:
    event = evening_event_create(evening=evening_of(pairs, 1), created_by=owner)
    drawn_and_begun(event)
    finish(event, 0, owner)
    assert ratings_refresh(season_id=pairs.pk)
    model = PlackettLuce()
    winners, losers = model.rate(
        [[model.rating(), model.rating()], [model.rating(), model.rating()]], scores=[1, 0]
    )
    seats = match_of(event, 1, 1).seats.order_by("number")
    rating_rows = {row.player_id: row for row in Rating.objects.filter(partner=None)}
    for seat in seats:
        expected = (winners, losers)[seat.number % 2][0]
        row = rating_rows[seat.player_id]
        assert (row.mu, row.sigma, row.matches) == (expected.mu, expected.sigma, 1)
    (first,), (second,) = model.rate([[model.rating()], [model.rating()]], scores=[1, 0])
    rows = ratings_for(pairs)
    assert [(row.mu, len(row.players)) for row in rows] == [(first.mu, 2), (second.mu, 2)]
    pairs.refresh_from_db()
    assert pairs.rated_by == RATED_BY
    assert not ratings_refresh(season_id=pairs.pk)


def test_a_change_long_ago_is_rated_on_to_the_end(
    season: Season, hold: EveningHolder, owner: User
) -> None:
    Event.objects.update(rules={"preset": "standard", "hands": 2})
    first = hold(season, 1, won=["Ada", "Ada"])
    hold(season, 2, won=["Ben"])
    for event in Event.objects.all():
        over(event, owner)
    ratings_refresh(season_id=season.pk)
    rows = {row.pk: row.mu for row in Rating.objects.filter(evening__number=2)}
    assert len(rows) == 4
    match = match_of(first, 1, 1)
    sides = list(match.sides.order_by("total"))
    sides[0].total, sides[-1].total = sides[-1].total, sides[0].total
    for side in sides:
        side.save()
    Event.objects.filter(pk=first.pk).update(version=first.version + 100)
    ratings_refresh(season_id=season.pk)
    later = {row.pk: row.mu for row in Rating.objects.filter(evening__number=2)}
    assert later.keys() == rows.keys()
    assert later != rows


def over(event: Event, owner: User) -> None:
    """Play an evening's first table to its end."""
    match = match_of(event, 1, 1)
    while not Match.objects.get(pk=match.pk).is_over:
        declare(event, "Dan", owner, made=False)


def test_unfinished_matches_are_not_rated(season: Season, hold: EveningHolder) -> None:
    hold(season, 1, won=["Ada"])
    ratings_refresh(season_id=season.pk)
    assert not Rating.objects.exists()


def test_ratings_never_move_the_table(season: Season, hold: EveningHolder, owner: User) -> None:
    over(hold(season, 1, won=["Ada"]), owner)
    season_refresh(season_id=season.pk)
    before = list(season.contenders.values_list("standing__rank", "standing__total"))
    ratings_refresh(season_id=season.pk)
    assert not season_refresh(season_id=season.pk)
    assert list(season.contenders.values_list("standing__rank", "standing__total")) == before


def test_the_strongest_is_seeded_first_where_the_season_says_so(
    season: Season, hold: EveningHolder, owner: User
) -> None:
    over(hold(season, 1, won=["Cleo", "Cleo"], lost=["Ben"]), owner)
    ratings_refresh(season_id=season.pk)
    season_update(season=season, seeds_by_rating=True)
    event = evening_event_create(evening=evening_of(season, 2), created_by=owner)
    seeded = event.entries.order_by("seed").values_list("lineup__player__name", flat=True)
    rated = [row.players[0].name for row in ratings_for(season)]
    assert list(seeded) == rated
    assert rated[0] == "Cleo"
    assert rated[-1] == "Dan"


def test_an_evening_is_not_seeded_unless_the_season_says_so(season: Season, owner: User) -> None:
    event = evening_event_create(evening=evening_of(season, 1), created_by=owner)
    assert set(event.entries.values_list("seed", flat=True)) == {None}


def test_an_event_of_no_season_has_no_ratings_to_go_by(season: Season, hold: EveningHolder) -> None:
    event = hold(season, 1)
    season.evenings.all().delete()
    with pytest.raises(ValidationError):
        entries_seed_by_rating(event=event)
