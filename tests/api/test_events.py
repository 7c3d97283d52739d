"""An evening run by another program alone."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs.models import Club, KeyedAnswer, Player
from scoring.models import Match
from tests.api.conftest import Evening, hand
from tests.meanwhile import just_before
from tournaments.events.models import Entry, Event
from tournaments.events.services.standings import standings_refresh


def test_a_whole_evening_can_be_run(api: APIClient, club: Club) -> None:
    at = f"/api/v1/clubs/{club.slug}/"
    keys = [api.post(f"{at}players/", {"name": name}).json()["id"] for name in "ABCD"]
    made = api.post(
        f"{at}events/", {"template": "club_night", "date": "2026-11-20", "name": "Friday"}
    )
    assert made.status_code == 201
    event = made["Location"]
    assert made.json()["name"] == "Friday"
    for pair in (keys[:2], keys[2:]):
        assert api.post(f"{event}entries/", {"players": pair}).status_code == 201
    planned = api.post(f"{event}rounds/plan/", {"shuffle": True}).json()
    assert [row["state"] for row in planned] == ["planned"]
    begun = api.post(f"{event}rounds/1/begin/").json()
    game = begun["tables"][0]["games"][0]
    match = f"{at}matches/{game['match']}/"
    dealer = api.get(match).json()["next_dealer"]
    assert api.post(f"{match}hands/", hand(dealer)).status_code == 201
    standings_refresh(event_id=made.json()["id"])  # what the worker does
    standings = api.get(f"{event}standings/").json()
    assert standings["is_stale"] is False
    assert [row["rank"] for row in standings["rows"]] == [1, 2]
    keys_shown = [column["key"] for column in standings["columns"]]
    assert all(len(row["values"]) == len(keys_shown) for row in standings["rows"])
    assert api.get(event).json()["rules_frozen"] is True
    assert api.post(f"{event}finish/").json()["codes"] == {"non_field_errors": ["unfinished"]}
    ended = api.post(f"{event}finish/", {"unfinished": True}).json()
    assert ended["state"] == "finished"
    why = {"reason": "a slip was misread"}
    assert api.post(f"{event}reopen/", why).json()["state"] == "running"


class TestEvents:
    def test_the_time_at_which_it_begins_has_no_zone(self, api: APIClient, club: Club) -> None:
        """The clock of the hall; a zone would be dropped unseen."""
        at = f"/api/v1/clubs/{club.slug}/events/"
        body = {"name": "Plain", "date": "2026-11-20"}
        for wrong in ("19:30+05:00", "19:30:00Z", "25:00", "half past seven", 1930):
            refused = api.post(at, body | {"starts_at": wrong})
            assert refused.status_code == 400, wrong
            assert list(refused.json()["codes"]) == ["starts_at"]
        assert api.post(at, body | {"starts_at": "19:30"}).json()["starts_at"] == "19:30:00"

    def test_an_event_of_its_own_has_the_rule_books_defaults(
        self, api: APIClient, club: Club
    ) -> None:
        body = {"name": "Plain", "date": "2026-11-20"}
        answer = api.post(f"/api/v1/clubs/{club.slug}/events/", body)
        assert answer.status_code == 201
        assert answer.json()["game"] == "texas42"
        assert answer.json()["stakes"] is None

    def test_what_is_sent_goes_before_the_templates_own(self, api: APIClient, club: Club) -> None:
        body = {
            "template": "club_night",
            "date": "2026-11-20",
            "rules": {"preset": "straight"},
            "stakes": None,
        }
        answer = api.post(f"/api/v1/clubs/{club.slug}/events/", body).json()
        assert answer["rules"] == {"preset": "straight"}
        assert answer["stakes"] is None
        assert answer["format_options"]["rounds"] == 7

    def test_what_is_wrong_is_told_by_field(self, api: APIClient, club: Club) -> None:
        right: dict[str, Any] = {"name": "x", "date": "2026-11-20"}
        wrong: list[tuple[dict[str, Any], set[str]]] = [
            ({}, {"date"}),
            ({"date": "2026-11-20"}, {"name"}),
            (right | {"date": "soon", "rules": []}, {"date", "rules"}),
            (right | {"rules": {"target": 0}}, {"rules"}),
            (right | {"games_per_meeting": 2**40}, {"games_per_meeting"}),
            ({"template": "none", "date": "2026-11-20"}, {"template"}),
        ]
        for body, fields in wrong:
            answer = api.post(f"/api/v1/clubs/{club.slug}/events/", body)
            assert (answer.status_code, answer.json()["errors"].keys()) == (400, fields)
        assert not Event.objects.exists()

    def test_rules_change_until_the_first_hand(self, api: APIClient, evening: Evening) -> None:
        changed = {"rules": {"preset": "straight"}}
        assert api.patch(evening.event_at, changed).json()["rules"] == changed["rules"]
        evening.match.refresh_from_db()
        api.post(evening.hands_at, hand(evening.match.next_dealer))
        assert api.patch(evening.event_at, {"rules": {"preset": "marks"}}).status_code == 400
        assert api.patch(evening.event_at, {"name": "Late"}).json()["name"] == "Late"

    def test_only_an_event_that_was_never_begun_is_deleted(
        self, api: APIClient, evening: Evening
    ) -> None:
        assert api.delete(evening.event_at).status_code == 400
        draft = api.post(f"{evening.at}events/", {"name": "Draft", "date": "2026-12-01"})
        assert api.delete(draft["Location"]).status_code == 204
        assert api.get(draft["Location"]).status_code == 404

    def test_lists_are_by_date_and_state(self, api: APIClient, evening: Evening) -> None:
        api.post(f"{evening.at}events/", {"name": "Later", "date": "2026-12-01"})
        rows = api.get(f"{evening.at}events/").json()["results"]
        assert [row["name"] for row in rows] == ["Later", "Club 42 night"]
        rows = api.get(f"{evening.at}events/?state=running").json()["results"]
        assert [row["name"] for row in rows] == ["Club 42 night"]
        assert api.get(f"{evening.at}events/?state=lost").status_code == 400

    def test_every_choice_that_is_listed_can_be_made(self, api: APIClient, club: Club) -> None:
        choices = api.get("/api/v1/event-choices/").json()
        for template in choices["templates"]:
            body = {"template": template["key"], "date": "2026-11-20"}
            assert api.post(f"/api/v1/clubs/{club.slug}/events/", body).status_code == 201
        for game in ("texas42", "pandoeren", "dummy_spades"):
            keys = [row["key"] for row in choices["tie_breaks"] if game in row["games"]]
            body = {"name": "All", "date": "2026-11-20", "game": game, "tie_breaks": keys}
            assert api.post(f"/api/v1/clubs/{club.slug}/events/", body).status_code == 201


class TestEntries:
    def test_a_pair_drops_out_and_comes_back(self, api: APIClient, evening: Evening) -> None:
        entry = f"{evening.event_at}entries/1/"
        assert api.post(f"{entry}withdraw/").json()["is_active"] is False
        assert api.post(f"{entry}withdraw/").status_code == 400
        assert api.post(f"{entry}restore/").json()["is_active"] is True
        assert api.delete(entry).status_code == 400

    def test_a_substitute_sits_down(self, api: APIClient, evening: Evening) -> None:
        new = api.post(f"{evening.at}players/", {"name": "Ian"}).json()["id"]
        body = {"place": 1, "player": new}
        answer = api.post(f"{evening.event_at}entries/1/substitute/", body)
        assert [player["id"] for player in answer.json()["players"]] == [
            evening.players[0].pk,
            new,
        ]

    def test_the_seat_of_a_substitute_changes_the_matchs_tag(
        self, api: APIClient, evening: Evening
    ) -> None:
        tag = api.get(evening.match_at)["ETag"]
        entry = Entry.objects.get(
            event=evening.event,
            table_seats__place=0,
            table_seats__table__games__match=evening.match,
        )
        new = api.post(f"{evening.at}players/", {"name": "Ian"}).json()["id"]
        body = {"place": 0, "player": new, "from_round": 1}
        at = f"{evening.event_at}entries/{entry.number}/substitute/"
        assert api.post(at, body).status_code == 200
        answer = api.get(evening.match_at, headers={"If-None-Match": tag})
        assert answer.json()["seats"][0]["name"] == "Ian"

    def test_a_pair_is_two(self, api: APIClient, evening: Evening) -> None:
        first, two, three, *_others = (player.pk for player in evening.players)
        refused: list[list[Any]] = [[], [first], [first, two, three], ["a", "b"], [0, first]]
        for players in (*refused, [2**70, first]):
            answer = api.post(f"{evening.event_at}entries/", {"players": players})
            assert answer.status_code == 400, players
        assert Entry.objects.count() == 4


class TestRounds:
    def test_a_beginning_is_taken_back_while_there_is_no_hand(
        self, api: APIClient, evening: Evening
    ) -> None:
        answer = api.post(f"{evening.event_at}rounds/1/take-back/")
        assert answer.json()["state"] == "planned"
        assert not Match.objects.exists()

    def test_rounds_are_begun_in_their_order(self, api: APIClient, evening: Evening) -> None:
        assert api.post(f"{evening.event_at}rounds/3/begin/").status_code == 400
        assert api.post(f"{evening.event_at}rounds/9/begin/").status_code == 404
        assert api.get(f"{evening.event_at}rounds/2/").json()["state"] == "planned"

    def test_tables_name_pairs_and_matches(self, api: APIClient, evening: Evening) -> None:
        rounds = api.get(f"{evening.event_at}rounds/").json()
        assert rounds["count"] == 3
        tables = rounds["results"][0]["tables"]
        assert {table["games"][0]["match"] for table in tables} == set(
            Match.objects.values_list("pk", flat=True)
        )
        assert all(table["games"][0]["winner"] is None for table in tables)


class TestStandings:
    def test_they_are_not_sent_again_until_they_change(
        self, api: APIClient, evening: Evening
    ) -> None:
        at = f"{evening.event_at}standings/"
        standings_refresh(event_id=evening.event.pk)
        tag = api.get(at)["ETag"]
        assert api.get(at, headers={"If-None-Match": tag}).status_code == 304
        evening.match.refresh_from_db()
        api.post(evening.hands_at, hand(evening.match.next_dealer))
        answer = api.get(at, headers={"If-None-Match": tag})
        assert answer.status_code == 200
        assert answer["ETag"] != tag

    def test_what_is_not_counted_yet_is_told(self, api: APIClient, evening: Evening) -> None:
        Event.objects.filter(pk=evening.event.pk).update(version=99)
        body = api.get(f"{evening.event_at}standings/").json()
        assert body["is_stale"] is True
        assert body["version"] < 99


class TestKeys:
    def test_the_same_player_under_the_same_key_is_one_player(
        self, api: APIClient, club: Club
    ) -> None:
        at = f"/api/v1/clubs/{club.slug}/players/"
        first = api.post(at, {"name": "Ann"}, headers={"Idempotency-Key": "k"})
        again = api.post(at, {"name": "Ann"}, headers={"Idempotency-Key": "k"})
        assert (first.status_code, again.status_code) == (201, 201)
        assert again.json() == first.json()
        assert again["Location"] == first["Location"]
        assert again["Idempotency-Replayed"] == "true"
        assert Player.objects.count() == 1

    def test_another_request_under_the_same_key_is_refused(
        self, api: APIClient, club: Club
    ) -> None:
        at = f"/api/v1/clubs/{club.slug}/players/"
        api.post(at, {"name": "Ann"}, headers={"Idempotency-Key": "k"})
        answer = api.post(at, {"name": "Bob"}, headers={"Idempotency-Key": "k"})
        assert answer.status_code == 422
        assert Player.objects.count() == 1

    def test_a_request_that_failed_leaves_its_key_free(
        self, api: APIClient, evening: Evening
    ) -> None:
        at = f"{evening.event_at}rounds/2/begin/"
        api.post(f"{evening.event_at}finish/", {"unfinished": True})
        assert api.post(at, headers={"Idempotency-Key": "k"}).status_code == 409
        assert not KeyedAnswer.objects.exists()
        api.post(f"{evening.event_at}reopen/", {"reason": "a slip was misread"})
        assert api.post(at, headers={"Idempotency-Key": "k"}).status_code == 200
        assert api.post(at, headers={"Idempotency-Key": "k"})["Idempotency-Replayed"] == "true"

    def test_two_requests_at_once_under_one_key_have_one_effect(
        self, api: APIClient, club: Club
    ) -> None:
        at = f"/api/v1/clubs/{club.slug}/players/"

        def sent() -> Any:
            return api.post(at, {"name": "Ann"}, headers={"Idempotency-Key": "k"})

        with just_before("SAVEPOINT", sent):
            again = sent()
        assert (again.status_code, again["Idempotency-Replayed"]) == (201, "true")
        assert Player.objects.count() == 1

    def test_the_key_of_one_user_is_nothing_to_another(
        self, api: APIClient, evening: Evening, organiser: Any, api_for: Any
    ) -> None:
        at = f"{evening.at}players/"
        api.post(at, {"name": "Zoe"}, headers={"Idempotency-Key": "k"})
        answer = api_for(organiser).post(at, {"name": "Yan"}, headers={"Idempotency-Key": "k"})
        assert answer.json()["name"] == "Yan"


class TestPlayers:
    def test_namesakes_are_pointed_out_and_not_merged(self, api: APIClient, club: Club) -> None:
        at = f"/api/v1/clubs/{club.slug}/players/"
        first = api.post(at, {"name": "Ann Lee"}).json()
        nobody = api.post(at, {"name": "N.N."})
        assert (nobody.status_code, nobody.json()["codes"]) == (400, {"name": ["nobody"]})
        unsaid = api.post(at, {"name": "ANN lee"})
        assert (unsaid.status_code, unsaid.json()["codes"]) == (400, {"note": ["namesake"]})
        second = api.post(at, {"name": " ann  LEE ", "note": "the younger"}).json()
        assert [row["id"] for row in second["namesakes"]] == [first["id"]]
        assert first["namesakes"] == []

    @pytest.mark.parametrize(
        ("query", "names"),
        [
            ("q=ann", ["Ann"]),
            ("q=ＡＮＮ", ["Ann"]),
            ("q=پر", ["پریسا"]),
            ("active=false", ["Bob"]),
            ("active=true&q=o", ["Cleo"]),
        ],
    )
    def test_players_are_found(
        self, api: APIClient, evening: Evening, query: str, names: list[str]
    ) -> None:
        bob = f"{evening.at}players/{evening.players[1].pk}/"
        assert api.patch(bob, {"active": False}).json()["active"] is False
        rows = api.get(f"{evening.at}players/?{query}").json()["results"]
        assert [row["name"] for row in rows] == names

    def test_what_is_left_out_of_a_change_stays(self, api: APIClient, evening: Evening) -> None:
        at = f"{evening.at}players/{evening.players[0].pk}/"
        api.patch(at, {"note": "the elder"})
        body = api.patch(at, {"name": "Anna"}).json()
        assert (body["name"], body["note"], body["active"]) == ("Anna", "the elder", True)
