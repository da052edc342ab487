import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { allEndpoints } from "@/lib/contracts";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { hashPassword } from "@/server/accounts/users/password.service";
import { recordAction } from "@/server/platform/account-actions/account-actions.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildEvent } from "@/tests/factories/events";
import { buildLead } from "@/tests/factories/leads";
import { buildList } from "@/tests/factories/lists";
import {
  buildApiToken,
  buildBilling,
  buildContact,
  buildConversation,
  buildConversationNote,
  buildCreditUse,
  buildDeal,
  buildDeletedOwnField,
  buildDeletion,
  buildDuplicate,
  buildElsewhere,
  buildFailedMedia,
  buildFailedMessage,
  buildImport,
  buildInstance,
  buildLeadContact,
  buildLeadWithHistory,
  buildListOfOne,
  buildMerge,
  buildNote,
  buildOptOut,
  buildOwnField,
  buildPastDueBilling,
  buildPrivacyRequest,
  buildRadar,
  buildReview,
  buildRunningCampaign,
  buildSearch,
  buildSession,
  buildStage,
  buildTag,
  buildTask,
  buildUndoableEdit,
  buildUndoableImport,
  buildWebhook,
  buildWebhookDelivery,
  findFirstStage,
  findLossReason,
  openChat,
} from "@/tests/factories/owned-rows";
import { actorOf, buildMember, type TestUser } from "@/tests/factories/users";

export type Id = number | string;

export interface Owned {
  build(owner: TestUser): Promise<Id>;
  snapshot(id: Id): Promise<unknown[]>;
  /** What a GET returns to its owner for the row. */
  shows?(id: Id): unknown;
  /** The body for endpoints that need one; some name a row of the calling user. */
  body?: object | ((user: TestUser) => Promise<object>);
  /** An id that does not exist. */
  nowhere?: string;
  /** The owner's status where the row alone is not enough. */
  serves?: number;
  /** What others get by a GET, for a row or without one, where that is no 404. */
  nothing?: object;
  /** What a seller gets who may see the row, but nothing of what it holds. */
  hides?: object;
  /** The administrator may read it too. */
  adminReads?: true;
}

/**
 * Paths whose parameter is a row of one owner: `build` creates the row and returns its id in the path, `snapshot`
 * returns all of its data.
 */
