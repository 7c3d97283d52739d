"""A season kept by another program: set up, changed, played, ended."""

import datetime
from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from clubs.models import Club, User
from leagues.models import Absence, Evening, Season
from leagues.services.adjustments import season_adjustment_make
from leagues.services.evenings import away_note, joker_declare
from leagues.services.seasons import season_finish, season_update
from leagues.services.standings import season_refresh
from tests.api.conftest import Evening as ClubNight
from tests.api.conftest import hold_evening
from tests.api.operations import described
from tests.conftest import ApiFor
from tournaments.events.models import Event

FRIDAYS = ["2026-10-16", "2026-10-02", "2026-10-09"]


@pytest.fixture
def at(club: Club) -> str:
    return f"/api/v1/clubs/{club.slug}/"


def roster(api: APIClient, at: str, names: str) -> list[int]:
    return [api.post(f"{at}players/", {"name": name}).json()["id"] for name in names]


def set_up(api: APIClient, at: str, **more: Any) -> dict[str, Any]:
    body = {"name": "Autumn", "game": "pandoeren", "dates": FRIDAYS} | more
    answer = api.post(f"{at}seasons/", body)
    assert answer.status_code == 201, answer.json()
    return {"at": answer["Location"], **answer.json()}


def season_day(season: Season) -> datetime.date:
    """A day after the last evening."""
    return season.evenings.latest("date").date + datetime.timedelta(days=7)


def test_a_whole_season_can_be_kept(api: APIClient, at: str) -> None:
    season = set_up(api, at, divisions=["First", "Second"])
    evenings = f"{season['at']}evenings/"
    keys = roster(api, at, "ABCDEFGH")
    for division, players in ((1, keys[:4]), (2, keys[4:])):
        body = {"division": division, "lineups": [[key] for key in players]}
        assert api.post(f"{season['at']}contenders/", body).status_code == 201
    moves = {"relegated": 1, "promoted": 0}
    assert api.patch(f"{season['at']}divisions/1/", moves).json()["relegated"] == 1
    absent = api.get(f"{season['at']}contenders/").json()["results"][0]
    noted = api.put(f"{evenings}1/absences/{absent['id']}/", {"noticed": True})
    assert (noted.status_code, noted.json()["noticed"]) == (200, True)
    made = api.post(f"{evenings}1/make/")
    assert made.status_code == 201
    entered = api.get(f"{made['Location']}entries/").json()["results"]
    assert sorted(row["players"][0]["id"] for row in entered) == sorted({*keys} - {keys[0]})
    evening = api.get(f"{evenings}1/").json()
    assert (evening["event"], evening["date"]) == (made.json()["id"], min(FRIDAYS))
    assert [row["state"] for row in evening["roll"]].count("noticed") == 1
    assert api.post(f"{season['at']}finish/").json()["is_finished"] is True
    following = api.post(f"{season['at']}next/", {"name": "Winter", "dates": ["2027-01-08"]})
    assert following.status_code == 201
    season_data = api.get(following["Location"]).json()
    assert (season_data["previous"], len(season_data["divisions"]), season_data["best"]) == (
        season["id"],
        2,
        2,
    )


