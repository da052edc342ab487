import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { TABLES } from "@/lib/domain/custody/tables/tables";
import { sourceFiles } from "./imports";
import { tablesUsed, type Use } from "./tables-used";

const root = join(import.meta.dirname, "../..");

/** The folder of server/ whose repositories write each table. Other folders call its services. */
const WRITERS: Readonly<Record<string, string | null>> = Object.fromEntries(
  Object.entries(TABLES).map(([table, { writer }]) => [table, writer]),
);

/** Other folders' tables that a folder may read in joins. */
const READ_ACROSS: Record<string, string[]> = {
  "account-actions": ["users"],
  "account-deletions": ["accounts", "users", "whatsapp_instances"],
  // An archive contains all data of an account.
  "account-exports": [
    ...[
      "account_actions",
      "accounts",
      "billing_invoices",
      "campaign_recipients",
      "campaign_runs",
      "campaigns",
    ],
    ...[
      "canned_answers",
      "conversations",
      "credit_entries",
      "lead_contacts",
      "leads",
      "list_leads",
    ],
    ...["lists", "message_media", "messages", "notes", "opt_outs", "search_results"],
    ...["searches", "stages", "tasks", "users", "whatsapp_contacts"],
  ],
  admin: [
    ...["accounts", "campaign_recipients", "campaigns", "credit_entries", "leads", "searches"],
    ...["sessions", "users"],
  ],
  "api-tokens": ["accounts", "users"],
  audit: ["users"],
  auth: ["accounts", "installation", "passkeys", "second_factors", "users"],
  billing: ["accounts", "billing_events", "users"],
  campaigns: [
    ...["accounts", "checked_numbers", "conversations", "lead_tags", "leads", "list_leads"],
    ...["lists", "message_reactions", "messages", "opt_ins", "opt_out_reviews", "opt_outs"],
    ...["sends", "stages", "tags", "users", "whatsapp_instances"],
  ],
  "campaign-results": [
    ...["campaign_recipients", "campaign_runs", "campaign_steps", "campaigns", "conversations"],
    ...["leads", "message_charges", "messages", "opt_outs", "stages", "whatsapp_instances"],
  ],
  contacts: ["conversations", "lead_contacts", "leads"],
  credits: ["accounts"],
  deals: [
    ...["campaign_recipients", "campaign_runs", "campaigns", "leads", "list_leads", "lists"],
    ...["loss_reasons", "stages"],
  ],
  "distinct-leads": ["leads"],
  duplicates: ["distinct_leads", "leads"],
  "event-reports": [
    ...["campaign_recipients", "campaign_runs", "campaigns", "conversations", "event_hours"],
    ...["event_rollup", "events", "imports", "leads", "list_leads", "lists", "messages"],
    "searches",
  ],
  // The account's row, and the rows that act for its holder.
  "held-sessions": ["accounts", "api_tokens", "sessions", "users"],
  imports: ["lead_change_sets", "lists"],
  inbox: ["users"],
  "lead-contacts": ["conversations", "leads", "opt_outs"],
  leads: [
    ...[
      "accounts",
      "campaign_recipients",
      "campaign_runs",
      "campaigns",
      "company_denials",
      "conversations",
    ],
    ...["distinct_leads", "lead_contacts", "lead_merges", "lead_tags", "lead_values", "list_leads"],
    ...["loss_reasons", "merged_leads", "messages", "notes", "opt_outs", "search_results"],
    ...["searches", "site_checks", "stages", "tasks", "users"],
  ],
  "lead-table": [
    ...["conversations", "lead_contacts", "lead_tags", "lead_values", "leads", "list_leads"],
    ...["opt_outs", "own_fields", "stages", "tasks"],
  ],
  lists: ["leads"],
  mail: ["account_invitations", "users"],
  "misread-numbers": ["lead_contacts", "leads", "opt_outs"],
  // The amount of waiting work in each of them.
  metrics: [
    ...[
      "accounts",
      "billing_alerts",
      "billing_events",
      "campaign_runs",
      "credit_days",
      "duty_runs",
    ],
    ...["imports", "installation", "mails", "message_media", "radar_runs", "registry_imports"],
    ...[
      "scheduled_messages",
      "searches",
      "sends",
      "site_checks",
      "webhook_dead_letters",
      "webhook_deliveries",
    ],
    ...["whatsapp_instances", "whatsapp_sockets", "worker_heartbeats"],
  ],
  media: ["accounts", "canned_answers", "conversations", "messages"],
  merges: [
    ...[
      "deleted_leads",
      "lead_contacts",
      "lead_tags",
      "lead_values",
      "leads",
      "list_leads",
      "notes",
      "opt_outs",
    ],
    ...["stages", "tasks"],
  ],
  // For the administrator's question why a message was not sent.
  "message-trace": [
    ...[
      "accounts",
      "campaign_recipients",
      "campaign_runs",
      "conversations",
      "messages",
      "opt_out_reviews",
    ],
    ...["opt_outs", "scheduled_messages", "whatsapp_instances"],
  ],
  messages: [
    ...[
      "accounts",
      "lead_contacts",
      "leads",
      "message_charges",
      "message_media",
      "opt_out_reviews",
    ],
    ...[
      "opt_outs",
      "scheduled_messages",
      "sends",
      "tasks",
      "users",
      "whatsapp_contacts",
      "whatsapp_instances",
    ],
  ],
  "lead-questions": ["leads"],
  notes: ["leads"],
  "opt-outs": ["accounts", "contact_identities", "conversations", "lead_contacts", "leads"],
  portfolios: ["accounts", "whatsapp_instances"],
  radars: ["accounts"],
  registry: ["registry_choices", "registry_imports"],
  // Everything that is stored about a person, in any table.
  requests: [
    ...[
      "accounts",
      "campaign_recipients",
      "campaign_runs",
      "campaigns",
      "contact_identities",
      "conversation_notes",
      "conversations",
    ],
    ...[
      "deleted_leads",
      "erased_keys",
      "import_chunks",
      "import_refusals",
      "imports",
      "lead_contacts",
    ],
    ...["lead_events", "lead_tags", "lead_values", "leads", "list_leads", "lists"],
    ...["merged_leads", "message_media", "messages", "notes", "opt_out_events", "opt_outs"],
    ...["own_fields", "radar_findings", "scheduled_messages", "search_results", "stages", "tags"],
    ...["tasks", "webhook_dead_letters", "webhook_deliveries", "whatsapp_contacts"],
  ],
  "scheduled-messages": [
    "accounts",
    "contact_identities",
    "conversations",
    "leads",
    "messages",
    "whatsapp_contacts",
    "whatsapp_instances",
  ],
  // The findings show which companies a radar already made leads.
  searches: ["leads", "lists", "radar_findings"],
  sends: [
    ...["campaign_recipients", "campaign_runs", "conversations", "message_media"],
    ...["messages", "whatsapp_instances"],
  ],
  sockets: ["whatsapp_instances"],
  stages: ["leads", "tasks"],
  // By whom what a row hangs on is seen.
  sight: ["campaign_runs", "campaigns", "contact_identities", "conversations", "leads"],
  "site-checks": ["accounts", "leads"],
  system: ["users"],
  tags: ["leads"],
  tasks: ["accounts", "leads"],
  team: ["accounts", "users"],
  // Whose turn it is depends on who is here, and on what waits.
  turns: [
    ...[
      "accounts",
      "conversations",
      "lead_contacts",
      "leads",
      "opt_outs",
      "sessions",
      "users",
      "whatsapp_instances",
    ],
  ],
  "team-results": [
    ...["accounts", "contact_identities", "conversations", "first_answers", "lead_contacts"],
    ...["leads", "messages", "opt_outs", "stages", "tasks", "users"],
  ],
  users: ["sessions"],
  "webhook-deliveries": ["webhook_endpoints"],
  whatsapp: [
    "accounts",
    "conversations",
    "early_receipts",
    "messages",
    "users",
    "whatsapp_contacts",
  ],
};

