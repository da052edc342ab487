import { expect, test } from "vitest";
import { rows, sql } from "@/server/platform/db/sql";
import { buildUser } from "@/tests/factories/users";
import { buildWebhook, type TestWebhook } from "@/tests/factories/webhooks";
import { describeDrawn, drawCases } from "@/tests/support/cases";
import { plantEverywhere } from "@/tests/support/plant";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const NUMBER = "5511988887777";
const CHAT = `${NUMBER}@s.whatsapp.net`;
const LID = "123456789012345@lid";
const AT = Math.floor(Date.now() / 1000);

const key = (id: string, rest: object = {}) => ({ id, remoteJid: CHAT, fromMe: false, ...rest });
const upsert = (id: string, message: object) => ({
  key: key(id, { remoteJidAlt: LID, senderPn: CHAT }),
  pushName: "Maria",
  message,
  contextInfo: { stanzaId: "QUOTED" },
  messageTimestamp: AT,
});
const file = { mimetype: "image/jpeg", fileLength: "1000", width: 10, height: 10, seconds: 3 };

/** One body of each event, with all fields that are read. */
const EVENTS: [event: string, data: object][] = [
  ["messages.upsert", upsert("TEXT", { conversation: "Oi" })],
  ["messages.upsert", upsert("FILE", { imageMessage: { ...file, caption: "Veja" } })],
  ["messages.upsert", upsert("DOC", { documentMessage: { ...file, fileName: "a.pdf" } })],
  [
    "messages.upsert",
    upsert("LONG", { videoMessage: { ...file, fileLength: { low: 5, high: 0, unsigned: true } } }),
  ],
  [
    "messages.upsert",
    upsert("PLACE", {
      locationMessage: {
        degreesLatitude: -23.5,
        degreesLongitude: -46.6,
        name: "Loja",
        address: "Rua",
      },
    }),
  ],
  [
    "messages.upsert",
    upsert("CARD", {
      contactMessage: { displayName: "Ana", vcard: "BEGIN:VCARD\nTEL:+55 11 97777-6666" },
    }),
  ],
  ["messages.upsert", upsert("REACTION", { reactionMessage: { key: key("TEXT"), text: "👍" } })],
  [
    "messages.upsert",
    upsert("EDIT", {
      protocolMessage: {
        key: key("TEXT"),
        type: 14,
        editedMessage: { conversation: "Olá" },
        timestampMs: String(AT * 1000),
      },
    }),
  ],
  ["messages.upsert", upsert("REVOKE", { protocolMessage: { key: key("GONE"), type: 0 } })],
  ["send.message", { ...upsert("SENT", { conversation: "Bom dia" }), status: "PENDING" }],
  [
    "messages.edited",
    { key: key("TEXT"), type: 14, editedMessage: { conversation: "Olá" }, timestampMs: AT * 1000 },
  ],
  [
    "messages.update",
    { keyId: "SENT", remoteJid: CHAT, fromMe: true, status: "READ", messageId: "x" },
  ],
  ["messages.delete", { ...key("GONE"), status: "DELETED" }],
  [
    "contacts.upsert",
    {
      ...{ remoteJid: CHAT, pushName: "Maria", profilePicUrl: "https://pps.whatsapp.net/a" },
      ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" },
    },
  ],
  ["presence.update", { id: CHAT, presences: { [CHAT]: { lastKnownPresence: "composing" } } }],
  [
    "connection.update",
    { instance: "x", state: "open", wuid: "5511999990000@s.whatsapp.net", statusReason: 200 },
  ],
  [
    "qrcode.updated",
    { qrcode: { instance: "x", code: "2@a", base64: "data:image/png;base64,aaaa" } },
  ],
];

/** Of each event, in `npm test`. */
const CASES = 20;

const innocent = (id: string) => upsert(id, { conversation: "Sou o próximo" });

async function postText({ path, headers }: TestWebhook, body: string): Promise<number> {
  const response = await fetch(`${api.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

test("whatever stands in a field of a webhook, it is taken, and what comes beside it is stored", async () => {
  const user = await buildUser();
  const hook = await buildWebhook(user.id);
  const refused: string[] = [];
  let posted = 0;
  for (const [event, data] of EVENTS) {
    for (const planted of drawCases(plantEverywhere(data), CASES)) {
      posted += 1;
      const beside = event.startsWith("messages.upsert")
        ? `[${planted},${JSON.stringify(innocent(`NEXT-${posted}`))}]`
        : planted;
      const status = await postText(hook, `{"event":"${event}","instance":"x","data":${beside}}`);
      if (status !== 200) refused.push(`${status} ${event} ${planted}`);
      if (beside === planted) {
        await postText(
          hook,
          JSON.stringify({ event: "messages.upsert", data: innocent(`NEXT-${posted}`) }),
        );
      }
    }
  }
  expect(refused).toEqual([]);
  const [{ stored } = { stored: 0 }] = await rows<{ stored: number }>(
    sql`SELECT count(*)::int AS stored FROM messages
        WHERE owner_id = ${user.id} AND provider_message_id LIKE 'NEXT-%'`,
  );
  expect(stored).toBe(posted);
  console.log(`planted webhooks of Evolution: ${describeDrawn()}`);
}, 240_000);
