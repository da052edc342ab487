import { type Endpoint, takesIdempotencyKey } from "@/lib/contracts/shared/endpoint";
import { errorCopy } from "@/lib/error-copy";
import { AppError, ERROR_CODES, type ErrorCode } from "@/lib/errors";

const MEANINGS: Record<AppError["status"], string> = {
  400: "The input is invalid; `fields` names what is wrong.",
  401: "No valid credentials came with the request.",
  402: "The day's credits do not suffice; `credits_info` says how many are free.",
  403: "The credentials do not allow this.",
  404: "There is no such record, or it is another account's.",
  405: "The address has no such method.",
  408: "The body came too slowly.",
  409: "The state of the record does not allow this now.",
  413: "The body is too large.",
  415: "The body is not JSON.",
  422: "The `Idempotency-Key` was used for another request.",
  429: "Too many calls: wait for the seconds in `Retry-After`.",
  500: "A fault of ours; `request_id` finds it in our log.",
  503: "A service that this needs does not answer.",
};

const statusOf = (code: ErrorCode) => new AppError(code).status;

/** Statuses with which this endpoint may answer an error. */
export function listErrorStatuses(endpoint: Endpoint): number[] {
  const { method, access, params, query, body, upload, rateLimit, errors = [] } = endpoint;
  const isGuarded = access !== "public";
  const changes = method !== "GET";
  const statuses = new Set<number>([500, 503, ...errors.map(statusOf)]);
  // What takes no parameters refuses them, unless it is public.
  if (isGuarded || params || query || body || upload) statuses.add(400);
  if (isGuarded) statuses.add(401);
  // Also for a browser that calls from another site.
  if (isGuarded || changes) statuses.add(403);
  if (params || (isGuarded && changes)) statuses.add(404);
  if (changes) statuses.add(409);
  if (body || upload) for (const status of [408, 413]) statuses.add(status);
  if (body) statuses.add(415);
  // Each API token has its own limit.
  if (isGuarded || rateLimit || body || upload) statuses.add(429);
  if (takesIdempotencyKey(endpoint)) for (const status of [400, 422]) statuses.add(status);
  return [...statuses].sort((one, other) => one - other);
}

export function refToError(status: number): { $ref: string } {
  return { $ref: `#/components/responses/Error${status}` };
}

/** One shared response for each status, with the codes that it may carry. */
export function buildErrorResponses(): Record<string, object> {
  const statuses = [...new Set(ERROR_CODES.map(statusOf))];
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = ERROR_CODES.filter((code) => statusOf(code) === status);
      const schema = {
        allOf: [{ $ref: "#/components/schemas/Error" }],
        properties: { code: { enum: codes } },
      };
      const example = buildErrorExample(codes[0] ?? "internal");
      return [
        `Error${status}`,
        {
          description: MEANINGS[status],
          ...(status === 429 && { headers: { ...RATE_LIMIT_HEADERS, ...RETRY_AFTER } }),
          ...([409, 503].includes(status) && { headers: RETRY_AFTER }),
          content: { "application/json": { schema, example } },
        },
      ];
    }),
  );
}

/** Of answers to calls that are limited. */
export const RATE_LIMIT_HEADERS = {
  "RateLimit-Limit": {
    description: "Calls allowed in a window, of the limit that is nearest.",
    schema: { type: "integer" },
  },
  "RateLimit-Remaining": { description: "Calls left in it.", schema: { type: "integer" } },
  "RateLimit-Reset": { description: "Seconds until it ends.", schema: { type: "integer" } },
};

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
};

function buildErrorExample(code: ErrorCode): object {
  return {
    error: errorCopy[code],
    code,
    ...(code === "invalid_input" && { fields: { name: "Campo obrigatório." } }),
    ...(code === "insufficient_credits" && {
      credits_info: { plan: "free", daily_limit: 20, remaining_credits: 1, required_credits: 4 },
    }),
    ...(statusOf(code) >= 500 && { request_id: "7d0f8a52-5a55-4c1b-8f3e-0d7b4f3b1c11" }),
  };
}
