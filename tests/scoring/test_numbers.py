"""What is counted of hands, beside a second count in plain Python over the records."""

from collections import Counter
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from clubs.models import Club, Player, User
from clubs.services.players import player_add, players_add_many
from games import PRESENTERS
from games.measures import HandRole
from rules import GAMES, verdict
from scoring.models import Hand, HandSeat, Match, Occurrence, Seat
from scoring.running_score import Rotation
from scoring.selectors.numbers import (
    Share,
    against_declarers,
    against_defenders,
    bids,
    bids_of_club,
    hand_seats,
    measures,
    occurrences,
    ranked,
    roles,
    with_partners,
)
from scoring.services.hands import hand_correct, hand_record, hand_undo
from scoring.services.matches import match_time_call, matches_time_uncall
from scoring.services.numbers import numbers_write
from tests.scoring.conftest import Recorded, passed_out, quick
from tests.scoring.matches import match_create
from tests.tournaments.single import called, misere, spades

pytestmark = pytest.mark.django_db


def recounted(club: Club) -> tuple[Counter[Any], Counter[Any]]:
    """Everything that is counted, from the records alone, judged again: parts, and occurrences."""
    parts: Counter[Any] = Counter()
    times: Counter[Any] = Counter()
    for match in club.matches.all():
        players = dict(match.seats.values_list("number", "player_id"))
        turns = Rotation(GAMES[match.game].seats, len(players), match.first_dealer)
        for hand in match.hands.filter(record__isnull=False, counted=True):
            at = [players[number] for number in turns.seated(hand.number)]
            judged, record = verdict(hand.record), hand.record
            assert record is not None
            counted = SECOND[match.game](record, judged)
            for seat, player in enumerate(at):
                side = judged["score"][seat % len(judged["score"])]
                role, partner = counted["parts"][seat]
                row = (
                    match.game,
                    player,
                    role,
                    counted["bid"],
                    counted["named"],
                    counted["outcome"],
                    side,
                )
                declarer = None if counted["declarer"] is None else at[counted["declarer"]]
                parts[(*row, declarer, None if partner is None else at[partner])] += 1
            for seat, code, made in counted["times"]:
                times[match.game, at[seat], code, made] += 1
    return parts, times


def counted(club: Club) -> tuple[Counter[Any], Counter[Any]]:
    """The rows of the database."""
    columns = ("game", "player", "role", "bid", "declaration", "outcome", "points")
    seats = HandSeat.objects.filter(club=club).values_list(*columns, "declarer", "partner")
    times = Occurrence.objects.filter(club=club)
    return Counter(seats), Counter(times.values_list("game", "player", "measure", "made"))


def _last_bid(record: Any) -> tuple[int | None, str]:
    calls = [call for call in record["auction"] if call["bid"] != "pass"]
    return (calls[-1]["seat"], calls[-1]["bid"]) if calls else (None, "")


def _of_42(record: Any, judged: Any) -> dict[str, Any]:
    seat, bid = _last_bid(record)
    contract = record.get("contract", {})
    kind = contract.get("kind", "")
    named = str(contract["trump"]) if kind == "trump" else kind
    opposite = [(other + 2) % 4 for other in range(4)]
    parts: list[tuple[str, int | None]] = [("player", opposite[other]) for other in range(4)]
    if seat is not None:
        by_distance = ("declarer", "defender", "partner", "defender")
        parts = [(by_distance[(other - seat) % 4], opposite[other]) for other in range(4)]
    counts = kind if kind in {"nello", "sevens", "plunge", "splash"} else ""
    times = [(seat, counts, judged["outcome"] == "made")] if counts else []
    return {
        "declarer": seat,
        "bid": bid,
        "named": named,
        "outcome": judged["outcome"],
        "parts": parts,
        "times": times,
    }


def _of_pandoeren(record: Any, judged: Any) -> dict[str, Any]:
    seat, bid = _last_bid(record)
    partner = record.get("partner")
    parts: list[tuple[str, int | None]] = [("defender", None)] * 4
    if seat is not None:
        parts[seat] = ("declarer", partner)
    if partner is not None:
        parts[partner] = ("partner", seat)
    made = judged["outcome"] == "made"
    times = [(seat, "lose", made)] if bid == "misere" else []
    times += [(seat, "pandoer", made)] if bid.startswith("pandoer") else []
    times += [(telling["seat"], "roem", None) for telling in record.get("roem", ())]
    for telling in record.get("denials", ()):
        times += [(telling["against"], "roem_denied", None), (telling["by"], "denial", None)]
    named = record["contract"]["trump"]
    return {
        "declarer": seat,
        "bid": bid,
        "named": named,
        "outcome": judged["outcome"],
        "parts": parts,
        "times": times,
    }


