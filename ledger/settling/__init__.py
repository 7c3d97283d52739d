"""Who pays whom so that nobody owes anything: balances in, the fewest transfers out.

Pure functions over whole numbers. Nothing here knows Django, a database, a player or a currency:
a balance is a number of smallest coins, and whose it is is a key.
"""

from ledger.settling.base import Key, Route, Transfer, Unbalanced
from ledger.settling.measures import fewest_possible, is_proven, passed_on, plain_count
from ledger.settling.settle import settle

__all__ = [
    "Key",
    "Route",
    "Transfer",
    "Unbalanced",
    "fewest_possible",
    "is_proven",
    "passed_on",
    "plain_count",
    "settle",
]