class TestASeason:
    def test_what_is_left_out_is_usual_for_the_game(self, api: APIClient, at: str) -> None:
        set_up_data = set_up(api, at)
        assert (set_up_data["measure"], set_up_data["scoring"], set_up_data["best"]) == (
            "average",
            "best",
            2,
        )
        assert (set_up_data["noticed"], set_up_data["starts_on"]) == ("lowest", "2026-10-02")
        assert [evening_row["date"] for evening_row in set_up_data["evenings"]] == sorted(FRIDAYS)

    def test_what_is_sent_goes_before_it(self, api: APIClient, at: str) -> None:
        set_up_data = set_up(api, at, scoring="sum", noticed="fixed", noticed_score=-2)
        assert (set_up_data["scoring"], set_up_data["noticed"], set_up_data["noticed_score"]) == (
            "sum",
            "fixed",
            -2,
        )

    def test_what_is_wrong_is_told_by_field(self, api: APIClient, at: str) -> None:
        right = {"name": "Autumn", "game": "pandoeren", "dates": FRIDAYS}
        wrong: list[dict[str, Any]] = [
            {"name": " ", "dates": ["tomorrow"], "best": 0, "divisions": ["x" * 61]},
            *({"dates": []}, {"game": "bridge"}, {"template": "club_night"}, {"ranks": "pairs"}),
        ]
        for fields in wrong:
            answer = api.post(f"{at}seasons/", right | fields)
            assert (answer.status_code, {*answer.json()["errors"]}) == (400, {*fields}), fields
        assert not Season.objects.exists()

    def test_the_same_request_twice_makes_one(self, api: APIClient, at: str) -> None:
        body = {"name": "Autumn", "game": "pandoeren", "dates": FRIDAYS}
        answers = [
            api.post(f"{at}seasons/", body, headers={"Idempotency-Key": "autumn"}) for _ in range(2)
        ]
        assert answers[0].json() == answers[1].json()
        assert Season.objects.count() == 1

    def test_rules_change_and_the_table_is_computed_anew(
        self, api: APIClient, evening: ClubNight
    ) -> None:
        before = api.get(evening.season_at).json()
        season_data = api.patch(evening.season_at, {"scoring": "best", "best": 2}).json()
        assert (season_data["scoring"], season_data["best"]) == ("best", 2)
        assert season_data["version"] > before["version"]
        assert season_data["measure"] == before["measure"], "what is left out stays"

    def test_a_finished_season_refuses_changes_until_it_is_reopened(
        self, api: APIClient, evening: ClubNight
    ) -> None:
        season_finish(season=evening.season)
        refused = api.patch(evening.season_at, {"best": 2})
        assert (refused.status_code, refused.json()["code"]) == (409, "closed")
        assert refused.json()["reopen"] == f"{evening.season_at}reopen/"
        assert api.post(refused.json()["reopen"]).json()["is_finished"] is False
        assert api.patch(evening.season_at, {"best": 2}).status_code == 200

    def test_what_a_finished_season_refuses_is_what_the_description_says(
        self, api: APIClient, evening: ClubNight
    ) -> None:
        season = evening.season
        waiting = Evening.objects.create(season=season, number=9, date=season_day(season))
        ranked = season.contenders.get(pk=evening.contender)
        away = away_note(contender=ranked, since=waiting.date, until=waiting.date)
        given = season_adjustment_make(
            contender=ranked, points=1, reason="Cake", by=season.created_by
        )
        season = season_update(season=season, jokers=1)
        joker = joker_declare(evening=waiting, contender=ranked)
        season_finish(season=season)
        k = {"slug": evening.club.slug, "season": season.pk, "order": 1, "evening": 1}
        k |= {"contender": evening.contender}
        player = api.post(f"{evening.at}players/", {"name": "Zoe"}).json()["id"]
        sent: dict[str, tuple[dict[str, Any], Any]] = {
            "seasons_delete": ({}, None),
            "seasons_update": ({}, {"best": 2}),
            "seasons_finish": ({}, None),
            "seasons_reopen": ({}, None),
            "seasons_follow": ({}, {"name": "Next", "dates": ["2028-01-07"]}),
            "seasons_book": ({}, None),
            "seasons_public_update": ({}, {"is_on": True}),
            "seasons_public_renew": ({}, None),
            "season_contenders_add": ({}, {"division": 1, "lineups": [[player]]}),
            "season_contenders_move": ({}, {"division": 2}),
            "season_contenders_remove": ({}, None),
            "season_divisions_add": ({}, {"name": "Third"}),
            "season_divisions_update": ({}, {"name": "A"}),
            "season_divisions_remove": ({}, None),
            "season_evenings_add": ({}, {"dates": ["2027-05-07"]}),
            "season_evenings_update": ({}, {"division": 2}),
            "season_evenings_remove": ({}, None),
            "season_evenings_attach": ({"evening": 9}, {"event": evening.event.pk}),
            "season_evenings_detach": ({}, None),
            "season_evenings_make": ({"evening": waiting.number}, None),
            "season_absences_note": ({"evening": 9}, {"noticed": True}),
            "season_absences_clear": ({"evening": 9}, None),
            "season_away_note": (
                {},
                {"contender": evening.contender, "since": "2027-05-07", "until": "2027-05-07"},
            ),
            "season_away_clear": ({"away": away.pk}, None),
            "season_jokers_declare": ({}, {"contender": evening.contender, "evening": 9}),
            "season_jokers_take_back": ({"joker": joker.pk}, None),
            "season_adjustments_give": (
                {},
                {"contender": evening.contender, "points": 1, "reason": "Late"},
            ),
            "season_adjustments_revoke": ({"adjustment": given.pk}, {"reason": "Not so"}),
        }
        answered, closed, known = set(), set(), set()
        paths = described()["paths"]
        for path, methods in paths.items():
            for method, operation in methods.items():
                if method == "get" or "{season}" not in path:
                    continue
                key = operation["operationId"]
                known.add(key)
                if "Closed" in operation["responses"].get("409", {}).get("$ref", ""):
                    closed.add(key)
                more, body = sent[key]
                with transaction.atomic():
                    answer = getattr(api, method)(path.format(**k | more), body)
                    transaction.set_rollback(True)
                assert answer.status_code < 500, key
                if answer.content and answer.json().get("code") == "closed":
                    assert answer.status_code == 409, key
                    assert answer.json()["reopen"] == f"{evening.season_at}reopen/", key
                    answered.add(key)
        assert answered == closed
        assert sent.keys() == known
        assert len(answered) > 10

    def test_only_a_season_that_nobody_has_played_is_deleted(
        self, api: APIClient, at: str, evening: ClubNight
    ) -> None:
        new = set_up(api, at)
        assert api.delete(new["at"]).status_code == 204
        assert api.get(new["at"]).status_code == 404
        Evening.objects.filter(season=evening.season, number=1).update(lowest=0)
        assert api.delete(evening.season_at).status_code == 400
        assert api.get(evening.season_at).status_code == 200


