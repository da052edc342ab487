import { randomInt } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { endpointUrl } from "@/lib/api/client";
import { campaigns } from "@/lib/contracts/campaigns/campaigns";
import { chat } from "@/lib/contracts/messaging/chat";
import { chatTemplates } from "@/lib/contracts/messaging/chat-templates";
import { whatsapp } from "@/lib/contracts/messaging/whatsapp";
import { until } from "@/sandbox/testing";
import { startDueCampaigns } from "@/server/campaigns/campaigns/plan/campaign-schedule.service";
import { settleOpenSends } from "@/server/messaging/chat/chat-outbox.service";
import { findReplyWindow } from "@/server/messaging/messages/reply-window.repository";
import { downloadMedia } from "@/server/messaging/whatsapp/messaging.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { transaction } from "@/server/platform/db/transaction";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildCampaign } from "@/tests/factories/campaigns";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import {
  connectNumber,
  graphWebhook,
  newPhoneNumberId,
  postSigned,
  toWebhook,
} from "@/tests/support/cloud";
import { runWithCloud } from "@/tests/support/environments";
import { runApi, runSandbox } from "@/tests/support/running";
import { ageSends } from "@/tests/support/sends";

runWithCloud();

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox({ graphWebhook: graphWebhook() });

// Files of messages are fetched by a job.
afterAll(closeQueues);
beforeEach(() => sandbox.control("DELETE", "/faults"));

const newContact = () => `55119${randomInt(70_000_000, 99_999_999)}`.replace(/\d{4}$/, "4321");

/** A contact of the sandbox who wrote just now. */
async function connectWithContact({ writes = true } = {}) {
  const user = await buildUser();
  const phoneId = await connectNumber(api, user);
  const contact = newContact();
  await sandbox.control("PUT", `/phones/${contact}`, { behaviour: "reads", lid: false });
  if (writes) await receive(phoneId, contact, user, { text: "Oi" });
  return { user, phoneId, contact };
}

async function receive(phoneId: string, contact: string, user: TestUser, content: object) {
  const answer = await fetch(`${graphUrl()}/control/${phoneId}/receive`, {
    method: "POST",
    body: JSON.stringify({ contact, ...content }),
  });
  const { id } = (await answer.json()) as { id: string };
  await until(
    () =>
      firstRow(
        sql`SELECT 1 FROM messages WHERE owner_id = ${user.id} AND provider_message_id = ${id}`,
      ),
    "the message to be stored",
  );
  return id;
}

const graphUrl = () => `${process.env["SANDBOX_URL"]}/graph`;
const addFault = (fault: object) =>
  sandbox.control("POST", "/faults", { target: "graph", ...fault });
const send = (user: TestUser, to: string, content = "Tudo bem?") =>
  callApi(api, chat.send, { body: { to: `+${to}`, content } }, user.headers);
const sentBy = (user: TestUser) =>
  rows<{ provider_message_id: string; content: string; status_rank: number; unconfirmed: boolean }>(
    sql`SELECT provider_message_id, content, status_rank, unconfirmed FROM messages
        WHERE owner_id = ${user.id} AND direction = 'out' ORDER BY id`,
  );
const readInstance = async (user: TestUser) =>
  (await callApi(api, whatsapp.instance, {}, user.headers)).body.data;
const ledger = async (phoneId: string) =>
  (await sandbox.control<{ messages: { text: string }[] }>("GET", `/ledger?instance=${phoneId}`))
    .messages;

