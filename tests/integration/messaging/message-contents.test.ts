import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { chatSearch } from "@/lib/contracts/messaging/chat-search";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();
const NUMBER = "5511988887777";
const CHAT = `${NUMBER}@s.whatsapp.net`;
const START = Math.floor(Date.now() / 1000) - 1_000;

interface Envelope {
  id?: string;
  fromMe?: boolean;
  /** Seconds after the first. */
  at?: number;
  contextInfo?: unknown;
}

const upsert = (message: unknown, { id, fromMe = false, at = 0, contextInfo }: Envelope = {}) => ({
  event: "messages.upsert",
  data: {
    key: { id: id ?? randomUUID(), remoteJid: CHAT, fromMe },
    message,
    messageTimestamp: START + at,
    ...(contextInfo !== undefined && { contextInfo }),
  },
});

const reaction = (emoji: string, envelope: Envelope = {}) =>
  upsert({ reactionMessage: { key: { id: "FIRST" }, text: emoji } }, envelope);

async function start() {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  return {
    user,
    receive: async (body: object) => {
      expect((await postWebhook(api, hook, body)).status).toBe(200);
    },
  };
}

async function messagesOf(user: TestUser) {
  const params = { number: CHAT };
  return (await callApi(api, chat.messages, { params, query: {} }, user.headers)).body.data
    .messages;
}

async function search(user: TestUser, query: string) {
  const found = await callApi(api, chatSearch.messages, { query: { query } }, user.headers);
  return found.body.data.messages.length;
}

async function lastOf(user: TestUser) {
  const { chats } = (await callApi(api, chat.list, { query: {} }, user.headers)).body.data;
  return chats.map(({ lastMessage, lastMessageKind }) => [lastMessage, lastMessageKind]);
}

test("a message shows what it consists of, and the list what the last one is", async () => {
  const { user, receive } = await start();
  const vcard = "BEGIN:VCARD\nFN:Ana\nTEL;waid=5511977776666:+55 11 97777-6666\nEND:VCARD";
  const place = { degreesLatitude: -23.5, degreesLongitude: -46.6, name: "Loja" };
  const bodies = [
    { conversation: "Oi" },
    { imageMessage: { caption: "A fachada", mimetype: "image/jpeg" } },
    { audioMessage: { ptt: true } },
    { locationMessage: place },
    { contactMessage: { displayName: "Ana", vcard } },
    { someFutureMessage: {} },
  ];
  const last: unknown[] = [];
  for (const [at, body] of bodies.entries()) {
    await receive(upsert(body, { at }));
    last.push(...(await lastOf(user)));
  }
  expect(last).toEqual([
    ["Oi", "text"],
    ["A fachada", "image"],
    [null, "voice"],
    [null, "location"],
    [null, "contact"],
    [null, "unsupported"],
  ]);
  expect(await messagesOf(user)).toMatchObject([
    { kind: "text", content: "Oi", location: null, contacts: [] },
    { kind: "image", content: "A fachada" },
    { kind: "voice", content: null },
    { kind: "location", location: { latitude: -23.5, longitude: -46.6, name: "Loja" } },
    { kind: "contact", contacts: [{ name: "Ana", numbers: ["5511977776666"] }] },
    { kind: "unsupported", content: null },
  ]);
});

