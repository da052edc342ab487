import { Hono } from "hono";
import { toPhoneKey } from "./brazil/phone-number";
import { COMPANIES } from "./companies/catalogue";
import { asNumber, asText, isBody, type JsonBody } from "./evolution/validation";
import type { Env } from "./faults/fault-injection";
import { FAULT_KINDS, FAULT_TARGETS, type Fault } from "./faults/faults";
import type { MessageContent, StoredMessage } from "./store/store";
import { buildSample, SAMPLES } from "./whatsapp/contents";
import { readPast } from "./whatsapp/histories";
import { BEHAVIOURS, describePhone, OWN_PHONES } from "./whatsapp/phones";
import type { World } from "./world";

class ControlError extends Error {
  readonly status: 400 | 404 | 409;

  constructor(status: 400 | 404 | 409, message: string) {
    super(message);
    this.status = status;
  }
}

/** The API by which tests control the sandbox and read what it recorded. */
export function createControlApp(world: World): Hono<Env> {
  const { store, faults, sessions, conversations, timers, webhooks } = world;
  const app = new Hono<Env>();
  app.onError((error, context) =>
    error instanceof ControlError
      ? context.json({ error: error.message }, error.status)
      : context.json({ error: error.message }, 500),
  );

  app.get("/sites", (context) => context.json(COMPANIES.map(({ truth }) => truth)));

  app.get("/ledger", (context) => {
    const instance = context.req.query("instance");
    const to = context.req.query("to");
    const key = to === undefined ? undefined : toPhoneKey(to);
    const messages = [...store.messages.values()]
      .filter(({ origin }) => origin === "api")
      .filter((message) => message.instance === (instance ?? message.instance))
      .filter((message) => key === undefined || message.contact === key)
      .map(toLedgerRow);
    return context.json({ total: messages.length, messages });
  });

  app.get("/inbound", (context) => {
    const messages = [...store.messages.values()].filter(({ origin }) => origin !== "api");
    return context.json({ total: messages.length, messages: messages.map(toLedgerRow) });
  });

  app.get("/state", (context) =>
    context.json({
      url: world.url,
      instances: [...store.instances.values()].map(({ name, phone, webhook, disconnection }) => ({
        name,
        phone,
        state: sessions.getState(name),
        qrCode: sessions.getQr(name)?.code ?? null,
        webhookUrl: webhook?.url ?? null,
        disconnection,
      })),
      ownPhones: OWN_PHONES.map(({ name, key }) => ({
        name,
        number: key,
        banned: store.phoneOverrides.get(key)?.banned === true,
        instances: [...store.instances.values()]
          .filter(({ phone }) => phone === key)
          .map((instance) => instance.name),
      })),
      messages: store.messages.size,
      mails: store.mails.length,
      settings: store.settings,
      faults: faults.list(),
    }),
  );

  app.get("/phones/:number", (context) => {
    const key = parsePhoneKey(context.req.param("number"));
    return context.json(describePhone(key, store.phoneOverrides));
  });

  app.put("/phones/:number", async (context) => {
    const key = parsePhoneKey(context.req.param("number"));
    const body = await readBody(context.req.raw);
    const behaviour = asText(body.behaviour);
    if (behaviour !== null && !BEHAVIOURS.some((each) => each === behaviour)) {
      throw new ControlError(400, `behaviour is one of ${BEHAVIOURS.join(", ")}`);
    }
    const override = {
      ...store.phoneOverrides.get(key),
      ...(behaviour !== null && { behaviour }),
      ...(typeof body.replyText === "string" && { replyText: body.replyText }),
      ...(typeof body.lid === "boolean" && { lid: body.lid }),
      ...(typeof body.lidAlone === "boolean" && { lidAlone: body.lidAlone }),
      ...(typeof body.banned === "boolean" && { banned: body.banned }),
      ...(typeof body.contacts === "number" && { contacts: body.contacts }),
      ...(Array.isArray(body.past) && { past: readPast(body.past, parsePhoneKey) }),
    };
    store.record({ type: "phone-set", phone: key, override });
    return context.json(describePhone(key, store.phoneOverrides));
  });

  app.post("/phones/:number/reply", async (context) => {
    const key = parsePhoneKey(context.req.param("number"));
    const body = await readBody(context.req.raw);
    const instance = requireInstanceName(world, body);
    const message = conversations.receive(instance, key, readContent(body));
    if (message === null) throw new ControlError(409, `No phone is paired to ${instance}.`);
    return context.json(toLedgerRow(message), 201);
  });

  app.post("/phones/:number/react", async (context) => {
    const key = parsePhoneKey(context.req.param("number"));
    const body = await readBody(context.req.raw);
    const instance = requireInstanceName(world, body);
    const emoji = asText(body.emoji) ?? "";
    const message = conversations.react(instance, key, requireText(body, "messageId"), emoji);
    if (message === null) throw new ControlError(404, "No such message.");
    return context.json(toLedgerRow(message), 201);
  });

  app.post("/phones/:number/typing", async (context) => {
    const body = await readBody(context.req.raw);
    const key = parsePhoneKey(context.req.param("number"));
    conversations.showTyping(requireInstanceName(world, body), key, body.typing !== false);
    return context.json({});
  });

  app.post("/phones/:number/call", async (context) => {
    const key = parsePhoneKey(context.req.param("number"));
    const body = await readBody(context.req.raw);
    const call = { id: requireText(body, "id"), status: requireText(body, "status") };
    conversations.call(requireInstanceName(world, body), key, call);
    return context.json({});
  });

  app.post("/phones/:number/delete", async (context) => {
    const key = parsePhoneKey(context.req.param("number"));
    const body = await readBody(context.req.raw);
    const instance = requireInstanceName(world, body);
    if (!conversations.revoke(instance, key, requireText(body, "messageId"))) {
      throw new ControlError(404, "The contact sent no such message.");
    }
    return context.json({});
  });

  app.post("/typed", async (context) => {
    const body = await readBody(context.req.raw);
    const instance = requireInstanceName(world, body);
    const message = conversations.type(instance, requireText(body, "to"), readContent(body));
    if (message === null) throw new ControlError(409, "Not paired, or not on WhatsApp.");
    return context.json(toLedgerRow(message), 201);
  });

  app.post("/scan", async (context) => {
    const body = await readBody(context.req.raw);
    const code = asText(body.code) ?? sessions.getQr(requireText(body, "instance"))?.code ?? "";
    const asked = asText(body.phone);
    const phone = asked === null ? findFreePhone(world) : parsePhoneKey(asked);
    const instance = sessions.findInstanceShowing(code);
    switch (sessions.scan(code, phone)) {
      case "paired":
        return context.json({ instance, phone });
      case "phone-banned":
        throw new ControlError(409, `${phone} is banned from WhatsApp.`);
      case "unknown-code":
        throw new ControlError(404, "No instance is showing this QR Code now.");
    }
  });

  app.post("/unpair", async (context) => {
    const instance = requireInstanceName(world, await readBody(context.req.raw));
    sessions.endPairing(instance, 401);
    return context.json({ instance });
  });

  app.get("/faults", (context) => context.json(faults.list()));

  app.post("/faults", async (context) => {
    const body = await readBody(context.req.raw);
    const fault = parseFault(body);
    if (!strikeAtOnce(world, fault, asText(body.instance))) faults.add(fault);
    return context.json(fault, 201);
  });

  app.delete("/faults", (context) => {
    faults.clear();
    return context.json({});
  });

  app.put("/settings", async (context) => {
    const { honourMessageId } = await readBody(context.req.raw);
    if (typeof honourMessageId !== "boolean") {
      throw new ControlError(400, "honourMessageId is true or false");
    }
    store.record({ type: "settings", settings: { honourMessageId } });
    return context.json(store.settings);
  });

  app.get("/mails", (context) => context.json(store.mails));

  app.post("/reset", (context) => {
    timers.clear();
    webhooks.clear();
    world.payments.clear();
    sessions.clear();
    world.numbers.clear();
    faults.clear();
    store.clear();
    return context.json({});
  });

  return app;
}

