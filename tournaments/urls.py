"""Addresses of events, under a club's."""

from django.urls import path

from tournaments.views import (
    brackets,
    clocks,
    entries,
    events,
    files,
    plans,
    projector,
    results,
    rounds,
    totals,
)

ONE = "events/<key:event_id>/"

urlpatterns = [
    path("events/", events.events, name="events"),
    path("events.<spreadsheet:form>", files.events_file, name="events-file"),
    path("events/new/", events.event_new, name="event-new"),
    path("events/read/", totals.event_read, name="event-read"),
    path(f"{ONE}take-back/", totals.event_back, name="event-take-back"),
    path(ONE, rounds.event, name="event"),
    path(f"{ONE}live/", rounds.rounds_live, name="event-live"),
    path(f"{ONE}draw/", rounds.draw, name="event-draw"),
    path(f"{ONE}plan/", rounds.plan, name="event-plan"),
    path(f"{ONE}rounds/<number:number>/begin/", rounds.begin, name="round-begin"),
    path(f"{ONE}rounds/<number:number>/undo/", rounds.begin_undo, name="round-undo"),
    path(f"{ONE}rounds/<number:number>/results/", results.round_results, name="round-results"),
    path(
        f"{ONE}rounds/<number:number>/results/undo/",
        results.round_results_undo,
        name="round-results-undo",
    ),
    path(f"{ONE}rounds/<number:number>/plan/", plans.plan_page, name="round-plan"),
    path(f"{ONE}rounds/<number:number>/plan/swap/", plans.plan_swap, name="round-plan-swap"),
    path(f"{ONE}rounds/<number:number>/plan/reseat/", plans.round_reseat, name="round-reseat"),
    path(f"{ONE}rounds/<number:number>/plan/undo/", plans.plan_back, name="round-plan-undo"),
    path(f"{ONE}rounds/<number:number>/plan/redraw/", plans.plan_redraw, name="round-plan-redraw"),
    path(
        f"{ONE}rounds/<number:number>/plan/<number:table>/pin/",
        plans.plan_pin,
        name="round-plan-pin",
    ),
    path(
        f"{ONE}rounds/<number:number>/plan/<number:table>/series/",
        plans.plan_series,
        name="round-plan-series",
    ),
    path(f"{ONE}room/lost/", rounds.table_lost, name="room-lost"),
    path(f"{ONE}room/back/", rounds.table_back, name="room-back"),
    *(
        path(
            f"{ONE}rounds/<number:number>/clock/{action}/",
            clocks.clock,
            {"action": action},
            name=f"clock-{action}",
        )
        for action in ("start", "pause", "more", "less", "call", "uncall")
    ),
    path(
        f"{ONE}rounds/<number:number>/tables/<number:table>/decide/",
        clocks.decide,
        name="table-decide",
    ),
    path(f"{ONE}entries/", entries.entries, name="event-entries"),
    path(f"{ONE}entries/paste/", entries.entries_paste, name="event-entries-paste"),
    path(f"{ONE}entries/seeds/", plans.entries_seeds, name="event-seeds"),
    path(f"{ONE}entries/draw/", entries.entries_draw, name="event-entries-draw"),
    path(
        f"{ONE}entries/<number:number>/substitute/",
        entries.entry_substitute_page,
        name="entry-substitute",
    ),
    *(
        path(
            f"{ONE}entries/<number:number>/{action}/",
            entries.entry_action,
            {"action": action},
            name=f"entry-{action}",
        )
        for action in ("withdraw", "restore", "remove")
    ),
    path(f"{ONE}settings/", events.event_settings, name="event-settings"),
    path(f"{ONE}settings/points-a-hand/", events.event_rank_a_hand, name="event-rank-a-hand"),
    path(f"{ONE}rules/", events.event_rules, name="event-rules"),
    path(f"{ONE}finish/", events.event_end, name="event-end"),
    path(f"{ONE}reopen/", events.event_open_again, name="event-reopen"),
    path(f"{ONE}delete/", events.event_remove, name="event-delete"),
    path(f"{ONE}standings/", rounds.standings, name="event-standings"),
    path(f"{ONE}entries.<spreadsheet:form>", files.entries_file, name="event-entries-file"),
    path(f"{ONE}hands.pbn", files.hands_pbn, name="event-hands-pbn"),
    path(f"{ONE}results.<spreadsheet:form>", files.results_file, name="event-results-file"),
    path(f"{ONE}standings.<spreadsheet:form>", files.standings_file, name="event-standings-file"),
    path(f"{ONE}standings/live/", rounds.standings_live, name="event-standings-live"),
    path(f"{ONE}decisions/", results.decisions, name="event-decisions"),
    path(f"{ONE}decisions/change/", results.adjustment_new, name="adjustment-new"),
    path(
        f"{ONE}decisions/change/<key:adjustment>/revoke/",
        results.adjustment_back,
        name="adjustment-revoke",
    ),
    path(f"{ONE}decisions/play-off/", results.play_off_new, name="play-off-new"),
    path(
        f"{ONE}decisions/play-off/<key:play_off>/revoke/",
        results.play_off_back,
        name="play-off-revoke",
    ),
    path(
        f"{ONE}rounds/<number:number>/tables/<number:table>/forfeit/<number:entry>/",
        results.forfeit,
        name="table-forfeit",
    ),
    path(
        f"{ONE}rounds/<number:number>/tables/<number:table>/forfeit/undo/",
        results.forfeit_back,
        name="table-forfeit-undo",
    ),
    path(f"{ONE}bracket/", brackets.bracket, name="event-bracket"),
    path(f"{ONE}bracket/live/", brackets.bracket_live, name="event-bracket-live"),
    path(f"{ONE}projector/", projector.projector, name="event-projector"),
    path(f"{ONE}projector/live/", projector.projector_live, name="event-projector-live"),
    path(f"{ONE}tables/<number:number>/", rounds.table, name="event-table"),
]
