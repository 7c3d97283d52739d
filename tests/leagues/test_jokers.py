"""Jokers: declared before an evening begins, what somebody makes at it counts double."""

import csv
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import User
from core.transactions import Closed
from feeds.models import Change
from leagues.models import Joker, Season
from leagues.selectors.table import season_table
from leagues.services.evenings import (
    absence_note,
    evening_event_create,
    evening_remove,
    evening_update,
    joker_declare,
    joker_take_back,
)
from leagues.services.seasons import (
    division_add,
    season_finish,
    season_follow,
    season_page_update,
    season_update,
)
from leagues.services.standings import season_refresh
from paper.documents.seasons import table_document
from tests.conftest import ApiFor
from tests.leagues.conftest import (
    EveningHolder,
    SeasonMaker,
    begun,
    contender,
    evening_of,
    fridays,
)
from tests.leagues.pages import SeasonPages
from tests.prints.printing import remarks_of, tables_of
from tests.refused import refused
from tests.tournaments.pages import words

pytestmark = pytest.mark.django_db
Table = Callable[[Season], list[tuple[int, str, int]]]


def declare_joker(season: Season, number: int, name: str) -> Joker:
    return joker_declare(evening=evening_of(season, number), contender=contender(season, name))


@pytest.mark.parametrize(
    ("scoring", "expected"), [("sum", 9), ("best", 6), ("average", 300), ("double", 15)]
)
def test_what_is_made_with_a_joker_counts_double_and_as_two_evenings_in_an_average(
    scoring: str, expected: int, make_season: SeasonMaker, hold: EveningHolder, table: Table
) -> None:
    rules = {"scoring": "sum"} if scoring == "double" else {"scoring": scoring, "best": 1}
    season = make_season(jokers=1, **rules)
    declare_joker(season, 2, "Ada")
    if scoring == "double":
        evening_update(evening=evening_of(season, 2), date=fridays(2)[1], division=None, times=2)
    hold(season, 1, won=["Ada"])
    hold(season, 2, won=["Ada"])
    assert table(season)[0] == (1, "Ada", expected)
    (line, *others) = season_table(season).divisions[0].lines
    assert [cell.joker for cell in line.played] == [False, True]
    assert not any(cell.joker for other in others for cell in other.played)


def test_the_best_of_an_evening_is_whoever_made_most_without_a_joker(
    make_season: SeasonMaker, hold: EveningHolder
) -> None:
    season = make_season(jokers=1)
    declare_joker(season, 1, "Ada")
    hold(season, 1, won=["Ada", "Ada", "Ben", "Ben", "Ben"])
    season_refresh(season_id=season.pk)
    lines = {str(line.contender): line for line in season_table(season).divisions[0].lines}
    assert [name for name, line in lines.items() if line.best] == ["Ben"]
    assert (lines["Ada"].standing.total, lines["Ben"].standing.total) == (12, 9)


def test_in_an_absence_the_joker_is_lost_and_doubles_nothing(
    make_season: SeasonMaker, hold: EveningHolder, table: Table
) -> None:
    season = make_season(count=5, jokers=1, noticed="fixed", noticed_score=2)
    declare_joker(season, 1, "Dan")
    dan = contender(season, "Dan")
    absence_note(evening=evening_of(season, 1), contender=dan, noticed=True)
    hold(season, 1, won=["Ada"])
    assert (5, "Dan", 2) in table(season)
    with refused("no_joker_left"):
        declare_joker(season, 2, "Dan")


def test_a_joker_is_refused_where_it_cannot_be_declared(
    make_season: SeasonMaker, owner: User
) -> None:
    season = make_season()
    with refused("no_jokers"):
        declare_joker(season, 1, "Ada")
    season_update(season=season, jokers=1)
    second = division_add(season=season, name="Second")
    evening_update(evening=evening_of(season, 3), date=fridays(3)[2], division=second)
    with refused("not_expected"):
        declare_joker(season, 3, "Ada")
    joker = declare_joker(season, 1, "Ada")
    with refused("joker_already"):
        declare_joker(season, 1, "Ada")
    with refused("no_joker_left"):
        declare_joker(season, 2, "Ada")
    with pytest.raises(ValidationError) as caught:
        season_update(season=season, jokers=0)
    assert caught.value.message_dict == {"jokers": ["Somebody has declared 1 joker already."]}
    begun(evening_of(season, 1), owner)
    with refused("evening_begun"):
        declare_joker(season, 1, "Ben")
    with refused("evening_begun"):
        joker_take_back(joker=joker)
    waiting = declare_joker(season, 2, "Ben")
    season_finish(season=season)
    with pytest.raises(Closed):
        joker_take_back(joker=waiting)


def test_an_event_that_is_made_and_not_begun_still_takes_jokers(
    make_season: SeasonMaker, owner: User
) -> None:
    season = make_season(jokers=1)
    evening_event_create(evening=evening_of(season, 1), created_by=owner)
    assert declare_joker(season, 1, "Ada").evening.event


def test_a_joker_that_is_taken_back_or_whose_evening_goes_can_be_declared_again(
    make_season: SeasonMaker, hold: EveningHolder, table: Table
) -> None:
    season = make_season(jokers=1)
    joker_take_back(joker=declare_joker(season, 1, "Ada"))
    declare_joker(season, 2, "Ada")
    evening_remove(evening=evening_of(season, 2))
    declare_joker(season, 3, "Ada")
    hold(season, 1, won=["Ada"])
    assert table(season)[0] == (1, "Ada", 3)
    hold(season, 3, won=["Ada"])
    assert table(season)[0] == (1, "Ada", 9)


