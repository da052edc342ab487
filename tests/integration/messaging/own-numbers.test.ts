import { randomInt } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { chatAssignments } from "@/lib/contracts/messaging/chat-assignments";
import { contacts } from "@/lib/contracts/messaging/contacts";
import { ownNumbers } from "@/lib/contracts/messaging/numbers";
import { scheduledMessages } from "@/lib/contracts/messaging/scheduled-messages";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { sendScheduledMessages } from "@/server/messaging/scheduled-messages/send-scheduled.service";
import { logOutClosedAccounts } from "@/server/messaging/whatsapp/pairing.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildMember, buildUser, signIn, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { openStream } from "@/tests/support/event-stream";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp, readLedger } from "@/tests/support/whatsapp";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });

let user: TestUser;
/** The ids of two connected numbers, the default one first, and their names at the provider. */
let ids: [number, number];
let names: [string, string];
let phone: string;

const newPhone = () => `55119${randomInt(70_000_000, 99_999_999)}`;
const add = (by: TestUser, name: string) =>
  callApi(api, ownNumbers.create, { body: { name, colour: "sky" } }, by.headers);
const list = async (by = user) =>
  (await callApi(api, ownNumbers.list, {}, by.headers)).body.numbers;
const change = (id: number, body: object, by = user) =>
  callApi(api, ownNumbers.update, { params: { id }, body }, by.headers);
const remove = (id: number, by = user) =>
  callApi(api, ownNumbers.remove, { params: { id } }, by.headers);
const look = async (number_id?: number, by = user) =>
  (await callApi(api, whatsapp.instance, { query: number_id ? { number_id } : {} }, by.headers))
    .body.data;

beforeEach(async () => {
  user = await buildUser({ plan: "pro" });
  const first = await pairWhatsapp(api, sandbox, user, newPhone());
  const { body } = await add(user, "Vendas");
  const second = await pairWhatsapp(api, sandbox, user, newPhone(), { numberId: body.number.id });
  names = [first, second];
  ids = [(await list())[0]?.id ?? 0, body.number.id];
  phone = newPhone();
  await sandbox.control("PUT", `/phones/${phone}`, { behaviour: "receives", lid: false });
});

const chats = async (by = user) =>
  (await callApi(api, chat.list, { query: {} }, by.headers)).body.data.chats;
const send = (to: string, content: string, by = user) =>
  callApi(api, chat.send, { body: { to, content } }, by.headers);
const texts = async (at: 0 | 1) => (await readLedger(sandbox, names[at])).map(({ text }) => text);
const read = async (address: string) =>
  (await callApi(api, chat.messages, { params: { number: address }, query: {} }, user.headers)).body
    .data.messages;

/** The contact writes to one of the numbers. */
async function say(at: 0 | 1, text: string) {
  await sandbox.control("POST", `/phones/${phone}/reply`, { instance: names[at], text });
  const stored = () =>
    rows(
      sql`SELECT 1 FROM messages WHERE owner_id = ${user.id} AND instance_id = ${ids[at]} AND content = ${text}`,
    );
  await until(async () => (await stored()).length === 1, `"${text}" to be stored`);
}
const addressOf = async (at: 0 | 1) =>
  (await chats()).find(({ numberId }) => numberId === ids[at])?.contactNumber ?? "";

