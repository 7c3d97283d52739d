"""The host of a match: breadcrumbs of its page, the next match, whether it is closed.

An app that creates matches registers, in its ``AppConfig.ready``, a function that finds the host of
a match. A match without one has a plain ``MatchHost``.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from django.db import transaction
from django.http import HttpRequest

from core.transactions import tried
from rules.problems import Problem
from scoring.models import Match

Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class Crumb:
    """A step of the breadcrumbs: a label and an address."""

    label: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class HostNote:
    """A note on the page of a match; ``is_void`` if its hands do not count."""

    text: str
    is_void: bool = False


@dataclass(frozen=True, slots=True)
class OpenHands:
    """Hands on which the players of a match do not agree yet.

    Where they are ``disputed``, ``who`` objected ``at`` a time with the words ``text``; else the
    other side is asked whether they are right or, if it ``asks_back``, whether the last may be
    taken back. ``settle`` is where the organiser lets them stand.
    """

    numbers: frozenset[int]
    settle: str
    disputed: bool = False
    asks_back: bool = False
    who: str = ""
    text: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NextMatch:
    """The link to follow after a match: a label, an address, and the players there."""

    label: str
    href: str
    about: str = ""


class Stage(Enum):
    """How far the host of a match has come."""

    OPEN = "open"
    """It is being played: corrections need no reason."""
    PAST = "past"
    """Its round is over, or the next one has begun or was drawn from it: others rely on it."""
    CLOSED = "closed"
    """Everything is finished: nothing changes until it is reopened."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """Something that follows from a correction, in words. ``kind`` is a word for programs.

    ``private`` says it with the amounts, for those who may see everybody's money.
    """

    kind: str
    text: str
    private: str = ""

    def text_for(self, *, sees_money: bool) -> str:
        """Return what a reader with or without the right to money is told."""
        return (self.private if sees_money else "") or self.text


@dataclass(frozen=True, slots=True)
class TrialResult(Generic[Outcome]):
    """The consequences of a correction, and its outcome.

    Unless ``is_kept`` it was only tried. ``is_other`` if the consequences differ from those the
    sender agreed to. ``basis`` is what they follow from, see ``Consent.basis``.
    """

    consequences: tuple[Consequence, ...]
    outcome: Outcome
    is_kept: bool = True
    is_other: bool = False
    basis: str = ""

    @property
    def digest(self) -> str:
        return _digest(
            f"{consequence.kind} {consequence.private or consequence.text}"
            for consequence in self.consequences
        )

    @property
    def mark(self) -> str:
        """The consequences and their basis; sending it back agrees to them."""
        return f"{self.digest}-{self.basis}"


@dataclass(frozen=True, slots=True)
class Consent:
    """What a sender agrees to: the ``mark`` of consequences, empty if none were shown yet.

    ``form`` is a digest of the request, the same for the same act whatever its reason.
    """

    mark: str = ""
    form: str = ""

    @classmethod
    def of(cls, request: HttpRequest) -> "Consent":
        """Return what a form agrees to: one that was shown with consequences sends their mark."""
        sent = (
            f"{name}={value}"
            for name, values in sorted(request.POST.lists())
            for value in values
            if name not in AGREEING
        )
        return cls(request.POST.get("agreed", ""), _digest([request.path, *sent]))

    def basis(self, *state: object) -> str:
        """Return a digest of this form and of a state: together they have the same consequences."""
        return _digest([self.form, *map(str, state)])

    def holds(self, *state: object) -> bool:
        """Whether consequences of this very form in this very state were agreed to."""
        return self.mark.partition("-")[2] == self.basis(*state)

    def agrees(self, trial: TrialResult[Any]) -> bool:
        """Whether exactly these consequences were agreed to."""
        return self.mark.partition("-")[0] == trial.digest


AGREEING: Final = {"agreed", "reason", "csrfmiddlewaretoken"}
"""Fields of a form that are no part of what it changes."""


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:20]


class MatchHost:
    """The host of a match; this one is for a match without an event."""

    def __init__(self, match: Match) -> None:
        self.match = match

    @property
    def is_closed(self) -> bool:
        """Whether the host is finished, so that nothing of the match changes."""
        return False

    def stage(self) -> Stage:
        """How far the host has come."""
        return Stage.OPEN

    def breadcrumbs(self) -> Sequence[Crumb]:
        return ()

    def note(self) -> HostNote | None:
        """Return the note on the match's page."""
        return None

    def open_hands(self) -> OpenHands | None:
        """Return the hands on which the players do not agree yet."""
        return None

    def tag(self) -> str:
        """Return a tag that changes with what the page of the match shows of its host."""
        return ""

    def deal_problems(self, number: int, record: Mapping[str, Any]) -> Sequence[Problem]:
        """Return where the record differs from the deal of hand ``number``."""
        return ()

    def deal_warning(self, number: int, record: Mapping[str, Any]) -> str:
        """Return the warning for a recorded hand that contradicts its deal; else empty."""
        return ""

    def decision_due(self) -> NextMatch | None:
        """Return the link to where a winner has to be named, as the match ended without one."""
        return None

    def next_match(self) -> NextMatch | None:
        """Return the link to follow once the match is over."""
        return None

    def beside(self) -> tuple[NextMatch | None, NextMatch | None]:
        """Return the links to the previous and the next table."""
        return None, None

    def weigh(
        self, act: Callable[[], Outcome], *, agreed: Consent | None = None, trial: bool = False
    ) -> TrialResult[Outcome]:
        """Correct something of the match with ``act`` and return the consequences.

        The correction is kept unless it is a ``trial`` or has consequences on which others rely;
        then exactly these must have been ``agreed`` to, or any with None. Exceptions of ``act``
        propagate, and nothing is written.
        """
        if trial:
            return TrialResult((), tried(act), is_kept=False)
        with transaction.atomic():
            return TrialResult((), act())


FindHost = Callable[[Match], MatchHost | None]

_finders: list[FindHost] = []


def host_register(find: FindHost) -> None:
    """Ask ``find`` for the host of each match; it returns None for matches of others."""
    _finders.append(find)


def host_of(match: Match) -> MatchHost:
    """The host of a match, from the first app that claims it."""
    return next((host for find in _finders if (host := find(match))), MatchHost(match))
