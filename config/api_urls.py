"""Addresses of the API, its description and the page that shows it."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import Resolver404, include, path, re_path, resolve
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView

from config.api_docs import DocsView, SchemaView, archive_schema, reference
from core.rest.problems import not_found


@csrf_exempt  # the endpoint that it hands on to looks after that itself
def elsewhere(request: HttpRequest) -> HttpResponseBase:
    """An address without its last slash is the one with it; under any other there is nothing."""
    if not request.path_info.endswith("/"):
        try:
            match = resolve(f"{request.path_info}/")
        except Resolver404:
            return not_found(request)
        if match.func is not elsewhere:
            request.resolver_match = match
            answer: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
            return answer
    return not_found(request)


urlpatterns = [
    path("v1/", RedirectView.as_view(pattern_name="api-reference"), name="api-root"),
    path("v1/", include("clubs.api.urls")),
    path("v1/", include("feeds.api_urls")),
    path("v1/", include("jobs.api_urls")),
    path("v1/", include("scoring.api.urls")),
    path("v1/", include("ledger.api.urls")),
    path("v1/", include("tournaments.events.api.urls")),
    path("v1/", include("tournaments.money.api.urls")),
    path("v1/", include("stats.api.urls")),
    path("v1/", include("tournaments.phones.api.urls")),
    path("v1/", include("tournaments.deals.api.urls")),
    path("v1/", include("leagues.api.urls")),
    path("v1/", include("paper.documents.api_urls")),
    path("v1/", include("paper.scans.api_urls")),
    path("v1/", include("archive.api.urls")),
    path("", reference, name="api-reference"),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("archive-schema/", archive_schema, name="archive-schema"),
    path("docs/", DocsView.as_view(url_name="schema"), name="api-docs"),
    re_path("", elsewhere),
]
