import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { chatSearch } from "@/lib/contracts/messaging/chat-search";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import type { ChatFilter } from "@/lib/domain/messages/chat-message";
import { until } from "@/sandbox/testing";
import { describePhone } from "@/sandbox/whatsapp/phones";
import { settleOpenSends } from "@/server/messaging/chat/chat-outbox.service";
import { adoptSends } from "@/server/messaging/sends/sends.service";
import { checkNumber } from "@/server/messaging/whatsapp/number-check.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox } from "@/tests/support/running";
import { ageSends } from "@/tests/support/sends";
import { pairWhatsapp, readLedger } from "@/tests/support/whatsapp";

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
afterEach(() => sandbox.control("DELETE", "/faults"));

const list = (
  user: TestUser,
  query: Parameters<typeof callApi<typeof chat.list>>[2]["query"] = {},
) => callApi(api, chat.list, { query }, user.headers);
const messagesOf = async (user: TestUser, number: string, query: object = {}) =>
  (await callApi(api, chat.messages, { params: { number }, query }, user.headers)).body.data;
const send = (user: TestUser, to: string, content: string) =>
  callApi(api, chat.send, { body: { to, content } }, user.headers);

/** The provider's report of a send would settle it. */
const loseEchoes = () =>
  sandbox.control("POST", "/faults", {
    target: "evolution",
    kind: "lost-webhooks",
    path: "send.message",
  });
const breakSends = (fault: object) =>
  sandbox.control("POST", "/faults", { target: "evolution", path: "sendText", ...fault });

/** Messages as if an hour of writing had passed between each and the next. */
async function buildHistory(user: TestUser, chatId: string, count: number) {
  await execute(
    sql`WITH instance AS (
          INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, webhook_hash)
          VALUES (${user.id}, 'evolution', ${randomUUID()}, ${Buffer.from(randomUUID())})
          ON CONFLICT (owner_id) WHERE is_default DO UPDATE SET provider = excluded.provider RETURNING id
        ), conversation AS (
          INSERT INTO conversations (owner_id, phone_key, chat_id, name, last_message, last_message_at, waiting_since, unread_count)
          VALUES (${user.id}, ${chatId.replace(/^55(\d\d)9?(\d{8})@.*$/, "55$1$2")}, ${chatId}, 'Ana', ${`Texto ${count}`},
                  now() - interval '1 hour', now() - ${count}::int * interval '1 hour', 2) RETURNING id)
        INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, status_rank, sent_at)
        SELECT ${user.id}, conversation.id, instance.id, ${chatId} || n, 'in', 'Texto ' || n, 4, now() - (${count}::int - n + 1) * interval '1 hour'
        FROM instance, conversation, generate_series(1, ${count}::int) AS n`,
  );
}

test("a text is sent once, stored once and climbs to read", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { name: "Padaria do Zé" });
  const instance = await pairWhatsapp(api, sandbox, user);
  // Some phones answer by themselves.
  await sandbox.control("PUT", `/phones/${lead.whatsapp}`, { behaviour: "reads" });
  const sent = await send(user, lead.whatsapp ?? "", "Bom dia!");
  expect(sent).toMatchObject({ status: 200, body: { data: { status: "sent" } } });
  expect(await readLedger(sandbox, instance)).toMatchObject([{ text: "Bom dia!" }]);
  await until(async () => {
    const { messages } = await messagesOf(user, lead.whatsapp ?? "");
    expect(messages).toHaveLength(1);
    return messages[0]?.status === "delivered" || messages[0]?.status === "read";
  }, "the receipt");
  const { messages } = await messagesOf(user, lead.whatsapp ?? "");
  expect(messages).toMatchObject([
    { id: sent.body.data.message_id, sender: "me", content: "Bom dia!", edited: false },
  ]);
  expect((await list(user)).body.data.chats).toMatchObject([
    { name: "Padaria do Zé", lastMessage: "Bom dia!", leadId: lead.id, unreadCount: 0 },
  ]);
});

