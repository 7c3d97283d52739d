"""What an entry form says of a hand of Pandoeren, to and from the hand record.

Nothing is judged here: what the form leaves open is left out of the record, and the rule book
says what is missing.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.base import calls_written
from rules.pandoeren.cards import NAMES, NUMBERS, TRICKS
from rules.pandoeren.contracts import BIDS, PASS, Calls

SEATS: Final = 4
NO_BIDDER: Final = "none"
STUK_ON_SHEET: Final = "20"
"""What stuk is set to where only the sheet says so, not who showed it."""
CARD: Final = re.compile(r"[SHDC]\s*(?:10|[AKQJT2-9])(?=[SHDC\s,;]|$)|[^\s,;]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Announcement:
    """Roem announced: by whom, how much where it was said, and who tried to deny it."""

    seat: int
    value: int | None = None
    denied_by: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """The form's fields, clean: empty where nothing was said.

    ``bidder`` is None where nobody was named, and ``passed`` where all passed. ``calls`` is the
    auction from the dealer's left; where it is given it counts and the bidder does not. ``stuk``
    is the seat that showed it, ``tally`` what the table wrote on its sheet.
    """

    bidder: int | None = None
    passed: bool = False
    bid: str = ""
    calls: Sequence[str] = ()
    trump: str = ""
    call: str = ""
    partner: int | None = None
    tally: Mapping[str, Any] = field(default_factory=dict)
    tricks: Sequence[tuple[int, int | None]] = ()
    deal: Sequence[Sequence[str]] = ()
    plays: Sequence[Sequence[str]] = ()
    centre: str = ""
    discard: str = ""
    announcements: Sequence[Announcement] = ()
    stuk: int | None = None
    claim: str = ""
    against: str = ""
    reason: str = ""


def record_of(entry: Entry, *, dealer: int, pass_is_final: bool) -> dict[str, Any]:
    """The hand record that the form amounts to."""
    auction = auction_of(entry, dealer, pass_is_final=pass_is_final)
    record: dict[str, Any] = {"dealer": dealer, "auction": auction}
    if any(entry.deal):
        record["deal"] = [list(hand) or None for hand in entry.deal]
    if (contract := _contract(entry, auction)) is not None:
        record["contract"] = contract
    if entry.plays:
        record["plays"] = [list(trick) for trick in entry.plays]
    if entry.tricks:
        record["trick_results"] = [_trick(*trick) for trick in entry.tricks]
    if entry.claim:
        record["claim"] = entry.claim
    if entry.against:
        record["ruling"] = {"against": entry.against, "reason": entry.reason}
    if entry.tally:
        record["tally"] = dict(entry.tally)
    return record | _exchange(entry) | _announced(entry)


def auction_of(entry: Entry, dealer: int, *, pass_is_final: bool) -> list[dict[str, Any]]:
    """Every call with its seat. Whoever is not said to have bid passed, before and after."""
    if entry.calls:
        return _seated(list(entry.calls), dealer, pass_is_final=pass_is_final)
    if entry.passed:
        return _seated([PASS] * SEATS, dealer, pass_is_final=pass_is_final)
    if entry.bidder is None:
        return []
    before = (entry.bidder - dealer - 1) % SEATS
    return _seated([PASS] * before + [entry.bid], dealer, pass_is_final=pass_is_final)


def _seated(calls: list[str], dealer: int, *, pass_is_final: bool) -> list[dict[str, Any]]:
    """The calls with their seats, and the passes that end the auction after the last bid."""
    auction: list[dict[str, Any]] = []
    out: set[int] = set()
    seat, passes, bid = dealer, 0, False
    while calls or (bid and passes < SEATS - 1 and len(out) < SEATS - 1):
        seat = next(s for s in _from(seat + 1) if s not in out or len(out) == SEATS)
        call = calls.pop(0) if calls else PASS
        auction.append({"seat": seat, "bid": call})
        passes, bid = (passes + 1, bid) if call == PASS else (0, True)
        if call == PASS and pass_is_final:
            out.add(seat)
    return auction


def _from(seat: int) -> list[int]:
    return [(seat + step) % SEATS for step in range(SEATS)]


def declarer_of(auction: Sequence[Mapping[str, Any]]) -> int | None:
    """The seat of the last bid, if anybody bid."""
    bids = [call["seat"] for call in auction if call["bid"] != PASS]
    return bids[-1] if bids else None


def bid_of(auction: Sequence[Mapping[str, Any]]) -> str:
    """The last bid, if anybody bid."""
    return next((call["bid"] for call in reversed(auction) if call["bid"] != PASS), "")


def read_pieces(text: str) -> list[str]:
    """``sa h10 d7``: cards in any spelling; what is none is passed on as it stands."""
    return [_piece(word) for word in CARD.findall(text)]


def canonical(card: str) -> str:
    """A card as the record writes it."""
    return NAMES[NUMBERS[card]] if card in NUMBERS else card


def _piece(word: str) -> str:
    name = re.sub(r"\s", "", word).upper()
    return canonical(name) if name in NUMBERS else word


def _contract(entry: Entry, auction: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """What was named; None where nothing was, and the bid asks for something."""
    if not auction or declarer_of(auction) is None:
        return None
    bid = BIDS.get(bid_of(auction))
    asks = bid is not None and (bid.contract.trumps or bid.contract.calls is Calls.ACE)
    if asks and not entry.trump and not entry.call:
        return None
    return {"trump": entry.trump or None, "call": entry.call or None}


def _exchange(entry: Entry) -> dict[str, Any]:
    given = {"centre": entry.centre, "discard": entry.discard}
    named = {key: card for key, card in given.items() if card}
    return named if entry.partner is None else named | {"partner": entry.partner}


def _announced(entry: Entry) -> dict[str, Any]:
    record: dict[str, Any] = {}
    if entry.announcements:
        record["roem"] = [
            {"seat": one.seat} | ({} if one.value is None else {"value": one.value})
            for one in entry.announcements
        ]
    denials = [{"by": by, "against": o.seat} for o in entry.announcements for by in o.denied_by]
    if denials:
        record["denials"] = denials
    if entry.stuk is not None:
        record["stuk"] = entry.stuk
    return record


def _trick(winner: int, points: int | None) -> dict[str, int]:
    return {"winner": winner} if points is None else {"winner": winner, "points": points}


# Back into the form


def fields_of(
    record: Mapping[str, Any], written: Sequence[Mapping[str, Any]] | None = None
) -> dict[str, Any]:
    """The form's fields for a recorded hand, so that it can be corrected.

    ``written`` are the calls of its auction that somebody wrote, if that is known.
    """
    calls = calls_written(record["auction"], None) if written is None else written
    fields: dict[str, Any] = {"mode": mode_of(record)} | _auction_fields(calls)
    contract = record.get("contract") or {}
    fields |= {
        "trump": contract.get("trump") or "",
        "call": canonical(contract.get("call") or ""),
        "partner": str(record.get("partner", "")),
        "centre": canonical(record.get("centre", "")),
        "discard": canonical(record.get("discard", "")),
        "claim": record.get("claim", ""),
        "against": record.get("ruling", {}).get("against", ""),
        "ruling_reason": record.get("ruling", {}).get("reason", ""),
    }
    fields |= _tally_fields(record.get("tally", {})) | _roem_fields(record)
    for number, trick in enumerate(record.get("trick_results", ())):
        fields[f"winner_{number}"] = str(trick["winner"])
        fields[f"points_{number}"] = trick.get("points")
    for seat, hand in enumerate(record.get("deal", ())):
        fields[f"deal_{seat}"] = [canonical(piece) for piece in hand or ()]
    for number, trick in enumerate(record.get("plays", ())[:TRICKS]):
        fields[f"plays_{number}"] = " ".join(canonical(piece) for piece in trick)
    return fields


def mode_of(record: Mapping[str, Any]) -> str:
    """The way of entering in which everything in this record can be shown."""
    if record.keys() & {"plays", "deal", "centre", "discard"}:
        return "full"
    return "tricks" if "trick_results" in record else "quick"


def _auction_fields(auction: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    declarer = declarer_of(auction)
    if declarer is None:
        return {"bidder": NO_BIDDER}
    kind, _plus, more = bid_of(auction).partition("+")
    fields = {"bidder": str(declarer), "bid": kind, "plus": more}
    if len(auction) > 1:
        fields["calls"] = " ".join("p" if call["bid"] == PASS else call["bid"] for call in auction)
    return fields


def _tally_fields(tally: Mapping[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {
        key: tally[key] for key in ("cards", "roem", "tricks") if key in tally
    }
    words = {True: "made", False: "set"}
    if "made" in tally:
        fields["result"] = words[tally["made"]]
    if tally.get("stuk"):
        fields["stuk"] = STUK_ON_SHEET
    for key in ("first", "first_four"):
        if key in tally:
            fields[key] = "yes" if tally[key] else "no"
    return fields


def _roem_fields(record: Mapping[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for number, one in enumerate(record.get("roem", ())):
        fields[f"roem_seat_{number}"] = str(one["seat"])
        fields[f"roem_value_{number}"] = one.get("value")
        fields[f"denied_by_{number}"] = [
            str(denial["by"])
            for denial in record.get("denials", ())
            if denial["against"] == one["seat"]
        ]
    if record.get("stuk") is not None:
        fields["stuk"] = str(record["stuk"])
    return fields
