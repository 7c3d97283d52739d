"""The feed of changes: everything once, in order, from any mark on."""

import datetime
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from clubs.models import User
from clubs.services.clubs import club_update, member_add, member_remove, member_role_set
from clubs.services.players import player_update, players_add_many
from feeds.changes import RETENTION, changes_clear, changes_note
from feeds.models import Change, ChangeKind
from leagues.services.evenings import evening_update
from leagues.services.standings import season_refresh
from ledger.services.transfers import payment_enter
from scoring.models import Match
from scoring.services.results import result_state
from tests.api.conftest import Evening, hand
from tests.conftest import ApiFor, club_of
from tournaments.services.entries import entry_withdraw
from tournaments.services.events import event_finish, event_reopen
from tournaments.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")


def since(api: APIClient, evening: Evening, mark: str = "", **query: Any) -> dict[str, Any]:
    answer = api.get(f"{evening.at}changes/", {"since": mark, **query})
    assert answer.status_code == 200, answer.json()
    return answer.json()


def changes_in(page: dict[str, Any]) -> list[tuple[str, str]]:
    """Kinds and addresses, these from below the club's on."""
    return [(change["kind"], change["url"].split("/", 5)[5]) for change in page["changes"]]


def test_what_an_evening_does_is_told_in_order(
    api: APIClient, evening: Evening, owner: User
) -> None:
    mark = since(api, evening, "now")["mark"]
    event, match = evening.event, evening.match
    assert api.post(evening.hands_at, hand(0)).status_code == 201
    last = Match.objects.filter(game_of__table__round__event=event).latest("pk")
    result_state(match_id=last.pk, totals=[7, 3], author=owner)
    entry_withdraw(entry=event.entries.get(number=4))
    standings_refresh(event_id=event.pk)
    event_finish(event=event, by=owner, unfinished=True)
    event_reopen(event=event, by=owner, reason="a slip was found")
    first = evening.season.evenings.earliest("number")
    evening_update(evening=first, date=datetime.date(2026, 12, 1), division=first.division)
    season_refresh(season_id=evening.season.pk)
    page = since(api, evening, mark)
    at, season = f"events/{event.pk}/", f"seasons/{evening.season.pk}/"
    plan_changes = [entry for entry in changes_in(page) if entry != ("round", f"{at}rounds/")]
    assert plan_changes == [
        ("hand", f"matches/{match.pk}/hands/1/"),
        ("result", f"matches/{last.pk}/"),
        ("entry", f"{at}entries/4/"),
        ("standings", f"{at}standings/"),
        ("finished", at),
        ("event", at),
        ("evening", f"{season}evenings/1/"),
        ("standings", f"{season}standings/"),
    ]
    assert not page["more"]


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
    changes_note(evening.club.pk, (ChangeKind.EVENT, evening.event.api_path))
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
    assert theirs.get(f"/api/v1/clubs/{club.slug}/changes/").json()["changes"] == []


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
    assert changes_in(page) == [
        ("player", f"players/{ann.pk}/"),
        ("player", f"players/{bob.pk}/"),
        ("player", f"players/{ann.pk}/"),
        ("member", f"members/{key}/"),
        ("member", f"members/{key}/"),
        ("member", f"members/{key}/"),
        ("club", ""),
        ("money", f"books/{evening.book.pk}/"),
    ]


def test_who_may_not_see_members_or_money_is_not_told_of_them(
    evening: Evening, owner: User, api_for: ApiFor
) -> None:
    scorer = member_add(club=evening.club, username="sam", role="scorer").membership.user
    ann, bob = players_add_many(club=evening.club, names=["Anna", "Bobby"])
    payment_enter(book=evening.book, payer=ann, payee=bob, amount=500, made_by=owner, key="k")
    kinds = {kind for kind, _path in changes_in(since(api_for(scorer), evening, page_size=200))}
    assert "player" in kinds
    assert not kinds & {"member", "money"}
