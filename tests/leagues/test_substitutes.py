"""Substitutes over a season: from the first round, in the middle, back again, twice."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from clubs.models import Club, Player, User
from leagues.models import EveningResult, Season, SeasonStanding
from leagues.services.evenings import absence_note, evening_event_create
from leagues.services.seasons import contenders_add, season_update
from leagues.services.standings import season_refresh
from ledger.selectors import balances_of
from paper.documents.matches import matches_for_print
from paper.documents.scorecard import scorecard_build
from paper.documents.yearbook import player_lines
from scoring.models import Match
from tests.conftest import ApiFor
from tests.leagues.conftest import SeasonMaker, contender, declare, division_of, evening_of
from tests.tournaments.conftest import begin_next
from tournaments.events.models import Event
from tournaments.events.services.events import event_finish
from tournaments.events.services.rounds import rounds_plan
from tournaments.money.models import EventMoney
from tournaments.money.selectors.fees import fee_lines
from tournaments.money.selectors.prizes import award_plan_of
from tournaments.money.services.money import money_open, money_set_up
from tournaments.money.services.settling import evening_settle

pytestmark = pytest.mark.django_db

PATTERNS: dict[str, tuple[dict[int, str], list[str]]] = {
    "from the first round": ({1: "Hal"}, ["Hal", "Hal", "Hal", "Hal"]),
    "in the middle": ({3: "Hal"}, ["Ada", "Ada", "Hal", "Hal"]),
    "back again": ({1: "Hal", 2: "Ada"}, ["Hal", "Ada", "Ada", "Ada"]),
    "back again later": ({2: "Hal", 4: "Ada"}, ["Ada", "Hal", "Hal", "Ada"]),
    "twice": ({1: "Hal", 2: "Ada", 3: "Hal"}, ["Hal", "Ada", "Hal", "Hal"]),
    "two of them": ({1: "Hal", 3: "Gus"}, ["Hal", "Hal", "Gus", "Gus"]),
}
"""What is entered for Ada's place, by round, and who then sits there."""


@pytest.fixture
def league(make_season: SeasonMaker, people: list[Player]) -> Season:
    """Ada to Dan come; Hal is ranked too but does not enter, and Gus is no member of the season."""
    season = make_season(4)
    contenders_add(division=division_of(season), lineups=[[people[7]]])
    absence_note(evening=evening_of(season, 1), contender=contender(season, "Hal"), noticed=True)
    return season


def play(
    season: Season, owner: User, put_in: Callable[[Event, int, str], None], changes: Any
) -> Event:
    """Four rounds, in each of which whoever sits in Ada's place makes three points."""
    event = evening_event_create(evening=evening_of(season, 1), created_by=owner)
    Event.objects.filter(pk=event.pk).update(
        rules={"preset": "standard", "hands": 1}, stakes={"currency": "EUR", "per_point": "0.10"}
    )
    rounds_plan(event=event)
    sits = "Ada"
    for number in range(1, 5):
        if number == 1:
            begin_next(event)  # a substitute may still come into a round without a hand
        if number in changes:
            sits = changes[number]
            put_in(event, number, sits)
        if number > 1:
            begin_next(event)
        declare(event, sits, owner)
    event_finish(event=event)
    return event


@pytest.fixture
def put_in(
    organiser: User, client_for: Callable[[User], Client]
) -> Callable[[Event, int, str], None]:
    """Enters somebody for Ada's place on the page of substitutes."""
    client = client_for(organiser)

    def entered(event: Event, from_round: int, name: str) -> None:
        entry = event.entries.get(lineup__player__name="Ada", lineup__is_original=True)
        page = reverse("entry-substitute", args=[event.club.slug, event.pk, entry.number])
        answer = client.post(page, {"place": 0, "player": name, "from_round": from_round})
        assert answer.status_code == 302, answer.content.decode()

    return entered


def ranked(season: Season) -> dict[str, int]:
    """The totals of those who came, by name."""
    season_refresh(season_id=season.pk)
    rows = SeasonStanding.objects.filter(contender__season=season, attended__gt=0)
    return {str(row.contender): row.total for row in rows}


