"""Labels for transactions of an evening's book and their causes."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.figures import figure
from core.text import about, by_side, comma_list, isolated, together
from ledger.messages import Formatter, Message
from scoring.models import TimePays
from tournaments.money.selectors.fees import FeeStatus

_CAUSES: Final = {
    "hand_recorded": gettext_lazy("hand %(hand)d recorded by %(by)s"),
    "hand_corrected": gettext_lazy("hand %(hand)d corrected by %(by)s"),
    "hand_undone": gettext_lazy("hand %(hand)d taken back by %(by)s"),
    "result_entered": gettext_lazy("result entered by %(by)s"),
    "result_changed": gettext_lazy("result changed by %(by)s"),
    "result_withdrawn": gettext_lazy("result taken back by %(by)s"),
    "match_over": gettext_lazy("match over with hand %(hand)d"),
    "time_called": gettext_lazy("time called"),
    "time_uncalled": gettext_lazy("time taken back"),
    "event_finished": gettext_lazy("event finished"),
    "event_reopened": gettext_lazy("event opened again"),
    "event_changed": gettext_lazy("event settings changed"),
    "entry_changed": gettext_lazy("entry changed"),
    "entries_added": gettext_lazy("entries added"),
    "entry_removed": gettext_lazy("entry removed"),
    "entry_left": gettext_lazy("entry no. %(number)d dropped out"),
    "entry_back": gettext_lazy("entry no. %(number)d came back"),
    "penalty": gettext_lazy("penalty or bonus for no. %(number)d"),
    "penalty_revoked": gettext_lazy("penalty or bonus taken back"),
    "play_off": gettext_lazy("play-off decided"),
    "play_off_revoked": gettext_lazy("play-off taken back"),
    "ruling": gettext_lazy("ruling on a deal"),
    "ruling_revoked": gettext_lazy("ruling on a deal taken back"),
    "forfeit": gettext_lazy("meeting given up"),
    "forfeit_undone": gettext_lazy("forfeit taken back"),
    "table_decided": gettext_lazy("table decided"),
    "prizes_awarded": gettext_lazy("prizes awarded"),
    "prizes_taken_back": gettext_lazy("prizes taken back"),
    "money_set_up": gettext_lazy("fees, prizes or shares changed"),
    "fee_set": gettext_lazy("another fee"),
    "expense": gettext_lazy("expense or cash entered"),
    "pot_set": gettext_lazy("side pot changed"),
}


def _isolated(message: Message) -> Message:
    names = {key: isolated(message[key]) for key in ("by", "name", "pot") if key in message}
    return {**message, **names}


def _cause(message: Message, _reader: int | None) -> str:
    words = str(_CAUSES[message["code"]]) % _isolated(message)
    return about(words, isolated(message.get("reason") or ""))


def _fee_is(message: Message, _reader: int | None) -> str:
    status = message["status"]
    label = FeeStatus(status).label if status in FeeStatus.values else status
    return _("fee %(status)s") % {"status": label}


def _fee(message: Message, reader: int | None) -> str:
    if reader is not None:
        return _("Entry fee")
    values = {"number": message["number"], "names": comma_list(map(isolated, message["names"]))}
    return _("Entry fee of no. %(number)d: %(names)s") % values


def _fee_paid(message: Message, reader: int | None) -> str:
    if reader is not None:
        return _("Entry fee paid at the door")
    values = {"number": message["number"], "names": comma_list(map(isolated, message["names"]))}
    return _("Paid at the door by no. %(number)d: %(names)s") % values


def _stakes(message: Message, reader: int | None) -> str:
    """Return the place, the partners and opponents, and the score, the reader's side first."""
    place = _("Stakes: round %(round)d, table %(table)d, game %(game)d") % message
    words = _played(place, message, reader)
    if paid_for := message.get("time_pays"):
        pays = _("ended early: %(pays)s") % {"pays": TimePays(paid_for).label}
        return comma_list((words, pays))
    return words


def _cents(message: Message, reader: int | None) -> str:
    place = _("Penny pot: round %(round)d, table %(table)d, game %(game)d") % message
    return _played(place, message, reader)


def _played(place: str, message: Message, reader: int | None) -> str:
    sides, totals = message["sides"], message["facts"]["totals"]
    first = next(
        (place for place, side in enumerate(sides) if reader in {key for key, _name in side}), 0
    )
    order = [first, *(side for side in range(len(sides)) if side != first)]
    names = [[isolated(name) for key, name in sides[side] if key != reader] for side in order]
    if len(sides) == 2:
        values = {
            "place": place,
            "side": together(names[0]),
            "others": together(names[1]),
            "score": by_side(figure(totals[side]) for side in order),
        }
        if reader is None:
            return _("%(place)s, %(side)s against %(others)s, %(score)s") % values
        if not names[0]:
            return _("%(place)s, against %(others)s, %(score)s") % values
        return _("%(place)s, with %(side)s against %(others)s, %(score)s") % values
    parts = []
    for side, name in zip(order, names, strict=True):
        shown = {"name": together(name) or _("you"), "score": isolated(figure(totals[side]))}
        parts.append(_("%(name)s %(score)s") % shown)
    return comma_list((place, " · ".join(parts)))


def _pot_in(message: Message, reader: int | None) -> str:
    if reader is not None:
        return _("Side pot %(pot)s: put in") % _isolated(message)
    return _("%(pot)s: %(name)s puts in") % _isolated(message)


FORMATTERS: Final[Mapping[str, Formatter]] = {
    **dict.fromkeys(_CAUSES, _cause),
    "fee_is": _fee_is,
    "fee": _fee,
    "fee_paid": _fee_paid,
    "stakes": _stakes,
    "cents": _cents,
    "pot_in": _pot_in,
    "pot_won": lambda message, _reader: _("%(pot)s: won") % _isolated(message),
    "float": lambda _message, _reader: _("Cash float put in by the club"),
    "house": lambda _message, _reader: _("House cut"),
    "fund": lambda _message, _reader: _("Prize money from the pot"),
    "prizes": lambda _message, reader: _("Prize") if reader is not None else _("Prizes"),
    "rest": lambda _message, _reader: _("Rest of the pot to the club"),
    "club_adds": lambda _message, _reader: _("The club adds to the prizes"),
}
