import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { identifyContact } from "@/server/messaging/messages/identities.service";
import type { OwnerId } from "@/server/platform/actor";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook, type TestWebhook } from "@/tests/factories/webhooks";
import { request } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

const NUMBER = "5551998877665";
const LID = "123456789012345@lid";
const PHONE_CHAT = `${NUMBER}@s.whatsapp.net`;

const buildHook = (user: TestUser) => buildWebhook(user.id);

interface Written {
  from: string;
  alt?: string;
  text?: string;
  id?: string;
  at?: number;
}

const write = async (hook: TestWebhook, { from, alt, text = "oi", id, at = 0 }: Written) => {
  const answer = await postWebhook(api, hook, {
    event: "messages.upsert",
    instance: "x",
    data: {
      key: { id: id ?? randomUUID(), remoteJid: from, remoteJidAlt: alt, fromMe: false },
      message: { conversation: text },
      messageTimestamp: Math.floor(Date.now() / 1000) + at,
    },
  });
  expect(answer.status).toBe(200);
};

const conversationsOf = (ownerId: OwnerId) =>
  rows(
    sql`SELECT c.phone_key, c.chat_id, c.unread_count, c.last_message,
               (SELECT count(*)::int FROM messages m WHERE m.conversation_id = c.id) AS messages
        FROM conversations c WHERE c.owner_id = ${ownerId} ORDER BY c.id`,
  );

const KEY = "555198877665";

test("what was written under an opaque id joins the number's conversation once the number is told", async () => {
  const user = await buildUser();
  const hook = await buildHook(user);
  await write(hook, { from: PHONE_CHAT, text: "antes", at: -60 });
  await write(hook, { from: LID, text: "primeira", at: -40 });
  await write(hook, { from: LID, text: "segunda", at: -20 });
  expect(await conversationsOf(user.id)).toHaveLength(2);
  await write(hook, { from: LID, alt: PHONE_CHAT, text: "terceira" });
  expect(await conversationsOf(user.id)).toEqual([
    { phone_key: KEY, chat_id: LID, unread_count: 4, last_message: "terceira", messages: 4 },
  ]);
  // From now on the id alone is enough.
  await write(hook, { from: LID, text: "quarta", at: 1 });
  expect(await conversationsOf(user.id)).toMatchObject([{ unread_count: 5, messages: 5 }]);
});

test("an id without a conversation of its number becomes that conversation, which both spellings open", async () => {
  const user = await buildUser();
  const hook = await buildHook(user);
  await write(hook, { from: LID, text: "quem sou eu?" });
  await transaction(() => identifyContact(user.id, { chatId: LID, number: NUMBER, lid: null }));
  expect(await conversationsOf(user.id)).toMatchObject([{ phone_key: KEY, messages: 1 }]);
  for (const written of [NUMBER, LID, "(51) 99887-7665"]) {
    const answer = await request<{ data: { messages: unknown[] } }>(
      api,
      "GET",
      `/api/whatsapp/messages/${encodeURIComponent(written)}`,
      undefined,
      user.headers,
    );
    expect(answer.body.data.messages, written).toHaveLength(1);
  }
});

test("an answer and an opt-out under an opaque id count for the lead once its number is told", async () => {
  const user = await buildUser();
  const hook = await buildHook(user);
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  await write(hook, { from: LID, text: "SAIR" });
  const statusOf = async () =>
    (await firstRow<{ status: string }>(sql`SELECT status FROM leads WHERE id = ${lead.id}`))
      ?.status;
  expect(await statusOf()).toBe("pending");
  await write(hook, { from: LID, alt: PHONE_CHAT, text: "obrigado" });
  expect(await statusOf()).toBe("opted_out");
  expect(
    await rows(sql`SELECT phone_key FROM opt_outs WHERE owner_id = ${user.id} ORDER BY phone_key`),
  ).toEqual([{ phone_key: LID }, { phone_key: KEY }]);
});

test("an id that gets another number leaves the first person's conversation alone", async () => {
  const user = await buildUser();
  const hook = await buildHook(user);
  await write(hook, { from: LID, alt: PHONE_CHAT, text: "da primeira" });
  await write(hook, { from: LID, alt: "5511977776666@s.whatsapp.net", text: "da segunda" });
  await write(hook, { from: LID, text: "de novo a segunda" });
  expect(await conversationsOf(user.id)).toMatchObject([
    { phone_key: KEY, messages: 1 },
    { phone_key: "551177776666", messages: 2 },
  ]);
});

test("messages under both ids, in parallel with the news of their number, end in one conversation", async () => {
  const user = await buildUser();
  const hook = await buildHook(user);
  await Promise.all([
    ...Array.from({ length: 12 }, (_, at) => write(hook, { from: LID, id: `L${at}` })),
    ...Array.from({ length: 12 }, (_, at) => write(hook, { from: PHONE_CHAT, id: `P${at}` })),
    ...Array.from({ length: 4 }, (_, at) =>
      write(hook, { from: LID, alt: PHONE_CHAT, id: `B${at}` }),
    ),
  ]);
  expect(await conversationsOf(user.id)).toMatchObject([
    { phone_key: KEY, unread_count: 28, messages: 28 },
  ]);
});

test("one owner's knowledge of an id says nothing to another", async () => {
  const [mine, theirs] = [await buildUser(), await buildUser()];
  await write(await buildHook(mine), { from: LID, alt: PHONE_CHAT });
  await write(await buildHook(theirs), { from: LID });
  expect(await conversationsOf(theirs.id)).toMatchObject([{ phone_key: LID }]);
});

