"""The table of a game's agreement, walked with the phones of both sides and an organiser.

Every phone comes in by its code; whoever acts does so on a page.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from scoring.models import Hand, Match
from tests.phones import number_at
from tests.phones.test_phones import HAND, PHONE, Join, join, typed, write
from tests.tournaments.conftest import begin_next, match_of
from tests.tournaments.pages import Pages, messages_of, words
from tournaments.events.models import ConfirmBy, Event, Game, WhoWrites
from tournaments.events.services.events import event_update
from tournaments.phones.agreement import TRANSITIONS, VIEWS, Act, Agreement, Question
from tournaments.phones.models import RemarkKind
from tournaments.phones.selectors.remarks import agreement_of

pytestmark = pytest.mark.usefixtures("held")

__all__ = ["join"]


class Table:
    """A table with the writer's phone, one of the other side, and the organiser's pages."""

    def __init__(self, event: Event, join: Join, pages: Pages) -> None:
        self.event, self.pages = event, pages
        self.writer, self.other = join(event), join(event, place=2)
        self.player = number_at(event, 1, place=2)
        self.sent = 0
        self.follows = True
        """Whether the page after an act is read, too."""

    @property
    def match(self) -> Match:
        return match_of(self.event, 1, 1)

    @property
    def game(self) -> Game:
        return Game.objects.get(match=self.match)

    @property
    def state(self) -> Agreement:
        self.event.refresh_from_db()
        return agreement_of(self.event, self.game, self.match)

    def key(self) -> str:
        self.sent += 1
        return f"sent{self.sent}"

    def settings(self, who: WhoWrites, confirms: ConfirmBy = ConfirmBy.HAND) -> None:
        event_update(event=self.event, who_writes=who, confirms=confirms)

    def at_match(self, name: str, *more: int, **fields: Any) -> Any:
        club = self.event.club.slug
        address = reverse(name, args=[club, self.match.pk, *more])
        return self.pages.client.post(address, fields, follow=self.follows)

    def write(self) -> Any:
        return write(self.writer, self.match, key=self.key())

    def undo(self) -> Any:
        last = Hand.objects.get(match=self.match, number=self.match.hand_count)
        sent = {"match": self.match.pk, "number": last.number, "revision": last.revision}
        return self.writer.post(
            reverse("phone-undo"), sent | {"key": self.key()}, follow=self.follows
        )

    def ask_back(self) -> Any:
        sent = {"match": self.match.pk}
        return self.writer.post(reverse("phone-take-back"), sent, follow=self.follows)

    def answer(self, question: Question, answer: str) -> Any:
        """Answer a question on the other side's phone, whether it asks that or no longer does."""
        is_back = question is Question.MAY_TAKE_BACK
        game = self.game
        revision = game.take_back_revision if is_back else game.guest_revision
        sent = {"match": self.match.pk, "revision": revision, "asks": question.value}
        sent |= {"player": self.player, "answer": answer, "text": "It was set"}
        return self.other.post(reverse("phone-answer"), sent, follow=self.follows)

    def record(self) -> Any:
        return self.at_match("hand-new", **typed(self.match, key=self.key()))

    def correct(self) -> Any:
        hand = Hand.objects.filter(match=self.match, record__isnull=False).get(number=1)
        sent = HAND | {"result": "set", "revision": hand.revision, "key": self.key()}
        return self.at_match("hand-correct", 1, **sent, reason="They say so")

    def remove(self) -> Any:
        last = Hand.objects.get(match=self.match, number=self.match.hand_count)
        return self.at_match(
            "match-undo", number=last.number, revision=last.revision, key=self.key()
        )

    def settle(self) -> Any:
        return self.pages.post("event-desk-settle", 1, 1, 1)

    def totals(self) -> Any:
        seen = ",".join(map(str, self.match.entered_totals or ()))
        sent = {"seen": seen, "side0": 7, "side1": 3 if seen else 4}
        fields = {f"match{self.match.pk}-{name}": value for name, value in sent.items()}
        return self.pages.post("round-results", 1, **fields, reason="The phone died")

    def withdraw(self) -> Any:
        return self.at_match("match-result-withdraw", reason="The other table")

    def act(self, act: Act) -> Any:
        acts: dict[Act, Callable[[], Any]] = {
            Act.WRITE: self.write,
            Act.PROPOSE: self.write,
            Act.UNDO: self.undo,
            Act.ASK_BACK: self.ask_back,
            Act.RIGHT: lambda: self.answer(Question.IS_RIGHT, "right"),
            Act.WRONG: lambda: self.answer(Question.IS_RIGHT, "wrong"),
            Act.GIVE_BACK: lambda: self.answer(Question.MAY_TAKE_BACK, "right"),
            Act.KEEP: lambda: self.answer(Question.MAY_TAKE_BACK, "wrong"),
            Act.RECORD: self.record,
            Act.CORRECT: self.correct,
            Act.REMOVE: self.remove,
            Act.SETTLE: self.settle,
            Act.TOTALS: self.totals,
            Act.WITHDRAW: self.withdraw,
        }
        return acts[act]()


