import { expect, test } from "vitest";
import { contacts } from "@/lib/contracts/messaging/contacts";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { until } from "@/sandbox/testing";
import { sweepContacts } from "@/server/messaging/contacts/contacts.service";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildContact } from "@/tests/factories/owned-rows";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { postWebhook, signWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp } from "@/tests/support/whatsapp";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

const sync = (user: TestUser) => callApi(api, contacts.sync, {}, user.headers);
const list = async (user: TestUser, query: object = {}) =>
  (await callApi(api, contacts.list, { query }, user.headers)).body;

interface SandboxContact {
  remoteJid: string;
  pushName: string | null;
}

async function webhookOf(instance: string): Promise<string> {
  const state = await sandbox.control<{ instances: { name: string; webhookUrl: string }[] }>(
    "GET",
    "/state",
  );
  const url = state.instances.find(({ name }) => name === instance)?.webhookUrl ?? "";
  return new URL(url).pathname;
}

test("without a phone there is nothing to read", async () => {
  const user = await buildUser();
  expect(await sync(user)).toMatchObject({
    status: 409,
    body: { code: "whatsapp_disconnected" },
  });
  expect(await list(user)).toEqual({
    contacts: [],
    pagination: { page: 1, per_page: 200, perPage: 200, search: "", total: 0, total_pages: 0 },
  });
});

test("the address book is read on connecting, people only, each number once, and kept up by webhook", async () => {
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  await until(
    async () => (await callApi(api, whatsapp.instance, {}, user.headers)).body.data.number,
    "the phone's own number",
  );
  await sweepContacts.run();

  const { body: book } = await sandbox.evolution<SandboxContact[]>(
    "POST",
    `/chat/findContacts/${instance}`,
    {},
  );
  expect(book.map(({ remoteJid }) => remoteJid.split("@")[1])).toEqual(
    expect.arrayContaining(["g.us", "broadcast", "lid", "s.whatsapp.net"]),
  );
  const { number: own } = (await callApi(api, whatsapp.instance, {}, user.headers)).body.data;
  const people = new Set(
    book
      .filter(({ remoteJid }) => remoteJid.endsWith("@s.whatsapp.net"))
      .map(({ remoteJid }) => getPhoneKey(remoteJid.split("@")[0])),
  );
  people.delete(getPhoneKey(own));
  const page = await list(user);
  expect(page.pagination.total).toBe(people.size);
  expect(new Set(page.contacts.map(({ number }) => getPhoneKey(number)))).toEqual(people);
  expect(page.contacts.at(-1), "who has no name comes last").toMatchObject({
    pushName: null,
    name: "5511955550000",
  });
  const metrics = (await callApi(api, whatsapp.instance, {}, user.headers)).body.data.metrics;
  expect(metrics).toMatchObject({ contacts_count: people.size, contacts_read: true });

  const path = await webhookOf(instance);
  const headers = signWebhook(path.split("/").at(-1) ?? "");
  const someone = page.contacts[0];
  const event = (name: string, data: unknown) =>
    postWebhook(api, { path, headers }, { event: name, instance, data });
  const created = { remoteJid: "5511987651234@s.whatsapp.net", pushName: "Zélia Nova" };
  await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      event("contacts.upsert", at % 2 ? [created, { remoteJid: "1@g.us" }] : created),
    ),
  );
  await event("contacts.update", {
    remoteJid: someone?.remoteJid,
    pushName: "Outro Nome",
    profilePicUrl: "https://pps.example/1.jpg",
  });
  await event("contacts.update", { remoteJid: someone?.remoteJid, pushName: null });
  await event("contacts.upsert", [
    { remoteJid: "111@lid", pushName: "Sem número" },
    { remoteJid: "5511@s.whatsapp.net" },
    { remoteJid: 7 },
    { remoteJid: `${own}@s.whatsapp.net`, pushName: "Eu" },
  ]);
  expect((await list(user)).pagination.total).toBe(people.size + 1);
  expect((await list(user, { search: "ZELIA" })).contacts).toMatchObject([
    { pushName: "Zélia Nova", remoteJid: "5511987651234@s.whatsapp.net" },
  ]);
  expect((await list(user, { search: "(11) 8765-1234" })).contacts).toHaveLength(1);
  expect((await list(user, { search: "98765-1234 nova zélia" })).contacts).toHaveLength(1);
  const renamed = await list(user, { search: "Outro Nome" });
  const [changed] = renamed.contacts;
  expect(changed).toEqual({
    ...someone,
    ...{ pushName: "Outro Nome", name: "Outro Nome", updatedAt: expect.any(String) },
    profilePictureUrl: "https://pps.example/1.jpg",
  });
  expect(renamed.pagination).toMatchObject({ page: 1, perPage: 200, search: "Outro Nome" });
  expect(Date.parse(changed?.updatedAt ?? "")).toBeGreaterThan(
    Date.parse(someone?.updatedAt ?? ""),
  );

  const found = await callApi(
    api,
    contacts.get,
    { params: { number: "11 98765-1234" } },
    user.headers,
  );
  expect(found.body.contact.pushName).toBe("Zélia Nova");
  const short = await callApi(api, contacts.get, { params: { number: "12" } }, user.headers);
  expect(short).toMatchObject({ status: 400, body: { code: "invalid_whatsapp_number" } });

  expect((await sync(user)).body, "who the phone does not name is forgotten").toEqual({
    contacts_count: people.size,
  });
  expect((await list(user, { search: "ZELIA" })).contacts).toEqual([]);
});

