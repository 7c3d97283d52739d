"""Whatever value of an archive is changed: it is refused with its place, or no page breaks."""

import json
import os
from collections.abc import Hashable, Iterator
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from archive.kinds import ArchiveColumn, kinds
from archive.package import ArchiveRefused
from archive.writing import file_of
from clubs.models import Club, User
from leagues.services.seasons import season_create
from scoring.services.results import result_state
from seeds.demo import DemoClub
from seeds.load import club_spec, coming_load, demo_create, evening_load
from seeds.playing import date_of
from tests.archive.packages import Rows, archive_of, arrive, files_of, with_rows
from tests.held import hold
from tests.walk import Visit, name_of, walk
from tournaments.events.services.standings import standings_refresh
from tournaments.money.services.money import money_set_up

pytestmark = [pytest.mark.django_db]

BAD: dict[str, tuple[Any, ...]] = {
    "string": ("x", "", " ", "Ann\nBen", "\N{RIGHT-TO-LEFT OVERRIDE}x", "<b>", "x" * 400),
    "integer": (-1, 0, 9_999, 2**15 - 1, 2**31 - 1),
    "json": ("x", ["x"], {"x": "x"}, None, 7, -1, [], {}, [[]], [None], {"1": {"x": [1]}}),
    "date": ("0001-01-01", "9999-12-31"),
    "datetime": ("0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00"),
    "boolean": (True, False),
    "number": (1e300, -1.0),
}


def whole_club() -> Club:
    """A club with a running night, its money, a night to come with sign-ups, and a season."""
    owner = User.objects.create_user("demo-owner", password="a long enough word")
    spec = club_spec()
    demo: DemoClub = demo_create(spec=spec, owner=owner)
    (tonight,) = (
        evening_spec
        for evening_spec in spec["evenings"]
        if evening_spec["name"] == "Tonight at Elm Street"
    )
    event = evening_load(demo=demo, spec=tonight)
    money_set_up(event=event, made_by=owner, fee=500)
    match = event.rounds.get(number=1).tables.get(number=1).games.get().match
    result_state(
        match_id=match.pk,
        totals=match.totals,
        hands=match.hand_count,
        sets=match.standing["sets"],
        author=owner,
        reason="as on the slip",
    )
    coming_load(demo=demo, spec=spec["coming"])
    season_create(
        club=demo.club,
        name="Autumn",
        game="texas42",
        created_by=owner,
        dates=[date_of(tonight)],
    )
    for event_seen in demo.club.events.all():
        standings_refresh(event_id=event_seen.pk)
    return demo.club


