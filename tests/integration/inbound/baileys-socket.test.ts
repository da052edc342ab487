import { afterAll, beforeAll, expect, test } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { startSocketOwner } from "@/server/inbound/socket-owner/socket-owner.service";
import { closeCommands } from "@/server/messaging/sockets/commands.service";
import { requestSocket } from "@/server/messaging/sockets/socket-leases.service";
import { getWhatsappProvider } from "@/server/messaging/whatsapp/provider.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runWithBaileys } from "@/tests/support/environments";
import { runApi } from "@/tests/support/running";
import {
  buildPairedPhone,
  OWN_NUMBER,
  startWhatsappServer,
  type WhatsappServer,
} from "@/tests/support/whatsapp-server";

runWithBaileys();

const api = runApi({ withoutLimits: true });

let server: WhatsappServer;
let owner: ReturnType<typeof startSocketOwner>;
let user: TestUser;
let ref: { id: number; name: string; token: null; account: null };

beforeAll(async () => {
  server = await startWhatsappServer();
  user = await buildUser();
  const id = await buildPairedPhone(user);
  ref = { id, name: `garimpo-${user.id}`, token: null, account: null };
  owner = startSocketOwner();
  await requestSocket(id);
  await untilConnected();
});
afterAll(async () => {
  await owner.close();
  await closeCommands();
  await server.close();
});

async function readInstance() {
  const { body } = await callApi(api, whatsapp.instance, {}, user.headers);
  return body.data;
}

function untilConnected() {
  const check = async () => (await readInstance()).connected;
  return until(check, "the phone to be connected");
}

function findMessage(content: string) {
  return firstRow<{ direction: string; status_rank: number; unread: number }>(
    sql`SELECT m.direction, m.status_rank, c.unread_count AS unread FROM messages m
        JOIN conversations c ON c.id = m.conversation_id
        WHERE m.owner_id = ${user.id} AND m.content = ${content}`,
  );
}

const untilStored = (content: string) =>
  until(() => findMessage(content), `'${content}' to be stored`);

const send = (to: string, content: string) =>
  callApi(api, chat.send, { body: { to, content } }, user.headers);

/** A conversation exists: the number is not looked up, which this server cannot answer. */
async function openChat(number: string) {
  await server.write(number, `Oi, sou ${number}`);
  await untilStored(`Oi, sou ${number}`);
}

test("the phone is connected, with its number and no label of a simulation", async () => {
  expect(await readInstance()).toMatchObject({
    status: "CONNECTED",
    number: OWN_NUMBER,
    simulated: false,
    problem: null,
  });
});

test("a message that arrives is stored as unread, and an opt-out is honoured", async () => {
  const lead = await buildLead(user.id, { whatsapp: "5521988880001" });
  await server.write("5521988880001", "Quero sair da lista");
  expect(await untilStored("Quero sair da lista")).toMatchObject({ direction: "in", unread: 1 });
  const row = await firstRow<{ status: string }>(
    sql`SELECT status FROM leads WHERE id = ${lead.id}`,
  );
  expect(row?.status).toBe("opted_out");
});

test("a text goes out once, under its id, and is confirmed by the server", async () => {
  await openChat("5521988880002");
  const { status, body } = await send("5521988880002", "Tudo bem?");
  expect({ status, body }).toMatchObject({ status: 200, body: { data: { status: "sent" } } });
  const sent = server.texts.filter(({ text }) => text === "Tudo bem?");
  expect(sent).toHaveLength(1);
  const stored = await firstRow<{ provider_message_id: string }>(
    sql`SELECT provider_message_id FROM messages WHERE id = ${body.data.message_id}`,
  );
  expect(sent[0]?.id).toBe(stored?.provider_message_id);
});