test("a text that surely did not go out leaves nothing behind", async () => {
  const user = await buildUser();
  const offline = await send(user, "5511988887777", "Oi");
  expect(offline).toMatchObject({ status: 409, body: { code: "whatsapp_disconnected" } });
  await pairWhatsapp(api, sandbox, user);
  await sandbox.control("PUT", "/phones/5511988887701", { behaviour: "missing" });
  const missing = await send(user, "5511988887701", "Oi");
  expect(missing).toMatchObject({ status: 400, body: { code: "invalid_whatsapp_number" } });
  await breakSends({ kind: "status", status: 429, retryAfterSeconds: 7 });
  const busy = await send(user, "5511988887702", "Oi");
  expect(busy).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect(busy.headers.get("retry-after")).toBe("7");
  expect(await rows(sql`SELECT id FROM messages WHERE owner_id = ${user.id}`)).toEqual([]);
  expect((await list(user)).body.data.chats).toEqual([]);
});

test("a lost answer is settled by asking, without sending again", async () => {
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  await loseEchoes();
  await breakSends({ kind: "lost-answer", times: 1 });
  const sent = await send(user, "5511988887703", "Chegou?");
  expect(sent).toMatchObject({ status: 200, body: { data: { status: "sending" } } });
  await ageSends(user.id);
  await settleOpenSends.run();
  const { messages } = await messagesOf(user, "5511988887703");
  expect(messages).toHaveLength(1);
  expect(["sent", "delivered", "read"]).toContain(messages[0]?.status);
  expect(await readLedger(sandbox, instance)).toHaveLength(1);
});

test.each([true, false])(
  "a send that is reported before its answer is one message from then on (the provider keeps our ids: %s)",
  async (honourMessageId) => {
    await sandbox.control("PUT", "/settings", { honourMessageId });
    await sandbox.control("PUT", "/phones/5511988887713", { behaviour: "receives" });
    const user = await buildUser();
    const instance = await pairWhatsapp(api, sandbox, user);
    await breakSends({ kind: "late-answer", times: 1, delayMs: 1_500 });
    const answer = send(user, "5511988887713", "Duas vezes?");
    const seen: number[] = [];
    await until(async () => {
      const { messages } = await messagesOf(user, "5511988887713");
      seen.push(messages.length);
      return messages[0] && messages[0].status !== "sending";
    }, "the report");
    expect(Math.max(...seen)).toBe(1);
    const { body } = await answer;
    const { messages } = await messagesOf(user, "5511988887713");
    expect(messages.map(({ id }) => id)).toEqual([body.data.message_id]);
    expect(await readLedger(sandbox, instance)).toHaveLength(1);
  },
);

test("a send whose process died is unknown where nobody can tell, and sent again only by its owner", async () => {
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  // It may be under way when the answer is: it would settle the row that is made to look unsettled.
  await loseEchoes();
  await send(user, "5511988887704", "primeira");
  await execute(
    sql`UPDATE messages SET sending_since = now(), provider_message_id = ${randomUUID()},
               content = 'que nunca saiu', status_rank = 1
        WHERE owner_id = ${user.id}`,
  );
  // A row that a report of the provider holds just then, or whose lookup had no answer, is left for the next round.
  const stuck = await until(async () => {
    await ageSends(user.id, "2 minutes");
    await adoptSends.run();
    await ageSends(user.id);
    await settleOpenSends.run();
    const { messages } = await messagesOf(user, "5511988887704");
    return messages.find(
      ({ content, status }) =>
        content === "que nunca saiu" && (status === "unknown" || status === "failed"),
    );
  }, "the send to be settled");
  const before = (await readLedger(sandbox, instance)).length;
  const again = await callApi(api, chat.resend, { params: { id: stuck.id } }, user.headers);
  expect(again).toMatchObject({ status: 200, body: { data: { status: "sent" } } });
  expect(await readLedger(sandbox, instance)).toHaveLength(before + 1);
  const twice = await callApi(
    api,
    chat.resend,
    { params: { id: again.body.data.message_id } },
    user.headers,
  );
  expect(twice.status).toBe(404);
});

test("a second send that fails keeps the message, as failed", async () => {
  const user = await buildUser();
  await pairWhatsapp(api, sandbox, user);
  await buildHistory(user, "5511988887705@s.whatsapp.net", 1);
  await execute(
    sql`UPDATE messages SET direction = 'out', unconfirmed = true, status_rank = 1 WHERE owner_id = ${user.id}`,
  );
  const [unknown] = (await messagesOf(user, "5511988887705")).messages;
  expect(unknown).toMatchObject({ status: "unknown" });
  await breakSends({ kind: "status", status: 429, retryAfterSeconds: 1 });
  const again = await callApi(api, chat.resend, { params: { id: unknown?.id ?? 0 } }, user.headers);
  expect(again.status).toBe(429);
  expect((await messagesOf(user, "5511988887705")).messages).toMatchObject([
    { content: "Texto 1", status: "failed" },
  ]);
});