const reportOf = (event: string, key: object) => ({
  event,
  data: { keyId: "OURS", id: "OURS", fromMe: true, status: "READ", ...key },
});

test.each<[string, (hook: TestWebhook) => Promise<unknown>]>([
  ["a message of the number's chat", (hook) => write(hook, { from: PHONE_CHAT, alt: LID })],
  [
    "a receipt",
    (hook) =>
      postWebhook(
        api,
        hook,
        reportOf("messages.update", { remoteJid: PHONE_CHAT, remoteJidAlt: LID }),
      ),
  ],
  [
    "a deletion",
    (hook) =>
      postWebhook(
        api,
        hook,
        reportOf("messages.delete", { remoteJid: LID, remoteJidAlt: PHONE_CHAT }),
      ),
  ],
  [
    "a reaction, from a second device",
    (hook) =>
      postWebhook(api, hook, {
        event: "messages.upsert",
        data: {
          key: {
            ...{ id: "R", remoteJid: PHONE_CHAT.replace("@", ":12@"), fromMe: false },
            remoteJidAlt: LID.replace("@", ":12@"),
          },
          message: { reactionMessage: { key: { id: "OURS" }, text: "👍" } },
          messageTimestamp: Math.floor(Date.now() / 1000),
        },
      }),
  ],
])("%s tells the second address: an opt-out under either holds for both", async (_, tell) => {
  const user = await buildUser();
  const hook = await buildHook(user);
  const lead = await buildLead(user.id, { whatsapp: NUMBER });
  const statusOfLead = async () =>
    (await firstRow<{ status: string }>(sql`SELECT status FROM leads WHERE id = ${lead.id}`))
      ?.status;
  // Before the link is known, under the opaque id alone.
  await write(hook, { from: LID, text: "SAIR", at: -60 });
  expect(await statusOfLead()).not.toBe("opted_out");
  await tell(hook);
  expect(await statusOfLead()).toBe("opted_out");
  expect(
    await rows(
      sql`SELECT phone_key FROM opt_outs WHERE owner_id = ${user.id} AND phone_key = ${KEY}`,
    ),
  ).toHaveLength(1);
  // And the other way round.
  await write(hook, { from: LID, text: "VOLTAR" });
  expect(await statusOfLead()).not.toBe("opted_out");
  expect(await rows(sql`SELECT 1 FROM opt_outs WHERE owner_id = ${user.id}`)).toEqual([]);
});

describe("a receipt by the id alone", () => {
  const start = async () => {
    const user = await buildUser();
    const hook = await buildHook(user);
    const lead = await buildLead(user.id, { whatsapp: NUMBER });
    await postWebhook(api, hook, {
      event: "send.message",
      data: {
        key: { id: "OURS", remoteJid: PHONE_CHAT, fromMe: true },
        message: { conversation: "Oi" },
        messageTimestamp: Math.floor(Date.now() / 1000) - 60,
      },
    });
    const statusOfLead = async () =>
      (await firstRow<{ status: string }>(sql`SELECT status FROM leads WHERE id = ${lead.id}`))
        ?.status;
    return { user, hook, statusOfLead };
  };
  const receipt = (key: object) =>
    reportOf("messages.update", { remoteJid: LID, status: "DELIVERY_ACK", ...key });

  test("of a message to a number tells whose id it is: SAIR by it holds for the number", async () => {
    const { user, hook, statusOfLead } = await start();
    await postWebhook(api, hook, receipt({}));
    await write(hook, { from: LID, text: "SAIR" });
    expect(await statusOfLead()).toBe("opted_out");
    expect(await conversationsOf(user.id)).toMatchObject([{ phone_key: KEY, messages: 2 }]);
  });

  test("tells it of what was written before, too", async () => {
    const { user, hook, statusOfLead } = await start();
    await write(hook, { from: LID, text: "SAIR" });
    await postWebhook(api, hook, receipt({}));
    expect(await statusOfLead()).toBe("opted_out");
    expect(await conversationsOf(user.id)).toHaveLength(1);
  });

  test.each([
    ["of a message that nobody sent", { keyId: "NOBODYS", id: "NOBODYS" }],
    ["of a contact's message", { keyId: "THEIRS", id: "THEIRS" }],
  ])("%s tells nothing", async (_, key) => {
    const { user, hook } = await start();
    await write(hook, { from: PHONE_CHAT, text: "Oi", id: "THEIRS" });
    await postWebhook(api, hook, receipt(key));
    await write(hook, { from: LID, text: "SAIR" });
    expect(await conversationsOf(user.id)).toHaveLength(2);
  });

  test("changes nothing of an id that is known", async () => {
    const { user, hook } = await start();
    await write(hook, { from: LID, alt: "5511977776666@s.whatsapp.net" });
    await postWebhook(api, hook, receipt({}));
    await write(hook, { from: LID, text: "Sou outra pessoa" });
    expect(await conversationsOf(user.id)).toMatchObject([
      { phone_key: KEY, messages: 1 },
      { phone_key: "551177776666", messages: 2 },
    ]);
  });
});

test("who changed the number is still the one who asked for no more messages", async () => {
  const user = await buildUser();
  const hook = await buildHook(user);
  const changed = "5551988776655";
  await write(hook, { from: LID, alt: PHONE_CHAT, text: "SAIR", at: -60 });
  await write(hook, { from: LID, alt: `${changed}@s.whatsapp.net`, text: "Mudei de número" });
  expect(
    await rows(
      sql`SELECT 1 FROM opt_outs WHERE owner_id = ${user.id} AND phone_key = '555188776655'`,
    ),
  ).toHaveLength(1);
});
