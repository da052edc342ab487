import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Hono } from "hono";
import { DEMONSTRATION_SEED, writeRegistrySample } from "./write-files";

const WHOLE = "sample.json";

/**
 * The Receita's share, as Nextcloud's WebDAV answers it: the token is the user, a month is a folder, files have ranges.
 * Every month up to this one has generated files with so many rows, which the first request for it writes.
 */
export function createShareApp(dataDir: string, rows: number): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    const token = /^Basic (.+)$/.exec(context.req.header("authorization") ?? "")?.[1] ?? "";
    const [user] = Buffer.from(token, "base64").toString().split(":");
    if (user) return next();
    return context.text("", 401, { "www-authenticate": 'Basic realm="sandbox"' });
  });

  app.on("PROPFIND", "/:month/", async (context) => {
    const { month } = context.req.param();
    const folder = await prepareMonth(dataDir, month, rows);
    if (!folder) return context.text("", 404);
    const names = (await readdir(folder)).filter((name) => name.endsWith(".zip"));
    const entries = await Promise.all(
      names.map(async (name) => toEntry(`${month}/${name}`, (await stat(join(folder, name))).size)),
    );
    const listing = `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${toEntry(`${month}/`, null)}${entries.join("")}</d:multistatus>`;
    return context.body(listing, 207, { "content-type": "application/xml; charset=utf-8" });
  });

  app.get("/:month/:name", async (context) => {
    const { month, name } = context.req.param();
    const folder = /^[\w.-]+\.zip$/.test(name) ? await prepareMonth(dataDir, month, rows) : null;
    const path = join(folder ?? "", name);
    const size = folder
      ? await stat(path)
          .then((found) => found.size)
          .catch(() => null)
      : null;
    if (size === null) return context.text("", 404);
    const from = Number(/^bytes=(\d{1,15})-$/.exec(context.req.header("range") ?? "")?.[1] ?? 0);
    if (from >= size) return context.text("", 416, { "content-range": `bytes */${size}` });
    const body = Readable.toWeb(createReadStream(path, { start: from })) as ReadableStream;
    return context.body(body, from > 0 ? 206 : 200, {
      "content-type": "application/zip",
      "content-length": String(size - from),
      ...(from > 0 && { "content-range": `bytes ${from}-${size - 1}/${size}` }),
    });
  });
  return app;
}

function toEntry(path: string, size: number | null): string {
  const length = size === null ? "" : `<d:getcontentlength>${size}</d:getcontentlength>`;
  return `<d:response><d:href>/public.php/webdav/${path}</d:href><d:propstat><d:prop>${length}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
}

/** The folder of a month's files; null if the name is no month, or a future one. */
async function prepareMonth(dataDir: string, month: string, rows: number): Promise<string | null> {
  if (!/^20\d{2}-(0[1-9]|1[0-2])$/.test(month)) return null;
  if (month > new Date().toISOString().slice(0, 7)) return null;
  const folder = join(dataDir, "registry", month);
  const isWhole = await stat(join(folder, WHOLE)).catch(() => null);
  if (!isWhole) {
    writeRegistrySample({ folder, rows, seed: DEMONSTRATION_SEED, month });
  }
  return folder;
}
