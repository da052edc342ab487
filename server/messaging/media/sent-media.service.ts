import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { formatBytes } from "@/lib/domain/media/media-labels";
import { detectMediaType, SIGNATURE_BYTES } from "@/lib/domain/media/media-type";
import {
  describeRefusedFile,
  type SentMediaKind,
  toSentMediaKind,
} from "@/lib/domain/media/sent-media";
import { AppError } from "@/lib/errors";
import type { OwnerId } from "@/server/platform/actor";
import { env } from "@/server/platform/env";
import type { SpooledFile } from "@/server/platform/outside/spool";
import * as repository from "./media.repository";
import { findMediaRefusal } from "./media-quota.service";
import { getMediaStore } from "./media-store.service";

export type SentMedia = repository.SentMediaRow;

/** Longer than any transfer to the store. */
const UNCLAIMED_S = 3_600;

/**
 * Stores a file that will be sent. It is removed again unless it is kept within the hour.
 * @throws AppError quota_reached
 */
export async function storeSentMedia(
  ownerId: OwnerId,
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

/** The type of an uploaded file, by its first bytes. @throws AppError too_large; invalid_input for an empty one */
export async function judgeUpload(
  file: SpooledFile,
): Promise<{ kind: SentMediaKind; mime: string }> {
  const mime = detectMediaType(await file.readHead(SIGNATURE_BYTES));
  const kind = toSentMediaKind(mime);
  const refusal = describeRefusedFile(kind, file.bytes);
  if (refusal !== null)
    throw new AppError(file.bytes === 0 ? "invalid_input" : "too_large", refusal);
  if (file.bytes > env.MEDIA_MAX_BYTES) {
    const most = formatBytes(env.MEDIA_MAX_BYTES);
    throw new AppError("too_large", `Arquivos podem ter até ${most}.`);
  }
  return { kind, mime };
}

/** Stores a file that we created. It is removed again unless it is kept within `withinSeconds`. */
export async function storeFile(
  storageKey: string,
  file: { content: Readable; bytes: number; mime: string },
  withinSeconds: number,
): Promise<void> {
  await repository.addRemoval(storageKey, withinSeconds);
  await getMediaStore().put(storageKey, file);
}

/** Opens a stored file; null when the store has lost it. */
export function openStoredFile(storageKey: string, bytes: number): Promise<Readable | null> {
  return getMediaStore().open(storageKey, { start: 0, end: bytes - 1 });
}

/**
 * Keeps a stored file, which a row now names. Call inside its transaction.
 * @throws AppError unavailable when it was removed meanwhile
 */
export async function keepStoredFile(storageKey: string): Promise<void> {
  if (!(await repository.deleteRemoval(storageKey))) throw new AppError("unavailable");
}

/**
 * Attaches a stored file to a message, replacing any other. Call inside a transaction.
 * @throws AppError unavailable when the file was removed meanwhile
 */
export async function addSentMedia(
  ownerId: OwnerId,
  messageId: number,
  media: SentMedia,
): Promise<void> {
  await keepStoredFile(media.storageKey);
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
