"""What an entry form says of a hand of Dummy-Hand Spades, to and from the hand record.

Nothing is judged here: what the form leaves open is left out of the record, and the rule book
says what is missing.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules.dummy_spades.auction import IN_TURN
from rules.dummy_spades.cards import NAMES, NUMBERS, TRICKS
from rules.dummy_spades.options import REAL_PLAYERS

HANDS: Final = REAL_PLAYERS + 1


@dataclass(frozen=True, slots=True)
class Entry:
    """The form's fields, clean: empty where nothing was said.

    ``bids`` and ``nils`` are by the bidder's seat, ``tricks`` by hand: the dummy's is the fourth.
    ``winners`` are the hands that won the tricks, in order.
    """

    bids: Mapping[int, str]
    nils: Mapping[int, Sequence[int]] = field(default_factory=dict)
    tricks: Sequence[int | None] = (None,) * HANDS
    declarer_side: int | None = None
    winners: Sequence[int] = ()
    deal: Sequence[Sequence[str]] = ()
    plays: Sequence[Sequence[str]] = ()
    flipped: Sequence[str] = ()
    claim: str = ""


def record_of(entry: Entry, *, dealer: int) -> dict[str, Any]:
    """The hand record that the form amounts to; the auction ends where a bid is missing."""
    record: dict[str, Any] = {"dealer": dealer, "auction": _auction(entry, dealer)}
    if any(entry.deal):
        record["deal"] = [list(hand) or None for hand in entry.deal]
    if entry.plays:
        record["plays"] = [list(trick) for trick in entry.plays]
    if entry.winners:
        record["trick_results"] = [{"winner": hand} for hand in entry.winners]
    if entry.claim:
        record["claim"] = entry.claim
    if tally := _tally(entry):
        record["tally"] = tally
    if entry.flipped:
        record["flipped"] = list(entry.flipped)
    return record


def fields_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """The form's fields for a recorded hand, so that it can be corrected."""
    tally = record.get("tally", {})
    fields: dict[str, Any] = {
        "mode": mode_of(record),
        "claim": record.get("claim", ""),
        "declarer_side": tally.get("declarer_side"),
        "flipped": [canonical(card) for card in record.get("flipped", ())],
    }
    for call in record["auction"]:
        fields[f"bid_{call['seat']}"] = call["bid"]
        fields[f"nil_{call['seat']}"] = [str(hand) for hand in call.get("nil", ())]
    for hand, tricks in enumerate(tally.get("tricks", ())):
        fields[f"tricks_{hand}"] = tricks
    for number, trick in enumerate(record.get("trick_results", ())):
        fields[f"winner_{number}"] = str(trick["winner"])
    for hand, cards in enumerate(record.get("deal", ())):
        fields[f"deal_{hand}"] = [canonical(card) for card in cards or ()]
    for number, trick in enumerate(record.get("plays", ())):
        fields[f"plays_{number}"] = " ".join(canonical(card) for card in trick)
    return fields


def mode_of(record: Mapping[str, Any]) -> str:
    """The way of entering in which everything in this record can be shown."""
    if record.keys() & {"plays", "deal", "flipped"}:
        return "full"
    return "tricks" if "trick_results" in record else "quick"


def canonical(card: str) -> str:
    """``H10`` is written ``HT``; a word that is no card stays."""
    return NAMES[NUMBERS[card]] if card in NUMBERS else card


def tricks_said(tricks: Sequence[int | None]) -> list[int] | None:
    """The tricks by hand; one that was left open is what the others leave of thirteen."""
    said = [count for count in tricks if count is not None]
    if len(said) < HANDS - 1:
        return None
    rest = max(TRICKS - sum(said), 0)
    return [rest if count is None else count for count in tricks]


def _auction(entry: Entry, dealer: int) -> list[dict[str, Any]]:
    calls: list[dict[str, Any]] = []
    for seat in IN_TURN[dealer]:
        if not entry.bids.get(seat):
            break
        call: dict[str, Any] = {"seat": seat, "bid": entry.bids[seat]}
        if nils := entry.nils.get(seat):
            call["nil"] = list(nils)
        calls.append(call)
    return calls


def _tally(entry: Entry) -> dict[str, Any]:
    tally: dict[str, Any] = {}
    if (tricks := tricks_said(entry.tricks)) is not None:
        tally["tricks"] = tricks
    if entry.declarer_side is not None:
        tally["declarer_side"] = entry.declarer_side
    return tally


# Cards as they are typed

CARD: Final = re.compile(r"[shdc]\s*(?:10|[akqjt2-9])", re.IGNORECASE)
WORD: Final = re.compile(rf"{CARD.pattern}|[^\s,;]+", re.IGNORECASE)


def read_cards(text: str) -> list[str]:
    """``sa h10 c2``: cards as the record writes them; what is none is passed on as it stands."""
    return [_card(word) for word in WORD.findall(text)]


def _card(word: str) -> str:
    return canonical(re.sub(r"\s", "", word).upper()) if CARD.fullmatch(word) else word
