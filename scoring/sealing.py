"""Records of hands whose deal is still being played elsewhere: visible and sealed parts.

The pieces of a sealed hand are stored separately until its deal is public; no page, endpoint or
print reads them there.
"""

from typing import Any, Final

Record = dict[str, Any]

PIECES: Final = frozenset({"deal", "plays", "centre", "discard", "flipped", "opening_suit"})
"""The keys of a record that name pieces, or mean nothing without them."""
CALL: Final = "call"
"""The key of a contract that names a piece."""


def seal(record: Record) -> tuple[Record, Record | None]:
    """Return the record without pieces, and the removed part; None if there is none.

    A claim is removed with its tricks.
    """
    keys = PIECES | {"claim"} if "plays" in record else PIECES
    sealed = {key: value for key, value in record.items() if key in keys}
    shown = {key: value for key, value in record.items() if key not in keys}
    contract = record.get("contract")
    if isinstance(contract, dict) and contract.get(CALL):
        shown["contract"] = {key: value for key, value in contract.items() if key != CALL}
        sealed[CALL] = contract[CALL]
    return shown, sealed or None


def unseal(shown: Record, sealed: Record | None) -> Record:
    """Return the whole record again."""
    hidden = dict(sealed or {})
    call = hidden.pop(CALL, None)
    whole = shown | hidden
    if call is not None:
        whole["contract"] = {**shown["contract"], CALL: call}
    return whole


def without_pieces(verdict: Record) -> Record:
    """Return a verdict without its warnings, whose words may name pieces."""
    return verdict | {"warnings": []}
