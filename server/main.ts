import { createServer } from "node:http";
import { parse } from "node:url";
import next from "next";
import { closeDatabase } from "@/server/db/sql";
import { env } from "@/server/env";
import { createApiListener, NEXT_AUTH_PATH } from "@/server/http/front-door";
import { addPageHeaders } from "@/server/http/page-headers";
import { closeQueues } from "@/server/jobs/enqueue";
import { closeHub } from "@/server/live/hub";
import { closeLive } from "@/server/live/publish";
import { logger } from "@/server/logger";
import { endWithParent } from "@/server/parent-watch";
import { onShutDown } from "@/server/shut-down";
import { refuseDemonstration } from "@/server/system/system.service";

const GRACE_MS = 10_000;

await refuseDemonstration();
const dev = process.argv.includes("--dev");
const app = next({ dev, dir: `${import.meta.dirname}/..` });
const renderPage = app.getRequestHandler();
await app.prepare();
const answerApi = await createApiListener((folder) => import(`../app/${folder}/route.ts`));

const server = createServer((request, response) => {
  const url = request.url ?? "/";
  if (url.startsWith("/api/") && !NEXT_AUTH_PATH.test(url)) {
    void answerApi(request, response);
  } else {
    addPageHeaders(request, response, { dev });
    void renderPage(request, response, parse(url, true));
  }
});
server.keepAliveTimeout = 65_000;
server.listen(env.PORT, env.HOST, () => logger.info({ port: env.PORT }, "web listening"));

endWithParent();
onShutDown(GRACE_MS, async () => {
  server.close();
  // Event streams never end on their own.
  server.closeAllConnections();
  await closeHub();
  await closeQueues();
  await closeLive();
  await closeDatabase();
  logger.info("web stopped");
});
