import type { LeadHistoryEntry, LeadHistoryGroup } from "@/lib/contracts/leads/lead-history";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import type { RecipientCause } from "@/lib/domain/campaigns/campaign";
import type { LeadFieldChange } from "@/lib/domain/leads/lead-change";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import type { Reader } from "@/server/platform/actor";
import { seenChat } from "@/server/platform/db/seen";
import { empty, firstRow, join, rows, type Sql, sql } from "@/server/platform/db/sql";

export interface LeadHistoryRow {
  branch: number;
  id: number;
  kind: LeadHistoryEntry["kind"];
  at: Date;
  by: string | null;
  from_status: LeadStatus | null;
  to_status: LeadStatus | null;
  from_stage: string | null;
  to_stage: string | null;
  text: string | null;
  outcome: string | null;
  variant: number | null;
  step: number | null;
  cause: RecipientCause | null;
  detail: string | null;
  status_rank: number | null;
  pinned_at: Date | null;
  edited_at: Date | null;
  changes: LeadFieldChange[] | null;
  search: string | null;
  person: string | null;
}

/** An entry's place in the order of the history: its instant, then its branch of the union, then its row there. */
export interface LeadHistoryCursor {
  at: Date;
  branch: number;
  id: number;
}

interface HistoryLead {
  id: number;
  phoneKey: string | null;
  createdAt: Date;
  source: string;
}

interface Branch {
  group: LeadHistoryGroup;
  /** A kind's name, or an expression that yields it. */
  kind: Sql;
  id: Sql;
  at: Sql;
  values: Partial<Record<keyof typeof NO_VALUES, Sql>>;
  from: Sql;
  /** The order in which its index yields rows. */
  order?: Sql;
}

/** The columns that describe what happened, with their types where a branch has none. */
const NO_VALUES = {
  by: sql`NULL::text`,
  from_status: sql`NULL::text`,
  to_status: sql`NULL::text`,
  from_stage: sql`NULL::text`,
  to_stage: sql`NULL::text`,
  text: sql`NULL::text`,
  outcome: sql`NULL::text`,
  variant: sql`NULL::int`,
  step: sql`NULL::int`,
  cause: sql`NULL::text`,
  detail: sql`NULL::text`,
  status_rank: sql`NULL::int`,
  pinned_at: sql`NULL::timestamptz`,
  edited_at: sql`NULL::timestamptz`,
  changes: sql`NULL::jsonb`,
  search: sql`NULL::text`,
  person: sql`NULL::text`,
};

/**
 * A page of a lead's history, the newest entries first: its creation, changes of status and stage, campaigns that
 * selected it, messages exchanged with its contacts, notes and tasks. Each branch of the union is bounded by the page.
 */
export function findHistory(
  reader: Reader,
  lead: HistoryLead,
  {
    show,
    after,
    limit,
  }: { show: LeadHistoryGroup | null; after: LeadHistoryCursor | null; limit: number },
): Promise<LeadHistoryRow[]> {
  const branches = listBranches(reader, lead).flatMap((branch, place) =>
    show === null || branch.group === show ? [buildBranch(branch, place, after, limit)] : [],
  );
  return rows(
    sql`SELECT * FROM (${join(branches, " UNION ALL ")}) AS entries
        ORDER BY at DESC, branch DESC, id DESC LIMIT ${limit}`,
  );
}

function buildBranch(
  { kind, id, at, values, from, order }: Branch,
  place: number,
  after: LeadHistoryCursor | null,
  limit: number,
): Sql {
  // The first condition is the one that an index supports.
  const beyond = after
    ? sql`AND ${at} <= ${after.at}::timestamptz
          AND (${at}, ${place}::int, ${id}) < (${after.at}::timestamptz, ${after.branch}::int, ${after.id}::int)`
    : empty;
  const told = { ...NO_VALUES, ...values };
  return sql`(SELECT ${place}::int AS branch, ${id} AS id, ${kind} AS kind, ${at} AS at, ${told.by} AS by,
                ${told.from_status} AS from_status, ${told.to_status} AS to_status, ${told.from_stage} AS from_stage,
                ${told.to_stage} AS to_stage, ${told.text} AS text, ${told.outcome} AS outcome, ${told.variant} AS variant,
                ${told.step} AS step, ${told.cause} AS cause, ${told.detail} AS detail,
                ${told.status_rank} AS status_rank, ${told.pinned_at} AS pinned_at, ${told.edited_at} AS edited_at,
                ${told.changes} AS changes, ${told.search} AS search, ${told.person} AS person
              ${from} ${beyond} ORDER BY ${order ?? sql`${at} DESC, ${id} DESC`} LIMIT ${limit})`;
}

/** A message `m`. */
const MESSAGE = {
  group: "messages",
  kind: sql`CASE m.direction WHEN 'in' THEN 'message_received' ELSE 'message_sent' END`,
  id: sql`m.id`,
  at: sql`m.sent_at`,
  values: {
    text: sql`CASE WHEN m.deleted_at IS NULL THEN m.content END`,
    status_rank: sql`CASE m.direction WHEN 'out' THEN m.status_rank END`,
  },
} as const;