test("a caption that opts out opts out", async () => {
  const { user, receive } = await start();
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  await receive(upsert({ imageMessage: { caption: "sair" } }));
  expect(await firstRow(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).toEqual({
    status: "opted_out",
  });
});

test("a reply shows what it answers, where that is stored in the same conversation", async () => {
  const { user, receive } = await start();
  await receive(upsert({ conversation: "Quanto custa?" }, { id: "FIRST" }));
  const quote = (stanzaId: string) => ({ contextInfo: { stanzaId } });
  await receive(upsert({ imageMessage: quote("FIRST") }, { at: 1 }));
  // Version 2.3 flattens a text and puts its context next to it.
  await receive(upsert({ conversation: "R$ 10" }, { at: 2, fromMe: true, ...quote("FIRST") }));
  await receive(upsert({ audioMessage: quote("ELSEWHERE") }, { at: 3 }));
  const other = { ...upsert({ conversation: "Segredo" }, { id: "OTHER" }) };
  other.data.key.remoteJid = "5511900000001@s.whatsapp.net";
  await receive(other);
  await receive(upsert({ audioMessage: quote("OTHER") }, { at: 4 }));
  const messages = await messagesOf(user);
  const first = { id: messages[0]?.id, mine: false, kind: "text", content: "Quanto custa?" };
  const unknown = { id: null, content: null };
  expect(messages.map(({ quoted }) => quoted)).toMatchObject([
    null,
    first,
    first,
    unknown,
    unknown,
  ]);
});

test("a reaction is shown, changed and taken back, in any order, and is no answer", async () => {
  const { user, receive } = await start();
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  // Before its message.
  await receive(reaction("👍", { at: 5 }));
  await receive(upsert({ conversation: "Bom dia!" }, { id: "FIRST", fromMe: true }));
  const shown = async () => (await messagesOf(user)).flatMap(({ reactions }) => reactions);
  expect(await shown()).toEqual([{ emoji: "👍", mine: false }]);
  await receive(reaction("❤️", { at: 7 }));
  await receive(reaction("😮", { at: 6 }));
  await receive(reaction("🙏", { at: 6, fromMe: true }));
  expect(await shown()).toEqual([
    { emoji: "❤️", mine: false },
    { emoji: "🙏", mine: true },
  ]);
  await receive(reaction("", { at: 8 }));
  await receive(reaction("❤️", { at: 7 }));
  expect(await shown()).toEqual([{ emoji: "🙏", mine: true }]);
  expect(await firstRow(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).not.toEqual({
    status: "answered",
  });
  expect(
    await rows(
      sql`SELECT unread_count, last_message FROM conversations WHERE owner_id = ${user.id}`,
    ),
  ).toEqual([{ unread_count: 0, last_message: "Bom dia!" }]);
});

const DELETIONS: [string, (fromMe: boolean) => object][] = [
  [
    "a message",
    (fromMe) => upsert({ protocolMessage: { key: { id: "FIRST" }, type: "REVOKE" } }, { fromMe }),
  ],
  [
    "an event of its own with the key",
    (fromMe) => ({
      event: "messages.delete",
      data: { id: "FIRST", remoteJid: CHAT, fromMe, status: "DELETED" },
    }),
  ],
  [
    "an event of Evolution's own API, with the id of its row",
    (fromMe) => ({
      event: "messages.delete",
      data: { id: "cm-row", key: { id: "FIRST", remoteJid: CHAT, fromMe }, status: "DELETED" },
    }),
  ],
  [
    "a status",
    (fromMe) => ({
      event: "messages.update",
      data: { keyId: "FIRST", remoteJid: CHAT, fromMe, status: "DELETED" },
    }),
  ],
];

test.each(DELETIONS)(
  "a deletion that comes as %s hides the message, and keeps it",
  async (_, deletion) => {
    const { user, receive } = await start();
    const lead = await buildLead(user.id, { whatsapp: NUMBER });
    await receive(upsert({ conversation: "sair" }, { id: "FIRST" }));
    await receive(upsert({ conversation: "Quê?" }, { fromMe: true, at: -1 }));
    expect(await search(user, "sair")).toBe(1);
    await receive(deletion(false));
    await receive(deletion(false));
    expect(await search(user, "sair")).toBe(0);
    expect(await messagesOf(user)).toMatchObject([
      { content: "Quê?", deleted: false },
      { content: null, deleted: true },
    ]);
    expect(await lastOf(user)).toEqual([[null, "deleted"]]);
    expect(
      await rows(
        sql`SELECT content FROM messages WHERE owner_id = ${user.id} AND provider_message_id = 'FIRST'`,
      ),
    ).toEqual([{ content: "sair" }]);
    expect(await firstRow(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).toEqual({
      status: "opted_out",
    });
  },
);

test.each(DELETIONS)(
  "a deletion that comes as %s before its message hides it too",
  async (_, deletion) => {
    const { user, receive } = await start();
    await receive(deletion(true));
    await receive({ event: "messages.update", data: { keyId: "FIRST", status: "READ" } });
    const quote = { extendedTextMessage: { text: "E então?", contextInfo: { stanzaId: "FIRST" } } };
    await receive(upsert({ conversation: "Oi" }, { id: "FIRST", fromMe: true }));
    expect(await lastOf(user)).toEqual([[null, "deleted"]]);
    await receive(upsert(quote, { at: 1 }));
    expect(await messagesOf(user)).toMatchObject([
      { content: null, deleted: true, status: "read" },
      { content: "E então?", quoted: { content: null, deleted: true } },
    ]);
    // An edit of it is stored and shown nowhere.
    const edit = { key: { id: "FIRST" }, type: 14, editedMessage: { conversation: "Olá" } };
    await receive(upsert({ protocolMessage: edit }, { fromMe: true }));
    expect(await lastOf(user)).toEqual([["E então?", "text"]]);
    expect((await messagesOf(user))[0]).toMatchObject({ content: null, deleted: true });
  },
);

test("the deletion of a group's message is not kept", async () => {
  const { user, receive } = await start();
  const key = { id: randomUUID(), remoteJid: "120363000000000000@g.us" };
  await receive({ event: "messages.delete", data: key });
  expect(
    await rows(sql`SELECT 1 FROM early_changes WHERE provider_message_id = ${key.id}`),
  ).toEqual([]);
  expect(await messagesOf(user)).toEqual([]);
});
