import { type AnswerGroup, GROUP_OF_ANSWER } from "@/lib/domain/answers/answer-groups";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import type { SearchTerm } from "@/lib/domain/leads/lead-search";
import type { ChatFilter } from "@/lib/domain/messages/chat-message";
import type { LastMessageKind } from "@/lib/domain/messages/message-kind";
import type { TaskDue } from "@/lib/domain/tasks/task";
import { toStorableJson } from "@/lib/stored-json";
import type { Reader } from "@/server/platform/actor";
import { seen, seenChat, sightName } from "@/server/platform/db/seen";
import { empty, firstRow, prepared, rows, type Sql, sql } from "@/server/platform/db/sql";
import { buildHoldsCondition } from "@/server/platform/db/text-search";
import { mayTake } from "./assignments.repository";
import { mentioning } from "./conversation-notes.repository";

/** A conversation as the list of chats shows it. */
export interface ChatRow {
  id: number;
  chat_id: string;
  phone_key: string;
  /** The account's number that the conversation is with. */
  instance_id: number | null;
  /** The same, but null for the default one. */
  number_id: number | null;
  number: string | null;
  name: string | null;
  username: string | null;
  moved_from: string | null;
  moved_at: Date | null;
  contact_name: string | null;
  lead_name: string | null;
  /** Name of the lead's contact with this number, where that is not the main contact. */
  person_name: string | null;
  person_role: string | null;
  lead_id: number | null;
  picture_url: string | null;
  last_message: string | null;
  last_message_kind: LastMessageKind;
  last_message_at: Date;
  unread_count: number;
  seller_id: number | null;
  archived: boolean;
  is_waiting: boolean;
  intent: AnswerKind | null;
  intent_words: string | null;
  intent_settled: boolean;
  due: TaskDue | null;
  task: (TaskDue & { id: number }) | null;
}

/** A chat's place in the list. */
export interface ChatCursor {
  at: Date;
  id: number;
}

/** Conversations with a message, the latest first; each contains all of `terms`. */
export function findChats(
  reader: Reader,
  page: {
    terms: SearchTerm[];
    filter: ChatFilter;
    intent: AnswerKind | null;
    /** With this one of the account's numbers; null for any. */
    numberId: number | null;
    after: ChatCursor | null;
    offset: number;
    limit: number;
  },
): Promise<ChatRow[]> {
  const { ownerId } = reader;
  const { terms, filter, intent, numberId, after, offset, limit } = page;
  const beyond = after
    ? sql`AND (c.last_message_at, c.id) < (${after.at}::timestamptz, ${after.id}::int)`
    : empty;
  const matching = terms.length > 0 ? sql`AND ${buildHoldsCondition(terms, SEARCHED)}` : empty;
  const saying = intent === null ? empty : sql`AND c.intent = ${intent}`;
  const by = numberId === null ? empty : sql`AND c.instance_id = ${numberId}`;
  const statement = sql`${SELECTED_CHAT} FROM conversations c ${withPerson(reader)}
        WHERE c.owner_id = ${ownerId}${seenChat(reader, "c")} AND c.last_message_at IS NOT NULL ${buildFilters(reader)[filter]} ${saying} ${by} ${beyond} ${matching}
        ORDER BY c.last_message_at DESC, c.id DESC LIMIT ${limit} OFFSET ${offset}`;
  // Prepared, because planning costs as much as reading; but not a search, whose statement depends on the number of
  // terms.
  if (terms.length > 0) return rows(statement);
  const name = `find chats ${filter}${intent ? " saying" : ""}${numberId ? " by" : ""}${after ? " after" : ""}${sightName(reader)}`;
  return rows(prepared(name, statement));
}

export const IS_ARCHIVED = sql`coalesce(c.archived_at >= c.last_message_at, false)`;

/** The account's number that a conversation `c` is with; null for the default one. */
export const NUMBER_ID = sql`(SELECT n.id FROM whatsapp_instances n
  WHERE n.owner_id = c.owner_id AND n.id = c.instance_id AND NOT n.is_default) AS number_id`;

