"""Corrections from which something follows: they are shown first, and agreed to."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from core.pages import Message, Outcome, refusal_say, say
from core.transactions import Closed
from scoring.host import AGREEING, TrialResult
from scoring.models import MOST_REASON


def corrected(
    request: HttpRequest,
    weigh: Callable[[], TrialResult[Outcome]],
    *,
    back: str,
    message: Message[Outcome],
    page: Callable[[TrialResult[Outcome]], HttpResponse],
    refused: Callable[[ValidationError], HttpResponse] | None = None,
) -> HttpResponse:
    """Make a correction, and redirect ``back`` with a message or the refusal; ``refused`` shows
    refusals on a page instead, except those of something finished.

    After a trial, return the ``page`` with the consequences. It includes ``components/agree.html``,
    which sends the same form again with the mark of what was shown.
    """
    try:
        trial = weigh()
    except ValidationError as error:
        if refused is not None and not isinstance(error, Closed):
            return refused(error)
        refusal_say(request, error)
        return redirect(back)
    if not trial.is_kept:
        return page(trial)
    say(request, message, trial.outcome)
    return redirect(back)


def reason_problem(reason: str, missing: str) -> str:
    """Return the problem with the reason of a correction; ``missing`` if there is no reason."""
    if len(reason) > MOST_REASON:
        return _("At most %(most)d characters.") % {"most": MOST_REASON}
    return "" if reason else missing


def agreement(
    request: HttpRequest, weighed: TrialResult[Any], back: str, *, action: str = ""
) -> dict[str, Any]:
    """Return what ``components/agree.html`` shows: the consequences and what was sent.

    With an ``action``, the words of the button, it asks for a reason too.
    """
    kept = AGREEING if action else AGREEING - {"reason"}
    fields = [(name, value) for name in request.POST for value in request.POST.getlist(name)]
    return {
        "weighed": weighed,
        "sent": [field for field in fields if field[0] not in kept],
        "back": back,
        "action": action,
    }
