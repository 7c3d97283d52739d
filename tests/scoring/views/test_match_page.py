"""The match page: who may see and do what, how it stands, what follows by itself."""

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubs.models import User
from scoring.host import Crumb, MatchHost, host_of, host_register
from scoring.models import Hand, Match
from scoring.services.hands import hand_correct, hand_record
from scoring.services.matches import match_time_call
from tests.conftest import ClientFor
from tests.meanwhile import between_queries
from tests.scoring.conftest import MatchFor, Recorded, passed_out, quick
from tests.scoring.views.conftest import Typed, address

pytestmark = pytest.mark.django_db


LINE = {"number": 1, "dealer": 0, "key": "k", "mode": "quick", "command": "b305m"}
UNDO = {"number": 1, "revision": 1, "key": "u"}
CORRECTION = LINE | {"revision": 1, "reason": "so", "command": "a305m"}
DOORS: list[tuple[str, str, dict[str, Any], str]] = [
    # method, below the match, what is sent, what the right is
    ("get", "", {}, "see"),
    ("get", "live/", {}, "see"),
    ("get", "hands.csv", {}, "see"),
    ("get", "hands/1/", {}, "see"),
    ("get", "entry/", {}, "record"),
    ("post", "preview/", LINE, "record"),
    ("post", "hands/", LINE | {"number": 2, "dealer": 1}, "record"),
    ("get", "hands/1/correct/", {}, "record"),
    ("post", "hands/1/correct/", CORRECTION, "record"),
    ("post", "undo/", UNDO, "record"),
    ("post", "time/", {}, "record"),
    ("post", "result/withdraw/", {}, "record"),
    ("post", "result/restore/", {}, "record"),
]
MAY = {
    "owner": {"see", "record"},
    "organiser": {"see", "record"},
    "scorer": {"see", "record"},
    "treasurer": {"see"},
    "viewer": {"see"},
}


@pytest.mark.parametrize(("method", "below", "sent", "right"), DOORS)
@pytest.mark.parametrize("role", [*MAY, "stranger", "nobody"])
def test_every_door_opens_by_role(
    request: pytest.FixtureRequest,
    match: Match,
    recorded: Recorded,
    client_for: ClientFor,
    role: str,
    method: str,
    below: str,
    sent: dict[str, Any],
    right: str,
) -> None:
    recorded()
    version = Match.objects.get(pk=match.pk).version
    client = Client() if role == "nobody" else client_for(request.getfixturevalue(role))
    answer = getattr(client, method)(address(match, below), sent)
    if role == "nobody":
        assert answer.status_code == 302
        assert "next=" in answer["Location"]
    elif role == "stranger":
        assert answer.status_code == 404
    elif right not in MAY[role]:
        assert answer.status_code == 403
    else:
        assert answer.status_code in {200, 302}
        return
    assert Match.objects.get(pk=match.pk).version == version


def test_a_match_of_another_club_is_not_found_under_one_s_own(
    match: Match, stranger: User, client_for: ClientFor
) -> None:
    own_club = stranger.memberships.get().club
    client = client_for(stranger)
    assert client.get(f"/c/{own_club.slug}/matches/{match.pk}/").status_code == 404


def test_a_viewer_sees_the_hands_and_no_way_to_change_them(
    match: Match, recorded: Recorded, viewer: User, client_for: ClientFor
) -> None:
    recorded()
    html = client_for(viewer).get(address(match)).content.decode()
    assert "fives" in html
    for control in ("entry-form", "Take back", "/correct/"):
        assert control not in html


def test_the_sheet_tells_every_hand(
    match_for: MatchFor, recorded: Recorded, organiser: User, client_for: ClientFor
) -> None:
    match = match_for(rules={"target": 3})
    recorded(match, bidder=1, bid="31")
    hand_record(match_id=match.pk, record=passed_out(dealer=1), author=organiser)
    recorded(match, bidder=0, bid="2m", made=False)
    html = client_for(organiser).get(address(match)).content.decode()
    rows = re.findall(r"<tr class=.*?</tr>", html, re.S)
    assert len(rows) == 3
    assert "2 marks" in rows[0]
    assert "passed out" in rows[1]
    assert "31" in rows[2]
    assert "The match is over" in html
    assert "B &amp; D won" in html
    assert 'aria-label="3 of 3 marks"' in html