describe("numbers of an account", () => {
  test("are as many as its plan has, also when they are added at once", async () => {
    const free = await buildUser();
    expect(await add(free, "Primeiro")).toMatchObject({ status: 201 });
    expect(await list(free)).toMatchObject([{ name: "Primeiro", is_default: true }]);
    expect(await add(free, "Segundo")).toMatchObject({
      status: 409,
      body: { code: "quota_reached" },
    });
    const added = await Promise.all(Array.from({ length: 10 }, (_, nth) => add(user, `N ${nth}`)));
    expect(added.filter(({ status }) => status === 201)).toHaveLength(3);
    const all = await list();
    expect(all).toHaveLength(5);
    expect(all.filter(({ is_default }) => is_default)).toMatchObject([{ id: ids[0] }]);
  });

  test("are connected and disconnected each by itself", async () => {
    expect(names[0]).not.toBe(names[1]);
    expect(await list()).toMatchObject([
      { name: "Número 1", status: "CONNECTED", is_default: true },
      { name: "Vendas", colour: "sky", status: "CONNECTED", is_default: false },
    ]);
    const ended = await callApi(
      api,
      whatsapp.disconnect,
      { query: { number_id: ids[1] } },
      user.headers,
    );
    expect(ended.body.data.connected).toBe(false);
    expect(await look()).toMatchObject({ connected: true });
    expect(await look(ids[1])).toMatchObject({ connected: false });
    expect(await send(phone, "Oi")).toMatchObject({ status: 200 });
    expect(await send(`${phone}~${ids[1]}`, "Oi")).toMatchObject({
      body: { code: "whatsapp_disconnected" },
    });
    expect([await texts(0), await texts(1)]).toEqual([["Oi"], []]);
  });

  test("are each another phone: one that is connected already is logged out again", async () => {
    const own = await look();
    const { body } = await add(user, "De novo");
    const connect = await callApi(
      api,
      whatsapp.connect,
      { query: { number_id: body.number.id } },
      user.headers,
    );
    await sandbox.control("POST", "/scan", { code: connect.body.data.code, phone: own.number });
    await until(
      async () => (await look(body.number.id)).problem === "same_phone",
      "the second connection to be refused",
    );
    await until(async () => {
      await logOutClosedAccounts.run();
      return !(await look(body.number.id)).connected;
    }, "it to be logged out");
    expect(await look(body.number.id)).toMatchObject({ problem: "same_phone" });
    expect(await look()).toMatchObject({ connected: true, problem: null });
  });

  test("have a name, a keeper and a default", async () => {
    const ana = await buildMember(user.id, undefined, "seller");
    const changed = await change(ids[1], { name: "Suporte", keeper_id: ana, is_default: true });
    expect(changed.body.number).toMatchObject({
      name: "Suporte",
      keeper_id: ana,
      is_default: true,
    });
    expect((await list()).map(({ is_default }) => is_default)).toEqual([false, true]);
    expect(await change(ids[1], { keeper_id: 2_000_000_000 })).toMatchObject({
      status: 400,
      body: { fields: { keeper_id: expect.any(String) } },
    });
    const seller = { ...user, ...(await signIn(ana)) };
    expect(await list(seller)).toHaveLength(2);
    expect((await change(ids[1], { name: "Minha" }, seller)).status).toBe(403);
    expect((await add(seller, "Minha")).status).toBe(403);
  });

  test("are removed but for the default one; what was said stays, and nothing is sent", async () => {
    await say(1, "Bom dia");
    expect(await remove(ids[0])).toMatchObject({ status: 409 });
    expect(await remove(ids[1])).toMatchObject({ status: 200 });
    expect(await remove(ids[1])).toMatchObject({ status: 404 });
    expect(await list()).toMatchObject([
      { removed_at: null },
      { removed_at: expect.any(String), status: "DISCONNECTED" },
    ]);
    const address = await addressOf(1);
    expect(await read(address)).toMatchObject([{ content: "Bom dia" }]);
    expect(await send(address, "Oi")).toMatchObject({ body: { code: "message_refused" } });
    expect(
      await callApi(api, whatsapp.connect, { query: { number_id: ids[1] } }, user.headers),
    ).toMatchObject({ status: 404 });
    expect((await change(ids[1], { is_default: true })).status).toBe(404);
    // Its place is free again.
    expect((await add(user, "Outro")).status).toBe(201);
  });
});

test("a default that is chosen while it is removed leaves one, and the other connected", async () => {
  const [changed, removed] = await Promise.all([
    change(ids[1], { is_default: true }),
    remove(ids[1]),
  ]);
  const all = await list();
  const byDefault = all.filter(({ is_default }) => is_default);
  expect(byDefault).toMatchObject([{ status: "CONNECTED", removed_at: null }]);
  expect([changed.status, removed.status].filter((status) => status === 200)).toHaveLength(1);
});