test("a chat that WhatsApp addresses by an opaque id is opened, answered and read by its number", async () => {
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  const phone = "551188887708";
  await sandbox.control("PUT", `/phones/${phone}`, { lid: true, behaviour: "receives" });
  await sandbox.control("POST", `/phones/${phone}/reply`, { instance, text: "Quem fala?" });
  const row = await until(async () => (await list(user)).body.data.chats[0], "the conversation");
  expect(row.contactNumber).toMatch(/88887708@s\.whatsapp\.net$/);
  expect(row.number).toMatch(/88887708$/);
  const { messages } = await messagesOf(user, row.contactNumber);
  expect(messages).toMatchObject([{ content: "Quem fala?" }]);
  expect(await send(user, row.contactNumber, "Garimpo!")).toMatchObject({ status: 200 });
  expect((await messagesOf(user, phone)).messages).toHaveLength(2);
  await callApi(api, chat.markAsRead, { body: { contactNumber: row.contactNumber } }, user.headers);
  expect((await list(user)).body.data.chats).toMatchObject([{ unreadCount: 0 }]);
});

test("messages page back from the latest, and a chat is found in every spelling", async () => {
  const user = await buildUser();
  await buildHistory(user, "5511988887706@s.whatsapp.net", 7);
  const page = await messagesOf(user, "(11) 98888-7706", { per_page: 3 });
  expect(page.messages.map(({ content }) => content)).toEqual(["Texto 5", "Texto 6", "Texto 7"]);
  expect(page.has_more).toBe(true);
  const second = await messagesOf(user, "1188887706", { per_page: 3, page: 2 });
  expect(second.messages.map(({ content }) => content)).toEqual(["Texto 2", "Texto 3", "Texto 4"]);
  const earlier = await messagesOf(user, "1188887706", {
    per_page: 10,
    before: page.messages[0]?.id,
  });
  expect(earlier.messages.map(({ content }) => content)).toEqual([
    "Texto 1",
    "Texto 2",
    "Texto 3",
    "Texto 4",
  ]);
  expect(earlier.has_more).toBe(false);
  expect(await messagesOf(user, "5511900000001")).toEqual({
    messages: [],
    has_more: false,
    next: null,
  });
  // By cursor, as everywhere else.
  expect(page.next).toBe(String(page.messages[0]?.id));
  const after = page.next ?? undefined;
  const same = await messagesOf(user, "1188887706", { per_page: 10, after });
  expect(same).toEqual(earlier);
  expect(same.next).toBeNull();
  const wrong = await callApi(
    api,
    chat.messages,
    { params: { number: "123" }, query: {} },
    user.headers,
  );
  expect(wrong).toMatchObject({ status: 400, body: { code: "invalid_whatsapp_number" } });
});

test("chats come latest first, page after page, by name too", async () => {
  const user = await buildUser();
  const now = Date.now();
  for (let nth = 1; nth <= 5; nth += 1) {
    await buildHistory(user, `551198888771${nth}@s.whatsapp.net`, nth);
    await execute(
      sql`UPDATE conversations SET name = ${`Cliente ${nth}`}, last_message_at = ${new Date(now - nth * 60_000)}
          WHERE owner_id = ${user.id} AND name = 'Ana'`,
    );
  }
  const first = (await list(user, { per_page: 2 })).body.data;
  expect(first.chats.map(({ name }) => name)).toEqual(["Cliente 1", "Cliente 2"]);
  const third = (await list(user, { per_page: 2, page: 3 })).body.data;
  expect(third.chats.map(({ name }) => name)).toEqual(["Cliente 5"]);
  // A conversation that moves to the top meanwhile shifts nothing.
  await execute(
    sql`UPDATE conversations SET last_message_at = now() WHERE owner_id = ${user.id} AND name = 'Cliente 5'`,
  );
  const second = (await list(user, { per_page: 2, after: first.next ?? "" })).body.data;
  expect(second.chats.map(({ name }) => name)).toEqual(["Cliente 3", "Cliente 4"]);
  expect(second.next).toBeNull();
  const found = (await list(user, { search: "CLIÊNTE 4" })).body.data.chats;
  expect(found).toMatchObject([
    {
      ...{ contactNumber: "5511988887714@s.whatsapp.net", name: "Cliente 4", unreadCount: 2 },
      ...{ lastMessage: "Texto 4", timestamp: new Date(now - 4 * 60_000).toISOString() },
    },
  ]);
  for (const search of ["4 cliente", "98888-7714", "98888 7714 cliente", "8888-7714"]) {
    expect((await list(user, { search })).body.data.chats, search).toEqual(found);
  }
  expect((await list(user, { after: "nonsense", per_page: 1 })).body.data.chats).toHaveLength(1);
});

