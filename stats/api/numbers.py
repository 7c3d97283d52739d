"""The figures of an event and of a club."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from games import PRESENTERS
from scoring.selectors.numbers import Share
from stats.labels import RECORD_LABELS
from stats.selectors.club_numbers import (
    LEAST,
    PlayersMet,
    club_numbers,
    games_played,
    meetings,
)
from stats.selectors.event_numbers import event_numbers
from tournaments.events.api.base import EventViewSet


class ShareSerializer(serializers.Serializer[Share]):
    """Hands made out of hands played."""

    hands = serializers.IntegerField(help_text="Hands in which the bid was made or set.")
    made = serializers.IntegerField()
    percent = serializers.IntegerField(allow_null=True, help_text="Null of no hands.")


class HolderSerializer(serializers.Serializer[Any]):
    """The holder of a record, and where it was set."""

    names = serializers.ListField(child=serializers.CharField(), help_text="One for each side.")
    player = serializers.IntegerField(source="player_id", allow_null=True)
    match = serializers.IntegerField(source="place.match_id")
    hand = serializers.IntegerField(source="place.hand", help_text="0 where it is the match.")
    event = serializers.IntegerField(source="place.event_id", allow_null=True)
    date = serializers.DateField(source="place.day")
    since = serializers.DateField(allow_null=True, help_text="The first day of a run.")
    result = serializers.ListField(child=serializers.IntegerField())


class RecordSerializer(serializers.Serializer[Any]):
    """A record of matches; ``others`` share it and are not named."""

    kind = serializers.ChoiceField(
        choices=[(kind.value, label.name) for kind, label in RECORD_LABELS.items()]
    )
    value = serializers.IntegerField(help_text="Of a bid: its height, as the game orders bids.")
    bid = serializers.CharField(help_text="The bid in words; empty for other records.")
    holders = HolderSerializer(many=True)
    others = serializers.IntegerField()


class TableNumbersSerializer(serializers.Serializer[Any]):
    """A game at a table; of its totals alone it has no hands."""

    round = serializers.IntegerField()
    table = serializers.IntegerField(help_text="The number of the table in the room.")
    game = serializers.IntegerField(source="game.number")
    match = serializers.IntegerField(source="game.match.pk")
    totals = serializers.ListField(child=serializers.IntegerField(), source="game.match.totals")
    hands = serializers.IntegerField()
    bids = ShareSerializer(source="share")
    highest = serializers.CharField(source="highest.bid", default="", help_text="Made, in words.")


class ShareOfSerializer(ShareSerializer):
    """The share for a code, such as a bid."""

    code = serializers.CharField()
    words = serializers.CharField()


class EventNumbersSerializer(serializers.Serializer[Any]):
    """An event in figures."""

    hands = serializers.IntegerField()
    totals_only = serializers.IntegerField(help_text="Games without hands, left out of shares.")
    bids = ShareOfSerializer(many=True)
    declarations = ShareOfSerializer(many=True)
    records = RecordSerializer(many=True)
    tables = TableNumbersSerializer(many=True)


class DeclarerSerializer(serializers.Serializer[Any]):
    """A player ranked by the share of bids made."""

    rank = serializers.IntegerField()
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField()
    bids = ShareSerializer(source="share")


class DeclaredSerializer(ShareSerializer):
    """Declarations of one year."""

    code = serializers.CharField()
    words = serializers.CharField()
    year = serializers.IntegerField()


class AttendanceSerializer(serializers.Serializer[Any]):
    """How many people had a seat on an evening."""

    event = serializers.IntegerField(source="event_id")
    name = serializers.CharField()
    date = serializers.DateField(source="day")
    people = serializers.IntegerField()


class ClubNumbersSerializer(serializers.Serializer[Any]):
    """A club in one game."""

    matches = serializers.IntegerField()
    totals_only = serializers.IntegerField(help_text="Matches without hands, left out of shares.")
    hands = serializers.IntegerField()
    records = RecordSerializer(many=True)
    declarers = DeclarerSerializer(many=True)
    least_hands = serializers.IntegerField(help_text="Hands that one must have declared.")
    unranked = serializers.IntegerField(help_text="Players who declared fewer hands.")
    declarations = DeclaredSerializer(many=True)
    attendance = AttendanceSerializer(many=True)


class MeetingSerializer(serializers.Serializer[PlayersMet]):
    """Finished matches that two players sat in together."""

    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField()
    other = serializers.IntegerField(source="other_id")
    other_name = serializers.CharField()
    together = serializers.IntegerField(help_text="As partners.")
    won_together = serializers.IntegerField()
    against = serializers.IntegerField(help_text="As opponents.")
    won_against = serializers.IntegerField(help_text="Won by `player`.")


class MeetingQuery(serializers.Serializer[Any]):
    """Whose meetings."""

    player = serializers.IntegerField(required=False, min_value=1)


class EventNumbersViewSet(EventViewSet):
    """The figures of an event."""

    tags = ("Numbers",)
    serializer_class = EventNumbersSerializer

    @action(detail=True)
    def numbers(self, request: Request, slug: str, event: int) -> Response:
        """Read the figures of an event.

        What was bid and made, table by table, and what stood out.
        """
        figures, game = event_numbers(self.event), self.event.presenter
        words = game.measures.declaration_words
        return self.answer(
            {
                "hands": figures.hands,
                "totals_only": figures.totals_only,
                "bids": [
                    _share_of(code, game.bid_words(code), share)
                    for code, share in sorted(figures.bids.by_bid.items())
                ],
                "declarations": [
                    _share_of(code, words(code), share)
                    for code, share in sorted(figures.bids.by_declaration.items())
                ],
                "records": figures.records,
                "tables": figures.tables,
            }
        )


class ClubNumbersViewSet(ApiViewSet):
    """A club's numbers in one game; 404 if it never played the game."""

    tags = ("Numbers",)
    serializer_class = ClubNumbersSerializer

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Membership first, then the game."""
        super().initial(request, *args, **kwargs)
        if kwargs["played"] not in games_played(self.club):
            raise Http404

    @action(detail=True, url_path="numbers/<slug:played>")
    def numbers(self, request: Request, slug: str, played: str) -> Response:
        """Read the figures of a club.

        Records, shares of bids made, declarations by year and attendance. Players who are hidden
        in public are left out.
        """
        figures = club_numbers(self.club, played)
        words = PRESENTERS[played].measures.declaration_words
        return self.answer(
            {
                "matches": figures.matches,
                "totals_only": figures.totals_only,
                "hands": figures.hands,
                "records": figures.records,
                "declarers": figures.declarers,
                "least_hands": LEAST,
                "unranked": figures.unranked,
                "declarations": [
                    {**_share_of(row.declaration, words(row.declaration), share), "year": year}
                    for row in figures.declared
                    for year, share in sorted(row.by_year.items())
                ],
                "attendance": figures.evenings,
            }
        )

    @action(detail=True, url_path="numbers/<slug:played>/meetings")
    @operation(query=MeetingQuery, answer=MeetingSerializer, many=True)
    def meetings_list(self, request: Request, slug: str, played: str) -> Response:
        """List who has met whom.

        Every two players who sat in a finished match of the game, most often first; or those whom
        one `player` has met. Players who are hidden in public are left out.
        """
        key = self.queried().get("player")
        player = get_object_or_404(self.club.players, pk=key) if key else None
        return self.page(list(meetings(self.club, played, player)))


def _share_of(code: str, words: str, share: Share) -> dict[str, Any]:
    return {
        "code": code,
        "words": words,
        "hands": share.hands,
        "made": share.made,
        "percent": share.percent,
    }
