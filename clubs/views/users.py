"""Signing in, passwords, the language, and tokens."""

import time
from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.forms import SetPasswordForm
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import UserRequest, signed_in
from clubs.forms.clubs import (
    TokenForm,
)
from clubs.selectors import tokens_of
from clubs.services.clubs import (
    NewToken,
    password_offer_take,
    token_create,
    token_revoke,
    user_language_set,
)
from clubs.views.common import form_page
from core.languages import is_offered
from core.text import isolated

OFFERED_AT: Final = "password_offered_at"
"""Session key of when, in seconds since 1970, a generated password was to be replaced."""
OFFER_SECONDS: Final = 600


class SignIn(auth.LoginView):
    """Sign in; ``next`` is the address to return to."""

    template_name = "registration/sign_in.html"
    redirect_authenticated_user = True

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in; offer once to replace a password that was generated."""
        answer = super().form_valid(form)
        if not password_offer_take(user=form.get_user()):
            return answer
        self.request.session[OFFERED_AT] = time.time()
        return redirect(f"{reverse('password-offer')}?{urlencode({'next': answer['Location']})}")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        command = f"{settings.COMMAND} changepassword NAME"
        return super().get_context_data(**kwargs) | {"password_command": command}

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


class PasswordChange(auth.PasswordChangeView):
    """A new password; other browsers are signed out by it."""

    template_name = "registration/password.html"
    success_url = reverse_lazy("home")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("Your password has been changed."))
        return super().form_valid(form)

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


class PasswordOffer(auth.RedirectURLMixin, PasswordChange):
    """Replace a generated password, without typing it again just after signing in with it."""

    form_class = SetPasswordForm  # type: ignore[assignment] # the one that asks for no old one
    template_name = "registration/password_offer.html"
    next_page = "home"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Go to the page that asks for the present password once the sign-in is a while ago."""
        if time.time() - request.session.get(OFFERED_AT, 0) > OFFER_SECONDS:
            return redirect("password")
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"next": self.get_success_url()}

    def form_valid(self, form: Any) -> HttpResponse:
        answer = super().form_valid(form)
        self.request.session.pop(OFFERED_AT, None)
        return answer


@csrf_exempt  # a page for everybody leaves no cookie; other sites send none of ours along
@require_POST
def language_choose(request: HttpRequest) -> HttpResponse:
    """Store the reader's language, with the account if signed in, and redirect back."""
    code = request.POST.get("language", "")
    if not is_offered(code):
        raise Http404
    back = request.POST.get("next", "")
    is_ours = back.startswith("/") and url_has_allowed_host_and_scheme(back, {request.get_host()})
    answer = HttpResponseRedirect(back if is_ours else reverse("home"))
    if request.user.is_authenticated:
        user_language_set(user=request.user, language=code)
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )
    return answer


@signed_in
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: UserRequest) -> HttpResponseBase:
    """The user's tokens. A new one is shown in the answer to the form and nowhere else."""
    form = TokenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            return _tokens_page(
                request, TokenForm(), token_create(user=request.user, **form.cleaned_data)
            )
    return _tokens_page(request, form)


@signed_in
@require_POST
def token_revoked(request: UserRequest, key: str) -> HttpResponseBase:
    """Revoke one of the user's tokens."""
    token = get_object_or_404(tokens_of(request.user), pk=key)
    token_revoke(token=token)
    messages.success(
        request, _("The token “%(label)s” has been revoked.") % {"label": isolated(token.label)}
    )
    return redirect("tokens")


def _tokens_page(
    request: UserRequest, form: TokenForm, made: NewToken | None = None
) -> HttpResponse:
    tokens = tokens_of(request.user)
    return form_page(
        request, "clubs/tokens.html", form, tokens=tokens, made=made, now=timezone.now()
    )
