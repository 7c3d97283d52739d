"""Guests of a season: ranked in a table of their own, where the season says so."""

import csv
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player, User
from leagues.models import Season
from leagues.selectors.table import season_table
from leagues.services.evenings import evening_event_create
from leagues.services.seasons import contenders_add, season_page_update, season_update
from leagues.services.standings import season_refresh
from paper.documents.seasons import table_document
from press.blocks import Section
from tests.conftest import ApiFor
from tests.leagues.conftest import SeasonMaker, declare, division_of, evening_of
from tests.leagues.pages import SeasonPages
from tests.prints.printing import blocks_of
from tests.tournaments.conftest import drawn_and_begun
from tests.tournaments.pages import words
from tournaments.events.models import Event
from tournaments.events.services.entries import entries_add

pytestmark = pytest.mark.django_db


@pytest.fixture
def visited(make_season: SeasonMaker, owner: User, people: list[Player]) -> Season:
    """Ada to Dan are ranked, and Eva to Hal came as well."""
    season = make_season(evenings=2, scoring="best", best=1, minimum=3)
    for number, won in ((1, ["Eva", "Gus", "Ada"]), (2, ["Eva", "Eva", "Fay"])):
        event = evening_event_create(evening=evening_of(season, number), created_by=owner)
        Event.objects.filter(pk=event.pk).update(rules={"preset": "standard", "hands": 16})
        entries_add(event=event, lineups=[[guest] for guest in people[4:8]])
        drawn_and_begun(event)
        for name in won:
            declare(event, name, owner)
    season_refresh(season_id=season.pk)
    return season


def guests_of(season: Season) -> list[tuple[int, bool, str, int, list[int | None]]]:
    table = season_table(season).guests
    return [
        (
            line.standing.rank,
            line.standing.tied,
            str(line.contender),
            line.standing.total,
            [cell.score if cell else None for cell in line.cells],
        )
        for line in (table.lines if table else ())
    ]


def test_guests_are_ranked_among_themselves_by_the_count_of_the_season(visited: Season) -> None:
    assert not season_table(visited).guests
    names = [row.players[0].name for row in season_table(visited).substitutes]
    assert names == ["Eva", "Fay", "Gus", "Hal"]
    visited = season_update(season=visited, rank_guests=True)
    assert guests_of(visited) == [
        (1, False, "Eva", 6, [3, 6]),
        (2, True, "Fay", 3, [0, 3]),
        (2, True, "Gus", 3, [3, 0]),
        (4, False, "Hal", 0, [0, 0]),
    ]
    assert not season_table(visited).substitutes
    division = season_table(visited).divisions[0]
    assert len(division.lines) == 4, "and nobody of them has a row among the others"
    visited = season_update(season=visited, scoring="sum")
    assert guests_of(visited)[0][:4] == (1, False, "Eva", 9)


def test_a_guest_who_joins_is_a_guest_no_longer(visited: Season, people: list[Player]) -> None:
    visited = season_update(season=visited, rank_guests=True)
    contenders_add(division=division_of(visited), lineups=[[people[4]]], joined=2)
    season_refresh(season_id=visited.pk)
    assert "Eva" not in [row[2] for row in guests_of(visited)]
    (apart,) = season_table(visited).substitutes
    assert (apart.players[0].name, apart.evenings) == ("Eva", 1), "the evening before joining"


@pytest.mark.parametrize("rules", [{}, {"rank_guests": True}])
def test_a_table_is_read_in_one_query_more_for_those_listed_apart_and_one_for_jokers(
    rules: dict[str, Any], visited: Season, django_assert_num_queries: Any
) -> None:
    visited = season_update(season=visited, **rules)
    with django_assert_num_queries(7):
        season_table(visited)
    visited = season_update(season=visited, jokers=1)
    with django_assert_num_queries(8):
        season_table(visited)


def test_the_table_of_guests_is_on_every_page_in_the_file_the_print_and_the_api(
    visited: Season, pages: SeasonPages, client: Client, organiser: User, api_for: ApiFor
) -> None:
    visited = season_update(season=visited, rank_guests=True)
    season_refresh(season_id=visited.pk)
    page = words(pages.get("season", visited.pk))
    assert "Guests are ranked among themselves" in page
    assert "Guests as of" in page
    assert "Eva" in page.split("Guests as of")[1]
    public = season_page_update(season=visited, is_on=True)
    answer = words(client.get(reverse("public-season", args=[public.code])))
    assert "Eva" in answer.split("Guests as of")[1]
    rows = list(
        csv.reader(pages.get("season-file", visited.pk, "csv").content.decode().splitlines())
    )
    assert [row[0] for row in rows if row[2] == "Eva"] == ["Guests"]
    assert next(row[1] for row in rows if row[0] == "Guests") == "1"
    titles = [
        block.title for block in blocks_of(table_document(visited)) if isinstance(block, Section)
    ]
    assert "Guests" in titles
    at = f"/api/v1/clubs/{visited.club.slug}/seasons/{visited.pk}/standings/"
    answered: dict[str, Any] = api_for(organiser).get(at).json()
    assert answered["guests"]["lines"][0]["players"][0]["name"] == "Eva"
    assert "contender" not in answered["guests"]["lines"][0]
    visited = season_update(season=visited, rank_guests=False)
    assert api_for(organiser).get(at).json()["guests"] is None
