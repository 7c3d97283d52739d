"""A director who runs a whole event from a template, through the services alone."""

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from clubs.models import Club, User
from clubs.services.players import players_add_many
from engine.pairings.state import PlannedRound, TableResult
from scoring.models import Match
from scoring.services.hands import hand_record
from scoring.services.results import result_state
from tests.tournaments.conftest import begin_next, record
from tournaments.events.models import Event, Round, RoundState, Table
from tournaments.events.presets import TEMPLATES
from tournaments.events.selectors.pairing_state import pairing_state_of, stored_rounds
from tournaments.events.selectors.standings import standings_for
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create_from_template, event_finish
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh

Decide = Callable[[Sequence[int], int], int]
"""Which side wins a game: of the entries at the table, and the number of the round."""


def stronger(table: Sequence[int], _round: int) -> int:
    """The lower number wins."""
    return min(range(2), key=lambda side: table[side])


@dataclass
class Director:
    """Runs one event. ``lineup`` players make an entry."""

    event: Event
    by: User

    @classmethod
    def of(
        cls, template: str, *, club: Club, by: User, entries: int, lineup: int = 2
    ) -> "Director":
        """An event made from a template without touching an option, with so many entries."""
        event = event_create_from_template(
            club=club, template=TEMPLATES[template], date=datetime.date(2026, 11, 20), created_by=by
        )
        names = [f"P{number:03d}" for number in range(1, entries * lineup + 1)]
        players = players_add_many(club=club, names=names)
        lineups = [players[at : at + lineup] for at in range(0, len(players), lineup)]
        entries_add(event=event, lineups=lineups)
        return cls(event, by)

    def begin(self, seed: str = "tonight") -> Round:
        """Draw the next round where none is planned, and begin it."""
        if not self.event.rounds.filter(state=RoundState.PLANNED).exists():
            rounds_plan(event=self.event, seed=seed)
        return begin_next(self.event)

    def tables(self, round_: Round) -> list[tuple[Table, tuple[int, ...]]]:
        """The tables of a round with the numbers of who sits there, byes left out."""
        tables = round_.tables.filter(is_bye=False).prefetch_related("seats__entry")
        return [(table, tuple(seat.entry.number for seat in table.seats.all())) for table in tables]

    def hand(self, match: Match, side: int, marks: int = 1) -> Match:
        """One hand won by a side."""
        hand = record(match.next_dealer, side, marks=marks)
        return hand_record(match_id=match.pk, record=hand, author=self.by).match

    def game(self, match: Match, side: int, loser_marks: int = 0) -> Match:
        """A game to seven marks."""
        for _hand in range(loser_marks):
            match = self.hand(match, 1 - side)
        for marks in (2, 2, 2, 1):
            match = self.hand(match, side, marks)
        assert match.is_over
        return match

    def slip(self, match: Match, side: int, loser_marks: int = 0) -> None:
        """The same game as its slip has it."""
        result_state(
            match_id=match.pk,
            totals=[7, loser_marks] if side == 0 else [loser_marks, 7],
            hands=4 + loser_marks,
            sets=[0, 0],
            author=self.by,
        )

    def play(self, round_: Round, decide: Decide = stronger) -> None:
        """Play a round out, by hand at the first table; of a series only the games needed."""
        for place, (table, sitting) in enumerate(self.tables(round_)):
            write = self.slip if place else self.game
            won = [0, 0]
            for game in table.games.select_related("match"):
                side = decide(sitting, round_.number)
                write(game.match, side, loser_marks=sitting[side] % 3)
                won[side] += 1
                if table.best_of and won[side] > table.best_of // 2:
                    break

    def play_out(self, decide: Decide = stronger, *, most: int = 60) -> int:
        """Play until no round follows; how many were played from here."""
        for count in range(most):
            try:
                round_ = self.begin()
            except (ValidationError, IndexError):
                return count
            self.play(round_, decide)
        raise AssertionError("the event does not end")

    def finish(self) -> list[int]:
        """End the event; the entries by their final places."""
        event_finish(event=self.event)
        standings_refresh(event_id=self.event.pk)
        self.event.refresh_from_db()
        return [row.entrant.number for row in standings_for(self.event).rows]

    @property
    def rounds(self) -> tuple[PlannedRound, ...]:
        """What was begun so far."""
        return stored_rounds(self.event.rounds.filter(state=RoundState.BEGUN).order_by("number"))

    @property
    def results(self) -> tuple[tuple[TableResult, ...], ...]:
        """What came of it, round by round."""
        return pairing_state_of(self.event).results

    def value(self, number: int, key: str) -> int | None:
        """A metric of an entry as standings have it."""
        standings_refresh(event_id=self.event.pk)
        self.event.refresh_from_db()
        value: int | None = self.event.standings.get(entry__number=number).values.get(key)
        return value
