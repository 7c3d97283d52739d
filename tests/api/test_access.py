"""Who may do what over HTTP: every operation of the description has a row here."""

from typing import Any
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from clubs.models import Player, User
from clubs.roles import RIGHTS, Right, Role
from clubs.services.players import player_add
from feeds.webhooks import webhook_test
from scoring.models import Hand, Match
from tests.api.conftest import Evening, hand, hold_evening
from tests.api.operations import described
from tests.conftest import ApiFor
from tests.tables import table
from tournaments.events.models import Event

pytestmark = pytest.mark.usefixtures("held")

PROBLEM = "application/problem+json"
CLUB = "/api/v1/clubs/{slug}/"
EVENT = CLUB + "events/{event}/"
ENTRY = EVENT + "entries/{entry}/"
SIGN_UP = EVENT + "sign-ups/{sign_up}/"
ROUND = EVENT + "rounds/{number}/"
SHEETS = EVENT + "sheets/{reading}/"
MONEY = EVENT + "money/"
BOOK = CLUB + "books/{book}/"
JOB = "/api/v1/jobs/{job}/"
SEASON = CLUB + "seasons/{season}/"
CALENDAR = CLUB + "calendars/{of}/"
ONE_EVENING = SEASON + "evenings/{evening}/"
MATCH = CLUB + "matches/{match}/"
HAND = MATCH + "hands/{number}/"
WEBHOOK = CLUB + "webhooks/{webhook}/"

