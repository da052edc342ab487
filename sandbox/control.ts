import { Hono } from "hono";
import { phoneKey } from "./brazil/phone-number";
import { COMPANIES } from "./companies/catalogue";
import { type Body, isBody, numberOf, textOf } from "./evolution/validation";
import type { Env } from "./faults/fault-injection";
import { FAULT_KINDS, FAULT_TARGETS, type Fault } from "./faults/faults";
import type { StoredMessage } from "./store/store";
import { BEHAVIOURS, describePhone, OWN_PHONES } from "./whatsapp/phones";
import type { World } from "./world";

class ControlError extends Error {
  readonly status: 400 | 404 | 409;

  constructor(status: 400 | 404 | 409, message: string) {
    super(message);
    this.status = status;
  }
}

/** What tests tell the outside world to do, and what they ask it afterwards. */
export function controlApp(world: World): Hono<Env> {
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
    const key = to === undefined ? undefined : phoneKey(to);
    const messages = [...store.messages.values()]
      .filter(({ origin }) => origin === "api")
      .filter((message) => message.instance === (instance ?? message.instance))
      .filter((message) => key === undefined || message.contact === key)
      .map(ledgerRow);
    return context.json({ total: messages.length, messages });
  });

  app.get("/inbound", (context) => {
    const messages = [...store.messages.values()].filter(({ origin }) => origin !== "api");
    return context.json({ total: messages.length, messages: messages.map(ledgerRow) });
  });

  app.get("/state", (context) =>
    context.json({
      url: world.url,
      instances: [...store.instances.values()].map(({ name, phone, webhook, disconnection }) => ({
        name,
        phone,
        state: sessions.state(name),
        qrCode: sessions.qr(name)?.code ?? null,
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
    const key = keyOf(context.req.param("number"));
    return context.json(describePhone(key, store.phoneOverrides));
  });

  app.put("/phones/:number", async (context) => {
    const key = keyOf(context.req.param("number"));
    const body = await bodyOf(context.req.raw);
    const behaviour = textOf(body.behaviour);
    if (behaviour !== null && !BEHAVIOURS.some((each) => each === behaviour)) {
      throw new ControlError(400, `behaviour is one of ${BEHAVIOURS.join(", ")}`);
    }
    const override = {
      ...store.phoneOverrides.get(key),
      ...(behaviour !== null && { behaviour }),
      ...(typeof body.replyText === "string" && { replyText: body.replyText }),
      ...(typeof body.lid === "boolean" && { lid: body.lid }),
      ...(typeof body.banned === "boolean" && { banned: body.banned }),
      ...(typeof body.contacts === "number" && { contacts: body.contacts }),
    };
    store.record({ type: "phone-set", phone: key, override });
    return context.json(describePhone(key, store.phoneOverrides));
  });

  app.post("/phones/:number/reply", async (context) => {
    const key = keyOf(context.req.param("number"));
    const body = await bodyOf(context.req.raw);
    const instance = knownInstance(world, body);
    const message = conversations.receive(instance, key, required(body, "text"));
    if (message === null) throw new ControlError(409, `No phone is paired to ${instance}.`);
    return context.json(ledgerRow(message), 201);
  });

  app.post("/typed", async (context) => {
    const body = await bodyOf(context.req.raw);
    const instance = knownInstance(world, body);
    const message = conversations.type(instance, required(body, "to"), required(body, "text"));
    if (message === null) throw new ControlError(409, "Not paired, or not on WhatsApp.");
    return context.json(ledgerRow(message), 201);
  });

  app.post("/scan", async (context) => {
    const body = await bodyOf(context.req.raw);
    const code = textOf(body.code) ?? sessions.qr(required(body, "instance"))?.code ?? "";
    const asked = textOf(body.phone);
    const phone = asked === null ? freePhone(world) : keyOf(asked);
    const instance = sessions.instanceShowing(code);
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
    const instance = knownInstance(world, await bodyOf(context.req.raw));
    sessions.endPairing(instance, 401);
    return context.json({ instance });
  });

  app.get("/faults", (context) => context.json(faults.list()));

  app.post("/faults", async (context) => {
    const body = await bodyOf(context.req.raw);
    const fault = faultFrom(body);
    if (!strikesAtOnce(world, fault, textOf(body.instance))) faults.add(fault);
    return context.json(fault, 201);
  });

  app.delete("/faults", (context) => {
    faults.clear();
    return context.json({});
  });

  app.put("/settings", async (context) => {
    const { honourMessageId } = await bodyOf(context.req.raw);
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
    sessions.clear();
    faults.clear();
    store.forgetEverything();
    return context.json({});
  });

  return app;
}

function ledgerRow(message: StoredMessage) {
  const { keyId, instance, contact, to, text, at, status, statuses, origin, resends } = message;
  return {
    id: keyId,
    instance,
    to: to ?? contact,
    toKey: contact,
    text,
    at,
    status,
    statuses,
    origin,
    resends,
  };
}

/** Without a path, losing or ending a connection needs no request to happen on. */
function strikesAtOnce({ store, sessions, options }: World, fault: Fault, instance: string | null) {
  const { kind, path, delayMs } = fault;
  if (path !== undefined) return false;
  if (kind !== "disconnect" && kind !== "logged-out" && kind !== "banned") return false;
  for (const { name } of store.instances.values()) {
    if (instance !== null && name !== instance) continue;
    if (kind === "disconnect") sessions.disconnect(name, delayMs ?? options.phoneDelayMs * 2);
    else if (sessions.state(name) !== "close")
      sessions.endPairing(name, kind === "banned" ? 403 : 401);
  }
  return true;
}

function faultFrom(body: Body): Fault {
  const target = FAULT_TARGETS.find((each) => each === body.target);
  const kind = FAULT_KINDS.find((each) => each === body.kind);
  if (target === undefined)
    throw new ControlError(400, `target is one of ${FAULT_TARGETS.join(", ")}`);
  if (kind === undefined) throw new ControlError(400, `kind is one of ${FAULT_KINDS.join(", ")}`);
  const fault: Fault = { target, kind };
  const path = textOf(body.path);
  if (path !== null) fault.path = path;
  const names = [
    "times",
    "probability",
    "delayMs",
    "status",
    "retryAfterSeconds",
    "copies",
  ] as const;
  for (const name of names) {
    const value = numberOf(body[name]);
    if (value !== null) fault[name] = value;
  }
  return fault;
}

function freePhone({ store }: World): string {
  const taken = new Set([...store.instances.values()].map(({ phone }) => phone));
  const free = OWN_PHONES.find(
    ({ key }) => !taken.has(key) && store.phoneOverrides.get(key)?.banned !== true,
  );
  return (free ?? OWN_PHONES[0])?.key ?? "";
}

function knownInstance({ store }: World, body: Body): string {
  const name = required(body, "instance");
  if (!store.instances.has(name)) throw new ControlError(404, `No instance is called ${name}.`);
  return name;
}

function keyOf(number: string): string {
  const key = phoneKey(number);
  if (key === null) throw new ControlError(400, `${number} is not a Brazilian phone.`);
  return key;
}

async function bodyOf(request: Request): Promise<Body> {
  const body: unknown = await request.json().catch(() => null);
  if (!isBody(body)) throw new ControlError(400, "The body is a JSON object.");
  return body;
}

function required(body: Body, name: string): string {
  const value = textOf(body[name]);
  if (value === null || value === "") throw new ControlError(400, `${name} is missing.`);
  return value;
}
