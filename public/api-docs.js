// Adds to the page of the API: a search of its index, copying of examples, and a form for each call that sends it.

const token = document.getElementById("token");
const dialog = document.getElementById("ask");
/** Headers of an answer that tell something. */
const TOLD = ["content-type", "ratelimit-remaining", "retry-after", "idempotency-replayed", "x-request-id"];
const LONGEST_SHOWN = 20000;

document.documentElement.classList.add("scripted");
for (const part of document.querySelectorAll(".trying, .search")) part.hidden = false;
for (const example of document.querySelectorAll(".example")) addCopying(example);
for (const examples of document.querySelectorAll(".examples")) addLanguages(examples);
showLanguage("curl");
addSearch();
for (const form of document.querySelectorAll("form[data-path]")) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(form);
  });
}
// Where the index stands above the page, it opens when it is wanted.
if (matchMedia("(max-width: 60rem)").matches) document.querySelector(".contents").open = false;
openTarget();
addEventListener("hashchange", openTarget);

/** A link to a call opens it. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
}

function addCopying(example) {
  const code = example.querySelector("pre");
  const button = createButton("Copiar", "quiet copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copiado";
    } catch {
      button.textContent = "Não foi possível copiar";
    }
  });
  example.append(button);
}

/** One choice for the whole page. */
function addLanguages(examples) {
  const choices = document.createElement("div");
  choices.className = "languages";
  choices.setAttribute("role", "group");
  choices.setAttribute("aria-label", "Linguagem");
  for (const { dataset } of examples.querySelectorAll(".example")) {
    const button = createButton(dataset.language, "");
    button.dataset.shows = dataset.language;
    button.addEventListener("click", () => showLanguage(dataset.language));
    choices.append(button);
  }
  examples.prepend(choices);
}

function showLanguage(language) {
  for (const button of document.querySelectorAll("[data-shows]")) {
    button.setAttribute("aria-pressed", String(button.dataset.shows === language));
  }
  for (const example of document.querySelectorAll(".example[data-language]")) {
    example.hidden = example.dataset.language !== language;
  }
}

function addSearch() {
  const input = document.getElementById("search");
  const entries = [...document.querySelectorAll(".index li[data-words]")].map((item) => ({
    item,
    text: fold(`${item.dataset.words} ${item.textContent}`),
  }));
  input.addEventListener("input", () => find(fold(input.value)));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, textarea, dialog")) return;
    event.preventDefault();
    input.focus();
  });

  function find(wanted) {
    const words = wanted.split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { item, text } of entries) {
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) found += 1;
    }
    for (const group of document.querySelectorAll(".index .group")) {
      const isFound = group.querySelector("li[data-words]:not([hidden])") !== null;
      group.hidden = !isFound;
      group.open = words.length > 0 && isFound;
    }
    if (words.length > 0) document.querySelector(".contents").open = true;
    document.querySelector(".nothing").textContent = found === 0 ? "Nada encontrado." : "";
  }
}

/** Without accents and case. */
function fold(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

async function submit(form) {
  if ("changes" in form.dataset && !(await asksToSend(form))) return;
  const button = form.querySelector("button[type=submit]");
  button.disabled = true;
  try {
    await send(form);
  } catch {
    show(form, { status: "A chamada não saiu. Veja a conexão e o que foi preenchido.", isDone: false });
  } finally {
    button.disabled = false;
  }
}

/** Resolves to whether the call is to be sent. */
function asksToSend({ dataset }) {
  document.getElementById("ask-call").textContent = `${dataset.method} ${dataset.path}`;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

async function send(form) {
  const began = performance.now();
  const response = await fetch(...buildRequest(form));
  const type = response.headers.get("content-type") ?? "";
  const isStream = type.startsWith("text/event-stream");
  const text = isStream ? "Os eventos chegam enquanto a conexão fica aberta." : await response.text();
  const took = Math.round(performance.now() - began);
  if (isStream) await response.body.cancel();
  show(form, {
    status: `${response.status} ${response.statusText} · ${took} ms`,
    isDone: response.ok,
    headers: TOLD.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
    text: type.startsWith("application/json") ? prettify(text) : text.slice(0, LONGEST_SHOWN),
  });
}

function buildRequest(form) {
  const query = new URLSearchParams();
  const headers = new Headers();
  let { path } = form.dataset;
  for (const input of form.querySelectorAll("input[data-in]")) {
    const value = input.value.trim();
    if (input.dataset.in === "path") {
      path = path.replace(`{${input.name}}`, encodeURIComponent(value));
    } else if (value !== "") {
      if (input.dataset.in === "query") query.set(input.name, value);
      else headers.set(input.name, value);
    }
  }
  if (token.value.trim() !== "") headers.set("authorization", `Bearer ${token.value.trim()}`);
  let body;
  if (form.elements.body) {
    body = form.elements.body.value;
    headers.set("content-type", "application/json");
  } else if (form.elements.file) {
    body = form.elements.file.files[0];
    headers.set("content-type", "application/octet-stream");
  }
  const url = query.size > 0 ? `${path}?${query}` : path;
  // Without the browser's session: the call is made as a program makes it.
  return [url, { method: form.dataset.method, headers, body, credentials: "omit" }];
}

function show(form, { status, isDone, headers = [], text }) {
  const title = createElement("p", status);
  title.className = isDone ? "status done" : "status failed";
  const list = document.createElement("dl");
  for (const [name, value] of headers) list.append(createElement("dt", name), createElement("dd", value));
  const parts = [title, ...(headers.length > 0 ? [list] : [])];
  if (text !== undefined) {
    const content = createElement("pre", text);
    content.tabIndex = 0;
    parts.push(content);
  }
  form.querySelector("output").replaceChildren(...parts);
}

function prettify(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function createButton(label, className) {
  const button = createElement("button", label);
  button.type = "button";
  button.className = className;
  return button;
}

function createElement(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
