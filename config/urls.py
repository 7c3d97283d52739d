"""Every address of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from config import health, observing, overview
from leagues.views import feeds
from prints.views import own_scorecards
from tournaments.views import sign_ups

urlpatterns = [
    path("", overview.home, name="home"),
    path("c/<slug:slug>/", overview.club, name="club"),
    path("c/<slug:slug>/players/<key:pk>/", overview.player, name="player"),
    path("", include("clubs.urls")),
    path("", include("archive.urls")),
    path("c/<slug:slug>/", include("feeds.urls")),
    path("c/<slug:slug>/", include("scoring.urls")),
    path("c/<slug:slug>/", include("ledger.urls")),
    path("c/<slug:slug>/", include("tournaments.urls")),
    *(path("c/<slug:slug>/", include(f"{app}.urls")) for app in settings.APPS_ABOVE_EVENTS),
    path("c/<slug:slug>/", include("leagues.urls")),
    path("c/<slug:slug>/", include("prints.urls")),
    path("p/<slug:code>/", include("tournaments.public_urls")),
    path("p/<slug:code>/me/scorecard.pdf", own_scorecards, name="public-scorecard"),
    path("calendar/<slug:code>.ics", feeds.feed, name="calendar-feed"),
    path("s/<slug:code>/", include("leagues.public_urls")),
    path("sign-up/<slug:code>/", sign_ups.sign_up, name="public-sign-up"),
    path("signed-up/<slug:key>/", sign_ups.signed_up, name="signed-up"),
    path("t/", include("tournaments.phone_urls")),
    path("api/", include("config.api_urls")),
    path("admin/", admin.site.urls),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", observing.metrics, name="metrics"),
]

handler500 = "config.outages.server_error"
