"""The feed of changes: everything once, in order, from any mark on."""

import datetime
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from clubs.models import Player, User
from clubs.services.clubs import club_update, member_add, member_remove, member_role_set
from clubs.services.players import player_update, players_add_many
from feeds.changes import RETENTION, changes_clear
from feeds.models import Change, ChangeKind
from feeds.noting import WATCHED
from leagues.services.evenings import evening_update
from leagues.services.seasons import division_add, division_remove, division_update
from leagues.services.standings import season_refresh
from ledger.services.transfers import payment_enter
from scoring.models import Match
from scoring.services.results import result_state
from tests.api.conftest import Evening, hand
from tests.conftest import ApiFor, club_of
from tests.feeds.conftest import note
from tournaments.deals.services.deals import deal_set_draw, deal_set_drop
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.events import event_create, event_finish, event_reopen
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")


def since(api: APIClient, evening: Evening, mark: str = "", **query: Any) -> dict[str, Any]:
    answer = api.get(f"{evening.at}changes/", {"since": mark, **query})
    assert answer.status_code == 200, answer.json()
    return answer.json()


def changes_in(page: dict[str, Any]) -> list[tuple[str, str]]:
    """Kinds and addresses, these from below the club's on."""
    return [(change["kind"], change["url"].split("/", 5)[5]) for change in page["changes"]]


def test_what_each_step_of_an_evening_turns_is_told(
    api: APIClient, evening: Evening, owner: User
) -> None:
    event, match = evening.event, evening.match
    last = Match.objects.filter(game_of__table__round__event=event).latest("pk")
    first = evening.season.evenings.earliest("number")
    at, season = f"events/{event.pk}/", f"seasons/{evening.season.pk}/"
    begun, standings = ("round", f"{at}rounds/1/"), ("standings", f"{at}standings/")
    rounds = {("round", f"{at}rounds/{number}/") for number in (1, 2, 3)}
    withdrawn = event.entries.get(number=4)
    evening_and_table = {
        ("evening", f"{season}evenings/1/"),
        ("standings", f"{season}standings/"),
    }
    steps: list[tuple[Callable[[], Any], set[tuple[str, str]]]] = [
        (
            lambda: api.post(evening.hands_at, hand(0)),
            {
                ("hand", f"matches/{match.pk}/hands/1/"),
                ("match", f"matches/{match.pk}/"),
                begun,
                ("event", at),
            },
        ),
        (
            lambda: api.post(evening.hands_at, hand(1)),
            {
                ("hand", f"matches/{match.pk}/hands/2/"),
                ("match", f"matches/{match.pk}/"),
                begun,
            },
        ),
        (
            lambda: result_state(match_id=last.pk, totals=[7, 3], author=owner),
            {
                ("result", f"matches/{last.pk}/"),
                ("match", f"matches/{last.pk}/"),
                begun,
                ("event", at),
            },
        ),
        (lambda: standings_refresh(event_id=event.pk), {standings}),
        (
            lambda: entry_withdraw(entry=withdrawn),
            {
                ("entry", f"{at}entries/4/"),
                ("entry", f"{at}entries/seeds/"),
                *rounds,
                standings,
                ("event", at),
            },
        ),
        (
            lambda: event_finish(event=event, by=owner, unfinished=True),
            {("finished", at), ("event", at), standings},
        ),
        (
            lambda: event_reopen(event=event, by=owner, reason="a slip was found"),
            {("event", at), standings},
        ),
        (
            lambda: evening_update(
                evening=first, date=datetime.date(2026, 12, 1), division=first.division
            ),
            {*evening_and_table, ("season", season), ("season", f"{season}ratings/")},
        ),
        (lambda: season_refresh(season_id=evening.season.pk), evening_and_table),
    ]
    for step, expected in steps:
        mark = since(api, evening, "now")["mark"]
        step()
        changes = changes_in(since(api, evening, mark))
        assert len(changes) == len(set(changes)), "a transaction names nothing twice"
        assert set(changes) == expected


def test_every_address_that_is_told_can_be_read(api: APIClient, evening: Evening) -> None:
    assert api.post(evening.hands_at, hand(0)).status_code == 201
    standings_refresh(event_id=evening.event.pk)
    seen = {
        change["url"]: change["kind"] for change in since(api, evening, page_size=200)["changes"]
    }
    assert {"hand", "round", "entry", "event", "standings", "season"} <= set(seen.values())
    assert {url: api.get(url).status_code for url in seen} == dict.fromkeys(seen, 200)


def test_pages_join_without_gap_or_repetition(api: APIClient, evening: Evening) -> None:
    whole = since(api, evening, page_size=200)["changes"]
    changes: list[dict[str, Any]] = []
    page = since(api, evening, page_size=3)
    while page["more"]:
        assert len(page["changes"]) == 3
        changes += page["changes"]
        page = since(api, evening, page["mark"], page_size=3)
    changes += page["changes"]
    assert changes == whole
    assert [change["number"] for change in changes] == list(range(1, len(changes) + 1))
    assert since(api, evening, page["mark"])["changes"] == []
    assert since(api, evening, page["mark"])["mark"] == page["mark"]


@pytest.mark.parametrize("mark", ["nonsense", "é", "MS4x", "OTk5OTk5LjE", "LTEuMA", "0"])
def test_a_mark_that_this_feed_never_gave_is_refused(
    api: APIClient, evening: Evening, mark: str
) -> None:
    answer = api.get(f"{evening.at}changes/", {"since": mark})
    assert (answer.status_code, answer.json()["codes"]) == (400, {"since": ["unknown_mark"]})


