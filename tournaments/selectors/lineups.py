"""Who sits for an entry, by round."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubs.models import Player
from tournaments.models import Entry, EntryPlayer, Event


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair or a player in an event: an entry with who sits for it.

    ``is_active`` is false once it dropped out, ``takes_part`` is false where it
    did so before its first round. ``others`` played for it and sit there no longer,
    where that was asked for.
    """

    entry_id: int
    number: int
    players: tuple[Player, ...]
    is_active: bool = True
    others: tuple[Player, ...] = ()
    takes_part: bool = True

    @property
    def name(self) -> str:
        """All names in one text; pages set the names of ``players`` apart instead."""
        return entrant_name(self.players)


class Stint(NamedTuple):
    """Somebody at a place of an entry, up to a round."""

    player: Player
    last: int


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
            entry.pk: Entrant(
                entry.pk,
                entry.number,
                seated.get(entry.pk, ()),
                entry.is_active,
                takes_part=entry.takes_part,
            )
            for entry in entries
        }

    def entrants_of_all(
        self, entries: Iterable[Entry], number: int, *, sitting: int | None = None
    ) -> dict[int, Entrant]:
        """The same with all who played for an entry up to that round, the last begun one.

        ``sitting`` is the round whose players are meant, where it is another.
        """
        played = self._played(number)
        found = {entry.pk: entry for entry in entries}
        return {
            key: replace(entrant, others=_unlike(played.get(key, ()), found[key], entrant))
            for key, entrant in self.entrants(found.values(), sitting or number).items()
        }

    def _played(self, number: int) -> dict[int, list[Stint]]:
        """Who sat for each entry, and from when to when, up to a round."""
        stints: dict[int, list[Stint]] = defaultdict(list)
        until: dict[tuple[int, int], int] = {}
        for row in reversed(self.rows):
            last = until.get((row.entry_id, row.place), number)
            until[row.entry_id, row.place] = min(row.from_round - 1, number)
            if row.from_round <= last:
                stints[row.entry_id].insert(0, Stint(row.player, last))
        return stints


def _unlike(played: Iterable[Stint], entry: Entry, entrant: Entrant) -> tuple[Player, ...]:
    """Those who played for the entry while it was in, and are not those who sit there now."""
    found = {stint.player.pk: stint.player for stint in played if stint.last >= entry.joined_round}
    now = {player.pk for player in entrant.players}
    return tuple(player for key, player in found.items() if key not in now)


def field_size(entrants: Iterable[Entrant]) -> int:
    """How many entries there are: one that left before its first round is none."""
    return sum(entrant.takes_part for entrant in entrants)


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
