import { Hono, type MiddlewareHandler } from "hono";
import { type Env, injectFaults } from "../faults/fault-injection";
import type { World } from "../world";
import { createChatRoutes } from "./chat-routes";
import { EvolutionError } from "./errors";
import { createInstanceRoutes } from "./instance-routes";
import { createMessageRoutes } from "./message-routes";
import { createWebhookRoutes } from "./webhook-routes";

/** Evolution API 2.3.7, mounted under /evolution. */
export function createEvolutionApp(world: World): Hono<Env> {
  const app = new Hono<Env>();
  app.onError((error, context) => {
    const known = error instanceof EvolutionError ? error : new EvolutionError(500, error.message);
    return context.json(known.body(), known.status);
  });
  app.notFound((context) => {
    const path = context.req.path.replace(/^\/evolution/, "");
    const error = new EvolutionError(404, [`Cannot ${context.req.method} ${path}`]);
    return context.json(error.body(), 404);
  });
  app.get("/", (context) =>
    context.json({
      status: 200,
      message: "Welcome to the Evolution API, it is working!",
      version: "2.3.7",
      clientName: "evolution_exchange",
      manager: `${world.url}/evolution/manager`,
      documentation: "https://doc.evolution-api.com",
      whatsappWebVersion: "2.3000.1030000000",
    }),
  );
  app.use(injectFaults(world.faults, "evolution"));
  app.use(
    "/:group/:action/:name",
    requireInstance(world),
    requireKey(world),
    injectSessionFaults(world),
  );
  app.use("/instance/:action", requireKey(world));
  app.route("/instance", createInstanceRoutes(world));
  app.route("/message", createMessageRoutes(world));
  app.route("/chat", createChatRoutes(world));
  app.route("/webhook", createWebhookRoutes(world));
  return app;
}

/** Runs before the key check: an unknown instance is a 404 even with a wrong key. */
function requireInstance({ store }: World): MiddlewareHandler<Env> {
  return async (context, next) => {
    const name = context.req.param("name") ?? "";
    if (!store.instances.has(name)) {
      throw new EvolutionError(404, [`The "${name}" instance does not exist`]);
    }
    await next();
  };
}

/** Accepts the global key, or an instance's token on that instance's paths and in fetchInstances. */
function requireKey({ store, options }: World): MiddlewareHandler<Env> {
  return async (context, next) => {
    const key = context.req.header("apikey");
    const name = context.req.param("name");
    const isToken =
      name !== undefined
        ? store.instances.get(name)?.token === key
        : context.req.path.endsWith("/fetchInstances") &&
          [...store.instances.values()].some(({ token }) => token === key);
    if (key === undefined || (key !== options.evolutionApiKey && !isToken)) {
      throw new EvolutionError(401, "Unauthorized");
    }
    await next();
  };
}

/** Applies faults that end the WhatsApp connection just before the request is served. */
function injectSessionFaults({ faults, sessions, options }: World): MiddlewareHandler<Env> {
  return async (context, next) => {
    const name = context.req.param("name") ?? "";
    const kinds = ["disconnect", "logged-out", "banned"] as const;
    for (const { kind, delayMs } of faults.strike("evolution", context.req.path, kinds)) {
      if (kind === "disconnect") sessions.disconnect(name, delayMs ?? options.phoneDelayMs * 2);
      else sessions.endPairing(name, kind === "banned" ? 403 : 401);
    }
    await next();
  };
}
