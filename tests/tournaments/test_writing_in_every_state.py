"""Every writing operation on an event, by its page and over the API, in every state of the event.

A finished event is closed alike for both: what a page refuses, the API refuses, and the other way
round. The operations are read from the addresses and from the description of the API, so that a new
one has to be named here with what it does to a finished event.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple
from uuid import UUID

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from clubs.models import User
from feeds.models import Change
from ledger.models import Posting, Transaction
from ledger.services.transfers import transfers_plan
from paper.scans.services import reading_order
from scoring.models import Match
from scoring.services.results import result_state
from tests.api.described import DescribedClient
from tests.api.operations import described
from tests.conftest import ApiFor
from tests.tournaments.conftest import EventMaker, begin_next, entry, match_of, record
from tests.tournaments.pages import words
from tournaments.deals.services.deals import deal_ruling_give, deal_set_draw
from tournaments.events.models import DecisionKind, Event, WhoWrites
from tournaments.events.services.clocks import clock_start
from tournaments.events.services.decisions import adjustment_make, play_off_record
from tournaments.events.services.entries import waiting_player_add
from tournaments.events.services.events import event_finish, event_reopen
from tournaments.events.services.rounds import rounds_plan
from tournaments.money.models import EventMoney, SidePot
from tournaments.money.services.money import (
    Bearer,
    expense_add,
    money_set_up,
    prizes_award,
    side_pot_add,
    side_pot_set,
)
from tournaments.money.services.settling import evening_settle
from tournaments.phones.services.sign_ups import sign_up_key, sign_up_make, sign_up_page_update
from tournaments.phones.services.table_access import device_admit

pytestmark = pytest.mark.usefixtures("held")

OPEN: Final = ("draft", "running", "reopened")
SHUT: Final = "refused until the event is reopened"
READ: Final = "nothing is written"
PAID: Final = "who has paid is marked after the end, too"
AFTER: Final = "it is made for events that are over"
NAMED: Final = "it changes no result and no amount"
NOBODY_ELSES: Final = "it is settled after the end, and moves nobody else's money"
BEFORE: Final = "refused for another reason: it is only for a state before the end"


@dataclass(frozen=True)
class World:
    """An event with everything that can be changed, and one whose tables play the same deals."""

    event: Event
    dealt: Event
    money: EventMoney
    pot: SidePot
    keys: dict[str, int]
    match: Match
    reading: UUID


@dataclass(frozen=True)
class Act:
    """What is done, by which pages and operations, and what comes of it on a finished event."""

    finished: str
    pages: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = field(default_factory=dict)
    api: dict[str, tuple[dict[str, Any], Any]] = field(default_factory=dict)
    on_deals: bool = False


def acts(w: World) -> list[Act]:
    """Everything that can be written."""
    k = w.keys
    hand = record(w.match.first_dealer, 0)
    at = {"match": k["match"]}
    player, two = k["player"], k["other"]
    two_free = [k["free"], k["free"] + 1]
    table = {"number": 1, "table": 1}
    pot = {"players": [player, two], "winners": [two]}
    return [
        # The event itself.
        Act(
            SHUT,
            {"event-settings": ((), {"name": "Night", "date": "2026-11-20", "cap": "9"})},
            {"events_update": ({}, {"cap": 9})},
        ),
        Act(SHUT, {}, {"events_update": ({}, {"rules": {"preset": "straight"}})}),
        Act(BEFORE, {"event-rules": ((), {"preset": "straight"})}),
        Act(NAMED, {}, {"events_update": ({}, {"name": "Friday"})}),
        Act(SHUT, {"event-rank-a-hand": ((), {})}),
        Act(SHUT, {"event-delete": ((), {})}, {"events_delete": ({}, None)}),
        Act(BEFORE, {"event-end": ((), {})}, {"events_finish": ({}, {"unfinished": True})}),
        Act(
            AFTER,
            {"event-reopen": ((), {"reason": "misread"})},
            {"events_reopen": ({}, {"reason": "misread"})},
        ),
        Act(BEFORE, {"event-take-back": ((), {})}, {"events_take_back": ({}, None)}),
        Act(
            NAMED,
            {"event-public": ((), {"is_on": "on"}), "event-public-renew": ((), {})},
            {
                "events_public_update": ({}, {"is_on": True}),
                "events_public_renew": ({}, None),
            },
        ),
        Act(
            NAMED,
            {"event-sign-up": ((), {"is_on": "on"}), "event-sign-up-renew": ((), {})},
            {
                "events_sign_up_update": ({}, {"is_on": True}),
                "events_sign_up_renew": ({}, None),
            },
        ),
        Act(NAMED, {"event-season": ((), {"evening": "season-0"})}),
        # Entries.
        Act(
            SHUT,
            {"event-entries": ((), {"first": "Zoe", "second": "Yan", "how": "keep"})},
            {"entries_add": ({}, {"players": two_free})},
        ),
        Act(SHUT, {"event-entries-paste": ((), {"text": "Zoe & Yan"})}),
        Act(
            SHUT,
            {
                "event-entries-draw": (
                    (),
                    {"text": "Zoe\nYan", "players": two_free},
                )
            },
        ),
        Act(
            SHUT,
            {"event-seeds": ((), {"1": "1"})},
            {"entries_seed": ({}, {"seeds": [{"entry": 1, "seed": 1}]})},
        ),
        Act(
            SHUT,
            {"entry-substitute": ((1,), {"place": "0", "player": "Zoe", "from_round": "3"})},
            {"entries_substitute": ({"entry": 1}, {"place": 0, "player": k["free"]})},
        ),
        Act(
            SHUT,
            {"entry-withdraw": ((1,), {"how": "keep"})},
            {"entries_withdraw": ({"entry": 1}, {})},
        ),
        Act(
            SHUT,
            {"entry-restore": ((5,), {"how": "keep"})},
            {"entries_restore": ({"entry": 5}, None)},
        ),
        Act(
            SHUT,
            {"entry-remove": ((1,), {"how": "keep"})},
            {"entries_remove": ({"entry": 1}, None)},
        ),
        Act(
            SHUT,
            {"waiting-remove": ((k["alone"],), {})},
            {
                "waiting_players_add": ({}, {"player": k["free"]}),
                "waiting_players_remove": ({"player": k["alone"]}, None),
            },
        ),
        Act(SHUT, {}, {"entries_preview": ({}, {"players": two_free})}),
        Act(SHUT, {}, {"entries_withdraw_preview": ({"entry": 1}, None)}),
        Act(
            SHUT,
            {
                "sign-up-decline": ((1,), {}),
            },
            {
                "sign_ups_accept": ({"sign_up": 1}, {"players": two_free}),
                "sign_ups_decline": ({"sign_up": 1}, None),
            },
        ),
        Act(BEFORE, {"sign-up": ((1,), {"first": "Zoe", "second": "Yan", "how": "keep"})}),
        Act(SHUT, {"sign-up-wait": ((1,), {})}, {"sign_ups_wait": ({"sign_up": 1}, None)}),
        # Rounds.
        Act(
            SHUT,
            {"event-plan": ((), {"without_waiting": "1"})},
            {"rounds_plan": ({}, {"without_waiting": True})},
        ),
        Act(SHUT, {"round-begin": ((2,), {})}, {"rounds_begin": ({"number": 2}, None)}),
        Act(SHUT, {"round-undo": ((1,), {})}, {"rounds_take_back": ({"number": 1}, None)}),
        Act(
            SHUT,
            {"round-plan-swap": ((2,), {"entry": ["1", "2"]})},
            {"rounds_plan_swap": ({"number": 2}, {"entry": 1, "other": 2})},
        ),
        Act(
            SHUT,
            {"round-reseat": ((1,), {"entry": ["1", "2"]})},
            {"rounds_reseat": ({"number": 1}, {"entry": 1, "other": 2})},
        ),
        Act(SHUT, {"round-plan-undo": ((2,), {})}, {"rounds_plan_undo": ({"number": 2}, None)}),
        Act(SHUT, {"round-plan-redraw": ((2,), {})}, {"rounds_plan_redraw": ({"number": 2}, None)}),
        Act(
            SHUT,
            {
                "round-plan-pin": ((2, 1), {"pinned": "1"}),
                "round-plan-series": ((2, 1), {"best_of": "3"}),
            },
            {"tables_plan": ({"number": 2, "table": 1}, {"pinned": True})},
        ),
        Act(SHUT, {"room-lost": ((), {"table": "9"})}, {"room_table_lose": ({}, {"table": 9})}),
        Act(SHUT, {"room-back": ((), {"table": "9"})}, {"room_table_find": ({}, {"table": 9})}),
        *(
            Act(
                SHUT,
                {f"clock-{page}": ((1,), {"minutes": "5"})},
                {"clock_set": ({"number": 1}, {"act": act})},
            )
            for page, act in (
                *(("start", "start"), ("pause", "pause"), ("more", "extend"), ("less", "extend")),
                *(("call", "call"), ("uncall", "uncall")),
            )
        ),
        # Results and decisions.
        Act(
            SHUT,
            {
                "round-results": (
                    (1,),
                    {f"{k['slip']}-0": "7", f"{k['slip']}-1": "6", "reason": "x"},
                )
            },
        ),
        Act(
            SHUT,
            {
                "round-results-undo": (
                    (1,),
                    {"batch": f"{k['slip']}:{k['revision']}", "reason": "x"},
                )
            },
            {
                "rounds_results_restore": (
                    {"number": 1},
                    {
                        "revisions": [{"match": k["slip"], "revision": k["revision"]}],
                        "reason": "x",
                    },
                )
            },
        ),
        Act(
            SHUT,
            {"table-decide": ((1, 2), {"side": "0", "kind": "hand"})},
            {
                "tables_decide": ({"number": 1, "table": 2}, {"entry": k["winner"]}),
                "tables_decide_undo": ({"number": 1, "table": 2}, None),
            },
        ),
        Act(
            SHUT,
            {"table-forfeit": ((1, 1, k["seated"]), {})},
            {"tables_forfeit": (table, {"entry": k["seated"]})},
        ),
        Act(
            SHUT,
            {"table-forfeit-undo": ((1, 1), {})},
            {"tables_forfeit_undo": (table, None)},
        ),
        Act(
            SHUT,
            {
                "adjustment-new": (
                    (),
                    {
                        "entry": "1",
                        "amount": "1",
                        "games": "1",
                        "marks": "1",
                        "sign": "-",
                        "reason": "late",
                    },
                )
            },
            {"adjustments_make": ({}, {"entry": 1, "games": -1, "reason": "late"})},
        ),
        Act(
            SHUT,
            {"adjustment-revoke": ((k["adjustment"],), {})},
            {"adjustments_revoke": ({"adjustment": k["adjustment"]}, None)},
        ),
        Act(
            SHUT,
            {
                "play-off-new": (
                    (),
                    {"entries": "1,2", "place_1": "1", "kind": "hand"},
                )
            },
            {"play_offs_record": ({}, {"order": [2, 1]})},
        ),
        Act(
            SHUT,
            {"play-off-revoke": ((k["play_off"],), {})},
            {"play_offs_revoke": ({"play_off": k["play_off"]}, None)},
        ),
        Act(
            SHUT,
            {"hand-new": ((), {"mode": "line", "line": "", "number": "2", "key": "k1"})},
            {"hands_record": (at, {**record((w.match.first_dealer + 1) % 4, 1)})},
        ),
        Act(
            SHUT,
            {"hand-correct": ((1,), {"reason": "x", "revision": "1", "mode": "line"})},
            {"hands_correct": (at | {"number": 1}, {"record": hand, "reason": "x"})},
        ),
        Act(
            SHUT,
            {"match-undo": ((), {"number": "1", "revision": "1", "reason": "x", "key": "k2"})},
            {"hands_undo": (at | {"number": 1}, None)},
        ),
        Act(
            SHUT,
            {"match-result": ((), {"side-0": "7", "side-1": "2", "reason": "x"})},
            {"matches_result_enter": ({"match": k["slip"]}, {"totals": [7, 3], "reason": "x"})},
        ),
        Act(
            SHUT,
            {"match-result-withdraw": ((), {"reason": "x"})},
            {"matches_result_withdraw": ({"match": k["slip"]}, None)},
        ),
        Act(
            SHUT,
            {"match-result-restore": ((), {"revision": str(k["revision"]), "reason": "x"})},
            {
                "matches_result_restore": (
                    {"match": k["slip"]},
                    {"revision": k["revision"], "reason": "x"},
                )
            },
        ),
        Act(
            SHUT,
            {"match-result-sets": ((), {"sets-set0": "1", "sets-set1": "0", "reason": "x"})},
        ),
        Act(SHUT, {"match-time-end": ((), {})}),
        Act(BEFORE, {}, {"matches_time_end": (at, None)}),
        Act(READ, {"match-preview": ((), {"mode": "line", "line": ""})}),
        # Deals.
        Act(
            SHUT,
            {},
            {"deals_make": ({}, {"made_from": "lot", "per_round": 2, "rounds": 1})},
        ),
        Act(BEFORE, {"event-deals-new": ((), {"source": "lot", "per_round": "2", "rounds": "1"})}),
        Act(SHUT, {"event-deals-drop": ((), {})}, {"deals_delete": ({}, None)}, on_deals=True),
        Act(
            SHUT,
            {"event-compared-scoring": ((), {"scoring": "matchpoints"})},
            {"deals_scoring_set": ({}, {"scoring": "matchpoints"})},
            on_deals=True,
        ),
        Act(
            SHUT,
            {"deal-ruling": ((1, 1, 1), {"side0": "average", "side1": "average", "reason": "x"})},
            {
                "deal_rulings_give": (
                    {},
                    {
                        **{"deal": 1, "round": 1, "table": 1, "reason": "x"},
                        "awards": ["average", "average"],
                    },
                )
            },
            on_deals=True,
        ),
        Act(
            SHUT,
            {"deal-ruling-revoke": ((k["ruling"],), {})},
            {"deal_rulings_revoke": ({"ruling": k["ruling"]}, None)},
            on_deals=True,
        ),
        # Phones.
        Act(SHUT, {"event-phones-renew": ((), {})}),
        Act(
            SHUT,
            {
                "table-way-code": ((1,), {}),
                "table-way-renew": ((1,), {}),
                "table-way-withdraw": ((1,), {}),
            },
        ),
        Act(NAMED, {"phone-send-away": ((1,), {})}),
        Act(NAMED, {"event-desk-call": ((1,), {})}),
        Act(SHUT, {"event-desk-settle": ((1, 1, 1), {})}),
        # Print.
        Act(
            READ,
            {
                "event-print-order": (("standings",), {}),
                "match-print-order": (("scorecard",), {}),
            },
        ),
        # Sheets for marking.
        Act(READ, {"event-sheets": ((), {}), "event-sheets-example": ((), {})}),
        Act(BEFORE, {}, {"sheets_read": ({}, None)}),  # without a picture
        Act(
            SHUT,
            {"event-sheets-place": ((w.reading,), {"sheet": k["sheet"], "match": k["match"]})},
            {"sheets_place": ({"reading": w.reading}, {"sheet": k["sheet"], "match": k["match"]})},
        ),
        Act(READ, {"event-sheets-corners": ((w.reading, k["sheet"]), {})}),
        Act(  # without corners
            BEFORE,
            {},
            {"sheets_corners": ({"reading": w.reading}, {"sheet": k["sheet"], "corners": []})},
        ),
        Act(
            SHUT,
            {"event-sheets-record": ((w.reading,), {})},
            {"sheets_record": ({"reading": w.reading}, None)},
        ),
        # Money.
        Act(
            SHUT,
            {
                "event-money-setup": (
                    (),
                    {"fee": "1.00", "fee_per": "player", "prize_kind": "none"},
                )
            },
            {"money_update": ({}, {"fee": 100})},
        ),
        Act(
            SHUT,
            {"event-money-divide": ((), {"rest": "winners"})},
            {"money_update": ({}, {"house_percent": 10})},
        ),
        Act(
            NOBODY_ELSES,
            {"event-money-divide": ((), {})},
            {"prizes_fit": ({}, None)},
        ),
        Act(
            PAID,
            {
                "event-money-door": ((), {"number": "2"}),
                "event-money-fee": ((1, 0), {"status": "paid"}),
            },
            {"fees_update": ({"entry": 1, "place": 0}, {"status": "paid"})},
        ),
        Act(
            SHUT,
            {"event-money-fee": ((1, 0), {"status": "waived"})},
            {"fees_update": ({"entry": 1, "place": 0}, {"status": "waived"})},
        ),
        Act(READ, {"event-money-settle": ((), {})}, {"money_settle": ({}, None)}),
        Act(
            PAID,
            {"event-money-transfers": ((), {"way": "fewest"})},
            {"transfers_plan": ({}, {})},
        ),
        Act(
            PAID,
            {
                "event-money-paid": ((k["transfer"],), {}),
                "event-money-unpaid": ((k["transfer"],), {}),
            },
            {"transfers_update": ({"transfer": k["transfer"]}, {"paid": True})},
        ),
        Act(
            AFTER,
            {"event-money-award": ((), {"back": "1"})},
            {"prizes_award": ({}, None), "prizes_take_back": ({}, None)},
        ),
        Act(
            NOBODY_ELSES,
            {
                "event-money-prizes": ((), {"name": "New pot", "stake": "1.00"}),
                "event-money-pot": ((k["pot"],), {"players": [str(player)]}),
                "event-money-pot-off": ((k["pot"],), {}),
            },
            {
                "side_pots_add": ({}, {"name": "New pot", "stake": 100}),
                "side_pots_set": ({"pot": k["pot"]}, pot),
                "side_pots_remove": ({"pot": k["pot"]}, None),
            },
        ),
        Act(
            NOBODY_ELSES,
            {
                "event-money-book": (
                    (),
                    {
                        **{"what": "expense", "expense-text": "Pens", "expense-amount": "1.00"},
                        **{"expense-bearer": "club", "expense-key": "k3"},
                    },
                )
            },
            {
                "expenses_create": ({}, {"amount": 100, "text": "Pens"}),
                "cash_create": ({}, {"amount": 100, "text": "Change", "direction": "in"}),
            },
        ),
        Act(
            SHUT,
            {
                "event-money-book": (
                    (),
                    {
                        **{"what": "expense", "expense-text": "Soup", "expense-amount": "1.00"},
                        **{"expense-bearer": "pot", "expense-key": "k4"},
                    },
                )
            },
            {"expenses_create": ({}, {"amount": 100, "text": "Soup", "bearer": "pot"})},
        ),
        Act(
            SHUT,
            {"event-money-undo": ((k["expense"],), {})},
            {"entries_of_book_take_back": ({"number": k["expense"]}, None)},
        ),
    ]


UNNOTED: Final = {
    *("entries_preview", "entries_withdraw_preview"),
    *("clock_set", "prizes_fit"),  # among them are some that find it as they want it
    *("sheets_place", "sheets_record"),  # a reading is followed by its own address
}
"""Operations that may leave all resources of the feed as they are."""


# What there is.


def routes(resolver: URLResolver, above: str = "") -> Iterator[tuple[str, str]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, above + str(pattern.pattern))
        elif pattern.name:
            yield pattern.name, above + str(pattern.pattern)


def pages_of_events() -> dict[str, str]:
    """The pages of an event and of its matches, by their names."""
    within = re.compile(r"c/<slug:slug>/(events/<\w+:event_id>|matches/<\w+:match_id>)/")
    return {name: route for name, route in routes(get_resolver()) if within.match(route)}


def operations() -> dict[str, tuple[str, str]]:
    """The writing operations of events and matches: method and address, by their names."""
    schema = described()
    return {
        operation["operationId"]: (method, path)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if method in {"post", "put", "patch", "delete"}
        and {"{event}", "{match}"} & {*path.split("/")}
    }


@pytest.fixture(autouse=True)
def requests_counted_anew() -> None:
    """The limit of requests counts in the cache, which rolling back a test leaves as it is."""
    cache.clear()


@pytest.fixture
def worlds(
    make_event: EventMaker, owner: User, bid: Callable[..., Match]
) -> Callable[[str], World]:
    """The event in one of the states."""

    def make(state: str) -> World:
        event = make_event(5, round_minutes=20, who_writes=WhoWrites.PLAYERS)
        dealt = make_event(4, name="Deals")
        deal_set_draw(event=dealt, by=owner, count=3, per_round=1)
        dealt.refresh_from_db()
        sign_up_page_update(event=event, is_on=True)
        key = sign_up_key()
        sign_up_make(event=event, key=key, name="Una", partner="Vic")
        set_up: dict[str, Any] = {"fee": 500, "prize_kind": "share", "prize_table": [[1, [60, 30]]]}
        money = money_set_up(event=event, made_by=owner, **set_up)
        spend: dict[str, Any] = {
            "amount": 300,
            "text": "Pens",
            "bearer": Bearer.POT,
            "made_by": owner,
        }
        expense = expense_add(money=money, key="pens", **spend)
        roster = list(event.club.players.order_by("pk"))
        pot = side_pot_add(money=money, name="High bid", stake=100)
        side_pot_set(pot=pot, players=roster[:3], made_by=owner)
        keys = {
            "player": roster[0].pk,
            "other": roster[1].pk,
            "free": roster[-2].pk,
            "alone": roster[-3].pk,
            "pot": pot.pk,
            "expense": expense.number,
        } | dict.fromkeys(("adjustment", "play_off", "ruling", "slip", "match", "revision"), 1)
        keys |= {"seated": 1, "winner": 1, "transfer": 1}
        match = Match(first_dealer=0)
        for planned in (event, dealt):
            rounds_plan(event=planned)
        waiting_player_add(event=event, player=roster[-3])
        if state != "draft":
            match = _played(event, dealt, owner, bid, keys)
        evening_settle(event_id=event.pk)
        keys["transfer"] = transfers_plan(book=money.book)[0].pk
        if state in {"finished", "reopened"}:
            for open_event in (event, dealt):
                event_finish(event=open_event, by=owner, unfinished=True)
            prizes_award(event=event, made_by=owner)
        if state == "reopened":
            for closed in (event, dealt):
                event_reopen(event=closed, by=owner, reason="misread")
        event.refresh_from_db()
        dealt.refresh_from_db()
        reading = reading_order(event=event, files=[], by=owner)
        keys["sheet"] = reading.sheets.create(picture="1.jpg", page=1, players=4).pk
        return World(event, dealt, money, pot, keys, match, reading.pk)

    return make


def _played(
    event: Event, dealt: Event, owner: User, bid: Callable[..., Match], keys: dict[str, int]
) -> Match:
    """A round of each begun: a hand at the first table, a slip at the second."""
    round_ = begin_next(event)
    clock_start(round=round_)
    match = bid(match_of(event, 1, 1), 0)
    slip = match_of(event, 1, 2)
    result_state(match_id=slip.pk, totals=[7, 4], author=owner)
    begin_next(dealt)
    for table in (1, 2):
        bid(match_of(dealt, 1, table), 0)
    decided: dict[str, Any] = {"by": owner, "reason": "late"}
    at = dealt.rounds.get(number=1).tables.get(number=1)
    awards = ["average", "average"]
    device_admit(event=event, player=event.club.players.order_by("pk")[0])
    keys |= {
        "match": match.pk,
        "slip": slip.pk,
        "revision": slip.entered_results.latest("pk").pk,
        "winner": event.rounds.get(number=1).tables.get(number=2).seats.first().entry.number,
        "seated": event.rounds.get(number=1).tables.get(number=1).seats.first().entry.number,
        "adjustment": adjustment_make(entry=entry(event, 4), marks=-1, **decided).pk,
        "play_off": play_off_record(event=event, order=[1, 2], kind=DecisionKind.HAND, by=owner).pk,
        "ruling": deal_ruling_give(table=at, number=1, awards=awards, **decided).pk,
    }
    return match


def test_every_writing_page_of_an_event_is_named_above(
    worlds: Callable[[str], World], client_for: Callable[[User], Client], owner: User
) -> None:
    world = worlds("running")
    named = {name for act in acts(world) for name in act.pages}
    client, missing = client_for(owner), []
    known = pages_of_events()
    assert len(known) > 100
    for name, route in known.items():
        kinds = {"slug": "standings", "spreadsheet": "csv", "uuid": world.reading}
        args = [kinds.get(part.partition(":")[0], 1) for part in _parameters(route)[2:]]
        first = world.event.pk if "event_id" in route else world.match.pk
        if name in named or client.post(_page(world, name, [first, *args])).status_code == 405:
            continue
        missing.append(name)
    assert missing == []
    assert named <= known.keys()


def _parameters(route: str) -> list[str]:
    return [part.partition(">")[0] for part in route.split("<")[1:]]


def _page(world: World, name: str, args: list[Any]) -> str:
    return reverse(name, args=[world.event.club.slug, *args])


def test_every_writing_operation_of_an_event_is_named_above(
    worlds: Callable[[str], World],
) -> None:
    named = {name for act in acts(worlds("draft")) for name in act.api}
    assert len(named) > 50
    assert named == operations().keys()


# What comes of it.


def entered(event: Event) -> tuple[Any, ...]:
    """What would show that anything was written: the version and the book's sums."""
    book = Transaction.objects.filter(book__event_money__event=event)
    event.refresh_from_db()
    amounts = Posting.objects.filter(transaction__in=book).values_list("account", "amount")
    return event.version, event.state, sorted(amounts)


