"""Reading pages as a person does: words without tags, the messages, what stands at a field."""

import html
import re
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from tournaments.events.models import Event


def words(answer: Any) -> str:
    """The text of a page's main part, or of a fragment, with single spaces."""
    page = answer.content.decode()
    if "<main" in page:
        page = page[page.index("<main") : page.index("</main>")]
    return text(page)


def text(page: str) -> str:
    """What a piece of a page says, with single spaces."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def messages_of(answer: Any) -> list[str]:
    """The messages on the page that was come to."""
    return [re.sub(r"<[^>]+>", "", str(message)) for message in answer.context["messages"]]


def as_shown(form: Any) -> dict[str, Any]:
    """What a browser sends of a form of settings that nobody has touched."""
    given = {name: form[name].value() for name in form.fields}
    order = enumerate(given.pop("tie_breaks"), start=1)
    given |= {f"tie_breaks-{key}": place for place, key in order}
    return {name: value for name, value in given.items() if value is not None}


def at_field(answer: Any, name: str, form: str = "form") -> list[str]:
    """The errors that stand beside a field."""
    return list(answer.context[form][name].errors)


DOTS = re.compile(r'<(\w+) class="pager-dots".*?</\1>', re.DOTALL)


@dataclass(frozen=True)
class Pages:
    """The pages of one event, as somebody signed in uses them."""

    client: Client
    event: Event

    def url(self, name: str, *more: int | str) -> str:
        return reverse(name, args=[self.event.club.slug, self.event.pk, *more])

    def get(self, name: str, /, *more: int | str, **query: Any) -> Any:
        return self.client.get(self.url(name, *more), query)

    def post(self, name: str, /, *more: int | str, **fields: Any) -> Any:
        """Fill a form in, send it, and go where it leads."""
        answer = self.client.post(self.url(name, *more), fields, follow=True)
        self.event.refresh_from_db()
        return answer


def wall(pages: Pages) -> list[str]:
    """The text of every page of an event's wall, as they turn, without the dots that count them."""
    count = pages.get("event-projector-live").context["pages"]
    shown = (pages.get("event-projector-live", page=page) for page in range(1, count + 1))
    return [text(DOTS.sub("", answer.content.decode())) for answer in shown]
