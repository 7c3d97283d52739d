"""A whole evening of sixteen players of each preset and format: every seating and the final table.

What is written in `golden/` is compared as a whole; what must hold of it is counted anew beside it.
`ALLMARK_GOLDEN=1` writes the texts anew.
"""

import datetime
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, filterfalse, pairwise
from pathlib import Path
from random import Random

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Club, Player, User
from engine.pairings.formats import FORMATS
from scoring.models import Match
from scoring.services.hands import hand_record
from scoring.services.results import result_state
from tests.games.samples import SAMPLES
from tests.golden import same_as_kept
from tests.tournaments.conftest import begin_next, record
from tournaments.events.models import Event, Round, RoundState, Table
from tournaments.events.presets import TEMPLATES
from tournaments.events.selectors.standings import Standings, standings_for
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import (
    event_create,
    event_create_from_template,
    event_finish,
)
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import LOT, lot_draw, standings_refresh
from tournaments.events.templatetags.places import shown

pytestmark = pytest.mark.usefixtures("held")

FOLDER = Path(__file__).parent / "golden"
DAY = datetime.date(2026, 11, 20)
UNUSED = sorted(FORMATS.keys() - {template.format for template in TEMPLATES.values()})
"""Formats of which there is no preset."""

Numbers = tuple[int, ...]


@dataclass
class PlayedTable:
    """The sides of a table by their entries, and the totals of each game, a side each."""

    sides: tuple[Numbers, ...]
    games: list[tuple[int, ...]] = field(default_factory=list)
    section: str = ""

    @property
    def entries(self) -> frozenset[int]:
        return frozenset(entry for side in self.sides for entry in side)

    @property
    def winner(self) -> Numbers:
        """The side that won more of the games; nobody on a tie."""
        won = Counter(game.index(max(game)) for game in self.games if len(set(game)) > 1)
        order = won.most_common()
        is_level = len(order) > 1 and order[0][1] == order[1][1]
        return self.sides[order[0][0]] if order and not is_level else ()


@dataclass
class PlayedRound:
    tables: list[PlayedTable]
    byes: Numbers
    stage: str


@dataclass
class GoldenEvening:
    """An evening under way, written down as it goes."""

    event: Event
    by: User
    names: dict[int, str]
    chance: Random
    rounds: list[PlayedRound] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def played(self) -> str:
        """Play it out; all of it as text."""
        self.lines += [f"{self.event.name}: {self.event.game}, {self.event.format}", ""]
        self.lines += [f"{number:>2} {name}" for number, name in self.names.items()]
        while round_ := self._next():
            self._round(round_)
        lot_draw(event=self.event, purpose=LOT, options=sorted(self.names), seed="golden")
        event_finish(event=self.event)
        standings_refresh(event_id=self.event.pk)
        self.event.refresh_from_db()
        self._standings(standings_for(self.event))
        return "\n".join(self.lines) + "\n"

    def _next(self) -> Round | None:
        if not self.event.rounds.filter(state=RoundState.PLANNED).exists():
            try:
                rounds_plan(event=self.event, seed=f"golden {len(self.rounds)}")
            except ValidationError:
                return None
            if not self.event.rounds.filter(state=RoundState.PLANNED).exists():
                return None
        return begin_next(self.event)

    def _round(self, round_: Round) -> None:
        tables = list(round_.tables.prefetch_related("seats__entry", "games__match"))
        playing = [table for table in tables if not table.is_bye]
        byes = tuple(
            seat.entry.number for table in tables if table.is_bye for seat in table.seats.all()
        )
        self.lines += ["", f"Round {round_.number}" + (f", {round_.stage}" if round_.stage else "")]
        played = [self._table(table) for table in playing]
        if byes:
            self.lines.append("  bye: " + ", ".join(self._named((entry,)) for entry in byes))
        self.rounds.append(PlayedRound(played, byes, round_.stage))
        standings_refresh(event_id=self.event.pk)
        self.event.refresh_from_db()

    def _table(self, table: Table) -> PlayedTable:
        seats = list(table.seats.all())
        sides = tuple(
            tuple(seat.entry.number for seat in seats if seat.side == side)
            for side in sorted({seat.side for seat in seats})
        )
        played = PlayedTable(sides, section=table.section)
        for game in table.games.all():
            played.games.append(self._game(game.match))
            most = Counter(totals.index(max(totals)) for totals in played.games).most_common(1)
            if table.best_of and most[0][1] > table.best_of // 2:
                break
        place = f" {table.section} {table.slot}" if table.section else ""
        who = " – ".join(map(self._named, sides))
        figures = "  ".join("–".join(map(str, totals)) for totals in played.games)
        self.lines.append(f"  {table.number}.{place} {who}: {figures}")
        return played

    def _game(self, match: Match) -> tuple[int, ...]:
        if self.event.deals_per_round:
            for _deal in range(self.event.deals_per_round):
                match.refresh_from_db()
                side, marks = self.chance.randrange(2), self.chance.randint(1, 2)
                made = self.chance.random() < 0.8
                hand = record(match.next_dealer, side, marks=marks, made=made)
                match = hand_record(match_id=match.pk, record=hand, author=self.by).match
            return tuple(match.totals)
        totals = SAMPLES[match.game].totals(dict(match.rules), self.chance)
        result_state(match_id=match.pk, totals=totals, author=self.by)
        return tuple(totals)

    def _named(self, entries: Iterable[int]) -> str:
        return " + ".join(f"{entry} {self.names[entry]}" for entry in entries)

    def _standings(self, standings: Standings) -> None:
        self.lines += ["", "Final table"]
        for ranking in standings.rankings:
            self.lines += [f"  {ranking.name}"] if ranking.name else []
            for row in ranking.rows:
                figures = ", ".join(
                    f"{column.metric.key} {shown(cell, column.metric)}"
                    for column, cell in zip(standings.columns, row.cells, strict=True)
                    if column.decides
                )
                rank = f"{row.rank}=" if row.tied else str(row.rank)
                self.lines.append(f"  {rank:>3} {self._named([row.entrant.number])}: {figures}")


