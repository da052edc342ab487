import { buildMentions } from "@/lib/domain/privacy/mentions";
import type { MessageData } from "@/lib/domain/privacy/person-data";
import type { PersonKeys } from "@/lib/domain/privacy/privacy-request";
import type { OwnerId } from "@/server/platform/actor";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { toArrays } from "./requests.repository";

const MOST_LEADS = 200;
const MOST_ROWS = 1_000;

/** Columns of leads that mean nothing to a person, or are derived from others. */
const HIDDEN = sql`ARRAY['owner_id', 'phone_key', 'site_host', 'stage_id', 'loss_reason_id', 'place', 'typed_phone_key', 'email_key',
  'cnpj_root', 'name_city_key', 'site_check', 'site_verdict', 'search_remark', 'company_status']`;

/** Each with all data that belongs to it. */
export async function findLeadData(ownerId: OwnerId, keys: PersonKeys): Promise<object[]> {
  const { phones, emails, cnpjs } = toArrays(keys);
  const found = await rows<{ lead: object }>(
    sql`WITH main AS (SELECT own_leads_of_person(${ownerId}::int, ${phones}, ${emails}, ${cnpjs}) AS id LIMIT ${MOST_LEADS})
        SELECT to_jsonb(l) - ${HIDDEN} || jsonb_build_object(
          'stage', (SELECT s.name FROM stages s WHERE s.owner_id = l.owner_id AND s.id = l.stage_id),
          'contacts', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'role', k.role, 'phone', k.phone, 'whatsapp', k.whatsapp,
             'email', k.email, 'source', k.source, 'created_at', k.created_at) ORDER BY k.id), '[]') FROM lead_contacts k
             WHERE k.owner_id = l.owner_id AND k.lead_id = l.id),
          'notes', (SELECT coalesce(jsonb_agg(jsonb_build_object('text', n.text, 'created_at', n.created_at) ORDER BY n.id), '[]')
             FROM notes n WHERE n.owner_id = l.owner_id AND n.lead_id = l.id),
          'tasks', (SELECT coalesce(jsonb_agg(jsonb_build_object('what', t.what, 'due_on', t.due_on, 'done_at', t.done_at) ORDER BY t.id), '[]')
             FROM tasks t WHERE t.owner_id = l.owner_id AND t.lead_id = l.id),
          'tags', (SELECT coalesce(jsonb_agg(t.name ORDER BY t.name), '[]') FROM lead_tags x JOIN tags t ON t.id = x.tag_id WHERE x.lead_id = l.id),
          'lists', (SELECT coalesce(jsonb_agg(i.name ORDER BY i.name), '[]') FROM list_leads m JOIN lists i ON i.id = m.list_id WHERE m.lead_id = l.id),
          'own_fields', (SELECT coalesce(jsonb_agg(jsonb_build_object('field', f.name, 'value', coalesce(v.text, v.number::text, v.day::text))
             ORDER BY f.position, v.place), '[]') FROM lead_values v JOIN own_fields f ON f.id = v.field_id WHERE v.lead_id = l.id),
          'history', (SELECT coalesce(jsonb_agg(jsonb_build_object('at', e.occurred_at, 'from', coalesce(e.from_stage, e.from_status),
             'to', coalesce(e.to_stage, e.to_status), 'changes', e.changes) ORDER BY e.id), '[]')
             FROM (SELECT * FROM lead_events h WHERE h.owner_id = l.owner_id AND h.lead_id = l.id ORDER BY h.id DESC LIMIT ${MOST_ROWS}) AS e)
        ) AS lead
        FROM leads l WHERE l.owner_id = ${ownerId} AND l.id IN (SELECT id FROM main) ORDER BY l.id`,
  );
  return found.map(({ lead }) => lead);
}

