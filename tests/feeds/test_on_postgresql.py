"""Transactions that commit out of the order of their keys; sweeps at the same moment."""

from threading import Event as Signal
from threading import Thread

import pytest
from django.db import connection, transaction

from clubs.models import Club, User
from feeds import webhooks
from feeds.changes import changes_page
from feeds.models import HOOKED, ChangeKind, Webhook
from feeds.noting import changes_note
from tests.conftest import club_of
from tests.meanwhile import just_before

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 20  # seconds


def paths_since(club: Club, mark: str) -> tuple[list[str], str]:
    page = changes_page(club=club, since=mark)
    return [change.path for change in page.changes], page.mark


def test_a_slow_transaction_is_not_skipped() -> None:
    club = club_of(User.objects.create_user("olga"))
    _made, mark = paths_since(club, "")
    noted, go_on = Signal(), Signal()

    def slow() -> None:
        with transaction.atomic():
            changes_note(club.pk, (ChangeKind.EVENT, "slow"))
            noted.set()
            assert go_on.wait(PATIENCE)
        connection.close()

    thread = Thread(target=slow)
    thread.start()
    assert noted.wait(PATIENCE)
    changes_note(club.pk, (ChangeKind.EVENT, "quick"))
    seen, mark = paths_since(club, mark)
    assert seen == ["quick"], "the slow one has the lower key, and is not committed"
    go_on.set()
    thread.join(PATIENCE)
    seen, mark = paths_since(club, mark)
    assert seen == ["slow"]
    assert paths_since(club, mark)[0] == []


def test_readers_and_writers_at_once_lose_nothing_and_tell_nothing_twice() -> None:
    club = club_of(User.objects.create_user("olga"))
    _made, start = paths_since(club, "")
    changes: list[list[str]] = [[], []]
    wanted = {f"{writer}/{number}" for writer in range(3) for number in range(30)}
    failed: list[Exception] = []

    def write(writer: int) -> None:
        for number in range(30):
            with transaction.atomic():
                changes_note(club.pk, (ChangeKind.EVENT, f"{writer}/{number}"))
        connection.close()

    def read(reader: int) -> None:
        mark = start
        try:
            while len(changes[reader]) < len(wanted):
                seen, mark = paths_since(club, mark)
                changes[reader] += seen
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [Thread(target=write, args=[writer]) for writer in range(3)]
    threads += [Thread(target=read, args=[reader], daemon=True) for reader in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not failed
    assert sorted(changes[0]) == sorted(wanted)
    assert changes[0] == changes[1], "both in the same order"


@pytest.mark.parametrize("moment", ['AS "sending_until"', 'UPDATE "feeds_webhook"'])
def test_of_two_sweeps_at_the_same_moment_one_claims_a_webhook_of_a_club(moment: str) -> None:
    """The other one begins before the first has locked the club's webhooks, or while it has."""
    owner = User.objects.create_user("olga")
    club = club_of(owner)
    for _webhook in range(3):
        hook = webhooks.webhook_create(
            club=club, address="https://8.8.8.8/", kinds=HOOKED, site="https://x", made_by=owner
        )
        webhooks.webhook_test(webhook=hook)
    claimed: list[int] = []

    def other_sweep() -> None:
        claimed.extend(webhooks.webhooks_claim())
        connection.close()

    thread = Thread(target=other_sweep)

    def begin() -> None:
        thread.start()
        thread.join(1)  # in the second case it waits for the lock, and is not done

    with just_before(moment, begin):
        claimed.extend(webhooks.webhooks_claim())
    thread.join(PATIENCE)
    assert len(claimed) == 1
    assert Webhook.objects.exclude(sending_until=None).count() == 1
