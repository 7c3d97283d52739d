"""Players: added, changed, taken off the roster, pasted as a list."""

from collections import defaultdict
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Club, Player, name_key
from clubs.names import made_by, near

MAX_PASTED = 300
KEYS_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class PastedName:
    """One line of a pasted list and the players of that name already on the roster.

    Where there is none, ``near`` are those whose names are nearly the same.
    """

    name: str
    known: tuple[Player, ...]
    near: tuple[Player, ...] = ()


def player_add(*, club: Club, name: str, note: str = "") -> Player:
    """Put a player on the roster. A name that is already there is allowed: people share names."""
    player = Player(club=club, name=_tidy(name), note=_tidy(note))
    player.keys_set()
    player.full_clean(exclude=["name_key"])
    player.save()
    return player


def player_update(
    *, player: Player, name: str, note: str, active: bool, name_hidden: bool | None = None
) -> Player:
    """Rename a player, or take him off the roster; what he played stays his."""
    player.name, player.note, player.active = _tidy(name), _tidy(note), active
    if name_hidden is not None:
        player.name_hidden = name_hidden
    player.keys_set()
    player.full_clean(exclude=["name_key"])
    player.save()
    return player


def players_paste_read(*, club: Club, text: str) -> list[PastedName]:
    """The names in a pasted list, one a line, tabs and numbering ignored, with their namesakes.

    Raises ``ValidationError`` where the list is empty or longer than 300 names.
    """
    names = [name for name in map(_pasted_name, text.splitlines()) if name]
    if not names:
        raise ValidationError(_("There is no name in this list."), code="no_names")
    if len(names) > MAX_PASTED:
        raise ValidationError(
            _("More than %(count)d names at once.") % {"count": MAX_PASTED}, code="too_many_names"
        )
    known: dict[str, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(club=club):
        known[player.name_key].append(player)
    return [_pasted(name, known) for name in names]


def _pasted(name: str, known: dict[str, list[Player]]) -> PastedName:
    same = tuple(known.get(name_key(name), ()))
    if same:
        return PastedName(name, same)
    return PastedName(name, (), tuple(player for key in near(name, known) for player in known[key]))


@transaction.atomic
def roster_sort(*, club: Club) -> None:
    """Make the keys of every name anew, as the club's language and its collation have them now.

    Locks nothing: a name that changes meanwhile gets the same keys. Two queries.
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


@transaction.atomic
def players_add_many(*, club: Club, names: list[str]) -> list[Player]:
    """Put several players on the roster, all or none."""
    return [player_add(club=club, name=name) for name in names]


def player_name_hide(*, player: Player, hidden: bool) -> Player:
    """Leave a player's name out of every public page, or show it there again."""
    player.name_hidden = hidden
    player.save(update_fields=["name_hidden"])
    return player


def _tidy(text: str) -> str:
    return " ".join(text.split())


def _pasted_name(line: str) -> str:
    """A line's name without a leading number and without what stands after a tab."""
    name = _tidy(line.strip().split("\t")[0])
    return _tidy(name.lstrip("0123456789").lstrip(".) ")) or name


# Pasted lists.


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