test("reading a chat zeroes its count", async () => {
  const user = await buildUser();
  await buildHistory(user, "5511988887720@s.whatsapp.net", 3);
  const unread = () => callApi(api, chat.unread, {}, user.headers);
  expect((await unread()).body.data).toEqual({ unread_count: 2, chats: 1, mixed: 0, mentions: 0 });
  const read = { body: { contactNumber: "5511988887720@s.whatsapp.net" } };
  expect((await callApi(api, chat.markAsRead, read, user.headers)).body).toEqual({ success: true });
  expect((await unread()).body.data).toEqual({ unread_count: 0, chats: 0, mixed: 0, mentions: 0 });
  expect((await callApi(api, chat.markAsRead, read, user.headers)).status).toBe(200);
});

test.each([
  [{ to: "123", content: "Oi" }, "invalid_whatsapp_number"],
  [{ to: "120363000000000000@g.us", content: "Oi" }, "invalid_whatsapp_number"],
  [{ to: "5511988887777", content: " \n " }, "invalid_input"],
  [{ to: "5511988887777", content: "x".repeat(8_001) }, "invalid_input"],
])("%j is refused", async (body, code) => {
  const user = await buildUser();
  const answer = await callApi(api, chat.send, { body }, user.headers);
  expect(answer).toMatchObject({ status: 400, body: { code } });
});

test("a first message goes to the address WhatsApp gives for the number, and is refused where there is none", async () => {
  const user = await buildUser();
  const instance = await pairWhatsapp(api, sandbox, user);
  // Its account is older than the ninth digit: the sandbox spells its address without it.
  const old = await findNumber((jid, number) => !jid.startsWith(number));
  expect(await send(user, old.number, "Olá")).toMatchObject({ status: 200 });
  const stored = await rows(sql`SELECT chat_id FROM conversations WHERE owner_id = ${user.id}`);
  expect(stored).toEqual([{ chat_id: old.jid }]);
  expect(await readLedger(sandbox, instance)).toMatchObject([{ to: old.jid.split("@")[0] }]);

  const missing = await send(user, "5511987650000", "Olá");
  expect(missing).toMatchObject({
    status: 400,
    body: { code: "invalid_whatsapp_number", error: "Número não está no WhatsApp" },
  });
  expect(await readLedger(sandbox, instance)).toHaveLength(1);

  // What WhatsApp said is kept, but a person who tries again gets its present answer.
  await sandbox.control("POST", "/faults", {
    target: "evolution",
    path: "whatsappNumbers",
    kind: "status",
    status: 500,
  });
  expect(await checkNumber(user.id, "5511987650000", "default")).toEqual({ outcome: "missing" });
  expect(await checkNumber(user.id, old.number, "default")).toEqual({
    outcome: "exists",
    chatId: old.jid,
    lid: null,
  });
  await sandbox.control("DELETE", "/faults");
  await sandbox.control("PUT", "/phones/5511987650000", { behaviour: "receives" });
  expect((await send(user, "5511987650000", "Olá")).status).toBe(200);
  expect(await readLedger(sandbox, instance)).toHaveLength(2);
});

test("a restriction by WhatsApp keeps answers and stops first messages", async () => {
  const user = await buildUser();
  await pairWhatsapp(api, sandbox, user);
  await buildHistory(user, "5511988887777@s.whatsapp.net", 1);
  await execute(
    sql`UPDATE whatsapp_instances SET restricted_until = now() + interval '1 hour' WHERE owner_id = ${user.id}`,
  );
  const first = await send(user, "5511977776666", "Olá");
  expect(first).toMatchObject({ status: 409, body: { code: "whatsapp_restricted" } });
  expect((await send(user, "5511988887777", "Claro!")).status).toBe(200);
  const { body } = await callApi(api, whatsapp.instance, {}, user.headers);
  expect(body.data.restricted_until).not.toBeNull();
});

/** A number of the sandbox whose address is of this kind. */
async function findNumber(matches: (jid: string, number: string) => boolean) {
  for (let at = 0; at < 50; at += 1) {
    const number = `55519${98_765_000 + at * 7 + 3}`;
    const { jid } = describePhone(number, new Map());
    if (matches(jid, number)) return { number, jid };
  }
  throw new Error("no such number");
}

