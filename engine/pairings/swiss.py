"""Swiss pairing: in each round entries with equal scores meet, and no two entries meet twice.
Entries are put in score groups by their results (``SwissCard``); a matching of least cost pairs
them, of those after which the rounds to come can be paired; the reasons are read off the round as
drawn."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from heapq import heappop, heappush
from itertools import chain, count, islice
from operator import mul
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine.pairings.format import HALL, Format, PairedEntry, PairingReason, PairReason, Setting
from engine.pairings.look_ahead import (
    Graph,
    RoundSearch,
    certain_rounds,
    graph_without,
)
from engine.pairings.state import Meeting, PairingState, PlannedRound, Table, TableResult
from rules.phrases import phrase

if TYPE_CHECKING:
    import rustworkx

WIN = 2
"""Points are doubled, so that a drawn meeting is a whole number."""
DRAW = 1


class Float(IntEnum):
    """How an entry left its score group in its last round."""

    DOWN = -1
    NONE = 0
    UP = 1


@dataclass(slots=True)
class SwissCard:
    """One entry's rounds so far; ``points`` are twice the meetings won.

    ``homes`` are rounds on the first seats less those on the others; ``was_home`` the last of them.
    """

    entry: int
    points: int = 0
    met: Counter[int] = field(default_factory=Counter)
    byes: int = 0
    floated: Float = Float.NONE
    homes: int = 0
    was_home: bool = False


def cards_of(state: PairingState) -> dict[int, SwissCard]:
    """Return the card of every entry that ever took part, in the order of the entries."""
    cards = {entry: SwissCard(entry) for entry in state.entries}
    for planned, results in zip(state.played, state.results, strict=True):
        for card in cards.values():
            card.floated = Float.NONE
        for table, result in zip(planned.tables, results, strict=True):
            _write_meeting(cards, table, result)
        for entry in planned.byes:
            card = cards[entry]
            card.points += state.bye_points.get(entry, WIN)
            card.byes, card.floated = card.byes + 1, Float.DOWN
    return cards


def _write_meeting(cards: Mapping[int, SwissCard], table: Table, result: TableResult) -> None:
    home, away = (cards[entry] for entry in table)
    home.floated, away.floated = floats(home.points, away.points)
    for card, other in ((home, away), (away, home)):
        card.met[other.entry] += 1
        card.was_home = card is home
        card.homes += 1 if card is home else -1
    for card in (home, away):
        if card.entry in result.winners:
            card.points += WIN
        elif result.is_drawn:
            card.points += DRAW


def floats(points: int, other: int) -> tuple[Float, Float]:
    """Return how two with these points leave their score groups to meet each other."""
    if points == other:
        return Float.NONE, Float.NONE
    return (Float.DOWN, Float.UP) if points > other else (Float.UP, Float.DOWN)


class GroupPlace(NamedTuple):
    """The place of an entry: its score group from 0 for the best, its place there from 0. ``half``
    is -1 in the upper half of the group, 1 in the lower, 0 for the middle one of an odd group."""

    group: int
    place: int
    size: int
    half: int

    @property
    def from_below(self) -> int:
        """Its place counted from the last of the group."""
        return self.size - 1 - self.place


class PairCost(NamedTuple):
    """The costs of a pair, weightiest first; rounds are compared by their sums.

    ``repeated``: the square of the times that the two have met, or that one has sat out;
    ``bye_above``: score groups below one who sits out; ``crossed``: the square of the score groups
    between the two, so that two small steps are better than a big one; ``floats``: whether there
    are any; ``again``: how many of the two leave their group the same way as in their last round;
    ``same_half``: whether both are of the same half of their group; ``fold``: the square of the
    places by which they miss each other where first meets first of the other half.
    """

    repeated: int = 0
    bye_above: int = 0
    crossed: int = 0
    floats: int = 0
    again: int = 0
    same_half: int = 0
    fold: int = 0


@dataclass(frozen=True, slots=True)
class SwissField:
    """The cards by points, then in the order of the entries, with the place of each.

    ``may_repeat`` if meetings and byes may come again.
    """

    cards: tuple[SwissCard, ...]
    places: tuple[GroupPlace, ...]
    may_repeat: bool = False

    def may_meet(self, number: int, other: int) -> bool:
        """Return whether these two, by their numbers in the field, have not met."""
        return self.may_repeat or self.cards[other].entry not in self.cards[number].met

    def may_rest(self, number: int) -> bool:
        """Return whether this one has not sat out."""
        return self.may_repeat or not self.cards[number].byes

    def pair_cost(self, number: int, other: int) -> PairCost:
        """Return the cost of a meeting; ``number`` is higher in the field."""
        high, low = self.places[number], self.places[other]
        repeated = self.cards[number].met[self.cards[other].entry] ** 2
        if high.group == low.group:
            return PairCost(
                repeated=repeated,
                same_half=int(high.half == low.half != 0),
                fold=(low.place - high.place - high.size // 2) ** 2,
            )
        crossed = low.group - high.group
        ways = floats(self.cards[number].points, self.cards[other].points)
        again = sum(
            self.cards[index].floated is way
            for index, way in zip((number, other), ways, strict=True)
        )
        return PairCost(
            repeated=repeated,
            crossed=crossed * crossed,
            floats=1,
            again=again,
            fold=(high.from_below + low.place) ** 2,
        )

    def bye_cost(self, number: int) -> PairCost:
        """Of sitting out, which is a way down from the lowest group."""
        place = self.places[number]
        return PairCost(
            repeated=self.cards[number].byes ** 2,
            bye_above=self.places[-1].group - place.group,
            again=int(self.cards[number].floated is Float.DOWN),
            fold=place.from_below**2,
        )


def field_of(cards: Sequence[SwissCard]) -> SwissField:
    """Return the field that these make; they come in the order of the entries."""
    ordered = sorted(cards, key=lambda card: -card.points)
    sizes = Counter(card.points for card in ordered)
    places = [
        GroupPlace(group, place, size, _half(place, size))
        for group, size in enumerate(sizes.values())
        for place in range(size)
    ]
    return SwissField(tuple(ordered), tuple(places))


def _half(place: int, size: int) -> int:
    return (2 * place + 1 > size) - (2 * place + 1 < size)


WeightedGraph: TypeAlias = "rustworkx.PyGraph[int, int]"

COMPLETE = 200
"""Up to this many entries every pair is considered; above, neighbours and pairs near the fold."""
REACH = 24
"""How far down the field an opponent is looked for; half as far to both sides of the fold."""
TIE_BITS = 28


class FieldPair(NamedTuple):
    """Two numbers of the field, the higher standing first; the field's size represents the bye."""

    number: int
    other: int


