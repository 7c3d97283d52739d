"""What is cut up and lies in the hall: table cards, name badges, guide cards, round slips."""

from collections.abc import Iterator

from django.db.models import Max, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from pairings.format import sides_of
from pairings.formats import FORMATS
from press.fonts import isolated
from prints.badges import Badge, Badges
from prints.boards.common import (
    document_job,
    entrant_words,
    event_imprint,
    format_place,
    pages,
    seat_key,
    table_address,
)
from prints.boards.seating import SeatedRound, SeatedSide, SeatedTable, rounds_seated
from prints.event_prints.base import Job, Wish, titled
from prints.guides import GuideCard, GuideCards, GuideLabels, GuideRound
from prints.slips import Slip, SlipLabels, Slips, SlipSide
from prints.table_cards import CardRound, Sitter, TableCard, TableCards
from rules import GAMES
from tournaments.models import Event, Table
from tournaments.selectors.events import Entrant
from tournaments.selectors.rounds import event_overview

_ROUNDS_ON_A_CARD = 20
_ROUNDS_ON_A_GUIDE = 32
_SLIPS_ON_A_PAGE = 4


def table_cards_job(event: Event, wish: Wish) -> Job:
    """A card for every table, with all rounds that are drawn."""
    tables = _tables(event).aggregate(last=Max(Coalesce("stands_at", "number")))["last"] or 0

    def build() -> Iterator[TableCards]:
        rounds = rounds_seated(event)
        cards = (_table_card(event, wish, rounds, number) for number in range(1, tables + 1))
        imprint = event_imprint(event, _("Table cards"))
        yield TableCards(imprint, event.name, format_place(event), tuple(cards))

    title = titled(_("Table cards"), event, wish)
    total = _estimate(tables, event.rounds.count(), on_a_page=2, rounds=_ROUNDS_ON_A_CARD)
    return document_job(title, total, build, paper=wish.paper)


def badges_job(event: Event, wish: Wish) -> Job:
    """A badge for everybody who takes part now."""
    people = event.entries.filter(left_after_round=None).count() * FORMATS[event.format].lineup

    def build() -> Iterator[Badges]:
        entrants = [entrant for entrant in event_overview(event).entrants if entrant.is_active]
        badges = tuple(badge for entrant in entrants for badge in _badges(entrant))
        yield Badges(event_imprint(event, _("Name badges")), event.name, badges)

    title = titled(_("Name badges"), event, wish)
    return document_job(title, pages(people, 10), build, paper=wish.paper)


def guides_job(event: Event, wish: Wish) -> Job:
    """A card for every pair or player: the way through all rounds that are drawn."""
    entries = event.entries.filter(left_after_round=None).count()
    total = _estimate(entries, event.rounds.count(), on_a_page=4, rounds=_ROUNDS_ON_A_GUIDE)

    def build() -> Iterator[GuideCards]:
        rounds = rounds_seated(event)
        entrants = [entrant for entrant in event_overview(event).entrants if entrant.is_active]
        cards = tuple(_guide(rounds, entrant) for entrant in entrants)
        imprint = event_imprint(event, _("Guide cards"))
        yield GuideCards(imprint, _guide_labels(event), event.name, cards)

    return document_job(titled(_("Guide cards"), event, wish), total, build, paper=wish.paper)


def slips_job(event: Event, wish: Wish) -> Job:
    """A slip for every table of a round, or of all that are drawn."""
    tables = _tables(event)
    if wish.round is not None:
        tables = tables.filter(round__number=wish.round)

    def build() -> Iterator[Slips]:
        slips = tuple(
            _slip(event, wish, round_, table)
            for round_ in rounds_seated(event, wish.round)
            for table in round_.tables
        )
        labels = SlipLabels(_("Who plays"), _("Game {number}"), _("Result"), _("Signed"))
        yield Slips(event_imprint(event, _("Round slips")), labels, event.name, slips)

    title = titled(_("Round slips"), event, wish)
    return document_job(title, pages(tables.count(), _SLIPS_ON_A_PAGE), build, paper=wish.paper)


