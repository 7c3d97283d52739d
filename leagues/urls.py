"""Addresses of seasons, under a club's."""

from django.urls import path

from leagues.views import evenings, feeds, files, pages, public, settings

SEASON = "seasons/<key:season_id>/"
EVENING = f"{SEASON}evenings/<number:number>/"
MEMBER = f"{SEASON}members/<key:contender_id>/"

urlpatterns = [
    path("calendars/", feeds.feeds, name="calendar-feeds"),
    path("seasons/", pages.seasons, name="seasons"),
    path("seasons.<spreadsheet:form>", files.seasons_file, name="seasons-file"),
    path("seasons/new/", settings.season_new, name="season-new"),
    path(SEASON, pages.season, name="season"),
    path(f"{SEASON}table.<spreadsheet:form>", files.season_file, name="season-file"),
    path(f"{SEASON}ratings.<spreadsheet:form>", files.ratings_file, name="season-ratings-file"),
    path(f"{SEASON}live/", pages.season_live, name="season-live"),
    path(f"{SEASON}projector/", pages.projector, name="season-projector"),
    path(f"{SEASON}projector/live/", pages.projector_live, name="season-projector-live"),
    path(f"{SEASON}ratings/", pages.ratings, name="season-ratings"),
    path("events/<key:event_id>/season/", evenings.event_season, name="event-season"),
    path(f"{SEASON}calendar.<spreadsheet:form>", files.calendar_file, name="season-calendar-file"),
    path(f"{SEASON}calendar/", evenings.calendar, name="season-calendar"),
    path(EVENING, evenings.evening, name="season-evening"),
    path(f"{EVENING}make/", evenings.evening_make, name="season-evening-make"),
    path(f"{EVENING}attach/", evenings.evening_attach, name="season-evening-attach"),
    path(f"{EVENING}remove/", evenings.evening_take_out, name="season-evening-remove"),
    path(f"{EVENING}absences/<key:contender_id>/", evenings.absence, name="season-absence"),
    path(f"{EVENING}jokers/<key:contender_id>/", evenings.joker, name="season-joker"),
    path(f"{SEASON}members/", pages.members, name="season-members"),
    path(f"{SEASON}members/paste/", pages.members_paste, name="season-members-paste"),
    path(MEMBER, pages.member, name="season-member"),
    path(f"{MEMBER}away/", pages.away_new, name="season-away-new"),
    path(f"{SEASON}away/<key:away>/remove/", pages.away_remove, name="season-away-remove"),
    path(f"{MEMBER}adjust/", pages.adjustment_new, name="season-adjustment-new"),
    path(
        f"{SEASON}adjustments/<key:adjustment>/revoke/",
        pages.adjustment_back,
        name="season-adjustment-revoke",
    ),
    path(f"{MEMBER}move/", pages.member_move, name="season-member-move"),
    path(f"{MEMBER}remove/", pages.member_remove, name="season-member-remove"),
    path(f"{SEASON}settings/", settings.season_settings, name="season-settings"),
    path(f"{SEASON}public/", public.settings, name="season-public"),
    path(f"{SEASON}public/renew/", public.renew, name="season-public-renew"),
    path(f"{SEASON}divisions/", settings.division_new, name="season-division-new"),
    path(f"{SEASON}divisions/<number:order>/", settings.division_change, name="season-division"),
    path(
        f"{SEASON}divisions/<number:order>/remove/",
        settings.division_take_out,
        name="season-division-remove",
    ),
    path(f"{SEASON}money/", pages.season_money, name="season-money"),
    path(f"{SEASON}finish/", settings.season_end, name="season-end"),
    path(f"{SEASON}reopen/", settings.season_open_again, name="season-reopen"),
    path(f"{SEASON}delete/", settings.season_remove, name="season-remove"),
    path(f"{SEASON}next/", settings.season_next, name="season-next"),
]
