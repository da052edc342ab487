import type { Plan } from "@/lib/domain/plans/plan";
import type { OwnerId } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, type Sql, sql } from "@/server/platform/db/sql";

/** A contact's words about receiving messages. */
export interface Reply {
  /** The key of the contact: of the number, or the chat id while the number is unknown. */
  phoneKey: string;
  /** Digits with country code; null when the provider gives only a chat id. */
  number: string | null;
  words: string;
  messageId: string;
  saidAt: Date;
}

/** The number's own key and the opaque chat ids that are known to be this number. */
const allKeys = (ownerId: OwnerId, phoneKey: string): Sql =>
  sql`(SELECT ${phoneKey} UNION ALL SELECT chat_id FROM contact_identities
       WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey})`;

/**
 * Logs an effect of a message. Returns false when the message already had this effect: providers report a message and
 * an edit more than once.
 */
export async function insertReplyEvent(
  ownerId: OwnerId,
  kind: "opted_out" | "flagged",
  { phoneKey, words, messageId }: Reply,
): Promise<boolean> {
  const inserted = await execute(
    sql`INSERT INTO opt_out_events (owner_id, phone_key, kind, words, provider_message_id)
        VALUES (${ownerId}, ${phoneKey}, ${kind}, ${words}, ${messageId})
        ON CONFLICT (owner_id, provider_message_id, kind) DO NOTHING`,
  );
  return inserted === 1;
}

/**
 * Blocks a number because its contact asked for it. A confirmation becomes due for `confirmSeconds` (null: never),
 * unless one was sent to the number within `pauseSeconds`. A number that is already blocked is not blocked again; later
 * words of the contact count as the latest, and replace the first ones where they ask for more (`tells`).
 */
export async function insertReplyOptOut(
  ownerId: OwnerId,
  { phoneKey, number, words, messageId, saidAt }: Reply,
  by: { confirmSeconds: number | null; pauseSeconds: number; tells: boolean },
): Promise<void> {
  await execute(
    sql`INSERT INTO opt_outs AS o (owner_id, phone_key, number, source, words, provider_message_id, said_at, confirm_by)
        SELECT ${ownerId}, ${phoneKey}, ${number}, 'reply', ${words}, ${messageId}, ${saidAt}::timestamptz,
               CASE WHEN NOT EXISTS (
                 SELECT 1 FROM opt_out_events e
                 WHERE e.owner_id = ${ownerId} AND e.phone_key = ${phoneKey} AND e.kind = 'confirmed'
                   AND e.created_at > now() - make_interval(secs => ${by.pauseSeconds}))
               THEN now() + make_interval(secs => ${by.confirmSeconds}::int) END
        ON CONFLICT (owner_id, phone_key) DO UPDATE
          SET said_at = greatest(o.said_at, excluded.said_at), source = 'reply',
              words = CASE WHEN o.source = 'reply' AND NOT ${by.tells} THEN o.words ELSE excluded.words END
        WHERE o.source IN ('reply', 'preference')`,
  );
}

/**
 * Blocks a number that switched promotions off. Returns false for one that is blocked already; a later switch counts as
 * the latest, so that an earlier one that arrives late undoes nothing.
 */
export async function insertPreference(
  ownerId: OwnerId,
  { phoneKey, number, words, messageId, saidAt }: Reply,
): Promise<boolean> {
  const kept = await firstRow<{ is_new: boolean }>(
    sql`INSERT INTO opt_outs AS o (owner_id, phone_key, number, source, words, provider_message_id, said_at)
        VALUES (${ownerId}, ${phoneKey}, ${number}, 'preference', ${words}, ${messageId}, ${saidAt}::timestamptz)
        ON CONFLICT (owner_id, phone_key) DO UPDATE SET said_at = excluded.said_at
        WHERE o.source = 'preference' AND o.said_at < excluded.said_at
        RETURNING xmax = 0 AS is_new`,
  );
  return kept?.is_new === true;
}

/**
 * Removes what insertPreference stored, and logs that. Returns false when there is none, or when it is newer than
 * `saidAt`.
 */
export async function deletePreference(
  ownerId: OwnerId,
  { phoneKey, words, messageId, saidAt }: Reply,
): Promise<boolean> {
  const logged = await execute(
    sql`WITH removed AS (
          DELETE FROM opt_outs WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey} AND source = 'preference'
            AND said_at <= ${saidAt}
          RETURNING phone_key)
        INSERT INTO opt_out_events (owner_id, phone_key, kind, words, provider_message_id)
        SELECT ${ownerId}, ${phoneKey}, 'returned', ${words}, ${messageId} FROM removed
        ON CONFLICT (owner_id, provider_message_id, kind) DO NOTHING`,
  );
  return logged === 1;
}

/**
 * Removes an opt-out that the contact asked for, because a later message of theirs withdraws it, and logs that. Returns
 * false when there is none, when it is newer than `saidAt`, or when a user blocked the number.
 */
export async function deleteReplyOptOut(
  ownerId: OwnerId,
  { phoneKey, words, messageId, saidAt }: Reply,
): Promise<boolean> {
  const logged = await execute(
    sql`WITH removed AS (
          DELETE FROM opt_outs o
          WHERE o.owner_id = ${ownerId} AND o.phone_key IN ${allKeys(ownerId, phoneKey)}
            AND o.source = 'reply' AND o.said_at <= ${saidAt}
            AND NOT EXISTS (SELECT 1 FROM opt_outs kept WHERE kept.owner_id = ${ownerId}
                              AND kept.phone_key = ${phoneKey} AND kept.source <> 'reply')
            AND NOT EXISTS (SELECT 1 FROM opt_out_events e WHERE e.owner_id = ${ownerId}
                              AND e.provider_message_id = ${messageId} AND e.kind = 'returned')
          RETURNING o.phone_key)
        INSERT INTO opt_out_events (owner_id, phone_key, kind, words, provider_message_id)
        SELECT ${ownerId}, ${phoneKey}, 'returned', ${words}, ${messageId} WHERE EXISTS (SELECT 1 FROM removed)`,
  );
  return logged === 1;
}

