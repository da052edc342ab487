import { type BaileysEventMap, proto } from "baileys";
import { describe, expect, test } from "vitest";
import {
  isIgnoredChat,
  toHistoryEvents,
  toWhatsappEvents,
} from "@/server/inbound/socket-owner/events.baileys";

const AT = 1_795_000_000;
const PHONE = "5511988887777@s.whatsapp.net";
const LID = "120363000000001@lid";

type Message = BaileysEventMap["messages.upsert"]["messages"][number];

/** As Baileys builds one from the bytes it received: default values are on the prototype, times are Longs. */
function buildMessage(fields: {
  remoteJid?: string;
  remoteJidAlt?: string;
  fromMe?: boolean;
  message?: proto.IMessage;
  messageTimestamp?: number;
  pushName?: string;
  status?: number;
}): Message {
  const { remoteJid = PHONE, remoteJidAlt, fromMe = false, ...rest } = fields;
  const built = proto.WebMessageInfo.decode(
    proto.WebMessageInfo.encode({
      key: { id: "3EB01", remoteJid, fromMe },
      messageTimestamp: AT,
      pushName: "Bia",
      message: { conversation: "Oi" },
      ...rest,
    }).finish(),
  );
  return {
    ...built,
    key: { ...built.key, id: "3EB01", remoteJid, fromMe, remoteJidAlt },
  } as Message;
}

const upsert = (message: Message, type: "notify" | "append" = "notify") =>
  toWhatsappEvents({ "messages.upsert": { messages: [message], type } });

describe("messages.upsert", () => {
  const stored = {
    type: "message",
    id: "3EB01",
    chatId: PHONE,
    number: "5511988887777",
    fromMe: false,
    name: "Bia",
    text: "Oi",
    sentAt: new Date(AT * 1000),
    origin: "live",
  };

  test.each(["notify", "append"] as const)(
    "%s is a message: after a gap they come as append",
    (type) => {
      expect(upsert(buildMessage({}), type)).toMatchObject({ events: [stored], rejected: [] });
    },
  );

  test("typed on the phone it is ours, and the name is not the contact's", () => {
    expect(upsert(buildMessage({ fromMe: true })).events).toMatchObject([
      { ...stored, fromMe: true, name: null },
    ]);
  });

  test("under an opaque id the number is taken from beside it", () => {
    expect(upsert(buildMessage({ remoteJid: LID, remoteJidAlt: PHONE })).events).toMatchObject([
      { ...stored, chatId: LID },
    ]);
    expect(upsert(buildMessage({ remoteJid: LID })).events).toMatchObject([
      { chatId: LID, number: null },
    ]);
  });

  test.each<[string, proto.IMessage, string | null]>([
    ["a text with a preview", { extendedTextMessage: { text: "Veja" } }, "Veja"],
    ["a caption", { imageMessage: { caption: "Foto" } }, "Foto"],
    ["a photo without one", { imageMessage: {} }, null],
    ["an ephemeral text", { ephemeralMessage: { message: { conversation: "sair" } } }, "sair"],
    ["a button", { buttonsResponseMessage: { selectedDisplayText: "SAIR" } }, "SAIR"],
    ["NUL characters", { conversation: "a\0b" }, "ab"],
  ])("%s is read", (_, message, text) => {
    expect(upsert(buildMessage({ message })).events).toMatchObject([{ ...stored, text }]);
  });

  test.each([false, true])("a file comes with its place and key, wrapped: %s", (wrapped) => {
    const file: proto.IMessage = {
      imageMessage: { mediaKey: Buffer.from("key"), directPath: "/v/1", mimetype: "image/jpeg" },
    };
    const message = wrapped ? { viewOnceMessageV2: { message: file } } : file;
    const mediaSource = { type: "image", directPath: "/v/1", mediaKey: "a2V5" };
    expect(upsert(buildMessage({ message })).events).toMatchObject([
      { kind: "image", mediaSource },
    ]);
  });

  test("an edit replaces the text of the message it names", () => {
    const message: proto.IMessage = {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
        key: { id: "3EB00" },
        editedMessage: { conversation: "Quero sair" },
        timestampMs: (AT + 5) * 1000,
      },
    };
    expect(upsert(buildMessage({ message })).events).toEqual([
      {
        type: "edit",
        id: "3EB00",
        from: { chatId: PHONE, number: PHONE.split("@")[0], lid: null },
        fromMe: false,
        authenticated: true,
        text: "Quero sair",
        editedAt: new Date((AT + 5) * 1000),
      },
    ]);
  });

  test.each<[string, Parameters<typeof buildMessage>[0]]>([
    ["a placeholder that could not be decrypted", { message: {} }],
    ["a story", { remoteJid: "status@broadcast", remoteJidAlt: PHONE }],
    ["a group", { remoteJid: "120363@g.us" }],
    ["a newsletter", { remoteJid: "120363@newsletter" }],
  ])("%s is nothing", (_, fields) => {
    expect(upsert(buildMessage(fields))).toEqual({ events: [], rejected: [] });
  });

  test("an absurd one is rejected without its content", () => {
    const message = { ...buildMessage({}), key: { id: "x".repeat(500), remoteJid: PHONE } };
    const { events, rejected } = upsert(message);
    expect(events).toEqual([]);
    expect(rejected).toMatchObject([{ event: "messages.upsert", reason: "key.id: too_big" }]);
    expect(JSON.stringify(rejected)).not.toContain("Oi");
  });
});

