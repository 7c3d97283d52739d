"""A whole Pandoeren league: eight evenings of four rounds of sixteen hands, best six averages.

Everything goes through the services: on the first evening, at each first table and wherever five
sit hand by hand, elsewhere by slips. Beside it a naive account keeps of each hand who sat at the
table and what it brought, in fractions, and adds up as a club secretary would on paper.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any

import pytest

from clubs.models import Club, Player, User
from clubs.services.players import players_add_many
from leagues.models import EveningResult, Season, SeasonStanding
from leagues.selectors.table import season_table
from leagues.services.evenings import absence_note, evening_event_create
from leagues.services.seasons import contenders_add, season_create
from leagues.services.standings import season_refresh
from scoring.models import Match
from scoring.services.results import result_state
from tests.leagues.conftest import contender, division_of, evening_of, fridays
from tests.tournaments.conftest import begin_next
from tests.tournaments.single import called, misere, thrown_in
from tests.tournaments.taking_turns import LARGER, names_at, playing, record
from tournaments.events.models import EntryPlayer, Event
from tournaments.events.services.entries import entry_add, entry_substitute
from tournaments.events.services.events import event_finish, event_update
from tournaments.events.services.rounds import rounds_plan

pytestmark = pytest.mark.django_db

NAMES = [f"P{number:02d}" for number in range(1, 18)]
SUBSTITUTE, GUEST = "Substitute", "Guest"
NOTICED = {2: ["P03"], 3: ["P05", "P06"], 6: ["P03"], 7: ["P17"], 8: ["P03", "P17"]}
UNNOTICED = {4: ["P09"], 5: ["P09", "P10"], 6: ["P09"], 7: ["P04"]}
SUBSTITUTED = 3
"""The evening on which somebody else sits for P01 from the third round on."""
VISITED = 5
"""The evening on which a guest plays."""


@dataclass
class Account:
    """What everybody made, hand by hand: by evening and name. ``tables`` are their sizes."""

    made: dict[int, dict[str, list[int]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    tables: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))

    def average(self, evening: int, name: str) -> Fraction | None:
        """Points a hand, exactly; none for who was not there."""
        hands = self.made[evening].get(name)
        return Fraction(sum(hands), len(hands)) if hands else None

    def lowest(self, evening: int) -> Fraction:
        """The lowest average of those who played for themselves."""
        names = [name for name in self.made[evening] if name != SUBSTITUTE]
        return min(
            average for name in names if (average := self.average(evening, name)) is not None
        )

    def evenings(self, name: str) -> dict[int, Fraction]:
        """What each evening counts for somebody who is ranked; not those that count nothing."""
        return dict(self._evenings(name))

    def _evenings(self, name: str) -> Iterator[tuple[int, Fraction]]:
        for evening in range(1, 9):
            average = self.average(evening, name)
            if average is not None:
                yield evening, average
            elif name in NOTICED.get(evening, ()):
                yield evening, self.lowest(evening)

    def total(self, name: str) -> Fraction:
        """The best six added up."""
        return sum(sorted(self.evenings(name).values())[-6:], start=Fraction())


def hundredths(score: Fraction | None) -> int | None:
    """What is shown of a score, a half away from zero."""
    if score is None:
        return None
    units = floor(100 * abs(score) + Fraction(1, 2))
    return units if score >= 0 else -units


@dataclass
class League:
    season: Season
    people: dict[str, Player]
    account: Account


@pytest.fixture
def league(club: Club, owner: User) -> League:
    """The season, played to its end."""
    names = [*NAMES, SUBSTITUTE, GUEST]
    people = dict(zip(names, players_add_many(club=club, names=names), strict=True))
    season = season_create(
        club=club, name="League", game="pandoeren", created_by=owner, dates=fridays(8)
    )
    lineups = [[people[name]] for name in NAMES]
    contenders_add(division=division_of(season), lineups=lineups)
    league = League(season, people, Account())
    dice = random.Random(8)
    for number in range(1, 9):
        play_evening(league, number, owner, dice)
    season_refresh(season_id=season.pk)
    return league


def play_evening(league: League, number: int, owner: User, dice: random.Random) -> None:
    """Four rounds of everybody who comes, made from the season without touching an option.

    But one, on the first evening: a table takes a fifth player where one is left over.
    """
    evening = evening_of(league.season, number)
    for noticed, names in ((True, NOTICED), (False, UNNOTICED)):
        for name in names.get(number, ()):
            who = contender(league.season, name)
            absence_note(evening=evening, contender=who, noticed=noticed)
    event = evening_event_create(evening=evening, created_by=owner)
    if number == 1:
        event_update(event=event, format_options={**event.format_options, **LARGER})
    if number == VISITED:
        entry_add(event=event, players=[league.people[GUEST]])
    rounds_plan(event=event, seed=f"evening {number}")
    for round_ in range(1, 5):
        if (number, round_) == (SUBSTITUTED, 3):
            substitute(event, league)
        begin_next(event)
        matches = Match.objects.filter(game_of__table__round__event=event, is_over=False)
        for place, match in enumerate(matches.order_by("pk")):
            size = len(names_at(match))
            league.account.tables[number].add(size)
            write = enter if number > 1 and place and size == 4 else play_out
            write(match, owner, dice, league.account.made[number])
    event_finish(event=event)


def substitute(event: Event, league: League) -> None:
    """Somebody who is not ranked sits for P01 from now on."""
    place = EntryPlayer.objects.select_related("entry").get(
        entry__event=event, player=league.people["P01"]
    )
    entry_substitute(entry=place.entry, place=0, player=league.people[SUBSTITUTE])


def play_out(match: Match, owner: User, dice: random.Random, made: dict[str, list[int]]) -> None:
    """All hands of a match, one by one."""
    names = names_at(match)
    while not match.is_over:
        there = playing(match, match.hand_count + 1)
        hand, worth = any_hand(match.next_dealer if len(names) == 4 else 3, dice)
        match = record(match, owner, hand)
        for name, points in zip(there, worth, strict=True):
            made[name].append(points)


def enter(match: Match, owner: User, dice: random.Random, made: dict[str, list[int]]) -> None:
    """The totals of sixteen hands, as the slip of a table of four has them."""
    hands = [any_hand(0, dice)[1] for _hand in range(16)]
    by_seat = list(zip(*hands, strict=True))
    totals = [sum(points) for points in by_seat]
    assert result_state(match_id=match.pk, totals=totals, hands=16, author=owner).is_over
    for name, points in zip(names_at(match), by_seat, strict=True):
        made[name] += points


def any_hand(dealer: int, dice: random.Random) -> tuple[dict[str, Any], list[int]]:
    """A hand and its points: thrown in, a misère alone, or 120 with a partner; won or lost."""
    kind, won = dice.choice(["thrown in", "alone", "together", "together"]), dice.random() < 0.6
    declarer, partner = dice.sample(range(4), 2)
    if kind == "thrown in":
        hand, worth, winners = thrown_in(dealer), 0, []
    elif kind == "alone":
        hand, worth, winners = misere(dealer, declarer, made=won), 3, [declarer]
    else:
        hand = called(dealer, declarer, partner, made=won)
        worth, winners = 1, [declarer, partner]
    return hand, [(worth if won else -worth) if seat in winners else 0 for seat in range(4)]


def test_a_pandoeren_league_adds_up_as_on_paper(league: League) -> None:
    check_totals(league)
    check_evenings(league)
    check_apart(league)


def check_totals(league: League) -> None:
    """The best six of eight, the lowest score where absence was told, nothing where it was not."""
    account, season = league.account, league.season
    assert (season.measure, season.scoring, season.best, season.noticed) == (
        *("average", "best", 6, "lowest"),
    )
    # Seventeen sit down at three tables of four and one of five; on it one plays 16 hands of 20.
    assert account.tables[1] == {4, 5}
    hands = {len(made) for made in account.made[1].values()}
    assert hands == {64}, "as many hands for everybody"
    standings = {
        str(row.contender): row for row in SeasonStanding.objects.filter(contender__season=season)
    }
    assert {name: row.total for name, row in standings.items()} == {
        name: hundredths(account.total(name)) for name in NAMES
    }
    came = {name: sum(name in account.made[n] for n in range(1, 9)) for name in NAMES}
    assert {name: row.attended for name, row in standings.items()} == came
    seldom = {name for name, row in standings.items() if not row.qualified}
    assert seldom == {name for name in NAMES if came[name] < 6} == {"P03", "P09"}
    check_order(standings, account)


def check_order(standings: dict[str, SeasonStanding], account: Account) -> None:
    """By the exact total, the seldom below; who is level on the total may still be parted."""
    order = sorted(standings.items(), key=lambda item: item[1].rank)
    keys = [(not row.qualified, -account.total(name)) for name, row in order]
    assert keys == sorted(keys)


def check_evenings(league: League) -> None:
    """Every cell of the table, and which of them count."""
    account = league.account
    (part,) = season_table(league.season).divisions
    for line in part.lines:
        name = str(line.contender)
        paper = account.evenings(name)
        shown = {
            number: cell.score
            for number, cell in zip(part.numbers, line.cells, strict=True)
            if cell and cell.score is not None
        }
        assert shown == {number: hundredths(score) for number, score in paper.items()}, name
        counted = [cell.score or 0 for cell in line.played if cell.counts]
        assert sorted(counted) == [hundredths(total) for total in sorted(paper.values())[-6:]], name


def check_apart(league: League) -> None:
    """A substitute's rounds are nobody's in the table, nor is a guest's evening."""
    account = league.account
    table = season_table(league.season)
    apart = {
        row.players[0].name: (row.as_substitute, row.evenings, row.score)
        for row in table.substitutes
    }
    assert apart == {
        SUBSTITUTE: (True, 1, hundredths(account.average(SUBSTITUTED, SUBSTITUTE))),
        GUEST: (False, 1, hundredths(account.average(VISITED, GUEST))),
    }
    half = EveningResult.objects.get(
        evening__season=league.season,
        evening__number=SUBSTITUTED,
        player=league.people["P01"],
        as_substitute=False,
    )
    points = account.made[SUBSTITUTED]["P01"]
    assert (half.hands, half.points) == (len(points), sum(points))
    assert half.hands is not None
    assert half.hands < 64, "the rounds of the substitute are not his"
