import type { z } from "zod/mini";
import type { chatAssignments } from "@/lib/contracts/messaging/chat-assignments";
import type { Actor, Doer, OwnerId, PersonId } from "@/server/platform/actor";
import { passing } from "@/server/platform/db/handed-over";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";

/**
 * Whether a person may answer a conversation `c`: nobody does, they do, whom they take over from does, or whoever did is
 * suspended.
 */
export function mayTake(personId: Sql, over: number | null): Sql {
  return sql`(c.seller_id IS NULL OR c.seller_id = ${personId} OR c.seller_id = ${over}::int OR EXISTS (
    SELECT 1 FROM users u WHERE u.account_id = c.owner_id AND u.id = c.seller_id AND u.suspended_at IS NOT NULL))`;
}

/** Who answers a contact's conversation with one of the account's numbers. */
export function findHolder(
  ownerId: OwnerId,
  { phoneKey, instanceId }: { phoneKey: string; instanceId: number | null },
): Promise<{ id: PersonId; name: string } | null> {
  return firstRow(
    sql`SELECT u.id, u.name FROM conversations c JOIN users u ON u.account_id = c.owner_id AND u.id = c.seller_id
        WHERE c.owner_id = ${ownerId} AND c.phone_key = ${phoneKey} AND c.instance_id IS NOT DISTINCT FROM ${instanceId}::int`,
  );
}

interface Assignment {
  from: number | null;
  to: number | null;
  /** Null for a rule. */
  by: PersonId | null;
  reason: "claimed" | "taken" | "given" | "turn";
  note: string | null;
}

export async function insertAssignment(
  ownerId: OwnerId,
  conversationId: number,
  { from, to, by, reason, note }: Assignment,
): Promise<void> {
  await prisma.conversationAssignment.create({
    data: {
      owner_id: ownerId,
      conversation_id: conversationId,
      from_id: from,
      to_id: to,
      person_id: by,
      reason,
      note,
    },
    select: { id: true },
  });
}

/** The latest first. */
export function findAssignments(
  { ownerId, personId }: Pick<Actor, "ownerId" | "personId">,
  conversationId: number,
  limit: number,
): Promise<z.input<typeof chatAssignments.list.response>["assignments"]> {
  const name = (id: Sql) =>
    sql`(SELECT u.name FROM users u WHERE u.account_id = a.owner_id AND u.id = ${id})`;
  return rows(
    sql`SELECT a.id, ${name(sql`a.from_id`)} AS "from", ${name(sql`a.to_id`)} AS "to", ${name(sql`a.person_id`)} AS "by",
               a.reason, a.note, a.created_at,
               coalesce(a.to_id = ${personId} AND a.person_id <> ${personId}, false) AS to_me
        FROM conversation_assignments a
        WHERE a.owner_id = ${ownerId} AND a.conversation_id = ${conversationId} ORDER BY a.id DESC LIMIT ${limit}`,
  );
}

/** Gives a conversation to somebody, or to nobody. Returns who had it; null when that is not who is expected. */
export function setSeller(
  ownerId: OwnerId,
  conversationId: number,
  { sellerId, expected }: { sellerId: PersonId | null; expected: number | null },
): Promise<{ held_by: number | null } | null> {
  return firstRow(
    sql`UPDATE conversations SET seller_id = ${sellerId}::int
        WHERE owner_id = ${ownerId} AND id = ${conversationId} AND seller_id IS NOT DISTINCT FROM ${expected}::int
        RETURNING old.seller_id AS held_by`,
  );
}

async function insertAssignments(
  { ownerId, personId }: Doer,
  given: readonly { id: number; from: PersonId | null; to: PersonId | null }[],
): Promise<void> {
  await prisma.conversationAssignment.createMany({
    data: given.map(({ id, from, to }) => ({
      owner_id: ownerId,
      conversation_id: id,
      from_id: from,
      to_id: to,
      person_id: personId,
      reason: "given",
    })),
  });
}

export const conversationsOfSellers = passing(
  { table: "conversations", person: "seller_id", only: sql`true` },
  insertAssignments,
);