export const OWNED: Record<string, Owned> = {
  "/api/sessions/{id}": {
    build: buildSession,
    snapshot: (id) => rows(sql`SELECT * FROM sessions WHERE id = ${id}`),
    nowhere: randomUUID(),
  },
  "/api/tokens/{id}": {
    build: async (user) => (await buildApiToken(user)).id,
    snapshot: (id) => rows(sql`SELECT * FROM api_tokens WHERE id = ${id}`),
  },
  "/api/team/{id}": {
    build: async (user) => Number(await buildMember(user.id, undefined, "seller")),
    snapshot: (id) => rows(sql`SELECT role, suspended_at FROM users WHERE id = ${id}`),
    body: { role: "manager", suspended: true },
  },
  "/api/team/{id}/goal": {
    build: async (user) => Number(await buildMember(user.id, undefined, "seller")),
    snapshot: (id) =>
      rows(
        sql`SELECT u.id, g.month, g.won FROM users u LEFT JOIN goals g ON g.person_id = u.id WHERE u.id = ${id}`,
      ),
    body: { month: getSaoPauloDay(new Date()).slice(0, 7), contacted: 20, won: 2, won_cents: null },
  },
  "/api/team/{id}/belongings": {
    build: async (user) => Number(await buildMember(user.id, undefined, "seller")),
    snapshot: (id) => rows(sql`SELECT role FROM users WHERE id = ${id}`),
    shows: () => ({ belongings: { leads: 0, conversations: 0, tasks: 0 } }),
  },
  "/api/team/{id}/turn": {
    build: async (user) => Number(await buildMember(user.id, undefined, "seller")),
    snapshot: (id) =>
      rows(
        sql`SELECT u.id, t.most_waiting FROM users u LEFT JOIN turns t ON t.person_id = u.id WHERE u.id = ${id}`,
      ),
    body: { most_waiting: 3 },
  },
  "/api/team/{id}/handover": {
    build: async (user) => Number(await buildMember(user.id, undefined, "seller")),
    snapshot: (id) =>
      rows(
        sql`SELECT u.role, h.id FROM users u LEFT JOIN handovers h ON h.from_id = u.id WHERE u.id = ${id}`,
      ),
    body: { to_ids: [] },
  },
  "/api/team/handovers/{id}/undo": {
    build: buildHandover,
    snapshot: (id) => rows(sql`SELECT * FROM handovers WHERE id = ${id}`),
  },
  "/api/team/invitations/{id}": {
    build: buildInvitation,
    snapshot: (id) => rows(sql`SELECT * FROM account_invitations WHERE id = ${id}`),
  },
  "/api/passkeys/{id}": {
    build: buildPasskey,
    snapshot: (id) => rows(sql`SELECT * FROM passkeys WHERE id = ${id}`),
    body: { name: "Notebook" },
  },
  "/api/passkeys/{id}/remove": {
    build: buildPasskey,
    snapshot: (id) => rows(sql`SELECT * FROM passkeys WHERE id = ${id}`),
    body: provePassword,
  },
  "/api/webhook_endpoints/{id}": {
    build: buildWebhook,
    snapshot: (id) => rows(sql`SELECT * FROM webhook_endpoints WHERE id = ${id}`),
    body: { url: "https://outro.example/", events: ["lead.created"], active: true },
  },
  "/api/webhook_endpoints/{id}/test": {
    build: buildWebhook,
    snapshot: (id) =>
      rows(
        sql`SELECT e.*, d.id FROM webhook_endpoints e LEFT JOIN webhook_deliveries d ON d.endpoint_id = e.id WHERE e.id = ${id}`,
      ),
  },
  "/api/webhook_endpoints/{id}/deliveries": {
    build: async (user) => {
      const id = await buildWebhook(user);
      await buildWebhookDelivery(user, id);
      return id;
    },
    snapshot: (id) => rows(sql`SELECT * FROM webhook_deliveries WHERE endpoint_id = ${id}`),
    shows: () => ({ deliveries: [expect.objectContaining({ state: "failed" })] }),
  },
  "/api/webhook_deliveries/{id}/replay": {
    build: async (user) => buildWebhookDelivery(user, await buildWebhook(user)),
    snapshot: (id) => rows(sql`SELECT * FROM webhook_deliveries WHERE id = ${id}`),
  },
  "/api/billing/{id}": {
    build: buildBilling,
    snapshot: (id) => rows(sql`SELECT * FROM billings WHERE id = ${id}`),
    shows: (id) => ({ id }),
    body: { payment_method: "boleto" },
    adminReads: true,
  },
  "/api/billing/{id}/cancel": {
    build: buildBilling,
    snapshot: (id) => rows(sql`SELECT * FROM billings WHERE id = ${id}`),
  },
  "/api/billing/user/{userId}": {
    build: async (user) => {
      await buildBilling(user);
      return user.id;
    },
    snapshot: (id) => rows(sql`SELECT * FROM billings WHERE user_id = ${id}`),
    shows: (id) => expect.arrayContaining([expect.objectContaining({ user_id: id })]),
    adminReads: true,
  },
  "/api/canned_answers/{id}": {
    build: buildCannedAnswer,
    snapshot: (id) => rows(sql`SELECT * FROM canned_answers WHERE id = ${id}`),
    body: { shortcut: "outro", text: "Outro texto" },
  },
  "/api/canned_answers/{id}/file": {
    build: buildCannedAnswer,
    snapshot: (id) => rows(sql`SELECT * FROM canned_answers WHERE id = ${id}`),
  },
  "/api/whatsapp/scheduled_messages/{id}": {
    build: buildScheduledMessage,
    snapshot: (id) => rows(sql`SELECT * FROM scheduled_messages WHERE id = ${id}`),
    body: { content: "Outro texto" },
  },
  "/api/radars/{id}": {
    build: buildRadar,
    snapshot: snapshotRadar,
    shows: (id) => ({ radar: expect.objectContaining({ id }) }),
    body: { name: "Outro nome" },
  },
  "/api/radars/{id}/run": { build: buildRadar, snapshot: snapshotRadar },
  "/api/radars/{id}/findings": {
    build: buildRadar,
    snapshot: snapshotRadar,
    shows: () => ({ findings: [expect.objectContaining({ name: "Padaria" })] }),
  },
  "/api/radars/{id}/seen": {
    build: buildRadar,
    snapshot: snapshotRadar,
    body: { up_to: 2_147_483_647 },
  },
  "/api/lead_views/{id}": {
    build: buildLeadView,
    snapshot: (id) => rows(sql`SELECT * FROM lead_views WHERE id = ${id}`),
    body: {
      name: "Outra",
      settings: { filter: {}, sort: "name", direction: "asc", columns: ["status"] },
    },
  },
  "/api/tags/{id}": {
    build: buildTag,
    snapshot: (id) => rows(sql`SELECT * FROM tags WHERE id = ${id}`),
    body: { name: "Outro nome", colour: "sky" },
  },
  "/api/own_fields/{id}": {
    build: buildOwnField,
    snapshot: (id) => rows(sql`SELECT * FROM own_fields WHERE id = ${id}`),
    body: { name: "Outro nome" },
  },
  "/api/own_fields/{id}/restore": {
    build: buildDeletedOwnField,
    snapshot: (id) => rows(sql`SELECT * FROM own_fields WHERE id = ${id}`),
  },
  "/api/stages/{id}": {
    build: buildStage,
    snapshot: (id) => rows(sql`SELECT * FROM stages WHERE id = ${id}`),
    body: { name: "Outro nome", colour: "sky", rest_days: 3 },
  },
  "/api/stages/{id}/removal": {
    build: buildStage,
    snapshot: (id) => rows(sql`SELECT * FROM stages WHERE id = ${id}`),
    body: async ({ id }) => ({ move_to: await findFirstStage(id) }),
  },
  "/api/loss_reasons/{id}": {
    build: ({ id }) => findLossReason(id),
    snapshot: (id) => rows(sql`SELECT * FROM loss_reasons WHERE id = ${id}`),
  },
  "/api/leads/board/{id}": {
    build: async (user) => {
      await buildLead(user.id);
      return findFirstStage(user.id);
    },
    snapshot: (id) => rows(sql`SELECT * FROM leads WHERE stage_id = ${id}`),
    shows: (id) => ({ cards: [{ stage_id: id }] }),
    hides: { cards: [], next: null },
  },
  "/api/leads/{id}/move": {
    build: async (user) => (await buildLead(user.id)).id,
    snapshot: (id) => rows(sql`SELECT * FROM leads WHERE id = ${id}`),
    body: async ({ id }) => ({ stage_id: await findFirstStage(id) }),
  },
  "/api/leads/{id}/notes": {
    build: async (user) => {
      const { id } = await buildLead(user.id);
      await buildNote(user, id);
      return id;
    },
    snapshot: (id) => rows(sql`SELECT * FROM notes WHERE lead_id = ${id}`),
    shows: (id) => ({ notes: [{ lead_id: id }] }),
    body: { text: "Minha nota" },
  },
  "/api/notes/{id}": {
    build: async (user) => buildNote(user, (await buildLead(user.id)).id),
    snapshot: (id) => rows(sql`SELECT * FROM notes WHERE id = ${id}`),
    body: { text: "Outra nota" },
  },
  "/api/leads/{id}/contacts": {
    build: async (user) => {
      const { id } = await buildLead(user.id);
      await buildLeadContact(user, id);
      return id;
    },
    snapshot: (id) => rows(sql`SELECT * FROM lead_contacts WHERE lead_id = ${id}`),
    shows: (id) => ({ contacts: [{ lead_id: id }] }),
    body: { name: "Minha" },
  },
  "/api/lead_contacts/{id}": {
    build: async (user) => buildLeadContact(user, (await buildLead(user.id)).id),
    snapshot: (id) => rows(sql`SELECT * FROM lead_contacts WHERE id = ${id}`),
    body: { name: "Outra" },
  },
  "/api/lead_contacts/{id}/main": {
    build: async (user) => buildLeadContact(user, (await buildLead(user.id)).id),
    snapshot: (id) => rows(sql`SELECT * FROM lead_contacts WHERE id = ${id}`),
  },
  "/api/tasks/{id}": {
    build: buildTask,
    snapshot: (id) => rows(sql`SELECT * FROM tasks WHERE id = ${id}`),
    body: { what: "Outra coisa", day: "2030-01-31" },
  },
  "/api/tasks/{id}/done": {
    build: buildTask,
    snapshot: (id) => rows(sql`SELECT * FROM tasks WHERE id = ${id}`),
    body: { done: true },
  },
  "/api/leads/{id}/denied_companies": {
    build: async (user) => (await buildLead(user.id)).id,
    snapshot: (id) =>
      rows(
        sql`SELECT l.id, d.cnpj FROM leads l LEFT JOIN company_denials d ON d.lead_id = l.id WHERE l.id = ${id}`,
      ),
    body: { cnpj: "00000000000191" },
  },
  "/api/leads/{id}": {
    build: async (user) => (await buildLead(user.id)).id,
    snapshot: (id) => rows(sql`SELECT * FROM leads WHERE id = ${id}`),
    shows: (id) => ({ lead: { id } }),
    body: { name: "Outro nome" },
  },
  "/api/leads/deletions/{id}/restore": {
    build: buildDeletion,
    snapshot: (id) => rows(sql`SELECT * FROM deleted_leads WHERE deletion_id = ${id}`),
  },
  "/api/leads/merges/{id}/undo": {
    build: buildMerge,
    snapshot: (id) => rows(sql`SELECT * FROM merged_leads WHERE merge_id = ${id}`),
  },
  "/api/leads/{id}/comparison": {
    build: async (user) => (await buildLead(user.id)).id,
    snapshot: (id) => rows(sql`SELECT * FROM leads WHERE id = ${id}`),
    shows: (id) => ({ leads: [{ id }], survivor_id: id }),
  },
  "/api/leads/{id}/duplicates": {
    build: buildDuplicate,
    snapshot: (id) => rows(sql`SELECT * FROM leads WHERE id = ${id}`),
    shows: () => ({ leads: [expect.objectContaining({ reason: "number" })] }),
  },
  "/api/leads/{id}/first-contact": {
    build: async (user) => (await buildLead(user.id)).id,
    snapshot: (id) => rows(sql`SELECT * FROM leads WHERE id = ${id}`),
    shows: () => ({ first: null, found: { source: "manual" } }),
  },
  "/api/leads/{id}/history": {
    build: buildLeadWithHistory,
    snapshot: (id) => rows(sql`SELECT * FROM lead_events WHERE lead_id = ${id}`),
    shows: () => ({
      history: expect.arrayContaining([expect.objectContaining({ kind: "status" })]),
    }),
  },
  "/api/leads/phone/{number}": {
    build: async (user) => (await buildLead(user.id)).whatsapp ?? "",
    snapshot: (number) => rows(sql`SELECT * FROM leads WHERE whatsapp = ${number}`),
    shows: (number) => ({ data: { lead: { whatsapp: number } } }),
  },
  "/api/lists/{id}": {
    build: buildListOfOne,
    snapshot: (id) =>
      rows(
        sql`SELECT l.*, m.lead_id FROM lists l LEFT JOIN list_leads m ON m.list_id = l.id WHERE l.id = ${id}`,
      ),
    shows: (id) => ({ list: { id } }),
    body: { name: "Outro nome" },
  },
  "/api/lists/{id}/deletion": {
    build: buildListOfOne,
    snapshot: (id) => rows(sql`SELECT * FROM lists WHERE id = ${id}`),
    shows: () => ({ leads_kept: 1 }),
  },
  "/api/whatsapp/contacts/{number}": {
    build: buildContact,
    snapshot: (number) => rows(sql`SELECT * FROM whatsapp_contacts WHERE number = ${number}`),
    shows: (number) => ({ contact: { number } }),
  },
  "/api/whatsapp/messages/{number}": {
    build: buildConversation,
    snapshot: (number) =>
      rows(
        sql`SELECT m.* FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE c.chat_id = ${number}`,
      ),
    shows: () => ({ data: { messages: [expect.objectContaining({ content: "Oi" })] } }),
    nowhere: "5511900000000@s.whatsapp.net",
    // A number that nobody wrote to or from has an empty conversation.
    nothing: { data: { messages: [], has_more: false, next: null } },
  },
  "/api/whatsapp/reactions/{id}": {
    build: buildFailedMessage,
    snapshot: (id) =>
      rows(
        sql`SELECT m.*, r.emoji FROM messages m LEFT JOIN message_reactions r
            ON r.instance_id = m.instance_id AND r.provider_message_id = m.provider_message_id WHERE m.id = ${id}`,
      ),
    body: { emoji: "👍" },
    // The provider is not running in this test.
    serves: 503,
  },
  "/api/whatsapp/numbers/{id}": {
    build: async (user) => {
      await buildInstance(user);
      // Of a provider that is not asked to log it out.
      const row = await firstRow<{ id: number }>(
        sql`UPDATE whatsapp_instances SET is_default = false, provider = 'cloud' WHERE owner_id = ${user.id} RETURNING id`,
      );
      return row?.id ?? 0;
    },
    snapshot: (id) => rows(sql`SELECT * FROM whatsapp_instances WHERE id = ${id}`),
    body: { name: "Vendas" },
  },
  "/api/whatsapp/assignments/{number}": {
    build: async (user) => {
      const number = await buildConversation(user);
      await execute(
        sql`INSERT INTO conversation_assignments (owner_id, conversation_id, to_id, reason)
            SELECT owner_id, id, ${user.personId}::int, 'claimed' FROM conversations WHERE chat_id = ${number}`,
      );
      return number;
    },
    snapshot: (number) => rows(sql`SELECT * FROM conversations WHERE chat_id = ${number}`),
    shows: () => ({ assignments: [expect.objectContaining({ reason: "claimed" })] }),
    nowhere: "5511900000000@s.whatsapp.net",
    nothing: { assignments: [] },
  },
  "/api/whatsapp/notes/{number}": {
    build: async (user) => {
      const number = await buildConversation(user);
      await buildConversationNote(user, await findConversation(number));
      return number;
    },
    snapshot: async (number) =>
      rows(
        sql`SELECT * FROM conversation_notes WHERE conversation_id = ${await findConversation(number)}`,
      ),
    body: { text: "Ligar depois das 15h" },
    shows: () => ({
      notes: [expect.objectContaining({ text: "Prefere o plano anual" })],
      mentioned: expect.any(Boolean),
    }),
    nowhere: "5511900000000@s.whatsapp.net",
    nothing: { notes: [], mentioned: false },
  },
  "/api/conversation_notes/{id}": {
    build: async (user) =>
      buildConversationNote(user, await findConversation(await buildConversation(user))),
    snapshot: (id) => rows(sql`SELECT * FROM conversation_notes WHERE id = ${id}`),
    shows: () => ({ success: true }),
  },
  "/api/whatsapp/reply_window/{number}": {
    build: buildConversation,
    snapshot: (number) => rows(sql`SELECT * FROM conversations WHERE chat_id = ${number}`),
    nowhere: "5511900000000@s.whatsapp.net",
    // With this provider everybody can be written to.
    shows: () => ({ data: { open: true, closes_at: null } }),
    nothing: { data: { open: true, closes_at: null } },
  },
  "/api/whatsapp/media/{id}/request": {
    build: buildFailedMedia,
    snapshot: (id) => rows(sql`SELECT * FROM message_media WHERE message_id = ${id}`),
    shows: () => ({ success: true }),
  },
  "/api/whatsapp/send_message/{id}/resend": {
    build: buildFailedMessage,
    snapshot: (id) => rows(sql`SELECT * FROM messages WHERE id = ${id}`),
    // The provider is not running in this test.
    serves: 503,
  },
  "/api/searches/{id}/stop": {
    build: buildSearch,
    snapshot: (id) => rows(sql`SELECT * FROM searches WHERE id = ${id}`),
  },
  "/api/searches/{id}/places": {
    build: buildSearch,
    snapshot: (id) => rows(sql`SELECT * FROM search_results WHERE search_id = ${id}`),
    shows: () => ({ places: [expect.objectContaining({ name: "Padaria" })] }),
  },
  "/api/searches/{id}/elsewhere": {
    build: async (user) => (await buildElsewhere(user)).searchId,
    snapshot: (id) => rows(sql`SELECT * FROM search_results WHERE search_id = ${id}`),
    shows: () => ({ companies: [expect.objectContaining({ name: "Padaria de longe" })] }),
  },
  "/api/searches/{id}/elsewhere/include": {
    build: async (user) => (await buildElsewhere(user)).searchId,
    snapshot: (id) => rows(sql`SELECT * FROM search_results WHERE search_id = ${id}`),
  },
  "/api/search-results/{id}/include": {
    build: async (user) => (await buildElsewhere(user)).resultId,
    snapshot: (id) => rows(sql`SELECT * FROM search_results WHERE id = ${id}`),
  },
  "/api/imports/{id}": {
    build: (user) => buildImport(user, "completed"),
    snapshot: (id) => rows(sql`SELECT * FROM imports WHERE id = ${id}`),
    shows: (id) => ({ import: { id } }),
  },
  "/api/imports/{id}/check": {
    build: (user) => buildImport(user, "uploaded"),
    snapshot: (id) => rows(sql`SELECT * FROM imports WHERE id = ${id}`),
    body: { mapping: ["name"], mode: "skip" },
  },
  "/api/imports/{id}/column": {
    build: (user) => buildImport(user, "uploaded"),
    snapshot: (id) => rows(sql`SELECT * FROM imports WHERE id = ${id}`),
    shows: () => ({ field: { rows: 1, values: 1 } }),
  },
  "/api/imports/{id}/draft": {
    build: (user) => buildImport(user, "uploaded"),
    snapshot: (id) => rows(sql`SELECT * FROM imports WHERE id = ${id}`),
    body: { mapping: [null], mode: "update" },
  },
  "/api/imports/{id}/start": {
    build: (user) => buildImport(user, "uploaded"),
    snapshot: (id) => rows(sql`SELECT * FROM imports WHERE id = ${id}`),
    body: { mapping: ["name"], mode: "skip" },
  },
  "/api/leads/bulk_edits/{id}/undo": {
    build: buildUndoableEdit,
    snapshot: (id) => rows(sql`SELECT * FROM lead_change_sets WHERE id = ${id}`),
  },
  "/api/imports/{id}/undo": {
    build: buildUndoableImport,
    snapshot: (id) => rows(sql`SELECT * FROM imports WHERE id = ${id}`),
    shows: () => ({ undo: { deleted: 0, restored: 0, kept: 0 } }),
  },
  "/api/imports/{id}/resume": {
    build: (user) => buildImport(user, "stopped"),
    snapshot: (id) => rows(sql`SELECT * FROM imports WHERE id = ${id}`),
  },
  "/api/imports/{id}/stop": {
    build: (user) => buildImport(user, "processing"),
    snapshot: (id) => rows(sql`SELECT * FROM imports WHERE id = ${id}`),
  },
  "/api/privacy/requests/{id}": {
    build: (user) => buildPrivacyRequest(user),
    snapshot: (id) => rows(sql`SELECT * FROM privacy_requests WHERE id = ${id}`),
    shows: (id) => ({ request: { id, kind: "erase" } }),
  },
  "/api/privacy/requests/{id}/retry": {
    build: (user) => buildPrivacyRequest(user, "error"),
    snapshot: (id) => rows(sql`SELECT * FROM privacy_requests WHERE id = ${id}`),
  },
  "/api/privacy/requests/{id}/permission": {
    build: (user) => buildPrivacyRequest(user),
    snapshot: (id) =>
      rows(
        sql`SELECT r.*, k.* FROM privacy_requests r LEFT JOIN erased_keys k ON k.request_id = r.id WHERE r.id = ${id}`,
      ),
  },
  "/api/opt-outs/{id}/removal": {
    build: buildOptOut,
    snapshot: (id) => rows(sql`SELECT * FROM opt_outs WHERE id = ${id}`),
    body: { reason: "Pediu orçamento" },
  },
  "/api/opt-outs/reviews/{number}": {
    build: buildReview,
    snapshot: (number) => rows(sql`SELECT * FROM opt_out_reviews WHERE phone_key = ${number}`),
    shows: () => ({ review: { words: "não me mande mais boletos" } }),
    nowhere: "5511900000000",
    nothing: { review: null },
  },
  "/api/opt-outs/reviews/{number}/decision": {
    build: buildReview,
    snapshot: (number) => rows(sql`SELECT * FROM opt_out_reviews WHERE phone_key = ${number}`),
    body: { opt_out: true },
    nowhere: "5511900000000",
  },
  "/api/answers/{number}/intent": {
    build: buildConversation,
    snapshot: snapshotConversation,
    body: { intent: "interested" },
    nowhere: "5511900000000@s.whatsapp.net",
  },
  "/api/answers/{number}/task": {
    build: buildConversation,
    snapshot: snapshotConversation,
    body: { day: "2027-03-01" },
    nowhere: "5511900000000@s.whatsapp.net",
  },
  "/api/prospecting/activities/{id}": {
    build: buildFinishedCampaign,
    snapshot: snapshotCampaign,
    shows: (id) => ({ activity: { id } }),
  },
  "/api/prospecting/activities/{id}/stop": {
    build: buildRunningCampaign,
    snapshot: snapshotCampaign,
  },
  "/api/prospecting/activities/{id}/undo": {
    build: buildRunningCampaign,
    snapshot: snapshotCampaign,
  },
  "/api/prospecting/activities/{id}/pause": {
    build: buildRunningCampaign,
    snapshot: snapshotCampaign,
  },
  "/api/prospecting/activities/{id}/resume": {
    build: async (user) => (await buildCampaign(user, { status: "running", paused: true })).id,
    snapshot: snapshotCampaign,
  },
  "/api/prospecting/activities/{id}/cancel": {
    build: buildScheduledCampaign,
    snapshot: snapshotCampaign,
  },
  "/api/prospecting/activities/{id}/edit": {
    build: buildScheduledCampaign,
    snapshot: snapshotCampaign,
    body: { messages: ["Oi"], scheduled: true, scheduled_datetime: "2026-01-01T10:00" },
    // Scheduling is for PRO.
    serves: 403,
  },
  "/api/prospecting/activities/{id}/results": {
    build: buildFinishedCampaign,
    snapshot: snapshotCampaign,
    shows: () => ({ summary: { recipients: 2 } }),
  },
  "/api/prospecting/activities/{id}/recipients": {
    build: buildFinishedCampaign,
    snapshot: snapshotCampaign,
    shows: () => ({ pagination: { total: 2 } }),
  },
  "/api/prospecting/activities/{id}/retry": {
    build: buildFinishedCampaign,
    snapshot: snapshotCampaign,
  },
  "/api/prospecting/activities/{id}/steps": {
    build: buildScheduledCampaign,
    snapshot: snapshotCampaign,
    body: { steps: [] },
    shows: () => ({ steps: [] }),
  },
  "/api/prospecting/recipients/{id}/continue": {
    build: async (user) => buildFollowUp(user, "reacted"),
    snapshot: (id) => rows(sql`SELECT * FROM campaign_recipients WHERE id = ${id}`),
  },
  "/api/prospecting/recipients/{id}/end": {
    build: async (user) => buildFollowUp(user, null),
    snapshot: (id) => rows(sql`SELECT * FROM campaign_recipients WHERE id = ${id}`),
  },
  "/api/prospecting/recipients/{id}/resend": {
    build: async (user) => {
      await buildInstance(user);
      const { recipientIds } = await buildCampaign(user, {
        status: "completed",
        recipients: ["unknown"],
      });
      return recipientIds[0] ?? 0;
    },
    snapshot: (id) => rows(sql`SELECT * FROM campaign_recipients WHERE id = ${id}`),
  },
};

