"""What no person could have meant is refused: names nobody sees, days nobody lives, keys twice."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django import forms
from django.apps import apps
from django.db import models
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from rest_framework import serializers
from rest_framework.test import APIClient

from archive.kinds import APPS
from clubs.models import Club, Membership, Player, User
from clubs.roles import Role
from core.names import is_visible, line_check, name_check
from tests.conftest import ApiFor, ClientFor

UNSEEN = ["\u200b", "\u200b\u200d\ufeff", "\u2060", "\u202e\u202c", "\u3164", "\u2800", "\u00ad"]


@pytest.mark.parametrize("name", [*UNSEEN, " \u00a0 ", "\x1b", "A\x07nn", "\u0301"])
def test_a_name_that_nobody_can_see_is_refused_wherever_it_comes_from(
    name: str, club: Club, organiser: User, api_for: ApiFor, client_for: ClientFor
) -> None:
    api = api_for(organiser)
    for path, body in {
        "players/": {"name": name},
        "events/": {"name": name, "template": "swiss", "date": "2026-11-20"},
        "seasons/": {"name": name, "game": "texas42", "dates": ["2026-11-20"]},
    }.items():
        answer = api.post(f"/api/v1/clubs/{club.slug}/{path}", body)
        assert answer.status_code == 400, (path, answer.json())
        assert "name" in answer.json()["errors"]
    page = client_for(organiser).post(reverse("player-new", args=[club.slug]), {"name": name})
    assert page.status_code == 422
    assert not Player.objects.exists()


HIDING = {
    "turns letters": "An\u202en",
    "isolates": "An\u2066n",
    "has a space of no width": "An\u200bn",
    "has a soft hyphen": "An\u00adn",
    "is two lines": "Ann\nBen",
    "is two paragraphs": "Ann\u2029Ben",
    "has an old new line": "Ann\x85Ben",
    "has tags": "Ann\U000e0041",
    "is no character": "Ann\uffff",
}


@pytest.mark.parametrize("name", HIDING.values(), ids=HIDING)
def test_a_name_that_hides_or_turns_letters_is_refused_wherever_it_comes_from(
    name: str, club: Club, organiser: User, owner: User, api_for: ApiFor, client_for: ClientFor
) -> None:
    api, page = api_for(owner), client_for(organiser)
    base = f"/api/v1/clubs/{club.slug}/"
    season = {"name": "Autumn", "game": "texas42", "dates": ["2026-11-20"]}
    for path, body, field in (
        ("players/", {"name": name}, "name"),
        ("players/", {"name": "Ann", "note": name}, "note"),
        ("events/", {"name": name, "template": "swiss", "date": "2026-11-20"}, "name"),
        ("seasons/", season | {"name": name}, "name"),
        ("seasons/", season | {"divisions": [name]}, "divisions"),
    ):
        answer = api.post(base + path, body)
        assert answer.status_code == 400, (path, answer.json())
        assert field in answer.json()["errors"]
    assert api.patch(base, {"name": name}).status_code == 400
    assert (
        page.post(reverse("player-new", args=[club.slug]), {"name": f"x{name}x"}).status_code == 422
    )
    pasted = page.post(reverse("players-paste", args=[club.slug]), {"text": f"Cleo\n{name}x"})
    has_lines = len(name.splitlines()) > 1
    assert pasted.status_code == (200 if has_lines else 422)
    assert not Player.objects.exists()


TYPED_NAMES = {"name", "partner", "label", "first_name", "last_name"}


def test_every_column_form_and_endpoint_that_takes_a_name_checks_it() -> None:
    """A name is whatever is called so; what people choose from a list is not typed.

    Neither is the name of a heartbeat, which the program writes alone.
    """
    columns = {
        f"{model.__name__}.{field.name}": field.validators
        for app in APPS
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.concrete_fields
        if field.name in TYPED_NAMES and type(field) is models.CharField and not field.choices
    }
    assert len(columns) > 8
    assert {name for name, column in columns.items() if not _is_checked(column)} == {
        "Heartbeat.name"
    }
    fields = [*_fields_of(forms.Form), *_fields_of(serializers.Serializer)]
    assert len(fields) > 15
    assert {name for name, validators in fields if not _is_checked(validators)} == set()


def _is_checked(validators: list[Any]) -> bool:
    return name_check in validators or line_check in validators


def _fields_of(kind: Any) -> Iterator[tuple[str, list[Any]]]:
    """The typed names of our forms or serializers, by class, and what checks each."""
    get_resolver()._populate()  # imports every view
    classes, seen = [kind], set()
    while classes:
        for subclass in classes.pop().__subclasses__():
            classes.append(subclass)
            if subclass in seen or not subclass.__module__.startswith(
                tuple(f"{apps.get_app_config(app).name}." for app in APPS)
            ):
                continue
            seen.add(subclass)
            declared = getattr(subclass, "base_fields", None) or getattr(
                subclass, "_declared_fields", {}
            )
            for name, field in declared.items():
                is_typed = isinstance(field, forms.CharField | serializers.CharField)
                if name in TYPED_NAMES and is_typed and field.max_length:  # answers have no length
                    validators = [*field.validators, *_validators_of_column(subclass, name)]
                    yield f"{subclass.__module__}.{subclass.__name__}.{name}", validators


def _validators_of_column(form: Any, name: str) -> list[Any]:
    """What a form of a model checks besides: its columns, of those that it names."""
    if not issubclass(form, forms.ModelForm):
        return []
    columns = forms.fields_for_model(form._meta.model, form._meta.fields, form._meta.exclude)
    return form._meta.model._meta.get_field(name).validators if name in columns else []


@pytest.mark.parametrize("name", ["Łucja", "鈴木", "علی‌رضا", "👩‍🌾", "O’Neil", "-", "42", "é"])
def test_a_name_in_any_script_can_be_seen(name: str) -> None:
    assert is_visible(name)


@pytest.mark.parametrize("day", ["0001-01-01", "1899-12-31", "2200-01-01", "9999-12-31"])
def test_a_day_that_nobody_here_lives_on_is_refused(
    day: str, club: Club, organiser: User, owner: User, api_for: ApiFor, client_for: ClientFor
) -> None:
    api = api_for(organiser)
    base = f"/api/v1/clubs/{club.slug}/"
    event = {"name": "Friday", "template": "swiss", "date": day}
    season = {"name": "Autumn", "game": "texas42", "dates": [day]}
    for path, body in {"events/": event, "seasons/": season}.items():
        answer = api.post(base + path, body)
        assert answer.status_code == 400, (path, answer.json())
        assert "between 1900 and 2199" in str(answer.json()["errors"])
    page = client_for(organiser).post(reverse("event-new", args=[club.slug]), event)
    assert page.status_code == 422
    assert "between 1900 and 2199" in page.text


@pytest.mark.parametrize(
    "body",
    [
        '{"name": "Ann", "name": "Bob"}',
        '{"name": "Ann", "note": "x", "n\\u006fte": "y"}',
    ],
)
def test_a_key_given_twice_is_refused_and_named(
    body: str, club: Club, organiser: User, api_for: ApiFor
) -> None:
    answer = api_for(organiser).post(
        f"/api/v1/clubs/{club.slug}/players/", body, content_type="application/json"
    )
    assert answer.status_code == 400
    assert "appears twice in one object" in answer.json()["title"]
    assert not Player.objects.exists()


def test_a_key_given_twice_is_refused_deep_inside_a_record(
    organiser: User, api_for: ApiFor
) -> None:
    record = '{"record": {"contract": {"kind": "trump", "trump": 5, "trump": 4}}}'
    answer = api_for(organiser).post("/api/v1/verdict/", record, content_type="application/json")
    assert answer.status_code == 400
    assert '"trump"' in answer.json()["title"]


def test_head_asks_for_the_same_right_as_get(club: Club, api_for: ApiFor) -> None:
    scorer = User.objects.create_user("writes")
    Membership.objects.create(club=club, user=scorer, role=Role.SCORER)
    client: APIClient = api_for(scorer)
    path = f"/api/v1/clubs/{club.slug}/members/"
    assert client.get(path).status_code == client.head(path).status_code == 403


def views(resolver: URLResolver) -> list[tuple[str, Callable[..., Any]]]:
    """Every view of the site by its name, but those of Django's own administration."""
    patterns = []
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            patterns.append((pattern.name or str(pattern.pattern), pattern.callback))
        elif pattern.app_name != "admin":
            patterns += views(pattern)
    return patterns


def test_head_works_wherever_get_does(db: None) -> None:
    from django.contrib.auth.models import AnonymousUser

    refused = []
    for name, view in views(get_resolver()):
        statuses = []
        for method in ("GET", "HEAD"):
            request = RequestFactory().generic(method, "/")
            request.user = AnonymousUser()
            try:
                statuses.append(view(request, slug="no-such-club").status_code)
            except Exception:  # it was let in, and found nothing to show
                statuses.append(0)
        if statuses[0] != 405 and statuses[1] == 405:
            refused.append(name)
    assert refused == []


def test_head_of_a_live_part_has_the_tag_and_no_body(
    club: Club, organiser: User, client_for: ClientFor
) -> None:
    client: Client = client_for(organiser)
    path = reverse("players", args=[club.slug])
    got, head = client.get(path), client.head(path)
    assert (got.status_code, head.status_code) == (200, 200)
    assert head.content == b""
