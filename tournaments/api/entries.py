"""Entries: coming, going, and who sits for whom."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Player
from clubs.rest.docs import CREATING, IDEMPOTENT, REPLAYED
from clubs.rest.idempotent import once
from clubs.rest.pages import Pages
from clubs.rest.views import paged, sent
from clubs.roles import Right
from clubs.services.idempotency import Answer
from scoring.api.serializers import CorrectionQuery, or_foretold
from tournaments.api.base import DRY_RUN, EventView
from tournaments.api.bodies import EntryIn, SubstituteIn, WithdrawIn
from tournaments.api.serializers import EntrySerializer, PlanEffectSerializer
from tournaments.models import Entry, Event
from tournaments.selectors import lineups_at, next_round_number
from tournaments.services.entries import (
    entry_add,
    entry_remove,
    entry_restore,
    entry_substitute,
    entry_withdraw,
)
from tournaments.services.previews import plan_effects

TAGS = ["Entries"]


class EntryList(EventView):
    """Who is entered in an event."""

    pagination_class = Pages
    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="entries_list",
        tags=TAGS,
        summary="List entries",
        description="Pairs or single players by number, with who sits for them in the next round.",
        responses=EntrySerializer(many=True),
    )
    def get(self, request: Request, slug: str, event: int) -> Response:
        """The entries."""
        return paged(self, entry_rows(self.event, self.event.entries.all()), EntrySerializer)

    @extend_schema(
        operation_id="entries_add",
        tags=TAGS,
        summary="Enter a pair or a player",
        description="Enters players of the roster: two as a pair, or one where the format has "
        "single players. A latecomer plays from the next round not yet begun; rounds planned "
        "before are planned anew.",
        parameters=CREATING,
        request=EntryIn,
        responses={201: EntrySerializer},
    )
    def post(self, request: Request, slug: str, event: int) -> Response:
        """Enter them."""
        body = sent(request, EntryIn)
        return once(request, lambda: self._added(body["players"], evenly=body["evenly"]))

    def _added(self, keys: list[int], *, evenly: bool) -> Answer:
        players = [get_object_or_404(Player, club=self.club, pk=key) for key in keys]
        entry = entry_add(event=self.event, players=players, evenly=evenly)
        place = reverse("api-entry", args=[self.club.slug, self.event.pk, entry.number])
        return Answer(201, entry_body(self.event, entry), place)


class EntryPreview(EventView):
    """What entering somebody would do to the announced rounds."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="entries_preview",
        tags=TAGS,
        summary="Preview an entry",
        description="What entering these players would do to the announced rounds: keeping as many "
        "tables as can be, then planned evenly; one alone where both come to the same, none where "
        "nothing is announced. Nothing is changed.",
        request=EntryIn,
        responses=PlanEffectSerializer(many=True),
    )
    def post(self, request: Request, slug: str, event: int) -> Response:
        """What would follow."""
        keys = sent(request, EntryIn)["players"]
        players = [get_object_or_404(Player, club=self.club, pk=key) for key in keys]
        effects = plan_effects(
            self.event,
            lambda evenly: entry_add(event=self.event, players=players, evenly=evenly),
        )
        return Response(PlanEffectSerializer(effects, many=True).data)


class EntryView(EventView):
    """An endpoint of one entry."""

    entry: Entry

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """The entry of that event."""
        super().initial(request, *args, **kwargs)
        self.entry = get_object_or_404(Entry, event=self.event, number=kwargs["entry"])

    def answer(self) -> Answer:
        """The entry as it stands now."""
        self.entry.refresh_from_db()
        return Answer(200, entry_body(self.event, self.entry))


class EntryDetail(EntryView):
    """One entry."""

    rights: ClassVar = {"DELETE": Right.RUN}

    @extend_schema(
        operation_id="entries_retrieve",
        tags=TAGS,
        summary="Show an entry",
        description="The entry with who sits for it in the next round.",
        responses=EntrySerializer,
    )
    def get(self, request: Request, slug: str, event: int, entry: int) -> Response:
        """The entry."""
        return Response(entry_body(self.event, self.entry))

    @extend_schema(
        operation_id="entries_remove",
        tags=TAGS,
        summary="Take an entry out",
        description="Only one that has sat at no table yet; else let it drop out.",
        responses={204: None},
    )
    def delete(self, request: Request, slug: str, event: int, entry: int) -> Response:
        """Take it out."""
        entry_remove(entry=self.entry)
        return Response(status=204)


