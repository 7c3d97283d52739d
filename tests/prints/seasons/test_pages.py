"""A season's table and calendar as files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from clubs.models import User
from jobs.models import Job, JobState
from jobs.services import job_make, job_path
from leagues.models import Division, Season
from leagues.services.standings import season_refresh
from paper.documents.printouts import PAGES_AT_ONCE
from tests.leagues.conftest import EveningHolder, SeasonMaker
from tests.prints.matches.reading import reader, texts

ClientFor = Callable[[User], Any]


@pytest.mark.parametrize(
    ("what", "file", "words"),
    [
        ("table", "Season table Autumn.pdf", "Ada 3 1 3"),
        ("calendar", "Calendar Autumn.pdf", "Evening 3"),
    ],
)
def test_a_season_is_a_file_under_its_name(
    what: str,
    file: str,
    words: str,
    season: Season,
    hold: EveningHolder,
    viewer: User,
    client_for: ClientFor,
) -> None:
    hold(season, 1, won=["Ada"])
    season_refresh(season_id=season.pk)
    answer = client_for(viewer).get(
        reverse("season-print", args=[season.club.slug, season.pk, what])
    )
    assert answer["Content-Type"] == "application/pdf"
    assert file in answer["Content-Disposition"]
    assert words in " ".join(" ".join(texts(answer.content)).split())


def test_the_paper_may_be_asked_for(season: Season, viewer: User, client_for: ClientFor) -> None:
    url = reverse("season-print", args=[season.club.slug, season.pk, "calendar"])
    answer = client_for(viewer).get(url, {"paper": "letter"})
    assert round(reader(answer.content).pages[0].mediabox.width) == 612


def test_the_pages_lead_to_the_files(season: Season, viewer: User, client_for: ClientFor) -> None:
    client = client_for(viewer)
    keys = [season.club.slug, season.pk]
    for page, file in (
        ("season", reverse("season-prints", args=keys)),
        ("season-calendar", reverse("season-print", args=[*keys, "calendar"])),
        ("season-prints", reverse("season-print-order", args=[*keys, "table"])),
    ):
        assert file in client.get(reverse(page, args=keys)).content.decode()


@pytest.mark.parametrize("what", ["table", "calendar"])
def test_a_long_print_of_a_season_is_ordered(
    what: str,
    make_season: SeasonMaker,
    viewer: User,
    client_for: ClientFor,
    settings: Any,
    tmp_path: Path,
) -> None:
    settings.JOB_ROOT = tmp_path
    season = make_season(evenings=110)
    for order in range(2, 11):
        Division.objects.create(season=season, name=f"Division {order}", order=order)
    client = client_for(viewer)
    keys = [season.club.slug, season.pk, what]
    assert "request it here" in client.get(reverse("season-print", args=keys), follow=True).text
    assert not Job.objects.exists(), "reading an address orders nothing"
    client.post(reverse("season-print-order", args=keys), {"paper": "a4"})
    document = Job.objects.get()
    assert (document.parameters["of"], document.parameters["print"]) == (season.pk, what)
    job_make(job_id=document.pk)
    document.refresh_from_db()
    assert document.state == JobState.DONE
    written = texts(job_path(document).read_bytes())
    if what == "table":
        assert "Division 10" in written[-1]
    else:
        assert len(written) > PAGES_AT_ONCE