TABLE: list[tuple[str, str, Right]] = [
    ("GET", CLUB, Right.SEE),
    ("PATCH", CLUB, Right.MEMBERS),
    ("GET", CLUB + "picture/", Right.SEE),
    ("PUT", CLUB + "picture/", Right.MEMBERS),
    ("DELETE", CLUB + "picture/", Right.MEMBERS),
    ("GET", CLUB + "players/", Right.SEE),
    ("POST", CLUB + "players/", Right.RUN),
    ("GET", CLUB + "players/{player}/", Right.SEE),
    ("PATCH", CLUB + "players/{player}/", Right.RUN),
    ("GET", CLUB + "players/{player}/numbers/", Right.SEE),
    ("GET", CLUB + "players/{player}/everything/", Right.ARCHIVE),
    ("GET", CLUB + "players/{player}/forgotten/", Right.ARCHIVE),
    ("PUT", CLUB + "players/{player}/forgotten/", Right.ARCHIVE),
    ("POST", CLUB + "archives/", Right.ARCHIVE),
    ("GET", CLUB + "events/", Right.SEE),
    ("POST", CLUB + "events/", Right.RUN),
    ("POST", CLUB + "events/read-in/", Right.RUN),
    ("GET", EVENT, Right.SEE),
    ("PATCH", EVENT, Right.RUN),
    ("DELETE", EVENT, Right.RUN),
    ("POST", EVENT + "finish/", Right.RUN),
    ("POST", EVENT + "reopen/", Right.RUN),
    ("POST", EVENT + "take-back/", Right.RUN),
    ("GET", EVENT + "public/", Right.SEE),
    ("PATCH", EVENT + "public/", Right.RUN),
    ("POST", EVENT + "public/renew/", Right.RUN),
    ("GET", EVENT + "sign-up/", Right.SEE),
    ("PATCH", EVENT + "sign-up/", Right.RUN),
    ("POST", EVENT + "sign-up/renew/", Right.RUN),
    ("GET", EVENT + "sign-ups/", Right.RUN),
    ("GET", SIGN_UP, Right.RUN),
    ("POST", SIGN_UP + "accept/", Right.RUN),
    ("POST", SIGN_UP + "wait/", Right.RUN),
    ("POST", SIGN_UP + "decline/", Right.RUN),
    ("GET", EVENT + "entries/", Right.SEE),
    ("POST", EVENT + "entries/", Right.RUN),
    ("POST", EVENT + "entries/preview/", Right.RUN),
    ("GET", EVENT + "waiting-players/", Right.SEE),
    ("POST", EVENT + "waiting-players/", Right.RUN),
    ("DELETE", EVENT + "waiting-players/{player}/", Right.RUN),
    ("GET", ENTRY, Right.SEE),
    ("DELETE", ENTRY, Right.RUN),
    ("POST", ENTRY + "withdraw/preview/", Right.RUN),
    ("POST", ENTRY + "withdraw/", Right.RUN),
    ("POST", ENTRY + "restore/", Right.RUN),
    ("POST", ENTRY + "substitute/", Right.RUN),
    ("GET", EVENT + "rounds/", Right.SEE),
    ("POST", EVENT + "rounds/plan/", Right.RUN),
    ("GET", ROUND, Right.SEE),
    ("POST", ROUND + "begin/", Right.RUN),
    ("POST", ROUND + "take-back/", Right.RUN),
    ("POST", ROUND + "tables/{table}/forfeit/", Right.RUN),
    ("POST", ROUND + "tables/{table}/forfeit/take-back/", Right.RUN),
    ("POST", ROUND + "plan/swap/", Right.RUN),
    ("POST", ROUND + "plan/undo/", Right.RUN),
    ("POST", ROUND + "plan/redraw/", Right.RUN),
    ("POST", ROUND + "reseat/", Right.RUN),
    ("POST", ROUND + "results/restore/", Right.RECORD),
    ("GET", ROUND + "clock/", Right.SEE),
    ("POST", ROUND + "clock/", Right.RUN),
    ("POST", ROUND + "tables/{table}/plan/", Right.RUN),
    ("POST", ROUND + "tables/{table}/decide/", Right.RUN),
    ("POST", ROUND + "tables/{table}/decide/take-back/", Right.RUN),
    ("GET", EVENT + "entries/seeds/", Right.SEE),
    ("PUT", EVENT + "entries/seeds/", Right.RUN),
    ("POST", EVENT + "room/lost/", Right.RUN),
    ("POST", EVENT + "room/back/", Right.RUN),
    ("GET", EVENT + "standings/", Right.SEE),
    ("GET", EVENT + "numbers/", Right.SEE),
    ("GET", CLUB + "numbers/{played}/", Right.SEE),
    ("GET", CLUB + "numbers/{played}/meetings/", Right.SEE),
    ("GET", EVENT + "adjustments/", Right.SEE),
    ("POST", EVENT + "adjustments/", Right.RUN),
    ("POST", EVENT + "adjustments/{adjustment}/revoke/", Right.RUN),
    ("GET", EVENT + "play-offs/", Right.SEE),
    ("POST", EVENT + "play-offs/", Right.RUN),
    ("POST", EVENT + "play-offs/{play_off}/revoke/", Right.RUN),
    ("GET", MONEY, Right.MONEY),
    ("PATCH", MONEY, Right.MONEY),
    ("POST", MONEY + "settle/", Right.MONEY),
    ("GET", MONEY + "balances/", Right.MONEY),
    ("GET", MONEY + "fees/", Right.DOOR),
    ("PUT", MONEY + "fees/{entry}/{place}/", Right.DOOR),
    ("GET", MONEY + "transfers/", Right.MONEY),
    ("POST", MONEY + "transfers/", Right.MONEY),
    ("PUT", MONEY + "transfers/{transfer}/", Right.MONEY),
    ("GET", MONEY + "prizes/", Right.MONEY),
    ("POST", MONEY + "prizes/award/", Right.MONEY),
    ("POST", MONEY + "prizes/take-back/", Right.MONEY),
    ("POST", MONEY + "prizes/fit/", Right.MONEY),
    ("GET", MONEY + "pots/", Right.MONEY),
    ("POST", MONEY + "pots/", Right.MONEY),
    ("GET", MONEY + "pots/{pot}/", Right.MONEY),
    ("PUT", MONEY + "pots/{pot}/", Right.MONEY),
    ("DELETE", MONEY + "pots/{pot}/", Right.MONEY),
    ("GET", MONEY + "entries/", Right.MONEY),
    ("POST", MONEY + "entries/{number}/take-back/", Right.MONEY),
    ("POST", MONEY + "expenses/", Right.MONEY),
    ("POST", MONEY + "cash/", Right.MONEY),
    ("GET", CLUB + "players/{player}/statement/", Right.MONEY),
    ("GET", CLUB + "books/", Right.MONEY),
    ("POST", CLUB + "books/", Right.MONEY),
    ("GET", BOOK, Right.MONEY),
    ("POST", BOOK + "apart/", Right.MONEY),
    ("GET", BOOK + "balances/", Right.MONEY),
    ("GET", BOOK + "corrections/", Right.MONEY),
    ("GET", BOOK + "transfers/", Right.MONEY),
    ("POST", BOOK + "transfers/", Right.MONEY),
    ("PUT", BOOK + "transfers/{transfer}/", Right.MONEY),
    ("POST", BOOK + "payments/", Right.MONEY),
    ("POST", BOOK + "payments/{number}/take-back/", Right.MONEY),
    ("POST", SEASON + "book/", Right.MONEY),
    ("GET", CLUB + "members/", Right.MEMBERS),
    ("POST", CLUB + "members/", Right.MEMBERS),
    ("GET", CLUB + "members/{member}/", Right.MEMBERS),
    ("PATCH", CLUB + "members/{member}/", Right.MEMBERS),
    ("DELETE", CLUB + "members/{member}/", Right.MEMBERS),
    ("GET", EVENT + "deals/", Right.SEE),
    ("POST", EVENT + "deals/", Right.RUN),
    ("DELETE", EVENT + "deals/", Right.RUN),
    ("GET", EVENT + "deals/results/", Right.SEE),
    ("GET", EVENT + "deals/scoring/", Right.SEE),
    ("PUT", EVENT + "deals/scoring/", Right.RUN),
    ("GET", EVENT + "deals/rulings/", Right.SEE),
    ("POST", EVENT + "deals/rulings/", Right.RUN),
    ("POST", EVENT + "deals/rulings/{ruling}/revoke/", Right.RUN),
    ("GET", EVENT + "sheets/", Right.RECORD),
    ("POST", EVENT + "sheets/", Right.RECORD),
    ("POST", SHEETS + "place/", Right.RECORD),
    ("POST", SHEETS + "corners/", Right.RECORD),
    ("GET", EVENT + "sheets/rows/{row}/picture/", Right.SEE),
    ("GET", SHEETS, Right.RECORD),
    ("POST", SHEETS + "record/", Right.RECORD),
    ("GET", CLUB + "prints/club/", Right.SEE),
    ("GET", CLUB + "prints/{about}/{subject_id}/", Right.SEE),
    ("POST", CLUB + "documents/", Right.SEE),
    ("GET", CLUB + "calendars/", Right.SEE),
    ("GET", CALENDAR, Right.SEE),
    ("PUT", CALENDAR, Right.RUN),
    ("DELETE", CALENDAR, Right.RUN),
    ("POST", CALENDAR + "renew/", Right.RUN),
    ("GET", CLUB + "seasons/", Right.SEE),
    ("POST", CLUB + "seasons/", Right.RUN),
    ("GET", SEASON, Right.SEE),
    ("PATCH", SEASON, Right.RUN),
    ("DELETE", SEASON, Right.RUN),
    ("GET", SEASON + "public/", Right.SEE),
    ("PATCH", SEASON + "public/", Right.RUN),
    ("POST", SEASON + "public/renew/", Right.RUN),
    ("GET", SEASON + "evenings/", Right.SEE),
    ("POST", SEASON + "evenings/", Right.RUN),
    ("GET", ONE_EVENING, Right.SEE),
    ("PATCH", ONE_EVENING, Right.RUN),
    ("DELETE", ONE_EVENING, Right.RUN),
    ("POST", ONE_EVENING + "make/", Right.RUN),
    ("POST", ONE_EVENING + "attach/", Right.RUN),
    ("POST", ONE_EVENING + "detach/", Right.RUN),
    ("GET", ONE_EVENING + "absences/", Right.SEE),
    ("PUT", ONE_EVENING + "absences/{contender}/", Right.RUN),
    ("DELETE", ONE_EVENING + "absences/{contender}/", Right.RUN),
    ("GET", SEASON + "adjustments/", Right.SEE),
    ("POST", SEASON + "adjustments/", Right.RUN),
    ("POST", SEASON + "adjustments/{adjustment}/revoke/", Right.RUN),
    ("GET", SEASON + "jokers/", Right.SEE),
    ("POST", SEASON + "jokers/", Right.RUN),
    ("DELETE", SEASON + "jokers/{joker}/", Right.RUN),
    ("GET", SEASON + "away/", Right.SEE),
    ("POST", SEASON + "away/", Right.RUN),
    ("DELETE", SEASON + "away/{away}/", Right.RUN),
    ("GET", SEASON + "divisions/", Right.SEE),
    ("POST", SEASON + "divisions/", Right.RUN),
    ("GET", SEASON + "divisions/{order}/", Right.SEE),
    ("PATCH", SEASON + "divisions/{order}/", Right.RUN),
    ("DELETE", SEASON + "divisions/{order}/", Right.RUN),
    ("GET", SEASON + "contenders/", Right.SEE),
    ("POST", SEASON + "contenders/", Right.RUN),
    ("GET", SEASON + "contenders/{contender}/", Right.SEE),
    ("PATCH", SEASON + "contenders/{contender}/", Right.RUN),
    ("DELETE", SEASON + "contenders/{contender}/", Right.RUN),
    ("POST", SEASON + "finish/", Right.RUN),
    ("POST", SEASON + "reopen/", Right.RUN),
    ("POST", SEASON + "next/", Right.RUN),
    ("GET", SEASON + "standings/", Right.SEE),
    ("GET", SEASON + "ratings/", Right.SEE),
    ("GET", CLUB + "matches/", Right.SEE),
    ("GET", MATCH, Right.SEE),
    ("PUT", MATCH + "result/", Right.RECORD),
    ("DELETE", MATCH + "result/", Right.RECORD),
    ("POST", MATCH + "time/end/", Right.RECORD),
    ("GET", MATCH + "result/revisions/", Right.SEE),
    ("POST", MATCH + "result/restore/", Right.RECORD),
    ("GET", MATCH + "hands/", Right.SEE),
    ("POST", MATCH + "hands/", Right.RECORD),
    ("POST", CLUB + "hands/import/", Right.RECORD),
    ("GET", HAND, Right.SEE),
    ("PUT", HAND, Right.RECORD),
    ("DELETE", HAND, Right.RECORD),
    ("GET", HAND + "revisions/", Right.SEE),
    ("GET", HAND + "best-play/", Right.SEE),
    ("GET", CLUB + "changes/", Right.SEE),
    ("GET", CLUB + "webhooks/", Right.MEMBERS),
    ("POST", CLUB + "webhooks/", Right.MEMBERS),
    ("GET", WEBHOOK, Right.MEMBERS),
    ("PATCH", WEBHOOK, Right.MEMBERS),
    ("DELETE", WEBHOOK, Right.MEMBERS),
    ("POST", WEBHOOK + "test/", Right.MEMBERS),
    ("GET", WEBHOOK + "deliveries/", Right.MEMBERS),
    ("POST", WEBHOOK + "deliveries/{delivery}/resend/", Right.MEMBERS),
]
OWNED = (
    *("{event}", "{match}", "{player}", "{season}", "{book}", "{member}"),
    *("{webhook}", "{of}", "{reading}", "{subject_id}"),
)
OF_NO_CLUB = [
    ("GET", "/api/v1/clubs/"),
    ("POST", "/api/v1/clubs/"),
    ("POST", "/api/v1/arrivals/"),
    ("GET", "/api/v1/arrivals/{arrival}/"),
    ("POST", "/api/v1/arrivals/{arrival}/read/"),
    ("GET", "/api/v1/jobs/"),
    ("GET", JOB),
    ("DELETE", JOB),
    ("GET", JOB + "file/"),
    ("POST", JOB + "cancel/"),
    ("POST", JOB + "retry/"),
    ("GET", "/api/v1/games/"),
    ("GET", "/api/v1/event-choices/"),
    ("POST", "/api/v1/verdict/"),
]


