"""Entries: coming, going, and substitutes."""

from collections.abc import Iterable, Sequence
from typing import Any

from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from clubs.models import Club, Player
from clubs.rest.actions import action, directly, reading
from core.rest.pages import Pages
from tournaments.api.base import EventView, correction
from tournaments.api.serializers import (
    EntryIn,
    EntrySerializer,
    PlanEffectSerializer,
    SubstituteIn,
    WithdrawIn,
)
from tournaments.models import Entry, Event
from tournaments.selectors.events import Entrant, lineup, next_round_number
from tournaments.services.entries import (
    entry_add,
    entry_remove,
    entry_restore,
    entry_substitute,
    entry_withdraw,
)
from tournaments.services.planning import PlanEffect, plan_effects

TAGS = ["Entries"]


class EntryList(EventView):
    """The entries of an event."""

    pagination_class = Pages

    @reading(
        "entries_list",
        "List entries",
        "Pairs or single players by number, with who sits for them in the next round.",
        tags=TAGS,
        answer=EntrySerializer,
        many=True,
    )
    def get(self) -> Sequence[Entrant]:
        return entrants_now(self.event, self.event.entries.all())

    @action(
        "entries_add",
        "Enter a pair or a player",
        "Enters players of the roster: two as a pair, or one where the format has "
        "single players. A latecomer plays from the next round not yet begun; rounds planned "
        "before are planned anew.",
        tags=TAGS,
        body=EntryIn,
        answer=EntrySerializer,
        status=201,
        location="api-entry",
        key="number",
    )
    def post(self, *, players: list[int], evenly: bool) -> Entrant:
        found = _players(self.club, players)
        made = entry_add(event=self.event, players=found, evenly=evenly)
        return entrants_now(self.event, [made])[0]


class EntryPreview(EventView):
    """The effect of new entries on the announced rounds."""

    @action(
        "entries_preview",
        "Preview an entry",
        "What entering these players would do to the announced rounds: keeping as many "
        "tables as can be, then planned evenly; one alone where both come to the same, none where "
        "nothing is announced. Nothing is changed.",
        tags=TAGS,
        body=EntryIn,
        answer=PlanEffectSerializer,
        many=True,
        run=directly,
    )
    def post(self, *, players: list[int], **_evenly: bool) -> Sequence[PlanEffect]:
        found = _players(self.club, players)
        return plan_effects(
            self.event, lambda evenly: entry_add(event=self.event, players=found, evenly=evenly)
        )


class EntryView(EventView):
    """An endpoint of one entry."""

    entry: Entry

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Load the entry of that event."""
        super().initial(request, *args, **kwargs)
        self.entry = get_object_or_404(Entry, event=self.event, number=kwargs["entry"])

    def shown(self) -> Entrant:
        """Return the current state of the entry."""
        self.entry.refresh_from_db()
        return entrants_now(self.event, [self.entry])[0]


class EntryDetail(EntryView):
    """One entry."""

    @reading(
        "entries_retrieve",
        "Show an entry",
        "The entry with who sits for it in the next round.",
        tags=TAGS,
        answer=EntrySerializer,
    )
    def get(self) -> Entrant:
        return entrants_now(self.event, [self.entry])[0]

    @action(
        "entries_remove",
        "Take an entry out",
        "Only one that has sat at no table yet; else let it drop out.",
        tags=TAGS,
        status=204,
    )
    def delete(self) -> None:
        entry_remove(entry=self.entry)


class EntryWithdraw(EntryView):
    """Dropping out."""

    @correction(
        "entries_withdraw",
        "Let an entry drop out",
        "From the next round not yet begun on. What it played stays and counts. Where "
        "it gives up, the table at which it is playing is forfeited in the same step.",
        tags=TAGS,
        body=WithdrawIn,
        answer=EntrySerializer,
    )
    def post(self, *, gives_up: bool, deals_stand: bool, evenly: bool) -> Entrant:
        entry_withdraw(entry=self.entry, gives_up=gives_up, deals_stand=deals_stand, evenly=evenly)
        return self.shown()


class EntryWithdrawPreview(EntryView):
    """The effect of a withdrawal on the announced rounds."""

    @action(
        "entries_withdraw_preview",
        "Preview dropping out",
        "As for a new entry. Nothing is changed.",
        tags=TAGS,
        answer=PlanEffectSerializer,
        many=True,
        run=directly,
    )
    def post(self) -> Sequence[PlanEffect]:
        return plan_effects(
            self.event, lambda evenly: entry_withdraw(entry=self.entry, evenly=evenly)
        )


class EntryRestore(EntryView):
    """Coming back."""

    @correction(
        "entries_restore",
        "Take an entry back in",
        "One that dropped out plays again from the next round not yet begun.",
        tags=TAGS,
        answer=EntrySerializer,
    )
    def post(self) -> Entrant:
        entry_restore(entry=self.entry)
        return self.shown()


class EntrySubstitute(EntryView):
    """Somebody else at an entry's place."""

    @action(
        "entries_substitute",
        "Put a substitute in",
        "Another player sits at a place of the entry from a round on: the next one, or "
        "a begun one in which the entry has no hand yet. `stints` of the answer say who sits from "
        "when to when; nothing that was played changes.",
        tags=TAGS,
        body=SubstituteIn,
        answer=EntrySerializer,
    )
    def post(self, *, player: int, **given: Any) -> Entrant:
        found = get_object_or_404(Player, club=self.club, pk=player)
        entry_substitute(entry=self.entry, player=found, **given)
        return self.shown()


def entrants_now(event: Event, entries: Iterable[Entry]) -> list[Entrant]:
    """Return entries with their lineup in the next round, and all stints. Two queries."""
    return list(lineup(event).entrants_of_all(entries, next_round_number(event)).values())


def _players(club: Club, keys: Iterable[int]) -> list[Player]:
    return [get_object_or_404(Player, club=club, pk=key) for key in keys]
