import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@/lib/contracts/shared/error-body";
import { errorCopy } from "@/lib/error-copy";
import { AppError } from "@/lib/errors";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { isMissingReference } from "@/server/platform/db/sql";
import { logger } from "@/server/platform/logger";
import { countRequest } from "@/server/platform/metrics/metrics";
import { describeWork, runWork } from "@/server/platform/work";
import { releaseBody } from "./read-body";

const GONE_MEANWHILE =
  "O que você escolheu foi excluído enquanto isso. Atualize a página e tente de novo.";

const HELD_COPY =
  "O sistema foi restaurado de um backup e nada é alterado nem enviado até o administrador confirmar.";

interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}

export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** Data of a request besides its answer: for its one log line, and for the answer's headers. */
export interface Exchange {
  requestId: string;
  ownerId?: OwnerId;
  personId?: PersonId;
  /** Calls that are left until a limit's window ends. */
  allowance?: { limit: number; remaining: number; resetSeconds: number };
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** Wraps every API call: request id, error body, one log line. `work` returns data or its own Response. */
export function createHandler(
  name: string,
  work: (
    request: Request,
    params: Record<string, string>,
    log: Exchange,
  ) => Promise<Answer | Response>,
): RouteHandler {
  const handle = async (request: Request, context: RouteContext, log: Exchange) => {
    const startedAt = performance.now();
    let status = 500;
    let failure: AppError | undefined;
    try {
      const params = (await context.params) as Record<string, string>;
      const answer = await work(request, params, log);
      status = answer.status;
      return answer instanceof Response ? tellAllowance(answer, log) : toResponse(answer, log);
    } catch (error) {
      failure = toFailure(error);
      status = failure.status;
      return toResponse(toErrorAnswer(failure, log.requestId), log);
    } finally {
      releaseBody(request);
      const { allowance: _allowance, ...logged } = log;
      const ms = performance.now() - startedAt;
      countRequest(name, status, ms);
      const told = {
        "http.route": name.replace(/^[A-Z]+ /, ""),
        "http.request.method": request.method,
        "http.response.status_code": status,
        "garimpo.owner_id": log.ownerId,
      };
      describeWork(told, { failed: status >= 500 });
      const line = {
        ...logged,
        endpoint: name,
        status,
        ms: Math.round(ms * 10) / 10,
        ...(failure && { code: failure.code }),
      };
      if (status >= 500) logger.error({ ...line, err: failure?.cause ?? failure }, "request");
      else if (failure?.cause) logger.warn({ ...line, err: failure.cause }, "request");
      else logger.info(line, "request");
    }
  };
  return (request, context) => {
    // The id is always generated here: a caller that chose it could make its log lines look like another's.
    const log: Exchange = { requestId: randomUUID() };
    const work = { name, kind: "server", origin: { requestId: log.requestId } } as const;
    return runWork(work, () => handle(request, context, log));
  };
}

/**
 * Something that a request names may be deleted while it is served: the database then refuses the statement, which is
 * not an error of ours.
 */
function toFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return isMissingReference(error)
    ? new AppError("conflict", GONE_MEANWHILE, { cause: error })
    : new AppError("internal", "", { cause: error });
}

/** For every request that would change a copy of the database before it is confirmed. */
export const heldCopy = createHandler("held copy", () => {
  throw new AppError("unavailable", HELD_COPY);
});

/** For addresses without a contract. */
export const notFound = createHandler("unknown", () => {
  throw new AppError("not_found", "Endereço não encontrado.");
});

export const methodNotAllowed = createHandler("unknown method", () => {
  throw new AppError("method_not_allowed");
});

/** The answer to a request that the front door refuses before any handler. */
export function toRefusal(failure: AppError): Response {
  const requestId = randomUUID();
  const answer = toErrorAnswer(failure, requestId);
  const line = { requestId, endpoint: "front door", status: answer.status, code: failure.code };
  logger.info(line, "request");
  return toResponse(answer, { requestId });
}

/**
 * Limits the fields that an error names, in order, and the size of their names and messages: both may contain the
 * caller's words.
 */
const MAX_NAMED_FIELDS = 20;
const MAX_FIELD_NAME = 60;
const MAX_MESSAGE = 300;
const MAX_FIELDS_BYTES = 12_000;

export function toErrorAnswer(failure: AppError, requestId: string): Answer {
  const body: ErrorBody = {
    error: (failure.message || errorCopy[failure.code]).slice(0, MAX_MESSAGE),
    code: failure.code,
    ...(failure.fields && { fields: limitFields(failure.fields) }),
    ...(failure.creditsInfo && { credits_info: failure.creditsInfo }),
    ...(failure.existingId !== undefined && { existing_id: failure.existingId }),
    ...(failure.status >= 500 && { request_id: requestId }),
  };
  const headers: Record<string, string> = {};
  if (failure.retryAfterSeconds) headers["retry-after"] = String(failure.retryAfterSeconds);
  return { status: failure.status, headers, body };
}

function limitFields(fields: Record<string, string>): Record<string, string> {
  let bytes = 0;
  const named = Object.entries(fields)
    .slice(0, MAX_NAMED_FIELDS)
    .map(([name, message]) => [name.slice(0, MAX_FIELD_NAME), message.slice(0, MAX_MESSAGE)])
    .filter((field) => {
      bytes += Buffer.byteLength(JSON.stringify(field));
      return bytes <= MAX_FIELDS_BYTES;
    });
  return Object.fromEntries(named);
}

function toResponse({ status, headers, body }: Answer, log: Exchange): Response {
  const response = new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": log.requestId,
      ...headers,
    },
  });
  return tellAllowance(response, log);
}

/** The headers of the IETF's draft on rate limits; the reset is in seconds from now. */
function tellAllowance(response: Response, { allowance }: Exchange): Response {
  if (!allowance) return response;
  response.headers.set("ratelimit-limit", String(allowance.limit));
  response.headers.set("ratelimit-remaining", String(allowance.remaining));
  response.headers.set("ratelimit-reset", String(allowance.resetSeconds));
  return response;
}
