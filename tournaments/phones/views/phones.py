"""A table on a player's phone: recording hands and answering questions.

Without account and club: everything belongs to the requesting phone, all else is 404.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, cast

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import prefetch_related_objects
from django.forms.utils import flatatt
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ClubRequest
from clubs.models import Player
from core.figures import read_whole
from core.pages import act_and_redirect
from core.transactions import Closed
from games.entry_form import EntryForm
from scoring.errors import (
    HandConflict,
    HandRejected,
    KeyReused,
    NothingToUndo,
    ReasonMissing,
)
from scoring.forms import UndoForm
from scoring.host import MatchHost, host_of
from scoring.models import Hand, Match
from scoring.running_score import match_rotation
from scoring.selectors.histories import newest_revision, versus
from scoring.selectors.scores import HandRow, match_get, match_score
from scoring.views.matches import EntryContext, new_key
from scoring.views.previews import preview_of
from tournaments.events.event_host import EventHost
from tournaments.events.models import Event, EventState, Game
from tournaments.events.selectors.events import lineup
from tournaments.events.selectors.public import matches_of_player, number_in, player_numbered
from tournaments.events.selectors.standings import standings_for
from tournaments.events.views.common import entry_context, tagged, unchanged
from tournaments.phones.agreement import VIEWS, Act, Agreement, Question, is_allowed
from tournaments.phones.models import DirectorCall, GuestDevice, RemarkKind
from tournaments.phones.selectors.phones import (
    PhoneTable,
    is_own_match,
    own_hand,
    phone_table,
    phone_tag,
)
from tournaments.phones.selectors.remarks import (
    agreement_of,
    games_of,
    hands_in_question,
    last_objection,
    question_for,
    standing_hands,
)
from tournaments.phones.services.table_hands import (
    UNDO_WITHIN,
    AgreementMissingError,
    TextMissingError,
    deal_begin,
    director_call,
    game_answer,
    guest_record,
    guest_undo,
    may_undo,
    take_back_ask,
)
from tournaments.phones.views.guests import GuestRequest, guest_view

AHEAD: Final = 6
"""How many hands a phone can write while the laptop is away: their forms are on it."""
AGREED_WITHIN: Final = 4
"""Seconds between polls for the other side's agreement."""
CALL_SHOWN: Final = timedelta(minutes=10)
ANSWERED: Final = {
    RemarkKind.RIGHT: gettext_lazy("Thank you: both sides agree."),
    RemarkKind.WRONG: gettext_lazy("The organiser sees that it is disputed."),
    RemarkKind.GIVEN_BACK: gettext_lazy("The hand has been taken back."),
    RemarkKind.KEPT: gettext_lazy("The hand stays."),
}


@require_safe
@partial(guest_view, after_end=True)
def phone(request: GuestRequest) -> HttpResponse:
    """The table of the phone's player: the next hand, or where to go; the final table at the
    end."""
    if request.device.event.state == EventState.FINISHED:
        return _ended(request)
    return _page(request)


@require_safe
@partial(guest_view, after_end=True)
def phone_standings(request: GuestRequest) -> HttpResponse:
    """The standings, as a phone shows them between rounds and refreshes them."""
    device = request.device
    tag = f"standings-{device.pk}-{device.event.standings_version}-{device.event.state}"
    if answer := unchanged(request, tag):
        return answer
    context = {"event": device.event, **entry_context(device.event), **_standings_context(device)}
    return tagged(render(request, "phones/phone/_standings.html", context), tag)


def _ended(request: GuestRequest) -> HttpResponse:
    """Thanks, the player's place, the final table, their own hands, and the next event."""
    device = request.device
    event, everybody = device.event, lineup(device.event)
    own = Match.objects.select_related("club").prefetch_related("hands")
    played = matches_of_player(event, device.player_id, everybody, own)
    numbers = Game.objects.filter(match__in=played).values_list(
        "match", "table__round__number", "number"
    )
    places = {match: place for match, *place in numbers}
    coming = Event.objects.filter(club=event.club_id, state=EventState.DRAFT)
    context = {
        "event": event,
        "device": device,
        **entry_context(event),
        **_standings_context(device),
        "played": [(*places[match.pk], match_score(match)) for match in played],
        "coming": coming.filter(date__gte=timezone.localdate()).order_by("date", "pk").first(),
    }
    return render(request, "phones/phone/ended.html", context)


