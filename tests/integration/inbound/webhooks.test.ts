import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { admin } from "@/lib/contracts/backoffice/admin";
import { storeDeadLetters } from "@/server/inbound/inbox/dead-letters.service";
import { getRow } from "@/server/messaging/whatsapp/instances.service";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook, type TestWebhook } from "@/tests/factories/webhooks";
import { callApi, request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

const buildInstance = (user: TestUser) => buildWebhook(user.id);
const post = (hook: TestWebhook, body: unknown) => postWebhook(api, hook, body);

const message = (id: string, number: string, text: string, fromMe = false) => ({
  event: "messages.upsert",
  instance: "x",
  data: {
    key: { id, remoteJid: `${number}@s.whatsapp.net`, fromMe },
    pushName: "Maria",
    message: { conversation: text },
    messageTimestamp: Math.floor(Date.now() / 1000),
  },
});

const receipt = (id: string, status: string) => ({
  event: "messages.update",
  instance: "x",
  data: { keyId: id, status, messageId: "row" },
});

test("an unknown address is 404", async () => {
  const answer = await request(
    api,
    "POST",
    "/api/webhooks/evolution/nobody",
    message("1", "5511988887777", "oi"),
  );
  expect(answer.status).toBe(404);
});

test.each([
  ["no header", {}],
  ["a wrong one", { "x-webhook-secret": "x".repeat(43) }],
  ["that of another's", null],
])("a webhook with %s is 401 and stores nothing", async (_, headers) => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  const others = await buildInstance(await buildUser());
  const body = message("M", "5511988887777", "oi");
  const answer = await request(api, "POST", hook.path, body, headers ?? others.headers);
  expect(answer.status).toBe(401);
  expect(await rows(sql`SELECT id FROM messages WHERE owner_id = ${user.id}`)).toEqual([]);
  expect(await lettersOf(user)).toEqual([]);
});

test("one message delivered twenty times in parallel is one row, one unread, one event", async () => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  const lead = await buildLead(user.id);
  const body = message("SAME", lead.whatsapp ?? "", "Quero saber o preço");
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(hook, body)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(
    await rows(
      sql`SELECT unread_count, last_message, name FROM conversations WHERE owner_id = ${user.id}`,
    ),
  ).toEqual([{ unread_count: 1, last_message: "Quero saber o preço", name: "Maria" }]);
  expect(await rows(sql`SELECT id FROM messages WHERE owner_id = ${user.id}`)).toHaveLength(1);
  expect(
    await rows(
      sql`SELECT id FROM events WHERE owner_id = ${user.id} AND event_type = 'message_received'`,
    ),
  ).toHaveLength(1);
  expect(await firstRow(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).toEqual({
    status: "answered",
  });
});

test("the status only rises: early, late, duplicate and reordered receipts", async () => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  await post(hook, receipt("M1", "DELIVERY_ACK"));
  await post(hook, message("M1", "5511988887777", "Oi", true));
  const rank = async () =>
    (
      await firstRow<{ status_rank: number }>(
        sql`SELECT status_rank FROM messages WHERE owner_id = ${user.id}`,
      )
    )?.status_rank;
  expect(await rank()).toBe(4);
  await Promise.all(
    ["READ", "SERVER_ACK", "DELIVERY_ACK", "ERROR", "READ", "PENDING"].map((status) =>
      post(hook, receipt("M1", status)),
    ),
  );
  expect(await rank()).toBe(5);
});

test.each([
  ["SENT", 2],
  ["DELIVERED", 4],
  ["FAILED", 3],
])("%s, of an instance over the Cloud API, is a status", async (status, expected) => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  await post(hook, message("M1", "5511988887777", "Oi", true));
  await post(hook, receipt("M1", status));
  expect(await rows(sql`SELECT status_rank FROM messages WHERE owner_id = ${user.id}`)).toEqual([
    { status_rank: expected },
  ]);
});

test("events other than personal messages are accepted and ignored", async () => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  for (const body of [
    {},
    [],
    { event: "messages.upsert" },
    { event: "chats.upsert", data: [{}] },
    {
      event: "messages.upsert",
      data: { key: { id: "1", remoteJid: "123@g.us" }, messageTimestamp: 1 },
    },
    message("NUL\u0000", "5511988887777", "a\u0000b"),
  ]) {
    expect((await post(hook, body)).status).toBe(200);
  }
});

