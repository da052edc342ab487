import { randomBytes } from "node:crypto";
import type { ApiScope } from "@/lib/domain/accounts/api-scopes";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { WEBHOOK_EVENT_NAMES } from "@/lib/domain/webhooks/webhook-events";
import { mergeLeads } from "@/server/campaigns/campaigns/plan/merged-recipients.service";
import { deleteLeads, openDeletion } from "@/server/leads/leads/lead-deletions.service";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { hashToken, seal } from "@/server/platform/secrets";
import { buildLead } from "./leads";
import { buildList } from "./lists";
import { actorOf, type TestUser } from "./users";

/** Builds one row of each kind that belongs to an account, for the tenancy test. */

let serial = 0;

export async function buildSession(user: TestUser) {
  const row = await firstRow<{ id: string }>(
    sql`INSERT INTO sessions (user_id, kind, token_hash, expires_at)
        VALUES (${user.personId}, 'api', ${randomBytes(32)}, now() + interval '1 hour') RETURNING id`,
  );
  return row?.id ?? "";
}

export interface TestToken {
  id: number;
  token: string;
  headers: { authorization: string };
}

export async function buildApiToken(
  user: Pick<TestUser, "id" | "personId">,
  scopes: readonly ApiScope[] = ["read"],
): Promise<TestToken> {
  const token = `garimpo_${randomBytes(32).toString("base64url")}`;
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO api_tokens (owner_id, person_id, name, scopes, token_hash, beginning)
        VALUES (${user.id}, ${user.personId}, 'Planilha', ${scopes}, ${hashToken(token)}, ${token.slice(0, 12)}) RETURNING id`,
  );
  return { id: row?.id ?? 0, token, headers: { authorization: `Bearer ${token}` } };
}

export async function buildWebhook(
  user: TestUser,
  { url = "https://recebe.example/", secret = TEST_SECRET, prompt = true } = {},
): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO webhook_endpoints (owner_id, url, events, sealed_secret, prompt)
        VALUES (${user.id}, ${url}, ${WEBHOOK_EVENT_NAMES}, ${seal(secret, `webhook_endpoints.sealed_secret ${user.id}`)}, ${prompt}) RETURNING id`,
  );
  return row?.id ?? 0;
}

export const TEST_SECRET = `whsec_${randomBytes(32).toString("base64")}`;

/** A failed one. */
export async function buildWebhookDelivery(user: TestUser, webhookId: number): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO webhook_deliveries (owner_id, endpoint_id, event_type, payload, state, tries)
        VALUES (${user.id}, ${webhookId}, 'lead.created', '{}', 'failed', 10) RETURNING id`,
  );
  return row?.id ?? 0;
}

/** Written by hand: it names no subscription to look up at Stripe. */
export async function buildBilling(user: TestUser) {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO billings (user_id, stripe_customer_id, stripe_subscription_id, plan, price_cents, status, start_date, current_period_end)
        VALUES (${user.id}, 'by hand', 'by hand', 'monthly', 9700, 'active', now(), now() + interval '30 days') RETURNING id`,
  );
  return row?.id ?? 0;
}

/** A subscription whose payment failed and that still gives PRO. */
export async function buildPastDueBilling(user: TestUser) {
  await execute(
    sql`UPDATE billings SET status = 'past_due', gives_pro = true, failed_at = now(), pro_until = now() + interval '7 days'
        WHERE id = ${await buildBilling(user)}`,
  );
}

/** A lead with an expected value. */
export async function buildDeal({ id: ownerId }: TestUser): Promise<void> {
  const lead = await buildLead(ownerId);
  await execute(sql`UPDATE leads SET value_cents = 10000 WHERE id = ${lead.id}`);
}

export async function buildListOfOne(user: TestUser) {
  return buildList(user.id, { leads: [(await buildLead(user.id)).id] });
}

export async function buildContact(user: TestUser) {
  serial += 1;
  const number = `55119${66_660_000 + serial}`;
  await openChat(user, getPhoneKey(number));
  await execute(
    sql`INSERT INTO whatsapp_contacts (owner_id, phone_key, number, jid, name)
        VALUES (${user.id}, ${getPhoneKey(number)}, ${number}, ${`${number}@s.whatsapp.net`}, 'Maria')`,
  );
  return number;
}

