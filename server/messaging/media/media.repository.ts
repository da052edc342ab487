import type { MediaFacts } from "@/lib/domain/messages/message-attachment";
import type { MediaKind } from "@/lib/domain/messages/message-kind";
import type { Plan } from "@/lib/domain/plans/plan";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { leaseQueries } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { seenChat } from "@/server/platform/db/seen";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

const MAX_ATTEMPTS = 8;

export const mediaLeases = leaseQueries({
  table: "message_media",
  owner: "owner_id",
  active: sql`state = 'pending'`,
  stoppable: false,
  maxAttempts: MAX_ATTEMPTS,
  evenInactive: null,
  evenLeaving: true,
  // The history of one phone does not delay the photos of other accounts.
  perOwner: { atOnce: 3, lockKey: 4003 },
});

export async function createMedia(
  ownerId: OwnerId,
  media: MediaFacts & { messageId: number; state: "pending" | "remote"; source: object | null },
): Promise<{ id: number; lease_no: number }> {
  const { messageId, state, mime, bytes, fileName, seconds, width, height, source } = media;
  const row = await firstRow<{ id: number; lease_no: number }>(
    sql`INSERT INTO message_media (owner_id, message_id, state, mime, bytes, file_name, seconds, width, height, source)
        VALUES (${ownerId}, ${messageId}, ${state}, ${mime}, ${bytes}, ${fileName}, ${seconds}, ${width}, ${height},
                ${source && toStorableJson(source)}::jsonb)
        RETURNING id, lease_no`,
  );
  if (!row) throw new Error("INSERT into message_media returned no row");
  return row;
}

/** The size of the owner's files in the store, and the plan that limits it. */
export async function findStoredBytes(ownerId: OwnerId): Promise<{ plan: Plan; bytes: number }> {
  const row = await firstRow<{ plan: Plan; bytes: number }>(
    sql`SELECT plan, (SELECT coalesce(sum(bytes), 0)::float8 FROM message_media
                      WHERE owner_id = ${ownerId} AND state = 'stored')
                   + (SELECT coalesce(sum(bytes), 0)::float8 FROM canned_answers WHERE owner_id = ${ownerId}) AS bytes
        FROM accounts WHERE id = ${ownerId}`,
  );
  return row ?? { plan: "free", bytes: 0 };
}

export interface SentMediaRow extends MediaFacts {
  mime: string;
  bytes: number;
  storageKey: string;
}

/** Records the file of a message of ours, which is in the store. */
export async function createStoredMedia(
  ownerId: OwnerId,
  messageId: number,
  { mime, bytes, fileName, seconds, width, height, storageKey }: SentMediaRow,
): Promise<void> {
  await execute(
    sql`INSERT INTO message_media (owner_id, message_id, state, mime, bytes, file_name, seconds, width, height, storage_key,
                                   stored_at)
        VALUES (${ownerId}, ${messageId}, 'stored', ${mime}, ${bytes}, ${fileName}, ${seconds}, ${width}, ${height},
                ${storageKey}, now())`,
  );
}

/** The file of a message, while it is in the store. */
export function findMediaToSend(ownerId: OwnerId, messageId: number): Promise<SentMediaRow | null> {
  return firstRow(
    sql`SELECT mime, bytes, file_name AS "fileName", seconds, width, height, storage_key AS "storageKey"
        FROM message_media WHERE owner_id = ${ownerId} AND message_id = ${messageId} AND state = 'stored'`,
  );
}

export async function deleteMedia(ownerId: OwnerId, messageId: number): Promise<void> {
  await prisma.messageMedia.deleteMany({ where: { owner_id: ownerId, message_id: messageId } });
}

export interface DownloadRow {
  instance_id: number;
  bytes: number | null;
  source: unknown;
  kind: MediaKind;
  provider_message_id: string;
  direction: "in" | "out";
  deleted: boolean;
  chat_id: string;
}

/** The file to fetch; null when it is no longer wanted. */
export function findDownload(ownerId: OwnerId, id: number): Promise<DownloadRow | null> {
  return firstRow(
    sql`SELECT d.bytes, d.source, m.instance_id, m.kind, m.provider_message_id, m.direction, m.deleted_at IS NOT NULL AS deleted, c.chat_id
        FROM message_media d JOIN messages m ON m.id = d.message_id JOIN conversations c ON c.id = m.conversation_id
        WHERE d.owner_id = ${ownerId} AND d.id = ${id} AND d.state = 'pending'`,
  );
}

