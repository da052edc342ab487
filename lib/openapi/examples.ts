import type { JsonSchema } from "./json-schema";

type Schemas = Record<string, JsonSchema>;

/** Values that a reader recognises, by the name of their field. Addresses are of names that nobody can register. */
const TEXTS: Record<string, string> = {
  address: "Rua das Flores, 100",
  after: "MjAyNi0wMS0zMQ",
  ai_obs: "Responde pela manhã",
  business_name: "Agência Modelo",
  cep: "01310100",
  city: "Campinas",
  cnae: "4721-1/02",
  cnae_primario: "4721102",
  cnpj: "11222333000181",
  contactNumber: "5511987654321@s.whatsapp.net",
  content: "Olá! Podemos conversar?",
  email: "contato@padaria.example",
  emoji: "👍",
  file_name: "leads.csv",
  language: "pt_BR",
  message: "Olá! Podemos conversar?",
  name: "Padaria Modelo",
  nome_fantasia: "Padaria Modelo",
  number: "5511987654321",
  phone: "1133334444",
  phone_number: "5511987654321",
  query: "padaria",
  razao_social: "Padaria Modelo Ltda",
  send_at: "2030-01-31T09:00",
  sender: "me",
  shortcut: "preco",
  source: "manual",
  state: "SP",
  text: "Olá! Podemos conversar?",
  to: "5511987654321",
  token: "um-token-que-so-voce-conhece",
  uf: "SP",
  url: "https://padaria.example",
  website: "https://padaria.example",
  whatsapp: "5511987654321",
  whatsapp_number: "5511987654321",
};
const NUMBERS: Record<string, number> = { latitude: -22.9056, longitude: -47.0608, raio: 5 };
const FORMATS: Record<string, string> = {
  "date-time": "2026-01-31T12:00:00.000Z",
  date: "2026-01-31",
  uuid: "7d0f8a52-5a55-4c1b-8f3e-0d7b4f3b1c11",
};

/** A value of the schema: with all of its fields, or with those that must be there. */
export function buildExample(
  schema: JsonSchema,
  components: Schemas,
  which: "all" | "required",
): unknown {
  return exampleOf(schema, "");

  function exampleOf(given: JsonSchema, name: string): unknown {
    const { default: usual, const: only, enum: values, anyOf, ...rest } = resolve(given);
    // What may be null is `["string", "null"]`.
    const type = Array.isArray(rest["type"]) ? rest["type"][0] : rest["type"];
    if (usual !== undefined) return usual;
    if (only !== undefined) return only;
    if (Array.isArray(values)) return values[0];
    if (Array.isArray(anyOf)) return exampleOf(pickFirst(anyOf as JsonSchema[]), name);
    if (type === "object") return objectOf(rest);
    if (type === "array") return [exampleOf((rest["items"] ?? {}) as JsonSchema, singular(name))];
    if (type === "boolean") return true;
    if (type === "number" || type === "integer") {
      return NUMBERS[name] ?? Math.max(1, (rest["minimum"] as number | undefined) ?? 1);
    }
    return type === "string" ? textOf(rest, name) : null;
  }

  function objectOf({
    properties = {},
    required = [],
    additionalProperties,
    propertyNames,
  }: JsonSchema) {
    const fields = Object.entries(properties as Schemas).filter(
      ([name]) => which === "all" || (required as string[]).includes(name),
    );
    if (fields.length > 0) {
      return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, name)]));
    }
    if (!additionalProperties || which === "required") return {};
    const { enum: keys = ["manual"] } = (propertyNames ?? {}) as { enum?: string[] };
    const value = additionalProperties as JsonSchema;
    return Object.fromEntries(keys.map((key) => [key, exampleOf(value, key)]));
  }

  function resolve({ $ref, ...rest }: JsonSchema): JsonSchema {
    if (typeof $ref !== "string") return rest;
    return components[$ref.split("/").at(-1) ?? ""] ?? {};
  }
}

function textOf({ format, maxLength }: JsonSchema, name: string): string {
  const text =
    FORMATS[String(format)] ??
    TEXTS[name] ??
    (/^(day|date)$/.test(name) ? "2026-01-31" : "exemplo");
  return text.slice(0, (maxLength as number | undefined) ?? text.length);
}

function pickFirst(options: JsonSchema[]): JsonSchema {
  return options.find(({ type }) => type !== "null") ?? {};
}

/** "messages" → "message" */
function singular(name: string): string {
  return name.replace(/s$/, "");
}
