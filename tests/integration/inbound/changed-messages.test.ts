import { expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { firstRow, sql } from "@/server/platform/db/sql";
import { buildUser } from "@/tests/factories/users";
import { buildWebhook, postWebhook } from "@/tests/factories/webhooks";
import { openStream } from "@/tests/support/event-stream";
import { runApi } from "@/tests/support/running";

const api = runApi({ withoutLimits: true });

const CHAT = "5511988887777@s.whatsapp.net";
const SAID_AT = Math.floor(Date.now() / 1000) - 600;

const key = (id: string, fromMe: boolean) => ({ id, remoteJid: CHAT, fromMe });
const upsert = (id: string, fromMe: boolean, message: object) => ({
  event: "messages.upsert",
  data: { key: key(id, fromMe), message, messageTimestamp: SAID_AT },
});

test.each<[string, boolean, object]>([
  [
    "an edit",
    false,
    upsert("EDIT", false, {
      protocolMessage: {
        key: { id: "OLD" },
        type: "MESSAGE_EDIT",
        editedMessage: { conversation: "Olá" },
      },
    }),
  ],
  ["a deletion", false, { event: "messages.delete", data: key("OLD", false) }],
  [
    "a reaction",
    false,
    upsert("REACTION", false, { reactionMessage: { key: key("OLD", false), text: "👍" } }),
  ],
  [
    "a receipt",
    true,
    {
      event: "messages.update",
      data: { keyId: "OLD", remoteJid: CHAT, fromMe: true, status: "READ" },
    },
  ],
])(
  "%s says which message it changed, for a screen that shows old ones",
  async (_, fromMe, change) => {
    const user = await buildUser();
    const hook = await buildWebhook(user.id);
    await postWebhook(api, hook, upsert("OLD", fromMe, { conversation: "Oi" }));
    const row = await firstRow<{ id: number }>(
      sql`SELECT id FROM messages WHERE owner_id = ${user.id}`,
    );
    const stream = await openStream(api, user);
    expect((await postWebhook(api, hook, change)).status).toBe(200);
    await until(() => stream.text.includes(`"message":${row?.id}}`), "the event");
    stream.close();
  },
);