async function buildFinishedCampaign(user: TestUser): Promise<number> {
  await buildInstance(user);
  return (await buildCampaign(user, { status: "completed", recipients: ["failed", "sent"] })).id;
}

async function buildScheduledCampaign(user: TestUser): Promise<number> {
  const nextRunAt = new Date(Date.now() + 86_400_000);
  return (await buildCampaign(user, { nextRunAt })).id;
}

/** The second message of a running campaign to somebody, that waits for its time or for a word. */
async function buildFollowUp(user: TestUser, cause: "reacted" | null): Promise<number> {
  const { recipientIds } = await buildCampaign(user, { status: "running", recipients: ["sent"] });
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO campaign_recipients (run_id, owner_id, lead_id, phone_key, number, step, variant, due_at, not_before, cause)
        SELECT run_id, owner_id, lead_id, phone_key, number, 2, 0, now() + interval '1 day', now() + interval '1 day', ${cause}
        FROM campaign_recipients WHERE id = ${recipientIds[0] ?? 0} RETURNING id`,
  );
  return row?.id ?? 0;
}

function snapshotConversation(chat: Id) {
  return rows(
    sql`SELECT c.*, m.intent, m.intent_settled, t.id AS task, t.due_on FROM conversations c JOIN messages m ON m.conversation_id = c.id
        LEFT JOIN tasks t ON t.owner_id = c.owner_id WHERE c.chat_id = ${chat}`,
  );
}

function snapshotRadar(id: Id) {
  return rows(
    sql`SELECT * FROM radars r LEFT JOIN radar_runs u ON u.radar_id = r.id
        LEFT JOIN radar_findings f ON f.run_id = u.id WHERE r.id = ${id}`,
  );
}

function snapshotCampaign(id: Id) {
  return rows(
    sql`SELECT c.*, r.*, p.* FROM campaigns c LEFT JOIN campaign_runs r ON r.campaign_id = c.id
        LEFT JOIN campaign_recipients p ON p.run_id = r.id WHERE c.id = ${id}`,
  );
}

async function findConversation(chatId: Id): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM conversations WHERE chat_id = ${chatId} ORDER BY id DESC LIMIT 1`,
  );
  return row?.id ?? 0;
}

