"""A tree without the boxes in which, by the size of the field, nobody can ever meet."""

from collections.abc import Container, Mapping
from typing import NamedTuple

from pairings.brackets.boxes import Feed, Key, Seed, Source, Take, Tree

Sources = tuple[Source | None, Source | None]
"""Where a box's entrants come from, past boxes that are not played; None for a bye."""


class _Out(NamedTuple):
    """Who leaves a box: where he comes from, if anybody can."""

    winner: Source | None
    loser: Source | None


def sources_reduced(tree: Tree, seeds: Container[int], kept: Container[Key]) -> dict[Key, Sources]:
    """The boxes in which two can meet, or that are ``kept`` all the same, with their sources."""
    outs: dict[Key, _Out] = {}
    found: dict[Key, Sources] = {}

    def traced(source: Source) -> Source | None:
        match source:
            case Seed(rank):
                return source if rank in seeds else None
            case Feed(take, box):
                out = outs[box]
                return out.winner if take == Take.WINNER else out.loser

    for box in tree.boxes:
        one, other = (traced(source) for source in box.sources)
        if (one and other) or box.key in kept:
            found[box.key] = (one, other)
            outs[box.key] = _Out(Feed(Take.WINNER, box.key), Feed(Take.LOSER, box.key))
        else:
            outs[box.key] = _Out(one or other, None)
    return found


def feeders(sources: Mapping[Key, Sources], key: Key) -> list[Key]:
    """The boxes whose winners come into this one."""
    return [
        source.box
        for source in sources[key]
        if isinstance(source, Feed) and source.take == Take.WINNER
    ]
