"""Balances in, transfers out."""

from collections.abc import Mapping

from ledger.settling.base import Key, Route, Transfer, nonzero
from ledger.settling.groups import groups_of
from ledger.settling.paying import by_two_payees, in_turn, plainly, through_box


def settle(
    balances: Mapping[Key, int], *, route: Route = Route.FEWEST, box: Key | None = None
) -> tuple[Transfer[Key], ...]:
    """The transfers after which nobody owes and nobody is owed, in smallest coins.

    A balance below zero is owed by its owner, above zero is owed to him; together they are zero,
    else ``Unbalanced``. The same balances give the same transfers, in whatever order they come.

    There are as few transfers as possible up to 20 people with a balance that is not zero, mostly
    also beyond (``is_proven``), and never more than ``plain_count``. With ``Route.TWO_PAYEES`` it
    takes no more than without, but some who are owed money also pass some on (``passed_on``).
    ``Route.CASH_BOX`` takes one transfer a person and wants ``box``, the key of the treasurer's
    box; where the box has a balance, as a club's share has, that is what stays in it.
    """
    keys, amounts = nonzero(balances)
    if route is Route.CASH_BOX:
        if box is None:
            raise ValueError("Settling through the cash box wants the box's key.")
        return tuple(through_box(balances, box))
    if box is not None:
        raise ValueError("A cash box has a part only where all settle through it.")
    transfers = [
        transfer
        for group in groups_of(amounts)
        for transfer in in_turn({keys[place]: amounts[place] for place in group})
    ]
    # Where there are too many people to be certain, the plain way might do with fewer.
    best = min(transfers, plainly(balances), key=len)
    return tuple(sorted(by_two_payees(best) if route is Route.TWO_PAYEES else best))
