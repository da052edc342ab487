import type { OwnerId, Reader } from "@/server/platform/actor";
import type { OptOutReview } from "@/server/platform/db/generated/client";
import { prisma } from "@/server/platform/db/prisma";
import { seenNumber } from "@/server/platform/db/seen";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import type { Reply } from "./opt-outs.repository";

type ReviewRow = Pick<OptOutReview, "phone_key" | "words" | "said_at">;

/** Asks the user to decide what a reply means, unless its number is blocked already. The latest words count. */
export async function upsertReview(
  ownerId: OwnerId,
  { phoneKey, words, messageId, saidAt }: Reply,
): Promise<void> {
  await execute(
    sql`INSERT INTO opt_out_reviews AS v (owner_id, phone_key, words, provider_message_id, said_at)
        SELECT ${ownerId}, ${phoneKey}, ${words}, ${messageId}, ${saidAt}::timestamptz
        WHERE NOT EXISTS (SELECT 1 FROM opt_outs WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey})
        ON CONFLICT (owner_id, phone_key) DO UPDATE
        SET words = excluded.words, provider_message_id = excluded.provider_message_id, said_at = excluded.said_at
        WHERE v.said_at <= excluded.said_at`,
  );
}

/** The review of one of these keys of a contact; null without one. */
export function findReview(
  reader: Pick<Reader, "ownerId" | "sight">,
  keys: string[],
): Promise<ReviewRow | null> {
  return firstRow(
    sql`SELECT v.phone_key, v.words, v.said_at FROM opt_out_reviews v
        WHERE v.owner_id = ${reader.ownerId} AND v.phone_key = ANY(${keys}::text[]) ${seenNumber(reader, sql`v.phone_key`)}
        ORDER BY v.said_at DESC LIMIT 1`,
  );
}

/** Ends reviews where no separate decision has to be logged. */
export async function deleteReviews(ownerId: OwnerId, keys: readonly string[]): Promise<void> {
  await execute(
    sql`DELETE FROM opt_out_reviews WHERE owner_id = ${ownerId} AND phone_key = ANY(${keys}::text[])`,
  );
}

/** Ends the reviews of a contact who does not opt out, and logs it. */
export async function dismissReviews(ownerId: OwnerId, keys: readonly string[]): Promise<void> {
  await execute(
    sql`WITH ended AS (
          DELETE FROM opt_out_reviews WHERE owner_id = ${ownerId} AND phone_key = ANY(${keys}::text[])
          RETURNING phone_key, words)
        INSERT INTO opt_out_events (owner_id, phone_key, kind, words)
        SELECT ${ownerId}, phone_key, 'dismissed', words FROM ended`,
  );
}

/** Whether a user decided after this moment that the contact does not opt out. */
export async function hasDismissal(
  ownerId: OwnerId,
  phoneKey: string,
  since: Date,
): Promise<boolean> {
  const dismissal = await prisma.optOutEvent.findFirst({
    where: {
      owner_id: ownerId,
      phone_key: phoneKey,
      created_at: { gt: since },
      kind: "dismissed",
    },
    select: { id: true },
  });
  return dismissal !== null;
}

/** Moves a review to another key of the same person, where none is open, unless that key is blocked. */
export async function moveReview(ownerId: OwnerId, from: string, to: string): Promise<void> {
  await execute(
    sql`WITH moved AS (
          DELETE FROM opt_out_reviews WHERE owner_id = ${ownerId} AND phone_key = ${from} RETURNING *)
        INSERT INTO opt_out_reviews (owner_id, phone_key, words, provider_message_id, said_at)
        SELECT owner_id, ${to}, words, provider_message_id, said_at FROM moved
        WHERE NOT EXISTS (SELECT 1 FROM opt_outs WHERE owner_id = ${ownerId} AND phone_key = ${to})
        ON CONFLICT (owner_id, phone_key) DO NOTHING`,
  );
}
