import { randomUUID } from "node:crypto";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import type { PersonId } from "@/server/platform/actor";
import { execute, firstRow, raw, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "./campaigns";
import { buildEvent } from "./events";
import { buildLead } from "./leads";
import { buildList } from "./lists";
import * as owned from "./owned-rows";
import { actorOf, buildMember, signIn, type TestUser } from "./users";

/** A row, or more, in every table that holds rows of an account. */
export async function fillAccount(user: TestUser): Promise<void> {
  await fillLeads(user);
  await fillMessages(user);
  await fillSearches(user);
  await fillRest(user);
}

async function fillLeads(user: TestUser): Promise<void> {
  await execute(
    sql`INSERT INTO lead_counts (owner_id, status, stage_id, count) VALUES (${user.id}, 'pending', 0, 1)`,
  );
  const leadId = await owned.buildLeadWithHistory(user);
  await buildList(user.id, { leads: [leadId] });
  await owned.buildNote(user, leadId);
  await owned.buildTask(user, leadId);
  await owned.buildLeadContact(user, leadId);
  await owned.buildDeletion(user);
  await owned.buildMerge(user);
  const other = await owned.buildDuplicate(user);
  const [tag, field] = [await owned.buildTag(user), await owned.buildOwnField(user)];
  const set = await owned.buildUndoableEdit(user);
  await add("lead_tags", { owner_id: user.id, tag_id: tag, lead_id: leadId });
  await add("lead_values", {
    owner_id: user.id,
    field_id: field,
    lead_id: leadId,
    place: 0,
    text: "Dona",
  });
  await add("company_denials", { owner_id: user.id, lead_id: leadId, cnpj: "00000000000191" });
  await add("distinct_leads", { owner_id: user.id, low_id: leadId, high_id: other });
  await add("lead_changes", { owner_id: user.id, set_id: set, created_ids: "{}" });
  await execute(
    sql`INSERT INTO site_checks (owner_id, lead_id) VALUES (${user.id}, ${leadId}) ON CONFLICT DO NOTHING`,
  );
  await add("lead_views", { owner_id: user.id, name: "Novos", settings: "{}" });
  await execute(
    sql`INSERT INTO loss_reasons (owner_id, name) VALUES (${user.id}, 'Longe') ON CONFLICT DO NOTHING`,
  );
}

async function fillMessages(user: TestUser): Promise<void> {
  const owner_id = user.id;
  const message_id = await owned.buildFailedMedia(user);
  const ids = await firstRow<{ instance_id: number; conversation_id: number }>(
    sql`SELECT instance_id, conversation_id FROM messages WHERE id = ${message_id}`,
  );
  const { instance_id = 0, conversation_id = 0 } = ids ?? {};
  await execute(
    sql`UPDATE message_media SET state = 'stored', storage_key = ${`${owner_id}/file-${message_id}`}, mime = 'image/jpeg', bytes = 3,
               stored_at = now() WHERE message_id = ${message_id}`,
  );
  await buildCampaign(user, { status: "running", recipients: ["pending"] });
  await execute(
    sql`INSERT INTO campaign_steps (owner_id, campaign_id, step, messages, wait_days)
        SELECT owner_id, id, 2, '{Oi}', 3 FROM campaigns WHERE owner_id = ${owner_id} LIMIT 1`,
  );
  const ofInstance = { owner_id, instance_id };
  await add("sends", {
    ...{ ...ofInstance, message_id: randomUUID(), chat_message_id: message_id },
    ...{ address: "5511", kind: "text" },
  });
  await add("conversation_assignments", {
    owner_id,
    conversation_id,
    to_id: user.personId,
    reason: "claimed",
  });
  await owned.buildConversationNote(user, conversation_id);
  await add("first_answers", {
    ...{ owner_id, conversation_id, person_id: user.personId },
    ...{ waiting_since: new Date(), working_s: 60 },
  });
  await add("suggestion_sets", { owner_id, conversation_id, message_id, suggestions: "[]" });
  await add("scheduled_messages", {
    ...{ owner_id, phone_key: "551166660001", chat_id: "551166660001@s.whatsapp.net" },
    ...{ content: "Oi", send_at: new Date(Date.now() + 3_600_000) },
  });
  const named = { ...ofInstance, provider_message_id: randomUUID() };
  await add("message_reactions", {
    ...{ ...named, phone_key: "55116666", from_me: false, reacted_at: new Date() },
  });
  await add("message_charges", { ...named, category: "marketing", billable: true });
  await add("early_changes", {
    ...{ instance_id, provider_message_id: randomUUID(), phone_key: "", from_me: false },
    ...{ kind: "deletion", changed_at: new Date() },
  });
  await add("early_receipts", { instance_id, provider_message_id: randomUUID(), status_rank: 2 });
  await add("webhook_dead_letters", { ...ofInstance, event: "x", reason: "x", item: "{}" });
  const deadline_at = new Date();
  await add("whatsapp_commands", { ...ofInstance, key: randomUUID(), kind: "text", deadline_at });
  await add("whatsapp_sockets", { id: instance_id, owner_id, wanted: false });
  await add("whatsapp_auth_keys", { ...ofInstance, type: "creds", key_id: "x", sealed_value: "x" });
  await add("whatsapp_gaps", {
    ...{
      ...ofInstance,
      kind: "deaf",
      from_at: new Date(Date.now() - 60_000),
      until_at: new Date(),
    },
    ...{ late: 0, missing: 0 },
  });
  await add("whatsapp_templates", {
    ...{
      ...ofInstance,
      name: "oi",
      language: "pt_BR",
      category: "MARKETING",
      status: "APPROVED",
      unusable: "media",
    },
  });
  await add("new_chat_quotas", { ...ofInstance, asked_at: new Date(), failed: false });
  await owned.buildContact(user);
  await add("contact_identities", { owner_id, chat_id: "1@lid", phone_key: "55116666" });
  await add("checked_numbers", { owner_id, phone_key: "551166660001" });
  await add("whatsapp_restrictions", { owner_id });
  await owned.buildOptOut(user);
  await owned.buildReview(user);
  await add("opt_out_events", { owner_id, phone_key: "551166660002", kind: "added" });
  await add("opt_out_settings", { owner_id, confirms: false });
  await add("opt_ins", { owner_id, phone_key: "551166660003", source: "message" });
  await add("canned_answers", {
    ...{
      owner_id,
      shortcut: "oi",
      text: "Oi",
      file_name: "a.pdf",
      mime: "application/pdf",
      bytes: 3,
    },
    storage_key: `${owner_id}/answer`,
  });
}

async function fillSearches(user: TestUser): Promise<void> {
  const owner_id = user.id;
  const search_id = await owned.buildSearch(user);
  const day = new Date();
  await execute(
    sql`INSERT INTO credit_reservations (search_id, owner_id, day, amount) VALUES (${search_id}, ${owner_id}, ${day}, 1)
        ON CONFLICT DO NOTHING`,
  );
  await owned.buildRadarRun(user);
  await execute(
    sql`INSERT INTO radar_findings (radar_id, owner_id, run_id, key, change, name)
        SELECT radar_id, owner_id, id, 'k', 'opened', 'Padaria' FROM radar_runs WHERE owner_id = ${owner_id} LIMIT 1`,
  );
  const import_id = await owned.buildImport(user, "processing");
  await execute(
    sql`INSERT INTO import_chunks (import_id, owner_id, first_row, rows) VALUES (${import_id}, ${owner_id}, 900, '[]')
        ON CONFLICT DO NOTHING`,
  );
  await add("import_refusals", { import_id, owner_id, line: 999, reason: "x", cells: "{}" });
}

async function fillRest(user: TestUser): Promise<void> {
  const owner_id = user.id;
  await buildEvent(owner_id);
  await add("event_hours", {
    ...{ owner_id, day: new Date(), hour: 9, event_type: "lead_created", events: 1, quantity: 1 },
    credits_used: 0,
  });
  await add("suggestion_days", { owner_id, day: new Date() });
  await owned.buildCreditUse(user);
  await owned.buildWebhookDelivery(user, await owned.buildWebhook(user));
  await owned.buildApiToken(user);
  await add("days_off", { owner_id, day: "2027-06-24", name: "São João" });
  await add("idempotency_keys", {
    ...{ owner_id, key: randomUUID(), endpoint: "POST /x", request_hash: Buffer.from("x") },
  });
  await add("handovers", {
    ...{ owner_id, from_id: user.personId, to_ids: "{}", person_id: user.personId },
    ...{ lead_ids: "{}", conversation_ids: "{}", task_ids: "{}" },
  });
  await add("turns", { owner_id, person_id: user.personId, most_waiting: 5 });
  await add("goals", { owner_id, person_id: user.personId, month: "2026-11-01", won: 2 });
  await add("week_mails", { owner_id, week: "2026-11-23" });
  await add("account_invitations", {
    ...{
      owner_id,
      email: `${randomUUID()}@teste.example`,
      role: "seller",
      token_hash: Buffer.from(randomUUID()),
    },
    ...{ invited_by: user.personId, expires_at: "2027-01-31" },
  });
  await add("account_exports", { owner_id, requested_on: "2026-01-31", status: "expired" });
  await owned.buildPrivacyRequest(user, "done");
  await recordAction(actorOf(user), "password_changed");
  for (const personId of [user.personId, await buildMember(user.id)]) await fillPerson(personId);
  await add("billing_events", {
    ...{
      event_id: randomUUID(),
      type: "x",
      state: "done",
      user_id: owner_id,
      created_at: new Date(),
    },
  });
  // One change of a count in fifty folds all of them away: another lead leaves one.
  const findChange = () =>
    firstRow(sql`SELECT 1 FROM lead_count_changes WHERE owner_id = ${owner_id}`);
  while (!(await findChange())) await buildLead(user.id);
}

/** What is somebody's own, whatever account they work in. */
async function fillPerson(user_id: PersonId): Promise<void> {
  await signIn(user_id);
  const expires_at = new Date(Date.now() + 3_600_000);
  await add("mails", { user_id, kind: "webhook_off", sealed_link: "x", expires_at });
  await add("known_networks", { user_id, network: "10.0.0.0" });
  const issued = { provider: "google", issuer: "https://issuer.example", subject: randomUUID() };
  await add("identities", { user_id, ...issued, email: "x@x.example" });
  await add("sign_in_attempts", {
    ...{ user_id, provider: "google", checks: "x", expires_at },
    token_hash: Buffer.from(randomUUID()),
  });
  await add("second_factors", { user_id, sealed_secret: "x" });
  await add("recovery_codes", { user_id, code_hash: Buffer.from("x") });
  await add("passkeys", {
    ...{
      owner_id: user_id,
      credential_id: Buffer.from(randomUUID()),
      public_key: Buffer.from("x"),
    },
    ...{ transports: ["internal"], name: "Celular", backed_up: true },
  });
  await add("passkey_answers", {
    owner_id: user_id,
    challenge_hash: Buffer.from(randomUUID()),
    expires_at,
  });
  const token_hash = Buffer.from(randomUUID());
  await add("password_resets", { user_id, token_hash, expires_at });
}

async function add(table: string, row: Record<string, unknown>): Promise<void> {
  const [first, ...rest] = Object.entries(row).map(([, value]) => sql`${value}`);
  if (!first) return;
  const values = rest.reduce((all, value) => sql`${all}, ${value}`, first);
  await execute(
    sql`INSERT INTO ${raw(table)} (${raw(Object.keys(row).join(", "))}) VALUES (${values})`,
  );
}