def _of_spades(record: Any, judged: Any) -> dict[str, Any]:
    """The highest bid declares, the first of equals; it is kept with the tricks of both hands."""
    highest = max(record["auction"], key=lambda call: int(call["bid"]))
    seat, tricks = highest["seat"], record["tally"]["tricks"]
    is_made = tricks[seat] + tricks[3] >= int(highest["bid"])
    times = []
    for call in record["auction"]:
        for on in call.get("nil", ()):
            if (on in {seat, 3}) == (call["seat"] in {seat, 3}):
                times.append((call["seat"], "nil", tricks[on] == 0))
                times += [(call["seat"], "nil_dummy", tricks[on] == 0)] if on == 3 else []
    return {
        "declarer": seat,
        "bid": highest["bid"],
        "named": "",
        "outcome": "made" if is_made else "set",
        "parts": [("declarer" if other == seat else "defender", None) for other in range(3)],
        "times": times,
    }


SECOND = {"texas42": _of_42, "pandoeren": _of_pandoeren, "dummy_spades": _of_spades}


def test_hands_of_teams_are_counted_after_corrections_undone_hands_and_a_call_of_time(
    match: Match, players: list[Player], recorded: Recorded, organiser: User, club: Club
) -> None:
    for bidder, bid, made in [(0, "30", True), (0, "30", False), (1, "1m", True), (0, "2m", False)]:
        recorded(bidder=bidder, bid=bid, tally={"made": made})
    dealer = Match.objects.get(pk=match.pk).next_dealer
    hand_record(match_id=match.pk, record=passed_out(dealer=dealer), author=organiser)
    recorded(bidder=2, bid="1m", contract={"kind": "nello", "doubles": "own"})
    recorded(bidder=0, bid="35")
    assert counted(club) == recounted(club)

    first, last = Hand.objects.get(match=match, number=1), Hand.objects.get(match=match, number=7)
    hand_undo(match_id=match.pk, author=organiser, number=7, revision=last.revision)
    hand_correct(
        match_id=match.pk,
        number=1,
        record=quick(dealer=first.record["dealer"], bidder=2, bid="31"),
        author=organiser,
        reason="misread",
        revision=first.revision,
    )
    parts, times = counted(club)
    assert (parts, times) == recounted(club)
    assert sum(parts.values()) == 6 * 4
    assert times == Counter({("texas42", players[2].pk, "nello", True): 1})

    bids_of_player = bids(hand_seats(club, "texas42", player=players[0]))
    assert bids_of_player.by_bid == {"30": Share(0, 1), "2m": Share(0, 1)}
    assert bids_of_player.by_declaration == {"5": Share(0, 2)}
    assert bids_of_club(club, "texas42").total == Share(3, 5)
    assert bids_of_club(club, "pandoeren").total == Share()
    role_rows = roles(hand_seats(club, "texas42", player=players[1]))
    assert {row.role: (row.share, row.hands) for row in role_rows} == {
        HandRole.DECLARER: (Share(1, 1), 1),
        HandRole.DEFENDER: (Share(2, 4), 4),
        HandRole.PLAYER: (Share(), 1),
    }
    rows = hand_seats(club, "texas42", player=players[0])
    assert with_partners(rows) == {players[2].pk: Share(2, 4)}
    assert against_declarers(rows) == {players[1].pk: Share(1, 1)}
    assert against_defenders(players[0], "texas42") == {
        players[1].pk: Share(0, 2),
        players[3].pk: Share(0, 2),
    }
    assert hand_seats(club, "texas42", matches=Match.objects.none()).count() == 0

    match_time_call(match_id=match.pk, called_by=organiser, after=6)
    matches_time_uncall(match_ids=[match.pk])
    assert counted(club) == recounted(club)


def test_hands_after_a_new_end_of_the_match_do_not_count(
    match_for: Any, recorded: Recorded, organiser: User, club: Club
) -> None:
    match = match_for(rules={"target": 2})
    recorded(match, bidder=0)
    recorded(match, bidder=1)
    recorded(match, bidder=0)
    first = Hand.objects.get(match=match, number=1)
    record = quick(dealer=first.record["dealer"], bidder=0, bid="2m")
    hand_correct(
        match_id=match.pk, number=1, record=record, author=organiser, reason="two", revision=1
    )
    assert HandSeat.objects.count() == 4
    assert counted(club) == recounted(club)


