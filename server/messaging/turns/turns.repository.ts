import type { Turn } from "@/lib/contracts/messaging/turns";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, rows, type Sql, sql } from "@/server/platform/db/sql";

/** A session says every five minutes that it is in use; an open screen keeps it so. */
const HERE_MINUTES = 6;
/** Older ones are not dealt out when somebody begins to take part. */
const WAITED_DAYS = 7;

const IS_HERE = sql`EXISTS (SELECT 1 FROM sessions s
  WHERE s.user_id = t.person_id AND s.kind = 'browser' AND s.last_seen_at > now() - make_interval(mins => ${HERE_MINUTES}))`;
const MAY_SIGN_IN = sql`JOIN users u ON u.account_id = t.owner_id AND u.id = t.person_id AND u.suspended_at IS NULL`;

/** The conversations `c` of an account in which a person waits for an answer. */
const waiting = (owner: Sql) =>
  sql`c.owner_id = ${owner} AND c.waiting_since > now() - make_interval(days => ${WAITED_DAYS})
      AND (c.archived_at >= c.last_message_at) IS NOT TRUE AND c.intent IS DISTINCT FROM 'automatic'
      AND NOT EXISTS (SELECT 1 FROM opt_outs o WHERE o.owner_id = c.owner_id AND o.phone_key = c.phone_key)`;

/** Joins whoever may sign in of the person that a column names. */
const seller = (column: Sql) =>
  sql`JOIN users u ON u.account_id = c.owner_id AND u.id = ${column} AND u.suspended_at IS NULL`;

/**
 * Of these, those that nobody answers who may sign in, and that are of nobody's lead, by its main contact or another
 * one: its seller is told of theirs.
 */
const UNTAKEN = sql`(c.seller_id IS NULL OR NOT EXISTS (
    SELECT 1 FROM users u WHERE u.account_id = c.owner_id AND u.id = c.seller_id AND u.suspended_at IS NULL))
  AND NOT EXISTS (SELECT 1 FROM leads l ${seller(sql`l.seller_id`)} WHERE l.owner_id = c.owner_id AND l.phone_key = c.phone_key)
  AND NOT EXISTS (SELECT 1 FROM lead_contacts p JOIN leads l ON l.owner_id = p.owner_id AND l.id = p.lead_id ${seller(sql`l.seller_id`)}
                  WHERE p.owner_id = c.owner_id AND p.phone_key = c.phone_key)`;

const SELECTED_WAITING = sql`(SELECT count(*)::int FROM conversations c WHERE ${waiting(sql`t.owner_id`)} AND c.seller_id = t.person_id)`;

/** Who takes part, and may sign in. */
export function findTurns(ownerId: OwnerId): Promise<Turn[]> {
  return rows(
    sql`SELECT t.person_id, t.most_waiting, ${SELECTED_WAITING} AS waiting, ${IS_HERE} AS is_here
        FROM turns t ${MAY_SIGN_IN} WHERE t.owner_id = ${ownerId} ORDER BY t.person_id`,
  );
}

export async function setTurn(
  ownerId: OwnerId,
  personId: PersonId,
  mostWaiting: number | null,
): Promise<void> {
  const key = { owner_id: ownerId, person_id: personId };
  if (mostWaiting === null) {
    await prisma.turn.deleteMany({ where: key });
    return;
  }
  await execute(
    sql`INSERT INTO turns (owner_id, person_id, most_waiting) VALUES (${ownerId}, ${personId}, ${mostWaiting})
        ON CONFLICT (owner_id, person_id) DO UPDATE SET most_waiting = excluded.most_waiting`,
  );
}

/** Accounts in which somebody is here to be given a conversation that waits. */
export function findOwnersToDeal(limit: number): Promise<{ owner_id: OwnerId }[]> {
  return rows(
    sql`SELECT a.id AS owner_id FROM accounts a
        WHERE a.id IN (SELECT t.owner_id FROM turns t ${MAY_SIGN_IN} WHERE ${IS_HERE})
          AND a.is_active AND a.deletion_at IS NULL
          AND EXISTS (SELECT 1 FROM conversations c WHERE ${waiting(sql`a.id`)} AND ${UNTAKEN})
        ORDER BY random() LIMIT ${limit}`,
  );
}

/**
 * Who of an account is here, whose turn it is first, and how many more they may be given; locked, without those whom
 * another worker deals to. What waits for them is counted by a second statement, which sees what was dealt before the
 * lock. Call inside a transaction.
 */
export async function lockTakers(
  ownerId: OwnerId,
): Promise<{ person_id: PersonId; room: number }[]> {
  const locked = await rows<{ person_id: PersonId }>(
    sql`SELECT t.person_id FROM turns t ${MAY_SIGN_IN}
        WHERE t.owner_id = ${ownerId} AND ${IS_HERE} ORDER BY t.person_id FOR UPDATE OF t SKIP LOCKED`,
  );
  return rows(
    sql`SELECT t.person_id, t.most_waiting - ${SELECTED_WAITING} AS room FROM turns t
        WHERE t.owner_id = ${ownerId} AND t.person_id = ANY(${locked.map(({ person_id }) => person_id)}::int[])
        ORDER BY t.given_at NULLS FIRST, t.person_id`,
  );
}

/** The conversations to give, each with its number if that is not the default one, those that wait longest first; locked. Call inside a transaction. */
export function lockUntaken(
  ownerId: OwnerId,
  limit: number,
): Promise<
  { id: number; chat_id: string; number_id: number | null; seller_id: PersonId | null }[]
> {
  return rows(
    sql`SELECT c.id, c.chat_id, c.seller_id,
               (SELECT n.id FROM whatsapp_instances n WHERE n.owner_id = c.owner_id AND n.id = c.instance_id AND NOT n.is_default) AS number_id
        FROM conversations c WHERE ${waiting(sql`${ownerId}::int`)} AND ${UNTAKEN}
        ORDER BY c.waiting_since, c.id LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED`,
  );
}

/** Moves people to the end of the turn, in this order. */
export async function endTurns(ownerId: OwnerId, people: readonly PersonId[]): Promise<void> {
  await execute(
    sql`UPDATE turns t SET given_at = statement_timestamp() + make_interval(secs => g.place / 1000.0)
        FROM unnest(${people}::int[]) WITH ORDINALITY AS g(person_id, place)
        WHERE t.owner_id = ${ownerId} AND t.person_id = g.person_id`,
  );
}