def evening_of(key: str, club: Club, owner: User, players: list[Player]) -> GoldenEvening:
    """Sixteen players of a preset, in pairs where it is for pairs; or of a format."""
    if key in TEMPLATES:
        event = event_create_from_template(
            club=club, template=TEMPLATES[key], date=DAY, created_by=owner
        )
    else:
        event = event_create(
            club=club,
            date=DAY,
            created_by=owner,
            name=key,
            format=key,
            rules={"preset": "marks"},
        )
    each = FORMATS[event.format].lineup
    lineups = [players[at : at + each] for at in range(0, 16, each)]
    entries_add(event=event, lineups=lineups)
    names = {
        number: " & ".join(player.name for player in lineup)
        for number, lineup in enumerate(lineups, start=1)
    }
    return GoldenEvening(event, owner, names, Random(key))


@pytest.mark.parametrize("key", [*TEMPLATES, *UNUSED])
def test_an_evening_is_seated_and_ranked_as_written(
    key: str, club: Club, owner: User, players: list[Player]
) -> None:
    evening = evening_of(key, club, owner, players)
    text = evening.played()
    assert_everybody_has_a_place(evening)
    CHECKS[evening.event.format](evening)
    assert_figures_add_up(evening)
    same_as_kept(FOLDER / f"{key}.txt", text)


def test_there_is_a_text_of_each_preset_and_format_and_of_nothing_else() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {*TEMPLATES, *UNUSED}


# --- the same, counted by other means


def assert_everybody_has_a_place(evening: GoldenEvening) -> None:
    """Nobody sits twice in a round, and except in brackets all of them sit or have a bye."""
    for round_ in evening.rounds:
        there = Counter([*round_.byes, *(e for table in round_.tables for e in table.entries)])
        assert max(there.values()) == 1
        if evening.event.format not in BRACKETS and round_.stage != "brackets":
            assert set(there) == set(evening.names)


def meetings(rounds: Iterable[PlayedRound]) -> Counter[frozenset[int]]:
    """How often any two entries sat at one table, as partners or opponents."""
    return Counter(
        frozenset(pair)
        for round_ in rounds
        for table in round_.tables
        for pair in combinations(sorted(table.entries), 2)
    )


def met_evenly(evening: GoldenEvening) -> None:
    """Round robin: nobody is met twice more than another."""
    met = meetings(evening.rounds)
    counts = [met[frozenset(pair)] for pair in combinations(evening.names, 2)]
    assert max(counts) - min(counts) <= 1
    assert min(counts) >= len(evening.rounds) // (len(evening.names) - 1)


def met_once_at_most(evening: GoldenEvening) -> None:
    assert max(meetings(evening.rounds).values()) == 1


def by_score_groups(evening: GoldenEvening) -> None:
    """Swiss: nobody twice, and those who meet are a win apart at most."""
    met_once_at_most(evening)
    wins = Counter[int]()
    for round_ in evening.rounds:
        for table in round_.tables:
            (home,), (away,) = table.sides
            assert abs(wins[home] - wins[away]) <= 1 or evening.event.deals_per_round
        wins.update(entry for table in round_.tables for entry in table.winner)
        wins.update(round_.byes)


