"""The demo club in a file: out, in again, and out with the same bytes; what differs is told."""

from pathlib import Path

import pytest
from django.core.management import call_command

from archive.package import ArchiveRefused
from clubs.models import Club
from ledger.models import Transaction
from scoring.models import HandRevision
from tests.archive.packages import Rows, archive_of, arrive, files_of, with_rows
from tournaments.models import Event


@pytest.fixture(scope="module")
def data(demo: Club, django_db_blocker: object) -> bytes:
    with django_db_blocker.unblock():  # type: ignore[attr-defined] # pytest-django's
        return archive_of(demo)


@pytest.fixture
def moved(db: None, demo: Club) -> None:
    """The address of the demo club is free."""
    Club.objects.filter(pk=demo.pk).update(slug="elsewhere")


@pytest.mark.usefixtures("moved")
def test_a_round_trip_gives_the_same_bytes(data: bytes) -> None:
    found = arrive(data)
    assert found.differences == ()
    assert archive_of(found.club) == data


@pytest.mark.usefixtures("moved")
def test_what_was_read_is_whole(demo: Club, data: bytes) -> None:
    club = arrive(data).club
    for rows, path in ((HandRevision, "match__club"), (Transaction, "book__club")):
        own = rows.objects.filter(**{path: club})
        assert own.count() == rows.objects.filter(**{path: demo}).count() > 0
    old, new = (Event.objects.get(club=one, name="Friday 42 night") for one in (demo, club))
    assert new.created_at == old.created_at
    assert new.table_salt != old.table_salt


def test_what_it_holds_is_said_before_anything_is_read(
    demo: Club, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.allmark"
    file.write_bytes(data)
    call_command("unarchive", str(file), "--look")
    said = capsys.readouterr().out
    assert f"{demo.name} at “{demo.slug}”" in said
    assert f"{demo.players.count()} clubs.Player" in said


def test_no_secret_is_in_it(demo: Club, data: bytes) -> None:
    text = b"".join(files_of(data).values()).decode()
    salts = demo.events.values_list("table_salt", flat=True)
    assert salts
    assert not [salt for salt in salts if salt in text]
    assert "password" not in text


def _verdict(rows: Rows) -> None:
    rows[0]["verdict"]["score"] = [99, 0]


def _totals(rows: Rows) -> None:
    rows[0]["totals"] = [9, 9]


def _rank(rows: Rows) -> None:
    rows[0]["rank"] = 99


def _season(rows: Rows) -> None:
    rows[0]["total"] += 1


DIFFERING = {
    "scoring.Hand": (_verdict, "rule book judges it otherwise"),
    "scoring.Match": (_totals, "not [9, 9]"),
    "tournaments.Standing": (_rank, "standings differ"),
    "leagues.SeasonStanding": (_season, "table of the season"),
}


@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize("label", DIFFERING)
def test_what_is_computed_otherwise_is_told(data: bytes, label: str) -> None:
    change, sentence = DIFFERING[label]
    found = arrive(with_rows(data, label, change))
    assert any(sentence in str(one) for one in found.differences), found.differences


def _unbalanced(rows: Rows) -> None:
    rows[0]["amount"] += 1


def _nonsense(rows: Rows) -> None:
    rows[0]["rules"] = {"points": "many"}


REFUSED = {
    "ledger.Posting": (_unbalanced, "contradict"),
    "scoring.Match": (_nonsense, "cannot be judged"),
}


@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize("label", REFUSED)
def test_what_no_evening_can_be_is_refused(data: bytes, label: str) -> None:
    change, sentence = REFUSED[label]
    before = Club.objects.count(), HandRevision.objects.count()
    with pytest.raises(ArchiveRefused, match=sentence):
        arrive(with_rows(data, label, change))
    assert (Club.objects.count(), HandRevision.objects.count()) == before
