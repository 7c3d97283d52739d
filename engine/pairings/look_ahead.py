"""How many rounds are left in which nobody meets anybody again: disjoint perfect matchings of the
graph of pairs that have not met. A bye is one vertex more, joined to those who had none.

Few rounds among many are certain by a theorem; else a search looks for the matchings. It examines
so many vertices at most, not so many seconds: the same graph has the same answer on every machine.
"""

from collections.abc import Iterable, Iterator

Graph = tuple[int, ...]
"""The neighbours of each vertex as bits; an even number of vertices."""
Matching = tuple[tuple[int, int], ...]
"""Pairs that take in every vertex once."""

WORK = 15_000
"""Vertices matched for one answer: some 50 milliseconds."""
WORK_IN_ALL = 20 * WORK
"""Vertices matched for one draw, as the event is locked meanwhile."""


class _OutOfWork(Exception):
    """The search has ended without an answer."""


def graph_without(graph: Graph, pairs: Iterable[tuple[int, int]]) -> Graph:
    left = list(graph)
    for row, other in pairs:
        left[row] &= ~(1 << other)
        left[other] &= ~(1 << row)
    return tuple(left)


def certain_rounds(least: int, size: int) -> int:
    """Return how many disjoint perfect matchings every graph of this even size has whose vertices
    have this many neighbours at ``least``.

    With half of the vertices as neighbours it has a Hamiltonian cycle (G. A. Dirac, "Some theorems
    on abstract graphs", 1952): two perfect matchings, after which everybody has two fewer.
    """
    beyond = 2 * least - size
    return 0 if beyond < 0 else min(least, 2 * (beyond // 4 + 1))


def least_neighbours(graph: Graph) -> int:
    """Return the smallest number of neighbours of a vertex."""
    return min((bits.bit_count() for bits in graph), default=0)


class RoundSearch:
    """Takes one matching after another, and another one where the rest has too few.

    One search serves one draw: it remembers what was hopeless, and its work is limited in all.
    """

    def __init__(self) -> None:
        self._left = WORK_IN_ALL
        self._work = 0
        self._hopeless: set[tuple[Graph, int]] = set()

    def most(self, graph: Graph, wanted: int) -> int:
        """Return how many rounds are possible, ``wanted`` at most, as far as they are found."""
        counts = range(min(wanted, least_neighbours(graph)), 0, -1)
        return next((count for count in counts if self.rounds(graph, count) is not None), 0)

    def rounds(self, graph: Graph, count: int) -> list[Matching] | None:
        """Return disjoint perfect matchings after which the rest of ``count`` is certain.

        None if there are too few, or the remaining work does not find them.
        """
        self._work = share = min(WORK, self._left)
        try:
            return self._rounds(graph, count)
        except _OutOfWork:
            return None
        finally:
            self._left -= share - max(self._work, 0)

    def _rounds(self, graph: Graph, count: int) -> list[Matching] | None:
        if count <= 0 or count <= certain_rounds(least_neighbours(graph), len(graph)):
            return []
        key = graph, count
        if key in self._hopeless or _is_too_narrow(graph, count) or _has_odd_part(graph):
            return None
        # Of the rounds wanted, the pivot leaves out few of its neighbours: one of the first of them
        # is met in some round, which may as well come first.
        pivot = min(range(len(graph)), key=lambda vertex: graph[vertex].bit_count())
        neighbours, rest = list(_bits(graph[pivot])), graph
        for other in neighbours[: len(neighbours) - count + 1]:
            for matching in self._matchings(rest, pivot, other):
                later = self._rounds(graph_without(rest, matching), count - 1)
                if later is not None:
                    return [matching, *later]
            rest = graph_without(rest, [(pivot, other)])
        self._hopeless.add(key)
        return None

    def _matchings(self, graph: Graph, row: int, other: int) -> Iterator[Matching]:
        """Yield the perfect matchings with this edge."""
        free = (1 << len(graph)) - 1 & ~(1 << row) & ~(1 << other)
        for pairs in self._filled(graph, free):
            yield ((row, other), *pairs)

    def _filled(self, graph: Graph, free: int) -> Iterator[Matching]:
        if not free:
            yield ()
            return
        self._work -= 1
        if self._work < 0:
            raise _OutOfWork
        vertex = min(_bits(free), key=lambda vertex: (graph[vertex] & free).bit_count())
        for other in _bits(graph[vertex] & free):
            for pairs in self._filled(graph, free & ~(1 << vertex) & ~(1 << other)):
                yield ((vertex, other), *pairs)


def _bits(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _is_too_narrow(graph: Graph, count: int) -> bool:
    """Return whether somebody has too few neighbours for so many rounds, or so many that need all
    of their own that these do not fit in."""
    degrees = [bits.bit_count() for bits in graph]
    needy = sum(1 << vertex for vertex, degree in enumerate(degrees) if degree == count)
    return min(degrees) < count or any((bits & needy).bit_count() > count for bits in graph)


def _has_odd_part(graph: Graph) -> bool:
    """Return whether a connected part has an odd number of vertices, so that one is left over."""
    unseen = (1 << len(graph)) - 1
    while unseen:
        part = reached = unseen & -unseen
        while reached:
            near = 0
            for vertex in _bits(reached):
                near |= graph[vertex]
            reached = near & ~part
            part |= reached
        if part.bit_count() % 2:
            return True
        unseen &= ~part
    return False
