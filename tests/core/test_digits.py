"""Names, codes and addresses in messages keep their digits on pages whose own are others."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from core.digits import with_names_marked
from tests.conftest import ClientFor

NAME = "R2 Novak"


@pytest.fixture
def browser(organiser: User, client_for: ClientFor) -> Client:
    """An organiser who reads Persian."""
    browser = client_for(organiser)
    browser.post(reverse("language"), {"language": "fa"})
    return browser


def test_a_name_in_a_message_keeps_its_digits_and_a_number_does_not(
    browser: Client, club: Club
) -> None:
    name = {"name": NAME}
    added = browser.post(reverse("player-new", args=[club.slug]), name, follow=True)
    assert f"<bdi>{NAME}</bdi> در فهرست است." in added.content.decode()
    long = f"{NAME} {'x' * 200}"
    refused = browser.post(reverse("players-paste", args=[club.slug]), {"text": long})
    assert f"<bdi>{long}</bdi>" in refused.content.decode()


def test_names_are_marked_in_texts_alone() -> None:
    name = f"\u2068{NAME}\u2069"
    for untouched in (
        f'<a title="{name} > 3" href="?a=1">x</a>',
        f"<option>{name}</option>",
        f"<title>{name}</title>",
        f"<svg><text>{name}</text></svg>",
        f"<script>'{name}'</script>",
        f"<!-- {name} -->",
        "<p>\u20687.59 EUR\u2069, \u206842\u2069, \u2068کاوه 2\u2069</p>",
        f"<p>\u2068<b>{NAME}</b>\u2069</p>",
    ):
        assert with_names_marked(untouched) == untouched
    message = f'<p class="a">{name} &amp; \u2068T42 &lt;3\u2069: 5</p>'
    assert (
        with_names_marked(message)
        == f'<p class="a"><bdi>{NAME}</bdi> &amp; <bdi>T42 &lt;3</bdi>: 5</p>'
    )