test("an answer names the message it answers, and a reaction is taken", async () => {
  const number = "5521988880009";
  await server.write(number, "Qual o endereço?");
  await untilStored("Qual o endereço?");
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM messages WHERE owner_id = ${user.id} AND content = 'Qual o endereço?'`,
  );
  const id = row?.id ?? 0;
  const body = { to: number, content: "Rua das Flores, 10", quoted: id };
  const answered = await callApi(api, chat.send, { body }, user.headers);
  expect(answered).toMatchObject({ status: 200, body: { data: { status: "sent" } } });
  const reaction = { params: { id }, body: { emoji: "👍" as const } };
  expect((await callApi(api, chat.react, reaction, user.headers)).status).toBe(200);
});

test("a send reaches the server soon", async () => {
  await openChat("5521988880003");
  await send("5521988880003", "Aquecimento");
  const delays: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const startedAt = performance.now();
    await send("5521988880003", `Rápida ${turn}`);
    const text = server.texts.find((each) => each.text === `Rápida ${turn}`);
    delays.push((text?.at ?? Number.POSITIVE_INFINITY) - startedAt);
  }
  delays.sort((one, other) => one - other);
  const [median, slowest] = [delays[10] ?? 0, delays.at(-1) ?? 0];
  const taken = await firstRow<{ median: number; slowest: number }>(
    sql`SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY took) AS median, max(took) AS slowest
        FROM (SELECT extract(epoch FROM taken_at - created_at)::float8 * 1000 AS took FROM whatsapp_commands
              WHERE kind = 'send-text' ORDER BY id DESC LIMIT 20) AS commands`,
  );
  console.log(
    `a send, from the row to the process that owns the socket: median ${taken?.median} ms, slowest ${taken?.slowest} ms;`,
    `from the request to WhatsApp: median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
  );
  expect(median).toBeLessThan(2_000);
});

test("command rows keep no text", async () => {
  const kept = await rows(sql`SELECT 1 FROM whatsapp_commands WHERE payload IS NOT NULL`);
  expect(kept).toEqual([]);
});

test("reading and typing are told to the contact", async () => {
  await openChat("5521988880004");
  const found = (part: string) => server.stanzas.some((stanza) => stanza.includes(part));
  await callApi(api, chat.markAsRead, { body: { contactNumber: "5521988880004" } }, user.headers);
  await until(() => found('"type":"read"'), "the receipt");
  // This server does not know the subscription that follows, and closes the connection.
  await until(async () => !(await readInstance()).connected, "the connection to be closed");
  await untilConnected();
  const chatId = "5521988880004@s.whatsapp.net";
  await getWhatsappProvider().setTyping(ref, { chatId, typing: true, lastReceivedId: null });
  await until(() => found('"composing"'), "the typing to be shown");
  await until(async () => !(await readInstance()).connected, "the connection to be closed");
  await untilConnected();
});

test("the connection comes back after the server dropped it, with what arrived meanwhile", async () => {
  server.refuse(true);
  server.drop();
  await until(async () => !(await readInstance()).connected, "the drop to be noticed");
  await server.write("5521988880005", "Escrevi enquanto você estava fora");
  const away = await send("5521988880005", "Não sai");
  expect(away.status).not.toBe(200);
  server.refuse(false);
  await untilConnected();
  await untilStored("Escrevi enquanto você estava fora");
  expect(server.texts.filter(({ text }) => text === "Não sai")).toEqual([]);
  expect(await send("5521988880005", "Voltei")).toMatchObject({ status: 200 });
});

test("keys are sealed in the database", async () => {
  const keys = await rows<{ type: string; sealed_value: string }>(
    sql`SELECT type, sealed_value FROM whatsapp_auth_keys WHERE owner_id = ${user.id}`,
  );
  expect(new Set(keys.map(({ type }) => type))).toContain("session");
  for (const { sealed_value } of keys) expect(sealed_value).not.toMatch(/[{"]/);
});

test("a disconnected phone stays so until it is asked for", async () => {
  await execute(
    sql`INSERT INTO whatsapp_auth_keys (instance_id, owner_id, type, key_id, sealed_value)
        VALUES (${ref.id}, ${user.id}, 'tctoken', 'a@lid', 'kept')`,
  );
  const { body } = await callApi(api, whatsapp.disconnect, {}, user.headers);
  expect(body.data).toMatchObject({ status: "DISCONNECTED", problem: null });
  await until(() => server.connections.open === 0, "the connection to be closed");
  const left = () =>
    rows(
      sql`SELECT DISTINCT type FROM whatsapp_auth_keys WHERE owner_id = ${user.id} ORDER BY type`,
    );
  await until(async () => (await left()).length === 2, "the pairing to be deleted");
  // Without them WhatsApp takes known chats for strangers' after the next pairing.
  expect(await left()).toEqual([{ type: "lid-mapping" }, { type: "tctoken" }]);
});
