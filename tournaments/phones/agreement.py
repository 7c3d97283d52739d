"""The agreement of a table on its recorded hands: its states, and what each act makes of them.

The one table that services, phones, the desk and the page of a match follow; docs/phones.md says
what each state shows. No database here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Agreement(StrEnum):
    """The state of a game's agreement; a hand may be asked back in each but the last."""

    NONE = "none"
    """Nothing is open."""
    WAITING = "waiting"
    """Hands written on phones wait for the other side."""
    DISPUTED = "disputed"
    """The other side objected to the hands."""
    TAKE_BACK = "take_back"
    WAITING_TAKE_BACK = "waiting_take_back"
    DISPUTED_TAKE_BACK = "disputed_take_back"
    DECIDED = "decided"
    """A scorer typed the final totals over the hands."""


class Act(StrEnum):
    """What somebody does: a player's phone first, a scorer or organiser after it."""

    WRITE = "write"
    """Record a hand that nobody confirms now."""
    PROPOSE = "propose"
    """Record a hand that the other side confirms now, or end a match that it confirms."""
    UNDO = "undo"
    """Take back the last hand, unconfirmed, on the phone that wrote it a minute ago at most."""
    ASK_BACK = "ask_back"
    RIGHT = "right"
    WRONG = "wrong"
    GIVE_BACK = "give_back"
    """Let the last hand be taken back."""
    KEEP = "keep"
    RECORD = "record"
    CORRECT = "correct"
    """Correct a hand in question."""
    REMOVE = "remove"
    """Take back the last hand, which is in question."""
    SETTLE = "settle"
    """Let the hands stand as written."""
    TOTALS = "totals"
    WITHDRAW = "withdraw"
    """Withdraw the typed totals."""


class Question(StrEnum):
    """What the other side is asked."""

    NONE = "none"
    IS_RIGHT = "is_right"
    MAY_TAKE_BACK = "may_take_back"

    @property
    def asks(self) -> bool:
        return self is not Question.NONE


@dataclass(frozen=True, slots=True)
class AgreementView:
    """What a state shows: the question, and whether the organiser decides."""

    question: Question
    needs_organiser: bool = False


VIEWS: Final[Mapping[Agreement, AgreementView]] = {
    Agreement.NONE: AgreementView(Question.NONE),
    Agreement.WAITING: AgreementView(Question.IS_RIGHT),
    Agreement.DISPUTED: AgreementView(Question.NONE, needs_organiser=True),
    Agreement.TAKE_BACK: AgreementView(Question.MAY_TAKE_BACK),
    Agreement.WAITING_TAKE_BACK: AgreementView(Question.MAY_TAKE_BACK),
    Agreement.DISPUTED_TAKE_BACK: AgreementView(Question.MAY_TAKE_BACK, needs_organiser=True),
    Agreement.DECIDED: AgreementView(Question.NONE),
}

_NONE, _WAITING, _DISPUTED = Agreement.NONE, Agreement.WAITING, Agreement.DISPUTED

# A change of the last hand, by whomever, also ends the question whether it may be taken back.
TRANSITIONS: Final[Mapping[Agreement, Mapping[Act, Agreement]]] = {
    _NONE: {
        Act.WRITE: _NONE,
        Act.PROPOSE: _WAITING,
        Act.UNDO: _NONE,
        Act.ASK_BACK: Agreement.TAKE_BACK,
        Act.RECORD: _NONE,
        Act.CORRECT: _NONE,
        Act.REMOVE: _NONE,
        Act.TOTALS: Agreement.DECIDED,
    },
    _WAITING: {
        Act.UNDO: _NONE,
        Act.ASK_BACK: Agreement.WAITING_TAKE_BACK,
        Act.RIGHT: _NONE,
        Act.WRONG: _DISPUTED,
        Act.RECORD: _WAITING,
        Act.CORRECT: _NONE,
        Act.REMOVE: _NONE,
        Act.SETTLE: _NONE,
        Act.TOTALS: Agreement.DECIDED,
    },
    _DISPUTED: {
        Act.UNDO: _NONE,
        Act.ASK_BACK: Agreement.DISPUTED_TAKE_BACK,
        Act.RECORD: _DISPUTED,
        Act.CORRECT: _NONE,
        Act.REMOVE: _NONE,
        Act.SETTLE: _NONE,
        Act.TOTALS: Agreement.DECIDED,
    },
    Agreement.TAKE_BACK: {
        Act.UNDO: _NONE,
        Act.GIVE_BACK: _NONE,
        Act.KEEP: _NONE,
        Act.RECORD: _NONE,
        Act.CORRECT: _NONE,
        Act.REMOVE: _NONE,
        Act.SETTLE: _NONE,
        Act.TOTALS: Agreement.DECIDED,
    },
    Agreement.WAITING_TAKE_BACK: {
        Act.UNDO: _NONE,
        Act.GIVE_BACK: _NONE,
        Act.KEEP: _WAITING,
        Act.RECORD: _WAITING,
        Act.CORRECT: _NONE,
        Act.REMOVE: _NONE,
        Act.SETTLE: _NONE,
        Act.TOTALS: Agreement.DECIDED,
    },
    Agreement.DISPUTED_TAKE_BACK: {
        Act.UNDO: _NONE,
        Act.GIVE_BACK: _NONE,
        Act.KEEP: _DISPUTED,
        Act.RECORD: _DISPUTED,
        Act.CORRECT: _NONE,
        Act.REMOVE: _NONE,
        Act.SETTLE: _NONE,
        Act.TOTALS: Agreement.DECIDED,
    },
    # Withdrawn, the hands are what they were: in the end waiting or disputed again.
    Agreement.DECIDED: {
        Act.CORRECT: Agreement.DECIDED,
        Act.REMOVE: Agreement.DECIDED,
        Act.TOTALS: Agreement.DECIDED,
        Act.WITHDRAW: _NONE,
    },
}


def is_allowed(state: Agreement, act: Act) -> bool:
    return act in TRANSITIONS[state]