def filled(path: str, evening: Evening) -> str:
    """The address of something that is there."""
    if "{webhook}" in path:
        made_by = evening.club.memberships.earliest("pk").user
        given: dict[str, Any] = {
            "address": "https://example.org/",
            "kinds": ["result"],
            "made_by": made_by,
        }
        hook, is_new = evening.club.webhooks.get_or_create(**given)
        delivery = webhook_test(webhook=hook) if is_new else hook.deliveries.get()
        path = path.replace("{webhook}", str(hook.pk)).replace("{delivery}", str(delivery.pk))
    return path.format(
        slug=evening.club.slug,
        player=evening.players[0].pk,
        event=evening.event.pk,
        entry=1,
        sign_up=1,
        place=0,
        transfer=1,
        pot=1,
        match=evening.match.pk,
        number=1,
        table=1,
        adjustment=evening.penalty.pk,
        play_off=evening.tie.pk,
        ruling=1,
        job=evening.document.pk,
        season=evening.season.pk,
        arrival=UUID(int=1),
        of=f"season-{evening.season.pk}",
        evening=1,
        order=1,
        away=1,
        joker=1,
        contender=evening.contender,
        **{"about": "event", "subject_id": evening.event.pk},
        reading=UUID(int=1),
        row=1,
        played="texas42",
        book=evening.book.pk,
        member=evening.club.memberships.earliest("pk").pk,
    )