def is_consolation(table: PlayedTable) -> bool:
    return table.section.startswith("consolation.")


def out_after(defeats: int) -> Callable[[GoldenEvening], None]:
    """A bracket: who has lost so often sits no more, and the last one left is the first."""

    def check(evening: GoldenEvening) -> None:
        final = evening.event.format_options["final"] if defeats == 1 else defeats
        tables = [t for r in evening.rounds if r.stage != "groups" for t in r.tables]
        for part in (
            list(filterfalse(is_consolation, tables)),
            list(filter(is_consolation, tables)),
        ):
            lost = Counter[int]()
            champion = 0
            for table in part:
                most = final if table.section.endswith("final") else defeats
                assert max(lost[entry] for entry in table.entries) < most
                (champion,) = table.winner
                lost.update(table.entries - {champion})
                in_play = {entry for t in part for entry in t.entries}
            if part:
                assert {entry for entry in in_play if lost[entry] < defeats} <= {champion}
                first = standings_for(evening.event).rows[0]
                if not is_consolation(part[0]):
                    assert (first.rank, first.tied, first.entrant.number) == (1, False, champion)

    return check


def groups_then_bracket(evening: GoldenEvening) -> None:
    """Groups in which nobody meets twice; then a bracket, of which one is left."""
    groups = [round_ for round_ in evening.rounds if round_.stage == "groups"]
    assert max(meetings(groups).values()) == 1
    assert len(groups) < len(evening.rounds)
    options = evening.event.format_options
    out_after(options["bracket"])(evening)


def partners_of(round_: PlayedRound) -> set[frozenset[int]]:
    return {frozenset(side) for table in round_.tables for side in table.sides}


def partners_change(evening: GoldenEvening) -> None:
    """Nobody has a partner twice."""
    had = Counter(pair for round_ in evening.rounds for pair in partners_of(round_))
    assert max(had.values()) == 1


def partners_part(evening: GoldenEvening) -> None:
    """Nobody has a partner twice running; winners go up a table, or stay at the first."""
    for round_, following in pairwise(evening.rounds):
        assert not partners_of(round_) & partners_of(following)
        for number, table in enumerate(round_.tables):
            up = following.tables[max(number - 1, 0)]
            assert set(table.winner) <= up.entries


def fours_of_three_rounds(evening: GoldenEvening) -> None:
    """Ladder: four play three rounds together, with each of the others once; then two change."""
    for at in range(0, len(evening.rounds), 3):
        block = evening.rounds[at : at + 3]
        assert max(Counter(p for round_ in block for p in partners_of(round_)).values()) == 1
        assert all(
            [table.entries for table in round_.tables]
            == [table.entries for table in block[0].tables]
            for round_ in block
        )
        if following := evening.rounds[at + 3 : at + 4]:
            both = zip(block[0].tables, following[0].tables, strict=True)
            changed = [len(now.entries - before.entries) for before, now in both]
            assert changed == [1, *[2] * (len(changed) - 2), 1]


BRACKETS = {"single_elimination", "double_elimination", "two_boxes"}
CHECKS: dict[str, Callable[[GoldenEvening], None]] = {
    "round_robin": met_evenly,
    "table_mates": met_once_at_most,
    "swiss": by_score_groups,
    "single_elimination": out_after(1),
    "double_elimination": out_after(2),
    "two_boxes": out_after(2),
    "qualifying": groups_then_bracket,
    "mitchell": met_once_at_most,
    "howell": met_once_at_most,
    "rotating_partners": partners_change,
    "progressive": partners_part,
    "by_standing": partners_change,
    "ladder": fours_of_three_rounds,
}


def assert_figures_add_up(evening: GoldenEvening) -> None:
    """Games won and points for, added up here, and the order of the first figure."""
    halves, points = Counter[int](), Counter[int]()
    for round_ in evening.rounds:
        for table in round_.tables:
            for totals in table.games:
                share = Fraction(2, totals.count(max(totals)))
                for side, total in zip(table.sides, totals, strict=True):
                    first = total == max(totals)
                    halves.update(dict.fromkeys(side, first * share))
                    points.update(dict.fromkeys(side, total))
    standings = standings_for(evening.event)
    had_bye = {entry for round_ in evening.rounds for entry in round_.byes}
    keys = [column.metric.key for column in standings.columns]
    for row in standings.rows:
        number = row.entrant.number
        cells = dict(zip(keys, row.cells, strict=True))
        if number in had_bye:
            continue
        if "games_won" in cells:
            assert Fraction(str(cells["games_won"])) == Fraction(halves[number], 2)
        assert cells.get("points", points[number]) == points[number]
