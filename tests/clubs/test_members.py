"""Members of a club, its settings, founding one."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from django.contrib.auth import authenticate
from django.test import Client, RequestFactory
from django.urls import reverse

from clubs.models import Club, Membership, User
from clubs.roles import RIGHT_WORDS, ROLE_HELP, Role
from clubs.services.clubs import club_create, member_add
from tests.conftest import ClientFor
from tests.meanwhile import just_before
from tests.refused import refused
from tests.tables import table


@pytest.fixture
def browser(owner: User, client_for: ClientFor) -> Client:
    """The owner's browser."""
    return client_for(owner)


def members(club: Club) -> dict[str, str]:
    return dict(Membership.objects.filter(club=club).values_list("user__username", "role"))


def test_an_unknown_name_gets_an_account_whose_password_is_shown_once(
    club: Club, browser: Client
) -> None:
    url = reverse("members", args=[club.slug])
    answer = browser.post(url, {"username": "bo", "role": "scorer"})
    password = answer.context["new"].password
    assert password in answer.text
    assert "no-store" in answer["Cache-Control"]
    assert password not in browser.get(url).text
    request = RequestFactory().post(reverse("sign-in"))
    assert authenticate(request, username="bo", password=password) is not None
    assert members(club)["bo"] == Role.SCORER


def test_a_known_name_joins_with_the_password_it_has(
    club: Club, stranger: User, browser: Client
) -> None:
    url = reverse("members", args=[club.slug])
    answer = browser.post(url, {"username": "stranger", "role": "viewer"}, follow=True)
    assert "signs in as before" in answer.text
    assert members(club) == {"owner": Role.OWNER, "stranger": Role.VIEWER}
    stranger.refresh_from_db()
    assert stranger.check_password("a long enough word")


TO_SAVE: Final = {"after": 1}
"""Before the savepoint around the save: the one before it is that of the service."""


def test_who_is_made_a_member_by_two_at_once_is_one_and_the_second_is_told(
    club: Club, stranger: User
) -> None:
    def other() -> None:
        Membership.objects.create(club=club, user=stranger, role=Role.SCORER)

    with just_before("SAVEPOINT", other, **TO_SAVE), refused("unique_together"):
        member_add(club=club, username="stranger", role=Role.VIEWER)


def test_clubs_of_one_name_founded_at_once_have_addresses_of_their_own(owner: User) -> None:
    def other() -> None:
        club_create(name="Elm Street", owner=owner)

    with just_before("SAVEPOINT", other, **TO_SAVE):
        club = club_create(name="Elm Street", owner=owner)
    assert club.slug == "elm-street-2"


@table(
    ("username", "role", "words"),
    [
        ("owner", "viewer", "is already a member"),
        ("", "viewer", "This field is required"),
        ("two words", "viewer", "Enter a valid username"),
        ("bo", "king", "not one of the available choices"),
    ],
)
def test_a_member_that_cannot_be_added_says_why_and_keeps_what_was_typed(
    username: str, role: str, words: str, club: Club, browser: Client
) -> None:
    url = reverse("members", args=[club.slug])
    answer = browser.post(url, {"username": username, "role": role})
    assert answer.status_code == 422
    assert words in answer.text
    assert f'value="{username}"' in answer.text or not username
    assert members(club) == {"owner": Role.OWNER}
    assert not User.objects.exclude(username="owner").exists()


def test_a_role_is_changed(club: Club, viewer: User, browser: Client) -> None:
    member = Membership.objects.get(user=viewer)
    url = reverse("member-role", args=[club.slug, member.pk])
    answer = browser.post(url, {"role": "organiser"}, follow=True)
    assert "viewer is now Organiser." in answer.text
    assert members(club)["viewer"] == Role.ORGANISER


def test_a_role_that_does_not_exist_changes_nothing(
    club: Club, viewer: User, browser: Client
) -> None:
    member = Membership.objects.get(user=viewer)
    url = reverse("member-role", args=[club.slug, member.pk])
    answer = browser.post(url, {"role": "king"}, follow=True)
    assert "banner--bad" in answer.text
    assert members(club)["viewer"] == Role.VIEWER


@pytest.mark.parametrize(
    ("name", "data"), [("member-role", {"role": "viewer"}), ("member-remove", {})]
)
def test_the_last_owner_stays(name: str, data: dict[str, str], club: Club, browser: Client) -> None:
    membership = Membership.objects.get(club=club, role=Role.OWNER)
    answer = browser.post(reverse(name, args=[club.slug, membership.pk]), data, follow=True)
    assert "A club needs an owner" in answer.text
    assert members(club) == {"owner": Role.OWNER}


def test_an_owner_may_step_down_once_there_is_another(
    club: Club, viewer: User, browser: Client
) -> None:
    Membership.objects.filter(user=viewer).update(role=Role.OWNER)
    membership = Membership.objects.get(club=club, user__username="owner")
    answer = browser.post(
        reverse("member-role", args=[club.slug, membership.pk]), {"role": "viewer"}
    )
    assert answer["Location"] == reverse("home")
    assert members(club) == {"owner": Role.VIEWER, "viewer": Role.OWNER}


