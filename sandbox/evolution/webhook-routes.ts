import { Hono } from "hono";
import type { Env } from "../faults/fault-injection";
import { toWebhook, WEBHOOK_EVENT_NAMES, type WebhookRequest } from "../whatsapp/webhooks";
import type { World } from "../world";
import { EvolutionError } from "./errors";
import { asText, checkBody, isBody, type JsonBody, readBody } from "./validation";

export function createWebhookRoutes({ store }: World): Hono<Env> {
  const app = new Hono<Env>();

  app.post("/set/:name", async (context) => {
    const name = context.req.param("name");
    const body = await readBody(context);
    checkBody(body, { webhook: { kind: "object", required: true } });
    const asked = isBody(body.webhook) ? body.webhook : {};
    checkBody(asked, { enabled: { kind: "boolean", required: true } }, "instance.webhook");
    const instance = store.instances.get(name);
    const webhook = toWebhook(checkWebhook(asked), instance?.id ?? "", instance?.webhook);
    store.record({ type: "webhook-set", instance: name, webhook });
    return context.json(webhook, 201);
  });

  app.get("/find/:name", (context) =>
    context.json(store.instances.get(context.req.param("name"))?.webhook ?? null),
  );

  return app;
}

export function checkWebhook(asked: JsonBody): WebhookRequest {
  checkBody(
    asked,
    {
      enabled: { kind: "boolean" },
      url: { kind: "string", required: true },
      headers: { kind: "object" },
      byEvents: { kind: "boolean" },
      base64: { kind: "boolean" },
      events: { kind: "array" },
    },
    "instance.webhook",
  );
  const url = asText(asked.url) ?? "";
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new EvolutionError(400, ['Invalid "url" property']);
  }
  const events: unknown[] = Array.isArray(asked.events) ? asked.events : [];
  const known = new Set<unknown>(WEBHOOK_EVENT_NAMES);
  const unknown = events.findIndex((event) => !known.has(event));
  if (unknown >= 0) {
    const names = WEBHOOK_EVENT_NAMES.join(",");
    throw new EvolutionError(400, [
      [`webhook.events[${unknown}] is not one of enum values: ${names}`],
    ]);
  }
  const headers = isBody(asked.headers)
    ? Object.fromEntries(Object.entries(asked.headers).map(([key, value]) => [key, String(value)]))
    : null;
  return {
    url,
    headers,
    events: events.map(String),
    ...(typeof asked.enabled === "boolean" && { enabled: asked.enabled }),
    byEvents: asked.byEvents === true,
    base64: asked.base64 === true,
  };
}
