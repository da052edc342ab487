import { describe, expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { trimTable } from "@/server/custody/trimming/trimming.service";
import { execute, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

const api = runApi();

const OWN = "5511999990000";
const [VICTIM, STRANGER] = ["5511988887777", "5511977776666"];
const LID = "123456789012345@lid";
const jid = (number: string) => `${number}@s.whatsapp.net`;
const now = () => Math.floor(Date.now() / 1000);

interface Side {
  chat?: string;
  alt?: string;
  fromMe?: boolean;
}

const upsert = (
  id: string,
  message: object,
  { chat: from = jid(VICTIM), alt, fromMe = false }: Side = {},
) => ({
  event: "messages.upsert",
  data: {
    key: { id, remoteJid: from, remoteJidAlt: alt, fromMe },
    message,
    messageTimestamp: now(),
  },
});

/** All forms in which providers report an edit; `own`: the sender's own claim of the chat. */
const EDITS: [string, (id: string, text: string, side: Side) => object][] = [
  [
    "a message",
    (id, text, side) =>
      upsert(
        `edit of ${id}`,
        { protocolMessage: { key: { id }, type: 14, editedMessage: { conversation: text } } },
        side,
      ),
  ],
  [
    "an update",
    (id, text, { chat: remoteJid = jid(VICTIM), fromMe = false }) => ({
      event: "messages.update",
      data: {
        keyId: id,
        remoteJid,
        fromMe,
        message: { editedMessage: { message: { conversation: text } } },
      },
    }),
  ],
  [
    "an event of its own with the chat as we see it",
    (id, text, { chat: remoteJid = jid(VICTIM), fromMe = false }) => ({
      event: "messages.edited",
      data: {
        key: { id, remoteJid, fromMe },
        type: "MESSAGE_EDIT",
        editedMessage: { conversation: text },
      },
    }),
  ],
];

const DELETIONS: [string, (id: string, side: Side) => object][] = [
  [
    "a message",
    (id, side) =>
      upsert(`deletion of ${id}`, { protocolMessage: { key: { id }, type: "REVOKE" } }, side),
  ],
  [
    "an event of its own",
    (id, { chat: remoteJid = jid(VICTIM), fromMe = false }) => ({
      event: "messages.delete",
      data: { id, remoteJid, fromMe, status: "DELETED" },
    }),
  ],
  [
    "a status",
    (id, { chat: remoteJid = jid(VICTIM), fromMe = false }) => ({
      event: "messages.update",
      data: { keyId: id, remoteJid, fromMe, status: "DELETED" },
    }),
  ],
  [
    "an event that only the sender wrote",
    (id) => ({ event: "messages.edited", data: { key: { id, fromMe: true }, type: "REVOKE" } }),
  ],
];

async function start() {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  await execute(sql`UPDATE whatsapp_instances SET number = ${OWN} WHERE owner_id = ${user.id}`);
  return {
    user,
    receive: async (body: object) => {
      expect((await postWebhook(api, hook, body)).status).toBe(200);
    },
  };
}

async function messagesOf(user: TestUser, number: string) {
  const params = { number: jid(number) };
  const { body } = await callApi(api, chat.messages, { params, query: {} }, user.headers);
  return body.data.messages;
}

const blockedOf = async ({ id }: TestUser) =>
  (
    await rows<{ phone_key: string }>(sql`SELECT phone_key FROM opt_outs WHERE owner_id = ${id}`)
  ).map(({ phone_key }) => phone_key);

describe.each(EDITS)("an edit that comes as %s", (_, edit) => {
  test.each<[string, string, Side]>([
    ["what the seller wrote to the one who edits", "SELLERS", {}],
    ["what the seller wrote, from another chat", "SELLERS", { chat: jid(STRANGER) }],
    ["another contact's message", "VICTIMS", { chat: jid(STRANGER) }],
    ["another contact's message, in our name", "VICTIMS", { fromMe: true }],
  ])("does not change %s", async (_what, id, side) => {
    const { user, receive } = await start();
    await receive(upsert("SELLERS", { conversation: "Custa 10" }, { fromMe: true }));
    await receive(upsert("VICTIMS", { conversation: "Quero" }));
    await receive(edit(id, "sair", side));
    expect(await messagesOf(user, VICTIM)).toMatchObject([
      { content: "Custa 10", edited: false },
      { content: "Quero", edited: false },
    ]);
    expect(await blockedOf(user)).toEqual([]);
  });

  test("does not take another's opt-out back", async () => {
    const { user, receive } = await start();
    await receive(upsert("STOP", { conversation: "SAIR" }));
    await receive(edit("STOP", "VOLTAR", { chat: jid(STRANGER) }));
    expect(await blockedOf(user)).toEqual(["551188887777"]);
  });

  test("changes the author's own message, keeps the earlier texts, and may opt out", async () => {
    const { user, receive } = await start();
    const lead = await buildLead(user.id, { whatsapp: VICTIM });
    await receive(upsert("MINE", { conversation: "Quero" }));
    await receive(edit("MINE", "Quero dois", {}));
    await receive(edit("MINE", "Quero dois", {}));
    await receive(edit("MINE", "sair", {}));
    const [message] = await messagesOf(user, VICTIM);
    expect(message).toMatchObject({ content: "sair", edited: true });
    expect(message?.earlier.map(({ text }) => text)).toEqual(["Quero", "Quero dois"]);
    expect(await blockedOf(user)).toEqual(["551188887777"]);
    expect(await rows(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).toEqual([
      { status: "opted_out" },
    ]);
  });

  test("keeps of a long earlier text as much as is shown", async () => {
    const { user, receive } = await start();
    await receive(upsert("LONG", { conversation: "😀".repeat(30_000) }));
    await receive(edit("LONG", "curto", {}));
    const [message] = await messagesOf(user, VICTIM);
    expect(message?.earlier.map(({ text }) => text)).toEqual(["😀".repeat(2_000)]);
  });

  test("counts before its message too, which then shows both", async () => {
    const { user, receive } = await start();
    await buildLead(user.id, { whatsapp: VICTIM });
    await receive(edit("LATER", "sair", {}));
    // Another's chat cannot use the id.
    await receive(edit("LATER", "oi", { chat: jid(STRANGER) }));
    await receive(upsert("LATER", { conversation: "Quero" }));
    const [message] = await messagesOf(user, VICTIM);
    expect(message).toMatchObject({ content: "sair", edited: true, earlier: [{ text: "Quero" }] });
    expect(await blockedOf(user)).toEqual(["551188887777"]);
  });
});

test("Evolution's own edit event, whose chat is the sender's view, changes a contact's message alone", async () => {
  const { user, receive } = await start();
  await receive(upsert("SELLERS", { conversation: "Custa 10" }, { fromMe: true }));
  await receive(upsert("VICTIMS", { conversation: "Quero" }));
  for (const [id, text] of [
    ["SELLERS", "Custa 1"],
    ["VICTIMS", "Quero dois"],
  ]) {
    await receive({
      event: "messages.edited",
      data: {
        key: { id, remoteJid: jid(OWN), fromMe: true },
        type: "MESSAGE_EDIT",
        editedMessage: { conversation: text },
      },
    });
  }
  expect((await messagesOf(user, VICTIM)).map(({ content }) => content)).toEqual([
    "Custa 10",
    "Quero dois",
  ]);
  // Who says so is not certain: a person who left stays out.
  await receive(upsert("STOP", { conversation: "SAIR" }));
  await receive({
    event: "messages.edited",
    data: {
      key: { id: "STOP", remoteJid: jid(OWN), fromMe: true },
      type: "MESSAGE_EDIT",
      editedMessage: { conversation: "VOLTAR" },
    },
  });
  expect(await blockedOf(user)).toEqual(["551188887777"]);
});

describe.each(DELETIONS)("a deletion that comes as %s", (_, deletion) => {
  test.each<[string, string, Side]>([
    ["what the seller wrote to the one who deletes", "SELLERS", {}],
    ["what the seller wrote, from another chat", "SELLERS", { chat: jid(STRANGER) }],
    ["another contact's message", "VICTIMS", { chat: jid(STRANGER) }],
    ["a message that is yet to come", "LATER", { chat: jid(STRANGER) }],
  ])("does not hide %s", async (_what, id, side) => {
    const { user, receive } = await start();
    await receive(upsert("SELLERS", { conversation: "Custa 10" }, { fromMe: true }));
    await receive(upsert("VICTIMS", { conversation: "Quero" }));
    await receive(deletion(id, side));
    await receive(upsert("LATER", { conversation: "Ainda?" }));
    expect((await messagesOf(user, VICTIM)).map(({ content }) => content)).toEqual([
      "Custa 10",
      "Quero",
      "Ainda?",
    ]);
  });
});

test("a reaction shows on messages of its own chat alone, and replaces no other's", async () => {
  const { user, receive } = await start();
  await receive(upsert("VICTIMS", { conversation: "Quero" }));
  const react = (emoji: string, side: Side = {}) =>
    receive(
      upsert(`r ${emoji}`, { reactionMessage: { key: { id: "VICTIMS" }, text: emoji } }, side),
    );
  await react("👎", { chat: jid(STRANGER) });
  const shown = async () => (await messagesOf(user, VICTIM)).flatMap(({ reactions }) => reactions);
  expect(await shown()).toEqual([]);
  await react("👍");
  await react("💩", { chat: jid(STRANGER) });
  expect(await shown()).toEqual([{ emoji: "👍", mine: false }]);
});

test("a file that Evolution uploaded again is not shown as edited", async () => {
  const { user, receive } = await start();
  const imageMessage = { caption: "Veja", directPath: "/v/1" };
  await receive(upsert("FILE", { imageMessage }, { fromMe: true }));
  await receive({
    event: "messages.update",
    data: {
      ...{ keyId: "FILE", remoteJid: jid(VICTIM), fromMe: true, status: "SERVER_ACK" },
      message: { imageMessage: { ...imageMessage, directPath: "/v/2" } },
    },
  });
  expect(await messagesOf(user, VICTIM)).toMatchObject([
    { content: "Veja", edited: false, status: "sent" },
  ]);
});

test("a receipt told of another person's chat has no effect", async () => {
  const { user, receive } = await start();
  await receive(upsert("SELLERS", { conversation: "Custa 10" }, { fromMe: true }));
  const receipt = (remoteJid: string) => ({
    event: "messages.update",
    data: { keyId: "SELLERS", remoteJid, fromMe: true, status: "READ" },
  });
  await receive(receipt(jid(STRANGER)));
  expect((await messagesOf(user, VICTIM))[0]?.status).not.toBe("read");
  await receive(receipt(jid(VICTIM)));
  expect((await messagesOf(user, VICTIM))[0]?.status).toBe("read");
});

test("what came under an opaque id is applied once its number is known", async () => {
  const { user, receive } = await start();
  const [, edit] = EDITS[0] ?? [];
  const [, deletion] = DELETIONS[1] ?? [];
  await receive(upsert("ONE", { conversation: "Quero" }));
  await receive(upsert("TWO", { conversation: "Não quero mais isso aqui" }));
  await receive(edit?.("ONE", "Quero dois", { chat: LID }) ?? {});
  await receive(deletion?.("TWO", { chat: LID }) ?? {});
  await receive(
    upsert("r", { reactionMessage: { key: { id: "ONE" }, text: "👍" } }, { chat: LID }),
  );
  expect(await messagesOf(user, VICTIM)).toMatchObject([
    { content: "Quero", reactions: [] },
    { deleted: false },
  ]);
  await receive(upsert("THREE", { conversation: "Oi" }, { chat: LID, alt: jid(VICTIM) }));
  expect(await messagesOf(user, VICTIM)).toMatchObject([
    { content: "Quero dois", edited: true, reactions: [{ emoji: "👍", mine: false }] },
    { content: null, deleted: true },
    { content: "Oi" },
  ]);
});

test("changes and receipts whose message never comes are deleted after a week", async () => {
  const { user, receive } = await start();
  const kept = async () =>
    (
      await rows(
        sql`SELECT 1 FROM early_changes WHERE provider_message_id LIKE ${`${user.id} %`}
            UNION ALL SELECT 1 FROM early_receipts WHERE provider_message_id LIKE ${`${user.id} %`}`,
      )
    ).length;
  const [, deletion] = DELETIONS[1] ?? [];
  await receive(deletion?.(`${user.id} a`, {}) ?? {});
  await receive({
    event: "messages.update",
    data: { keyId: `${user.id} b`, remoteJid: jid(VICTIM), fromMe: true, status: "READ" },
  });
  const trim = () => Promise.all([trimTable("early_changes"), trimTable("early_receipts")]);
  await trim();
  expect(await kept()).toBe(2);
  for (const table of [sql`early_changes`, sql`early_receipts`]) {
    await execute(
      sql`UPDATE ${table} SET created_at = now() - interval '8 days' WHERE provider_message_id LIKE ${`${user.id} %`}`,
    );
  }
  await trim();
  expect(await kept()).toBe(0);
});
