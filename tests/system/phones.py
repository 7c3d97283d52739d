"""Phones at the tables of a running site, let in as players let theirs in."""

import urllib.error
from dataclasses import dataclass
from typing import Any

from tests.system.site import Site
from tests.system.visitor import Visitor

COOKIE = "allmark-phone"


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that was let in, and the match of its table."""

    match: int
    visitor: Visitor

    @property
    def cookie(self) -> str:
        """What it was given."""
        return self.visitor.cookie(COOKIE)

    @property
    def header(self) -> str:
        """Its cookie as it sends it."""
        return f"{COOKIE}={self.cookie}"

    def send(self, path: str, **fields: Any) -> int:
        """Send a form as its page does; the status of the answer."""
        try:
            self.visitor.send(path, **fields)
        except urllib.error.HTTPError as error:
            with error:
                return error.code
        return 200

    def cookie_at(self, site: Site) -> Any:
        """Its cookie as a browser keeps it."""
        return {"name": COOKIE, "value": self.cookie, "url": site.url}


def phones_join(site: Site, matches: list[dict[str, Any]], *, each: int = 4) -> list[Phone]:
    """Let in so many phones at the table of each match of a night."""
    return [
        Phone(match["id"], _let_in(site, match["path"], player))
        for match in matches
        for player in match["players"][:each]
    ]


def _let_in(site: Site, path: str, player: int) -> Visitor:
    """Open a table's address, and say who is there."""
    phone = Visitor(site)
    phone.page(path)
    assert phone.send(path, player=player) == "/t/table/"
    return phone