/** Paths whose parameter belongs to no owner. */
const PUBLIC_PARAMETERS = new Set([
  "/api/geo/states/{uf}/municipalities",
  "/api/geo/municipalities",
  "/api/geo/municipalities/{id}/districts",
  "/api/dados-receita/{cnpj}",
  "/api/registry/companies/{cnpj}/establishments",
  "/api/registry/companies/{cnpj}/partners",
]);

/**
 * Responses of a GET without a parameter depend on the account's rows: each path with a row that changes its
 * response.
 */
export const ANSWERS_FROM_ROWS: Record<string, (owner: TestUser) => Promise<unknown>> = {
  "/api/billing": buildBilling,
  "/api/billing/overview": buildPastDueBilling,
  "/api/billing/history": buildBilling,
  "/api/prospecting/activities": buildRunningCampaign,
  "/api/prospecting/days_off": (user) =>
    execute(
      sql`INSERT INTO days_off (owner_id, day, name) VALUES (${user.id}, '2027-06-24', 'São João')`,
    ),
  "/api/prospecting/number-health": (user) =>
    buildCampaign(user, { status: "completed", recipients: ["sent"] }),
  "/api/canned_answers": buildCannedAnswer,
  "/api/whatsapp/scheduled_messages": buildScheduledMessage,
  "/api/lead_views": buildLeadView,
  "/api/radars": buildRadar,
  "/api/tasks": buildTask,
  "/api/today": async (user) => {
    const id = await buildScheduledMessage(user);
    await execute(
      sql`UPDATE scheduled_messages SET state = 'failed', settled_at = now() WHERE id = ${id}`,
    );
  },
  "/api/whatsapp/numbers": buildInstance,
  "/api/whatsapp/chats": buildConversation,
  "/api/whatsapp/search": buildConversation,
  "/api/whatsapp/contacts": buildContact,
  "/api/whatsapp/unread_count": buildConversation,
  "/api/whatsapp/instance": buildInstance,
  "/api/credits/history": buildCreditUse,
  "/api/credits/status": buildCreditUse,
  "/api/dashboard/activity": ({ id }) => buildLead(id),
  "/api/dashboard/period": ({ id }) => buildLead(id),
  "/api/deals/forecast": (user) => buildDeal(user),
  "/api/deals/outcomes": ({ id }) => buildLead(id, { status: "closed" }),
  "/api/events/summary": ({ id }) => buildEvent(id),
  "/api/events/aggregate": ({ id }) => buildEvent(id),
  "/api/events/by-source": ({ id }) => buildList(id),
  "/api/events/list": ({ id }) => buildEvent(id),
  "/api/events/report": ({ id }) => buildEvent(id),
  "/api/events/story": ({ id }) => buildEvent(id),
  "/api/events/story/entries": ({ id }) => buildEvent(id),
  "/api/events/funnel": ({ id }) => buildLead(id),
  "/api/imports": (user) => buildImport(user, "completed"),
  "/api/imports/draft": (user) => buildImport(user, "uploaded"),
  "/api/leads": ({ id }) => buildLead(id),
  "/api/leads/board": ({ id }) => buildLead(id),
  "/api/stages": buildStage,
  "/api/tags": buildTag,
  "/api/own_fields": buildOwnField,
  "/api/loss_reasons": ({ id }) =>
    execute(sql`INSERT INTO loss_reasons (owner_id, name) VALUES (${id}, 'Longe')`),
  "/api/leads/stats": ({ id }) => buildLead(id),
  "/api/leads/deletions": buildDeletion,
  "/api/leads/merges": buildMerge,
  "/api/leads/duplicates": buildDuplicate,
  "/api/leads/cities": ({ id }) => buildLead(id, { city: "Santos" }),
  "/api/lists": ({ id }) => buildList(id),
  "/api/privacy/people": ({ id }) => buildLead(id, { whatsapp: "5511987650001" }),
  "/api/privacy/requests": (user) => buildPrivacyRequest(user),
  "/api/answers/corrections": async (user) => {
    await buildConversation(user);
    await execute(
      sql`UPDATE messages SET intent = 'question', intent_settled = true WHERE owner_id = ${user.id}`,
    );
  },
  "/api/opt-outs": buildOptOut,
  "/api/opt-outs/settings": ({ id }) =>
    execute(sql`INSERT INTO opt_out_settings (owner_id, confirms) VALUES (${id}, false)`),
  "/api/searches": buildSearch,
  "/api/sessions": buildSession,
  "/api/tokens": buildApiToken,
  "/api/team": (user) => buildMember(user.id),
  "/api/team/results": ({ id }) => buildLead(id, { status: "closed" }),
  "/api/team/invitations": buildInvitation,
  "/api/team/handovers": buildHandover,
  "/api/team/turns": async ({ id, personId }) => {
    await execute(
      sql`INSERT INTO turns (owner_id, person_id, most_waiting) VALUES (${id}, ${personId}, 3)`,
    );
  },
  "/api/webhook_endpoints": buildWebhook,
  "/api/account_actions": (user) => recordAction(actorOf(user), "password_changed"),
  "/api/second_factor": enableSecondFactor,
  "/api/passkeys": buildPasskey,
  "/api/identities": linkIdentity,
  "/api/user": changeProfile,
  "/api/account/deletion": ({ id }) =>
    execute(
      sql`INSERT INTO account_deletions (owner_id, due_at) VALUES (${id}, now() + interval '7 days')`,
    ),
  "/api/account/exports": ({ id }) =>
    execute(sql`INSERT INTO account_exports (owner_id, requested_on) VALUES (${id}, '2026-01-31')`),
};

