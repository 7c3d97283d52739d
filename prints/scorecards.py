"""Scorecards and empty sheets as frozen documents, built from what is recorded."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _

from games import PRESENTERS, GamePresenter
from games.base import ContractWords, MoneyLine, SideWords, side_keys
from games.figures import figure
from games.printing import OUTCOMES, CardColumns, Figures, ScoredHand
from games.wording import either, speak
from press.base import Imprint, Printable
from press.fonts import isolated
from prints import score_sheet as sheet
from prints import scorecard as card
from prints.players_card import CardPlayer, PlayedHand, PlayersCard, PlayersLabels
from prints.players_sheet import PlayersSheet, SheetPlayer
from prints.score_sheet import Field
from prints.scorecard import Amount, Note, Settlement
from rules import GAMES
from rules.game import Standing
from scoring.models import Hand, HandRevision, Match, RevisionKind
from scoring.running_score import HANDS, RunningScore, match_running_score
from scoring.selectors.scores import names_at

# What both kinds share


ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no letters that are taken for digits


def matches_for_print(matches: QuerySet[Match]) -> QuerySet[Match]:
    """These matches with all that a scorecard shows: four queries for any number of them."""
    revisions = HandRevision.objects.filter(kind=RevisionKind.CORRECTED).order_by("no")
    hands = Hand.objects.filter(record__isnull=False).order_by("number")
    return matches.select_related("club").prefetch_related(
        "seats", Prefetch("hands", hands.prefetch_related(Prefetch("revisions", revisions)))
    )


def names_of(match: Match) -> list[str]:
    """The players by seat."""
    return [seat.name for seat in match.seats.all()]


def imprint(match: Match, kind: str) -> Imprint:
    """What every page of a match says of itself."""
    made_at = timezone.localtime(match.changed_at)
    return Imprint(
        club=match.club.name,
        kind=kind,
        made_at=formats.date_format(made_at, "j M Y, H:i"),
        code=short_code(match),
        page_of=_("Page {page} of {pages}"),
        lang=translation.get_language() or "en",
    )


def short_code(match: Match) -> str:
    """Six characters that tell this state of this match from any other, as ``K7Q-2MX``."""
    digest = hashlib.sha256(f"{match.club_id}|{match.pk}|{match.version}".encode()).digest()
    letters = "".join(ALPHABET[byte % 32] for byte in digest[:6])
    return f"{letters[:3]}-{letters[3:]}"


def seat_field(key: str, name: str) -> Field:
    """A seat with the name of who sits there."""
    return Field(_("Seat %(key)s") % {"key": key}, name)


def notes_of(hands: Iterable[Hand]) -> Iterator[Note]:
    """Rulings, corrections, and hands that count nothing."""
    for hand in hands:
        ruling = (hand.record or {}).get("ruling")
        if ruling:
            yield Note(_ruling(ruling), hand.number)
        for revision in hand.revisions.all():
            at = formats.date_format(timezone.localtime(revision.created_at), "H:i")
            words = _("Corrected by %(name)s at %(time)s: %(reason)s")
            name, reason = isolated(revision.author_name), isolated(revision.reason)
            yield Note(words % {"name": name, "time": at, "reason": reason}, hand.number)
        if not hand.counted:
            yield Note(_("Recorded after the end of the match; does not count."), hand.number)


def _ruling(ruling: Mapping[str, Any]) -> str:
    if ruling["against"] == "declarer":
        words = _("Ruling against the bidding side: %(reason)s")
    else:
        words = _("Ruling against the defending side: %(reason)s")
    return words % {"reason": isolated(ruling["reason"])}


def stakes_words(presenter: GamePresenter, stakes: Mapping[str, Any]) -> str:
    """The agreed amounts in one line."""
    lines = presenter.stakes(stakes)
    return "; ".join(
        f"{money_words(line.amount, stakes['currency'])} {line.label}" for line in lines
    )


def step_amount(line: MoneyLine, currency: str) -> Amount:
    """A line of a reckoning as it is printed."""
    text = f"{line.label}: {line.reckoning}" if line.reckoning else line.label
    return Amount(text, money_words(line.amount, currency))


def money_words(amount: str, currency: str) -> str:
    """An amount with a true minus sign, and its currency."""
    return f"{amount.replace('-', '−')} {currency}"


# The table of an empty sheet


@dataclass(frozen=True, slots=True)
class SheetTable:
    """Where a sheet is filled in; what is not known is a line to write on.

    ``names`` are by seat. ``placed`` is whether ``title`` says which round and table it is, else
    there are lines for both. ``imprint`` is what its pages say of themselves, its kind left open.
    ``numbered`` has numbers round the table where seats would have letters, as at larger tables.
    """

    game: str
    rules: Mapping[str, Any]
    title: str
    names: tuple[str, ...]
    imprint: Imprint
    first_dealer: int | None = None
    day: date | None = None
    placed: bool = True
    numbered: bool = False

    @property
    def options(self) -> Any:
        """The rules, resolved."""
        return RunningScore(self.game, self.rules).options

    @property
    def game_name(self) -> str:
        """The game as it is called."""
        return str(PRESENTERS[self.game].label)

    @property
    def dealer(self) -> str:
        """Who deals first, where it is known."""
        return "" if self.first_dealer is None else self.names[self.first_dealer]

    def fields(self, *more: Field) -> tuple[Field, ...]:
        """What stands under the title: the place where the title has none, the day, and more."""
        places = () if self.placed else (Field(_("Round")), Field(_("Table")))
        day = formats.date_format(self.day, "j M Y") if self.day else ""
        return (*places, Field(_("Date"), day), *more)

    def seat_fields(self, keys: tuple[str, ...]) -> tuple[Field, ...]:
        """The seats with their names; a dummy has a key and no seat."""
        return tuple(seat_field(key, name) for key, name in zip(keys, self.names, strict=False))


def table_of_match(match: Match) -> SheetTable:
    """The table of a match whose seats are loaded."""
    return SheetTable(
        game=match.game,
        rules=match.rules,
        title=match.label,
        names=tuple(names_of(match)),
        imprint=imprint(match, ""),
        first_dealer=match.first_dealer,
        day=timezone.localtime(match.created_at).date(),
    )


def blank_names(game: str) -> tuple[str, ...]:
    """A line to write on for every seat."""
    return ("",) * GAMES[game].seats


def plain_imprint(club: str, *, made_at: str = "", code: str = "") -> Imprint:
    """What pages say of themselves that belong to no match; its kind left open."""
    return Imprint(
        club=club,
        kind="",
        made_at=made_at,
        code=code,
        page_of=_("Page {page} of {pages}"),
        lang=translation.get_language() or "en",
    )


# Single players; the game fills its columns


@dataclass(frozen=True, slots=True)
class AddedUp:
    """A match added up for print: its rows, the totals after each, the score at its end."""

    score: RunningScore
    rows: tuple[PlayedHand, ...]
    totals: tuple[tuple[int, ...], ...]


def players_card(match: Match) -> PlayersCard:
    """The card of a match of single players that was read for print."""
    presenter, names = PRESENTERS[match.game], names_of(match)
    columns = presenter.card_columns
    added_up = _add_up(match, names, columns)
    options = added_up.score.options
    return PlayersCard(
        imprint=imprint(match, _("Scorecard")),
        labels=_players_labels(),
        title=match.get_game_display(),
        place=match.label,
        players=tuple(_players(presenter, names, added_up)),
        heads=columns.heads(),
        figure_heads=columns.figure_heads(turns=added_up.score.rotation.turns),
        hands=added_up.rows,
        target=presenter.target(options) or None,
        notes=tuple(notes_of(match.hands.all())),
        settlement=_players_settlement(match, presenter, names, added_up.score),
    )


def players_sheet(table: SheetTable, *, large: bool) -> PlayersSheet:
    """The empty sheet of a table of single players."""
    parts = PRESENTERS[table.game].sheet(table.options, large=large)
    kind = f"{_('Score sheet')} · {table.game_name}"
    return PlayersSheet(
        imprint=replace(table.imprint, kind=kind),
        title=table.title or table.game_name,
        fields=table.fields(Field(*parts.length), Field(_("First dealer"), table.dealer)),
        hand_number=_("No."),
        columns=parts.columns,
        players=sheet_players(table),
        player_heads=parts.player_heads,
        signed=_("Signed"),
        given=dealers(table),
        hands=parts.hands,
        legend=(*turns_words(table), *parts.legend),
        large=large,
    )


def sheet_players(table: SheetTable) -> tuple[SheetPlayer, ...]:
    """The players of a table by the keys of their seats."""
    letters = PRESENTERS[table.game].keys[: GAMES[table.game].seats]
    keys = side_keys(() if table.numbered else letters, table.names)
    return tuple(
        SheetPlayer(key, seat) for key, seat in zip(keys, table.seat_fields(keys), strict=False)
    )


def dealers(table: SheetTable) -> tuple[str, ...]:
    """The keys of those who deal, from the first hand on; none where it is not known."""
    if table.first_dealer is None:
        return ()
    keys = tuple(player.short for player in sheet_players(table))
    return keys[table.first_dealer :] + keys[: table.first_dealer]


def turns_words(table: SheetTable) -> tuple[str, ...]:
    """That players take turns, where they do."""
    takes_turns = len(table.names) > GAMES[table.game].seats
    return (_("The dealer sits out; the player on the left bids first."),) if takes_turns else ()


def _add_up(match: Match, names: Sequence[str], columns: CardColumns) -> AddedUp:
    score = match_running_score(match)
    rows, totals = [], []
    for hand in match.hands.all():
        assert hand.record is not None
        assert hand.verdict is not None
        rotation, number, before = score.rotation, hand.number, score.standing
        score.add_hand(hand.verdict)
        scored = ScoredHand(
            hand.record,
            hand.verdict,
            names_at(rotation, names, number),
            score.options,
            rotation.at_seats(before, number),
            rotation.at_seats(score.standing, number),
        )
        totals.append(score.standing.totals)
        at_seats = tuple(columns.figures(scored, seat) for seat in range(len(scored.names)))
        figures = rotation.scattered(_rested(columns, totals[-1]), at_seats, number)
        rows.append(PlayedHand(number, columns.cells(scored), figures))
    return AddedUp(score, tuple(rows), tuple(totals))


def _rested(columns: CardColumns, totals: Sequence[int]) -> tuple[Figures, ...]:
    """What stands under those who sit a hand out: their totals as they were."""
    open_ = ("–", *("",) * (len(columns.figure_heads(turns=True)) - 2))
    return tuple(Figures((*open_, figure(total))) for total in totals)


def _players(
    presenter: GamePresenter, names: Sequence[str], added_up: AddedUp
) -> Iterator[CardPlayer]:
    standing = added_up.score.standing
    asides = presenter.side_notes(standing, added_up.score.options) or ("",) * len(names)
    for seat, (name, aside) in enumerate(zip(names, asides, strict=True)):
        yield CardPlayer(
            name,
            name,
            total=figure(standing.totals[seat]),
            course=tuple(totals[seat] for totals in added_up.totals),
            aside=aside,
            won=standing.winner == seat,
        )


def _players_settlement(
    match: Match, presenter: GamePresenter, names: Sequence[str], score: RunningScore
) -> Settlement | None:
    settled = score.settlement(match.stakes)
    if settled is None or match.stakes is None:
        return None
    currency = settled["currency"]
    steps = presenter.reckoning(
        score.standing, match.stakes, score.options, _isolated_sides(presenter, names)
    )
    return Settlement(
        stakes=stakes_words(presenter, match.stakes),
        steps=tuple(step_amount(line, currency) for line in steps),
        sides=(),
        players=tuple(
            Amount(name, money_words(amount, currency))
            for name, amount in zip(names, settled["players"], strict=True)
        ),
    )


def _isolated_sides(presenter: GamePresenter, names: Sequence[str]) -> tuple[SideWords, ...]:
    """The players with their names isolated, to be put into sentences."""
    return tuple(
        replace(side, players=tuple(map(isolated, side.players))) for side in presenter.sides(names)
    )


def _players_labels() -> PlayersLabels:
    return PlayersLabels(
        hand_number=_("No."),
        winner=_("Winner"),
        no_hands=_("No hand has been recorded."),
        notes=_("Corrections and rulings"),
        settlement=_("Settlement"),
        by_player=_("By player"),
    )


# Two sides


def sides_card(match: Match) -> card.Scorecard:
    """The scorecard of a match that was read for print."""
    presenter = PRESENTERS[match.game]
    names = names_of(match)
    score = match_running_score(match)
    hands = tuple(_hands(match.hands.all(), presenter, names, score))
    sides = presenter.sides(names)
    return card.Scorecard(
        imprint=imprint(match, _("Scorecard")),
        labels=_labels(presenter.unit(score.options)),
        title=" – ".join(_together(side) for side in sides),
        place=match.label,
        scoring=_scoring(presenter, score.options),
        target=presenter.target(score.options),
        sides=_sides(sides, score.standing),
        hands=hands,
        notes=tuple(notes_of(match.hands.all())),
        settlement=_settlement(match, presenter, score, sides),
    )


def sides_sheet(table: SheetTable, *, large: bool) -> sheet.ScoreSheet:
    """The empty sheet of a table, with the names of those who play there."""
    presenter, options = PRESENTERS[table.game], table.options
    keys = presenter.keys
    return sheet.ScoreSheet(
        imprint=replace(table.imprint, kind=_("Score sheet")),
        labels=_sheet_labels(presenter.unit(options)),
        title=table.title or _("Score sheet"),
        fields=table.fields(
            _length(presenter, options),
            sheet.Field(str(either(_("First shaker"), _("First dealer"))), table.dealer),
        ),
        scoring=_scoring(presenter, options),
        target=presenter.target(options),
        hands=getattr(options, HANDS, None) or 0,
        sides=_sheet_sides(presenter.sides(table.names), table.seat_fields(keys)),
        large=large,
    )


def _length(presenter: GamePresenter, options: Any) -> sheet.Field:
    """What a side needs, or how many hands are played."""
    if hands := getattr(options, HANDS, None):
        return sheet.Field(_("Hands"), str(hands))
    return sheet.Field(_("Game to"), f"{presenter.target(options)} {presenter.unit(options)}")


def _hands(
    hands: Iterable[Hand], presenter: GamePresenter, names: Sequence[str], score: RunningScore
) -> Iterator[card.ScoredHand]:
    for hand in hands:
        assert hand.record_written is not None
        assert hand.verdict is not None
        counts = score.add_hand(hand.verdict)
        words = presenter.words(hand.record_written, hand.verdict, names)
        first, second = score.standing.totals
        scored = words.score if counts else (0, 0)
        yield card.ScoredHand(
            number=hand.number,
            shaker=words.shaker,
            bid=words.bid,
            bidder=words.bidder,
            contract=_contract(words.contract),
            outcome=OUTCOMES[words.outcome],
            result=_result(words.outcome),
            points=(words.points[0], words.points[1]),
            scored=(scored[0], scored[1]),
            running=(first, second),
            auction=words.auction if len(hand.calls_written) > 1 else "",
        )


def _contract(words: ContractWords) -> card.Contract:
    double = int(words.piece[0]) if words.piece else None
    return card.Contract(words.text, end=words.end, double=double)


def _result(outcome: str) -> str:
    return {"made": _("made"), "set": _("set"), "passed_out": _("passed out")}[outcome]


def _scoring(presenter: GamePresenter, options: Any) -> card.Scoring:
    return card.Scoring.MARKS if presenter.draws_marks(options) else card.Scoring.POINTS


def _sides(sides: Sequence[SideWords], standing: Standing) -> tuple[card.Side, card.Side]:
    first, second = (
        card.Side(side.short, side.players, won=standing.winner == number)
        for number, side in enumerate(sides)
    )
    return first, second


def _sheet_sides(
    sides: Sequence[SideWords], seats: Sequence[sheet.Field]
) -> tuple[sheet.SheetSide, sheet.SheetSide]:
    first, second = (
        sheet.SheetSide(side.short, tuple(seats[number::2])) for number, side in enumerate(sides)
    )
    return first, second


def _settlement(
    match: Match, presenter: GamePresenter, score: RunningScore, sides: Sequence[SideWords]
) -> card.Settlement | None:
    settled = score.settlement(match.stakes)
    if settled is None or match.stakes is None:
        return None
    currency = settled["currency"]
    names = names_of(match)
    isolated_sides = [replace(side, players=tuple(map(isolated, side.players))) for side in sides]
    steps = presenter.reckoning(score.standing, match.stakes, score.options, isolated_sides)
    return card.Settlement(
        stakes=stakes_words(presenter, match.stakes),
        steps=tuple(step_amount(line, currency) for line in steps),
        sides=tuple(
            card.Amount(_together(side), money_words(amount, currency))
            for side, amount in zip(sides, settled["sides"], strict=True)
        ),
        players=tuple(
            card.Amount(name, money_words(amount, currency))
            for name, amount in zip(names, settled["players"], strict=True)
        ),
    )


def _together(side: SideWords) -> str:
    """The names of a side in one text, each in its own direction."""
    return " & ".join(map(isolated, side.players))


def _labels(unit: str) -> card.ScorecardLabels:
    return card.ScorecardLabels(
        hand_number=_("No."),
        shaker=str(either(_("Shaker"), _("Dealer"))),
        bid=_("Bid"),
        bidder=_("Bidder"),
        contract=_("Contract"),
        result=_("Result"),
        points=_("Points"),
        running=unit.capitalize(),
        winner=_("Winner"),
        no_hands=_("No hand has been recorded."),
        notes=_("Corrections and rulings"),
        settlement=_("Settlement"),
        by_side=_("By side"),
        by_player=_("By player"),
    )


def _sheet_labels(unit: str) -> sheet.SheetLabels:
    return sheet.SheetLabels(
        hand_number=_("No."),
        shaker=str(either(_("Shaker"), _("Dealer"))),
        bid=_("Bid"),
        bidder=_("Bidder"),
        contract=_("Trumps"),
        made=_("Made"),
        set=_("Set"),
        points=_("Points"),
        running=unit.capitalize(),
        signed=_("Signed"),
    )


def scorecard_build(match: Match) -> Printable:
    """The scorecard of a match that ``matches_for_print`` has read.

    The imprint's time is that of the match's last change: the same match prints the same bytes.
    """
    speak(match.says)
    build = sides_card if PRESENTERS[match.game].in_teams else players_card
    return build(match)


def sheet_build(match: Match, *, large: bool = False) -> Printable:
    """The empty sheet of a match, with the names of those who play it."""
    speak(match.says)
    return table_sheet_build(table_of_match(match), large=large)


def table_sheet_build(table: SheetTable, *, large: bool = False) -> Printable:
    """The empty sheet of a table that may have no match yet."""
    build = sides_sheet if PRESENTERS[table.game].in_teams else players_sheet
    return build(table, large=large)
