"""A naive second account of a season to differ from: plain loops over plain rows."""

import random
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any

import pytest

from clubs.models import Club, Player, User
from clubs.services.players import players_add_many
from leagues.models import (
    BY_PLACE,
    Absence,
    Contender,
    Division,
    Evening,
    Season,
    SeasonMeasure,
    SeasonScoring,
    SeasonStanding,
)
from leagues.selectors.table import season_table
from leagues.services.adjustments import season_adjustment_make
from leagues.services.evenings import joker_declare
from leagues.services.standings import season_refresh
from scoring.models import Match, Side
from tests.leagues.conftest import START
from tournaments.events.models import (
    Entry,
    EntryPlayer,
    Event,
    Game,
    Round,
    RoundState,
    Table,
    TableSeat,
)

pytestmark = pytest.mark.django_db

HANDS = (None, None, 0, *range(1, 17))
ABSENCE = ("nothing", "lowest", "fixed")


@dataclass
class Made:
    """What somebody made of an evening."""

    points: int = 0
    halves: int = 0
    games: int = 0
    rated: int = 0
    hands: int = 0
    counted: bool = True
    placed: Fraction | None = None

    @property
    def is_anything(self) -> bool:
        """Whether something was played: nobody has points or hands of nothing."""
        return any((self.points, self.games, self.rated, self.hands)) or not self.counted


@dataclass
class Sat:
    """Who sat at a table for an entry, and what the side made."""

    evening: int
    table: int
    entry: int
    side: int
    counted_for: set[int]
    total: int
    won: bool
    over: bool
    is_anything: bool


@dataclass
class Account:
    """The same season told twice: as rows in the database, and as what everybody made."""

    season: Season
    dice: random.Random
    made: dict[int, dict[int, Made]] = field(default_factory=dict)
    sides: list[tuple[int, bool]] = field(default_factory=list)
    """The points of every seat, and whether a substitute sat there."""
    absent: dict[tuple[int, int], bool] = field(default_factory=dict)
    seats: list[Sat] = field(default_factory=list)


def build(club: Club, owner: User, dice: random.Random) -> Account:
    """A season of random rules, people, evenings and results."""
    people = players_add_many(club=club, names=[f"P{n}" for n in range(dice.randint(5, 14))])
    season = Season.objects.create(
        club=club,
        name="Any",
        game="pandoeren",
        starts_on=START,
        template="pandoeren_evening",
        created_by=owner,
        measure=dice.choice(("points", "average", "games_won", "places", "tables")),
        place_points="7, 4, 2",
        scoring=dice.choice(("sum", "average", "best")),
        best=dice.randint(1, 4),
        minimum=dice.randint(0, 3),
        noticed=dice.choice(ABSENCE),
        noticed_score=dice.randint(-5, 5),
        unnoticed=dice.choice(ABSENCE),
        unnoticed_score=dice.randint(-5, 5),
        substitutes=dice.choice(("apart", "count", "own", "both")),
        jokers=dice.choice((0, 1)),
        rank_guests=dice.choice((True, False)),
    )
    divisions = [
        Division.objects.create(season=season, order=order, name=f"D{order}")
        for order in range(1, dice.randint(2, 3))
    ]
    account = Account(season, dice)
    for player in people[: dice.randint(4, len(people))]:
        Contender.objects.create(
            season=season,
            player=player,
            division=dice.choice(divisions),
            joined=dice.choice((1, 1, 1, 2)),
        )
    for contender in season.contenders.all():
        if dice.random() < 0.2:
            season_adjustment_make(
                contender=contender, points=dice.choice((-3, 2)), reason="Any", by=owner
            )
    for number in range(1, dice.randint(2, 6)):
        division = dice.choice([None, None, *divisions])
        evening = Evening.objects.create(
            season=season,
            number=number,
            date=START,
            division=division,
            times=dice.choice((1, 1, 2)),
        )
        for contender in season.contenders.all():
            is_left = season.jokers > contender.jokers.count()
            is_expected = contender.is_expected_at(number, evening.division_id)
            if is_left and is_expected and dice.random() < 0.3:
                joker_declare(evening=evening, contender=contender)
        if dice.random() < 0.85:
            hold(account, evening, people, owner)
    return account