/** In the order of entries of one instant, the oldest first: a lead is created before anything happens to it. */
function listBranches(reader: Reader, lead: HistoryLead): Branch[] {
  const { ownerId } = reader;
  const ofLead = sql`owner_id = ${ownerId} AND lead_id = ${lead.id}`;
  const created = sql`${lead.createdAt}::timestamptz`;
  return [
    {
      group: "changes",
      kind: sql`'created'`,
      id: sql`0::int`,
      at: created,
      values: { text: sql`${lead.source}::text`, search: sql`found.search` },
      from: sql`FROM (SELECT (
                  SELECT concat_ws(', ', s.query, coalesce(s.place_name, s.city), s.state)
                  FROM search_results r JOIN searches s ON s.owner_id = r.owner_id AND s.id = r.search_id
                  WHERE r.owner_id = ${ownerId} AND r.lead_id = ${lead.id} AND r.outcome = 'created'
                  ORDER BY r.id LIMIT 1) AS search) AS found WHERE true`,
    },
    {
      group: "changes",
      kind: sql`'task_made'`,
      id: sql`t.id`,
      at: sql`t.created_at`,
      values: { text: sql`t.what` },
      from: sql`FROM tasks t WHERE ${ofLead}`,
    },
    {
      group: "changes",
      kind: sql`CASE WHEN e.changes IS NULL THEN 'status' ELSE 'edited' END`,
      id: sql`e.id`,
      at: sql`e.occurred_at`,
      values: {
        changes: sql`e.changes`,
        by: sql`e.changed_by`,
        from_status: sql`e.from_status`,
        to_status: sql`e.to_status`,
        from_stage: sql`e.from_stage`,
        to_stage: sql`e.to_stage`,
        person: sql`(SELECT u.name FROM users u WHERE u.account_id = e.owner_id AND u.id = e.person_id)`,
      },
      from: sql`FROM lead_events e WHERE ${ofLead}`,
    },
    {
      group: "messages",
      kind: sql`'campaign'`,
      id: sql`p.id`,
      at: sql`coalesce(p.settled_at, p.claimed_at, r.scheduled_for)`,
      values: {
        text: sql`c.name`,
        outcome: sql`p.state`,
        variant: sql`p.variant`,
        step: sql`p.step`,
        cause: sql`p.cause`,
        detail: sql`p.detail`,
      },
      from: sql`FROM campaign_recipients p
                JOIN campaign_runs r ON r.id = p.run_id JOIN campaigns c ON c.id = r.campaign_id
                WHERE p.owner_id = ${ownerId} AND p.phone_key = ${lead.phoneKey}::text AND p.lead_id = ${lead.id}
                  AND NOT (p.step > 1 AND p.state = 'pending')`,
    },
    {
      ...MESSAGE,
      from: sql`FROM conversations v JOIN messages m ON m.owner_id = v.owner_id AND m.conversation_id = v.id
                WHERE v.owner_id = ${ownerId} AND v.phone_key = ${lead.phoneKey}::text${seenChat(reader, "v")}`,
    },
    {
      group: "changes",
      kind: sql`'task_done'`,
      id: sql`t.id`,
      at: sql`t.done_at`,
      values: { text: sql`t.what` },
      from: sql`FROM tasks t WHERE ${ofLead} AND t.done_at IS NOT NULL`,
    },
    {
      group: "notes",
      kind: sql`'note'`,
      id: sql`n.id`,
      at: sql`n.created_at`,
      values: { text: sql`n.text`, pinned_at: sql`n.pinned_at`, edited_at: sql`n.edited_at` },
      from: sql`FROM notes n WHERE ${ofLead}`,
    },
    {
      group: "changes",
      kind: sql`'merged'`,
      id: sql`g.id`,
      at: sql`g.merged_at`,
      values: { text: sql`array_to_string(g.names, ', ')` },
      from: sql`FROM lead_merges g WHERE owner_id = ${ownerId} AND survivor_id = ${lead.id}`,
    },
    {
      ...MESSAGE,
      values: { ...MESSAGE.values, by: sql`coalesce(k.name, k.whatsapp)` },
      from: sql`FROM lead_contacts k JOIN conversations v ON v.owner_id = k.owner_id AND v.phone_key = k.phone_key
                JOIN messages m ON m.owner_id = v.owner_id AND m.conversation_id = v.id
                WHERE k.owner_id = ${ownerId} AND k.lead_id = ${lead.id} AND k.phone_key IS DISTINCT FROM ${lead.phoneKey}::text${seenChat(reader, "v")}`,
    },
  ];
}

/**
 * When the last message went to or came from one of the lead's contacts, null without any; and the waiting answer of
 * the main one.
 */
export async function findLastContact(
  reader: Reader,
  leadId: number,
): Promise<{ at: Date | null; answer: AnswerKind | null }> {
  const found = await firstRow<{ at: Date | null; answer: AnswerKind | null }>(
    sql`SELECT coalesce(max(c.last_message_at), min(l.contacted_at)) AS at,
               (array_agg(c.intent ORDER BY c.last_message_at DESC) FILTER (WHERE c.phone_key = l.phone_key AND c.waiting_since IS NOT NULL
                                       AND (c.archived_at >= c.last_message_at) IS NOT TRUE))[1] AS answer
        FROM leads l
        LEFT JOIN lead_contacts k ON k.owner_id = l.owner_id AND k.lead_id = l.id
        LEFT JOIN conversations c ON c.owner_id = l.owner_id AND c.phone_key IN (l.phone_key, k.phone_key)${seenChat(reader, "c")}
        WHERE l.owner_id = ${reader.ownerId} AND l.id = ${leadId}`,
  );
  return found ?? { at: null, answer: null };
}
