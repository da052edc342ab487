import { Readable } from "node:stream";
import { MEDIA_PATH } from "@/lib/contracts/messaging/chat";
import type { ApiScope } from "@/lib/domain/accounts/api-scopes";
import type { Role } from "@/lib/domain/accounts/roles";
import { isShownInPage, UNKNOWN_TYPE } from "@/lib/domain/media/media-type";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import { createHandler } from "@/server/platform/http/exchange";
import { identifyCaller } from "@/server/platform/http/identify";
import { parseRange } from "./byte-range.rule";
import { getStoredMedia, openStoredMedia, type StoredMediaRow } from "./media.service";

const MAX_ID = 2_147_483_647;

/** The file of a message. */
export const mediaRoute = createFileRoute(MEDIA_PATH, getStoredMedia);

/**
 * Answers with a file from the store. Pictures and players load it, so the cookie alone authenticates. A stranger's
 * file must not run in our origin: only types that cannot run are shown, judged by their content, everything else is a
 * download, and even a page that got through would be sandboxed. `scope`: the scope that API tokens need; null allows
 * none. `role`: what the caller must at least be in the account.
 */
export function createFileRoute(
  path: string,
  findFile: (actor: Actor, id: number) => Promise<StoredMediaRow>,
  { scope = "read", role }: { scope?: ApiScope | null; role?: Role } = {},
) {
  return createHandler(`GET ${path}`, async (request, params, log) => {
    const actor = await identifyCaller(request, log, scope, { role });
    const id = /^\d{1,10}$/.test(params["id"] ?? "") ? Number(params["id"]) : 0;
    if (id < 1 || id > MAX_ID) throw new AppError("not_found", "Arquivo não encontrado.");
    const media = await findFile(actor, id);
    const headers = buildHeaders(media, new URL(request.url).searchParams.has("download"));
    if (request.headers.get("if-none-match") === headers.etag) {
      return new Response(null, { status: 304, headers });
    }
    const range = parseRange(readRange(request, headers.etag), media.bytes);
    if (range === "unsatisfiable") {
      const refused = { "content-range": `bytes */${media.bytes}`, "cache-control": "no-store" };
      return new Response(null, { status: 416, headers: refused });
    }
    const { start, end } = range ?? { start: 0, end: media.bytes - 1 };
    const length = { "content-length": String(end - start + 1) };
    const part = range && { "content-range": `bytes ${start}-${end}/${media.bytes}` };
    const body = request.method === "HEAD" ? null : await openStoredMedia(media, { start, end });
    return new Response(body && (Readable.toWeb(body) as ReadableStream), {
      status: range ? 206 : 200,
      headers: { ...headers, ...length, ...part, "x-request-id": log.requestId },
    });
  });
}

/** Ignores a range that belongs to another version of the file. */
function readRange(request: Request, etag: string): string | null {
  const condition = request.headers.get("if-range");
  return condition === null || condition === etag ? request.headers.get("range") : null;
}

function buildHeaders({ mime, file_name, storage_key }: StoredMediaRow, asDownload: boolean) {
  const shown = isShownInPage(mime) && !asDownload;
  const name = encodeURIComponent(file_name ?? `garimpo-${storage_key.replace("/", "-")}`);
  return {
    "content-type": isShownInPage(mime) || mime === "application/pdf" ? mime : UNKNOWN_TYPE,
    // Names come from strangers: sent only in the form that escapes everything (RFC 6266).
    "content-disposition": `${shown ? "inline" : "attachment"}; filename*=UTF-8''${name.replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)}`,
    "x-content-type-options": "nosniff",
    "content-security-policy":
      "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "accept-ranges": "bytes",
    // Revalidated on every use, so that a cached file is not shown after the log-out; unchanged, it is not sent again.
    "cache-control": "private, no-cache",
    etag: `"${storage_key}"`,
  };
}
