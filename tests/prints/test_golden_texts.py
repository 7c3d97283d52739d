"""What is printed, as it is read: every document of an evening of each game, in two languages.

One evening of a game has names in four scripts, some of them long, hands, a slip, a table that is
still playing and, where two sides meet, one that was forfeited; then it is finished, with a shared
place and prizes. A bracket, an evening of the same deals and a season have their documents beside
it. The texts are kept in `golden/`; `ALLMARK_GOLDEN=1` writes them anew.
"""

import datetime
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import translation

from clubs.models import Club, Player, User
from clubs.services.players import players_add_many
from leagues.models import Season
from leagues.services.evenings import evening_event_create
from leagues.services.seasons import contenders_add, season_create
from leagues.services.standings import season_refresh
from ledger.services.transfers import transfers_plan
from paper.documents.printouts import NothingToPrintError
from paper.documents.registry import prints_about
from paper.documents.rows import AnyPrint, AnySubject, Phase, PrintOptions
from paper.documents.subjects import BOOK, CLUB, EVENT, MATCH, PLAYER, SEASON
from press.base import Paper
from scoring.models import Match
from scoring.services.hands import hand_record
from scoring.services.results import result_state
from tests.conftest import ON_SQLITE
from tests.deals.dealt import deals_given
from tests.golden import same_as_kept
from tests.prints.matches.documents import LONG_NAMES
from tests.prints.matches.reading import missing_glyphs, texts
from tests.prints.printing import print_now
from tests.tournaments.conftest import begin_next, match_of, record
from tests.tournaments.single import called, misere, spades
from tournaments.events.models import Event, Table, WhoWrites
from tournaments.events.services.decisions import table_forfeit
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create, event_finish
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import LOT, lot_draw, standings_refresh
from tournaments.money.models import PrizeKind
from tournaments.money.services.money import money_set_up, prizes_award
from tournaments.money.services.settling import evening_settle
from tournaments.phones.models import EventPage
from tournaments.phones.services.sign_ups import event_page_update

FOLDER = Path(__file__).parent / "golden"
NAMES = (
    *("Ann Brown", LONG_NAMES[0], "بهرام کیانی", LONG_NAMES[1]),
    *("山本 花子", LONG_NAMES[3], "Łukasz Ågren", "Zoë Đặng"),
    "Øystein Håkon",
)
DAY = datetime.date(2026, 11, 20)
NOON = datetime.datetime(2026, 11, 20, 12, 0, tzinfo=datetime.UTC)
ANY_NUMBER = (
    (re.compile(r"\b[0-9A-HJ-NP-TV-Z]{3}-[0-9A-HJ-NP-TV-Z]{3}\b"), "CODE"),
    (re.compile(r"\bAM3-[\d-]+-(\w+-\w{4})-\w{8}\b"), r"AM3-PLACE-\1-SIGNED"),
)
"""What is drawn by chance or says which version is printed, and what stands for it."""

ONE_ROUND = {"marking-sheets", "sheets"}
"""Those that are long and alike in each round."""

Scene = Callable[[Club, User], Iterator[tuple[str, AnySubject, Any, Callable[[AnyPrint], bool]]]]
"""Yields, as it goes: a folder, what documents are about, and which of them."""


def everything(_row: AnyPrint) -> bool:
    return True


def afterwards(row: AnyPrint) -> bool:
    return row.phase == Phase.AFTER


def named(*keys: str) -> Callable[[AnyPrint], bool]:
    return lambda row: row.key in keys


# --- scenes


def event_of(club: Club, by: User, game: str, lineups: list[list[Player]], **more: Any) -> Event:
    event = event_create(
        club=club,
        date=DAY,
        created_by=by,
        name="Friday",
        game=game,
        **({"rules": {}, "place": "Elm Street"} | more),
    )
    entries_add(event=event, lineups=lineups)
    return event


def pairs(players: list[Player]) -> list[list[Player]]:
    return [players[at : at + 2] for at in range(0, 8, 2)]


def fresh(event: Event) -> Event:
    """The event with standings that were computed at noon."""
    standings_refresh(event_id=event.pk)
    Event.objects.filter(pk=event.pk).update(standings_at=NOON)
    Match.objects.filter(club=event.club_id).update(created_at=NOON, changed_at=NOON)
    return Event.objects.get(pk=event.pk)


def given_money(event: Event, by: User, **more: Any) -> Event:
    money = money_set_up(
        event=event,
        made_by=by,
        fee=500,
        prize_kind=PrizeKind.FIXED,
        prize_table=[[2, [1200, 600, 300]]],
        **more,
    )
    return Event.objects.get(pk=money.event_id)


def hands(match: Match, by: User, *made: Callable[[int], dict[str, Any]]) -> None:
    for hand in made:
        match.refresh_from_db()
        if match.is_over:
            return
        hand_record(match_id=match.pk, record=hand(match.next_dealer), author=by)