def _estimate(cards: int, held: int, *, on_a_page: int, rounds: int) -> int:
    """About how many pages cards of so many rounds take; none without rounds.

    ``rounds`` have room on a page, ``on_a_page`` cards of few rounds.
    """
    if not held:
        return 0
    together = max(1, min(on_a_page, rounds // held))
    return pages(cards, together) * pages(held, rounds)


def _tables(event: Event) -> QuerySet[Table]:
    return Table.objects.filter(round__event=event, is_bye=False)


def _table_card(
    event: Event, wish: Wish, rounds: tuple[SeatedRound, ...], number: int
) -> TableCard:
    seats = _most_seated(rounds, number, GAMES[event.game].seats)
    numbered = any(round_.numbered for round_ in rounds)
    followers = (*rounds[1:], None)
    return TableCard(
        table=_("Table"),
        number=str(number),
        seats=tuple(seat_key(event, seat, numbered=numbered) for seat in range(seats)),
        rounds=tuple(
            CardRound(
                _("Round %(number)d") % {"number": round_.number},
                tuple(_sitters(round_, following, number)),
            )
            for round_, following in zip(rounds, followers, strict=True)
        ),
        address=table_address(event, wish, number),
        scan=_("Scan to see and to record what is played at this table."),
        moves=_("The arrow leads to the table of the next round; who has a dash sits out."),
        empty=_("nobody"),
    )


def _most_seated(rounds: tuple[SeatedRound, ...], number: int, least: int) -> int:
    """How many people a table has at most."""
    tables = (table for round_ in rounds for table in round_.tables if table.number == number)
    return max((sum(len(side.seats) for side in table.sides) for table in tables), default=least)


def _sitters(round_: SeatedRound, following: SeatedRound | None, number: int) -> Iterator[Sitter]:
    """Who sits at a table, by their seats."""
    for table in round_.tables:
        if table.number != number:
            continue
        seated = [
            Sitter(_sitting(table, entrant), table.seats_of(entrant), _next(following, entrant))
            for side in table.sides
            for entrant in side.entrants
        ]
        yield from sorted(seated, key=lambda sitter: sitter.seat)


def _sitting(table: SeatedTable, entrant: Entrant) -> str:
    """Who sits there, and in which shift where it is not the first."""
    name = entrant_words(entrant)
    if table.shift == 1:
        return name
    return _("%(name)s, shift %(shift)d") % {"name": name, "shift": table.shift}


def _next(following: SeatedRound | None, entrant: Entrant) -> str:
    """The table of the next round; a dash for who sits out then."""
    if following is None:
        return ""
    found = following.place_of(entrant.entry_id)
    return found[0].label if found else "–"


def _badges(entrant: Entrant) -> Iterator[Badge]:
    for player in entrant.players:
        others = [isolated(other.name) for other in entrant.players if other != player]
        under = _("with %(names)s") % {"names": ", ".join(others)} if others else ""
        yield Badge(player.name, str(entrant.number), under)


def _guide_labels(event: Event) -> GuideLabels:
    """Partners have a column of their own where they change."""
    single = FORMATS[event.format].lineup == 1
    changes = single and sides_of(event.game) < GAMES[event.game].seats
    return GuideLabels(
        _("Round"),
        _("Table"),
        _("Seat"),
        _("Partner") if changes else "",
        _("With") if single and not changes else _("Opponents"),
    )


def _guide(rounds: tuple[SeatedRound, ...], entrant: Entrant) -> GuideCard:
    lines = tuple(_guide_round(round_, entrant) for round_ in rounds)
    return GuideCard(entrant_words(entrant), str(entrant.number), lines)


def _guide_round(round_: SeatedRound, entrant: Entrant) -> GuideRound:
    found = round_.place_of(entrant.entry_id)
    if found is None:
        return GuideRound(str(round_.number), opponents=(_("sits out"),))
    table, side, own = found
    partners = [other for other in side.entrants if other != own]
    return GuideRound(
        str(round_.number),
        table.label,
        table.seats_of(own),
        ", ".join(map(entrant_words, partners)),
        (", ".join(map(entrant_words, _against(table, side))),),
    )


def _against(table: SeatedTable, own: SeatedSide) -> list[Entrant]:
    return [entrant for side in table.sides if side is not own for entrant in side.entrants]


def _slip(event: Event, wish: Wish, round_: SeatedRound, table: SeatedTable) -> Slip:
    words = _("table %(number)d") % {"number": table.number}
    code = f"R{round_.number}-T{table.number}"
    if table.shift > 1:
        words = _("table %(number)d, shift %(shift)d") % {
            "number": table.number,
            "shift": table.shift,
        }
        code = f"{code}-{table.shift}"
    return Slip(
        _("Round %(number)d") % {"number": round_.number},
        words,
        code,
        tuple(map(_slip_side, table.sides)),
        table.games,
        table_address(event, wish, table.number, round_.number),
    )


def _slip_side(side: SeatedSide) -> SlipSide:
    return SlipSide(side.keys, side.names)
