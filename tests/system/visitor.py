"""Somebody at the pages of a running site: signed in by the form, with cookies, without scripts."""

import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from http.cookiejar import CookieJar

from tests.system.site import Site


@dataclass
class Visitor:
    """A browser that follows where it is sent and keeps what it is given."""

    site: Site
    cookies: CookieJar = field(default_factory=CookieJar)

    def __post_init__(self) -> None:
        handler = urllib.request.HTTPCookieProcessor(self.cookies)
        self.opener = urllib.request.build_opener(handler)

    def sign_in(self, name: str, password: str) -> None:
        """Sign in; the page that comes is the house's."""
        self.page("/sign-in/")
        self.send("/sign-in/", username=name, password=password)

    def page(self, path: str) -> str:
        with self.opener.open(self._address(path), timeout=30) as answer:
            return str(answer.read().decode())

    def send(self, path: str, *, timeout: float = 30, **fields: object) -> str:
        """Send a form; the address that it led to. ``HTTPError`` where it was refused."""
        token = next(cookie.value for cookie in self.cookies if "csrf" in cookie.name)
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        request = urllib.request.Request(
            self._address(path), data=body, headers={"Referer": self._address(path)}
        )
        with self.opener.open(request, timeout=timeout) as answer:
            return urllib.parse.urlsplit(answer.url).path

    def cookie(self, name: str) -> str:
        return next(str(cookie.value) for cookie in self.cookies if cookie.name == name)

    def _address(self, path: str) -> str:
        return self.site.url.rstrip("/") + path
