"""Typing into the entry form as a browser does."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from clubs.models import User
from scoring.models import Match

Typed = Callable[..., Any]


def address(match: Match, below: str = "") -> str:
    """Where the match is, or something below it."""
    return f"/c/{match.club.slug}/matches/{match.pk}/{below}"


def beside(html: str, field: str) -> str:
    """The text of the errors that stand beside a field."""
    errors = re.search(rf'<ul class="errorlist" id="id_{field}_error">(.*?)</ul>', html, re.S)
    return re.sub(r"<[^>]+>", "", errors[1]).strip() if errors else ""


@pytest.fixture
def typed(match: Match, organiser: User, client_for: Callable[[User], Client]) -> Typed:
    """``typed("b305m", number=1)``: send the entry form; further fields go along."""

    def send(line: str = "", *, htmx: bool = False, user: User = organiser, **fields: Any) -> Any:
        now = Match.objects.get(pk=match.pk)
        form = {
            "number": now.hand_count + 1,
            "dealer": now.next_dealer,
            "key": f"key-{now.version}",
            "mode": "quick",
            "command": line,
        }
        headers = {"HX-Request": "true"} if htmx else {}
        return client_for(user).post(address(match, "hands/"), form | fields, headers=headers)

    return send
