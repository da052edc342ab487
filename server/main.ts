import { Server } from "node:http";
import next from "next";
import { beats } from "@/server/backoffice/recovery/beats.service";
import { closeCommands } from "@/server/messaging/sockets/commands.service";
import { closeDatabase } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { createBuiltFiles } from "@/server/platform/http/built-files";
import { prepareClose } from "@/server/platform/http/close-server";
import { createFrontDoor } from "@/server/platform/http/front-door";
import { addPageHeaders } from "@/server/platform/http/page-headers";
import { renderWhileAvailable } from "@/server/platform/http/unavailable-page";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { closeHub, endAllStreams } from "@/server/platform/live/hub";
import { closeLive } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { measureProcess } from "@/server/platform/metrics/metrics";
import { endWithParent } from "@/server/platform/parent-watch";
import { findRoot } from "@/server/platform/root";
import { exitOnUncaughtException, onShutDown } from "@/server/platform/shut-down";
import { warnOfConnections } from "@/server/platform/system/connections.service";
import { lookForCopy, watchForCopies } from "@/server/platform/system/copies.service";
import {
  checkInstallation,
  describeInstallation,
} from "@/server/platform/system/installation.service";
import { startTracing } from "@/server/platform/tracing/tracing";
import { describeWork, runWork } from "@/server/platform/work";
import { loadRoute } from "./load-route";

/** Shorter than what systemd, Compose and Kubernetes (after its preStop) give before they kill. */
const GRACE_MS = 10_000;
/** The part of it for requests in progress; the rest closes queues and database. */
const FINISH_REQUESTS_MS = 8_000;

if (env.METRICS_TOKEN) measureProcess();
const tracing = await startTracing("web");
const checked = await checkInstallation();
await warnOfConnections("web");
await lookForCopy(beats);
const watch = watchForCopies(beats);
const dev = process.argv.includes("--dev");
// Next listens for upgrades on this server. In production it gets one without connections: an upgraded connection would
// bypass the front door.
const upgrades = new Server();
const app = next({ dev, dir: findRoot(), httpServer: upgrades });
const renderAvailablePage = renderWhileAvailable(app.getRequestHandler());
// Next's server lets the stacks of the whole process name what was compiled.
const { prepareStackTrace } = Error;
await app.prepare();
Error.prepareStackTrace = prepareStackTrace;
exitOnUncaughtException();
const builtFiles = dev ? null : createBuiltFiles();

const server = await createFrontDoor({
  dev,
  load: loadRoute,
  renderPage: (request, response) => {
    if (builtFiles?.serves(request)) return builtFiles.serve(request, response);
    addPageHeaders(request, response, { dev });
    return runWork({ name: "page", kind: "server", origin: {} }, async () => {
      await renderAvailablePage(request, response);
      const { statusCode: status } = response;
      describeWork({ "http.response.status_code": status }, { failed: status >= 500 });
    });
  },
});
const closeServer = prepareClose(server);
if (dev) server.on("upgrade", (...upgrade) => upgrades.emit("upgrade", ...upgrade));
server.listen(env.PORT, env.HOST, () =>
  logger.info({ port: env.PORT, ...describeInstallation(), ...checked }, "web listening"),
);

onShutDown(GRACE_MS, async () => {
  watch.stop();
  await closeServer({ waitMs: FINISH_REQUESTS_MS, endStreams: endAllStreams });
  await closeHub();
  await closeCommands();
  await closeQueues();
  await closeLive();
  await closeDatabase();
  await tracing?.close();
  logger.info("web stopped");
});
endWithParent();
