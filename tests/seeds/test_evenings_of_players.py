"""The demo club's evenings of single players hold what they promise, and end as counted by hand.

The golden standings were read over; whoever composes the evenings anew reads the new ones over and
puts them there. The count over the files knows no database and judges with the second scorers.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from clubs.models import Club
from scoring.models import Hand, HandRevision, RevisionKind
from seeds.playing import DATA, played
from tests.compose_players import declarer_of, is_denied, is_revived, winning_bid
from tests.rules.dummy_spades import dealing as spades_dealing
from tests.rules.dummy_spades import naive as spades
from tests.rules.pandoeren import naive as pandoeren
from tournaments.events.models import Event, EventState, RoundState
from tournaments.events.selectors.rounds import balance_of, event_overview
from tournaments.events.selectors.standings import standings_for

pytestmark = [pytest.mark.django_db]

Record = dict[str, Any]
NOBODY: Record = {"declarer": None, "outcome": "passed_out", "score": [0, 0, 0, 0]}
HERE = Path(__file__).parent
EVENINGS = {
    "pandoeren": (
        "Pandoeren on Saturday",
        ("points", "games_won", "hands_played", "average", "times_bid", "times_made"),
    ),
    "spades": ("Spades triangles", ("games_won", "points", "hands_played", "average")),
}


def event_of(demo: Club, evening: str) -> Event:
    return demo.events.get(name=EVENINGS[evening][0])


def matches_of(evening: str) -> Iterator[Record]:
    for line in played(DATA / f"{evening}.jsonl"):
        yield dict(line.match)


def hands_of(evening: str) -> list[Record]:
    return [hand for match in matches_of(evening) for hand in match["hands"]]


# --- contents


@pytest.mark.parametrize(("evening", "players", "tables"), [("pandoeren", 16, 4), ("spades", 9, 3)])
def test_four_rounds_are_played_in_which_nobody_meets_twice(
    evening: str, players: int, tables: int, demo: Club
) -> None:
    event = event_of(demo, evening)
    assert event.state == EventState.FINISHED
    assert event.entries.count() == players
    overview = event_overview(event)
    assert [len(round_.tables) for round_ in overview.rounds] == [tables] * 4
    assert all(round_.is_over for round_ in overview.rounds)
    met = Counter(
        pair
        for round_ in overview.rounds
        for table in round_.tables
        for pair in combinations(sorted(entrant.number for entrant in table.entrants), 2)
    )
    assert set(met.values()) == {1}
    balance = balance_of(overview)
    assert balance is not None
    assert (balance.together.repeats, balance.together.lower_bound) == (0, 0)


def test_four_times_sixteen_hands_are_played_at_every_table_of_pandoeren() -> None:
    matches = list(matches_of("pandoeren"))
    assert [len(match["hands"]) for match in matches] == [16] * 16


def test_forty_hands_of_pandoeren_and_more_are_written_down_in_full() -> None:
    full = [hand for hand in hands_of("pandoeren") if len(hand.get("plays", ())) == 8]
    assert len(full) >= 40
    assert all("deal" in hand and "centre" in hand and "discard" in hand for hand in full)
    assert sum(bool(hand.get("roem")) for hand in full) >= 10
    assert sum(map(is_denied, full)) >= 6
    assert sum(map(is_revived, full)) >= 3
    assert any(hand.get("stuk") is not None for hand in full)


def test_the_other_hands_of_pandoeren_are_slips_with_and_without_points() -> None:
    tallies = [hand["tally"] for hand in hands_of("pandoeren") if "tally" in hand]
    assert sum("cards" in tally for tally in tallies) >= 20
    assert sum(set(tally) == {"made"} for tally in tallies) >= 100


def test_a_hand_of_pandoeren_was_corrected(demo: Club) -> None:
    corrections = HandRevision.objects.filter(
        kind=RevisionKind.CORRECTED,
        hand__match__game_of__table__round__event=event_of(demo, "pandoeren"),
    )
    assert [revision.reason for revision in corrections] == [
        "Made and failed were mixed up on the slip."
    ]


def test_every_game_of_spades_is_won_by_somebody_past_the_target() -> None:
    for match in matches_of("spades"):
        totals, winner = result_of(match)
        assert winner is not None
        assert totals[winner] >= 300
    assert sum("plays" in hand for hand in hands_of("spades")) >= 15


@pytest.mark.parametrize("evening", EVENINGS)
def test_every_hand_kept_is_the_hand_of_the_file(evening: str, demo: Club) -> None:
    hands = Hand.objects.filter(match__game_of__table__round__event=event_of(demo, evening))
    records = [
        {k: v for k, v in (hand.record or {}).items() if k not in ("format", "game", "rules")}
        for hand in hands
    ]
    key = json.JSONEncoder(sort_keys=True).encode
    assert sorted(records, key=key) == sorted(hands_of(evening), key=key)


@pytest.mark.parametrize("evening", EVENINGS)
def test_everybody_deals_first_about_as_often_as_the_others(evening: str, demo: Club) -> None:
    event = event_of(demo, evening)
    assert event.rounds.filter(state=RoundState.BEGUN).count() == 4
    first = Counter(match["players"][0] for match in matches_of(evening))
    counts = [first[str(row.entrant.name)] for row in standings_for(event).rows]
    assert max(counts) - min(counts) <= 1


# --- golden standings


@pytest.mark.parametrize("evening", EVENINGS)
def test_the_evening_ends_in_the_golden_standings(evening: str, demo: Club) -> None:
    standings = standings_for(event_of(demo, evening))
    place = {column.metric.key: i for i, column in enumerate(standings.columns)}
    table = [
        [str(row.rank), row.entrant.name, *(str(row.cells[place[k]]) for k in EVENINGS[evening][1])]
        for row in standings.rows
    ]
    assert table == golden(evening)
    assert standings.is_final


@pytest.mark.parametrize("evening", EVENINGS)
def test_a_count_by_hand_over_the_file_gives_the_golden_standings(evening: str) -> None:
    sums = counted_by_hand(evening)
    rows = golden(evening)
    keys = [key for key in EVENINGS[evening][1] if key != "average"]
    place = {key: 2 + i for i, key in enumerate(EVENINGS[evening][1])}
    assert {row[1]: [Fraction(row[place[key]]) for key in keys] for row in rows} == {
        name: [counts[key] for key in keys] for name, counts in sums.items()
    }
    for row in rows:
        exact = 100 * int(row[place["points"]]) / int(row[place["hands_played"]])
        assert abs(int(row[place["average"]]) - exact) <= 0.5
    order = sorted(
        sums, key=lambda name: tuple(-sums[name][key] for key in EVENINGS[evening][1][:2])
    )
    assert [sums[row[1]][keys[0]] for row in rows] == [sums[name][keys[0]] for name in order]


def golden(evening: str) -> list[list[str]]:
    """Rank, player, then the columns, as the file has them."""
    text = (HERE / f"{evening}_standings.tsv").read_text()
    head, *rows = (line.split("\t") for line in text.splitlines())
    assert tuple(head) == ("rank", "player", *EVENINGS[evening][1])
    return rows


def counted_by_hand(evening: str) -> dict[str, dict[str, Any]]:
    """The sums of each player, counted with the plain second scorer and without the database.

    A match that ended level at the top is half a win for each who is level there.
    """
    counts: dict[str, dict[str, Any]] = defaultdict(Counter)
    for match in matches_of(evening):
        totals, winner = result_of(match)
        for seat, name in enumerate(match["players"]):
            counts[name]["points"] += totals[seat]
            counts[name]["hands_played"] += len(match["hands"])
            level = winner is None and totals[seat] == max(totals)
            counts[name]["halves"] += 2 * (seat == winner) + level
        if evening == "pandoeren":
            for hand in match["hands"]:
                counts_of_hand = counted(hand)
                if counts_of_hand["declarer"] is not None:
                    name = match["players"][counts_of_hand["declarer"]]
                    counts[name]["times_bid"] += 1
                    counts[name]["times_made"] += counts_of_hand["outcome"] == "made"
    for sums in counts.values():
        sums["games_won"] = Fraction(sums.pop("halves"), 2)
    return counts


def result_of(match: Record) -> tuple[list[int], int | None]:
    """Totals and winner."""
    if match["game"] == "dummy_spades":
        verdicts = [spades.judge(hand, options_of(match)) for hand in match["hands"]]
        running, _bags, won_by = spades.match_totals(verdicts, options_of(match))
        return running[-1], won_by
    scores = [counted(hand)["score"] for hand in match["hands"]]
    summed = [sum(column) for column in zip(*scores, strict=True)]
    best = max(summed)
    return summed, summed.index(best) if summed.count(best) == 1 else None


def counted(hand: Record) -> Record:
    """Declarer, outcome and score of a hand of Pandoeren, by its cards or by its slip."""
    if "tally" not in hand:
        bare = [call for call in hand["auction"] if call["bid"] != "pass"]
        return pandoeren.judge(hand) if bare else NOBODY
    declarer, worth = declarer_of(hand), pandoeren.WORTH[winning_bid(hand)]
    made = hand["tally"]["made"]
    side = {declarer, hand.get("partner")}
    score = [(worth if made else -worth) if seat in side else 0 for seat in range(4)]
    return {"declarer": declarer, "outcome": "made" if made else "set", "score": score}


def options_of(match: Record) -> spades_dealing.Options:
    return spades_dealing.options_of(match["rules"])