def test_the_table_has_every_operation_of_the_description() -> None:
    paths = described()["paths"]
    there = {(method.upper(), path) for path, operations in paths.items() for method in operations}
    assert there == {(method, path) for method, path, _ in TABLE} | set(OF_NO_CLUB)


@table(("method", "path"), [*((method, path) for method, path, _ in TABLE), *OF_NO_CLUB])
def test_without_a_token_nothing_is_told(evening: Evening, method: str, path: str) -> None:
    answer = APIClient().generic(method, filled(path, evening), "{}", "application/json")
    assert (answer.status_code, answer["Content-Type"]) == (401, PROBLEM)
    assert answer["WWW-Authenticate"] == "Token"


def test_a_stranger_is_told_that_there_is_nothing(
    evening: Evening, stranger: User, api_for: ApiFor
) -> None:
    api = api_for(stranger)
    for method, path, _ in TABLE:
        answer = api.generic(method, filled(path, evening), "{}", "application/json")
        assert (answer.status_code, answer["Content-Type"]) == (404, PROBLEM), (method, path)


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.SCORER, Role.TREASURER, Role.VIEWER])
def test_a_member_without_the_right_is_refused_and_one_with_it_is_not(
    evening: Evening, role: Role, api_for: ApiFor, request: pytest.FixtureRequest
) -> None:
    api = api_for(request.getfixturevalue(role.value))
    for method, path, right in TABLE:
        # A body that nobody can act on: whoever passes is told what is wrong with it.
        answer = api.generic(method, filled(path, evening), "[]", "application/json")
        if right in RIGHTS[role]:
            assert answer.status_code not in {401, 403}, (method, path, answer.status_code)
        else:
            assert (answer.status_code, answer["Content-Type"]) == (403, PROBLEM), (method, path)


