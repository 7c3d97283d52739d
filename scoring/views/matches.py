"""The match page and its live parts: polling, entry panel, undo."""

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import parse_etags
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from clubs.access import POST, READ, ClubRequest, row_view
from clubs.roles import Right
from core.figures import read_whole
from core.pages import act_and_redirect
from games.entry_form import EntryForm
from rules import next_dealer
from scoring.errors import HandConflict, KeyReused, MatchConflict, NothingToUndo, ReasonMissing
from scoring.forms import ResultForm, SetsForm, UndoForm
from scoring.host import Consent, Crumb, MatchHost, Stage, TrialResult, host_of
from scoring.models import Hand, Match
from scoring.running_score import (
    hands_expected,
    match_rotation,
    match_running_score,
    pays_for_sets,
)
from scoring.selectors.scores import (
    match_get,
    match_score,
    outcome_words,
    player_names,
    result_states,
    table_of,
)
from scoring.services.hands import hand_undo
from scoring.services.matches import called_match_end
from scoring.services.results import (
    Unfinished,
    result_restore,
    result_sets_state,
    result_state,
    result_withdraw,
)
from scoring.views.corrections import agreement, corrected, reason_problem

P = ParamSpec("P")
MatchView = Callable[Concatenate[ClubRequest, Match, P], HttpResponseBase]


# The entry panel


MODE_COOKIE = "allmark-entry"
SEVERAL = ("deal_", "nil_", "flipped")
COOKIE_AGE = 60 * 60 * 24 * 365


@dataclass(frozen=True, slots=True)
class EntryContext:
    """A match, its host, and the user."""

    request: ClubRequest
    match: Match
    host: MatchHost
    mode: str

    @classmethod
    def of(cls, request: ClubRequest, match: Match) -> "EntryContext":
        """The match in its host, in the mode of this request."""
        modes = match.presenter.form.modes
        return cls(request, match, host_of(match), entry_mode(request, modes))

    @property
    def may_record(self) -> bool:
        """Whether the user has the right and the match is not closed."""
        return self.request.membership.may(Right.RECORD) and not self.host.is_closed

    def fresh_form(self, typed: QueryDict | None = None, *, ahead: int = 0) -> EntryForm:
        """Return an empty form for the next hand, with the input ``typed`` in another mode.

        ``ahead`` counts unrecorded hands that precede it.
        """
        initial: dict[str, Any] = {
            name: values if name.startswith(SEVERAL) else values[-1]
            for name, values in (typed.lists() if typed is not None else ())
        }
        number, dealer = self.match.hand_count + 1 + ahead, self.match.next_dealer
        if not match_rotation(self.match).rotates:
            for _hand in range(ahead):
                dealer = next_dealer(self.match.game, dealer)
        fields = {"number": number, "dealer": dealer, "key": new_key(), "mode": self.mode}
        return self._form(None, number, dealer, initial | fields)

    def submitted_form(self) -> EntryForm:
        """The form for the next hand as it was sent; nonsense is for the form to refuse."""
        match, data = self.match, self.request.POST
        number = read_whole(data.get("number", ""), least=1, most=match.numbers_used + 1)
        dealer = read_whole(data.get("dealer", ""), most=len(match.seats.all()) - 1)
        return self._form(
            data, number or match.hand_count + 1, match.next_dealer if dealer is None else dealer
        )

    def moved_on(self, form: EntryForm) -> EntryForm:
        """Return the input for another hand as the next one, under a new key."""
        assert isinstance(form.data, QueryDict)
        number, dealer = self.match.hand_count + 1, self.match.next_dealer
        data = _renewed(form.data, {"number": number, "dealer": dealer, "key": new_key()})
        again = self._form(data, number, dealer)
        again.is_valid()
        return again

    def submitted_correction(self, hand: Hand) -> EntryForm:
        """Return the submitted correction form; players and dealer of its hand stay."""
        dealer = (hand.record or {}).get("dealer", 0)
        data = _renewed(self.request.POST, {"number": hand.number, "dealer": dealer})
        return self._form(data, hand.number, dealer, correcting=True)

    def correction_form(self, hand: Hand) -> EntryForm:
        """Return the form filled with a recorded hand, in the mode that shows all of it."""
        record: dict[str, Any] = hand.record or {}
        initial = self.match.presenter.form.initial_of(record, hand.calls_written)
        mode = self.mode if "mode" in self.request.GET else initial["mode"]
        fields = {"number": hand.number, "dealer": record["dealer"], "key": new_key(), "mode": mode}
        entry = replace(self, mode=mode)
        return entry._form(None, hand.number, record["dealer"], initial | fields, correcting=True)

    def result_form(self, typed: QueryDict | None = None) -> ResultForm | None:
        """The form for final totals: alone, or over the hands that are recorded."""
        match = self.match
        if match.entered_totals is not None and typed is None:
            return None
        return ResultForm(
            match.presenter.sides(player_names(match)),
            typed,
            usual=hands_expected(match),
            asks_sets=pays_for_sets(match),
        )

    def sets_form(self) -> SetsForm | None:
        """The form for how often each side was set, where the money of a slip lacks it."""
        match = self.match
        if not (self.may_record and match_running_score(match).unknown_stakes(match.stakes)):
            return None
        return SetsForm(match.presenter.sides(player_names(match)))

    def ended(self) -> dict[str, Any]:
        """The outcome of a match that is over, and the next match."""
        if not self.match.is_over or not self.may_record:
            return {}
        return {
            "outcome": outcome_words(self.match),
            "due": self.host.decision_due(),
            "next": self.host.next_match(),
        }

    def show(self, form: EntryForm, *, status: int = 200, **more: Any) -> HttpResponse:
        """The entry panel alone, as htmx swaps it in."""
        context = {
            "match": self.match,
            "form": form,
            "result_states": result_states(self.match),
            "reason": "",
        }
        context |= {"result_form": self.result_form(), "sets_form": self.sets_form()}
        context |= self.ended() | more
        return render(self.request, "scoring/match_entry.html", context, status=status)

    def _form(
        self,
        data: QueryDict | None,
        number: int,
        dealer: int,
        initial: Mapping[str, Any] | None = None,
        *,
        correcting: bool = False,
    ) -> EntryForm:
        presenter = self.match.presenter
        return presenter.form(
            data,
            presenter=presenter,
            table=table_of(self.match, dealer=dealer, number=number),
            mode=self.mode,
            initial=initial,
            correcting=correcting,
        )


