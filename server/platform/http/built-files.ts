import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, sep } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { findRoot } from "@/server/platform/root";

const PATH = "/_next/static";

/**
 * Serves the build's scripts, styles and fonts in the encodings that the build wrote beside them; Next would compress
 * each of them again for every visitor. `serves` recognises their addresses; every other address belongs to a page,
 * whether it exists or not.
 */
export function createBuiltFiles() {
  const folder = join(findRoot(), ".next/static");
  const files = new Set(listFiles(folder));
  const app = new Hono();
  app.use(
    serveStatic({
      root: folder,
      precompressed: true,
      rewriteRequestPath: (path) => path.slice(PATH.length),
      onFound: (_file, { header }) => {
        // A file's name changes with its content.
        header("cache-control", "public, max-age=31536000, immutable");
        // No other security headers: they protect pages, and would only add bytes to each of a page's dozen files.
        header("x-content-type-options", "nosniff");
      },
    }),
  );
  const listen = getRequestListener(app.fetch);
  return {
    serves: ({ url }: IncomingMessage) => files.has(url ?? ""),
    serve: async (request: IncomingMessage, response: ServerResponse) => {
      await listen(request, response);
    },
  };
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => !/\.(?:br|gz)$/.test(file))
    .map((file) => `${PATH}/${file.split(sep).join("/")}`);
}
