"""The demo club's figures come out as counted in plain Python from records and results."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from clubs.models import Club, Player
from games import PRESENTERS
from games.measures import HandRole
from scoring.models import Hand, HandSeat, Match
from scoring.selectors.numbers import Share
from stats.selectors.club_numbers import LEAST, club_numbers, meetings
from stats.selectors.event_numbers import event_numbers
from stats.selectors.player_numbers import player_numbers
from stats.selectors.records import SHOWN, ClubRecord, RecordKind
from tournaments.events.models import Event, Table

pytestmark = [pytest.mark.django_db]

GAMES = ("texas42", "pandoeren", "klaverjassen")
HEIGHT = {"1m": 42, "2m": 84, "3m": 126, "4m": 168, "5m": 210}


def matches_of(demo: Club, game: str) -> list[Match]:
    """All matches in the order of the evenings."""
    matches = demo.matches.filter(game=game).select_related("game_of__table__round__event")
    return sorted(matches, key=lambda match: (match.game_of.table.round.event.date, match.pk))


def judged(match: Match) -> Iterator[Any]:
    """The verdicts of the hands that count, each with its record."""
    for hand in Hand.objects.filter(match=match, counted=True, record__isnull=False):
        yield hand.number, hand.record, hand.verdict


def declared(match: Match) -> Iterator[tuple[int, str, str, str]]:
    """Number, declarer, bid and outcome of the hands that were made or set."""
    names = [seat.name for seat in match.seats.all()]
    for number, _record, verdict in judged(match):
        if verdict["outcome"] in {"made", "set"}:
            yield number, names[verdict["declarer"]], verdict["bid"], verdict["outcome"]


def sides_of(match: Match) -> list[list[str]]:
    names = [seat.name for seat in match.seats.all()]
    if len(match.totals) == 2:
        return [names[0::2], names[1::2]]
    return [[name] for name in names]


def winners_of(match: Match) -> list[str]:
    """Those on the side that alone has the best total."""
    best = max(match.totals)
    ahead = [
        side for side, total in zip(sides_of(match), match.totals, strict=True) if total == best
    ]
    return ahead[0] if len(ahead) == 1 else []


def record(demo: Club, kind: RecordKind, game: str = "texas42") -> ClubRecord:
    by_kind = {row.kind: row for row in club_numbers(demo, game).records}
    return by_kind[kind]


def test_the_highest_bid_made(demo: Club) -> None:
    made = [
        (HEIGHT.get(bid) or int(bid), match.pk, number)
        for match in matches_of(demo, "texas42")
        for number, _name, bid, outcome in declared(match)
        if outcome == "made"
    ]
    top = max(made)[0]
    holders = {(match, number) for height, match, number in made if height == top}
    best = record(demo, RecordKind.HIGHEST_BID)
    assert best.value == top
    assert len(best.holders) + best.others == len(holders)
    assert {(holder.place.match_id, holder.place.hand) for holder in best.holders} <= holders


@pytest.mark.parametrize("game", GAMES)
def test_most_sets_and_the_longest_match(game: str, demo: Club) -> None:
    sets, lengths = Counter[int](), Counter[int]()
    for match in matches_of(demo, game):
        sets[match.pk] = sum(outcome == "set" for *_hand, outcome in declared(match))
        if match.is_over:
            lengths[match.pk] = match.hands.filter(record__isnull=False).count()
    for kind, counts in ((RecordKind.MOST_SETS, sets), (RecordKind.LONGEST_MATCH, lengths)):
        most = max(counts.values())
        holders = {match for match, count in counts.items() if count == most}
        best = record(demo, kind, game)
        assert best.value == most
        assert len(best.holders) == min(SHOWN, len(holders))
        assert {holder.place.match_id for holder in best.holders} <= holders
        assert best.others == len(holders) - len(best.holders)


@pytest.mark.parametrize("game", GAMES)
def test_the_longest_run_of_wins(game: str, demo: Club) -> None:
    runs: Counter[str] = Counter()
    best: dict[str, int] = defaultdict(int)
    for match in matches_of(demo, game):
        if not match.is_over:
            continue
        won = winners_of(match)
        for name in (name for side in sides_of(match) for name in side):
            runs[name] = runs[name] + 1 if name in won else 0
            best[name] = max(best[name], runs[name])
    most = max(best.values())
    longest = record(demo, RecordKind.LONGEST_RUN, game)
    assert longest.value == most
    assert {holder.names[0] for holder in longest.holders} <= {n for n in best if best[n] == most}


def test_the_closest_final(demo: Club) -> None:
    doubles = demo.events.get(name="Autumn Doubles")
    table = Table.objects.filter(round__event=doubles, games__match__is_over=True).earliest("pk")
    Table.objects.filter(pk=table.pk).update(section="final")
    over = table.games.filter(match__is_over=True)
    margins = {game.match_id: abs(game.match.totals[0] - game.match.totals[1]) for game in over}
    best = record(demo, RecordKind.CLOSEST_FINAL)
    assert best.value == min(margins.values())
    assert {holder.place.match_id for holder in best.holders} == {
        match for match, margin in margins.items() if margin == best.value
    }


@pytest.mark.parametrize("game", GAMES)
def test_shares_of_bids_and_declarations_by_year(game: str, demo: Club) -> None:
    by_name: dict[str, Counter[str]] = defaultdict(Counter)
    by_declaration: Counter[tuple[str, int]] = Counter()
    code = PRESENTERS[game].measures.declaration
    for match in matches_of(demo, game):
        year = match.game_of.table.round.event.date.year
        for _number, name, _bid, outcome in declared(match):
            by_name[name][outcome] += 1
        for _number, hand, verdict in judged(match):
            if verdict["outcome"] in {"made", "set"}:
                by_declaration[code(hand), year] += 1
    numbers = club_numbers(demo, game)
    expected = {
        name: (counts["made"], counts.total())
        for name, counts in by_name.items()
        if counts.total() >= LEAST
    }
    assert {row.name: (row.share.made, row.share.hands) for row in numbers.declarers} == expected
    assert numbers.unranked == len(by_name) - len(expected)
    shares = [row.share.made / row.share.hands for row in numbers.declarers]
    assert shares == sorted(shares, reverse=True)
    assert by_declaration == {
        (row.declaration, year): share.hands
        for row in numbers.declared
        for year, share in row.by_year.items()
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_players_evenings_have_the_hands_that_were_recorded(game: str, demo: Club) -> None:
    player = demo.players.filter(seats__match__game=game).earliest("pk")
    rows = HandSeat.objects.filter(player=player, game=game)
    hands: Counter[datetime.date] = Counter()
    sides: dict[datetime.date, Counter[str]] = defaultdict(Counter)
    for row in rows.select_related("match__game_of__table__round__event"):
        month = row.match.game_of.table.round.event.date.replace(day=1)
        hands[month] += 1
        sides[month][row.outcome] += row.role == HandRole.DECLARER
    assert hands
    numbers = player_numbers(player, game, names_hidden=False)
    by_month: Counter[datetime.date] = Counter()
    for period in numbers.periods:
        by_month[period.first.replace(day=1)] += period.hands
    assert +by_month == hands
    declared = sum((period.declared for period in numbers.periods), Share())
    assert declared.made == sum(counts["made"] for counts in sides.values())
    assert declared.was_set == sum(counts["set"] for counts in sides.values())


@pytest.mark.parametrize("game", GAMES)
def test_who_has_met_whom(game: str, demo: Club) -> None:
    together: Counter[frozenset[str]] = Counter()
    against: Counter[frozenset[str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for match in matches_of(demo, game):
        if not match.is_over:
            continue
        sides = sides_of(match)
        for first, other in combinations([name for side in sides for name in side], 2):
            is_same = any({first, other} <= set(side) for side in sides)
            (together if is_same else against)[frozenset((first, other))] += 1
            for name, rival in ((first, other), (other, first)):
                won[name, rival] += name in winners_of(match)
    pairs = meetings(demo, game)
    assert {frozenset((m.name, m.other_name)): m.together for m in pairs} == {
        pair: together[pair] for pair in {*together, *against}
    }
    for meeting in pairs:
        assert meeting.against == against[frozenset((meeting.name, meeting.other_name))]
        mine = meeting.won_together + meeting.won_against
        assert mine == won[meeting.name, meeting.other_name]
    ada = Player.objects.get(club=demo, name="Ada Novak")
    of_ada = meetings(demo, game, ada)
    assert len(of_ada) == sum("Ada Novak" in pair for pair in {*together, *against})


def test_attendance_counts_everybody_who_had_a_seat_once(demo: Club) -> None:
    people_by_event = {row.event_id: row.people for row in club_numbers(demo, "texas42").evenings}
    seated: dict[int, set[int]] = defaultdict(set)
    for match in matches_of(demo, "texas42"):
        event = match.game_of.table.round.event_id
        seated[event] |= {seat.player_id for seat in match.seats.all()}
    assert people_by_event == {event: len(people) for event, people in seated.items()}


def test_an_event_table_by_table(friday: Event) -> None:
    numbers = event_numbers(friday)
    assert len(numbers.tables) == 28
    for row in numbers.tables:
        match = row.game.match
        outcomes = Counter(outcome for *_hand, outcome in declared(match))
        assert (row.share.made, row.share.was_set) == (outcomes["made"], outcomes["set"])
        assert row.hands == match.hands.filter(record__isnull=False).count()
        made = [bid for _number, _name, bid, outcome in declared(match) if outcome == "made"]
        highest = max((HEIGHT.get(bid) or int(bid) for bid in made), default=0)
        assert bool(row.highest) == bool(made)
        if row.highest:
            verdict = match.hands.get(number=row.highest.hand).verdict
            assert (HEIGHT.get(verdict["bid"]) or int(verdict["bid"])) == highest
    margins = [abs(row.game.match.totals[0] - row.game.match.totals[1]) for row in numbers.tables]
    assert {row.margin for row in numbers.closest} == {min(margins)}
    assert len(numbers.closest) == margins.count(min(margins))


def test_a_match_of_its_totals_alone_is_counted_as_left_out(friday: Event) -> None:
    match = Match.objects.filter(game_of__table__round__event=friday).latest("pk")
    before = event_numbers(friday)
    Hand.objects.filter(match=match).update(counted=False)
    match.hand_seats.all().delete()
    Match.objects.filter(pk=match.pk).update(hand_count=0, entered_totals=match.totals)
    after = event_numbers(friday)
    assert (before.totals_only, after.totals_only) == (0, 1)
    assert after.hands < before.hands
    assert club_numbers(friday.club, "texas42").totals_only == 1


def test_a_player_who_is_hidden_in_public_is_left_out(demo: Club) -> None:
    otis = demo.players.get(name="Otis Bell")
    assert meetings(demo, "texas42", otis)
    demo.players.filter(pk=otis.pk).update(name_hidden=True)
    numbers = club_numbers(demo, "texas42")
    assert otis.pk not in {row.player_id for row in numbers.declarers}
    assert not any(otis.pk in {m.player_id, m.other_id} for m in meetings(demo, "texas42"))
    names = [name for row in numbers.records for holder in row.holders for name in holder.names]
    assert names
    assert not any("Otis Bell" in name for name in names)


def test_the_page_says_which_player_and_refuses_others(demo: Club) -> None:
    browser = Client()
    user = demo.memberships.get().user
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    here = f"/c/{demo.slug}/numbers/texas42/"
    ben = demo.players.get(name="Ben Whitaker")
    page = browser.get(here, {"player": ben.pk})
    assert page.context["player"] == ben
    assert browser.get(here, {"player": "0"}).status_code == 404
    assert browser.get(f"/c/{demo.slug}/numbers/chess/").status_code == 404
    assert browser.get(f"/c/{demo.slug}/numbers/texas42/nonsense.csv").status_code == 404
    for kind in ("records", "declarers", "meetings", "attendance", "declarations"):
        lines = browser.get(f"/c/{demo.slug}/numbers/texas42/{kind}.csv").content.decode()
        assert len(lines.splitlines()) > 2


def test_programs_read_the_same_values(demo: Club, friday: Event) -> None:
    api = APIClient()
    api.force_login(demo.memberships.get().user)
    here = f"/api/v1/clubs/{demo.slug}/numbers/texas42/"
    numbers, data = club_numbers(demo, "texas42"), api.get(here).json()
    assert [row["kind"] for row in data["records"]] == [row.kind.value for row in numbers.records]
    assert [row["name"] for row in data["declarers"]] == [row.name for row in numbers.declarers]
    assert sum(row["hands"] for row in data["declarations"]) == sum(
        row.total.hands for row in numbers.declared
    )
    ada = demo.players.get(name="Ada Novak")
    rows = api.get(f"{here}meetings/", {"player": ada.pk, "page_size": 200}).json()["results"]
    assert [row["other"] for row in rows] == [
        row.other_id for row in meetings(demo, "texas42", ada)
    ]
    assert api.get(f"{here}meetings/", {"players": ada.pk}).status_code == 400
    tables = api.get(f"/api/v1/clubs/{demo.slug}/events/{friday.pk}/numbers/").json()["tables"]
    assert [row["bids"]["made"] for row in tables] == [
        row.share.made for row in event_numbers(friday).tables
    ]
