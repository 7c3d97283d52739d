"""The current state of a round's clock."""

import datetime
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from operator import itemgetter

from django.db.models import Count, Max, Q

from engine.pairings.qualifying import GROUPS
from tournaments.events.models import Clock, Event, Round, RoundState, Table

USUAL = 30


@dataclass(frozen=True, slots=True)
class ClockView:
    """A round's clock: whole seconds left (below 0 once it has run out), running or not.

    It is that of a ``shift``; ``may_follow`` where the clock of the next one can be started.
    """

    left: int
    total: int
    is_running: bool
    is_called: bool
    shift: int = 1
    may_follow: bool = False

    @property
    def is_out(self) -> bool:
        """Whether the time is up, called or not."""
        return self.is_called or self.left <= 0

    @property
    def shown(self) -> str:
        """Minutes and seconds."""
        minutes, seconds = divmod(max(self.left, 0), 60)
        return f"{minutes}:{seconds:02d}"


def clock_view(round_: Round, now: datetime.datetime) -> ClockView | None:
    """Return the clock of a round, if it has one. One query once time was called.

    One more if the round was read without its clock.
    """
    clock: Clock | None = getattr(round_, "clock", None)
    if clock is None:
        return None
    return ClockView(
        seconds_left(clock, now),
        clock.seconds,
        is_running=clock.running_since is not None,
        is_called=clock.called_at is not None,
        shift=clock.shift,
        may_follow=clock.called_at is not None and has_next_shift(clock),
    )


def has_next_shift(clock: Clock) -> bool:
    """Whether tables of its round are played at again, after the clock's shift. One query."""
    return Table.objects.filter(round=clock.round_id, is_bye=False, shift=clock.shift + 1).exists()


def usual_minutes(event: Event, round_: Round) -> int:
    """Return the initial minutes of a round's clock: the event's, or those of its brackets."""
    in_bracket = round_.stage not in {"", GROUPS}
    brackets: int = event.format_options.get("bracket_minutes", 0) if in_bracket else 0
    return brackets or event.round_minutes or USUAL


def rounds_tag(event: Event, now: datetime.datetime) -> str:
    """Return a tag that changes with the planned rounds and clocks of an event. One query."""
    return rounds_tags([event.pk], now)[event.pk]


def rounds_tags(events: Collection[int], now: datetime.datetime) -> dict[int, str]:
    """Return the same for several events, by their keys. One query.

    A round that is drawn again is a new row; a change by hand is a step of it.
    """
    of_events = Round.objects.filter(event__in=events).order_by()
    watched = of_events.filter(Q(state=RoundState.PLANNED) | Q(clock__isnull=False))
    # Rounds without a clock are one group, so there are few rows however many are planned.
    clocks = (f"clock__{name}" for name in ("shift", "seconds", "spent", "running_since"))
    rows = watched.values_list("event", "clock", *clocks, "clock__called_at").annotate(
        rounds=Count("pk", distinct=True),
        last=Max("pk"),
        changes=Count("steps", distinct=True),
        change=Max("steps__pk"),
    )
    tags: dict[int, list[tuple[object, ...]]] = {event: [] for event in events}
    for event, clock, shift, seconds, spent, since, *rest in rows:
        stored = Clock(seconds=seconds, spent=spent, running_since=since) if clock else None
        is_out = stored is not None and seconds_left(stored, now) <= 0
        tags[event].append((clock or 0, shift, seconds, spent, since, is_out, *rest))
    return {
        event: f"{zlib.crc32(repr(sorted(rows, key=itemgetter(0))).encode()):08x}"
        for event, rows in tags.items()
    }


def seconds_left(clock: Clock, now: datetime.datetime) -> int:
    """Whole seconds until the clock runs out; below 0 it has."""
    running = (now - clock.running_since).total_seconds() if clock.running_since else 0
    return clock.seconds - clock.spent - int(running)
