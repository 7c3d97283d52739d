"""What is made once for a hall of phones: quick for all, and nobody sees what is not his."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Club, Membership, User
from clubs.roles import Role
from tests.conftest import ClientFor
from tests.tournaments.conftest import match_of
from tournaments.events.models import Event
from tournaments.events.views.common import FRESH, LONGEST, shared_by_all

pytestmark = pytest.mark.usefixtures("held")


LIVE = ["event", "event-live", "event-standings", "event-standings-live"]


@pytest.fixture(autouse=True)
def _no_pages() -> None:
    caches["pages"].clear()


@pytest.fixture
def seated(running: Event, client_for: ClientFor) -> list[Client]:
    """Two members of the same role, each of them another player of the event."""
    clients = []
    for number, entry in enumerate(running.entries.order_by("number")[:2]):
        user = User.objects.create_user(f"phone{number}")
        player = entry.lineup.first().player
        Membership.objects.create(club=running.club, user=user, role=Role.VIEWER, player=player)
        clients.append(client_for(user))
    return clients


@pytest.mark.parametrize("name", LIVE)
def test_the_second_phone_of_a_second_costs_little(
    name: str, running: Event, seated: list[Client]
) -> None:
    url = reverse(name, args=[running.club.slug, running.pk])
    counts = []
    for client in seated:
        with CaptureQueriesContext(connection) as taken:
            assert client.get(url).status_code == 200
        counts.append(len(taken))
    assert counts[1] < counts[0]
    if name.endswith("live"):
        assert counts[1] <= 7


def test_each_phone_sees_its_own_table_above_what_is_shared(
    running: Event, seated: list[Client]
) -> None:
    url = reverse("event-live", args=[running.club.slug, running.pk])
    first, second = (client.get(url) for client in seated)
    shared = [answer.text[answer.text.index("<details") :] for answer in (first, second)]
    assert shared[0] == shared[1]
    assert first["ETag"] != second["ETag"]


@pytest.mark.parametrize("name", LIVE)
def test_what_was_made_for_one_role_is_not_shown_to_another(
    name: str, running: Event, organiser: User, scorer: User, viewer: User, client_for: ClientFor
) -> None:
    url = reverse(name, args=[running.club.slug, running.pk])
    alone = {}
    for user in (organiser, scorer, viewer):
        caches["pages"].clear()
        alone[user] = client_for(user).get(url).text.count("<form")
    caches["pages"].clear()
    for user in (organiser, scorer, viewer, organiser, viewer, scorer):
        assert client_for(user).get(url).text.count("<form") == alone[user]


@pytest.mark.parametrize("name", LIVE)
def test_the_neighbours_see_nothing_of_what_was_made(
    name: str, running: Event, viewer: User, stranger: User, client_for: ClientFor
) -> None:
    url = reverse(name, args=[running.club.slug, running.pk])
    assert client_for(viewer).get(url).status_code == 200
    assert client_for(stranger).get(url).status_code == 404
    theirs = Club.objects.exclude(pk=running.club_id).get()
    moved = reverse(name, args=[theirs.slug, running.pk])
    assert client_for(stranger).get(moved).status_code == 404


def test_a_new_hand_is_seen_at_once_by_everybody(
    running: Event, bid: Any, viewer: User, client_for: ClientFor
) -> None:
    url = reverse("event-live", args=[running.club.slug, running.pk])
    client = client_for(viewer)
    before = client.get(url)
    bid(match_of(running, 1, 1), 0)
    after = client.get(url, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after.text != before.text
    assert client.get(url, headers={"If-None-Match": after["ETag"]}).status_code == 304


def test_nothing_with_a_form_in_it_is_kept_for_others() -> None:
    made = [f'<input name="csrfmiddlewaretoken" value="{number}">' for number in range(3)]
    answers = iter(made)
    assert [shared_by_all("form", lambda: next(answers)) for _ in made] == made


def test_of_many_readers_at_once_one_makes_what_all_are_shown() -> None:
    made: list[int] = []

    def slowly() -> int:
        made.append(len(made))
        time.sleep(0.2)
        return made[-1]

    with ThreadPoolExecutor(20) as readers:
        asked = [readers.submit(shared_by_all, "slow", slowly) for _ in range(20)]
        assert {reader.result() for reader in asked} == {0}
    assert made == [0]


def test_what_took_long_to_make_is_kept_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[float] = []
    monkeypatch.setattr(caches["pages"], "set", lambda _name, _value, seconds: kept.append(seconds))
    shared_by_all("quick", list)
    shared_by_all("slow", lambda: time.sleep(0.2))
    assert kept[0] == FRESH
    assert 3 < kept[1] <= LONGEST
