// Adds to the page of the API: copying of curl lines, and a form for each operation that sends it for real.

const token = document.getElementById("token");

for (const block of document.querySelectorAll("pre.curl")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.lang = "pt-BR";
  button.textContent = "Copiar";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = "Copiado";
    } catch {
      button.textContent = "Não foi possível copiar";
    }
  });
  block.after(button);
}

for (const form of document.querySelectorAll("form[data-path]")) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form).catch((error) => show(form, String(error), ""));
  });
}

openTarget();
addEventListener("hashchange", openTarget);

/** A link to an operation or a schema opens it. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

async function send(form) {
  const query = new URLSearchParams();
  const headers = new Headers();
  let path = form.dataset.path;
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
  const button = form.querySelector("button[type=submit]");
  button.disabled = true;
  try {
    const url = query.size > 0 ? `${path}?${query}` : path;
    const response = await fetch(url, { method: form.dataset.method, headers, body, credentials: "omit" });
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("text/event-stream")) {
      await response.body.cancel();
      return show(form, `${response.status}`, "Os eventos chegam enquanto a conexão fica aberta.");
    }
    const text = await response.text();
    show(form, `${response.status} ${response.statusText}`, type.startsWith("application/json") ? pretty(text) : text.slice(0, 20000));
  } finally {
    button.disabled = false;
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function show(form, status, text) {
  const output = form.querySelector("output");
  const title = document.createElement("strong");
  title.textContent = status;
  const content = document.createElement("pre");
  content.tabIndex = 0;
  content.textContent = text;
  output.replaceChildren(title, content);
}