def new_key() -> str:
    """The idempotency key of one form."""
    return uuid.uuid4().hex


def entry_mode(request: ClubRequest, modes: Sequence[str]) -> str:
    """Return the entry mode that the request names, or the one this browser used last."""
    named = request.POST.get("mode") or request.GET.get("mode", "")
    wanted = (named, request.COOKIES.get(MODE_COOKIE, ""))
    return next((mode for mode in wanted if mode in modes), modes[0])


def mode_remember(response: HttpResponse, mode: str) -> HttpResponse:
    response.set_cookie(
        MODE_COOKIE, mode, max_age=COOKIE_AGE, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )
    return response


def _renewed(data: QueryDict, values: Mapping[str, object]) -> QueryDict:
    data = data.copy()
    for name, value in values.items():
        data[name] = str(value)
    return data


def match_or_404(request: ClubRequest, match_id: int) -> Match:
    """Return the match if it belongs to this club, in its own words."""
    return match_get(club=request.membership.club, match_id=match_id)


def match_view(
    right: Right, methods: tuple[str, ...]
) -> Callable[[MatchView[P]], Callable[..., HttpResponseBase]]:
    """Let members with the right in, and pass the match of their club in place of its key."""
    return row_view(right, methods, key="match_id", row_get=match_or_404)


@match_view(Right.SEE, READ)
def match_page(request: ClubRequest, match: Match) -> HttpResponseBase:
    """Show a match, with the entry row for those who record."""
    entry = EntryContext.of(request, match)
    response = full_page(entry)
    return mode_remember(response, entry.mode) if "mode" in request.GET else response


@match_view(Right.SEE, READ)
def match_live(request: ClubRequest, match: Match) -> HttpResponseBase:
    """The parts that follow hands; 304 while nothing has changed."""
    entry = EntryContext.of(request, match)
    tag = etag_of(entry.host)
    if tag in parse_etags(request.headers.get("If-None-Match", "")):
        # htmx would swap the empty answer of a 304 in.
        return HttpResponse(status=304, headers={"ETag": tag, "HX-Reswap": "none"})
    response = render(request, "scoring/match_live.html", page_context(entry))
    response["ETag"] = tag
    return response


@match_view(Right.RECORD, READ)
def match_entry(request: ClubRequest, match: Match) -> HttpResponseBase:
    """Return the entry panel for the next hand, with the input of another mode."""
    entry = EntryContext.of(request, match)
    response = entry.show(entry.fresh_form(request.GET))
    return mode_remember(response, entry.mode)


