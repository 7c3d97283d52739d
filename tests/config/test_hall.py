"""The page that opens a laptop's site to the hall: who may, what it says, where it leads."""

import socket
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from config.supervisor import HALL_ASKED
from core import system

COMMAND = "make run HOST=0.0.0.0"
NEXT = "/c/elm-street/members/"


@pytest.fixture
def administrator(owner: User, client: Client, settings: Any, tmp_path: Path) -> Client:
    """The browser of the site's administrator, on a laptop that only itself reaches."""
    settings.HALL_COMMAND, settings.DATA_DIR = COMMAND, tmp_path
    User.objects.filter(pk=owner.pk).update(is_superuser=True)
    client.force_login(owner)
    return client


@pytest.fixture
def host() -> str:
    """An address of this machine in a network."""
    if not (known := system.hall_addresses()):
        pytest.skip("this machine is in no network")
    return known[0]


def test_an_administrator_reads_what_a_restart_does_and_orders_it(
    administrator: Client, host: str, tmp_path: Path
) -> None:
    hall = reverse("hall")
    page = administrator.get(hall, {"next": NEXT}).text
    assert f"http://{host}:80<" in page
    assert "You sign in once more" in page
    assert not (tmp_path / HALL_ASKED).exists()
    answer = administrator.post(hall, {"next": NEXT, "host": host})
    assert f'href="http://{host}:80{NEXT}"' in answer.text
    assert COMMAND in answer.text
    assert (tmp_path / HALL_ASKED).exists()


def test_whoever_waits_goes_on_at_the_new_address_once_the_site_listens_there(
    administrator: Client, host: str, settings: Any
) -> None:
    asked = {"next": NEXT, "host": host}
    for command, status, leads_to in (
        (COMMAND, 204, None),
        ("", 200, f"http://{host}:80{NEXT}"),
    ):
        settings.HALL_COMMAND = command
        answer = administrator.get(reverse("hall"), asked, HTTP_HX_REQUEST="true")
        assert (answer.status_code, answer.headers.get("HX-Redirect")) == (status, leads_to)


def test_a_port_that_somebody_else_holds_there_is_told_and_nothing_restarts(
    administrator: Client, host: str, tmp_path: Path
) -> None:
    with socket.socket() as other:
        other.bind((host, 0))
        other.listen()
        place = f"127.0.0.1:{other.getsockname()[1]}"
        answer = administrator.post(reverse("hall"), {"host": host}, HTTP_HOST=place)
    assert answer.status_code == 422
    assert "cannot be used there" in answer.text
    assert not (tmp_path / HALL_ASKED).exists()


@pytest.mark.parametrize("following", ["https://example.org/", "//example.org/", "javascript:1"])
def test_it_leads_nowhere_else(administrator: Client, following: str, settings: Any) -> None:
    settings.HALL_COMMAND = ""
    answer: Any = administrator.get(reverse("hall"), {"next": following})
    assert (answer.status_code, answer.url) == (302, reverse("your-clubs"))


def test_an_owner_of_a_club_is_no_administrator_and_reads_the_command(
    administrator: Client, owner: User, tmp_path: Path
) -> None:
    User.objects.filter(pk=owner.pk).update(is_superuser=False)
    assert administrator.get(reverse("hall")).status_code == 403
    assert administrator.post(reverse("hall"), {"host": "127.0.0.1"}).status_code == 403
    assert not (tmp_path / HALL_ASKED).exists()
    administrator.logout()
    assert administrator.get(reverse("hall")).status_code == 302


def test_the_warning_at_an_address_leads_an_administrator_to_the_page_and_shows_others_the_command(
    administrator: Client, owner: User, club: Club
) -> None:
    url = reverse("invitation-new", args=[club.slug])
    sent = {"invite-role": "scorer", "invite-days": "7"}
    way = f'href="{reverse("hall")}?'
    for is_administrator in (True, False):
        User.objects.filter(pk=owner.pk).update(is_superuser=is_administrator)
        page = administrator.post(url, sent, HTTP_HOST="127.0.0.1").text
        assert (way in page, COMMAND in page) == (is_administrator, not is_administrator)