def test_what_can_be_asked_of_an_address_is_told_to_whoever_may_ask(
    evening: Evening, api: APIClient
) -> None:
    paths = {path for _method, path, _right in TABLE}
    assert len(paths) > 100
    for path in paths:
        answer = api.options(filled(path, evening))
        assert answer.status_code in {200, 404}, path
        if answer.status_code == 200:
            methods = {method for method, other, _right in TABLE if other == path}
            assert methods <= {*answer["Allow"].split(", ")}, path


class TestNeighbours:
    """What another club owns cannot be reached through one's own."""

    @pytest.fixture
    def theirs(self, stranger: User) -> Evening:
        return hold_evening(stranger.memberships.get().club, stranger)

    def test_their_things_are_not_found_under_our_club(
        self, api: APIClient, evening: Evening, theirs: Evening
    ) -> None:
        for method, path, _ in TABLE:
            if any(key in path for key in OWNED):
                at = filled(path, theirs).replace(theirs.club.slug, evening.club.slug)
                answer = api.generic(method, at, "{}", "application/json")
                assert answer.status_code == 404, (method, path)
        assert Event.objects.count() == 2
        assert not Hand.objects.exists()

    def test_their_player_cannot_be_entered(
        self, api: APIClient, evening: Evening, theirs: Evening
    ) -> None:
        ours = player_add(club=evening.club, name="Ian")
        body = {"players": [ours.pk, theirs.players[0].pk]}
        assert api.post(f"{evening.event_at}entries/", body).status_code == 404

    def test_their_player_is_no_substitute(
        self, api: APIClient, evening: Evening, theirs: Evening
    ) -> None:
        body = {"place": 0, "player": theirs.players[0].pk}
        assert api.post(f"{evening.event_at}entries/1/substitute/", body).status_code == 404

    def test_only_ones_own_clubs_are_listed(
        self, api: APIClient, evening: Evening, theirs: Evening
    ) -> None:
        rows = api.get("/api/v1/clubs/").json()["results"]
        assert [row["slug"] for row in rows] == [evening.club.slug]
        assert rows[0]["role"] == Role.OWNER
        assert set(rows[0]["rights"]) == {right.value for right in RIGHTS[Role.OWNER]}

    def test_lists_hold_only_what_is_ours(
        self, api: APIClient, evening: Evening, theirs: Evening
    ) -> None:
        for what, model in (("players", Player), ("events", Event), ("matches", Match)):
            ids = {row["id"] for row in api.get(f"{evening.at}{what}/").json()["results"]}
            ours = model.objects.filter(club=evening.club).values_list("pk", flat=True)
            assert ids == set(ours), what


