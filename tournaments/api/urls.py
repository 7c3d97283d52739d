"""Addresses under ``/api/v1/``."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.api import decisions, entries, events, plans, rounds, totals

ENTRY = [
    path("", entries.EntryDetail.as_view(), name="api-entry"),
    path("withdraw/", entries.EntryWithdraw.as_view(), name="api-entry-withdraw"),
    path(
        "withdraw/preview/",
        entries.EntryWithdrawPreview.as_view(),
        name="api-entry-withdraw-preview",
    ),
    path("restore/", entries.EntryRestore.as_view(), name="api-entry-restore"),
    path("substitute/", entries.EntrySubstitute.as_view(), name="api-entry-substitute"),
]
ROUND = [
    path("", rounds.RoundDetail.as_view(), name="api-round"),
    path("begin/", rounds.RoundBegin.as_view(), name="api-round-begin"),
    path("take-back/", rounds.RoundTakeBack.as_view(), name="api-round-take-back"),
    path("plan/swap/", plans.PlanSwap.as_view(), name="api-round-plan-swap"),
    path("plan/undo/", plans.PlanUndo.as_view(), name="api-round-plan-undo"),
    path("plan/redraw/", plans.PlanRedraw.as_view(), name="api-round-plan-redraw"),
    path("reseat/", plans.RoundReseat.as_view(), name="api-round-reseat"),
    path("results/restore/", plans.ResultsRestore.as_view(), name="api-round-results-restore"),
    path("clock/", plans.RoundClock.as_view(), name="api-round-clock"),
]
TABLE = [
    path("forfeit/", decisions.TableForfeit.as_view(), name="api-table-forfeit"),
    path("forfeit/take-back/", decisions.TableForfeitUndo.as_view(), name="api-table-forfeit-undo"),
    path("plan/", plans.TablePlan.as_view(), name="api-table-plan"),
    path("decide/", plans.TableDecide.as_view(), name="api-table-decide"),
    path("decide/take-back/", plans.TableDecideUndo.as_view(), name="api-table-decide-undo"),
]
DECISIONS = [
    path("adjustments/", decisions.AdjustmentList.as_view(), name="api-adjustments"),
    path(
        "adjustments/<key:adjustment>/revoke/",
        decisions.AdjustmentRevoke.as_view(),
        name="api-adjustment-revoke",
    ),
    path("play-offs/", decisions.PlayOffList.as_view(), name="api-play-offs"),
    path(
        "play-offs/<key:play_off>/revoke/",
        decisions.PlayOffRevoke.as_view(),
        name="api-play-off-revoke",
    ),
]
EVENT: list[URLPattern | URLResolver] = [
    path("", events.EventDetail.as_view(), name="api-event"),
    path("finish/", events.EventFinish.as_view(), name="api-event-finish"),
    path("reopen/", events.EventReopen.as_view(), name="api-event-reopen"),
    path("take-back/", totals.EventTakeBack.as_view(), name="api-event-take-back"),
    path("entries/", entries.EntryList.as_view(), name="api-entries"),
    path("entries/seeds/", plans.Seeds.as_view(), name="api-seeds"),
    path("entries/preview/", entries.EntryPreview.as_view(), name="api-entries-preview"),
    path("entries/<number:entry>/", include(ENTRY)),
    path("rounds/", rounds.RoundList.as_view(), name="api-rounds"),
    path("rounds/plan/", rounds.RoundPlan.as_view(), name="api-rounds-plan"),
    path("rounds/<number:number>/", include(ROUND)),
    path("rounds/<number:number>/tables/<number:table>/", include(TABLE)),
    path("room/lost/", rounds.RoomLost.as_view(), name="api-room-lost"),
    path("room/back/", rounds.RoomBack.as_view(), name="api-room-back"),
    *DECISIONS,
    path("standings/", rounds.StandingsView.as_view(), name="api-standings"),
]
urlpatterns = [
    path("event-choices/", events.EventChoices.as_view(), name="api-event-choices"),
    path("clubs/<slug:slug>/events/", events.EventList.as_view(), name="api-events"),
    path(
        "clubs/<slug:slug>/events/read-in/", totals.EventTotals.as_view(), name="api-event-totals"
    ),
    path("clubs/<slug:slug>/events/<key:event>/", include(EVENT)),
]