def test_hands_after_the_end_are_marked_and_count_for_nothing(
    match_for: MatchFor, recorded: Recorded, organiser: User, client_for: ClientFor
) -> None:
    match = match_for(rules={"target": 2})
    recorded(match, bidder=0)
    recorded(match, bidder=1)
    hand_correct(
        match_id=match.pk,
        number=1,
        record=quick(dealer=0, bidder=0, bid="2m"),
        author=organiser,
        reason="two marks were bid",
        revision=1,
    )
    client = client_for(organiser)
    html = client.get(address(match)).content.decode()
    assert "after the end" in html
    assert "A &amp; C won" in html
    assert "does not count" in client.get(address(match, "hands/2/")).content.decode()


def test_the_settlement_is_told_line_by_line(
    match_for: MatchFor, recorded: Recorded, viewer: User, client_for: ClientFor
) -> None:
    # The source's example: 7 to 4, one set each, 0.25 a mark and 1.00 a set, makes 1.75.
    match = match_for(stakes={"currency": "USD", "per_mark": "0.25", "per_set": "1.00"})
    page = client_for(viewer)
    assert "for each mark short" in page.get(address(match)).content.decode()
    for bidder, bid, made in [
        (0, "1m", False),
        (1, "2m", True),
        (1, "1m", True),
        (1, "2m", False),
        (0, "2m", True),
        (2, "2m", True),
        (0, "1m", True),
    ]:
        recorded(match, bidder=bidder, bid=bid, made=made)
    html = page.get(address(match)).content.decode()
    for text in ("(7 − 4) × 0.25", "0.75", "1 × 1.00", "0.75 + 1.00", "1.75", "0.88", "−0.87"):
        assert text in html
    assert Match.objects.get(pk=match.pk).totals == [7, 4]


def test_the_live_part_is_not_sent_again_while_nothing_has_changed(
    match: Match, recorded: Recorded, viewer: User, client_for: ClientFor
) -> None:
    client = client_for(viewer)
    first = client.get(address(match, "live/"))
    tag = {"If-None-Match": first["ETag"]}
    same = client.get(address(match, "live/"), headers=tag)
    assert (same.status_code, same.content) == (304, b"")
    assert same["HX-Reswap"] == "none"
    recorded(bidder=3)
    changed = client.get(address(match, "live/"), headers=tag)
    assert changed.status_code == 200
    assert "Dan" in changed.content.decode()
    assert "entry-form" not in changed.content.decode()


def test_undo_takes_back_the_hand_that_was_seen_and_says_so(
    match: Match, recorded: Recorded, organiser: User, client_for: ClientFor
) -> None:
    recorded()
    client = client_for(organiser)
    answer = client.post(address(match, "undo/"), UNDO, follow=True)
    assert "Hand 1 was taken back." in answer.content.decode()
    again = client.post(address(match, "undo/"), UNDO | {"key": "v"}, follow=True)
    assert "nothing to take back" in again.content.decode()
    assert Match.objects.get(pk=match.pk).hand_count == 0


def test_undo_of_something_else_changes_nothing(
    match: Match, recorded: Recorded, organiser: User, client_for: ClientFor
) -> None:
    recorded()
    recorded()
    for sent, says in ((UNDO, "Nothing was taken back"), ({"number": "x"}, "nothing to take back")):
        answer = client_for(organiser).post(address(match, "undo/"), sent, follow=True)
        assert says in answer.content.decode()
    assert Match.objects.get(pk=match.pk).hand_count == 2


def test_the_history_of_a_hand_tells_who_when_what_and_why(
    match: Match, typed: Typed, scorer: User, viewer: User, client_for: ClientFor
) -> None:
    typed("b305m")
    hand_correct(
        match_id=match.pk,
        number=1,
        record=quick(dealer=0, bidder=1, made=False),
        author=scorer,
        reason="the revoke was seen later",
        revision=1,
    )
    html = client_for(viewer).get(address(match, "hands/1/")).content.decode()
    history = html.split('class="history"')[1]
    assert history.index("scorer") < history.index("organiser")
    for text in (
        "Corrected to: Bea, 30, fives: set",
        "the revoke was seen later",
        "<del>made</del> <ins>set</ins>",
        "Recorded: Bea, 30, fives: made",
    ):
        assert text in history


def test_a_hand_that_was_taken_back_keeps_its_history(
    match: Match, recorded: Recorded, organiser: User, client_for: ClientFor
) -> None:
    recorded()
    client = client_for(organiser)
    client.post(address(match, "undo/"), UNDO)
    html = client.get(address(match, "hands/1/")).content.decode()
    assert "Taken back." in html
    assert "Recorded: Ann, 30, fives: made" in html
    correct = client.get(address(match, "hands/1/correct/"), follow=True)
    assert "nothing to correct" in correct.content.decode()
    assert client.get(address(match, "hands/2/")).status_code == 404


