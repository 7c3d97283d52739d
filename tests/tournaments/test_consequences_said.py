"""Every consequence says who, what, from and to, in a sentence that can be read aloud."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from clubs.models import Membership, User
from clubs.roles import Role
from scoring.models import Match
from scoring.services.results import result_state
from tests.conftest import ApiFor
from tests.tournaments.conftest import EveningMaker, EventMaker, begin_next, match_of
from tests.tournaments.pages import words
from tests.tournaments.single import misere, play
from tournaments.models import Event
from tournaments.services.events import event_finish
from tournaments.services.money import money_set_up, prizes_award
from tournaments.services.rounds import rounds_plan

pytestmark = pytest.mark.django_db

STAKES = {"currency": "EUR", "per_mark": "0.25"}
WHY = "the slip was misread"
TURNED = "Ada & Ben have 4 instead of 7, Gus & Hal have 7 instead of 4."


@pytest.fixture
def bracket(make_event: EventMaker, owner: User) -> Event:
    """Both semi-finals won 7-4 by their first sides, Ada & Ben and Cleo & Dan; the final drawn."""
    event = make_event(4, format="single_elimination", stakes=STAKES)
    rounds_plan(event=event)
    begin_next(event)
    for table in (1, 2):
        result_state(match_id=match_of(event, 1, table).pk, totals=[7, 4], author=owner)
    rounds_plan(event=event)
    money_set_up(event=event, fee=500, prize_kind="fixed", prize_table=[[2, [1000, 600]]])
    return event


class Weigher:
    """Tries corrections over HTTP and returns what would follow from each."""

    def __init__(self, api: Any, event: Event) -> None:
        self.api, self.event = api, event

    def result(self, match: Match, *totals: int, **more: str) -> list[str]:
        body = {"totals": totals, "reason": WHY, **more}
        return self.told(self.api.put(self.at(match, "result/?dry_run=true"), body))

    def withdrawn(self, match: Match) -> list[str]:
        return self.told(self.api.delete(self.at(match, f"result/?dry_run=true&reason={WHY}")))

    def corrected(self, match: Match, record: dict[str, Any]) -> list[str]:
        hand, body = match.hands.get(), {"record": record, "reason": WHY}
        tag = f'"r{hand.revision}"'
        address = self.at(match, f"hands/{hand.number}/?dry_run=true")
        return self.told(self.api.put(address, body, headers={"If-Match": tag}))

    def reopened(self) -> list[str]:
        address = f"/api/v1/clubs/{self.event.club.slug}/events/{self.event.pk}/reopen/"
        return self.told(self.api.post(address + "?dry_run=true", {"reason": WHY}))

    def at(self, match: Match, path: str) -> str:
        return f"/api/v1/clubs/{match.club.slug}/matches/{match.pk}/{path}"

    def told(self, answer: Any) -> list[str]:
        assert answer.status_code == 200, answer.content
        return [one["text"] for one in answer.json()["consequences"]]


@pytest.fixture
def weigh(owner: User, api_for: ApiFor) -> Callable[[Event], Weigher]:
    return lambda event: Weigher(api_for(owner), event)


def of_kind(texts: Sequence[str], start: str) -> list[str]:
    return [text for text in texts if text.startswith(start)]


def test_a_turned_result_is_said_line_by_line(
    bracket: Event, weigh: Callable[[Event], Weigher]
) -> None:
    assert weigh(bracket).result(match_of(bracket, 1, 1), 4, 7) == [
        f"Round 1, table 1: {TURNED} Gus & Hal now win instead of Ada & Ben.",
        "Bracket, Final: Gus & Hal against Cleo & Dan instead of Ada & Ben against Cleo & Dan.",
        "Standings: Gus & Hal rise from place 3 to place 1.",
        "Standings: Ada & Ben fall from place 1 to place 3.",
        "The draw of round 2 no longer follows from the results. Table 1 would change. Draw it "
        "again before it begins.",
        "Money, stakes of round 1, table 1: Ada pays 0.38 EUR instead of receiving 0.38 EUR, "
        "Ben pays 0.37 EUR instead of receiving 0.37 EUR, Gus receives 0.38 EUR instead of paying "
        "0.38 EUR, Hal receives 0.37 EUR instead of paying 0.37 EUR.",
    ]


def test_another_score_with_the_same_winner_is_said_with_its_amounts(
    bracket: Event, weigh: Callable[[Event], Weigher]
) -> None:
    assert weigh(bracket).result(match_of(bracket, 1, 1), 7, 2) == [
        "Round 1, table 1: Gus & Hal have 2 instead of 4. Ada & Ben still win.",
        "Standings: Cleo & Dan fall from place 1 to place 2.",
        "Standings: Gus & Hal fall from place 3 to place 4.",
        "Money, stakes of round 1, table 1: Ada receives 0.63 EUR instead of 0.38 EUR, Ben "
        "receives 0.62 EUR instead of 0.37 EUR, Gus pays 0.63 EUR instead of 0.38 EUR, Hal pays "
        "0.62 EUR instead of 0.37 EUR.",
    ]


def test_a_level_end_and_a_match_played_again_say_what_is_open(
    bracket: Event, weigh: Callable[[Event], Weigher]
) -> None:
    tries, match = weigh(bracket), match_of(bracket, 1, 1)
    level = tries.result(match, 5, 5, ended="time")
    assert level[:2] == [
        "Round 1, table 1: Ada & Ben have 5 instead of 7, Gus & Hal have 5 instead of 4. It ends "
        "level.",
        "Bracket, Final: Winner of 1 against Cleo & Dan instead of Ada & Ben against Cleo & Dan.",
    ]
    again = tries.withdrawn(match)
    assert again[0] == "Round 1, table 1 is being played again. Nobody has won yet."
    gone = (
        "Money, stakes of round 1, table 1: Ada no longer receives 0.38 EUR, Ben no longer "
        "receives 0.37 EUR, Gus no longer pays 0.38 EUR, Hal no longer pays 0.37 EUR."
    )
    assert of_kind(level, "Money") == of_kind(again, "Money") == [gone]
    level_now = {"totals": [5, 5], "ended": "time", "reason": WHY}
    result_state(match_id=match.pk, author=bracket.created_by, **level_now)
    assert of_kind(tries.result(match, 7, 4), "Money") == [
        "Money, stakes of round 1, table 1: Ada now receives 0.38 EUR, Ben now receives 0.37 EUR, "
        "Gus now pays 0.38 EUR, Hal now pays 0.37 EUR."
    ]
    assert tries.result(match, 7, 4)[0].endswith("Ada & Ben now win.")


def test_who_plays_on_in_a_round_that_has_begun_is_named(
    bracket: Event, weigh: Callable[[Event], Weigher]
) -> None:
    begin_next(bracket)
    tries, match = weigh(bracket), match_of(bracket, 1, 1)
    assert of_kind(tries.result(match, 4, 7), "The next") == [
        "The next round has begun: Ada & Ben play on instead of Gus & Hal, unless its beginning is "
        "taken back or the two change places."
    ]


def test_prizes_that_change_name_everybody_and_amounts_only_to_those_who_see_money(
    bracket: Event, owner: User, weigh: Callable[[Event], Weigher], pages_of: Any
) -> None:
    begin_next(bracket)
    result_state(match_id=match_of(bracket, 2, 1).pk, totals=[7, 6], author=owner)
    bracket.refresh_from_db()
    event_finish(event=bracket)
    prizes_award(event=bracket, made_by=owner)
    prizes = (
        "Money, prizes: Ada no longer receives 5.00 EUR, Ben no longer receives 5.00 EUR, Cleo no "
        "longer receives 3.00 EUR, Dan no longer receives 3.00 EUR, the prize money no longer "
        "pays 16.00 EUR."
    )
    assert prizes in weigh(bracket).reopened()
    page = pages_of(bracket).get("event-reopen")
    assert "Money, prizes: the amounts change." in words(page)
    assert "5.00" not in words(page)
    Membership.objects.filter(user__username="organiser").update(role=Role.OWNER)
    assert prizes in words(pages_of(bracket).get("event-reopen"))


def test_single_players_are_one_person_and_may_be_below_zero(
    make_evening: EveningMaker, owner: User, weigh: Callable[[Event], Weigher]
) -> None:
    event = make_evening(
        8,
        stakes={"currency": "EUR", "per_point": "0.05"},
        format_options={"rounds": 2},
        rules={"preset": "standard", "hands": 1},
    )
    rounds_plan(event=event)
    begin_next(event)
    for table in (1, 2):
        play(match_of(event, 1, table), owner, lambda dealer: misere(dealer, (dealer + 1) % 4))
    begin_next(event)
    match = match_of(event, 1, 1)
    names = [seat.name for seat in match.seats.order_by("number")]
    assert set(names) == {"Ada", "Ben", "Cleo", "Hal"}
    dealer = (match.hands.get().record or {})["dealer"]
    texts = weigh(event).corrected(match, misere(dealer, names.index("Ada"), made=False))
    assert texts[:2] == [
        "Round 1, table 1: Hal has 0 instead of 3, Ada has −3 instead of 0. It ends level.",
        "Standings: Hal falls from place 1 to place 2.",
    ]
    assert "Standings: Ben rises from place 3 to place 2." in texts
    assert "Standings: 2 more places change." in texts
    won = weigh(event).corrected(match, misere(dealer, names.index("Ben")))
    assert won[0] == (
        "Round 1, table 1: Hal has 0 instead of 3, Ben has 3 instead of 0. Ben now wins instead "
        "of Hal."
    )


def test_a_swiss_round_says_which_tables_are_drawn_anew_and_what_stays(
    make_event: EventMaker, owner: User, weigh: Callable[[Event], Weigher]
) -> None:
    event = make_event(8, format="swiss", format_options={"rounds": 3})
    rounds_plan(event=event)
    begin_next(event)
    for table in (1, 2, 3, 4):
        result_state(match_id=match_of(event, 1, table).pk, totals=[7, table], author=owner)
    rounds_plan(event=event)
    tries, match = weigh(event), match_of(event, 1, 1)
    turned = tries.result(match, 4, 7)
    (draw,) = of_kind(turned, "The draw")
    assert draw.startswith("The draw of round 2 no longer follows from the results. Tables ")
    assert draw.endswith(" would change. Draw it again before it begins.")
    assert "Standings: 2 more places change." in turned
    result_state(match_id=match.pk, totals=[4, 7], author=owner, reason=WHY)
    assert "The draw of round 2 holds again." in tries.result(match, 7, 1)
    rounds_plan(event=event)
    begin_next(event)
    assert "Rounds that have begun stay as they were drawn." in tries.result(match, 7, 1)
