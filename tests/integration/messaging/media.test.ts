import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { chat } from "@/lib/contracts/messaging/chat";
import { until } from "@/sandbox/testing";
import { buildSample } from "@/sandbox/whatsapp/contents";
import { expireMedia, removeReleasedMedia } from "@/server/messaging/media/media.service";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { callApi, request } from "@/tests/support/api";
import { runApi, runSandbox, runWorkers } from "@/tests/support/running";
import { pairWhatsapp } from "@/tests/support/whatsapp";

/** A download that fails once is due again after five seconds, and again after ten. */
const WAIT_MS = 60_000;
vi.setConfig({ testTimeout: 2 * WAIT_MS });

const api = runApi({ withoutLimits: true });
const sandbox = runSandbox();
runWorkers();

let user: TestUser;
let instance: string;
let contact: string;
beforeEach(async () => {
  user = await buildUser();
  instance = await pairWhatsapp(api, sandbox, user);
  contact = `55119${randomInt(70_000_000, 99_999_999).toString().slice(0, 7)}${randomInt(2, 10)}`;
});

const receive = (content: object) =>
  sandbox.control("POST", `/phones/${contact}/reply`, { instance, ...content });
const fault = (kind: string, more: object) =>
  sandbox.control("POST", "/faults", { kind, target: "evolution", path: "getBase64", ...more });

async function messages() {
  const params = { number: `+${contact}` };
  return (await callApi(api, chat.messages, { params, query: {} }, user.headers)).body.data
    .messages;
}

/** The first message, once its file is in this state. */
function waitForMedia(state: string) {
  return until(
    async () => {
      const [message] = await messages();
      return message?.media?.state === state ? message : null;
    },
    `a file that is ${state}`,
    WAIT_MS,
  );
}

const fetchMedia = (id: number, headers: Record<string, string> = {}, query = "") =>
  fetch(`${api.url}/api/whatsapp/media/${id}${query}`, {
    headers: { ...user.headers, ...headers },
  });

const file = (message: object, content: Buffer) => ({ message, file: content.toString("base64") });

test("a file whose message names no key is not asked for again", async () => {
  await receive({ message: { imageMessage: { mimetype: "image/jpeg", mediaKey: "" } } });
  expect((await waitForMedia("failed")).media).toMatchObject({ state: "failed" });
});

test("a photo is fetched and served whole and in parts, to its owner alone", async () => {
  await receive({ sample: "image", text: "A fachada" });
  const { id, kind, content, media } = await waitForMedia("stored");
  const original = Buffer.from(buildSample("image", "").file ?? "", "base64");
  expect({ kind, content, media }).toMatchObject({
    kind: "image",
    content: "A fachada",
    media: { mime: "image/png", bytes: original.length, width: 640, height: 400, shown: true },
  });
  const whole = await fetchMedia(id);
  expect(whole.status).toBe(200);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "content-type": "image/png",
    "content-length": String(original.length),
    "x-content-type-options": "nosniff",
    "content-disposition": expect.stringMatching(/^inline;/),
    "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, no-cache",
    "accept-ranges": "bytes",
  });
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(original);
  const etag = whole.headers.get("etag") ?? "";
  expect((await fetchMedia(id, { "if-none-match": etag })).status).toBe(304);

  const part = await fetchMedia(id, { range: "bytes=10-19" });
  expect([part.status, part.headers.get("content-range")]).toEqual([
    206,
    `bytes 10-19/${original.length}`,
  ]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(original.subarray(10, 20));
  const beyond = await fetchMedia(id, { range: `bytes=${original.length}-` });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([
    416,
    `bytes */${original.length}`,
  ]);
  const changed = await fetchMedia(id, { range: "bytes=0-1", "if-range": '"another"' });
  expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([
    200,
    original.length,
  ]);
  const download = await fetchMedia(id, {}, "?download");
  expect(download.headers.get("content-disposition")).toMatch(/^attachment;/);
  await download.body?.cancel();

  const stranger = await buildUser();
  for (const { headers, status } of [
    { headers: stranger.headers, status: 404 },
    { headers: {}, status: 401 },
  ]) {
    const answer = await fetch(`${api.url}/api/whatsapp/media/${id}`, { headers });
    expect(answer.status).toBe(status);
  }
  const params = { id };
  expect((await callApi(api, chat.requestMedia, { params }, stranger.headers)).status).toBe(404);
  for (const odd of ["0", "x", "99999999999", "2147483647"]) {
    expect(
      (await request(api, "GET", `/api/whatsapp/media/${odd}`, undefined, user.headers)).status,
    ).toBe(404);
  }
});

test.each<[string, string, string, Buffer]>([
  [
    "a page called a photo",
    "image/jpeg",
    "foto.jpg",
    Buffer.from("<!doctype html><script>alert(1)</script>"),
  ],
  [
    "a drawing with a script",
    "image/svg+xml",
    "a.svg",
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  ],
])("%s is only downloaded, without a type", async (_, mimetype, fileName, content) => {
  await receive(file({ documentMessage: { mimetype, fileName } }, content));
  const { id, media } = await waitForMedia("stored");
  expect(media).toMatchObject({ mime: "application/octet-stream", shown: false });
  const { headers, status } = await fetchMedia(id);
  expect([status, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
    200,
    "application/octet-stream",
    "nosniff",
  ]);
  expect(headers.get("content-disposition")).toMatch(/^attachment;/);
});

