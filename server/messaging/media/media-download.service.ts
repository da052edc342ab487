import { MEDIA_MAX_BYTES } from "@/lib/domain/media/media-limits";
import { detectMediaType, SIGNATURE_BYTES } from "@/lib/domain/media/media-type";
import { downloadMedia } from "@/server/messaging/whatsapp/messaging.service";
import { env } from "@/server/platform/env";
import type { Advance, Leased, LeasedWork } from "@/server/platform/jobs/leased-work";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { openSpool, type Spool } from "@/server/platform/outside/spool";
import { fetchMedia } from "./media.jobs";
import * as repository from "./media.repository";
import { findMediaRefusal } from "./media-quota.service";
import { getMediaStore } from "./media-store.service";

const FIRST_RETRY_MS = 5_000;

/** Fetches the files of messages into the store, retrying for about ten minutes with growing delays. */
export const mediaWork: LeasedWork<typeof fetchMedia> = {
  job: fetchMedia,
  // Each may hold a connection to the provider and a file on disk for minutes.
  concurrency: (usual) => Math.min(usual, 4),
  leases: repository.mediaLeases,
  firstRetryMs: FIRST_RETRY_MS,
  failure: "not fetched",
  advance: fetchOne,
  async end(leased) {
    await endDownload(leased, { state: "failed" });
  },
  publishProgress: async () => undefined,
};

async function fetchOne(leased: Leased): Promise<Advance> {
  const wanted = await repository.findDownload(leased.ownerId, leased.id);
  if (!wanted) return { state: "ended" };
  if (wanted.deleted) return endDownload(leased, { state: "failed" });
  const maxBytes = Math.min(MEDIA_MAX_BYTES[wanted.kind], env.MEDIA_MAX_BYTES);
  if ((wanted.bytes ?? 0) > maxBytes) return endDownload(leased, { state: "too_big" });
  // It stays at WhatsApp: the user can fetch it once there is room.
  if (await findMediaRefusal(leased.ownerId, wanted.bytes ?? 0)) {
    return endDownload(leased, { state: "failed" });
  }
  const line = { ownerId: leased.ownerId, instanceId: wanted.instance_id };
  const media = {
    messageId: wanted.provider_message_id,
    chatId: wanted.chat_id,
    fromMe: wanted.direction === "out",
    source: wanted.source,
  };
  const download = await downloadMedia(line, media, leased.signal);
  if (download.outcome === "lost") {
    logger.info({ mediaId: leased.id, detail: download.detail }, "media not to be had");
    return endDownload(leased, { state: "failed" });
  }
  if (download.outcome === "unavailable") {
    logger.warn({ mediaId: leased.id, detail: download.detail }, "media not fetched");
    return { state: "failed", reason: download.detail, retryAfterMs: download.retryAfterMs };
  }
  return storeContent(leased, download.content, maxBytes);
}

/** The bytes are counted while they arrive, regardless of the announced size, and are never all in memory. */
async function storeContent(
  leased: Leased,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Advance> {
  const spool = await openSpool();
  try {
    const bytes = await fill(spool, content, maxBytes);
    if (bytes === null) return await endDownload(leased, { state: "too_big" });
    if (bytes === 0) return { state: "failed", reason: "an empty file" };
    const mime = detectMediaType(await spool.readHead(SIGNATURE_BYTES));
    // Always the same key: a file that is stored again after a crash replaces the first.
    const storageKey = `${leased.ownerId}/${leased.id}`;
    await getMediaStore().put(storageKey, { content: spool.stream(), bytes, mime });
    return await endDownload(leased, { state: "stored", storageKey, mime, bytes });
  } finally {
    await spool.close();
  }
}

/** Returns the size; null beyond `maxBytes`, where the transfer is broken off. */
async function fill(spool: Spool, content: AsyncIterable<Uint8Array>, maxBytes: number) {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    await spool.write(chunk);
  }
  return bytes;
}

async function endDownload(
  { ownerId, id, leaseNo }: Leased,
  end: Parameters<typeof repository.endDownload>[2],
): Promise<Advance> {
  const shown = await repository.findMediaMessage(ownerId, id);
  const ended = await repository.endDownload(ownerId, { id, leaseNo }, end);
  if (ended && shown) publish(ownerId, "message.changed", shown);
  // Its message was deleted: nothing names the file.
  if (!shown && end.state === "stored") await getMediaStore().remove(end.storageKey);
  return { state: "ended" };
}
