"""Pages of seasons, for tests that use them as somebody would."""

from typing import Any

from django.test import Client
from django.urls import reverse

from clubs.models import Club


class SeasonPages:
    """The pages of a season, as somebody signed in uses them."""

    def __init__(self, client: Client, club: Club) -> None:
        self.client, self.club = client, club

    def url(self, name: str, *keys: Any) -> str:
        return reverse(name, args=[self.club.slug, *keys])

    def get(self, name: str, /, *keys: Any, **query: Any) -> Any:
        return self.client.get(self.url(name, *keys), query)

    def post(self, name: str, /, *keys: Any, **fields: Any) -> Any:
        return self.client.post(self.url(name, *keys), fields, follow=True)
