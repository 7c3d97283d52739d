"""Typing the results of a round from its slips."""

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubs.models import User
from engine.standings.results import Outcome
from scoring.models import Match
from scoring.services.results import result_state
from stats.selectors.player_numbers import player_numbers
from tests.conftest import ClientFor
from tests.refused import refused
from tests.tables import table
from tests.tournaments.conftest import EventMaker, drawn_and_begun, match_of
from tests.tournaments.pages import messages_of, words
from tournaments.events.models import Event, Game
from tournaments.events.selectors.standings import standings_for
from tournaments.events.selectors.sums import results_of
from tournaments.events.services.rounds import round_undo_begin
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")

Typed = Callable[..., HttpResponse]


@pytest.fixture
def begun(make_event: EventMaker) -> Event:
    """Six pairs, the first round of three tables begun."""
    event = make_event(pairs=6)
    drawn_and_begun(event)
    return event


@pytest.fixture
def client(organiser: User, client_for: ClientFor) -> Client:
    return client_for(organiser)


def address(event: Event, number: int = 1) -> str:
    return reverse("round-results", args=[event.club.slug, event.pk, number])


def slip(match: Match, *totals: object, seen: str = "") -> dict[str, str]:
    """What the page sends for one game."""
    fields = {f"match{match.pk}-side{side}": str(total) for side, total in enumerate(totals)}
    return fields | {f"match{match.pk}-seen": seen}


def hands_typed(match: Match, hands: object) -> dict[str, str]:
    return {f"match{match.pk}-hands": str(hands)}


def totals(event: Event, *tables: int) -> list[list[int]]:
    return [match_of(event, 1, table).totals for table in tables]


def test_a_round_is_typed_at_one_go(begun: Event, client: Client) -> None:
    first, two, three = (match_of(begun, 1, table) for table in (1, 2, 3))
    sent = slip(first, 7, 4) | slip(two, 2, 7) | slip(three, 7, 0)
    answer = client.post(address(begun), sent, follow=True)
    assert messages_of(answer) == ["3 results are entered."]
    assert answer.request["PATH_INFO"] == reverse("event", args=[begun.club.slug, begun.pk])
    assert totals(begun, 1, 2, 3) == [[7, 4], [2, 7], [7, 0]]
    standings_refresh(event_id=begun.pk)
    ranked = standings_for(Event.objects.get(pk=begun.pk))
    games_won = [column.metric.key for column in ranked.columns].index("games_won")
    assert sorted(row.cells[games_won] or 0 for row in ranked.rows) == [0, 0, 0, 1, 1, 1]


def test_the_number_of_hands_is_typed_beside_the_totals_or_left_out(
    begun: Event, client: Client
) -> None:
    counted, uncounted = match_of(begun, 1, 1), match_of(begun, 1, 2)
    client.post(
        address(begun), slip(counted, 7, 5) | hands_typed(counted, 12) | slip(uncounted, 7, 2)
    )
    assert match_of(begun, 1, 1).entered_hands == 12
    assert match_of(begun, 1, 2).entered_hands is None
    page = client.get(address(begun)).content.decode()
    assert f'name="match{counted.pk}-hands" value="12"' in page
    assert 'value="7,5/12"' in page
    sent = slip(counted, 7, 5, seen="7,5/12") | hands_typed(counted, 11)
    client.post(address(begun), sent)
    assert match_of(begun, 1, 1).entered_hands == 11


@table(
    ("hands", "what"),
    [
        ("²", "Enter a whole number."),
        ("0", "greater than or equal to 1"),
        ("1", "7 – 4 takes 2 hands at least, not 1."),
        ("9" * 5000, "Enter a whole number."),
    ],
)
def test_hands_that_cannot_be_are_named_and_what_was_typed_stays(
    begun: Event, client: Client, hands: str, what: str
) -> None:
    match = match_of(begun, 1, 1)
    answer = client.post(address(begun), slip(match, 7, 4) | hands_typed(match, hands))
    assert answer.status_code == 422
    assert what in words(answer)
    assert f'value="{hands}"' in answer.content.decode()
    assert not match_of(begun, 1, 1).is_over


def test_hands_alone_make_no_result(begun: Event, client: Client) -> None:
    match = match_of(begun, 1, 1)
    answer = client.post(address(begun), slip(match, "", "") | hands_typed(match, 9))
    assert answer.status_code == 422
    assert "This total is missing." in words(answer)


def test_hands_counted_meanwhile_are_not_lost(
    begun: Event, client: Client, organiser: User
) -> None:
    match = match_of(begun, 1, 1)
    result_state(match_id=match.pk, totals=[7, 4], hands=12, author=organiser)
    answer = client.post(address(begun), slip(match, 7, 5, seen="7,4"))
    assert "In the meantime 7 – 4 (12 hands) was entered here." in words(answer)
    assert match_of(begun, 1, 1).totals == [7, 4]


def test_rows_left_empty_stay_open(begun: Event, client: Client) -> None:
    sent = slip(match_of(begun, 1, 1), 7, 4) | slip(match_of(begun, 1, 2), "", "")
    answer = client.post(address(begun), sent, follow=True)
    assert messages_of(answer) == ["1 result is entered."]
    assert answer.request["PATH_INFO"] == address(begun)
    assert not match_of(begun, 1, 2).is_over


