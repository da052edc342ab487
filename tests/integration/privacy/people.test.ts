import { randomInt } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { leads } from "@/lib/contracts/leads/leads";
import { privacy } from "@/lib/contracts/privacy/privacy";
import { TABLES } from "@/lib/domain/custody/tables/tables";
import { recordEvent } from "@/server/integrations/events/events.service";
import { removeReleasedMedia } from "@/server/messaging/media/media.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { forgetOldExports } from "@/server/privacy/requests/requests.service";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildLead } from "@/tests/factories/leads";
import { buildInstance, buildWebhook } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { uploadFile } from "@/tests/support/imports";
import { ask, erase, findEverywhere } from "@/tests/support/privacy";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

let user: TestUser;
let stranger: TestUser;
let digits: string;
let key: string;
let email: string;
let name: string;
beforeEach(async () => {
  [user, stranger] = [await buildUser({ plan: "pro" }), await buildUser()];
  digits = `55119${randomInt(80_000_000, 89_999_999)}`;
  key = `55${digits.slice(2, 4)}${digits.slice(5)}`;
  email = `quiteria${digits.slice(-8)}@pessoa.example`;
  name = `Quitéria ${digits.slice(-6)}`;
});

const find = (query: object, who = user) =>
  callApi(api, privacy.findPerson, { query }, who.headers);
const download = (id: number, format: string, who = user) =>
  fetch(new URL(`/api/privacy/requests/${id}/export?format=${format}`, api.url), {
    headers: who.headers,
  });

