"""The event that a match was drawn in, as the host of the match."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.pairings.formats import FORMATS
from engine.standings.series import counting, wins
from rules.problems import Problem
from scoring.host import (
    Consent,
    Crumb,
    HostNote,
    MatchHost,
    NextMatch,
    OpenHands,
    Stage,
    TrialResult,
)
from scoring.models import Match
from scoring.selectors.scores import against_words
from tournaments.events.event_hooks import event_hooks, same_deals
from tournaments.events.models import EventState, Game
from tournaments.events.selectors.pairing_state import games_played, pairing_state_of
from tournaments.events.selectors.tables import match_after, matches_beside
from tournaments.events.services.consequences import event_weigh, round_is_past

Outcome = TypeVar("Outcome")


class EventHost(MatchHost):
    """The event that a match was drawn in."""

    def __init__(self, match: Match, game: Game) -> None:
        super().__init__(match)
        self.game = game
        self.round = game.table.round
        self.event = self.round.event

    @property
    def is_closed(self) -> bool:
        return self.event.state == EventState.FINISHED

    def stage(self) -> Stage:
        """How far the event has come. Five queries at most."""
        if self.is_closed:
            return Stage.CLOSED
        return Stage.PAST if round_is_past(self.event, self.round) else Stage.OPEN

    def breadcrumbs(self) -> Sequence[Crumb]:
        """Events, then the event. No query."""
        slug = self.match.club.slug
        return (
            Crumb(_("Events"), reverse("events", args=[slug])),
            Crumb(self.event.name, reverse("event", args=[slug, self.event.pk])),
        )

    def note(self) -> HostNote | None:
        """The state of the series, and whether this game of it counts. Two queries."""
        table = self.game.table
        if table.seats.filter(forfeited=True).exists():
            text = _("This meeting was forfeited. What is recorded here does not count.")
            return HostNote(text, is_void=True)
        if not table.best_of:
            return None
        games = list(table.games.select_related("match"))
        played = games_played(games)
        won = wins(played)
        values = {"game": self.game.number, "count": table.best_of, "home": won[0], "away": won[1]}
        if not counting(table.best_of, played)[games.index(self.game)]:
            text = _("The series is decided. What is recorded here does not count.")
            return HostNote(text, is_void=True)
        return HostNote(
            _("Game %(game)d, best of %(count)d: it stands %(home)d–%(away)d.") % values
        )

    def open_hands(self) -> OpenHands | None:
        """Return the hands on which the table does not agree yet. Three queries, or none."""
        for hooks in event_hooks():
            if hands := hooks.open_hands(self.event, self.game, self.match):
                return hands
        return None

    def tag(self) -> str:
        """What its players agree on changes with remarks and settings, and not with the match."""
        return f"{self.game.remark_count}-{self.event.who_writes}-{self.event.confirms}"

    def deal_problems(self, number: int, record: Mapping[str, Any]) -> Sequence[Problem]:
        """Return where the record differs from the deal, without revealing the deal."""
        return same_deals().record_problems(self.match, number, record)

    def deal_warning(self, number: int, record: Mapping[str, Any]) -> str:
        """That the pieces written down are not those of the set, once those may be seen."""
        return same_deals().record_warning(self.match, number, record)

    def decision_due(self) -> NextMatch | None:
        """Where the organiser decides a meeting that ended level in a bracket. Twelve queries, one
        where the match is not over or the format takes a draw."""
        format_ = FORMATS[self.event.format]
        if not format_.has_bracket or not self.match.is_over:
            return None
        undecided = format_.undecided(pairing_state_of(self.event))
        if (self.round.number, self.game.table.number) not in undecided:
            return None
        about = _(
            "This meeting ended level and needs a winner: one hand played or one domino drawn "
            "decides."
        )
        href = reverse("event", args=[self.match.club.slug, self.event.pk])
        return NextMatch(_("Enter the winner under Rounds"), href, about)

    def next_match(self) -> NextMatch | None:
        """The next game without a result, or the rounds page if there is none. Three queries."""
        slug, following = self.match.club.slug, match_after(self.game)
        if following is None:
            href = reverse("event", args=[slug, self.event.pk])
            return NextMatch(_("On to the rounds"), href)
        href = reverse("match", args=[slug, following.pk])
        table = following.game_of.table
        if table == self.game.table:
            label = _("Next: game %(number)d at this table") % {"number": following.game_of.number}
            return NextMatch(label, href)
        about = against_words(following)
        return NextMatch(_("Next: table %(number)d") % {"number": table.in_room}, href, about)

    def beside(self) -> tuple[NextMatch | None, NextMatch | None]:
        """The tables before and after it in the room, of the same round. One query."""
        before, after = matches_beside(self.game)
        return self._table_way(before), self._table_way(after)

    def _table_way(self, match: Match | None) -> NextMatch | None:
        if match is None:
            return None
        number = match.game_of.table.in_room
        href = reverse("match", args=[self.match.club.slug, match.pk])
        return NextMatch(_("Table %(number)s") % {"number": number}, href)

    def weigh(
        self, act: Callable[[], Outcome], *, agreed: Consent | None = None, trial: bool = False
    ) -> TrialResult[Outcome]:
        """See ``event_weigh``."""
        return event_weigh(
            event_id=self.event.pk,
            act=act,
            agreed=agreed,
            trial=trial,
            past=lambda event: round_is_past(event, self.round),
        )


def event_host(match: Match) -> EventHost | None:
    """The event of a match; None for a match of no event. One query."""
    game = Game.objects.filter(match=match).select_related("table__round__event").first()
    return None if game is None else EventHost(match, game)
