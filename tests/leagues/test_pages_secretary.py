"""What a secretary is told: what is next, who came, whose best, and where it goes on."""

import csv
import re
from collections.abc import Callable

import pytest
from django.test import Client

from clubs.models import Player, User
from clubs.services.players import players_add_many
from leagues.models import Season
from leagues.services.ratings import ratings_refresh
from leagues.services.seasons import contenders_add, division_add, season_finish, season_reopen
from leagues.services.standings import season_refresh
from tests.leagues.conftest import (
    EveningHolder,
    SeasonMaker,
    contender,
    declare,
    division_of,
    fridays,
)
from tests.leagues.pages import SeasonPages
from tests.tournaments.conftest import match_of
from tests.tournaments.pages import words
from tournaments.events.services.events import event_finish, event_reopen

pytestmark = pytest.mark.django_db


def test_nobody_has_a_rank_before_the_first_evening(
    pages: SeasonPages, season: Season, hold: EveningHolder
) -> None:
    season_refresh(season_id=season.pk)
    (part,) = pages.get("season", season.pk).context["table"].divisions
    assert not any(line.is_placed for line in part.lines)
    assert "best of the evening" not in words(pages.get("season", season.pk))
    hold(season, 1, won=["Ada"])
    season_refresh(season_id=season.pk)
    (part,) = pages.get("season", season.pk).context["table"].divisions
    assert all(line.is_placed for line in part.lines)


def test_the_best_of_an_evening_is_marked_where_few_share_it(
    pages: SeasonPages, season: Season, hold: EveningHolder
) -> None:
    hold(season, 1, won=["Ada", "Ben", "Ben"])
    hold(season, 2, won=["Ada", "Ben"])
    hold(season, 3)
    season_refresh(season_id=season.pk)
    (part,) = pages.get("season", season.pk).context["table"].divisions
    numbers = {evening.pk: evening.number for evening in part.evenings}
    best = {str(line.contender): sorted(numbers[key] for key in line.best) for line in part.lines}
    assert best == {"Ada": [2], "Ben": [1, 2], "Cleo": [], "Dan": []}


def test_a_finished_table_that_has_changed_since_says_when_and_why(
    pages: SeasonPages, season: Season, hold: EveningHolder, owner: User
) -> None:
    event = hold(season, 1, won=["Ada"])
    event_finish(event=event, unfinished=True)
    season_refresh(season_id=season.pk)
    season_finish(season=season)
    since = "after the season was finished"
    assert since not in words(pages.get("season", season.pk))
    event_reopen(event=event, by=owner, reason="A hand was missing")
    hold(season, 1, won=["Ben"])
    season_refresh(season_id=season.pk)
    page = words(pages.get("season", season.pk))
    assert since in page
    assert "Evening 1: opened again by owner ( A hand was missing )" in page
    assert re.search(r"Evening 1: hand 2 changed by owner", page)
    season_reopen(season=season)
    assert since not in words(pages.get("season", season.pk))


def test_a_secretary_gives_points_takes_them_back_and_doubles_an_evening(
    pages: SeasonPages, season: Season, hold: EveningHolder
) -> None:
    hold(season, 1, won=["Ada"])
    ada = contender(season, "Ada")
    pages.post("season-evening", season.pk, 1, date=str(season.starts_on), division="", times="2")
    answer = pages.post("season-adjustment-new", season.pk, ada.pk, points="", reason="Cake")
    assert answer.status_code == 422
    day = str(season.starts_on)
    pages.post("season-adjustment-new", season.pk, ada.pk, points="-2", reason="Late", date=day)
    season_refresh(season_id=season.pk)
    page = words(pages.get("season", season.pk))
    assert "Evening 1 ×2" in page
    assert "Late" in page
    assert "Evenings marked ×2 count twice" in page
    rows = list(
        csv.reader(pages.get("season-file", season.pk, "csv").content.decode().splitlines())
    )
    assert [row[3:7] for row in rows[:2]] == [
        ["Total", "Evenings played", "Bonus and penalty points", "Evening 1 ×2"],
        ["4", "1", "-2", "6"],
    ]
    (given,) = ada.adjustments.all()
    pages.post("season-adjustment-revoke", season.pk, given.pk, reason="Not so late")
    assert "Not so late" in words(pages.get("season-member", season.pk, ada.pk))