@pytest.fixture(scope="module")
def data(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[bytes]:
    def make() -> bytes:
        club = whole_club()
        content = archive_of(club)
        Club.objects.filter(pk=club.pk).update(slug="elsewhere")
        return content

    yield from hold(django_db_blocker, make)


@pytest.fixture
def reader(data: bytes) -> Client:
    client = Client(raise_request_exception=False)
    owner = User.objects.get(username="demo-owner")
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    return client


def pages_of(client: Client, club: Club) -> Iterator[Visit]:
    """The pages of a club that links lead to, one of each address."""

    def kind_of(address: str) -> Hashable:
        is_own = address == "/" or urlsplit(address).path.startswith(f"/c/{club.slug}/")
        return name_of(address) if is_own else None

    return walk(client, ["/", f"/c/{club.slug}/", f"/c/{club.slug}/events/"], kind_of)


EXAMPLES: dict[str, tuple[str, dict[str, Any], str]] = {
    "a length of no series": ("tournaments.Event", {"best_of": ["x"]}, "odd numbers"),
    "32767 games": ("tournaments.Event", {"games_per_meeting": 32_767}, "less than or equal to 9"),
    "a format that is none": ("tournaments.Event", {"format": "x"}, "impossible value"),
    "year 1": ("tournaments.Event", {"date": "0001-01-01"}, "date"),
    "an event of two lines": ("tournaments.Event", {"name": "Fri\nday"}, "one line"),
    "a name of blanks": ("clubs.Player", {"name": " "}, "name is blank"),
    "a name that turns": ("clubs.Player", {"name": "An\u202en"}, "U\\+202E"),
    "a note of two lines": ("clubs.Player", {"note": "a\nb"}, "one line"),
    "a currency that is none": ("clubs.Club", {"currency": "<b>"}, "three capital letters"),
    "a book in no currency": ("ledger.Book", {"currency": "<b>"}, "three capital letters"),
    "a season of no kind": ("leagues.Season", {"template": "x"}, "impossible value"),
    "a season of a blank name": ("leagues.Season", {"name": " "}, "name is blank"),
    "a fee without reason": ("stakes.EventMoney", {"fee": 10**15}, "within reason"),
    "a share above all": ("stakes.EventMoney", {"house_percent": 101}, "less than or equal to 100"),
    "stakes in words": ("scoring.Match", {"stakes": "x"}, "object is expected"),
    "stakes of nothing": ("scoring.Match", {"stakes": [[]]}, "object is expected"),
    "rules in words": ("scoring.Match", {"rules": {"x": "x"}}, "no option called “x”"),
    "calls in words": ("scoring.Hand", {"derived_calls": "x"}, "no such value"),
    "a revision of no hand": ("scoring.HandRevision", {"record": {"x": 1}}, "no such value"),
    "a hand before the first": ("scoring.Hand", {"number": 0}, "no such value"),
    "no revision": ("scoring.HandRevision", {"no": 0}, "no such value"),
    "a division before the first": ("leagues.Division", {"order": 0}, "no such value"),
    "a round before the first": ("tournaments.Round", {"number": 0}, "no such value"),
    "a table before the first": ("tournaments.Table", {"number": 0}, "no such value"),
    "an evening before the first": ("leagues.Evening", {"number": 0}, "no such value"),
    "a lot of nothing": ("tournaments.Lot", {"outcome": {"order": [1]}}, "no such value"),
    "a lot of something else": (
        "tournaments.Lot",
        {"outcome": {"options": [1, 2], "order": [1, 3]}},
        "no such value",
    ),
    "sets of three sides": ("scoring.Match", {"entered_sets": [1, 0, 1]}, "for both sides"),
    "sets in words": ("scoring.Match", {"entered_sets": ["x", 1]}, "for both sides"),
    "more sets than hands": ("scoring.Match", {"entered_sets": [9, 9]}, "more sets than hands"),
    "a total of one side": ("scoring.Match", {"entered_totals": [7]}, "a total for each side"),
    "hands of no result": ("scoring.Match", {"entered_totals": None}, "No result was entered"),
    "sets below nought": ("scoring.EnteredResult", {"sets": [-1, 0]}, "for both sides"),
    "a match too long": ("scoring.EnteredResult", {"hands": 32_767}, "At most 999"),
    "a substitute for nobody": (
        "tournaments.EntryPlayer",
        {"is_original": False},
        "can only replace",
    ),
    "a third of a pair": ("tournaments.EntryPlayer", {"place": 2}, "two places"),
    "a hand of another match": ("tournaments.Game", {"take_back_revision": 60}, "not a revision"),
    "a hand in words": ("tournaments.Game", {"take_back_revision": "x"}, "impossible value"),
    "a list of hands": ("tournaments.Game", {"guest_revision": [1]}, "impossible value"),
    "deals of no forfeit": ("tournaments.Table", {"deals_stand": False}, "forfeited"),
    "deals that may stand": ("tournaments.Table", {"deals_stand": "no"}, "impossible value"),
    "a reason of two lines": ("tournaments.Round", {"repeats": "a\nb"}, "one line"),
    "a reason too long": ("tournaments.Round", {"repeats": "x" * 201}, "impossible value"),
    "a third line": ("tournaments.Standing", {"line": 3}, "no such line"),
    "a time in year 1": ("tournaments.Event", {"created_at": "0001-01-01T00:00:00+00:00"}, "cre"),
}


@pytest.mark.parametrize("case", EXAMPLES)
def test_what_no_form_takes_is_refused_with_its_place(data: bytes, case: str) -> None:
    label, change, sentence = EXAMPLES[case]
    before = Club.objects.count()
    with pytest.raises(ArchiveRefused, match=f"{label}.jsonl, line 1: .*{sentence}"):
        arrive(with_rows(data, label, lambda rows: rows[0].update(change)))
    assert Club.objects.count() == before


@pytest.mark.parametrize("place", [0, -1])
@pytest.mark.parametrize(
    ("label", "change"),
    [
        ("scoring.Hand", {"record": {"x": "x"}}),
        ("scoring.Match", {"totals": ["x"]}),
        ("scoring.Match", {"totals": None}),
        ("scoring.Hand", {"revision": 99}),
        ("tournaments.TableSeat", {"side": 9_999}),
    ],
)
def test_a_match_that_no_page_can_read_is_refused(
    data: bytes, label: str, change: dict[str, Any], place: int
) -> None:
    changed = with_rows(data, label, lambda rows: rows[place].update(change))
    with pytest.raises(ArchiveRefused, match=r"cannot be judged|line"):
        arrive(changed, slug="changed")
    assert not Club.objects.filter(slug="changed").exists()


def changes(data: bytes) -> list[tuple[str, ArchiveColumn, int, Any]]:
    """Every value of the first and the last row of each kind, made a bad one."""
    files, faults = files_of(data), []
    for kind in kinds():
        rows: Rows = [json.loads(line) for line in files[file_of(kind.label)].splitlines()]
        for place in sorted({0, len(rows) - 1}) if rows else ():
            for column in kind.columns:
                for bad in BAD.get(column.type, ()):
                    if rows[place][column.name] != bad and type(bad) is not type(None):
                        faults.append((kind.label, column, place, bad))
    return faults


def test_any_value_is_refused_with_its_place_or_harms_no_page(data: bytes, reader: Client) -> None:
    """The slow search takes ``ALLMARK_EVERY_VALUE``: every one of some thousands."""
    every, broken, refused = changes(data), list[str](), 0
    assert len(every) > 1_000
    is_whole = "ALLMARK_EVERY_VALUE" in os.environ
    chosen = every if is_whole else Random(7).sample(every, 10)
    for label, column, place, bad in chosen:
        what = f"{label} {place} {column.name}={bad!r:.40}"
        changed = with_rows(data, label, lambda rows: rows[place].update({column.name: bad}))  # noqa: B023
        with transaction.atomic():
            try:
                club = arrive(changed, slug="changed").club
            except ArchiveRefused as error:
                refused += 1
                if not str(error):
                    broken.append(f"{what}: refused without a word")
            except Exception as error:
                broken.append(f"{what}: {type(error).__name__}: {error}"[:300])
            else:
                pages = pages_of(reader, club)
                faults = [page.name for page in pages if page.answer.status_code >= 500]
                if faults:
                    broken.append(f"{what}: {faults}")
            transaction.set_rollback(True)
        if broken and is_whole:
            print(broken[-1], flush=True)
    assert refused > len(chosen) // 5
    assert broken == []
