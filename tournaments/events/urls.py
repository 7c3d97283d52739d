"""Addresses of events, under a club's."""

from django.urls import path

from tournaments.events.views import (
    brackets,
    clocks,
    entries,
    events,
    files,
    plans,
    results,
    rounds,
    totals,
)

EVENT = "events/<key:event_id>/"

urlpatterns = [
    path("events/", events.events, name="events"),
    path("events.<spreadsheet:form>", files.events_file, name="events-file"),
    path("events/new/", events.event_new, name="event-new"),
    path("events/read/", totals.event_read, name="event-read"),
    path(f"{EVENT}take-back/", totals.event_back, name="event-take-back"),
    path(f"{EVENT}draw/", rounds.draw, name="event-draw"),
    path(f"{EVENT}plan/", rounds.plan, name="event-plan"),
    path(f"{EVENT}rounds/<number:number>/begin/", rounds.begin, name="round-begin"),
    path(f"{EVENT}rounds/<number:number>/undo/", rounds.begin_undo, name="round-undo"),
    path(f"{EVENT}rounds/<number:number>/results/", results.round_results, name="round-results"),
    path(
        f"{EVENT}rounds/<number:number>/results/undo/",
        results.round_results_undo,
        name="round-results-undo",
    ),
    path(f"{EVENT}rounds/<number:number>/plan/", plans.plan_page, name="round-plan"),
    path(f"{EVENT}rounds/<number:number>/plan/swap/", plans.plan_swap, name="round-plan-swap"),
    path(f"{EVENT}rounds/<number:number>/plan/reseat/", plans.round_reseat, name="round-reseat"),
    path(f"{EVENT}rounds/<number:number>/plan/undo/", plans.plan_back, name="round-plan-undo"),
    path(
        f"{EVENT}rounds/<number:number>/plan/redraw/", plans.plan_redraw, name="round-plan-redraw"
    ),
    path(
        f"{EVENT}rounds/<number:number>/plan/<number:table>/pin/",
        plans.plan_pin,
        name="round-plan-pin",
    ),
    path(
        f"{EVENT}rounds/<number:number>/plan/<number:table>/series/",
        plans.plan_series,
        name="round-plan-series",
    ),
    path(f"{EVENT}room/lost/", rounds.table_lost, name="room-lost"),
    path(f"{EVENT}room/back/", rounds.table_back, name="room-back"),
    *(
        path(
            f"{EVENT}rounds/<number:number>/clock/{action}/",
            clocks.clock,
            {"action": action},
            name=f"clock-{action}",
        )
        for action in ("start", "pause", "more", "less", "call", "uncall")
    ),
    path(
        f"{EVENT}rounds/<number:number>/tables/<number:table>/decide/",
        clocks.decide,
        name="table-decide",
    ),
    path(f"{EVENT}entries/paste/", entries.entries_paste, name="event-entries-paste"),
    path(f"{EVENT}entries/seeds/", plans.entries_seeds, name="event-seeds"),
    path(f"{EVENT}entries/draw/", entries.entries_draw, name="event-entries-draw"),
    path(
        f"{EVENT}entries/waiting/<key:key>/remove/", entries.waiting_remove, name="waiting-remove"
    ),
    path(
        f"{EVENT}entries/<number:number>/substitute/",
        entries.entry_substitute_page,
        name="entry-substitute",
    ),
    *(
        path(
            f"{EVENT}entries/<number:number>/{action}/",
            entries.entry_action,
            {"action": action},
            name=f"entry-{action}",
        )
        for action in ("withdraw", "restore", "remove")
    ),
    path(f"{EVENT}settings/", events.event_settings, name="event-settings"),
    path(f"{EVENT}settings/points-a-hand/", events.event_rank_a_hand, name="event-rank-a-hand"),
    path(f"{EVENT}rules/", events.event_rules, name="event-rules"),
    path(f"{EVENT}finish/", events.event_end, name="event-end"),
    path(f"{EVENT}reopen/", events.event_open_again, name="event-reopen"),
    path(f"{EVENT}delete/", events.event_remove, name="event-delete"),
    path(f"{EVENT}standings/", rounds.standings, name="event-standings"),
    path(f"{EVENT}entries.<spreadsheet:form>", files.entries_file, name="event-entries-file"),
    path(f"{EVENT}results.<spreadsheet:form>", files.results_file, name="event-results-file"),
    path(f"{EVENT}standings.<spreadsheet:form>", files.standings_file, name="event-standings-file"),
    path(f"{EVENT}standings/live/", rounds.standings_live, name="event-standings-live"),
    path(f"{EVENT}decisions/", results.decisions, name="event-decisions"),
    path(f"{EVENT}decisions/change/", results.adjustment_new, name="adjustment-new"),
    path(
        f"{EVENT}decisions/change/<key:adjustment>/revoke/",
        results.adjustment_back,
        name="adjustment-revoke",
    ),
    path(f"{EVENT}decisions/play-off/", results.play_off_new, name="play-off-new"),
    path(
        f"{EVENT}decisions/play-off/<key:play_off>/revoke/",
        results.play_off_back,
        name="play-off-revoke",
    ),
    path(
        f"{EVENT}rounds/<number:number>/tables/<number:table>/forfeit/<number:entry>/",
        results.forfeit,
        name="table-forfeit",
    ),
    path(
        f"{EVENT}rounds/<number:number>/tables/<number:table>/forfeit/undo/",
        results.forfeit_back,
        name="table-forfeit-undo",
    ),
    path(f"{EVENT}bracket/", brackets.bracket, name="event-bracket"),
    path(f"{EVENT}bracket/live/", brackets.bracket_live, name="event-bracket-live"),
    path(f"{EVENT}tables/<number:number>/", rounds.table, name="event-table"),
]
