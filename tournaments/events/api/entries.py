"""Entries: coming, going, substitutes, seeds."""

from collections.abc import Iterable

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Club, Player
from clubs.rest.operations import operation
from core.rest.docs import IF_NONE_MATCH, SETTINGS_SEEN
from core.rest.etags import conditional, settings_seen, values_tag
from tournaments.events.api.base import EVENT_TRIAL, EventViewSet
from tournaments.events.api.bodies import (
    EntryIn,
    SeedsIn,
    SubstituteIn,
    WaitingPlayerIn,
    WithdrawIn,
)
from tournaments.events.api.serializers import (
    EntrySerializer,
    PlanEffectSerializer,
    SeedSerializer,
    WaitingPlayerSerializer,
)
from tournaments.events.models import Entry, Event, WaitingPlayer
from tournaments.events.selectors.events import Entrant, lineup, next_round_number
from tournaments.events.services.entries import (
    entry_add,
    entry_remove,
    entry_restore,
    entry_substitute,
    entry_withdraw,
    waiting_player_add,
    waiting_player_remove,
)
from tournaments.events.services.plan_changes import entries_seed, seeds_of
from tournaments.events.services.planning import plan_effects


class EntryViewSet(EventViewSet):
    """The entries of an event."""

    tags = ("Entries",)
    serializer_class = EntrySerializer
    lookup_field = "number"
    lookup_url_kwarg = "entry"
    lookup_value_converter = "number"

    def get_queryset(self) -> QuerySet[Entry]:
        """Return the entries of the event, by number."""
        return self.event.entries.order_by("number")

    def list(self, request: Request, slug: str, event: int) -> Response:
        """List entries.

        Pairs or single players by number, with who sits for them in the next round.
        """
        return self.page(entrants_now(self.event, self.get_queryset()))

    @operation(body=EntryIn, name="add")
    def create(self, request: Request, slug: str, event: int) -> Response:
        """Enter a pair or a player.

        Enters players of the roster: two as a pair, or one where the format has single players. A
        latecomer plays from the next round not yet begun; rounds planned before are planned anew.
        """
        body = self.validated_body()
        players = _players(self.club, body["players"])
        entry = entry_add(event=self.event, players=players, evenly=body["evenly"])
        return self.created(entrants_now(self.event, [entry])[0])

    @action(detail=False, methods=["post"], pagination_class=None)
    @operation(body=EntryIn, answer=PlanEffectSerializer, many=True, keyed=False)
    def preview(self, request: Request, slug: str, event: int) -> Response:
        """Preview an entry.

        What entering these players would do to the announced rounds: keeping as many tables as
        can be, then planned evenly; one alone where both come to the same, none where nothing is
        announced. Nothing is changed.
        """
        players = _players(self.club, self.validated_body()["players"])
        effects = plan_effects(
            self.event, lambda evenly: entry_add(event=self.event, players=players, evenly=evenly)
        )
        return self.answer(effects)

    @extend_schema(parameters=[IF_NONE_MATCH])
    @action(detail=False, pagination_class=None)
    @operation(answer=SeedSerializer, many=True)
    def seeds(self, request: Request, slug: str, event: int) -> Response:
        """List seeds.

        Every entry with its seed.
        """
        answer = self._seeds()
        return conditional(request, answer["ETag"], lambda: answer.data)

    @extend_schema(parameters=[SETTINGS_SEEN])
    @seeds.mapping.put
    @operation(body=SeedsIn, answer=SeedSerializer, many=True)
    def seed(self, request: Request, slug: str, event: int) -> Response:
        """Seed entries.

        Before the first round begins. Planned rounds are planned again, and groups dealt again.
        """
        seeds = {row["number"]: row["seed"] for row in self.validated_body()["seeds"]}
        entries_seed(event=self.event, seeds=seeds, version=settings_seen(request, ()))
        return self._seeds()

    def _seeds(self) -> Response:
        answer = self.answer(self.get_queryset())
        answer["ETag"] = values_tag(seeds_of(self.event), answer.data)
        return answer

    def retrieve(self, request: Request, slug: str, event: int, entry: int) -> Response:
        """Show an entry.

        The entry with who sits for it in the next round.
        """
        return self.answer(entrants_now(self.event, [self.get_object()])[0])

    @operation(name="remove")
    def destroy(self, request: Request, slug: str, event: int, entry: int) -> Response:
        """Take an entry out.

        Only one that has sat at no table yet; else let it drop out.
        """
        entry_remove(entry=self.get_object())
        return Response(status=204)

    @action(detail=True, methods=["post"])
    @operation(body=WithdrawIn, trial=EVENT_TRIAL)
    def withdraw(self, request: Request, slug: str, event: int, entry: int) -> Response:
        """Let an entry drop out.

        From the next round not yet begun on. What it played stays and counts. Where it gives up,
        the table at which it is playing is forfeited in the same step.
        """
        leaving = self.get_object()
        entry_withdraw(entry=leaving, **self.validated_body())
        return self._shown(leaving)

    @action(detail=True, methods=["post"], url_path="withdraw/preview", pagination_class=None)
    @operation(answer=PlanEffectSerializer, many=True, keyed=False)
    def withdraw_preview(self, request: Request, slug: str, event: int, entry: int) -> Response:
        """Preview dropping out.

        As for a new entry. Nothing is changed.
        """
        leaving = self.get_object()
        effects = plan_effects(
            self.event, lambda evenly: entry_withdraw(entry=leaving, evenly=evenly)
        )
        return self.answer(effects)

    @action(detail=True, methods=["post"])
    @operation(trial=EVENT_TRIAL)
    def restore(self, request: Request, slug: str, event: int, entry: int) -> Response:
        """Take an entry back in.

        One that dropped out plays again from the next round not yet begun.
        """
        returning = self.get_object()
        entry_restore(entry=returning)
        return self._shown(returning)

    @action(detail=True, methods=["post"])
    @operation(body=SubstituteIn)
    def substitute(self, request: Request, slug: str, event: int, entry: int) -> Response:
        """Put a substitute in.

        Another player sits at a place of the entry from a round on: the next one, or a begun one
        in which the entry has no hand yet. `stints` of the answer say who sits from when to when;
        nothing that was played changes.
        """
        relieved, body = self.get_object(), self.validated_body()
        player = get_object_or_404(Player, club=self.club, pk=body.pop("player"))
        entry_substitute(entry=relieved, player=player, **body)
        return self._shown(relieved)

    def _shown(self, entry: Entry) -> Response:
        """Answer with an entry as it stands now."""
        entry.refresh_from_db()
        return self.answer(entrants_now(self.event, [entry])[0])