def test_old_changes_are_forgotten_and_their_marks_refused(
    api: APIClient, evening: Evening
) -> None:
    first = since(api, evening, page_size=1)["mark"]
    last = since(api, evening, "now")["mark"]
    Change.objects.update(made_at=timezone.now() - RETENTION - datetime.timedelta(hours=1))
    old = since(api, evening, "now")["mark"]
    assert old != last
    changes_clear()
    assert since(api, evening, old)["changes"] == [], "who has read everything goes on"
    assert api.get(f"{evening.at}changes/", {"since": first}).status_code == 400
    before = Change.objects.get(club=evening.club).number
    note(evening.club.pk, ChangeKind.EVENT, evening.event.api_path)
    (new,) = since(api, evening, old)["changes"]
    assert before is not None
    assert new["number"] == before + 1


def test_the_neighbours_feed_is_hidden_and_their_changes_are_not_in_ours(
    evening: Evening, api_for: ApiFor
) -> None:
    neighbour = User.objects.create_user("nora")
    club = club_of(neighbour)
    theirs = api_for(neighbour)
    assert theirs.get(f"{evening.at}changes/").status_code == 404
    changes = theirs.get(f"/api/v1/clubs/{club.slug}/changes/").json()["changes"]
    assert all(f"/{club.slug}/" in change["url"] for change in changes)


def test_the_roster_the_members_the_club_and_money_are_told_of(
    api: APIClient, evening: Evening, owner: User
) -> None:
    club = evening.club
    mark = since(api, evening, "now")["mark"]
    ann, bob = players_add_many(club=club, names=["Anna", "Bobby"])
    player_update(player=ann, note="the tall one")
    member = member_add(club=club, username="zoe", role="viewer").membership
    key = member.pk
    member_role_set(membership=member, role="scorer")
    member_remove(membership=member)
    club_update(club=club, paper="letter")
    payment_enter(book=evening.book, payer=ann, payee=bob, amount=500, made_by=owner, key="k")
    page = since(api, evening, mark)
    assert Counter(changes_in(page)) == {
        ("player", f"players/{ann.pk}/"): 2,
        ("player", f"players/{bob.pk}/"): 1,
        ("member", f"members/{key}/"): 3,
        ("club", ""): 1,
        ("money", f"books/{evening.book.pk}/"): 1,
    }


def test_who_may_not_see_members_or_money_is_not_told_of_them(
    evening: Evening, owner: User, api_for: ApiFor
) -> None:
    scorer = member_add(club=evening.club, username="sam", role="scorer").membership.user
    ann, bob = players_add_many(club=evening.club, names=["Anna", "Bobby"])
    payment_enter(book=evening.book, payer=ann, payee=bob, amount=500, made_by=owner, key="k")
    kinds = {kind for kind, _path in changes_in(since(api_for(scorer), evening, page_size=200))}
    assert "player" in kinds
    assert not kinds & {"member", "money"}


HIDDEN = {
    "clubs": "User Forgetting Invitation PersonalToken KeyedAnswer Attempt Heartbeat",
    "jobs": "Job",
    "feeds": "Change Webhook Delivery",
    "scoring": "Seat Side HandRevision HandSeat Occurrence BestPlay KnownDeal EnteredResult",
    "ledger": "Account Posting",
    "tournaments": "EventTransition EventChange PlanStep Lot TotalsReading RoundTotal",
    "phones": "TableAccess GuestDevice GameRemark DirectorCall DealStart SignUpTransition",
    "deals": "Deal DealPrint",
    "leagues": "CalledOff",
    "scans": "SheetReading ReadSheet ReadRow ExampleSheet",
    "archive": "Backup",
}
"""Models whose rows no resource of the feed shows, or that are written with a row that one does."""


def test_every_model_is_shown_by_a_resource_of_the_feed_or_known_to_be_in_none() -> None:
    hidden = {f"{app}.{name}" for app, names in HIDDEN.items() for name in names.split()}
    ours = {
        model._meta.label
        for model in apps.get_models()
        if not model.__module__.startswith(("django.", "axes.", "knox."))
    }
    assert ours == hidden | {model._meta.label for model in WATCHED}


def test_divisions_and_deals_are_told_of(api: APIClient, evening: Evening, owner: User) -> None:
    season = evening.season
    event = event_create(club=evening.club, name="Deals", date=evening.event.date, created_by=owner)
    below = f"seasons/{season.pk}/divisions/3/"
    steps: list[tuple[Callable[[], Any], str]] = [
        (lambda: division_add(season=season, name="Third"), below),
        (lambda: division_update(division=season.divisions.get(order=3), name="C"), below),
        (lambda: division_remove(division=season.divisions.get(order=3)), below),
        (
            lambda: deal_set_draw(event=event, by=owner, count=2, per_round=1),
            f"events/{event.pk}/deals/",
        ),
        (lambda: deal_set_drop(event=event), f"events/{event.pk}/deals/"),
    ]
    for step, address in steps:
        mark = since(api, evening, "now")["mark"]
        step()
        assert address in {path for _kind, path in changes_in(since(api, evening, mark))}


def test_what_is_rolled_back_is_not_told_and_what_is_around_it_is(
    api: APIClient, evening: Evening
) -> None:
    ann, bob = evening.players[:2]
    mark = since(api, evening, "now")["mark"]
    with transaction.atomic():
        Player.objects.filter(pk=ann.pk).update(note="tall")
        with suppress(LookupError), transaction.atomic():
            player_update(player=bob, note="small")
            raise LookupError
    assert changes_in(since(api, evening, mark)) == [("player", f"players/{ann.pk}/")]
