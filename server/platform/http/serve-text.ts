import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { createHandler } from "./exchange";

/** Serves a text that is the same for every caller, and is built and compressed once. */
export function serveText(
  name: string,
  headers: Record<string, string>,
  build: () => string | Promise<string>,
) {
  let built: Promise<ReturnType<typeof prepare>> | undefined;
  return createHandler(name, async (request, _params, log) => {
    built ??= Promise.resolve(build())
      .then(prepare)
      .catch((error: unknown) => {
        built = undefined;
        throw error;
      });
    const { text, gzip, etag } = await built;
    const common = {
      "cache-control": "public, no-cache",
      vary: "accept-encoding",
      etag,
      "x-content-type-options": "nosniff",
      "x-request-id": log.requestId,
    };
    if (request.headers.get("if-none-match") === etag) {
      return new Response(null, { status: 304, headers: common });
    }
    const takesGzip = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
    return new Response(takesGzip ? gzip : text, {
      headers: { ...headers, ...common, ...(takesGzip && { "content-encoding": "gzip" }) },
    });
  });
}

function prepare(text: string) {
  const hash = createHash("sha256").update(text).digest("base64url");
  // Weak: the compressed one is the same to a reader, and not byte for byte.
  return { text, gzip: new Uint8Array(gzipSync(text)), etag: `W/"${hash}"` };
}