def test_where_five_take_turns_each_has_his_own_numbers(club: Club, organiser: User) -> None:
    five = players_add_many(club=club, names=["A", "B", "C", "D", "E"])
    match = match_create(
        club=club, game="pandoeren", rules={}, stakes=None, players=five, first_dealer=2
    )
    for number in range(1, 7):
        for record in (misere(3, number % 4), called(3, number % 3, 3, made=number % 2 == 0)):
            hand_record(match_id=match.pk, record=record, author=organiser)
    roem = called(3, 0, 3) | {
        "auction": [
            {"seat": 0, "bid": "120"},
            {"seat": 1, "bid": "130"},
            {"seat": 2, "bid": "pass"},
            {"seat": 3, "bid": "pass"},
            {"seat": 0, "bid": "140"},
            *({"seat": seat, "bid": "pass"} for seat in (1, 2, 3)),
        ],
        "roem": [{"seat": 0, "value": 20}],
        "denials": [{"by": 1, "against": 0}],
    }
    hand_record(match_id=match.pk, record=roem, author=organiser)
    parts, times = counted(club)
    assert (parts, times) == recounted(club)
    assert sum(parts.values()) == 13 * 4
    assert {code for _game, _player, code, _made in times} == {
        *("lose", "roem", "roem_denied", "denial")
    }


def test_nils_and_kept_bids_of_spades(club: Club, organiser: User) -> None:
    three = players_add_many(club=club, names=["A", "B", "C"])
    match = match_create(club=club, game="dummy_spades", rules={}, stakes=None, players=three)
    for dealer, bids_, tricks, nil in [
        (0, (4, 5, 3), (4, 3, 4, 2), None),
        (1, (4, 5, 3), (4, 2, 5, 2), None),
        (2, (7, 0, 3), (6, 0, 6, 1), 1),
        (0, (7, 0, 3), (6, 1, 5, 1), 1),
        (1, (0, 4, 3), (0, 6, 5, 2), 0),
    ]:
        record = spades(dealer, bids_, tricks)
        for call in record["auction"]:
            if call["seat"] == nil:
                call["nil"] = [nil]
        hand_record(match_id=match.pk, record=record, author=organiser)
    assert counted(club) == recounted(club)
    rows = measures("dummy_spades", occurrences(club, "dummy_spades", player=three[1]))
    assert [(row.measure.code, row.times, row.share) for row in rows] == [
        ("nil", 2, Share(1, 2)),
        ("nil_dummy", 0, Share()),
    ]


def test_rows_follow_their_seats_and_can_be_made_anew(
    match: Match, players: list[Player], recorded: Recorded, club: Club
) -> None:
    recorded(bidder=0, bid="2m")
    substitute = player_add(club=club, name="Eve")
    Seat.objects.filter(match=match, number=0).update(player=substitute)
    numbers_write([match])
    assert counted(club) == recounted(club)
    assert not players[0].hand_seats.exists()
    before = counted(club)
    HandSeat.objects.all().delete()
    out = StringIO()
    call_command("numbers", stdout=out)
    assert out.getvalue() == f"{club.name}\n"
    assert counted(club) == before


def test_small_samples_are_known_as_such() -> None:
    """The intervals are those of Wilson's formula, 7 of 10 and 1 of 1 as in textbooks."""
    assert [round(end, 1) for end in Share(1, 1).interval] == [20.7, 100.0]
    assert Share().interval == (0.0, 100.0)
    assert Share(9, 9).is_few
    assert not Share(0, 10).is_few
    ranks = ranked({1: Share(9, 9), 2: Share(8, 10), 3: Share(16, 20), 4: Share(10, 12)})
    assert [key for key, _share in ranks] == [4, 3, 2]


def test_every_measure_has_a_code_of_its_own_and_a_definition() -> None:
    named_measures = [
        (name, measure) for name in PRESENTERS for measure in PRESENTERS[name].measures.measures
    ]
    assert len(named_measures) > 5
    assert len({(name, measure.code) for name, measure in named_measures}) == len(named_measures)
    assert all(str(measure.definition).endswith(".") for _name, measure in named_measures)
