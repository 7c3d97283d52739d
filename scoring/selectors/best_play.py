"""Best-play answers for recorded hands, as far as the worker has computed them."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.analysis import VERSION
from engine.analysis.answers import deal_known, is_played

Record = Mapping[str, Any]
Answer = dict[str, Any]
MAX_ATTEMPTS = 3
"""An answer that was begun so often without an end is given up."""
DEAL_KEYS = ("game", "rules", "dealer", "deal", "centre")
"""The keys of a record on which the makeables of its deal depend."""


class Ask(StrEnum):
    """The kind of a question about a record."""

    MAKEABLE = "makeable"
    WALK = "walk"


@dataclass(frozen=True, slots=True)
class BestPlayQuestion:
    """A question, and the digest under which its answer is kept."""

    ask: Ask
    record: Record
    digest: str

    @property
    def as_json(self) -> dict[str, Any]:
        return {"ask": self.ask.value, "record": dict(self.record)}


def question_of(ask: Ask, record: Record) -> BestPlayQuestion | None:
    """Return the question of a record; None if best play does not apply.

    That is so for games without a solver, incompletely known deals and, for walking through, hands
    without plays.
    """
    if not deal_known(record):
        return None
    if ask is Ask.WALK and not is_played(record):
        return None
    if ask is Ask.MAKEABLE:
        record = {key: record[key] for key in DEAL_KEYS if key in record}
    text = json.dumps([VERSION, ask, record], sort_keys=True, separators=(",", ":"))
    return BestPlayQuestion(ask, record, hashlib.sha256(text.encode()).hexdigest())
