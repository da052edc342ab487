import {
  CONTACT_DAYS,
  type ContactFilter,
  type StepFilter,
} from "@/lib/domain/leads/dealing-filters";
import type { UserId } from "@/server/platform/actor";
import { join, type Sql, sql } from "@/server/platform/db/sql";

/**
 * Conditions on `leads` by what was last done with one, and what is to be done next. Each set of leads is looked up as a
 * whole: conversations and tasks are fewer than leads, and lead by lead a rare one would be looked for in all of them.
 */

/** Leads that somebody wrote to or heard from since then; ever, where it is null. */
function selectContacted(ownerId: UserId, days: number | null): Sql {
  const since = days === null ? sql`'-infinity'` : sql`now() - make_interval(days => ${days})`;
  const talks = sql`SELECT phone_key FROM conversations WHERE owner_id = ${ownerId} AND last_message_at >= ${since}`;
  return sql`SELECT e.id FROM leads e WHERE e.owner_id = ${ownerId} AND e.contacted_at >= ${since}
             UNION ALL
             SELECT e.id FROM (${talks}) AS t JOIN leads e ON e.owner_id = ${ownerId} AND e.phone_key = t.phone_key
             UNION ALL
             SELECT k.lead_id FROM (${talks}) AS t JOIN lead_contacts k ON k.owner_id = ${ownerId} AND k.phone_key = t.phone_key`;
}

export function buildContactCondition(ownerId: UserId, wanted: readonly ContactFilter[]): Sql {
  const isContacted = (days: number | null) => sql`id IN (${selectContacted(ownerId, days)})`;
  const isNot = (days: number | null) =>
    sql`NOT EXISTS (SELECT 1 FROM (${selectContacted(ownerId, days)}) AS s WHERE s.id = leads.id)`;
  const ways = wanted.map((each) => {
    if (each === "never") return isNot(null);
    const { within, notWithin } = CONTACT_DAYS[each];
    return notWithin === null
      ? isContacted(within)
      : sql`(${isContacted(within)} AND ${isNot(notWithin)})`;
  });
  return sql`(${join(ways, " OR ")})`;
}

const DUE: Record<Exclude<StepFilter, "none">, Sql> = {
  overdue: sql`min(due_by) < now()`,
  today: sql`min(due_by) >= now() AND min(due_on) <= (now() AT TIME ZONE 'America/Sao_Paulo')::date`,
  later: sql`min(due_on) > (now() AT TIME ZONE 'America/Sao_Paulo')::date`,
};

export function buildStepCondition(ownerId: UserId, wanted: readonly StepFilter[]): Sql {
  const open = sql`FROM tasks WHERE owner_id = ${ownerId} AND done_at IS NULL AND lead_id IS NOT NULL`;
  const ways = wanted.map((each) =>
    each === "none"
      ? sql`NOT EXISTS (SELECT 1 FROM (SELECT lead_id ${open}) AS s WHERE s.lead_id = leads.id)`
      : sql`id IN (SELECT lead_id ${open} GROUP BY lead_id HAVING ${DUE[each]})`,
  );
  return sql`(${join(ways, " OR ")})`;
}