test("a late 'connecting' does not hide that the phone is connected; a disconnection is believed", async () => {
  const connect = async () => {
    const user = await buildUser();
    const hook = await buildInstance(user);
    return async (state: string) => {
      const answer = await post(hook, {
        event: "connection.update",
        instance: "x",
        data: { instance: "x", state },
      });
      expect(answer.status).toBe(200);
      const row = await firstRow<{ status: string }>(
        sql`SELECT status FROM whatsapp_instances WHERE owner_id = ${user.id}`,
      );
      return row?.status;
    };
  };
  const late = await connect();
  expect(await late("connecting")).toBe("CONNECTING");
  expect(await late("open")).toBe("CONNECTED");
  // The provider is asked, and its answer may come at any time from now on: so another phone is closed.
  expect(await late("connecting")).toBe("CONNECTED");
  const closed = await connect();
  expect(await closed("open")).toBe("CONNECTED");
  expect(await closed("close")).toBe("DISCONNECTED");
  expect(await closed("connecting")).toBe("CONNECTING");
});

const lettersOf = (user: TestUser) =>
  rows<{ event: string; reason: string; item: string }>(
    sql`SELECT event, reason, item FROM webhook_dead_letters WHERE owner_id = ${user.id} ORDER BY id`,
  );

test.each([1e20, Date.now(), -1, "tomorrow", { low: 1 }])(
  "a message of the unreadable time %j counts from its arrival",
  async (messageTimestamp) => {
    const user = await buildUser();
    const hook = await buildInstance(user);
    const lead = await buildLead(user.id, { whatsapp: NUMBER });
    const body = message("TIMELESS", NUMBER, "sair");
    await post(hook, { ...body, data: { ...body.data, messageTimestamp } });
    expect(await statusOf(lead.id)).toBe("opted_out");
    expect(
      await rows(
        sql`SELECT now() - sent_at < interval '1 minute' AS now FROM messages WHERE owner_id = ${user.id}`,
      ),
    ).toEqual([{ now: true }]);
  },
);

test.each([
  [
    "an id of a megabyte",
    { key: { id: "x".repeat(1_000_000), remoteJid: "5511988887777@s.whatsapp.net" } },
    "key.id: too_big",
  ],
])(
  "a message with %s is kept as a dead letter and not asked for again",
  async (_, wrong, reason) => {
    const user = await buildUser();
    const hook = await buildInstance(user);
    const body = message("ODD", "5511988887777", "oi");
    const answer = await post(hook, { ...body, data: { ...body.data, ...wrong } });
    expect(answer.status).toBe(200);
    const letters = await lettersOf(user);
    expect(letters).toMatchObject([{ event: "messages.upsert", reason }]);
    expect(letters[0]?.item.length).toBeLessThanOrEqual(20_000);
    expect(await rows(sql`SELECT id FROM messages WHERE owner_id = ${user.id}`)).toEqual([]);
  },
);

test("a NUL in a text is left out, and an opt-out with one is an opt-out", async () => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  const lead = await buildLead(user.id);
  const body = message("NUL", lead.whatsapp ?? "", "sa\u0000ir");
  expect((await post(hook, body)).status).toBe(200);
  expect(await firstRow(sql`SELECT content FROM messages WHERE owner_id = ${user.id}`)).toEqual({
    content: "sair",
  });
  expect(await firstRow(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).toEqual({
    status: "opted_out",
  });
});

test("a text that spells the escape of a NUL is stored as it is", async () => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  const body = message("TEXT", "5511988887777", "um \\u0000 escrito");
  expect((await post(hook, body)).status).toBe(200);
  expect(await firstRow(sql`SELECT content FROM messages WHERE owner_id = ${user.id}`)).toEqual({
    content: "um \\u0000 escrito",
  });
});

test("a webhook of more events than any provider tells at once is cut, which is written down", async () => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  const id = `${NUMBER}@s.whatsapp.net`;
  const one = { id, presences: { [id]: { lastKnownPresence: "composing" } } };
  const data = Array(1_002).fill(one);
  expect((await post(hook, { event: "presence.update", data })).status).toBe(200);
  expect(await lettersOf(user)).toMatchObject([
    { event: "typing", reason: "too many at once" },
    { event: "typing", reason: "too many at once" },
  ]);
});

test("dead letters are bounded per webhook", async () => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  const data = Array.from({ length: 1_000 }, () => ({ key: {} }));
  const answer = await post(hook, { event: "messages.upsert", data });
  expect(answer.status).toBe(200);
  expect(await lettersOf(user)).toHaveLength(20);
});

const NUMBER = "5511988887777";
const OWN_NUMBER = "5511999990000";

/** A body of MESSAGES_UPSERT with this message, as it comes from this chat. */
const upsert = (content: unknown, { chat = `${NUMBER}@s.whatsapp.net`, ...rest } = {}) => ({
  event: "messages.upsert",
  instance: "x",
  data: {
    key: { id: randomUUID(), remoteJid: chat, fromMe: false },
    message: content,
    messageTimestamp: Math.floor(Date.now() / 1000),
    ...rest,
  },
});

