import { Hono } from "hono";
import type { Env } from "../faults/fault-injection";
import type { StoredMessage } from "../store/store";
import { buildAddressBook } from "../whatsapp/address-book";
import {
  getSeconds,
  getSource,
  toContentBody,
  toKeyBody,
  toMessageRecord,
} from "../whatsapp/bodies";
import { describePhone, findPhone } from "../whatsapp/phones";
import type { World } from "../world";
import { EvolutionError } from "./errors";
import { matchesWhere } from "./message-filter";
import { requireOpen } from "./message-routes";
import { getPictureUrl } from "./pictures";
import { asNumber, asText, checkBody, isBody, type JsonBody, readBody } from "./validation";

export function createChatRoutes(world: World): Hono<Env> {
  const { store, sessions, faults, numbers: cache } = world;
  const app = new Hono<Env>();
  const newestFirst = (name: string) =>
    store
      .findMessages(name)
      .filter(({ announced }) => announced)
      .reverse();

  app.post("/whatsappNumbers/:name", async (context) => {
    const body = await readBody(context);
    checkBody(body, { numbers: { kind: "array", required: true, filled: true } });
    requireOpen(sessions.getState(context.req.param("name")));
    const numbers = Array.isArray(body.numbers) ? body.numbers.map(String) : [];
    // A test may make lookups ignore the cache while sends still use it.
    const forgets = faults.strike("evolution", context.req.path, ["forgets"]).length > 0;
    return context.json(
      numbers.map((number) => {
        const phone = forgets ? findPhone(number, store.phoneOverrides) : cache.find(number);
        if (phone === null) {
          return { jid: `${number.replace(/\D/g, "")}@s.whatsapp.net`, exists: false, number };
        }
        return { jid: phone.jid, exists: true, number, name: phone.pushName };
      }),
    );
  });

  app.post("/findChats/:name", async (context) => {
    const name = context.req.param("name");
    const body = await readBody(context);
    const where = getWhere(body);
    const chats = new Map<string, StoredMessage[]>();
    for (const message of newestFirst(name)) {
      if (!matchesWhere(message, { ...where, key: { remoteJid: where.remoteJid } })) continue;
      chats.set(message.remoteJid, [...(chats.get(message.remoteJid) ?? []), message]);
    }
    const skip = asNumber(body.skip) ?? 0;
    const take = asNumber(body.take) ?? chats.size;
    return context.json([...chats.values()].slice(skip, skip + take).map(toChatRow));
  });

  app.post("/findMessages/:name", async (context) => {
    const body = await readBody(context);
    checkBody(body, {
      where: { kind: "object" },
      page: { kind: "integer" },
      offset: { kind: "integer" },
    });
    const forgets = faults.strike("evolution", context.req.path, ["forgets"]).length > 0;
    const kept = forgets ? [] : newestFirst(context.req.param("name"));
    const found = kept.filter((message) => matchesWhere(message, getWhere(body)));
    const pageSize = asNumber(body.offset) || 50;
    const currentPage = asNumber(body.page) || 1;
    return context.json({
      messages: {
        total: found.length,
        pages: Math.ceil(found.length / pageSize),
        currentPage,
        records: found
          .slice((currentPage - 1) * pageSize, currentPage * pageSize)
          .map(toMessageRecord),
      },
    });
  });

  app.post("/findStatusMessage/:name", async (context) => {
    const name = context.req.param("name");
    const body = await readBody(context);
    const { id, remoteJid } = getWhere(body);
    const message = store.findByKeyId(name, asText(id) ?? "");
    const matches = message !== undefined && (remoteJid ?? message.remoteJid) === message.remoteJid;
    if (!matches) return context.json([]);
    return context.json(
      message.statuses.map((status, index) => ({
        id: `${message.id}-${index}`,
        keyId: message.keyId,
        remoteJid: message.remoteJid,
        fromMe: message.fromMe,
        participant: null,
        pollUpdates: null,
        status,
        messageId: message.id,
        instanceId: message.instanceId,
      })),
    );
  });

  app.post("/findContacts/:name", async (context) => {
    const name = context.req.param("name");
    const body = await readBody(context);
    const { remoteJid, id, pushName } = getWhere(body);
    const talked = new Map(newestFirst(name).map((message) => [message.remoteJid, message]));
    const instance = store.instances.get(name);
    const book = instance === undefined ? [] : buildAddressBook(instance, store);
    const inBook = new Set(book.map((entry) => entry.remoteJid));
    const rows = [
      ...book.map((entry, at) => ({
        ...entry,
        id: `cbook${String(at).padStart(20, "0")}`,
        // Most people hide their picture from strangers.
        profilePicUrl:
          entry.type === "contact" && at % 3 === 1
            ? getPictureUrl(world.url, entry.remoteJid)
            : null,
        createdAt: instance?.createdAt ?? null,
        updatedAt: instance?.createdAt ?? null,
        instanceId: instance?.id ?? null,
        isGroup: entry.type === "group",
        isSaved: entry.pushName !== null,
      })),
      ...[...talked.values()]
        .filter((message) => !inBook.has(message.remoteJid))
        .map((message) =>
          toContactRow(message, describePhone(message.contact, store.phoneOverrides).pushName),
        ),
    ].filter(
      (row) =>
        row.remoteJid === (remoteJid ?? row.remoteJid) &&
        row.id === (id ?? row.id) &&
        row.pushName === (pushName ?? row.pushName),
    );
    const pageSize = asNumber(body.offset) || rows.length;
    const page = asNumber(body.page) || 1;
    return context.json(rows.slice((page - 1) * pageSize, page * pageSize));
  });

  app.post("/markMessageAsRead/:name", async (context) => {
    const body = await readBody(context);
    checkBody(body, { readMessages: { kind: "array", required: true, filled: true } });
    requireOpen(sessions.getState(context.req.param("name")));
    return context.json({ message: "Read messages", read: "success" }, 201);
  });

  app.post("/getBase64FromMediaMessage/:name", async (context) => {
    const name = context.req.param("name");
    const body = await readBody(context);
    checkBody(body, { message: { kind: "object", required: true } });
    const { key } = isBody(body.message) ? body.message : {};
    const found = store.findByKeyId(name, asText(isBody(key) ? key.id : null) ?? "");
    if (found === undefined) throw new EvolutionError(400, "Message not found");
    const { message, messageType } = toContentBody(found);
    const facts = message[messageType];
    if (isBody(facts) && facts.mediaKey === "") {
      throw new EvolutionError(400, ["Error: Cannot derive from empty media key"]);
    }
    if (found.file === undefined || !isBody(facts)) {
      throw new EvolutionError(400, "The message is not of the media type");
    }
    const { fileLength, width, height, mimetype, caption, fileName } = facts;
    return context.json(
      {
        mediaType: messageType,
        fileName: fileName ?? found.keyId,
        caption,
        size: { fileLength, height, width },
        mimetype,
        base64: found.file,
        buffer: null,
      },
      201,
    );
  });

  app.post("/fetchProfilePictureUrl/:name", async (context) => {
    const body = await readBody(context);
    checkBody(body, { number: { kind: "string", required: true, filled: true } });
    const number = asText(body.number) ?? "";
    const phone = cache.find(number);
    const wuid = phone?.jid ?? `${number.replace(/\D/g, "")}@s.whatsapp.net`;
    return context.json({ wuid, profilePictureUrl: null });
  });

  app.post("/sendPresence/:name", async (context) => {
    const body = await readBody(context);
    checkBody(body, {
      number: { kind: "string", required: true, filled: true },
      delay: { kind: "number", required: true },
      presence: {
        kind: "string",
        required: true,
        oneOf: ["unavailable", "available", "composing", "recording", "paused"],
      },
    });
    requireOpen(sessions.getState(context.req.param("name")));
    return context.json({ presence: body.presence }, 201);
  });

  return app;
}

