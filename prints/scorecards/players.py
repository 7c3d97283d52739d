"""Scorecards and sheets of matches of single players; what differs is told by a game's teller."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from django.utils.translation import gettext as _

from games import PAGES, GamePresenter
from games.base import Names, SideWords, figure, side_keys
from press.base import Imprint
from press.fonts import isolated
from prints.players_card import (
    CardPlayer,
    Cell,
    Figures,
    Head,
    PlayedHand,
    PlayersCard,
    PlayersLabels,
)
from prints.players_sheet import SheetPlayer
from prints.score_sheet import Field
from prints.scorecard import Amount, Settlement
from prints.scorecards.common import (
    imprint,
    money_words,
    names_of,
    notes_of,
    stakes_words,
    step_amount,
)
from prints.scorecards.tables import SheetTable
from rules import GAMES
from rules.game import Record, Standing
from scoring.folding import RunningScore
from scoring.models import Match
from scoring.selectors.ladders import match_ladder
from scoring.selectors.seating import names_at


class Told(NamedTuple):
    """A hand with all that its row is told from; `before` and `after` is where the match stood.

    Names and totals are by seat: those of who played the hand.
    """

    record: Record
    verdict: Record
    names: Names
    options: Any
    before: Standing
    after: Standing

    def gain(self, seat: int) -> int:
        """What the hand changed in a player's total."""
        return self.after.totals[seat] - self.before.totals[seat]


class HandFormatter(Protocol):
    """How a game fills the columns of a card."""

    def heads(self) -> tuple[Head, ...]:
        """The columns of the hand as a whole."""

    def figure_heads(self, *, turns: bool) -> tuple[str, ...]:
        """The columns of each player, the total last; ``turns`` where there is one player more."""

    def cells(self, told: Told) -> tuple[Cell, ...]:
        """A hand in the columns of `heads`."""

    def figures(self, told: Told, seat: int) -> Figures:
        """A hand in a player's columns."""


@dataclass(frozen=True, slots=True)
class Climbed:
    """A match added up for print: its rows, the totals after each, the ladder at its top."""

    ladder: RunningScore
    rows: tuple[PlayedHand, ...]
    totals: tuple[tuple[int, ...], ...]


def card_builder(teller: HandFormatter) -> Callable[[Match], PlayersCard]:
    """What builds the cards of a game from matches that were read for print."""

    def build(match: Match) -> PlayersCard:
        page, names = PAGES[match.game], names_of(match)
        climbed = _climb(match, names, teller)
        options = climbed.ladder.options
        return PlayersCard(
            imprint=imprint(match, _("Scorecard")),
            labels=_labels(),
            title=match.get_game_display(),
            place=match.label,
            players=tuple(_players(page, names, climbed)),
            heads=teller.heads(),
            figure_heads=teller.figure_heads(turns=climbed.ladder.rotation.turns),
            hands=climbed.rows,
            target=page.target(options) or None,
            notes=tuple(notes_of(match.hands.all())),
            settlement=_settlement(match, page, names, climbed.ladder),
        )

    return build


def sheet_players(table: SheetTable) -> tuple[SheetPlayer, ...]:
    """The players of a table by the keys of their seats."""
    letters = PAGES[table.game].seat_keys()[: GAMES[table.game].seats]
    keys = side_keys(() if table.numbered else letters, table.names)
    return tuple(
        SheetPlayer(key, seat) for key, seat in zip(keys, table.seat_fields(keys), strict=False)
    )


def dealers(table: SheetTable) -> tuple[str, ...]:
    """The keys of those who deal, from the first hand on; none where it is not known."""
    if table.first_dealer is None:
        return ()
    keys = tuple(player.short for player in sheet_players(table))
    return keys[table.first_dealer :] + keys[: table.first_dealer]


def turns_words(table: SheetTable) -> tuple[str, ...]:
    """That players take turns, where they do."""
    takes_turns = len(table.names) > GAMES[table.game].seats
    return (_("The dealer sits out; the player on the left bids first."),) if takes_turns else ()


def dealer_field(table: SheetTable) -> Field:
    """Who deals first."""
    return Field(_("First dealer"), table.dealer)


def sheet_imprint(table: SheetTable) -> Imprint:
    """What the sheet says of itself on every page."""
    return replace(table.imprint, kind=f"{_('Score sheet')} · {table.game_name}")


def _climb(match: Match, names: Sequence[str], teller: HandFormatter) -> Climbed:
    ladder = match_ladder(match)
    rows, totals = [], []
    for hand in match.hands.all():
        assert hand.record is not None
        assert hand.verdict is not None
        rotation, number, before = ladder.rotation, hand.number, ladder.standing
        ladder.add_hand(hand.verdict)
        told = Told(
            hand.record,
            hand.verdict,
            names_at(rotation, names, number),
            ladder.options,
            rotation.at_seats(before, number),
            rotation.at_seats(ladder.standing, number),
        )
        totals.append(ladder.standing.totals)
        at_seats = tuple(teller.figures(told, seat) for seat in range(len(told.names)))
        figures = rotation.scattered(_rested(teller, totals[-1]), at_seats, number)
        rows.append(PlayedHand(number, teller.cells(told), figures))
    return Climbed(ladder, tuple(rows), tuple(totals))


def _rested(teller: HandFormatter, totals: Sequence[int]) -> tuple[Figures, ...]:
    """What stands under those who sit a hand out: their totals as they were."""
    open_ = ("–", *("",) * (len(teller.figure_heads(turns=True)) - 2))
    return tuple(Figures((*open_, figure(total))) for total in totals)


def _players(page: GamePresenter, names: Sequence[str], climbed: Climbed) -> Iterator[CardPlayer]:
    standing = climbed.ladder.standing
    asides = page.side_notes(standing, climbed.ladder.options) or ("",) * len(names)
    for seat, (name, aside) in enumerate(zip(names, asides, strict=True)):
        yield CardPlayer(
            name,
            name,
            total=figure(standing.totals[seat]),
            course=tuple(totals[seat] for totals in climbed.totals),
            aside=aside,
            won=standing.winner == seat,
        )


def _settlement(
    match: Match, page: GamePresenter, names: Sequence[str], ladder: RunningScore
) -> Settlement | None:
    settled = ladder.settlement(match.stakes)
    if settled is None or match.stakes is None:
        return None
    currency = settled["currency"]
    steps = page.reckoning(ladder.standing, match.stakes, ladder.options, _fenced(page, names))
    return Settlement(
        stakes=stakes_words(page, match.stakes),
        steps=tuple(step_amount(line, currency) for line in steps),
        sides=(),
        players=tuple(
            Amount(name, money_words(amount, currency))
            for name, amount in zip(names, settled["players"], strict=True)
        ),
    )


def _fenced(page: GamePresenter, names: Sequence[str]) -> tuple[SideWords, ...]:
    """The players with their names isolate_bidi off, to be put into sentences."""
    return tuple(
        replace(side, players=tuple(map(isolated, side.players))) for side in page.sides(names)
    )


def _labels() -> PlayersLabels:
    return PlayersLabels(
        hand_number=_("No."),
        winner=_("Winner"),
        no_hands=_("No hand has been recorded."),
        notes=_("Corrections and rulings"),
        settlement=_("Settlement"),
        by_player=_("By player"),
    )