const statusOf = async (leadId: number) =>
  (await firstRow<{ status: string }>(sql`SELECT status FROM leads WHERE id = ${leadId}`))?.status;

test.each<[string, object]>([
  ["unflattened, as 2.1 sends it", upsert({ extendedTextMessage: { text: "Sair" } })],
  ["a caption", upsert({ imageMessage: { caption: "sair", mimetype: "image/jpeg" } })],
  ["a disappearing text", upsert({ ephemeralMessage: { message: { conversation: "sair" } } })],
  ["a button", upsert({ buttonsResponseMessage: { selectedDisplayText: "SAIR" } })],
  ["a list's row", upsert({ listResponseMessage: { title: "Sair" } })],
  [
    "a time in two halves",
    {
      ...upsert({ conversation: "sair" }, timeOf({ low: 1_795_000_000, high: 0, unsigned: false })),
    },
  ],
  ["a time as text", upsert({ conversation: "sair" }, timeOf("1795000000"))],
  ["no time", upsert({ conversation: "sair" }, timeOf(undefined))],
  [
    "an opaque chat with its phone beside it",
    withAlternative(upsert({ conversation: "sair" }, { chat: "123456789012345@lid" })),
  ],
])("an opt-out is found in %s", async (_, body) => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  expect((await post(hook, body)).status).toBe(200);
  expect(await statusOf(lead.id)).toBe("opted_out");
  expect(await rows(sql`SELECT sent_at FROM messages WHERE owner_id = ${user.id}`)).toHaveLength(1);
  expect(await lettersOf(user)).toEqual([]);
});

function timeOf(messageTimestamp: unknown) {
  return { messageTimestamp } as object;
}

function withAlternative<T extends { data: { key: object } }>(body: T): T {
  const key = { ...body.data.key, remoteJidAlt: `${NUMBER}@s.whatsapp.net` };
  return { ...body, data: { ...body.data, key } };
}

test.each<[string, object]>([
  [
    "a story of a contact",
    withAlternative(upsert({ conversation: "sair" }, { chat: "status@broadcast" })),
  ],
  [
    "a group",
    withAlternative(upsert({ conversation: "sair" }, { chat: "120363000000000000@g.us" })),
  ],
  ["a newsletter", upsert({ conversation: "sair" }, { chat: "120363000000000000@newsletter" })],
  ["a broadcast list", upsert({ conversation: "sair" }, { chat: "1700000000@broadcast" })],
  ["a reaction", upsert({ reactionMessage: { key: { id: "x" }, text: "👍" } })],
  ["keys for the encryption", upsert({ senderKeyDistributionMessage: { groupId: "x" } })],
  ["a deletion", upsert({ protocolMessage: { key: { id: "x" }, type: "REVOKE" } })],
  ["an empty body", upsert({})],
])("%s is no message of a lead's", async (_, body) => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  expect((await post(hook, body)).status).toBe(200);
  expect(await rows(sql`SELECT id FROM messages WHERE owner_id = ${user.id}`)).toEqual([]);
  expect(await statusOf(lead.id)).toBe("pending");
});

test.each<[string, (id: string, text: string) => object]>([
  [
    "an event of its own, under our id",
    (id, text) => ({
      event: "messages.edited",
      instance: "x",
      data: {
        key: { remoteJid: `${OWN_NUMBER}@s.whatsapp.net`, fromMe: true, id },
        type: "MESSAGE_EDIT",
        editedMessage: { extendedTextMessage: { text } },
        timestampMs: String(Date.now()),
      },
    }),
  ],
  [
    "a message",
    (id, text) =>
      upsert({
        editedMessage: {
          message: {
            protocolMessage: { key: { id }, type: 14, editedMessage: { conversation: text } },
          },
        },
      }),
  ],
  [
    "an update",
    (id, text) => ({
      event: "messages.update",
      instance: "x",
      data: {
        keyId: id,
        remoteJid: `${NUMBER}@s.whatsapp.net`,
        fromMe: false,
        status: "SERVER_ACK",
        message: { editedMessage: { message: { conversation: text } } },
      },
    }),
  ],
])("an edit that comes as %s changes the text, and may be an opt-out", async (_, edit) => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  await rows(
    sql`UPDATE whatsapp_instances SET number = ${OWN_NUMBER} WHERE owner_id = ${user.id} RETURNING id`,
  );
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  await post(hook, message("FIRST", NUMBER, "Quanto custa?"));
  expect((await post(hook, edit("FIRST", "Quanto é?"))).status).toBe(200);
  expect(await statusOf(lead.id)).toBe("answered");
  await post(hook, edit("FIRST", "sair"));
  expect(
    await rows(
      sql`SELECT m.content, m.edited_at IS NOT NULL AS edited, c.last_message, c.unread_count
          FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.owner_id = ${user.id}`,
    ),
  ).toEqual([{ content: "sair", edited: true, last_message: "sair", unread_count: 1 }]);
  expect(await statusOf(lead.id)).toBe("opted_out");
});

