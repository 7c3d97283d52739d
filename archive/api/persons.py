"""Endpoints of what is kept about one player."""

from io import BytesIO
from typing import ClassVar

from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from archive.forms import ForgetForm
from archive.persons import Traces, person_export, player_forget, player_traces
from clubs.api.serializers import PlayerSerializer
from clubs.models import MAX_NAME, Forgetting, Player
from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from clubs.roles import Right
from jobs.api import FILES, ZipRenderer
from ledger.selectors import OpenAccount
from rules.money import decimals


class OpenMoneySerializer(serializers.Serializer[OpenAccount]):
    """A player's open balance in a currency."""

    currency = serializers.CharField()
    decimals = serializers.SerializerMethodField(help_text="How many the currency has.")
    amount = serializers.IntegerField(help_text="In minor units; negative if the player owes it.")

    def get_decimals(self, account: OpenAccount) -> int:
        """Return the currency's decimals."""
        return decimals(account.currency)


class TracesSerializer(serializers.Serializer[Traces]):
    """What forgetting a player concerns."""

    matches = serializers.IntegerField(help_text="Matches in which a number takes the place.")
    events = serializers.IntegerField()
    texts = serializers.IntegerField(help_text="Notes, reasons and other texts with the name.")
    files = serializers.IntegerField(help_text="Documents and archives that are deleted.")
    namesakes = serializers.IntegerField(
        help_text="Other players of that name; if there are any, texts stay as they are."
    )
    has_account = serializers.BooleanField(help_text="Whether a member is linked to the player.")
    money = OpenMoneySerializer(many=True, help_text="What is still open, by currency.")


class ForgetIn(serializers.ModelSerializer[Forgetting]):
    """Why a player is forgotten, and the name as a confirmation."""

    name = serializers.CharField(max_length=MAX_NAME, help_text="The player's name, to confirm.")

    class Meta:
        model = Forgetting
        fields: ClassVar = ("reason", "name")


class PersonViewSet(ApiViewSet):
    """What is kept about a player."""

    tags = ("Players",)
    writes = Right.ARCHIVE
    serializer_class = PlayerSerializer
    lookup_url_kwarg = "player"

    def get_queryset(self) -> QuerySet[Player]:
        """Return the club's players."""
        return self.club.players.all()

    @extend_schema(responses={key: FILES[key] for key in FILES if key[1] == ZipRenderer.media_type})
    @action(detail=True, renderer_classes=(JSONRenderer, ZipRenderer))
    def everything(self, request: Request, slug: str, player: int) -> HttpResponse:
        """Fetch everything about a player.

        A zip of JSON Lines, one file a kind of row. For owners, and for the member who is this
        player.
        """
        if not self.membership.may(Right.ARCHIVE) and self.membership.player_id != player:
            raise PermissionDenied(_("Your role in this club does not allow this."))
        out = BytesIO()
        person_export(player=self.get_object(), out=out)
        answer = HttpResponse(out.getvalue(), content_type="application/zip")
        answer["Content-Disposition"] = f'attachment; filename="player-{player}.zip"'
        return answer

    @action(detail=True, url_path="forgotten")
    @operation(answer=TracesSerializer, right=Right.ARCHIVE)
    def forget_preview(self, request: Request, slug: str, player: int) -> Response:
        """Show what forgetting a player changes.

        Counts; nothing is changed. Only owners.
        """
        return self.answer(player_traces(self.get_object()))

    @forget_preview.mapping.put
    @operation(body=ForgetIn)
    def forget(self, request: Request, slug: str, player: int) -> Response:
        """Forget a player.

        A number takes the place of the name; results, standings and money stay. Documents and
        archives of the club are deleted. This cannot be undone. Only owners.
        """
        person, body = self.get_object(), self.validated_body()
        form = ForgetForm(body, player=person)
        if not form.is_valid():
            raise ValidationError(form.errors.as_data())
        player_forget(player=person, reason=body["reason"], author=self.user)
        return self.answer(self.get_object())
