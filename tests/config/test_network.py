"""The addresses that are told to phones in the hall."""

import socket

from core.system import hall_addresses


def on_the_way_out() -> set[str]:
    """This machine's address on its way to others; none where there is no way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))  # nothing is sent
        except OSError:
            return set()
        return {probe.getsockname()[0]}


def test_they_are_this_machines_own_and_can_be_listened_on() -> None:
    addresses = hall_addresses()
    assert on_the_way_out() <= set(addresses)
    assert not any(address.startswith("127.") for address in addresses)
    for address in addresses:
        with socket.socket() as listener:
            listener.bind((address, 0))
