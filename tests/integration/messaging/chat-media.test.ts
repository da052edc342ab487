import { randomInt } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endpointUrl } from "@/lib/api/client";
import { chat } from "@/lib/contracts/messaging/chat";
import { until } from "@/sandbox/testing";
import { drawPhoto, recordVoice, writeDocument } from "@/sandbox/whatsapp/samples";
import { settleOpenSends } from "@/server/messaging/chat/chat-outbox.service";
import { removeReleasedMedia } from "@/server/messaging/media/media.service";
import { storeSentMedia } from "@/server/messaging/media/sent-media.service";
import { ownerOfRow } from "@/server/platform/actor";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi } from "@/tests/support/api";
import { runApi, runSandbox } from "@/tests/support/running";
import { ageSends } from "@/tests/support/sends";
import { pairWhatsapp } from "@/tests/support/whatsapp";

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox();
afterEach(() => sandbox.control("DELETE", "/faults"));

const PHOTO = drawPhoto();
const PAGE = Buffer.from("<!doctype html><script>alert(1)</script>");

let user: TestUser;
let instance: string;
let contact: string;
beforeEach(async () => {
  user = await buildUser();
  instance = await pairWhatsapp(api, sandbox, user);
  contact = `55119${randomInt(70_000_000, 99_999_999).toString().slice(0, 7)}${randomInt(2, 10)}`;
  await sandbox.control("PUT", `/phones/${contact}`, { behaviour: "off", lid: false });
  await sandbox.control("PUT", "/settings", { honourMessageId: true });
});

type Query = Partial<Parameters<typeof callApi<typeof chat.sendMedia>>[2]["query"]>;

