/* What somebody fills in outlives what is put in its place: what they have typed and chosen, focus,
   caret and selection, what they unfolded and how far they scrolled. What htmx swaps in is kept so by
   itself; a script that replaces nodes calls allmark.keeping(root, put). Only what the server cannot know
   is carried over: what differs from what the page came with, or, where the answer is to a request of the
   reader's own, from what stood there when it was sent. */

const FIELDS = ":is(input:not([type=hidden], [type=file], [type=submit], [type=button]), select, textarea)";
const SCROLLED = ".table-wrap, .bracket__wrap, .bracket__rounds";

const isChoice = (field) => field.type === "radio" || field.type === "checkbox";
const chosen = (field, isChosen) => JSON.stringify([...field.options].filter(isChosen).map(({ value }) => value));

const stateOf = (field) => {
  if (isChoice(field)) return field.checked;
  return field.options ? chosen(field, (option) => option.selected) : field.value;
};
const servedOf = (field) => {
  if (isChoice(field)) return field.defaultChecked;
  if (!field.options) return field.defaultValue;
  const served = chosen(field, (option) => option.defaultSelected);
  return served === "[]" && !field.multiple ? JSON.stringify([field.options[0]?.value]) : served;
};
const put = (field, state) => {
  if (isChoice(field)) field.checked = state;
  else if (!field.options) field.value = state;
  else for (const option of field.options) option.selected = JSON.parse(state).includes(option.value);
};

/* A choice is told by its value, as its id counts the choices. */
const nameOf = (element) => {
  const { form } = element;
  const at = form && (form.id || form.getAttribute("action") || "");
  if (element.matches(FIELDS) && element.name) return [at, element.name, isChoice(element) ? element.value : ""].join(" ");
  if (element.id) return `#${element.id}`;
  const subject = element.getAttribute("href") ?? element.name ?? element.closest("[id]")?.id ?? "";
  return [element.localName, at, subject, element.value ?? ""].join(" ");
};
const sameAs = (name, root = document) =>
  [...root.querySelectorAll(`${FIELDS}, a, button, summary, [tabindex]`)].find((element) => nameOf(element) === name);

const fieldsOf = (root) => [...root.querySelectorAll(FIELDS)];
const snapshot = (root) => new Map(fieldsOf(root).map((field) => [field, stateOf(field)]));

/* Whether it came unfolded: what somebody turned over stays as they left it. */
const folds = new WeakMap();
const foldsOf = (root) => [...root.querySelectorAll("details[id]")];
const learn = () => {
  for (const fold of foldsOf(document)) if (!folds.has(fold)) folds.set(fold, fold.open);
};

const caretOf = (field) => {
  const { selectionStart, selectionEnd, selectionDirection } = field;
  return selectionStart === null || selectionStart === undefined ? null : [selectionStart, selectionEnd, selectionDirection];
};

const hold = (root, since) => {
  const { activeElement } = document;
  const typed = fieldsOf(root).filter((field) => stateOf(field) !== (since?.get(field) ?? servedOf(field)));
  return {
    typed: typed.map((field) => [nameOf(field), stateOf(field)]),
    turned: foldsOf(root).filter((fold) => folds.has(fold) && fold.open !== folds.get(fold)).map(({ id, open }) => [id, open]),
    scrolled: [...root.querySelectorAll(SCROLLED)].map(({ scrollLeft, scrollTop }) => ({ scrollLeft, scrollTop })),
    focused: root.contains(activeElement) ? { name: nameOf(activeElement), caret: caretOf(activeElement) } : null,
    id: root.id,
  };
};

const give = ({ typed, turned, scrolled, focused }, root) => {
  const forms = new Set();
  for (const [name, state] of typed) {
    const field = sameAs(name);
    if (!field || stateOf(field) === state) continue;
    put(field, state);
    forms.add(field.form ?? field);
  }
  learn();
  for (const [fold, open] of turned) document.getElementById(fold)?.toggleAttribute("open", open);
  const tables = root ? [...root.querySelectorAll(SCROLLED)] : [];
  tables.forEach((table, place) => Object.assign(table, scrolled[place]));
  if (focused) {
    const again = sameAs(focused.name);
    if (again && again !== document.activeElement) again.focus({ preventScroll: true });
    if (again && focused.caret) again.setSelectionRange(...focused.caret);
  }
  for (const form of forms) form.dispatchEvent(new Event("change", { bubbles: true }));
};

/* Put something in the place of what is in `root`, and give back what was being filled in there. */
const keeping = (root, change, since) => {
  const held = hold(root, since);
  change();
  give(held, root);
};

/* What stood there when a form was sent as this body. */
const sentAs = (root, body) => {
  const values = new URLSearchParams(body);
  const said = (field) => {
    const given = values.getAll(field.name);
    if (isChoice(field)) return given.includes(field.value);
    return field.options ? chosen(field, ({ value }) => given.includes(value)) : (given[0] ?? field.value);
  };
  return new Map(fieldsOf(root).map((field) => [field, said(field)]));
};

/* Half a click on what has been replaced is none, and a menu or a dialog stays while it is open. */
const isHandled = (root) => Boolean(root.querySelector(":active, dialog[open], details.menu[open]"));

/* htmx: a poll changes what the page came with, any other answer what stood there when it was asked for. */
const isPoll = ({ requestConfig }) => /^(every|load)\b/.test(requestConfig?.elt.getAttribute("hx-trigger") ?? "");
const sent = new WeakMap();
let main = [];
let aside = [];
const giveAll = (held) => held.splice(0).forEach((each) => give(each, document.getElementById(each.id)));

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (!isPoll(detail)) sent.set(detail.xhr, snapshot(detail.target));
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (isPoll(detail) && isHandled(document.querySelector("main"))) detail.shouldSwap = false;
  main = detail.shouldSwap ? [hold(detail.target, sent.get(detail.xhr))] : [];
  aside = [];
});
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => aside.push(hold(detail.target)));
document.addEventListener("htmx:oobAfterSwap", () => giveAll(aside));
document.addEventListener("htmx:afterSwap", () => giveAll(main));

window.allmark = { keeping, isHandled, sentAs };
learn();
