"""How good a settlement is: beside the plain way, beside what is possible."""

from collections import Counter
from collections.abc import Iterable, Mapping

from ledger.settling.base import Key, Transfer, nonzero
from ledger.settling.groups import EXACT, pairs
from ledger.settling.paying import plainly


def plain_count(balances: Mapping[Key, int]) -> int:
    """The transfers of the plain way: who owes most pays who is owed most, to the end."""
    nonzero(balances)  # refuses what does not sum to zero
    return len(plainly(balances))


def fewest_possible(balances: Mapping[Key, int]) -> int:
    """What no settlement can better: where nothing cancels, three people settle by two transfers.

    Whether so few are enough is another matter.
    """
    _keys, amounts = nonzero(balances)
    cancelling = len(pairs(amounts))
    return len(amounts) - cancelling - (len(amounts) - 2 * cancelling) // 3


def is_proven(balances: Mapping[Key, int], transfers: int) -> bool:
    """Whether it is certain that ``settle``, which found so many transfers, found the fewest."""
    _keys, amounts = nonzero(balances)
    was_exact = len(amounts) - 2 * len(pairs(amounts)) <= EXACT
    return was_exact or transfers == fewest_possible(balances)


def passed_on(transfers: Iterable[Transfer[Key]]) -> dict[Key, int]:
    """Who pays money on that he was paid, and how much of it; in the order of the keys."""
    paid: Counter[Key] = Counter()
    received: Counter[Key] = Counter()
    for payer, payee, amount in transfers:
        paid[payer] += amount
        received[payee] += amount
    return {key: min(paid[key], received[key]) for key in sorted(paid.keys() & received.keys())}
