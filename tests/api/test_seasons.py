"""Seasons over HTTP: rules, tables and ratings, to be read."""

import pytest
from rest_framework.test import APIClient

from leagues.services.ratings import ratings_refresh
from leagues.services.standings import season_refresh
from scoring.models import Match
from tests.api.conftest import Evening, hand

pytestmark = pytest.mark.usefixtures("held")


def test_a_season_is_told_with_its_divisions_and_evenings(api: APIClient, evening: Evening) -> None:
    (listed,) = api.get(f"{evening.at}seasons/").json()["results"]
    season_data = api.get(f"{evening.at}seasons/{evening.season.pk}/").json()
    assert listed.items() <= season_data.items()
    assert (season_data["name"], season_data["ranks"], season_data["measure"]) == (
        *("The whole year", "pairs", "games_won"),
    )
    assert [division["name"] for division in season_data["divisions"]] == ["First", "Second"]
    assert [
        (evening_row["number"], evening_row["event"]) for evening_row in season_data["evenings"]
    ] == [
        *((1, evening.event.pk), (2, None), (3, None)),
    ]


def test_the_tables_have_a_cell_for_every_evening(api: APIClient, evening: Evening) -> None:
    while not Match.objects.get(pk=evening.match.pk).is_over:
        dealer = Match.objects.get(pk=evening.match.pk).next_dealer
        assert api.post(evening.hands_at, hand(dealer)).status_code == 201
    season_refresh(season_id=evening.season.pk)
    standings = api.get(f"{evening.at}seasons/{evening.season.pk}/standings/").json()
    assert not standings["is_stale"]
    lines = [line for division in standings["divisions"] for line in division["lines"]]
    assert len(lines) == 4
    assert [division["evenings"] for division in standings["divisions"]] == [[1], [1]]
    best = max(lines, key=lambda line: line["total"] or 0)
    assert best["cells"] == [{"attended": True, "score": 10, "counts": True, "joker": False}]
    assert standings["evening_decimals"] == 1, "games won in tenths, as a draw is half a one"
    assert (best["rank"], best["attended"], len(best["players"])) == (1, 1, 2)
    ratings_refresh(season_id=evening.season.pk)
    rated = api.get(f"{evening.at}seasons/{evening.season.pk}/ratings/").json()["results"]
    assert [row["place"] for row in rated] == [1, 2]
    assert rated[0]["players"] == best["players"]
    assert rated[0]["mu"] > 25 > rated[1]["mu"]
