"""What a printed thing of an event is: when it is wanted, what may be chosen, how it is made."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import IO, TYPE_CHECKING, Any, Final

from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.roles import Right
from press.base import Paper, Story, print_stories
from prints.documents import PAGES_AT_ONCE
from scoring.models import Match
from tournaments.models import Event, RoundState
from tournaments.selectors.next_step import draw_state

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise, StrPromise

AT_ONCE: Final = PAGES_AT_ONCE
"""Up to so many parts or pages are printed while the page waits; more are the worker's."""

Told = Callable[[int], None]
"""Told how many parts are printed so far; raises where somebody has cancelled."""


class Phase(StrEnum):
    """When a thing is wanted; the groups of the page, in their order."""

    BEFORE = "before"
    DURING = "during"
    AFTER = "after"

    @property
    def label(self) -> "StrPromise":
        """The group's heading."""
        return {
            Phase.BEFORE: gettext_lazy("Before play"),
            Phase.DURING: gettext_lazy("During play"),
            Phase.AFTER: gettext_lazy("Afterwards"),
        }[self]


class Option(StrEnum):
    """What may be chosen for a row besides the paper."""

    ROUND = "round"
    BLANK = "blank"
    LARGE = "large"
    POSTER = "poster"
    SITE = "site"


@dataclass(frozen=True, slots=True)
class Facts:
    """What an event has, told once for all rows: three queries.

    ``rounds`` are the numbers of all rounds planned or begun, ``begun`` of those begun.
    """

    event: Event
    entries: int
    rounds: tuple[int, ...]
    begun: tuple[int, ...]
    hands: int

    @property
    def current(self) -> int | None:
        """The round begun last; before the first the one that comes; none where none is drawn."""
        if self.begun:
            return self.begun[-1]
        return self.rounds[0] if self.rounds else None


def facts_of(event: Event) -> Facts:
    """Count what the event has."""
    rounds = list(event.rounds.order_by("number").values_list("number", "state"))
    if outdated := draw_state(event).outdated:
        # What is being drawn again is not handed out.
        rounds = [row for row in rounds if row[0] < outdated.number]
    hands = Match.objects.filter(game_of__table__round__event=event)
    return Facts(
        event=event,
        entries=event.entries.filter(left_after_round=None).count(),
        rounds=tuple(number for number, _state in rounds),
        begun=tuple(number for number, state in rounds if state == RoundState.BEGUN),
        hands=hands.aggregate(all=Sum("hand_count"))["all"] or 0,
    )


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody chose: ``round`` None is the whole event.

    ``site`` is where the site is reached, as ``https://example.org``, for codes to be scanned. A
    ``poster`` is on twice the paper.
    """

    paper: Paper
    round: int | None = None
    blank: bool = False
    large: bool = False
    poster: bool = False
    site: str = ""

    def kept(self) -> dict[str, Any]:
        """As it is kept with an order."""
        return {
            "paper": self.paper.name.lower(),
            "round": self.round,
            "blank": self.blank,
            "large": self.large,
            "poster": self.poster,
            "site": self.site,
        }

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "Wish":
        """The wish that ``kept`` has written down."""
        return cls(
            Paper[kept["paper"].upper()],
            kept["round"],
            blank=kept["blank"],
            large=kept["large"],
            poster=kept.get("poster", False),
            site=kept.get("site", ""),
        )


@dataclass(frozen=True, slots=True)
class Job:
    """A file to be made, in ``total`` parts (0: there is nothing to print), under ``title``.

    ``pages`` is about how many there will be, where parts have more than one.
    ``write`` writes it whole, one part after the other, telling after each; nothing is read from
    the database before it is called.
    """

    title: str
    total: int
    write: Callable[[IO[bytes], Told], None]
    pages: int = 0

    @property
    def is_short(self) -> bool:
        """Whether it may be printed while a page waits."""
        return max(self.total, self.pages) <= AT_ONCE


def story_job(
    title: str,
    total: int,
    stories: Callable[[], Iterable[Story]],
    *,
    paper: Paper,
    pages: int = 0,
) -> Job:
    """A job that prints stories one at a time, a bookmark and a part for each."""

    def write(out: IO[bytes], tell: Told) -> None:
        print_stories(_told(stories(), tell), paper=paper, title=title, out=out)

    return Job(title, total, write, pages)


def _told(stories: Iterable[Story], tell: Told) -> Iterator[Story]:
    for done, story in enumerate(stories, start=1):
        yield story
        tell(done)


def titled(what: str, event: Event, wish: Wish) -> str:
    """The title of a file: what it is, of which event, of which round."""
    values = {"what": what, "event": event.name, "round": wish.round}
    if wish.round is None:
        return _("%(what)s: %(event)s") % values
    return _("%(what)s: %(event)s, round %(round)d") % values


@dataclass(frozen=True, slots=True)
class EventPrint:
    """A row of the page: ``key`` stands in addresses and orders.

    ``suits`` is false for events that never have such a thing. ``missing`` says why it cannot be
    printed yet, or nothing. Neither asks a query. ``job`` counts and prepares. Whoever lacks
    ``right`` neither sees the row nor the document made of it. Where a round may be chosen,
    ``whole`` offers all of them first instead of the current one, ``begun_only`` leaves out those
    that are only planned.
    """

    key: str
    phase: Phase
    title: "StrOrPromise"
    text: "StrOrPromise"
    job: Callable[[Event, Wish], Job]
    missing: Callable[[Facts], "StrOrPromise"] = lambda facts: ""
    suits: Callable[[Event], bool] = lambda event: True
    options: frozenset[Option] = frozenset()
    whole: bool = False
    begun_only: bool = False
    right: Right = Right.SEE
