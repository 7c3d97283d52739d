"""The money of an event on paper: who pays whom, everybody's statement, the prizes."""

from collections.abc import Callable, Iterator
from typing import IO

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext as _

from clubs.models import Player
from ledger.amounts import with_currency
from ledger.models import AccountKind, Book, EntryKind, Posting
from ledger.selectors import balances_of, statements_of, transfers_open
from press.base import Story
from prints.boards.common import day_of, event_imprint, print_pages
from prints.event_prints.base import Job, Told, Wish, titled
from prints.money import settlement_sheet, statement_sheets
from prints.prizes import Prize, PrizeLabels, PrizeList
from prints.render_money import story_of
from prints.statement import Statement, statement_stories
from tournaments.models import Event, EventMoney
from tournaments.selectors.money import (
    AwardPlan,
    PlayerBalance,
    award_plan_of,
    money_of,
    players_balances,
)
from tournaments.selectors.standings import standings_for
from tournaments.words import entry_words


def settlement_job(event: Event, wish: Wish) -> Job:
    """Who pays whom, in the order of the treasurer's page."""
    kept = money_of(event)

    def build(kept: EventMoney) -> Iterator[Story]:
        rows = players_balances(kept, balances_of(kept.book))
        people = [(_noted(row), row.amount) for row in rows]
        yield story_of(settlement_sheet(kept.book, event_imprint(event, ""), people))

    return _job(titled(_("Settlement"), event, wish), kept, 1, build, wish)


def _noted(row: PlayerBalance) -> str:
    return f"{row.player.name} ({row.note})" if row.note else row.player.name


def statements_job(event: Event, wish: Wish) -> Job:
    """A statement for everybody who has an entry in the event's book; short ones share a page."""
    kept = money_of(event)

    def build(kept: EventMoney) -> Iterator[Statement]:
        imprint = event_imprint(event, "")
        period = f"{event.name} · {day_of(event)}"
        for player in _players(kept.book):
            found = statements_of(player, books=[kept.book])
            due = transfers_open(player, [kept.book])
            yield from statement_sheets(player, found, imprint, period=period, transfers=due)

    def stories(kept: EventMoney) -> Iterator[Story]:
        return statement_stories(build(kept), wish.paper.upright)

    total = _players(kept.book).count() if kept else 0
    return _job(titled(_("Statements"), event, wish), kept, total, stories, wish)


def prizes_job(event: Event, wish: Wish) -> Job:
    """What was won by whom; before the prizes are entered, what there is to win."""
    kept = money_of(event)

    def build(kept: EventMoney) -> Iterator[Story]:
        yield story_of(prize_list(event, kept))

    return _job(titled(_("Prizes"), event, wish), kept, 1, build, wish)


def prize_list(event: Event, kept: EventMoney) -> PrizeList:
    """The document of an event's prizes."""
    plan = award_plan_of(kept)
    currency = kept.book.currency
    prizes = _won(event, kept) if kept.awarded else _to_win(plan, currency)
    return PrizeList(
        event_imprint(event, _("Prizes")),
        PrizeLabels(_("Place"), str(entry_words(event).one), _("Prize"), _("No prizes are set.")),
        event.name,
        day_of(event),
        tuple(prizes),
        tuple(_remarks(kept, plan)),
    )


def _job(
    title: str,
    kept: EventMoney | None,
    total: int,
    build: Callable[[EventMoney], Iterator[Story]],
    wish: Wish,
) -> Job:
    """A job of an event whose money is kept; of another there is nothing to print."""

    def write(out: IO[bytes], tell: Told) -> None:
        if kept is not None:
            print_pages(
                build(kept), wish.paper.upright, title=title, total=total, out=out, tell=tell
            )

    return Job(title, total if kept else 0, write)


def _players(book: Book) -> QuerySet[Player]:
    found = Player.objects.filter(accounts__book=book, accounts__postings__isnull=False)
    return found.distinct().order_by("sort_key", "pk")


def _won(event: Event, kept: EventMoney) -> Iterator[Prize]:
    """What the book says each entry has won, by its place."""
    won = _prize_money(kept.book)
    for row in standings_for(event).rows:
        units = sum(won.get(player.pk, 0) for player in row.entrant.players)
        if units:
            yield Prize(
                str(row.rank),
                tuple(player.name for player in row.entrant.players),
                with_currency(units, kept.book.currency),
                _("a shared place") if row.tied else "",
            )


def _prize_money(book: Book) -> dict[int, int]:
    """What every player has from prizes, corrections included. One query."""
    found = Posting.objects.filter(
        account__book=book,
        account__kind=AccountKind.PLAYER,
        transaction__kind=EntryKind.PRIZE,
    )
    sums = found.order_by().values("account__player").annotate(total=Sum("amount"))
    return dict(sums.values_list("account__player", "total"))


def _to_win(plan: AwardPlan, currency: str) -> Iterator[Prize]:
    """What there is to win; once the event is over, who will have it."""
    for award in plan.awards:
        names = tuple(player.name for player in award.entrant.players)
        yield Prize(str(award.rank), names, with_currency(award.amount, currency))
    if plan.awards:
        return
    for place, units in enumerate(plan.prizes, start=1):
        yield Prize(str(place), (), with_currency(units, currency))
    if plan.fund.last:
        yield Prize(_("last"), (), with_currency(plan.fund.last, currency))


def _remarks(kept: EventMoney, plan: AwardPlan) -> Iterator[str]:
    """How the pot is divided, to the last cent."""
    currency, fund = kept.book.currency, plan.fund
    values = {
        "pot": with_currency(fund.pot, currency),
        "house": with_currency(fund.house, currency),
    }
    if fund.pot > 0 and fund.house:
        yield _("Pot: %(pot)s, of which %(house)s stay with the club.") % values
    elif fund.pot > 0:
        yield _("Pot: %(pot)s.") % values
    if plan.to_club:
        yield _("%(amount)s that the prizes leave goes to the club.") % {
            "amount": with_currency(plan.to_club, currency)
        }
    if plan.stays:
        yield _("%(amount)s stays in the pot.") % {"amount": with_currency(plan.stays, currency)}
    if plan.club_adds and plan.given:
        yield _("The club adds %(amount)s.") % {"amount": with_currency(plan.club_adds, currency)}
    if not kept.awarded:
        yield _("The prizes are not given yet.")