class Outcome(NamedTuple):
    """The answer to a request; whether anything was written, and whether the feed names it."""

    answer: Any
    written: bool
    noted: bool


def tried(event: Event, act: Callable[[], Any]) -> Outcome:
    """Send a request and roll back what it did."""
    before, known = entered(event), Change.objects.count()
    with transaction.atomic():
        answer = act()
        after, changes = entered(event), Change.objects.count()
        transaction.set_rollback(True)
    event.refresh_from_db()
    return Outcome(answer, after != before, changes > known)


@pytest.mark.parametrize("state", [*OPEN, "finished"])
def test_a_finished_event_is_closed_alike_by_page_and_api_and_no_other_is(
    state: str, worlds: Callable[[str], World], client_for: Callable[[User], Client], owner: User
) -> None:
    world = worlds(state)
    api = DescribedClient()
    api.force_authenticate(owner)
    client, known, wrong = client_for(owner), operations(), []
    is_shut = state == "finished"
    tags = {"hands_correct": '"r1"', "hands_undo": '"r1"'}
    sent = acts(world)
    for act in sent if is_shut else sent[OPEN.index(state) :: 3]:
        event = world.dealt if act.on_deals else world.event
        for name, (args, data) in act.pages.items():
            of_match = name.startswith(("match", "hand"))
            first = world.keys["slip" if "result" in name else "match"] if of_match else event.pk
            address = _page(world, name, [first, *args])
            send_form = partial(client.post, address, data, follow=is_shut)
            answer, written, _noted = tried(event, send_form)
            wrong += _wrong_page(name, state, act, answer, written=written)
        for name, (params, body) in act.api.items():
            method, path = known[name]
            address = path.format(slug=event.club.slug, event=event.pk, **params)
            headers = {"If-Match": tags[name]} if name in tags else {}
            send = getattr(api, method)
            answer, written, noted = tried(
                event,
                lambda: send(address, body, format="json", headers=headers),  # noqa: B023 called at once
            )
            wrong += _wrong_answer(name, event, state, act, answer, written=written)
            if answer.status_code < 300 and not noted and name not in UNNOTED:
                wrong.append((name, state, "is not in the feed of changes"))
    assert wrong == [], "\n".join(map(str, wrong))


