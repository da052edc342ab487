import { buildExample } from "../examples";
import type { JsonSchema } from "../json-schema";
import type { Operation } from "../operations";

export interface Call {
  path: string;
  method: string;
  operation: Operation;
}

type Schemas = Record<string, JsonSchema>;
type Parameter = NonNullable<Operation["parameters"]>[number];

/** The file that an upload sends: the reader's own, in the folder where the example runs. */
const FILE = "arquivo.csv";

/** A command that runs unchanged in a shell with a token in GARIMPO_TOKEN. */
export function buildCurl(call: Call, server: string, schemas: Schemas): string {
  const { method, operation } = call;
  const [type, body] = readBody(operation);
  return [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quote(buildAddress(call, server, schemas))}`,
    ...(isOpen(operation) ? [] : ['-H "Authorization: Bearer $GARIMPO_TOKEN"']),
    ...(type ? [`-H ${quote(`Content-Type: ${type}`)}`] : []),
    ...(type === "application/json" ? [`-d ${quote(JSON.stringify(body?.example))}`] : []),
    ...(type && type !== "application/json" ? [`--data-binary @${FILE}`] : []),
  ].join(" \\\n  ");
}

/** A program that Node runs as a module, once GARIMPO_TOKEN holds a token. */
export function buildJavaScript(call: Call, server: string, schemas: Schemas): string {
  const { method, operation } = call;
  const [type, body] = readBody(operation);
  const headers = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the program that is shown has the template
    ...(isOpen(operation) ? [] : ["Authorization: `Bearer ${process.env.GARIMPO_TOKEN}`"]),
    ...(type ? [`"Content-Type": ${JSON.stringify(type)}`] : []),
  ];
  const options = [
    ...(method === "get" ? [] : [`  method: ${JSON.stringify(method.toUpperCase())},`]),
    ...(headers.length > 0 ? [`  headers: {\n    ${headers.join(",\n    ")},\n  },`] : []),
    ...(type === "application/json"
      ? [`  body: JSON.stringify(${indent(JSON.stringify(body?.example, null, 2))}),`]
      : []),
    ...(type && type !== "application/json"
      ? [`  body: await readFile(${JSON.stringify(FILE)}),`]
      : []),
  ];
  const address = JSON.stringify(buildAddress(call, server, schemas));
  const given = options.length > 0 ? `, {\n${options.join("\n")}\n}` : "";
  return [
    ...(type && type !== "application/json"
      ? ['import { readFile } from "node:fs/promises";', ""]
      : []),
    `const answer = await fetch(${address}${given});`,
    `console.log(answer.status, await answer.${answersJson(operation) ? "json" : "text"}());`,
  ].join("\n");
}

/** With a value for all that must be there. */
function buildAddress({ path, operation }: Call, server: string, schemas: Schemas): string {
  const required = (operation.parameters ?? []).filter((each) => each.required);
  const filled = required
    .filter((each) => each.in === "path")
    .reduce(
      (address, each) =>
        address.replace(`{${each.name}}`, encodeURIComponent(exampleOf(each, schemas))),
      path,
    );
  const query = new URLSearchParams(
    required
      .filter((each) => each.in === "query")
      .map((each) => [each.name, exampleOf(each, schemas)]),
  );
  return `${server}${filled}${query.size > 0 ? `?${query}` : ""}`;
}

export function exampleOf({ name, schema }: Parameter, schemas: Schemas): string {
  const whole = { type: "object", properties: { [name]: schema }, required: [name] };
  const example = buildExample(whole, schemas, "required") as Record<string, unknown>;
  return String(example[name] ?? "");
}

export function readBody(operation: Operation) {
  return Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
}

export function isOpen({ security }: Operation): boolean {
  return security.length === 0;
}

function answersJson({ responses }: Operation): boolean {
  return Object.entries(responses).some(
    ([status, response]) =>
      status.startsWith("2") && "content" in response && response.content?.["application/json"],
  );
}

/** In single quotes, within which a shell reads nothing. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function indent(json: string | undefined): string {
  return (json ?? "").replaceAll("\n", "\n  ");
}
