"""The demo club holds what it promises, and its finished night ends in the standings of old.

``friday_standings.tsv`` was read over by hand. Whoever composes the evenings anew reads the new
standings over and puts them there.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from jobs.services import job_make
from paper.scans.selectors import table_readings
from paper.scans.services import reading_record
from rules import GAMES
from scoring.models import Hand, HandRevision, RevisionKind
from seeds.playing import DATA, played
from tests.rules.texas42 import naive
from tournaments.events.models import Event, EventState, RoundState
from tournaments.events.selectors.standings import standings_for

pytestmark = [pytest.mark.django_db]

Record = dict[str, Any]

GOLDEN = Path(__file__).parent / "friday_standings.tsv"
SPECIAL = {"nello", "plunge", "splash", "sevens", "doubles", "no_trump"}
COLUMNS = ("played", "won", "lost", "for", "against", "set")


# --- contents


def hands_of(event: Event) -> Iterator[Record]:
    hands = Hand.objects.filter(match__game_of__table__round__event=event, record__isnull=False)
    for hand in hands:
        assert hand.record is not None
        yield hand.record


def plays(record: Record) -> int:
    return sum(len(trick) for trick in record.get("plays", ()))


def test_eight_pairs_of_named_players_meet_over_seven_rounds(demo: Club, friday: Event) -> None:
    names = list(demo.players.values_list("name", flat=True))
    assert (len(names), len(set(names))) == (28, 28)
    assert friday.entries.count() == 8
    assert friday.rounds.filter(state=RoundState.BEGUN).count() == 7
    assert friday.state == EventState.FINISHED
    matches = [
        game.match for r in friday.rounds.all() for t in r.tables.all() for game in t.games.all()
    ]
    assert len(matches) == 28
    assert all(match.is_over for match in matches)


def test_the_finished_night_is_written_down_in_every_detail_there_is(friday: Event) -> None:
    records = list(hands_of(friday))
    assert sum(plays(record) == 28 for record in records) >= 30
    details = Counter(
        next(k for k in ("plays", "trick_results", "tally", "deal") if k in r) for r in records
    )
    assert set(details) == {"plays", "trick_results", "tally", "deal"}
    kinds = Counter(record["contract"]["kind"] for record in records if "contract" in record)
    assert sum(kinds[kind] for kind in SPECIAL) >= 10
    assert len(SPECIAL & set(kinds)) >= 4


def test_there_is_a_revoke_ruling_a_correction_and_a_hand_passed_out(friday: Event) -> None:
    records = list(hands_of(friday))
    assert [
        r["ruling"]["reason"] for r in records if "ruling" in r and "evoke" in r["ruling"]["reason"]
    ]
    assert any(all(call["bid"] == "pass" for call in record["auction"]) for record in records)
    corrections = HandRevision.objects.filter(
        kind=RevisionKind.CORRECTED, hand__match__game_of__table__round__event=friday
    )
    assert [revision.reason for revision in corrections.order_by("pk")] == [
        "Made and set were mixed up on the slip.",
        "A set was ticked as made; both pairs say so.",
    ]


def test_the_night_that_is_on_has_tables_won_playing_and_waiting(tonight: Event) -> None:
    assert tonight.state == EventState.RUNNING
    current = tonight.rounds.filter(state=RoundState.BEGUN).last()
    assert current is not None
    assert tonight.rounds.filter(state=RoundState.PLANNED).exists()
    states = {
        (game.match.is_over, game.match.hand_count > 0)
        for table in current.tables.all()
        for game in table.games.all()
    }
    assert states == {(True, True), (False, True), (False, False)}
    assert current.tables.filter(is_bye=True).count() == 1


def test_names_come_in_several_scripts(demo: Club) -> None:
    text = "".join(demo.players.values_list("name", flat=True))
    assert {"ک", "佐", "ó", "Ö"} <= set(text)


@pytest.mark.parametrize("file", ["friday.jsonl", "tonight.jsonl"])
def test_every_hand_kept_is_the_hand_of_the_file(file: str, demo: Club) -> None:
    event = demo.events.get(
        name={"friday.jsonl": "Friday 42 night"}.get(file, "Tonight at Elm Street")
    )
    written = [hand for line in played(DATA / file) for hand in line.match["hands"]]
    hands = [
        {k: v for k, v in r.items() if k not in ("format", "game", "rules")}
        for r in hands_of(event)
    ]
    key = lambda record: json.dumps(record, sort_keys=True)  # noqa: E731
    assert sorted(hands, key=key) == sorted(written, key=key)


# --- golden standings


def golden() -> list[list[str]]:
    """Rank, pair, then the columns, as the file has them."""
    head, *rows = (line.split("\t") for line in GOLDEN.read_text().splitlines())
    assert tuple(head) == ("rank", "pair", *COLUMNS)
    return rows


def test_the_finished_night_ends_in_the_golden_standings(friday: Event) -> None:
    standings = standings_for(friday)
    keys = ["games_played", "games_won", "games_lost", "points", "points_against", "times_set"]
    place = {column.metric.key: i for i, column in enumerate(standings.columns)}
    table = [
        [str(row.rank), row.entrant.name, *(str(row.cells[place[key]]) for key in keys)]
        for row in standings.rows
    ]
    assert table == golden()
    assert standings.is_final


def test_a_count_by_hand_over_the_file_gives_the_golden_standings() -> None:
    counted = counted_by_hand(DATA / "friday.jsonl")
    assert {row[1]: [int(cell) for cell in row[2:]] for row in golden()} == {
        pair: [counts[column] for column in COLUMNS] for pair, counts in counted.items()
    }
    order = sorted(counted, key=lambda pair: (-counted[pair]["won"], -counted[pair]["for"]))
    assert [row[1] for row in golden()] == order


def counted_by_hand(file: Path) -> dict[str, Counter[str]]:
    """The sums of each pair, counted with the plain second scorer and without the database."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for line in file.read_text().splitlines():
        match = json.loads(line)["match"]
        options = GAMES["texas42"].options.values(match["rules"])
        first, two, three, four = match["players"]
        pairs = (f"{first} & {three}", f"{two} & {four}")
        marks, sets = [0, 0], [0, 0]
        for hand in match["hands"]:
            if (result := result_of(hand, options)) is None:
                continue
            declarer, worth, made = result
            marks[declarer if made else 1 - declarer] += worth
            sets[declarer] += not made
        assert max(marks) >= 7
        for side, pair in enumerate(pairs):
            won = marks[side] > marks[1 - side]
            counts[pair].update(
                {"played": 1, "won": won, "lost": not won, "for": marks[side]}
                | {"against": marks[1 - side], "set": sets[side]}
            )
    return counts


