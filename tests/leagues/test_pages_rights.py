"""Who may enter which page of a season: one table over every address, for every role."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership, User
from clubs.roles import RIGHTS, Right, Role
from clubs.services.players import player_add
from leagues import urls as league_urls
from leagues.models import Season
from leagues.services.adjustments import season_adjustment_make
from leagues.services.evenings import away_note
from leagues.services.seasons import contenders_add, season_create
from paper.documents import urls as print_urls
from tests.conftest import ClientFor
from tests.leagues.conftest import division_of, fridays
from tournaments.events.models import Event
from tournaments.events.services.events import event_create

pytestmark = pytest.mark.django_db

SEE, RUN = Right.SEE, Right.RUN


@dataclass(frozen=True)
class Address:
    """An address below a club: what it needs, how it is asked for, what stands in it."""

    name: str
    right: Right
    method: str = "get"
    number: bool = False
    key: bool = False
    of_season: bool = True
    of_event: bool = False
    adjusted: bool = False
    away: bool = False
    form: str = ""
    what: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.method.upper()}"

    def url(self, club: Club, season: Season) -> str:
        season_key = (season.pk,) if self.of_season else ()
        number = (1,) if self.number else ()
        key = (season.contenders.earliest("pk").pk,) if self.key else ()
        adjusted = (adjustment_of(season),) if self.adjusted else ()
        away = (away_of(season),) if self.away else ()
        event = (event_beside(season).pk,) if self.of_event else ()
        form = (self.form,) if self.form else ()
        what = (self.what,) if self.what else ()
        return reverse(
            self.name,
            args=[club.slug, *season_key, *event, *number, *key, *adjusted, *away, *form, *what],
        )


ADDRESSES = [
    Address("seasons", SEE, of_season=False),
    Address("season-new", RUN, of_season=False),
    Address("season-new", RUN, "post", of_season=False),
    Address("season", SEE),
    Address("season-live", SEE),
    Address("season-file", SEE, form="csv"),
    Address("seasons-file", SEE, of_season=False, form="csv"),
    Address("season-calendar-file", SEE, form="csv"),
    Address("season-ratings-file", SEE, form="xlsx"),
    Address("calendar-feeds", SEE, of_season=False),
    Address("season-projector", SEE),
    Address("season-projector-live", SEE),
    Address("season-ratings", SEE),
    Address("season-calendar", SEE),
    Address("season-prints", SEE),
    Address("season-print", SEE, what="table"),
    Address("season-print-order", SEE, "post", what="table"),
    Address("season-calendar", RUN, "post"),
    Address("season-evening", SEE, number=True),
    Address("season-evening", RUN, "post", number=True),
    Address("season-evening-make", RUN, "post", number=True),
    Address("season-evening-attach", RUN, "post", number=True),
    Address("season-evening-remove", RUN, "post", number=True),
    Address("season-absence", RUN, "post", number=True, key=True),
    Address("season-joker", RUN, "post", number=True, key=True),
    Address("season-members", SEE),
    Address("season-members-paste", RUN),
    Address("season-members-paste", RUN, "post"),
    Address("season-member", SEE, key=True),
    Address("season-away-new", RUN, "post", key=True),
    Address("season-away-remove", RUN, "post", away=True),
    Address("season-adjustment-new", RUN, "post", key=True),
    Address("season-adjustment-revoke", RUN, "post", adjusted=True),
    Address("season-member-move", RUN, "post", key=True),
    Address("season-member-remove", RUN, "post", key=True),
    Address("season-settings", RUN),
    Address("season-settings", RUN, "post"),
    Address("season-public", RUN),
    Address("season-public", RUN, "post"),
    Address("season-public-renew", RUN, "post"),
    Address("season-division-new", RUN, "post"),
    Address("season-division", RUN, "post", number=True),
    Address("season-division-remove", RUN, "post", number=True),
    Address("season-money", Right.MONEY, "post"),
    Address("season-end", RUN, "post"),
    Address("season-reopen", RUN, "post"),
    Address("season-remove", RUN, "post"),
    Address("season-next", RUN),
    Address("season-next", RUN, "post"),
    Address("event-season", RUN, of_season=False, of_event=True),
    Address("event-season", RUN, "post", of_season=False, of_event=True),
]


def adjustment_of(season: Season) -> int:
    """Bonus points that are given now."""
    given = season_adjustment_make(
        contender=season.contenders.earliest("pk"), points=1, reason="Any", by=season.created_by
    )
    return given.pk


def away_of(season: Season) -> int:
    """Days away that are noted now."""
    first = season.starts_on
    return away_note(contender=season.contenders.earliest("pk"), since=first, until=first).pk


def event_beside(season: Season) -> Event:
    """An event that counts in no season yet."""
    return event_create(
        club=season.club,
        name="Beside",
        date=season.starts_on,
        created_by=season.created_by,
        game=season.game,
        rules={},
    )


def ask(client: Client, address: Address, club: Club, season: Season) -> Any:
    """The answer; whatever was changed is undone."""
    with transaction.atomic():
        answer = getattr(client, address.method)(address.url(club, season))
        transaction.set_rollback(True)
    return answer


def statuses_for(client: Client, club: Club, season: Season) -> dict[str, int]:
    """The status by address."""
    return {str(address): ask(client, address, club, season).status_code for address in ADDRESSES}


@pytest.fixture
def their_season(stranger: User) -> Season:
    """A season of the neighbour club with somebody in it."""
    club = stranger.memberships.get().club
    season = season_create(
        club=club, name="Theirs", game="pandoeren", created_by=stranger, dates=fridays(2)
    )
    lineups = [[player_add(club=club, name="Zoe")]]
    contenders_add(division=division_of(season), lineups=lineups)
    return season


def test_the_table_holds_every_address_of_seasons() -> None:
    printed = [p for p in print_urls.urlpatterns if str(p.pattern).startswith("seasons/")]
    patterns = {pattern.name for pattern in [*league_urls.urlpatterns, *printed]}
    assert patterns == {address.name for address in ADDRESSES}


@pytest.mark.parametrize("role", Role.values)
def test_a_member_enters_exactly_what_the_role_allows(
    role: str, club: Club, season: Season, client_for: ClientFor
) -> None:
    user = User.objects.create_user(f"a-{role}")
    Membership.objects.create(club=club, user=user, role=role)
    statuses = statuses_for(client_for(user), club, season)
    refused = {str(address) for address in ADDRESSES if address.right not in RIGHTS[role]}
    assert {name for name, status in statuses.items() if status == 403} == refused
    assert {status for name, status in statuses.items() if name not in refused} <= {
        200,
        302,
        404,
        422,
    }
    assert {name for name, status in statuses.items() if status == 404} <= {
        "season-member-move POST"
    }


def test_a_stranger_finds_nothing(
    club: Club, season: Season, stranger: User, client_for: ClientFor
) -> None:
    assert set(statuses_for(client_for(stranger), club, season).values()) == {404}


def test_their_season_is_not_found_under_our_club(
    club: Club, their_season: Season, owner: User, client_for: ClientFor
) -> None:
    client = client_for(owner)
    statuses = {
        str(address): ask(client, address, club, their_season).status_code
        for address in ADDRESSES
        if address.of_season
    }
    assert set(statuses.values()) == {404}


def test_their_people_are_not_found_in_our_season(
    club: Club, season: Season, their_season: Season, owner: User, client_for: ClientFor
) -> None:
    theirs = their_season.contenders.get().pk
    client = client_for(owner)
    for name, keys in (
        ("season-member", [theirs]),
        ("season-member-remove", [theirs]),
        ("season-member-move", [theirs]),
        ("season-absence", [1, theirs]),
    ):
        url = reverse(name, args=[club.slug, season.pk, *keys])
        answer = client.get(url) if name == "season-member" else client.post(url)
        assert answer.status_code == 404, name


def test_who_is_not_signed_in_is_sent_to_do_so(club: Club, season: Season) -> None:
    for address in ADDRESSES:
        answer = ask(Client(), address, club, season)
        assert answer.status_code == 302, address
        assert answer.url.startswith(reverse("sign-in")), address
