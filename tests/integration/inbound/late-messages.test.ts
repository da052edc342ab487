import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import type { ChatFilter } from "@/lib/domain/messages/chat-message";
import { receiveEvents } from "@/server/inbound/inbox/inbox.service";
import type { WhatsappEvent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { insertSend } from "@/server/messaging/messages/outgoing-messages.repository";
import { getRow } from "@/server/messaging/whatsapp/instances.service";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook, type TestWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const NUMBER = "5511988887777";
const CHAT = `${NUMBER}@s.whatsapp.net`;
const LID = "987654321@lid";

interface Said {
  text: string;
  secondsAgo?: number;
  /** In seconds since 1970. */
  at?: number;
  fromMe?: boolean;
  from?: string;
  alt?: string;
  event?: string;
}

/** As the provider reports it: its times are whole seconds. */
async function say(hook: TestWebhook, said: Said) {
  const {
    text,
    secondsAgo = 0,
    fromMe = false,
    from = CHAT,
    alt,
    event = "messages.upsert",
  } = said;
  const id = randomUUID();
  const answer = await postWebhook(api, hook, {
    event,
    instance: "x",
    data: {
      key: { id, remoteJid: from, remoteJidAlt: alt, fromMe },
      message: { conversation: text },
      messageTimestamp: said.at ?? Math.floor(Date.now() / 1000) - secondsAgo,
    },
  });
  expect(answer.status).toBe(200);
  return id;
}

async function findInstanceId(user: TestUser) {
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM whatsapp_instances WHERE owner_id = ${user.id}`,
  );
  return row?.id ?? 0;
}

/** What the contact said. */
function toEvent(said: { text: string; sentAt: Date; origin: "live" | "history" }): WhatsappEvent {
  return {
    ...{ type: "message", id: randomUUID(), chatId: CHAT, number: NUMBER, lid: null },
    ...{ fromMe: false, name: null, mediaSource: null, kind: "text", quotedId: null, media: null },
    ...{ location: null, contacts: [], ...said },
  } as WhatsappEvent;
}

/** What the contact wrote, as the phone's history reports it. */
async function loadHistory(user: TestUser, text: string, sentAt: Date) {
  const event = toEvent({ text, sentAt, origin: "history" });
  // Paired after it.
  await execute(
    sql`UPDATE whatsapp_instances SET connected_at = now() + interval '1 minute' WHERE owner_id = ${user.id}`,
  );
  await receiveEvents(await getRow(user.id, await findInstanceId(user)), [event]);
  const row = await firstRow(
    sql`SELECT 1 FROM messages WHERE owner_id = ${user.id} AND content = ${text}`,
  );
  expect(row, "stored").not.toBeNull();
}

const archive = (user: TestUser, contactNumber = CHAT) =>
  callApi(api, chat.archive, { body: { contactNumber, archived: true } }, user.headers);

async function listed(user: TestUser, filter: ChatFilter = "all") {
  const { body } = await callApi(api, chat.list, { query: { filter } }, user.headers);
  return body.data.chats;
}

test("a message that was sent before the conversation was archived, and came after that, brings it back", async () => {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  await say(hook, { text: "Bom dia", secondsAgo: 600 });
  expect((await archive(user)).status).toBe(200);
  expect(await listed(user)).toEqual([]);
  await say(hook, { text: "Qual é o preço?", secondsAgo: 120 });
  expect(await listed(user)).toMatchObject([{ lastMessage: "Qual é o preço?", unreadCount: 2 }]);
  expect(await listed(user, "archived")).toEqual([]);
});

test("a history that is loaded leaves a conversation archived, and so does an earlier message of our own", async () => {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  await say(hook, { text: "Bom dia", secondsAgo: 600 });
  await archive(user);
  await loadHistory(user, "Antes", new Date(Date.now() - 60_000));
  await say(hook, { text: "Respondo já", secondsAgo: 60, fromMe: true });
  expect(await listed(user)).toEqual([]);
  expect(await listed(user, "archived")).toHaveLength(1);
});

test("an archived conversation comes back when one with something unread joins it", async () => {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  await say(hook, { text: "Bom dia", secondsAgo: 600 });
  await say(hook, { text: "Sou eu, de novo", secondsAgo: 120, from: LID });
  await archive(user);
  // Our own message, and earlier: it only shows which addresses are one person.
  await say(hook, { text: "Oi", secondsAgo: 300, fromMe: true, from: LID, alt: CHAT });
  expect(await listed(user)).toMatchObject([{ lastMessage: "Sou eu, de novo" }]);
});

test("what was archived under an opaque id stays so once its number is told", async () => {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  await say(hook, { text: "Quem sou eu?", secondsAgo: 120, from: LID });
  expect((await archive(user, LID)).status).toBe(200);
  await say(hook, { text: "Oi", secondsAgo: 300, fromMe: true, from: LID, alt: CHAT });
  expect(await listed(user)).toEqual([]);
  expect(await listed(user, "archived")).toHaveLength(1);
});

const receipt = (hook: TestWebhook, id: string, rest: object) =>
  postWebhook(api, hook, {
    event: "messages.update",
    instance: "x",
    data: { keyId: id, remoteJid: CHAT, status: "READ", ...rest },
  });

test("whoever answers on the phone has read the conversation", async () => {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  await say(hook, { text: "Bom dia", secondsAgo: 600 });
  await say(hook, { text: "Qual é o preço?", secondsAgo: 300 });
  await say(hook, { text: "De antes", secondsAgo: 400, fromMe: true });
  expect(await listed(user)).toMatchObject([{ unreadCount: 2 }]);
  await say(hook, { text: "Já respondo", secondsAgo: 200, fromMe: true });
  expect(await listed(user)).toMatchObject([{ unreadCount: 0 }]);
  await say(hook, { text: "Obrigada", secondsAgo: 100 });
  expect(await listed(user)).toMatchObject([{ unreadCount: 1 }]);
});

test("what the provider's API sent, such as a campaign's text, reads nothing", async () => {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  await say(hook, { text: "Qual é o preço?", secondsAgo: 300 });
  await say(hook, { text: "Promoção!", secondsAgo: 60, fromMe: true, event: "send.message" });
  expect(await listed(user)).toMatchObject([{ lastMessage: "Promoção!", unreadCount: 1 }]);
});

test("a conversation that was read on the phone is read here, with its latest message", async () => {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  const first = await say(hook, { text: "Bom dia", secondsAgo: 600 });
  const last = await say(hook, { text: "Qual é o preço?", secondsAgo: 300 });
  // The contact's own claim, which has the form of a receipt for a message of ours.
  await receipt(hook, last, { fromMe: true });
  await receipt(hook, first, { fromMe: false });
  expect(await listed(user)).toMatchObject([{ unreadCount: 2 }]);
  const other = await buildUser();
  const othersHook = await buildWebhook(other.id);
  const theirs = await say(othersHook, { text: "Oi", secondsAgo: 10 });
  await receipt(othersHook, theirs, { fromMe: false });
  expect(await listed(other)).toMatchObject([{ unreadCount: 0 }]);
  expect(await listed(user)).toMatchObject([{ unreadCount: 2 }]);
});

/** Stores a text of ours at half past a second that is past, and returns the second. */
async function sendAtHalfSecond(user: TestUser, text: string) {
  const at = Math.floor(Date.now() / 1000) - 2;
  const sent = await transaction(async () =>
    insertSend(
      user.id,
      {
        ...{ instanceId: await findInstanceId(user), messageId: randomUUID(), chatId: CHAT },
        ...{ phoneKey: "551188887777", kind: "text", text, quotedId: null, rank: 2 },
      },
      { personId: null, over: null },
    ),
  );
  const sentAt = new Date(at * 1000 + 500);
  await execute(
    sql`UPDATE messages SET sent_at = ${sentAt}, sending_since = NULL WHERE id = ${sent?.id}`,
  );
  await execute(
    sql`UPDATE conversations SET last_message_at = ${sentAt} WHERE owner_id = ${user.id}`,
  );
  return at;
}

async function readTexts(user: TestUser) {
  const call = { params: { number: NUMBER }, query: {} };
  const { body } = await callApi(api, chat.messages, call, user.headers);
  return body.data.messages.map(({ content }) => content);
}

test("answers within the second of what they answer come after it, wait for a reply and are the last message", async () => {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  const at = await sendAtHalfSecond(user, "Posso ligar?");
  await say(hook, { text: "Pode", at });
  await say(hook, { text: "Agora", at });
  expect(await readTexts(user)).toEqual(["Posso ligar?", "Pode", "Agora"]);
  expect(await listed(user, "unanswered")).toMatchObject([{ lastMessage: "Agora" }]);
  await say(hook, { text: "Ligo já", at: at + 1, fromMe: true });
  expect(await listed(user, "unanswered")).toEqual([]);
});

test("what is written on the phone within that second comes after what was said before it", async () => {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  const at = await sendAtHalfSecond(user, "Posso ligar?");
  await say(hook, { text: "Pode", at });
  await say(hook, { text: "Ligo já", at, fromMe: true });
  await say(hook, { text: "Até já", at });
  expect(await readTexts(user)).toEqual(["Posso ligar?", "Pode", "Ligo já", "Até já"]);
  expect(await listed(user)).toMatchObject([{ lastMessage: "Até já" }]);
});

test("messages of one second that come in at once stand in the order in which they came", async () => {
  const user = await buildUser();
  await buildWebhook(user.id);
  const at = Math.floor(Date.now() / 1000);
  const texts = Array.from({ length: 12 }, (_, nth) => `Mensagem ${nth}`);
  const instance = await getRow(user.id, await findInstanceId(user));
  await Promise.all(
    texts.map((text) =>
      receiveEvents(instance, [toEvent({ text, sentAt: new Date(at * 1000), origin: "live" })]),
    ),
  );
  expect(await readTexts(user)).toEqual(texts);
});

test("what a history tells of that second keeps its time, as does what is of another", async () => {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  const at = await sendAtHalfSecond(user, "Posso ligar?");
  await loadHistory(user, "Antes", new Date(at * 1000));
  await say(hook, { text: "Bem antes", at: at - 1 });
  expect(await readTexts(user)).toEqual(["Bem antes", "Antes", "Posso ligar?"]);
  expect(await listed(user, "unanswered")).toEqual([]);
  const told = await firstRow<{ times: Date[] }>(
    sql`SELECT array_agg(sent_at ORDER BY sent_at) AS times FROM messages WHERE owner_id = ${user.id} AND direction = 'in'`,
  );
  expect(told?.times).toEqual([new Date((at - 1) * 1000), new Date(at * 1000)]);
});
