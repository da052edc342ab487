import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { Env } from "../faults/fault-injection";
import type { StoredInstance } from "../store/store";
import { instanceRow } from "../whatsapp/bodies";
import { webhookFrom } from "../whatsapp/webhooks";
import type { World } from "../world";
import { EvolutionError } from "./errors";
import { type Body, checkBody, isBody, readBody, textOf } from "./validation";
import { checkWebhook } from "./webhook-routes";

const SETTINGS = [
  "rejectCall",
  "groupsIgnore",
  "alwaysOnline",
  "readMessages",
  "readStatus",
  "syncFullHistory",
] as const;

export function instanceRoutes(world: World): Hono<Env> {
  const { store, sessions, webhooks, options } = world;
  const app = new Hono<Env>();

  app.post("/create", async (context) => {
    const body = await readBody(context);
    const name = checkedName(body);
    if (store.instances.has(name)) {
      throw new EvolutionError(403, [`This name "${name}" is already in use.`]);
    }
    const instance = newInstance(name, body);
    store.record({ type: "instance-created", instance });
    const qrcode = body.qrcode === true ? await sessions.connect(name, instance.number) : undefined;
    return context.json(createdBody(instance, qrcode !== undefined, qrcode), 201);
  });

  app.get("/connect/:name", async (context) => {
    const name = context.req.param("name");
    if (sessions.state(name) === "open") return context.json(stateBody(name, "open"));
    return context.json(await sessions.connect(name, context.req.query("number") ?? null));
  });

  app.post("/restart/:name", async (context) => {
    const name = context.req.param("name");
    sessions.forget(name);
    const qr = await sessions.connect(name, null);
    const isPaired = store.instances.get(name)?.phone != null;
    return context.json(isPaired ? stateBody(name, sessions.state(name)) : qr);
  });

  app.get("/connectionState/:name", (context) => {
    const name = context.req.param("name");
    return context.json(stateBody(name, sessions.state(name)));
  });

  app.get("/fetchInstances", (context) => {
    const key = context.req.header("apikey");
    const name = context.req.query("instanceName");
    const id = context.req.query("instanceId");
    const visible = [...store.instances.values()].filter(
      ({ token }) => key === options.evolutionApiKey || token === key,
    );
    const wanted = visible.filter(
      (each) => (name === undefined || each.name === name) && (id === undefined || each.id === id),
    );
    if (wanted.length === 0 && (name !== undefined || id !== undefined)) {
      throw new EvolutionError(404, [`Instance "${name ?? id}" not found`]);
    }
    return context.json(
      wanted.map((instance) => instanceRow(instance, sessions.state(instance.name), store)),
    );
  });

  app.delete("/logout/:name", (context) => {
    const name = context.req.param("name");
    if (sessions.state(name) === "close") {
      throw new EvolutionError(400, [`The "${name}" instance is not connected`]);
    }
    sessions.endPairing(name, 401);
    return context.json(successBody("Instance logged out"));
  });

  app.delete("/delete/:name", (context) => {
    const name = context.req.param("name");
    if (sessions.state(name) !== "close") sessions.endPairing(name, 401);
    webhooks.emit(name, "remove.instance", null);
    store.record({ type: "instance-deleted", instance: name });
    sessions.forget(name);
    return context.json(successBody("Instance deleted"));
  });

  return app;
}

function checkedName(body: Body): string {
  checkBody(body, {
    instanceName: { kind: "string", required: true, filled: true },
    integration: {
      kind: "string",
      oneOf: ["WHATSAPP-BAILEYS", "WHATSAPP-BUSINESS", "EVOLUTION"],
    },
    qrcode: { kind: "boolean" },
    number: { kind: "string" },
    token: { kind: "string" },
    webhook: { kind: "object" },
    ...Object.fromEntries(SETTINGS.map((setting) => [setting, { kind: "boolean" as const }])),
  });
  // 2.3.7 wraps everything thrown while creating in a 400.
  if (body.integration !== "WHATSAPP-BAILEYS")
    throw new EvolutionError(400, ["Invalid integration"]);
  return textOf(body.instanceName) ?? "";
}

function newInstance(name: string, body: Body): StoredInstance {
  const id = randomUUID();
  const now = new Date().toISOString();
  const webhook = body.webhook;
  return {
    id,
    name,
    token: textOf(body.token) || randomUUID().toUpperCase(),
    number: textOf(body.number),
    settings: {
      ...Object.fromEntries(SETTINGS.map((setting) => [setting, body[setting] === true])),
      msgCall: textOf(body.msgCall) ?? "",
      wavoipToken: "",
    },
    webhook: isBody(webhook) ? webhookFrom(checkWebhook(webhook), id) : null,
    phone: null,
    disconnection: null,
    createdAt: now,
    updatedAt: now,
  };
}

function createdBody(instance: StoredInstance, isConnecting: boolean, qrcode: unknown) {
  const disabled = { enabled: false };
  return {
    instance: {
      instanceName: instance.name,
      instanceId: instance.id,
      integration: "WHATSAPP-BAILEYS",
      webhookWaBusiness: null,
      accessTokenWaBusiness: "",
      status: isConnecting ? "connecting" : "close",
    },
    hash: instance.token,
    webhook: {
      webhookUrl: instance.webhook?.url,
      webhookHeaders: instance.webhook?.headers ?? undefined,
      webhookByEvents: instance.webhook?.webhookByEvents,
      webhookBase64: instance.webhook?.webhookBase64,
    },
    websocket: disabled,
    rabbitmq: disabled,
    nats: disabled,
    sqs: disabled,
    settings: instance.settings,
    qrcode,
  };
}

function stateBody(instanceName: string, state: string) {
  return { instance: { instanceName, state } };
}

function successBody(message: string) {
  return { status: "SUCCESS", error: false, response: { message } };
}