describe("the connection", () => {
  test("by credentials that Meta accepts; the token is sealed and never sent back", async () => {
    const user = await buildUser();
    expect(await readInstance(user)).toMatchObject({
      connects_by: "credentials",
      templates_outside_window: true,
      simulated: true,
      pairs_by_code: false,
    });
    const phoneId = await connectNumber(api, user);
    const instance = await readInstance(user);
    expect(instance).toMatchObject({
      status: "CONNECTED",
      number: `55119${phoneId.slice(-8)}`,
      problem: null,
    });
    expect(JSON.stringify(instance)).not.toContain("token-");
    const row = await firstRow<{ sealed_token: string; provider_ref: string }>(
      sql`SELECT * FROM whatsapp_instances WHERE owner_id = ${user.id}`,
    );
    expect(row?.provider_ref).toBe(phoneId);
    expect(JSON.stringify(row)).not.toContain("token-");
  });

  test.each([
    [{ access_token: "refused" }, "access_token"],
    [{ phone_number_id: "4041234567" }, "phone_number_id"],
    [{ business_account_id: "4041234567" }, "business_account_id"],
    [{ phone_number_id: "+55 11" }, "phone_number_id"],
    [{ access_token: "com espaço" }, "access_token"],
    [{ access_token: "" }, "access_token"],
  ])("%j is refused on its field", async (wrong, field) => {
    const user = await buildUser();
    const body = {
      phone_number_id: newPhoneNumberId(),
      business_account_id: "9000000001",
      access_token: "good",
      ...wrong,
    };
    const answer = await callApi(api, whatsapp.connectCloud, { body }, user.headers);
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_input" } });
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
    expect(await readInstance(user)).toMatchObject({ status: "DISCONNECTED" });
  });

  test("a number belongs to one account, until that one disconnects", async () => {
    const [owner, stranger] = [await buildUser(), await buildUser()];
    const phoneId = await connectNumber(api, owner);
    await expect(connectNumber(api, stranger, phoneId)).rejects.toThrow("outra conta");
    expect(await readInstance(stranger)).toMatchObject({ status: "DISCONNECTED" });
    expect(await readInstance(owner)).toMatchObject({ status: "CONNECTED" });

    const gone = await callApi(api, whatsapp.disconnect, {}, owner.headers);
    expect(gone.body.data).toMatchObject({ status: "DISCONNECTED", problem: null });
    expect(
      await firstRow(
        sql`SELECT sealed_token, account_ref FROM whatsapp_instances WHERE owner_id = ${owner.id}`,
      ),
    ).toEqual({ sealed_token: null, account_ref: null });
    expect(await connectNumber(api, stranger, phoneId)).toBe(phoneId);
  });

  test("a token that Meta no longer takes shows as such, and a new one mends it", async () => {
    const { user, phoneId } = await connectWithContact();
    await addFault({ kind: "graph-error", code: 190, status: 401, times: 1 });
    expect(await readInstance(user)).toMatchObject({
      status: "DISCONNECTED",
      problem: "token_refused",
    });
    await connectNumber(api, user, phoneId);
    expect(await readInstance(user)).toMatchObject({ status: "CONNECTED", problem: null });
  });

  test("Meta being away changes nothing", async () => {
    const { user } = await connectWithContact();
    await addFault({ kind: "graph-error", code: 2, status: 503, times: 1 });
    expect(await readInstance(user)).toMatchObject({ status: "CONNECTED" });
  });

  test("the calls that pair a phone are refused, and so is a campaign to strangers", async () => {
    const { user } = await connectWithContact();
    expect(await callApi(api, whatsapp.connect, {}, user.headers)).toMatchObject({ status: 400 });
    const body = { num_leads: 1, messages: ["Oi"] };
    const answer = await callApi(api, campaigns.start, { body }, user.headers);
    expect(answer).toMatchObject({ status: 409, body: { code: "message_refused" } });
    expect(answer.body.error).toContain("modelos aprovados");
  });
});

