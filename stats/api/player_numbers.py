"""The numbers of a player, as the page shows them."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import player_named, sees_hidden
from clubs.api.serializers import PlayerRefSerializer
from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from core.figures import decimal_text
from engine.standings.rounding import rounded
from games import PRESENTERS
from games.measures import HandRole
from scoring.selectors.numbers import Share, games_of
from scoring.services.best_play import deals_compare_ask
from stats.api.numbers import ShareSerializer
from stats.labels import DEFINITIONS
from stats.selectors.player_numbers import Met, player_numbers


class NumbersQuery(serializers.Serializer[Any]):
    """Which game."""

    game = serializers.CharField(
        max_length=16, required=False, help_text="Left out: the first that the player has played."
    )


class IntervalSerializer(ShareSerializer):
    """Hands made out of hands played, with the 95% interval."""

    low = serializers.SerializerMethodField(help_text="The lower end of the 95% interval.")
    high = serializers.SerializerMethodField(help_text="The upper end of the 95% interval.")

    def get_low(self, share: Share) -> str:
        """In percent, with one decimal."""
        return decimal_text(rounded(share.interval[0], 1), 1)

    def get_high(self, share: Share) -> str:
        """In percent, with one decimal."""
        return decimal_text(rounded(share.interval[1], 1), 1)


class GamesSerializer(serializers.Serializer[Any]):
    """Games that were begun, and how those that are over ended."""

    games = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    open = serializers.IntegerField(help_text="How many are still being played.")


class ComparedNumbersSerializer(serializers.Serializer[Any]):
    """A bid or a declaration, of the player and of the whole club."""

    code = serializers.CharField(allow_blank=True)
    words = serializers.CharField(source="label", allow_blank=True)
    share = IntervalSerializer()
    club = IntervalSerializer()


class RoleNumbersSerializer(serializers.Serializer[Any]):
    """Hands in a role; a defender's share is of the hands in which the bid was set."""

    role = serializers.ChoiceField(choices=[(role.value, role.value) for role in HandRole])
    hands = serializers.IntegerField()
    share = IntervalSerializer()
    points = serializers.IntegerField(allow_null=True)


class MeasureNumbersSerializer(serializers.Serializer[Any]):
    """The game's own measures."""

    code = serializers.CharField(source="measure.code")
    words = serializers.CharField(source="measure.label")
    definition = serializers.CharField(source="measure.definition")
    times = serializers.IntegerField()
    share = IntervalSerializer(help_text="Of those that can be made or fail.")


class MetSerializer(serializers.Serializer[Met]):
    """A partner or an opponent; `player` is null for all players without a public name together."""

    player = PlayerRefSerializer(allow_null=True)
    games = GamesSerializer()
    share = IntervalSerializer(help_text="What the player's side declared.")
    theirs = IntervalSerializer(help_text="What the opponent declared.")


class PeriodSerializer(serializers.Serializer[Any]):
    """An evening or a month."""

    first = serializers.DateField()
    last = serializers.DateField()
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    hands = serializers.IntegerField()
    declared = IntervalSerializer()


class PlayerNumbersSerializer(serializers.Serializer[Any]):
    """Everything that is counted of a player in a game."""

    game = serializers.CharField()
    evenings = serializers.IntegerField()
    games = GamesSerializer()
    by_totals = serializers.IntegerField(
        help_text="Games entered by their totals alone: their hands are left out."
    )
    hands = serializers.IntegerField()
    total = ComparedNumbersSerializer()
    bids = ComparedNumbersSerializer(many=True)
    declarations = ComparedNumbersSerializer(many=True)
    roles = RoleNumbersSerializer(many=True)
    measures = MeasureNumbersSerializer(many=True)
    deals_waiting = serializers.IntegerField(
        help_text="The player's bids of known deals that are still to be compared with best play."
    )
    partners = MetSerializer(many=True)
    opponents = MetSerializer(many=True)
    periods = PeriodSerializer(many=True)
    definitions = serializers.SerializerMethodField(help_text="What each of them counts.")

    def get_definitions(self, _numbers: Any) -> dict[str, str]:
        """One line each."""
        return {name: str(text) for name, text in DEFINITIONS.items()}


class PlayerNumbersViewSet(ApiViewSet):
    """A player's numbers in one game."""

    tags = ("Players",)
    serializer_class = PlayerNumbersSerializer

    @action(detail=True)
    @operation(query=NumbersQuery)
    def numbers(self, request: Request, slug: str, player: int) -> Response:
        """Count a player's hands.

        Bids made and set beside the whole club, roles, partners, opponents, and what the game
        counts besides, each with its definition. 404 for a game that is not here, and for a player
        who asked not to be named, unless you run events or are that player.
        """
        shown = player_named(self.membership, player)
        game = self.queried().get("game") or next(iter((*games_of(shown), *PRESENTERS)))
        if game not in PRESENTERS:
            raise Http404
        names_hidden = not sees_hidden(self.membership)
        numbers = player_numbers(shown, game, names_hidden=names_hidden)
        if numbers.deals_waiting:
            deals_compare_ask(player=shown, game=game)
        return self.answer(numbers)
