"""The page of a player's numbers: each leads to its hands, and only those may see it who may."""

import csv
import datetime
import io
import re
from html import unescape
from typing import Any

import pytest
from django.core.cache import caches
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Membership, Player, User
from clubs.services.players import players_add_many
from feeds.models import Change
from scoring.models import Match
from scoring.selectors.numbers import Share
from scoring.services.hands import hand_record
from scoring.services.results import result_state
from stats.selectors.club_numbers import club_numbers
from stats.selectors.player_numbers import Games, player_numbers
from stats.tasks import numbers_recount
from tests.conftest import ApiFor, ClientFor
from tests.scoring.conftest import passed_out, quick
from tests.scoring.matches import match_create
from tests.tournaments.conftest import EventMaker, begin_next
from tests.tournaments.pages import words
from tests.tournaments.single import called, misere
from tournaments.events.services.events import event_update
from tournaments.events.services.rounds import rounds_plan

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bea", "Carl", "Dan", "Eve")
HANDS = (
    *((0, "30", 5, True), (1, "30", 5, True), (2, "1m", 3, False), (0, "31", 3, False)),
    *((3, "2m", 6, True), (0, "30", 6, True)),
)


@pytest.fixture
def five(club: Club) -> list[Player]:
    return players_add_many(club=club, names=list(NAMES))


@pytest.fixture
def played(club: Club, five: list[Player], organiser: User) -> list[Match]:
    """Two matches of 42 with hands, one by its totals alone, and one of Pandoeren by five."""
    ann, bea, carl, dan, eve = five
    tables = [(ann, bea, carl, dan), (eve, ann, bea, dan), (ann, bea, eve, dan)]
    common: dict[str, Any] = {"club": club, "rules": {}, "stakes": None}
    matches = [match_create(game="texas42", players=table, **common) for table in tables]
    for match in matches[:2]:
        for bidder, bid, trump, made in HANDS:
            dealer = Match.objects.get(pk=match.pk).next_dealer
            record = quick(dealer=dealer, bidder=bidder, bid=bid, trump=trump, made=made)
            hand_record(match_id=match.pk, record=record, author=organiser)
    dealer = Match.objects.get(pk=matches[1].pk).next_dealer
    nello = quick(dealer=dealer, bidder=1, bid="1m", contract={"kind": "nello", "doubles": "own"})
    hand_record(match_id=matches[1].pk, record=nello, author=organiser)
    dealer = Match.objects.get(pk=matches[1].pk).next_dealer
    hand_record(match_id=matches[1].pk, record=passed_out(dealer=dealer), author=organiser)
    result_state(match_id=matches[2].pk, totals=[7, 4], hands=12, author=organiser)
    turned = match_create(game="pandoeren", players=five, **common)
    for number in range(5):
        record = misere(3, number % 4) if number % 2 else called(3, number % 3, 3)
        hand_record(match_id=turned.pk, record=record, author=organiser)
    return [*matches, turned]


def test_games_partners_and_opponents_are_counted(
    played: list[Match], five: list[Player], viewer: User
) -> None:
    ann, bea, carl, dan, eve = five
    numbers = player_numbers(ann, "texas42", names_hidden=False)
    assert numbers.evenings == 1
    assert numbers.games == Games(3, won=1)
    assert (numbers.by_totals, numbers.hands) == (1, 14)
    partners = {met.player: (met.games.games, met.share) for met in numbers.partners}
    assert partners == {
        carl: (1, Share(2, 4)),
        dan: (1, Share(3, 3)),
        eve: (1, Share()),
    }
    opponents = {met.player: met.games for met in numbers.opponents}
    assert opponents == {bea: Games(3, won=1), dan: Games(2, won=1), eve: Games(1)}
    assert [(period.games, period.won, period.hands) for period in numbers.periods] == [(3, 1, 14)]

    turned = player_numbers(ann, "pandoeren", names_hidden=False)
    assert turned.games == Games(1)
    assert {met.games.games for met in turned.opponents} == {1}
    assert turned.hands == 4
    assert [(period.games, period.hands) for period in turned.periods] == [(1, 4)]


@pytest.mark.parametrize("game", ["texas42", "pandoeren"])
def test_every_number_leads_to_as_many_hands(
    game: str,
    club: Club,
    played: list[Match],
    five: list[Player],
    viewer: User,
    client_for: ClientFor,
) -> None:
    client, seen = client_for(viewer), 0
    for player in five[:2]:
        page = client.get(reverse("player-numbers", args=[club.slug, player.pk]) + f"?game={game}")
        links = re.findall(r'<a\s+href="([^"]*numbers/hands[^"]*)"\s*>\s*(\d+)\s*</a>', page.text)
        for address, count in links:
            listed = client.get(unescape(address)).context["page"].paginator.count
            assert (unescape(address), listed) == (unescape(address), int(count))
            seen += 1
    assert seen > 20
    assert "95% interval" in page.text