class TestEvenings:
    def test_more_are_added_behind_the_others(self, api: APIClient, evening: ClubNight) -> None:
        body = {"dates": ["2027-02-12", "2027-02-05"], "division": 2}
        added = api.post(f"{evening.season_at}evenings/", body)
        assert added.status_code == 201
        assert [
            (row["number"], row["date"], row["division"]) for row in added.json()["evenings"]
        ] == [
            *((4, "2027-02-05", 2), (5, "2027-02-12", 2)),
        ]

    def test_an_evening_is_moved_and_given_to_a_division(
        self, api: APIClient, evening: ClubNight
    ) -> None:
        at = f"{evening.season_at}evenings/2/"
        assert api.patch(at, {"division": 2}).json()["division"] == 2
        moved = api.patch(at, {"date": "2027-03-05"}).json()
        assert (moved["date"], moved["division"]) == ("2027-03-05", 2)
        assert api.patch(at, {"division": None}).json()["division"] is None

    def test_an_event_counts_and_counts_no_more(self, api: APIClient, evening: ClubNight) -> None:
        evenings = f"{evening.season_at}evenings/"
        twice = api.post(f"{evenings}2/attach/", {"event": evening.event.pk})
        assert twice.status_code == 400, "it counts as the first evening"
        assert api.post(f"{evenings}1/detach/").json()["event"] is None
        attached = api.post(f"{evenings}2/attach/", {"event": evening.event.pk})
        assert attached.json()["event"] == evening.event.pk
        assert Event.objects.filter(pk=evening.event.pk).exists()

    def test_an_evening_is_taken_out_and_its_event_stays(
        self, api: APIClient, evening: ClubNight
    ) -> None:
        assert api.delete(f"{evening.season_at}evenings/1/").status_code == 204
        left = api.get(f"{evening.season_at}evenings/").json()["results"]
        assert [row["number"] for row in left] == [2, 3]
        assert Event.objects.filter(pk=evening.event.pk).exists()

    def test_an_absence_is_noted_changed_and_taken_back(
        self, api: APIClient, evening: ClubNight
    ) -> None:
        absences = f"{evening.season_at}evenings/2/absences/"
        for noticed in (True, False):
            api.put(f"{absences}{evening.contender}/", {"noticed": noticed})
            (row,) = api.get(absences).json()["results"]
            assert (row["contender"], row["noticed"]) == (evening.contender, noticed)
        assert api.delete(f"{absences}{evening.contender}/").status_code == 204
        assert not Absence.objects.exists()


