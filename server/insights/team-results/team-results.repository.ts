import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import type { Period } from "@/lib/domain/time/period";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { empty, raw, rows, type Sql, sql } from "@/server/platform/db/sql";

/** Whose figures: an account's, or one person's of it alone. */
export interface Whose {
  ownerId: OwnerId;
  only: PersonId | null;
}

/** A row for each person, one for what is nobody's, and in some counts one for all of them. */
interface Counted {
  is_total: boolean;
  person_id: number | null;
}

/** Deals of one period that are counted at most. */
const MOST_DEALS = 50_000;
const LISTED = 1_000;

function of({ only }: Whose, column: string): Sql {
  return only === null ? empty : sql` AND ${raw(column)} = ${only}`;
}

interface PersonRow {
  id: PersonId;
  name: string;
  created_at: Date;
  suspended_at: Date | null;
  monday_mail: boolean;
}

/** By name. */
export function findPeople(whose: Whose): Promise<PersonRow[]> {
  return rows(
    sql`SELECT u.id, u.name, u.created_at, u.suspended_at, u.monday_mail FROM users u
        WHERE u.account_id = ${whose.ownerId} ${of(whose, "u.id")} ORDER BY lower(u.name), u.id LIMIT ${LISTED}`,
  );
}

/**
 * The conversations that people wrote to by hand, and those in which the contact wrote afterwards. The answer is looked
 * for by conversation: a join would read what all contacts of all accounts wrote.
 */
export function countWritten(
  whose: Whose,
  { start, end }: Period,
): Promise<(Counted & { contacted: number; answered: number })[]> {
  return rows(
    sql`WITH written AS MATERIALIZED (
          SELECT m.person_id, m.conversation_id, min(m.sent_at) AS first_at FROM messages m
          WHERE m.owner_id = ${whose.ownerId} AND m.person_id IS NOT NULL AND m.sent_at >= ${start} AND m.sent_at < ${end}
            AND m.status_rank <> ${MESSAGE_RANK.failed} ${of(whose, "m.person_id")}
          GROUP BY m.person_id, m.conversation_id
        ), told AS (
          SELECT w.person_id, w.conversation_id, (
            SELECT true FROM messages a
            WHERE a.conversation_id = w.conversation_id AND a.sent_at > w.first_at AND a.direction = 'in'
              AND a.kind <> 'notice' AND a.intent IS DISTINCT FROM 'automatic' LIMIT 1) IS TRUE AS answered
          FROM written w
        )
        SELECT grouping(person_id) = 1 AS is_total, person_id, count(DISTINCT conversation_id)::int AS contacted,
               (count(DISTINCT conversation_id) FILTER (WHERE answered))::int AS answered
        FROM told GROUP BY GROUPING SETS ((person_id), ())`,
  );
}

/** The median of the working time that contacts waited for an answer that went out. */
export function measureFirstAnswers(
  whose: Whose,
  { start, end }: Period,
): Promise<(Counted & { first_answer_s: number | null })[]> {
  return rows(
    sql`SELECT grouping(f.person_id) = 1 AS is_total, f.person_id,
               percentile_cont(0.5) WITHIN GROUP (ORDER BY f.working_s)::float8 AS first_answer_s
        FROM first_answers f
        WHERE f.owner_id = ${whose.ownerId} AND f.answered_at >= ${start} AND f.answered_at < ${end} ${of(whose, "f.person_id")}
          AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = f.conversation_id AND m.sent_at = f.answered_at
                          AND m.person_id = f.person_id AND m.status_rank = ${MESSAGE_RANK.failed})
        GROUP BY GROUPING SETS ((f.person_id), ())`,
  );
}

/** Open tasks that are late now. */
export function countLateTasks(
  whose: Whose,
): Promise<{ person_id: number | null; late_tasks: number }[]> {
  return rows(
    sql`SELECT t.person_id, count(*)::int AS late_tasks FROM tasks t
        WHERE t.owner_id = ${whose.ownerId} AND t.done_at IS NULL AND t.due_by <= now() ${of(whose, "t.person_id")}
        GROUP BY t.person_id`,
  );
}

/** Leads that came into a stage of won deals, and stand in it. */
export function countWon(
  whose: Whose,
  { start, end }: Period,
): Promise<{ person_id: number | null; won: number; won_cents: number }[]> {
  return rows(
    sql`SELECT d.person_id, count(*)::int AS won, coalesce(sum(d.value_cents), 0)::float8 AS won_cents FROM (
          SELECT l.seller_id AS person_id, l.value_cents
          FROM stages s JOIN leads l ON l.owner_id = s.owner_id AND l.stage_id = s.id
          WHERE s.owner_id = ${whose.ownerId} AND s.meaning = 'won' AND l.staged_at >= ${start} AND l.staged_at < ${end}
            ${of(whose, "l.seller_id")}
          LIMIT ${MOST_DEALS}
        ) AS d GROUP BY d.person_id`,
  );
}

/** Numbers that are not to be written to since, by whose their conversation is; where nobody took it, whose lead. */
export function countOptOuts(
  whose: Whose,
  { start, end }: Period,
): Promise<{ person_id: number | null; opt_outs: number }[]> {
  return rows(
    sql`SELECT o.person_id, count(*)::int AS opt_outs FROM (
          SELECT coalesce(
            (SELECT c.seller_id FROM conversations c WHERE c.owner_id = o.owner_id AND c.phone_key = o.phone_key AND c.seller_id IS NOT NULL
             ORDER BY c.last_message_at DESC NULLS LAST LIMIT 1),
            (SELECT l.seller_id FROM leads l WHERE l.owner_id = o.owner_id AND l.phone_key = o.phone_key),
            (SELECT l.seller_id FROM lead_contacts p JOIN leads l ON l.owner_id = p.owner_id AND l.id = p.lead_id
             WHERE p.owner_id = o.owner_id AND p.phone_key = o.phone_key ORDER BY p.lead_id LIMIT 1)) AS person_id
          FROM opt_outs o
          WHERE o.owner_id = ${whose.ownerId} AND o.source <> 'import' AND o.said_at >= ${start} AND o.said_at < ${end}
            -- Whoever is known by an id and by a number is one person.
            AND NOT EXISTS (SELECT 1 FROM contact_identities i JOIN opt_outs n ON n.owner_id = i.owner_id AND n.phone_key = i.phone_key
                            WHERE i.owner_id = o.owner_id AND i.chat_id = o.phone_key)
        ) AS o WHERE true ${of(whose, "o.person_id")} GROUP BY o.person_id`,
  );
}