@pytest.fixture
def table(running: Event, join: Join, pages_of: Callable[[Event], Pages]) -> Table:
    event = event_update(event=running, who_writes=WhoWrites.PLAYERS)
    return Table(event, join, pages_of(event))


def reach(table: Table, state: Agreement) -> None:
    """Bring a table into a state with one hand, which its players wrote and nobody confirmed."""
    is_open = state in {Agreement.NONE, Agreement.TAKE_BACK, Agreement.DECIDED}
    table.settings(WhoWrites.PLAYERS if is_open else WhoWrites.CONFIRMED)
    table.write()
    if state in {Agreement.DISPUTED, Agreement.DISPUTED_TAKE_BACK}:
        table.act(Act.WRONG)
    if VIEWS[state].question is Question.MAY_TAKE_BACK:
        table.act(Act.ASK_BACK)
    if state is Agreement.DECIDED:
        table.act(Act.TOTALS)
    assert table.state is state


@contextmanager
def tried() -> Iterator[None]:
    """Undo what happens inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


# Where no hand is confirmed now, phones write on without being asked: those two come on their own.
ACTS = [act for act in Act if act is not Act.PROPOSE]


@pytest.mark.parametrize("state", Agreement)
def test_each_act_leads_where_the_table_of_agreement_says_or_is_refused(
    state: Agreement, table: Table
) -> None:
    reach(table, state)
    table.follows = False
    wrong = []
    for act in ACTS:
        with tried():
            due = TRANSITIONS[state].get(act, state)
            before = (table.match.version, table.game.remark_count)
            table.act(act)
            is_same = before == (table.match.version, table.game.remark_count)
            if table.state is not due or is_same == (act in TRANSITIONS[state]):
                wrong.append((act, table.state, due, is_same))
    assert not wrong


def test_a_hand_that_is_to_be_confirmed_waits(table: Table) -> None:
    table.settings(WhoWrites.CONFIRMED)
    table.act(Act.PROPOSE)
    assert table.state is TRANSITIONS[Agreement.NONE][Act.PROPOSE] is Agreement.WAITING
    assert table.act(Act.PROPOSE).status_code == 409
    assert Hand.objects.count() == 1


SHOWN = [
    # state, the other side's phone, the writer's phone, the desk, the page of the match
    (Agreement.NONE, "", "", "playing", ""),
    (Agreement.WAITING, "is this right?", "Waiting for the other side", "waiting", "is right"),
    (Agreement.DISPUTED, "Disputed", "Disputed", "disputed", "do not agree"),
    (Agreement.TAKE_BACK, "be taken back?", "Waiting for the other side", "waiting", "taken back"),
    (
        *(Agreement.WAITING_TAKE_BACK, "be taken back?", "Waiting for the other side"),
        *("waiting", "taken back"),
    ),
    (
        *(Agreement.DISPUTED_TAKE_BACK, "be taken back?", "Waiting for the other side"),
        *("disputed", "do not agree"),
    ),
    (Agreement.DECIDED, "", "", "done", ""),
]


@pytest.mark.parametrize(("state", "other", "writer", "desk", "page"), SHOWN)
def test_phones_desk_and_page_of_the_match_show_the_state(
    state: Agreement, other: str, writer: str, desk: str, page: str, table: Table
) -> None:
    reach(table, state)
    view = VIEWS[state]
    for phone, shown in ((table.other, other), (table.writer, writer)):
        answer = phone.get(PHONE)
        assert shown in words(answer)
        assert bool(answer.context["form"]) is (state is Agreement.NONE)
        assert bool(answer.context["question"]) is view.question.asks
        assert bool(answer.context["objection"]) is view.needs_organiser
    rows = table.pages.get("event-desk").context["desk"].tables
    assert [row.place.state.value for row in rows if row.place.table.number == 1] == [desk]
    at = reverse("match", args=[table.event.club.slug, table.match.pk])
    shown_page = table.pages.client.get(at)
    assert bool(shown_page.context["open"]) is (view.question.asks or view.needs_organiser)
    assert page in words(shown_page)


# --- what went wrong


def test_asking_to_take_a_disputed_hand_back_asks_the_other_side(table: Table) -> None:
    reach(table, Agreement.DISPUTED)
    assert messages_of(table.ask_back()) == ["The other side has been asked."]
    assert "may hand 1 be taken back?" in words(table.other.get(PHONE))
    table.act(Act.GIVE_BACK)
    assert table.match.hand_count == 0
    assert table.write().status_code == 200


def test_the_organisers_correction_settles_a_dispute_and_nobody_is_asked_again(
    table: Table,
) -> None:
    reach(table, Agreement.DISPUTED)
    table.act(Act.CORRECT)
    for phone in (table.writer, table.other):
        page = phone.get(PHONE)
        assert page.context["question"] is None
        assert "is this right?" not in words(page)
        assert page.context["form"]
    assert table.pages.get("event-desk").context["desk"].playing
    assert not table.pages.get("event-desk").context["desk"].waiting


def test_right_is_no_consent_to_a_question_that_came_in_between(table: Table) -> None:
    reach(table, Agreement.WAITING_TAKE_BACK)
    assert messages_of(table.act(Act.RIGHT)) == [
        "Something has changed in the meantime: check again."
    ]
    assert table.match.hand_count == 1


def test_a_confirmed_hand_is_not_taken_back_alone(table: Table) -> None:
    reach(table, Agreement.WAITING)
    table.act(Act.RIGHT)
    assert table.writer.get(PHONE).context["undo"] is None
    table.act(Act.UNDO)
    assert table.match.hand_count == 1


def test_a_further_hand_of_a_scorer_or_called_time_settles_no_dispute(table: Table) -> None:
    reach(table, Agreement.DISPUTED)
    table.act(Act.RECORD)
    assert table.state is Agreement.DISPUTED
    assert table.pages.post("clock-call", 1).status_code == 200
    assert table.state is Agreement.DISPUTED
    table.act(Act.REMOVE)
    assert table.state is Agreement.DISPUTED, "the hand that was taken back is not the disputed one"


def test_the_hand_asked_back_is_the_last_though_an_earlier_was_corrected_since(
    table: Table,
) -> None:
    for _hand in range(2):
        table.write()
    table.act(Act.CORRECT)
    table.act(Act.ASK_BACK)
    assert "may hand 2 be taken back?" in words(table.other.get(PHONE))
    table.act(Act.GIVE_BACK)
    assert table.match.hand_count == 1


def test_nobody_is_asked_any_more_once_only_scorers_write(table: Table) -> None:
    reach(table, Agreement.TAKE_BACK)
    table.settings(WhoWrites.SCORERS)
    table.act(Act.RECORD)
    table.settings(WhoWrites.PLAYERS)
    assert table.state is Agreement.NONE


def test_withdrawn_totals_leave_an_open_dispute_open(table: Table) -> None:
    reach(table, Agreement.DISPUTED)
    table.act(Act.TOTALS)
    assert table.state is Agreement.DECIDED
    assert not table.game.is_disputed
    table.act(Act.WITHDRAW)
    assert table.state is Agreement.DISPUTED


def test_the_desk_and_the_page_of_the_match_show_both_versions_and_the_way_out(
    table: Table,
) -> None:
    reach(table, Agreement.DISPUTED)
    sentence = table.writer.get(PHONE).context["last"].labels.sentence
    correct = reverse("hand-correct", args=[table.event.club.slug, table.match.pk, 1])
    settle = table.pages.url("event-desk-settle", 1, 1, 1)
    hand = reverse("hand", args=[table.event.club.slug, table.match.pk, 1])
    for address in (correct, hand):
        assert "It was set" in words(table.pages.client.get(address))
    at = reverse("match", args=[table.event.club.slug, table.match.pk])
    for page in (table.pages.get("event-desk"), table.pages.client.get(at)):
        assert sentence in words(page)
        assert "It was set" in words(page)
        assert correct in page.content.decode()
        assert settle in page.content.decode()


def test_an_open_page_of_the_match_learns_of_a_dispute(table: Table) -> None:
    reach(table, Agreement.WAITING)
    at = reverse("match-live", args=[table.event.club.slug, table.match.pk])
    seen = {"If-None-Match": table.pages.client.get(at)["ETag"]}
    assert table.pages.client.get(at, headers=seen).status_code == 304
    table.act(Act.WRONG)
    assert "do not agree" in words(table.pages.client.get(at, headers=seen))


def test_the_organiser_settles_what_nobody_is_there_to_confirm(table: Table) -> None:
    reach(table, Agreement.WAITING)
    page = table.pages.get("event-desk").content.decode()
    assert table.pages.url("event-desk-settle", 1, 1, 1) in page
    table.act(Act.SETTLE)
    assert table.game.remarks.get().kind == RemarkKind.SETTLED
    assert table.writer.get(PHONE).context["form"]


def finish_unconfirmed(table: Table, win: Callable[..., Match], bid: Callable[..., Match]) -> None:
    """Finish the first round, whose first table has still to be confirmed, and begin the second."""
    table.settings(WhoWrites.CONFIRMED, ConfirmBy.MATCH)
    table.write()
    for _hand in range(3):
        bid(table.match, 0, marks=2)
    win(match_of(table.event, 1, 2), 0)
    begin_next(table.event)


def test_a_question_of_the_round_before_stays_on_screen_beside_the_next_hand(
    table: Table, win: Callable[..., Match], bid: Callable[..., Match]
) -> None:
    finish_unconfirmed(table, win, bid)
    assert table.state is Agreement.WAITING
    for phone, shown in ((table.writer, "Waiting for the other side"), (table.other, "is this")):
        page = phone.get(PHONE)
        assert shown in words(page)
        assert "Round 1, table 1" in words(page)
        assert page.context["form"], "the hands of round 2 are recorded meanwhile"
        assert page.context["held"] == [table.match.pk], "those of round 1 wait on the phone"
    live, query = reverse("phone-live"), {"match": 0, "asks": table.match.pk}
    tag = table.writer.get(live, query)["ETag"]
    table.act(Act.RIGHT)
    assert table.writer.get(live, query, headers={"If-None-Match": tag}).status_code == 200
    assert "Round 1, table 1" not in words(table.writer.get(PHONE))
