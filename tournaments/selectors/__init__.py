"""Reading events, for pages, API and print; each function says how many queries it takes."""

from tournaments.selectors.balance import balance_of
from tournaments.selectors.crosstable import Cell, CrossRow, cross_table
from tournaments.selectors.events import (
    entered_player_ids,
    event_kinds,
    events_found,
    events_of,
    game_of_match,
    last_begun_number,
    last_game,
    next_round_number,
    stale_event_ids,
)
from tournaments.selectors.lineups import Entrant, Lineup, entrant_name, lineup, lineups_at
from tournaments.selectors.lots import LotView, lots_of
from tournaments.selectors.overview import EventOverview, RoundView, event_overview
from tournaments.selectors.standings import Column, StandingRow, Standings, standings_for
from tournaments.selectors.tables import GameView, TableView, Team

__all__ = [
    "Cell",
    "Column",
    "CrossRow",
    "Entrant",
    "EventOverview",
    "GameView",
    "Lineup",
    "LotView",
    "RoundView",
    "StandingRow",
    "Standings",
    "TableView",
    "Team",
    "balance_of",
    "cross_table",
    "entered_player_ids",
    "entrant_name",
    "event_kinds",
    "event_overview",
    "events_found",
    "events_of",
    "game_of_match",
    "last_begun_number",
    "last_game",
    "lineup",
    "lineups_at",
    "lots_of",
    "next_round_number",
    "stale_event_ids",
    "standings_for",
]
