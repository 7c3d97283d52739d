"""Open the public pages of the demo club's coming event, and sign people up."""

from seeds.demo import DemoClub, Spec
from tournaments.events.models import Event
from tournaments.phones.models import SignUpState
from tournaments.phones.services.sign_ups import (
    event_page_update,
    sign_up_accept,
    sign_up_answer,
    sign_up_key,
    sign_up_make,
    sign_up_page_update,
    sign_up_take_back,
)


def public_pages_open(*, demo: DemoClub, event: Event, spec: Spec) -> None:
    """Turn its pages on; some have signed up."""
    event_page_update(event=event, is_on=True)
    sign_up_page_update(event=event, is_on=True, places=spec["places"])
    for sign_up_spec in spec["sign_ups"]:
        fields = {key: sign_up_spec[key] for key in sign_up_spec if key != "becomes"}
        made = sign_up_make(event=event, key=sign_up_key(), **fields)
        state = SignUpState(sign_up_spec.get("becomes", SignUpState.OPEN))
        if state == SignUpState.ACCEPTED:
            sign_up_accept(sign_up=made, players=demo.named(made.names), by=demo.owner)
        elif state == SignUpState.TAKEN_BACK:
            sign_up_take_back(sign_up=made)
        elif state != SignUpState.OPEN:
            sign_up_answer(sign_up=made, state=state, by=demo.owner)
