"""What an evening's book ought to say: fees, stakes, pots and prizes, from what is known now.

Nothing is written here; ``settling`` brings the book to it. The sources are ``fee:ENTRY:PLACE``,
``stakes:MATCH``, ``cents:MATCH``, ``pot:POT:PLAYER``, ``pot:POT``, ``float``, ``house``, ``fund``,
``prizes`` and ``rest``.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q

from ledger.accounts import CASH, CLUB, POT, At, Entry, of_player, side_pot
from ledger.models import EntryKind
from rules import GAMES
from rules import money as coins
from rules.matches import read_stakes
from rules.pandoeren.scoring import pot_played
from scoring.folding import standing_read
from scoring.models import BEGUN, Hand, Match
from scoring.models.matches import GameName
from scoring.selectors.ladders import match_rotation
from tournaments.models import Event, EventMoney, EventState, Game, SidePot
from tournaments.selectors.money.fees import FeeLine

DERIVED = (
    *(EntryKind.FEE, EntryKind.STAKES, EntryKind.POT, EntryKind.PRIZE, EntryKind.HOUSE),
    EntryKind.FLOAT,
)
"""The kinds of entries that follow from something, and are brought to it."""


def added(*parts: Mapping[At, int]) -> dict[At, int]:
    """Amounts by account, added up; accounts that come to nothing are left out."""
    total = Counter[At]()
    for part in parts:
        for at, amount in part.items():
            total[at] += amount
    return {at: amount for at, amount in total.items() if amount}


def charge_of(line: FeeLine) -> Entry:
    """What is owed of a fee: each of those who owe it together owes a part."""
    status = line.status.value
    return Entry(
        source=f"fee:{line.entry_id}:{line.place}",
        kind=EntryKind.FEE,
        text="",
        amounts=added({POT: line.due}, _parts(line, -line.due)),
        about=_of_line("fee", line),
        cause={"code": "fee_set"} if line.due else {"code": "fee_is", "status": status},
    )


def _of_line(code: str, line: FeeLine) -> dict[str, Any]:
    names = [player.name for player in line.players]
    return {"code": code, "number": line.entrant.number, "names": names}


def payment_of(line: FeeLine) -> Entry:
    """What has come into the cash box for a fee."""
    return Entry(
        source=f"paid:{line.entry_id}:{line.place}",
        kind=EntryKind.PAYMENT,
        text="",
        amounts=added({CASH: -line.paid}, _parts(line, line.paid)),
        about=_of_line("fee_paid", line),
        cause={"code": "fee_is", "status": line.status.value},
    )


def _parts(line: FeeLine, amount: int) -> dict[At, int]:
    """An amount split among those who owe a fee together."""
    if not line.players:
        return {}
    shares = coins.split(amount, len(line.players))
    return added(
        *({of_player(player.pk): share} for player, share in zip(line.players, shares, strict=True))
    )


def float_wanted(money: EventMoney) -> Iterator[Entry]:
    """What the club has put into the cash box before the evening."""
    amounts = {CASH: -money.cash_float, CLUB: money.cash_float} if money.cash_float else {}
    yield Entry("float", EntryKind.FLOAT, "", amounts, {"code": "float"})


def stakes_wanted(event: Event, money: EventMoney) -> Iterator[Entry]:
    """What players owe each other by the matches that are over. Four queries.

    Of a finished event all matches count that were played at all, as they stand. Where there is a
    pot of cents, hands are settled with that and differences are not.
    """
    over = Q(match__is_over=True)
    if event.state == EventState.FINISHED:
        over |= Q(match__in=Match.objects.filter(BEGUN, game_of__table__round__event=event))
    games = Game.objects.filter(over, table__round__event=event).select_related(
        "match", "table__round"
    )
    found = list(games.prefetch_related("match__seats").order_by("pk"))
    if money.ante and event.game == GameName.PANDOEREN:
        scores = _scores(found)
        yield from (_cents(game, money, scores.get(game.match_id, [])) for game in found)
        return
    for game in found:
        yield from _settled(game, money)


def _settled(game: Game, money: EventMoney) -> Iterator[Entry]:
    match = game.match
    stakes = read_stakes(GAMES[match.game], match.stakes)
    if stakes is None or stakes.currency != money.book.currency:
        return
    options = GAMES[match.game].options.resolve(match.rules)
    owed = GAMES[match.game].match.settle(standing_read(match.standing), stakes.amounts, options)
    if owed is not None:
        amounts = _by_seat(match, owed.players)
        yield Entry(f"stakes:{match.pk}", EntryKind.STAKES, "", amounts, _about("stakes", game))


def _cents(game: Game, money: EventMoney, scores: Sequence[Sequence[int]]) -> Entry:
    played = pot_played(scores, players=len(game.match.totals), ante=money.ante, point=money.point)
    amounts = _by_seat(game.match, played.received)
    return Entry(f"cents:{game.match_id}", EntryKind.STAKES, "", amounts, _about("cents", game))


def _by_seat(match: Match, received: Sequence[int]) -> dict[At, int]:
    seats = sorted(match.seats.all(), key=lambda seat: seat.number)
    return added(
        *({of_player(seat.player_id): amount} for seat, amount in zip(seats, received, strict=True))
    )


def _about(code: str, game: Game) -> dict[str, Any]:
    """Where it was played, by whom on which side, and what it came to."""
    match = game.match
    sides: list[list[list[Any]]] = [[] for _total in match.totals]
    for seat in sorted(match.seats.all(), key=lambda seat: seat.number):
        sides[seat.number % len(sides)].append([seat.player_id, seat.name])
    return {
        "code": code,
        "round": game.table.round.number,
        "table": game.table.in_room,
        "game": game.number,
        "sides": sides,
        "facts": {"totals": list(match.totals)},
    }


def _scores(games: Sequence[Game]) -> dict[int, list[Sequence[int]]]:
    """The scores by player of the hands that count, by match, in their order. One query.

    Who sits a hand out stays in the pot and has nothing in that hand.
    """
    found: dict[int, list[Sequence[int]]] = defaultdict(list)
    hands = Hand.objects.filter(
        match__in=[game.match_id for game in games], verdict__isnull=False, counted=True
    )
    scores = hands.order_by("match", "number").values_list("match", "number", "verdict__score")
    rotations = {game.match_id: match_rotation(game.match) for game in games}
    for match_id, number, score in scores:
        rotation = rotations[match_id]
        found[match_id].append(rotation.scattered((0,) * rotation.players, score, number))
    return found


def side_pots_wanted(money: EventMoney) -> Iterator[Entry]:
    """What was put into side pots, and who has won them. Two queries."""
    for pot in money.side_pots.prefetch_related("players"):
        players = list(pot.players.all())
        for player in players:
            yield Entry(
                source=f"pot:{pot.pk}:{player.pk}",
                kind=EntryKind.POT,
                text="",
                amounts=added({of_player(player.pk): -pot.stake, side_pot(pot.name): pot.stake}),
                about={"code": "pot_in", "pot": pot.name, "name": player.name},
            )
        yield _pot_won(pot, pot.stake * len(players))


def _pot_won(pot: SidePot, whole: int) -> Entry:
    parts = coins.split(whole, len(pot.winners)) if pot.winners else ()
    won = {of_player(key): part for key, part in zip(pot.winners, parts, strict=True)}
    amounts = added(won, {side_pot(pot.name): -sum(parts)})
    return Entry(f"pot:{pot.pk}", EntryKind.POT, "", amounts, {"code": "pot_won", "pot": pot.name})
