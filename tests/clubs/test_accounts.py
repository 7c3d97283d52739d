"""Signing in and out, lock-out, the way back, the password, tokens."""

import time
from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, PersonalToken, User
from clubs.services.clubs import member_add
from config import env
from config.sign_in import client_address
from tests.conftest import ClientFor

PASSWORD = "a long enough word"  # the fixtures' password


def sign_in(client: Client, name: str, password: str = PASSWORD, **more: str) -> int:
    data = {"username": name, "password": password} | more
    return client.post(reverse("sign-in"), data).status_code


def test_signing_in_leads_back_to_where_one_wanted_to_go(owner: User, client: Client) -> None:
    answer = client.post(
        reverse("sign-in"), {"username": "owner", "password": PASSWORD, "next": "/account/tokens/"}
    )
    assert answer["Location"] == "/account/tokens/"


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org", "javascript:1"])
def test_signing_in_never_leads_to_another_site(
    elsewhere: str, owner: User, client: Client
) -> None:
    data = {"username": "owner", "password": PASSWORD, "next": elsewhere}
    assert client.post(reverse("sign-in"), data)["Location"] == reverse("home")


def test_a_wrong_password_keeps_the_name_and_the_way_back(owner: User, client: Client) -> None:
    data = {"username": "owner", "password": "wrong", "next": "/account/tokens/"}
    answer = client.post(reverse("sign-in"), data)
    assert answer.status_code == 422
    assert 'value="owner"' in answer.text
    assert 'value="/account/tokens/"' in answer.text


def test_six_wrong_passwords_lock_the_name_and_say_for_how_long(
    owner: User, client: Client
) -> None:
    tries = [sign_in(client, "owner", "wrong") for _ in range(6)]
    assert tries == [422] * 5 + [429]
    locked = client.post(reverse("sign-in"), {"username": "owner", "password": PASSWORD})
    assert locked.status_code == 429
    assert "Wait 15 minutes, then sign in" in locked.text


def test_a_lock_keeps_nobody_else_out(owner: User, stranger: User, client: Client) -> None:
    for _ in range(7):
        sign_in(client, "owner", "wrong")
    assert sign_in(client, "stranger") == 302


def test_trying_on_while_it_is_closed_does_not_keep_it_closed(owner: User, client: Client) -> None:
    for _ in range(20):
        sign_in(client, "owner", "wrong")
    assert sum(AccessAttempt.objects.values_list("failures_since_start", flat=True)) == 6
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))
    assert sign_in(client, "owner") == 302


def wrong(address: str, names: list[str]) -> list[int]:
    """The answers to a wrong password for each name, all from one address."""
    return [sign_in(Client(REMOTE_ADDR=address), name, "wrong") for name in names]


def test_an_address_that_tries_many_names_is_closed(owner: User) -> None:
    names = [f"name {number}" for number in range(31)]
    assert wrong("192.0.2.7", names) == [422] * 29 + [429] * 2
    assert sign_in(Client(REMOTE_ADDR="192.0.2.7"), "owner") == 429
    assert sign_in(Client(REMOTE_ADDR="192.0.2.8"), "owner") == 302


def test_signing_in_oneself_does_not_open_an_address_to_further_guesses(
    owner: User, stranger: User
) -> None:
    wrong("192.0.2.7", [f"name {number}" for number in range(28)])
    assert sign_in(Client(REMOTE_ADDR="192.0.2.7"), "stranger") == 302
    assert wrong("192.0.2.7", ["owner", "owner"]) == [422, 429]


def test_a_name_tried_from_many_addresses_is_closed_everywhere(owner: User) -> None:
    tries = [wrong(f"192.0.2.{number}", ["owner"])[0] for number in range(61)]
    assert tries == [422] * 59 + [429] * 2
    assert sign_in(Client(REMOTE_ADDR="198.51.100.1"), "owner") == 429


