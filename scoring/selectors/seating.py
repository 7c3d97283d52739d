"""Who sits where in which hand: the names round the table, by the seats of a hand, as drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import PRESENTERS
from games.base import Seated, Table, figure
from games.messages import isolate_bidi
from scoring.models import Match
from scoring.rotation import Rotation
from scoring.selectors.running_scores import match_rotation, match_running_score


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """A seat, or a dummy's place, as the table is drawn."""

    key: str
    name: str
    shaker: bool
    turn: bool


def player_names(match: Match) -> tuple[str, ...]:
    """The names of all players round the table, as they were when the match was made."""
    return tuple(seat.name for seat in sorted(match.seats.all(), key=lambda seat: seat.number))


def side_names(match: Match) -> tuple[str, ...]:
    """Who plays on each side, to be put into sentences: "Ann & Carl"."""
    sides = PRESENTERS[match.game].sides(player_names(match))
    return tuple(" & ".join(isolate_bidi(side.players)) for side in sides)


def against_words(match: Match) -> str:
    """Who plays against whom."""
    names = side_names(match)
    if len(names) != 2:
        return ", ".join(names)
    return _("%(home)s against %(away)s") % {"home": names[0], "away": names[1]}


def outcome_words(match: Match) -> str:
    """How a match that is over ended: "Ann & Carl won 7-4"; empty where several share the first
    place."""
    totals = sorted(match.totals, reverse=True)
    score = f"{figure(totals[0])}–{figure(totals[1])}" if len(totals) == 2 else ""
    if match.winner is not None:
        words = _("%(who)s won %(score)s") if score else _("%(who)s won")
        return words % {"who": side_names(match)[match.winner], "score": score}
    return _("it ended level, %(score)s") % {"score": score} if score else ""


def seat_names(match: Match, *, number: int) -> tuple[str, ...]:
    """The names by seat in hand ``number``; where players take turns, with who deals to them."""
    return names_at(match_rotation(match), player_names(match), number)


def names_at(rotation: Rotation, names: Sequence[str], number: int) -> tuple[str, ...]:
    """Of the names of all players those by seat in hand ``number``."""
    resting = rotation.resting(number)
    seated = rotation.gathered(names, number)
    return seated if resting is None else Seated(seated, names[resting])


def table_of(match: Match, *, dealer: int | None = None, number: int | None = None) -> Table:
    """The table as the next hand finds it, or as ``dealer`` or hand ``number`` did."""
    return Table(
        match_running_score(match).options,
        seat_names(match, number=number or match.hand_count + 1),
        match.next_dealer if dealer is None else dealer,
    )


def seats_drawn(match: Match) -> tuple[SeatSheet, ...]:
    """The seats of the next hand; of the last one, once the match is over."""
    presenter, is_open = PRESENTERS[match.game], not match.is_over
    names = seat_names(match, number=shown_hand(match))
    deals = None if isinstance(names, Seated) else match.next_dealer
    first = (match.next_dealer + 1) % len(names)
    return tuple(
        SeatSheet(key, name, shaker=number == deals and is_open, turn=number == first and is_open)
        for number, (key, name) in enumerate(
            zip(presenter.keys, presenter.hand_names(names), strict=True)
        )
    )


def shown_hand(match: Match) -> int:
    """The number of the hand whose seats are shown: the next, or the last of a match that is
    over."""
    return max(match.hand_count, 1) if match.is_over else match.hand_count + 1