class WeightedPair(NamedTuple):
    number: int
    other: int
    weight: int


def best_pairs(
    field: SwissField, *, complete: int = COMPLETE, reach: int = REACH
) -> list[FieldPair] | None:
    """Return a pairing of all entries, with one bye if the number is odd; None if no pairing is
    legal. Nearby pairs are tried first; as long as these do not suffice, the distance is doubled.
    """
    size = len(field.cards)
    while size > complete and reach < size:
        if pairs := matching(size, graph_edges(field, near_edges(field, reach))):
            return pairs
        reach *= 2
    return matching(size, graph_edges(field, all_edges(size))) or None


def matching(
    size: int, edges: Sequence[WeightedPair], *, vertices: int | None = None
) -> list[FieldPair]:
    """Return the heaviest perfect matching of ``size`` of the ``vertices`` (default: of all), in
    the order of the field; empty if there is none."""
    pairs = heaviest(graph_of(vertices or size, edges))
    if 2 * len(pairs) < size:
        return []
    return sorted(FieldPair(min(pair), max(pair)) for pair in pairs)


def graph_of(size: int, edges: Sequence[WeightedPair]) -> WeightedGraph:
    """Return the library's graph of a field and, if its size is odd, of the bye."""
    import rustworkx  # noqa: PLC0415 with NumPy a tenth of a process's start

    graph: WeightedGraph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size + size % 2))
    graph.add_edges_from(edges)
    return graph


