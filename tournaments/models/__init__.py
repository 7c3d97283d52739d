"""Who meets whom: events, entries, rounds, tables, lots, standings."""

from tournaments.models.entries import Entry, EntryPlayer
from tournaments.models.events import (
    ByeRule,
    Event,
    EventChange,
    EventState,
    EventTurn,
    TimeRule,
)
from tournaments.models.money import (
    EventMoney,
    Fee,
    FeePer,
    FeeState,
    HouseBase,
    PrizeKind,
    RestTo,
    SidePot,
)
from tournaments.models.results import Adjustment, DecisionKind, Lot, PlayOff, Standing
from tournaments.models.rounds import Clock, Game, PlanStep, Round, RoundState, Table, TableSeat

__all__ = [
    "Adjustment",
    "ByeRule",
    "Clock",
    "DecisionKind",
    "Entry",
    "EntryPlayer",
    "Event",
    "EventChange",
    "EventMoney",
    "EventState",
    "EventTurn",
    "Fee",
    "FeePer",
    "FeeState",
    "Game",
    "HouseBase",
    "Lot",
    "PlanStep",
    "PlayOff",
    "PrizeKind",
    "RestTo",
    "Round",
    "RoundState",
    "SidePot",
    "Standing",
    "Table",
    "TableSeat",
    "TimeRule",
]
