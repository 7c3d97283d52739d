"""Who pays whom among people whose balances sum to zero, by fewer transfers than people."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush

from ledger.settling.base import Key, Transfer

MOST_PAYEES = 2


def in_turn(balances: Mapping[Key, int]) -> list[Transfer[Key]]:
    """Who owes most begins with who is owed most; each goes on with the next where one is settled.

    The balances sum to zero. Each transfer settles somebody for good and the last one two. Who owes
    never receives. Large debts meet large claims, so that few people pay many.
    """
    debts = sorted((amount, key) for key, amount in balances.items() if amount < 0)
    claims = sorted(
        ((-amount, key) for key, amount in balances.items() if amount > 0), reverse=True
    )
    transfers = []
    for amount, payer in debts:
        debt = -amount
        while debt:
            claim, payee = claims.pop()
            paid = min(debt, -claim)
            transfers.append(Transfer(payer, payee, paid))
            debt -= paid
            if claim + paid:
                claims.append((claim + paid, payee))
    return transfers


def plainly(balances: Mapping[Key, int]) -> list[Transfer[Key]]:
    """Who owes most pays who is owed most, and all over again with what is left of their balances.

    What most programs do. Here too each transfer settles somebody for good.
    """
    debts = [(amount, key) for key, amount in balances.items() if amount < 0]
    claims = [(-amount, key) for key, amount in balances.items() if amount > 0]
    heapify(debts)
    heapify(claims)
    transfers = []
    while debts:
        debt, payer = heappop(debts)
        claim, payee = heappop(claims)
        amount = min(-debt, -claim)
        transfers.append(Transfer(payer, payee, amount))
        if debt + amount:
            heappush(debts, (debt + amount, payer))
        if claim + amount:
            heappush(claims, (claim + amount, payee))
    return transfers


def by_two_payees(transfers: Sequence[Transfer[Key]]) -> list[Transfer[Key]]:
    """As many transfers, changed so that nobody pays more than two people.

    Who would pay more pays the two who get most, with what the others get; these pass that on, two
    at most from each, and so on. That always works out: direct payments make no circle, so payers
    can be taken one after the other in such an order that each shares at most one payee with those
    before him. That one passes nothing on; the others have both hands free for this payer, which
    is enough for any number.
    """
    changed: list[Transfer[Key]] = []
    for payer, shares in _in_order(transfers):
        changed += _passed_on(payer, shares)
    return changed


def _in_order(
    transfers: Iterable[Transfer[Key]],
) -> Iterator[tuple[Key, list[tuple[int, Key]]]]:
    """Each payer once with what he pays to whom: who gets most first, who is shared last.

    Goes from payer to payer over the payees they share, part after part.
    """
    paid: defaultdict[Key, list[tuple[int, Key]]] = defaultdict(list)
    payers_of: defaultdict[Key, list[Key]] = defaultdict(list)
    for payer, payee, amount in transfers:
        paid[payer].append((-amount, payee))
        payers_of[payee].append(payer)
    seen: set[Key] = set()
    reached: set[Key] = set()
    for first in paid:
        queue = [first]
        while queue:
            payer = queue.pop()
            if payer in seen:
                continue
            seen.add(payer)
            shares = sorted(paid[payer], key=lambda share: (share[1] in reached, share))
            yield payer, [(-amount, payee) for amount, payee in shares]
            for _amount, payee in shares:
                reached.add(payee)
                queue += payers_of[payee]


def _passed_on(payer: Key, shares: Sequence[tuple[int, Key]]) -> list[Transfer[Key]]:
    """A tree of payments in which each has at most two below: place ``p`` pays ``2p`` and ``2p+1``.

    The payer has place 1 and pays 2 and 3; from the last place upwards, everybody is paid what is
    his own and what he passes on.
    """
    size = len(shares) + 2
    people: list[Key] = [payer, payer]
    people += [payee for _amount, payee in shares]
    due = [0, 0, *(amount for amount, _payee in shares)]
    transfers = []
    for place in range(size - 1, 1, -1):
        above = place // MOST_PAYEES
        transfers.append(Transfer(people[above], people[place], due[place]))
        due[above] += due[place]
    return transfers[::-1]


def through_box(balances: Mapping[Key, int], box: Key) -> list[Transfer[Key]]:
    """Everybody with the box: first all pay in, then it pays out. Its own balance stays in it."""
    people = [(key, amount) for key, amount in sorted(balances.items()) if amount and key != box]
    paid_in = [Transfer(key, box, -amount) for key, amount in people if amount < 0]
    return paid_in + [Transfer(box, key, amount) for key, amount in people if amount > 0]