def matchings_by_weight(size: int, edges: Sequence[WeightedPair]) -> Iterator[list[FieldPair]]:
    """Yield the perfect matchings, the heaviest first.

    Each one found parts those left into some without its first pair, some with the first and
    without the second, and so on (K. G. Murty, "An algorithm for ranking all the assignments in
    order of increasing cost", 1968).
    """
    weights = {pair[:2]: pair.weight for pair in edges}
    order = count()
    heap: list[tuple[int, int, list[FieldPair], list[FieldPair], list[WeightedPair]]] = []

    def put(fixed: list[FieldPair], allowed: list[WeightedPair]) -> None:
        pairs = matching(size - 2 * len(fixed), allowed, vertices=size)
        if pairs or 2 * len(fixed) == size:
            whole = sorted([*fixed, *pairs])
            weight = sum(weights[pair] for pair in whole)
            heappush(heap, (-weight, next(order), whole, fixed, allowed))

    put([], list(edges))
    while heap:
        _weight, _order, pairs, fixed, allowed = heappop(heap)
        yield pairs
        for pair in [pair for pair in pairs if pair not in fixed]:
            put(fixed, [edge for edge in allowed if edge[:2] != pair])
            fixed = [*fixed, pair]
            allowed = [edge for edge in allowed if not {*edge[:2]} & {*pair}]