/** The person in every table that can hold one. */
async function buildEverything(): Promise<number> {
  await buildInstance(user);
  const { id } = await buildLead(user.id, { name, whatsapp: digits });
  await execute(sql`UPDATE leads SET email = ${email}, phone = ${digits} WHERE id = ${id}`);
  await execute(
    sql`INSERT INTO notes (owner_id, lead_id, text) VALUES (${user.id}, ${id}, ${`Falar com ${name}`})`,
  );
  await execute(
    sql`INSERT INTO tasks (owner_id, lead_id, what, due_on) VALUES (${user.id}, ${id}, ${`Ligar para ${name}`}, '2030-01-31')`,
  );
  const { runId } = await buildCampaign(user, { status: "completed", recipients: ["sent"] });
  await execute(
    sql`UPDATE campaign_recipients SET phone_key = ${key}, number = ${digits}, lead_id = ${id}, text = ${`Oi ${name}`} WHERE run_id = ${runId}`,
  );
  await execute(
    sql`WITH chat AS (
          INSERT INTO conversations (owner_id, phone_key, chat_id, name, last_message)
          VALUES (${user.id}, ${key}, ${`${digits}@s.whatsapp.net`}, ${name}, 'Oi') RETURNING id, owner_id),
        message AS (
          INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, sent_at)
          SELECT owner_id, id, (SELECT id FROM whatsapp_instances WHERE owner_id = ${user.id}), ${`M${digits}`}, 'in', ${`Sou ${name}`}, now()
          FROM chat RETURNING id, owner_id),
        suggestion AS (
          INSERT INTO suggestion_sets (conversation_id, owner_id, message_id, suggestions)
          SELECT c.id, c.owner_id, m.id, ${JSON.stringify([`Olá ${name}`])}::jsonb FROM chat c, message m)
        INSERT INTO message_media (owner_id, message_id, state, mime, bytes, file_name, storage_key, stored_at)
        SELECT owner_id, id, 'stored', 'image/png', 3, ${`${name}.png`}, ${`person/${digits}`}, now() FROM message`,
  );
  await execute(
    sql`INSERT INTO scheduled_messages (owner_id, phone_key, chat_id, content, send_at)
        VALUES (${user.id}, ${key}, ${`${digits}@s.whatsapp.net`}, ${`Lembrete, ${name}`}, now() + interval '1 day')`,
  );
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key, number) VALUES (${user.id}, ${key}, ${digits})`,
  );
  await execute(
    sql`INSERT INTO opt_out_events (owner_id, phone_key, kind, words) VALUES (${user.id}, ${key}, 'opted_out', ${`Sair, ${name}`})`,
  );
  await execute(
    sql`INSERT INTO opt_out_reviews (owner_id, phone_key, words, provider_message_id, said_at) VALUES (${user.id}, ${key}, ${name}, 'x', now())`,
  );
  await execute(
    sql`INSERT INTO opt_ins (owner_id, phone_key, source) VALUES (${user.id}, ${key}, 'message')`,
  );
  await execute(
    sql`INSERT INTO whatsapp_contacts (owner_id, phone_key, number, jid, name) VALUES (${user.id}, ${key}, ${digits}, ${`${digits}@s.whatsapp.net`}, ${name})`,
  );
  await execute(
    sql`INSERT INTO contact_identities (owner_id, chat_id, phone_key) VALUES (${user.id}, ${`9${digits}9@lid`}, ${key})`,
  );
  await execute(
    sql`INSERT INTO checked_numbers (owner_id, phone_key, chat_id) VALUES (${user.id}, ${key}, ${digits})`,
  );
  await execute(
    sql`INSERT INTO message_reactions (owner_id, instance_id, provider_message_id, phone_key, from_me, emoji, reacted_at)
        SELECT ${user.id}, id, 'x', ${key}, false, '👍', now() FROM whatsapp_instances WHERE owner_id = ${user.id}`,
  );
  await execute(
    sql`INSERT INTO early_changes (instance_id, provider_message_id, phone_key, from_me, kind, content, changed_at)
        SELECT id, 'x', ${key}, false, 'edit', ${name}, now() FROM whatsapp_instances WHERE owner_id = ${user.id}`,
  );
  await execute(
    sql`INSERT INTO webhook_dead_letters (owner_id, instance_id, event, reason, item)
        SELECT ${user.id}, id, 'x', 'x', ${JSON.stringify({ from: digits, name })} FROM whatsapp_instances WHERE owner_id = ${user.id}`,
  );
  const endpoint = await buildWebhook(user);
  for (const payload of [{ number: `+${digits}`, name }, { data: { lead_id: id, name } }]) {
    await execute(
      sql`INSERT INTO webhook_deliveries (owner_id, endpoint_id, event_type, payload) VALUES (${user.id}, ${endpoint}, 'x', ${JSON.stringify(payload)})`,
    );
  }
  await recordEvent(user.id, "lead_created", {
    metadata: { lead_id: id, name, source: "manual" },
    told: { name },
  });
  await uploadFile(api, user, `nome,whatsapp\nOutra,11966660009\n${name},${digits}\n`);
  await execute(
    sql`INSERT INTO import_refusals (import_id, owner_id, line, reason, cells)
        SELECT id, owner_id, 9, 'x', ARRAY[${name}, ${digits}] FROM imports WHERE owner_id = ${user.id}`,
  );
  const removed = await buildLead(user.id, { name, whatsapp: null });
  await execute(sql`UPDATE leads SET email = ${email} WHERE id = ${removed.id}`);
  await callApi(api, leads.remove, { params: { id: removed.id } }, user.headers);
  return id;
}

test("what is held of a person is found by number, e-mail and name, and by its owner alone", async () => {
  const id = await buildEverything();
  const written = `(11) 9${digits.slice(5, 9)}-${digits.slice(9)}`;
  const { body } = await find({ phone: written });
  expect(body.found).toMatchObject({
    counts: {
      ...{ leads: 1, notes: 1, tasks: 1, conversations: 1, messages: 1, files: 1, recipients: 1 },
      ...{ scheduled: 1, opt_outs: 2, address_book: 1, import_rows: 2, deliveries: 2 },
    },
    leads: [{ id, name, is_main: true }],
    erased: false,
  });
  expect((await find({ email: email.toUpperCase() })).body.found?.counts).toMatchObject({
    ...{ leads: 1, deleted_leads: 1 },
  });
  const byName = await find({ name: name.toLowerCase().replace("é", "e") });
  expect(byName.body).toMatchObject({
    found: null,
    candidates: [{ name, keys: { phones: [`+${key}`] } }],
  });
  expect((await find({ phone: written }, stranger)).body.found?.counts).toEqual({});
  expect((await find({ name }, stranger)).body.candidates).toEqual([]);
});

test.each([
  {},
  { phone: "11987654321", email: "a@b.example" },
  { phone: "123" },
  { cnpj: "1" },
  { name: "ab" },
])("%j is no question", async (query) => {
  expect((await find(query)).status).toBe(400);
});

test("a copy has everything, as JSON and as a page in which nothing runs, for its owner, until it is too old", async () => {
  await buildEverything();
  await execute(
    sql`UPDATE leads SET obs = '<script>alert(1)</script>' WHERE owner_id = ${user.id} AND name = ${name}`,
  );
  const asked = await ask(
    api,
    user,
    { phones: [`+${digits}`], emails: [email] },
    { kind: "export" },
  );
  expect(asked.body.request).toMatchObject({ kind: "export", status: "done" });
  const { id } = asked.body.request;
  const json = await download(id, "json");
  expect(json.headers.get("content-disposition")).toContain("attachment");
  expect(await json.json()).toMatchObject({
    leads: [{ name, whatsapp: digits, notes: [{ text: `Falar com ${name}` }] }],
    messages: [{ content: `Sou ${name}`, file: `${name}.png` }],
    campaigns: [{ text: `Oi ${name}` }],
    deleted_leads: [{ lead: { name } }],
    import_rows: [{ cells: [name, digits] }],
  });
  const page = await download(id, "html");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain(`Sou ${name}`);
  expect(html).toContain("&lt;script&gt;");
  expect(html).not.toContain("<script");
  expect((await download(id, "json", stranger)).status).toBe(404);
  expect((await download(id, "pdf")).status).toBe(400);

  await execute(
    sql`UPDATE privacy_requests SET created_at = now() - interval '31 days' WHERE id = ${id}`,
  );
  await forgetOldExports.run();
  expect((await download(id, "json")).status).toBe(409);
});

test("a copy of more than is held in memory ends where its bound is, and says so; one is made at a time", async () => {
  await buildEverything();
  await execute(
    sql`INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, sent_at)
        SELECT owner_id, conversation_id, instance_id, 'LONG' || n, 'in', repeat('x', 60000), now()
        FROM messages, generate_series(1, 500) AS n WHERE owner_id = ${user.id} AND content LIKE 'Sou %'`,
  );
  const asked = await ask(api, user, { phones: [`+${digits}`] }, { kind: "export" });
  const { id } = asked.body.request;
  const copies = await Promise.all([1, 2, 3].map(() => download(id, "json")));
  for (const copy of copies) {
    const { messages, messages_cut } = (await copy.json()) as {
      messages: object[];
      messages_cut: boolean;
    };
    expect(messages_cut).toBe(true);
    expect(messages.length).toBeLessThan(500);
  }
  expect(await (await download(id, "html")).text()).toContain("Só as primeiras mensagens cabem");
});

test("an erasure leaves nothing of the person anywhere, and says what went", async () => {
  await buildEverything();
  const copy = await ask(api, user, { phones: [`+${digits}`] }, { kind: "export" });
  const request = await erase(
    api,
    user,
    { phones: [`+${digits}`], emails: [email] },
    { note: "Protocolo 77" },
  );
  expect(request).toMatchObject({
    status: "done",
    note: "Protocolo 77",
    counts: {
      ...{ leads: 1, notes: 1, tasks: 1, conversations: 1, messages: 1, files: 1, recipients: 1 },
      ...{ scheduled: 1, opt_outs: 2, address_book: 1, deleted_leads: 1, import_rows: 2 },
      ...{ events: 1, deliveries: 4 },
    },
  });
  await removeReleasedMedia.run();
  for (const trace of [digits.slice(-8), email, name]) {
    expect(await findEverywhere(trace)).toEqual([]);
  }
  expect((await download(copy.body.request.id, "json")).status).toBe(409);
  // The rest of a file stays.
  const [chunk] = await rows<{ rows: string }>(
    sql`SELECT rows FROM import_chunks WHERE owner_id = ${user.id}`,
  );
  expect(chunk?.rows).toContain("11966660009");
  expect((await find({ phone: digits })).body.found).toMatchObject({ counts: {}, erased: true });
});

test("a note that names the person is refused, and a request names somebody", async () => {
  const keys = { phones: [`+${digits}`], emails: [email] };
  for (const note of [`É o ${digits.slice(4)}`, `E-mail ${email}`]) {
    expect(await ask(api, user, keys, { note })).toMatchObject({
      status: 400,
      body: { fields: { note: expect.stringContaining("não escreva") } },
    });
  }
  expect(await ask(api, user, {})).toMatchObject({ status: 400 });
  const listed = await callApi(api, privacy.listRequests, { query: {} }, user.headers);
  expect(listed.body.requests).toEqual([]);
});

describe("a company with several contacts", () => {
  test("keeps its lead where the person was one of the others", async () => {
    const company = await buildLead(user.id, { name: "Padaria" });
    const added = await callApi(
      api,
      leadContacts.create,
      { params: { id: company.id }, body: { name, whatsapp: digits, email } },
      user.headers,
    );
    expect(added.status).toBe(201);
    const request = await erase(api, user, { phones: [`+${digits}`] });
    expect(request.counts).toEqual({ contacts: 1 });
    expect(
      (await callApi(api, leads.get, { params: { id: company.id } }, user.headers)).status,
    ).toBe(200);
    for (const trace of [digits.slice(-8), email, name]) {
      expect(await findEverywhere(trace)).toEqual([]);
    }
  });

  test("keeps its lead, without its main contact, where the owner chooses so", async () => {
    const company = await buildLead(user.id, { name: "Padaria", whatsapp: digits });
    await execute(
      sql`UPDATE leads SET contact_name = ${name}, email = ${email}, phone = '1133334444' WHERE id = ${company.id}`,
    );
    await erase(api, user, { phones: [`+${digits}`], emails: [email] }, { whole_lead: false });
    expect(
      (await callApi(api, leads.get, { params: { id: company.id } }, user.headers)).body.lead,
    ).toMatchObject({ name: "Padaria", phone: "1133334444", whatsapp: null, email: null });
    for (const trace of [digits.slice(-8), email, name]) {
      expect(await findEverywhere(trace)).toEqual([]);
    }
  });
});

test("every table with a person's number, e-mail or chat id is treated by an erasure", async () => {
  const found = await rows<{ name: string }>(
    sql`SELECT DISTINCT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name NOT LIKE 'events\\_%'
          AND c.column_name IN ('phone_key', 'chat_id', 'jid', 'whatsapp', 'phone', 'email', 'cnpj', 'number', 'address') AND c.data_type = 'text'`,
  );
  const [functions] = await rows<{ text: string }>(
    sql`SELECT string_agg(prosrc, ' ') AS text FROM pg_proc WHERE proname IN ('erase_leads', 'erase_talk', 'erase_copies')`,
  );
  const untreated = found
    .map((table) => table.name)
    .filter((table) => !functions?.text.includes(`"${table}"`));
  const harmless = Object.entries(TABLES).flatMap(([table, { noPerson }]) =>
    noPerson ? [table] : [],
  );
  expect(untreated.sort(), "name it in the erasure's functions, or say noPerson").toEqual(
    harmless.sort(),
  );
});
