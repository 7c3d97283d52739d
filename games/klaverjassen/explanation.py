"""A hand of Klaverjassen as labelled facts, and its score step by step."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from core.figures import read_whole
from core.text import by_side, comma_list
from games.base import ExplanationLine, Fact, Names, Record, declarer_of, team_keys
from games.cards import SUIT_NAMES
from games.facts import dealt_facts, played_facts, ruling_facts, trick_facts
from games.klaverjassen.labels import OUTCOMES, KlaverjasWords, bid_words
from games.tricks import Order, orders_of
from rules.klaverjassen.cards import ALL_POINTS, TRUMPS
from rules.klaverjassen.options import Options
from rules.klaverjassen.play import card_play
from rules.klaverjassen.scoring import PIT

Verdict = Record


def record_facts(record: Record, names: Names) -> tuple[Fact, ...]:
    """Return the facts of the record, in the order of a hand."""
    return (
        *_declared(record, names),
        *_result(record, names),
        *dealt_facts(record, names),
        *played_facts(record),
        *ruling_facts(record, KlaverjasWords()),
    )


def _declared(record: Record, names: Names) -> Iterator[Fact]:
    yield Fact(_("Dealer"), names[record["dealer"]])
    declarer = declarer_of(record["auction"])
    if declarer is None:
        yield Fact(_("Declarer"), _("everybody passed"))
    else:
        bid = next(call["bid"] for call in reversed(record["auction"]) if call["bid"] != "pass")
        points = [] if bid == "play" else [bid_words(bid)]  # nothing beside the name says "plays"
        yield Fact(_("Declarer"), comma_list((names[declarer], *points)))
    if "contract" in record:
        trump = record["contract"]["trump"]
        yield Fact(_("Trumps"), str(SUIT_NAMES.get(trump, trump)))


def _result(record: Record, names: Names) -> Iterator[Fact]:
    tally = record.get("tally", {})
    if "made" in tally:
        yield Fact(_("Result"), str(OUTCOMES["made" if tally["made"] else "set"]))
    for key, label in (("points", _("Card points")), ("roem", _("Roem")), ("tricks", _("Tricks"))):
        if key in tally:
            yield Fact(label, by_side(tally[key], " – "))
    yield from trick_facts(record, names, KlaverjasWords())


def trick_orders(record: Record, options: Options) -> list[Order]:
    """Return the order of each recorded trick, as far as it follows from the record."""
    trump = (record.get("contract") or {}).get("trump")
    if trump not in TRUMPS or trump is None:
        return []
    rules = card_play(record["dealer"], TRUMPS[trump], rotterdam=options.rotterdam)
    return orders_of(record.get("plays", ()), rules)


def account(record: Record, verdict: Verdict) -> Iterator[ExplanationLine]:
    """Yield what each side took, what was needed, and who scores what."""
    if verdict["declarer"] is None:
        return
    points, score = verdict["points"], verdict["score"]
    ours = verdict["declarer"] % 2
    made = verdict["outcome"] == "made"
    if "ruling" in record:
        text = _("A ruling against %(side)s: the others score everything.") % {
            "side": KlaverjasWords().side(record["ruling"]["against"])
        }
        yield ExplanationLine(text, _everything(points), "good" if made else "bad")
    elif points["cards"] is not None:
        yield from (_taken(points, team, ours) for team in (ours, 1 - ours))
        yield _compared(verdict, ours, made=made)
    if not made and "ruling" not in record:
        yield ExplanationLine(_("Nat: the others score everything."), _everything(points), "bad")
    yield ExplanationLine(_("Score: %(score)s") % {"score": by_side(score, " – ")})


def _taken(points: Record, team: int, ours: int) -> ExplanationLine:
    cards, roem = points["cards"][team], points["roem"][team]
    parts = [_("%(count)d card points") % {"count": cards}]
    if roem:
        parts.append(_("%(count)d roem") % {"count": roem})
    if points["pit"] and cards == ALL_POINTS and team == ours:
        parts.append(_("%(count)d for the pit") % {"count": PIT})
    text = _("%(side)s: %(parts)s") % {"side": team_keys(team), "parts": comma_list(parts)}
    return ExplanationLine(text)


def _compared(verdict: Verdict, ours: int, *, made: bool) -> ExplanationLine:
    rule = _("The declaring side needs more than the others, card points and roem together.")
    if read_whole(verdict["bid"]) is not None:
        rule = _("The declaring side needs what was bid, and more than the others.")
    text = str(OUTCOMES[verdict["outcome"]])
    words = _("%(side)s: %(parts)s") % {"side": team_keys(ours), "parts": text}
    return ExplanationLine(words, rule, "good" if made else "bad")


def _everything(points: Record) -> str:
    return _("%(cards)d card points and the roem of both sides, %(roem)d.") % {
        "cards": ALL_POINTS,
        "roem": sum(points["roem"]),
    }