const toDue = (day: Sql, time: Sql) =>
  sql`jsonb_build_object('day', to_char(${day}, 'YYYY-MM-DD'), 'time', to_char(${time}, 'HH24:MI'))`;

/** Of a conversation `c`, its lead and its contact. */
const SELECTED_CHAT = sql`
  SELECT c.id, c.chat_id, c.phone_key, c.instance_id, ${NUMBER_ID}, w.number, c.name, c.username, c.moved_from, c.moved_at, w.name AS contact_name,
         l.name AS lead_name, l.person_name, l.person_role, l.id AS lead_id, w.picture_url, c.last_message, c.last_message_kind, c.last_message_at,
         c.unread_count, c.seller_id, ${IS_ARCHIVED} AS archived,
         c.waiting_since IS NOT NULL AND NOT ${IS_ARCHIVED} AS is_waiting, c.intent, c.intent_words, c.intent_settled,
         CASE WHEN c.intent_day IS NOT NULL THEN ${toDue(sql`c.intent_day`, sql`c.intent_time`)} END AS due,
         CASE WHEN c.intent_task_id IS NOT NULL THEN (
           SELECT jsonb_build_object('id', t.id) || ${toDue(sql`t.due_on`, sql`t.due_time`)} FROM tasks t
           WHERE t.owner_id = c.owner_id AND t.id = c.intent_task_id AND t.done_at IS NULL) END AS task`;

/**
 * The lead of a conversation `c`, as `l`: the one whose main contact has the number, or another of its contacts. The
 * second lookup is made where the first one finds nothing.
 */
export const leadOfChat = (reader: Reader): Sql => sql`
  LEFT JOIN LATERAL (
    (SELECT f.id, f.name, f.name_key, NULL::text AS person_name, NULL::text AS person_role
     FROM leads f WHERE f.owner_id = c.owner_id AND f.phone_key = c.phone_key${seen(reader, "f")})
    UNION ALL
    (SELECT f.id, f.name, f.name_key, k.name, k.role
     FROM lead_contacts k JOIN leads f ON f.owner_id = k.owner_id AND f.id = k.lead_id
     WHERE k.owner_id = c.owner_id AND k.phone_key = c.phone_key${seen(reader, "f")} ORDER BY k.lead_id LIMIT 1)
    LIMIT 1
  ) AS l ON true`;
const withPerson = (reader: Reader): Sql => sql`
  ${leadOfChat(reader)}
  LEFT JOIN whatsapp_contacts w ON w.owner_id = c.owner_id AND w.phone_key = c.phone_key`;

/** A contact who opted out expects no answer. */
const MAY_BE_ANSWERED = sql`NOT EXISTS (
  SELECT 1 FROM opt_outs o WHERE o.owner_id = c.owner_id AND o.phone_key = c.phone_key)`;

const UNANSWERED = sql`AND c.waiting_since IS NOT NULL AND NOT ${IS_ARCHIVED} AND ${MAY_BE_ANSWERED}`;

const buildFilters = ({ ownerId, personId }: Reader): Record<ChatFilter, Sql> => ({
  all: sql`AND NOT ${IS_ARCHIVED}`,
  archived: sql`AND ${IS_ARCHIVED}`,
  mixed: sql`AND c.mixed_with IS NOT NULL`,
  unread: sql`AND NOT ${IS_ARCHIVED} AND c.unread_count > 0 AND ${MAY_BE_ANSWERED}`,
  lead: sql`AND NOT ${IS_ARCHIVED} AND l.id IS NOT NULL`,
  unanswered: UNANSWERED,
  // Also archived ones: a mention waits wherever it is.
  mentions: sql`AND c.id IN ${mentioning(ownerId, personId)}`,
  mine: sql`AND NOT ${IS_ARCHIVED} AND c.seller_id = ${personId}`,
  unassigned: sql`AND NOT ${IS_ARCHIVED} AND c.seller_id IS NULL`,
});