describe("a text", () => {
  test("goes out once, under Meta's id, and its receipts arrive", async () => {
    const { user, contact, phoneId } = await connectWithContact();
    const answer = await send(user, contact);
    expect(answer.body.data).toMatchObject({ status: "sent" });
    await until(async () => (await sentBy(user))[0]?.status_rank === 5, "the message to be read");
    const [message] = await sentBy(user);
    expect(message?.provider_message_id).toMatch(/^wamid\./);
    expect(await ledger(phoneId)).toMatchObject([{ text: "Tudo bem?" }]);
  });

  test("without an answer is not sent again, and the webhook that names our id settles it", async () => {
    const { user, contact, phoneId } = await connectWithContact();
    await sandbox.control("PUT", `/phones/${contact}`, { behaviour: "receives" });
    await addFault({ kind: "lost-answer", path: "/messages", times: 1 });
    const answer = await send(user, contact);
    expect(answer.body.data).toMatchObject({ status: "sending" });
    await until(async () => (await sentBy(user))[0]?.status_rank === 4, "the delivery");
    const [message, ...others] = await sentBy(user);
    expect(message).toMatchObject({ unconfirmed: false, content: "Tudo bem?" });
    expect(message?.provider_message_id).toMatch(/^wamid\./);
    expect(others).toEqual([]);
    expect(await ledger(phoneId)).toHaveLength(1);
  });

  test("whose outcome nobody tells stays unknown, until a late webhook tells it", async () => {
    const { user, contact, phoneId } = await connectWithContact();
    await addFault({ kind: "reset-connection", path: "/messages", times: 1 });
    expect((await send(user, contact)).body.data).toMatchObject({ status: "sending" });
    await ageSends(user.id);
    await settleOpenSends.run();
    const [unknown] = await sentBy(user);
    expect(unknown).toMatchObject({ unconfirmed: true });
    expect(await ledger(phoneId)).toEqual([]);

    const status = {
      id: "wamid.late",
      status: "delivered",
      timestamp: "1",
      biz_opaque_callback_data: unknown?.provider_message_id,
    };
    await Promise.all(
      Array.from({ length: 5 }, () => postSigned(api, toWebhook({ phoneId, statuses: [status] }))),
    );
    expect(await sentBy(user)).toEqual([
      {
        provider_message_id: "wamid.late",
        content: "Tudo bem?",
        status_rank: 4,
        unconfirmed: false,
      },
    ]);
  });

  test("of another account is not settled by a stranger's webhook", async () => {
    const [one, other] = [await connectWithContact(), await connectWithContact()];
    await addFault({ kind: "reset-connection", path: "/messages", times: 1 });
    await send(one.user, one.contact);
    const [open] = await sentBy(one.user);
    const status = {
      id: "wamid.stolen",
      status: "read",
      timestamp: "1",
      biz_opaque_callback_data: open?.provider_message_id,
    };
    await postSigned(api, toWebhook({ phoneId: other.phoneId, statuses: [status] }));
    expect(await sentBy(one.user)).toEqual([open]);
  });

  test("of more than Meta takes is refused in words", async () => {
    const { user, contact } = await connectWithContact();
    const answer = await send(user, contact, "x".repeat(4_097));
    expect(answer).toMatchObject({ status: 409, body: { code: "message_refused" } });
    expect(answer.body.error).toContain("4.096");
    expect(await sentBy(user)).toEqual([]);
  });

  test("to somebody known by a business-scoped id goes to that id", async () => {
    const user = await buildUser();
    const phoneId = await connectNumber(api, user);
    const contact = newContact();
    await sandbox.control("PUT", `/phones/${contact}`, { behaviour: "off" });
    await receive(phoneId, contact, user, { text: "Oi", hidden: true });
    const row = await firstRow<{ chat_id: string }>(
      sql`SELECT chat_id FROM conversations WHERE owner_id = ${user.id}`,
    );
    const to = row?.chat_id ?? "";
    expect(to).toMatch(/^BR\.\d+@bsuid$/);
    const answer = await callApi(api, chat.send, { body: { to, content: "Olá" } }, user.headers);
    expect(answer.body.data).toMatchObject({ status: "sent" });
    const { messages } = await sandbox.control<{ messages: { to: string }[] }>(
      "GET",
      `/ledger?instance=${phoneId}`,
    );
    expect(messages).toMatchObject([{ to: to.replace("@bsuid", "") }]);
  });
});

