import type { Readable } from "node:stream";
import type { MediaFacts } from "@/lib/domain/messages/message-attachment";
import { AppError } from "@/lib/errors";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { afterCommit, transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { logger } from "@/server/platform/logger";
import type { ByteRange } from "./byte-range.rule";
import { fetchMedia } from "./media.jobs";
import * as repository from "./media.repository";
import { getMediaStore } from "./media-store.service";

export type StoredMediaRow = repository.StoredMediaRow;

const EXPIRED_AT_ONCE = 1_000;
const REMOVED_AT_ONCE = 100;
const REMOVAL_RETRY_S = 300;
const DAY_S = 86_400;
const UNFINISHED_AT_ONCE = 1_000;

/**
 * Records the file of a message just stored; the worker fetches it unless it is from before the pairing. Call inside a
 * transaction.
 */
export async function addMedia(
  ownerId: OwnerId,
  messageId: number,
  { facts, source, isLive }: { facts: MediaFacts; source: object | null; isLive: boolean },
): Promise<void> {
  const state = isLive ? ("pending" as const) : ("remote" as const);
  const row = await repository.createMedia(ownerId, { ...facts, messageId, source, state });
  if (isLive) enqueueAfterCommit(row);
}

/** Fetches a file that was given up or never fetched. @throws AppError not_found */
export async function requestMedia(actor: Actor, messageId: number): Promise<{ success: true }> {
  await transaction(async () => {
    const row = await repository.reopenDownload(actor.ownerId, messageId);
    if (row) return enqueueAfterCommit(row);
    // Requested twice, or fetched automatically meanwhile.
    if (await repository.isPending(actor.ownerId, messageId)) return;
    throw new AppError("not_found", "Mensagem não encontrada.");
  });
  return { success: true };
}

/** A file in the store. @throws AppError not_found */
export async function getStoredMedia(actor: Actor, messageId: number) {
  const media = await repository.findStoredMedia(actor, messageId);
  if (!media) throw new AppError("not_found", "Arquivo não encontrado.");
  return media;
}

/** @throws AppError not_found when the store has lost it */
export async function openStoredMedia(
  { storage_key, bytes }: repository.StoredMediaRow,
  range: ByteRange,
): Promise<Readable> {
  const content = bytes > 0 ? await getMediaStore().open(storage_key, range) : null;
  if (!content) throw new AppError("not_found", "Arquivo não encontrado.");
  return content;
}

/** Releases files that were kept as long as configured. */
export const expireMedia = defineDuty({
  name: "expire media",
  everyS: 600,
  run: () => repository.expireMedia(env.MEDIA_KEPT_MONTHS, EXPIRED_AT_ONCE),
  trims: true,
});

/** Removes files that no message names. */
export const removeReleasedMedia = defineDuty({
  name: "remove released media",
  everyS: 10,
  run: async () => {
    for (const key of await repository.claimRemovals(REMOVED_AT_ONCE, REMOVAL_RETRY_S)) {
      try {
        await getMediaStore().remove(key);
        await repository.deleteRemoval(key);
      } catch (error) {
        logger.warn({ key, err: error }, "media not removed");
      }
    }
  },
});

/** No writer takes a day for a file: this one was killed, and no row names the partial file. */
export const removeUnfinishedMedia = defineDuty({
  name: "remove unfinished media",
  everyS: DAY_S,
  run: async () => {
    const before = new Date(Date.now() - DAY_S * 1_000);
    const files = await getMediaStore().removeUnfinished(before, UNFINISHED_AT_ONCE);
    if (files > 0) logger.info({ files }, "unfinished media removed");
  },
});

function enqueueAfterCommit({ id, lease_no }: { id: number; lease_no: number }): void {
  afterCommit(() => enqueue(fetchMedia, { id, leaseNo: lease_no }));
}