def heaviest(graph: WeightedGraph) -> set[tuple[int, int]]:
    """Return the library's work: of the matchings with most pairs, the heaviest."""
    import rustworkx  # noqa: PLC0415

    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def graph_edges(field: SwissField, pairs: Iterable[FieldPair]) -> list[WeightedPair]:
    """Return the legal ones of these pairs and all legal byes, with their weights.

    The terms of a cost become one whole number, each term outweighing all sums of those after it.
    Last comes a number that is different for every pair and has no meaning, so that of two equally
    good rounds it's always the same one that is drawn, whatever the library.
    """
    size = len(field.cards)
    legal = [pair for pair in pairs if field.may_meet(*pair)]
    costs = [field.pair_cost(*pair) for pair in legal]
    if size % 2:
        resting = [number for number in range(size) if field.may_rest(number)]
        legal += [FieldPair(number, size) for number in resting]
        costs += map(field.bye_cost, resting)
    units = _units(costs, pairs_a_round=size // 2 + 1)
    packed = [
        sum(map(mul, cost, units)) + tie_break(*pair)
        for pair, cost in zip(legal, costs, strict=True)
    ]
    most = max(packed, default=0)
    return [WeightedPair(*pair, most - weight) for pair, weight in zip(legal, packed, strict=True)]


def _units(costs: Sequence[PairCost], pairs_a_round: int) -> list[int]:
    """Return the weight of one unit of each term."""
    units = [pairs_a_round << TIE_BITS]
    for terms in reversed(list(zip(*costs, strict=True))[1:]):
        units.append(units[-1] * (max(terms) * pairs_a_round + 1))
    return units[::-1]


def tie_break(number: int, other: int) -> int:
    """Return a pseudo-random number of ``TIE_BITS`` bits that is always the same for these two."""
    mixed = (number * 0x9E3779B97F4A7C15 + other * 0xC2B2AE3D27D4EB4F + 1) & (1 << 64) - 1
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    return (mixed ^ mixed >> 32) & (1 << TIE_BITS) - 1


def all_edges(size: int) -> Iterator[FieldPair]:
    return (FieldPair(number, other) for number in range(size) for other in range(number + 1, size))


def near_edges(field: SwissField, reach: int) -> Iterator[FieldPair]:
    """Yield pairs of neighbours, and pairs of a group's halves around the fold."""
    size = len(field.cards)
    for number, place in enumerate(field.places):
        last = number + place.from_below
        neighbours = range(number + 1, min(number + reach + 1, size))
        fold = number + place.size // 2
        opposite = range(max(fold - reach // 2, neighbours.stop), min(fold + reach // 2, last) + 1)
        yield from (FieldPair(number, other) for other in chain(neighbours, opposite))


def _paired(card: SwissCard, place: GroupPlace) -> PairedEntry:
    return PairedEntry(card.entry, card.points, place.place + 1, place.size)


def _lowest_for_a_bye(field: SwissField) -> int:
    """Return the lowest score group, from 0, with anybody who has not sat out."""
    pairs = zip(field.cards, field.places, strict=True)
    return max((place.group for card, place in pairs if not card.byes), default=0)


def _odd_groups(planned: PlannedRound, places: Mapping[int, GroupPlace]) -> frozenset[int]:
    """Return the groups in which, with floats from above and without the bye, one is left over."""
    sizes = Counter(place.group for place in places.values())
    sizes.subtract(places[entry].group for entry in planned.byes)
    for table in planned.tables:
        high, low = sorted(places[entry].group for entry in table)
        if high < low:
            sizes[low] += 1
    return frozenset(group for group, size in sizes.items() if size % 2)


def _why(
    cards: Sequence[SwissCard], places: Mapping[int, GroupPlace], odd: frozenset[int], lowest: int
) -> PairReason:
    if len(cards) == 1:
        if cards[0].byes:
            return PairReason.BYE_AGAIN
        is_above = places[cards[0].entry].group < lowest
        return PairReason.BYE_ABOVE if is_above else PairReason.BYE
    if cards[0].met[cards[1].entry]:
        return PairReason.AGAIN
    high, low = (places[card.entry] for card in cards)
    if high.group != low.group:
        return PairReason.FLOAT_ODD if high.group in odd else PairReason.FLOAT_MET
    return PairReason.FOLD if low.place - high.place == high.size // 2 else PairReason.NEAR_FOLD


class Swiss(Format):
    """Entries with equal scores meet, nobody twice."""

    key = "swiss"
    name = phrase("Swiss")
    explanation = phrase(
        "Fixed pairs; each round pairs with similar scores meet, no two meet twice and nobody "
        "is knocked out. With an odd number the lowest pair that has not had a bye sits out; "
        "what a bye scores counts for the draw as well."
    )
    lineup = 2
    settings = (
        Setting(
            "rounds",
            phrase("Rounds"),
            phrase(
                "How many rounds are played; 0 plays until only one is unbeaten. As many as "
                "there are pairs, or one fewer if their number is even, can be played before "
                "two meet again or somebody sits out twice."
            ),
            default=0,
            low=0,
            high=30,
        ),
    )
    from_results = True
    by_score = True
    most = HALL

    def plan(self, state: PairingState) -> tuple[PlannedRound, ...]:
        """Return the next round, or none: while a table plays, after the last one, or if none is
        legal.

        Option: ``rounds`` in all, 0 for as many as leave only one without a loss.

        A legal round has no rematch and no second bye; one that has them is returned only where no
        other is legal and the state ``may_repeat``. Of the legal rounds those count after which as
        many of the rounds to come as can be stay legal. The best one has, in this order: the lowest
        possible bye; meetings across as few score groups as possible; nobody floating the same way
        twice running; in each group the upper half against the lower, first with first, by the
        order of the entries. Tables come in the order of the field.
        """
        if state.is_waiting or len(state.played) >= self.rounds_in_all(state):
            return ()
        if len(state.active) < 2:
            return ()
        cards = cards_of(state)
        field = field_of([cards[entry] for entry in state.active])
        pairs = _far_sighted_pairs(state, field, cards, self.rounds_in_all(state))
        if pairs is None and state.may_repeat:
            field = replace(field, may_repeat=True)
            pairs = best_pairs(field)
        return (_round(field, pairs),) if pairs else ()

    def rounds_in_all(self, state: PairingState) -> int:
        """Return how many rounds the event has; fewer are played if no legal pairing is left."""
        chosen = state.options.get("rounds", 0)
        return chosen or max(1, (len(state.entries) - 1).bit_length())

    def rounds_possible(self, entries: int) -> int:
        """Return how many rounds entries can play without repeating a meeting or a bye."""
        return entries - 1 + entries % 2

    def reasons(
        self, state: PairingState, number: int, planned: PlannedRound
    ) -> tuple[PairingReason, ...]:
        """Return a reason for each table of round ``number``, from 1, then for each bye.

        Later rounds and present absentees are ignored: those who are in the round took part in it.
        """
        before = replace(
            state,
            played=state.played[: number - 1],
            results=state.results[: number - 1],
        )
        cards, there = cards_of(before), planned.entries
        field = field_of([card for entry, card in cards.items() if entry in there])
        places = {card.entry: place for card, place in zip(field.cards, field.places, strict=True)}
        odd, lowest = _odd_groups(planned, places), _lowest_for_a_bye(field)
        return tuple(
            PairingReason(
                _why([cards[entry] for entry in ordered], places, odd, lowest),
                tuple(_paired(cards[entry], places[entry]) for entry in ordered),
            )
            for ordered in (sorted(table, key=places.__getitem__) for table in planned.sittings)
        )


TRIES = 60
"""Maximum pairings to try before giving up on keeping all later rounds possible."""


def _far_sighted_pairs(
    state: PairingState, field: SwissField, cards: Mapping[int, SwissCard], rounds: int
) -> list[FieldPair] | None:
    """Return the best pairing that keeps the announced number of rounds possible, or else as many
    as can be; None if no pairing is legal."""
    pairs = best_pairs(field)
    coming = rounds - len(state.played) - 1
    if not pairs or coming < 1:
        return pairs
    pinned = [[cards[entry] for entry in table] for table in state.pinned]
    everybody = [*field.cards, *chain.from_iterable(pinned)]
    if coming <= certain_rounds(_least_left(everybody) - 1, len(everybody) + len(everybody) % 2):
        return pairs
    ahead = _Ahead.of(field, pinned)
    search = RoundSearch()
    for keeps in range(search.most(ahead.graph, coming + 1) - 1, 0, -1):
        if better := ahead.pairs_keeping(keeps, search):
            return better
    return pairs


def _least_left(cards: Sequence[SwissCard]) -> int:
    """Return with how few others somebody has still to meet, the bye counted as one of them."""
    here, is_odd = {card.entry for card in cards}, len(cards) % 2
    left = [
        len(here) - 1 - len(here & card.met.keys()) + (is_odd and not card.byes) for card in cards
    ]
    return min([*left, sum(not card.byes for card in cards)] if is_odd else left)


@dataclass(frozen=True, slots=True)
class _Ahead:
    """The pairs of a whole field that have not met, whose vertices are the numbers of the field,
    then those at pinned tables, then the bye; ``pinned`` are the edges of these tables."""

    field: SwissField
    graph: Graph
    pinned: tuple[FieldPair, ...]

    @classmethod
    def of(cls, field: SwissField, pinned: Sequence[Sequence[SwissCard]]) -> "_Ahead":
        cards = [*field.cards, *(card for table in pinned for card in table)]
        size, met = len(cards), [card.met for card in cards]
        graph = [
            sum(
                1 << other
                for other in range(size)
                if other != vertex and cards[other].entry not in met[vertex]
            )
            for vertex in range(size)
        ]
        if size % 2:
            resting = [number for number, card in enumerate(cards) if not card.byes]
            for number in resting:
                graph[number] |= 1 << size
            graph.append(sum(1 << number for number in resting))
        edges = (FieldPair(number, number + 1) for number in range(len(field.cards), size, 2))
        return cls(field, tuple(graph), tuple(edges))

    def pairs_keeping(self, rounds: int, search: RoundSearch) -> list[FieldPair] | None:
        """Return the best pairing that leaves this many rounds possible; None if none was found.

        The best pairings are tried in order, then those of a plan for all these rounds.
        """
        size = len(self.field.cards)
        edges = graph_edges(self.field, all_edges(size))
        for pairs in islice(matchings_by_weight(size + size % 2, edges), TRIES):
            if search.rounds(self._after(pairs), rounds) is not None:
                return pairs
        if self.pinned:
            return None
        weights = {FieldPair(*pair[:2]): pair.weight for pair in edges}
        planned = [
            sorted(FieldPair(min(pair), max(pair)) for pair in matching)
            for matching in search.rounds(self.graph, rounds + 1) or ()
        ]
        return max(planned, key=lambda pairs: sum(map(weights.__getitem__, pairs)), default=None)

    def _after(self, pairs: Sequence[FieldPair]) -> Graph:
        size, bye = len(self.field.cards), len(self.graph) - 1
        moved = (FieldPair(number, bye if other == size else other) for number, other in pairs)
        return graph_without(self.graph, (*moved, *self.pinned))


def _round(field: SwissField, pairs: list[FieldPair]) -> PlannedRound:
    size = len(field.cards)
    meetings = [pair for pair in pairs if pair.other < size]
    tables = tuple(
        _seated(field.cards[pair.number], field.cards[pair.other], number)
        for number, pair in enumerate(meetings)
    )
    byes = tuple(field.cards[pair.number].entry for pair in pairs if pair.other == size)
    return PlannedRound(tables, byes)


def _seated(high: SwissCard, low: SwissCard, table: int) -> Meeting:
    """Seat at home the one who was there less often, or was not there last time; otherwise
    alternate down the tables."""
    home, away = (high, low) if table % 2 == 0 else (low, high)
    if (away.homes, away.was_home) < (home.homes, home.was_home):
        home, away = away, home
    return Meeting(home.entry, away.entry)
