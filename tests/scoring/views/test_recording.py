"""The entry form: what is recorded, where a problem stands, what stays typed."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from clubs.models import User
from paper.documents.hand_record import hand_records_build
from paper.documents.matches import matches_for_print
from paper.documents.scorecard import scorecard_build
from scoring.models import Hand, HandRevision, Match
from scoring.services.hands import hand_undo
from scoring.services.matches import match_time_call
from tests.conftest import ClientFor
from tests.scoring.conftest import MatchFor, Recorded
from tests.scoring.views.conftest import Typed, address, beside

pytestmark = pytest.mark.django_db


def test_a_line_is_recorded_and_the_page_goes_on_with_the_next_hand(
    match: Match, typed: Typed
) -> None:
    answer = typed("b305m")
    assert (answer.status_code, answer["Location"]) == (302, address(match))
    record = Hand.objects.get().record
    assert record["auction"][0] == {"seat": 1, "bid": "30"}
    assert record["contract"] == {"kind": "trump", "trump": 5}
    assert record["tally"] == {"made": True}


def test_recording_the_last_hand_takes_the_call_of_time_off_the_page(
    match: Match, typed: Typed, organiser: User, client_for: ClientFor
) -> None:
    match_time_call(match_id=match.pk, called_by=organiser, after=1)
    words = "No hand is being played: end it now"
    assert words in client_for(organiser).get(address(match)).content.decode()
    html = typed("b305m", htmx=True).content.decode()
    assert 'id="match-time"' in html
    assert words not in html


def test_an_own_hand_renews_every_part_that_anothers_hand_renews(
    match: Match, typed: Typed, organiser: User, client_for: ClientFor
) -> None:
    page = typed("b305m", htmx=True).content.decode()
    others = client_for(organiser).get(address(match, "live/")).content.decode()
    renewed = re.findall(r'id="([^"]+)"[^>]*hx-swap-oob', others)
    assert len(renewed) > 3
    assert {*renewed} <= {*re.findall(r'id="([^"]+)"[^>]*hx-swap-oob', page)}


def printed_auctions(match: Match) -> list[str]:
    """The auctions of a match as its hand records print them."""
    read = matches_for_print(Match.objects.all()).get(pk=match.pk)
    return [hand.auction.replace("\u00a0", " ") for hand in hand_records_build(read).hands]


def test_of_an_auction_only_the_calls_that_were_typed_are_printed(
    match: Match, typed: Typed
) -> None:
    for line in ("b305m", "p p p 1m / 5 m", "p 30 p 1m / 5 s", "p"):
        assert typed(line).status_code == 302
    assert printed_auctions(match) == [
        "",
        "C pass · D pass · A pass · B 1 mark",
        "D pass · A 30 · B pass · C 1 mark",
        "A pass · B pass · C pass · D pass",
    ]
    card = scorecard_build(matches_for_print(Match.objects.all()).get(pk=match.pk))
    assert [hand.cells[1].foot for hand in card.hands][:2] == ["", "pass · pass · pass · 1 mark"]


def test_passes_that_end_an_auction_of_pandoeren_are_printed_where_they_were_typed(
    seated: Callable[[str], Match], client_for: ClientFor, organiser: User
) -> None:
    table = seated("pandoeren")
    lines = ("b20 s da c m", "p 120 p 150 / h sa a m", "p 120 p 150 p p / h sa b m")
    for number, line in enumerate(lines):
        form = {"number": number + 1, "dealer": number, "key": line, "mode": "quick"}
        sent = client_for(organiser).post(address(table, "hands/"), form | {"command": line})
        assert sent.status_code == 302, sent.content.decode()
    first, second, third = printed_auctions(table)
    assert first == ""
    assert second == "C pass · D 120 · A pass · B 150"
    assert third == "D pass · A 120 · B pass · C 150 · D pass · A pass"
    record = Hand.objects.get(number=1).record
    assert [call["bid"] for call in record["auction"]] == ["200", "pass", "pass", "pass"]


def test_a_corrected_hand_keeps_what_was_written_of_its_auction(
    match: Match, typed: Typed, client_for: ClientFor, organiser: User
) -> None:
    typed("p p p 1m / 5 m")
    client = client_for(organiser)
    page = client.get(address(match, "hands/1/correct/")).content.decode()
    assert 'value="p p p 1m"' in page
    typed("b305m")
    again = client.get(address(match, "hands/2/correct/")).content.decode()
    calls = re.search(r'<input[^>]*name="calls"[^>]*>', again)
    assert calls
    assert "value" not in calls[0]


def test_what_was_written_of_hands_from_before_is_the_bid_alone(
    match: Match, recorded: Recorded
) -> None:
    recorded()
    assert printed_auctions(match) == ["B pass · C pass · D pass · A 30"]
    Hand.objects.update(derived_calls=None)
    assert printed_auctions(match) == [""]


def test_chips_alone_fill_the_same_form(typed: Typed) -> None:
    typed(bidder="2", bid="2m", contract="0", result="set")
    assert Hand.objects.get().verdict["score"] == [0, 2]


def test_the_line_goes_before_the_chips(typed: Typed) -> None:
    typed("a311m", bidder="3", bid="40", contract="6", result="set", points="12")
    assert Hand.objects.get().record["tally"] == {"made": True}
    assert Hand.objects.get().verdict["declarer"] == 0


def test_a_passed_out_hand_is_one_letter(match: Match, typed: Typed) -> None:
    typed("p")
    typed("p")
    assert [hand.verdict["outcome"] for hand in Hand.objects.all()] == ["passed_out"] * 2
    assert Match.objects.get(pk=match.pk).next_dealer == 2


def test_tricks_are_recorded_one_by_one(typed: Typed) -> None:
    tricks = {f"winner_{t}": "1" for t in range(7)} | {"points_0": "11"}
    typed("b305", mode="tricks", **tricks)
    hand = Hand.objects.get()
    assert hand.record["trick_results"][:2] == [{"winner": 1, "points": 11}, {"winner": 1}]
    assert hand.verdict["tricks"] == [0, 7, 0, 0]


def test_the_whole_hand_is_recorded_with_a_partial_deal(typed: Typed) -> None:
    tiles = ["5-5", "6-5", "5-4", "5-3", "5-2", "5-1", "5-0"]
    plays = {f"plays_{t}": piece for t, piece in enumerate(["55 00 10 11"])}
    typed("b305", mode="full", deal_1=tiles, claim="declarer", **plays)
    hand = Hand.objects.get()
    assert hand.record["deal"] == [None, tiles, None, None]
    assert hand.verdict["outcome"] == "made"


def test_the_first_hand_may_be_shaken_by_whoever_did(match: Match, typed: Typed) -> None:
    typed("b305m", dealer=3)
    assert Match.objects.get(pk=match.pk).next_dealer == 0


PROBLEMS: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "a line not understood": ("what", {}, "command", "Start with the bidder"),
    "nobody named": ("", {"bid": "30"}, "bidder", "Who bid?"),
    "no bid": ("", {"bidder": "1"}, "bid", "What was bid?"),
    "no contract": ("b30", {}, "contract", "What was named?"),
    "no result": ("b305", {}, "result", "Made or set?"),
    "a contract not played here": ("b30dm", {}, "contract", "These rules have no “doubles”"),
    "a jump in marks": ("b3m5m", {}, "bid", ""),
    "more than 42 points": ("b305", {"points": "43"}, "result", "Made or set?"),
    "points that do not make it": ("b305m12", {}, "result", "contradicts"),
    "an unreadable auction": ("", {"calls": "p what"}, "calls", "Type the calls"),
    "an auction too short": ("", {"calls": "p 30", "contract": "5"}, "calls", ""),
    "a trick without winner": (
        "b305",
        {"mode": "tricks", "winner_1": "1"},
        "winner_0",
        "Who won this trick?",
    ),
    "impossible points in a trick": (
        "b305",
        {"mode": "tricks", "winner_0": "1", "points_0": "47"},
        "winner_0",
        "",
    ),
    "a domino played twice": (
        "b305",
        {"mode": "full", "plays_0": "55 00 10 11", "plays_1": "66 55"},
        "plays_1",
        "5-5",
    ),
    "a hand of eight": (
        "b305",
        {"mode": "full", "deal_2": ["6-6", "6-5", "6-4"]},
        "deal_2",
        "",
    ),
    "a ruling where nobody bid": (
        "",
        {"bidder": "none", "against": "declarer", "ruling_reason": "revoke"},
        "against",
        "passed out",
    ),
}


@pytest.mark.parametrize(("line", "fields", "where", "says"), PROBLEMS.values(), ids=PROBLEMS)
def test_a_problem_stands_beside_its_control(
    typed: Typed, line: str, fields: dict[str, Any], where: str, says: str
) -> None:
    answer = typed(line, htmx=True, **fields)
    assert answer.status_code == 422
    text = beside(answer.content.decode(), where)
    assert text
    assert says in text
    assert not HandRevision.objects.exists()


def test_a_problem_stands_beside_its_control_without_a_script_too(typed: Typed) -> None:
    answer = typed("b305", bidder="1")
    assert answer.status_code == 422
    assert beside(answer.content.decode(), "result") == "Made or set?"


def test_what_was_typed_stays(typed: Typed) -> None:
    html = typed("b30 5", htmx=True, points="13", calls="p 30").content.decode()
    assert 'value="b30 5"' in html
    html = typed("", htmx=True, bidder="1", points="13", calls="p w").content.decode()
    assert re.search(r'name="points" value="13"', html)
    assert 'value="p w"' in html
    assert re.search(r'name="bidder" value="1"[^>]* checked', html)


def test_a_problem_that_has_no_control_stands_above_the_row(
    match_for: MatchFor, match: Match, recorded: Recorded, typed: Typed
) -> None:
    recorded()
    html = typed("b305m", htmx=True, dealer=3).content.decode()
    summary = html.split("error-summary")[1].split("</div>")[0]
    assert "Bea" in summary


def test_an_answer_to_htmx_brings_the_next_form_and_all_that_follows(typed: Typed) -> None:
    html = typed("b305m", htmx=True).content.decode()
    assert 'data-number="2"' in html
    for part in ("match-poll", "match-score", "match-hands", "match-aside"):
        assert re.search(rf'id="{part}"[^>]*hx-swap-oob="true"', html)
    assert "Hand 1: Bea, 30, fives: made" in html


def test_a_double_submit_is_one_hand(match: Match, typed: Typed) -> None:
    sent = {"number": 1, "dealer": 0, "key": "same"}
    first = typed("b305m", htmx=True, **sent)
    second = typed("b305m", htmx=True, **sent)
    assert (first.status_code, second.status_code) == (200, 200)
    assert Match.objects.get(pk=match.pk).hand_count == 1
    assert 'data-number="2"' in second.content.decode()


def test_a_stale_form_shows_both_versions_and_keeps_mine(
    match: Match, typed: Typed, scorer: User
) -> None:
    typed("b305m", user=scorer)
    answer = typed("a316m", htmx=True, number=1, dealer=0, key="mine")
    html = answer.content.decode()
    assert answer.status_code == 409
    assert html.index("Bea, 30") < html.index("Ann, 31")
    assert "scorer" in html
    assert 'value="a316m"' in html
    assert re.search(r'name="number" value="2"', html)
    assert re.search(r'name="dealer" value="1"', html)
    assert "record it as hand 2" in html
    assert "Replace hand 1 with mine" in html
    assert Match.objects.get(pk=match.pk).hand_count == 1


def test_mine_may_then_be_recorded_as_the_hand_after(
    match: Match, typed: Typed, scorer: User
) -> None:
    typed("b305m", user=scorer)
    html = typed("a316m", htmx=True, number=1, dealer=0, key="mine").content.decode()
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', html))
    assert hidden["key"] != "mine"
    sent = {name: hidden[name] for name in ("number", "dealer", "key")}
    assert typed("a316m", htmx=True, **sent).status_code == 200
    assert Match.objects.get(pk=match.pk).hand_count == 2


def test_mine_may_be_put_in_place_of_theirs_with_a_reason(
    match: Match, typed: Typed, organiser: User, client_for: ClientFor, scorer: User
) -> None:
    typed("b305m", user=scorer)
    form = {
        "number": 2,
        "dealer": 1,
        "key": "new",
        "mode": "quick",
        "command": "a316m",
        "revision": 1,
    }
    client = client_for(organiser)
    question = client.post(address(match, "hands/1/correct/"), form)
    assert question.status_code == 422
    assert "Say why it is corrected." in question.content.decode()
    assert 'value="a316m"' in question.content.decode()
    done = client.post(address(match, "hands/1/correct/"), form | {"reason": "misread"})
    assert done.status_code == 302
    assert Hand.objects.get(number=1).verdict["declarer"] == 0


def test_a_key_sent_with_another_hand_shows_what_was_recorded_under_it(
    match: Match, typed: Typed
) -> None:
    typed("b305m", number=1, dealer=0, key="same")
    answer = typed("b305s", htmx=True, number=1, dealer=0, key="same")
    assert answer.status_code == 409
    assert "Recorded" in answer.content.decode()
    assert Match.objects.get(pk=match.pk).hand_count == 1


def test_hands_taken_back_meanwhile_are_told_and_nothing_is_lost(
    match: Match, recorded: Recorded, typed: Typed, scorer: User
) -> None:
    recorded()
    hand_undo(match_id=match.pk, author=scorer, number=1, revision=1)
    answer = typed("a316m", htmx=True, number=2, dealer=1)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "would now be hand 1" in html
    assert 'value="a316m"' in html


def test_a_correction_form_shows_the_hand_as_it_was_recorded(
    match: Match, typed: Typed, organiser: User, client_for: ClientFor
) -> None:
    typed("b2m5s")
    html = client_for(organiser).get(address(match, "hands/1/correct/")).content.decode()
    for name, value in {"bidder": "1", "bid": "2m", "contract": "5", "result": "set"}.items():
        assert re.search(rf'name="{name}" value="{value}"[^>]* checked', html), name
    assert "Who shakes first" not in html


def test_a_correction_of_a_hand_that_has_changed_shows_both(
    match: Match, typed: Typed, organiser: User, client_for: ClientFor, scorer: User
) -> None:
    typed("b305m")
    form = {"number": 1, "dealer": 0, "mode": "quick", "revision": 1, "reason": "misread"}
    first = client_for(scorer).post(
        address(match, "hands/1/correct/"), form | {"key": "s", "command": "c305m"}
    )
    assert first.status_code == 302
    late = client_for(organiser).post(
        address(match, "hands/1/correct/"), form | {"key": "o", "command": "a305m"}
    )
    html = late.content.decode()
    assert late.status_code == 409
    assert html.index("Carl, 30") < html.index("Ann, 30")
    assert re.search(r'name="revision" value="2"', html)
    assert 'value="misread"' in html


def test_a_correction_s_problem_stands_beside_its_control(
    match: Match, typed: Typed, organiser: User, client_for: ClientFor
) -> None:
    typed("b305m")
    form = {"mode": "quick", "key": "k", "revision": 1, "reason": "so", "command": "b30d"}
    form |= {"number": 1, "dealer": 0}
    answer = client_for(organiser).post(address(match, "hands/1/correct/"), form)
    assert answer.status_code == 422
    assert "These rules have no" in beside(answer.content.decode(), "contract")


def test_a_ruling_is_recorded_by_a_correction(
    match: Match, typed: Typed, organiser: User, client_for: ClientFor
) -> None:
    typed("b305m")
    form = {"number": 1, "dealer": 0, "mode": "quick", "key": "k", "revision": 1}
    form |= {"command": "b305", "against": "declarer", "ruling_reason": "revoke in trick 3"}
    client = client_for(organiser)
    done = client.post(address(match, "hands/1/correct/"), form | {"reason": "ruling"})
    assert done.status_code == 302
    assert Match.objects.get(pk=match.pk).totals == [1, 0]
    page = client.get(address(match)).content.decode()
    assert "ruling" in page
    assert "corrected" in page


@pytest.mark.parametrize(
    ("given", "control", "sentence"),
    [
        ({"against": "declarer"}, "ruling_reason", "Say why the director ruled this way."),
        ({"ruling_reason": "revoke"}, "against", "Choose the side that the ruling is against."),
    ],
)
def test_a_ruling_says_against_whom_and_why(
    given: dict[str, str],
    control: str,
    sentence: str,
    match: Match,
    organiser: User,
    client_for: ClientFor,
) -> None:
    form = {"number": 1, "dealer": 0, "key": "k", "mode": "quick", "command": "b305m"} | given
    answer = client_for(organiser).post(address(match, "hands/"), form)
    assert answer.status_code == 422
    assert sentence in beside(answer.content.decode(), control)
    assert not HandRevision.objects.exists()


def test_the_preview_says_what_is_understood_and_writes_nothing(
    match: Match, organiser: User, client_for: ClientFor
) -> None:
    form = {"number": 1, "dealer": 0, "key": "k", "mode": "quick"}
    client = client_for(organiser)

    def preview(line: str) -> tuple[str, str]:
        answer = client.post(address(match, "preview/"), form | {"command": line})
        assert answer.status_code == 200
        return answer.content.decode(), answer.headers.get("HX-Trigger", "")

    assert "Type it as in" in preview("")[0]
    assert "Made or set?" in preview("b305")[0]
    said, pressed = preview("b305m")
    assert "Bea, 30, fives: made" in said
    assert "B &amp; D +1" in said
    assert '"bidder": "1"' in pressed
    assert "Start with the bidder" in preview("zzz")[0]
    assert not HandRevision.objects.exists()


def test_the_mode_is_remembered_by_the_browser(
    match: Match, organiser: User, client_for: ClientFor
) -> None:
    client = client_for(organiser)
    assert "Trick 7 won by" not in client.get(address(match)).content.decode()
    client.get(address(match, "entry/?mode=tricks"))
    assert "Trick 7 won by" in client.get(address(match)).content.decode()
    client.get(address(match) + "?mode=full")
    assert "plays_6" in client.get(address(match)).content.decode()
    assert "plays_6" in client.get(address(match) + "?mode=nonsense").content.decode()


def test_what_is_typed_comes_along_into_another_mode(
    match: Match, organiser: User, client_for: ClientFor
) -> None:
    html = (
        client_for(organiser)
        .get(address(match, "entry/?mode=tricks&command=b305&points=31"))
        .content.decode()
    )
    assert 'value="b305"' in html
    assert 'name="points" value="31"' in html
