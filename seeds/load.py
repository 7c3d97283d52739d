"""Loading the demo club, its money and seasons, through the services that pages use."""

import json
from collections.abc import Iterator
from typing import Any

from django.db import transaction

from clubs.models import Club, User
from clubs.services.clubs import club_create
from clubs.services.players import players_add_many
from leagues.models import Contender, Evening, Season
from leagues.services.evenings import absence_note, evening_event_create
from leagues.services.seasons import contenders_add, division_update, season_create
from ledger.services.transfers import transfer_pay, transfers_plan
from seeds.playing import (
    DATA,
    House,
    Told,
    date_of,
    decisions_make,
    event_draw,
    event_set_up,
    hands_mend,
    late_reasons,
    match_of,
    played,
    rounds_play,
)
from tournaments.models import Event, EventMoney
from tournaments.selectors.money import FeeStatus
from tournaments.services.entries import entry_add
from tournaments.services.events import event_finish, event_reopen, event_update
from tournaments.services.money import (
    Bearer,
    expense_add,
    fee_set,
    fees_paid,
    money_set_up,
    prizes_award,
    side_pot_add,
    side_pot_set,
)
from tournaments.services.settling import evening_settle

# Money.


def money_keep(*, house: House, event: Event, told: Told) -> EventMoney:
    """At the door: what the evening is played for, who has paid, side pots, what was bought."""
    money = money_set_up(event=event, made_by=house.owner, **told["setup"])
    _fees_take(event, told.get("fees", {}), house)
    for pot in told.get("side_pots", ()):
        side_pot_set(
            pot=side_pot_add(money=money, name=pot["name"], stake=pot["stake"]),
            players=house.named(pot["players"]),
            winners=house.named(pot.get("winners", ())),
            made_by=house.owner,
        )
    for number, expense in enumerate(told.get("expenses", ()), start=1):
        expense_add(
            money=money,
            amount=expense["amount"],
            text=expense["text"],
            bearer=Bearer(expense["bearer"]),
            payer=house.players[expense["payer"]] if "payer" in expense else None,
            made_by=house.owner,
            key=f"demo-{number}",
        )
    return money


def money_settle(*, house: House, event: Event, told: Told) -> None:
    """After the last hand: stakes and prizes, who pays whom, and the first transfers paid."""
    if told.get("awarded"):
        prizes_award(event=event, made_by=house.owner)
    evening_settle(event_id=event.pk, made_by=house.owner)
    transfers = transfers_plan(book=event.money.book)
    for transfer in transfers[: told["transfers_paid"]]:
        transfer_pay(transfer=transfer, made_by=house.owner)


def _fees_take(event: Event, told: Told, house: House) -> None:
    for number in told.get("paid", ()):
        fees_paid(event=event, number=number, made_by=house.owner)
    for status in (FeeStatus.PAID, FeeStatus.WAIVED, FeeStatus.REFUNDED):
        for number, place in told.get(f"{status}_places", ()):
            fee_set(event=event, number=number, place=place, status=status, made_by=house.owner)


# Seasons.


def season_load(*, house: House, told: Told) -> Season:
    """A season and all that was played of it."""
    season = season_set_up(house=house, told=told)
    lines = list(played(DATA / told["file"]))
    for evening, found in evenings_of(season, told):
        event = evening_set_up(house=house, evening=evening, season=told, told=found)
        own = [line for line in lines if line.evening == evening.number]
        seed = evening_seed(told, evening)
        rounds_play(event=event, lines=own, owner=house.owner, seed=seed)
        event_finish(event=event)
    return season


def season_set_up(*, house: House, told: Told) -> Season:
    """The season with its divisions and everybody in them, before the first evening."""
    season = season_create(
        club=house.club,
        name=told["name"],
        game=told["game"],
        created_by=house.owner,
        dates=[date_of(evening) for evening in told["evenings"]],
        divisions=[division["name"] for division in told["divisions"]],
        **told["counting"],
    )
    for division, found in zip(season.divisions.all(), told["divisions"], strict=True):
        moves = {key: found[key] for key in ("promoted", "relegated")}
        lineups = [[player] for player in house.named(found["players"])]
        contenders_add(division=division_update(division=division, **moves), lineups=lineups)
    return season


def evenings_of(season: Season, told: Told) -> Iterator[tuple[Evening, dict[str, Any]]]:
    """The evenings that were played, each with what is told of it."""
    yield from zip(season.evenings.all(), told["evenings"], strict=True)


def evening_seed(season: Told, evening: Evening) -> str:
    """From what an evening's lots are drawn."""
    return f"{season['seed']}-{evening.number}"


def evening_set_up(*, house: House, evening: Evening, season: Told, told: Told) -> Event:
    """The event of an evening with who came, guests too; its rounds drawn, none begun."""
    by_name = {str(contender): contender for contender in _contenders(evening)}
    for noticed in (True, False):
        for name in told.get("noticed" if noticed else "unnoticed", ()):
            absence_note(evening=evening, contender=by_name[name], noticed=noticed)
    event = evening_event_create(evening=evening, created_by=house.owner)
    if evening.number == 1:
        changes = {key: season[key] for key in ("rules", "format_options")}
        event = event_update(event=event, **changes)
    for name in told.get("guests", ()):
        entry_add(event=event, players=[house.players[name]])
    event_draw(house=house, event=event, told=told, seed=evening_seed(season, evening))
    return event


def _contenders(evening: Evening) -> list[Contender]:
    return list(evening.season.contenders.select_related("player", "partner"))


def club_told() -> dict[str, Any]:
    """What the files tell of the club: its players, evenings and seasons."""
    told: dict[str, Any] = json.loads((DATA / "club.json").read_text())
    return told


def demo_load(*, owner: User) -> Club:
    """Found the demo club with its evenings and seasons, all or nothing."""
    told = club_told()
    with transaction.atomic():
        house = house_found(told=told, owner=owner)
        for evening in told["evenings"]:
            evening_load(house=house, told=evening)
        for season in told["seasons"]:
            season_load(house=house, told=season)
    return house.club


def house_found(*, told: Told, owner: User) -> House:
    """The club and everybody on its roster."""
    club = club_create(name=told["name"], owner=owner, currency=told["currency"])
    added = players_add_many(club=club, names=told["players"])
    return House(club, owner, {player.name: player for player in added})


def evening_load(*, house: House, told: Told) -> Event:
    """One evening: its event, its money at the door, what was played, and how it ended."""
    event = event_set_up(house=house, told=told)
    money = told.get("money")
    if money:
        money_keep(house=house, event=event, told=money)
    lines = list(played(DATA / told["file"]))
    rounds_play(event=event, lines=lines, owner=house.owner, seed=told["seed"])
    decisions_make(house=house, event=event, told=told)
    if told["finished"]:
        event = event_finish(event=event, by=house.owner)
        if money:
            money_settle(house=house, event=event, told=money)
    if reason := next(late_reasons(lines), ""):
        if told["finished"]:
            event_reopen(event=event, by=house.owner, reason=reason)
        for line in lines:
            hands_mend(match_of(event, line), line, house.owner, late=True)
        if told["finished"]:
            event = event_finish(event=event, by=house.owner)
    evening_settle(event_id=event.pk)
    return event