def _standings_context(device: GuestDevice) -> dict[str, Any]:
    standings = standings_for(device.event)
    own = (
        row
        for row in standings.rows
        if device.player_id in {player.pk for player in row.entrant.players}
    )
    return {"standings": standings, "row": next(own, None)}


@require_safe
@guest_view
def phone_offline(request: GuestRequest) -> HttpResponse:
    """The page as a phone keeps it for when the laptop is away.

    It holds the forms of the hands to come, and not the player's own cards.
    """
    return _page(request, ahead=AHEAD)


@require_safe
@partial(guest_view, is_polled=True)
def phone_live(request: GuestRequest) -> HttpResponse:
    """Return the news of a phone that shows ``?match=``; 304 without news.

    ``?asks=`` is another match, about which it shows a question.
    """
    match, asks = (read_whole(request.GET.get(name, "")) for name in ("match", "asks"))
    tag = phone_tag(request.device, match, asks)
    if answer := unchanged(request, tag):
        return answer
    return tagged(render(request, "phones/phone/state.html", {"tag": tag}), tag)


@require_POST
@guest_view
def phone_preview(request: GuestRequest) -> HttpResponse:
    """Return the interpretation of the input; nothing is written."""
    entry = _submitted_entry(request)
    form = entry.submitted_form()
    own_name = _own_name(request.device, entry.match)
    preview = preview_of(match=entry.match, form=form)
    context = {"preview": preview, "form": form, "own_name": own_name}
    return render(request, "phones/phone/preview.html", context)


@require_POST
@guest_view
def phone_hand(request: GuestRequest) -> HttpResponse:
    """Record the next hand: 422 with every problem, 409 with both versions."""
    entry = _submitted_entry(request)
    form = entry.submitted_form()
    if not form.is_valid() or "check" in request.POST:
        return _page(request, entry, form, status=422 if form.errors else 200)
    try:
        written = guest_record(
            device=request.device,
            match_id=entry.match.pk,
            record=form.record,
            derived_calls=form.derived_calls,
            number=form.cleaned_data["number"],
            key=form.cleaned_data["key"],
        )
    except HandRejected as error:
        form.problems_add(error.problems)
        return _page(request, entry, form, status=422)
    except (HandConflict, KeyReused) as error:
        return _conflict(request, entry.match.pk, form, error.current)
    except AgreementMissingError as error:
        # A phone with a script keeps the hand itself, and needs the question alone.
        shown = () if request.htmx else (entry, form)
        form.add_error(None, error)
        response = _page(request, *shown, status=409)
        response["Retry-After"] = AGREED_WITHIN
        return response
    except ValidationError as error:
        form.add_error(None, error)
        return _page(request, entry, form, status=409)
    return _recorded(request, written.hand.number)


def _recorded(request: GuestRequest, number: int) -> HttpResponse:
    """Show a message, and continue with the next hand."""
    said = _("Hand %(number)d has been recorded.") % {"number": number}
    if request.htmx:
        return _page(request, said=said)
    messages.success(request, said)
    return redirect("phone")


@require_POST
@guest_view
def phone_undo(request: GuestRequest) -> HttpResponse:
    """Take the last hand back."""
    match = _own_match(request)
    form = UndoForm(request.POST)
    if not form.is_valid():
        raise Http404
    try:
        guest_undo(device=request.device, match_id=match.pk, **form.cleaned_data)
    except (NothingToUndo, HandConflict, KeyReused):
        messages.warning(
            request, _("Something else was recorded in the meantime. Nothing has been changed.")
        )
    except ReasonMissing:
        messages.warning(request, _("Later hands have been recorded since. Ask the organiser."))
    except Closed:
        raise Http404 from None
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))
    else:
        number = form.cleaned_data["number"]
        messages.success(request, _("Hand %(number)d was taken back.") % {"number": number})
    return redirect("phone")