/** A running search that has found one place. */
export async function buildSearch(user: TestUser) {
  const row = await firstRow<{ id: number }>(
    sql`WITH list AS (INSERT INTO lists (owner_id, name, source) VALUES (${user.id}, 'x', 'google_pages') RETURNING id),
        search AS (
          INSERT INTO searches (owner_id, list_id, kind, query, city, state, start_page, end_page, last_page)
          SELECT ${user.id}, id, 'pages', 'x', 'x', 'SP', 1, 1, 0 FROM list RETURNING id),
        place AS (
          INSERT INTO search_results (search_id, owner_id, result_key, title, place)
          SELECT id, ${user.id}, 'x', 'Padaria', '{"latitude":-22.9,"longitude":-47}' FROM search)
        SELECT id FROM search`,
  );
  return row?.id ?? 0;
}

/** A radar of the web with a finding that nobody has seen. Returns its id. */
export async function buildRadar(user: TestUser): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`WITH radar AS (
          INSERT INTO radars (owner_id, name, kind, question, cadence, changes, credit_budget, next_run_at)
          VALUES (${user.id}, 'Padarias', 'pages',
                  '{"query":"padaria","city":"Campinas","state":"SP","startPage":1,"endPage":1}', 'week', '{found}', 5,
                  now() + interval '1 week')
          RETURNING id),
        run AS (
          INSERT INTO radar_runs (radar_id, owner_id, step, status)
          SELECT id, ${user.id}, 'check', 'completed' FROM radar RETURNING id, radar_id),
        finding AS (
          INSERT INTO radar_findings (radar_id, owner_id, run_id, key, change, name, saved)
          SELECT radar_id, ${user.id}, id, 'padaria.example', 'found', 'Padaria', true FROM run)
        SELECT id FROM radar`,
  );
  return row?.id ?? 0;
}

/** The radar's run, as a worker would take it up. */
export async function buildRadarRun(user: TestUser): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO radar_runs (radar_id, owner_id, step)
        VALUES (${await buildRadar(user)}, ${user.id}, 'save') RETURNING id`,
  );
  return row?.id ?? 0;
}

/** A search with a company that it found in another town. */
export async function buildElsewhere(user: TestUser, company: object = {}) {
  const searchId = await buildSearch(user);
  const found = {
    ...{ name: "Padaria de longe", source: "google_pages", website: null, siteHost: null },
    ...{ whatsapp: null, phone: "551133334444", email: null, address: null, cnpj: null },
    ...{ city: "Santos", state: "SP", evidence: {}, profiles: [] },
    search_remark: "Encontrado na busca por Campinas - SP, mas o CNPJ é de Santos - SP.",
    ...company,
  };
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO search_results (search_id, owner_id, result_key, title, outcome, company)
        VALUES (${searchId}, ${user.id}, 'y', 'y', 'elsewhere', ${JSON.stringify(found)}::jsonb) RETURNING id`,
  );
  return { searchId, resultId: row?.id ?? 0 };
}

export async function buildImport(
  user: TestUser,
  status: "uploaded" | "processing" | "completed" | "stopped",
) {
  const row = await firstRow<{ id: number }>(
    sql`WITH import AS (
          INSERT INTO imports (owner_id, file_name, columns, row_count, mapping, mode, status)
          VALUES (${user.id}, 'x.csv', ARRAY['nome'], 1, '["name"]', 'skip', ${status}) RETURNING id),
        chunk AS (
          INSERT INTO import_chunks (import_id, owner_id, first_row, rows)
          SELECT id, ${user.id}, 0, '[{"line":2,"cells":["Uma"]}]' FROM import)
        SELECT id FROM import`,
  );
  return row?.id ?? 0;
}

/** A finished import, with a record of what it did. */
export async function buildUndoableImport(user: TestUser): Promise<number> {
  const id = await buildImport(user, "completed");
  await execute(
    sql`WITH made AS (
          INSERT INTO lead_change_sets (owner_id, kind, expires_at) VALUES (${user.id}, 'import', now() + interval '1 day') RETURNING id)
        UPDATE imports SET change_set_id = made.id FROM made WHERE imports.id = ${id}`,
  );
  return id;
}

