"""The entry panel: the form for the next hand or for a correction, in the mode last used.

``EntryContext`` is what both views of a hand share: the match, who looks at it and in which mode.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpResponse, QueryDict
from django.shortcuts import render

from clubs.access import ClubRequest
from clubs.roles import Right
from games import PRESENTERS
from games.entry_form import MODES, EntryForm
from scoring.forms import ResultForm
from scoring.host import MatchHost, host_of
from scoring.models import Hand, Match
from scoring.selectors.running_scores import hands_of_a_match
from scoring.selectors.seating import outcome_words, player_names, table_of
from scoring.selectors.sheets import match_get, stated_by

MODE_COOKIE = "allmark-entry"
SEVERAL = ("deal_", "nil_", "flipped")
COOKIE_AGE = 60 * 60 * 24 * 365


@dataclass(frozen=True, slots=True)
class EntryContext:
    """A match, what it belongs to, and the user who enters hands or only looks."""

    request: ClubRequest
    match: Match
    host: MatchHost
    mode: str

    @classmethod
    def of(cls, request: ClubRequest, match_id: int) -> "EntryContext":
        """The match of this request; 404 for one of another club."""
        match = match_get(club=request.membership.club, match_id=match_id)
        return cls(request, match, host_of(match), entry_mode(request))

    @property
    def may_record(self) -> bool:
        """Whether the user has the right and the match is not closed."""
        return self.request.membership.may(Right.RECORD) and not self.host.is_closed

    def fresh_form(self, typed: QueryDict | None = None) -> EntryForm:
        """An empty form for the next hand; what was ``typed`` in another mode stays."""
        initial = {
            name: values if name.startswith(SEVERAL) else values[-1]
            for name, values in (typed.lists() if typed is not None else ())
        }
        number, dealer = self.match.hand_count + 1, self.match.next_dealer
        return self._form(None, number, dealer, initial | self._next_hand())

    def sent_form(self) -> EntryForm:
        """The form for the next hand as it was sent."""
        data = self.request.POST
        return self._form(data, _number_sent(data, self.match), _dealer_sent(data, self.match), {})

    def moved_on(self, form: EntryForm) -> EntryForm:
        """What was typed for another hand as the next one, to be sent again under another key."""
        assert isinstance(form.data, QueryDict)
        number, dealer = self.match.hand_count + 1, self.match.next_dealer
        data = _renewed(form.data, {"number": number, "dealer": dealer, "key": new_key()})
        again = self._form(data, number, dealer, {})
        again.is_valid()
        return again

    def sent_correction(self, hand: Hand) -> EntryForm:
        """The form for a correction as it was sent; whose hand it is and who shook stays."""
        dealer = (hand.record or {}).get("dealer", 0)
        data = _renewed(self.request.POST, {"number": hand.number, "dealer": dealer})
        return self._form(data, hand.number, dealer, {}, correcting=True)

    def correction_form(self, hand: Hand) -> EntryForm:
        """The form filled with a hand as it stands."""
        record: dict[str, Any] = hand.record or {}
        presenter = PRESENTERS[self.match.game]
        initial = presenter.form.initial_of(record, hand.calls_written)
        mode = self.mode if "mode" in self.request.GET else initial["mode"]
        own = {"number": hand.number, "dealer": record["dealer"], "key": new_key(), "mode": mode}
        table = table_of(self.match, dealer=record["dealer"], number=hand.number)
        return presenter.entry_form(table=table, mode=mode, initial=initial | own, correcting=True)

    def result_form(self, typed: QueryDict | None = None) -> ResultForm | None:
        """The form for the final totals alone, as long as nothing else is known of the match."""
        if self.match.is_begun and typed is None:
            return None
        sides = PRESENTERS[self.match.game].sides(player_names(self.match))
        return ResultForm(sides, typed, usual=hands_of_a_match(self.match))

    def ended(self) -> dict[str, Any]:
        """How a match that is over ended, and where whoever writes goes on."""
        if not self.match.is_over or not self.may_record:
            return {}
        return {"outcome": outcome_words(self.match), "next": self.host.next_match()}

    def show(self, form: EntryForm, *, status: int = 200, **more: Any) -> HttpResponse:
        """The entry panel alone, as htmx swaps it in."""
        context = {
            "match": self.match,
            "form": form,
            "modes": MODES,
            "stated": stated_by(self.match),
        }
        context |= {"result_form": self.result_form()} | self.ended() | more
        return render(self.request, "scoring/match_entry.html", context, status=status)

    def _form(
        self,
        data: QueryDict | None,
        number: int,
        dealer: int,
        initial: dict[str, Any],
        *,
        correcting: bool = False,
    ) -> EntryForm:
        table = table_of(self.match, dealer=dealer, number=number)
        return PRESENTERS[self.match.game].entry_form(
            data, table=table, mode=self.mode, initial=initial, correcting=correcting
        )

    def _next_hand(self) -> dict[str, Any]:
        return {
            "number": self.match.hand_count + 1,
            "dealer": self.match.next_dealer,
            "key": new_key(),
            "mode": self.mode,
        }


def new_key() -> str:
    """The key of one form: sent twice it is one hand."""
    return uuid.uuid4().hex


def entry_mode(request: ClubRequest) -> str:
    """What the request asks for, else what this browser used last."""
    asked = request.POST.get("mode") or request.GET.get("mode")
    known = dict(MODES)
    remembered = request.COOKIES.get(MODE_COOKIE, "")
    return asked if asked in known else remembered if remembered in known else MODES[0][0]


def mode_remember(response: HttpResponse, mode: str) -> HttpResponse:
    """Keep the mode for this browser."""
    response.set_cookie(
        MODE_COOKIE, mode, max_age=COOKIE_AGE, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )
    return response


def _renewed(data: QueryDict, values: Mapping[str, object]) -> QueryDict:
    data = data.copy()
    for name, value in values.items():
        data[name] = str(value)
    return data


def _number_sent(data: QueryDict, match: Match) -> int:
    """The hand that the form is for; nonsense is for the form to refuse."""
    known = {str(number): number for number in range(1, match.numbers_used + 2)}
    return known.get(data.get("number", ""), match.hand_count + 1)


def _dealer_sent(data: QueryDict, match: Match) -> int:
    """The dealer that the form names; nonsense is for the form to refuse."""
    seats = {str(seat.number): seat.number for seat in match.seats.all()}
    return seats.get(data.get("dealer", ""), match.next_dealer)
