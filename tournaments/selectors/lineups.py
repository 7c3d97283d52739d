"""Who sits for an entry, by round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.models import Player
from tournaments.models import Entry, EntryPlayer, Event


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair or a player in an event: an entry with who sits for it.

    ``is_active`` is false once it dropped out.
    """

    entry_id: int
    number: int
    players: tuple[Player, ...]
    is_active: bool = True

    @property
    def name(self) -> str:
        """All names in one text; pages set the names of ``players`` apart instead."""
        return entrant_name(self.players)


@dataclass(frozen=True, slots=True)
class Lineup:
    """All lineup rows of an event in the order of their rounds: one query for any round."""

    rows: tuple[EntryPlayer, ...]

    def at(self, number: int) -> dict[int, tuple[Player, ...]]:
        """The players of every entry by its key in a round, in the order of places.

        An entry that joins only later is given with those it joins with.
        """
        seated: dict[tuple[int, int], Player] = {}
        for row in self.rows:
            key = (row.entry_id, row.place)
            if key not in seated or row.from_round <= number:
                seated[key] = row.player
        lineups: dict[int, tuple[Player, ...]] = {}
        for (entry, _place), player in sorted(seated.items(), key=lambda item: item[0]):
            lineups[entry] = (*lineups.get(entry, ()), player)
        return lineups

    def entrants(self, entries: Iterable[Entry], number: int) -> dict[int, Entrant]:
        """Every entry as an ``Entrant`` of a round, by its key."""
        seated = self.at(number)
        return {
            entry.pk: Entrant(entry.pk, entry.number, seated.get(entry.pk, ()), entry.is_active)
            for entry in entries
        }


def lineup(event: Event) -> Lineup:
    """The event's lineup rows. One query."""
    rows = EntryPlayer.objects.filter(entry__event=event).select_related("player")
    return Lineup(tuple(rows.order_by("from_round", "entry_id", "place")))


def lineups_at(event: Event, number: int) -> dict[int, tuple[Player, ...]]:
    """The players of every entry in a round, by the entry's key. One query."""
    return lineup(event).at(number)


def entrant_name(players: Sequence[Player]) -> str:
    """``Ann & Bob``, or as many names as there are."""
    names = [player.name for player in players]
    if len(names) != 2:
        return ", ".join(names)
    return _("%(first)s & %(second)s") % {"first": names[0], "second": names[1]}