/** Meta's documented errors: HTTP status, code, the error that the user gets, and the connection's state afterwards. */
test.each<[number, number, object, object]>([
  [400, 131_026, { status: 400, code: "invalid_whatsapp_number" }, {}],
  [400, 131_021, { status: 400, code: "invalid_whatsapp_number" }, {}],
  [400, 131_030, { status: 400, code: "invalid_whatsapp_number" }, {}],
  [400, 131_047, { status: 409, code: "whatsapp_window_closed" }, {}],
  [400, 131_049, { status: 409, code: "message_refused" }, {}],
  [400, 131_050, { status: 409, code: "message_refused" }, {}],
  [400, 130_472, { status: 409, code: "message_refused" }, {}],
  [400, 131_042, { status: 409, code: "message_refused" }, {}],
  [404, 132_001, { status: 409, code: "message_refused" }, {}],
  [400, 132_000, { status: 409, code: "message_refused" }, {}],
  [400, 100, { status: 409, code: "message_refused" }, {}],
  [400, 987_654, { status: 409, code: "message_refused" }, {}],
  [400, 131_048, { status: 409, code: "whatsapp_restricted" }, { restricted: true }],
  [403, 368, { status: 409, code: "whatsapp_restricted" }, { restricted: true }],
  [
    403,
    131_031,
    { status: 409, code: "whatsapp_disconnected" },
    { status: "DISCONNECTED", problem: "account_blocked" },
  ],
  [
    401,
    190,
    { status: 409, code: "whatsapp_disconnected" },
    { status: "DISCONNECTED", problem: "token_refused" },
  ],
  [
    403,
    200,
    { status: 409, code: "whatsapp_disconnected" },
    { status: "DISCONNECTED", problem: "token_refused" },
  ],
  [
    403,
    131_005,
    { status: 409, code: "whatsapp_disconnected" },
    { status: "DISCONNECTED", problem: "token_refused" },
  ],
  [400, 131_056, { status: 429, code: "rate_limited" }, {}],
  [429, 130_429, { status: 429, code: "rate_limited" }, {}],
  [400, 80_007, { status: 429, code: "rate_limited" }, {}],
  [400, 4, { status: 429, code: "rate_limited" }, {}],
  [400, 131_057, { status: 429, code: "rate_limited" }, {}],
])("HTTP %i with code %i: %j %j", async (status, code, expected, connection) => {
  const { user, contact, phoneId } = await connectWithContact();
  await addFault({ kind: "graph-error", status, code, path: "/messages", times: 1 });
  const answer = await send(user, contact);
  expect({ status: answer.status, code: answer.body.code }).toEqual(expected);
  expect(answer.body.error).toMatch(/[a-z]{3}/);
  expect(await sentBy(user)).toEqual([]);
  expect(await ledger(phoneId)).toEqual([]);
  expect(
    await firstRow(
      sql`SELECT status, problem, restricted_until > now() AS restricted FROM whatsapp_instances WHERE owner_id = ${user.id}`,
    ),
  ).toEqual({ status: "CONNECTED", problem: null, restricted: null, ...connection });
});

test.each([
  [500, 131_000],
  [503, 131_016],
  [500, 1],
  [502, 0],
])("HTTP %i with code %i may have been sent", async (status, code) => {
  const { user, contact } = await connectWithContact();
  if (code === 0) await addFault({ kind: "status", status, path: "/messages", times: 1 });
  else await addFault({ kind: "graph-error", status, code, path: "/messages", times: 1 });
  expect((await send(user, contact)).body.data).toMatchObject({ status: "sending" });
  expect(await sentBy(user)).toHaveLength(1);
});

test("Meta's Retry-After is passed on", async () => {
  const { user, contact } = await connectWithContact();
  const fault = { kind: "graph-error", status: 429, code: 130_429, retryAfterSeconds: 7 };
  await addFault({ ...fault, path: "/messages", times: 1 });
  expect((await send(user, contact)).headers.get("retry-after")).toBe("7");
});

test("a blocked account stays so although its number answers, until it is connected again", async () => {
  const { user, contact, phoneId } = await connectWithContact();
  await addFault({ kind: "graph-error", status: 403, code: 131_031, path: "/messages", times: 1 });
  await send(user, contact);
  expect(await readInstance(user)).toMatchObject({
    status: "DISCONNECTED",
    problem: "account_blocked",
  });
  await connectNumber(api, user, phoneId);
  expect(await readInstance(user)).toMatchObject({ status: "CONNECTED", problem: null });
});

