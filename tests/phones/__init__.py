"""What a phone sends when somebody says who they are."""

from tournaments.events.models import Event
from tournaments.events.selectors.public import number_in
from tournaments.phones.selectors.table_access import sitters_at


def number_at(event: Event, table: int, place: int = 0) -> str:
    """The number in the event of who sits there."""
    return number_in(event.pk, sitters_at(event, table)[place].pk)


def choice(event: Event, table: int, place: int = 0) -> dict[str, str]:
    """The button with the name of who sits there."""
    return {"player": number_at(event, table, place)}
