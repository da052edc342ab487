import type { Reader } from "@/server/platform/actor";
import { empty, raw, type Sql, sql } from "./sql";

/**
 * A person's sight, of `users u` and `accounts a`: null for all of the account. Whoever is suspended works no more, so
 * what is theirs is nobody's. A role or a visibility that is not known shows a person what is theirs alone.
 */
export const SIGHT = sql`CASE WHEN u.role IN ('owner', 'manager') OR a.visibility = 'all' THEN NULL ELSE json_build_object(
    'sellers', (SELECT coalesce(json_agg(p.id), '[]') FROM users p WHERE p.account_id = a.id
                AND (p.id = u.id OR a.visibility = 'own_and_unassigned' AND p.suspended_at IS NOT NULL)),
    'unassigned', a.visibility = 'own_and_unassigned') END AS sight`;

/**
 * The one condition by which a person sees a lead or a conversation, beside its owner's: ` AND …` on a table or alias, or
 * nothing for whoever sees all. `by`: the column that says whose the row is.
 */
export function seen({ sight }: Pick<Reader, "sight">, of: string, by = "seller_id"): Sql {
  if (!sight) return empty;
  const column = raw(`${of}.${by}`);
  const [one, ...others] = sight.sellers;
  // An index that begins with the seller gives the rows of one in its order.
  const own =
    others.length === 0
      ? sql`${column} = ${one}::int`
      : sql`${column} = ANY(${sight.sellers}::int[])`;
  return sight.unassigned ? sql` AND (${column} IS NULL OR ${own})` : sql` AND ${own}`;
}

/**
 * The same of a conversation, by its table or alias: it is whose it is, or, where nobody took it, whose lead the number
 * is of, as a lead's main contact or another one.
 */
export function seenChat(reader: Pick<Reader, "sight">, of: string): Sql {
  const { sight } = reader;
  if (!sight) return empty;
  const chat = raw(of);
  return sql` AND coalesce(${chat}.seller_id = ANY(${sight.sellers}::int[]),
    ${isLeadSeen(reader, sql`${chat}.owner_id`, sql`${chat}.phone_key`)}, ${sight.unassigned})`;
}

/**
 * The same of what a number's key is all that is known of: one of its conversations says whose it is, without one the lead
 * with that number. `numberId`: of the conversation with this one of the account's numbers. What neither says anything of, all see.
 */
export function seenNumber(
  reader: Pick<Reader, "ownerId" | "sight">,
  key: Sql,
  numberId: number | null = null,
): Sql {
  if (!reader.sight) return empty;
  const by = numberId === null ? empty : sql` AND its_chat.instance_id = ${numberId}`;
  const owner = sql`${reader.ownerId}::int`;
  return sql` AND coalesce(
    (SELECT bool_or((true ${seenChat(reader, "its_chat")}) IS TRUE) FROM conversations its_chat
     WHERE its_chat.owner_id = ${owner} AND its_chat.phone_key = ${key}${by}),
    ${isLeadSeen(reader, owner, key)}, true)`;
}

/** Whether the lead of a number is in sight, as arguments of coalesce: null where the number is no lead's. */
function isLeadSeen(reader: Pick<Reader, "sight">, owner: Sql, key: Sql): Sql {
  return sql`
    (SELECT (true ${seen(reader, "its_lead")}) IS TRUE FROM leads its_lead
     WHERE its_lead.owner_id = ${owner} AND its_lead.phone_key = ${key}),
    (SELECT (true ${seen(reader, "its_lead")}) IS TRUE FROM lead_contacts its_person
     JOIN leads its_lead ON its_lead.owner_id = its_person.owner_id AND its_lead.id = its_person.lead_id
     WHERE its_person.owner_id = ${owner} AND its_person.phone_key = ${key} ORDER BY its_person.lead_id LIMIT 1)`;
}

/**
 * The condition on what a person did, by its column `person_id`: a reader who sees a part of the account sees what they did
 * themselves. What was done by somebody who is gone is left to owners and managers.
 */
export function madeBy({ sight, personId }: Pick<Reader, "sight" | "personId">, of: string): Sql {
  return sight ? sql` AND ${raw(of)}.person_id = ${personId}` : empty;
}

/** Tells apart the names of prepared statements that contain the condition. */
export function sightName({ sight }: Pick<Reader, "sight">): string {
  if (!sight) return "";
  const whose = sight.sellers.length === 1 ? "of one" : "of some";
  return sight.unassigned ? ` ${whose} and nobody` : ` ${whose}`;
}
