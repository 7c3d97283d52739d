"""The start page and a player's page: what is on, what was played, and in how many queries."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Membership, Player, User
from clubs.services.clubs import club_create
from clubs.services.players import player_add
from scoring.models import Match, Seat, Side
from seeds.load import SLUG
from tests.tournaments.pages import words
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Event,
    EventState,
    Game,
    Round,
    Standing,
    Table,
    TableSeat,
)

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
    page = client_for(User.objects.create_user("new")).get(reverse("your-clubs"))
    assert "No club yet" in page.text
    assert reverse("club-new") in page.text


def test_only_ones_own_clubs_are_shown(
    club: Club, stranger: User, viewer: User, client_for: ClientFor
) -> None:
    page = client_for(viewer).get(reverse("your-clubs")).text
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
    assert ("Harvest pairs" in client_for(viewer).get(reverse("your-clubs")).text) is shown


def test_an_event_stands_on_the_card_of_its_own_club(
    club: Club, owner: User, client_for: ClientFor
) -> None:
    second = club_create(name="A second club", owner=owner)
    event_of(second, "Harvest pairs")
    cards = client_for(owner).get(reverse("your-clubs")).context["cards"]
    on = {card.membership.club.name: [event.name for event in card.events] for card in cards}
    assert on == {"A second club": ["Harvest pairs"], club.name: []}


@pytest.mark.parametrize(
    ("who", "offered"), [("owner", True), ("organiser", True), ("scorer", False), ("viewer", False)]
)
def test_a_new_event_is_offered_to_those_who_may_make_one(
    who: str, offered: bool, club: Club, request: pytest.FixtureRequest, client_for: ClientFor
) -> None:
    page = client_for(request.getfixturevalue(who)).get(reverse("your-clubs"))
    assert (reverse("event-new", args=[club.slug]) in page.text) is offered


def test_the_roster_counts_those_who_are_on_it(
    club: Club, four: list[Player], viewer: User, client_for: ClientFor
) -> None:
    Player.objects.filter(pk=four[0].pk).update(active=False)
    assert "3 players" in client_for(viewer).get(reverse("your-clubs")).text


def test_the_start_page_asks_as_often_for_many_clubs_as_for_one(
    owner: User, club: Club, client_for: ClientFor, django_assert_num_queries: Callable[..., Any]
) -> None:
    for number in range(5):
        other = club_create(name=f"Club {number}", owner=owner)
        event_of(other, "Tonight")
    client = client_for(owner)
    # session, user, memberships with clubs, events, two for the last backup
    with django_assert_num_queries(6):
        client.get(reverse("your-clubs"))


# --- the way in, and a club's own page


def test_a_member_of_one_club_is_in_it_and_of_two_chooses(
    club: Club, owner: User, client_for: ClientFor
) -> None:
    client = client_for(owner)
    assert client.get(reverse("home"))["Location"] == reverse("club", args=[club.slug])
    second = club_create(name="A second club", owner=owner)
    page = client.get(reverse("home"))
    assert reverse("club", args=[club.slug]) in page.text
    assert reverse("club", args=[second.slug]) in page.text


@pytest.mark.parametrize(
    ("who", "is_led"), [("organiser", True), ("scorer", False), ("viewer", False)]
)
def test_a_clubs_page_says_what_is_on_and_leads_those_who_run_it_to_the_next_step(
    who: str, is_led: bool, club: Club, request: pytest.FixtureRequest, client_for: ClientFor
) -> None:
    tonight = event_of(club, "Harvest pairs")
    event_of(club, "Next week's cup", days=6)
    event_of(club, "Last week's cup", days=-8, state=EventState.FINISHED)
    client = client_for(request.getfixturevalue(who))
    page = client.get(reverse("club", args=[club.slug]))
    [on_now] = page.context["on_now"]
    assert on_now.event == tonight
    assert [event.name for event in page.context["coming"]] == ["Next week's cup"]
    assert [event.name for event in page.context["lately"]] == ["Last week's cup"]
    entries = reverse("event-entries", args=[club.slug, tonight.pk])
    assert (f'href="{entries}"' in page.text) is is_led


@pytest.mark.parametrize(("who", "offered"), [("organiser", True), ("viewer", False)])
def test_a_club_without_events_begins_with_tonight_or_with_last_years_spreadsheet(
    who: str, offered: bool, club: Club, request: pytest.FixtureRequest, client_for: ClientFor
) -> None:
    client = client_for(request.getfixturevalue(who))
    page = client.get(reverse("club", args=[club.slug])).text
    ways = [reverse(name, args=[club.slug]) for name in ("event-new", "event-read")]
    assert [f'href="{way}"' in page for way in ways] == [offered, offered]


def test_a_new_club_is_shown_what_is_left_to_set_up_until_an_event_is_finished(
    club: Club, owner: User, organiser: User, client_for: ClientFor
) -> None:
    def steps(user: User) -> dict[str, bool]:
        page = client_for(user).get(reverse("club", args=[club.slug]))
        return {step.label: step.is_done for step in page.context["first_steps"]}

    assert steps(owner) == {
        "Enter the players": False,
        "Invite a second organiser": True,
        "Create an event": False,
        "Begin the first round": False,
        "Let players record on their phones": False,
    }
    assert "Invite a second organiser" not in steps(organiser)
    player_add(club=club, name="Ann")
    event = event_of(club, "Tonight", state=EventState.RUNNING)
    done = steps(owner)
    assert [label for label, is_done in done.items() if not is_done] == [
        "Let players record on their phones"
    ]
    Event.objects.filter(pk=event.pk).update(state=EventState.FINISHED)
    assert steps(owner) == {}


def test_the_demo_club_is_offered_to_its_members_and_to_the_administrator_of_a_site_without_it(
    club: Club, owner: User, stranger: User, client_for: ClientFor
) -> None:
    client, empty = client_for(owner), reverse("club", args=[club.slug])
    load, demo = reverse("demo-load"), reverse("club", args=[SLUG])
    assert load not in client.get(empty).text
    assert client.post(load).status_code == 403
    User.objects.filter(pk=owner.pk).update(is_superuser=True)
    assert load in client.get(empty).text
    theirs = club_create(name="Elm Street", slug=SLUG, owner=stranger)
    assert client.post(load).status_code == 403
    assert demo not in client.get(empty).text
    Membership.objects.create(club=theirs, user=owner)
    assert demo in client.get(empty).text


# --- a player's page


def evenings_of(client: Client, player: Player) -> Any:
    return client.get(reverse("player", args=[player.club.slug, player.pk])).context["evenings"]


def test_a_player_sees_partner_opponents_and_result_of_every_match(
    club: Club, four: list[Player], viewer: User, client_for: ClientFor
) -> None:
    match_of(four, event=event_of(club, "Friday"))
    [evening] = evenings_of(client_for(viewer), four[1])
    assert evening.event.name == "Friday"
    [played] = evening.matches
    assert played.partners == ("Cid",)
    assert played.opponents == ("Ann", "山田")
    assert (played.total, played.against, played.outcome, played.place) == (4, 7, "lost", None)


def test_where_everybody_plays_alone_the_place_and_the_points_are_shown(
    club: Club, four: list[Player], viewer: User, client_for: ClientFor
) -> None:
    match_of(four, totals=(30, 10, 20, -5), event=event_of(club, "Friday"))
    [evening] = evenings_of(client_for(viewer), four[2])
    [played] = evening.matches
    assert played.partners == ()
    assert played.opponents == ("Ann", "محمد", "Cid")
    assert (played.place, played.players, played.total) == (2, 4, 20)
    page = words(client_for(viewer).get(reverse("player", args=[club.slug, four[2].pk])))
    assert "2nd of 4, 20" in page
    assert "20 – 30" not in page


def test_evenings_stand_by_their_date_whenever_they_were_entered(
    club: Club, four: list[Player], viewer: User, client_for: ClientFor
) -> None:
    tonight = event_of(club, "Tonight", state=EventState.RUNNING)
    for _round in range(2):
        match_of(four, event=tonight)
    match_of(four, event=event_of(club, "Last year, entered today", days=-300))
    event_of(club, "Not entered")
    evenings = evenings_of(client_for(viewer), four[0])
    assert [evening.event.name for evening in evenings] == [
        "Tonight",
        "Last year, entered today",
    ]
    assert [match.round for match in evenings[0].matches] == [1, 2]


def test_an_evening_has_the_place_in_its_standings(
    club: Club, four: list[Player], viewer: User, client_for: ClientFor
) -> None:
    event = event_of(club, "Friday")
    match_of(four, event=event)
    for entry in event.entries.all():
        Standing.objects.create(event=event, entry=entry, rank=1, tied=True)
    client = client_for(viewer)
    assert [row.rank for row in evenings_of(client, four[1])] == [None]  # nothing tells them apart
    event.standings.filter(entry__number=2).update(rank=2, tied=False)
    assert [(row.rank, row.entries) for row in evenings_of(client, four[1])] == [(2, 2)]
    page = client.get(reverse("player", args=[club.slug, four[1].pk])).text
    assert "2nd of 2" in page
    assert 'class="drawing form-chart"' in page


def test_partners_are_counted_with_how_often_and_how_they_did(
    club: Club, four: list[Player], viewer: User, client_for: ClientFor
) -> None:
    event = event_of(club, "Friday")
    for _round in range(2):
        match_of(four, event=event)
    Match.objects.update(hand_count=9)
    Side.objects.update(is_over=True)
    url = reverse("player", args=[club.slug, four[0].pk])
    page = client_for(viewer).get(url)
    assert [(row.player, row.games, row.won) for row in page.context["partners"]] == [
        (four[2], 2, 2)
    ]
    assert "2 of 2 matches won" in words(page)
    Player.objects.filter(pk=four[2].pk).update(name_hidden=True)
    assert client_for(viewer).get(url).context["partners"] == ()


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
    assert "Nothing played yet" in page.text


def test_names_are_those_of_the_evening_also_after_somebody_was_renamed(
    club: Club, four: list[Player], viewer: User, client_for: ClientFor
) -> None:
    match_of(four, event=event_of(club, "Friday"))
    Player.objects.filter(pk=four[3].pk).update(name="Somebody else")
    [evening] = evenings_of(client_for(viewer), four[1])
    assert evening.partners == ("Cid",)


@pytest.mark.parametrize("count", [1, 25])
def test_a_players_page_asks_as_often_for_many_evenings_as_for_one(
    count: int,
    club: Club,
    four: list[Player],
    viewer: User,
    client_for: ClientFor,
    django_assert_num_queries: Callable[..., Any],
) -> None:
    for days in range(count):
        event = event_of(club, "Friday", days=-days)
        for _round in range(3):
            match_of(four, event=event)
    client = client_for(viewer)
    url = reverse("player", args=[club.slug, four[0].pk])
    # session, user, membership, player; events with their count, standings and their number, seats
    # with rounds, seats, sides; outside events; seasons; partners, hands, names; forgotten
    with django_assert_num_queries(16):
        client.get(url)


def test_a_neighbours_events_and_matches_stay_theirs(
    club: Club, four: list[Player], stranger: User, viewer: User, client_for: ClientFor
) -> None:
    neighbours = stranger.memberships.get().club
    event_of(neighbours, "Their secret night", state=EventState.RUNNING)
    assert "Their secret night" not in client_for(viewer).get(reverse("your-clubs")).text


def test_the_root_of_the_api_leads_to_its_reference(client: Client) -> None:
    assert client.get("/api/v1/")["Location"] == reverse("api-reference")
