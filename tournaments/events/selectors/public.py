"""An event as its public page shows it: the same values as elsewhere, under public names."""

import zlib

from django.db.models import QuerySet

from clubs.models import Player
from clubs.public import own_number, public_names
from core.names import sort_key
from scoring.models import BEGUN, Match
from tournaments.events.models import EntryPlayer, Event
from tournaments.events.selectors.events import Lineup, lineup


def public_lineup(event: Event) -> Lineup:
    """Return the lineup under public names. One query; the players must not be saved.

    Players are numbered in the order of entry.
    """
    rows = lineup(event).rows
    in_order = sorted(rows, key=lambda row: row.pk)
    names = public_names((row.player for row in in_order), event.club.public_names)
    return Lineup(
        tuple(
            EntryPlayer(
                pk=row.pk,
                entry_id=row.entry_id,
                place=row.place,
                from_round=row.from_round,
                is_original=row.is_original,
                player=Player(pk=row.player_id, name=names[row.player_id]),
            )
            for row in rows
        )
    )


def number_in(event_id: int, player_id: int) -> str:
    """Return the number of a player on the public pages of an event and on its phones."""
    return own_number(f"event:{event_id}", player_id)


def player_numbered(event: Event, number: str) -> int | None:
    """Return the key of the player with that number in the event, if any. One query."""
    rows = EntryPlayer.objects.filter(entry__event=event).order_by()
    keys = set(rows.values_list("player", flat=True)) if number else set()
    return next((key for key in keys if number_in(event.pk, key) == number), None)


def names_in(seated: Lineup) -> dict[int, str]:
    """The name of everybody in a lineup by key, in the order of the names."""
    names = {row.player.pk: row.player.name for row in seated.rows}
    return dict(sorted(names.items(), key=lambda item: sort_key(item[1], "en")))


def matches_of_player(
    event: Event, player_id: int, seated: Lineup, matches: QuerySet[Match]
) -> list[Match]:
    """Return the matches that the player has played in the event, by round.

    Their seats have public names, and must not be saved. Two queries and the prefetches.
    """
    return matches_named(event, seated, matches.filter(seats__player=player_id))


def matches_named(event: Event, seated: Lineup, matches: QuerySet[Match]) -> list[Match]:
    """The same for those of anybody."""
    names = names_in(seated)
    begun = matches.filter(BEGUN, game_of__table__round__event=event).prefetch_related("seats")
    order = ("game_of__table__round__number", "game_of__table__number", "game_of__number")
    ordered = list(begun.order_by(*order))
    for match in ordered:
        for seat in match.seats.all():
            seat.name = names.get(seat.player_id, "–")
    return ordered


def names_tag(event: Event) -> str:
    """Return a tag of the event's public names. One query."""
    columns = ("pk", "from_round", "player", "player__name", "player__name_hidden")
    rows = EntryPlayer.objects.filter(entry__event=event).order_by("pk").values_list(*columns)
    return f"{zlib.crc32(repr((event.club.public_names, list(rows))).encode()):08x}"
