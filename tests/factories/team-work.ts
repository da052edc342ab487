import { randomUUID } from "node:crypto";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { buildLead } from "./leads";
import { buildInstance, openChat } from "./owned-rows";
import { buildMember, signIn, type TestUser } from "./users";

export interface Colleague {
  personId: PersonId;
  headers: TestUser["headers"];
}

export async function buildColleague(
  ownerId: OwnerId,
  name: string,
  role: "manager" | "seller" = "seller",
): Promise<Colleague> {
  const personId = await buildMember(ownerId, undefined, role);
  await execute(
    sql`UPDATE users SET name = ${name}, created_at = '2020-01-01' WHERE id = ${personId}`,
  );
  return { personId, headers: (await signIn(personId)).headers };
}

let serial = 0;

/** A conversation with a number of its own. Returns its id and the number's key. */
export async function buildChat(user: TestUser): Promise<{ id: number; key: string }> {
  const known = await firstRow(sql`SELECT 1 FROM whatsapp_instances WHERE owner_id = ${user.id}`);
  if (!known) await buildInstance(user);
  serial += 1;
  const key = `5511${63_000_000 + serial}`;
  await openChat(user, key);
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM conversations WHERE owner_id = ${user.id} AND phone_key = ${key}`,
  );
  return { id: row?.id ?? 0, key };
}

interface Said {
  at: string;
  by?: PersonId | null;
  direction?: "in" | "out";
  intent?: string | null;
  kind?: string;
  rank?: number;
}

/** A message of a conversation; with `by` that person wrote it here. */
export async function say(
  { id: ownerId }: TestUser,
  chat: number,
  { at, by = null, direction = "out", intent = null, kind = "text", rank = 2 }: Said,
): Promise<void> {
  await execute(
    sql`INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, kind, content, intent,
                              status_rank, person_id, sent_at)
        SELECT ${ownerId}, ${chat}, i.id, ${randomUUID()}, ${direction}, ${kind}, 'Oi', ${intent}, ${rank}, ${by}, ${at}::timestamptz
        FROM whatsapp_instances i WHERE i.owner_id = ${ownerId}`,
  );
}

/** A deal that somebody won, or nobody. */
export async function win(
  ownerId: OwnerId,
  by: PersonId | null,
  at: string,
  cents: number | null = null,
): Promise<void> {
  const { id } = await buildLead(ownerId);
  await execute(
    sql`UPDATE leads SET stage_id = (SELECT id FROM stages WHERE owner_id = ${ownerId} AND meaning = 'won' LIMIT 1),
               seller_id = ${by}, value_cents = ${cents}::bigint, staged_at = ${at}::timestamptz WHERE id = ${id}`,
  );
  await execute(sql`UPDATE leads SET staged_at = ${at}::timestamptz WHERE id = ${id}`);
}