def result_of(hand: Record, options: Any) -> tuple[int, int, bool] | None:
    """The bidding side, what the bid was worth, and whether it was made; none for four passes."""
    bids = [(call["seat"], call["bid"]) for call in hand["auction"] if call["bid"] != "pass"]
    if not bids:
        return None
    seat, bid = bids[-1]
    worth = max(1, naive.marks(naive.spelt_bid(bid, options)))
    return seat % 2, worth, was_made(hand, seat % 2, bid, options)


def was_made(hand: Record, side: int, bid: str, options: Any) -> bool:
    if "ruling" in hand:
        return bool(hand["ruling"]["against"] == "defence")
    if "tally" in hand:
        return bool(hand["tally"]["made"])
    if "plays" in hand:
        return bool(naive.judge(hand, options)["outcome"] == "made")
    won = [trick for trick in hand["trick_results"] if trick["winner"] % 2 == side]
    if hand["contract"]["kind"] == "nello":
        return not won
    if bid.endswith("m"):
        return len(won) == 7
    return sum(trick["points"] for trick in won) >= int(bid)


# --- a sheet to try


def test_the_photograph_of_a_marked_sheet_can_be_tried(
    demo: Club, tonight: Event, client_for: Callable[[User], Client]
) -> None:
    client = client_for(demo.memberships.get().user)
    keys = (demo.slug, tonight.pk)
    page = client.get(reverse("event-sheets", args=keys)).content.decode()
    for name in ("event-sheets-example", "event-sheets-photograph", "event-sheets-paper"):
        assert reverse(name, args=keys) in page
    assert client.get(reverse("event-sheets-paper", args=keys)).content[:5] == b"%PDF-"
    photograph = client.get(reverse("event-sheets-photograph", args=keys)).content
    assert photograph[:2] == b"\xff\xd8"
    assert len(photograph) < 1_500_000
    client.post(reverse("event-sheets-example", args=keys))
    reading = tonight.sheet_readings.get()
    job_make(job_id=reading.pk)
    (table,) = table_readings(reading)
    standings = [str(row.standing) for row in table.rows]
    assert standings == ["sure", "sure", "cancelled", "sure", "unsure", "waiting"]
    recorded = reading_record(reading=reading, by=demo.memberships.get().user)
    assert (recorded.hands, recorded.stopped) == (3, [])
