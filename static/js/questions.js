/* Where the questions of a hand take more than a phone's screen, one is open at a time and the others
   show their answers: a choice opens the next question, a tap on one that is folded opens it. */

const narrow = matchMedia("(max-width: 30rem)");
const QUESTIONS = ["", "> .entry__named", "> .entry__result"].map((at) => `[data-entry] ${at} > .chips`).join();

const form = () => document.querySelector("[data-entry]");
const questions = () => [...document.querySelectorAll(QUESTIONS)];

/* What is chosen from the start, as that no card is called, is no answer until it is touched. */
const touched = new WeakSet();
const isOpen = (question) => !touched.has(question) && !question.querySelector(":checked:not([value=''])");
const isWrong = (question) => question.hasAttribute("aria-invalid");

const unfold = (shown) => {
  for (const question of questions()) {
    const isShown = shown.includes(question);
    question.toggleAttribute("data-folded", !isShown);
    question.querySelector(".chips__question").ariaExpanded = isShown;
  }
};

const unfoldNext = () => {
  const wrong = questions().filter(isWrong);
  unfold(wrong.length ? wrong : questions().filter(isOpen).slice(0, 1));
};

const flatten = () => {
  for (const question of questions()) {
    question.removeAttribute("data-folded");
    const button = question.querySelector(".chips__question");
    button?.replaceWith(...button.childNodes);
  }
};

const fold = () => {
  flatten();
  if (!narrow.matches || !form() || form().offsetHeight < innerHeight) return;
  for (const question of questions()) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chips__question";
    const legend = question.querySelector("legend");
    button.append(...legend.childNodes);
    legend.append(button);
  }
  unfoldNext();
};

document.addEventListener("click", (event) => {
  const question = event.target.closest?.(QUESTIONS);
  if (!question?.querySelector(".chips__question")) return;
  if (event.target.type === "radio") {
    touched.add(question);
    const all = questions();
    const place = all.indexOf(question);
    unfold([...all.slice(place), ...all.slice(0, place)].filter(isOpen).slice(0, 1));
  } else if (event.target.closest(".chips__question")) {
    unfold(question.hasAttribute("data-folded") ? [question] : []);
  }
});

/* What was typed before the page was closed is there again. */
document.addEventListener("change", (event) => {
  if (event.target === form() && document.querySelector(".chips__question")) unfoldNext();
});

document.addEventListener("htmx:afterSettle", () => {
  if (!document.querySelector(".chips__question")) fold();
});
narrow.addEventListener("change", fold);
fold();
