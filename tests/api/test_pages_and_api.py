"""Each action of the pages has an operation of the API, or a reason why only pages have it."""

import re

from paper.documents.subjects import SUBJECTS
from tests.api.operations import LISTED
from tests.api.test_docs import TEXT
from tests.seeds.test_every_address import NAMED, SENT

OPERATIONS = {
    **{"adjustment-new": "adjustments_make", "adjustment-revoke": "adjustments_revoke"},
    **{"play-off-new": "play_offs_record", "play-off-revoke": "play_offs_revoke"},
    **{"table-forfeit": "tables_forfeit", "table-forfeit-undo": "tables_forfeit_undo"},
    **{"book-apart": "books_apart", "season-money": "seasons_book"},
    **{f"book-transfer-{mark}": "books_transfers_update" for mark in ("paid", "unpaid")},
    **{f"event-money-{mark}": "transfers_update" for mark in ("paid", "unpaid")},
    **{"event-money-fee": "fees_update", "event-money-settle": "money_settle"},
    **{"club-archive-new": "archives_make", "waiting-remove": "waiting_players_remove"},
    **{f"job-{verb}": f"jobs_{verb}" for verb in ("cancel", "retry", "delete")},
    **{f"clock-{verb}": "clock_set" for verb in ("start", "pause", "more", "less")},
    **{"clock-call": "clock_set", "clock-uncall": "clock_set", "table-decide": "tables_decide"},
    **{f"round-plan-{verb}": f"rounds_plan_{verb}" for verb in ("swap", "undo", "redraw")},
    **{"round-plan-pin": "tables_plan", "round-plan-series": "tables_plan"},
    **{"round-reseat": "rounds_reseat"},
    **{"deal-ruling-revoke": "deal_rulings_revoke", "event-compared-scoring": "deals_scoring_set"},
    **{"event-deals-drop": "deals_delete"},
    **{f"entry-{verb}": f"entries_{verb}" for verb in ("remove", "restore", "withdraw")},
    **{"event-delete": "events_delete", "event-end": "events_finish"},
    **{"event-take-back": "events_take_back", "event-public-renew": "events_public_renew"},
    **{"event-sign-up-renew": "events_sign_up_renew", "sign-up-wait": "sign_ups_wait"},
    **{"sign-up-decline": "sign_ups_decline", "event-plan": "rounds_plan"},
    **{"round-begin": "rounds_begin", "round-undo": "rounds_take_back"},
    **{"room-lost": "room_table_lose", "room-back": "room_table_find"},
    **{"hand-new": "hands_record", "match-undo": "hands_undo", "match-preview": "verdict"},
    **{"event-sheets-record": "sheets_record", "event-sheets-example": "sheets_read"},
    **{"event-sheets-place": "sheets_place"},
    **{"match-result-sets": "matches_result_enter", "event-rank-a-hand": "events_update"},
    **{"match-result": "matches_result_enter", "match-result-restore": "matches_result_restore"},
    **{"match-result-withdraw": "matches_result_withdraw", "member-role": "members_update"},
    **{"member-remove": "members_delete", "match-time-end": "matches_time_end"},
    **{"event-money-award": "prizes_award", "event-money-divide": "prizes_fit"},
    **{"event-money-pot": "side_pots_set", "event-money-pot-off": "side_pots_remove"},
    **{"event-money-undo": "entries_of_book_take_back"},
    **{f"{about}-print-order": "documents_order" for about in SUBJECTS},
    **{"player-new": "players_create", "player-name": "players_update"},
    **{"player-roster": "players_update", "season-absence": "season_absences_note"},
    **{"season-adjustment-new": "season_adjustments_give", "season-joker": "season_jokers_declare"},
    **{"season-adjustment-revoke": "season_adjustments_revoke"},
    **{"season-away-new": "season_away_note", "season-away-remove": "season_away_clear"},
    **{"season-division": "season_divisions_update", "season-division-new": "season_divisions_add"},
    **{"season-division-remove": "season_divisions_remove", "season-end": "seasons_finish"},
    **{f"season-evening-{verb}": f"season_evenings_{verb}" for verb in ("attach", "make")},
    **{"season-evening-remove": "season_evenings_remove", "season-reopen": "seasons_reopen"},
    **{f"season-member-{verb}": f"season_contenders_{verb}" for verb in ("move", "remove")},
    **{"event-money-book": "expenses_create", "club-new": "clubs_create"},
    **{"club-picture-remove": "clubs_picture_delete"},
    **{"club-settings": "clubs_update", "round-results-undo": "rounds_results_restore"},
    **{"calendar-feeds": "calendars_make", "arrival-new": "arrivals_upload"},
    **{"season-public-renew": "seasons_public_renew", "season-remove": "seasons_delete"},
}
PHONE = ["hand", "preview", "undo", "take-back", "answer", "deal", "call", "leave"]
ONLY_PAGES = {
    "phones at the tables, a player's own phone and the director's desk": [
        *("event-phones-renew", "table-way-code", "table-way-renew", "table-way-withdraw"),
        *("phone-send-away", "event-desk-call", "event-desk-settle"),
        *(f"phone-{verb}" for verb in PHONE),
    ],
    "signing in and out, the language, the password and tokens": [
        *("sign-in", "sign-out", "language", "password", "password-offer", "token-revoke"),
    ],
    "inviting a member by a link": ["invitation-new", "invitation-revoke"],
    "loading the demo club": ["demo-load"],
}


def test_every_action_of_pages_has_an_operation_or_a_reason() -> None:
    actions = {name for name in SENT if not name.startswith("api-")}
    alone = {name for names in ONLY_PAGES.values() for name in names}
    assert actions - OPERATIONS.keys() - alone == set()
    assert OPERATIONS.keys() <= NAMED
    assert not alone & OPERATIONS.keys()
    assert alone <= NAMED


def test_the_operations_are_in_the_description() -> None:
    described = {line.split()[2] for line in LISTED.read_text().splitlines()}
    assert set(OPERATIONS.values()) <= described


def test_the_documentation_lists_what_only_pages_do() -> None:
    section = TEXT.split("## What only pages do\n")[1].split("\n## ")[0]
    assert re.findall(r"^- (.*)$", section, re.MULTILINE) == [*ONLY_PAGES]