describe("a contact who writes to two numbers", () => {
  test("has two conversations, each answered by its own number", async () => {
    await say(0, "Oi, um");
    await say(1, "Oi, dois");
    const found = await chats();
    expect(found.map(({ numberId }) => numberId).sort()).toEqual([...ids].sort());
    const [one, two] = [await addressOf(0), await addressOf(1)];
    expect(one).toBe(`${phone}@s.whatsapp.net`);
    expect(two).toBe(`${phone}@s.whatsapp.net~${ids[1]}`);
    await send(one, "Do primeiro");
    await send(two, "Do segundo");
    expect([await texts(0), await texts(1)]).toEqual([["Do primeiro"], ["Do segundo"]]);
    expect((await read(one)).map(({ content }) => content)).toEqual(["Oi, um", "Do primeiro"]);
    expect((await read(two)).map(({ content }) => content)).toEqual(["Oi, dois", "Do segundo"]);
    // Without a number the default one is meant.
    await send(phone, "Sem dizer");
    expect(await texts(0)).toEqual(["Do primeiro", "Sem dizer"]);
  });

  test("is read, waits and is put away in each apart", async () => {
    await say(0, "Oi, um");
    await say(1, "Oi, dois");
    const two = await addressOf(1);
    await callApi(api, chat.markAsRead, { body: { contactNumber: two } }, user.headers);
    await callApi(
      api,
      chat.archive,
      { body: { contactNumber: two, archived: true } },
      user.headers,
    );
    expect(await chats()).toMatchObject([{ numberId: ids[0], unreadCount: 1, waiting: true }]);
    await say(1, "Ainda aí?");
    expect(await chats()).toMatchObject([
      { numberId: ids[1], unreadCount: 1, archived: false },
      { numberId: ids[0], unreadCount: 1 },
    ]);
  });

  test("keeps to the one that has a conversation where none is named", async () => {
    await say(1, "Oi");
    expect(await read(phone)).toMatchObject([{ content: "Oi" }]);
    await send(phone, "Bom dia");
    expect([await texts(0), await texts(1)]).toEqual([[], ["Bom dia"]]);
  });

  test("is written to first by the number that is named", async () => {
    expect(await send(`${phone}~${ids[1]}`, "Olá")).toMatchObject({ status: 200 });
    expect([await texts(0), await texts(1)]).toEqual([[], ["Olá"]]);
    const other = await buildUser({ plan: "pro" });
    await pairWhatsapp(api, sandbox, other, newPhone());
    const [foreign] = await list(other);
    expect(await send(`${phone}~${foreign?.id}`, "Olá")).toMatchObject({ status: 404 });
    expect(await look(foreign?.id)).toMatchObject({ connected: false, number: null });
  });

  test("who opts out by one is written to by none", async () => {
    await say(0, "Oi");
    await say(1, "SAIR");
    await until(
      async () => (await send(`${phone}~${ids[0]}`, "Oi")).status !== 200,
      "the number to be blocked",
    );
    for (const id of ids) {
      expect(await send(`${phone}~${id}`, "Oi")).toMatchObject({
        body: { code: "contact_blocked" },
      });
    }
  });

  test("whose number was hidden has one conversation with each once it is known", async () => {
    const hidden = newPhone();
    await sandbox.control("PUT", `/phones/${hidden}`, {
      behaviour: "off",
      lid: true,
      lidAlone: true,
    });
    phone = hidden;
    await say(0, "Oi, um");
    await say(1, "Oi, dois");
    expect(await chats()).toHaveLength(2);
    const lid = (await chats())[0]?.contactNumber.replace(/~\d+$/, "");
    expect(lid).toMatch(/@lid$/);
    const { identifyContact } = await import("@/server/messaging/messages/identities.service");
    const { transaction } = await import("@/server/platform/db/transaction");
    await transaction(() =>
      identifyContact(user.id, {
        chatId: `${hidden}@s.whatsapp.net`,
        number: hidden,
        lid: lid ?? "",
      }),
    );
    const found = await chats();
    expect(found.map(({ number }) => number)).toEqual([hidden, hidden]);
    expect(await read(await addressOf(0))).toMatchObject([{ content: "Oi, um" }]);
    expect(await read(await addressOf(1))).toMatchObject([{ content: "Oi, dois" }]);
  });

  test("is addressed anew where another number becomes the default one", async () => {
    await say(0, "Oi, um");
    await say(1, "Oi, dois");
    await change(ids[1], { is_default: true });
    expect(await addressOf(0)).toBe(`${phone}@s.whatsapp.net~${ids[0]}`);
    expect(await addressOf(1)).toBe(`${phone}@s.whatsapp.net`);
    expect(await look()).toMatchObject({ connected: true });
  });
});

