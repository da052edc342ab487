import type { JsonSchema } from "../json-schema";
import { escapeHtml } from "./html";
import { MEANINGS } from "./meanings";
import { renderInline } from "./render-markdown";

interface Field {
  name: string;
  required: boolean;
  schema: JsonSchema;
  /** Where it is sent; for a field of the body, nothing. */
  place?: string;
}

const PLACES: Record<string, string> = { path: "endereço", query: "consulta", header: "cabeçalho" };

/** What is sent, one row a field: its name, type and meaning. */
export function renderFieldTable(label: string, fields: Field[]): string {
  const rows = fields.map(
    ({ name, required, schema, place }) =>
      `<tr><td class="name"><code>${escapeHtml(name)}</code>${required ? ' <span class="needed">obrigatório</span>' : ""}</td><td>${escapeHtml(describeType(schema))}${place ? ` <small>${PLACES[place] ?? place}</small>` : ""}</td><td>${renderInline(MEANINGS[name] ?? "")}</td></tr>`,
  );
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(label)}"><table><thead><tr><th scope="col">Nome</th><th scope="col">Tipo</th><th scope="col">O que é</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

/** The fields of a body; empty for one that is no plain object. */
export function listBodyFields(schema: JsonSchema, schemas: Record<string, JsonSchema>): Field[] {
  const { properties = {}, required = [] } = follow(schema, schemas) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    required: required.includes(name),
    schema: follow(field, schemas),
  }));
}

function follow({ $ref, ...rest }: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  if (typeof $ref !== "string") return rest;
  return schemas[$ref.split("/").at(-1) ?? ""] ?? {};
}

const TYPES: Record<string, string> = {
  array: "lista",
  boolean: "true ou false",
  integer: "número inteiro",
  number: "número",
  object: "objeto",
  string: "texto",
};
const FORMATS: Record<string, string> = {
  date: "data",
  "date-time": "instante",
  uri: "endereço",
  uuid: "UUID",
};
/** More are not listed: the document has them. */
const MOST_VALUES = 8;

function describeType(schema: JsonSchema): string {
  const { enum: values, anyOf, const: only, format, items } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return describeValues(values);
  if (Array.isArray(anyOf)) {
    // An empty text means nothing, as null does.
    const kinds = anyOf
      .filter((each) => (each as JsonSchema)["const"] !== "")
      .map((each) => describeType(each as JsonSchema))
      .filter(Boolean);
    return [...new Set(kinds)].join(" ou ");
  }
  const types = [schema["type"]].flat().filter((type) => type !== undefined);
  const isNullable = types.includes("null");
  const [type] = types.filter((each) => each !== "null");
  if (type === undefined) return isNullable ? "null" : "";
  const named = FORMATS[String(format)] ?? TYPES[String(type)] ?? String(type);
  const inner = type === "array" && items ? describeType(items as JsonSchema) : "";
  return `${named}${inner ? ` de ${inner}` : ""}${isNullable ? " ou null" : ""}`;
}

function describeValues(values: unknown[]): string {
  const shown = values.slice(0, MOST_VALUES).map(String).join(", ");
  return values.length > MOST_VALUES ? `${shown}…` : shown;
}
