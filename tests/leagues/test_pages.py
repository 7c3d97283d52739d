"""Pages of seasons as a secretary uses them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Player, User
from leagues.models import Absence, Season
from leagues.selectors.table import season_table
from leagues.services.ratings import ratings_refresh
from leagues.services.seasons import division_add, division_update, season_page_update
from leagues.services.standings import season_refresh
from tests.leagues.conftest import (
    EveningHolder,
    SeasonMaker,
    contender,
    declare,
    division_of,
    evening_of,
    fridays,
)
from tests.leagues.pages import SeasonPages
from tests.tournaments.conftest import match_of
from tests.tournaments.pages import messages_of, words
from tournaments.events.models import Event

pytestmark = pytest.mark.django_db


def test_a_season_is_set_up_from_the_game_to_the_table(
    pages: SeasonPages, club: Club, people: list[Player]
) -> None:
    assert "New season" in words(pages.get("seasons"))
    answer = pages.client.post(
        pages.url("season-new") + "?game=pandoeren",
        {
            "name": "Winter",
            "template": "pandoeren_evening",
            "first": "2026-10-02",
            "count": "8",
            "weeks": "2",
            "scoring": "best",
            "best": "",
            "divisions": "A\nB",
        },
        follow=True,
    )
    season = Season.objects.get()
    assert messages_of(answer) == ["The season is set up. Who plays?"]
    assert [str(division) for division in season.divisions.all()] == ["A", "B"]
    assert str(evening_of(season, 2).date) == "2026-10-16"
    answer = pages.post(
        "season-members-paste",
        season.pk,
        text="1. Ada\n2. Zebedee Quill",
        division=division_of(season, 2).pk,
        joined="1",
    )
    assert messages_of(answer) == ["2 added.", "New on the roster: Zebedee Quill"]
    assert "The table is being computed." in words(pages.get("season", season.pk))
    season_refresh(season_id=season.pk)
    table = words(pages.get("season", season.pk))
    assert "Zebedee Quill" in table
    assert "The table fills up after the first evening." in table


def test_what_is_wrong_stands_beside_its_field(pages: SeasonPages, season: Season) -> None:
    answer = pages.client.post(
        pages.url("season-new") + "?game=pandoeren", {"name": "", "first": "never"}
    )
    assert answer.status_code == 422
    names = {"name", "first", "count", "weeks", "template", "scoring"}
    assert names == set(answer.context["form"].errors)
    answer = pages.post(
        "season-members-paste", season.pk, text="Ada", joined="1", division=division_of(season).pk
    )
    assert answer.context["form"].errors["text"] == ["Ada is already in this season."]


@pytest.mark.parametrize(("count", "best"), [("8", 6), ("7", 5), ("10", 8), ("1", 1)])
def test_three_in_four_evenings_count_where_nobody_says_how_many(
    count: str, best: int, pages: SeasonPages
) -> None:
    given = {"name": "W", "template": "pandoeren_evening", "first": "2026-10-02", "weeks": "1"}
    address = pages.url("season-new") + "?game=pandoeren"
    pages.client.post(address, given | {"count": count, "scoring": "best"})
    season = Season.objects.latest("pk")
    assert (season.best, season.minimum) == (best, best)
    assert f"{best} is usual for this season" in words(pages.get("season-settings", season.pk))
    answer = pages.client.post(address, given | {"count": "2", "scoring": "best", "best": "3"})
    assert answer.context["form"].errors["best"] == ["There are 2 evenings."]


def test_everyone_on_the_roster_is_taken_in_with_one_button(
    pages: SeasonPages, make_season: SeasonMaker, club: Club, people: list[Player]
) -> None:
    season = make_season(count=2)
    left = Player.objects.create(club=club, name="Long gone", active=False)
    waiting = club.players.filter(active=True).count() - 2
    page = pages.get("season-members-paste", season.pk)
    assert f"Everyone on the roster ({waiting} players)" in words(page)
    fields = {"division": division_of(season).pk, "joined": "1", "everyone": "1"}
    answer = pages.post("season-members-paste", season.pk, text="Zoë Quill", **fields)
    assert messages_of(answer)[0] == f"{waiting + 1} added."
    assert season.contenders.count() == waiting + 3
    assert not season.contenders.filter(player=left).exists()
    assert "Everyone on the roster" not in words(pages.get("season-members-paste", season.pk))


def test_two_taps_note_an_absence_and_a_third_takes_it_back(
    pages: SeasonPages, season: Season
) -> None:
    ada = contender(season, "Ada").pk
    page = pages.get("season-evening", season.pk, 1)
    assert page.content.count(b'value="noticed"') == 4
    for state, expected in (("noticed", [True]), ("unnoticed", [False]), ("comes", [])):
        pages.post("season-absence", season.pk, 1, ada, state=state)
        assert list(Absence.objects.values_list("noticed", flat=True)) == expected


def test_the_next_evening_is_made_in_one_tap(pages: SeasonPages, season: Season) -> None:
    pages.post("season-absence", season.pk, 1, contender(season, "Ben").pk, state="noticed")
    answer = pages.post("season-evening-make", season.pk, 1)
    assert messages_of(answer) == ["The evening is set up, and those who are coming are entered."]
    entered = Event.objects.get().entries.values_list("lineup__player__name", flat=True)
    assert list(entered) == ["Ada", "Cleo", "Dan"]
    answer = pages.post("season-evening-make", season.pk, 1)
    assert messages_of(answer) == ["This evening already has its event."]


def test_the_table_shows_every_evening_and_what_is_dropped(
    pages: SeasonPages, make_season: SeasonMaker, hold: EveningHolder
) -> None:
    season = make_season(count=5, scoring="best", best=1, noticed="lowest")
    pages.post("season-absence", season.pk, 1, contender(season, "Eva").pk, state="noticed")
    pages.post("season-absence", season.pk, 2, contender(season, "Dan").pk, state="noticed")
    hold(season, 1, won=["Ada", "Ada", "Ben"])
    hold(season, 2, won=["Ada", "Eva"])
    season_refresh(season_id=season.pk)
    answer = pages.get("season", season.pk)
    table = answer.context["table"]
    (division,) = table.divisions
    shown = {
        str(line.contender): [
            (cell.score, cell.attended, cell.counts) for cell in line.cells if cell
        ]
        for line in division.lines
    }
    assert shown["Ada"] == [(6, True, True), (3, True, False)]
    assert shown["Eva"] == [(0, False, False), (3, True, True)]
    assert shown["Dan"] == [(0, True, True), (0, False, False)]
    text = words(answer)
    assert "Your best evening counts; the rest are dropped." in text
    assert "Absent with notice: the lowest score of the evening." in text
    assert not table.is_stale


def test_zones_are_marked_where_there_are_divisions(
    pages: SeasonPages, season: Season, hold: EveningHolder
) -> None:
    hold(season, 1, won=["Ada"])
    division_update(division=division_of(season), relegated=1)
    season_refresh(season_id=season.pk)
    assert "goes down" not in words(pages.get("season", season.pk))
    division_add(season=season, name="B")
    season_refresh(season_id=season.pk)
    assert words(pages.get("season", season.pk)).count("goes down") == 1


def test_the_live_table_says_nothing_until_something_changes(
    pages: SeasonPages, season: Season, hold: EveningHolder, owner: User
) -> None:
    event = hold(season, 1, won=["Ada"])
    season_refresh(season_id=season.pk)
    for name in ("season-live", "season-projector-live"):
        first = pages.get(name, season.pk)
        url = pages.url(name, season.pk)
        again = pages.client.get(url, headers={"If-None-Match": first["ETag"]})
        assert again.status_code == 304, name
    declare(event, "Ben", owner)
    assert "being computed" in words(pages.get("season-live", season.pk))
    season_refresh(season_id=season.pk)
    assert pages.get("season-live", season.pk)["ETag"] != first["ETag"]


def test_the_wall_shows_a_division_a_page(pages: SeasonPages, season: Season) -> None:
    division_add(season=season, name="B")
    season_refresh(season_id=season.pk)
    answer = pages.get("season-projector", season.pk, page=7)
    assert (answer.context["pages"], answer.context["number"]) == (1, 1)
    assert "Ada" in answer.content.decode()


def test_the_wall_shows_the_address_and_its_code_while_the_public_page_is_on(
    pages: SeasonPages, season: Season
) -> None:
    season_refresh(season_id=season.pk)
    tag = pages.get("season-projector-live", season.pk)["ETag"]
    page = season_page_update(season=season, is_on=True)
    live = pages.url("season-projector-live", season.pk)
    assert pages.client.get(live, headers={"If-None-Match": tag}).status_code == 200
    assert f"testserver/s/{page.code}/" in pages.get("season-projector", season.pk).content.decode()
    last = pages.get("season-projector-live", season.pk, page=2)
    assert (last.context["pages"], last.context["number"]) == (2, 2)
    assert 'class="qr"' in last.content.decode()
    assert f"testserver/s/{page.code}/" in last.content.decode()
    assert 'class="qr"' not in pages.get("season-projector-live", season.pk).content.decode()
    season_page_update(season=season, is_on=False)
    off = pages.get("season-projector", season.pk, page=2)
    assert (off.context["pages"], page.code in off.content.decode()) == (1, False)


def test_a_player_s_own_page_has_a_chart_and_the_numbers(
    pages: SeasonPages, make_season: SeasonMaker, hold: EveningHolder, owner: User
) -> None:
    season = make_season(scoring="best", best=1)
    hold(season, 1, won=["Ada"])
    event = hold(season, 2, lost=["Ada"])
    while not match_of(event, 1, 1).is_over:
        declare(event, "Ben", owner)
    season_refresh(season_id=season.pk)
    ratings_refresh(season_id=season.pk)
    answer = pages.get("season-member", season.pk, contender(season, "Ada").pk)
    page = answer.content.decode()
    assert page.count("<rect") == 2
    assert "season-chart__column--dropped" in page
    assert "style=" not in page
    assert "<s>−3</s>" in page
    assert "<strong>3</strong>" in page
    assert "Each player alone" not in words(pages.get("season-ratings", season.pk))
    assert "Computed by openskill" in words(pages.get("season-ratings", season.pk))


def test_rules_and_divisions_are_changed_on_one_page(pages: SeasonPages, season: Season) -> None:
    page = pages.get("season-settings", season.pk)
    given = {
        field.html_name: field.value()
        for field in page.context["form"]
        if field.value() is not None
    }
    given.pop("seeds_by_rating")
    answer = pages.post("season-settings", season.pk, **(given | {"scoring": "best", "best": 2}))
    assert messages_of(answer) == ["Saved."]
    season.refresh_from_db()
    assert (season.scoring, season.best) == ("best", 2)
    new = {"new-name": "B", "new-promoted": 1, "new-relegated": 0}
    assert messages_of(pages.post("season-division-new", season.pk, **new)) == [
        "The division has been added."
    ]
    changed = {"d2-name": "Second", "d2-promoted": 2, "d2-relegated": 0}
    pages.post("season-division", season.pk, 2, **changed)
    assert (division_of(season, 2).name, division_of(season, 2).promoted) == ("Second", 2)
    answer = pages.post("season-division", season.pk, 2, **(changed | {"d2-name": ""}))
    assert answer.status_code == 422
    pages.post("season-division-remove", season.pk, 2)
    assert season.divisions.count() == 1


def test_people_move_and_leave(pages: SeasonPages, season: Season) -> None:
    division_add(season=season, name="B")
    ada = contender(season, "Ada").pk
    answer = pages.post("season-member-move", season.pk, ada, division="2")
    assert messages_of(answer) == ["Ada plays in B now."]
    assert contender(season, "Ada").division.order == 2
    pages.post("season-member-remove", season.pk, ada)
    assert season.contenders.count() == 3


def test_evenings_are_added_moved_and_taken_out(
    pages: SeasonPages, season: Season, hold: EveningHolder
) -> None:
    pages.post("season-calendar", season.pk, first="2026-12-04", count="2", weeks="1", division="")
    assert season.evenings.count() == 5
    pages.post("season-evening", season.pk, 5, date="2026-12-18", division="", times="2")
    assert str(evening_of(season, 5).date) == "2026-12-18"
    pages.post("season-evening-remove", season.pk, 5)
    assert season.evenings.count() == 4
    event = hold(season, 1)
    pages.post("season-evening-attach", season.pk, 1, detach="1")
    assert evening_of(season, 1).event is None
    pages.post("season-evening-attach", season.pk, 2, event=event.pk)
    assert evening_of(season, 2).event == event
    answer = pages.post("season-evening-attach", season.pk, 3, event="")
    assert messages_of(answer) == ["Choose an event."]


def test_the_season_after_is_one_step(
    pages: SeasonPages, season: Season, hold: EveningHolder
) -> None:
    division_add(season=season, name="B")
    division_update(division=division_of(season), relegated=1)
    hold(season, 1, lost=["Cleo"])
    page = pages.get("season-next", season.pk)
    form = page.context["form"]
    given = {field.html_name: field.value() for field in form}
    answer = pages.post("season-next", season.pk, **given)
    assert messages_of(answer) == ["The next season is set up."]
    following = Season.objects.latest("pk")
    assert contender(following, "Cleo").division.order == 2
    assert following.evenings.count() == season.evenings.count()
    season.refresh_from_db()
    assert season.is_finished
    assert messages_of(pages.post("season-reopen", season.pk)) == ["The season is open again."]
    assert messages_of(pages.post("season-end", season.pk)) == ["The season is finished."]


def test_a_season_is_deleted_only_unplayed(
    pages: SeasonPages, make_season: SeasonMaker, hold: EveningHolder
) -> None:
    empty, played = make_season(name="Empty"), make_season(name="Played")
    hold(played, 1, won=["Ada"])
    season_refresh(season_id=played.pk)
    assert messages_of(pages.post("season-remove", empty.pk)) == ["“Empty” has been deleted."]
    assert "cannot be deleted" in messages_of(pages.post("season-remove", played.pk))[0]
    assert list(Season.objects.all()) == [played]


PAGES = ["season", "season-live", "season-calendar", "season-members", "season-ratings"]


def test_queries_do_not_grow_with_the_season(
    pages: SeasonPages, make_season: SeasonMaker, hold: EveningHolder
) -> None:
    def queries(count: int, evenings: int) -> dict[str, int]:
        season = make_season(count=count, evenings=evenings, name=f"{count}")
        for number in range(1, evenings + 1):
            hold(season, number, won=["Ada"])
        season_refresh(season_id=season.pk)
        counts = {}
        for name in PAGES:
            pages.get(name, season.pk)
            with CaptureQueriesContext(connection) as taken:
                assert pages.get(name, season.pk).status_code == 200
            counts[name] = len(taken)
        return counts

    assert queries(4, 1) == queries(8, 4)


def test_queries_do_not_grow_with_the_divisions(make_season: SeasonMaker) -> None:
    def queries(divisions: int) -> int:
        season = make_season(count=4, evenings=1, name=f"{divisions}")
        for number in range(1, divisions):
            division_add(season=season, name=f"{number}")
        season.divisions.update(promoted=1, relegated=1)
        with CaptureQueriesContext(connection) as taken:
            assert len(season_table(season).divisions) == divisions
        return len(taken)

    assert queries(1) == queries(5) == 6


def test_names_of_any_script_stand_alone(
    pages: SeasonPages, season: Season, people: list[Player]
) -> None:
    Player.objects.filter(pk=people[0].pk).update(name="پریسا <b>")
    season_refresh(season_id=season.pk)
    assert "<bdi>پریسا &lt;b&gt;</bdi>" in pages.get("season", season.pk).content.decode()
    assert fridays(1)[0] == season.starts_on


def test_a_player_s_page_of_the_club_leads_to_the_seasons(
    pages: SeasonPages, season: Season, hold: EveningHolder, people: list[Player]
) -> None:
    hold(season, 1, won=["Ada"])
    season_refresh(season_id=season.pk)
    answer = pages.get("player", people[0].pk)
    url = pages.url("season-member", season.pk, contender(season, "Ada").pk)
    assert f'href="{url}"' in answer.content.decode()
    assert "Autumn All Place 1st of 4 Total 3 Evenings 1 1 counts" in words(answer)
    assert "Autumn All" not in words(pages.get("player", people[7].pk))


def test_who_came_too_seldom_is_told_so(
    pages: SeasonPages, make_season: SeasonMaker, hold: EveningHolder
) -> None:
    season = make_season(count=5, minimum=2)
    for number, absent in ((1, "Eva"), (2, "Dan")):
        assert "of 2 evenings" not in words(pages.get("season", season.pk)), "it is too early"
        who = contender(season, absent).pk
        pages.post("season-absence", season.pk, number, who, state="noticed")
        hold(season, number, won=["Ada"])
        season_refresh(season_id=season.pk)
    assert words(pages.get("season", season.pk)).count("1 of 2 evenings") == 2
