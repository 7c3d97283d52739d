"""Reading events, for pages, API and print; each function says how many queries it takes."""

from tournaments.selectors.crosstable import Cell, CrossRow, cross_table
from tournaments.selectors.events import (
    entered_player_ids,
    events_of,
    game_of_match,
    last_begun_number,
    next_round_number,
    stale_event_ids,
)
from tournaments.selectors.lineups import Lineup, Pair, lineup, lineups_at, pair_name
from tournaments.selectors.lots import LotView, lots_of
from tournaments.selectors.overview import (
    EventOverview,
    GameView,
    RoundView,
    TableView,
    event_overview,
)
from tournaments.selectors.standings import Column, StandingRow, Standings, standings_for

__all__ = [
    "Cell",
    "Column",
    "CrossRow",
    "EventOverview",
    "GameView",
    "Lineup",
    "LotView",
    "Pair",
    "RoundView",
    "StandingRow",
    "Standings",
    "TableView",
    "cross_table",
    "entered_player_ids",
    "event_overview",
    "events_of",
    "game_of_match",
    "last_begun_number",
    "lineup",
    "lineups_at",
    "lots_of",
    "next_round_number",
    "pair_name",
    "stale_event_ids",
    "standings_for",
]
