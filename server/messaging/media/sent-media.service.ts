import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { AppError } from "@/lib/errors";
import type { UserId } from "@/server/platform/actor";
import * as repository from "./media.repository";
import { findMediaRefusal } from "./media-quota.service";
import { getMediaStore } from "./media-store.service";

export type SentMedia = repository.SentMediaRow;

/** Longer than any transfer to the store. */
const UNCLAIMED_S = 3_600;

/** Puts a file that is to be sent into the store. It is removed again unless addSentMedia names it within the hour. @throws AppError quota_reached */
export async function storeSentMedia(
  ownerId: UserId,
  content: Readable,
  facts: Omit<SentMedia, "storageKey">,
): Promise<SentMedia> {
  const refusal = await findMediaRefusal(ownerId, facts.bytes);
  if (refusal !== null) throw new AppError("quota_reached", refusal);
  const storageKey = `${ownerId}/sent-${randomUUID()}`;
  await repository.addRemoval(storageKey, UNCLAIMED_S);
  await getMediaStore().put(storageKey, { content, bytes: facts.bytes, mime: facts.mime });
  return { ...facts, storageKey };
}

/**
 * Makes a stored file that of a message, in place of one it may have. Call inside a transaction.
 * @throws AppError unavailable when the file was removed meanwhile
 */
export async function addSentMedia(
  ownerId: UserId,
  messageId: number,
  media: SentMedia,
): Promise<void> {
  if (!(await repository.deleteRemoval(media.storageKey))) throw new AppError("unavailable");
  await repository.deleteMedia(ownerId, messageId);
  await repository.createStoredMedia(ownerId, messageId, media);
}

/** Reads a file from the store. Throws when it is not there. */
export async function* readSentMedia({
  storageKey,
  bytes,
}: Pick<SentMedia, "storageKey" | "bytes">): AsyncGenerator<Uint8Array, void, undefined> {
  const content = await getMediaStore().open(storageKey, { start: 0, end: bytes - 1 });
  if (!content) throw new Error("The store has lost a file that is to be sent.");
  yield* content;
}