const isForeignWrite = ({ folder, table }: Use) => WRITERS[table] !== folder;

const files = sourceFiles(root, "server").filter((file) => !file.startsWith("server/platform/db/"));
const uses = files.map((file) => ({
  file,
  ...tablesUsed(file, readFileSync(join(root, file), "utf8")),
}));

test("a table is written by the repositories of its owner alone", () => {
  const writers = uses.flatMap(({ file, writes }) => writes.map((use) => ({ file, ...use })));
  expect(
    writers.filter(isForeignWrite),
    "call a service of the folder that owns the table (writer in lib/domain/custody/tables), or of its outbox",
  ).toEqual([]);
  expect(writers.filter(({ file }) => !file.endsWith(".repository.ts"))).toEqual([]);
  const written = new Set(writers.map(({ table }) => table));
  const unwritten = Object.keys(WRITERS).filter((table) => WRITERS[table] && !written.has(table));
  expect(unwritten).toEqual([]);
});

test("what is read of other folders' tables is listed here", () => {
  const across: Record<string, string[]> = {};
  for (const { folder, table } of uses.flatMap(({ reads }) => reads)) {
    const owner = WRITERS[table];
    if (!owner || owner === folder) continue;
    across[folder] = [...new Set([...(across[folder] ?? []), table])].sort();
  }
  expect(
    across,
    "a statement reads another folder's table: list it in READ_ACROSS if a join is the point, else call its service",
  ).toEqual(READ_ACROSS);
});

describe("a planted write", () => {
  test.each([
    ["server/discovery/searches/x.repository.ts", "sql`INSERT INTO lists (name) VALUES ('x')`"],
    ["server/discovery/searches/x.repository.ts", "sql`UPDATE lists SET name = 'x'`"],
    [
      "server/discovery/searches/x.repository.ts",
      "sql`WITH a AS (DELETE\n FROM list_leads) SELECT 1`",
    ],
    ["server/leads/imports/x.repository.ts", "prisma.lead.updateMany({})"],
    ["server/leads/imports/x.repository.ts", "await prisma.list.create({})"],
    ["server/leads/imports/x.repository.ts", 'leaseQueries({\n  table: "searches" })'],
    [
      "server/leads/lists/x.repository.ts",
      "prisma.list.updateMany({ data: { members: { create: {} } } })",
    ],
  ])("in %s is found: %s", (file, source) => {
    expect(tablesUsed(file, source).writes.filter(isForeignWrite)).toHaveLength(1);
  });

  test.each([
    ["server/discovery/searches/x.repository.ts", "sql`SELECT 1 FROM lists FOR UPDATE OF lists`"],
    ["server/discovery/searches/x.repository.ts", "sql`SELECT 1 FROM lists FOR NO KEY UPDATE`"],
    [
      "server/leads/lists/x.repository.ts",
      "sql`INSERT INTO lists ... ON CONFLICT DO UPDATE SET name = ''`",
    ],
    ["server/discovery/searches/x.repository.ts", "/** DELETE FROM lists */\n // UPDATE lists"],
    ["server/leads/imports/x.repository.ts", "prisma.lead.findMany({})"],
    ["server/campaigns/campaigns/engine/x.repository.ts", "sql`DELETE FROM campaign_runs`"],
  ])("is none in %s: %s", (file, source) => {
    expect(tablesUsed(file, source).writes.filter(isForeignWrite)).toEqual([]);
  });
});