@require_POST
@guest_view
def phone_take_back(request: GuestRequest) -> HttpResponse:
    """Ask the other side whether the last hand may be taken back."""
    match = _own_match(request)
    words = _("The other side has been asked.")
    action = partial(take_back_ask, device=request.device, match_id=match.pk)
    return act_and_redirect(request, reverse("phone"), action, words)


@require_POST
@guest_view
def phone_answer(request: GuestRequest) -> HttpResponse:
    """Answer a question of another side."""
    match = _own_match(request)
    sent = request.POST
    answer, text = sent.get("answer"), sent.get("text", "").strip()
    asks = sent.get("asks", "")
    key = player_numbered(request.device.event, sent.get("player", ""))
    player = Player.objects.filter(pk=key).first() if key else None
    if player is None or answer not in {"right", "wrong"} or asks not in set(Question):
        raise Http404
    try:
        said = game_answer(
            device=request.device,
            player=player,
            match_id=match.pk,
            question=Question(asks),
            revision=read_whole(sent.get("revision", "")) or 0,
            is_right=answer == "right",
            text=text,
        )
    except TextMissingError as error:
        return _page(request, status=422, text_error=error.messages[0])
    except (HandConflict, NothingToUndo, ReasonMissing):
        messages.warning(request, _("Later hands have been recorded since. Ask the organiser."))
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))
    else:
        messages.success(request, ANSWERED[RemarkKind(said.kind)])
    return redirect("phone")


@require_POST
@guest_view
def phone_call(request: GuestRequest) -> HttpResponse:
    """Call the director to the player's table."""
    device = request.device
    mine = phone_table(device.event, device.player_id).mine
    if mine is None:
        raise Http404
    action = partial(director_call, device=device, number=mine.table.in_room)
    return act_and_redirect(request, reverse("phone"), action, _("The director has been called."))


@require_POST
@guest_view
def phone_deal(request: GuestRequest) -> HttpResponse:
    """Say that the table has begun a deal."""
    match = _own_match(request)
    number = read_whole(request.POST.get("deal", "")) or 0
    action = partial(deal_begin, device=request.device, match_id=match.pk, number=number)
    words = _("Deal %(number)d has begun: each phone shows its own hand.") % {"number": number}
    return act_and_redirect(request, reverse("phone"), action, words)


def _own_match(request: GuestRequest) -> Match:
    """Return the named match if the phone's player sits at its table; else 404."""
    device, pk = request.device, read_whole(request.POST.get("match", ""))
    if not pk or not is_own_match(device.event, device.player_id, pk):
        raise Http404
    return match_get(club=device.event.club, match_id=pk)


def _submitted_entry(request: GuestRequest) -> EntryContext:
    match = _own_match(request)
    return _entry(request, match, host_of(match))


def _entry(request: GuestRequest, match: Match, host: MatchHost) -> EntryContext:
    """Return the entry form, as on the match page but always in short form."""
    return EntryContext(cast("ClubRequest", request), match, host, "quick")


def _conflict(
    request: GuestRequest, match_id: int, form: EntryForm, current: Hand | None
) -> HttpResponse:
    """Return both versions; the typed hand moves to the next number."""
    match = match_get(club=request.device.event.club, match_id=match_id)
    entry, mine = _entry(request, match, host_of(match)), form.record
    form = entry.moved_on(form)
    if current is None or current.record is None:
        form.add_error(
            None, _("Hands were taken back in the meantime. Record it if it is still right.")
        )
        return _page(request, entry, form, status=409)
    theirs = newest_revision(current)
    shown = {"who": theirs.written_by, "when": theirs.created_at}
    rows = versus(match, current.number, current.record, mine)
    # One question at a time: whether theirs is right is asked once this one is answered.
    alone: dict[str, Any] = dict.fromkeys(("question", "objection", "own_hand"))
    return _page(request, entry, form, status=409, theirs_shown=shown, rows=rows, **alone)


