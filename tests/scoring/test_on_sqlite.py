"""What SQLite alone allows: writing over rows, for which no trigger against deletion fires."""

import pytest
from django.db import IntegrityError, connection, transaction

from clubs.models import User
from scoring.models import HandRevision, Match
from scoring.services.hands import hand_record
from tests.scoring.conftest import quick

REST = "match_id, kind, reason, author_id, author_name, created_at, key, digest"


@pytest.mark.parametrize(
    ("key", "number"),
    [("id", "no + 7"), ("id + 7", "no"), ("id + 7", "no + 7")],
    ids=["of one key", "of one number", "of one request"],
)
def test_no_revision_is_replaced_by_writing_over_it(
    key: str, number: str, match: Match, organiser: User
) -> None:
    written = hand_record(
        match_id=match.pk, record=quick(dealer=0, bidder=1), author=organiser, key="one"
    )
    with (
        pytest.raises(IntegrityError, match="only ever added"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(
            f"INSERT OR REPLACE INTO scoring_handrevision (id, no, hand_id, {REST})"
            f" SELECT {key}, {number}, hand_id, {REST} FROM scoring_handrevision"
        )
    assert HandRevision.objects.get() == written.revision
