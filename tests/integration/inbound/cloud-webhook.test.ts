import { afterAll, describe, expect, test } from "vitest";
import { firstRow, rows, sql } from "@/server/platform/db/sql";
import { parseEnv, setEnv } from "@/server/platform/env";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { buildLead } from "@/tests/factories/leads";
import { buildUser, type TestUser } from "@/tests/factories/users";
import { request } from "@/tests/support/api";
import {
  CLOUD_WEBHOOK,
  connectNumber,
  newPhoneNumberId,
  postRaw,
  postSigned,
  sign,
  textOf,
  toMessage,
  toWebhook,
} from "@/tests/support/cloud";
import { runWithCloud } from "@/tests/support/environments";
import { NASTY_VALUES } from "@/tests/support/hostile-values";
import { runApi, runSandbox } from "@/tests/support/running";

runWithCloud();

const api = runApi({ withoutLimits: true });
runSandbox();
// Files of messages are fetched by a job.
afterAll(closeQueues);

async function connect() {
  const user = await buildUser();
  return { user, phoneId: await connectNumber(api, user) };
}

const messagesOf = (user: TestUser) =>
  rows<{ provider_message_id: string; kind: string; content: string | null; status_rank: number }>(
    sql`SELECT provider_message_id, kind, content, status_rank FROM messages WHERE owner_id = ${user.id} ORDER BY id`,
  );
const lettersOf = (user: TestUser) =>
  rows<{ id: number; reason: string; item: string }>(
    sql`SELECT id, reason, item FROM webhook_dead_letters WHERE owner_id = ${user.id}`,
  );