test("a conversation is listed by what its filter says, and an archived one comes back with a new message", async () => {
  const user = await buildUser();
  const lead = await buildLead(user.id, { whatsapp: "5511988887777" });
  await buildHistory(user, "5511988887777@s.whatsapp.net", 2);
  await buildHistory(user, "5511977776666@s.whatsapp.net", 1);
  await execute(
    sql`UPDATE conversations SET unread_count = 0, waiting_since = NULL WHERE owner_id = ${user.id} AND phone_key = '551188887777'`,
  );
  const listed = async (filter: ChatFilter) =>
    (await list(user, { filter })).body.data.chats.map(({ number }) => number);
  expect(await listed("all")).toHaveLength(2);
  expect(await listed("lead"), `lead ${lead.id}`).toEqual(["5511988887777"]);
  expect(await listed("unread")).toEqual(["5511977776666"]);
  expect(await listed("unanswered")).toEqual(["5511977776666"]);
  const archive = (archived: boolean) =>
    callApi(
      api,
      chat.archive,
      { body: { contactNumber: "5511977776666", archived } },
      user.headers,
    );
  expect((await archive(true)).status).toBe(200);
  expect(await listed("all")).toEqual(["5511988887777"]);
  expect(await listed("unread")).toEqual([]);
  expect(await listed("archived")).toEqual(["5511977776666"]);
  await archive(false);
  expect(await listed("archived")).toEqual([]);
  await archive(true);
  await execute(
    sql`UPDATE conversations SET last_message_at = now() + interval '1 second' WHERE owner_id = ${user.id}
          AND phone_key = '551177776666'`,
  );
  expect(await listed("all")).toHaveLength(2);
  const stranger = await buildUser();
  const body = { contactNumber: "5511977776666", archived: true };
  expect((await callApi(api, chat.archive, { body }, stranger.headers)).status).toBe(404);
  expect(await listed("archived")).toEqual([]);
});

test("messages are found by the beginnings of their words, the newest first, in one's own conversations", async () => {
  const [user, other] = [await buildUser(), await buildUser()];
  await buildHistory(user, "5511988887777@s.whatsapp.net", 30);
  await buildHistory(other, "5511988887777@s.whatsapp.net", 3);
  await execute(
    sql`UPDATE messages SET content = 'Quanto custa a Padaria São João?' WHERE owner_id = ${user.id}
          AND content IN ('Texto 7', 'Texto 9')`,
  );
  const search = async (query: string, who = user) =>
    (await callApi(api, chatSearch.messages, { query: { query } }, who.headers)).body.data.messages;
  const found = await search("joao PADAR");
  expect(found).toMatchObject([
    { name: "Ana", sender: "contact", excerpt: "Quanto custa a Padaria São João?" },
    { excerpt: "Quanto custa a Padaria São João?" },
  ]);
  expect((found[0]?.id ?? 0) > (found[1]?.id ?? 0)).toBe(true);
  expect(await search("texto")).toHaveLength(28);
  expect(await search("texto 12")).toHaveLength(1);
  expect(await search("adaria")).toEqual([]);
  expect(await search("padaria", other)).toEqual([]);
  for (const hostile of ["'", "a & b | !c", "':*", "\\", "   ", "<->", "%_"]) {
    expect(Array.isArray(await search(hostile)), hostile).toBe(true);
  }
});

test("a conversation without a name, or named '0', has its number as its name; 200 come at once", async () => {
  const user = await buildUser();
  await execute(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id, name, last_message, last_message_at)
        SELECT ${user.id}, '55118' || 7650000 + n, '55118' || 7650000 + n || '@s.whatsapp.net',
               CASE n WHEN 1 THEN NULL WHEN 2 THEN '0' WHEN 3 THEN '' ELSE 'Ana ' || n END, 'Oi', now() - n * interval '1 minute'
        FROM generate_series(1, 201) AS n`,
  );
  const { chats, next } = (await list(user)).body.data;
  expect(chats).toHaveLength(200);
  expect(next).not.toBeNull();
  expect(chats.slice(0, 4).map(({ name }) => name)).toEqual([
    "+55 (11) 98765-0001",
    "+55 (11) 98765-0002",
    "+55 (11) 98765-0003",
    "Ana 4",
  ]);
});