/** A conversation whose contact waits for an answer, with how many wait in its group. */
export interface WaitingRow extends ChatRow {
  waiting_since: Date;
  /** Whether a user has to decide if it is an opt-out. */
  may_leave: boolean;
  answer_group: AnswerGroup;
  waiting: number;
}

/**
 * The conversations whose contact waits for an answer of the person, or of anybody, the latest first: the first `limit`
 * of each group, among the latest `most` of all. A conversation with an open opt-out decision belongs to the group of
 * decisions, regardless of its intent.
 */
export function findWaitingChats(
  reader: Reader,
  { limit, most }: { limit: number; most: number },
): Promise<WaitingRow[]> {
  const { ownerId, personId } = reader;
  return rows(
    prepared(
      `find waiting chats${sightName(reader)}`,
      sql`WITH latest AS MATERIALIZED (
            SELECT c.id, c.waiting_since, asked.may_leave,
                   CASE WHEN asked.may_leave THEN ${UNDECIDED} ELSE coalesce(${GROUPS}::jsonb ->> c.intent, ${UNDECIDED}) END AS answer_group
            FROM conversations c, LATERAL (SELECT EXISTS (
              SELECT 1 FROM opt_out_reviews v WHERE v.owner_id = c.owner_id AND v.phone_key = c.phone_key) AS may_leave) AS asked
            WHERE c.owner_id = ${ownerId}${seenChat(reader, "c")} ${UNANSWERED} AND ${mayTake(sql`${personId}`, null)} ORDER BY c.waiting_since DESC, c.id DESC LIMIT ${most}::int
          ), placed AS (
            SELECT id, may_leave, answer_group, count(*) OVER (PARTITION BY answer_group)::int AS waiting,
                   row_number() OVER (PARTITION BY answer_group ORDER BY waiting_since DESC, id DESC) AS place
            FROM latest)
          ${SELECTED_CHAT}, c.waiting_since, placed.may_leave, placed.answer_group, placed.waiting
          FROM placed JOIN conversations c ON c.id = placed.id ${withPerson(reader)}
          WHERE c.owner_id = ${ownerId} AND placed.place <= ${limit}::int ORDER BY placed.place`,
    ),
  );
}

const UNDECIDED: AnswerGroup = "decide";
const GROUPS = toStorableJson(GROUP_OF_ANSWER);

/** What a conversation is found by. The lead's prepared name is cut at 32 characters. */
const SEARCHED = [
  sql`c.search_text`,
  sql`w.search_text`,
  sql`CASE WHEN length(l.name) > 32 THEN search_form(l.name) ELSE l.name_key END`,
  sql`search_form(l.person_name)`,
];

/** Of conversations that the person answers, or could. */
export async function countUnread(
  reader: Reader,
): Promise<{ unread_count: number; chats: number; mixed: number; mentions: number }> {
  const { ownerId, personId } = reader;
  const row = await firstRow<Awaited<ReturnType<typeof countUnread>>>(
    sql`SELECT coalesce(sum(unread_count), 0)::int AS unread_count, count(*)::int AS chats,
               (SELECT count(*)::int FROM conversations c WHERE owner_id = ${ownerId}${seenChat(reader, "c")} AND mixed_with IS NOT NULL) AS mixed,
               (SELECT count(*)::int FROM conversations c WHERE owner_id = ${ownerId}${seenChat(reader, "c")} AND last_message_at IS NOT NULL
                  AND id IN ${mentioning(ownerId, personId)}) AS mentions
        FROM conversations c
        WHERE owner_id = ${ownerId}${seenChat(reader, "c")} AND unread_count > 0 AND ${MAY_BE_ANSWERED} AND ${mayTake(sql`${personId}`, null)}`,
  );
  return row ?? { unread_count: 0, chats: 0, mixed: 0, mentions: 0 };
}