describe("the subscription", () => {
  const subscribe = async (query: Record<string, string>) => {
    const response = await fetch(`${api.url}${CLOUD_WEBHOOK}?${new URLSearchParams(query)}`);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const good = {
    "hub.mode": "subscribe",
    "hub.verify_token": "a word that both sides know",
    "hub.challenge": "1158201444",
  };

  test("gives the challenge back to who knows the verify token", async () => {
    const { status, text, headers } = await subscribe(good);
    expect({ status, text }).toEqual({ status: 200, text: "1158201444" });
    expect(headers.get("content-type")).toContain("text/plain");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each([
    { ...good, "hub.verify_token": "another" },
    { ...good, "hub.verify_token": "" },
    { ...good, "hub.mode": "unsubscribe" },
    { ...good, "hub.challenge": "x".repeat(1_000) },
    {},
  ])("refuses %j", async (query) => {
    const { status, text } = await subscribe(query as Record<string, string>);
    expect(status).toBe(403);
    expect(text).not.toContain("1158201444");
  });
});

describe("the signature", () => {
  const build = (phoneId: string) =>
    JSON.stringify(
      toWebhook({ phoneId, messages: [toMessage("wamid.S", "5511988887777", textOf("olá"))] }),
    );

  test("over the bytes as they were sent is accepted", async () => {
    const { user, phoneId } = await connect();
    // Spaces and escapes that a parser would lose.
    const body = build(phoneId).replace("olá", "ol\\u00e1").replace(/,/g, ",\n  ");
    expect(await postRaw(api, body, { "x-hub-signature-256": sign(body) })).toBe(200);
    expect(await messagesOf(user)).toMatchObject([{ content: "olá" }]);
  });

  test.each<[string, (body: string) => Record<string, string>]>([
    ["none", () => ({})],
    ["an empty one", () => ({ "x-hub-signature-256": "" })],
    ["another app's", (body) => ({ "x-hub-signature-256": sign(body, "another app") })],
    ["that of another body", (body) => ({ "x-hub-signature-256": sign(`${body} `) })],
    ["one digit changed", (body) => ({ "x-hub-signature-256": flipLast(sign(body)) })],
    ["a short one", (body) => ({ "x-hub-signature-256": sign(body).slice(0, -1) })],
    ["SHA-1", () => ({ "x-hub-signature": "sha1=0000", "x-hub-signature-256": "sha1=00" })],
  ])("%s is 401 and stores nothing", async (_, headers) => {
    const { user, phoneId } = await connect();
    const body = build(phoneId);
    expect(await postRaw(api, body, headers(body))).toBe(401);
    expect(await messagesOf(user)).toEqual([]);
    expect(await lettersOf(user)).toEqual([]);
  });

  test("a body of one changed byte is 401", async () => {
    const { user, phoneId } = await connect();
    const body = build(phoneId);
    const changed = body.replace("olá", "ola");
    expect(await postRaw(api, changed, { "x-hub-signature-256": sign(body) })).toBe(401);
    expect(await messagesOf(user)).toEqual([]);
  });
});

const PHONE = "5511988887777";
/** Each type of message, and what becomes of it. */
const CONTENTS: [object, string, string | null][] = [
  [textOf("Bom dia"), "text", "Bom dia"],
  [
    { type: "image", image: { id: "1", mime_type: "image/jpeg", caption: "Foto" } },
    "image",
    "Foto",
  ],
  [{ type: "video", video: { id: "2", mime_type: "video/mp4" } }, "video", null],
  [
    { type: "audio", audio: { id: "3", mime_type: "audio/ogg; codecs=opus", voice: true } },
    "voice",
    null,
  ],
  [{ type: "audio", audio: { id: "4", mime_type: "audio/mpeg" } }, "audio", null],
  [
    { type: "document", document: { id: "5", filename: "a.pdf", caption: "Veja" } },
    "document",
    "Veja",
  ],
  [{ type: "sticker", sticker: { id: "6", mime_type: "image/webp" } }, "sticker", null],
  [
    { type: "location", location: { latitude: -23.5, longitude: -46.6, name: "Sé" } },
    "location",
    null,
  ],
  [
    {
      type: "contacts",
      contacts: [{ name: { formatted_name: "Ana" }, phones: [{ wa_id: PHONE }] }],
    },
    "contact",
    null,
  ],
  [{ type: "button", button: { text: "Pode", payload: "yes" } }, "text", "Pode"],
  [
    {
      type: "interactive",
      interactive: { type: "button_reply", button_reply: { id: "1", title: "Sim" } },
    },
    "text",
    "Sim",
  ],
  [
    {
      type: "interactive",
      interactive: { type: "list_reply", list_reply: { id: "1", title: "Plano" } },
    },
    "text",
    "Plano",
  ],
  [
    { type: "order", order: { text: "Quero dois", product_items: [] } },
    "text",
    "Pedido\nQuero dois",
  ],
  [
    {
      type: "order",
      order: {
        text: "Para sábado",
        product_items: [
          { quantity: 2, item_price: 10.5, currency: "BRL" },
          { quantity: "1", item_price: "9", currency: "BRL" },
        ],
      },
    },
    "text",
    "Pedido: 3 itens\nR$\u00a030,00\nPara sábado",
  ],
  [{ type: "unsupported", errors: [{ code: 131_051 }] }, "unsupported", null],
  [{ type: "something_new", something_new: { x: 1 } }, "unsupported", null],
];

test("each type of message is stored as what it is", async () => {
  const { user, phoneId } = await connect();
  const messages = CONTENTS.map(([content], at) => toMessage(`wamid.${at}`, PHONE, content));
  const contacts = [{ wa_id: PHONE, profile: { name: "Marina" } }];
  expect(await postSigned(api, toWebhook({ phoneId, contacts, messages }))).toBe(200);
  expect((await messagesOf(user)).map(({ kind, content }) => [kind, content])).toEqual(
    CONTENTS.map(([, kind, content]) => [kind, content]),
  );
  expect(
    await firstRow(sql`SELECT name, unread_count FROM conversations WHERE owner_id = ${user.id}`),
  ).toEqual({ name: "Marina", unread_count: CONTENTS.length });
  expect(
    await rows(
      sql`SELECT source FROM message_media WHERE owner_id = ${user.id} AND source IS NOT NULL`,
    ),
  ).toHaveLength(6);
});

test("what nobody said is no message: a changed number, an opened conversation, a reaction", async () => {
  const { user, phoneId } = await connect();
  const lead = await buildLead(user.id, { whatsapp: PHONE });
  const messages = [
    { type: "system", system: { body: "changed", type: "user_changed_number" } },
    { type: "request_welcome" },
    { type: "text", text: { body: " " } },
    { type: "reaction", reaction: { message_id: "wamid.X", emoji: "👍" } },
  ].map((content, at) => toMessage(`wamid.${at}`, PHONE, content));
  expect(await postSigned(api, toWebhook({ phoneId, messages }))).toBe(200);
  expect(await messagesOf(user)).toEqual([]);
  expect(await firstRow(sql`SELECT status FROM leads WHERE id = ${lead.id}`)).not.toEqual({
    status: "answered",
  });
});

test.each<[string, object]>([
  ["a text", textOf("SAIR")],
  ["a caption", { type: "image", image: { id: "1", caption: "sair" } }],
  ["a template's button", { type: "button", button: { text: "Parar", payload: "stop" } }],
  [
    "a chosen button",
    {
      type: "interactive",
      interactive: { type: "button_reply", button_reply: { id: "x", title: "Sair" } },
    },
  ],
  [
    "a chosen row",
    {
      type: "interactive",
      interactive: { type: "list_reply", list_reply: { id: "x", title: "Sair" } },
    },
  ],
])("an opt-out is found in %s", async (_, content) => {
  const { user, phoneId } = await connect();
  const messages = [toMessage("wamid.O", PHONE, content)];
  await postSigned(api, toWebhook({ phoneId, messages }));
  expect(await rows(sql`SELECT 1 FROM opt_outs WHERE owner_id = ${user.id}`)).toHaveLength(1);
});

test("an edit and a deletion change the message, and what the business app sent is ours", async () => {
  const { user, phoneId } = await connect();
  const say = (id: string, content: object) =>
    postSigned(api, toWebhook({ phoneId, messages: [toMessage(id, PHONE, content)] }));
  await say("wamid.A", textOf("Oi"));
  await say("wamid.B", {
    type: "edit",
    edit: { original_message_id: "wamid.A", message: textOf("Oi, sair") },
  });
  await say("wamid.C", { type: "revoke", revoke: { original_message_id: "wamid.A" } });
  expect(
    await firstRow(
      sql`SELECT content, deleted_at IS NOT NULL AS deleted FROM messages WHERE owner_id = ${user.id}`,
    ),
  ).toEqual({ content: "Oi, sair", deleted: true });

  const echo = toWebhook({
    phoneId,
    message_echoes: [{ ...toMessage("wamid.E", "5511900010101", textOf("Do celular")), to: PHONE }],
  });
  for (const { changes } of echo.entry) {
    for (const change of changes) change.field = "smb_message_echoes";
  }
  expect(await postSigned(api, echo)).toBe(200);
  expect(
    await firstRow(sql`SELECT direction FROM messages WHERE provider_message_id = 'wamid.E'`),
  ).toEqual({ direction: "out" });
});

test("a batch goes to each number's account; an unknown number has no effect", async () => {
  const [one, other] = [await connect(), await connect()];
  const say = (phoneId: string, id: string) => ({
    phoneId,
    messages: [toMessage(id, PHONE, textOf(id))],
  });
  const batch = toWebhook(
    say(one.phoneId, "wamid.1"),
    say(newPhoneNumberId(), "wamid.2"),
    say(other.phoneId, "wamid.3"),
    say(one.phoneId, "wamid.4"),
  );
  expect(await postSigned(api, batch)).toBe(200);
  const ids = async (user: TestUser) =>
    (await messagesOf(user)).map((message) => message.provider_message_id);
  expect(await ids(one.user)).toEqual(["wamid.1", "wamid.4"]);
  expect(await ids(other.user)).toEqual(["wamid.3"]);
});

test("one message twenty times in parallel is one row, and statuses only climb in any order", async () => {
  const { user, phoneId } = await connect();
  const body = toWebhook({ phoneId, messages: [toMessage("wamid.D", PHONE, textOf("Oi"))] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => postSigned(api, body)));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await messagesOf(user)).toHaveLength(1);
  expect(
    await firstRow(sql`SELECT unread_count FROM conversations WHERE owner_id = ${user.id}`),
  ).toEqual({ unread_count: 1 });

  const receipt = (status: string, more = {}) =>
    postSigned(
      api,
      toWebhook({ phoneId, statuses: [{ id: "wamid.E", status, timestamp: "1", ...more }] }),
    );
  // Early: the message comes after its receipts, of which `delivered` may be missing.
  await Promise.all(
    ["read", "sent", "failed", "read", "played", "deleted"].map((status) => receipt(status)),
  );
  const echo = toWebhook({
    phoneId,
    message_echoes: [{ ...toMessage("wamid.E", "1234567", textOf("x")), to: PHONE }],
  });
  for (const change of echo.entry[0]?.changes ?? []) change.field = "smb_message_echoes";
  await postSigned(api, echo);
  await Promise.all(
    ["sent", "delivered", "failed"].flatMap((status) =>
      Array.from({ length: 20 }, () => receipt(status)),
    ),
  );
  expect(
    await firstRow(
      sql`SELECT status_rank FROM messages WHERE owner_id = ${user.id} AND provider_message_id = 'wamid.E'`,
    ),
  ).toEqual({ status_rank: 5 });
});

test("a business-scoped id is one conversation, which its number joins once it is told", async () => {
  const { user, phoneId } = await connect();
  const userId = "BR.1502576394655843";
  const hidden = (id: string, text: string) => ({
    id,
    from_user_id: userId,
    timestamp: "1790000000",
    ...textOf(text),
  });
  const contacts = [{ user_id: userId, profile: { name: "Bia" } }];
  await postSigned(api, toWebhook({ phoneId, contacts, messages: [hidden("wamid.1", "Oi")] }));
  // Named by the contact alone.
  const { from_user_id: _, ...unnamed } = hidden("wamid.2", "Tudo bem?");
  await postSigned(api, toWebhook({ phoneId, contacts, messages: [unnamed] }));
  const conversations = () =>
    rows<{ phone_key: string; chat_id: string; unread_count: number }>(
      sql`SELECT phone_key, chat_id, unread_count FROM conversations WHERE owner_id = ${user.id}`,
    );
  expect(await conversations()).toEqual([
    { phone_key: `${userId}@bsuid`, chat_id: `${userId}@bsuid`, unread_count: 2 },
  ]);

  const both = { ...hidden("wamid.3", "Meu número"), from: PHONE };
  await postSigned(api, toWebhook({ phoneId, messages: [both] }));
  expect(await conversations()).toEqual([
    { phone_key: "551188887777", chat_id: `${PHONE}@s.whatsapp.net`, unread_count: 3 },
  ]);
  await postSigned(api, toWebhook({ phoneId, contacts, messages: [hidden("wamid.4", "Sair")] }));
  expect(await conversations()).toMatchObject([{ phone_key: "551188887777", unread_count: 4 }]);
  expect(await rows(sql`SELECT phone_key FROM opt_outs WHERE owner_id = ${user.id}`)).toEqual([
    { phone_key: "551188887777" },
  ]);
});

test.each([
  [131_026, "Número não está no WhatsApp ou não pode receber mensagens", {}],
  [131_049, "marketing demais", {}],
  [131_048, "spam", { restricted: true }],
  [368, "violar as regras", { restricted: true }],
  [131_031, "bloqueou", { status: "DISCONNECTED", problem: "account_blocked" }],
])("a message that failed with %i says why", async (code, words, expected) => {
  const { user, phoneId } = await connect();
  const statuses = [{ id: "wamid.F", status: "failed", timestamp: "1", errors: [{ code }] }];
  const echo = toWebhook({
    phoneId,
    message_echoes: [{ ...toMessage("wamid.F", "1234567", textOf("x")), to: PHONE }],
  });
  for (const change of echo.entry[0]?.changes ?? []) change.field = "smb_message_echoes";
  await postSigned(api, echo);
  await postSigned(api, toWebhook({ phoneId, statuses }));
  const row = await firstRow<{ failure: string }>(
    sql`SELECT failure FROM messages WHERE owner_id = ${user.id}`,
  );
  expect(row?.failure).toContain(words);
  expect(
    await firstRow(
      sql`SELECT status, problem, restricted_until > now() AS restricted FROM whatsapp_instances WHERE owner_id = ${user.id}`,
    ),
  ).toEqual({ status: "CONNECTED", problem: null, restricted: null, ...expected });
});

test("what cannot be read is kept, can be read again by itself, and the rest is stored", async () => {
  const { user, phoneId } = await connect();
  const spoilt = { id: "wamid.X", from: { nobody: true }, type: "text", text: { body: "x" } };
  const messages = [
    toMessage("wamid.1", PHONE, textOf("um")),
    spoilt,
    toMessage("wamid.2", PHONE, textOf("dois")),
  ];
  expect(await postSigned(api, toWebhook({ phoneId, messages }))).toBe(200);
  expect((await messagesOf(user)).map(({ content }) => content)).toEqual(["um", "dois"]);
  const [letter] = await lettersOf(user);
  expect(letter?.reason).toMatch(/^from: /);
  expect(JSON.parse(letter?.item ?? "").messages).toEqual([spoilt]);
});

test("hostile bodies are answered below 500", async () => {
  const { phoneId } = await connect();
  const { metadata } = toWebhook({ phoneId }).entry[0]?.changes[0]?.value ?? {};
  const wrap = (value: unknown) => ({ entry: [{ changes: [{ field: "messages", value }] }] });
  const bodies = NASTY_VALUES.flatMap((value) => [
    value,
    { entry: value },
    { entry: [value] },
    { entry: [{ changes: value }] },
    { entry: [{ changes: [value] }] },
    wrap(value),
    wrap({ metadata, messages: value }),
    wrap({ metadata, messages: [value] }),
    wrap({ metadata, statuses: [value] }),
    wrap({ metadata, contacts: value, messages: [{ id: "x", type: "text", text: value }] }),
    wrap({
      metadata,
      messages: [{ id: value, from: PHONE, type: value, [JSON.stringify(value) ?? "x"]: value }],
    }),
    wrap({ metadata, statuses: [{ id: value, status: value, errors: [value] }] }),
  ]);
  const texts = ["", "{", "null", `${"[".repeat(50_000)}${"]".repeat(50_000)}`, "\u0000"];
  for (const body of [...bodies.map((each) => JSON.stringify(each) ?? "undefined"), ...texts]) {
    expect(await postSigned(api, body), body.slice(0, 200)).toBeLessThan(500);
  }
});

test("the address answers nobody while another provider is configured", async () => {
  const before = setEnv(parseEnv({ ...process.env, WHATSAPP_PROVIDER: "evolution" }));
  try {
    expect((await request(api, "POST", CLOUD_WEBHOOK, {})).status).toBe(404);
  } finally {
    setEnv(before);
  }
});

// Last: the connection does not survive it.
test("a body that is too large is refused before it is read", async () => {
  const body = "x".repeat(3_300_000);
  expect(await postRaw(api, body, { "x-hub-signature-256": sign(body) })).toBe(413);
});

function flipLast(signature: string): string {
  return `${signature.slice(0, -1)}${signature.endsWith("0") ? "1" : "0"}`;
}
