import type { FoundPerson } from "@/lib/contracts/privacy/privacy";
import { buildMentions } from "@/lib/domain/privacy/mentions";
import type { PersonKeys, PrivacyCounts } from "@/lib/domain/privacy/privacy-request";
import type { OwnerId } from "@/server/platform/actor";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { toArrays } from "./requests.repository";

export interface FoundRow extends PrivacyCounts {
  first_message_at: Date | null;
  last_message_at: Date | null;
}

/** How many rows an account has about a person, by table. */
export async function countOfPerson(ownerId: OwnerId, keys: PersonKeys): Promise<FoundRow> {
  const { phones, emails, cnpjs } = toArrays(keys);
  const mentions = buildMentions(keys);
  const row = await firstRow<FoundRow>(
    sql`WITH main AS MATERIALIZED (SELECT own_leads_of_person(${ownerId}::int, ${phones}, ${emails}, ${cnpjs}) AS id),
        chats AS MATERIALIZED (
          SELECT id FROM conversations WHERE owner_id = ${ownerId} AND (phone_key = ANY (${phones}) OR chat_id = ANY (${phones}))),
        former AS MATERIALIZED (SELECT * FROM former_keys(${ownerId}::int, ${phones})),
        talk AS MATERIALIZED (
          SELECT count(*)::int AS messages, min(m.sent_at) AS first_at, max(m.sent_at) AS last_at, count(f.id)::int AS files
          FROM messages m LEFT JOIN message_media f ON f.message_id = m.id
          WHERE m.owner_id = ${ownerId} AND m.conversation_id IN (SELECT id FROM chats))
        SELECT (SELECT count(*) FROM main)::int AS leads,
          ((SELECT count(*) FROM lead_contacts k WHERE k.owner_id = ${ownerId} AND contact_is_person(to_jsonb(k), ${phones}, ${emails}))
            + (SELECT count(*) FROM leads l JOIN lead_values v ON v.lead_id = l.id
               WHERE l.owner_id = ${ownerId} AND v.text ~* ${mentions} AND NOT EXISTS (SELECT 1 FROM main WHERE main.id = l.id)))::int AS contacts,
          (SELECT count(*) FROM leads l JOIN lead_events e ON e.lead_id = l.id
             WHERE l.owner_id = ${ownerId} AND e.changes IS NOT NULL AND e.changes::text ~* ${mentions}
             AND NOT EXISTS (SELECT 1 FROM main WHERE main.id = l.id))::int AS events,
          (SELECT count(*) FROM notes n WHERE n.owner_id = ${ownerId} AND n.lead_id IN (SELECT id FROM main))::int AS notes,
          (SELECT count(*) FROM tasks t WHERE t.owner_id = ${ownerId} AND t.lead_id IN (SELECT id FROM main))::int AS tasks,
          (SELECT count(*) FROM chats)::int AS conversations, talk.messages, talk.files,
          talk.first_at AS first_message_at, talk.last_at AS last_message_at,
          (SELECT count(*) FROM (
             SELECT r.id FROM campaign_recipients r WHERE r.owner_id = ${ownerId} AND r.phone_key = ANY (${phones})
             UNION SELECT recipients_of_former(${ownerId}::int, ${phones})) AS x)::int AS recipients,
          (SELECT count(*) FROM scheduled_messages s WHERE s.owner_id = ${ownerId} AND (s.phone_key = ANY (${phones}) OR s.chat_id = ANY (${phones})))::int AS scheduled,
          ((SELECT count(*) FROM opt_outs o WHERE o.owner_id = ${ownerId}
              AND (o.phone_key = ANY (${phones}) OR EXISTS (SELECT 1 FROM former f WHERE f.phone_key = o.phone_key AND o.said_at < f.until)))
            + (SELECT count(*) FROM opt_out_events o WHERE o.owner_id = ${ownerId}
              AND (o.phone_key = ANY (${phones}) OR EXISTS (SELECT 1 FROM former f WHERE f.phone_key = o.phone_key AND o.created_at < f.until))))::int AS opt_outs,
          (SELECT count(*) FROM whatsapp_contacts w WHERE w.owner_id = ${ownerId} AND (w.phone_key = ANY (${phones}) OR w.jid = ANY (${phones})))::int AS address_book,
          (SELECT count(*) FROM deleted_leads d WHERE d.owner_id = ${ownerId} AND lead_is_person(d.lead, d.contacts, ${phones}, ${emails}, ${cnpjs}))::int AS deleted_leads,
          (SELECT count(DISTINCT x.merge_id) FROM merged_leads x WHERE x.owner_id = ${ownerId}
             AND (x.phone_key = ANY (${phones}) OR lead_is_person(x.lead, x.contacts, ${phones}, ${emails}, ${cnpjs})))::int AS merges,
          ((SELECT count(*) FROM import_refusals i WHERE i.owner_id = ${ownerId} AND (array_to_string(i.cells, ' ; ') ~* ${mentions} OR i.reason ~* ${mentions}))
            + (SELECT count(*) FROM import_chunks i WHERE i.owner_id = ${ownerId} AND i.rows ~* ${mentions}))::int AS import_rows,
          ((SELECT count(*) FROM search_results s WHERE s.owner_id = ${ownerId} AND (s.lead_id IN (SELECT id FROM main)
              OR coalesce(s.place::text, '') ~* ${mentions} OR coalesce(s.company::text, '') ~* ${mentions}))
            + (SELECT count(*) FROM radar_findings f WHERE f.owner_id = ${ownerId} AND (f.key = ANY (${cnpjs}) OR typed_phone_key(f.phone) = ANY (${phones}))))::int AS findings,
          ((SELECT count(*) FROM webhook_deliveries d WHERE d.owner_id = ${ownerId} AND d.payload ~* ${mentions})
            + (SELECT count(*) FROM webhook_dead_letters d WHERE d.owner_id = ${ownerId} AND d.item ~* ${mentions}))::int AS deliveries
        FROM talk`,
  );
  if (!row) throw new Error("An aggregate has a row.");
  return row;
}