def _page(
    request: GuestRequest,
    entry: EntryContext | None = None,
    form: EntryForm | None = None,
    *,
    status: int = 200,
    said: str = "",
    ahead: int = 0,
    **more: Any,
) -> HttpResponse:
    """The whole page, or its entry alone for htmx; ``form`` as it was sent.

    ``ahead`` adds the forms of further hands, for a phone that keeps the page.
    """
    device = request.device
    place = phone_table(device.event, device.player_id)
    games = _games(device.event, place)
    shown = entry.match if entry else place.game and place.game.match
    game = games.get(shown.pk) if shown else None
    match = entry.match if entry else game.match if game else None
    states = {key: agreement_of(device.event, row, row.match) for key, row in games.items()}
    asking = next((row for key, row in games.items() if VIEWS[states[key]].question.asks), None)
    asks = asking.match_id if asking and asking is not game else None
    context: dict[str, Any] = {
        **entry_context(device.event),
        "event": device.event,
        "device": device,
        "place": place,
        "match": match,
        "tag": phone_tag(
            device, match.pk if match else None, asks, [row for row in (game, asking) if row]
        ),
        "asks": asks,
        "held": [key for key, state in states.items() if not is_allowed(state, Act.WRITE)],
        "said": said,
        **_called_context(device, place),
        "own_name": _own_name(device, match) if match else device.player.name,
        **dict.fromkeys(
            ("own_hand", "form", "score", "last", "undo", "question", "objection", "due"), None
        ),
        **({} if place.is_open else _standings_context(device)),
        **{
            "rows": (),
            "rows_in_question": (),
            "question_player": "",
            "disputed": (),
            "may_ask_back": False,
            "text": request.POST.get("text", ""),
            "text_error": "",
        },
    }
    if game is not None and match is not None:
        state = states[match.pk]
        context |= _match_context(device, game, match)
        context["own_hand"] = None if ahead else own_hand(device, match)
        context |= _dispute_context(game, state, context)
        host = EventHost(match, game)
        context["due"] = host.decision_due()
        entry = entry or _entry(request, match, host)
        if form or (place.is_open and is_allowed(state, Act.WRITE)):
            context |= _entry_context(device, entry, form)
        if place.is_open and ahead:
            later = [entry.fresh_form(ahead=hands) for hands in range(ahead)]
            context["ahead"] = [_entry_context(device, entry, each) for each in later]
    if asking is not None:
        context |= _question_context(request, asking, states[asking.match_id], context)
    template = "phones/phone/entry.html" if request.htmx else "phones/phone/table.html"
    response = render(request, template, context | more, status=status)
    if context["own_hand"]:
        response["Cache-Control"] = "no-store"
    return response


def _games(event: Event, place: PhoneTable) -> dict[int, Game]:
    """Return the games of the phone's player by match, in order. Two queries."""
    rows = games_of(event, place.matches)
    games = {key: rows[key] for key in place.matches if key in rows}
    prefetch_related_objects([game.match for game in games.values()], "seats")
    return games


def _match_context(device: GuestDevice, game: Game, match: Match) -> dict[str, Any]:
    """Return the state of the match, and its last hand with the button that takes it back."""
    score = match_score(match)
    last = score.last
    undo, seconds = None, 0
    if last is not None and may_undo(device, game, match, last.number):
        undo = {"number": last.number, "revision": last.revision, "key": new_key()}
        seconds = _left(last.at + UNDO_WITHIN)
    return {"score": score, "last": last, "undo": undo, "undo_seconds": seconds}


def _left(until: datetime) -> int:
    """Return the seconds until a label no longer holds."""
    return max(int((until - timezone.now()).total_seconds()), 0)


def _own_name(device: GuestDevice, match: Match) -> str:
    """Return the name of the phone's player at the table of a match."""
    seat_names = (seat.name for seat in match.seats.all() if seat.player_id == device.player_id)
    return next(seat_names, device.player.name)


def _dispute_context(game: Game, state: Agreement, shown: dict[str, Any]) -> dict[str, Any]:
    """Return the objection with the hands that it is to, and whether a hand may be asked back."""
    is_disputed = VIEWS[state].needs_organiser
    rows = shown["score"].rows
    may_ask = shown["last"] is not None and is_allowed(state, Act.ASK_BACK)
    return {
        "agreement": state,
        "objection": last_objection(game) if is_disputed else None,
        "disputed": _in_question(game, rows) if is_disputed else (),
        "may_ask_back": may_ask,
    }


