import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { Hono } from "hono";
import { allEndpoints } from "@/lib/contracts";
import { AppError } from "@/lib/errors";
import { logger } from "@/server/platform/logger";
import { getHeldCopy } from "@/server/platform/system/copies.service";
import { heldCopy, methodNotAllowed, notFound, type RouteHandler, toRefusal } from "./exchange";
import { setOwnApi } from "./own-api";
import { RAW_ROUTES } from "./raw-routes";
import { setBodySource } from "./receive-body";
import { cleanHeaders, setOwnHost } from "./request-headers";
import { hasHiddenSegments, isApiPath, normalizeTarget } from "./request-target";
import { hasValidRouterState } from "./router-state";
import { closeIfUnread } from "./unread-body";

type RouteModule = Record<string, RouteHandler>;
type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
interface Env {
  Bindings: { incoming: IncomingMessage };
}

/** A request's head must be there within this time, and its body within `WHOLE_REQUEST_MS`. */
const HEAD_MS = 15_000;
const WHOLE_REQUEST_MS = 300_000;
/** Longer than a proxy keeps an idle connection, or it would send a request on one that is being closed. */
const KEEP_ALIVE_MS = 65_000;

/** Before a copy is confirmed, it accepts only signing in, and confirming the copy. */
const WHILE_HELD = /^\/api\/(auth|login|logout|sign_in|passkeys\/sign_in|admin\/recovery)\b/;

/** Requests of the error overlay to the development server, with POST. */
const DEVELOPMENT_CALL = /^\/__nextjs_/;

/**
 * The only entry point, for pages too. Normalises the target, cleans the headers, then serves `/api/*` itself and
 * passes GET and HEAD of everything else to `renderPage`, without a body. `load` imports the route module of a folder
 * below app ("api/leads"). With `dev`, requests of Next's development client pass too.
 */
export async function createFrontDoor({
  load,
  renderPage,
  dev = false,
}: {
  load: (folder: string) => Promise<RouteModule>;
  renderPage: Listener;
  dev?: boolean;
}): Promise<Server> {
  const answerApi = await createApiListener(load);
  const server = createServer(
    {
      connectionsCheckingInterval: 5_000,
      headersTimeout: HEAD_MS,
      requestTimeout: WHOLE_REQUEST_MS,
    },
    (request, response) => {
      if (hasBody(request)) closeIfUnread(request, response);
      const target = normalizeTarget(request.url ?? "");
      if (target === null) return void refuse(response, badTarget());
      request.url = target;
      cleanHeaders(request, { dev });
      if (isApiPath(target)) return void answerApi(request, response);
      const refusal = dev && DEVELOPMENT_CALL.test(target) ? null : refusePage(request);
      if (refusal) return void refuse(response, refusal);
      setOwnHost(request);
      renderPage(request, response).catch((error: unknown) => {
        logger.error({ err: error }, "page");
        response.destroy();
      });
    },
  );
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

/** Serves `/api/*` without Next's pipeline, with the same functions that `app/api` exports. */
async function createApiListener(load: (folder: string) => Promise<RouteModule>) {
  const router = new Hono<Env>();
  const paths = new Set<string>();
  const noParams = { params: Promise.resolve({}) };
  // Literal paths are registered before the parameters that would match them.
  for (const { method, path } of [...RAW_ROUTES, ...allEndpoints]) {
    const module = await load(path.slice(1).replace(/\{(\w+)\}/g, "[$1]"));
    const handler = module[method];
    if (!handler) throw new Error(`${path} exports no ${method}`);
    const pattern = path.replace(/\{(\w+)\}/g, ":$1");
    paths.add(pattern);
    router.on(method, pattern, ({ req, env }) => {
      if (method !== "GET") {
        if (getHeldCopy() && !WHILE_HELD.test(path)) return heldCopy(req.raw, noParams);
        setBodySource(req.raw, env.incoming);
      }
      return handler(req.raw, { params: Promise.resolve(req.param()) });
    });
  }
  for (const pattern of paths) {
    router.all(pattern, ({ req }) => methodNotAllowed(req.raw, noParams));
  }
  router.notFound(({ req }) => notFound(req.raw, noParams));
  setOwnApi((request) => router.fetch(request));
  return getRequestListener(router.fetch, {
    // The front door closes connections with unread bodies itself, and sooner.
    autoCleanupIncoming: false,
    errorHandler: (error) =>
      toRefusal(error instanceof RequestError ? badTarget() : new AppError("internal")),
  });
}

async function refuse(response: ServerResponse, failure: AppError): Promise<void> {
  const { status, headers, body } = toRefusal(failure);
  const text = await new Response(body).text();
  const length = { "content-length": Buffer.byteLength(text) };
  response.writeHead(status, { ...Object.fromEntries(headers), ...length }).end(text);
}

function refusePage(request: IncomingMessage): AppError | null {
  const { method, url = "" } = request;
  if (hasHiddenSegments(url)) return badTarget();
  if (method !== "GET" && method !== "HEAD") return new AppError("method_not_allowed");
  if (!hasValidRouterState(request)) return new AppError("invalid_input");
  return hasBody(request) ? new AppError("too_large") : null;
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

function badTarget() {
  return new AppError("invalid_input", "Endereço inválido.");
}
