"""What is written in the demo club's charts and drawings keeps its own direction in Persian."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from engine.pairings.formats import FORMATS

pytestmark = pytest.mark.django_db

TEXT = re.compile(r'<text class="(?P<css>[^ "]+)[^>]*>(?P<text>.*?)</text>', re.DOTALL)
TIP = re.compile(r"<title>(.*?)</title>")
CARDS = "playing-card__index"
"""A rank, of one or two signs that all run the same way."""
DRAWN = {
    *("bracket__heading", "bracket__number", "bracket__note", "bracket__source"),
    *("bracket__name", "bracket__won", "bracket__lost", "bracket__score", "bracket__score-won"),
    *("season-chart__score", "season-chart__number", "share-chart__label", "share-chart__scale"),
    *("share-chart__count", "matrix__label", "matrix__count"),
}


def addresses(club: Club) -> Iterator[str]:
    """Every page of the club with a chart or a drawing."""
    for event in club.events.all():
        if FORMATS[event.format].has_bracket:
            yield reverse("event-bracket", args=[club.slug, event.pk])
            yield reverse("event-projector", args=[club.slug, event.pk])
        if event.rounds.exists():
            yield reverse("round-plan", args=[club.slug, event.pk, 1])
        yield reverse("event-numbers", args=[club.slug, event.pk])
    for season in club.seasons.all():
        for contender in season.contenders.all()[:4]:
            yield reverse("season-member", args=[club.slug, season.pk, contender.pk])
    for player in club.players.all()[:8]:
        yield reverse("player-numbers", args=[club.slug, player.pk])
    yield reverse("club-numbers", args=[club.slug])


def test_every_text_of_a_drawing_is_isolated_in_persian(demo: Club, client: Client) -> None:
    client.force_login(demo.memberships.get().user)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "fa"
    drawn: set[str] = set()
    wrong: list[str] = []
    for address in addresses(demo):
        answer = client.get(address)
        assert answer.status_code == 200, address
        for css, text in TEXT.findall(answer.content.decode()):
            if css == CARDS:
                continue
            drawn.add(css)
            texts = [TIP.sub("", text), *TIP.findall(text)]
            wrong += [
                f"{address} {css}: {text}" for text in texts if not is_isolated(unescape(text))
            ]
    assert wrong == []
    assert drawn >= DRAWN, DRAWN - drawn


def is_isolated(text: str) -> bool:
    """Whether the whole text is within one pair of isolates."""
    depths = [0]
    for sign in text:
        depths.append(depths[-1] + (sign == "\u2068") - (sign == "\u2069"))
    return text[:1] == "\u2068" and depths[-1] == 0 and min(depths[1:-1]) > 0


def test_drawings_have_one_function_for_their_texts() -> None:
    root = Path(settings.BASE_DIR)
    files = [
        path
        for folder in ("templates", "core", "games", "leagues", "stats", "tournaments")
        for path in (root / folder).rglob("*")
        if path.suffix in {".py", ".html"} and re.search(r"<text[ >]", path.read_text())
    ]
    assert files == [root / "core" / "svg.py"]