test("a document keeps its name, whatever is in it", async () => {
  const fileName = 'Proposta "ção"; filename=x.html\r\nSet-Cookie: a=b.pdf';
  await receive(file({ documentMessage: { fileName } }, Buffer.from("%PDF-1.4 x")));
  const { id, media } = await waitForMedia("stored");
  expect(media).toMatchObject({ mime: "application/pdf", fileName, shown: false });
  const { headers } = await fetchMedia(id);
  const disposition = headers.get("content-disposition") ?? "";
  expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w%.~-]+$/);
  expect(decodeURIComponent(disposition.split("''")[1] ?? "")).toBe(fileName);
  expect(headers.get("set-cookie")).toBeNull();
});

test("a file larger than its kind may be is not kept, announced or not", async () => {
  const big = Buffer.alloc(1_000_001);
  await receive(file({ stickerMessage: { fileLength: "10" } }, big));
  const { id } = await waitForMedia("too_big");
  expect((await fetchMedia(id)).status).toBe(404);
  expect(existsSync(join(env.MEDIA_DIR, String(user.id)))).toBe(false);
  await execute(sql`DELETE FROM messages WHERE owner_id = ${user.id}`);
  await receive(file({ videoMessage: { fileLength: "16000001" } }, Buffer.alloc(10)));
  await waitForMedia("too_big");
});

test("a download that fails is tried again", async () => {
  await fault("status", { status: 500, times: 1 });
  await receive({ sample: "voice" });
  await waitForMedia("pending");
  await waitForMedia("stored");
});

test("a download is given up after a while, and asked for again", async () => {
  // A message whose file WhatsApp no longer has.
  await receive({ message: { audioMessage: { ptt: true } } });
  await until(async () => {
    const row = await firstRow<{ attempts: number }>(
      sql`SELECT attempts FROM message_media WHERE owner_id = ${user.id}`,
    );
    return row?.attempts === 1;
  }, "the first attempt");
  await execute(sql`UPDATE message_media SET attempts = 7 WHERE owner_id = ${user.id}`);
  const { id } = await waitForMedia("failed");
  const params = { id };
  const again = () => callApi(api, chat.requestMedia, { params }, user.headers);
  expect((await again()).status).toBe(200);
  expect((await again()).status).toBe(200);
  expect((await messages())[0]?.media?.state).toBe("pending");
});

test("a file kept long enough expires, and what no message names is removed from the store", async () => {
  await receive({ sample: "document" });
  const { id } = await waitForMedia("stored");
  const row = await firstRow<{ storage_key: string }>(
    sql`SELECT storage_key FROM message_media WHERE message_id = ${id}`,
  );
  const path = join(env.MEDIA_DIR, row?.storage_key ?? "");
  expect(existsSync(path)).toBe(true);
  const age = (interval: string) =>
    execute(
      sql`UPDATE message_media SET stored_at = now() - ${interval}::interval WHERE message_id = ${id}`,
    );
  await age("11 months 27 days");
  await expireMedia.run();
  expect((await messages())[0]?.media?.state).toBe("stored");
  await age("12 months 1 day");
  await expireMedia.run();
  expect((await messages())[0]?.media?.state).toBe("expired");
  expect((await fetchMedia(id)).status).toBe(404);
  const params = { id };
  expect((await callApi(api, chat.requestMedia, { params }, user.headers)).status).toBe(404);
  await removeReleasedMedia.run();
  await until(() => !existsSync(path), "the file to be removed");

  await execute(sql`DELETE FROM messages WHERE owner_id = ${user.id}`);
  await receive({ sample: "sticker" });
  const sticker = await waitForMedia("stored");
  const other = join(env.MEDIA_DIR, String(user.id));
  expect(existsSync(other)).toBe(true);
  expect((await fetchMedia(sticker.id)).status).toBe(200);
  const [key] = await rows<{ storage_key: string }>(
    sql`SELECT storage_key FROM message_media WHERE message_id = ${sticker.id}`,
  );
  // By a cascade.
  await execute(sql`DELETE FROM accounts WHERE id = ${user.id}`);
  await removeReleasedMedia.run();
  await until(
    () => !existsSync(join(env.MEDIA_DIR, key?.storage_key ?? "")),
    "its file to be removed",
  );
});

test("a file that the store has lost, and one of a deleted message, are not found", async () => {
  await receive({ sample: "image" });
  const { id } = await waitForMedia("stored");
  await execute(sql`UPDATE messages SET deleted_at = now() WHERE id = ${id}`);
  expect((await fetchMedia(id)).status).toBe(404);
  expect((await messages())[0]).toMatchObject({ deleted: true, media: null });
  await execute(sql`UPDATE messages SET deleted_at = NULL WHERE id = ${id}`);
  await execute(sql`UPDATE message_media SET storage_key = 'gone/1' WHERE message_id = ${id}`);
  expect((await fetchMedia(id)).status).toBe(404);
});
