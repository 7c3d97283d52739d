"""A season's table and calendar as files."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from clubs.models import User
from leagues.models import Season
from leagues.services.standings import season_refresh
from tests.leagues.conftest import EveningHolder
from tests.scoring.pdf.reading import reader, texts

ClientFor = Callable[[User], Any]


@pytest.mark.parametrize(
    ("name", "file", "words"),
    [
        ("season-table-pdf", "Season table Autumn.pdf", "Ada 3 1 3"),
        ("season-calendar-pdf", "Calendar Autumn.pdf", "Evening 3"),
    ],
)
def test_a_season_is_a_file_under_its_name(
    name: str,
    file: str,
    words: str,
    season: Season,
    hold: EveningHolder,
    viewer: User,
    client_for: ClientFor,
) -> None:
    hold(season, 1, won=["Ada"])
    season_refresh(season_id=season.pk)
    answer = client_for(viewer).get(reverse(name, args=[season.club.slug, season.pk]))
    assert answer["Content-Type"] == "application/pdf"
    assert file in answer["Content-Disposition"]
    assert words in " ".join(" ".join(texts(answer.content)).split())


def test_the_paper_may_be_asked_for(season: Season, viewer: User, client_for: ClientFor) -> None:
    url = reverse("season-calendar-pdf", args=[season.club.slug, season.pk])
    answer = client_for(viewer).get(url, {"paper": "letter"})
    assert round(reader(answer.content).pages[0].mediabox.width) == 612


def test_the_pages_lead_to_the_files(season: Season, viewer: User, client_for: ClientFor) -> None:
    client = client_for(viewer)
    keys = [season.club.slug, season.pk]
    for page, file in (
        ("season", "season-table-pdf"),
        ("season-calendar", "season-calendar-pdf"),
    ):
        assert reverse(file, args=keys) in client.get(reverse(page, args=keys)).content.decode()
