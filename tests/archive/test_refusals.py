"""A damaged, foreign, too new or hostile archive is refused, and nothing is read."""

import io
import json
import struct
import zipfile
from collections.abc import Callable

import pytest
from django.apps import apps

from archive.kinds import APPS, LEFT_OUT, kinds, schema
from archive.package import ArchiveRefused
from archive.reading import archive_read
from archive.writing import MANIFEST, file_of
from clubs.models import Club, Player, User
from clubs.services.players import player_add, players_add_many
from tests.archive.packages import (
    archive_of,
    arrive,
    files_of,
    packed,
    with_content,
    with_rows,
)
from tests.scoring.matches import match_create

PLAYERS = file_of("clubs.Player")

Change = Callable[[bytes], bytes]


@pytest.fixture
def data(club: Club) -> bytes:
    players_add_many(club=club, names=["Ann", "Ben", "Cleo"])
    data = archive_of(club)
    Club.objects.filter(pk=club.pk).update(slug="elsewhere")
    return data


def _without(name: str) -> Change:
    return lambda data: packed({key: text for key, text in files_of(data).items() if key != name})


def _with(name: str, content: bytes) -> Change:
    return lambda data: packed(files_of(data) | {name: content})


def _twice(data: bytes) -> bytes:
    out = io.BytesIO(data)
    with (
        pytest.warns(UserWarning, match="Duplicate name"),
        zipfile.ZipFile(out, "a") as package,
    ):
        package.writestr(PLAYERS, b"")
    return out.getvalue()


def _manifest(**more: object) -> Change:
    def change(data: bytes) -> bytes:
        files = files_of(data)
        files[MANIFEST] = json.dumps(json.loads(files[MANIFEST]) | more).encode()
        return packed(files)

    return change


def _player(**more: object) -> Change:
    return lambda data: with_rows(data, "clubs.Player", lambda rows: rows[1].update(more))


def _line(text: bytes) -> Change:
    return lambda data: with_content(data, "clubs.Player", text + b"\n", 1)


def _flipped(data: bytes) -> bytes:
    place = data.index(PLAYERS.encode()) + len(PLAYERS) + 40
    return data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]


def _long_directory(data: bytes) -> bytes:
    """The list of files is said to be a gigabyte long."""
    return data[:-10] + struct.pack("<I", 2**30) + data[-6:]


