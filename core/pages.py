"""What a page does with a submitted form: the service, its refusal or a message, a redirect."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from core.forms import ServiceForm, closed_text
from core.transactions import Closed

Outcome = TypeVar("Outcome")
Made = str | Callable[[Outcome], str]
"""A text, or a function that makes it from the outcome."""
Message = Made[Outcome]


def submit(
    request: HttpRequest,
    form: ServiceForm,
    address: Made[Outcome],
    action: Callable[[], Outcome],
    message: Message[Outcome] = "",
) -> HttpResponse | None:
    """Process a valid submitted form, show a message and redirect.

    Return None if the page with the form is to be shown: nothing was submitted, or the form now has
    errors, and nothing has changed.
    """
    if request.method == "POST" and form.is_bound and form.is_valid():
        with form.problems_shown():
            with transaction.atomic():
                outcome = action()
            say(request, message, outcome)
            return redirect(_made(address, outcome))
    return None


def act_and_redirect(
    request: HttpRequest,
    address: Made[Outcome],
    action: Callable[[], Outcome],
    message: Message[Outcome] = "",
    *,
    refused: str = "",
) -> HttpResponse:
    """Act, show a message and redirect; or show the refusal, and redirect to ``refused`` if that is
    another page."""
    try:
        outcome = action()
    except ValidationError as error:
        refusal_say(request, error)
        return redirect(refused or str(address))
    say(request, message, outcome)
    return redirect(_made(address, outcome))


def say(request: HttpRequest, message: Message[Outcome], outcome: Outcome) -> None:
    if text := _made(message, outcome):
        messages.success(request, text)


def refusal_say(request: HttpRequest, error: ValidationError) -> None:
    """Show a refusal; of something finished with a link to the page that reopens it."""
    if isinstance(error, Closed):
        messages.error(request, closed_text(error))
        return
    for message in error.messages:
        messages.error(request, message)


def _made(text: Made[Outcome], outcome: Outcome) -> str:
    return text if isinstance(text, str) else text(outcome)