def test_a_secretary_notes_once_that_somebody_is_away_for_weeks(
    pages: SeasonPages, season: Season
) -> None:
    ada = contender(season, "Ada")
    first, second, third = map(str, fridays(3))
    answer = pages.post("season-away-new", season.pk, ada.pk, since=second, until=first)
    assert answer.status_code == 422
    answer = pages.post("season-away-new", season.pk, ada.pk, since=second, until=third)
    assert "Absent with notice from 2 evenings." in words(answer)
    pages.post("season-away-remove", season.pk, ada.away_periods.get().pk)
    assert not ada.absences.exists()


def test_a_member_finds_his_own_line(
    pages: SeasonPages, season: Season, hold: EveningHolder, people: list[Player], organiser: User
) -> None:
    hold(season, 1, won=["Ada"])
    season_refresh(season_id=season.pk)
    assert b"row--me" not in pages.get("season", season.pk).content
    organiser.memberships.update(player=people[1])
    for name in ("season", "season-live"):
        page = pages.get(name, season.pk).content.decode()
        (my_row,) = [row for row in page.split("<tr") if "row--me" in row.partition(">")[0]]
        assert "Ben" in my_row


def test_a_season_says_what_is_next(
    pages: SeasonPages, make_season: SeasonMaker, hold: EveningHolder, people: list[Player]
) -> None:
    season = make_season(count=0, evenings=1)

    def page() -> str:
        return words(pages.get("season", season.pk))

    assert "Next: evening 1" in page()
    assert "Who is coming?" not in page(), "nobody is in it"
    lines = "\n".join(player.name for player in people[:4])
    division = division_of(season).pk
    pages.post("season-members-paste", season.pk, text=lines, division=division, joined="1")
    assert "Who is coming?" in page()
    hold(season, 1, won=["Ada"])
    season_refresh(season_id=season.pk)
    assert "All evenings are played." in page()
    pages.post("season-evening-remove", season.pk, 1)
    assert "No evening is set yet." in page()
    assert "No evening is set yet." in words(pages.get("season-calendar", season.pk))


def test_who_neither_came_nor_said_so_is_told_as_absent(
    pages: SeasonPages, make_season: SeasonMaker, owner: User, hold: EveningHolder
) -> None:
    season = make_season(count=4)
    hold(season, 1, won=["Ada"])
    # Joined behind, so that nothing of the first evening is there.
    late = players_add_many(club=season.club, names=["Zoe"])
    contenders_add(division=division_of(season), lineups=[late])
    season_refresh(season_id=season.pk)
    roll = pages.get("season-evening", season.pk, 1).context["roll"]
    assert {str(row.contender): (row.state, row.played) for row in roll} == {
        **dict.fromkeys(("Ada", "Ben", "Cleo", "Dan"), ("comes", True)),
        "Zoe": ("unnoticed", False),
    }


def test_an_evening_leads_to_its_neighbours_and_back(pages: SeasonPages, season: Season) -> None:
    pages.post("season-evening-remove", season.pk, 2)
    page = pages.get("season-evening", season.pk, 3)
    assert page.context["beside"] == (1, None)
    for name, keys in (("season-evening", [1]), ("season-calendar", []), ("season", [])):
        assert f'href="{pages.url(name, season.pk, *keys)}"' in page.content.decode()


def test_more_evenings_are_proposed_a_week_after_the_last(
    pages: SeasonPages, season: Season
) -> None:
    form = pages.get("season-calendar", season.pk).context["form"]
    assert form["first"].value() == fridays(4)[3]


def test_events_that_could_count_are_told_apart_by_their_days(
    pages: SeasonPages, season: Season, hold: EveningHolder
) -> None:
    hold(season, 1)
    pages.post("season-evening-attach", season.pk, 1, detach="1")
    form = pages.get("season-evening", season.pk, 2).context["attach_form"]
    assert [label for _value, label in form.fields["event"].choices] == [
        "4 Sep 2026 · Autumn, evening 1"
    ]


