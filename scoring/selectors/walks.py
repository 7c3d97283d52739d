"""A recorded hand piece by piece: remaining hands, values of plays, the best line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from games.base import Names
from games.best_play import BestPlayWords, Makeable
from games.presenter import GamePresenter
from games.wording import isolated_names
from rules.pieces import place_in_hand
from scoring.models import Hand, Match
from scoring.selectors.scores import seat_names

Answer = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class WalkedPiece:
    """A piece in a hand; ``worth`` is the value of playing it now, ``is_best`` if no other is worth
    more to its side.
    """

    piece: str
    worth: str = ""
    is_best: bool = False
    state: str = ""


@dataclass(frozen=True, slots=True)
class WalkedHand:
    """The rest of a seat's hand; ``turn`` if it plays next."""

    key: str
    name: str
    pieces: tuple[WalkedPiece, ...]
    turn: bool
    declarer: bool


@dataclass(frozen=True, slots=True)
class WalkedPlay:
    """A piece as it was played, or as the best line has it."""

    name: str
    piece: str
    state: str = ""


@dataclass(frozen=True, slots=True)
class PlayCost:
    """A play that changed the attainable result, shown after ``step``."""

    step: int
    trick: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Stops:
    """The steps reachable from here; None if there is none in that direction."""

    first: int | None
    trick_back: int | None
    back: int | None
    on: int | None
    trick_on: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class HandWalk:
    """One step of a walk: ``step`` pieces of ``steps`` were played.

    ``trick`` is the one in progress or just finished. ``line`` is best play from here, or from
    before the last piece where that one cost something; ``claim`` is the judgement of a claim and
    ``refutation`` a line that beats it. Lines are by trick.
    """

    step: int
    steps: int
    trick_number: int
    trick: tuple[WalkedPlay, ...]
    hands: tuple[WalkedHand, ...]
    standing: str
    last_play: str
    cost: str
    costs: tuple[PlayCost, ...]
    stops: Stops
    line: tuple[tuple[WalkedPlay, ...], ...]
    line_is_instead: bool
    claim: str
    refutation: tuple[tuple[WalkedPlay, ...], ...]


