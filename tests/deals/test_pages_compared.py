"""Compared deals: travellers, cards, scoring, rulings; par, spreadsheets, public page, print."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import User
from clubs.services.players import player_update
from core.figures import signed
from paper.documents.printouts import NothingToPrintError
from paper.documents.registry import print_named
from paper.documents.rows import PrintOptions
from paper.documents.subjects import EVENT
from press.base import Paper
from scoring.models import BestPlay, Hand, Match
from scoring.selectors.best_play import Ask, question_of
from scoring.services.best_play import best_play_compute
from scoring.services.hands import hand_record
from tests.deals.dealt import deals_given
from tests.prints.matches.reading import missing_glyphs, texts
from tests.prints.printing import print_now
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, match_of
from tests.tournaments.pages import Pages, messages_of, wall, words
from tournaments.deals.services.deals import (
    deal_ruling_give,
    deal_scoring_set,
    deal_set_draw,
    deals_open_where_over,
    travellers_analysed,
)
from tournaments.events.models import EntryPlayer, Event
from tournaments.events.selectors.public import number_in
from tournaments.events.services.events import event_finish
from tournaments.events.services.standings import standings_refresh
from tournaments.phones.services.sign_ups import event_page_update

pytestmark = pytest.mark.usefixtures("held")


@pytest.fixture
def pages(make_event: EventMaker, owner: User, client: Client) -> Pages:
    """Four pairs, matchpoints, the first round of one deal begun."""
    event = make_event(name="Same deals")
    deal_set_draw(event=event, by=owner, count=3, per_round=1)
    event.refresh_from_db()
    event = deal_scoring_set(event=event, metric="matchpoints")
    drawn_and_begun(event)
    client.force_login(owner)
    return Pages(client, event)


@pytest.fixture
def played(pages: Pages, bid: Callable[..., Match]) -> Pages:
    bid(match_of(pages.event, 1, 1), 0, marks=2)
    bid(match_of(pages.event, 1, 2), 1)
    return pages


def number_at(event: Event, table: int) -> int:
    seats = event.rounds.get(number=1).tables.get(number=table).seats
    number: int = seats.get(side=0).entry.number
    return number


def agreed(pages: Pages, name: str, *more: int, **given: str) -> Any:
    """Send it, read the consequences, and agree."""
    question = pages.post(name, *more, **given)
    assert question.context["weighed"].mark
    return pages.post(name, *more, **given, agreed=question.context["weighed"].mark)


def test_results_are_shown_once_the_round_is_over_everywhere(
    pages: Pages, bid: Callable[..., Match]
) -> None:
    bid(match_of(pages.event, 1, 1), 0, marks=2)
    assert "Deal 1" not in words(pages.get("event-compared"))
    bid(match_of(pages.event, 1, 2), 1)
    page = words(pages.get("event-compared"))
    assert "Deal 1" in page
    assert "100.00" in page
    assert "Matchpoints in per cent." in page
    assert "Deal 2" not in page


def test_an_entry_has_a_card_of_its_own_deals(played: Pages) -> None:
    page = words(played.get("event-compared-card", number_at(played.event, 1)))
    assert "+2 100.00" in page
    assert played.get("event-compared-card", 99).status_code == 404


def test_one_deal_is_shown_at_a_time_here_and_in_public(
    pages: Pages, bid: Callable[..., Match]
) -> None:
    for number in (1, 2):
        for table in (1, 2):
            bid(match_of(pages.event, number, table), 0)
        if number == 1:
            begin_next(pages.event)
    code = event_page_update(event=pages.event, is_on=True).code
    public = reverse("public-deals", args=[code])
    live = reverse("public-deals-live", args=[code])
    for client, address in (
        (pages.client, pages.url("event-compared")),
        (Client(), public),
        (Client(), live),
    ):
        newest, first = (client.get(f"{address}{which}").text for which in ("", "?deal=1"))
        assert 'id="deal-2"' in newest
        assert 'id="deal-1"' not in newest
        assert "?deal=1" in newest
        assert 'id="deal-1"' in first
        assert 'id="deal-2"' not in first
        for odd in ("?deal=99", "?deal=x", f"?deal={10**30}"):
            assert 'id="deal-2"' in client.get(f"{address}{odd}").text
    assert f'data-live="{live}?deal=1"' in Client().get(f"{public}?deal=1").text
    card = pages.get("event-compared-card", number_at(pages.event, 1)).text
    assert f"{pages.url('event-compared')}?deal=1" in card


def test_a_ruling_is_given_and_taken_back(played: Pages) -> None:
    place = (1, 1, 2)
    refused = played.client.post(played.url("deal-ruling", *place), {"side0": "average_plus"})
    assert refused.status_code == 422
    assert refused.context["form"]["side0"].value() == "average_plus"
    given = {"side0": "average_plus", "side1": "average", "reason": "Seen too early"}
    answer = agreed(played, "deal-ruling", *place, **given)
    assert messages_of(answer) == ["The ruling is recorded and counts right away."]
    assert "Seen too early" in words(answer)
    assert "average plus, at least 60% A+ 60.00" in words(answer)
    ruling = played.event.deal_rulings.get()
    back = agreed(played, "deal-ruling-revoke", ruling.pk)
    assert messages_of(back) == ["It is taken back and no longer counts."]
    assert "60.00" not in words(back)
    assert "taken back" in words(back)


def test_a_deal_still_played_is_not_ruled_on(pages: Pages) -> None:
    answer = pages.client.get(pages.url("deal-ruling", 1, 1, 1), follow=True)
    assert messages_of(answer) == ["A deal is ruled on once its round is over at every table."]


def test_the_scoring_is_chosen_on_the_page(played: Pages) -> None:
    page = agreed(played, "event-compared-scoring", scoring="cross_score")
    assert messages_of(page) == ["The standings are computed by it from now on."]
    assert "+3.00" in words(page)
    wrong = played.client.post(played.url("event-compared-scoring"), {"scoring": "lot"})
    assert wrong.status_code == 422


def test_programs_compare_score_and_rule(played: Pages) -> None:
    event = played.event
    base = f"/api/v1/clubs/{event.club.slug}/events/{event.pk}/deals/"
    results = played.client.get(base + "results/").json()
    assert (results["scoring"], results["expected"]) == ("matchpoints", 2)
    (deal,) = results["deals"]
    assert [table["sides"][0]["percent"] for table in deal["tables"]] == ["100.00", "0.00"]
    assert [table["sides"][0]["cross_score"] for table in deal["tables"]] == ["3.00", "-3.00"]

    def post(path: str, **body: Any) -> Any:
        return played.client.post(base + path, body, content_type="application/json")

    given = {"deal": 1, "round": 1, "table": 2, "awards": ["average", "average"]}
    made = post("rulings/", **given, reason="Seen too early")
    assert made.status_code == 201
    assert {name: made.json()[name] for name in given} == given
    assert post("rulings/", **given, reason="Once more").status_code == 400
    assert post("rulings/", **given | {"deal": 2}, reason="Secret").status_code == 400
    assert post(f"rulings/{made.json()['id']}/revoke/").json()["revoked_at"]
    totals = played.client.put(base + "scoring/", {"scoring": ""}, content_type="application/json")
    assert totals.json()["scoring"] == ""


def test_par_is_worked_out_once_and_stands_beside(played: Pages) -> None:
    card = number_at(played.event, 1)
    assert "is being worked out" in words(played.get("event-compared"))
    assert "100.00 …" in words(played.get("event-compared-card", card))
    (row,) = BestPlay.objects.all()
    best_play_compute(digest=row.digest)
    answer = BestPlay.objects.get().answer
    assert answer is not None
    ours, theirs = answer["par"]["score"]
    page = words(played.get("event-compared"))
    assert "Par:" in page
    assert "worked out" not in page
    shown = signed(ours - theirs)
    assert f"100.00 {shown} Par is what" in words(played.get("event-compared-card", card))
    base = f"/api/v1/clubs/{played.event.club.slug}/events/{played.event.pk}/deals/results/"
    (deal,) = played.client.get(base).json()["deals"]
    assert deal["par"] == [ours - theirs, theirs - ours]
    assert BestPlay.objects.count() == 1


def test_a_hand_recorded_with_its_deal_asks_the_question_of_the_page(
    make_event: EventMaker, owner: User
) -> None:
    event = make_event(name="Written down")
    hands = deals_given(event, owner, per_round=1, rounds=3)
    drawn_and_begun(event)
    for table in (1, 2):
        match = match_of(event, 1, table)
        hand_record(match_id=match.pk, record=hands[0], author=owner, key=f"k{table}")
    deals_open_where_over([event.pk])
    travellers_analysed(event=event)
    (best_play,) = [row for row in BestPlay.objects.all() if row.question["ask"] == Ask.MAKEABLE]
    for hand in Hand.objects.filter(match__game_of__table__round__event=event):
        question = question_of(Ask.MAKEABLE, hand.record or {})
        assert question is not None
        assert question.digest == best_play.digest


def rows_of(answer: Any) -> list[dict[str, str]]:
    text = answer.content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_spreadsheets_have_every_side_of_every_deal_and_the_standings(played: Pages) -> None:
    rows = rows_of(played.client.get(played.url("event-compared-file", "csv")))
    assert [(row["Deal"], row["Table"], row["Side"], row["Score"]) for row in rows] == [
        *(("1", "1", "A & C", "2"), ("1", "1", "B & D", "-2")),
        *(("1", "2", "A & C", "-1"), ("1", "2", "B & D", "1")),
    ]
    assert [row["Per cent"] for row in rows] == ["100.00", "0.00", "0.00", "100.00"]
    assert [row["Cross score"] for row in rows] == ["3.00", "-3.00", "-3.00", "3.00"]
    assert rows[0]["No."] == str(number_at(played.event, 1))
    standings_refresh(event_id=played.event.pk)
    standings = rows_of(played.client.get(played.url("event-standings-file", "csv")))
    assert [row["Matchpoints in per cent"] for row in standings] == ["100.00"] * 2 + ["0.00"] * 2


def test_the_public_page_has_deals_that_are_over_under_public_names(
    pages: Pages, bid: Callable[..., Match], owner: User
) -> None:
    event = pages.event
    for player in event.club.players.all():
        player_update(player=player, name=f"{player.name} Xylander", note="", active=True)
    code = event_page_update(event=event, is_on=True).code
    url = reverse("public-deals", args=[code])
    bid(match_of(event, 1, 1), 0, marks=2)
    assert "Deal 1" not in words(Client().get(url))
    bid(match_of(event, 1, 2), 1)
    assert Client().get(url).text.count('class="domino ') == 28
    table = event.rounds.get(number=1).tables.get(number=2)
    awards = ["average_plus", "average"]
    deal_ruling_give(table=table, number=1, awards=awards, by=owner, reason="a cigar")
    page = Client().get(reverse("public-deals-live", args=[code])).content.decode()
    assert "Deal 1" in page
    assert "60.00" in page
    assert "Xylander" not in page
    assert "a cigar" not in page
    assert f"/c/{event.club.slug}/" not in page


def test_a_player_sees_the_deals_that_are_over_on_the_own_evening(
    pages: Pages, bid: Callable[..., Match]
) -> None:
    event = pages.event
    code = event_page_update(event=event, is_on=True).code
    evening = reverse("public-evening", args=[code])
    phone = Client()
    seat = event.rounds.get(number=1).tables.get(number=1).seats.get(side=0)
    entry_player = EntryPlayer.objects.filter(entry=seat.entry)[0]
    phone.post(evening, {"player": number_in(event.pk, entry_player.player_id)})
    bid(match_of(event, 1, 1), 0, marks=2)
    assert "My deals" not in words(phone.get(evening))
    bid(match_of(event, 1, 2), 1)
    page = words(phone.get(evening))
    assert "My deals" in page
    assert "+2 100.00" in page
    assert f"/c/{event.club.slug}/" not in phone.get(evening).content.decode()


def test_the_wall_shows_the_deals_of_a_round_that_is_over(
    pages: Pages, bid: Callable[..., Match]
) -> None:
    bid(match_of(pages.event, 1, 1), 0, marks=2)
    assert not any("Deal 1" in page for page in wall(pages))
    bid(match_of(pages.event, 1, 2), 1)
    (deal,) = (page for page in wall(pages) if "Deal 1" in page)
    assert deal.count("100.00") == 2
    assert "C 2 marks threes +2" in deal
    begin_next(pages.event)
    assert not any("Deal" in page for page in wall(pages))


def test_the_wall_of_a_finished_event_ends_with_its_last_deals(played: Pages, owner: User) -> None:
    event_finish(event=played.event, by=owner)
    standings_refresh(event_id=played.event.pk)
    *_others, last = wall(played)
    assert "Deal 1" in last


def test_an_event_without_deals_has_no_such_public_page(make_event: EventMaker) -> None:
    code = event_page_update(event=make_event(), is_on=True).code
    assert Client().get(reverse("public-deals", args=[code])).status_code == 404
    rounds = Client().get(reverse("public-rounds", args=[code])).content.decode()
    assert reverse("public-deals", args=[code]) not in rounds


def test_travellers_recap_and_cards_are_printed_of_deals_that_are_over(
    pages: Pages, bid: Callable[..., Match]
) -> None:
    def printed(key: str) -> str:
        row = print_named(EVENT, key)
        assert row is not None
        event = Event.objects.get(pk=pages.event.pk)
        options = PrintOptions(Paper.A4)
        _title, content = print_now(of=event, row=row, options=options)
        assert missing_glyphs(content) == 0
        return " ".join(" ".join(texts(content)).split())

    bid(match_of(pages.event, 1, 1), 0, marks=2)
    assert "once a round with deals is over" in words(pages.get("event-prints"))
    for key in ("travellers", "recap", "own-deals"):
        with pytest.raises(NothingToPrintError):
            printed(key)
    bid(match_of(pages.event, 1, 2), 1)
    for key in ("travellers", "recap"):
        text = printed(key)
        assert "Deal 1: A deals" in text
        assert "Deal 2" not in text
        assert "How often: +2 × 1, −1 × 1" in text
    assert "being worked out: print again in a moment" in printed("recap")
    (row,) = BestPlay.objects.all()
    best_play_compute(digest=row.digest)
    assert "Could have been made · par" in printed("recap")
    assert "Par: " in printed("travellers")
    assert printed("own-deals").count("Par is what your side gets") == 1


def test_a_deal_has_its_hands_its_results_and_how_often_each_was_made(played: Pages) -> None:
    answer = played.get("event-compared")
    page = answer.text
    assert page.count('class="domino ') >= 28
    assert 'class="drawing bars"' in page
    scores = answer.context["travellers"].deals[0].frequencies_by_score
    assert scores == (("+2", 1), ("−1", 1))


def test_deals_that_nobody_played_are_shown_once_the_event_is_finished(played: Pages) -> None:
    event_finish(event=played.event)
    answer = played.get("event-compared", deal=3)
    assert answer.context["deal_steps"].numbers == (1, 2, 3)
    assert "Nobody played this deal." in words(answer)
    assert answer.text.count("deal-hands__seat--") == 4
