import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import type { Env } from "../faults/fault-injection";
import type { StoredInstance } from "../store/store";
import { toInstanceRow } from "../whatsapp/bodies";
import { toWebhook } from "../whatsapp/webhooks";
import type { World } from "../world";
import { EvolutionError } from "./errors";
import { asText, checkBody, isBody, type JsonBody, readBody } from "./validation";
import { checkWebhook } from "./webhook-routes";

const SETTINGS = [
  "rejectCall",
  "groupsIgnore",
  "alwaysOnline",
  "readMessages",
  "readStatus",
  "syncFullHistory",
] as const;

export function createInstanceRoutes(world: World): Hono<Env> {
  const { store, sessions, webhooks, options } = world;
  const app = new Hono<Env>();
  /** Names that are being created, and whether a second creation has come: its clean-up deletes the first one's. */
  const creating = new Map<string, { spoilt: boolean }>();

  app.post("/create", async (context) => {
    const body = await readBody(context);
    const name = checkName(body);
    const rival = creating.get(name);
    if (rival) {
      rival.spoilt = true;
      throw new EvolutionError(400, ["Error: Unique constraint failed on the fields: (`name`)"]);
    }
    if (store.instances.has(name)) {
      throw new EvolutionError(403, [`This name "${name}" is already in use.`]);
    }
    const creation = { spoilt: false };
    creating.set(name, creation);
    await sleep(Math.min(options.phoneDelayMs, 50));
    creating.delete(name);
    if (creation.spoilt) {
      throw new EvolutionError(400, ["Error: Unique constraint failed on the fields: (`name`)"]);
    }
    const instance = createInstance(name, body);
    store.record({ type: "instance-created", instance });
    const qrcode = body.qrcode === true ? await sessions.connect(name, instance.number) : undefined;
    return context.json(toCreatedBody(instance, qrcode !== undefined, qrcode), 201);
  });

  app.get("/connect/:name", async (context) => {
    const name = context.req.param("name");
    if (sessions.getState(name) === "open") return context.json(toStateBody(name, "open"));
    return context.json(await sessions.connect(name, context.req.query("number") ?? null));
  });

  app.post("/restart/:name", async (context) => {
    const name = context.req.param("name");
    sessions.forget(name);
    const qr = await sessions.connect(name, null);
    const isPaired = store.instances.get(name)?.phone != null;
    return context.json(isPaired ? toStateBody(name, sessions.getState(name)) : qr);
  });

  app.get("/connectionState/:name", (context) => {
    const name = context.req.param("name");
    return context.json(toStateBody(name, sessions.getState(name)));
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
      wanted.map((instance) => toInstanceRow(instance, sessions.getState(instance.name), store)),
    );
  });

  app.delete("/logout/:name", (context) => {
    const name = context.req.param("name");
    if (sessions.getState(name) === "close") {
      throw new EvolutionError(400, [`The "${name}" instance is not connected`]);
    }
    sessions.endPairing(name, 401);
    return context.json(toSuccessBody("Instance logged out"));
  });

  app.delete("/delete/:name", (context) => {
    const name = context.req.param("name");
    if (sessions.getState(name) !== "close") sessions.endPairing(name, 401);
    webhooks.emit(name, "remove.instance", null);
    store.record({ type: "instance-deleted", instance: name });
    sessions.forget(name);
    return context.json(toSuccessBody("Instance deleted"));
  });

  return app;
}

function checkName(body: JsonBody): string {
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
  // 2.3.7 answers every error during creation with a 400.
  if (body.integration !== "WHATSAPP-BAILEYS")
    throw new EvolutionError(400, ["Invalid integration"]);
  return asText(body.instanceName) ?? "";
}

function createInstance(name: string, body: JsonBody): StoredInstance {
  const id = randomUUID();
  const now = new Date().toISOString();
  const webhook = body.webhook;
  return {
    id,
    name,
    token: asText(body.token) || randomUUID().toUpperCase(),
    number: asText(body.number),
    settings: {
      ...Object.fromEntries(SETTINGS.map((setting) => [setting, body[setting] === true])),
      msgCall: asText(body.msgCall) ?? "",
      wavoipToken: "",
    },
    webhook: isBody(webhook) ? toWebhook(checkWebhook(webhook), id) : null,
    phone: null,
    disconnection: null,
    createdAt: now,
    updatedAt: now,
  };
}

function toCreatedBody(instance: StoredInstance, isConnecting: boolean, qrcode: unknown) {
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

function toStateBody(instanceName: string, state: string) {
  return { instance: { instanceName, state } };
}

function toSuccessBody(message: string) {
  return { status: "SUCCESS", error: false, response: { message } };
}
