"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from config import hall, health, observing, overview, search
from leagues.views import feeds
from paper.documents.views import own_scorecards

urlpatterns = [
    path("api/", include("config.api_urls")),  # first, as programs ask most
    path("", overview.home, name="home"),
    path("clubs/", overview.your_clubs, name="your-clubs"),
    path("clubs/demo/", overview.demo_load, name="demo-load"),
    path("hall/", hall.hall, name="hall"),
    path("c/<slug:slug>/", overview.club, name="club"),
    path("c/<slug:slug>/players/<key:pk>/", overview.player, name="player"),
    path("c/<slug:slug>/search/", search.search, name="search"),
    path("", include("clubs.urls")),
    path("", include("archive.urls")),
    path("", include("jobs.urls")),
    path("c/<slug:slug>/", include("feeds.urls")),
    path("c/<slug:slug>/", include("scoring.urls")),
    path("c/<slug:slug>/", include("ledger.urls")),
    path("c/<slug:slug>/", include("tournaments.events.urls")),
    path("c/<slug:slug>/", include("tournaments.money.urls")),
    path("c/<slug:slug>/", include("stats.urls")),
    path("c/<slug:slug>/", include("tournaments.phones.urls")),
    path("c/<slug:slug>/", include("tournaments.deals.urls")),
    path("c/<slug:slug>/", include("tournaments.pages.urls")),
    path("c/<slug:slug>/", include("leagues.urls")),
    path("c/<slug:slug>/", include("paper.documents.urls")),
    path("c/<slug:slug>/", include("paper.scans.urls")),
    path("calendar/<slug:code>.ics", feeds.feed, name="calendar-feed"),
    path("calendar/<slug:code>/", feeds.public_calendar, name="public-club-calendar"),
    path("calendar/<slug:code>/picture", feeds.public_picture, name="public-club-picture"),
    path("s/<slug:code>/", include("leagues.public_urls")),
    path("", include("tournaments.pages.site_urls")),
    path("t/", include("tournaments.phones.phone_urls")),
    path("p/<slug:code>/me/scorecard.pdf", own_scorecards, name="public-scorecard"),
    path("admin/", admin.site.urls),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", observing.metrics, name="metrics"),
]

handler500 = "config.outages.server_error"
