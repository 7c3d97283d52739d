"""Error pages: shown as pages, with the right status, telling nothing they should not."""

from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import get_template
from django.test import Client
from django.urls import path, reverse

from clubs.models import Club, User
from config.urls import urlpatterns as site

ERRORS = {
    400: SuspiciousOperation("the secret of the matter"),
    403: PermissionDenied("the secret of the matter"),
    404: Http404("the secret of the matter"),
    500: RuntimeError("the secret of the matter"),
}


def broken(request: HttpRequest, status: int) -> HttpResponse:
    raise ERRORS[status]


urlpatterns = [*site, path("broken/<int:status>/", broken)]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("status", sorted(ERRORS))
def test_an_error_is_a_page_that_leads_on_and_gives_nothing_away(
    status: int, client: Client
) -> None:
    client.raise_request_exception = False
    answer = client.get(f"/broken/{status}/")
    assert answer.status_code == status
    assert "<h1>" in answer.text
    assert 'href="/"' in answer.text
    assert "secret" not in answer.text


@pytest.mark.parametrize("path", ["/nothing/", "/t/1/1/nothing/", "/c/another-club/"])
def test_a_page_that_is_not_there_says_so_as_a_page_of_the_site(
    path: str, club: Club, organiser: User, client_for: Callable[[User], Client]
) -> None:
    answer = client_for(organiser).get(path)
    assert answer.status_code == 404
    assert "<title>Page not found · Allmark</title>" in answer.text
    assert 'class="topbar"' in answer.text
    assert reverse("sign-out") in answer.text
    assert 'name="language" value="nl"' in answer.text


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "429", "500", "503"])
def test_an_error_page_needs_no_context_and_no_database(name: str) -> None:
    assert "<h1>" in get_template(f"{name}.html").render()


def test_a_form_without_its_token_is_told_that_it_went_stale(
    club: Club, organiser: User, client_for: Callable[[User], Client]
) -> None:
    client = client_for(organiser)
    client.handler.enforce_csrf_checks = True
    answer = client.post(reverse("player-new", args=[club.slug]), {"name": "Ann"})
    assert answer.status_code == 403
    assert "This form is out of date" in answer.text
