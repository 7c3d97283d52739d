"""Where a match belongs: whoever makes matches says so, and pages show the way back.

An app above this one registers, in its ``AppConfig.ready``, a function from a match to the crumbs
that lead to it; without one the crumb is the match's label. In the same way it may register what
the page of a match says of its place there, and where whoever writes goes on once it is over.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scoring.models import Match


@dataclass(frozen=True, slots=True)
class Crumb:
    """A step of the way: a label and an address."""

    label: str
    href: str = ""


Trail = Callable[[Match], Sequence[Crumb]]

_trails: list[Trail] = []


def trail_register(trail: Trail) -> None:
    """Ask ``trail`` for the way to each match; it answers with nothing for matches of others."""
    if trail not in _trails:
        _trails.append(trail)


def match_trail(match: Match) -> list[Crumb]:
    """The crumbs above a match, from the first that knows it."""
    for trail in _trails:
        if crumbs := list(trail(match)):
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


Onward = Callable[[Match], NextMatch | None]

_onward: list[Onward] = []


def onward_register(onward: Onward) -> None:
    """Ask ``onward`` what comes after each match; it says nothing of matches of others."""
    if onward not in _onward:
        _onward.append(onward)


def match_next(match: Match) -> NextMatch | None:
    """Where to go on after a match, by the first that knows."""
    return next((found for onward in _onward if (found := onward(match))), None)
