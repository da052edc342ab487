import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { allEndpoints } from "@/lib/contracts";
import { socketAddressHeader } from "./client-address";
import { methodNotAllowed, notFound, type RouteHandler } from "./exchange";
import { RAW_ROUTES } from "./raw-routes";

export const NEXT_AUTH_PATH = /^\/api\/auth\/[^?]/;

type RouteModule = Record<string, RouteHandler>;

/**
 * Serves `/api/*` without Next's pipeline, with the same functions that `app/api` exports. `load` imports the route
 * module of a folder below app ("api/leads").
 */
export async function createApiListener(load: (folder: string) => Promise<RouteModule>) {
  const router = new Hono();
  const paths = new Set<string>();
  // Literal paths are registered before the parameters that would match them.
  for (const { method, path } of [...RAW_ROUTES, ...allEndpoints]) {
    const module = await load(path.slice(1).replace(/\{(\w+)\}/g, "[$1]"));
    const handler = module[method];
    if (!handler) throw new Error(`${path} exports no ${method}`);
    const pattern = path.replace(/\{(\w+)\}/g, ":$1");
    paths.add(pattern);
    router.on(method, pattern, (context) =>
      handler(context.req.raw, { params: Promise.resolve(context.req.param()) }),
    );
  }
  const noParams = { params: Promise.resolve({}) };
  for (const pattern of paths) {
    router.all(pattern, (context) => methodNotAllowed(context.req.raw, noParams));
  }
  router.notFound((context) => notFound(context.req.raw, noParams));

  const listener = getRequestListener(router.fetch);
  return (request: IncomingMessage, response: ServerResponse) => {
    setSocketAddress(request);
    return listener(request, response);
  };
}

/** Removes the client's own value first: it would let the client choose the address it is rate-limited by. */
function setSocketAddress(request: IncomingMessage) {
  const address = request.socket.remoteAddress ?? "unknown";
  const { rawHeaders } = request;
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.toLowerCase() === socketAddressHeader) rawHeaders.splice(at, 2);
  }
  rawHeaders.push(socketAddressHeader, address);
  request.headers[socketAddressHeader] = address;
}