async function sendFile(content: Uint8Array, query: Query = {}, headers = user.headers) {
  const given = { to: `+${contact}`, file_name: "foto.png", ...query };
  const response = await fetch(`${api.url}${endpointUrl(chat.sendMedia.path, {}, given)}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream", ...headers },
    body: content as unknown as BodyInit,
  });
  return { status: response.status, body: await response.json() };
}

async function messages() {
  const params = { number: `+${contact}` };
  return (await callApi(api, chat.messages, { params, query: {} }, user.headers)).body.data
    .messages;
}

interface Sent {
  id: string;
  text: string;
  quoted: string | null;
  file?: string;
  content: Record<string, { fileName?: string; mimetype?: string }> | null;
  instance: string;
}

async function ledger(of = "ledger"): Promise<Sent[]> {
  const { messages: sent } = await sandbox.control<{ messages: Sent[] }>("GET", `/${of}`);
  return sent.filter((row) => row.instance === instance);
}

/** What the recipient got of our last message. */
async function receivedFile(): Promise<Buffer> {
  const id = (await ledger()).at(-1)?.id;
  const { body } = await sandbox.evolution<{ base64: string }>(
    "POST",
    `/chat/getBase64FromMediaMessage/${instance}`,
    { message: { key: { id } } },
  );
  return Buffer.from(body.base64, "base64");
}

async function storedFile(id: number): Promise<Buffer> {
  const response = await fetch(`${api.url}/api/whatsapp/media/${id}`, { headers: user.headers });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const filesOf = ({ id }: TestUser) => {
  const folder = join(env.MEDIA_DIR, String(id));
  return existsSync(folder) ? readdirSync(folder) : [];
};

const breakSends = (fault: object) =>
  sandbox.control("POST", "/faults", { target: "evolution", path: "sendMedia", ...fault });

const expireSends = () => ageSends(user.id, "5 minutes");

test("a photo goes out with its caption and what it answers, and is shown from the store", async () => {
  await sandbox.control("POST", `/phones/${contact}/reply`, { instance, text: "Tem foto?" });
  const asked = await until(
    async () => (await messages()).find(({ content }) => content === "Tem foto?")?.id,
    "the question",
  );
  // Its name says nothing.
  const answer = await sendFile(PHOTO, {
    file_name: "planilha.exe",
    caption: " A fachada ",
    quoted: asked,
    width: 640,
    height: 400,
  });
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { status: "sent", kind: "image", mime: "image/png" } },
  });
  const [received] = await ledger("inbound");
  expect(await ledger()).toMatchObject([
    {
      text: "A fachada",
      quoted: received?.id,
      content: { imageMessage: { mimetype: "image/png" } },
    },
  ]);
  expect(await receivedFile()).toEqual(PHOTO);
  const id = answer.body.data.message_id;
  expect((await messages()).at(-1)).toMatchObject({
    id,
    kind: "image",
    content: "A fachada",
    quoted: { id: asked },
    media: { state: "stored", mime: "image/png", bytes: PHOTO.length, width: 640, shown: true },
  });
  expect(await storedFile(id)).toEqual(PHOTO);
  const stranger = await buildUser();
  const theirs = await fetch(`${api.url}/api/whatsapp/media/${id}`, { headers: stranger.headers });
  expect(theirs.status).toBe(404);
});

test.each([
  [
    "a page called a photo",
    PAGE,
    "foto.jpg",
    "documentMessage",
    "foto.jpg",
    "application/octet-stream",
  ],
  [
    "a document",
    writeDocument("x"),
    "Proposta.pdf",
    "documentMessage",
    "Proposta.pdf",
    "application/pdf",
  ],
  [
    "a document without an ending",
    writeDocument("x"),
    "Proposta",
    "documentMessage",
    "Proposta.pdf",
    "application/pdf",
  ],
  ["a sound", recordVoice(1), "voz.txt", "audioMessage", "arquivo.ogg", "audio/ogg"],
])("%s is sent as what it is", async (_, content, file_name, type, fileName, mimetype) => {
  expect((await sendFile(content, { file_name })).status).toBe(200);
  expect(await ledger()).toMatchObject([{ content: { [type]: { fileName, mimetype } } }]);
  expect(await receivedFile()).toEqual(content);
  expect((await messages())[0]?.media).toMatchObject({ fileName: file_name, mime: mimetype });
});

test("what WhatsApp would not take is refused in words and leaves nothing behind", async () => {
  const large = Buffer.alloc(16_000_001);
  PHOTO.copy(large);
  expect(await sendFile(large)).toMatchObject({
    status: 413,
    body: { code: "too_large", error: "Fotos podem ter até 16 MB." },
  });
  expect(await sendFile(Buffer.alloc(0))).toMatchObject({
    status: 400,
    body: { error: "O arquivo está vazio." },
  });
  expect(await sendFile(recordVoice(1), { caption: "Ouça" })).toMatchObject({
    status: 400,
    body: { error: "O WhatsApp não mostra legenda em áudios." },
  });
  expect(await sendFile(PHOTO, { caption: "x".repeat(1_025) })).toMatchObject({
    status: 400,
    body: { error: "A legenda pode ter até 1024 caracteres." },
  });
  expect((await sendFile(PHOTO, { quoted: 2_147_483_647 })).status).toBe(400);
  expect(await rows(sql`SELECT id FROM messages WHERE owner_id = ${user.id}`)).toEqual([]);
  expect(filesOf(user)).toEqual([]);
  expect(await ledger()).toEqual([]);
});

/** The status of a request whose body is announced and never comes. */
function announce(bytes: number, headers: Record<string, string>): Promise<number | undefined> {
  const query = { to: `+${contact}`, file_name: "a" };
  const url = `${api.url}${endpointUrl(chat.sendMedia.path, {}, query)}`;
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method: "POST", headers }, (response) => {
      resolve(response.statusCode);
      sent.destroy();
    });
    sent.on("error", reject);
    sent.setHeader("content-length", bytes);
    sent.flushHeaders();
  });
}

test("who asks and how much is announced are judged before a byte is read", async () => {
  expect(await announce(1_000_000, {})).toBe(401);
  expect(await announce(100_000_001, user.headers)).toBe(413);
});

test("a file that surely did not go out leaves nothing behind", async () => {
  await breakSends({ kind: "status", status: 429, retryAfterSeconds: 7, times: 1 });
  expect(await sendFile(PHOTO)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect(await rows(sql`SELECT id FROM messages WHERE owner_id = ${user.id}`)).toEqual([]);
  await releasedFilesToGo();
  await breakSends({ kind: "status", status: 400, times: 1 });
  expect(await sendFile(PHOTO)).toMatchObject({
    body: { code: "message_refused", error: "O WhatsApp recusou este arquivo." },
  });
  await releasedFilesToGo();
  await sandbox.control("POST", "/unpair", { instance });
  expect(await sendFile(PHOTO)).toMatchObject({ body: { code: "whatsapp_disconnected" } });
  await releasedFilesToGo();
});

/** The worker's own duty may be at the same files: then this turn of it finds none. */
function releasedFilesToGo() {
  return until(async () => {
    await removeReleasedMedia.run();
    return filesOf(user).length === 0;
  }, "the files to be removed");
}

test.each([
  ["a document is found by its size", false, writeDocument("x"), "sent"],
  ["a photo is found by its id", true, PHOTO, "sent"],
])(
  "a lost answer is settled by asking, without sending again: %s",
  async (_, honourMessageId, content, status) => {
    await sandbox.control("PUT", "/settings", { honourMessageId });
    // The provider is first known by a send that worked.
    await sendFile(writeDocument("o primeiro"));
    // A report of the send, or the server's receipt of a known id, would settle it.
    await sandbox.control("POST", "/faults", { target: "evolution", kind: "lost-webhooks" });
    await breakSends({ kind: "lost-answer", times: 1 });
    const sent = await sendFile(content);
    expect(sent).toMatchObject({ status: 200, body: { data: { status: "sending" } } });
    await settleOpenSends.run();
    expect((await messages()).some((message) => message.status === "sending")).toBe(true);
    await expireSends();
    await settleOpenSends.run();
    await until(async () => (await messages()).length === 2, "one row of each");
    const last = (await messages()).at(-1);
    expect(last).toMatchObject({ status, media: { state: "stored" } });
    expect(await storedFile(last?.id ?? 0)).toEqual(content);
    expect(await ledger()).toHaveLength(2);
  },
);

test("a file whose outcome nobody knows is sent again with the same file", async () => {
  const first = await sendFile(PHOTO, { caption: "A fachada" });
  const id = first.body.data.message_id;
  const again = await until(async () => {
    await execute(sql`UPDATE messages SET unconfirmed = true, status_rank = 1 WHERE id = ${id}`);
    const answer = await callApi(api, chat.resend, { params: { id } }, user.headers);
    // The receipt of the first one may come between the two, and report its outcome.
    return answer.status === 200 ? answer : undefined;
  }, "the resend");
  expect(again.body).toMatchObject({ data: { status: "sent" } });
  expect(await ledger()).toHaveLength(2);
  expect((await ledger()).at(-1)?.text).toBe("A fachada");
  expect(await receivedFile()).toEqual(PHOTO);
  await removeReleasedMedia.run();
  expect(await messages()).toHaveLength(1);
  expect(await storedFile(again.body.data.message_id)).toEqual(PHOTO);
});

test("a file that is no longer kept is not sent again", async () => {
  const id = (await sendFile(PHOTO)).body.data.message_id;
  await execute(sql`UPDATE messages SET unconfirmed = true, status_rank = 1 WHERE id = ${id}`);
  await execute(
    sql`UPDATE message_media SET state = 'expired', storage_key = NULL WHERE message_id = ${id}`,
  );
  const again = await callApi(api, chat.resend, { params: { id } }, user.headers);
  expect(again).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect(await messages()).toHaveLength(1);
  expect(await ledger()).toHaveLength(1);
});

test("a provider that reports the file under an id of its own causes no second row and no download", async () => {
  await sandbox.control("PUT", "/settings", { honourMessageId: false });
  const sent = await sendFile(PHOTO);
  expect(sent).toMatchObject({ status: 200 });
  await until(async () => {
    const row = await firstRow<{ provider_message_id: string }>(
      sql`SELECT provider_message_id FROM messages WHERE owner_id = ${user.id}`,
    );
    return row?.provider_message_id === (await ledger())[0]?.id;
  }, "the provider's id");
  expect(await messages()).toHaveLength(1);
  expect((await messages())[0]).toMatchObject({
    id: sent.body.data.message_id,
    media: { state: "stored" },
  });
  expect(await storedFile(sent.body.data.message_id)).toEqual(PHOTO);
});

test("a file whose process died before its message was stored is removed after an hour", async () => {
  await sendFile(PHOTO);
  const facts = { mime: "image/png", bytes: PHOTO.length, fileName: "a.png" };
  const unmeasured = { seconds: null, width: null, height: null };
  await storeSentMedia(ownerOfRow(user.id), Readable.from([PHOTO]), { ...facts, ...unmeasured });
  await removeReleasedMedia.run();
  expect(filesOf(user)).toHaveLength(2);
  await execute(sql`UPDATE media_removals SET due_at = due_at - interval '61 minutes'`);
  await removeReleasedMedia.run();
  expect(filesOf(user)).toHaveLength(1);
});

test("what is sent within a second keeps its order, whatever times the provider reports", async () => {
  await sandbox.control("PUT", "/settings", { honourMessageId: false });
  const sent = [PHOTO, writeDocument("x"), recordVoice(1), PHOTO, writeDocument("y")];
  for (const content of sent) await sendFile(content);
  await until(async () => (await messages()).length === sent.length, "one row of each");
  expect((await messages()).map(({ media }) => media?.bytes)).toEqual(
    sent.map(({ length }) => length),
  );
});