describe("messages.update", () => {
  const update = (fromMe: boolean, change: Record<string, unknown>) =>
    toWhatsappEvents({
      "messages.update": [{ key: { id: "3EB01", remoteJid: PHONE, fromMe }, update: change }],
    }).events;

  test.each([
    [0, "failed"],
    [1, "pending"],
    [2, "sent"],
    [3, "delivered"],
    [4, "read"],
    [5, "read"],
  ])("status %s is %s", (status, name) => {
    const from = { chatId: PHONE, number: PHONE.split("@")[0], lid: null };
    expect(update(true, { status })).toEqual([{ type: "status", id: "3EB01", status: name, from }]);
  });

  test("error 463 is a restriction, and says of which chat", () => {
    expect(update(true, { status: 0, messageStubParameters: ["463", "text"] })).toEqual([
      {
        type: "restriction",
        active: true,
        until: null,
        chat: { chatId: PHONE, number: PHONE.split("@")[0], lid: null },
      },
    ]);
  });

  test("a receipt for the contact's message tells when it was read on another device, and nothing else", () => {
    expect(update(false, { status: 4 })).toMatchObject([
      { type: "status", id: "3EB01", status: "read", byUs: true },
    ]);
    for (const status of [0, 1, 2, 3]) expect(update(false, { status })).toEqual([]);
  });

  test("a file that was uploaded again is no edit, whichever side's it is", () => {
    const message = { imageMessage: { caption: "Veja", directPath: "/v/2" } };
    for (const fromMe of [true, false]) expect(update(fromMe, { message })).toEqual([]);
    const edited = { editedMessage: { message: { conversation: "Olá" } } };
    expect(update(false, { message: edited })).toMatchObject([{ type: "edit", text: "Olá" }]);
  });

  test("a deletion is no status: the protocol message itself tells of it", () => {
    expect(update(true, { message: null, messageStubType: 1 })).toEqual([]);
  });
});

test("a receipt of message-receipt.update is a status", () => {
  const key = { id: "3EB01", remoteJid: PHONE, fromMe: true };
  const receipt = (times: object) =>
    toWhatsappEvents({
      "message-receipt.update": [{ key, receipt: { userJid: PHONE, ...times } }],
    }).events;
  expect(receipt({ receiptTimestamp: AT })).toMatchObject([{ status: "delivered" }]);
  expect(receipt({ receiptTimestamp: AT, readTimestamp: AT })).toMatchObject([{ status: "read" }]);
  expect(receipt({})).toEqual([]);
});

test("what tells that two ids are one person", () => {
  const identity = { type: "identity", chatId: LID, number: "5511988887777" };
  expect(toWhatsappEvents({ "lid-mapping.update": { lid: LID, pn: PHONE } }).events).toEqual([
    identity,
  ]);
  const contact = { id: LID, phoneNumber: PHONE, notify: "Bia" };
  expect(toWhatsappEvents({ "contacts.upsert": [contact] }).events).toMatchObject([
    identity,
    { type: "contacts", contacts: [{ number: "5511988887777", name: "Bia", jid: PHONE }] },
  ]);
  expect(toWhatsappEvents({ "contacts.update": [{ id: LID, notify: "Bia" }] }).events).toEqual([]);
});

test.each([
  ["composing", true],
  ["recording", true],
  ["paused", false],
  ["available", false],
] as const)("%s: typing is %s", (lastKnownPresence, typing) => {
  const presences = { [PHONE]: { lastKnownPresence } };
  expect(toWhatsappEvents({ "presence.update": { id: PHONE, presences } }).events).toEqual([
    { type: "typing", chatId: PHONE, number: "5511988887777", typing },
  ]);
});

test("a history keeps 90 days of personal chats, oldest first, and how far our messages came", () => {
  const now = new Date(AT * 1000);
  const daysAgo = (days: number) => AT - days * 86_400;
  const messages = [
    buildMessage({ fromMe: true, status: 4, message: { conversation: "nova" } }),
    buildMessage({ messageTimestamp: daysAgo(89), message: { conversation: "antiga" } }),
    buildMessage({ messageTimestamp: daysAgo(91), message: { conversation: "velha demais" } }),
    buildMessage({ remoteJid: "120363@g.us", message: { conversation: "grupo" } }),
  ];
  const history = {
    chats: [],
    contacts: [{ id: PHONE, name: "Bia" }],
    messages,
    lidPnMappings: [{ lid: LID, pn: PHONE }],
  };
  expect([...toHistoryEvents(history, now)]).toMatchObject([
    { type: "identity", chatId: LID },
    { type: "contacts", contacts: [{ name: "Bia" }] },
    { type: "message", text: "antiga", origin: "history" },
    { type: "message", text: "nova", origin: "history", fromMe: true },
    { type: "status", id: "3EB01", status: "read" },
    { type: "history", some: true, stored: true, whole: false },
  ]);
  expect([...toHistoryEvents({ ...history, progress: 100 }, now)].at(-1)).toMatchObject({
    whole: true,
  });
});

test.each([
  ["120363@g.us", true],
  ["status@broadcast", true],
  ["120363@newsletter", true],
  [PHONE, false],
  [LID, false],
])("%s is ignored: %s", (jid, ignored) => {
  expect(isIgnoredChat(jid)).toBe(ignored);
});
