"""The demo club in a file: out, in again, and out with the same bytes; what differs is told."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from archive.package import ArchiveRefused
from archive.reading import Arrived
from clubs.models import Club, Player, User
from ledger.models import Transaction
from scoring.models import HandRevision, HandSeat, Match, Occurrence
from stats.selectors.club_numbers import games_played
from stats.views.numbers import FILES
from tests.archive.packages import Rows, archive_of, arrive, files_of, with_rows
from tests.held import hold
from tournaments.events.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def data(demo: Club, django_db_blocker: DjangoDbBlocker) -> bytes:
    with django_db_blocker.unblock():
        return archive_of(demo)


@pytest.fixture(scope="module")
def arrived(demo: Club, data: bytes, django_db_blocker: DjangoDbBlocker) -> Iterator[Arrived]:
    """The demo club read in again, at the address that it had; only read from here on."""

    def make() -> Arrived:
        Club.objects.filter(pk=demo.pk).update(slug="elsewhere")
        return arrive(data)

    yield from hold(django_db_blocker, make)


def test_a_round_trip_gives_the_same_bytes(arrived: Arrived, data: bytes) -> None:
    assert arrived.differences == ()
    assert archive_of(arrived.club) == data


def test_what_was_read_is_whole(demo: Club, arrived: Arrived) -> None:
    club = arrived.club
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
    """Every table of the pages of numbers as a file: of the club, its events and its players.

    Of every fourth player: the rows that all are made of are compared as well.
    """
    addresses = [
        reverse("club-numbers-file", args=[club.slug, game, figures, "csv"])
        for game in games_played(club)
        for figures in FILES
    ]
    addresses += [
        reverse(name, args=[club.slug, owner.pk, "csv"])
        for name, owners in (
            ("event-numbers-file", club.events.order_by("pk")),
            ("player-numbers-file", club.players.order_by("pk")[::4]),
        )
        for owner in owners
    ]
    files = [client.get(address).content.decode() for address in addresses]
    return [file.splitlines() for file in files]


def test_numbers_are_the_same_after_a_round_trip(
    demo: Club, arrived: Arrived, client: Client
) -> None:
    demo = Club.objects.get(pk=demo.pk)
    club = arrived.club
    for rows in (HandSeat, Occurrence):
        before = _rows_of(demo, rows)
        assert _rows_of(club, rows) == before
        assert before
    client.force_login(User.objects.get(username="demo-owner"))
    tables = _tables_of(demo, client)
    assert _tables_of(club, client) == tables
    assert sum(len(table) > 1 for table in tables) > len(tables) / 2


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
    match = next(row for row in rows if row["label_values"].get("event") == "Autumn Doubles")
    match["totals"] = [9, 9]


def _rank(rows: Rows) -> None:
    next(row for row in rows if row["event"] == 2)["rank"] = 99


def _season(rows: Rows) -> None:
    rows[0]["total"] += 1


def _reworded(rows: Rows) -> None:
    warnings = [row for each in rows for row in (each["verdict"] or {}).get("warnings", ())]
    assert warnings, "no hand of the demo club has a warning"
    for warning in warnings:
        warning["message"] = "As an earlier version said it."


DIFFERING = {
    "Match Friday 42 night: round 1, table 1, hand 1": "rule book gives a different verdict",
    "Match Autumn Doubles: round 1, table 1, game 1": "not [9, 9]",
    "Tonight at Elm Street": "standings differ",
    "Pandoeren league, autumn": "table of the season",
}
FOLLOWING = {"Match Friday 42 night: round 1, table 1"}
"""Where the totals differ because of these."""


@pytest.mark.usefixtures("arrived")
def test_what_is_computed_otherwise_is_told_but_not_what_another_version_worded(
    data: bytes,
) -> None:
    for label, change in (
        ("scoring.Hand", _verdict),
        ("scoring.Match", _totals),
        ("tournaments.Standing", _rank),
        ("leagues.SeasonStanding", _season),
        ("scoring.Hand", _reworded),
        ("scoring.HandRevision", _reworded),
    ):
        data = with_rows(data, label, change)
    differences = arrive(data, slug="differing").differences
    assert {difference.where for difference in differences} == {*DIFFERING} | FOLLOWING
    for where, sentence in DIFFERING.items():
        assert any(sentence in row.what for row in differences if row.where == where), differences


def _unbalanced(rows: Rows) -> None:
    rows[0]["amount"] += 1


def _nonsense(rows: Rows) -> None:
    rows[0]["rules"] = {"points": "many"}


REFUSED = {
    "ledger.Posting": (_unbalanced, "contradict"),
    "scoring.Match": (_nonsense, "no option called"),
}


@pytest.mark.usefixtures("arrived")
@pytest.mark.parametrize("label", REFUSED)
def test_what_no_evening_can_be_is_refused(data: bytes, label: str) -> None:
    change, sentence = REFUSED[label]
    before = Club.objects.count(), HandRevision.objects.count()
    with pytest.raises(ArchiveRefused, match=sentence):
        arrive(with_rows(data, label, change), slug="refused")
    assert (Club.objects.count(), HandRevision.objects.count()) == before