/**
 * The names of profile fields, not their values; the templates of a number, which this provider has none of (see
 * cloud-send.test); and the public registry, whose companies say which of the account's leads they are (see
 * registry-search.test).
 */
const SAME_FOR_ALL = [
  // Asked by the ids of leads: see tasks.test.
  "/api/tasks/next",
  ...["/api/user/fields", "/api/whatsapp/templates", "/api/prospecting/templates"],
  ...["/api/dados-receita", "/api/registry/counts", "/api/registry/activities"],
];

/** Queries for endpoints that return nothing without one. */
export const QUERIES: Record<string, string> = {
  "/api/events/aggregate": "?event_type=lead_created",
  "/api/events/story/entries": `?event_type=lead_created&day=${getSaoPauloDay(new Date())}`,
  "/api/whatsapp/search": "?query=oi",
  "/api/privacy/people": "?phone=5511987650001",
  "/api/tasks": "?whose=all",
};

/** Endpoints whose path names a row of one owner. */
export const withId = allEndpoints.filter(
  ({ path, access }) => path.includes("{") && !PUBLIC_PARAMETERS.has(path) && access !== "admin",
);
export const withoutId = allEndpoints.filter(
  ({ method, path, access }) =>
    method === "GET" && access === "member" && !path.includes("{") && !SAME_FOR_ALL.includes(path),
);