def test_the_file_and_the_api_have_the_numbers_of_the_page(
    club: Club,
    played: list[Match],
    five: list[Player],
    viewer: User,
    client_for: ClientFor,
    api_for: ApiFor,
) -> None:
    client, ann = client_for(viewer), five[0]
    page = words(client.get(reverse("player-numbers", args=[club.slug, ann.pk])))
    assert "1 game was entered by its totals alone" in page
    assert "Games won 1 of 3 2 still being played" in page
    sent = client.get(reverse("player-numbers-file", args=[club.slug, ann.pk, "csv"]))
    rows = list(csv.reader(io.StringIO(sent.content.decode("utf-8-sig"))))
    assert ["Bid", "30", "", "3", "3", "0", "100", "44", "100", "6", "6"] in rows
    assert ["Also counted", "nello", "1", "1", "1", "0", "100", "21", "100", "", ""] in rows

    answer = api_for(viewer).get(f"/api/v1/clubs/{club.slug}/players/{ann.pk}/numbers/").json()
    assert answer["game"] == "texas42"
    assert answer["games"] == {"games": 3, "won": 1, "drawn": 0, "lost": 0, "open": 2}
    bid = next(row for row in answer["bids"] if row["code"] == "30")
    assert bid["share"] == {"hands": 3, "made": 3, "percent": 100, "low": "43.9", "high": "100.0"}
    assert answer["measures"][0]["definition"].startswith("Hands declared as nello")
    assert answer["definitions"]["hands"]


def test_who_asked_not_to_be_named_is_out_of_the_numbers_of_others(
    club: Club,
    played: list[Match],
    five: list[Player],
    viewer: User,
    organiser: User,
    client_for: ClientFor,
    api_for: ApiFor,
) -> None:
    ann, bea = five[:2]
    Player.objects.filter(pk=bea.pk).update(name_hidden=True)
    addresses = [
        reverse("player-numbers", args=[club.slug, bea.pk]),
        reverse("player-numbers-file", args=[club.slug, bea.pk, "csv"]),
        reverse("player-numbers-hands", args=[club.slug, bea.pk]) + "?game=texas42",
    ]
    of_api = f"/api/v1/clubs/{club.slug}/players/{bea.pk}/numbers/"
    for address in addresses:
        assert client_for(viewer).get(address).status_code == 404
        assert client_for(organiser).get(address).status_code == 200
    assert api_for(viewer).get(of_api).status_code == 404
    assert api_for(organiser).get(f"{of_api}?game=chess").status_code == 404
    assert api_for(organiser).get(of_api).json()["by_totals"] == 1
    assert (
        addresses[0] not in client_for(viewer).get(reverse("player", args=[club.slug, bea.pk])).text
    )
    page = words(client_for(viewer).get(reverse("player-numbers", args=[club.slug, ann.pk])))
    assert "Bea" not in page
    assert "not named" in page
    Membership.objects.filter(user=viewer).update(player=bea)
    assert client_for(viewer).get(addresses[0]).status_code == 200


def test_a_neighbour_and_a_made_up_address_find_nothing(
    club: Club,
    played: list[Match],
    five: list[Player],
    stranger: User,
    viewer: User,
    client_for: ClientFor,
) -> None:
    address = reverse("player-numbers", args=[club.slug, five[0].pk])
    assert client_for(stranger).get(address).status_code == 404
    client = client_for(viewer)
    assert client.get(f"{address}?game=chess").status_code == 404
    hands = reverse("player-numbers-hands", args=[club.slug, five[0].pk])
    assert client.get(hands).context["page"].paginator.count == 14
    assert client.get(f"{hands}?game=texas42&role=king").status_code == 404
    assert client.get(f"{hands}?game=texas42&bid=99").context["page"].paginator.count == 0


def test_a_player_without_a_game_is_told_so(
    club: Club, five: list[Player], viewer: User, client_for: ClientFor
) -> None:
    page = client_for(viewer).get(reverse("player-numbers", args=[club.slug, five[0].pk]))
    assert "No game yet" in page.text


