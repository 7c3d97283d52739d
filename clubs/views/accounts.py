"""Signing in, the password, tokens for programs."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import views as auth
from django.forms import BaseForm
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import UserRequest, signed_in
from clubs.forms.clubs import TokenForm
from clubs.selectors import tokens_of
from clubs.services.tokens import NewToken, token_create, token_revoke
from clubs.views.pages import form_page


class SignIn(auth.LoginView):
    """Signing in; ``next`` leads back to where one was."""

    template_name = "registration/sign_in.html"
    redirect_authenticated_user = True

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """The page again, with what is wrong."""
        return self.render_to_response(self.get_context_data(form=form), status=422)


class PasswordChange(auth.PasswordChangeView):
    """A new password; other browsers are signed out by it."""

    template_name = "registration/password.html"
    success_url = reverse_lazy("home")

    def form_valid(self, form: Any) -> HttpResponse:
        """Change it and say so."""
        messages.success(self.request, _("Your password is changed."))
        return super().form_valid(form)

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """The page again, with what is wrong."""
        return self.render_to_response(self.get_context_data(form=form), status=422)


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
    messages.success(request, _("The token “%(label)s” is revoked.") % {"label": token.label})
    return redirect("tokens")


def _tokens_page(
    request: UserRequest, form: TokenForm, made: NewToken | None = None
) -> HttpResponse:
    kept = tokens_of(request.user)
    return form_page(request, "clubs/tokens.html", form, tokens=kept, made=made, now=timezone.now())
