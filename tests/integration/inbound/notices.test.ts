import { beforeEach, expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook, type TestWebhook } from "@/tests/factories/webhooks";
import { callApi } from "@/tests/support/api";
import { runApi } from "@/tests/support/running";

/** Calls, votes and what cannot be read: signs of somebody that are shown, and are no answer. */
const api = runApi();
let user: TestUser;
let hook: TestWebhook;
let lead: Awaited<ReturnType<typeof buildLead>>;
let jid: string;
beforeEach(async () => {
  user = await buildUser();
  hook = await buildWebhook(user.id);
  lead = await buildLead(user.id);
  jid = `${lead.whatsapp}@s.whatsapp.net`;
});

const post = (event: string, data: object) =>
  postWebhook(api, hook, { event, instance: "x", data });
const upsert = (content: object, id = "N1", fromMe = false) =>
  post("messages.upsert", {
    key: { id, remoteJid: jid, fromMe },
    messageTimestamp: Math.floor(Date.now() / 1000),
    ...content,
  });
const call = (status: string, over: object = {}) =>
  post("call", {
    ...{ id: "N1", chatId: jid, from: jid, status, date: new Date().toISOString() },
    ...{ offline: false, isVideo: false, isGroup: false },
    ...over,
  });
const shown = async () => {
  const params = { number: `+${lead.whatsapp}` };
  const { body } = await callApi(api, chat.messages, { params, query: {} }, user.headers);
  return body.data.messages.map(({ kind, content }) => `${kind}: ${content}`);
};
const statusOfLead = async () =>
  (await rows<{ status: string }>(sql`SELECT status FROM leads WHERE id = ${lead.id}`))[0]?.status;

const VOTE = { vote: { encPayload: "c2lt", encIv: "aXY=" } };
test.each<[string, () => Promise<unknown>]>([
  ["Ligação recebida", () => call("offer")],
  ["Ligação de vídeo recebida", () => call("offer", { isVideo: true })],
  ["Ligação perdida", () => call("timeout")],
  ["Ligação perdida", () => upsert({ message: { callLogMesssage: { callOutcome: "MISSED" } } })],
  [
    "Ligação recebida",
    () => upsert({ message: { callLogMesssage: { callOutcome: "CONNECTED" } } }),
  ],
  ["Ligação de vídeo perdida", () => upsert({ messageStubType: 41 })],
  ["Votou em uma enquete", () => upsert({ message: { pollUpdateMessage: VOTE } })],
  ["Respondeu a um convite", () => upsert({ message: { encEventResponseMessage: {} } })],
  ["Mensagem que só aparece no celular", () => upsert({ messageStubType: "CIPHERTEXT" })],
  ["Mensagem que só aparece no celular", () => upsert({ message: { placeholderMessage: {} } })],
])(
  "%s is a line of the conversation that waits for a person, and no answer",
  async (line, tell) => {
    await tell();
    await tell();
    expect(await shown()).toEqual([`notice: ${line}`]);
    expect(
      await rows(
        sql`SELECT unread_count, waiting_since IS NOT NULL AS waits FROM conversations WHERE owner_id = ${user.id}`,
      ),
    ).toEqual([{ unread_count: 1, waits: true }]);
    expect(await statusOfLead()).toBe("pending");
    expect(
      await rows(
        sql`SELECT 1 FROM events WHERE owner_id = ${user.id} AND event_type LIKE 'message%'`,
      ),
    ).toEqual([]);
  },
);

test("a call says once how it ended, in whatever order it is told", async () => {
  await call("offer");
  await call("ringing");
  await call("timeout");
  await call("terminate");
  await call("offer");
  expect(await shown()).toEqual(["notice: Ligação perdida"]);
});

test("calls in groups and of ours are no sign of a contact", async () => {
  await call("offer", { isGroup: true });
  await call("offer", { chatId: "120363000000000001@g.us" });
  expect(await rows(sql`SELECT 1 FROM messages WHERE owner_id = ${user.id}`)).toEqual([]);
  await upsert({ message: { callLogMesssage: { callOutcome: "CONNECTED" } } }, "N2", true);
  expect(await shown()).toEqual(["notice: Ligação feita"]);
});

test("what could not be read and is sent again takes the notice's place, and its words count", async () => {
  await upsert({ messageStubType: 2 });
  await upsert({ message: { conversation: "SAIR" } });
  expect(await shown()).toEqual(["text: SAIR"]);
  expect(await statusOfLead()).toBe("opted_out");
  expect(
    await rows(sql`SELECT unread_count FROM conversations WHERE owner_id = ${user.id}`),
  ).toEqual([{ unread_count: 1 }]);
});