test("a contact says which lead it is, and when somebody last wrote", async () => {
  const [user, stranger] = await Promise.all([buildUser(), buildUser()]);
  const number = await buildContact(user);
  const get = async () =>
    (await callApi(api, contacts.get, { params: { number } }, user.headers)).body.contact;
  // The same number at somebody else's says nothing.
  await buildLead(stranger.id, { whatsapp: number });
  expect(await get()).toMatchObject({ leadId: null, lastMessageAt: null });
  const { id } = await buildLead(user.id, { whatsapp: number });
  const at = new Date("2026-11-20T12:00:00Z");
  await execute(
    sql`UPDATE conversations SET last_message_at = ${at}
        WHERE owner_id = ${user.id} AND phone_key = ${getPhoneKey(number)}`,
  );
  const known = { leadId: id, lastMessageAt: at.toISOString() };
  expect(await get()).toMatchObject(known);
  expect((await list(user)).contacts).toMatchObject([known]);
});

test("a provider that fails or returns no contacts deletes none", async () => {
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  const { contacts_count: before } = (await sync(user)).body;
  expect(before).toBeGreaterThan(10);
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    kind: "status",
    status: 500,
    path: "/chat/findContacts",
    times: 1,
  });
  expect((await sync(user)).status).toBe(503);
  expect((await list(user)).pagination.total).toBe(before);
  await sandbox.control("POST", "/unpair", { instance });
  await until(
    async () =>
      !(await callApi(api, whatsapp.instance, {}, user.headers)).body.data.connected || null,
    "the phone to be disconnected",
  );
  expect((await sync(user)).status).toBe(409);
  expect((await list(user)).pagination.total).toBe(before);
});

test("ten thousand contacts are read, and any page of them is one index scan", async () => {
  const user = await buildUser();
  await sandbox.control("PUT", "/phones/5511900010303", { contacts: 10_000 });
  const connect = await callApi(api, whatsapp.connect, {}, user.headers);
  await sandbox.control("POST", "/scan", {
    code: connect.body.data.code,
    phone: "5511900010303",
  });
  // The phone's own number is not one of its contacts.
  await until(
    async () => (await callApi(api, whatsapp.instance, {}, user.headers)).body.data.number,
    "the phone's number to be known",
  );
  expect((await sync(user)).body.contacts_count).toBe(10_001);
  const last = await list(user, { page: 51 });
  expect(last.contacts).toHaveLength(1);
  expect(last.pagination).toMatchObject({ total: 10_001, total_pages: 51 });

  await execute(sql`VACUUM ANALYZE whatsapp_contacts`);
  const plan = await firstRow<{ "QUERY PLAN": unknown }>(
    sql`EXPLAIN (FORMAT JSON) SELECT id FROM whatsapp_contacts WHERE owner_id = ${user.id} ORDER BY name_key, id LIMIT 200 OFFSET 400`,
  );
  expect(JSON.stringify(plan)).toContain("whatsapp_contacts_name_key_idx");
  expect(JSON.stringify(plan)).not.toContain('"Sort"');
});