async function changeProfile({ personId: id }: TestUser) {
  await execute(sql`UPDATE users SET name = 'Outro nome' WHERE id = ${id}`);
}

async function buildInvitation({ id, personId }: TestUser): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO account_invitations (owner_id, email, role, token_hash, invited_by, expires_at)
        VALUES (${id}, 'convidada@teste.example', 'seller', ${Buffer.from(randomUUID())}, ${personId},
                now() + interval '7 days') RETURNING id`,
  );
  return row?.id ?? 0;
}

async function buildHandover({ id, personId }: TestUser): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO handovers (owner_id, from_id, to_ids, person_id, lead_ids, conversation_ids, task_ids)
        VALUES (${id}, ${personId}, '{}', ${personId}, '{}', '{}', '{}') RETURNING id`,
  );
  return row?.id ?? 0;
}

async function buildPasskey({ personId: id }: TestUser): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO passkeys (owner_id, credential_id, public_key, transports, name, backed_up)
        VALUES (${id}, ${Buffer.from(randomUUID())}, '\\x00', '{}', 'Celular', false) RETURNING id`,
  );
  return row?.id ?? 0;
}

/** Gives the calling user a known password for the proof that is required again, the stranger as well. */
async function provePassword({ personId: id, email }: TestUser) {
  const current_password = "a senha do teste";
  const hash = await hashPassword(current_password, email);
  await execute(sql`UPDATE users SET password_hash = ${hash} WHERE id = ${id}`);
  return { current_password };
}

async function linkIdentity({ personId: id }: TestUser) {
  await execute(
    sql`INSERT INTO identities (user_id, provider, issuer, subject, email)
        VALUES (${id}, 'google', 'https://issuer.example', ${`of ${id}`}, 'x@x.example')`,
  );
}

async function enableSecondFactor({ personId: id }: TestUser) {
  await execute(
    sql`INSERT INTO second_factors (user_id, sealed_secret, confirmed_at) VALUES (${id}, 'x', now())`,
  );
}

async function buildLeadView({ id }: TestUser): Promise<number> {
  const settings = { filter: {}, sort: "name", direction: "desc", columns: [] };
  const [row] = await rows<{ id: number }>(
    sql`INSERT INTO lead_views (owner_id, name, settings)
        VALUES (${id}, 'Novos', ${JSON.stringify(settings)}::jsonb) RETURNING id`,
  );
  return row?.id ?? 0;
}

async function buildScheduledMessage(user: TestUser): Promise<number> {
  await openChat(user, "551187654321");
  const [row] = await rows<{ id: number }>(
    sql`INSERT INTO scheduled_messages (owner_id, phone_key, chat_id, content, send_at)
        VALUES (${user.id}, '551187654321', '5511987654321@s.whatsapp.net', 'Até amanhã', now() + interval '1 day') RETURNING id`,
  );
  return row?.id ?? 0;
}

async function buildCannedAnswer({ id }: TestUser): Promise<number> {
  const [row] = await rows<{ id: number }>(
    sql`INSERT INTO canned_answers (owner_id, shortcut, text) VALUES (${id}, 'preco', 'Custa R$ 10') RETURNING id`,
  );
  return row?.id ?? 0;
}