class WaitingPlayerViewSet(EventViewSet):
    """The players who have come and wait for a partner."""

    tags = ("Entries",)
    serializer_class = WaitingPlayerSerializer
    lookup_field = "player_id"
    lookup_url_kwarg = "player"

    def get_queryset(self) -> QuerySet[WaitingPlayer]:
        """Return the players in the order of coming."""
        return self.event.waiting_players.select_related("player")

    def list(self, request: Request, slug: str, event: int) -> Response:
        """List who waits.

        Players without a partner, in the order of coming. They are no entry: not drawn, ranked or
        charged.
        """
        return self.page(self.get_queryset())

    @operation(body=WaitingPlayerIn, name="add")
    def create(self, request: Request, slug: str, event: int) -> Response:
        """Let a player wait.

        In formats for pairs. Entering the player with a partner ends it, also where both waited.
        """
        player = get_object_or_404(Player, club=self.club, pk=self.validated_body()["player"])
        return self.created(waiting_player_add(event=self.event, player=player))

    @operation(name="remove")
    def destroy(self, request: Request, slug: str, event: int, player: int) -> Response:
        """Take a waiting player out.

        One who goes home, or plays after all with somebody who is entered.
        """
        waiting_player_remove(waiting=self.get_object())
        return Response(status=204)


def entrants_now(event: Event, entries: Iterable[Entry]) -> list[Entrant]:
    """Return entries with their lineup in the next round, and all stints. Two queries."""
    return list(lineup(event).entrants_of_all(entries, next_round_number(event)).values())


def _players(club: Club, keys: Iterable[int]) -> list[Player]:
    return [get_object_or_404(Player, club=club, pk=key) for key in keys]
