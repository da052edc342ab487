import { writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { AppError } from "@/lib/errors";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { callOutside, streamOutside } from "@/server/platform/outside/call";
import type { RegistryShare, SharedFile } from "./registry-share.gateway";

const LISTING_MS = 60_000;
/** The rest is requested again after this time, from where it ended. */
const DOWNLOAD_MS = 30 * 60_000;
const OK = 200;
const PARTIAL_CONTENT = 206;
const MULTI_STATUS = 207;
const NOT_FOUND = 404;

/** A folder shared by Nextcloud, read by WebDAV: the share's token is the user, without a password. */
export const httpShare: RegistryShare = {
  async list(month, signal) {
    const answer = await callOutside(toUrl(`${month}/`), {
      method: "PROPFIND",
      headers: { ...authorization(), accept: "application/xml", depth: "1" },
      timeoutMs: LISTING_MS,
      signal,
    });
    if (answer.answered && answer.status === MULTI_STATUS) return readListing(answer.text);
    if (answer.answered && answer.status === NOT_FOUND) {
      throw new AppError("not_found", `A Receita ainda não publicou ${month}.`);
    }
    throw unavailable(answer.answered ? `status ${answer.status}` : answer.detail);
  },

  async download(month, file, path, from, signal) {
    const answer = await streamOutside(toUrl(`${month}/${encodeURIComponent(file.name)}`), {
      headers: {
        ...authorization(),
        accept: "*/*",
        ...(from > 0 && { range: `bytes=${from}-` }),
      },
      timeoutMs: DOWNLOAD_MS,
      signal,
    });
    if (!answer.answered) throw unavailable(answer.detail);
    if (answer.status !== OK && answer.status !== PARTIAL_CONTENT) {
      answer.body.destroy();
      throw unavailable(`status ${answer.status}`);
    }
    // A server that ignores the range sends the file from its beginning.
    const flag = answer.status === PARTIAL_CONTENT ? "a" : "w";
    try {
      // Ends when the file is closed: the next attempt continues after its last byte.
      await pipeline(answer.body, (bytes) => writeFile(path, bytes, { flag }), { signal });
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ file: file.name, err: error }, "registry download interrupted");
    }
  },
};

/** The share's address contains the path of the months' folder within it: this is not always the root. */
function toUrl(path: string): URL {
  const { origin, pathname } = new URL(env.registryShareUrl);
  const folder = pathname.split("/").filter(Boolean);
  return new URL(["/public.php/webdav", ...folder, path].join("/"), origin);
}

function authorization() {
  const token = Buffer.from(`${env.registryShareToken ?? ""}:`).toString("base64");
  return { authorization: `Basic ${token}` };
}

function unavailable(detail: string): AppError {
  logger.warn({ detail }, "registry share");
  return new AppError("unavailable", "O servidor da Receita não respondeu.");
}

/** The ZIPs of a WebDAV answer. */
function readListing(xml: string): SharedFile[] {
  return xml.split(/<(?:\w{1,9}:)?response>/).flatMap((entry) => {
    const href = /<(?:\w{1,9}:)?href>([^<]*)</.exec(entry)?.[1] ?? "";
    const size = /<(?:\w{1,9}:)?getcontentlength>(\d{1,15})</.exec(entry)?.[1] ?? "0";
    const name = href.split("/").at(-1) ?? "";
    return /^[\w.-]+\.zip$/i.test(name) && Number(size) > 0 ? [{ name, size: Number(size) }] : [];
  });
}
