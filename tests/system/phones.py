"""Phones at the tables of a running site, let in as players let theirs in."""

from dataclasses import dataclass
from typing import Any

from clubs.access import GUEST_COOKIE
from tests.system.site import Site
from tests.system.visitor import Visitor


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that was let in, and the match of its table."""

    match: int
    cookie: str

    @property
    def header(self) -> str:
        """Its cookie as it sends it."""
        return f"{GUEST_COOKIE}={self.cookie}"

    def cookie_at(self, site: Site) -> Any:
        """Its cookie as a browser keeps it."""
        return {"name": GUEST_COOKIE, "value": self.cookie, "url": site.url}


def phones_join(site: Site, matches: list[dict[str, Any]], *, each: int = 4) -> list[Phone]:
    """Let in so many phones at the table of each match of a night."""
    return [
        Phone(match["id"], _cookie_of(site, match["path"], player))
        for match in matches
        for player in match["players"][:each]
    ]


def _cookie_of(site: Site, path: str, player: int) -> str:
    """Open a table's address, say who is there, and return the cookie that was given."""
    phone = Visitor(site)
    phone.page(path)
    assert phone.send(path, player=player) == "/t/table/"
    return phone.cookie(GUEST_COOKIE)