/**
 * A text, one of the samples with the text as its caption, or a message in WhatsApp's own form with its file in base64.
 */
function readContent(body: JsonBody): MessageContent {
  const quoted = asText(body.quoted);
  const answer = quoted === null ? {} : { quoted };
  const text = asText(body.text) ?? "";
  const sample = SAMPLES.find((each) => each === body.sample);
  if (sample !== undefined) return { ...buildSample(sample, text), ...answer };
  if (!isBody(body.message)) return { text: requireText(body, "text"), ...answer };
  const file = asText(body.file);
  return { text, message: body.message, ...(file !== null && { file }), ...answer };
}

function toLedgerRow(message: StoredMessage) {
  const { keyId, instance, contact, to, text, at, status, statuses, origin, resends } = message;
  const { message: content = null, quoted = null, file } = message;
  return {
    id: keyId,
    instance,
    to: to ?? contact,
    toKey: contact,
    text,
    content,
    quoted,
    fileBytes: file === undefined ? null : Buffer.byteLength(file, "base64"),
    at,
    status,
    statuses,
    origin,
    resends,
  };
}

/** Applies a connection fault without a path at once: it needs no request. Returns false for all other faults. */
function strikeAtOnce({ store, sessions, options }: World, fault: Fault, instance: string | null) {
  const { kind, path, delayMs } = fault;
  if (path !== undefined) return false;
  if (kind !== "disconnect" && kind !== "logged-out" && kind !== "banned") return false;
  for (const { name } of store.instances.values()) {
    if (instance !== null && name !== instance) continue;
    if (kind === "disconnect") sessions.disconnect(name, delayMs ?? options.phoneDelayMs * 2);
    else if (sessions.getState(name) !== "close")
      sessions.endPairing(name, kind === "banned" ? 403 : 401);
  }
  return true;
}