def test_the_place_of_each_evening_stands_on_a_players_page(
    pages: SeasonPages, season: Season, hold: EveningHolder
) -> None:
    hold(season, 1, won=["Ada", "Ben", "Ben"], lost=["Dan"])
    season_refresh(season_id=season.pk)
    places = {}
    for name in ("Ada", "Ben", "Cleo", "Dan"):
        answer = pages.get("season-member", season.pk, contender(season, name).pk)
        (step,) = answer.context["history"].steps
        places[name] = (step.place, step.count)
        assert f"{step.place} of 4" in words(answer)
    assert places == {"Ben": (1, 4), "Ada": (2, 4), "Cleo": (3, 4), "Dan": (4, 4)}


def test_who_does_not_play_on_is_not_in_the_season_after(
    pages: SeasonPages, season: Season, hold: EveningHolder
) -> None:
    hold(season, 1, lost=["Cleo"])
    form = pages.get("season-next", season.pk).context["form"]
    given = {field.html_name: field.value() for field in form}
    given[f"division_{contender(season, 'Cleo').pk}"] = "0"
    pages.post("season-next", season.pk, **given)
    following = Season.objects.latest("pk")
    assert sorted(map(str, following.contenders.all())) == ["Ada", "Ben", "Dan"]


def test_a_chart_of_many_evenings_keeps_its_size(
    pages: SeasonPages, make_season: SeasonMaker, hold: EveningHolder
) -> None:
    season = make_season(evenings=11)
    for number in range(1, 12):
        hold(season, number, won=["Ada"])
    season_refresh(season_id=season.pk)
    answer = pages.get("season-member", season.pk, contender(season, "Ada").pk)
    page = answer.content.decode()
    assert 'class="drawing season-chart season-chart--long"' in page
    assert page.count('class="season-chart__column"') == 11


def test_whoever_is_rated_and_ranked_leads_to_his_page(
    pages: SeasonPages, season: Season, hold: EveningHolder, owner: User
) -> None:
    event = hold(season, 1, won=["Ada"])
    while not match_of(event, 1, 1).is_over:
        declare(event, "Ben", owner)
    ratings_refresh(season_id=season.pk)
    contender(season, "Dan").delete()
    page = pages.get("season-ratings", season.pk).content.decode()
    url = pages.url("season-member", season.pk, contender(season, "Ada").pk)
    assert f'href="{url}"' in page
    assert "<bdi>Dan</bdi>" in page
    assert page.count("/members/") == 4, "three who are ranked, and the tab of all"


def test_taking_somebody_out_is_asked_for_on_his_own_page(
    pages: SeasonPages, season: Season, viewer: User, client_for: Callable[[User], Client]
) -> None:
    ada = contender(season, "Ada").pk
    take_out = f'action="{pages.url("season-member-remove", season.pk, ada)}"'
    url = pages.url("season-member", season.pk, ada)
    assert f'href="{url}#change"' in pages.get("season-members", season.pk).content.decode()
    assert take_out not in pages.get("season-members", season.pk).content.decode()
    assert take_out in pages.get("season-member", season.pk, ada).content.decode()
    assert take_out not in client_for(viewer).get(url).content.decode()
    pages.post("season-end", season.pk)
    assert take_out not in pages.get("season-member", season.pk, ada).content.decode()


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("texas42", "in an evening count, a draw as half a win."),
        ("pandoeren", "Your best 6 evenings are added up; the rest are dropped."),
        ("dummy_spades", "All points of an evening count"),
    ],
)
def test_a_new_season_says_what_is_usual_for_its_game(
    game: str, text: str, pages: SeasonPages
) -> None:
    assert text in words(pages.get("season-new", game=game))


def test_where_there_is_one_division_it_is_not_named(pages: SeasonPages, season: Season) -> None:
    address = ("season-member", season.pk, contender(season, "Ada").pk)
    assert '<span class="chip"><bdi>All</bdi></span>' not in pages.get(*address).content.decode()
    division_add(season=season, name="B")
    assert '<span class="chip"><bdi>All</bdi></span>' in pages.get(*address).content.decode()


def test_who_is_pasted_twice_is_told_from_who_is_in_it(pages: SeasonPages, season: Season) -> None:
    sent = {"text": "Eva\nFay\nEva", "joined": "1", "division": division_of(season).pk}
    answer = pages.post("season-members-paste", season.pk, **sent)
    assert answer.context["form"].errors["text"] == ["Eva is named twice."]
    assert season.contenders.count() == 4