export async function buildUndoableEdit(user: TestUser): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO lead_change_sets (owner_id, kind, expires_at)
        VALUES (${user.id}, 'edit', now() + interval '10 minutes') RETURNING id`,
  );
  return row?.id ?? 0;
}

/** A lead whose status changed once. */
export async function buildLeadWithHistory(user: TestUser) {
  const { id } = await buildLead(user.id);
  await execute(
    sql`INSERT INTO lead_events (owner_id, lead_id, from_status, to_status, changed_by)
        VALUES (${user.id}, ${id}, 'pending', 'closed', 'user')`,
  );
  return id;
}

/** One credit spent today. */
export async function buildCreditUse(user: TestUser) {
  const day = getSaoPauloDay(new Date());
  await execute(
    sql`WITH used AS (INSERT INTO credit_days (owner_id, day, used) VALUES (${user.id}, ${day}, 1))
        INSERT INTO credit_entries (owner_id, day, action, amount) VALUES (${user.id}, ${day}, 'google_pages', 1)`,
  );
}

export async function buildInstance(user: TestUser) {
  await execute(
    sql`INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, webhook_hash, status)
        VALUES (${user.id}, 'evolution', ${`ref-${user.id}`}, ${randomBytes(32)}, 'CONNECTED')`,
  );
}

export async function buildRunningCampaign(user: TestUser) {
  const row = await firstRow<{ campaign_id: number }>(
    sql`WITH campaign AS (
          INSERT INTO campaigns (owner_id, number, name, num_leads, messages, list_ids)
          VALUES (${user.id}, (SELECT count(*) + 1 FROM campaigns WHERE owner_id = ${user.id}), 'Campanha', 1, ARRAY['x'], '{}') RETURNING id)
        INSERT INTO campaign_runs (owner_id, campaign_id, scheduled_for, status)
        SELECT ${user.id}, id, now(), 'running' FROM campaign RETURNING campaign_id`,
  );
  return row?.campaign_id ?? 0;
}

/** A conversation with one unread message; returns its chat id. */
export async function buildConversation(user: TestUser): Promise<string> {
  await buildMessage(user, { direction: "in", rank: 4 });
  return chatOf(user);
}

/** A note in a conversation that mentions its author, who is the account's first seller where there is one. */
export async function buildConversationNote(
  { id }: Pick<TestUser, "id">,
  conversationId: number,
): Promise<number> {
  const note = await firstRow<{ id: number }>(
    sql`INSERT INTO conversation_notes (owner_id, conversation_id, person_id, text)
        SELECT ${id}, ${conversationId}, u.id, 'Prefere o plano anual' FROM users u
        WHERE u.account_id = ${id} ORDER BY u.role = 'seller' DESC, u.id LIMIT 1 RETURNING id`,
  );
  await execute(
    sql`INSERT INTO note_mentions (owner_id, note_id, person_id)
        SELECT owner_id, id, person_id FROM conversation_notes WHERE id = ${note?.id}`,
  );
  return note?.id ?? 0;
}

/** A sent message that failed, of a connected account. */
export function buildFailedMessage(user: TestUser): Promise<number> {
  return buildMessage(user, { direction: "out", rank: 3 });
}

/** A received photo whose download was given up; its id is the message's. */
export async function buildFailedMedia(user: TestUser): Promise<number> {
  const id = await buildMessage(user, { direction: "in", rank: 4 });
  await execute(
    sql`INSERT INTO message_media (owner_id, message_id, state) VALUES (${user.id}, ${id}, 'failed')`,
  );
  return id;
}

/** The conversation of a number, without a message. */
export async function openChat(user: Pick<TestUser, "id">, key: string | null): Promise<void> {
  await execute(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id)
        VALUES (${user.id}, ${key}, ${`${key}@s.whatsapp.net`})`,
  );
}

const chatOf = (user: TestUser) => `55119${70_000_000 + user.id}@s.whatsapp.net`;

async function buildMessage(
  user: TestUser,
  { direction, rank }: { direction: string; rank: number },
) {
  await buildInstance(user);
  const row = await firstRow<{ id: number }>(
    sql`WITH conversation AS (
          INSERT INTO conversations (owner_id, phone_key, chat_id, last_message, last_message_at, waiting_since, unread_count)
          VALUES (${user.id}, ${`5511${70_000_000 + user.id}`}, ${chatOf(user)}, 'Oi', now(),
                  CASE WHEN ${direction} = 'in' THEN now() END, ${direction === "in" ? 1 : 0})
          RETURNING id)
        INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, status_rank, sent_at)
        SELECT ${user.id}, conversation.id, i.id, 'M', ${direction}, 'Oi', ${rank}::int, now()
        FROM conversation, whatsapp_instances i WHERE i.owner_id = ${user.id}
        RETURNING id`,
  );
  return row?.id ?? 0;
}

/** A task that is late. */
export async function buildTask(
  user: Pick<TestUser, "id">,
  leadId: number | null = null,
): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO tasks (owner_id, lead_id, what, due_on) VALUES (${user.id}, ${leadId}, 'Ligar', '2026-01-31') RETURNING id`,
  );
  return row?.id ?? 0;
}

/** A note of a lead. */
export async function buildNote(user: Pick<TestUser, "id">, leadId: number): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO notes (owner_id, lead_id, text) VALUES (${user.id}, ${leadId}, 'Prefere de manhã') RETURNING id`,
  );
  return row?.id ?? 0;
}

