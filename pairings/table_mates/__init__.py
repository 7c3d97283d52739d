"""Individuals at tables of three or four: nobody meets twice where that is known to be possible.

The game itself decides who plays with whom at a table; a movement only spreads table-mates.
"""

from pairings.table_mates.balance import Balance, balance
from pairings.table_mates.base import PlannedTables, Remainder
from pairings.table_mates.plan import plan_tables

__all__ = ["Balance", "PlannedTables", "Remainder", "balance", "plan_tables"]