@match_view(Right.RECORD, POST)
def match_undo(request: ClubRequest, match: Match) -> HttpResponseBase:
    """Undo the last hand if it is still the one seen, after showing the consequences.

    Once others rely on it, a reason is required.
    """
    form = UndoForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("There is nothing to take back."))
        return redirect("match", match.club.slug, match.pk)
    seen, number = form.cleaned_data, form.cleaned_data["number"]
    try:
        return _weighed(
            request,
            match,
            lambda why: hand_undo(match_id=match.pk, author=request.user, reason=why, **seen),
            _("Hand %(number)d was taken back.") % {"number": number},
            title=_("Take back hand %(number)d") % {"number": number},
        )
    except NothingToUndo:
        messages.error(request, _("There is nothing to take back."))
    except (HandConflict, KeyReused):
        messages.warning(
            request, _("Something else was recorded in the meantime. Nothing was taken back.")
        )
    return redirect("match", match.club.slug, match.pk)


@match_view(Right.RECORD, POST)
def match_result(request: ClubRequest, match: Match) -> HttpResponseBase:
    """Enter the final totals of a match, with a reason where hands are recorded."""
    entry = EntryContext.of(request, match)
    form = entry.result_form(request.POST)
    assert form is not None
    reason = request.POST.get("reason", "").strip()
    why = _("Say why these totals count instead of the hands.")
    wrong = reason_problem(reason, why) if match.hand_count else ""

    def enter() -> Match:
        return result_state(
            match_id=match.pk,
            totals=form.totals,
            hands=form.hand_count,
            sets=form.sets,
            author=request.user,
            seen=None,
            ended=form.how_ended,
            reason="" if wrong else reason,
        )

    if form.is_valid():
        try:
            # Without hands nobody relies on anything yet.
            agreed = Consent.of(request) if match.hand_count else None
            weighed = entry.host.weigh(enter, agreed=agreed, trial=bool(wrong))
        except Unfinished as error:
            form.ask(error.question)
        except MatchConflict:
            messages.warning(request, _("Someone else entered another result in the meantime."))
        except ValidationError as error:
            form.refuse(error)
        else:
            if weighed.is_kept:
                messages.success(request, _("The result has been entered."))
            elif not wrong:
                return _consequences_page(request, match, weighed, title=_("Enter the result"))
    if form.errors or wrong:
        more = {"reason": reason, "reason_error": wrong}
        return full_page(entry, result_form=form, status=422, **more)
    return redirect("match", match.club.slug, match.pk)


@match_view(Right.RECORD, POST)
def match_result_sets(request: ClubRequest, match: Match) -> HttpResponseBase:
    """Say how often each side was set, where only the totals are known."""
    form = SetsForm(match.presenter.sides(player_names(match)), request.POST)
    if not form.is_valid():
        messages.error(
            request, _("Enter for both sides how often they were set, as whole numbers.")
        )
        return redirect("match", match.club.slug, match.pk)
    return _weighed(
        request,
        match,
        lambda why: result_sets_state(
            match_id=match.pk, sets=form.sets, author=request.user, reason=why
        ),
        _("The number of sets has been entered."),
        title=_("How often each side was set"),
    )


@match_view(Right.RECORD, POST)
def match_result_withdraw(request: ClubRequest, match: Match) -> HttpResponseBase:
    """Withdraw the entered result, after showing the consequences."""
    return _weighed(
        request,
        match,
        lambda why: result_withdraw(match_id=match.pk, author=request.user, reason=why),
        _("The result was taken back."),
        title=_("Take the result back"),
    )


@match_view(Right.RECORD, POST)
def match_result_restore(request: ClubRequest, match: Match) -> HttpResponseBase:
    """Restore the previous result, after showing the consequences."""
    revision = read_whole(request.POST.get("revision", ""), most=2**63 - 1) or 0
    try:
        return _weighed(
            request,
            match,
            lambda why: result_restore(
                match_id=match.pk, author=request.user, revision=revision, reason=why
            ),
            _("The earlier result counts again."),
            title=_("Restore the earlier result"),
        )
    except MatchConflict:
        messages.warning(
            request, _("The result was changed in the meantime. Nothing was restored.")
        )
    return redirect("match", match.club.slug, match.pk)


