import * as baileys from "baileys";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpointUrl } from "@/lib/api/client";
import { chat } from "@/lib/contracts/messaging/chat";
import { until } from "@/sandbox/testing";
import { drawPhoto, recordVoice, writeDocument } from "@/sandbox/whatsapp/samples";
import { uploadFile } from "@/server/inbound/socket-owner/files.baileys";
import { createQuietLogger } from "@/server/inbound/socket-owner/quiet-logger.baileys";
import { startSocketOwner } from "@/server/inbound/socket-owner/socket-owner.service";
import { downloadFile } from "@/server/messaging/baileys/file-download.baileys";
import { settleOpenSends } from "@/server/messaging/chat/chat-outbox.service";
import type { FileSource, OutgoingFile } from "@/server/messaging/gateway/whatsapp.gateway";
import { closeCommands } from "@/server/messaging/sockets/commands.service";
import { readSocket, requestSocket } from "@/server/messaging/sockets/socket-leases.service";
import { getRow } from "@/server/messaging/whatsapp/instances.service";
import { downloadMedia } from "@/server/messaging/whatsapp/messaging.service";

import { rows, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { runWithBaileys } from "@/tests/support/environments";
import { type FileServer, startFileServer } from "@/tests/support/file-server";
import { startPairingServer } from "@/tests/support/pairing-server";
import { runApi } from "@/tests/support/running";
import { ageSends } from "@/tests/support/sends";
import { buildPairedPhone, startWhatsappServer } from "@/tests/support/whatsapp-server";

runWithBaileys();

/** Files to and from WhatsApp's file servers. */

const api = runApi({ withoutLimits: true });
const NUMBER = "5521988880001";

let fileServer: FileServer;
beforeAll(async () => {
  fileServer = await startFileServer();
});
afterAll(async () => {
  await closeCommands();
  await fileServer.close();
});

const upload = (file: OutgoingFile, content: Buffer, caption: string | null) => {
  const waUploadToServer = baileys.getWAUploadToServer(
    {
      customUploadHosts: [{ hostname: env.WHATSAPP_MEDIA_HOST ?? "", maxContentLengthBytes: 1e8 }],
      logger: createQuietLogger(1),
    } as unknown as baileys.SocketConfig,
    async () => ({ auth: "a", ttl: 60, hosts: [], fetchDate: new Date() }),
  );
  const open = async function* () {
    yield content.subarray(0, 100);
    yield content.subarray(100);
  };
  const sock = { waUploadToServer } as unknown as baileys.WASocket;
  return uploadFile(baileys, sock, { file, caption, open });
};

async function readAll(source: FileSource): Promise<Buffer> {
  const found = await downloadFile(source, AbortSignal.timeout(60_000));
  if (found.outcome !== "found") throw new Error(found.outcome);
  const chunks: Uint8Array[] = [];
  for await (const chunk of found.content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test.each([
  ["image", "imageMessage", drawPhoto(), "image/png"],
  ["document", "documentMessage", writeDocument("x"), "application/pdf"],
  ["audio", "audioMessage", recordVoice(1), "audio/ogg"],
  ["video", "videoMessage", Buffer.alloc(70_000, "v"), "video/mp4"],
] as const)(
  "%s: encrypted, uploaded, named by the message and fetched again",
  async (kind, name, content, mime) => {
    const size = { width: 640, height: 400, seconds: 7 };
    const file = { kind, mime, bytes: content.length, fileName: "a.pdf", storageKey: "", ...size };
    const caption = kind === "audio" ? null : "Veja";
    const message = (await upload(file, content, caption))[name];
    expect(message).toMatchObject({
      mimetype: mime,
      ...(caption && { caption }),
      ...(kind === "document" && { fileName: "a.pdf" }),
      ...(kind === "audio" && { seconds: 7 }),
      ...(kind === "image" && { width: 640, height: 400 }),
    });
    if (kind === "image") {
      const { jpegThumbnail } = message as baileys.proto.Message.IImageMessage;
      expect(jpegThumbnail?.length).toBeGreaterThan(100);
    }
    const { directPath, mediaKey } = message ?? {};
    const stored = fileServer.files.get(directPath ?? "");
    expect(stored?.includes(content.subarray(0, 64))).toBe(false);
    const key = Buffer.from(mediaKey ?? []).toString("base64");
    expect(await readAll({ type: kind, directPath: directPath ?? "", mediaKey: key })).toEqual(
      content,
    );
  },
);

const findMessages = (user: TestUser) =>
  rows<{ id: number; kind: string; direction: string }>(
    sql`SELECT id, kind, direction FROM messages WHERE owner_id = ${user.id} ORDER BY id`,
  );

async function sendFile(user: TestUser, content: Uint8Array) {
  const query = { to: NUMBER, file_name: "foto.png" };
  const response = await fetch(`${api.url}${endpointUrl(chat.sendMedia.path, {}, query)}`, {
    method: "POST",
    headers: user.headers,
    body: content as unknown as BodyInit,
  });
  return { status: response.status, body: await response.json() };
}

async function connect(user: TestUser) {
  const id = await buildPairedPhone(user);
  const owner = startSocketOwner();
  await requestSocket(id);
  await until(async () => (await readSocket(id))?.state === "open", "the connection");
  return owner;
}

test("a file that was not uploaded was not sent; one whose confirmation is missing may have been", async () => {
  const server = await startWhatsappServer();
  const user = await buildUser();
  const owner = await connect(user);
  // A conversation exists: the number is not looked up, which this server cannot answer.
  await server.write(NUMBER, "Tem foto?");
  await until(async () => (await findMessages(user)).length === 1, "the question");

  fileServer.refuse(true);
  const refused = await sendFile(user, drawPhoto());
  fileServer.refuse(false);
  expect(refused).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(await findMessages(user)).toHaveLength(1);

  // This server knows no messages with files, and cuts the connection.
  const sent = await sendFile(user, drawPhoto());
  expect(sent).toMatchObject({ status: 200, body: { data: { status: "sending", kind: "image" } } });
  await ageSends(user.id, "5 minutes");
  await settleOpenSends.run();
  expect(
    await rows(
      sql`SELECT m.unconfirmed, d.state FROM messages m JOIN message_media d ON d.message_id = m.id
          WHERE m.owner_id = ${user.id} AND m.kind = 'image'`,
    ),
  ).toEqual([{ unconfirmed: true, state: "stored" }]);
  await owner.close();
  await server.close();
});

test("the phone is asked to upload a file again that WhatsApp no longer has", async () => {
  const server = await startPairingServer();
  const user = await buildUser();
  const owner = await connect(user);
  const content = writeDocument("Proposta");
  const file = { kind: "document", mime: "application/pdf", bytes: content.length } as const;
  const unmeasured = { seconds: null, width: null, height: null, fileName: "a.pdf" };
  const uploaded = await upload({ ...file, ...unmeasured, storageKey: "" }, content, null);
  const { directPath, mediaKey } = uploaded.documentMessage ?? {};
  const key = Buffer.from(mediaKey ?? []);
  const source = { type: "document", mediaKey: key.toString("base64"), directPath: "/v/gone" };
  const { id: instanceId } = await getRow(user.id, "default");
  const line = { ownerId: user.id, instanceId };
  const fetchExpired = (messageId: string) => {
    const media = { messageId, chatId: `${NUMBER}@s.whatsapp.net`, fromMe: false, source };
    return downloadMedia(line, media, AbortSignal.timeout(60_000));
  };
  const answer = async (messageId: string, notification: baileys.proto.IMediaRetryNotification) => {
    await until(
      () =>
        server.received.some(({ tag, attrs }) => tag === "receipt" && attrs["id"] === messageId),
      "the request",
    );
    const info = "WhatsApp Media Retry Notification";
    const iv = Buffer.alloc(12, 7);
    const sealed = baileys.aesEncryptGCM(
      baileys.proto.MediaRetryNotification.encode(notification).finish(),
      baileys.hkdf(key, 32, { info }),
      iv,
      Buffer.from(messageId),
    );
    server.send({
      tag: "notification",
      attrs: { type: "mediaretry", id: messageId, from: `${NUMBER}@s.whatsapp.net`, t: "1" },
      content: [
        {
          tag: "encrypt",
          attrs: {},
          content: [
            { tag: "enc_p", attrs: {}, content: sealed },
            { tag: "enc_iv", attrs: {}, content: iv },
          ],
        },
        { tag: "rmr", attrs: { jid: `${NUMBER}@s.whatsapp.net`, from_me: "false" } },
      ],
    });
  };
  const { SUCCESS, NOT_FOUND } = baileys.proto.MediaRetryNotification.ResultType;

  const found = fetchExpired("AAA1");
  await answer("AAA1", { stanzaId: "AAA1", result: SUCCESS, directPath: directPath ?? "" });
  const download = await found;
  expect(download.outcome).toBe("found");
  const chunks: Uint8Array[] = [];
  if (download.outcome === "found") for await (const chunk of download.content) chunks.push(chunk);
  expect(Buffer.concat(chunks)).toEqual(content);

  const missing = fetchExpired("AAA2");
  await answer("AAA2", { stanzaId: "AAA2", result: NOT_FOUND });
  expect(await missing).toMatchObject({ outcome: "unavailable" });
  await owner.close();
  await server.close();
});
