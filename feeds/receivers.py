"""Resources of the club, its members and its players."""

from clubs.models import Club, ClubPicture, Membership, Player
from feeds.models import ChangeKind
from feeds.noting import noted, quiet

noted(Club, ChangeKind.CLUB, "", club="pk", of={ClubPicture: "picture"})
quiet(Club, "names_sorted_by")
noted(Membership, ChangeKind.MEMBER, "members/{pk}/", club="club_id")
noted(Player, ChangeKind.PLAYER, "players/{pk}/", club="club_id")
quiet(Player, "name_key", "search_key", "sort_key")