/** Two sellers who see their own alone, each with a conversation with the same contact. */
async function buildSellers() {
  const newSeller = async () => {
    const personId = await buildMember(user.id, undefined, "seller");
    return { ...user, personId, ...(await signIn(personId)) };
  };
  const [ana, bia] = [await newSeller(), await newSeller()];
  await say(0, "Oi, um");
  await say(1, "Oi, dois");
  const [one, two] = [await addressOf(0), await addressOf(1)];
  await send(one, "Ana aqui", ana);
  await send(two, "Bia aqui", bia);
  await execute(sql`UPDATE accounts SET visibility = 'own' WHERE id = ${user.id}`);
  return { ana, bia, one, two };
}

test("a seller finds their own conversation by the contact alone, and hears nothing of the other's", async () => {
  const { ana, bia, two } = await buildSellers();
  expect((await send(phone, "Bia de novo", bia)).status).toBe(200);
  expect(await texts(1)).toEqual(["Bia aqui", "Bia de novo"]);
  const scheduled = await schedule(two, "Segredo de Bia", bia);
  expect(await waiting(undefined, ana)).toEqual([]);
  expect(await waiting(two, ana)).toEqual([]);
  const { id } = scheduled.body.scheduled_message;
  const rewritten = await callApi(
    api,
    scheduledMessages.update,
    { params: { id }, body: { content: "Trocado por Ana" } },
    ana.headers,
  );
  expect(rewritten.status).toBe(404);
  expect(await waiting(phone, bia)).toMatchObject([{ content: "Segredo de Bia" }]);
  const [heardByAna, heardByBia] = [await openStream(api, ana), await openStream(api, bia)];
  await say(1, "Só para Bia");
  await until(async () => heardByBia.text.includes(`~${ids[1]}`), "Bia to be told");
  await say(0, "Só para Ana");
  await until(async () => heardByAna.text.includes("message.received"), "Ana to be told");
  expect(heardByAna.text).not.toContain(`~${ids[1]}`);
  for (const stream of [heardByAna, heardByBia]) stream.close();
});

test("colleagues answer the same contact, each by a number of their own", async () => {
  const newSeller = async () => {
    const personId = await buildMember(user.id, undefined, "seller");
    return { ...user, personId, ...(await signIn(personId)) };
  };
  const [ana, bia] = [await newSeller(), await newSeller()];
  await execute(sql`UPDATE accounts SET visibility = 'all' WHERE id = ${user.id}`);
  await say(0, "Oi, um");
  await say(1, "Oi, dois");
  const [one, two] = [await addressOf(0), await addressOf(1)];
  expect((await send(one, "Ana aqui", ana)).status).toBe(200);
  expect((await send(two, "Bia aqui", bia)).status).toBe(200);
  expect(await send(two, "Ana de novo", ana)).toMatchObject({
    status: 409,
    body: { code: "conversation_taken", existing_id: bia.personId },
  });
  // In a team where each sees their own, neither sees the other's with the same person.
  await execute(sql`UPDATE accounts SET visibility = 'own' WHERE id = ${user.id}`);
  expect(await chats(ana)).toMatchObject([{ numberId: ids[0] }]);
  expect(await chats(bia)).toMatchObject([{ numberId: ids[1] }]);
  expect(await send(two, "Ana de novo", ana)).toMatchObject({ status: 404 });
  expect((await send(one, "Ana ainda", ana)).status).toBe(200);
  expect([await texts(0), await texts(1)]).toEqual([["Ana aqui", "Ana ainda"], ["Bia aqui"]]);
});

