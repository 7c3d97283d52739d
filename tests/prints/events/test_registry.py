"""One registry: a document is one module and one row, wherever it is offered and ordered."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clubs.models import User
from jobs.models import JobState
from jobs.services import job_make
from paper.documents import registry
from paper.documents.registry import MODULES, prints
from paper.documents.rows import PrintOptions, print_order
from paper.documents.sketches import SKETCHES
from press.base import Paper
from tests.conftest import ApiFor
from tests.prints import another
from tests.prints.matches.reading import texts
from tests.tournaments.pages import Pages
from tournaments.events.models import Event


@pytest.fixture
def extra_print(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Iterator[None]:
    """One row more in the registry, and nothing else."""
    settings.JOB_ROOT = tmp_path
    monkeypatch.setattr(registry, "MODULES", [*MODULES, "tests.prints.another"])
    prints.cache_clear()
    yield
    prints.cache_clear()


def test_every_document_has_a_drawing_of_its_own_kind() -> None:
    assert {row.key for row in prints()} == {*SKETCHES}


def test_a_new_document_is_one_module_and_one_row(
    extra_print: None, event: Event, owner: User, api_for: ApiFor, pages_of: Callable[..., Pages]
) -> None:
    pages = pages_of(event)
    assert pages.url("event-print-order", "another") in pages.get("event-prints").text
    assert "Night" in texts(pages.get("event-print", "another").content)[0]
    at = f"/api/v1/clubs/{event.club.slug}"
    listed = api_for(owner).get(f"{at}/prints/event/{event.pk}/").json()
    assert listed[-1]["title"] == "Another"
    order = {"about": "event", "of": event.pk, "print": "another"}
    assert api_for(owner).post(f"{at}/documents/", order, format="json").status_code == 201
    options = PrintOptions(Paper.A4)
    made = print_order(row=another.ROW, of=event, options=options, club=event.club, by=owner)
    job_make(job_id=made.pk)
    made.refresh_from_db()
    assert made.state == JobState.DONE


def test_every_module_of_documents_is_in_the_registry_once() -> None:
    folder = Path(registry.__file__).parent
    with_rows = {
        f"paper.documents.{file.stem}"
        for file in folder.glob("*.py")
        if "\nPRINTS: Final = " in file.read_text()
    }
    assert len(MODULES) == len(set(MODULES)) > 15
    assert with_rows == set(MODULES)