def apart(season: Season) -> dict[str, int]:
    """The points of substitutes that are in no table."""
    rows = EveningResult.objects.filter(evening__season=season, as_substitute=True)
    return {row.player.name: row.points for row in rows}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_season_counts_a_substitute_s_rounds_for_whom_its_rule_says(
    pattern: str,
    league: Season,
    owner: User,
    put_in: Callable[[Event, int, str], None],
) -> None:
    changes, sitting = PATTERNS[pattern]
    play(league, owner, put_in, changes)
    made = {name: 3 * rounds for name, rounds in Counter(sitting).items()}
    others = {name: made[name] for name in made.keys() - {"Ada"}}
    points = {name: made[name] for name in made.keys() & {"Ada", "Hal"}}
    rest = {"Ben": 0, "Cleo": 0, "Dan": 0}

    season_update(season=league, substitutes="apart")
    assert ranked(league) == rest | {name: made[name] for name in made.keys() & {"Ada"}}
    assert apart(league) == others
    season_update(season=league, substitutes="count")
    assert (ranked(league), apart(league)) == (rest | {"Ada": 12}, {})
    season_update(season=league, substitutes="own")
    assert (ranked(league), apart(league)) == (rest | points, {})
    season_update(season=league, substitutes="both")
    assert (ranked(league), apart(league)) == (rest | points | {"Ada": 12}, {})


def test_stakes_and_prints_go_to_those_who_sat(
    league: Season, owner: User, put_in: Callable[[Event, int, str], None]
) -> None:
    changes, sitting = PATTERNS["two of them"]
    event = play(league, owner, put_in, changes)
    evening_settle(event_id=money_open(event=event).event_id)
    book = event.money.book
    won = Counter(sitting)
    balances = {
        row.account.player.name: row.amount for row in balances_of(book) if row.account.player
    }
    # Three points from each of three players, at 0.10 a point, in each of four rounds.
    assert balances == {name: 90 * rounds for name, rounds in won.items()} | {
        "Ben": -120,
        "Cleo": -120,
        "Dan": -120,
    }
    lines = player_lines(league, Match.objects.filter(game_of__table__round__event=event))
    assert {line.name: line.games for line in lines} == won | {"Ben": 4, "Cleo": 4, "Dan": 4}
    matches = matches_for_print(Match.objects.order_by("pk"))
    cards = [scorecard_build(match) for match in matches]
    names = [{name for side in card.sides for name in side.label.players} for card in cards]
    assert [{"Ada", "Hal", "Gus"} & seated for seated in names] == [{name} for name in sitting]


def test_the_fee_and_the_prize_stay_with_who_was_entered(
    league: Season, owner: User, put_in: Callable[[Event, int, str], None]
) -> None:
    event = play(league, owner, put_in, PATTERNS["from the first round"][0])
    table = [[1, [1000]]]
    money_set_up(event=event, fee=500, prize_kind="fixed", prize_table=table)
    money = EventMoney.objects.select_related("event__club", "book").get(event=event)
    assert [line.players[0].name for line in fee_lines(money)] == ["Ada", "Ben", "Cleo", "Dan"]
    assert [award.entrant.name for award in award_plan_of(money).awards] == ["Ada"]


def test_page_and_api_say_who_sat_for_whom_in_which_rounds(
    league: Season,
    owner: User,
    organiser: User,
    put_in: Callable[[Event, int, str], None],
    client_for: Callable[[User], Client],
    api_for: ApiFor,
    club: Club,
) -> None:
    event = play(league, owner, put_in, PATTERNS["twice"][0])
    entry = event.entries.get(lineup__player__name="Ada", lineup__is_original=True)
    answer = api_for(organiser).get(
        reverse("api-entries-detail", args=[club.slug, event.pk, entry.number])
    )
    rows = [
        (row["player"]["name"], row["original"]["name"], row["from_round"], row["to_round"])
        for row in answer.json()["stints"]
    ]
    assert rows == [("Hal", "Ada", 1, 1), ("Ada", "Ada", 2, 2), ("Hal", "Ada", 3, None)]
    page = client_for(organiser).get(reverse("event-entries", args=[club.slug, event.pk]))
    text = strip_tags(page.content.decode())
    for line in ("Hal for Ada: round 1", "Ada: round 2", "Hal for Ada: from round 3"):
        assert line in text
