"""Reading clubs, members and players."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import zip_longest
from random import shuffle

from django.core.exceptions import ValidationError
from django.db.models import Case, Count, IntegerField, Q, QuerySet, Value, When
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from clubs.models import (
    Club,
    ClubPicture,
    Invitation,
    Membership,
    PersonalToken,
    Player,
    User,
    name_key,
)
from core.names import folded

SUGGESTED = 12
SHOWN = 20


def clubs_of(user: User) -> QuerySet[Membership]:
    """A user's memberships with their clubs and how many are on each roster."""
    return (
        user.memberships.select_related("club")
        .annotate(roster=Count("club__players", filter=Q(club__players__active=True)))
        .order_by("club__name", "club_id")
    )


def picture_of(club: Club) -> ClubPicture | None:
    """Return the club's picture, if it has one. One query."""
    return ClubPicture.objects.filter(club=club).first()


def members_of(club: Club) -> QuerySet[Membership]:
    """A club's members with their users and players, by the name they sign in with."""
    return club.memberships.select_related("user", "club", "player").order_by(
        Lower("user__username"), "pk"
    )


def invitations_of(club: Club) -> list[Invitation]:
    """Return a club's last invitations, the newest first. One query."""
    users = ("created_by", "accepted_by")
    return list(Invitation.objects.filter(club=club).select_related(*users)[:SHOWN])


def players_for(member: Membership) -> QuerySet[Player]:
    """Return the players that a member can be: those linked to no other member."""
    free = Q(active=True, members=None) | Q(members=member)
    return Player.objects.filter(free, club=member.club_id)


def tokens_of(user: User) -> QuerySet[PersonalToken]:
    """A user's tokens, the newest first."""
    tokens: QuerySet[PersonalToken] = PersonalToken.objects.filter(user=user).order_by("-created")
    return tokens


def players_find(*, club: Club, text: str = "") -> QuerySet[Player]:
    """Players whose name or note holds every word of the text, also those off the roster."""
    return players_named(Player.objects.filter(club=club).select_related("club"), text)


def players_named(players: QuerySet[Player], text: str) -> QuerySet[Player]:
    """Those among the players whose name or note holds every word of the text."""
    for word in folded(text).split():
        players = players.filter(search_key__contains=word)
    return players


def players_suggest(*, club: Club, text: str) -> list[Player]:
    """Return up to twelve players matching the input; those that begin with it come first."""
    key = folded(text)
    if not key:
        return []
    begins = Case(
        When(search_key__startswith=key, then=Value(0)),
        default=Value(1),
        output_field=IntegerField(),
    )
    matches = players_find(club=club, text=text).order_by("-active", begins, "sort_key", "pk")
    return list(matches[:SUGGESTED])


def keys_named(rows: Iterable[tuple[int, str]], text: str) -> list[int]:
    """Return the keys of those rows, given as (key, name), whose name holds every word of the
    text.
    """
    wanted = folded(text).split()
    known = ((key, folded(name)) for key, name in rows)
    return [key for key, name in known if all(word in name for word in wanted)]


def namesakes(*, club: Club, name: str, but: Player | None = None) -> list[Player]:
    """Return players of exactly this name, ignoring case and spacing."""
    players = Player.objects.filter(club=club, name_key=name_key(name)).select_related("club")
    return list(players.exclude(pk=but.pk) if but else players)


def namesake_check(others: Iterable[Player], note: str) -> None:
    """Raise ``ValidationError`` unless the note tells a player apart from these namesakes."""
    if any(note.casefold() == other.note.casefold() for other in others):
        text = _(
            "Already on the list. Is this a different person? Add a note that tells them apart."
        )
        raise ValidationError({"note": ValidationError(text, code="namesake")})


def in_turns(rows: Iterable[tuple[int, int]], most: int) -> list[int]:
    """Return up to ``most`` keys of rows, given as (club, key), the clubs taking turns.

    A club's own rows come in a new order each time, so that one whose work fails keeps no other
    waiting for ever.
    """
    of_club: dict[int, list[int]] = defaultdict(list)
    for club, key in rows:
        of_club[club].append(key)
    for keys in of_club.values():
        shuffle(keys)
    turns = zip_longest(*of_club.values())
    return [key for turn in turns for key in turn if key is not None][:most]