@dataclass(frozen=True)
class Walker:
    """A hand with the answer of best play to it."""

    match: Match
    hand: Hand
    answer: Answer

    def at(self, step: int) -> HandWalk:
        """The walk at a step; beyond the last one, the last."""
        step = max(0, min(step, self.last))
        costs = self.costs()
        cost = next((loss.text for loss in costs if loss.step == step), "")
        from_step = step - 1 if cost else step
        line = self.lines.get(str(from_step), ())
        at_end, judged = step == self.last, self.answer["claim"] or {}
        return HandWalk(
            step=step,
            steps=self.last,
            trick_number=self.trick_of(step) + 1,
            trick=self.trick(step),
            hands=tuple(self.hands(step)),
            standing=self.words.number(self.steps[step]["number"], **self.kind),
            last_play=self.last_play(step),
            cost=cost,
            costs=costs,
            stops=self.stops(step),
            line=self.by_trick(line, from_step),
            line_is_instead=bool(cost),
            claim=self.claim() if at_end else "",
            refutation=self.by_trick(judged.get("refutation", ()) if at_end else (), step),
        )

    # Values from the record

    @property
    def presenter(self) -> GamePresenter:
        return self.match.presenter

    @property
    def words(self) -> BestPlayWords:
        """The game's words for best play."""
        best_play = self.presenter.best_play
        assert best_play is not None
        return best_play

    @property
    def names(self) -> Names:
        return isolated_names(seat_names(self.match, number=self.hand.number))

    @property
    def record(self) -> dict[str, Any]:
        """The hand's."""
        return self.hand.record or {}

    @property
    def plays(self) -> list[list[str]]:
        """The tricks, as the pieces of each are written."""
        canonical = self.presenter.pack.canonical
        return [[canonical(piece) for piece in trick] for trick in self.record["plays"]]

    @property
    def steps(self) -> Sequence[Mapping[str, Any]]:
        """The positions of the answer."""
        positions: Sequence[Mapping[str, Any]] = self.answer["steps"]
        return positions

    @property
    def lines(self) -> Mapping[str, Sequence[tuple[int, str]]]:
        """Best lines by step."""
        best_lines: Mapping[str, Sequence[tuple[int, str]]] = self.answer["lines"]
        return best_lines

    @property
    def kind(self) -> dict[str, bool]:
        """The unit of the values."""
        return {"counts_points": self.answer["counts_points"]}

    @property
    def last(self) -> int:
        """The step after the last piece."""
        return len(self.steps) - 1

    @property
    def ends(self) -> list[int]:
        """The step after each trick."""
        ends, step = [], 0
        for trick in self.plays:
            step += len(trick)
            ends.append(step)
        return ends

    def trick_of(self, step: int) -> int:
        """The trick that is shown at a step, from 0: the one that its last piece belongs to."""
        return next((t for t, end in enumerate(self.ends) if step <= end), len(self.plays) - 1)

    def played(self, step: int) -> list[str]:
        """The pieces that were played, in order."""
        return [piece for trick in self.plays for piece in trick][:step]

    def by_trick(
        self, line: Sequence[tuple[int, str]], step: int
    ) -> tuple[tuple[WalkedPlay, ...], ...]:
        """Return a line from a step, by trick, with the players' names."""
        names, size = self.names, max(map(len, self.plays))
        left = -(step - self.begin_of(step)) % size or size
        plays = [WalkedPlay(names[seat], piece) for seat, piece in line]
        cuts = [0, *range(left, len(plays), size), len(plays)]
        return tuple(tuple(plays[cut:end]) for cut, end in pairwise(cuts) if cut < end)

    def begin_of(self, step: int) -> int:
        """The step before the trick that is shown at a step."""
        number = self.trick_of(step)
        return self.ends[number - 1] if number else 0

    # One step

    def trick(self, step: int) -> tuple[WalkedPlay, ...]:
        """The pieces on the table, the winner marked once the trick is whole."""
        if not step:
            return ()
        number = self.trick_of(step)
        begin = self.begin_of(step)
        whole = step == self.ends[number]
        options, names = self.match_options, seat_names(self.match, number=self.hand.number)
        drawn = self.presenter.tricks(self.record, options, names, ())[number]
        winners = [piece.state if whole else "" for piece in drawn.pieces]
        return tuple(
            WalkedPlay(self.names[self.steps[begin + i]["seat"]], piece, winners[i])
            for i, piece in enumerate(self.played(step)[begin:])
        )

    @property
    def match_options(self) -> Any:
        """The rules of the table, resolved."""
        return self.presenter.laws.options.resolve(dict(self.match.rules))

    def hands(self, step: int) -> list[WalkedHand]:
        gone, seat_on_turn = set(self.played(step)), self.steps[step]["seat"]
        declarer = (self.hand.verdict or {})["declarer"]
        keys = self.presenter.hand_keys(self.names)
        return [
            WalkedHand(
                key=keys[seat],
                name=name,
                pieces=tuple(
                    self.piece(step, piece, on_turn=seat == seat_on_turn)
                    for piece in self.sorted(held)
                    if piece not in gone
                ),
                turn=seat == seat_on_turn,
                declarer=seat == declarer,
            )
            for seat, (name, held) in enumerate(zip(self.names, self.answer["hands"], strict=True))
        ]

    def sorted(self, pieces: Sequence[str]) -> list[str]:
        """As they are held in a hand."""
        if self.presenter.cards:
            return sorted(pieces, key=place_in_hand)
        return sorted(pieces, reverse=True)

    def piece(self, step: int, piece: str, *, on_turn: bool) -> WalkedPiece:
        """Return a piece with the value of playing it, if its holder plays next."""
        options = self.steps[step]["options"]
        if not on_turn or piece not in options:
            return WalkedPiece(piece)
        worth = options[piece]
        text = str(worth) if self.answer["counts_points"] else "✓" if worth else "–"
        return WalkedPiece(piece, text, is_best=worth == self.steps[step]["number"])

    def last_play(self, step: int) -> str:
        """Describe the last play; empty before the first lead."""
        if not step:
            return ""
        return _("%(name)s played the %(piece)s.") % {
            "name": self.names[self.steps[step - 1]["seat"]],
            "piece": self.words.piece(self.played(step)[-1]),
        }

    def costs(self) -> tuple[PlayCost, ...]:
        """Return every play that changed the attainable result, in order."""
        needed = self.words.needed(self.record, self.hand.verdict or {})
        pieces, losses = self.played(self.last), list[PlayCost]()
        for step in range(1, self.last + 1):
            best, got = self.steps[step - 1]["number"], self.steps[step]["number"]
            if best == got:
                continue
            piece = self.words.piece(pieces[step - 1])
            if self.answer["counts_points"]:
                text = self.words.cost(piece, best, got, needed)
            else:
                text = self.words.lost(piece, best, got)
            name = self.names[self.steps[step - 1]["seat"]]
            losses.append(PlayCost(step, self.trick_of(step) + 1, name, text))
        return tuple(losses)

    def stops(self, step: int) -> Stops:
        """Where to go from here."""
        ends = [0, *self.ends]
        back = [end for end in ends if end < step]
        on = [end for end in ends if end > step]
        return Stops(
            first=0 if step else None,
            trick_back=back[-1] if back else None,
            back=step - 1 if step else None,
            on=step + 1 if step < self.last else None,
            trick_on=on[0] if on else None,
            last=self.last if step < self.last else None,
        )

    def claim(self) -> str:
        """Describe a claim; empty without one, or if no trick was left."""
        judged = self.answer["claim"]
        return self.words.claim(judged) if judged else ""


def makeable_of(match: Match, hand: Hand, answer: Answer) -> Makeable | None:
    """The table of a deal in the words of its game."""
    words = match.presenter.best_play
    if words is None or not answer["ok"]:
        return None
    return words.makeable(answer, isolated_names(seat_names(match, number=hand.number)))