def test_a_finished_event_is_opened_again_by_the_operation_that_its_answer_names(
    worlds: Callable[[str], World], api_for: ApiFor, owner: User
) -> None:
    world, api = worlds("finished"), api_for(owner)
    for event in (world.event, world.dealt):
        problem = api.patch(address_of(event), {"cap": 9}, format="json").json()
        opened = api.post(problem["reopen"], {"reason": "misread"}, format="json")
        assert opened.json()["state"] == "running"
        assert api.patch(address_of(event), {"cap": 9}, format="json").status_code == 200


def test_what_a_finished_event_refuses_is_described_with_the_operation_that_opens_it_again(
    worlds: Callable[[str], World],
) -> None:
    known, schema = operations(), described()
    shut = {name for act in acts(worlds("draft")) if act.finished == SHUT for name in act.api}
    assert len(shut) > 40
    for name in shut:
        method, path = known[name]
        reference = schema["paths"][path][method]["responses"]["409"]["$ref"]
        shown = schema["components"]["responses"][reference.rpartition("/")[2]]
        assert "`closed`" in shown["description"], name
        assert "`reopen`" in shown["description"], name


def test_only_what_a_finished_event_refuses_is_described_as_closed(
    worlds: Callable[[str], World],
) -> None:
    shut = {name for act in acts(worlds("draft")) if act.finished == SHUT for name in act.api}
    paths = described()["paths"]
    closed = {
        name
        for name, (method, path) in operations().items()
        if "Closed" in paths[path][method]["responses"].get("409", {}).get("$ref", "")
    }
    fit = {"prizes_fit"}  # where the rest was entered: see `tests/stakes/test_dividing.py`
    assert closed == shut | fit


