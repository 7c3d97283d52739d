"""Whether a bid could be made by the table of its deal, beside a search of the hand as declared."""

from itertools import islice
from typing import Any

from engine.analysis.answers import makeable, read_hand
from engine.analysis.recorded import RecordedHand
from games import PRESENTERS
from games.best_play import BestPlayWords
from rules import verdict
from tests.analysis.test_pandoeren import records as pandoeren_records
from tests.analysis.test_plays import records as texas42_records

Record = dict[str, Any]


def words_of(record: Record) -> BestPlayWords:
    words = PRESENTERS[record["game"]].best_play
    assert words
    return words


def by_table(record: Record) -> bool | None:
    return words_of(record).could_make(record, verdict(record), makeable(record))


def by_search(record: Record) -> bool:
    hand = read_hand(record)
    assert isinstance(hand, RecordedHand)
    number = hand.number(hand.positions[0])
    needed = words_of(record).needed(record, verdict(record))
    return number >= (needed if hand.counts_points and needed is not None else 1)


def test_a_bid_of_42_could_be_made_as_named_and_led_by_the_rules_of_its_table() -> None:
    by_kind: dict[object, list[Record]] = {}
    for record in texas42_records():
        contract = record["contract"]
        kind = contract["kind"], contract.get("as", {}).get("kind"), contract.get("doubles")
        by_kind.setdefault(kind, []).append(record)
    assert len(by_kind) > 10
    chosen = [some[0] for some in by_kind.values()][: len(by_kind) // 8 + 1]
    answers = [(by_table(record), by_search(record)) for record in chosen]
    assert [table for table, _search in answers] == [search for _table, search in answers]
    assert {table for table, _search in answers} == {True, False}


def test_a_bid_of_pandoeren_could_be_made_if_it_could_as_declared() -> None:
    made = (
        record
        for record in pandoeren_records()
        if "+" not in verdict(record)["bid"] and by_search(record)
    )
    some = [*islice(made, 1)]
    assert some
    assert all(by_table(record) for record in some)


def test_the_table_of_pandoeren_answers_every_bid_but_a_pandoer_that_needs_roem() -> None:
    words = PRESENTERS["pandoeren"].best_play
    assert words
    names = ("piccolo", "piccolo_any_one", "misere", "kereltje", "zwabber", "solo_zwabber")
    made = [False, False, True, False]
    answer = {
        "ok": True,
        "table": {
            "cards": [100, 120, 135, 200],
            "contracts": dict.fromkeys((*names, "pandoer", "prive"), made),
        },
    }

    def could_make(bid: str, points: Any = None, **rules: str) -> bool | None:
        judged = {"bid": bid, "declarer": 2, "points": points}
        return words.could_make({"rules": rules}, judged, answer)

    for bid in (*names[2:], "piccolo", "pandoer", "prive"):
        assert could_make(bid) is True
    for bid in ("piccolo_ouvert", "misere_ouvert", "stil_praatje", "praatje"):
        assert could_make(bid) is True
    assert could_make("piccolo", piccolo="any_one") is True
    assert could_make("pandoer+40") is None
    assert could_make("140") is None
    assert could_make("140", {"roem": 0, "stuk": 0}) is False
    assert could_make("150", {"roem": 20, "stuk": 0}) is True
    assert could_make("150", {"roem": 0, "stuk": 0}) is False