def finished(event: Event, by: User) -> Event:
    numbers = sorted(event.entries.values_list("number", flat=True))
    lot_draw(event=event, purpose=LOT, options=numbers, seed="golden")
    fresh(event)
    event_finish(event=event, by=by, unfinished=True)
    fresh(event)
    prizes_award(event=event, made_by=by)
    evening_settle(event_id=event.pk, made_by=by)
    transfers_plan(book=event.money.book)
    return fresh(event)


def of_42(club: Club, by: User) -> Iterator[Any]:
    """All but the third pair have won once, one of them by forfeit; they share the first place."""
    players = players_add_many(club=club, names=list(NAMES))
    stakes = {"currency": "EUR", "per_mark": "0.25", "per_set": "1.00"}
    event = event_of(
        club,
        by,
        "texas42",
        pairs(players),
        rules={"preset": "marks"},
        tie_breaks=["games_won"],
        stakes=stakes,
        who_writes=WhoWrites.PLAYERS,
    )
    event_page_update(event=event, is_on=True)
    EventPage.objects.filter(event=event).update(code="9dtb-k7q2-mx4p")
    Event.objects.filter(pk=event.pk).update(table_salt="golden")
    event.refresh_from_db()
    event = given_money(event, by)
    rounds_plan(event=event)
    begin_next(event)
    played = match_of(event, 1, 1)
    for side, marks in ((1, 1), (1, 2), (0, 2), (0, 2), (0, 2), (0, 1)):
        hands(played, by, lambda dealer, s=side, m=marks: record(dealer, s, marks=m))  # type: ignore[misc]
    result_state(match_id=match_of(event, 1, 2).pk, totals=[7, 3], author=by)
    begin_next(event)
    tables = list(Table.objects.filter(round__event=event, round__number=2).order_by("number"))
    loser = tables[0].seats.get(side=1).entry
    table_forfeit(table=tables[0], entry=loser)
    hands(match_of(event, 2, 2), by, lambda dealer: record(dealer, 0, made=False))
    event = fresh(event)
    yield "texas42", EVENT, event, everything
    yield "texas42-match", MATCH, match_of(event, 1, 1), everything
    event = finished(event, by)
    yield "texas42-finished", EVENT, event, afterwards
    yield "texas42-finished", PLAYER, players[1], everything
    yield "texas42-places", EVENT, event, named("standings")


def of_pandoeren(club: Club, by: User) -> Iterator[Any]:
    """Eight at two tables of four: hands at the first, a slip of the second, another playing."""
    players = players_add_many(club=club, names=list(NAMES[:8]))
    event = event_of(
        club,
        by,
        "pandoeren",
        [[player] for player in players],
        rules={"hands": 2},
        tie_breaks=["points"],
    )
    event = given_money(event, by)
    rounds_plan(event=event)
    begin_next(event)
    hands(
        match_of(event, 1, 1),
        by,
        lambda dealer: misere(dealer, 2),
        lambda dealer: called(dealer, 0, 3, made=False),
    )
    result_state(match_id=match_of(event, 1, 2).pk, totals=[3, -2, 0, -1], author=by)
    begin_next(event)
    hands(match_of(event, 2, 1), by, lambda dealer: misere(dealer, 1, made=False))
    event = fresh(event)
    yield "pandoeren", EVENT, event, everything
    yield "pandoeren-match", MATCH, match_of(event, 1, 1), everything
    event = finished(event, by)
    yield "pandoeren-finished", EVENT, event, afterwards


def of_spades(club: Club, by: User) -> Iterator[Any]:
    """Nine at three tables: one with hands to its end, one with a slip, one still playing."""
    players = players_add_many(club=club, names=list(NAMES))
    event = event_of(
        club,
        by,
        "dummy_spades",
        [[player] for player in players],
        rules={"preset": "short"},
        tie_breaks=["games_won", "points"],
    )
    event = given_money(event, by)
    rounds_plan(event=event)
    begin_next(event)
    played = match_of(event, 1, 1)
    while not played.is_over:
        hands(
            played,
            by,
            lambda dealer: spades(dealer, [5, 3, 0], [5, 3, 1, 4]),
            lambda dealer: spades(dealer, [7, 2, 0], [8, 1, 0, 4]),
        )
        played.refresh_from_db()
    result_state(match_id=match_of(event, 1, 2).pk, totals=[310, 120, -45], author=by)
    hands(match_of(event, 1, 3), by, lambda dealer: spades(dealer, [4, 4, 3], [4, 4, 3, 2]))
    event = fresh(event)
    yield "dummy_spades", EVENT, event, everything
    yield "dummy_spades-match", MATCH, played, everything
    event = finished(event, by)
    yield "dummy_spades-finished", EVENT, event, afterwards


def of_bracket(club: Club, by: User) -> Iterator[Any]:
    """Four pairs; one semi-final is played, the other forfeited; the final is drawn."""
    players = players_add_many(club=club, names=list(NAMES))
    event = event_of(
        club,
        by,
        "texas42",
        pairs(players),
        rules={"preset": "marks"},
        format="single_elimination",
        format_options={"third": 1},
    )
    rounds_plan(event=event)
    begin_next(event)
    result_state(match_id=match_of(event, 1, 1).pk, totals=[7, 5], author=by)
    table = Table.objects.get(round__event=event, number=2, is_bye=False)
    table_forfeit(table=table, entry=table.seats.get(side=0).entry)
    rounds_plan(event=event)
    yield "bracket", EVENT, fresh(event), named("bracket", "draw", "results", "standings")


