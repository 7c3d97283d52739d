"""Facts that records of every game have: the hands, the tricks as played, a ruling."""

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.text import about
from games.base import Fact, Names, Record


def dealt_facts(record: Record, names: Names) -> Iterator[Fact]:
    """Yield each hand that was written down, of these names in the order of the deal."""
    for name, hand in zip(names, record.get("deal", ()), strict=False):
        if hand:
            yield Fact(_("Hand of %(name)s") % {"name": name}, " ".join(hand))


def played_facts(record: Record) -> Iterator[Fact]:
    """Yield the plays, trick by trick."""
    if record.get("plays"):
        tricks = " / ".join(" ".join(trick) for trick in record["plays"])
        yield Fact(pgettext("tricks of a hand", "Played"), tricks)


def ruling_facts(record: Record, side_words: Callable[[str], str]) -> Iterator[Fact]:
    """Yield against whom and why a ruling was given."""
    if "ruling" in record:
        ruling = record["ruling"]
        yield Fact(_("Ruling against"), about(side_words(ruling["against"]), ruling["reason"]))