def test_one_wrong_slip_keeps_no_other_back(begun: Event, client: Client) -> None:
    right, wrong = match_of(begun, 1, 1), match_of(begun, 1, 2)
    answer = client.post(address(begun), slip(right, 7, 4) | slip(wrong, 8, 8))
    assert answer.status_code == 422
    assert "Only one side reaches 7." in words(answer)
    assert 'value="8"' in answer.content.decode()
    assert (match_of(begun, 1, 1).is_over, match_of(begun, 1, 2).is_over) == (True, False)


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({}, "side0"),
        ({"side1": "x"}, "side1"),
        ({"hands": "x"}, "hands"),
        ({"side0": "x", "hands": "x"}, "side0"),
    ],
)
def test_typing_goes_on_at_what_is_wrong_whose_name_stands_before_the_sentence(
    begun: Event, client: Client, typed: dict[str, str], field: str
) -> None:
    right, wrong = match_of(begun, 1, 1), match_of(begun, 1, 2)
    fields = {"side0": "7", "side1": "4"} | typed
    sent = {f"match{wrong.pk}-{name}": text for name, text in fields.items()} if typed else {}
    answer = client.post(address(begun), sent or slip(right, 7, 7))
    assert answer.status_code == 422
    form = (right if not typed else wrong).pk
    [focused] = re.findall(r'<input[^>]*name="([^"]*)"[^>]*autofocus', answer.content.decode())
    assert focused == f"match{form}-{field}"
    opponents = " & ".join(seat.name for seat in wrong.seats.filter(number__in=(1, 3)))
    label = {"hands": "Hands played", "side1": opponents}.get(field)
    assert label is None or f"{label} Enter a whole number." in words(answer)


def test_a_result_is_mended_where_it_was_typed(
    begun: Event, client: Client, organiser: User
) -> None:
    match = match_of(begun, 1, 1)
    result_state(match_id=match.pk, totals=[7, 4], author=organiser)
    assert f'name="match{match.pk}-side0" value="7"' in client.get(address(begun)).content.decode()
    client.post(address(begun), slip(match, 7, 5, seen="7,4"))
    assert match_of(begun, 1, 1).totals == [7, 5]


def test_what_somebody_else_entered_meanwhile_is_not_written_over(
    begun: Event, client: Client, organiser: User
) -> None:
    match = match_of(begun, 1, 1)
    result_state(match_id=match.pk, totals=[7, 4], author=organiser)
    answer = client.post(address(begun), slip(match, 4, 7))
    assert answer.status_code == 422
    assert "In the meantime 7 – 4 was entered here." in words(answer)
    assert match_of(begun, 1, 1).totals == [7, 4]
    assert 'value="7,4"' in answer.content.decode(), "what is now seen"
    client.post(address(begun), slip(match, 4, 7, seen="7,4"))
    assert match_of(begun, 1, 1).totals == [4, 7]


def test_the_same_written_otherwise_is_no_other_result(
    begun: Event, client: Client, organiser: User
) -> None:
    match = match_of(begun, 1, 1)
    result_state(match_id=match.pk, totals=[7, 4], author=organiser)
    answer = client.post(address(begun), slip(match, "07", " 4", seen="7,4"), follow=True)
    assert messages_of(answer) == []
    assert match.entered_results.count() == 1


@table("seen", ["x", "7", "7,4,4", ",", "7,"])
def test_what_no_page_has_sent_as_seen_overwrites_nothing(
    begun: Event, client: Client, organiser: User, seen: str
) -> None:
    match = match_of(begun, 1, 1)
    result_state(match_id=match.pk, totals=[7, 4], author=organiser)
    assert client.post(address(begun), slip(match, 4, 7, seen=seen)).status_code == 422
    assert match_of(begun, 1, 1).totals == [7, 4]


def test_a_page_that_is_older_takes_nothing_back(
    begun: Event, client: Client, organiser: User
) -> None:
    match = match_of(begun, 1, 1)
    result_state(match_id=match.pk, totals=[7, 4], author=organiser)
    result_state(match_id=match.pk, totals=[7, 5], author=organiser)
    client.post(address(begun), slip(match, 7, 4, seen="7,4"))
    assert match_of(begun, 1, 1).totals == [7, 5]


def test_where_hands_ended_the_game_they_are_shown_instead(
    begun: Event, client: Client, win: Callable[..., Match]
) -> None:
    match = win(match_of(begun, 1, 1), 0)
    page = client.get(address(begun))
    assert f"{match.hand_count} hands" in words(page)
    assert f"match{match.pk}-side0" not in page.content.decode()


def test_nothing_takes_the_focus_between_two_numbers_of_a_round(
    begun: Event, client: Client, win: Callable[..., Match], bid: Callable[..., Match]
) -> None:
    """Who types without looking would be one field off from there on."""
    matches = [win(match_of(begun, 1, 1), 0), bid(match_of(begun, 1, 2), 0)]
    page = client.get(address(begun)).content.decode()
    rows, after = page.split('<ol class="slips">')[1].split("</ol>")
    assert re.findall("<a |<button|<summary|tabindex", rows) == []
    for match in matches:
        assert reverse("match", args=[begun.club.slug, match.pk]) in after