def of_deals(club: Club, by: User) -> Iterator[Any]:
    """A Mitchell of the same deals: two rounds of two, one hand not played."""
    players = players_add_many(club=club, names=list(NAMES))
    event = event_of(
        club, by, "texas42", pairs(players), rules={"preset": "marks"}, format="mitchell"
    )
    dealt = deals_given(event, by, per_round=2, rounds=2)
    event.refresh_from_db()
    rounds_plan(event=event, seed="golden")
    for number in (1, 2):
        begin_next(event)
        for table in (1, 2):
            match = match_of(event, number, table)
            for deal in dealt[2 * number - 2 : 2 * number - (number * table == 4)]:
                match = hand_record(match_id=match.pk, record=deal, author=by).match
    keys = "travellers", "recap", "own-deals", "deal-slips", "deal-layout", "hand-records"
    yield "deals", EVENT, fresh(event), named(*keys)


def of_season(club: Club, by: User) -> Iterator[Any]:
    """Three evenings of Pandoeren, one of them played."""
    players = players_add_many(club=club, names=list(NAMES[:5]))
    season = season_create(
        club=club,
        created_by=by,
        name="Autumn",
        game="pandoeren",
        dates=[datetime.date(2026, 9, day) for day in (4, 11, 18)],
        measure="points",
        scoring="sum",
        minimum=0,
        noticed="nothing",
    )
    division = season.divisions.earliest("order")
    contenders_add(division=division, lineups=[[player] for player in players])
    evening = season.evenings.get(number=1)
    event = evening_event_create(evening=evening, created_by=by)
    Event.objects.filter(pk=event.pk).update(rules={"preset": "standard", "hands": 2})
    rounds_plan(event=event)
    begin_next(event)
    result_state(match_id=match_of(event, 1, 1).pk, totals=[3, 3, -4, -2], author=by)
    fresh(event)
    season_refresh(season_id=season.pk)
    Season.objects.filter(pk=season.pk).update(standings_at=NOON, changed_at=NOON)
    season.refresh_from_db()
    yield "season", SEASON, season, everything
    yield "season-club", CLUB, club, everything


SCENES: dict[str, Scene] = {
    "texas42": of_42,
    "pandoeren": of_pandoeren,
    "dummy_spades": of_spades,
    "bracket": of_bracket,
    "deals": of_deals,
    "season": of_season,
}


# --- documents


def printed(row: AnyPrint, of: Any, language: str) -> str:
    """The text of a document, page after page; empty where there is nothing to print."""
    options = PrintOptions(
        Paper.A4,
        copies=1,
        papers=("draw-by-name", "own-cards"),
        site="https://scores.example.org",
        round=1 if row.key in ONE_ROUND else None,
        since=datetime.date(2026, 9, 1),
        until=datetime.date(2026, 12, 31),
    )
    with translation.override(language):
        try:
            title, content = print_now(row=row, of=of, options=options)
        except NothingToPrintError:
            return ""
    assert missing_glyphs(content) == 0
    pages = [title, *texts(content)]
    text = "\n\n".join("\n".join(map(str.rstrip, page.splitlines())) for page in pages)
    for pattern, instead in ANY_NUMBER:
        text = pattern.sub(instead, text)
    return text + "\n"


@pytest.fixture
def keys_from_one(db: None, settings: Any) -> None:
    """Keys of rows, which addresses and codes are made of, are those of an empty database."""
    settings.SECRET_KEY = "golden"
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_sequence")


@pytest.mark.skipif(not ON_SQLITE, reason="keys count from one on SQLite")
@pytest.mark.parametrize("scene", SCENES)
def test_documents_say_what_they_said(
    scene: str, keys_from_one: None, club: Club, owner: User
) -> None:
    kept = set(FOLDER.glob(f"{scene}/*.txt")) | set(FOLDER.glob(f"{scene}-*/*.txt"))
    written = set()
    for folder, about, of, chosen in SCENES[scene](club, owner):
        summary = about.summary(of)
        for row in prints_about(about).values():
            if not (chosen(row) and row.suits(of)) or row.missing(summary):
                continue
            for language in ("en", "fa"):
                if text := printed(row, of, language):
                    file = FOLDER / folder / f"{row.key}.{language}.txt"
                    assert file not in written
                    written.add(file)
                    same_as_kept(file, text)
    assert kept <= written


def test_every_document_is_among_them() -> None:
    kept = {file.name.split(".")[0] for file in FOLDER.glob("*/*.txt")}
    about = EVENT, MATCH, SEASON, BOOK, PLAYER, CLUB
    rows = {key for subject in about for key in prints_about(subject)}
    assert kept == rows