REFUSED: dict[str, tuple[Change, str]] = {
    "empty": (lambda data: b"", "not the archive"),
    "a text": (lambda data: b"Friday\n" * 99, "not the archive"),
    "truncated": (lambda data: data[: len(data) // 2], "not the archive"),
    "a picture in a zip": (lambda data: packed({"a.png": b"PNG"}), "not the archive"),
    "a byte changed": (_flipped, "damaged"),
    "rows changed": (_with(PLAYERS, b"{}\n{}\n{}\n"), "line 1"),
    "rows cut": (_with(PLAYERS, b""), "does not match the manifest"),
    "no manifest": (_without(MANIFEST), "not the archive"),
    "a kind missing": (_without(PLAYERS), "lacks files"),
    "a path outside": (_with("../../etc/cron.d/x", b"x"), "files that do not belong"),
    "a name twice": (_twice, "same name"),
    "too new": (_manifest(format=2, program="9.0"), r"newer program \(9.0\)"),
    "no format": (_manifest(format="1"), "not the archive"),
    "a list of files without end": (_long_directory, "files that do not belong"),
    "a zip bomb": (_with(PLAYERS, b"0" * 2**24), "far more"),
    "a long line": (_line(b'"' + bytes(range(97, 123)) * 170_000 + b'"'), "far more|longer"),
    "a million keys": (
        _line(json.dumps({str(key): key for key in range(200_000)}).encode()),
        "line 1",
    ),
    "deep JSON": (_line(b"[" * 100_000), "line 1"),
    "deep enough": (
        lambda data: with_rows(
            data, "clubs.Player", lambda rows: rows[0].update(note=json.loads("[" * 60 + "]" * 60))
        ),
        "line 1",
    ),
    "not a number": (_line(b'{"name": NaN}'), "line 1"),
    "a number out of reach": (_line(b'{"name": 1e999}'), "line 1"),
    "an unknown column": (_player(is_admin=True), "is_admin"),
    "a value of another type": (_player(active="yes"), "active"),
    "a name too long": (_player(name="A" * 81), "name"),
    "a character that ends texts": (_player(name="A\0"), "line 2"),
    "half a character": (_player(name="\ud800"), "line 2"),
    "a reference to nothing": (_player(club=2), "club"),
    "a truth for a reference": (_player(club=True), "club"),
    "a time without a zone": (_player(created_at="2026-11-20T12:00:00"), "created_at"),
    "two clubs": (
        lambda data: with_rows(data, "clubs.Club", lambda rows: rows.append(rows[0])),
        "no club",
    ),
    "an address that is none": (
        lambda data: with_rows(data, "clubs.Club", lambda rows: rows[0].update(slug="../x")),
        "slug",
    ),
    "a member twice": (
        lambda data: with_rows(data, "clubs.Membership", lambda rows: rows.append(rows[0])),
        "contradict",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_with_a_sentence_and_nothing_is_read(data: bytes, case: str) -> None:
    change, sentence = REFUSED[case]
    before = Club.objects.count(), Player.objects.count(), User.objects.count()
    with pytest.raises(ArchiveRefused, match=sentence):
        archive_read(file=io.BytesIO(change(data)))
    assert (Club.objects.count(), Player.objects.count(), User.objects.count()) == before


@pytest.mark.parametrize(
    "standing",
    [
        {},
        {"totals": [1]},
        {"totals": ["x", "y"]},
        {"totals": None},
        {"totals": [0, 0], "winner": 7},
        {"totals": [0, 0], "sets": [1]},
        {"totals": [0, 0], "hands": "many"},
        {"totals": [0, 0], "marks": 1},
    ],
)
def test_a_standing_that_no_page_can_read_is_refused(standing: object, club: Club) -> None:
    players = [player_add(club=club, name=name) for name in ("Ann", "Ben", "Cleo", "Dan")]
    match_create(club=club, game="texas42", rules={}, stakes=None, players=players, label="Final")
    whole = archive_of(club)
    Club.objects.filter(pk=club.pk).update(slug="elsewhere")
    changed = with_rows(whole, "scoring.Match", lambda rows: rows[0].update(standing=standing))
    with pytest.raises(ArchiveRefused, match="cannot be judged"):
        archive_read(file=io.BytesIO(changed))
    assert not archive_read(file=io.BytesIO(whole)).differences


def test_read_twice_it_needs_another_address(data: bytes) -> None:
    first = arrive(data).club
    with pytest.raises(ArchiveRefused, match="already"):
        arrive(data)
    second = arrive(data, slug="copy").club
    assert [player.name for player in second.players.all()] == ["Ann", "Ben", "Cleo"]
    assert not second.players.filter(pk__in=first.players.values("pk")).exists()


def test_who_has_no_account_is_kept_as_a_name(data: bytes, owner: User, stranger: User) -> None:
    User.objects.filter(pk=owner.pk).update(username="moved")
    arrival = arrive(data, owner=stranger)
    user = User.objects.get(username="owner")
    assert arrival.without_account == ("owner",)
    assert not user.is_active
    assert not user.has_usable_password()
    assert {membership.user.username for membership in arrival.club.memberships.all()} == {
        "owner",
        "stranger",
    }


def test_every_model_is_a_kind_or_left_out_for_a_reason() -> None:
    models = {model._meta.label for app in APPS for model in apps.get_app_config(app).get_models()}
    assert models == {kind.label for kind in kinds()} | LEFT_OUT.keys()


def test_the_published_schema_is_that_of_the_models() -> None:
    """Renew it by ``manage.py archive_schema > docs/archive.schema.json``."""
    with open("docs/archive.schema.json") as file:
        assert json.load(file) == schema()
