"""Pages on which owners set up webhooks and read what was sent."""

from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from clubs.views.common import crumbs, form_page
from core.forms import RowForm
from core.pages import act_and_redirect
from feeds.models import HOOKED, DeliveryState, Webhook
from feeds.webhooks import delivery_resend, webhook_create, webhook_pause, webhook_test

PAGE = 25


class WebhookForm(RowForm):
    """Where a webhook leads, and what it is told of."""

    class Meta(RowForm.Meta):
        model = Webhook
        fields = ("address", "kinds")
        field_classes: ClassVar = {"kinds": forms.MultipleChoiceField}
        widgets: ClassVar = {
            "address": forms.URLInput(attrs={"placeholder": "https://", "dir": "ltr"}),
            "kinds": forms.CheckboxSelectMultiple,
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        kinds = self.fields["kinds"]
        assert isinstance(kinds, forms.MultipleChoiceField)
        kinds.choices = [(kind.value, kind.label) for kind in HOOKED]


@club_view(Right.MEMBERS)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: ClubRequest) -> HttpResponseBase:
    """The webhooks; a new one's secret is shown in the answer to the form, and only there."""
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            made = webhook_create(
                club=request.membership.club,
                site=request.build_absolute_uri("/"),
                made_by=request.user,
                **form.cleaned_data,
            )
            return _page(request, WebhookForm(), made)
    return _page(request, form)


def _page(request: ClubRequest, form: WebhookForm, made: Webhook | None = None) -> HttpResponse:
    club = request.membership.club
    given_up = Count("deliveries", filter=Q(deliveries__state=DeliveryState.GIVEN_UP))
    waiting = Count("deliveries", filter=Q(deliveries__state=DeliveryState.WAITING))
    hooks = club.webhooks.annotate(given_up=given_up, waiting=waiting)
    breadcrumbs = crumbs(
        (_("Club"), reverse("club-settings", args=[club.slug])), here=_("Webhooks")
    )
    return form_page(
        request, "feeds/webhooks.html", form, webhooks=hooks, made=made, crumbs=breadcrumbs
    )


@club_view(Right.MEMBERS)
@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: ClubRequest, pk: int) -> HttpResponseBase:
    """One webhook with its log; its buttons try, pause, continue and delete it, and send again."""
    club = request.membership.club
    webhook = get_object_or_404(club.webhooks, pk=pk)
    here = reverse("webhook", args=[club.slug, pk])
    hooks = reverse("webhooks", args=[club.slug])
    if request.method == "POST":
        return act_and_redirect(
            request,
            lambda _said: here if webhook.pk else hooks,
            lambda: _change(request, webhook),
            str,
            refused=here,
        )
    log = Paginator(webhook.deliveries.all(), PAGE).get_page(request.GET.get("page"))
    settings = reverse("club-settings", args=[club.slug])
    breadcrumbs = crumbs((_("Club"), settings), (_("Webhooks"), hooks), here=_("Webhook"))
    shown = {
        "webhook": webhook,
        "page": log,
        "is_waiting": any(delivery.state == DeliveryState.WAITING for delivery in log),
        "crumbs": breadcrumbs,
    }
    return render(request, "feeds/webhook.html", shown)


def _change(request: ClubRequest, webhook: Webhook) -> str:
    """Do what a button asks, and return what to say of it."""
    match request.POST.get("do"):
        case "test":
            webhook_test(webhook=webhook)
            return _("A test is on its way.")
        case "pause":
            webhook_pause(webhook=webhook, paused=True)
            return _("The webhook is paused.")
        case "continue":
            webhook_pause(webhook=webhook, paused=False)
            return _("The webhook sends messages again from now on.")
        case "delete":
            webhook.delete()
            return _("The webhook has been deleted.")
        case "resend":
            try:
                key = UUID(request.POST.get("delivery", ""))
            except ValueError:
                raise Http404 from None
            deliveries = webhook.deliveries.select_related("webhook")
            delivery_resend(delivery=get_object_or_404(deliveries, pk=key))
            return _("It is sent again.")
        case _other:
            raise Http404
