"""Who goes on from the groups, and how they are seeded."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from pairings.base import PairingState
from pairings.brackets.seeding import bracket_size, seed_order
from pairings.qualifying.groups import Group, groups_of


class Fields(NamedTuple):
    """The field of the brackets and the rest, each from the best seed on."""

    going_on: tuple[int, ...]
    rest: tuple[int, ...]


def fields_of(situation: PairingState) -> Fields:
    """Who goes on, by ``situation.ranking``.

    Options: ``advance_each`` (0) the first of every group go on; then the best of all others until
    ``advance_total`` (0) are in. With both 0 everybody goes on. With ``advance_half`` the better
    half of all does instead, the odd one too. Two go on at least, so that there is a bracket.
    First of groups are seeded before second ones, these before third, and so on; who has met in a
    group meets as late as can be.
    """
    groups = groups_of(situation)
    ranked = [entry for entry in _ranking(situation) if entry not in situation.absent]
    each = situation.options.get("advance_each", 0)
    total = situation.options.get("advance_total", 0)
    if situation.options.get("advance_half", 0):
        each, total = 0, -(-len(ranked) // 2)
    elif not each and not total:
        total = len(ranked)
    tier = _tiers(ranked, groups, each)
    direct = sorted(tier, key=lambda entry: tier[entry])
    others = [entry for entry in ranked if entry not in tier]
    filled = others[: max(0, max(total, 2) - len(direct))]
    bands = [tier[entry] for entry in direct] + [
        _band(seed) for seed in range(len(direct) + 1, len(direct) + len(filled) + 1)
    ]
    going_on = kept_apart([*direct, *filled], bands, _numbered(groups))
    return Fields(tuple(going_on), tuple(others[len(filled) :]))


def kept_apart(field: Sequence[int], bands: Sequence[int], group: Mapping[int, int]) -> list[int]:
    """The field with seeds of one band exchanged, so that those of one group meet late.

    Goes on as long as an exchange helps, the nearest seeds first. Those of the first band stay.
    """
    best = list(field)
    if len({group[entry] for entry in field}) < 2:
        return best
    order = seed_order(bracket_size(len(field)))
    line = {seed: place for place, seed in enumerate(order)}
    swaps = [
        (one, other)
        for one, other in combinations(range(len(field)), 2)
        if bands[one] == bands[other] != bands[0]
    ]
    swaps.sort(key=lambda pair: (pair[1] - pair[0], pair))
    cost = _early_meetings(best, group, line)
    helped = cost > 0
    while helped:
        helped = False
        for one, other in swaps:
            best[one], best[other] = best[other], best[one]
            changed = _early_meetings(best, group, line)
            if changed < cost:
                cost, helped = changed, True
            else:
                best[one], best[other] = best[other], best[one]
    return best


def _early_meetings(field: Sequence[int], group: Mapping[int, int], line: Mapping[int, int]) -> int:
    """The meetings of two of one group that the draw provides for; earlier ones weigh far more."""
    places: dict[int, list[int]] = {}
    for seed, entry in enumerate(field, start=1):
        places.setdefault(group[entry], []).append(line[seed])
    deepest = len(line).bit_length()
    return sum(
        64 ** (deepest - (one ^ other).bit_length())
        for lines in places.values()
        for one, other in combinations(lines, 2)
    )


def _tiers(ranked: Sequence[int], groups: Sequence[Group], each: int) -> dict[int, int]:
    """The place in the group of all that go on by it, in the order of the ranking."""
    place = {
        entry: number
        for group in groups
        for number, entry in enumerate([one for one in ranked if one in group][:each], start=1)
    }
    return {entry: place[entry] for entry in ranked if entry in place}


def _band(seed: int) -> int:
    """Seeds that may change places: 5 to 8, 9 to 16 and so on; beyond all places in a group."""
    return 100 + (seed - 1).bit_length()


def _numbered(groups: Sequence[Group]) -> dict[int, int]:
    return {entry: number for number, group in enumerate(groups) for entry in group}


def _ranking(situation: PairingState) -> list[int]:
    """Everybody of the groups as ranked; who is not in the ranking, behind."""
    entries = {entry for group in groups_of(situation) for entry in group}
    ranked = [entry for entry in situation.ranking if entry in entries]
    behind = [entry for entry in situation.entries if entry in entries - set(ranked)]
    return ranked + behind
