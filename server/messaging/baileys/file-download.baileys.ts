import { addAbortSignal } from "node:stream";
import type { FileSource, MediaDownload } from "@/server/messaging/gateway/whatsapp.gateway";
import { env } from "@/server/platform/env";

const DOWNLOAD_WITHIN_MS = 120_000;
const GONE = new Set([404, 410]);

export function toUnavailable(detail: string): MediaDownload {
  return { outcome: "unavailable", retryAfterMs: null, detail };
}

/**
 * Downloads and decrypts a file from WhatsApp's file servers, which need no authentication. Throws only when `signal`
 * aborts.
 */
export async function downloadFile(
  { type, directPath, mediaKey }: FileSource,
  signal: AbortSignal,
): Promise<MediaDownload | { outcome: "gone" }> {
  const { downloadContentFromMessage } = await import("baileys");
  try {
    const content = await downloadContentFromMessage(
      { directPath, mediaKey: Buffer.from(mediaKey, "base64") },
      type,
      env.WHATSAPP_MEDIA_HOST ? { host: env.WHATSAPP_MEDIA_HOST } : {},
    );
    // The library does not pass a signal on.
    addAbortSignal(AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_WITHIN_MS)]), content);
    return { outcome: "found", content };
  } catch (error) {
    signal.throwIfAborted();
    if (GONE.has(getStatusCode(error) ?? 0)) return { outcome: "gone" };
    return toUnavailable(error instanceof Error ? error.message : "not fetched");
  }
}

/** The library's errors are Boom's. */
function getStatusCode(error: unknown): number | undefined {
  return (error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode;
}