/** Whether a user or the contact ended an opt-out or a review after this moment. */
export async function hasEnd(ownerId: OwnerId, phoneKey: string, since: Date): Promise<boolean> {
  const ended = await prisma.optOutEvent.findFirst({
    where: {
      owner_id: ownerId,
      phone_key: phoneKey,
      created_at: { gt: since },
      kind: { in: ["removed", "returned", "dismissed"] },
    },
    select: { id: true },
  });
  return ended !== null;
}

export interface BlockedNumber {
  phoneKey: string;
  number: string | null;
}

/** Blocks other transactions from counting the owner's opt-outs this way until the transaction ends. */
export async function lockAndCountOptOuts(
  ownerId: OwnerId,
): Promise<{ plan: Plan; blocked: number }> {
  const plan = await lockOwner(ownerId);
  return { plan, blocked: await prisma.optOut.count({ where: { owner_id: ownerId } }) };
}

/**
 * Applies an opt-out to another number too, unless that one is blocked already. The old number stays blocked: a lead or
 * a waiting message may still have it. Returns whether it did.
 */
export async function blockAlso(
  ownerId: OwnerId,
  fromKey: string,
  to: BlockedNumber,
): Promise<boolean> {
  const copied = await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, number, source, words, provider_message_id, said_at)
        SELECT owner_id, ${to.phoneKey}, ${to.number}, source, words, provider_message_id, said_at FROM opt_outs
        WHERE owner_id = ${ownerId} AND phone_key = ${fromKey}
        ON CONFLICT (owner_id, phone_key) DO NOTHING`,
  );
  return copied > 0;
}

/**
 * Blocks numbers and logs it; keys must be distinct. Returns the keys that were not blocked before. Inserts in key
 * order, so that concurrent imports do not deadlock.
 */
export async function insertOptOuts(
  ownerId: OwnerId,
  numbers: readonly BlockedNumber[],
  { source, words = null }: { source: "person" | "import"; words?: string | null },
): Promise<string[]> {
  const kind = source === "person" ? "added" : "imported";
  const row = await firstRow<{ keys: string[] }>(
    sql`WITH added AS (
          INSERT INTO opt_outs (owner_id, phone_key, number, source, words)
          SELECT ${ownerId}, n.phone_key, n.number, ${source}, ${words}
          FROM unnest(${numbers.map(({ phoneKey }) => phoneKey)}::text[],
                      ${numbers.map(({ number }) => number)}::text[]) AS n (phone_key, number)
          ORDER BY n.phone_key
          ON CONFLICT (owner_id, phone_key) DO NOTHING
          RETURNING phone_key),
        logged AS (
          INSERT INTO opt_out_events (owner_id, phone_key, kind, words)
          SELECT ${ownerId}, phone_key, ${kind}, ${words} FROM added)
        SELECT coalesce(array_agg(phone_key), '{}') AS keys FROM added`,
  );
  return row?.keys ?? [];
}

/**
 * Removes a number because a user decided so, and logs the reason. Returns its key; null when it is not the owner's.
 */
export async function deleteOptOut(
  ownerId: OwnerId,
  id: number,
  reason: string,
): Promise<string | null> {
  const found = await prisma.optOut.findFirst({
    where: { owner_id: ownerId, id },
    select: { phone_key: true },
  });
  if (!found) return null;
  const logged = await execute(
    sql`WITH removed AS (
          DELETE FROM opt_outs WHERE owner_id = ${ownerId} AND phone_key IN ${allKeys(ownerId, found.phone_key)}
          RETURNING phone_key, words)
        INSERT INTO opt_out_events (owner_id, phone_key, kind, words, reason)
        SELECT ${ownerId}, phone_key, 'removed', words, ${reason} FROM removed WHERE phone_key = ${found.phone_key}`,
  );
  return logged === 1 ? found.phone_key : null;
}

/** Copies an opt-out to another key of the same person, with the confirmation that is still due. */
export async function copyOptOut(ownerId: OwnerId, from: string, to: string): Promise<void> {
  await execute(
    sql`WITH copied AS (
          UPDATE opt_outs SET confirm_by = NULL WHERE owner_id = ${ownerId} AND phone_key = ${from} RETURNING old.*)
        INSERT INTO opt_outs (owner_id, phone_key, number, source, words, provider_message_id, said_at, confirm_by)
        SELECT owner_id, ${to}, number, source, words, provider_message_id, said_at, confirm_by FROM copied
        ON CONFLICT (owner_id, phone_key) DO NOTHING`,
  );
}

/** Returns those of these keys that are blocked. */
export async function findBlockedKeys(
  ownerId: OwnerId,
  phoneKeys: readonly string[],
): Promise<string[]> {
  const found = await prisma.optOut.findMany({
    where: { owner_id: ownerId, phone_key: { in: [...phoneKeys] } },
    select: { phone_key: true },
  });
  return found.map(({ phone_key }) => phone_key);
}

export async function hasOptOut(ownerId: OwnerId, phoneKey: string): Promise<boolean> {
  const optOut = await prisma.optOut.findFirst({
    where: { owner_id: ownerId, phone_key: phoneKey },
    select: { phone_key: true },
  });
  return optOut !== null;
}
