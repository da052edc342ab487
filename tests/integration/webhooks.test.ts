import { createHmac, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { firstRow, rows, sql } from "@/server/db/sql";
import { env } from "@/server/env";
import { hashToken } from "@/server/secrets";
import { upsertInstance } from "@/server/whatsapp/whatsapp.repository";
import { buildLead } from "../factories/leads";
import { buildUser, type TestUser } from "../factories/users";
import { request } from "../support/api";
import { runApi } from "../support/running";

const api = runApi();

async function buildInstance(user: TestUser): Promise<string> {
  const secret = createHmac("sha256", env.AUTH_SECRET).update(randomUUID()).digest("base64url");
  await upsertInstance(user.id, {
    provider: "evolution",
    providerRef: `test-${user.id}`,
    sealedToken: null,
    webhookHash: hashToken(secret),
  });
  return `/api/webhooks/evolution/${secret}`;
}

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

test("one message delivered twenty times in parallel is one row, one unread, one event", async () => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  const lead = await buildLead(user.id);
  const body = message("SAME", lead.whatsapp ?? "", "Quero saber o preço");
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => request(api, "POST", hook, body)),
  );
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
  await request(api, "POST", hook, receipt("M1", "DELIVERY_ACK"));
  await request(api, "POST", hook, message("M1", "5511988887777", "Oi", true));
  const rank = async () =>
    (
      await firstRow<{ status_rank: number }>(
        sql`SELECT status_rank FROM messages WHERE owner_id = ${user.id}`,
      )
    )?.status_rank;
  expect(await rank()).toBe(4);
  await Promise.all(
    ["READ", "SERVER_ACK", "DELIVERY_ACK", "ERROR", "READ", "PENDING"].map((status) =>
      request(api, "POST", hook, receipt("M1", status)),
    ),
  );
  expect(await rank()).toBe(5);
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
    expect((await request(api, "POST", hook, body)).status).toBe(200);
  }
});

test("a late 'connecting' does not hide that the phone is connected; a disconnection is believed", async () => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  const send = async (state: string) => {
    const answer = await request(api, "POST", hook, {
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
  expect(await send("connecting")).toBe("CONNECTING");
  expect(await send("open")).toBe("CONNECTED");
  expect(await send("connecting")).toBe("CONNECTED");
  expect(await send("close")).toBe("DISCONNECTED");
  expect(await send("connecting")).toBe("CONNECTING");
});

const lettersOf = (user: TestUser) =>
  rows<{ event: string; reason: string; item: string }>(
    sql`SELECT event, reason, item FROM webhook_dead_letters WHERE owner_id = ${user.id} ORDER BY id`,
  );

test.each([
  ["an instant beyond every calendar", { messageTimestamp: 1e20 }, "messageTimestamp: too_big"],
  ["an instant in milliseconds", { messageTimestamp: Date.now() }, "messageTimestamp: too_big"],
  ["no instant", { messageTimestamp: null }, "messageTimestamp: too_small"],
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
    const answer = await request(api, "POST", hook, { ...body, data: { ...body.data, ...wrong } });
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
  expect((await request(api, "POST", hook, body)).status).toBe(200);
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
  expect((await request(api, "POST", hook, body)).status).toBe(200);
  expect(await firstRow(sql`SELECT content FROM messages WHERE owner_id = ${user.id}`)).toEqual({
    content: "um \\u0000 escrito",
  });
});

test("dead letters are bounded per webhook", async () => {
  const user = await buildUser();
  const hook = await buildInstance(user);
  const data = Array.from({ length: 1_000 }, () => ({ key: {} }));
  const answer = await request(api, "POST", hook, { event: "messages.upsert", data });
  expect(answer.status).toBe(200);
  expect(await lettersOf(user)).toHaveLength(20);
});