def address_of(event: Event) -> str:
    return f"/api/v1/clubs/{event.club.slug}/{event.api_path}"


def _wrong_page(name: str, state: str, act: Act, answer: Any, *, written: bool) -> list[Any]:
    if answer.status_code >= 500:
        return [(name, state, answer.status_code)]
    if state != "finished":
        return []
    is_page = "text/html" in answer.get("Content-Type", "")
    text = words(answer) if is_page else ""
    is_shut = "finished" in text and ("reopen" in text.lower() or "open it again" in text.lower())
    if act.finished == SHUT and (written or not is_shut):
        return [(name, act.finished, answer.status_code, written, text[:300])]
    if act.finished == BEFORE and written:
        return [(name, act.finished, answer.status_code)]
    if act.finished in {PAID, NOBODY_ELSES} and answer.status_code == 422:
        return [(name, act.finished, text[:400])]
    return []


def _wrong_answer(
    name: str, event: Event, state: str, act: Act, answer: Any, *, written: bool
) -> list[Any]:
    code = answer.json().get("code") if answer.content and answer.status_code >= 400 else ""
    trace = (name, state, act.finished, answer.status_code, code, written)
    if answer.status_code >= 500 or (state != "finished" and code == "closed"):
        return [(*trace, answer.content[:200])]
    if state != "finished":
        return []
    if act.finished == SHUT:
        said = (answer.status_code, code, answer.json().get("reopen"), written)
        is_shut = said == (409, "closed", f"{address_of(event)}reopen/", False)
        return [] if is_shut else [(*trace, answer.content[:200])]
    if act.finished == BEFORE and (answer.status_code < 400 or written):
        return [(*trace, answer.content[:200])]
    if act.finished in {PAID, NOBODY_ELSES, NAMED, READ, AFTER} and answer.status_code >= 400:
        return [(*trace, answer.content[:200])]
    return []
