import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { buildOpenApiDocument } from "@/lib/openapi/document";

type Document = ReturnType<typeof buildOpenApiDocument>;

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

let loaded: { document: Document; ajv: Ajv2020; routes: Route[] } | undefined;
const validators = new Map<string, ValidateFunction>();

interface Route {
  path: string;
  pattern: RegExp;
}

/**
 * Throws when the document does not say that this call may be answered so. Calls of addresses that the document does
 * not name are not checked.
 */
export function checkAnswer(method: string, target: string, answer: Answer): void {
  const { document, routes } = load();
  const at = target.split("?", 1)[0] ?? "";
  const path = routes.find(({ pattern }) => pattern.test(at))?.path;
  const operation = path && document.paths[path]?.[method.toLowerCase()];
  if (!path || !operation) return;
  const response = operation.responses[answer.status];
  const name = `${method} ${path} answered ${answer.status}`;
  if (!response) throw new Error(`${name}, which the document does not say: ${show(answer.body)}`);
  if (!answer.headers.get("content-type")?.startsWith("application/json")) return;
  const pointer =
    "$ref" in response
      ? `${response.$ref}/content/application~1json/schema`
      : `#/paths/${escapePointer(path)}/${method.toLowerCase()}/responses/${answer.status}/content/application~1json/schema`;
  const validate = getValidator(pointer);
  if (!validate(answer.body)) {
    throw new Error(`${name} unlike the document: ${show(validate.errors)} ${show(answer.body)}`);
  }
}

/** Throws when the document does not describe this webhook's body. */
export function checkToldWebhook(body: string): void {
  const told = JSON.parse(body) as { type: string; data: object };
  const pointer = `#/webhooks/${told.type}/post/requestBody/content/application~1json/schema`;
  const validate = getValidator(pointer);
  const { webhooks } = load().document as unknown as {
    webhooks: Record<string, { post: { requestBody: { content: Record<string, Told> } } }>;
  };
  const content = webhooks[told.type]?.post.requestBody.content["application/json"];
  const known = Object.keys(content?.schema.properties.data.properties ?? {});
  const unknown = Object.keys(told.data).filter((name) => !known.includes(name));
  if (!validate(told) || unknown.length > 0) {
    throw new Error(`${body} unlike the document: ${show(validate.errors)} ${unknown}`);
  }
}

interface Told {
  schema: { properties: { data: { properties: object } } };
}

function load() {
  if (loaded) return loaded;
  const document = buildOpenApiDocument({ serverUrl: "http://test.invalid", cookieName: "test" });
  const ajv = addFormats.default(new Ajv2020({ strict: false, validateSchema: false }));
  ajv.addSchema(document, "openapi");
  const routes = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
  }));
  // Literal paths before the parameters that would match them.
  const parameters = ({ path }: Route) => path.split("{").length;
  routes.sort((one, other) => parameters(one) - parameters(other));
  loaded = { document, ajv, routes };
  return loaded;
}

function getValidator(pointer: string): ValidateFunction {
  const known = validators.get(pointer);
  if (known) return known;
  const validate = load().ajv.compile({ $ref: `openapi${pointer}` });
  validators.set(pointer, validate);
  return validate;
}

function escapePointer(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 500) ?? "";
}