def test_removing_asks_first(club: Club, viewer: User, browser: Client) -> None:
    member = Membership.objects.get(user=viewer)
    url = reverse("member-remove", args=[club.slug, member.pk])
    assert "Remove <bdi>viewer</bdi>?" in browser.get(url).text
    assert "viewer" in members(club)
    assert "is no longer a member" in browser.post(url, follow=True).text
    assert members(club) == {"owner": Role.OWNER}


@pytest.mark.parametrize("page", ["member-player", "member-remove"])
def test_a_page_about_a_member_leads_back_to_all(
    club: Club, viewer: User, browser: Client, page: str
) -> None:
    member = Membership.objects.get(user=viewer)
    shown = browser.get(reverse(page, args=[club.slug, member.pk])).text
    way = shown[
        shown.index('class="breadcrumb"') : shown.index("</nav>", shown.index("breadcrumb"))
    ]
    assert f'href="{reverse("members", args=[club.slug])}"' in way
    assert '<bdi aria-current="page">viewer</bdi>' in way


def test_the_page_explains_every_role(club: Club, browser: Client) -> None:
    text = browser.get(reverse("members", args=[club.slug])).text
    for role in Role:
        assert str(role.label) in text
        assert str(ROLE_HELP[role]).replace("'", "&#x27;") in text


def test_the_members_page_asks_as_often_for_many_as_for_one(
    club: Club, browser: Client, django_assert_num_queries: Callable[..., Any]
) -> None:
    url = reverse("members", args=[club.slug])
    for number in range(20):
        user = User.objects.create_user(f"m{number}")
        Membership.objects.create(club=club, user=user)
    # session, user, membership, members, invitations
    with django_assert_num_queries(5):
        browser.get(url)


@pytest.mark.parametrize(
    ("browser_asks", "language", "currency", "paper", "calendar"),
    [
        ("en-US,en;q=0.9", "en", "USD", "letter", "gregorian"),
        ("nl-BE", "nl", "EUR", "a4", "gregorian"),
        ("en-GB", "en", "GBP", "a4", "gregorian"),
        ("fa", "fa", "IRR", "a4", "persian"),
        ("ja,en;q=0.5", "ja", "JPY", "a4", "gregorian"),
        ("*", "en", "USD", "letter", "gregorian"),
    ],
)
def test_a_new_club_needs_only_a_name_and_begins_as_its_founders_browser_suggests(
    browser_asks: str,
    language: str,
    currency: str,
    paper: str,
    calendar: str,
    stranger: User,
    client_for: ClientFor,
) -> None:
    client = client_for(stranger)
    name = "باشگاه دومینوی تهران"
    languages = {"Accept-Language": browser_asks}
    answer = client.post(reverse("club-new"), {"name": name}, headers=languages)
    club = Club.objects.get(name=name)
    assert answer["Location"] == reverse("club", args=[club.slug])
    assert members(club) == {"stranger": Role.OWNER}
    assert (club.language, club.currency, club.paper) == (language, currency, paper)
    assert club.calendar == calendar


@table(
    ("name", "currency", "field"),
    [
        ("", "USD", "id_name"),
        ("x" * 121, "USD", "id_name"),
        ("Ok", "E1R", "id_currency"),
        ("Ok", "XXX", "id_currency"),
        ("Ok", "dollar", "id_currency"),
        ("Ok", "", "id_currency"),
    ],
)
def test_settings_that_cannot_be_saved_say_so_beside_the_field_and_in_the_summary(
    name: str, currency: str, field: str, club: Club, browser: Client
) -> None:
    url = reverse("club-settings", args=[club.slug])
    answer = browser.post(url, {"name": name, "currency": currency, "paper": "a4"})
    assert answer.status_code == 422
    assert f'href="#{field}"' in answer.text
    assert f'id="{field}_error"' in answer.text
    assert Club.objects.get(pk=club.pk).name == club.name


def test_settings_are_saved_and_shown(club: Club, browser: Client) -> None:
    url = reverse("club-settings", args=[club.slug])
    data = {"name": "東京ドミノ倶楽部", "currency": "JPY", "paper": "letter"}
    assert "Saved." in browser.post(url, data, follow=True).text
    club.refresh_from_db()
    assert (club.name, club.currency, club.paper) == ("東京ドミノ倶楽部", "JPY", "letter")


def test_the_table_of_roles_has_a_heading_for_every_cell(browser: Client, club: Club) -> None:
    page = browser.get(reverse("members", args=[club.slug])).content.decode()
    table = page[page.index("What each role may do") :]
    headings = table[: table.index("</thead>")].count("<th ")
    rows = table[table.index("<tbody>") : table.index("</tbody>")].split("</tr>")[:-1]
    assert len(rows) == len(Role)
    assert {row.count("<th ") + row.count("<td") for row in rows} == {headings}


def test_every_right_is_named_beside_its_tick_for_a_phone(browser: Client, club: Club) -> None:
    page = browser.get(reverse("members", args=[club.slug])).content.decode()
    table = page[page.index("What each role may do") :]
    for role in table[table.index("<tbody>") : table.index("</tbody>")].split("</tr>")[:-1]:
        named = re.findall(r'<td class="mid" data-label="([^"]+)">', role)
        assert named == [str(word) for word in RIGHT_WORDS.values()]