def _question_context(
    request: GuestRequest, asking: Game, state: Agreement, shown: dict[str, Any]
) -> dict[str, Any]:
    """Return the question of one of the player's games, with the hands that it is about."""
    is_here = shown["match"] is not None and shown["match"].pk == asking.match_id
    rows = shown["score"].rows if is_here else match_score(asking.match).rows
    is_back = VIEWS[state].question is Question.MAY_TAKE_BACK
    handed_to = player_numbered(request.device.event, request.GET.get("as", ""))
    question = question_for(request.device, asking, state, handed_to)
    reader = question and question.player
    return {
        "question": question,
        "question_player": number_in(request.device.event_id, reader.pk) if reader else "",
        "question_game": asking,
        "rows_in_question": rows[-1:] if is_back else _in_question(asking, rows),
    }


def _in_question(game: Game, rows: Sequence[HandRow]) -> Sequence[HandRow]:
    hands = standing_hands([game.match_id])[game.match_id]
    numbers = hands_in_question(game.table.round.event, game, hands)
    return [row for row in rows if row.number in numbers]


def _called(device: GuestDevice, place: PhoneTable) -> DirectorCall | None:
    """The last call from the player's table, until the director has been there for a while."""
    if place.mine is None:
        return None
    calls = device.event.director_calls.filter(number=place.mine.table.in_room)
    return calls.exclude(acknowledged_at__lt=timezone.now() - CALL_SHOWN).last()


def _called_context(device: GuestDevice, place: PhoneTable) -> dict[str, Any]:
    called = _called(device, place)
    seen = called.acknowledged_at if called else None
    return {"called": called, "called_seconds": _left(seen + CALL_SHOWN) if seen else 0}


def _entry_context(
    device: GuestDevice, entry: EntryContext, form: EntryForm | None
) -> dict[str, Any]:
    form = form or entry.fresh_form()
    me = _seat_of(device, entry.match, form.hand_number)
    return {
        "form": form,
        "steps": list(_steps(form, me)),
        "preview": preview_of(match=entry.match, form=form) if form.is_bound else None,
    }


def _seat_of(device: GuestDevice, match: Match, hand: int) -> int:
    """Return the player's seat in a hand; the first one if the player sits it out."""
    seats = sorted(match.seats.all(), key=lambda seat: seat.number)
    players = match_rotation(match).gathered([seat.player_id for seat in seats], hand)
    return players.index(device.player_id) if device.player_id in players else 0


@dataclass(frozen=True, slots=True)
class PhoneChoice:
    """A radio button with its label.

    ``place`` is a seat's position round the table relative to the phone's player: 0 is that player,
    then clockwise; None for other choices.
    """

    button: str
    id: str
    value: str
    label: str
    place: int | None


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A question with its fields and choices; ``is_open`` if it is to be answered first."""

    title: str
    shows: str
    fields: list[tuple[forms.BoundField, list[PhoneChoice]]]
    is_open: bool


def _steps(form: EntryForm, me: int) -> Iterator[ShownStep]:
    """The questions of the form; the first that is wrong or not answered is open."""
    steps = form.steps()
    wrong = [step for step in steps if any(field.errors for field in step.fields)]
    unanswered = [step for step in steps if step.fields[0].value() in (None, "")]
    first = next(iter(wrong or unanswered), None)
    seats = len(form.table.names)
    for step in steps:
        fields = [
            (
                field,
                [_choice(radio.data, me, seats) for radio in field] if _has_choices(field) else [],
            )
            for field in step.fields
        ]
        title = str(step.fields[0].label)
        yield ShownStep(title, step.shows, fields, step is first)


def _has_choices(field: forms.BoundField) -> bool:
    """Return whether a field is answered by a tap."""
    return isinstance(field.field.widget, forms.RadioSelect)


def _choice(radio: dict[str, Any], me: int, seats: int) -> PhoneChoice:
    """Return the context of a radio button; its own template would take ten times as long."""
    value, attrs = str(radio["value"]), radio["attrs"]
    button = format_html(
        '<input type="radio" name="{}" value="{}"{}>', radio["name"], value, flatatt(attrs)
    )
    seat = read_whole(value)
    place = None if seat is None else (seat - me) % seats
    return PhoneChoice(button, attrs["id"], value, radio["label"], place)
