import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import type { Env } from "../faults/fault-injection";
import { toMessageBody } from "../whatsapp/bodies";
import type { ContactPhone } from "../whatsapp/phones";
import type { World } from "../world";
import { EvolutionError } from "./errors";
import { asNumber, asText, checkBody, isBody, readBody } from "./validation";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  image: "imageMessage",
  document: "documentMessage",
  video: "videoMessage",
  audio: "audioMessage",
};
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function createMessageRoutes(world: World): Hono<Env> {
  const { store, sessions, conversations, numbers } = world;
  const app = new Hono<Env>();
  /** A number that was written to is not looked up again: then it is the send that fails, as a bad request. */
  const requireOpenToSend = (name: string, number: string) => {
    const state = sessions.getState(name);
    const contact = numbers.find(number)?.key;
    const isKnown = store.findMessages(name).some((message) => message.contact === contact);
    if (state !== "open" && isKnown) throw new EvolutionError(400, ["Error: Connection Closed"]);
    requireOpen(state);
  };

  app.post("/sendText/:name", async (context) => {
    const name = context.req.param("name");
    const body = await readBody(context);
    checkBody(body, {
      number: { kind: "string", required: true, filled: true },
      text: { kind: "string", required: true, filled: true },
      delay: { kind: "integer" },
      linkPreview: { kind: "boolean" },
      quoted: { kind: "object" },
      mentionsEveryOne: { kind: "boolean" },
      mentioned: { kind: "array", filled: true },
    });
    const number = asText(body.number) ?? "";
    const text = asText(body.text) ?? "";
    requireOpenToSend(name, number);

    const phone = requireContact(numbers.find(number), number);

    const composingMs = asNumber(body.delay);
    if (composingMs !== null && composingMs > 0) {
      await sleep(composingMs);
      requireOpenToSend(name, number);
    }

    const keyId = store.settings.honourMessageId ? asText(body.messageId) : null;
    const known = keyId === null ? undefined : store.findByKeyId(name, keyId);
    if (known !== undefined) {
      // The recipient's phone shows a message id only once.
      store.record({ type: "resent", messageId: known.id, at: new Date().toISOString() });
      return context.json({ ...toMessageBody(known, store), status: "PENDING" }, 201);
    }
    const message = conversations.accept(
      name,
      phone,
      number,
      { text, ...readQuoted(body.quoted) },
      keyId ?? undefined,
    );
    return context.json({ ...toMessageBody(message, store), status: "PENDING" }, 201);
  });

  app.post("/sendMedia/:name", async (context) => {
    const name = context.req.param("name");
    const body = await readBody(context);
    checkBody(body, {
      number: { kind: "string", required: true, filled: true },
      mediatype: { kind: "string", required: true, oneOf: Object.keys(MEDIA_TYPES) },
      mimetype: { kind: "string" },
      media: { kind: "string" },
      fileName: { kind: "string" },
      caption: { kind: "string" },
      quoted: { kind: "object" },
    });
    const file = asText(body.media) ?? "";
    if (file === "" || !BASE64.test(file)) {
      throw new EvolutionError(400, "Owned media must be a url or base64");
    }
    const number = asText(body.number) ?? "";
    requireOpenToSend(name, number);
    const phone = requireContact(numbers.find(number), number);
    const keyId = store.settings.honourMessageId ? asText(body.messageId) : null;
    const caption = asText(body.caption) ?? "";
    const message = conversations.accept(
      name,
      phone,
      number,
      {
        text: caption,
        file,
        message: {
          [MEDIA_TYPES[asText(body.mediatype) ?? ""] ?? "documentMessage"]: {
            ...(caption !== "" && { caption }),
            mimetype: asText(body.mimetype),
            fileName: asText(body.fileName),
            fileLength: String(Buffer.byteLength(file, "base64")),
          },
        },
        ...readQuoted(body.quoted),
      },
      keyId ?? undefined,
    );
    return context.json({ ...toMessageBody(message, store), status: "PENDING" }, 201);
  });

  app.post("/sendReaction/:name", async (context) => {
    const name = context.req.param("name");
    const body = await readBody(context);
    checkBody(body, {
      key: { kind: "object", required: true },
      reaction: { kind: "string", required: true },
    });
    const key = isBody(body.key) ? body.key : {};
    checkBody(key, {
      id: { kind: "string", required: true, filled: true },
      remoteJid: { kind: "string", required: true, filled: true },
      fromMe: { kind: "boolean", required: true },
    });
    requireOpen(sessions.getState(name));
    const phone = numbers.find(asText(key.remoteJid) ?? "");
    if (phone === null) throw new EvolutionError(400, [{ exists: false }]);
    const message = conversations.sendReaction(name, phone, key, asText(body.reaction) ?? "");
    return context.json({ ...toMessageBody(message, store), status: "PENDING" }, 201);
  });

  return app;
}

function requireContact(phone: ContactPhone | null, number: string): ContactPhone {
  if (phone === null) {
    const jid = number.includes("@") ? number : `${number.replace(/\D/g, "")}@s.whatsapp.net`;
    throw new EvolutionError(400, [{ jid, exists: false, number }]);
  }
  // The cache still contains contacts who left WhatsApp.
  if (phone.behaviour === "missing") throw new EvolutionError(400, ["SessionError: No sessions"]);
  return phone;
}

function readQuoted(quoted: unknown): { quoted?: string } {
  const { key } = isBody(quoted) ? quoted : {};
  const id = asText(isBody(key) ? key.id : null);
  return id === null ? {} : { quoted: id };
}

export function requireOpen(state: string): void {
  if (state !== "open") throw new EvolutionError(500, "Connection Closed");
}
