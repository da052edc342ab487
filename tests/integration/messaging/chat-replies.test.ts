import { randomInt } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { until } from "@/sandbox/testing";
import { execute, sql } from "@/server/platform/db/sql";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp } from "@/tests/support/whatsapp";

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox();

let user: TestUser;
let instance: string;
let contact: string;
beforeEach(async () => {
  user = await buildUser();
  instance = await pairWhatsapp(api, sandbox, user);
  contact = `55119${randomInt(70_000_000, 99_999_999).toString().slice(0, 7)}${randomInt(2, 10)}`;
  await sandbox.control("PUT", `/phones/${contact}`, { behaviour: "off", lid: false });
});

const send = (body: { content: string; quoted?: number }, to = `+${contact}`) =>
  callApi(api, chat.send, { body: { to, ...body } }, user.headers);
const react = (id: number, emoji: "👍" | "❤️" | null) =>
  callApi(api, chat.react, { params: { id }, body: { emoji } }, user.headers);

async function messages(number = contact) {
  const params = { number: `+${number}` };
  return (await callApi(api, chat.messages, { params, query: {} }, user.headers)).body.data
    .messages;
}

/** Receives a text and returns its id. */
async function receive(text: string, phone = contact): Promise<number> {
  await sandbox.control("POST", `/phones/${phone}/reply`, { instance, text });
  return until(
    async () => (await messages(phone)).find(({ content }) => content === text)?.id,
    "the text to be stored",
  );
}

interface Row {
  text: string;
  quoted: string | null;
  content: { reactionMessage?: { key: { id: string; fromMe: boolean }; text: string } } | null;
}

async function ledger(of = "ledger"): Promise<Row[]> {
  const answer = await sandbox.control<{ messages: (Row & { id: string; instance: string })[] }>(
    "GET",
    `/${of}`,
  );
  return answer.messages.filter((row) => row.instance === instance);
}

test.each([true, false])(
  "a reply carries what it answers, and shows it (the provider keeps our ids: %s)",
  async (honourMessageId) => {
    await sandbox.control("PUT", "/settings", { honourMessageId });
    const first = await receive("Qual o prazo?");
    const answer = await send({ content: "Dois dias", quoted: first });
    expect(answer.status).toBe(200);
    const [received] = (await ledger("inbound")) as (Row & { id: string })[];
    expect(await ledger()).toMatchObject([{ text: "Dois dias", quoted: received?.id }]);
    const shown = { id: first, mine: false, content: "Qual o prazo?", deleted: false };
    await until(async () => (await messages()).length === 2, "one row of each");
    expect((await messages())[1]).toMatchObject({ content: "Dois dias", quoted: shown });
    // A provider with its own ids may cause two rows; the answer names the one that stays.
    const ids = (await messages()).map(({ id }) => id);
    expect(ids).toContain(answer.body.data.message_id);
  },
);

test("what is of another conversation, of another person's or deleted is not answered", async () => {
  const own = await receive("Oi");
  const other = `${contact.slice(0, -1)}${contact.endsWith("2") ? 3 : 2}`;
  await sandbox.control("PUT", `/phones/${other}`, { behaviour: "off", lid: false });
  const elsewhere = await receive("De outro", other);
  await execute(sql`UPDATE messages SET deleted_at = now() WHERE id = ${own}`);
  for (const quoted of [elsewhere, own, 2_147_483_647]) {
    const answer = await send({ content: "Sim", quoted });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  }
  expect(await ledger()).toEqual([]);
  expect(await messages()).toHaveLength(1);
});

test("a reply that failed keeps what it answers when it is sent again", async () => {
  const first = await receive("Qual o prazo?");
  const sent = await send({ content: "Dois dias", quoted: first });
  const id = sent.body.data.message_id;
  await execute(sql`UPDATE messages SET status_rank = 3 WHERE id = ${id}`);
  const again = await callApi(api, chat.resend, { params: { id } }, user.headers);
  expect(again.status).toBe(200);
  const rows = await ledger();
  expect(rows).toHaveLength(2);
  expect(rows[1]?.quoted).toBe(rows[0]?.quoted);
  expect((await messages()).at(-1)?.quoted).toMatchObject({ id: first });
});

test("a reaction is sent, shown, changed and taken back", async () => {
  const id = await receive("Fechado!");
  expect((await react(id, "👍")).body).toEqual({ success: true });
  const shown = async () => (await messages())[0]?.reactions;
  expect(await shown()).toEqual([{ emoji: "👍", mine: true }]);
  await react(id, "❤️");
  expect(await shown()).toEqual([{ emoji: "❤️", mine: true }]);
  await react(id, null);
  expect(await shown()).toEqual([]);
  const [received] = (await ledger("inbound")) as (Row & { id: string })[];
  const reactions = (await ledger()).map(({ content }) => content?.reactionMessage);
  expect(reactions.map((reaction) => reaction?.text)).toEqual(["👍", "❤️", ""]);
  expect(reactions[0]?.key).toMatchObject({ id: received?.id, fromMe: false });
  // The provider reports what we sent: it is no message.
  expect(await messages()).toHaveLength(1);
});

test("a reaction that does not go out is not shown", async () => {
  const id = await receive("Fechado!");
  const fault = { target: "evolution", kind: "status", path: "sendReaction", status: 429 };
  await sandbox.control("POST", "/faults", { ...fault, times: 1, retryAfterSeconds: 7 });
  expect(await react(id, "👍")).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  await sandbox.control("POST", "/unpair", { instance });
  expect(await react(id, "👍")).toMatchObject({ body: { code: "whatsapp_disconnected" } });
  expect((await messages())[0]?.reactions).toEqual([]);
  const odd = await callApi(
    api,
    chat.react,
    { params: { id }, body: { emoji: "<b>" as "👍" } },
    user.headers,
  );
  expect(odd.status).toBe(400);
});
