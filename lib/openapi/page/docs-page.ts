import { labelOf } from "@/lib/domain/text/known-words";
import { WEBHOOK_EVENTS } from "@/lib/domain/webhooks/webhook-events";
import { profilePaths } from "@/lib/paths";
import type { OpenApiDocument } from "../document";
import type { Operation } from "../operations";
import { describeCall, renderCall } from "./call-section";
import type { Call } from "./code-examples";
import { GOALS } from "./goals";
import { GUIDE, TOLD_GUIDE } from "./guide";
import { escapeHtml, renderJson } from "./html";
import { renderInline, renderMarkdown } from "./render-markdown";

/** The page to read and try the API, as HTML: it works without its script, which adds searching, copying and trying. */
export function renderDocsPage(document: OpenApiDocument): string {
  const server = document.servers[0]?.url ?? "";
  const context = { server, schemas: document.components.schemas };
  const groups = groupCalls(document);
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API do Garimpo</title>
<link rel="icon" href="/icon.svg">
<link rel="preload" href="/inter-latin.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/api-docs.css">
<script src="/api-docs-theme.js"></script>
<script src="/api-docs.js" defer></script>
</head>
<body>
<a class="skip" href="#conteudo">Ir para o conteúdo</a>
<header class="top">
<a class="brand" href="/dashboard"><img src="/icon.svg" alt="" width="28" height="28"> Garimpo</a>
<nav aria-label="Garimpo"><a href="/api/openapi.json">OpenAPI 3.1</a> <a href="${profilePaths.api}">Meus tokens</a></nav>
</header>
<div class="columns">
<nav class="index" aria-label="Índice">
<div class="search" hidden><label for="search">Procurar na API</label><input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="lead, webhook, /api/lists…"><p class="nothing" role="status"></p></div>
<details class="contents" open><summary>Assuntos</summary>
<ul><li><a href="#conteudo">Começar</a></li></ul>
${groups.map(renderIndexGroup).join("\n")}
<ul><li><a href="#avisos">O que os webhooks contam</a></li></ul>
</details>
</nav>
<main id="conteudo" tabindex="-1">
<h1>API do Garimpo</h1>
<p class="lead">Tudo o que as telas fazem, ao alcance dos seus programas. Os endereços abaixo são os desta instalação: <code>${escapeHtml(server)}</code></p>
<section class="token" aria-labelledby="token-title">
<h2 id="token-title">Seu token</h2>
<p>Crie um em <a href="${profilePaths.api}">Meu Perfil</a> e guarde-o na variável <code>GARIMPO_TOKEN</code>: os exemplos rodam como estão.</p>
${renderTokenExample()}
<div class="trying" hidden><label for="token">Token de API para experimentar nesta página</label>
<input id="token" type="password" autocomplete="off" spellcheck="false" placeholder="garimpo_…">
<p>Fica só na memória desta página. Os pedidos são de verdade: o que eles mudam, mudou.</p></div>
</section>
<section class="guide">${renderMarkdown(GUIDE)}</section>
${groups
  .map(
    ({ id, title, intro, calls }) =>
      `<section><h2 id="${id}">${escapeHtml(title)}</h2><p class="intro">${escapeHtml(intro)}</p>
${calls.map((call) => renderCall(call, context)).join("\n")}</section>`,
  )
  .join("\n")}
<section><h2 id="avisos">O que os webhooks contam</h2><p class="intro">${renderInline(TOLD_GUIDE)}</p>
${Object.entries(document.webhooks)
  .map(([event, told]) => renderTold(event, told as ToldWebhook))
  .join("\n")}</section>
</main>
</div>
<dialog id="ask" aria-labelledby="ask-title">
<h2 id="ask-title">Enviar de verdade?</h2>
<p><code id="ask-call"></code> muda dados da conta deste token.</p>
<form method="dialog"><button value="no" class="quiet">Cancelar</button> <button value="yes">Enviar</button></form>
</dialog>
</body>
</html>
`;
}

interface Group {
  id: string;
  title: string;
  intro: string;
  calls: Call[];
}

function groupCalls(document: OpenApiDocument): Group[] {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return GOALS.map(({ features, ...goal }) => ({
    ...goal,
    calls: features.flatMap((feature) =>
      calls.filter(({ operation }) => operation.operationId.startsWith(`${feature}.`)),
    ),
  }));
}

function renderIndexGroup({ id, title, calls }: Group): string {
  const entries = calls.map(
    ({ path, method, operation }) =>
      `<li data-words="${escapeHtml(`${path} ${operation.operationId}`)}"><a href="#${escapeHtml(operation.operationId)}"><span class="method ${method}">${method.toUpperCase()}</span> ${renderInline(describeCall(operation))}</a></li>`,
  );
  return `<details class="group"><summary>${escapeHtml(title)} <small>${calls.length}</small></summary><ul><li><a href="#${id}">Ver todos</a></li>${entries.join("")}</ul></details>`;
}

function renderTokenExample(): string {
  return `<div class="example"><pre tabindex="0">export GARIMPO_TOKEN='garimpo_…'</pre></div>`;
}

type ToldWebhook = { post: Pick<Operation, "requestBody"> };

function renderTold(event: string, { post }: ToldWebhook): string {
  return `<details class="call" id="told-${event}">
<summary><h3><span class="method post">POST</span> <code>${event}</code> <span class="sentence">${escapeHtml(labelOf<string>(WEBHOOK_EVENTS, event))}</span></h3></summary>
<div class="body">${renderJson(post.requestBody?.content["application/json"]?.example)}</div>
</details>`;
}
