import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, MiddlewareHandler } from "hono";
import type { Fault, Faults, FaultTarget } from "./faults";

export type Env = { Bindings: HttpBindings };

/** Middleware that injects latency, an error status, a destroyed connection, or a late, lost or endless response. */
export function injectFaults(faults: Faults, target: FaultTarget): MiddlewareHandler<Env> {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    const path = pathname + search;
    for (const { delayMs } of faults.strike(target, path, ["latency"]))
      await sleep(delayMs ?? 1_000);
    if (faults.strike(target, path, ["reset-connection"]).length > 0) return hangUp(context);
    const [status] = faults.strike(target, path, ["status"]);
    if (status !== undefined) return toStatusResponse(status);
    await next();
    if (!context.res.ok) return undefined;
    for (const { delayMs } of faults.strike(target, path, ["late-answer"])) {
      await sleep(delayMs ?? 1_000);
    }
    const [failed] = faults.strike(target, path, ["failed-after"]);
    if (failed) context.res = toWrappedFailure(failed.status ?? 400);
    const [endless] = faults.strike(target, path, ["endless-answer"]);
    if (endless) context.res = new Response(pourForever(endless.delayMs ?? 0));
    if (faults.strike(target, path, ["lost-answer"]).length > 0) {
      context.res = undefined;
      context.res = hangUp(context);
    }
    return undefined;
  };
}

/** The same for sites, which write to the raw response. Returns true if the fault has answered the request. */
export async function injectSiteFaults(
  faults: Faults,
  address: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  for (const { delayMs } of faults.strike("sites", address, ["latency"]))
    await sleep(delayMs ?? 1_000);
  if (faults.strike("sites", address, ["reset-connection", "lost-answer"]).length > 0) {
    request.socket.destroy();
    return true;
  }
  const [status] = faults.strike("sites", address, ["status"]);
  if (status === undefined) return false;
  response.writeHead(status.status ?? 503, {
    "content-type": "text/html",
    ...buildRetryAfter(status),
  });
  response.end("<h1>Serviço indisponível</h1>");
  return true;
}

/** White space, with which JSON may begin: a reader that waits for the answer never gets it. */
function pourForever(everyMs: number): ReadableStream<Uint8Array> {
  const piece = new TextEncoder().encode(" ".repeat(16_384));
  return new ReadableStream({
    async pull(controller) {
      await sleep(everyMs);
      controller.enqueue(piece);
    },
  });
}

function hangUp(context: Context<Env>): Response {
  context.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

function toStatusResponse(fault: Fault): Response {
  const status = fault.status ?? 500;
  const error = NAMES[status] ?? "Internal Server Error";
  // Evolution's schema puts its complaints into a nested list.
  const message = status === 400 ? [["The request is not as the schema says"]] : error;
  return Response.json(
    { status, error, response: { message } },
    { status, headers: buildRetryAfter(fault) },
  );
}

/** Evolution wraps every error of its send into a 400: here its database's, after WhatsApp has taken the message. */
function toWrappedFailure(status: number): Response {
  const message = [
    "PrismaClientInitializationError: Can't reach database server at `postgres:5432`",
  ];
  const body = { status, error: NAMES[status] ?? "Internal Server Error", response: { message } };
  return Response.json(body, { status });
}

function buildRetryAfter({ retryAfterSeconds }: Fault): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
}

const NAMES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  408: "Request Timeout",
  429: "Too Many Requests",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};
