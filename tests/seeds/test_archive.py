"""The demo club in a file: out, in again, and out with the same bytes; what differs is told."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from archive.package import ArchiveRefused
from clubs.models import Club, Player, User
from ledger.models import Transaction
from scoring.models import HandRevision, HandSeat, Match, Occurrence
from stats.selectors.club_numbers import games_played
from stats.views.numbers import FILES
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
    arrival = arrive(data)
    assert arrival.differences == ()
    assert archive_of(arrival.club) == data


@pytest.mark.usefixtures("moved")
def test_what_was_read_is_whole(demo: Club, data: bytes) -> None:
    club = arrive(data).club
    for rows, path in ((HandRevision, "match__club"), (Transaction, "book__club")):
        rows_of_club = rows.objects.filter(**{path: club})
        assert rows_of_club.count() == rows.objects.filter(**{path: demo}).count() > 0
    old, new = (
        Event.objects.get(club=club_of_event, name="Friday 42 night")
        for club_of_event in (demo, club)
    )
    assert new.created_at == old.created_at
    assert new.table_salt != old.table_salt


def _rows_of(club: Club, rows: type[HandSeat] | type[Occurrence]) -> list[tuple[Any, ...]]:
    """The derived rows in the order of the hands, with places in the club instead of keys."""
    places = {
        model: {key: place for place, key in enumerate(keys)}
        for model, keys in (
            (Player, club.players.order_by("pk").values_list("pk", flat=True)),
            (Match, club.matches.order_by("pk").values_list("pk", flat=True)),
        )
    }
    fields = [
        field
        for field in rows._meta.concrete_fields
        if not field.primary_key and field.name not in {"club", "hand"}
    ]
    rows_here = rows._default_manager.filter(club=club)
    return sorted(
        (
            (
                number,
                *(
                    places[field.related_model].get(value) if field.is_relation else value
                    for field, value in zip(fields, values, strict=True)
                ),
            )
            for number, *values in rows_here.values_list(
                "hand__number", *(field.attname for field in fields)
            )
        ),
        key=repr,
    )


def _tables_of(club: Club, client: Client) -> list[list[str]]:
    """Every table of the pages of numbers as a file: of the club, its events and its players."""
    addresses = [
        reverse("club-numbers-file", args=[club.slug, game, figures, "csv"])
        for game in games_played(club)
        for figures in FILES
    ]
    addresses += [
        reverse(name, args=[club.slug, owner.pk, "csv"])
        for name, owners in (
            ("event-numbers-file", club.events.order_by("pk")),
            ("player-numbers-file", club.players.order_by("pk")),
        )
        for owner in owners
    ]
    files = [client.get(address).content.decode() for address in addresses]
    return [file.splitlines() for file in files]


@pytest.mark.usefixtures("moved")
def test_numbers_are_the_same_after_a_round_trip(demo: Club, data: bytes, client: Client) -> None:
    demo = Club.objects.get(pk=demo.pk)
    club = arrive(data).club
    for rows in (HandSeat, Occurrence):
        before = _rows_of(demo, rows)
        assert _rows_of(club, rows) == before
        assert before
    client.force_login(User.objects.get(username="demo-owner"))
    tables = _tables_of(demo, client)
    assert _tables_of(club, client) == tables
    assert sum(len(table) > 1 for table in tables) > demo.players.count() / 2


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
    "scoring.Hand": (_verdict, "rule book gives a different verdict"),
    "scoring.Match": (_totals, "not [9, 9]"),
    "tournaments.Standing": (_rank, "standings differ"),
    "leagues.SeasonStanding": (_season, "table of the season"),
}


@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize("label", DIFFERING)
def test_what_is_computed_otherwise_is_told(data: bytes, label: str) -> None:
    change, sentence = DIFFERING[label]
    arrival = arrive(with_rows(data, label, change))
    assert any(sentence in str(difference) for difference in arrival.differences), (
        arrival.differences
    )


def _reworded(rows: Rows) -> None:
    warnings = [row for each in rows for row in (each["verdict"] or {}).get("warnings", ())]
    assert warnings, "no hand of the demo club has a warning"
    for warning in warnings:
        warning["message"] = "As an earlier version said it."


@pytest.mark.usefixtures("moved")
def test_a_warning_in_the_words_of_another_version_is_no_difference(data: bytes) -> None:
    for label in ("scoring.Hand", "scoring.HandRevision"):
        data = with_rows(data, label, _reworded)
    assert not arrive(data).differences


def _unbalanced(rows: Rows) -> None:
    rows[0]["amount"] += 1


def _nonsense(rows: Rows) -> None:
    rows[0]["rules"] = {"points": "many"}


REFUSED = {
    "ledger.Posting": (_unbalanced, "contradict"),
    "scoring.Match": (_nonsense, "no option called"),
}


@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize("label", REFUSED)
def test_what_no_evening_can_be_is_refused(data: bytes, label: str) -> None:
    change, sentence = REFUSED[label]
    before = Club.objects.count(), HandRevision.objects.count()
    with pytest.raises(ArchiveRefused, match=sentence):
        arrive(with_rows(data, label, change))
    assert (Club.objects.count(), HandRevision.objects.count()) == before
