import type * as z from "zod/mini";
import { type Endpoint, getScope, takesIdempotencyKey } from "@/lib/contracts/shared/endpoint";
import type { ApiScope } from "@/lib/domain/accounts/api-scopes";
import { BODY_EXAMPLES } from "./body-examples";
import { listErrorStatuses, RATE_LIMIT_HEADERS, refToError } from "./errors";
import { buildExample } from "./examples";
import type { createSchemaConverter, JsonSchema } from "./json-schema";
import { describeParameter } from "./parameters";

type Converter = ReturnType<typeof createSchemaConverter>;

type Content = Record<string, { schema?: JsonSchema; example?: unknown }>;

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<
    string,
    { description: string; headers?: object; content?: Content } | { $ref: string }
  >;
}

const IDEMPOTENCY_KEY: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A name of your own for this request, such as a UUID: repeated within 24 hours, it is answered again and not done again.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
};

/** Describes one endpoint. `operationId` is "feature.name", as in lib/contracts. */
export function buildOperation(
  operationId: string,
  tag: string,
  endpoint: Endpoint,
  converter: Converter,
): Operation {
  const description = describeLimits(endpoint);
  const parameters = [
    ...buildParameters(endpoint, converter),
    ...(takesIdempotencyKey(endpoint) ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    operationId,
    tags: [tag],
    summary: endpoint.summary,
    ...(description && { description }),
    security: endpoint.access === "public" ? [] : listSecurity(endpoint.method, getScope(endpoint)),
    ...(parameters.length > 0 && { parameters }),
    ...buildRequestBody(operationId, endpoint, converter),
    responses: {
      ...buildAnswers(endpoint, converter),
      ...Object.fromEntries(
        listErrorStatuses(endpoint).map((status) => [status, refToError(status)]),
      ),
    },
  };
}

/** The parameters of a path and a query. */
export function buildParameters(
  { params, query }: Pick<Endpoint, "params" | "query">,
  { convert }: Converter,
): Parameter[] {
  const list = (schema: z.ZodMiniObject | undefined, place: Parameter["in"]) => {
    if (!schema) return [];
    const { properties = {}, required = [] } = convert(schema, "input") as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, { description: meaning, ...property }]) => {
      const description = describeParameter(name, property) ?? (meaning as string | undefined);
      return {
        name,
        in: place,
        required: required.includes(name),
        ...(description && { description }),
        schema: property,
      };
    });
  };
  return [...list(params, "path"), ...list(query, "query")];
}

/** A session's cookie alone authorises reading only. `scope` is an API token's; null where none may call. */
export function listSecurity(method: string, scope: ApiScope | null): Operation["security"] {
  return [
    ...(scope ? [{ apiToken: [scope] }] : []),
    { session: [] },
    ...(method === "GET" ? [{ sessionCookie: [] }] : []),
  ];
}

function buildRequestBody(
  operationId: string,
  { body, upload }: Endpoint,
  { convert, components }: Converter,
): Pick<Operation, "requestBody"> {
  if (upload) {
    return { requestBody: { required: true, content: { "application/octet-stream": {} } } };
  }
  if (!body) return {};
  const schema = convert(body, "input");
  const example = BODY_EXAMPLES[operationId] ?? buildExample(schema, components, "required");
  return { requestBody: { required: true, content: { "application/json": { schema, example } } } };
}

function buildAnswers(endpoint: Endpoint, { convert, components }: Converter) {
  const { response, status = 200, statusIf } = endpoint;
  const schema = convert(response, "output");
  const headers = {
    ...((endpoint.access !== "public" || endpoint.rateLimit) && RATE_LIMIT_HEADERS),
    ...(takesIdempotencyKey(endpoint) && {
      "Idempotency-Replayed": {
        description: "`true` when this is the answer to an earlier request with the same key.",
        schema: { const: "true" },
      },
    }),
  };
  const answer = {
    description: "Done.",
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { "application/json": { schema, example: buildExample(schema, components, "all") } },
  };
  const statuses = statusIf ? [status, statusIf.status] : [status];
  return Object.fromEntries(statuses.map((each) => [each, answer]));
}

function describeLimits(endpoint: Endpoint): string {
  const { access, rateLimit } = endpoint;
  const scope = getScope(endpoint);
  const who = access === "public" ? "address" : "account";
  return [
    scope && `An API token needs the scope \`${scope}\`.`,
    !scope && access !== "public" && "For sessions: API tokens may not call it.",
    endpoint.recentProof &&
      "Within 15 minutes of the sign-in, or of `POST /api/sessions/prove`; after that 403 `proof_required`.",
    access === "pro" && "For PRO accounts.",
    access === "admin" && "For the administrator.",
    endpoint.role === "owner" && "For owners of the account.",
    endpoint.role === "manager" && "For owners and managers of the account.",
    rateLimit &&
      `At most ${rateLimit.points} calls in ${rateLimit.windowSeconds} seconds for one ${who}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
