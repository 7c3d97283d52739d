"""Every consequence says who, what, from and to, in a sentence that can be read aloud."""

import ast
import inspect
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from clubs.models import Club, Membership, User
from clubs.roles import Role
from clubs.services.players import players_add_many
from scoring.models import Match
from scoring.services.results import result_state
from tests.conftest import ApiFor
from tests.tournaments.conftest import (
    EveningMaker,
    EventMaker,
    begin_next,
    drawn_and_begun,
    match_of,
)
from tests.tournaments.pages import Pages, words
from tests.tournaments.single import misere, play
from tournaments.events.models import Event
from tournaments.events.services import consequences
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_finish
from tournaments.events.services.rounds import rounds_plan
from tournaments.money.services import changes
from tournaments.money.services.money import money_set_up, prizes_award

pytestmark = pytest.mark.django_db

STAKES = {"currency": "EUR", "per_mark": "0.25"}
WHY = "the slip was misread"
TURNED = "Ada & Ben have 4 instead of 7, Gus & Hal have 7 instead of 4."


@pytest.fixture
def bracket(make_event: EventMaker, owner: User) -> Event:
    """Both semi-finals won 7-4 by their first sides, Ada & Ben and Cleo & Dan; the final drawn."""
    event = make_event(4, format="single_elimination", stakes=STAKES)
    drawn_and_begun(event)
    for table in (1, 2):
        result_state(match_id=match_of(event, 1, table).pk, totals=[7, 4], author=owner)
    rounds_plan(event=event)
    money_set_up(event=event, fee=500, prize_kind="fixed", prize_table=[[2, [1000, 600]]])
    return event


class Weigher:
    """Tries corrections over HTTP, without a reason, and returns what would follow from each."""

    def __init__(self, api: Any, event: Event) -> None:
        self.api, self.event = api, event

    def result(self, match: Match, *totals: int, **more: str) -> list[str]:
        body = {"totals": totals, **more}
        return self.texts_in(self.api.put(self.at(match, "result/?dry_run=true"), body))

    def withdrawn(self, match: Match) -> list[str]:
        return self.texts_in(self.api.delete(self.at(match, "result/?dry_run=true")))

    def corrected(self, match: Match, record: dict[str, Any]) -> list[str]:
        hand, body = match.hands.get(), {"record": record}
        tag = f'"r{hand.revision}"'
        address = self.at(match, f"hands/{hand.number}/?dry_run=true")
        return self.texts_in(self.api.put(address, body, headers={"If-Match": tag}))

    def dropped_out(self, number: int) -> list[str]:
        address = f"/api/v1/clubs/{self.event.club.slug}/events/{self.event.pk}/entries/{number}/"
        return self.texts_in(self.api.post(f"{address}withdraw/?dry_run=true", {}))

    def reopened(self) -> list[str]:
        address = f"/api/v1/clubs/{self.event.club.slug}/events/{self.event.pk}/reopen/"
        return self.texts_in(self.api.post(address + "?dry_run=true", {}))

    def at(self, match: Match, path: str) -> str:
        return f"/api/v1/clubs/{match.club.slug}/matches/{match.pk}/{path}"

    def texts_in(self, answer: Any) -> list[str]:
        assert answer.status_code == 200, answer.content
        return [consequence["text"] for consequence in answer.json()["consequences"]]


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
    level_now: dict[str, Any] = {"totals": [5, 5], "ended": "time", "reason": WHY}
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
        "The next round has begun: Ada & Ben play on instead of Gus & Hal, unless its start is "
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
    drawn_and_begun(event)
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
    drawn_and_begun(event)
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
    assert "The draw of round 2 is valid again." in tries.result(match, 7, 1)
    drawn_and_begun(event)
    assert "Rounds that have begun stay as they were drawn." in tries.result(match, 7, 1)


def played_round(event: Event, owner: User) -> None:
    """Plan, begin and play the next round; the first sides win, 7-1 at table 1."""
    rounds_plan(event=event)
    for table in begin_next(event).tables.filter(is_bye=False):
        match = table.games.get().match
        result_state(match_id=match.pk, totals=[7, table.number % 7], author=owner)
    rounds_plan(event=event)


def test_a_planned_round_that_is_drawn_again_says_how_much_of_it_changes(
    make_event: EventMaker, owner: User, weigh: Callable[[Event], Weigher]
) -> None:
    everybody_once = make_event(5)
    played_round(everybody_once, owner)
    assert weigh(everybody_once).dropped_out(4) == [
        "Round 2 is drawn again: only who sits out changes.",
        "Round 3 is drawn again: it has 1 table instead of 2.",
        "Round 4 is drawn again: it has 1 table instead of 2.",
        "Round 5 is drawn again: it has 1 table instead of 2.",
    ]
    even = make_event(6, name="Even")
    played_round(even, owner)
    assert weigh(even).dropped_out(5)[0] == "Round 2 is drawn again: it has 2 tables instead of 3."
    swiss = make_event(6, name="Swiss", format="swiss", format_options={"rounds": 3})
    played_round(swiss, owner)
    assert weigh(swiss).dropped_out(5) == ["Round 2 is drawn again: 2 of its tables change."]
    waiting = weigh(swiss).withdrawn(match_of(swiss, 1, 1))
    assert "Standings: 1 more place changes." in waiting
    assert waiting[-1] == (
        "The draw of round 2 no longer follows from the results. It is drawn again once the table "
        "that plays again has finished."
    )
    lives = make_event(3, name="Lives", format="double_elimination")
    played_round(lives, owner)
    assert weigh(lives).dropped_out(1)[-1] == "Round 2 is drawn again: 1 of its tables changes."