class EntryWithdraw(EntryView):
    """Dropping out."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="entries_withdraw",
        tags=TAGS,
        summary="Let an entry drop out",
        description="From the next round not yet begun on. What it played stays and counts. Where "
        "it gives up, the table at which it is playing is forfeited in the same step." + DRY_RUN,
        parameters=[CorrectionQuery, IDEMPOTENT, REPLAYED],
        request=WithdrawIn,
        responses={200: or_foretold(EntrySerializer)},
    )
    def post(self, request: Request, slug: str, event: int, entry: int) -> Response:
        """Let it drop out."""
        body = sent(request, WithdrawIn)
        return self.once_or_tried(request, lambda: self._withdrawn(**body))

    def _withdrawn(self, *, gives_up: bool, evenly: bool) -> Answer:
        entry_withdraw(entry=self.entry, gives_up=gives_up, evenly=evenly)
        return self.answer()


class EntryWithdrawPreview(EntryView):
    """What dropping out would do to the announced rounds."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="entries_withdraw_preview",
        tags=TAGS,
        summary="Preview dropping out",
        description="As for a new entry. Nothing is changed.",
        request=None,
        responses=PlanEffectSerializer(many=True),
    )
    def post(self, request: Request, slug: str, event: int, entry: int) -> Response:
        """What would follow."""
        effects = plan_effects(
            self.event, lambda evenly: entry_withdraw(entry=self.entry, evenly=evenly)
        )
        return Response(PlanEffectSerializer(effects, many=True).data)


class EntryRestore(EntryView):
    """Coming back."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="entries_restore",
        tags=TAGS,
        summary="Take an entry back in",
        description="One that dropped out plays again from the next round not yet begun." + DRY_RUN,
        parameters=[CorrectionQuery, IDEMPOTENT, REPLAYED],
        request=None,
        responses={200: or_foretold(EntrySerializer)},
    )
    def post(self, request: Request, slug: str, event: int, entry: int) -> Response:
        """Take it back in."""
        return self.once_or_tried(request, self._restored)

    def _restored(self) -> Answer:
        entry_restore(entry=self.entry)
        return self.answer()


class EntrySubstitute(EntryView):
    """Somebody else at an entry's place."""

    rights: ClassVar = {"POST": Right.RUN}

    @extend_schema(
        operation_id="entries_substitute",
        tags=TAGS,
        summary="Put a substitute in",
        description="Another player sits at a place of the entry from a round on: the next one, or "
        "a begun one in which the entry has no hand yet.",
        parameters=[IDEMPOTENT, REPLAYED],
        request=SubstituteIn,
        responses=EntrySerializer,
    )
    def post(self, request: Request, slug: str, event: int, entry: int) -> Response:
        """Put the substitute in."""
        body = sent(request, SubstituteIn)
        return once(request, lambda: self._substituted(**body))

    def _substituted(
        self, place: int, player: int, from_round: int | None = None, *, beyond: bool
    ) -> Answer:
        found = get_object_or_404(Player, club=self.club, pk=player)
        entry_substitute(
            entry=self.entry, place=place, player=found, from_round=from_round, beyond=beyond
        )
        return self.answer()


def entry_rows(event: Event, entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Entries with who sits for them in the next round. Two queries."""
    lineups = lineups_at(event, next_round_number(event))
    return [
        {
            "number": entry.number,
            "players": lineups.get(entry.pk, ()),
            "is_active": entry.is_active,
            "joined_round": entry.joined_round,
            "left_after_round": entry.left_after_round,
        }
        for entry in entries
    ]


def entry_body(event: Event, entry: Entry) -> dict[str, Any]:
    """One entry's answer."""
    return EntrySerializer(entry_rows(event, [entry])[0]).data
