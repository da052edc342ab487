import type { OpenApiDocument } from "../document";
import { describeStatus } from "../errors";
import type { Operation } from "../operations";
import { renderInline, renderMarkdown } from "./render-markdown";

/** The page to read and try the API, as HTML: it works without its script, which adds copying and trying. */
export function renderDocsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const { tags, info, components, servers } = document;
  const server = servers[0]?.url ?? "";
  const groups = tags.map(({ name }) => ({
    name,
    members: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API do Garimpo</title>
<link rel="stylesheet" href="/api-docs.css">
<script src="/api-docs.js" defer></script>
</head>
<body>
<header class="top">
<h1>API do Garimpo</h1>
<p><a href="/profile">Voltar ao Garimpo</a> · <a href="/api/openapi.json">Documento OpenAPI</a></p>
</header>
<div class="columns">
<nav aria-label="Assuntos">
<ul>${groups.map(({ name, members }) => `<li><a href="#${toAnchor(name)}">${escapeHtml(name)}</a> <small>${members.length}</small></li>`).join("")}
<li><a href="#told">What webhooks tell</a></li><li><a href="#schemas">Schemas</a></li></ul>
</nav>
<main>
<section lang="en" class="intro">${renderMarkdown(info.description)}</section>
<section class="credentials" aria-label="Token">
<label for="token">Token de API para testar</label>
<input id="token" type="password" autocomplete="off" spellcheck="false" placeholder="garimpo_…">
<p>Fica só nesta página. Crie um em <a href="/profile">Meu Perfil</a>. Os testes são de verdade: o que eles mudam, mudou.</p>
</section>
${groups.map((group) => renderGroup(group, server)).join("\n")}
<section lang="en"><h2 id="told">What webhooks tell</h2>
${Object.entries(document.webhooks)
  .map(([event, told]) => renderTold(event, told as ToldWebhook))
  .join("\n")}</section>
<section lang="en"><h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas)
  .map(
    ([name, schema]) =>
      `<details class="schema" id="schema-${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${renderJson(schema)}</details>`,
  )
  .join("\n")}</section>
</main>
</div>
</body>
</html>
`;
}

interface Entry {
  path: string;
  method: string;
  operation: Operation;
}

function renderGroup(
  { name, members }: { name: string; members: Entry[] },
  server: string,
): string {
  return `<section lang="en"><h2 id="${toAnchor(name)}">${escapeHtml(name)}</h2>
${members.map((entry) => renderOperation(entry, server)).join("\n")}</section>`;
}

function renderOperation({ path, method, operation }: Entry, server: string): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const [type = "", body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return `<details class="operation" id="${escapeHtml(operationId)}">
<summary><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code> <span class="summary">${escapeHtml(summary)}</span></summary>
<div class="body">
${description ? renderMarkdown(description) : ""}
${parameters.length > 0 ? renderParameters(parameters) : ""}
${requestBody ? `<h4>Body <small>${escapeHtml(type)}</small></h4>${body?.schema ? `${renderJson(body.example)}${renderFold("Schema", body.schema)}` : "<p>The file, as it is.</p>"}` : ""}
<h4>Answers <small>errors are an <a href="#schema-Error">Error</a></small></h4>
<ul class="answers">${Object.entries(responses).map(renderResponse).join("")}</ul>
<h4>curl</h4>
<pre class="curl" tabindex="0">${escapeHtml(buildCurl({ path, method, operation }, server))}</pre>
${renderForm({ path, method, operation })}
</div>
</details>`;
}

type ToldWebhook = { post: Pick<Operation, "summary" | "requestBody"> };

function renderTold(event: string, { post }: ToldWebhook): string {
  const content = post.requestBody?.content["application/json"];
  return `<details class="operation" id="told-${event}">
<summary><span class="method post">POST</span> <code>${event}</code> <span class="summary">${escapeHtml(post.summary)}</span></summary>
<div class="body">${renderJson(content?.example)}${renderFold("Schema", content?.schema)}</div>
</details>`;
}

function renderParameters(parameters: NonNullable<Operation["parameters"]>): string {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code>${required ? " *" : ""}</td><td>${place}</td><td>${description ? renderMarkdown(description) : ""}<code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<h4>Parameters</h4><div class="scroll" tabindex="0" role="group" aria-label="Parameters"><table><thead><tr><th>Name</th><th>In</th><th>What it is</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function renderResponse([status, response]: [string, Operation["responses"][string]]): string {
  if ("$ref" in response) {
    return `<li><code>${status}</code> ${renderInline(describeStatus(Number(status)))}</li>`;
  }
  const content = response.content?.["application/json"];
  return `<li><code>${status}</code> ${escapeHtml(response.description)}${content?.schema ? `${renderFold("Example", content.example ?? {})}${renderFold("Schema", content.schema)}` : ""}</li>`;
}

/** Fields for the parameters and the body; the script sends them. */
function renderForm({ path, method, operation }: Entry): string {
  const { operationId, parameters = [], requestBody } = operation;
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const fields = parameters.map(({ name, in: place, required }) => {
    const id = `${operationId}-${name}`;
    return `<div><label for="${escapeHtml(id)}">${escapeHtml(name)}</label><input id="${escapeHtml(id)}" name="${escapeHtml(name)}" data-in="${place}"${required ? " required" : ""} autocomplete="off"></div>`;
  });
  const text = escapeHtml(JSON.stringify(body?.example ?? {}, null, 2));
  const sent =
    type === "application/json"
      ? `<div class="wide"><label for="${operationId}-body">Body</label><textarea id="${operationId}-body" name="body" rows="6" spellcheck="false">${text}</textarea></div>`
      : type
        ? `<div class="wide"><label for="${operationId}-file">File</label><input id="${operationId}-file" name="file" type="file" required></div>`
        : "";
  return `<form data-method="${method.toUpperCase()}" data-path="${escapeHtml(path)}" lang="pt-BR" hidden>
<h4>Testar</h4>
<div class="fields">${fields.join("")}${sent}</div>
<button type="submit">Enviar</button>
<output aria-live="polite"></output>
</form>`;
}

function buildCurl({ path, method, operation }: Entry, server: string): string {
  const required = (operation.parameters ?? []).filter(
    (each) => each.required && each.in === "query",
  );
  const query = required.map(({ name }) => `${name}=…`).join("&");
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const isOpen = operation.security.length === 0;
  return [
    `curl -X ${method.toUpperCase()} '${server}${path}${query && `?${query}`}'`,
    ...(isOpen ? [] : ['-H "Authorization: Bearer $GARIMPO_TOKEN"']),
    ...(type ? [`-H 'Content-Type: ${type}'`] : []),
    ...(type === "application/json" ? [`-d '${JSON.stringify(body?.example)}'`] : []),
    ...(type && type !== "application/json" ? ["--data-binary @arquivo"] : []),
  ].join(" \\\n  ");
}

function renderFold(title: string, value: unknown): string {
  return `<details class="fold"><summary>${title}</summary>${renderJson(value)}</details>`;
}

/** JSON with links to the schemas that it refers to. */
function renderJson(value: unknown): string {
  const text = escapeHtml(JSON.stringify(value, null, 2) ?? "");
  const linked = text.replace(
    /#\/components\/schemas\/(\w+)/g,
    (reference, name: string) => `<a href="#schema-${name}">${reference}</a>`,
  );
  return `<pre tabindex="0">${linked}</pre>`;
}

function toAnchor(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(" ", "-")}`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