export function findLeadsOfPerson(
  ownerId: OwnerId,
  keys: PersonKeys,
  limit: number,
): Promise<FoundPerson["leads"]> {
  const { phones, emails, cnpjs } = toArrays(keys);
  return rows(
    sql`WITH own AS MATERIALIZED (SELECT own_leads_of_person(${ownerId}::int, ${phones}, ${emails}, ${cnpjs}) AS id)
        SELECT l.id, l.name, l.contact_name, true AS is_main, NOT EXISTS (SELECT 1 FROM own WHERE own.id = l.id) AS is_shared
        FROM leads l
        WHERE l.owner_id = ${ownerId} AND l.id IN (SELECT leads_of_person(${ownerId}::int, ${phones}, ${emails}, ${cnpjs}))
        UNION ALL
        SELECT l.id, l.name, k.name, false, false FROM lead_contacts k JOIN leads l ON l.owner_id = k.owner_id AND l.id = k.lead_id
        WHERE k.owner_id = ${ownerId} AND contact_is_person(to_jsonb(k), ${phones}, ${emails})
        ORDER BY 4 DESC, 5, 1 LIMIT ${limit}`,
  );
}

export interface CandidateRow {
  name: string;
  company: string | null;
  phone: string | null;
  email: string | null;
  cnpj: string | null;
}

/** People with this name: leads, their contacts, people who wrote, and people in the phone's address book. */
export function findByName(ownerId: OwnerId, name: string, limit: number): Promise<CandidateRow[]> {
  return rows(
    sql`SELECT coalesce(l.contact_name, l.name) AS name, l.name AS company, coalesce(l.phone_key, l.typed_phone_key) AS phone, l.email, l.cnpj
        FROM leads l WHERE l.owner_id = ${ownerId}
          AND strpos(search_form(concat_ws(' ', l.contact_name, l.name, l.proprietario)), search_form(${name})) > 0
        UNION ALL
        SELECT k.name, l.name, coalesce(k.phone_key, typed_phone_key(k.phone)), k.email, NULL
        FROM lead_contacts k JOIN leads l ON l.owner_id = k.owner_id AND l.id = k.lead_id
        WHERE k.owner_id = ${ownerId} AND strpos(search_form(k.name), search_form(${name})) > 0
        UNION ALL
        SELECT DISTINCT coalesce(c.name, c.username), NULL, c.phone_key, NULL, NULL FROM conversations c
        WHERE c.owner_id = ${ownerId} AND strpos(search_form(concat_ws(' ', c.name, c.username)), search_form(${name})) > 0
          AND NOT EXISTS (SELECT 1 FROM leads l WHERE l.owner_id = c.owner_id AND l.phone_key = c.phone_key)
        UNION ALL
        SELECT coalesce(w.name, w.username), NULL, w.phone_key, NULL, NULL FROM whatsapp_contacts w
        WHERE w.owner_id = ${ownerId} AND strpos(search_form(concat_ws(' ', w.name, w.username)), search_form(${name})) > 0
          AND NOT EXISTS (SELECT 1 FROM leads l WHERE l.owner_id = w.owner_id AND l.phone_key = w.phone_key)
          AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.owner_id = w.owner_id AND c.phone_key = w.phone_key
                          AND strpos(search_form(concat_ws(' ', c.name, c.username)), search_form(${name})) > 0)
        LIMIT ${limit}`,
  );
}
