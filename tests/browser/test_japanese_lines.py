"""Lines of Japanese on pages: no word is broken where a line has room for it."""

from typing import Any

import polib
import pytest
from django.urls import reverse

from clubs.models import Club, User
from tests.browser.conftest import PageFor
from tests.core.test_numbers import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

BROKEN = """(texts) => {
  const place = document.querySelector("main");
  const broken = [];
  for (const name of ["h2", "p", "th"]) {
    for (const text of texts) {
      const table = document.createElement("table");
      const row = table.createTHead().insertRow();
      const element = document.createElement(name);
      element.textContent = text;
      element.style.inlineSize = table.style.inlineSize = "16em";
      if (name === "th") { row.append(element); }
      place.append(name === "th" ? table : element);
      const letters = element.firstChild;
      for (const word of text.matchAll(/[\u30a1-\u30fa\u30fc]{2,}/g)) {
        const range = document.createRange();
        range.setStart(letters, word.index);
        range.setEnd(letters, word.index + word[0].length);
        const tops = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
        if (tops.size > 1) { broken.push([name, word[0], text]); }
      }
      (name === "th" ? table : element).remove();
    }
  }
  return broken;
}"""
"""Words in katakana that stand on two lines of sixteen characters."""


def test_hardly_a_foreign_word_of_the_catalogue_is_broken(
    live_server: Any, club: Club, owner: User, signed_in_page: PageFor
) -> None:
    """The browser finds the phrases, and errs now and then."""
    catalogue = polib.pofile(str(ROOT / "locale/ja/LC_MESSAGES/django.po"))
    texts = [entry.msgstr for entry in catalogue if 16 < len(entry.msgstr) < 80][::2]
    assert len(texts) > 300
    page = signed_in_page(owner, width=390)
    page.goto(f"{reverse('players', args=[club.slug])}?language=ja")
    page.evaluate("document.documentElement.lang = 'ja'")
    broken = page.evaluate(BROKEN, texts)
    page.evaluate("document.documentElement.style.wordBreak = 'normal'")
    usually = page.evaluate(BROKEN, texts)
    assert len(usually) > 200
    assert len(broken) < len(usually) / 20