def hold(account: Account, evening: Evening, people: list[Player], owner: User) -> None:
    """An evening of those who come, some of them handing over to a substitute."""
    dice, season = account.dice, account.season
    event = Event.objects.create(
        club=season.club,
        name="E",
        date=START,
        game="pandoeren",
        created_by=owner,
        tie_breaks=["points"],
    )
    evening.event = event
    evening.save()
    made: dict[int, Made] = defaultdict(Made)
    coming = [player for player in people if dice.random() < 0.8]
    for contender in season.contenders.all():
        if contender.player not in coming and dice.random() < 0.6:
            noticed = dice.random() < 0.5
            Absence.objects.create(evening=evening, contender=contender, noticed=noticed)
            account.absent[contender.pk, evening.pk] = noticed
    spare = [player for player in people if player not in coming]
    entries = [Entry.objects.create(event=event, number=n) for n in range(1, len(coming) + 1)]
    lines: dict[int, list[tuple[int, Player]]] = {}
    for entry, player in zip(entries, coming, strict=True):
        lines[entry.pk] = [(1, player)]
        for since in (1, 2, 3):
            if spare and dice.random() < 0.15:
                lines[entry.pk].append((since, dice.choice((player, spare.pop()))))
        for place, (since, who) in enumerate(lines[entry.pk]):
            EntryPlayer.objects.create(
                entry=entry, place=0, player=who, from_round=since, is_original=not place
            )
    for number in (1, 2, 3):
        play(account, event, number, entries, lines, made)
    account.made[evening.pk] = made