const problemOf = async (user: TestUser) =>
  (
    await firstRow<{ problem: string | null }>(
      sql`SELECT problem FROM whatsapp_instances WHERE owner_id = ${user.id}`,
    )
  )?.problem;

test.each([
  [401, "logged_out"],
  [403, "banned"],
  [405, "outdated"],
  [440, "replaced"],
  [428, null],
])("a connection closed with %s says why, whichever event comes first", async (code, problem) => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  const tell = (event: string, data: unknown) => post(hook, { event, instance: "x", data });
  const connection = (state: string, statusReason: number) =>
    tell("connection.update", { instance: "x", state, statusReason });
  await connection("open", 200);
  await tell("logout.instance", null);
  await connection("close", code);
  await tell("remove.instance", null);
  expect(await problemOf(user)).toBe(problem);
  await connection("open", 200);
  expect(await problemOf(user)).toBeNull();
});

test("the end of a pairing that the person asked for is no problem", async () => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  await rows(
    sql`UPDATE whatsapp_instances SET status = 'CONNECTED', unpaired_here = true WHERE owner_id = ${user.id} RETURNING id`,
  );
  await post(hook, {
    event: "connection.update",
    instance: "x",
    data: { instance: "x", state: "close", statusReason: 401 },
  });
  expect(await problemOf(user)).toBeNull();
});

describe("a dead letter", () => {
  const replay = (boss: TestUser, id: number) =>
    callApi(api, admin.replayDeadLetter, { params: { id } }, boss.headers);

  test("is listed for the administrator without its content, and read again", async () => {
    const boss = await findAdministrator();
    const user = await buildUser();
    const hook = await buildInstance(user);
    const lead = await buildLead(user.id, { whatsapp: NUMBER });
    const { id: instanceId } = (await firstRow<{ id: number }>(
      sql`SELECT id FROM whatsapp_instances WHERE owner_id = ${user.id}`,
    )) ?? { id: 0 };
    const event = {
      ...{ type: "message", id: "LATE", chatId: `${NUMBER}@s.whatsapp.net`, number: NUMBER },
      ...{ lid: null, fromMe: false, name: null, mediaSource: null, origin: "live" },
      ...{ kind: "text", text: "sair", quotedId: null, media: null, location: null, contacts: [] },
      sentAt: new Date(),
    };
    const rejected = { event: "message", reason: "not stored", item: event };
    const instance = await getRow(user.id, instanceId);
    await storeDeadLetters(instance, [rejected, { ...rejected, item: { ...event, id: null } }]);
    const { body } = await callApi(api, admin.deadLetters, { query: {} }, boss.headers);
    const letters = body.dead_letters.filter(({ account }) => account.id === user.id);
    expect(letters).toHaveLength(2);
    expect(JSON.stringify(body)).not.toContain("sair");
    // The latest first: what cannot be stored stays.
    expect((await replay(boss, letters[0]?.id ?? 0)).status).toBe(409);
    expect((await replay(boss, letters[1]?.id ?? 0)).status).toBe(200);
    expect(await lettersOf(user)).toHaveLength(1);
    expect(await statusOf(lead.id)).toBe("opted_out");
    expect((await replay(boss, letters[1]?.id ?? 0)).status).toBe(404);
    expect((await post(hook, message("LATE", NUMBER, "sair"))).status).toBe(200);
    expect(await rows(sql`SELECT 1 FROM messages WHERE owner_id = ${user.id}`)).toHaveLength(1);
  });

  test("stays while it cannot be read, and can be discarded", async () => {
    const boss = await findAdministrator();
    const user = await buildUser();
    const hook = await buildInstance(user);
    await post(hook, { event: "messages.upsert", data: { key: {} } });
    const [{ id } = { id: 0 }] = await rows<{ id: number }>(
      sql`SELECT id FROM webhook_dead_letters WHERE owner_id = ${user.id}`,
    );
    expect((await replay(boss, id)).status).toBe(409);
    expect(await lettersOf(user)).toHaveLength(1);
    const removed = await callApi(api, admin.deleteDeadLetter, { params: { id } }, boss.headers);
    expect(removed.status).toBe(200);
    expect(await lettersOf(user)).toEqual([]);
  });
});

async function findAdministrator(): Promise<TestUser> {
  boss ??= await buildUser({ id: 4 });
  return boss;
}

let boss: TestUser | undefined;