def test_a_club_of_many_hands_is_counted_again_once_it_is_looked_at_after_a_change(
    club: Club, played: list[Match], five: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    selector = "scoring.selectors.numbers"
    monkeypatch.setattr(f"{selector}.MANY", 0)
    monkeypatch.setattr(f"{selector}.FRESH", 0)
    caches["numbers"].clear()
    numbers = club_numbers(club, "texas42")
    assert five[0].name in str(numbers.records)
    Match.objects.filter(pk=played[0].pk).update(hand_count=3)
    assert club_numbers(club, "texas42") == numbers, "kept while no change is noted"
    Change.objects.create(club=club, kind="hand", path="/", made_at=timezone.now())
    assert club_numbers(club, "texas42") == numbers, "late, but asked for"
    numbers_recount(club.pk, "texas42", "en")
    changed = club_numbers(club, "texas42")
    assert changed.hands == numbers.hands - len(HANDS) + 3
    Match.objects.filter(pk=played[0].pk).update(hand_count=4)
    Change.objects.create(club=club, kind="hand", path="/", made_at=timezone.now())
    monkeypatch.setattr(f"{selector}.CACHE_SECONDS", 0)
    assert club_numbers(club, "texas42").hands == changed.hands + 1, "ten minutes later"
    Player.objects.filter(pk=five[0].pk).update(name_hidden=True)
    assert five[0].name not in str(club_numbers(club, "texas42"))
    caches["numbers"].clear()


def test_long_tables_show_those_met_most_until_all_are_asked_for(
    five: list[Player],
    played: list[Match],
    organiser: User,
    client_for: ClientFor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for view in ("player_numbers", "numbers"):
        monkeypatch.setattr(f"stats.views.{view}.PEOPLE", 1)
    client, slug = client_for(organiser), five[0].club.slug
    for path in (
        reverse("player-numbers", args=[slug, five[0].pk]) + "?game=texas42",
        reverse("club-numbers-of", args=[slug, "texas42"]) + f"?player={five[0].pk}",
    ):
        first, rest = client.get(path), client.get(f"{path}&all=1")
        assert ["and 2 more" in words(answer) for answer in (first, rest)] == [True, False]
        short, whole = first.text, rest.text
        assert short.count("<tr") < whole.count("<tr")
        (way,) = set(re.findall(r'href="(\?[^"]*all=1)#', short))
        followed = client.get(path.split("?")[0] + unescape(way)).text
        assert followed.count("<tr") == whole.count("<tr")
    before = played[1].created_at - datetime.timedelta(days=3)
    Match.objects.filter(pk=played[0].pk).update(created_at=before)
    page = client.get(reverse("player-numbers", args=[slug, five[0].pk]) + "?game=texas42")
    assert [period.games for period in page.context["newest"]] == [2, 1]
    over_time = page.text.split('<h2 id="periods-title"')[1]
    assert over_time.count("<tr") == 2  # the head and the newest evening
    assert "and 1 more" in over_time


def test_hands_are_listed_in_the_order_of_play_whatever_was_entered_first(
    club: Club, make_event: EventMaker, players: list[Player], owner: User, client_for: ClientFor
) -> None:
    """The older evening is entered last, and its second round has the matches with lower keys."""
    played = []
    for date in (datetime.date(2026, 11, 20), datetime.date(2026, 10, 2)):
        event = event_update(event=make_event(), date=date)
        rounds_plan(event=event)
        begin_next(event)
        begin_next(event)
        played.append(event)
    later, earlier = played
    first, second = earlier.rounds.order_by("number")[:2]
    first.number, second.number = 9, 1
    first.save()
    second.save()
    ada = players[0]
    for event in played:
        for match in Match.objects.filter(game_of__table__round__event=event, seats__player=ada):
            for _hand in range(15):
                dealer = Match.objects.get(pk=match.pk).next_dealer
                hand_record(match_id=match.pk, record=passed_out(dealer=dealer), author=owner)
    expected = [
        (event.date, round_, number)
        for event, rounds in ((later, (2, 1)), (earlier, (9, 1)))
        for round_ in rounds
        for number in range(15, 0, -1)
    ]
    address = reverse("player-numbers-hands", args=[club.slug, ada.pk]) + "?game=texas42&page="
    client = client_for(owner)
    pages = [client.get(f"{address}{number}").context["hands"] for number in (1, 2, 3)]
    assert [len(page) for page in pages] == [25, 25, 10]
    hands = [
        (row.day, row.match.game_of.table.round.number, row.number)
        for page in pages
        for row in page
    ]
    assert hands == expected


def test_the_longest_run_of_wins_ends_with_a_defeat(
    club: Club, five: list[Player], organiser: User, api_for: ApiFor
) -> None:
    ann, bea, carl, dan, eve = five
    for totals, partner in (((7, 4), carl), ((2, 7), carl), ((7, 1), carl), ((7, 6), eve)):
        match = match_create(
            game="texas42", players=(ann, bea, partner, dan), club=club, rules={}, stakes=None
        )
        result_state(match_id=match.pk, totals=list(totals), hands=12, author=organiser)
    address = f"/api/v1/clubs/{club.slug}/numbers/texas42/"
    records = api_for(organiser).get(address).json()["records"]
    [run] = [record for record in records if record["kind"] == "longest_run"]
    [holder] = run["holders"]
    assert (run["value"], holder["names"], run["others"]) == (2, [ann.name], 0)
    assert holder["match"] == match.pk
