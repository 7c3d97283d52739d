"""Head to head over a season: matches between those who are level on the total."""

from fractions import Fraction

import pytest

from clubs.models import Club, Player, User
from leagues.models import EveningResult, Season, SeasonStanding
from leagues.services.evenings import absence_note, evening_event_create
from leagues.services.seasons import season_update
from leagues.services.standings import season_refresh
from leagues.totals import Meetings, SeasonFigured, SeasonHeadToHead
from scoring.models import Match
from scoring.services.results import result_state
from tests.leagues.conftest import EveningHolder, SeasonMaker, contender, declare, evening_of
from tests.leagues.pages import SeasonPages
from tests.leagues.services.test_pairs import league
from tests.tournaments.conftest import begin_next, drawn_and_begun
from tests.tournaments.pages import words
from tournaments.events.models import Event

pytestmark = pytest.mark.django_db


def met(*rows: tuple[int, int, int, int | Fraction]) -> Meetings:
    """How many matches the first played against the second, and what they won; both ways."""
    return {
        pair: (count, Fraction(made))
        for one, other, count, won in rows
        for pair, made in (((one, other), won), ((other, one), count - won))
    }


@pytest.mark.parametrize(
    ("meetings", "values"),
    [
        (met((1, 2, 3, 2)), {1: Fraction(2, 3), 2: Fraction(1, 3)}),
        (met((1, 2, 1, Fraction(1, 2))), {1: Fraction(1, 2), 2: Fraction(1, 2)}),
        # Three matches lost to 1 are no reason to be behind 2, who lost the only one.
        (
            met((1, 2, 4, 4), (1, 3, 1, 1), (2, 3, 1, 1)),
            {1: 1, 2: Fraction(1, 5), 3: 0},
        ),
        # 1 and 3 have never met: that is unknown, not nought, and says nothing of anybody.
        (met((1, 2, 1, 1), (2, 3, 1, 1)), {1: None, 2: None, 3: None}),
        ({}, {1: None, 2: None}),
    ],
)
def test_the_share_of_the_matches_against_each_other_counts_where_all_have_met(
    meetings: Meetings, values: dict[int, Fraction | None]
) -> None:
    assert SeasonHeadToHead().values([*values], SeasonFigured({}, meetings)) == values


def places(season: Season) -> dict[str, tuple[int, bool]]:
    """Everybody's place, and whether it is shared."""
    season_refresh(season_id=season.pk)
    rows = SeasonStanding.objects.filter(contender__season=season)
    return {str(row.contender): (row.rank, row.tied) for row in rows}


def one_hand(event: Event, winner: str, owner: User) -> None:
    """A match of one hand, which somebody wins."""
    Match.objects.filter(game_of__table__round__event=event).update(
        rules={"preset": "standard", "hands": 1}
    )
    declare(event, winner, owner)


def test_the_better_at_shared_tables_comes_first_and_only_while_the_season_says_so(
    make_season: SeasonMaker, hold: EveningHolder, owner: User, pages: SeasonPages
) -> None:
    season = make_season(count=5)
    for number, absent, winner in ((1, "Eva", "Ada"), (2, "Ada", "Ben")):
        who = contender(season, absent)
        absence_note(evening=evening_of(season, number), contender=who, noticed=True)
        one_hand(hold(season, number), winner, owner)
    assert (places(season)["Ada"], places(season)["Ben"]) == ((1, True), (1, True))
    season_update(season=season, head_to_head=True)
    assert (places(season)["Ada"], places(season)["Ben"]) == ((1, False), (2, False))
    assert "points that each made more than the others" in words(pages.get("season", season.pk))
    season_update(season=season, head_to_head=False)
    assert places(season)["Ada"] == (1, True)


def test_who_never_met_stays_level(
    make_season: SeasonMaker, hold: EveningHolder, owner: User
) -> None:
    season = make_season(count=5, head_to_head=True)
    for number, absent, winner in ((1, "Ben", "Ada"), (2, "Ada", "Ben")):
        who = contender(season, absent)
        absence_note(evening=evening_of(season, number), contender=who, noticed=True)
        one_hand(hold(season, number), winner, owner)
    assert (places(season)["Ada"], places(season)["Ben"]) == ((1, True), (1, True))


def test_only_evenings_that_count_for_both_are_looked_at(
    make_season: SeasonMaker, hold: EveningHolder, owner: User
) -> None:
    season = make_season(head_to_head=True, scoring="best", best=1)
    one_hand(hold(season, 1), "Ada", owner)
    one_hand(hold(season, 2), "Ben", owner)
    one_hand(hold(season, 3), "Ben", owner)
    # The evening of Ada's win is dropped by Ben, and his wins are dropped by her; he has won more.
    assert (places(season)["Ben"], places(season)["Ada"]) == ((1, False), (2, False))


def test_another_winner_is_seen_although_every_evening_adds_up_to_the_same(
    club: Club, owner: User, people: list[Player]
) -> None:
    """Four pairs of whom each wins one of two matches, and then all results were the other way."""
    season = league(club, owner, people, 4, head_to_head=True)
    event = evening_event_create(evening=evening_of(season, 1), created_by=owner)
    drawn_and_begun(event)
    begin_next(event)
    matches = Match.objects.filter(game_of__table__round__event=event).order_by("pk")
    sides = {
        match.pk: tuple(match.game_of.table.seats.order_by("side").values_list("entry", flat=True))
        for match in matches
    }
    (a, b), *_others = sides.values()
    c = next({*pair} - {a} for pair in sides.values() if a in pair and b not in pair).pop()
    (d,) = {entry for pair in sides.values() for entry in pair} - {a, b, c}
    marks = {a: 3, b: 3, c: 1, d: 1}

    def played(beaten: dict[int, int]) -> None:
        for match, pair in sides.items():
            winner = next(one for one in pair if beaten[one] in pair)
            totals = [7 if entry == winner else marks[entry] for entry in pair]
            result_state(match_id=match, totals=totals, author=owner, reason="Read wrong")

    def order() -> list[int]:
        season_refresh(season_id=season.pk)
        rows = SeasonStanding.objects.filter(contender__season=season, tied=False)
        first = {row.contender.player_id: row for row in rows}
        players = dict(event.entries.values_list("lineup__player", "pk"))
        return [players[player] for player in first if player in players]

    def sums() -> list[tuple[int, ...]]:
        return list(EveningResult.objects.order_by("player").values_list("points", "games_won"))

    played({a: b, d: c, c: a, b: d})
    assert order() == [a, b, d, c]
    before = sums()
    played({b: a, c: d, a: c, d: b})
    assert order() == [b, a, c, d]
    assert sums() == before
