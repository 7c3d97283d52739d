"""A naive second account of a season to differ from: plain loops over plain rows."""

import random
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

import pytest

from clubs.models import Club, Player, User
from clubs.services.players import players_add_many
from leagues.models import (
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
from leagues.services.standings import season_refresh
from scoring.models import Match, Side
from tests.leagues.conftest import START
from tournaments.models import (
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
    rated: int = 0
    hands: int = 0


@dataclass
class Account:
    """The same season told twice: as rows in the database, and as what everybody made."""

    season: Season
    dice: random.Random
    made: dict[int, dict[int, Made]] = field(default_factory=dict)
    absent: dict[tuple[int, int], bool] = field(default_factory=dict)


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
        measure=dice.choice(("points", "average", "games_won")),
        scoring=dice.choice(("sum", "average", "best")),
        best=dice.randint(1, 4),
        minimum=dice.randint(0, 3),
        noticed=dice.choice(ABSENCE),
        noticed_score=dice.randint(-5, 5),
        unnoticed=dice.choice(ABSENCE),
        unnoticed_score=dice.randint(-5, 5),
        substitutes=dice.choice(("apart", "count", "own", "both")),
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
    for number in range(1, dice.randint(2, 6)):
        division = dice.choice([None, None, *divisions])
        evening = Evening.objects.create(
            season=season, number=number, date=START, division=division
        )
        if dice.random() < 0.85:
            hold(account, evening, people, owner)
    return account


def hold(account: Account, evening: Evening, people: list[Player], owner: User) -> None:
    """An evening of those who come, some of them handing over to a substitute."""
    dice, season = account.dice, account.season
    event = Event.objects.create(
        club=season.club, name="E", date=START, game="pandoeren", created_by=owner
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
        level = (0, 2) if winner == 5 else ()
        for side, entry in enumerate(drawn[4 * place : 4 * place + 4]):
            total = dice.randint(-9, 9)
            TableSeat.objects.create(table=table, place=side, side=side, entry=entry)
            Side.objects.create(
                match=match,
                number=side,
                total=total,
                hands=hands,
                is_over=over,
                won=over and side == winner,
                drawn=over and side in level,
            )
            halves = over * (2 * (side == winner) + (side in level))
            count(account, lines[entry.pk], number, made, total, hands, halves)


def count(
    account: Account,
    stints: list[tuple[int, Player]],
    number: int,
    made: dict[int, Made],
    total: int,
    hands: int | None,
    halves: int,
) -> None:
    """To whom a side counts, if to anybody in the table."""
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
        if hands is not None:
            mine.rated += total
            mine.hands += hands


def shown(number: Fraction, places: int) -> int:
    """A number in the last of so many decimals, halves away from zero."""
    units = floor(abs(number) * 10**places + Fraction(1, 2))
    return units if number >= 0 else -units


def score(season: Season, made: Made) -> Fraction | None:
    """What an evening counts, exactly; None where no hand was counted."""
    match season.measure:
        case "points":
            return Fraction(made.points)
        case "games_won":
            return Fraction(made.halves, 2)
        case _:
            return Fraction(made.rated, made.hands) if made.hands else None


def naive(account: Account) -> dict[int, tuple[bool, bool, Fraction, int]]:
    """By contender: whether often enough, whether anything counts, the exact total, the evenings
    played."""
    season = account.season
    seasons = {}
    for contender in season.contenders.all():
        scores: list[Fraction | None] = []
        attended = 0
        for evening in season.evenings.all():
            made = account.made.get(evening.pk, {})
            if not made or evening.number < contender.joined:
                continue
            if evening.division_id not in {None, contender.division_id}:
                continue
            if contender.player_id in made:
                attended += 1
                scores.append(score(season, made[contender.player_id]))
                continue
            noticed = account.absent.get((contender.pk, evening.pk), False)
            rule = season.noticed if noticed else season.unnoticed
            if rule == "lowest":
                whole = [score(season, evening) for evening in made.values()]
                scores.append(min((total for total in whole if total is not None), default=None))
            if rule == "fixed":
                usual_score = season.noticed_score if noticed else season.unnoticed_score
                scores.append(Fraction(usual_score))
        known = [score for score in scores if score is not None]
        often = attended >= max(1, season.minimum)
        seasons[contender.pk] = (often, bool(known), total(season, known), attended)
    return seasons


def total(season: Season, scores: list[Fraction]) -> Fraction:
    match season.scoring:
        case "sum":
            return sum(scores, start=Fraction())
        case "best":
            return sum(sorted(scores)[-season.best :], start=Fraction())
        case _:
            return sum(scores, start=Fraction()) / max(len(scores), 1)


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


@pytest.mark.parametrize("seed", range(24))
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
    count(account, lines, seat.table.round.number, made, 40, known, 0)
    side.total += 40
    side.save()
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
            if not has_fractions(season):
                assert sum(counting) == line.standing.total


def has_fractions(season: Season) -> bool:
    """Whether totals are rounded to be shown, and so are ranked by fractions."""
    return season.measure == SeasonMeasure.AVERAGE or season.scoring == SeasonScoring.AVERAGE


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
