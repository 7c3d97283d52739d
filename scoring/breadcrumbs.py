"""Where a match belongs: whoever makes matches says so, and pages show the way back.

An app above this one registers, in its ``AppConfig.ready``, a function from a match to the crumbs
that lead to it; without one the crumb is the match's label. In the same way it may register what
the page of a match says of its place there, where whoever writes goes on once it is over, how far
what it belongs to has come, and what follows from a correction.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from django.db import transaction

from scoring.models import Match

Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class Crumb:
    """A step of the way: a label and an address."""

    label: str
    href: str = ""


Breadcrumbs = Callable[[Match], Sequence[Crumb]]

_breadcrumbs: list[Breadcrumbs] = []


def breadcrumbs_register(breadcrumbs: Breadcrumbs) -> None:
    """Ask ``breadcrumbs`` for the way to each match; of other apps' matches it says nothing."""
    if breadcrumbs not in _breadcrumbs:
        _breadcrumbs.append(breadcrumbs)


def match_breadcrumbs(match: Match) -> list[Crumb]:
    """The crumbs above a match, from the first that knows it."""
    for breadcrumbs in _breadcrumbs:
        if crumbs := list(breadcrumbs(match)):
            return crumbs
    return []


@dataclass(frozen=True, slots=True)
class Note:
    """What a match's page says of its place in what it belongs to.

    ``is_void`` where what is recorded counts for nothing there.
    """

    text: str
    is_void: bool = False


Notes = Callable[[Match], Note | None]

_notes: list[Notes] = []


def note_register(notes: Notes) -> None:
    """Ask ``notes`` what is to be said of each match; it says nothing of matches of others."""
    if notes not in _notes:
        _notes.append(notes)


def match_note(match: Match) -> Note | None:
    """What is said of a match, by the first that knows it."""
    return next((note for notes in _notes if (note := notes(match))), None)


@dataclass(frozen=True, slots=True)
class NextMatch:
    """Where whoever writes goes on: a label, an address, and who plays there."""

    label: str
    href: str
    about: str = ""


Following = Callable[[Match], NextMatch | None]

_following: list[Following] = []


def next_register(following: Following) -> None:
    """Ask ``following`` what comes after each match; it says nothing of matches of others."""
    if following not in _following:
        _following.append(following)


def match_next(match: Match) -> NextMatch | None:
    """Where to go on after a match, by the first that knows."""
    return next((found for following in _following if (found := following(match))), None)


class Stage(Enum):
    """How far what a match belongs to has come."""

    OPEN = "open"
    """It is being played: a slip of the pen is mended without a word."""
    PAST = "past"
    """Its round is over, or the next one has begun or was drawn from it: others rely on it."""
    CLOSED = "closed"
    """All of it is finished: nothing changes until it is opened again."""


Stages = Callable[[Match], Stage | None]

_stages: list[Stages] = []


def stage_register(stages: Stages) -> None:
    """Ask ``stages`` how far things are; it says nothing of matches of others."""
    if stages not in _stages:
        _stages.append(stages)


def match_stage(match: Match) -> Stage:
    """How far what the match belongs to has come; a match by itself stays open."""
    return next((stage for stages in _stages if (stage := stages(match))), Stage.OPEN)


Closings = Callable[[Match], bool]

_closings: list[Closings] = []


def closing_register(closings: Closings) -> None:
    """Ask ``closings`` whether what a match belongs to is finished."""
    if closings not in _closings:
        _closings.append(closings)


def match_is_closed(match: Match) -> bool:
    """Whether nothing of the match changes, for what it belongs to is finished."""
    return any(closed(match) for closed in _closings)


@dataclass(frozen=True, slots=True)
class Consequence:
    """Something that follows from a correction, in words. ``kind`` is a word for programs."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Weighed(Generic[Outcome]):
    """What follows from a correction, and what came of it.

    Where it is not ``is_kept`` it was only tried. ``is_other`` where something else follows than
    what the sender had agreed to.
    """

    consequences: tuple[Consequence, ...]
    outcome: Outcome
    is_kept: bool = True
    is_other: bool = False

    @property
    def mark(self) -> str:
        """A short word for these consequences: sent back, it says that they were read."""
        text = "\n".join(f"{one.kind} {one.text}" for one in self.consequences)
        return hashlib.sha256(text.encode()).hexdigest()[:20]


class Weigh(Protocol):
    """Does ``act`` and says what follows from it, or says so only and leaves all as it was.

    It is kept where it is not a ``trial`` and nothing follows that others rely on, or just what
    ``agreed`` is the mark of; None agrees to whatever follows.
    """

    def __call__(
        self, match: Match, act: Callable[[], Any], *, agreed: str | None, trial: bool
    ) -> Weighed[Any] | None: ...


_weighs: list[Weigh] = []


def weigh_register(weigh: Weigh) -> None:
    """Ask ``weigh`` what follows from corrections; None for matches of others."""
    if weigh not in _weighs:
        _weighs.append(weigh)


def correction_weigh(
    match: Match, act: Callable[[], Outcome], *, agreed: str | None = None, trial: bool = False
) -> Weighed[Outcome]:
    """Correct something of a match, once it is known what follows. See ``Weigh``.

    What ``act`` raises is raised; then nothing has been written.
    """
    for weigh in _weighs:
        if (found := weigh(match, act, agreed=agreed, trial=trial)) is not None:
            return found
    with transaction.atomic():
        outcome = act()
        if trial:
            transaction.set_rollback(True)
    return Weighed((), outcome, is_kept=not trial)
