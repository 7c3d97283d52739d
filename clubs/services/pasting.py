"""Putting a pasted list on the roster, as decided line by line."""

from dataclasses import dataclass

from django.db import transaction

from clubs.models import Club, Player
from clubs.services.players import player_add, player_update


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of one line: ``player`` where it is somebody known, else somebody new."""

    name: str
    note: str = ""
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class Pasted:
    """What was done: players added, brought back to the roster, there already."""

    added: tuple[Player, ...]
    returned: tuple[Player, ...]
    known: tuple[Player, ...]


@transaction.atomic
def players_paste_save(*, club: Club, decisions: list[Decision]) -> Pasted:
    """Add the new players and bring the known ones back to the roster, all or none."""
    fresh = [player_add(club=club, name=d.name, note=d.note) for d in decisions if not d.player]
    known = {d.player.pk: d.player for d in decisions if d.player}.values()
    away = [player for player in known if not player.active]
    back = [player_roster_set(player=player, active=True) for player in away]
    return Pasted(tuple(fresh), tuple(back), tuple(p for p in known if p not in back))


def player_roster_set(*, player: Player, active: bool) -> Player:
    """Take a player off the roster or bring him back; what he played stays his."""
    return player_update(player=player, name=player.name, note=player.note, active=active)