describe("the window of 24 hours", () => {
  const ask = async (user: TestUser, contact: string) =>
    (await callApi(api, chatTemplates.window, { params: { number: `+${contact}` } }, user.headers))
      .body.data;

  test("is open after the contact wrote, and says until when", async () => {
    const { user, contact } = await connectWithContact();
    const { open, closes_at } = await ask(user, contact);
    expect(open).toBe(true);
    const hours = (Date.parse(closes_at ?? "") - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
  });

  test("closes exactly 24 hours later by the database's clock, and texts are then refused", async () => {
    const { user, contact, phoneId } = await connectWithContact();
    const { id } = (await firstRow<{ id: number }>(
      sql`SELECT id FROM conversations WHERE owner_id = ${user.id}`,
    )) ?? { id: 0 };
    const isOpenAfter = (age: string) =>
      transaction(async () => {
        await execute(
          sql`UPDATE messages SET sent_at = date_trunc('milliseconds', now()) - ${age}::interval WHERE owner_id = ${user.id}`,
        );
        return (await findReplyWindow(user.id, id))?.open;
      });
    expect(await isOpenAfter("23:59:59.99")).toBe(true);
    expect(await isOpenAfter("24:00:00")).toBe(false);
    expect(await ask(user, contact)).toEqual({ open: false, closes_at: null });
    const answer = await send(user, contact);
    expect(answer).toMatchObject({ status: 409, body: { code: "whatsapp_window_closed" } });
    expect(await ledger(phoneId)).toEqual([]);
    expect(await sentBy(user)).toEqual([]);
  });

  test("is closed for who never wrote, and opens when they do", async () => {
    const { user, contact, phoneId } = await connectWithContact({ writes: false });
    expect(await ask(user, contact)).toEqual({ open: false, closes_at: null });
    expect(await send(user, contact)).toMatchObject({ status: 409 });
    await receive(phoneId, contact, user, { text: "Oi" });
    expect((await ask(user, contact)).open).toBe(true);
  });
});

describe("templates", () => {
  const toValues = (values: Record<string, string>) =>
    Object.entries(values).map(([key, value]) => ({ key, value }));
  const list = (user: TestUser) => callApi(api, chatTemplates.list, {}, user.headers);
  const sendTemplate = (
    user: TestUser,
    to: string,
    name: string,
    values: Record<string, string>,
    language = "pt_BR",
  ) =>
    callApi(
      api,
      chatTemplates.send,
      { body: { to: `+${to}`, name, language, values: toValues(values) } },
      user.headers,
    );

  test("of words alone are listed, kept some minutes, and asked for anew with another token", async () => {
    const { user } = await connectWithContact({ writes: false });
    const { body } = await list(user);
    expect(body.data.templates.map(({ name }) => name)).toEqual([
      "retomar_conversa",
      "proposta_pronta",
    ]);
    expect(body.data.left_out).toBe(1);
    await addFault({ kind: "graph-error", code: 2, status: 500, path: "/message_templates" });
    expect((await list(user)).status).toBe(200);
    await connectNumber(api, user);
    expect((await list(user)).status).toBe(503);
    await sandbox.control("DELETE", "/faults");
    expect((await list(user)).status).toBe(200);
  });

  test("reach somebody who never wrote, and are stored as the contact reads them", async () => {
    const { user, contact, phoneId } = await connectWithContact({ writes: false });
    const text = "Olá, Ana! Aqui é da Padaria. Podemos continuar a nossa conversa?";
    const values = { body_1: " Ana ", body_2: "Padaria" };
    const answer = await sendTemplate(user, contact, "retomar_conversa", values);
    expect(answer.body.data).toMatchObject({ status: "sent" });
    expect(await sentBy(user)).toMatchObject([{ content: text }]);
    expect(await ledger(phoneId)).toMatchObject([{ text }]);

    const named = { header_empresa: "ACME", body_nome: "Ana\nMaria" };
    expect((await sendTemplate(user, contact, "proposta_pronta", named)).status).toBe(200);
    expect((await ledger(phoneId)).at(-1)?.text).toBe(
      "Proposta para ACME\nAna Maria, a proposta que você pediu está pronta.\nResponda SAIR para não receber mais",
    );
    expect((await sentBy(user)).at(-1)?.content).toBe((await ledger(phoneId)).at(-1)?.text);
  });

  test("without a value are refused on its field; unknown ones are not found", async () => {
    const { user, contact, phoneId } = await connectWithContact({ writes: false });
    const answer = await sendTemplate(user, contact, "retomar_conversa", { body_1: " " });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_input" } });
    expect(Object.keys(answer.body.fields ?? {})).toEqual(["values.body_1", "values.body_2"]);
    expect((await sendTemplate(user, contact, "nenhum", {})).status).toBe(404);
    expect((await sendTemplate(user, contact, "retomar_conversa", {}, "en_US")).status).toBe(404);
    expect(await ledger(phoneId)).toEqual([]);
  });

  test("are at most once as well", async () => {
    const { user, contact, phoneId } = await connectWithContact({ writes: false });
    await addFault({ kind: "lost-answer", path: "/messages", times: 1 });
    const values = { body_1: "Ana", body_2: "Padaria" };
    const answer = await sendTemplate(user, contact, "retomar_conversa", values);
    expect(answer.body.data).toMatchObject({ status: "sending" });
    await until(async () => (await sentBy(user))[0]?.status_rank === 5, "the message to be read");
    expect(await ledger(phoneId)).toHaveLength(1);
    expect(await sentBy(user)).toHaveLength(1);
  });
});

test("a campaign that is due waits for another connection", async () => {
  const { user } = await connectWithContact({ writes: false });
  const due = new Date(Date.now() - 60_000);
  const { id } = await buildCampaign(user, { nextRunAt: due });
  await startDueCampaigns.run();
  expect(
    await rows(
      sql`SELECT next_run_at, (SELECT count(*)::int FROM campaign_runs r WHERE r.campaign_id = c.id) AS runs
          FROM campaigns c WHERE id = ${id}`,
    ),
  ).toEqual([{ next_run_at: due, runs: 0 }]);
});

test("files are not offered, and refused in words", async () => {
  const { user, contact, phoneId } = await connectWithContact();
  expect(await readInstance(user)).toMatchObject({ sends_files: false });
  const query = { to: `+${contact}`, file_name: "a.pdf" };
  const url = `${api.url}${endpointUrl(chat.sendMedia.path, {}, query)}`;
  const answer = await fetch(url, { method: "POST", headers: user.headers, body: "%PDF-1.4" });
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    body: { code: "message_refused", error: "Este WhatsApp ainda não envia arquivos." },
  });
  expect(await sentBy(user)).toEqual([]);
  expect(await ledger(phoneId)).toEqual([]);
});

