"""Side pots: who puts in, and who wins them."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Player, User
from clubs.rows import get_or_gone
from tournaments.models import EventMoney, SidePot
from tournaments.services.locking import event_locked
from tournaments.services.money.settling import evening_settle
from tournaments.services.money.setup import MOST


@transaction.atomic
def side_pot_add(*, money: EventMoney, name: str, stake: int) -> SidePot:
    """Set up a side pot: who takes part puts ``stake`` in, in smallest coins. Locks the event."""
    event_locked(money.event_id)
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > 80:
        raise ValidationError({"name": _("A name of at most 80 characters.")})
    if not 0 < stake <= MOST:
        raise ValidationError({"stake": _("Type an amount above 0, within reason.")})
    if money.side_pots.filter(name=tidy).exists():
        raise ValidationError({"name": _("There is a side pot of this name already.")})
    return SidePot.objects.create(money=money, name=tidy, stake=stake)


@transaction.atomic
def side_pot_set(
    *,
    pot: SidePot,
    players: Sequence[Player],
    winners: Sequence[Player] = (),
    made_by: User | None,
) -> SidePot:
    """Say who is in a side pot and who has won it, the better lot first. Locks event and book.

    Winners share it, odd units to the better lots; nobody yet: it stays in the pot. Entries follow.
    """
    event = event_locked(pot.money.event_id)
    current = get_or_gone(SidePot.objects.all(), pot.pk)
    if any(player.club_id != event.club_id for player in players):
        raise ValidationError(_("Only players of this club can take part."))
    if not {player.pk for player in winners} <= {player.pk for player in players}:
        raise ValidationError({"winners": _("Only those who have put in can win.")})
    current.players.set(players)
    current.winners = list(dict.fromkeys(player.pk for player in winners))
    current.save(update_fields=["winners"])
    evening_settle(event_id=event.pk, made_by=made_by, cause={"code": "pot_set"})
    return current


@transaction.atomic
def side_pot_remove(*, pot: SidePot, made_by: User | None) -> None:
    """Call a side pot off: what was put in is owed to nobody any more. Locks event and book."""
    side_pot_set(pot=pot, players=(), made_by=made_by)
    pot.delete()
