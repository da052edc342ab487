import {
  CONTACT_DAYS,
  type ContactFilter,
  type StepFilter,
} from "@/lib/domain/leads/dealing-filters";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { seenChat } from "@/server/platform/db/seen";
import { empty, join, type Sql, sql } from "@/server/platform/db/sql";

/**
 * Conditions on `leads` by the last contact and the next task. Each set of leads is looked up as a whole: there are
 * fewer conversations and tasks than leads, and checking lead by lead would search all of them for a rare one.
 */

/** Leads with a message from or to us in these days (ever, where it is null), each with the times of it. */
function selectContacts(ownerId: OwnerId, days: number | null, reader: Pick<Reader, "sight">): Sql {
  const since = days === null ? sql`'-infinity'` : sql`now() - make_interval(days => ${days})`;
  const talks = sql`SELECT phone_key, last_message_at AS at FROM conversations c
                    WHERE owner_id = ${ownerId} AND last_message_at >= ${since}${seenChat(reader, "c")}`;
  return sql`SELECT e.id, e.contacted_at AS at FROM leads e WHERE e.owner_id = ${ownerId} AND e.contacted_at >= ${since}
             UNION ALL
             SELECT e.id, t.at FROM (${talks}) AS t JOIN leads e ON e.owner_id = ${ownerId} AND e.phone_key = t.phone_key
             UNION ALL
             SELECT k.lead_id, t.at FROM (${talks}) AS t JOIN lead_contacts k ON k.owner_id = ${ownerId} AND k.phone_key = t.phone_key`;
}

export function buildContactCondition(
  ownerId: OwnerId,
  wanted: readonly ContactFilter[],
  reader: Pick<Reader, "sight">,
): Sql {
  const ways = wanted.map((each) => {
    if (each === "never") {
      return sql`NOT EXISTS (SELECT 1 FROM (${selectContacts(ownerId, null, reader)}) AS contacts WHERE contacts.id = leads.id)`;
    }
    const { within, notWithin } = CONTACT_DAYS[each];
    const last =
      notWithin === null
        ? empty
        : sql`HAVING max(at) < now() - make_interval(days => ${notWithin})`;
    return sql`id IN (SELECT id FROM (${selectContacts(ownerId, within, reader)}) AS contacts GROUP BY id ${last})`;
  });
  return sql`(${join(ways, " OR ")})`;
}

const DUE: Record<Exclude<StepFilter, "none">, Sql> = {
  overdue: sql`min(due_by) < now()`,
  today: sql`min(due_by) >= now() AND min(due_on) <= (now() AT TIME ZONE 'America/Sao_Paulo')::date`,
  later: sql`min(due_on) > (now() AT TIME ZONE 'America/Sao_Paulo')::date`,
};

export function buildStepCondition(ownerId: OwnerId, wanted: readonly StepFilter[]): Sql {
  const open = sql`FROM tasks WHERE owner_id = ${ownerId} AND done_at IS NULL AND lead_id IS NOT NULL`;
  const ways = wanted.map((each) =>
    each === "none"
      ? sql`NOT EXISTS (SELECT 1 FROM (SELECT lead_id ${open}) AS s WHERE s.lead_id = leads.id)`
      : sql`id IN (SELECT lead_id ${open} GROUP BY lead_id HAVING ${DUE[each]})`,
  );
  return sql`(${join(ways, " OR ")})`;
}