/** Other data stored about the person; of each kind a limited number, the latest first. */
export async function findOtherData(
  ownerId: OwnerId,
  keys: PersonKeys,
): Promise<Record<string, object[]>> {
  const { phones, emails, cnpjs } = toArrays(keys);
  const mentions = buildMentions(keys);
  const row = await firstRow<{ data: Record<string, object[]> }>(
    sql`SELECT jsonb_build_object(
      'contacts', (SELECT coalesce(jsonb_agg(x), '[]') FROM (
         SELECT l.name AS company, k.name, k.role, k.phone, k.whatsapp, k.email, k.source, k.created_at
         FROM lead_contacts k JOIN leads l ON l.owner_id = k.owner_id AND l.id = k.lead_id
         WHERE k.owner_id = ${ownerId} AND contact_is_person(to_jsonb(k), ${phones}, ${emails}) ORDER BY k.id DESC LIMIT ${MOST_ROWS}) AS x),
      'shared_leads', (SELECT coalesce(jsonb_agg(x), '[]') FROM (
         SELECT l.name AS company, CASE WHEN l.typed_phone_key = ANY (${phones}) THEN l.phone END AS phone,
           CASE WHEN l.email_key = ANY (${emails}) THEN l.email END AS email
         FROM leads l WHERE l.owner_id = ${ownerId}
           AND l.id IN (SELECT leads_of_person(${ownerId}::int, ${phones}, ${emails}, ${cnpjs})
                        EXCEPT SELECT own_leads_of_person(${ownerId}::int, ${phones}, ${emails}, ${cnpjs}))
         ORDER BY l.id DESC LIMIT ${MOST_ROWS}) AS x),
      'history', (SELECT coalesce(jsonb_agg(x), '[]') FROM (
         SELECT l.name AS company, e.occurred_at AS at,
           (SELECT jsonb_agg(c) FROM jsonb_array_elements(e.changes) AS c WHERE c::text ~* ${mentions}) AS changes
         FROM leads l JOIN lead_events e ON e.lead_id = l.id
         WHERE l.owner_id = ${ownerId} AND e.changes IS NOT NULL AND e.changes::text ~* ${mentions}
           AND l.id NOT IN (SELECT own_leads_of_person(${ownerId}::int, ${phones}, ${emails}, ${cnpjs}))
         ORDER BY e.id DESC LIMIT ${MOST_ROWS}) AS x),
      'own_fields', (SELECT coalesce(jsonb_agg(x), '[]') FROM (
         SELECT l.name AS company, f.name AS field, v.text AS value
         FROM leads l JOIN lead_values v ON v.lead_id = l.id JOIN own_fields f ON f.owner_id = l.owner_id AND f.id = v.field_id
         WHERE l.owner_id = ${ownerId} AND v.text ~* ${mentions}
           AND l.id NOT IN (SELECT own_leads_of_person(${ownerId}::int, ${phones}, ${emails}, ${cnpjs})) LIMIT ${MOST_ROWS}) AS x),
      'campaigns', (SELECT coalesce(jsonb_agg(x), '[]') FROM (
         SELECT c.name AS campaign, r.number, r.step, r.text, r.state, r.settled_at, r.answered_at
         FROM campaign_recipients r JOIN campaign_runs u ON u.id = r.run_id JOIN campaigns c ON c.id = u.campaign_id
         WHERE r.owner_id = ${ownerId} AND (r.phone_key = ANY (${phones}) OR r.id IN (SELECT recipients_of_former(${ownerId}::int, ${phones})))
         ORDER BY r.id DESC LIMIT ${MOST_ROWS}) AS x),
      'scheduled', (SELECT coalesce(jsonb_agg(x), '[]') FROM (
         SELECT s.content, s.send_at, s.state FROM scheduled_messages s
         WHERE s.owner_id = ${ownerId} AND (s.phone_key = ANY (${phones}) OR s.chat_id = ANY (${phones})) ORDER BY s.id DESC LIMIT ${MOST_ROWS}) AS x),
      'conversation_notes', (SELECT coalesce(jsonb_agg(x), '[]') FROM (
         SELECT n.text, n.created_at FROM conversations c
         JOIN conversation_notes n ON n.owner_id = c.owner_id AND n.conversation_id = c.id
         WHERE c.owner_id = ${ownerId} AND (c.phone_key = ANY (${phones}) OR c.chat_id = ANY (${phones})) ORDER BY n.id DESC LIMIT ${MOST_ROWS}) AS x),
      'opt_outs', (SELECT coalesce(jsonb_agg(x), '[]') FROM (
         SELECT o.kind, o.words, o.reason, o.created_at FROM opt_out_events o
         WHERE o.owner_id = ${ownerId} AND (o.phone_key = ANY (${phones}) OR EXISTS (
           SELECT 1 FROM former_keys(${ownerId}::int, ${phones}) AS f WHERE f.phone_key = o.phone_key AND o.created_at < f.until))
         ORDER BY o.id DESC LIMIT ${MOST_ROWS}) AS x),
      'address_book', (SELECT coalesce(jsonb_agg(x), '[]') FROM (
         SELECT w.name, w.number, w.username, w.picture_url, w.seen_at FROM whatsapp_contacts w
         WHERE w.owner_id = ${ownerId} AND (w.phone_key = ANY (${phones}) OR w.jid = ANY (${phones})) LIMIT ${MOST_ROWS}) AS x),
      'deleted_leads', (SELECT coalesce(jsonb_agg(x), '[]') FROM (
         SELECT d.lead - ${HIDDEN} AS lead, d.notes, d.tasks, d.contacts FROM deleted_leads d
         WHERE d.owner_id = ${ownerId} AND lead_is_person(d.lead, d.contacts, ${phones}, ${emails}, ${cnpjs}) LIMIT ${MOST_ROWS}) AS x),
      'merged_leads', (SELECT coalesce(jsonb_agg(x), '[]') FROM (
         SELECT m.lead - ${HIDDEN} AS lead, m.contacts FROM merged_leads m
         WHERE m.owner_id = ${ownerId} AND m.lead IS NOT NULL
           AND (m.phone_key = ANY (${phones}) OR lead_is_person(m.lead, m.contacts, ${phones}, ${emails}, ${cnpjs})) LIMIT ${MOST_ROWS}) AS x),
      'import_rows', (SELECT coalesce(jsonb_agg(x), '[]') FROM (
         SELECT i.file_name, r.line, r.reason, r.cells FROM import_refusals r JOIN imports i ON i.id = r.import_id
         WHERE r.owner_id = ${ownerId} AND (array_to_string(r.cells, ' ; ') ~* ${mentions} OR r.reason ~* ${mentions}) LIMIT ${MOST_ROWS}) AS x),
      'search_results', (SELECT coalesce(jsonb_agg(x), '[]') FROM (
         SELECT s.title, s.url, s.place, s.company FROM search_results s
         WHERE s.owner_id = ${ownerId} AND (coalesce(s.place::text, '') ~* ${mentions} OR coalesce(s.company::text, '') ~* ${mentions})
         LIMIT ${MOST_ROWS}) AS x),
      'radars', (SELECT coalesce(jsonb_agg(x), '[]') FROM (
         SELECT f.name, f.city, f.state, f.phone, f.key AS cnpj, f.change, f.created_at FROM radar_findings f
         WHERE f.owner_id = ${ownerId} AND (f.key = ANY (${cnpjs}) OR typed_phone_key(f.phone) = ANY (${phones})) LIMIT ${MOST_ROWS}) AS x)
    ) AS data`,
  );
  return row?.data ?? {};
}

export type MessageRow = MessageData & { id: number };

/** The messages after an id, the earliest first. */
export function findMessageData(
  ownerId: OwnerId,
  keys: PersonKeys,
  after: number,
  limit: number,
): Promise<MessageRow[]> {
  const { phones } = toArrays(keys);
  return rows(
    sql`SELECT m.id, c.name AS chat, m.direction, m.kind, m.content, m.details, coalesce(f.file_name, f.mime) AS file, m.sent_at
        FROM conversations c JOIN messages m ON m.owner_id = c.owner_id AND m.conversation_id = c.id
        LEFT JOIN message_media f ON f.message_id = m.id
        WHERE c.owner_id = ${ownerId} AND (c.phone_key = ANY (${phones}) OR c.chat_id = ANY (${phones})) AND m.id > ${after}
        ORDER BY m.id LIMIT ${limit}`,
  );
}
