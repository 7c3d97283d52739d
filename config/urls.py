"""Every address of the site."""

from collections.abc import Iterator

from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.urls import URLResolver, include, path

from config import health, observing, overview
from leagues.views import feeds


def _for_guests() -> Iterator[URLResolver]:
    """Phones, public pages and sign-ups, with what they print."""
    if apps.is_installed("phones"):
        yield path("", include("phones.site_urls"))
        yield path("", include("prints.public_urls"))


urlpatterns = [
    path("", overview.home, name="home"),
    path("c/<slug:slug>/", overview.club, name="club"),
    path("c/<slug:slug>/players/<key:pk>/", overview.player, name="player"),
    path("", include("clubs.urls")),
    path("", include("archive.urls")),
    path("", include("jobs.urls")),
    path("c/<slug:slug>/", include("feeds.urls")),
    path("c/<slug:slug>/", include("scoring.urls")),
    path("c/<slug:slug>/", include("ledger.urls")),
    path("c/<slug:slug>/", include("tournaments.urls")),
    *(path("c/<slug:slug>/", include(f"{app}.urls")) for app in settings.APPS_ABOVE_EVENTS),
    path("c/<slug:slug>/", include("leagues.urls")),
    path("c/<slug:slug>/", include("prints.urls")),
    path("c/<slug:slug>/", include("scans.urls")),
    path("calendar/<slug:code>.ics", feeds.feed, name="calendar-feed"),
    path("calendar/<slug:code>/", feeds.public_calendar, name="public-club-calendar"),
    path("calendar/<slug:code>/picture", feeds.public_picture, name="public-club-picture"),
    path("s/<slug:code>/", include("leagues.public_urls")),
    *_for_guests(),
    path("api/", include("config.api_urls")),
    path("admin/", admin.site.urls),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", observing.metrics, name="metrics"),
]

handler500 = "config.outages.server_error"
