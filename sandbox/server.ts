import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { controlApp } from "./control";
import { evolutionApp } from "./evolution/app";
import { pictureOf } from "./evolution/pictures";
import { type Env, injectFaults } from "./faults/fault-injection";
import { startMailSink } from "./mail";
import { ibgeApp } from "./map/ibge";
import { nominatimApp } from "./map/nominatim";
import { overpassApp } from "./map/overpass";
import { tileOf } from "./map/tiles";
import type { SandboxOptions } from "./options";
import { pageApp } from "./page/app";
import { searchPage } from "./search";
import { answerSite, previewApp } from "./sites/site-app";
import { createWorld, type World } from "./world";

export interface Sandbox {
  url: string;
  /** Null when no mail server was asked for. */
  smtpPort: number | null;
  close(): Promise<void>;
}

/** The outside world on one loopback port: company sites by Host, everything else by path. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const world = createWorld(options);
  const app = appOf(world);
  const listener = getRequestListener((request, env) => app.fetch(request, env as Env["Bindings"]));
  const server = createServer((request, response) => {
    const host = hostOf(request);
    if (host.endsWith(".example")) void answerSite(world, host, request, response);
    else void listener(request, response);
  });
  const mail =
    options.smtpPort === undefined ? null : await startMailSink(world.store, options.smtpPort);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world.sessions.restore();
  return {
    url: world.url,
    smtpPort: mail?.port ?? null,
    async close() {
      world.timers.clear();
      world.webhooks.clear();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Some sites never answer and one never ends: their sockets would keep the server open.
      server.closeAllConnections();
      await Promise.all([closed, mail?.close()]);
      world.store.close();
    },
  };
}

function appOf(world: World): Hono<Env> {
  const app = new Hono<Env>();
  app.use("/searxng/*", injectFaults(world.faults, "searxng"));
  app.get("/searxng/search", (context) => {
    const { q = "", format, pageno } = context.req.query();
    // As an instance whose settings.yml lists only json and html, without the html page.
    if (format !== "json") return context.text("Forbidden", 403);
    if (q.trim() === "") return context.text("No query", 400);
    return context.json(searchPage(q, Math.max(1, Math.trunc(Number(pageno)) || 1)));
  });
  app.get("/searxng/healthz", (context) => context.text("OK"));
  app.use("/overpass/*", injectFaults(world.faults, "overpass"));
  app.route("/overpass", overpassApp());
  app.use("/nominatim/*", injectFaults(world.faults, "nominatim"));
  app.route("/nominatim", nominatimApp());
  app.use("/ibge/*", injectFaults(world.faults, "ibge"));
  app.route("/ibge", ibgeApp());
  app.get("/tiles/:z/:x/:y", tileOf);
  app.get("/pictures/:number", pictureOf);
  app.route("/evolution", evolutionApp(world));
  app.route("/control", controlApp(world));
  app.route("/site", previewApp(world));
  app.route("/", pageApp(world));
  return app;
}

function hostOf({ headers }: IncomingMessage): string {
  return (headers.host ?? "").replace(/:\d+$/, "").toLowerCase();
}
