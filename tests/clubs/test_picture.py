"""The club's own picture and what it says of itself: checked, shown, removed, archived."""

import base64
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image
from rest_framework.test import APIClient

from archive.package import ArchiveRefused
from clubs.models import Club, ClubPicture, User
from clubs.services.clubs import club_create, club_picture_remove, club_picture_set, club_update
from core.pictures import MOST_SENT, MOST_WRITTEN, SIZE, picture_check, picture_made
from leagues.models import CalendarFeed
from tests.archive.packages import archive_of, arrive, with_rows
from tests.clubs.pictures import drawn, opened, photographed, saved
from tests.conftest import ClientFor
from tests.tournaments.pages import at_field, messages_of, words

pytestmark = pytest.mark.django_db

ABOUT = "We play on Fridays.\r\nGuests are <welcome>."


@pytest.fixture
def browser(owner: User, client_for: ClientFor) -> Client:
    return client_for(owner)


def address(club: Club, name: str = "club-picture") -> str:
    return reverse(name, args=[club.slug])


def send(browser: Client, club: Club, content: bytes, name: str = "club.png") -> Any:
    sent = {"picture": SimpleUploadedFile(name, content)}
    return browser.post(address(club), sent, follow=True)


# What becomes of a picture


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_drawing_is_kept_as_a_small_png(kind: str) -> None:
    made = opened(picture_made(drawn(kind, size=(1200, 600))))
    assert (made.format, made.size) == ("PNG", SIZE)


def test_a_photograph_is_kept_as_a_jpeg_that_is_small_enough() -> None:
    content = picture_made(photographed())
    made = opened(content)
    assert made.format == "JPEG"
    assert len(content) <= MOST_WRITTEN
    assert made.width <= SIZE[0]
    assert made.height <= SIZE[1]


def test_what_is_transparent_stays_so() -> None:
    made = opened(picture_made(drawn(mode="RGBA")))
    assert made.mode == "RGBA"
    assert made.getpixel((0, 0))[3] == 0  # a pixel of four channels


def test_a_noisy_transparent_picture_is_made_smaller_until_it_fits() -> None:
    image = opened(photographed((640, 320))).convert("RGBA")
    image.putpixel((0, 0), (0, 0, 0, 0))
    content = picture_made(saved(image, "PNG"))
    assert opened(content).format == "PNG"
    assert len(content) <= MOST_WRITTEN


def test_a_picture_is_turned_as_its_camera_was_held_and_says_nothing_else() -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "A camera"
    content = picture_made(photographed((400, 200), exif=exif.tobytes()))
    made = opened(content)
    assert made.size == (160, 320)
    assert not made.getexif()
    assert b"A camera" not in content


BAD = {
    "no picture": (b"<svg onload='alert(1)'></svg>", "unreadable"),
    "half a picture": (drawn("JPEG")[:400], "unreadable"),
    "a script with the head of a PNG": (b"\x89PNG\r\n\x1a\n<script>", "unreadable"),
    "a kind that is not read": (saved(Image.new("RGB", (9, 9)), "BMP"), "unreadable"),
    "too many bytes": (b"x" * (MOST_SENT + 1), "too_large"),
    "too many pixels": (saved(Image.new("L", (8000, 6000)), "PNG"), "too_many_pixels"),
}


@pytest.mark.parametrize("why", BAD)
def test_a_file_is_refused_that_is(why: str, browser: Client, club: Club) -> None:
    content, code = BAD[why]
    with pytest.raises(ValidationError) as refused:
        picture_made(content)
    assert refused.value.code == code
    answer = send(browser, club, content)
    assert answer.status_code == 422
    assert at_field(answer, "picture") == refused.value.messages
    assert not ClubPicture.objects.exists()


# Pages


def test_a_picture_is_shown_replaced_and_removed(browser: Client, club: Club) -> None:
    assert messages_of(send(browser, club, drawn())) == ["Saved."]
    file = browser.get(address(club, "club-picture-file"))
    assert file["Content-Type"] == "image/png"
    assert opened(file.content).size == (300, 150)
    again = browser.get(address(club, "club-picture-file"), headers={"If-None-Match": file["ETag"]})
    assert again.status_code == 304
    shown = browser.get(address(club, "events")).content.decode()
    assert f'src="{address(club, "club-picture-file")}" alt="{club.name}"' in shown
    send(browser, club, photographed(), "club.jpg")
    assert ClubPicture.objects.count() == 1
    other = browser.get(address(club, "club-picture-file"))
    assert other["Content-Type"] == "image/jpeg"
    answer = browser.post(address(club, "club-picture-remove"), follow=True)
    assert messages_of(answer) == ["The picture has been removed."]
    assert browser.get(address(club, "club-picture-file")).status_code == 404
    assert "club-picture" not in browser.get(address(club, "events")).content.decode()


