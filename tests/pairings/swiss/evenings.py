"""Swiss events played by chance, in which people come, go and come back."""

from collections.abc import Sequence

from hypothesis import strategies as st

from engine.pairings.state import Meeting, PairingState, PlannedRound, Table, TableResult
from engine.pairings.swiss import Swiss

swiss = Swiss().plan


def over(table: Table, *winners: int) -> TableResult:
    """A table where all is played; drawn where nobody won."""
    marks = {entry: 7 if entry in winners else 5 for entry in table}
    return TableResult(is_over=True, winners=frozenset(winners), won={}, marks=marks)


def given_up(table: Table) -> TableResult:
    """A table that neither side came to."""
    nothing = dict.fromkeys(table, 0)
    return TableResult(is_over=True, winners=frozenset(), won=nothing, marks=nothing, is_void=True)


PLAYING = TableResult(is_over=False, winners=frozenset(), won={}, marks={})


def after(
    state: PairingState,
    planned: PlannedRound,
    results: Sequence[TableResult],
    *,
    latecomers: int = 0,
    absent: frozenset[int] | None = None,
) -> PairingState:
    """The state when this round is played."""
    first = len(state.entries) + 1
    return PairingState(
        entries=(*state.entries, *range(first, first + latecomers)),
        absent=state.absent if absent is None else absent,
        played=(*state.played, planned),
        results=(*state.results, tuple(results)),
        options=state.options,
    )


def story(
    entries: int, rounds: Sequence[Sequence[tuple[int, int, int]]], byes: Sequence[int] = ()
) -> PairingState:
    """An event from its rounds: home, away, and who won, 0 for a draw; and who sat out in each."""
    state = PairingState(tuple(range(1, entries + 1)), options={"rounds": 20})
    for number, meetings in enumerate(rounds):
        resting = (byes[number],) if byes else ()
        planned = PlannedRound(tuple(Meeting(home, away) for home, away, _ in meetings), resting)
        results = [
            over(Meeting(home, away), *[winner] if winner else [])
            for home, away, winner in meetings
        ]
        state = after(state, planned, results)
    return state


@st.composite
def evenings(draw: st.DrawFn, *, most: int, rounds: int = 6, moves: bool = True) -> PairingState:
    """An event some rounds old; ``moves`` has people come and go between the rounds."""
    entries = tuple(range(1, draw(st.integers(2, most)) + 1))
    state = PairingState(entries, options={"rounds": rounds + 1})
    for _ in range(draw(st.integers(0, rounds))):
        plan = swiss(state)
        if not plan:
            break
        results = [
            over(table, *draw(st.sampled_from([table[:1], table[:1], table[1:], ()])))
            for table in plan[0].tables
        ]
        absent = frozenset[int]()
        if moves:
            absent = frozenset(draw(st.lists(st.sampled_from(state.entries), max_size=2)))
        latecomers = draw(st.sampled_from([0, 0, 0, 1])) if moves else 0
        if len(state.entries) + latecomers > most:
            latecomers = 0
        state = after(state, plan[0], results, latecomers=latecomers, absent=absent)
    return state