def test_the_next_season_has_as_many_jokers_and_none_declared(
    make_season: SeasonMaker, owner: User
) -> None:
    season = make_season(jokers=2)
    declare_joker(season, 1, "Ada")
    following = season_follow(season=season, name="Winter", dates=fridays(1), created_by=owner)
    assert (following.jokers, Joker.objects.filter(evening__season=following).count()) == (2, 0)


def test_a_secretary_declares_jokers_on_the_evening_s_page_and_every_table_marks_them(
    pages: SeasonPages, make_season: SeasonMaker, hold: EveningHolder
) -> None:
    season = make_season()
    assert "joker" not in words(pages.get("season-evening", season.pk, 1))
    season = season_update(season=season, jokers=1)
    ada, ben = contender(season, "Ada"), contender(season, "Ben")
    answer = pages.post("season-joker", season.pk, 1, ada.pk)
    assert "The evening counts double for Ada." in words(answer)
    pages.post("season-joker", season.pk, 1, ben.pk)
    answer = pages.post("season-joker", season.pk, 1, ben.pk, back="")
    assert "Ben has the joker back." in words(answer)
    assert "Their joker is used" in words(pages.post("season-joker", season.pk, 2, ada.pk))
    second = pages.get("season-evening", season.pk, 2).content.decode()
    url = pages.url("season-joker", season.pk, 2, ada.pk)
    assert url not in second, "none is left"
    assert pages.url("season-joker", season.pk, 2, ben.pk) in second
    hold(season, 1, won=["Ada"])
    season_refresh(season_id=season.pk)
    roll = words(pages.get("season-evening", season.pk, 1))
    assert "Ada played joker" in roll
    assert "evening has begun" in words(pages.post("season-joker", season.pk, 1, ada.pk, back=""))
    page = words(pages.get("season", season.pk))
    assert "6 * , joker" in page
    assert "12* counts double: joker" in page
    assert "Everyone has 1 joker" in page
    assert "6 *" in words(pages.get("season-projector", season.pk))
    assert "Jokers used 1 of 1" in words(pages.get("season-member", season.pk, ada.pk))
    rows = csv.reader(pages.get("season-file", season.pk, "csv").content.decode().splitlines())
    head, first, *_others = rows
    assert dict(zip(head, first, strict=True))["Jokers"] == "1"
    sheet = table_document(season)
    assert "6*" in tables_of(sheet)[0][0]
    assert "* marks a score that a joker doubles." in remarks_of(sheet)


def test_the_public_page_marks_a_joker_once_it_doubles_and_follows_it(
    make_season: SeasonMaker, hold: EveningHolder, client: Client
) -> None:
    season = make_season(jokers=1)
    page = season_page_update(season=season, is_on=True)
    declare_joker(season, 1, "Ada")
    hold(season, 1, won=["Ada"])
    season_refresh(season_id=season.pk)
    live = reverse("public-season-live", args=[page.code])
    answer = client.get(live)
    assert "6 * , joker" in words(answer)
    joker = declare_joker(season, 2, "Ben")
    hold(season, 3, won=["Ben"])
    joker_take_back(joker=joker)
    season_refresh(season_id=season.pk)
    tag = {"If-None-Match": answer["ETag"]}
    assert client.get(live, headers=tag).status_code == 200


def test_programs_declare_jokers_list_them_and_find_them_in_table_roll_and_feed(
    make_season: SeasonMaker, hold: EveningHolder, organiser: User, api_for: ApiFor
) -> None:
    season = make_season(jokers=1)
    api = api_for(organiser)
    at = f"/api/v1/clubs/{season.club.slug}/seasons/{season.pk}/"
    ada = contender(season, "Ada").pk
    assert api.post(f"{at}jokers/", {"contender": ada, "evening": 9}).status_code == 404
    made = api.post(f"{at}jokers/", {"contender": ada, "evening": 1})
    assert (made.status_code, made.json()["evening"]) == (201, 1)
    again = api.post(f"{at}jokers/", {"contender": ada, "evening": 2})
    assert (again.status_code, again.json()["code"]) == (400, "invalid")
    noted = set(Change.objects.values_list("path", flat=True))
    seasons = f"seasons/{season.pk}/"
    assert {f"{seasons}jokers/", f"{seasons}evenings/1/", f"{seasons}standings/"} <= noted
    assert api.delete(f"{at}jokers/{made.json()['id']}/").status_code == 204
    api.post(f"{at}jokers/", {"contender": ada, "evening": 1})
    roll = api.get(f"{at}evenings/1/").json()["roll"]
    assert [row["contender"] for row in roll if row["joker"]] == [ada]
    hold(season, 1, won=["Ada"])
    season_refresh(season_id=season.pk)
    (division,) = api.get(f"{at}standings/").json()["divisions"]
    assert division["lines"][0]["cells"] == [
        {"attended": True, "score": 6, "counts": True, "joker": True}
    ]
    (kept,) = api.get(f"{at}jokers/").json()["results"]
    assert api.delete(f"{at}jokers/{kept['id']}/").status_code == 400


def test_a_neighbour_s_joker_is_not_found(
    make_season: SeasonMaker, organiser: User, api_for: ApiFor
) -> None:
    ours, other = make_season(jokers=1), make_season(jokers=1, name="Other")
    joker = declare_joker(other, 1, "Ada")
    at = f"/api/v1/clubs/{ours.club.slug}/seasons/{ours.pk}/jokers/"
    assert api_for(organiser).delete(f"{at}{joker.pk}/").status_code == 404
    body = {"contender": contender(other, "Ben").pk, "evening": 1}
    assert api_for(organiser).post(at, body).status_code == 404