class TestDivisionsAndPeople:
    def test_a_division_is_added_named_and_taken_out(
        self, api: APIClient, evening: ClubNight
    ) -> None:
        divisions = f"{evening.season_at}divisions/"
        added = api.post(divisions, {"name": "Third", "promoted": 1})
        assert (added.status_code, added.json()["order"]) == (201, 3)
        assert api.patch(added["Location"], {"name": "Last"}).json()["name"] == "Last"
        assert api.delete(added["Location"]).status_code == 204
        assert api.delete(f"{divisions}2/").status_code == 400, "there is somebody in it"
        assert len(api.get(divisions).json()["results"]) == 2

    def test_somebody_is_moved_and_taken_out(self, api: APIClient, evening: ClubNight) -> None:
        address = f"{evening.season_at}contenders/{evening.contender}/"
        assert api.patch(address, {"division": 2}).json()["division"] == 2
        assert api.delete(address).status_code == 204
        assert api.get(address).status_code == 404
        season_refresh(season_id=evening.season.pk)
        tables = api.get(f"{evening.season_at}standings/").json()["divisions"]
        assert [len(table["lines"]) for table in tables] == [1, 2]

    def test_all_are_taken_in_or_none(self, api: APIClient, evening: ClubNight) -> None:
        keys = roster(api, evening.at, "WYZ")
        before = evening.season.contenders.count()
        for lineups in ([keys[:2], keys[1:]], [[keys[0]]], [[keys[0], keys[0]]]):
            answer = api.post(f"{evening.season_at}contenders/", {"lineups": lineups})
            assert answer.status_code == 400, lineups
        assert evening.season.contenders.count() == before
        answer = api.post(f"{evening.season_at}contenders/", {"lineups": [keys[:2]], "joined": 3})
        (added,) = answer.json()["contenders"]
        assert (added["joined"], added["division"], len(added["players"])) == (3, 1, 2)


class TestNeighbours:
    """What another club owns cannot be brought into a season of ours."""

    @pytest.fixture
    def theirs(self, stranger: User) -> ClubNight:
        return hold_evening(stranger.memberships.get().club, stranger)

    def test_their_event_player_and_people_are_not_found(
        self, api: APIClient, evening: ClubNight, theirs: ClubNight
    ) -> None:
        at = evening.season_at
        lineup = [theirs.players[0].pk, theirs.players[1].pk]
        for answer in (
            api.post(f"{at}evenings/2/attach/", {"event": theirs.event.pk}),
            api.post(f"{at}contenders/", {"lineups": [lineup]}),
            api.put(f"{at}evenings/2/absences/{theirs.contender}/", {"noticed": True}),
            api.patch(f"{at}contenders/{theirs.contender}/", {"division": 1}),
            api.delete(f"{at}contenders/{theirs.contender}/"),
        ):
            assert answer.status_code == 404, answer.json()
        assert len(theirs.season.contenders.all()) == 4
        assert not Absence.objects.exists()

    def test_a_viewer_reads_and_changes_nothing(
        self, evening: ClubNight, viewer: User, api_for: ApiFor
    ) -> None:
        api = api_for(viewer)
        assert api.get(f"{evening.season_at}evenings/1/").status_code == 200
        body = {"name": "Mine", "game": "pandoeren", "dates": FRIDAYS}
        assert api.post(f"{evening.at}seasons/", body).status_code == 403
        assert api.patch(evening.season_at, {"best": 2}).status_code == 403
        assert api.delete(evening.season_at).status_code == 403
        assert Season.objects.count() == 1
