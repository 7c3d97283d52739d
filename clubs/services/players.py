"""Players: added, changed, taken off the roster, pasted as a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from core.model_settings import settings_check
from core.name_lists import is_nobody
from core.names import made_by, without_marks
from core.text import isolated
from core.transactions import get_or_gone
from core.versions import version_check

KEYS_AT_ONCE = 200


def player_add(*, club: Club, name: str, note: str = "") -> Player:
    """Put a player on the roster. A name that is already there is allowed: people share names."""
    return players_add_many(club=club, names=[name], notes=[note])[0]


@transaction.atomic
def players_add_many(
    *, club: Club, names: Sequence[str], notes: Sequence[str] = ()
) -> list[Player]:
    """Put several players on the roster, all or none, each with its note if there are notes."""
    players = []
    for name, note in zip_longest(names, notes, fillvalue=""):
        player = Player(club=club, name=_tidy(name), note=_tidy(note))
        player.keys_set()
        _somebody_check(player.name)
        player.full_clean(exclude=["name_key", "club"])
        players.append(player)
    return Player.objects.bulk_create(players)


def _somebody_check(name: str) -> None:
    if is_nobody(name):
        raise ValidationError({"name": ValidationError(_nobody_text(name), code="nobody")})


def _nobody_text(name: str) -> str:
    return _("“%(name)s” is no name.") % {"name": isolated(name)}


@transaction.atomic
def player_update(*, player: Player, version: str | None = None, **changes: Any) -> Player:
    """Change the given settings of a player. Locks the player.

    Results stay. Raises ``Outdated``.
    """
    settings_check(Player, changes)
    locked = get_or_gone(Player.objects.select_for_update(of=("self",)), player.pk)
    version_check(locked, version)
    for name, value in changes.items():
        setattr(locked, name, _tidy(value) if name in {"name", "note"} else value)
    locked.keys_set()
    if "name" in changes:
        _somebody_check(locked.name)
    locked.full_clean(exclude=["name_key"])
    locked.save()
    player.refresh_from_db()
    return player


@transaction.atomic
def roster_sort(*, club: Club) -> None:
    """Rebuild the keys of all names for the club's language and the present collation.

    Locks nothing: a concurrent change of a name sets the same keys. Two queries.
    """
    players = list(Player.objects.filter(club=club).select_related("club"))
    for player in players:
        player.keys_set()
    Player.objects.bulk_update(
        players, ["name_key", "search_key", "sort_key"], batch_size=KEYS_AT_ONCE
    )
    club.names_sorted_by = made_by(club.language)
    club.save(update_fields=["names_sorted_by"])


def rosters_sort() -> None:
    """The same for every club whose keys another version of the collation has made."""
    for club in Club.objects.all():
        if club.names_sorted_by != made_by(club.language):
            roster_sort(club=club)


def player_name_hide(*, player: Player, hidden: bool) -> Player:
    """Leave a player's name out of every public page, or show it there again."""
    return player_update(player=player, name_hidden=hidden)


def _tidy(text: str) -> str:
    return without_marks(" ".join(text.split()))


# Pasted lists.


@dataclass(frozen=True, slots=True)
class NameDecision:
    """The decision about one line: an existing ``player``, else a new one."""

    name: str
    note: str = ""
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class Pasted:
    """The outcome: players added, brought back to the roster, there already."""

    added: tuple[Player, ...]
    returned: tuple[Player, ...]
    known: tuple[Player, ...]


@transaction.atomic
def players_paste_save(*, club: Club, decisions: list[NameDecision]) -> Pasted:
    """Add the new players and bring the known ones back to the roster, all or none."""
    new = [decision for decision in decisions if not decision.player]
    fresh = players_add_many(
        club=club,
        names=[decision.name for decision in new],
        notes=[decision.note for decision in new],
    )
    known = {d.player.pk: d.player for d in decisions if d.player}.values()
    away = [player for player in known if not player.active]
    back = [player_roster_set(player=player, active=True) for player in away]
    return Pasted(tuple(fresh), tuple(back), tuple(p for p in known if p not in back))


def player_roster_set(*, player: Player, active: bool) -> Player:
    """Remove a player from the roster or bring them back; their results stay."""
    return player_update(player=player, active=active)
