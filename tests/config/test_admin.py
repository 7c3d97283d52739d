"""The administration: every list opens, what was played is looked at and never changed."""

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, User

OURS = [
    model
    for model in admin.site._registry
    if model._meta.app_label in {"clubs", "scoring", "tournaments", "archive"}
]
READ_ONLY = {"handrevision", "match", "job", "backup"}


@pytest.fixture
def browser(admin_user: User, client: Client) -> Client:
    client.force_login(admin_user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(model: type[Model], page: str) -> str:
    return reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_{page}")


@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_every_list_opens_and_searches(model: type[Model], club: Club, browser: Client) -> None:
    assert browser.get(address(model, "changelist"), {"q": "a"}).status_code == 200


@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_what_was_played_and_tokens_are_not_added_here(
    model: type[Model], club: Club, browser: Client
) -> None:
    closed = model._meta.model_name in READ_ONLY | {"personaltoken"}
    assert browser.get(address(model, "add")).status_code == (403 if closed else 200)


def test_what_was_played_is_neither_changed_nor_deleted_here(admin_user: User) -> None:
    request = type("Asked", (), {"user": admin_user})()
    registered = {model._meta.model_name: site for model, site in admin.site._registry.items()}
    for name in READ_ONLY:
        assert not registered[name].has_change_permission(request)
        assert not registered[name].has_delete_permission(request)


def test_a_player_renamed_here_is_found_by_the_new_name(club: Club, browser: Client) -> None:
    player = Player.objects.create(club=club, name="Ann", name_key="ann")
    url = reverse("admin:clubs_player_change", args=[player.pk])
    browser.post(url, {"club": club.pk, "name": "BEA  Ortiz", "note": "", "active": "on"})
    player.refresh_from_db()
    assert (player.name, player.name_key) == ("BEA Ortiz", "bea ortiz")


def test_an_owner_of_a_club_is_no_administrator(club: Club, owner: User, client: Client) -> None:
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get(reverse("admin:index"))
    assert answer.status_code == 302
