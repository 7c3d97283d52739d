"""Addresses under ``/api/v1/``."""

from django.urls import URLPattern, URLResolver, include, path

from leagues.api import calendars, evenings, seasons

EVENING = [
    path("", evenings.EveningDetail.as_view(), name="api-season-evening"),
    path("make/", evenings.EveningMake.as_view(), name="api-season-evening-make"),
    path("attach/", evenings.EveningAttach.as_view(), name="api-season-evening-attach"),
    path("detach/", evenings.EveningDetach.as_view(), name="api-season-evening-detach"),
    path("absences/", evenings.AbsenceList.as_view(), name="api-season-absences"),
    path(
        "absences/<key:contender>/",
        evenings.AbsenceDetail.as_view(),
        name="api-season-absence",
    ),
]
SEASON: list[URLPattern | URLResolver] = [
    path("", seasons.SeasonDetail.as_view(), name="api-season"),
    path("finish/", seasons.SeasonFinish.as_view(), name="api-season-finish"),
    path("reopen/", seasons.SeasonReopen.as_view(), name="api-season-reopen"),
    path("next/", seasons.SeasonNext.as_view(), name="api-season-next"),
    path("public/", seasons.SeasonPublic.as_view(), name="api-season-public"),
    path("public/renew/", seasons.SeasonPublicRenew.as_view(), name="api-season-public-renew"),
    path("book/", seasons.SeasonBook.as_view(), name="api-season-book"),
    path("evenings/", evenings.EveningList.as_view(), name="api-season-evenings"),
    path("evenings/<number:evening>/", include(EVENING)),
    path("divisions/", seasons.DivisionList.as_view(), name="api-season-divisions"),
    path(
        "divisions/<number:order>/",
        seasons.DivisionDetail.as_view(),
        name="api-season-division",
    ),
    path("contenders/", seasons.ContenderList.as_view(), name="api-season-contenders"),
    path(
        "contenders/<key:contender>/",
        seasons.ContenderDetail.as_view(),
        name="api-season-contender",
    ),
    path("standings/", seasons.SeasonStandings.as_view(), name="api-season-standings"),
    path("ratings/", seasons.SeasonRatings.as_view(), name="api-season-ratings"),
]
CALENDAR = [
    path("", calendars.CalendarDetail.as_view(), name="api-calendar"),
    path("renew/", calendars.CalendarRenew.as_view(), name="api-calendar-renew"),
]
urlpatterns = [
    path("clubs/<slug:slug>/calendars/", calendars.CalendarList.as_view(), name="api-calendars"),
    path("clubs/<slug:slug>/calendars/<slug:of>/", include(CALENDAR)),
    path("clubs/<slug:slug>/seasons/", seasons.SeasonList.as_view(), name="api-seasons"),
    path("clubs/<slug:slug>/seasons/<key:season>/", include(SEASON)),
]
