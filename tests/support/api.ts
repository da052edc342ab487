import { join } from "node:path";
import { endpointUrl } from "@/lib/api/client";
import type { Call, Endpoint, Output } from "@/lib/contracts/shared/endpoint";
import type { ErrorBody } from "@/lib/contracts/shared/error-body";
import { listenLocally } from "@/sandbox/listening";
import { env } from "@/server/platform/env";
import type { RouteHandler } from "@/server/platform/http/exchange";
import { createFrontDoor } from "@/server/platform/http/front-door";
import { renderWhileAvailable } from "@/server/platform/http/unavailable-page";
import { checkAnswer } from "./documented-answers";

export interface TestApi {
  url: string;
  close(): Promise<void>;
}

export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Starts the real front door on this file's port, without Next. */
export async function startApi(): Promise<TestApi> {
  const server = await createFrontDoor({
    load: loadRoutes,
    renderPage: renderWhileAvailable(
      async (_request, response) => void response.writeHead(404).end(),
    ),
  });
  await listenLocally(server, env.PORT);
  return {
    url: env.APP_URL,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The routes of a folder below app, imported on the first request: a test file needs few of them. */
export async function loadRoutes(folder: string): Promise<Record<string, RouteHandler>> {
  const file = join(import.meta.dirname, "../../app", folder, "route.ts");
  let routes: Promise<Record<string, RouteHandler>> | undefined;
  const handle = async (method: string, ...call: Parameters<RouteHandler>) => {
    // Cached: a repeated import() goes through the module loader again, which a benchmark would measure.
    routes ??= import(/* @vite-ignore */ file);
    const handler = (await routes)[method];
    if (!handler) throw new Error(`${file} exports no ${method}`);
    return handler(...call);
  };
  return Object.fromEntries(
    ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => [
      method,
      (...call: Parameters<RouteHandler>) => handle(method, ...call),
    ]),
  );
}

/** Calls an endpoint through its contract; `body` is the response's or the error's. */
export async function callApi<E extends Endpoint>(
  api: Pick<TestApi, "url">,
  endpoint: E,
  input: Call<E>,
  headers: Record<string, string> = {},
): Promise<Answer<Output<E> & ErrorBody>> {
  const { params, query, body } = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  return request(api, endpoint.method, endpointUrl(endpoint.path, params, query), body, headers);
}

/** A request outside any contract, for malformed calls. */
export async function request<Body>(
  api: Pick<TestApi, "url">,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const answer = {
    status: response.status,
    headers: response.headers,
    body: (await response.json().catch(() => null)) as Body,
  };
  if (api.url === env.APP_URL) checkAnswer(method, path, answer);
  return answer;
}