class TestTokens:
    @pytest.mark.parametrize(
        "header", ["Token", "Token x", "Token a b", "Token \u00e9", "Token " + "0" * 64]
    )
    def test_a_token_that_is_none_is_told_so(self, evening: Evening, header: str) -> None:
        api = APIClient()
        api.credentials(HTTP_AUTHORIZATION=header)
        assert api.get(evening.at).status_code == 401

    def test_a_revoked_token_opens_nothing(
        self, api: APIClient, evening: Evening, owner: User
    ) -> None:
        assert api.get(evening.at).status_code == 200
        owner.auth_token_set.all().delete()
        assert api.get(evening.at).status_code == 401

    def test_a_user_who_was_locked_out_has_no_token(
        self, api: APIClient, evening: Evening, owner: User
    ) -> None:
        User.objects.filter(pk=owner.pk).update(is_active=False)
        assert api.get(evening.at).status_code == 401

    def test_a_session_may_read_but_writes_only_with_its_csrf_token(
        self, evening: Evening, owner: User
    ) -> None:
        api = APIClient(enforce_csrf_checks=True)
        api.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
        assert api.get(evening.match_at).status_code == 200
        answer = api.post(evening.hands_at, hand(evening.match.next_dealer))
        assert (answer.status_code, answer["Content-Type"]) == (403, PROBLEM)
        assert not Hand.objects.exists()


def test_answers_stay_out_of_shared_caches(api: APIClient, evening: Evening) -> None:
    assert "private" in api.get(evening.match_at)["Cache-Control"]
