"""Follow the links of pages, as somebody at a browser without scripts does."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve

from tests.html_forms import Page

HOST = "testserver"


@dataclass(frozen=True, slots=True)
class Visit:
    """An address that a link led to and what it answered; ``page`` where that was a page."""

    address: str
    answer: Any
    page: Page | None

    @property
    def name(self) -> str:
        return name_of(self.address)

    @property
    def dead_links(self) -> list[str]:
        """Where on this site the page leads or sends to without there being anything."""
        if not self.page:
            return []
        sent_to = (form.action for form in self.page.forms)
        parts = map(urlsplit, [*self.page.links, *self.page.loaded, *sent_to])
        paths = {place.path for place in parts if place.netloc in {"", HOST} and place.path}
        return sorted(path for path in paths if not path.startswith("/static/") and not named(path))


def name_of(address: str) -> str:
    """The name of an address, or nothing where it is none of this site."""
    parts = urlsplit(address)
    return named(parts.path) if parts.netloc in {"", HOST} else ""


def named(path: str) -> str:
    try:
        return resolve(path).view_name or ""
    except Resolver404:
        return ""


def by_name(address: str) -> Hashable:
    """What is one kind of address where of each name one is enough; ``None`` is not followed."""
    return name_of(address) or None


def walk(
    client: Client,
    starts: list[str],
    kind_of: Callable[[str], Hashable] = by_name,
    most: int = 1,
) -> Iterator[Visit]:
    """Ask for these addresses and all that links and redirections lead to, so many of a kind."""
    waiting, seen, kinds = list(starts), set[str](), Counter[Hashable]()
    while waiting:
        address = waiting.pop(0)
        kind = kind_of(address)
        if kind is None or address in seen or kinds[kind] == most:
            continue
        seen.add(address)
        kinds[kind] += 1
        answer: Any = client.get(address)
        page = None
        if answer.status_code == 302:
            waiting.append(urljoin(address, answer.url))
        elif answer.status_code == 200 and "text/html" in answer.get("Content-Type", ""):
            page = Page(address)
            page.feed(answer.content.decode())
            waiting += [*page.links, *page.loaded]
        yield Visit(address, answer, page)
