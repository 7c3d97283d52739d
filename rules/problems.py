"""Problems of a record: a code, a place, and a text for the people at the table.

Vocabulary: a *problem* makes a record illegal or, as a *warning*, is something a director may want
to know. Its place is a JSON Pointer (RFC 6901) into the record. Nothing here knows a game.

`problem()` is the only constructor. Its third argument is always a literal template with `{named}`
fields, so that the templates can be collected for translation (`xgettext --keyword=problem:3`) and
filled in later in any language.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

from rules.phrases import phrase


class Code(StrEnum):
    """Every code that a verdict may carry, by stage."""

    RECORD_MALFORMED = "record.malformed"
    RECORD_UNKNOWN_FORMAT = "record.unknown_format"
    RECORD_UNKNOWN_GAME = "record.unknown_game"

    RULES_UNKNOWN_PRESET = "rules.unknown_preset"
    RULES_UNKNOWN_OPTION = "rules.unknown_option"
    RULES_BAD_VALUE = "rules.bad_value"

    DEAL_UNKNOWN_PIECE = "deal.unknown_piece"
    DEAL_WRONG_SIZE = "deal.wrong_size"
    DEAL_DUPLICATE = "deal.duplicate"
    DEAL_BAD_DISCARD = "deal.bad_discard"

    AUCTION_UNKNOWN_BID = "auction.unknown_bid"
    AUCTION_OUT_OF_TURN = "auction.out_of_turn"
    AUCTION_NOT_HIGHER = "auction.not_higher"
    AUCTION_NOT_ALLOWED = "auction.not_allowed"
    AUCTION_MUST_BID = "auction.must_bid"
    AUCTION_AFTER_END = "auction.after_end"
    AUCTION_INCOMPLETE = "auction.incomplete"

    CONTRACT_MISSING = "contract.missing"
    CONTRACT_UNEXPECTED = "contract.unexpected"
    CONTRACT_UNKNOWN = "contract.unknown"
    CONTRACT_NOT_ALLOWED = "contract.not_allowed"
    CONTRACT_MUST_PLUNGE = "contract.must_plunge"
    CONTRACT_NEEDS_DOUBLES = "contract.needs_doubles"
    CALL_MISSING = "call.missing"
    CALL_NOT_ALLOWED = "call.not_allowed"
    CALL_OWN_CARD = "call.own_card"
    CALL_KING_ONLY = "call.king_only"

    PLAY_UNKNOWN_PIECE = "play.unknown_piece"
    PLAY_DUPLICATE = "play.duplicate"
    PLAY_NOT_HELD = "play.not_held"
    PLAY_REVOKE = "play.revoke"
    PLAY_UNDERTRUMP = "play.undertrump"
    PLAY_BAD_LEAD = "play.bad_lead"
    PLAY_WRONG_SIZE = "play.wrong_size"
    PLAY_TOO_MANY = "play.too_many"
    PLAY_INCOMPLETE = "play.incomplete"
    RESULT_IMPOSSIBLE = "result.impossible"

    ROEM_NOT_ALLOWED = "roem.not_allowed"
    ROEM_NONE = "roem.none"
    ROEM_WRONG_VALUE = "roem.wrong_value"
    DENIAL_NOT_ENTITLED = "denial.not_entitled"
    STUK_NOT_ALLOWED = "stuk.not_allowed"
    STUK_NOT_HELD = "stuk.not_held"

    TALLY_IMPOSSIBLE = "tally.impossible"
    TALLY_MISMATCH = "tally.mismatch"
    TALLY_INSUFFICIENT = "tally.insufficient"
    CLAIM_AMBIGUOUS = "claim.ambiguous"

    MATCH_AFTER_END = "match.after_end"
    MATCH_WRONG_DEALER = "match.wrong_dealer"
    MATCH_OTHER_DEAL = "match.other_deal"


class SeatInText(int):
    """A seat in the text of a problem; a page may show the player's name instead."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"seat {int(self)}"


class PieceInText(str):
    """A domino or card in the text of a problem, in canonical spelling; a page may draw it."""

    __slots__ = ()


class BidInText(str):
    """A bid in the text of a problem, in canonical spelling."""

    __slots__ = ()


Value = int | str


class Problem(NamedTuple):
    """One problem: what (`code`), where (`at`), and why (`text` filled with `values`)."""

    code: Code
    at: str
    text: str
    values: Mapping[str, Value]

    @property
    def message(self) -> str:
        """The English sentence."""
        return self.text.format(**self.values)

    def inside(self, at: str) -> "Problem":
        """Return the same problem of a record that stands at `at` inside a larger one."""
        return self._replace(at=at + self.at)

    def as_dict(self) -> dict[str, str]:
        """Return the form that verdicts carry."""
        return {"code": self.code.value, "at": self.at, "message": self.message}


Problems = tuple[Problem, ...]


def first_stage(*stages: Iterable[Problem]) -> Problems:
    """Return the problems of the first stage that has any; no later one is looked at."""
    return next((wrong for wrong in map(tuple, stages) if wrong), ())


def verdict_values(
    problems: Problems, warnings: Problems, facts: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a verdict, ready for JSON."""
    return {
        "ok": not problems,
        "problems": [problem.as_dict() for problem in problems],
        "warnings": [warning.as_dict() for warning in warnings],
        **facts,
    }


def problem(code: Code, at: str, text: str, /, **values: Value) -> Problem:
    """Return a problem at `at`; `text` is a literal template over the names of `values`."""
    return Problem(code, at, text, values)


def pointer(at: str, key: object) -> str:
    """Return the JSON Pointer of `key` inside the value at `at`."""
    return f"{at}/{str(key).replace('~', '~0').replace('/', '~1')}"


SHOWN_LENGTH = 40


class Described(str):
    """What a value that cannot be quoted is like; a page may translate it."""

    __slots__ = ()


A_HUGE_NUMBER: Final = phrase("a huge number")
A_LIST: Final = phrase("a list")
AN_OBJECT: Final = phrase("an object")


def shown(value: object) -> str:
    """Return a value of a record, short enough to be quoted in a message."""
    match value:
        case str():
            text = value
        case bool() | None:
            text = {True: "true", False: "false", None: "null"}[value]
        case int() if abs(value) >= 10**SHOWN_LENGTH:
            return Described(A_HUGE_NUMBER.text)
        case int() | float():
            text = str(value)
        case _:
            return Described((A_LIST if isinstance(value, list) else AN_OBJECT).text)
    return text if len(text) <= SHOWN_LENGTH else text[: SHOWN_LENGTH - 1] + "…"