def test_totals_of_a_table_whose_phone_died_are_typed_over_its_hands_with_a_reason(
    begun: Event, client: Client, bid: Callable[..., Match]
) -> None:
    match = bid(match_of(begun, 1, 1), 0)
    page = client.get(address(begun))
    assert "1 hand recorded" in words(page)
    assert "standings count the totals" in words(page)
    unsaid = client.post(address(begun), slip(match, 7, 4))
    assert unsaid.status_code == 422
    assert "say below why these totals count instead" in words(unsaid)
    assert match_of(begun, 1, 1).totals == [1, 0]
    client.post(address(begun), slip(match, 7, 4) | {"reason": "The phone died"})
    match = match_of(begun, 1, 1)
    assert (match.totals, match.hand_count, match.winner) == ([7, 4], 1, 0)
    assert match.entered_results.get().reason == "The phone died"


def test_standings_count_the_totals_and_statistics_the_hands_below_them(
    begun: Event, client: Client, bid: Callable[..., Match]
) -> None:
    match = bid(match_of(begun, 1, 1), 0)
    client.post(address(begun), slip(match, 7, 4) | {"reason": "The phone died"})
    entry = Game.objects.get(match=match).table.seats.get(side=0).entry
    sums = results_of(begun).totals[entry.number]
    assert (
        sums[Outcome.POINTS],
        sums[Outcome.GAMES_WON],
        sums[Outcome.GAMES_BEGUN],
        sums[Outcome.GAMES_WRITTEN],
        sums[Outcome.GAMES_COUNTED],
    ) == (*(7, 1, 1, 0, 0),)
    assert sums[Outcome.HANDS_DECLARED] == 0
    player = match.seats.get(number=0).player
    numbers = player_numbers(player, begun.game, names_hidden=False)
    assert (numbers.games.games, numbers.hands, numbers.periods[0].hands) == (1, 1, 1)


def test_a_series_has_a_row_for_each_game(make_event: EventMaker, client: Client) -> None:
    event = make_event(pairs=4, best_of=[3])
    drawn_and_begun(event)
    page = client.get(address(event)).content.decode()
    assert page.count("-side0") == page.count("-side1")
    assert page.index("autofocus") < page.index(f"match{match_of(event, 1, 2).pk}-side0")
    assert page.count('class="slip"') == 6


def test_a_round_with_a_result_is_not_taken_back(begun: Event, organiser: User) -> None:
    result_state(match_id=match_of(begun, 1, 1).pk, totals=[7, 4], author=organiser)
    with refused("round_recorded"):
        round_undo_begin(round=begun.rounds.get(number=1))


@table("number", [2, 9])
def test_there_is_no_such_page_before_a_round_has_begun(
    begun: Event, client: Client, number: int
) -> None:
    assert client.get(address(begun, number)).status_code == 404


def test_the_event_leads_there_while_tables_are_open(begun: Event, client: Client) -> None:
    page = client.get(reverse("event", args=[begun.club.slug, begun.pk])).content.decode()
    assert address(begun) in page


def ended_box(html: str, match: Match) -> bool:
    return f'name="match{match.pk}-ended"' in html


def test_totals_that_finish_nothing_are_asked_about_on_the_page_of_slips(
    begun: Event, client: Client
) -> None:
    first, two = match_of(begun, 1, 1), match_of(begun, 1, 2)
    sent = slip(first, 4, 2) | slip(two, 7, 3)
    answer = client.post(address(begun), sent)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "4 – 2 does not finish a game to 7. Was time called, or did they stop?" in html
    assert ended_box(html, first)
    assert not ended_box(html, two)
    assert totals(begun, 1, 2) == [[0, 0], [7, 3]], "what is right is kept at once"
    sent |= slip(two, 7, 3, seen="7,3") | {f"match{first.pk}-ended": "time"}
    assert client.post(address(begun), sent).status_code == 302
    assert totals(begun, 1, 2) == [[4, 2], [7, 3]]
    assert match_of(begun, 1, 1).entered_results.get().ended == "time"


def test_totals_that_finish_nothing_are_mended_instead(begun: Event, client: Client) -> None:
    match = match_of(begun, 1, 1)
    client.post(address(begun), slip(match, 9, 3))
    assert client.post(address(begun), slip(match, 7, 3)).status_code == 302
    assert totals(begun, 1) == [[7, 3]]


def test_the_page_of_one_match_asks_the_same(begun: Event, client: Client) -> None:
    match = match_of(begun, 1, 1)
    at = reverse("match-result", args=[begun.club.slug, match.pk])
    sent = {"result-side0": "9", "result-side1": "3"}
    answer = client.post(at, sent)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "9 – 3 is more than a game to 7 takes" in html
    assert 'name="result-ended"' in html
    assert "the last hand brought more" in html
    assert client.post(at, sent | {"result-ended": "more"}).status_code == 302
    assert totals(begun, 1) == [[9, 3]]