def test_a_round_that_falls_away_is_said(bracket: Event, weigh: Callable[[Event], Weigher]) -> None:
    assert weigh(bracket).dropped_out(1)[-1] == "Round 2 is no longer planned."


def test_a_table_that_ends_as_it_stands_and_figures_alone_are_said(
    make_event: EventMaker,
    owner: User,
    bid: Callable[..., Match],
    weigh: Callable[[Event], Weigher],
) -> None:
    event = make_event()
    drawn_and_begun(event)
    match = match_of(event, 1, 1)
    bid(match, 0)
    match.refresh_from_db()
    assert weigh(event).result(match, *match.totals, ended="time") == [
        "Round 1, table 1 is over. Ada & Ben now win.",
        "Standings: the figures change, no place does.",
    ]


def test_of_many_changes_of_one_kind_some_are_listed_and_the_others_counted(
    club: Club, owner: User, make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    names = [f"Player {number}" for number in range(32)]
    players = players_add_many(club=club, names=names)
    event = make_event(0, format="double_elimination", stakes=STAKES)
    entries_add(event=event, lineups=[players[n : n + 2] for n in range(0, 32, 2)])
    money_set_up(event=event)
    played_round(event, owner)
    sent = {"reason": WHY}
    for table in range(1, 9):
        field = f"match{match_of(event, 1, table).pk}"
        sent |= {f"{field}-side0": "4", f"{field}-side1": "7", f"{field}-seen": f"7,{table % 7}"}
    page = words(pages_of(event).post("round-results", 1, **sent))
    assert page.count("Winners' bracket, Round 2:") == 4
    assert "Bracket: 3 more matches change." in page
    assert page.count("Money, stakes of round 1,") == 5
    assert "Money: 3 more entries of the book change." in page


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"fee": 500, "house_percent": 10, "rest_to": "club"},
            [
                "Money, house cut: the club no longer receives 4.00 EUR, the pot no longer pays "
                "4.00 EUR.",
                "Money, rest of the pot: the club no longer receives 20.00 EUR, the pot no longer "
                "pays 20.00 EUR.",
            ],
        ),
        (
            {},
            [
                "Money, what the club adds: the club no longer pays 16.00 EUR, the pot no longer "
                "receives 16.00 EUR."
            ],
        ),
    ],
)
def test_what_the_end_of_an_event_entered_says_of_the_pot_and_the_club(
    bracket: Event,
    owner: User,
    weigh: Callable[[Event], Weigher],
    settings: dict[str, Any],
    said: list[str],
) -> None:
    money_set_up(event=bracket, **({"fee": 0} | settings))
    begin_next(bracket)
    result_state(match_id=match_of(bracket, 2, 1).pk, totals=[7, 6], author=owner)
    bracket.refresh_from_db()
    event_finish(event=bracket)
    prizes_award(event=bracket, made_by=owner)
    texts = weigh(bracket).reopened()
    assert [text for text in texts if text in said] == said
    assert (
        "Money, prize money from the pot: the pot no longer pays 16.00 EUR, the prize money no "
        "longer receives 16.00 EUR."
    ) in texts


def test_a_pot_of_cents_is_named(
    make_evening: EveningMaker, owner: User, weigh: Callable[[Event], Weigher]
) -> None:
    event = make_evening(
        8,
        stakes={"currency": "EUR", "per_point": "0.05"},
        rules={"preset": "standard", "hands": 1},
    )
    drawn_and_begun(event)
    money_set_up(event=event, ante=10, point=7)
    match = match_of(event, 1, 1)
    play(match, owner, lambda dealer: misere(dealer, (dealer + 1) % 4))
    dealer = (match.hands.get().record or {})["dealer"]
    names = [seat.name for seat in match.seats.order_by("number")]
    won, wins = names[(dealer + 1) % 4], names[(dealer + 2) % 4]
    (money,) = of_kind(
        weigh(event).corrected(match, misere(dealer, (dealer + 2) % 4)),
        "Money, penny pot of round 1, table 1: ",
    )
    assert f"{wins} receives 0.16 EUR instead of paying 0.05 EUR" in money
    assert f"{won} pays 0.05 EUR instead of receiving 0.16 EUR" in money


UNDRAWN = {("nobody",)}
"""The opponent in a box with a bye: no bracket draws such a box at present."""
MARKERS = {"_", "gettext", "gettext_lazy", "ngettext"}


def messages_in(module: ModuleType) -> list[tuple[str, ...]]:
    """The messages of a module, each with its singular and plural."""
    return [
        tuple(str(part.value) for part in node.args if isinstance(part, ast.Constant))
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MARKERS
    ]


def as_pattern(message: str) -> str:
    parts = re.split(r"%\(\w+\)[ds]", message)
    return "(?<!\\w)" + ".+".join(map(re.escape, parts)) + "(?!\\w)"


def test_every_kind_of_consequence_is_written_here_in_a_sentence() -> None:
    messages = [*messages_in(consequences), *messages_in(changes)]
    assert len(messages) > 40
    source = ast.parse(Path(__file__).read_text())
    sentences = [
        str(node.value)
        for test in source.body
        if isinstance(test, ast.FunctionDef | ast.Assign)
        for node in ast.walk(test)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    unwritten = [
        forms
        for forms in set(messages) - UNDRAWN
        if not any(re.search(as_pattern(form), text) for form in forms for text in sentences)
    ]
    assert unwritten == []