@pytest.mark.parametrize(
    ("proxies", "peer", "said", "address"),
    [
        ("", "192.0.2.7", "10.9.9.9", "192.0.2.7"),
        ("127.0.0.1", "192.0.2.7", "10.9.9.9", "192.0.2.7"),
        ("127.0.0.1", "127.0.0.1", "198.51.100.4", "198.51.100.4"),
        ("127.0.0.1", "127.0.0.1", "10.9.9.9, 198.51.100.4", "198.51.100.4"),
        ("127.0.0.1,10.0.0.0/8", "127.0.0.1", "6.6.6.6, 198.51.100.4, 10.1.2.3", "198.51.100.4"),
        ("127.0.0.1", "::ffff:127.0.0.1", "2001:db8::7", "2001:db8::7"),
        ("127.0.0.1", "127.0.0.1", "not an address", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", "", "127.0.0.1"),
    ],
)
def test_only_a_proxy_that_was_named_is_believed_about_addresses(
    proxies: str, peer: str, said: str, address: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setenv("ALLMARK_PROXIES", proxies)
    settings.PROXIES = env.networks("ALLMARK_PROXIES")
    headers = {"x-forwarded-for": said} if said else {}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR=peer)
    assert client_address(request) == address


def test_a_proxy_that_is_no_address_ends_the_start_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ALLMARK_PROXIES", "the front door")
    with pytest.raises(SystemExit, match="ALLMARK_PROXIES is a list of addresses or networks"):
        env.networks("ALLMARK_PROXIES")


def test_signing_in_forgets_earlier_mistakes(owner: User, client: Client) -> None:
    for _ in range(2):
        assert [sign_in(client, "owner", "wrong") for _ in range(5)] == [422] * 5
        assert sign_in(client, "owner") == 302
        client.logout()


def test_signing_out_takes_a_form_not_a_link(owner: User, client_for: ClientFor) -> None:
    client = client_for(owner)
    assert client.get(reverse("sign-out"))["Location"] == reverse("home")
    assert client.get(reverse("home"), follow=True).status_code == 200
    assert client.post(reverse("sign-out"))["Location"] == reverse("sign-in")
    assert client.get(reverse("home")).status_code == 302


def test_a_form_sent_after_the_session_ended_leads_back_to_its_page(
    club: Club, client: Client
) -> None:
    page = reverse("players", args=[club.slug])
    answer = client.post(
        reverse("player-new", args=[club.slug]),
        {"name": "Ann"},
        headers={"referer": f"http://testserver{page}?q=a"},
    )
    assert answer["Location"] == f"{reverse('sign-in')}?next={page}%3Fq%3Da"


def test_a_form_sent_from_elsewhere_leads_home(club: Club, client: Client) -> None:
    answer = client.post(
        reverse("player-new", args=[club.slug]), headers={"referer": "https://example.org/x"}
    )
    assert answer["Location"] == f"{reverse('sign-in')}?next={reverse('home')}"


def test_a_fragment_asked_for_after_the_session_ended_moves_the_whole_page(
    club: Club, client: Client
) -> None:
    page = reverse("documents", args=[club.slug])
    answer = client.get(
        reverse("player-search", args=[club.slug]),
        headers={"hx-request": "true", "hx-current-url": f"http://testserver{page}"},
    )
    assert answer.status_code == 200
    assert answer["HX-Redirect"] == f"{reverse('sign-in')}?next={page}"


def test_the_password_changes_and_other_browsers_are_signed_out(
    owner: User, client_for: ClientFor
) -> None:
    here, elsewhere = client_for(owner), client_for(owner)
    new = "seven marks to win"
    data = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert here.post(reverse("password"), data)["Location"] == reverse("home")
    assert "Your password has been changed." in here.get(reverse("your-clubs")).text
    assert elsewhere.get(reverse("home")).status_code == 302
    owner.refresh_from_db()
    assert owner.check_password(new)


def test_a_generated_password_may_be_replaced_at_the_first_sign_in_and_is_not_asked_about_again(
    club: Club, client: Client
) -> None:
    generated = member_add(club=club, username="new", role="scorer").password or ""
    signs_in = {"username": "new", "password": generated, "next": "/account/tokens/"}
    offer = client.post(reverse("sign-in"), signs_in)["Location"]
    assert offer == f"{reverse('password-offer')}?next=%2Faccount%2Ftokens%2F"
    assert 'href="/account/tokens/"' in client.get(offer).text
    other = Client()
    assert other.post(reverse("sign-in"), signs_in)["Location"] == "/account/tokens/"
    assert other.get(offer)["Location"] == reverse("password")
    new = {"new_password1": "seven marks to win", "new_password2": "seven marks to win"}
    assert client.post(offer, new)["Location"] == "/account/tokens/"
    assert sign_in(Client(), "new", "seven marks to win") == 302
    assert client.get(offer)["Location"] == reverse("password")


def test_a_password_that_was_set_by_command_is_not_to_be_replaced(
    club: Club, client: Client
) -> None:
    user = member_add(club=club, username="new", role="scorer").membership.user
    user.set_password(PASSWORD)
    user.save()
    answer = client.post(reverse("sign-in"), {"username": "new", "password": PASSWORD})
    assert answer["Location"] == reverse("home")


def test_the_offer_to_replace_a_password_without_typing_it_ends_after_ten_minutes(
    club: Club, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    generated = member_add(club=club, username="new", role="scorer").password or ""
    sign_in(client, "new", generated)
    later = time.time() + 601
    monkeypatch.setattr(time, "time", lambda: later)
    assert client.get(reverse("password-offer"))["Location"] == reverse("password")


def test_a_forgotten_password_is_answered_with_the_command_that_sets_another(
    db: None, client: Client, settings: Any
) -> None:
    settings.COMMAND = "python3 allmark.pyz"
    assert "python3 allmark.pyz changepassword NAME" in client.get(reverse("sign-in")).text


@pytest.mark.parametrize(
    ("old", "new", "again"),
    [
        pytest.param("wrong", "seven marks to win", "seven marks to win", id="wrong old one"),
        pytest.param(PASSWORD, "seven marks to win", "seven marks", id="typed differently"),
        pytest.param(PASSWORD, "short", "short", id="too short"),
    ],
)
def test_a_password_that_cannot_be_taken_says_why_beside_the_field(
    old: str, new: str, again: str, owner: User, client_for: ClientFor
) -> None:
    data = {"old_password": old, "new_password1": new, "new_password2": again}
    answer = client_for(owner).post(reverse("password"), data)
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.text
    owner.refresh_from_db()
    assert owner.check_password(PASSWORD)


def test_a_token_is_shown_once_and_works(owner: User, club: Club, client_for: ClientFor) -> None:
    client = client_for(owner)
    answer = client.post(reverse("tokens"), {"label": "League site", "days": "30"})
    secret = answer.context["made"].secret
    assert secret in answer.text
    assert "no-store" in answer["Cache-Control"]
    assert secret not in client.get(reverse("tokens")).text
    token = PersonalToken.objects.get()
    assert token.label == "League site"
    assert token.token_key in secret
    assert secret not in token.digest
    left = token.expiry - timezone.now()
    assert timedelta(days=29) < left < timedelta(days=31)


def test_a_token_without_days_lasts_until_revoked(owner: User, client_for: ClientFor) -> None:
    client = client_for(owner)
    client.post(reverse("tokens"), {"label": "Board", "days": ""})
    token = PersonalToken.objects.get()
    assert token.expiry is None
    client.post(reverse("token-revoke", args=[token.pk]))
    assert not PersonalToken.objects.exists()


def test_a_token_needs_a_label(owner: User, client_for: ClientFor) -> None:
    answer = client_for(owner).post(reverse("tokens"), {"label": " ", "days": "30"})
    assert answer.status_code == 422
    assert not PersonalToken.objects.exists()


def test_nobody_revokes_anothers_token(owner: User, stranger: User, client_for: ClientFor) -> None:
    token, _ = PersonalToken.objects.create(user=owner, label="Board")
    answer = client_for(stranger).post(reverse("token-revoke", args=[token.pk]))
    assert answer.status_code == 404
    assert PersonalToken.objects.exists()


def test_the_fifty_first_token_is_refused_with_a_reason(owner: User, client_for: ClientFor) -> None:
    for number in range(50):
        PersonalToken.objects.create(user=owner, label=str(number))
    answer = client_for(owner).post(reverse("tokens"), {"label": "one more", "days": ""})
    assert answer.status_code == 422
    assert "Revoke a token" in answer.text
    assert 'value="one more"' in answer.text