def test_a_hand_with_dominoes_is_drawn(
    match: Match, typed: Typed, viewer: User, client_for: ClientFor
) -> None:
    typed("b305", mode="full", claim="declarer", plays_0="55 00 10 11")
    assert Hand.objects.get().record["plays"] == [["5-5", "0-0", "1-0", "1-1"]]
    html = client_for(viewer).get(address(match, "hands/1/")).content.decode()
    assert 'aria-label="double 5, wins the trick"' in html


def test_names_in_any_script_are_isolated_and_escaped(
    match: Match, recorded: Recorded, viewer: User, client_for: ClientFor
) -> None:
    match.seats.filter(number=0).update(name="<b>شهرام</b>")
    recorded()
    html = client_for(viewer).get(address(match)).content.decode()
    assert "<bdi>&lt;b&gt;شهرام&lt;/b&gt;</bdi>" in html
    assert "<b>شهرام" not in html


@pytest.mark.parametrize(
    ("below", "count"), [("", 8), ("?mode=tricks", 8), ("?mode=full", 8), ("live/", 8)]
)
def test_the_number_of_queries_does_not_grow_with_the_hands(
    match_for: MatchFor,
    recorded: Recorded,
    organiser: User,
    client_for: ClientFor,
    django_assert_num_queries: DjangoAssertNumQueries,
    below: str,
    count: int,
) -> None:
    match = match_for(rules={"target": 1000})
    client = client_for(organiser)
    for _ in range(3):
        recorded(match)
    client.get(address(match, below))
    with django_assert_num_queries(count):
        client.get(address(match, below))
    for _ in range(12):
        recorded(match)
    with django_assert_num_queries(count):
        client.get(address(match, below))


def test_whoever_makes_matches_may_say_where_they_belong(
    match: Match, viewer: User, client_for: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Friday(MatchHost):
        def breadcrumbs(self) -> Sequence[Crumb]:
            return [Crumb("Friday night", f"/events/{self.match.pk}/")]

    monkeypatch.setattr("scoring.host._finders", [])
    assert list(host_of(match).breadcrumbs()) == []
    host_register(lambda _match: None)
    host_register(Friday)
    html = client_for(viewer).get(address(match)).content.decode()
    assert f'<a href="/events/{match.pk}/"><bdi>Friday night</bdi></a>' in html


def test_the_page_says_which_hand_is_the_last_and_ends_the_match_between_hands(
    match: Match, recorded: Recorded, scorer: User, client_for: ClientFor
) -> None:
    recorded(bidder=1)
    client, at = client_for(scorer), address(match)
    assert "Time was called" not in client.get(at).content.decode()
    match_time_call(match_id=match.pk, called_by=scorer)
    assert "Time was called: hand 2 is the last." in client.get(at).content.decode()
    client.post(f"{at}time/")
    match.refresh_from_db()
    assert (match.is_over, match.winner) == (True, 1)
    assert "already" in client.post(f"{at}time/", follow=True).content.decode()


def test_a_match_without_a_call_is_not_ended(
    match: Match, scorer: User, client_for: ClientFor
) -> None:
    answer = client_for(scorer).post(f"{address(match)}time/", follow=True)
    assert "Time has not been called on this match." in answer.content.decode()


def test_hands_are_written_while_the_page_is_read(
    match: Match, recorded: Recorded, organiser: User, client_for: ClientFor
) -> None:
    recorded(bidder=0)
    client = client_for(organiser)

    def write() -> None:
        hand_correct(
            match_id=match.pk,
            number=1,
            record=quick(dealer=0, bidder=1),
            author=organiser,
            reason="another bid",
            revision=1,
        )
        recorded(bidder=2)

    for page in ("", "live/"):
        for answer in between_queries(partial(client.get, address(match, page)), write):
            assert answer.status_code == 200


def test_the_running_score_is_drawn_from_the_second_hand_on(
    match: Match, recorded: Recorded, viewer: User, client_for: ClientFor
) -> None:
    client = client_for(viewer)
    recorded(bidder=0)
    assert 'class="drawing running"' not in client.get(address(match)).text
    recorded(bidder=1)
    recorded(bidder=0)
    page = client.get(address(match)).text
    points = re.findall(r'<polyline class="running__line running__line--\d" points="([^"]+)"', page)
    heights = [[float(point.split(",")[1]) for point in line.split()] for line in points]
    assert [len(line) for line in heights] == [4, 4]
    ours, theirs = heights
    assert ours[0] == theirs[0]
    assert ours[0] > ours[1] == ours[2] > ours[3]
    assert theirs[1] == theirs[0] > theirs[2] == theirs[3]
