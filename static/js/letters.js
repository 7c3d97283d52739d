/* A hand that was kept in this browser, with its address and the body of its form, is sent again and
   its answer shown: from a laptop's outbox and from a phone at a table. */

/* The token is that of the page as it is now, not of the one on which the hand was typed. */
const stamped = ({ body }) => {
  const fields = new URLSearchParams(body);
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
  if (token) fields.set("csrfmiddlewaretoken", token);
  return fields.toString();
};

const post = (letter, signal) => {
  const headers = { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" };
  return fetch(letter.url, { method: "POST", headers, body: stamped(letter), signal });
};

/* What the server says is swapped in just as if it had come at once. */
const show = (entry, html, letter) => {
  // Beside an open question of the same name the browser closes the one that comes open.
  for (const step of entry.querySelectorAll("details[name]")) step.removeAttribute("name");
  const since = window.allmark.sentAs(entry, letter.body);
  window.allmark.keeping(entry, () => htmx.swap(entry, html, { swapStyle: "outerHTML" }), since);
};

window.allmark.letters = { post, show };