/** Ends a download. Returns false when the lease was lost or the row is gone. */
export async function endDownload(
  ownerId: OwnerId,
  { id, leaseNo }: { id: number; leaseNo: number },
  end:
    | { state: "stored"; storageKey: string; mime: string; bytes: number }
    | { state: "failed" | "too_big" },
): Promise<boolean> {
  const stored = end.state === "stored" ? end : null;
  const ended = await execute(
    sql`UPDATE message_media
        SET state = ${end.state}, storage_key = ${stored?.storageKey ?? null},
            mime = coalesce(${stored?.mime ?? null}, mime), bytes = coalesce(${stored?.bytes ?? null}::int, bytes),
            stored_at = CASE WHEN ${stored !== null} THEN now() END, lease_until = NULL
        WHERE owner_id = ${ownerId} AND id = ${id} AND lease_no = ${leaseNo} AND state = 'pending'`,
  );
  return ended === 1;
}

/** Makes a file due that was given up or never fetched. Returns null for any other. */
export async function reopenDownload(
  ownerId: OwnerId,
  messageId: number,
): Promise<{ id: number; lease_no: number } | null> {
  const [reopened] = await prisma.messageMedia.updateManyAndReturn({
    where: { owner_id: ownerId, message_id: messageId, state: { in: ["failed", "remote"] } },
    data: { state: "pending", attempts: 0, resume_at: null, lease_until: null },
    select: { id: true, lease_no: true },
  });
  return reopened ?? null;
}

export async function isPending(ownerId: OwnerId, messageId: number): Promise<boolean> {
  const media = await prisma.messageMedia.findFirst({
    where: { owner_id: ownerId, message_id: messageId, state: "pending" },
    select: { id: true },
  });
  return media !== null;
}

/** A file's message and its chat, to notify their screens. */
export function findMediaMessage(
  ownerId: OwnerId,
  id: number,
): Promise<{ chat: string; message: number } | null> {
  return firstRow(
    sql`SELECT c.chat_id AS chat, m.id AS message FROM message_media d JOIN messages m ON m.id = d.message_id
        JOIN conversations c ON c.id = m.conversation_id WHERE d.owner_id = ${ownerId} AND d.id = ${id}`,
  );
}

export interface StoredMediaRow {
  storage_key: string;
  mime: string;
  bytes: number;
  file_name: string | null;
}

/** A file in the store; null for any other, and once its message was deleted. */
export function findStoredMedia(reader: Reader, messageId: number): Promise<StoredMediaRow | null> {
  return firstRow(
    sql`SELECT d.storage_key, d.mime, d.bytes, d.file_name FROM message_media d JOIN messages m ON m.id = d.message_id
        JOIN conversations c ON c.id = m.conversation_id
        WHERE d.owner_id = ${reader.ownerId} AND d.message_id = ${messageId} AND d.state = 'stored' AND m.deleted_at IS NULL ${seenChat(reader, "c")}`,
  );
}

/** Releases the oldest files that were kept long enough, at most `limit`; they are then due for removal. */
export async function expireMedia(keptMonths: number, limit: number): Promise<number> {
  return execute(
    sql`UPDATE message_media SET state = 'expired', storage_key = NULL WHERE id = ANY (ARRAY(
          SELECT id FROM message_media WHERE state = 'stored' AND stored_at < now() - make_interval(months => ${keptMonths})
          ORDER BY stored_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
  );
}

/** Takes files that are due for removal; each is due again after `retrySeconds`. */
export async function claimRemovals(limit: number, retrySeconds: number): Promise<string[]> {
  const claimed = await rows<{ storage_key: string }>(
    sql`UPDATE media_removals SET due_at = now() + make_interval(secs => ${retrySeconds})
        WHERE storage_key = ANY (ARRAY(SELECT storage_key FROM media_removals WHERE due_at <= now()
                              ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING storage_key`,
  );
  return claimed.map((row) => row.storage_key);
}

/** Makes a file due for removal later, unless deleteRemoval is called before. */
export async function addRemoval(storageKey: string, afterSeconds: number): Promise<void> {
  await execute(
    sql`INSERT INTO media_removals (storage_key, due_at)
        VALUES (${storageKey}, now() + make_interval(secs => ${afterSeconds}))`,
  );
}

/** Returns false when the file was not due for removal, or is removed already. */
export async function deleteRemoval(storageKey: string): Promise<boolean> {
  const { count } = await prisma.mediaRemoval.deleteMany({ where: { storage_key: storageKey } });
  return count === 1;
}
