"""The start page and a player's page: what is on, what was played, and in how many queries."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player, User
from clubs.services.clubs import club_create
from clubs.services.players import player_add
from scoring.models import Match, Seat, Side
from tournaments.models import Entry, EntryPlayer, Event, EventState, Game, Round, Table, TableSeat

ClientFor = Callable[[User], Client]


def event_of(club: Club, name: str, *, days: int = 0, state: str = EventState.DRAFT) -> Event:
    return Event.objects.create(
        club=club,
        name=name,
        date=timezone.localdate() + timedelta(days=days),
        state=state,
        created_by=club.memberships.all()[0].user,
    )


def match_of(
    players: list[Player], *, event: Event | None = None, totals: tuple[int, ...] = (7, 4)
) -> Match:
    """A match that the first side has won, at a table of the event where there is one."""
    match = Match.objects.create(
        club=players[0].club,
        game="texas42",
        totals=totals,
        is_over=True,
        winner=0,
        label_kind="name",
        label_values={"name": "Friendly"},
    )
    for number, player in enumerate(players):
        Seat.objects.create(match=match, number=number, player=player, name=player.name)
    for number, total in enumerate(totals):
        against = max(other for n, other in enumerate(totals) if n != number)
        won = number == 0
        Side.objects.create(
            match=match, number=number, total=total, against=against, won=won, lost=not won
        )
    if event:
        home, _ = Entry.objects.get_or_create(event=event, number=1)
        away, _ = Entry.objects.get_or_create(event=event, number=2)
        for seat, player in enumerate(players):
            entry = (home, away)[seat % 2]
            EntryPlayer.objects.get_or_create(entry=entry, place=seat // 2, player=player)
        round_ = Round.objects.create(event=event, number=event.rounds.count() + 1)
        table = Table.objects.create(round=round_, number=1)
        for place, entry in enumerate((home, away)):
            TableSeat.objects.create(table=table, place=place, entry=entry)
        Game.objects.create(table=table, match=match)
    return match


@pytest.fixture
def four(club: Club) -> list[Player]:
    return [player_add(club=club, name=name) for name in ("Ann", "محمد", "山田", "Cid")]


# --- the start page


def test_somebody_without_a_club_is_shown_how_to_come_by_one(
    db: None, client_for: ClientFor
) -> None:
    page = client_for(User.objects.create_user("new")).get(reverse("home"))
    assert "No club yet" in page.text
    assert reverse("club-new") in page.text


def test_only_ones_own_clubs_are_shown(
    club: Club, stranger: User, viewer: User, client_for: ClientFor
) -> None:
    page = client_for(viewer).get(reverse("home")).text
    assert club.name in page
    assert "The neighbours" not in page


@pytest.mark.parametrize(
    ("days", "state", "shown"),
    [
        (0, EventState.DRAFT, True),
        (1, EventState.DRAFT, True),
        (-1, EventState.FINISHED, True),
        (2, EventState.DRAFT, False),
        (-2, EventState.FINISHED, False),
        (-30, EventState.RUNNING, True),
    ],
)
def test_what_is_on_is_what_runs_and_what_is_dated_about_today(
    days: int, state: str, shown: bool, club: Club, viewer: User, client_for: ClientFor
) -> None:
    event_of(club, "Harvest pairs", days=days, state=state)
    assert ("Harvest pairs" in client_for(viewer).get(reverse("home")).text) is shown


def test_an_event_stands_on_the_card_of_its_own_club(
    club: Club, owner: User, client_for: ClientFor
) -> None:
    second = club_create(name="A second club", owner=owner)
    event_of(second, "Harvest pairs")
    cards = client_for(owner).get(reverse("home")).context["cards"]
    on = {card.membership.club.name: [event.name for event in card.events] for card in cards}
    assert on == {"A second club": ["Harvest pairs"], club.name: []}


@pytest.mark.parametrize(
    ("who", "offered"), [("owner", True), ("organiser", True), ("scorer", False), ("viewer", False)]
)
def test_a_new_event_is_offered_to_those_who_may_make_one(
    who: str, offered: bool, club: Club, request: pytest.FixtureRequest, client_for: ClientFor
) -> None:
    page = client_for(request.getfixturevalue(who)).get(reverse("home"))
    assert (reverse("event-new", args=[club.slug]) in page.text) is offered


def test_the_roster_counts_those_who_are_on_it(
    club: Club, four: list[Player], viewer: User, client_for: ClientFor
) -> None:
    Player.objects.filter(pk=four[0].pk).update(active=False)
    assert "3 players" in client_for(viewer).get(reverse("home")).text


def test_the_start_page_asks_as_often_for_many_clubs_as_for_one(
    owner: User, club: Club, client_for: ClientFor, django_assert_num_queries: Callable[..., Any]
) -> None:
    for number in range(5):
        other = club_create(name=f"Club {number}", owner=owner)
        event_of(other, "Tonight")
    client = client_for(owner)
    # session, user, memberships with clubs, events, two for the last backup
    with django_assert_num_queries(6):
        client.get(reverse("home"))


# --- a player's page


def test_a_player_sees_partner_opponents_and_result_of_every_match(
    club: Club, four: list[Player], viewer: User, client_for: ClientFor
) -> None:
    match_of(four, event=event_of(club, "Friday"))
    url = reverse("player", args=[club.slug, four[1].pk])
    [played] = client_for(viewer).get(url).context["matches"]
    assert played.partners == ["Cid"]
    assert played.opponents == ["Ann", "山田"]
    assert (played.side.total, played.side.against, played.side.won) == (4, 7, False)
    assert played.event is not None
    assert played.event.name == "Friday"


def test_where_everybody_plays_alone_there_is_no_partner(
    club: Club, four: list[Player], viewer: User, client_for: ClientFor
) -> None:
    match_of(four[:3], totals=(10, 20, 30))
    url = reverse("player", args=[club.slug, four[2].pk])
    [played] = client_for(viewer).get(url).context["matches"]
    assert played.partners == []
    assert played.opponents == ["Ann", "محمد"]
    assert played.side.total == 30


def test_a_match_outside_any_event_goes_by_its_label(
    club: Club, four: list[Player], viewer: User, client_for: ClientFor
) -> None:
    match = match_of(four)
    page = client_for(viewer).get(reverse("player", args=[club.slug, four[0].pk])).text
    assert "Friendly" in page
    assert reverse("match", args=[club.slug, match.pk]) in page


def test_a_player_who_has_not_played_yet_has_an_empty_page(
    club: Club, four: list[Player], viewer: User, client_for: ClientFor
) -> None:
    page = client_for(viewer).get(reverse("player", args=[club.slug, four[0].pk]))
    assert "No match yet" in page.text


def test_names_are_those_of_the_evening_also_after_somebody_was_renamed(
    club: Club, four: list[Player], viewer: User, client_for: ClientFor
) -> None:
    match_of(four)
    Player.objects.filter(pk=four[3].pk).update(name="Somebody else")
    url = reverse("player", args=[club.slug, four[1].pk])
    [played] = client_for(viewer).get(url).context["matches"]
    assert played.partners == ["Cid"]


@pytest.mark.parametrize("matches", [1, 25])
def test_a_players_page_asks_as_often_for_many_matches_as_for_one(
    matches: int,
    club: Club,
    four: list[Player],
    viewer: User,
    client_for: ClientFor,
    django_assert_num_queries: Callable[..., Any],
) -> None:
    event = event_of(club, "Friday")
    for _ in range(matches):
        match_of(four, event=event)
    client = client_for(viewer)
    url = reverse("player", args=[club.slug, four[0].pk])
    # session, user, membership, player, count, seats with event, seats, sides, events, count,
    # whether forgotten
    with django_assert_num_queries(12):
        client.get(url)


def test_a_neighbours_events_and_matches_stay_theirs(
    club: Club, four: list[Player], stranger: User, viewer: User, client_for: ClientFor
) -> None:
    neighbours = stranger.memberships.get().club
    event_of(neighbours, "Their secret night", state=EventState.RUNNING)
    assert "Their secret night" not in client_for(viewer).get(reverse("home")).text


def test_a_clubs_own_address_leads_its_members_to_the_events(
    club: Club, owner: User, stranger: User, client_for: ClientFor
) -> None:
    address = reverse("club", args=[club.slug])
    assert client_for(owner).get(address)["Location"] == reverse("events", args=[club.slug])
    assert client_for(stranger).get(address).status_code == 404


def test_the_root_of_the_api_leads_to_its_reference(client: Client) -> None:
    assert client.get("/api/v1/")["Location"] == reverse("api-reference")