const schedule = (to: string, content: string, by = user) =>
  callApi(
    api,
    scheduledMessages.create,
    { body: { to, content, send_at: new Date(Date.now() + 3_600_000).toISOString() } },
    by.headers,
  );
const waiting = async (to: string | undefined, by = user) =>
  (
    await callApi(
      api,
      scheduledMessages.list,
      { query: to === undefined ? {} : { to } },
      by.headers,
    )
  ).body.scheduled_messages;
const pass = () =>
  execute(
    sql`UPDATE scheduled_messages SET send_at = now() - interval '1 millisecond', created_at = created_at - interval '1 hour'
        WHERE owner_id = ${user.id}`,
  );

describe("a scheduled message", () => {
  test("goes out by its number, and by none once the person answered another", async () => {
    await schedule(`${phone}~${ids[1]}`, "Do segundo");
    await pass();
    await sendScheduledMessages.run();
    expect([await texts(0), await texts(1)]).toEqual([[], ["Do segundo"]]);
    const two = await addressOf(1);
    await schedule(two, "Mais tarde");
    expect(await waiting(two)).toMatchObject([{ contactNumber: two, content: "Mais tarde" }]);
    expect(await waiting(`${phone}~${ids[0]}`)).toEqual([]);
    await say(0, "Já respondi");
    await pass();
    await sendScheduledMessages.run();
    expect(await texts(1)).toEqual(["Do segundo"]);
    expect(await waiting(two)).toMatchObject([{ state: "answered" }]);
  });

  test("keeps the number that it was made for when another becomes the default one", async () => {
    await schedule(phone, "Do primeiro");
    await change(ids[1], { is_default: true });
    await pass();
    await sendScheduledMessages.run();
    expect([await texts(0), await texts(1)]).toEqual([["Do primeiro"], []]);
  });

  test("is listed by each address of its conversation", async () => {
    await schedule(`${phone}~${ids[0]}`, "Com número");
    expect(await waiting(phone)).toHaveLength(1);
    expect(await waiting(`${phone}~${ids[0]}`)).toHaveLength(1);
    const other = newPhone();
    await sandbox.control("PUT", `/phones/${other}`, { behaviour: "receives", lid: false });
    phone = other;
    await say(1, "Oi");
    await schedule(phone, "Depois");
    expect(await waiting(phone)).toHaveLength(1);
  });

  test("is made by no number that is not the account's, or was removed", async () => {
    const other = await buildUser({ plan: "pro" });
    await add(other, "Alheio");
    const [foreign] = await list(other);
    await remove(ids[1]);
    for (const id of [foreign?.id, 999_999_999, ids[1]]) {
      expect((await schedule(`${phone}~${id}`, "Oi")).status).toBe(404);
    }
    for (const suffix of ["~", "~abc", "~0", "~1~2"]) {
      expect((await send(`${phone}${suffix}`, "Oi")).status).toBe(400);
    }
  });
});

test("two address books are one, and none is emptied by the other's", async () => {
  const count = async () =>
    (await callApi(api, contacts.sync, {}, user.headers)).body.contacts_count;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  await callApi(api, whatsapp.disconnect, { query: { number_id: ids[1] } }, user.headers);
  expect(await count()).toBe(before);
  // A connected phone is read also before its number is known.
  await execute(sql`UPDATE whatsapp_instances SET number = NULL WHERE id = ${ids[0]}`);
  expect(await count()).toBeGreaterThanOrEqual(before);
});

test("what is told of a conversation names its number", async () => {
  const stream = await openStream(api, user);
  const hears = (event: string, chat: string) =>
    until(
      async () =>
        stream.text
          .split("\n\n")
          .some((told) => told.includes(`event: ${event}`) && told.includes(chat)),
      `${event} of ${chat}`,
    );
  await say(0, "Oi, um");
  await say(1, "Oi, dois");
  const two = await addressOf(1);
  await callApi(api, chat.typing, { body: { contactNumber: two, typing: true } }, user.headers);
  await hears("chat.colleague", two);
  await callApi(
    api,
    chatAssignments.assign,
    { body: { contactNumber: two, seller_id: user.personId, expected_seller_id: null } },
    user.headers,
  );
  await hears("chat.assigned", two);
  stream.close();
});
