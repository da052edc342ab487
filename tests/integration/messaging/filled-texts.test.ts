import { randomInt } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endpointUrl } from "@/lib/api/client";
import { chat } from "@/lib/contracts/messaging/chat";
import { scheduledMessages } from "@/lib/contracts/messaging/scheduled-messages";
import { drawPhoto } from "@/sandbox/whatsapp/samples";
import { sendScheduledMessages } from "@/server/messaging/scheduled-messages/send-scheduled.service";
import { execute, sql } from "@/server/platform/db/sql";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox } from "@/tests/support/running";
import { pairWhatsapp, readWholeLedger } from "@/tests/support/whatsapp";

/** Variables in double braces are filled in every text to a contact, and never sent unfilled. */
const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
afterEach(() => sandbox.control("DELETE", "/faults"));

let user: TestUser;
let instance: string;
let phone: string;
beforeEach(async () => {
  user = await buildUser();
  instance = await pairWhatsapp(api, sandbox, user);
  phone = `55119${randomInt(70_000_000, 99_999_999)}`;
  await sandbox.control("PUT", `/phones/${phone}`, { behaviour: "off", lid: false });
});

const textsSent = async () => (await readWholeLedger(sandbox, instance)).map(({ text }) => text);
const send = (content: string) =>
  callApi(api, chat.send, { body: { to: phone, content } }, user.headers);
const schedule = (content: string) =>
  callApi(
    api,
    scheduledMessages.create,
    { body: { to: phone, content, send_at: new Date(Date.now() + 3_600_000).toISOString() } },
    user.headers,
  );
const sendPhoto = (caption: string) => {
  const query = { to: phone, file_name: "foto.png", caption };
  return fetch(`${api.url}${endpointUrl(chat.sendMedia.path, {}, query)}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream", ...user.headers },
    body: drawPhoto() as unknown as BodyInit,
  });
};
async function leadHere() {
  const { id } = await buildLead(user.id, { name: "Padaria Modelo", whatsapp: phone });
  await execute(sql`UPDATE leads SET proprietario = 'Ana Souza' WHERE id = ${id}`);
}

test("a text, a caption and a text for later are filled with the lead's data when they go out", async () => {
  await leadHere();
  const text = "Oi, {{nome}}! A {{empresa}} abre hoje?";
  const read = "Oi, Ana! A Padaria Modelo abre hoje?";
  expect((await send(text)).status).toBe(200);
  expect((await sendPhoto(text)).status).toBe(200);
  expect((await schedule("{{saudacao}}, {{nome}}.")).status).toBe(201);
  await execute(
    sql`UPDATE scheduled_messages SET send_at = now() - interval '1 minute' WHERE owner_id = ${user.id}`,
  );
  await sendScheduledMessages.run();
  const sent = await textsSent();
  expect(sent).toEqual([
    read,
    read,
    expect.stringMatching(/^(Bom dia|Boa tarde|Boa noite), Ana\.$/),
  ]);
});

test("without a lead the contact's name is written, and without a name what a campaign writes", async () => {
  await send("Oi, {{nome}}!");
  await execute(sql`UPDATE conversations SET name = 'Bia Lima' WHERE owner_id = ${user.id}`);
  await send("Oi, {{nome}}!");
  expect(await textsSent()).toEqual(["Oi, tudo bem!", "Oi, Bia Lima!"]);
});

test("an unknown variable is refused where it is typed, and nothing goes out", async () => {
  const problem = "Variável desconhecida: {{nomee}}";
  const refused = [await send("Oi, {{nomee}}"), await schedule("Oi, {{nomee}}")];
  for (const { status, body } of refused) {
    expect([status, body]).toMatchObject([400, { fields: { content: problem } }]);
  }
  const photo = await sendPhoto("Oi, {{nomee}}");
  expect([photo.status, await photo.json()]).toMatchObject([400, { fields: { caption: problem } }]);
  expect(await textsSent()).toEqual([]);
});

test("what is left empty by what is not known is refused, and a closing pair alone is no variable", async () => {
  expect((await send("{{cidade|}}")).body).toMatchObject({
    fields: { content: "Sem os dados deste contato a mensagem fica vazia." },
  });
  expect((await send("if (a) { b({ c: {}}) }")).status).toBe(200);
});

test("a text for later whose number is on no WhatsApp says so in words", async () => {
  await sandbox.control("PUT", `/phones/${phone}`, { behaviour: "missing" });
  await schedule("Bom dia!");
  await execute(
    sql`UPDATE scheduled_messages SET send_at = now() - interval '1 minute' WHERE owner_id = ${user.id}`,
  );
  await sendScheduledMessages.run();
  const { body } = await callApi(api, scheduledMessages.list, { query: {} }, user.headers);
  expect(body.scheduled_messages).toMatchObject([
    { state: "failed", detail: "Número não está no WhatsApp" },
  ]);
});