function parseFault(body: JsonBody): Fault {
  const target = FAULT_TARGETS.find((each) => each === body.target);
  const kind = FAULT_KINDS.find((each) => each === body.kind);
  if (target === undefined)
    throw new ControlError(400, `target is one of ${FAULT_TARGETS.join(", ")}`);
  if (kind === undefined) throw new ControlError(400, `kind is one of ${FAULT_KINDS.join(", ")}`);
  const fault: Fault = { target, kind };
  const path = asText(body.path);
  if (path !== null) fault.path = path;
  const names = [
    "times",
    "probability",
    "delayMs",
    "status",
    "retryAfterSeconds",
    "copies",
    "code",
  ] as const;
  for (const name of names) {
    const value = asNumber(body[name]);
    if (value !== null) fault[name] = value;
  }
  return fault;
}

/** 11 90002-0000: what the accounts after the first three connect. */
const FIRST_MADE_PHONE = 5_511_900_020_000;

function findFreePhone({ store }: World): string {
  const taken = new Set([...store.instances.values()].map(({ phone }) => phone));
  const free = OWN_PHONES.find(
    ({ key }) => !taken.has(key) && store.phoneOverrides.get(key)?.banned !== true,
  );
  if (free) return free.key;
  // Accounts do not share a phone unless a test requires it: a message of one counts for all who have connected it.
  let next = FIRST_MADE_PHONE;
  while (taken.has(String(next))) next += 1;
  return String(next);
}

function requireInstanceName({ store }: World, body: JsonBody): string {
  const name = requireText(body, "instance");
  if (!store.instances.has(name)) throw new ControlError(404, `No instance is called ${name}.`);
  return name;
}

function parsePhoneKey(number: string): string {
  const key = toPhoneKey(number);
  if (key === null) throw new ControlError(400, `${number} is not a Brazilian phone.`);
  return key;
}

async function readBody(request: Request): Promise<JsonBody> {
  const body: unknown = await request.json().catch(() => null);
  if (!isBody(body)) throw new ControlError(400, "The body is a JSON object.");
  return body;
}

function requireText(body: JsonBody, name: string): string {
  const value = asText(body[name]);
  if (value === null || value === "") throw new ControlError(400, `${name} is missing.`);
  return value;
}
