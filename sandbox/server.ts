import { createServer, type IncomingMessage } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { createControlApp } from "./control";
import { createEvolutionApp } from "./evolution/app";
import { servePicture } from "./evolution/pictures";
import { type Env, injectFaults } from "./faults/fault-injection";
import { createGraphApp } from "./graph/app";
import { createIssuerApps } from "./issuer/app";
import { listenLocally } from "./listening";
import { startMailSink } from "./mail";
import { createIbgeApp } from "./map/ibge";
import { createNominatimApp } from "./map/nominatim";
import { createOverpassApp } from "./map/overpass";
import { serveTile } from "./map/tiles";
import { createModelApp } from "./openai/app";
import type { SandboxOptions } from "./options";
import { createPageApp } from "./page/app";
import { createPayApp } from "./page/pay";
import { createShareApp } from "./registry/share-app";
import { buildSearchPage } from "./search";
import { answerSite, createPreviewApp } from "./sites/site-app";
import { createStripeApp } from "./stripe/api";
import { createStripeControlApp } from "./stripe/control";
import { createWorld, type World } from "./world";

export interface Sandbox {
  url: string;
  /** Null if no mail server was requested. */
  smtpPort: number | null;
  close(): Promise<void>;
}

/** Starts the sandbox on one loopback port: company sites are served by Host, everything else by path. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const world = createWorld(options);
  const app = createApp(world);
  const listener = getRequestListener((request, env) => app.fetch(request, env as Env["Bindings"]));
  const server = createServer((request, response) => {
    const host = readHost(request);
    if (host.endsWith(".example")) void answerSite(world, host, request, response);
    else void listener(request, response);
  });
  const mail =
    options.smtpPort === undefined ? null : await startMailSink(world.store, options.smtpPort);
  world.url = `http://127.0.0.1:${await listenLocally(server, options.port)}`;
  world.sessions.restore();
  return {
    url: world.url,
    smtpPort: mail?.port ?? null,
    async close() {
      world.timers.clear();
      world.webhooks.clear();
      world.payments.clear();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Some sites never finish a response: their sockets would keep the server open.
      server.closeAllConnections();
      await Promise.all([closed, mail?.close()]);
      world.store.close();
    },
  };
}

function createApp(world: World): Hono<Env> {
  const app = new Hono<Env>();
  app.route(
    "/public.php/webdav",
    createShareApp(world.options.dataDir, world.options.registryRows),
  );
  app.use("/searxng/*", injectFaults(world.faults, "searxng"));
  app.get("/searxng/search", (context) => {
    const { q = "", format, pageno } = context.req.query();
    // As an instance whose settings.yml allows only json and html; the html page is not implemented.
    if (format !== "json") return context.text("Forbidden", 403);
    if (q.trim() === "") return context.text("No query", 400);
    return context.json(buildSearchPage(q, Math.max(1, Math.trunc(Number(pageno)) || 1)));
  });
  app.get("/searxng/healthz", (context) => context.text("OK"));
  app.use("/overpass/*", injectFaults(world.faults, "overpass"));
  app.route("/overpass", createOverpassApp());
  app.use("/nominatim/*", injectFaults(world.faults, "nominatim"));
  app.route("/nominatim", createNominatimApp());
  app.use("/ibge/*", injectFaults(world.faults, "ibge"));
  app.route("/ibge", createIbgeApp());
  app.use("/openai/*", injectFaults(world.faults, "openai"));
  app.route("/openai", createModelApp());
  app.get("/tiles/:z/:x/:y", serveTile);
  app.get("/pictures/:number", servePicture);
  app.route("/evolution", createEvolutionApp(world));
  app.route("/graph", createGraphApp(world));
  const { issuer, control } = createIssuerApps(world);
  app.use("/issuer/*", injectFaults(world.faults, "issuer"));
  app.route("/issuer", issuer);
  app.route("/control/issuer", control);
  app.use("/v1/*", injectFaults(world.faults, "stripe"));
  // Its SDK puts nothing before the version.
  app.route("/v1", createStripeApp(world));
  app.route("/pay", createPayApp(world));
  app.route("/control/stripe", createStripeControlApp(world));
  app.route("/control", createControlApp(world));
  app.route("/site", createPreviewApp(world));
  app.route("/", createPageApp(world));
  return app;
}

function readHost({ headers }: IncomingMessage): string {
  return (headers.host ?? "").replace(/:\d+$/, "").toLowerCase();
}
