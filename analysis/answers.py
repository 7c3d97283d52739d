"""The answers of the command line: a deal or a hand record in, a JSON object out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import rules.pandoeren.cards as pandoeren_cards
from analysis import pandoeren, par, texas42
from analysis.deals import FIELDS, deal_problems, not_analysed
from analysis.recorded import Play, RecordedHand
from analysis.search import Position
from rules import verdict
from rules.game import Record
from rules.problems import Code, Problem, problem
from rules.shape import not_an_object
from rules.texas42.dominoes import NAMES as DOMINOES

Answer = dict[str, Any]


def table(deal: object) -> Answer:
    """Return the table of a deal, or its problems."""
    problems = deal_problems(deal)
    if problems or not isinstance(deal, dict):
        return refusal(*problems)
    return {"ok": True, **TABLES[deal["game"]](deal)}


TABLES: Final[Mapping[str, Callable[[Record], Answer]]] = {
    "texas42": texas42.deal_table,
    "pandoeren": pandoeren.deal_table,
}
READERS: Final[Mapping[str, Callable[[Record], RecordedHand | Problem]]] = {
    "texas42": texas42.read_hand,
    "pandoeren": pandoeren.read_hand,
}


def plays(record: object) -> Answer:
    """Return the value of every play of a hand record, or its problems."""
    hand = read_hand(record)
    if not isinstance(hand, RecordedHand):
        return hand
    claim = hand.claim
    return {
        "ok": True,
        "plays": [[list(numbers) for numbers in trick] for trick in hand.plays()],
        "claim": claim and {"holds": claim.holds, "certain": claim.certain},
    }


def makeable(record: object) -> Answer:
    """Return the table of a hand record's deal under its rules, and its par, if any.

    Reads only `game`, `rules`, `dealer` and `deal`, in Pandoeren `centre`, so that unplayed deals
    are answered as well. One hand may be missing if it follows from the others.
    """
    if not isinstance(record, dict):
        return refusal(not_an_object(""))
    game = str(record.get("game"))
    if game not in MAKEABLE:
        return refusal(not_analysed(game))
    found = MAKEABLE[game](record)
    return refusal(found) if isinstance(found, Problem) else {"ok": True, **found}


MAKEABLE: Final[Mapping[str, Callable[[Record], Answer | Problem]]] = {
    "texas42": par.makeable,
    "pandoeren": pandoeren.makeable,
}


def read_hand(record: object) -> RecordedHand | Answer:
    """A hand record as a hand to be searched, or the answer that refuses it."""
    found = verdict(record)
    if not found["ok"] or not isinstance(record, dict):
        return {"ok": False, "problems": found["problems"]}
    if record["game"] not in READERS:
        return refusal(not_analysed(record["game"]))
    if missing := tuple(_missing(record)):
        return refusal(*missing)
    hand = READERS[record["game"]](record)
    return refusal(hand) if isinstance(hand, Problem) else hand


def walk(record: object) -> Answer:
    """Return everything shown of a recorded hand piece by piece.

    `hands`: the pieces of each seat before the first lead. `counts_points`: numbers are the
    declaring side's points; else 1 while the contract can be made. For each of the `steps`, the
    position before a piece was played and after the last one: `seat` to play (null at the end),
    `number`, and `options`, the value of each legal piece. `lines`, by step: best play if a piece
    cost something, and from the start. `claim` as in `plays`, with `refutation`, a line that beats
    it.
    """
    hand = read_hand(record)
    if not isinstance(hand, RecordedHand):
        return hand
    assert isinstance(record, dict)
    names = PIECES[record["game"]]

    numbers = [hand.number(position) for position in hand.positions]
    costly = [at for at, (best, got) in enumerate(pairwise(numbers)) if best != got]
    return {
        "ok": True,
        "hands": [
            [name for piece, name in enumerate(names) if held >> piece & 1] for held in hand.hands
        ],
        "counts_points": hand.counts_points,
        "steps": [_step(hand, *each, names) for each in zip(hand.positions, numbers, strict=True)],
        "lines": {
            str(at): _named(hand.best_line(hand.positions[at]), names) for at in {0, *costly}
        },
        "claim": _claim(hand, names),
    }


def claim_of(record: Record) -> Answer | None:
    """Return the judged claim of a record, as in `walk`; None without a meaningful claim or with
    unknown hands. Only the remaining tricks are searched.
    """
    if "claim" not in record or not deal_known(record):
        return None
    hand = read_hand(record)
    return _claim(hand, PIECES[record["game"]]) if isinstance(hand, RecordedHand) else None


def _claim(hand: RecordedHand, names: Sequence[str]) -> Answer | None:
    if (claim := hand.claim) is None:
        return None
    return {
        "holds": claim.holds,
        "certain": claim.certain,
        "refutation": _named(hand.refutation(), names),
    }


def _named(line: Sequence[Play], names: Sequence[str]) -> list[list[Any]]:
    return [[seat, names[piece]] for seat, piece in line]


def _step(
    hand: RecordedHand, position: Position, number: int, names: Sequence[str]
) -> dict[str, Any]:
    options = hand.options(position) if position.left else {}
    return {
        "seat": hand.seat_to_play(position) if position.left else None,
        "number": number,
        "options": {names[piece]: worth for piece, worth in options.items()},
    }


PIECES: Final[Mapping[str, Sequence[str]]] = {
    "texas42": DOMINOES,
    "pandoeren": pandoeren_cards.NAMES,
}


def deal_known(record: Record) -> bool:
    """Whether a record without problems gives the whole deal of a game that can be analysed; one
    hand, or the centre card, may follow from the rest."""
    fields, deal = FIELDS.get(record.get("game", "")), record.get("deal")
    if fields is None or deal is None:
        return False
    missing = [hand for hand in deal if hand is None]
    return len(missing) + sum(field.name not in record for field in fields) <= 1


def _missing(record: Record) -> Iterator[Problem]:
    """A legal record may lack them; plays cannot be judged without."""
    if "contract" not in record:
        yield problem(
            Code.CONTRACT_MISSING, "/contract", "The hand was passed out: nobody played it."
        )
    for key in ("deal", "plays"):
        if key not in record:
            yield problem(Code.RECORD_MALFORMED, f"/{key}", "The key “{key}” is missing.", key=key)


def refusal(*problems: Problem) -> Answer:
    """Return an answer with problems."""
    return {"ok": False, "problems": [each.as_dict() for each in problems]}
