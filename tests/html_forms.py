"""The links and forms of a page, as a browser without scripts reads and sends them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

UNTICKED = "\0unticked"


@dataclass
class Form:
    """A form as the page shows it: where it goes and what it brings along."""

    method: str
    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    numeric: set[str] = field(default_factory=set)
    buttons: set[str] = field(default_factory=set)
    can_be_sent: bool = False
    sent_elsewhere: bool = False

    @property
    def is_a_frame(self) -> bool:
        """Whether every button has an address of its own, so that nothing is sent to the form's."""
        return self.sent_elsewhere and not self.can_be_sent

    def sent(self) -> dict[str, list[str]]:
        """What a browser sends if nothing is touched and a button without a name is pressed."""
        values: dict[str, list[str]] = {}
        for name, value in self.fields:
            if value != UNTICKED and name not in self.buttons:
                values.setdefault(name, []).append(value)
        return values


class Page(HTMLParser):
    """The links and the forms of a page; a part that loads itself is a form without fields."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.links: list[str] = []
        self.loaded: list[str] = []  # pictures, manifests and parts that come by themselves
        self.forms: list[Form] = []
        self._by_id: dict[str, Form] = {}
        self._form: Form | None = None
        self._select: tuple[Form, str, list[tuple[str, bool]]] | None = None
        self._area: tuple[Form, str, list[str]] | None = None

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attrs = {name: value or "" for name, value in given}
        if tag == "a" and "href" in attrs:
            self.links.append(urljoin(self.address, attrs["href"]))
        elif tag == "link" and "href" in attrs:
            self.loaded.append(urljoin(self.address, attrs["href"]))
        for name in ("src", "data-live"):
            if name in attrs:
                self.loaded.append(urljoin(self.address, attrs[name]))
        for method in ("get", "post"):
            if f"hx-{method}" in attrs:
                self._loads(tag, method, attrs[f"hx-{method}"])
        if tag == "form":
            action = urljoin(self.address, attrs.get("action", "")) or self.address
            self._form = Form(attrs.get("method", "get").lower(), action)
            self.forms.append(self._form)
            if "id" in attrs:
                self._by_id[attrs["id"]] = self._form
        form = self._by_id.get(attrs.get("form", "")) or self._form
        if form is None:
            return
        name = attrs.get("name", "")
        is_button = tag == "button" and attrs.get("type", "submit") == "submit"
        is_own = is_button and not {"disabled", "formaction"} & attrs.keys()
        form.can_be_sent |= is_own
        if "formaction" in attrs:
            form.sent_elsewhere = True
            self.forms.append(
                Form(
                    form.method,
                    urljoin(self.address, attrs["formaction"]),
                    form.fields,
                    can_be_sent=True,
                )
            )
        if tag == "option" and self._select:
            self._select[2].append((attrs.get("value", ""), "selected" in attrs))
        elif name in {"", "csrfmiddlewaretoken"} or "disabled" in attrs:
            return
        elif tag == "select":
            self._select = (form, name, [])
        elif tag == "textarea":
            self._area = (form, name, [])
        elif tag == "button":
            form.fields.append((name, attrs.get("value", "")))
            form.buttons.add(name)
        elif tag == "input":
            self._input(form, name, attrs)

    def _input(self, form: Form, name: str, attrs: dict[str, str]) -> None:
        is_choice = attrs.get("type") in {"checkbox", "radio"}
        if attrs.get("type") == "number" or attrs.get("inputmode") == "numeric":
            form.numeric.add(name)
        if attrs.get("type") == "file":
            return
        if not is_choice or "checked" in attrs:
            form.fields.append((name, attrs.get("value", "on" if is_choice else "")))
        else:
            form.fields.append((name, UNTICKED))

    def _loads(self, tag: str, method: str, address: str) -> None:
        target = urljoin(self.address, address)
        if method == "get":
            self.links.append(target)
        elif self._form is not None and tag != "form":
            self.forms.append(Form("post", target, self._form.fields))

    def handle_data(self, data: str) -> None:
        if self._area:
            self._area[2].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select" and self._select:
            form, name, options = self._select
            chosen = [value for value, selected in options if selected]
            first = [value for value, _selected in options][:1]
            form.fields += [(name, value) for value in chosen or first]
            self._select = None
        elif tag == "textarea" and self._area:
            form, name, text = self._area
            form.fields.append((name, "".join(text)))
            self._area = None


def forms_of(answer: Any) -> list[Form]:
    page = Page(answer.request["PATH_INFO"])
    page.feed(answer.content.decode())
    return page.forms


def form_sent(answer: Any, action: str = "") -> dict[str, list[str]]:
    """Return what the page's form to this address (by default its own) sends untouched."""
    target = urlsplit(action or answer.request["PATH_INFO"]).path
    (form,) = (
        form
        for form in forms_of(answer)
        if form.method == "post" and urlsplit(form.action).path == target
    )
    return form.sent()