def play(
    account: Account,
    event: Event,
    number: int,
    entries: list[Entry],
    lines: dict[int, list[tuple[int, Player]]],
    made: dict[int, Made],
) -> None:
    """A round: entries in random fours, who is left over sits out."""
    dice = account.dice
    round_ = Round.objects.create(event=event, number=number, state=RoundState.BEGUN)
    drawn = dice.sample(entries, len(entries))
    for place in range(len(drawn) // 4):
        table = Table.objects.create(round=round_, number=place + 1)
        match = Match.objects.create(club=event.club, game="pandoeren")
        Game.objects.create(table=table, match=match)
        winner, hands, over = dice.randrange(6), dice.choice(HANDS), dice.random() < 0.8
        begun = dice.random() < 0.7
        if not begun:
            winner, hands, over = 0, 0, False
        level = (0, 2) if winner == 5 else ()
        totals = []
        for side, entry in enumerate(drawn[4 * place : 4 * place + 4]):
            total = dice.randint(-9, 9) if begun else 0
            TableSeat.objects.create(table=table, place=side, side=side, entry=entry)
            row = Side.objects.create(
                match=match,
                number=side,
                total=total,
                hands=hands,
                is_over=over,
                won=over and side == winner,
                drawn=over and side in level,
            )
            halves = over * (2 * (side == winner) + (side in level))
            stints = lines[entry.pk]
            counted_for = count(account, stints, number, made, total, hands, halves, over)
            sits = [player for since, player in stints if since <= number][-1]
            account.sides.append((total, sits != stints[0][1]))
            totals.append(total)
            evening = event.evenings.get().pk
            known = any((total, hands is None, hands, over))
            won = over and side == winner
            account.seats.append(
                Sat(evening, table.pk, entry.pk, row.pk, counted_for, total, won, over, known)
            )
        match.winner = winner if over and winner < 4 else None
        match.totals, match.is_over, match.hand_count = totals, over, int(begun)
        match.save()


def count(
    account: Account,
    stints: list[tuple[int, Player]],
    number: int,
    made: dict[int, Made],
    total: int,
    hands: int | None,
    halves: int,
    over: int,
) -> set[int]:
    """Count a side for those in the table whose it is; return them."""
    sits = [player for since, player in stints if since <= number][-1]
    regular = stints[0][1]
    counted_for = {
        "apart": {sits} & {regular},
        "count": {regular},
        "own": {sits},
        "both": {sits, regular},
    }
    for player in counted_for[account.season.substitutes]:
        mine = made[player.pk]
        mine.points += total
        mine.halves += halves
        mine.games += over
        mine.counted &= hands is not None
        if hands is not None:
            mine.rated += total
            mine.hands += hands
    return {player.pk for player in counted_for[account.season.substitutes]}


def place(account: Account) -> None:
    """Give everybody their points by place: of the evening by points, at a table the winner first,
    then by points."""
    if account.season.measure not in {"places", "tables"}:
        return
    of_evening = account.season.measure == "places"
    for evening, made in account.made.items():
        for mine in made.values():
            mine.placed = None
        seats = [seat for seat in account.seats if seat.evening == evening]
        fields: dict[int, dict[int, list[Sat]]] = defaultdict(lambda: defaultdict(list))
        for seat in seats:
            if of_evening or seat.over:
                fields[0 if of_evening else seat.table][seat.entry].append(seat)
        for field_ in fields.values():
            played = [rows for rows in field_.values() if any(row.is_anything for row in rows)]
            for rows in played:
                names = {name for row in rows if row.is_anything for name in row.counted_for}
                share = naive_share(worth(rows, of_evening), [worth(r, of_evening) for r in played])
                for name in names:
                    made[name].placed = (made[name].placed or 0) + share


def worth(rows: list[Sat], of_evening: bool) -> tuple[bool, int]:
    return not of_evening and rows[0].won, sum(row.total for row in rows)


def naive_share(mine: object, everybody: list[Any]) -> Fraction:
    """The average of 7, 4, 2, 0, 0, … over the places of those who are level."""
    before = sum(other > mine for other in everybody)
    level = everybody.count(mine)
    points = dict(enumerate((7, 4, 2)))
    return Fraction(sum(points.get(at, 0) for at in range(before, before + level)), level)


def shown(number: Fraction, places: int) -> int:
    """A number in the last of so many decimals, halves away from zero."""
    units = floor(abs(number) * 10**places + Fraction(1, 2))
    return units if number >= 0 else -units


def score(season: Season, made: Made) -> Fraction | None:
    """What an evening counts, exactly; None where nothing is known."""
    match season.measure:
        case "points":
            return Fraction(made.points) if made.is_anything else None
        case "games_won":
            return Fraction(made.halves, 2) if made.games else None
        case "places" | "tables":
            return made.placed
        case _:
            return Fraction(made.rated, made.hands) if made.hands else None


def naive(account: Account) -> dict[int, tuple[bool, bool, Fraction, int]]:
    """By contender: whether often enough, whether anything counts, the exact total, the evenings
    played."""
    season = account.season
    place(account)
    seasons = {}
    factors = dict(season.evenings.values_list("pk", "times"))
    for contender in season.contenders.all():
        scores: list[tuple[int, Fraction | None]] = []
        jokers = set(contender.jokers.values_list("evening", flat=True))
        attended = 0
        for evening in season.evenings.all():
            made = account.made.get(evening.pk, {})
            if (
                not any(line.is_anything for line in made.values())
                or evening.number < contender.joined
            ):
                continue
            if evening.division_id not in {None, contender.division_id}:
                continue
            if contender.player_id in made:
                attended += made[contender.player_id].is_anything
                times = factors[evening.pk] * (2 if evening.pk in jokers else 1)
                scores.append((times, score(season, made[contender.player_id])))
                continue
            noticed = account.absent.get((contender.pk, evening.pk), False)
            rule = season.noticed if noticed else season.unnoticed
            if rule == "lowest":
                whole = [score(season, evening) for evening in made.values()]
                lowest = min((total for total in whole if total is not None), default=None)
                scores.append((factors[evening.pk], lowest))
            if rule == "fixed":
                usual_score = season.noticed_score if noticed else season.unnoticed_score
                scores.append((factors[evening.pk], Fraction(usual_score)))
        known = [(times, score) for times, score in scores if score is not None]
        often = attended >= max(1, season.minimum)
        given = sum(adjustment.points for adjustment in contender.adjustments.all())
        exact = total(season, known) + (given if known else 0)
        seasons[contender.pk] = (often, bool(known), exact, attended)
    return seasons


def total(season: Season, scores: list[tuple[int, Fraction]]) -> Fraction:
    """What scores come to, each with the times that it counts."""
    counting = [times * score for times, score in scores]
    match season.scoring:
        case "sum":
            return sum(counting, start=Fraction())
        case "best":
            return sum(sorted(counting)[-season.best :], start=Fraction())
        case _:
            return sum(counting, start=Fraction()) / max(sum(times for times, _ in scores), 1)


def stored(season: Season) -> dict[int, tuple[bool, int, int]]:
    rows = SeasonStanding.objects.filter(contender__season=season)
    return {row.contender_id: (row.qualified, row.total, row.attended) for row in rows}


def agrees(account: Account) -> None:
    """The season shows what the naive account has, and ranks by it unrounded."""
    season, expected = account.season, naive(account)
    assert stored(season) == {
        key: (often, shown(exact, season.total_decimals), attended)
        for key, (often, _known, exact, attended) in expected.items()
    }
    for division in season.divisions.all():
        rows = SeasonStanding.objects.filter(contender__division=division).order_by("rank")
        order = [expected[row.contender_id][:3] for row in rows]
        assert order == sorted(order, reverse=True)


@pytest.mark.parametrize("seed", range(40))
def test_a_naive_account_agrees(seed: int, club: Club, owner: User) -> None:
    dice = random.Random(seed)
    account = build(club, owner, dice)
    season_refresh(season_id=account.season.pk)
    agrees(account)
    change(account)
    season_refresh(season_id=account.season.pk)
    agrees(account)
    cells_add_up(account.season)


def change(account: Account) -> None:
    """One more hand in one match: only its evening is behind now."""
    side = Side.objects.order_by("?").first()
    if side is None:
        return
    seat = TableSeat.objects.get(table__games__match=side.match_id, side=side.number)
    event = seat.table.round.event
    lines = [(line.from_round, line.player) for line in seat.entry.lineup.all()]
    made = account.made[event.evenings.get().pk]
    known = None if side.hands is None else 0
    count(account, lines, seat.table.round.number, made, 40, known, 0, over=0)
    side.total += 40
    side.save()
    (seat_of_side,) = (row for row in account.seats if row.side == side.pk)
    seat_of_side.total += 40
    seat_of_side.is_anything = True
    match = side.match
    match.totals[side.number] += 40
    match.hand_count += 1
    match.save()
    event.version += 1
    event.save()


def cells_add_up(season: Season) -> None:
    """What the table shows as counting makes the total."""
    season.refresh_from_db()
    for division in season_table(season).divisions:
        for line in division.lines:
            counting = [
                cell.score for cell in line.played if cell.counts and cell.score is not None
            ]
            assert len(counting) == line.standing.counted
            given = line.standing.adjusted * 10**season.total_decimals if counting else 0
            if not has_fractions(season):
                assert sum(counting) + given == line.standing.total


def has_fractions(season: Season) -> bool:
    """Whether totals are rounded to be shown, and so are ranked by fractions."""
    return (
        season.measure in {SeasonMeasure.AVERAGE, *BY_PLACE}
        or season.scoring == SeasonScoring.AVERAGE
    )


@pytest.mark.parametrize("rule", ["apart", "count", "own", "both"])
def test_every_result_of_a_season_is_in_exactly_one_place(
    rule: str, club: Club, owner: User
) -> None:
    """Contenders, substitutes and guests together have every point once; by the rule "both" those
    of a substitute are also those of the player replaced."""
    for seed in range(200, 206):
        account = build(club, owner, random.Random(seed))
        season = account.season
        season.measure, season.substitutes, season.rank_guests = "points", rule, bool(seed % 2)
        season.save()
        season.evenings.update(times=1)
        season_refresh(season_id=season.pk)
        table = season_table(season)
        cells = [
            cell.sums.points
            for division in table.parts
            for line in division.lines
            for cell in line.played
            if cell.sums
        ]
        apart = [row.score or 0 for row in table.substitutes]
        twice = rule == "both"
        expected = sum(
            points * (1 + (twice and by_substitute)) for points, by_substitute in account.sides
        )
        assert sum(cells) + sum(apart) == expected, seed
        ranked = set(season.contenders.values_list("player", flat=True))
        guests = table.guests.lines if table.guests else ()
        assert not ranked & {line.contender.player_id for line in guests}, seed
        assert seed % 2 or not guests


def exact(season: Season, row: SeasonStanding) -> Fraction:
    return Fraction(row.exact_total) if has_fractions(season) else Fraction(row.total)


def best(season: Season, row: SeasonStanding) -> tuple[bool, Fraction]:
    best = row.exact_best if has_fractions(season) else row.best
    known = best not in {None, ""}
    return known, Fraction(best or 0) if known else Fraction()


def test_ranks_leave_gaps_and_tell_ties(club: Club, owner: User) -> None:
    for seed in range(100, 106):
        account = build(club, owner, random.Random(seed))
        season = account.season
        season_refresh(season_id=account.season.pk)
        for division in account.season.divisions.all():
            rows = list(
                SeasonStanding.objects.filter(contender__division=division).order_by("rank")
            )
            keys = [
                (
                    row.qualified,
                    row.counted > 0,
                    exact(season, row),
                    row.attended > 0,
                    row.wins,
                    row.points,
                    *best(season, row),
                )
                for row in rows
            ]
            assert keys == sorted(keys, reverse=True)
            for row, key in zip(rows, keys, strict=True):
                assert row.rank == 1 + sum(other > key for other in keys)
                assert row.tied == (keys.count(key) > 1)