def test_a_neighbour_sees_no_picture(club: Club, stranger: User, client_for: ClientFor) -> None:
    club_picture_set(club=club, content=drawn())
    neighbours = club_create(name="Neighbours", owner=stranger)
    browser = client_for(stranger)
    for name in ("club-picture-file", "club-picture"):
        assert browser.get(address(club, name)).status_code == 404
    assert browser.get(address(neighbours, "club-picture-file")).status_code == 404
    api = reverse("api-clubs-picture-detail", args=[club.slug])
    assert browser.get(api).status_code in {401, 404}


def test_the_public_calendar_shows_picture_and_text_while_it_is_on(
    club: Club, client: Client
) -> None:
    club_picture_set(club=club, content=drawn())
    club_update(club=club, about=ABOUT)
    feed = CalendarFeed.objects.create(club=club, is_on=True)
    page = client.get(reverse("public-club-calendar", args=[feed.code]))
    assert "We play on Fridays. Guests are <welcome>." in words(page)
    src = reverse("public-club-picture", args=[feed.code])
    assert f'src="{src}" alt="{club.name}"' in page.content.decode()
    assert client.get(src)["Content-Type"] == "image/png"
    CalendarFeed.objects.update(is_on=False)
    assert client.get(src).status_code == 404


def test_about_is_a_few_lines_of_plain_text(club: Club) -> None:
    for text in ("x\n" * 12, "a\u202eb", "a\x00b", "x" * 1001):
        with pytest.raises(ValidationError) as refused:
            club_update(club=club, about=text)
        assert list(refused.value.error_dict) == ["about"]
    assert club_update(club=club, about="x" * 1000).about == "x" * 1000


# Over the API


def test_the_api_sets_fetches_and_removes_it(
    club: Club, owner: User, viewer: User, api_for: Callable[[User], APIClient]
) -> None:
    api, url = api_for(owner), reverse("api-clubs-picture-detail", args=[club.slug])
    assert api.get(url).status_code == 404
    answer = api.put(url, {"picture": io.BytesIO(drawn())}, format="multipart")
    assert answer.json() == {"media_type": "image/png", "width": 300, "height": 150}
    assert opened(api.get(url, HTTP_ACCEPT="image/*").content).size == (300, 150)
    as_image: dict[str, Any] = {"HTTP_ACCEPT": "image/*"}
    again = api.put(url, {"picture": io.BytesIO(drawn())}, format="multipart", **as_image)
    assert again.json() == answer.json()
    assert api.put(url, {}, format="multipart", **as_image).json()["status"] == 400
    refused = api.put(url, {"picture": io.BytesIO(b"no picture")}, format="multipart")
    assert refused.status_code == 400
    member = api_for(viewer)
    assert member.get(url).status_code == 200
    assert member.put(url, {"picture": io.BytesIO(drawn())}, format="multipart").status_code == 403
    assert member.delete(url).status_code == 403
    assert api.delete(url).status_code == 204
    assert api.get(url).status_code == 404


# In the archive


def test_an_archive_brings_picture_and_text_along(club: Club) -> None:
    club_update(club=club, about=ABOUT)
    picture = club_picture_set(club=club, content=drawn(mode="RGBA"))
    arrive(archive_of(club), slug="elsewhere")
    there = Club.objects.get(slug="elsewhere")
    assert there.about == ABOUT
    assert there.picture.data == picture.data
    club_picture_remove(club=there)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "no base64!",
        base64.b64encode(b"<script>").decode(),
        base64.b64encode(saved(Image.new("RGB", (2000, 10)), "PNG")).decode(),
        base64.b64encode(drawn("WEBP")).decode(),
    ],
)
def test_an_archive_with_another_picture_is_refused(content: str, club: Club) -> None:
    club_picture_set(club=club, content=drawn())

    def changed(rows: list[dict[str, Any]]) -> None:
        rows[0]["content"] = content

    data = with_rows(archive_of(club), "clubs.ClubPicture", changed)
    if content:
        with pytest.raises(ValidationError):
            picture_check(content)
    with pytest.raises(ArchiveRefused):
        arrive(data, slug="elsewhere")