function getWhere(body: JsonBody): JsonBody {
  return isBody(body.where) ? body.where : {};
}

/** Builds a row of findChats from a chat's messages, newest first. */
function toChatRow(messages: readonly StoredMessage[]) {
  const [last] = messages;
  if (last === undefined) return null;
  const answered = messages.findIndex(({ fromMe }) => fromMe);
  return {
    id: `c${last.id.slice(1)}`,
    remoteJid: last.remoteJid,
    pushName: messages.find(({ fromMe }) => !fromMe)?.pushName ?? null,
    profilePicUrl: null,
    updatedAt: last.at,
    windowStart: last.at,
    windowExpires: new Date(Date.parse(last.at) + 24 * 60 * 60 * 1000).toISOString(),
    windowActive: true,
    lastMessage: {
      id: last.id,
      key: toKeyBody(last),
      pushName: last.pushName === "" ? null : last.pushName,
      participant: null,
      ...toContentBody(last),
      source: getSource(last),
      messageTimestamp: getSeconds(last),
      instanceId: last.instanceId,
      sessionId: null,
      status: last.status,
    },
    unreadCount: answered < 0 ? messages.length : answered,
    isSaved: false,
  };
}

function toContactRow(message: StoredMessage, pushName: string) {
  return {
    id: `c${message.contact}${message.instanceId.replaceAll("-", "").slice(0, 11)}`,
    remoteJid: message.remoteJid,
    pushName,
    profilePicUrl: null,
    createdAt: message.at,
    updatedAt: message.at,
    instanceId: message.instanceId,
    isGroup: false,
    isSaved: false,
    type: "contact",
  };
}