@match_view(Right.RECORD, POST)
def match_time_end(request: ClubRequest, match: Match) -> HttpResponseBase:
    """End a match on which time was called and no hand is being played."""
    return act_and_redirect(
        request,
        reverse("match", args=[match.club.slug, match.pk]),
        lambda: called_match_end(match_id=match.pk, ended_by=request.user),
        _("The match ends as it stands."),
    )


def _weighed(
    request: ClubRequest, match: Match, act: Callable[[str], object], words: str, *, title: str
) -> HttpResponse:
    """Make a correction by a button; once others rely on it, ask for a reason on a page of its own.

    That page lists the consequences and sends the same fields again.
    """
    host = host_of(match)
    if host.is_closed:
        messages.error(request, closed_words(host))
        return redirect("match", match.club.slug, match.pk)
    reason, agreed = request.POST.get("reason", "").strip(), Consent.of(request)
    asks = "reason" in request.POST and host.stage() is Stage.PAST
    wrong = reason_problem(reason, _("Say why it is corrected.") if asks else "")
    tries = bool(wrong) or (not reason and host.stage() is Stage.PAST)

    def weigh() -> TrialResult[object]:
        try:
            return host.weigh(lambda: act("" if tries else reason), agreed=agreed, trial=tries)
        except ReasonMissing:
            return host.weigh(lambda: act(""), trial=True)

    return corrected(
        request,
        weigh,
        back=reverse("match", args=[match.club.slug, match.pk]),
        message=words,
        page=lambda weighed: _consequences_page(request, match, weighed, title=title, wrong=wrong),
    )


def _consequences_page(
    request: ClubRequest, match: Match, weighed: TrialResult[Any], *, title: str, wrong: str = ""
) -> HttpResponse:
    """Return the page that lists the consequences, and sends the same fields again."""
    back = reverse("match", args=[match.club.slug, match.pk])
    context = {
        **agreement(request, weighed, back, action=title),
        "match": match,
        "title": title,
        "crumbs": crumbs_of(host_of(match), title),
        "reason": request.POST.get("reason", "").strip(),
        "reason_error": wrong,
    }
    return render(request, "scoring/match_weighed.html", context, status=422 if wrong else 200)


def closed_words(host: MatchHost) -> SafeString:
    """Return the message that the event is finished, with a link to reopen it."""
    return format_html(
        '{} <a href="{}">{}</a>',
        _("This event is finished. Open it again to change anything."),
        host.breadcrumbs()[-1].href,
        _("To the event"),
    )


def full_page(entry: EntryContext, *, status: int = 200, **more: Any) -> HttpResponse:
    """Return the whole page; ``more`` replaces its own forms."""
    context = page_context(entry)
    score = context["score"]
    context |= {
        "crumbs": crumbs_of(entry.host),
        "note": entry.host.note(),
        "beside": entry.host.beside(),
        "reason": "",
        "line_help": score.presenter.line_help(score.table),
    }
    if context["may_record"]:
        context |= {"form": more.get("form") or entry.fresh_form()}
        context |= {"sets_form": entry.sets_form()}
        context |= {"result_form": more.get("result_form") or entry.result_form()}
    elif entry.request.membership.may(Right.RECORD):
        context["closed"] = closed_words(entry.host)
    return render(entry.request, "scoring/match.html", context | more, status=status)


def page_context(entry: EntryContext) -> dict[str, Any]:
    """Return the context of the page and its live parts."""
    return {
        "match": entry.match,
        "score": match_score(entry.match),
        "open": entry.host.open_hands(),
        "may_settle": entry.request.membership.may(Right.RUN) and not entry.host.is_closed,
        "poll_headers": json.dumps({"If-None-Match": etag_of(entry.host)}),
        "may_record": entry.may_record,
        "undo_key": new_key(),
        "result_states": result_states(entry.match),
    } | entry.ended()


def etag_of(host: MatchHost) -> str:
    """The entity tag of a match: its version, and what its host has to say."""
    return f'"match-{host.match.pk}-{host.match.version}-{host.tag()}"'


def crumbs_of(host: MatchHost, *below: str) -> list[Crumb]:
    """Return the breadcrumb of the match, and of pages ``below`` it."""
    match, above = host.match, host.breadcrumbs()
    label = match.place if above else match.label
    label = capfirst(label) or _("Match %(number)d") % {"number": match.pk}
    if not below:
        return [*above, Crumb(label)]
    href = reverse("match", args=[match.club.slug, match.pk])
    return [*above, Crumb(label, href), *(Crumb(text) for text in below)]
