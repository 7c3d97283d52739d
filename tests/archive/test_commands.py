"""``manage.py archive`` and ``manage.py unarchive``: files, what they print, what they refuse."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Club, Membership, User
from clubs.roles import Role
from clubs.services.players import player_add


def said(*words: str) -> str:
    """What a command prints."""
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


@pytest.fixture
def file(club: Club, tmp_path: Path) -> Path:
    """The archive of a club with one player."""
    player_add(club=club, name="Ann")
    path = tmp_path / "club.allmark"
    assert said("archive", club.slug, str(path)).startswith(f"{path}: ")
    return path


def test_a_club_is_written_looked_at_and_read_under_another_name(
    file: Path, club: Club, stranger: User
) -> None:
    looked = said("unarchive", str(file), "--look")
    assert f"{club.name} at “{club.slug}”, by Allmark" in looked
    assert "        1 clubs.Player\n" in looked
    read = said("unarchive", str(file), "--as", "again", "--owner", stranger.username)
    assert f"{club.name} at “again”: " in read
    assert "rows, 0 differences" in read
    again = Club.objects.get(slug="again")
    assert [player.name for player in again.players.all()] == ["Ann"]
    assert Membership.objects.get(club=again, user=stranger).role == Role.OWNER


def test_a_file_that_is_there_is_not_written_over(file: Path, club: Club) -> None:
    content = file.read_bytes()
    with pytest.raises(CommandError, match="There is a file already"):
        said("archive", club.slug, str(file))
    assert file.read_bytes() == content
    assert list(file.parent.iterdir()) == [file]


def test_what_cannot_be_written_leaves_no_part_of_a_file(club: Club, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no club at “nowhere”"):
        said("archive", "nowhere", str(tmp_path / "club.allmark"))
    with pytest.raises(CommandError, match="No archive was made"):
        said("archive", club.slug, str(tmp_path / "no folder" / "club.allmark"))
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_read_changes_nothing(file: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"Nothing was read: .*short name"):
        said("unarchive", str(file))  # the club is still there
    with pytest.raises(CommandError, match="Nobody here has the user name “nobody”"):
        said("unarchive", str(file), "--as", "again", "--owner", "nobody")
    file.write_bytes(file.read_bytes()[:-200])
    for words in ((), ("--look",)):
        with pytest.raises(CommandError):
            said("unarchive", str(file), "--as", "again", *words)
        with pytest.raises(CommandError, match="No such file"):
            said("unarchive", str(tmp_path / "nowhere.allmark"), *words)
    assert Club.objects.count() == 1
