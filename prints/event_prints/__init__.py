"""Everything that can be printed for an event: one row each, listed on the event's "Print" page.

To add a row, write an ``EventPrint`` (its job yields stories for ``press.base.Press``, or
writes the file itself) and name it to ``print_register`` from an ``AppConfig.ready``; the rows of
this app stand in ``rows``. The page, the download, the background order, its progress and the API
come with it.
"""

from prints.event_prints.base import (
    AT_ONCE,
    EventPrint,
    Facts,
    Job,
    Option,
    Phase,
    Wish,
    facts_of,
    story_job,
)
from prints.event_prints.orders import (
    EVENT_PRINT,
    event_print_make,
    event_print_now,
    event_print_order,
    print_is_short,
)
from prints.event_prints.registry import print_named, print_register, prints_for

__all__ = [
    "AT_ONCE",
    "EVENT_PRINT",
    "EventPrint",
    "Facts",
    "Job",
    "Option",
    "Phase",
    "Wish",
    "event_print_make",
    "event_print_now",
    "event_print_order",
    "facts_of",
    "print_is_short",
    "print_named",
    "print_register",
    "prints_for",
    "story_job",
]
