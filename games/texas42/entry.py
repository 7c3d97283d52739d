"""What an entry form says of a hand of Texas 42, to and from the hand record.

Nothing is judged here: what the form leaves open is left out of the record, and the rule book
says what is missing.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.base import calls_written
from games.figures import read_whole

SEATS: Final = 4
TRICKS: Final = 7
NO_BIDDER: Final = "none"
PIECE: Final = re.compile(r"[0-6]\s*[-–]?\s*[0-6]|[^\s,;]+")
RANKED: Final = {"no_trump": "high", "nello": "own"}
WITH_PARTNER: Final = frozenset({"plunge", "splash"})


@dataclass(frozen=True, slots=True)
class Entry:
    """The form's fields, clean: empty where nothing was said.

    ``bidder`` is None where nobody was named, and ``passed`` where all passed. ``calls`` is the
    whole auction from the shaker's left; where it is given it counts and the bidder does not.
    ``points`` are those of the declaring side. ``tricks`` are winner and points.
    """

    bidder: int | None = None
    passed: bool = False
    bid: str = ""
    calls: Sequence[str] = ()
    contract: str = ""
    ranking: str = ""
    named: str = ""
    made: bool | None = None
    points: int | None = None
    tricks: Sequence[tuple[int, int | None]] = ()
    deal: Sequence[Sequence[str]] = ()
    plays: Sequence[Sequence[str]] = ()
    claim: str = ""
    against: str = ""
    reason: str = ""
    opening_suit: int | None = None


def record_of(entry: Entry, *, dealer: int) -> dict[str, Any]:
    """The hand record that the form amounts to."""
    auction = _auction(entry, dealer)
    record: dict[str, Any] = {"dealer": dealer, "auction": auction}
    if any(entry.deal):
        record["deal"] = [list(hand) or None for hand in entry.deal]
    if entry.contract:
        record["contract"] = _contract(entry)
    if entry.plays:
        record["plays"] = [list(trick) for trick in entry.plays]
    if entry.tricks:
        record["trick_results"] = [_trick(*trick) for trick in entry.tricks]
    if entry.claim:
        record["claim"] = entry.claim
    if entry.against:
        record["ruling"] = {"against": entry.against, "reason": entry.reason}
    if tally := _tally(entry, declarer_of(auction)):
        record["tally"] = tally
    if entry.opening_suit is not None:
        record["opening_suit"] = entry.opening_suit
    return record


def declarer_of(auction: Sequence[Mapping[str, Any]]) -> int | None:
    """The seat of the last bid, if anybody bid."""
    bids = [call["seat"] for call in auction if call["bid"] != "pass"]
    return bids[-1] if bids else None


def read_pieces(text: str) -> list[str]:
    """``55 5-3 06``: dominoes as digits in any spelling; what is none is passed on as it stands."""
    return [_piece(word) for word in PIECE.findall(text)]


def fields_of(
    record: Mapping[str, Any], written: Sequence[Mapping[str, Any]] | None = None
) -> dict[str, Any]:
    """The form's fields for a recorded hand, so that it can be corrected.

    ``written`` are the calls of its auction that somebody wrote, if that is known.
    """
    declarer = declarer_of(record["auction"])
    fields: dict[str, Any] = {"mode": mode_of(record), "bidder": NO_BIDDER}
    if declarer is not None:
        bid = next(c["bid"] for c in reversed(record["auction"]) if c["bid"] != "pass")
        fields |= {"bidder": str(declarer), "bid": bid}
    calls = calls_written(record["auction"], None) if written is None else written
    if declarer is not None and len(calls) > 1:
        fields["calls"] = " ".join(_call(call["bid"]) for call in calls)
    fields |= _contract_fields(record.get("contract"))
    fields |= _result_fields(record, declarer)
    for number, trick in enumerate(record.get("trick_results", ())):
        fields[f"winner_{number}"] = str(trick["winner"])
        fields[f"points_{number}"] = trick.get("points")
    for seat, hand in enumerate(record.get("deal", ())):
        fields[f"deal_{seat}"] = [canonical(piece) for piece in hand or ()]
    for number, trick in enumerate(record.get("plays", ())):
        fields[f"plays_{number}"] = " ".join(canonical(piece) for piece in trick)
    return fields


def mode_of(record: Mapping[str, Any]) -> str:
    """The way of entering in which everything in this record can be shown."""
    if "plays" in record or "deal" in record:
        return "full"
    return "tricks" if "trick_results" in record else "quick"


def canonical(piece: str) -> str:
    """The higher end first."""
    return "-".join(sorted(piece.split("-"), reverse=True))


def _auction(entry: Entry, dealer: int) -> list[dict[str, Any]]:
    """Every call with its seat; without the whole auction the others are taken to have passed."""
    order = [(dealer + step) % SEATS for step in range(1, SEATS + 1)]
    if entry.calls:
        return [{"seat": order[step % SEATS], "bid": bid} for step, bid in enumerate(entry.calls)]
    if entry.bidder is None and not entry.passed:
        return []
    return [{"seat": s, "bid": entry.bid if s == entry.bidder else "pass"} for s in order]


def _contract(entry: Entry) -> dict[str, Any]:
    suit = read_whole(entry.contract)
    if suit is not None:
        return {"kind": "trump", "trump": suit}
    contract = _ranked(entry.contract, entry.ranking)
    if entry.contract not in WITH_PARTNER or not entry.named:
        return contract
    named = read_whole(entry.named)
    if named is not None:
        return contract | {"trump": named}
    return contract | {"as": _ranked(entry.named, entry.ranking)}


def _ranked(kind: str, ranking: str) -> dict[str, Any]:
    if kind not in RANKED:
        return {"kind": kind}
    return {"kind": kind, "doubles": ranking or RANKED[kind]}


def _trick(winner: int, points: int | None) -> dict[str, int]:
    return {"winner": winner} if points is None else {"winner": winner, "points": points}


def _tally(entry: Entry, declarer: int | None) -> dict[str, Any]:
    tally: dict[str, Any] = {}
    if entry.made is not None:
        tally["made"] = entry.made
    if entry.points is not None and declarer is not None:
        own, other = entry.points, max(42 - entry.points, 0)
        tally["points"] = [own, other] if declarer % 2 == 0 else [other, own]
    return tally


def _contract_fields(contract: Mapping[str, Any] | None) -> dict[str, str]:
    if contract is None:
        return {}
    kind, suit = contract["kind"], contract.get("trump")
    if kind == "trump":
        return {"contract": str(suit)}
    if suit is not None:
        return {"contract": kind, "named": str(suit)}
    named = contract.get("as", {})
    ranking = (named or contract).get("doubles", "")
    return {"contract": kind, "named": named.get("kind", ""), "ranking": ranking}


def _result_fields(record: Mapping[str, Any], declarer: int | None) -> dict[str, Any]:
    tally, ruling = record.get("tally", {}), record.get("ruling", {})
    fields: dict[str, Any] = {
        "claim": record.get("claim", ""),
        "against": ruling.get("against", ""),
        "ruling_reason": ruling.get("reason", ""),
        "opening_suit": record.get("opening_suit"),
    }
    if "made" in tally:
        fields["result"] = "made" if tally["made"] else "set"
    if "points" in tally and declarer is not None:
        fields["points"] = tally["points"][declarer % 2]
    return fields


def _call(bid: str) -> str:
    return {"pass": "p", "low-no": "ln"}.get(bid, bid)


def _piece(word: str) -> str:
    digits = [c for c in word if c in "0123456"]
    if len(digits) == 2 and re.fullmatch(r"[0-6]\s*[-–]?\s*[0-6]", word):
        return canonical("-".join(digits))
    return word
