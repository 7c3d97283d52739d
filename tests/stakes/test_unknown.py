"""Money that nobody knows is a dash, is said before anything is worked out, and can be entered."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from clubs.models import Player, User
from ledger.models import Posting, Transaction
from ledger.selectors import statements_of
from paper.documents.event_money import people_of
from paper.documents.matches import matches_for_print, settlement_of
from paper.documents.settlement import settlement_document
from paper.documents.statement import PrintedStatement
from press.base import Paper, render
from scoring.models import Match
from scoring.running_score import match_running_score
from scoring.services.results import result_state
from tests.conftest import ApiFor, ClientFor
from tests.prints.boards.documents import imprint
from tests.prints.matches.reading import texts
from tests.stakes.conftest import KeepMoney
from tests.tournaments.conftest import EveningMaker, begin_next, drawn_and_begun, entry, match_of
from tests.tournaments.pages import words
from tournaments.events.models import Event
from tournaments.events.services.entries import entry_substitute
from tournaments.money.models import EventMoney
from tournaments.money.services.settling import evening_settle

pytestmark = pytest.mark.usefixtures("held")

SUBJECT = "Stakes: round 1, table 1, game 1, "
REASON = "how often each side was set is not known"


@pytest.fixture
def slip(stakes_night: Event, keep: KeepMoney, owner: User) -> Match:
    """A slip that says 7-4, of an evening for 0.25 a mark and 1.00 a set, with a fee of 5.00."""
    keep(stakes_night, fee=500)
    match = match_of(stakes_night, 1, 1)
    result_state(match_id=match.pk, totals=[7, 4], author=owner)
    evening_settle(event_id=stakes_night.pk)
    match.refresh_from_db()
    return match


def entered(match: Match) -> list[int]:
    """The amounts that the book has for a match."""
    entries = Transaction.objects.filter(source=f"stakes:{match.pk}")
    entries = entries.filter(reversed_by=None, reverses=None)
    return sorted(posting.amount for entry in entries for posting in entry.postings.all())


def address(name: str, event: Event, *more: object) -> str:
    return reverse(name, args=[event.club.slug, event.pk, *more])


def test_what_is_not_known_is_a_dash_everywhere_and_not_entered_as_nothing(
    slip: Match, stakes_night: Event, treasurer: User, client_for: ClientFor, api_for: ApiFor
) -> None:
    assert entered(slip) == []
    client, api = client_for(treasurer), api_for(treasurer)
    match_page = words(client.get(reverse("match", args=[slip.club.slug, slip.pk])))
    assert "sets, not known – × 1.00 – " in match_page
    assert "0 sets" not in match_page
    for name in ("event-money", "event-money-transfers"):
        page = words(client.get(address(name, stakes_night)))
        assert "Not known, and in no balance" in page
        assert SUBJECT in page
        assert f": {REASON} –" in page
    gaps = api.get(address("api-money-balances", stakes_night)).json()["unknown"]
    assert [(gap["reason"], len(gap["players"])) for gap in gaps] == [(REASON, 4)]
    assert gaps[0]["subject"].startswith(SUBJECT)
    answer = api.get(reverse("api-matches-detail", args=[slip.club.slug, slip.pk])).json()
    assert (answer["settlement"], answer["unknown_stakes"]) == (None, ["per_set"])
    file = client.get(address("event-money-file", stakes_night, "balances", "csv"))
    rows = list(csv.reader(io.StringIO(file.content.decode())))
    assert [row[1:] for row in rows if row[0].startswith(SUBJECT)] == [["–", "USD"]]


def test_paper_has_the_dash_as_well(
    slip: Match, stakes_night: Event, treasurer: User, client_for: ClientFor, api_for: ApiFor
) -> None:
    book = EventMoney.objects.get(event=stakes_night).book
    [page] = texts(render([settlement_document(book, imprint("Settlement"))], paper=Paper.A4))
    _balances, _head, unknown = " ".join(page.split()).partition("Not known, and in no balance")
    assert SUBJECT in unknown
    assert f"{REASON} –" in unknown
    match = matches_for_print(Match.objects.filter(pk=slip.pk)).get()
    money = settlement_of(match, match_running_score(match))
    assert money is not None
    assert {amount for _name, amount in (*money.players, *money.sides)} == {"–"}
    player = slip.seats.get(number=0).player_id
    where = [slip.club.slug, player]
    page = words(client_for(treasurer).get(reverse("player-statement", args=where)))
    assert f"{REASON} – –" in page
    (statement,) = api_for(treasurer).get(reverse("api-statement-detail", args=where)).json()
    assert [gap["reason"] for gap in statement["unknown"]] == [REASON]
    assert statement["balance"] == -500, "the fee alone"


def test_a_substitute_whose_only_money_is_unknown_has_a_statement_with_a_dash(
    stakes_night: Event,
    keep: KeepMoney,
    players: list[Player],
    owner: User,
    treasurer: User,
    client_for: ClientFor,
    api_for: ApiFor,
) -> None:
    money, substitute = keep(stakes_night, fee=500), players[15]
    entry_substitute(entry=entry(stakes_night, 1), place=0, player=substitute, from_round=2)
    begin_next(stakes_night)
    match = Match.objects.get(seats__player=substitute)
    result_state(match_id=match.pk, totals=[7, 4], author=owner)
    evening_settle(event_id=stakes_night.pk)
    assert not Posting.objects.filter(account__player=substitute).exists()
    where = [match.club.slug, substitute.pk]
    page = words(client_for(treasurer).get(reverse("player-statement", args=where)))
    assert "Not known yet –" in page
    assert f"{REASON} – –" in page
    assert "All settled" not in page
    (statement,) = api_for(treasurer).get(reverse("api-statement-detail", args=where)).json()
    assert [gap["reason"] for gap in statement["unknown"]] == [REASON]
    assert (statement["lines"], statement["steps"], statement["balance"]) == ([], [], 0)
    file = client_for(treasurer).get(reverse("player-file", args=[*where, "csv"]))
    (row,) = list(csv.reader(io.StringIO(file.content.decode())))[1:]
    assert row[4:] == ["USD", "–", "–"]
    (statement_now,) = statements_of(substitute)
    assert statement_now.step_texts == ["What you owe or are owed is not known yet."]
    paper = PrintedStatement(imprint("Statement"), statement_now, "everything")
    printed = " ".join(" ".join(texts(render([paper], paper=Paper.A4))).split())
    assert f"{REASON} – –" in printed
    assert "Balance now –" in printed
    assert substitute in people_of([money.book])
    day = money.book.date
    assert statements_of(substitute, since=day + timedelta(days=1)) == ()


def test_the_sets_are_entered_on_the_page_of_the_match_and_then_the_money_is(
    slip: Match, stakes_night: Event, organiser: User, treasurer: User, client_for: ClientFor
) -> None:
    page = client_for(organiser).get(reverse("match", args=[slip.club.slug, slip.pk]))
    assert "The stakes pay for each set" in words(page)
    at = reverse("match-result-sets", args=[slip.club.slug, slip.pk])
    answer = client_for(organiser).post(at, {"sets-set0": "1", "sets-set1": "2"}, follow=True)
    assert "The number of sets has been entered." in words(answer)
    assert "Changed: 7 – 4 7 – 4, sets 1 – 2" in words(answer)
    assert "The stakes pay for each set" not in words(answer)
    evening_settle(event_id=stakes_night.pk)
    # Three marks short at 0.25 and two sets at 1.00: 2.75, shared by two players.
    assert entered(slip) == [-138, -137, 137, 138]
    assert "Not known" not in words(client_for(treasurer).get(address("event-money", stakes_night)))


def test_sets_are_typed_with_the_results_of_a_round(
    stakes_night: Event, keep: KeepMoney, organiser: User, client_for: ClientFor
) -> None:
    keep(stakes_night)
    match, client = match_of(stakes_night, 1, 1), client_for(organiser)
    at = address("round-results", stakes_night, 1)
    page = words(client.get(at))
    assert "left empty, the money of that table is not known." in page
    sent = {f"match{match.pk}-side0": "7", f"match{match.pk}-side1": "4"}
    half = client.post(at, sent | {f"match{match.pk}-set1": "1"})
    assert half.status_code == 422
    assert "Enter for both sides how often they were set, or for neither." in words(half)
    client.post(at, sent | {f"match{match.pk}-set0": "0", f"match{match.pk}-set1": "1"})
    match.refresh_from_db()
    assert match.entered_sets == [0, 1]
    shown = client.get(at).content.decode()
    assert 'value="7,4;0,1"' in shown, "what was seen is sent back with a correction"
    evening_settle(event_id=stakes_night.pk)
    assert entered(match) == [-88, -87, 87, 88]


def test_a_pot_of_cents_without_hands_is_not_known(
    make_evening: EveningMaker,
    keep: KeepMoney,
    owner: User,
    treasurer: User,
    api_for: ApiFor,
) -> None:
    event = make_evening(4, stakes={"currency": "EUR", "per_point": "0.05"})
    drawn_and_begun(event)
    keep(event, ante=10, point=7)
    match = match_of(event, 1, 1)
    result_state(match_id=match.pk, totals=[8, 0, -2, -6], author=owner)
    evening_settle(event_id=event.pk)
    assert not Transaction.objects.filter(source__in=[f"cents:{match.pk}", f"stakes:{match.pk}"])
    (gap,) = api_for(treasurer).get(address("api-money-balances", event)).json()["unknown"]
    assert gap["reason"] == "the hands are not recorded"


def test_agreed_hands_stand_in_the_form_and_left_out_they_are_not_known(
    make_evening: EveningMaker, organiser: User, client_for: ClientFor
) -> None:
    event = make_evening(8, rules={"preset": "standard", "hands": 16})
    drawn_and_begun(event)
    client, at = client_for(organiser), address("round-results", event, 1)
    counted, uncounted = match_of(event, 1, 1), match_of(event, 1, 2)
    page = client.get(at).content.decode()
    assert f'name="match{counted.pk}-hands" value="16"' in page
    totals: dict[str, Any] = {
        f"match{match.pk}-side{side}": total
        for match in (counted, uncounted)
        for side, total in enumerate((8, 0, -2, -6))
    }
    empty = {f"match{uncounted.pk}-hands": ""}
    client.post(at, totals | {f"match{counted.pk}-hands": "16"} | empty)
    assert set(counted.sides.values_list("hands", flat=True)) == {16}
    assert set(uncounted.sides.values_list("hands", flat=True)) == {None}
