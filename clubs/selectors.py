"""Reading clubs, members and players."""

from django.db.models import Case, Count, IntegerField, Q, QuerySet, Value, When
from django.db.models.functions import Lower

from clubs.models import Club, Membership, PersonalToken, Player, User, name_key
from clubs.names import folded

SUGGESTED = 12


def clubs_of(user: User) -> QuerySet[Membership]:
    """A user's memberships with their clubs and how many are on each roster."""
    return (
        user.memberships.select_related("club")
        .annotate(roster=Count("club__players", filter=Q(club__players__active=True)))
        .order_by("club__name", "club_id")
    )


def members_of(club: Club) -> QuerySet[Membership]:
    """A club's members with their users and players, by the name they sign in with."""
    return club.memberships.select_related("user", "club", "player").order_by(
        Lower("user__username"), "pk"
    )


def players_for(member: Membership) -> QuerySet[Player]:
    """Who on the roster a member can be: those who are no other member's player."""
    free = Q(active=True, members=None) | Q(members=member)
    return Player.objects.filter(free, club=member.club_id)


def tokens_of(user: User) -> QuerySet[PersonalToken]:
    """A user's tokens, the newest first."""
    tokens: QuerySet[PersonalToken] = PersonalToken.objects.filter(user=user).order_by("-created")
    return tokens


def players_find(*, club: Club, text: str = "") -> QuerySet[Player]:
    """Players whose name or note holds every word of the text, also those off the roster."""
    found = Player.objects.filter(club=club).select_related("club")
    for word in folded(text).split():
        found = found.filter(search_key__contains=word)
    return found


def players_suggest(*, club: Club, text: str) -> list[Player]:
    """Up to twelve players to offer while somebody types; those who begin that way come first."""
    key = folded(text)
    if not key:
        return []
    begins = Case(
        When(search_key__startswith=key, then=Value(0)),
        default=Value(1),
        output_field=IntegerField(),
    )
    found = players_find(club=club, text=text).order_by("-active", begins, "sort_key", "pk")
    return list(found[:SUGGESTED])


def namesakes(*, club: Club, name: str, but: Player | None = None) -> list[Player]:
    """Players of exactly this name, however it is cased or spaced."""
    found = Player.objects.filter(club=club, name_key=name_key(name)).select_related("club")
    return list(found.exclude(pk=but.pk) if but else found)
