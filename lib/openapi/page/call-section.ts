import { api } from "@/lib/contracts";
import { type Endpoint, getScope } from "@/lib/contracts/shared/endpoint";
import type { JsonSchema } from "../json-schema";
import type { Operation } from "../operations";
import {
  buildCurl,
  buildJavaScript,
  type Call,
  exampleOf,
  isOpen,
  readBody,
} from "./code-examples";
import { listBodyFields, renderFieldTable } from "./field-table";
import { STATUS_SENTENCES } from "./guide";
import { escapeHtml, renderJson } from "./html";
import { renderInline } from "./render-markdown";
import { COSTS, SENTENCES } from "./sentences";

export interface PageContext {
  server: string;
  schemas: Record<string, JsonSchema>;
}

/** One call: what it does, takes and answers, how it is made, and a form that makes it. */
export function renderCall(call: Call, { server, schemas }: PageContext): string {
  const { path, method, operation } = call;
  const { operationId, parameters = [], responses } = operation;
  const [type, body] = readBody(operation);
  const fields = body?.schema ? listBodyFields(body.schema, schemas) : [];
  return `<details class="call" id="${escapeHtml(operationId)}">
<summary><h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code> <span class="sentence">${renderInline(describeCall(operation))}</span></h3></summary>
<div class="body">
<ul class="facts">${listFacts(call)
    .map((fact) => `<li>${renderInline(fact)}</li>`)
    .join("")}</ul>
${
  parameters.length > 0
    ? `<h4>Parâmetros</h4>${renderFieldTable(
        "Parâmetros",
        parameters.map(({ in: place, ...parameter }) => ({ ...parameter, place })),
      )}`
    : ""
}
${type ? `<h4>Corpo</h4>${fields.length > 0 ? renderFieldTable("Campos do corpo", fields) : `<p>${type === "application/json" ? "O exemplo mostra a forma." : "O arquivo, como ele é."}</p>`}` : ""}
<h4>Resposta</h4>
${renderAnswers(responses)}
<h4>Exemplos</h4>
<div class="examples">
${renderExample("curl", buildCurl(call, server, schemas))}
${renderExample("JavaScript", buildJavaScript(call, server, schemas))}
</div>
${renderForm(call, schemas)}
</div>
</details>`;
}

/** In Portuguese; of a call that has no sentence yet, what the document says. */
export function describeCall({ operationId, summary }: Operation): string {
  return SENTENCES[operationId] ?? summary;
}

function listFacts({ method, operation }: Call): string[] {
  const endpoint = findEndpoint(operation.operationId);
  const scope = readScope(operation);
  const { access, role, rateLimit } = endpoint ?? {};
  return [
    isOpen(operation)
      ? "Sem token"
      : scope
        ? `Escopo \`${scope}\``
        : "Só com sessão: tokens de API não servem",
    ...(access === "pro" ? ["Só para contas PRO"] : []),
    ...(access === "admin" ? ["Só para o administrador"] : []),
    ...(role === "owner" ? ["Só para donos da conta"] : []),
    ...(role === "manager" ? ["Só para donos e gestores da conta"] : []),
    COSTS[operation.operationId] ?? "Não gasta créditos",
    ...(rateLimit
      ? [`Até ${rateLimit.points} pedidos em ${rateLimit.windowSeconds} segundos`]
      : []),
    ...(method === "get" || scope === "read" ? ["Não muda nada"] : []),
  ];
}

function readScope({ security }: Operation): string | undefined {
  return security.find((each) => each["apiToken"])?.["apiToken"]?.[0];
}

function findEndpoint(operationId: string): Endpoint | undefined {
  const [feature = "", name = ""] = operationId.split(".");
  const features = api as unknown as Record<string, Record<string, Endpoint>>;
  return features[feature]?.[name];
}

/** Whether a call changes records or sends messages, so that the page asks before it makes the call. */
function changesSomething({ method, operation }: Call): boolean {
  const endpoint = findEndpoint(operation.operationId);
  return method !== "get" && (!endpoint || getScope(endpoint) !== "read");
}

function renderAnswers(responses: Operation["responses"]): string {
  const errors: string[] = [];
  const done: string[] = [];
  for (const [status, response] of Object.entries(responses)) {
    if ("$ref" in response) {
      errors.push(
        `<li><code>${status}</code> ${renderInline(STATUS_SENTENCES[Number(status)] ?? "")}</li>`,
      );
      continue;
    }
    const [type, content] = Object.entries(response.content ?? {})[0] ?? [];
    const shown = content?.example === undefined ? "" : renderJson(content.example);
    done.push(
      `<p><code>${status}</code>${type ? ` <small>${escapeHtml(type)}</small>` : ""}</p>${shown}`,
    );
  }
  const folded =
    errors.length > 0
      ? `<details class="fold"><summary>Erros possíveis (${errors.length})</summary><ul class="errors">${errors.join("")}</ul></details>`
      : "";
  return `${done.join("")}${folded}`;
}

function renderExample(language: string, code: string): string {
  return `<div class="example" data-language="${language}"><p class="language">${language}</p><pre tabindex="0">${escapeHtml(code)}</pre></div>`;
}

/** Fields for the parameters and the body; the script sends them. */
function renderForm(call: Call, schemas: Record<string, JsonSchema>): string {
  const { path, method, operation } = call;
  const { operationId, parameters = [] } = operation;
  const [type, body] = readBody(operation);
  const fields = parameters.map((parameter) => {
    const { name, in: place, required } = parameter;
    const id = escapeHtml(`${operationId}-${name}`);
    const value = required ? ` value="${escapeHtml(exampleOf(parameter, schemas))}" required` : "";
    return `<div><label for="${id}">${escapeHtml(name)}</label><input id="${id}" name="${escapeHtml(name)}" data-in="${place}"${value} autocomplete="off"></div>`;
  });
  const text = escapeHtml(JSON.stringify(body?.example ?? {}, null, 2));
  const sent =
    type === "application/json"
      ? `<div class="wide"><label for="${operationId}-body">Corpo</label><textarea id="${operationId}-body" name="body" rows="6" spellcheck="false">${text}</textarea></div>`
      : type
        ? `<div class="wide"><label for="${operationId}-file">Arquivo</label><input id="${operationId}-file" name="file" type="file" required></div>`
        : "";
  return `<form data-method="${method.toUpperCase()}" data-path="${escapeHtml(path)}"${changesSomething(call) ? " data-changes" : ""} hidden>
<h4>Experimentar</h4>
<div class="fields">${fields.join("")}${sent}</div>
<button type="submit">Enviar</button>
<output aria-live="polite"></output>
</form>`;
}
