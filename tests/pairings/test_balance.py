"""The balance of a plan, held against plans whose worth is known by counting."""

from collections import Counter
from itertools import chain, combinations

from engine.pairings.balance import Relation, balance, fewest_repeats
from engine.pairings.state import PlannedRound

# Four players, everybody once with each of the others, by hand.
FOUR = (
    PlannedRound(((1, 2, 3, 4),)),
    PlannedRound(((1, 3, 2, 4),)),
    PlannedRound(((1, 2, 4, 3),)),
)


def test_no_plan_has_fewer_repeats_than_the_better_of_two_bounds() -> None:
    # 1 met everybody; to meet all three again are three repeats, shared by two players each.
    met = Counter(frozenset((1, other)) for other in (2, 3, 4))
    taking = {1: 3, 2: 1, 3: 1, 4: 1}
    assert fewest_repeats([1, 2, 3, 4], taking, met, total=3) == 2
    # By themselves 1 and 2 need not repeat; of all six pairs one must.
    everybody = Counter(map(frozenset, combinations([1, 2, 3, 4], 2)))
    assert fewest_repeats([1, 2, 3, 4], {}, everybody, total=1) == 1


def circle(players: int) -> tuple[PlannedRound, ...]:
    """One stays and the others go round, so that partners are perfect; opponents are not.

    Partners stand opposite in the circle, and the tables are made of neighbouring pairs: whoever
    follows whom in the circle is met again and again.
    """
    going = players - 1
    rounds = []
    for turn in range(going):
        pairs = [(going, turn)]
        pairs += [((turn + step) % going, (turn - step) % going) for step in range(1, players // 2)]
        rounds.append(
            PlannedRound(
                tuple(
                    (player, other, partner, opposite)
                    for (player, partner), (other, opposite) in zip(
                        pairs[::2], pairs[1::2], strict=True
                    )
                )
            )
        )
    return tuple(rounds)


def values(relation: Relation | None) -> set[int]:
    """The counts of any two different entries."""
    assert relation is not None
    return {
        count
        for row, counts in enumerate(relation.counts)
        for column, count in enumerate(counts)
        if row != column
    }


def test_three_rounds_of_four_players_are_perfect() -> None:
    measured = balance((1, 2, 3, 4), FOUR, sides=2)
    assert values(measured.partners) == {1}
    assert values(measured.opponents) == {2}
    assert values(measured.together) == {3}
    assert measured.tables == ((3,), (3,), (3,), (3,))
    assert measured.seats == ((3, 0, 0, 0), (0, 2, 1, 0), (0, 1, 1, 1), (0, 0, 1, 2))
    assert measured.byes == (0, 0, 0, 0)


def test_partners_may_be_perfect_and_opponents_bad() -> None:
    measured = balance(range(8), circle(8), sides=2)
    assert measured.partners is not None
    assert measured.opponents is not None
    assert values(measured.partners) == {1}
    assert (measured.partners.repeats, measured.partners.lower_bound) == (0, 0)
    assert values(measured.opponents) == {0, 2, 4}
    assert measured.opponents.most == 4
    # 14 pairs twice and 7 four times; even, it would be 28 pairs twice.
    assert measured.opponents.repeats == 14 * 1 + 7 * 6
    assert measured.opponents.lower_bound == 28


def test_a_partner_had_again_counts_as_often_as_he_was_had_before() -> None:
    table = PlannedRound(((1, 2, 3, 4),))
    measured = balance((1, 2, 3, 4), [table] * 4, sides=2)
    assert measured.partners is not None
    assert measured.opponents is not None
    assert measured.partners.counts[0] == (0, 0, 4, 0)
    assert measured.partners.repeats == 2 * (1 + 2 + 3)
    assert measured.opponents.repeats == 4 * (1 + 2 + 3)
    # Three may be new, the fourth is one again: for both sides of the table.
    assert measured.partners.lower_bound == 2
    assert measured.together.repeats == measured.together.lower_bound == 6 * (1 + 2 + 3)


def test_where_everybody_plays_for_himself_nobody_has_a_partner() -> None:
    measured = balance((1, 2, 3), [PlannedRound(((1, 2, 3),))])
    assert measured.partners is None
    assert measured.opponents is None
    assert values(measured.together) == {1}


def test_tables_and_byes_are_counted_for_each_entry() -> None:
    rounds = [
        PlannedRound(((1, 2), (3, 4)), (5,)),
        PlannedRound(((3, 5), (1, 4)), (2,)),
    ]
    measured = balance((1, 2, 3, 4, 5), rounds)
    assert measured.tables == ((1, 1), (1, 0), (1, 1), (0, 2), (1, 0))
    assert measured.byes == (0, 1, 0, 0, 1)
    assert measured.together.repeats == 0


def test_the_bound_holds_where_entries_leave_as_in_a_bracket() -> None:
    rounds = [
        PlannedRound(((1, 2), (3, 4), (5, 6), (7, 8))),
        PlannedRound(((1, 3), (5, 7))),
        PlannedRound(((1, 5),)),
        PlannedRound((), (1,)),
    ]
    measured = balance(range(1, 9), rounds)
    assert measured.together.repeats == measured.together.lower_bound == 0
    assert sum(chain.from_iterable(measured.together.counts)) == 2 * 7


def test_without_rounds_there_is_nothing_to_show() -> None:
    measured = balance((1, 2), ())
    assert measured.together == Relation(((0, 0), (0, 0)), 0, 0)
    assert measured.tables == measured.seats == ((), ())
