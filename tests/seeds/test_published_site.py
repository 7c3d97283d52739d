"""The static site of the demo club: what is in it, what is not, and where its links lead."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Club
from clubs.public import own_number
from clubs.services.clubs import club_picture_remove, club_picture_set, club_update
from clubs.services.players import player_name_hide
from leagues.models import CalendarFeed
from leagues.services.seasons import season_page_update
from tests.clubs.pictures import drawn, opened
from tournaments.events.models import EntryPlayer, Event, EventState
from tournaments.phones.models import EventPage
from tournaments.phones.services.sign_ups import event_page_update

pytestmark = pytest.mark.django_db

Publish = Callable[..., Path]
LINK = re.compile(r'(?:href|src)="([^"]*)"')
CSS_LINK = re.compile(r'url\("([^"]+)"\)')


@pytest.fixture
def shown(demo: Club) -> list[Event]:
    """Two events and the season in public: a bracket, and one with compared deals."""
    events = [
        demo.events.get(name="Autumn Doubles"),
        demo.events.filter(deals_per_round__gt=0).earliest("pk"),
    ]
    for event in events:
        event_page_update(event=event, is_on=True)
    season_page_update(season=demo.seasons.earliest("pk"), is_on=True, shows_ratings=True)
    return events


@pytest.fixture
def publish(demo: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Publish:
    """Publish the club; return the folder."""

    def published(name: str = "site", **options: object) -> Path:
        folder = tmp_path / name
        call_command("publish", demo.slug, str(folder), **options)
        return folder

    return published


def name_fully(club: Club, how: str = "full") -> None:
    club_update(
        club=club, name=club.name, currency=club.currency, paper=club.paper, public_names=how
    )


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def texts(folder: Path) -> str:
    pages = [path.read_text() for path in folder.rglob("*.html")]
    assert len(pages) > 10
    return "\n".join(pages)


def test_every_link_leads_to_a_file_and_a_place_of_the_site(
    shown: list[Event], publish: Publish
) -> None:
    folder = publish()
    seen = 0
    for page in (*folder.rglob("*.html"), folder / "site.css"):
        links = (CSS_LINK if page.suffix == ".css" else LINK).findall(page.read_text())
        if page.name.endswith("-results.html"):  # included in pages anywhere: it links nowhere
            assert links == [], page
            continue
        assert links, page
        for link in links:
            path, _, place = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            assert target.is_file(), (page.name, link)
            assert target.is_relative_to(folder)
            assert not place or f'id="{place}"' in target.read_text(), (page.name, link)
            seen += 1
    assert seen > 300
    for name in ("3.html", "hands", "deals", "players/", "seasons/"):
        assert any(name in path for path in contents(folder)), name


def test_the_front_page_has_contact_coming_evenings_and_latest_winners(
    demo: Club, shown: list[Event], publish: Publish
) -> None:
    name_fully(demo)
    club_update(club=demo, contact="Ask at the bar, 555 0142")
    coming = demo.events.get(name="Next week's 42 night")
    event_page_update(event=coming, is_on=False)
    event_page_update(event=demo.events.get(name="Friday 42 night"), is_on=True)
    finished = demo.events.filter(public_page__is_on=True, state=EventState.FINISHED).first()
    assert finished is not None
    front = (publish() / "index.html").read_text()
    assert "Ask at the bar, 555 0142" in front
    assert "No evening is planned yet." in front
    coming = demo.events.get(name="Next week's 42 night")
    assert "Next week&#x27;s 42 night" not in front
    winners = finished.standings.filter(rank=1).values_list(
        "entry__lineup__player__name", flat=True
    )
    assert winners
    _head, _, won = front.partition("winners-title")
    assert all(str(name) in won for name in winners)
    event_page_update(event=coming, is_on=True)
    front = (publish() / "index.html").read_text()
    assert f'href="events/{coming.pk}.html"' in front.partition("winners-title")[0]


def test_the_front_page_has_the_clubs_picture_and_what_it_says_of_itself(
    demo: Club, shown: list[Event], publish: Publish
) -> None:
    club_update(club=demo, about="We play on Fridays.\nGuests are <welcome>.")
    club_picture_set(club=demo, content=drawn())
    folder = publish()
    front = (folder / "index.html").read_text()
    assert "We play on Fridays.<br>Guests are &lt;welcome&gt;." in front
    assert f'src="img/club.png" alt="{demo.name}"' in front
    assert opened((folder / "img/club.png").read_bytes()).size == (300, 150)
    club_picture_remove(club=demo)
    folder = publish("again")
    assert "club-picture" not in (folder / "index.html").read_text()
    assert not (folder / "img/club.png").exists()


def test_the_front_page_has_the_whole_calendar_only_where_the_club_publishes_it(
    demo: Club, shown: list[Event], publish: Publish
) -> None:
    event_page_update(event=demo.events.get(name="Next week's 42 night"), is_on=False)
    coming = "Next week&#x27;s 42 night"
    assert coming not in (publish() / "index.html").read_text()
    CalendarFeed.objects.create(club=demo, is_on=True)
    front = (publish() / "index.html").read_text()
    assert coming in front
    assert "/p/" not in front


def test_only_what_is_public_is_there(demo: Club, shown: list[Event], publish: Publish) -> None:
    text = texts(publish())
    others = demo.events.exclude(public_page__is_on=True)
    assert others
    for event in others:
        assert f"events/{event.pk}.html" not in text
        assert f">{event.name}<" not in text
    for secret in ("/c/", "/p/", "/s/", "<script", "csrf", "hx-", "http:", "https:"):
        assert secret not in text, secret
    codes = EventPage.objects.values_list("code", flat=True)
    assert [code for code in codes if code in text] == []


def test_whoever_asked_not_to_be_named_is_nowhere_named_and_has_no_page(
    demo: Club, shown: list[Event], publish: Publish
) -> None:
    name_fully(demo)
    row = EntryPlayer.objects.filter(entry__event=shown[0]).select_related("player").first()
    assert row
    before = contents(publish())
    page = f"players/{own_number(f'site:{demo.pk}', row.player_id)}.html"
    assert row.player.name.encode() in before[page]
    player_name_hide(player=row.player, hidden=True)
    after = contents(publish())
    assert page not in after
    assert [path for path, content in after.items() if row.player.name.encode() in content] == []
    assert page.encode() not in b"".join(after.values())
    assert b"Player " in after[f"events/{shown[0].pk}.html"]


def test_a_club_that_shows_numbers_has_no_pages_of_players(
    demo: Club, shown: list[Event], publish: Publish
) -> None:
    name_fully(demo, "number")
    files = contents(publish())
    assert [path for path in files if path.startswith("players/")] == []
    pages = b"".join(content for path, content in files.items() if path.endswith(".html"))
    assert b"players/" not in pages
    names = [player.name.encode() for player in demo.players.all()]
    assert names
    assert [name for name in names if name in pages] == []


def test_an_unchanged_site_keeps_its_bytes_and_what_is_no_longer_public_goes(
    shown: list[Event], publish: Publish, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = publish()
    before = contents(folder)
    assert contents(publish("twin")) == before
    publish()
    assert f"0 files written, {len(before) - 1} unchanged, 0 removed" in capsys.readouterr().out
    event_page_update(event=shown[1], is_on=False)
    publish()
    after = contents(folder)
    assert not [path for path in after if path.startswith(f"events/{shown[1].pk}")]
    assert f"events/{shown[0].pk}.html" in after
    assert [path for path in folder.parent.iterdir() if path.name.startswith(".")] == []


def test_search_engines_are_asked_to_leave_out_what_was_not_opened_to_them(
    shown: list[Event], publish: Publish
) -> None:
    event_page_update(event=shown[0], may_be_found=True)
    folder = publish()
    assert "noindex" not in (folder / f"events/{shown[0].pk}.html").read_text()
    for path in (f"events/{shown[1].pk}.html", "index.html", "players/index.html"):
        assert '<meta name="robots" content="noindex, nofollow">' in (folder / path).read_text()


def test_pages_name_their_language_and_its_direction(shown: list[Event], publish: Publish) -> None:
    for page in publish(language="fa").rglob("*.html"):
        whole = "section" if page.name.endswith("-results.html") else "html"
        assert re.search(f'<{whole} [^>]*lang="fa" dir="rtl"', page.read_text()), page


def test_a_folder_with_other_files_is_refused_or_they_are_kept(
    shown: list[Event], publish: Publish, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    (folder / "notes").mkdir(parents=True)
    (folder / "notes" / "diary.txt").write_text("mine")
    with pytest.raises(CommandError, match=r"notes/diary\.txt"):
        publish()
    assert contents(folder) == {"notes/diary.txt": b"mine"}
    publish(force=True)
    assert contents(folder)["notes/diary.txt"] == b"mine"
    assert "index.html" in contents(folder)
    with pytest.raises(CommandError, match=r"notes/diary\.txt"):
        publish()