test("typing and reading name the contact's last message", async () => {
  const { user, contact, phoneId } = await connectWithContact();
  const latest = await receive(phoneId, contact, user, { text: "Alguém aí?" });
  const body = { contactNumber: `+${contact}` };
  const readReads = async () => (await fetch(`${graphUrl()}/control/${phoneId}/reads`)).json();
  const read = { message_id: latest, typing: false };
  await callApi(api, chat.markAsRead, { body }, user.headers);
  await until(async () => (await readReads()).length === 1, "the receipt");
  await callApi(api, chat.typing, { body: { ...body, typing: true } }, user.headers);
  await until(async () => (await readReads()).length === 2, "the typing");
  expect(await readReads()).toEqual([read, { ...read, typing: true }]);
});

test("the file of a message is fetched in two steps, with the token for Meta alone", async () => {
  const { user, phoneId, contact } = await connectWithContact();
  const file = Buffer.from("what it holds").toString("base64");
  const content = { type: "image", image: { mime_type: "image/png" } };
  const id = await receive(phoneId, contact, user, { content, file });
  const row = await firstRow<{ source: unknown; instance_id: number }>(
    sql`SELECT source, m.instance_id FROM message_media d JOIN messages m ON m.id = d.message_id WHERE m.provider_message_id = ${id}`,
  );
  const media = { messageId: id, chatId: contact, fromMe: false, source: row?.source };
  const { signal } = new AbortController();
  const line = { ownerId: user.id, instanceId: row?.instance_id ?? 0 };
  const found = await downloadMedia(line, media, signal);
  if (found.outcome !== "found") throw new Error(found.detail);
  const chunks: Uint8Array[] = [];
  for await (const chunk of found.content) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe("what it holds");

  const unknown = await downloadMedia(line, { ...media, source: { id: "media-none" } }, signal);
  expect(unknown).toMatchObject({ outcome: "unavailable" });
  const forged = await downloadMedia(line, { ...media, source: { id: "../x" } }, signal);
  expect(forged).toMatchObject({ outcome: "unavailable" });
});