/** Another contact of a lead, with a number that differs from the lead's. */
export async function buildLeadContact(
  user: Pick<TestUser, "id">,
  leadId: number,
  { name = "Maria", role = null as string | null, whatsapp = null as string | null } = {},
): Promise<number> {
  serial += 1;
  const number = whatsapp ?? `55119${66_000_000 + serial}`;
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO lead_contacts (owner_id, lead_id, name, role, whatsapp, phone_key, source)
        VALUES (${user.id}, ${leadId}, ${name}, ${role}, ${number}, ${getPhoneKey(number)}, 'manual') RETURNING id`,
  );
  return row?.id ?? 0;
}

/** A blocked number. */
export async function buildOptOut(user: TestUser): Promise<number> {
  serial += 1;
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO opt_outs (owner_id, phone_key, source)
        VALUES (${user.id}, ${`5511${77_770_000 + serial}`}, 'person') RETURNING id`,
  );
  return row?.id ?? 0;
}

/** A reply that waits for a decision; returns its number. */
export async function buildReview(user: TestUser): Promise<string> {
  serial += 1;
  const key = `5511${88_880_000 + serial}`;
  await openChat(user, key);
  await execute(
    sql`INSERT INTO opt_out_reviews (owner_id, phone_key, words, provider_message_id, said_at)
        VALUES (${user.id}, ${key}, 'não me mande mais boletos', 'M', now())`,
  );
  return key;
}

/** A deletion of one lead that can still be undone. */
export async function buildDeletion(user: TestUser) {
  const { id } = await buildLead(user.id);
  const deletionId = await openDeletion(actorOf(user));
  await deleteLeads(actorOf(user), [id], deletionId);
  return deletionId;
}

/** A second stage that means what the first one does. */
export async function buildStage({ id }: Pick<TestUser, "id">): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO stages (owner_id, name, meaning, colour, position)
        VALUES (${id}, 'Triagem', 'new', 'sky', 90) RETURNING id`,
  );
  return row?.id ?? 0;
}

/** The stage that an account's new leads come into. */
export async function findFirstStage(ownerId: number): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM stages WHERE owner_id = ${ownerId} ORDER BY position LIMIT 1`,
  );
  return row?.id ?? 0;
}

export async function findLossReason(ownerId: number): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`SELECT min(id) AS id FROM loss_reasons WHERE owner_id = ${ownerId}`,
  );
  return row?.id ?? 0;
}

/** A field of the account's own. */
export async function buildOwnField({ id }: Pick<TestUser, "id">): Promise<number> {
  const field = await firstRow<{ id: number }>(
    sql`INSERT INTO own_fields (owner_id, key, name, kind, position)
        VALUES (${id}, 'cargo', 'Cargo', 'text', 1) RETURNING id`,
  );
  return field?.id ?? 0;
}

/** One that was deleted a moment ago. */
export async function buildDeletedOwnField(user: Pick<TestUser, "id">): Promise<number> {
  const id = await buildOwnField(user);
  await execute(sql`UPDATE own_fields SET deleted_at = now() WHERE id = ${id}`);
  return id;
}

export async function buildTag({ id }: Pick<TestUser, "id">): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO tags (owner_id, name, colour) VALUES (${id}, 'Indicação', 'gold') RETURNING id`,
  );
  return row?.id ?? 0;
}

/** Two leads that were merged a moment ago. */
export async function buildMerge(user: Pick<TestUser, "id" | "personId">): Promise<number> {
  const [one, other] = [await buildLead(user.id), await buildLead(user.id)];
  const { merge } = await mergeLeads(actorOf(user), {
    lead_ids: [one.id, other.id],
  });
  return merge.id;
}

/** Two leads with one telephone; the id of the second one. */
export async function buildDuplicate({ id }: Pick<TestUser, "id">): Promise<number> {
  const [one, other] = [await buildLead(id), await buildLead(id)];
  await execute(
    sql`UPDATE leads SET phone = '(11) 3333-4444' WHERE id IN (${one.id}, ${other.id})`,
  );
  return other.id;
}

/** An erasure: a finished one, or one that a fault stopped. */
export async function buildPrivacyRequest(
  user: TestUser,
  status: "done" | "error" = "done",
): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`WITH request AS (
          INSERT INTO privacy_requests (owner_id, kind, asked_by, channel, status, done_at, sealed_keys)
          VALUES (${user.id}, 'erase', 'person', 'email', ${status}, CASE WHEN ${status} = 'done' THEN now() END,
                  CASE WHEN ${status} = 'error' THEN 'sealed' END) RETURNING id),
        hash AS (
          INSERT INTO erased_keys (owner_id, request_id, kind, hash)
          SELECT ${user.id}, id, 'phone', ${randomBytes(32)} FROM request)
        SELECT id FROM request`,
  );
  return row?.id ?? 0;
}
