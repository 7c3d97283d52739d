"""The answers of the command line: a deal or a hand record in, a JSON object out."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from engine.analysis.deals import deal_fields, deal_problems
from engine.analysis.recorded import Play, RecordedHand
from engine.analysis.search import Position
from engine.analysis.solver import SOLVERS, Answer, not_analysed
from rules import GAMES, verdict
from rules.game import Record
from rules.problems import Code, Problem, problem
from rules.shape import not_an_object


def table(deal: object) -> Answer:
    """Return the table of a deal, or its problems."""
    problems = deal_problems(deal, among=SOLVERS)
    if problems or not isinstance(deal, dict):
        return refusal(*problems)
    return _answer(SOLVERS[deal["game"]].table(deal))


def _answer(solved: Answer | Problem) -> Answer:
    return refusal(solved) if isinstance(solved, Problem) else {"ok": True, **solved}


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

    Reads only `game`, `rules`, `dealer`, `deal` and, where a game has one, `centre`, so that
    unplayed deals are answered as well. One hand may be missing if it follows from the others.
    """
    if not isinstance(record, dict):
        return refusal(not_an_object(""))
    game = str(record.get("game"))
    if game not in SOLVERS:
        return refusal(not_analysed(game))
    return _answer(SOLVERS[game].makeable(record))


def read_hand(record: object) -> RecordedHand | Answer:
    """A hand record as a hand to be searched, or the answer that refuses it."""
    judged = verdict(record)
    if not judged["ok"] or not isinstance(record, dict):
        return {"ok": False, "problems": judged["problems"]}
    if record["game"] not in SOLVERS:
        return refusal(not_analysed(record["game"]))
    if missing := tuple(_missing(record)):
        return refusal(*missing)
    hand = SOLVERS[record["game"]].read_hand(record)
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
    names = hand.names
    numbers = [hand.number(position) for position in hand.positions]
    costly = [at for at, (best, got) in enumerate(pairwise(numbers)) if best != got]
    return {
        "ok": True,
        "hands": [
            [name for piece, name in enumerate(names) if held >> piece & 1] for held in hand.hands
        ],
        "counts_points": hand.counts_points,
        "steps": [_step(hand, *each) for each in zip(hand.positions, numbers, strict=True)],
        "lines": {
            str(at): _named(hand.best_line(hand.positions[at]), names) for at in {0, *costly}
        },
        "claim": _claim(hand),
    }


def claim_of(record: Record) -> Answer | None:
    """Return the judged claim of a record, as in `walk`; None without a meaningful claim or with
    unknown hands. Only the remaining tricks are searched.
    """
    if "claim" not in record or not deal_known(record):
        return None
    hand = read_hand(record)
    return _claim(hand) if isinstance(hand, RecordedHand) else None


def _claim(hand: RecordedHand) -> Answer | None:
    if (claim := hand.claim) is None:
        return None
    return {
        "holds": claim.holds,
        "certain": claim.certain,
        "refutation": _named(hand.refutation(), hand.names),
    }


def _named(line: Sequence[Play], names: Sequence[str]) -> list[list[Any]]:
    return [[seat, names[piece]] for seat, piece in line]


def _step(hand: RecordedHand, position: Position, number: int) -> dict[str, Any]:
    options = hand.options(position) if position.left else {}
    return {
        "seat": hand.seat_to_play(position) if position.left else None,
        "number": number,
        "options": {hand.names[piece]: worth for piece, worth in options.items()},
    }


def deal_known(record: Record) -> bool:
    """Whether a record without problems gives the whole deal of a game that can be analysed; one
    hand, or the centre card, may follow from the rest."""
    game, deal = record.get("game", ""), record.get("deal")
    dealing = GAMES[game].dealing if game in SOLVERS else None
    if dealing is None or deal is None:
        return False
    missing = [hand for hand in deal if hand is None]
    return len(missing) + sum(field.name not in record for field in deal_fields(dealing)) <= 1


def is_played(record: Record) -> bool:
    """Whether a sound record says what was played: the plays, and the contract if the game has
    one."""
    return "plays" in record and _is_declared(record)


def _is_declared(record: Record) -> bool:
    has_contracts = any(field.name == "contract" for field in GAMES[record["game"]].fields)
    return "contract" in record or not has_contracts


def _missing(record: Record) -> Iterator[Problem]:
    """A legal record may lack them; plays cannot be judged without."""
    if not _is_declared(record):
        yield problem(
            Code.CONTRACT_MISSING, "/contract", "The hand was passed out: nobody played it."
        )
    for key in ("deal", "plays"):
        if key not in record:
            yield problem(Code.RECORD_MALFORMED, f"/{key}", "The key “{key}” is missing.", key=key)


def refusal(*problems: Problem) -> Answer:
    return {"ok": False, "problems": [each.as_dict() for each in problems]}
